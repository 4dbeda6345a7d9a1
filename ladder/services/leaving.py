"""Leaving: a wish to be forgotten, seven days to change one's mind, then the name is gone and the numbers stay."""

from datetime import UTC, datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q
from django.utils import translation
from django.utils.translation import gettext as _

from games.limits import REASON_LENGTH
from games.models import Claim, Deletion, Identity, Name, Player, Submission, User
from games.services.audit import audit
from games.services.errors import NotAllowed, PersonRefused
from games.services.forgetting import neutral_number, player_anonymise
from games.services.merges import check_reason
from games.services.notices import notices_remove
from games.services.players import player_now
from games.services.retry import atomic_retried
from ladder.models import Publication, PublishTarget, Role, TargetFile
from ladder.permissions import may
from ladder.publishing.bring import forget_copies
from ladder.publishing.due import publication_ask
from ladder.selectors.community import community_language
from ladder.services.import_traces import traces_forget
from ladder.services.person_export import exports_remove

State = Deletion.State
TIME_TO_THINK = timedelta(days=7)


@atomic_retried
def deletion_ask(user: User) -> Deletion:
    """An account wants to be forgotten, in seven days. Raises `PersonRefused` for who must hand over first."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    check_may_leave(user)
    known = Deletion.objects.filter(user=user, state=State.DUE).first()
    if known is not None:
        return known
    player = Player.objects.filter(user=user).first()
    deletion = Deletion.objects.create(user=user, player=player, state=State.DUE, due_at=_day())
    audit("deletion.asked", deletion, actor=user)
    return deletion


@atomic_retried
def deletion_ask_for(player: Player, *, contact: str, words: str) -> Deletion:
    """Somebody without an account wants to be forgotten; a manager checks who asks."""
    player = player_now(player)
    if player.is_anonymised:
        raise PersonRefused("anonymised", name=player.name)
    known = Deletion.objects.filter(player=player, contact=contact, state=State.ASKED).first()
    if known is not None:
        return known
    deletion = Deletion.objects.create(player=player, contact=contact, words=words[:REASON_LENGTH])
    audit("deletion.asked", deletion, actor=None)
    return deletion


@atomic_retried
def deletion_approve(deletion: Deletion, *, by: User) -> Deletion:
    """A manager knows who asks: seven days from now. Raises `NotAllowed`, `PersonRefused`."""
    deletion = _locked(deletion, State.ASKED)
    _check(by, deletion)
    deletion.state, deletion.due_at = State.DUE, _day()
    deletion.save(update_fields=["state", "due_at"])
    audit("deletion.approved", deletion, actor=by)
    return deletion


@atomic_retried
def deletion_decline(deletion: Deletion, *, by: User, reason: str) -> Deletion:
    deletion = _locked(deletion, State.ASKED)
    _check(by, deletion)
    check_reason(reason)
    deletion.state = State.DECLINED
    deletion.save(update_fields=["state"])
    audit("deletion.declined", deletion, actor=by, reason=reason)
    return deletion


@atomic_retried
def deletion_take_back(deletion: Deletion, *, by: User) -> Deletion:
    """Whoever asked changed his mind, or a manager says so for somebody without an account."""
    deletion = _locked(deletion, State.DUE)
    if deletion.user_id != by.pk:
        _check(by, deletion)
    deletion.state = State.TAKEN_BACK
    deletion.save(update_fields=["state"])
    audit("deletion.taken_back", deletion, actor=by)
    return deletion


def deletions_run() -> int:
    """Carry out what is due; safe to run twice. Gives how many were carried out."""
    due = Deletion.objects.filter(state=State.DUE, due_at__lte=datetime.now(UTC)).order_by("due_at")
    return sum(_run(deletion) for deletion in due)


@atomic_retried
def _run(deletion: Deletion) -> bool:
    now = Deletion.objects.select_for_update(no_key=True).get(pk=deletion.pk)
    if now.state != State.DUE:
        return False
    user = now.user
    player = Player.objects.filter(user=user).first() if user else now.player and player_now(now.player)
    if user is not None:
        try:
            check_may_leave(user)
        except PersonRefused:
            return False  # he became the last one meanwhile; `doctor` and his account page say so
    if player is not None and not player.is_anonymised:
        person_anonymise(player, by=user)
    if user is not None and user.is_active:
        account_strip(user)
    now.state = State.DONE
    now.save(update_fields=["state"])
    audit("deletion.done", now, actor=user)
    return True


@atomic_retried
def person_anonymise(player: Player, *, by: User | None, reason: str = "") -> list[Submission]:
    """Remove a player's name now. Gives the files that still hold it. Raises `NotAllowed`, `PersonRefused`."""
    if by is not None and player.user_id != by.pk and not may(by, "anonymise", player):
        raise NotAllowed("role", act="anonymise")
    with translation.override(community_language()):
        word = _("Player")
    names = list(Name.objects.filter(player=player).values_list("text", flat=True))
    ids = list(Identity.objects.filter(player=player).values_list("platform_id", flat=True))
    player, left = player_anonymise(player, word, by=by, reason=reason)
    traces_forget(names, ids, player.name, neutral_number(player))
    if player.user is not None:
        account_strip(player.user)
    copies_follow(by)
    return left


def copies_follow(by: User | None) -> None:
    """Bring the static copies of all leagues, and keep none from before: a name in them is not to be read any more.

    Where a pause holds everything else back, what lies there is put right all the same.
    """
    forget_copies()
    lying = Exists(TargetFile.objects.filter(target=OuterRef("pk")))
    for target in PublishTarget.objects.filter(Q(paused=False) | lying).order_by("pk"):
        publication_ask(target, Publication.Cause.REVISION, by=by)


@atomic_retried
def account_strip(user: User) -> None:
    """Nothing of an account is left but its number, which the history of its acts needs."""
    EmailAddress.objects.filter(user=user).delete()
    Role.objects.filter(user=user).delete()
    Claim.objects.filter(user=user).update(words="")
    exports_remove(user)
    notices_remove(user)
    user.follows.all().delete()
    user.sessions.all().delete()
    user.email, user.first_name, user.last_name = f"removed-{user.pk}@account.invalid", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()


def check_may_leave(user: User) -> None:
    """Raise `PersonRefused` for the last admin of the site and for the last manager of a league."""
    if user.is_superuser and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk).exists():
        raise PersonRefused("last_admin")
    for role in Role.objects.filter(user=user, kind=Role.Kind.MANAGER).select_related("ladder"):
        others = Role.objects.filter(ladder=role.ladder, kind=Role.Kind.MANAGER, user__is_active=True)
        if not others.exclude(user=user).exists():
            raise PersonRefused("last_manager", league=role.ladder.name)


def _day() -> datetime:
    return datetime.now(UTC) + TIME_TO_THINK


def _locked(deletion: Deletion, state: Deletion.State) -> Deletion:
    now = (
        Deletion.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player", "user")
        .get(pk=deletion.pk)
    )
    if now.state != state:
        raise PersonRefused("state", state=now.state)
    return now


def _check(by: User, deletion: Deletion) -> None:
    if not may(by, "anonymise", deletion.player):
        raise NotAllowed("role", act="anonymise")
