"""The life of a tournament, its terms and who directs it. Whether somebody may do it is asked above."""

import secrets
import zoneinfo
from collections.abc import Sequence

from django.utils.text import slugify

from games.models import Game, User
from games.services.audit import audit
from games.services.retry import atomic_retried
from games.services.rights import rights_changed
from tournaments.models import Act, Entrant, Stage, Tournament, TournamentRole
from tournaments.services.contradictions import check_terms
from tournaments.services.errors import Refused
from tournaments.services.local_time import entries_end
from tournaments.services.notices import cancelled_tell, check_in_tell, finished_tell, role_tell
from tournaments.services.work import Work, seen, tournament_locked
from tournaments.terms import StageTerms, Terms, document_of

State = Tournament.State
ORDER = [State.DRAFT, State.ANNOUNCED, State.ENTRIES, State.CHECK_IN, State.RUNNING, State.FINISHED]
REASON = 1000


@atomic_retried
def tournament_create(
    *,
    name: str,
    game: Game,
    by: User,
    terms: Terms | None = None,
    stages: Sequence[StageTerms] = (StageTerms(),),
    language: str = "it",
    time_zone: str = "Europe/Rome",
    lot: str = "",
) -> Tournament:
    """A new tournament in draft, directed by whoever makes it. `lot` where the drawing of lots is to be repeated."""
    terms = terms or Terms()
    if not name.strip() or len(name) > 80:
        raise Refused("name", most=80)
    if time_zone not in zoneinfo.available_timezones():
        raise Refused("time_zone", found=time_zone)
    check_terms(terms, stages, game)
    entries_end(terms, zoneinfo.ZoneInfo(time_zone))
    tournament = Tournament.objects.create(
        slug=_slug(name),
        name=name.strip(),
        game=game,
        language=language,
        time_zone=time_zone,
        document=document_of(terms),
        lot=lot or secrets.token_hex(8),
    )
    _stages(tournament, stages)
    TournamentRole.objects.create(user=by, tournament=tournament, kind=TournamentRole.Kind.DIRECTOR)
    rights_changed(by.pk)
    audit("tournament.created", tournament, actor=by)
    return tournament


def _slug(name: str) -> str:
    base = slugify(name)[:50] or "tournament"
    slug, number = base, 1
    while Tournament.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{base}-{number}"
    return slug


def _stages(tournament: Tournament, stages: Sequence[StageTerms]) -> None:
    Stage.objects.bulk_create(
        Stage(tournament=tournament, number=number, document=document_of(stage))
        for number, stage in enumerate(stages, start=1)
    )


@atomic_retried
def tournament_change(
    tournament: Tournament,
    *,
    version: int,
    by: User,
    terms: Terms,
    stages: Sequence[StageTerms] | None = None,
    reason: str = "",
) -> Act:
    """Other terms. Once announced they need a reason; stages stay as they are once one has begun."""
    tournament = _now(tournament, version)
    _refuse_state(tournament, State.FINISHED, State.CANCELLED)
    if tournament.state != State.DRAFT:
        check_reason(reason)
    work = Work(tournament, by)
    rows = list(tournament.stages.order_by("number"))
    check_terms(terms, stages if stages is not None else [row.terms for row in rows], tournament.game)
    _check_places(tournament, terms)
    entries_end(terms, tournament.zone)
    if tournament.state == State.RUNNING:
        kept = tournament.terms
        if (terms.wanted, terms.least, terms.most) != (kept.wanted, kept.least, kept.most):
            raise Refused("sizes_while_running")
    work.change(tournament, document=document_of(terms))
    if stages is not None and [document_of(stage) for stage in stages] != [row.document for row in rows]:
        if any(row.state != Stage.State.PLANNED for row in rows):
            raise Refused("stage_begun")
        for row in rows:
            work.remove(row)
        work.add_all(
            Stage(tournament=tournament, number=number, document=document_of(stage))
            for number, stage in enumerate(stages, start=1)
        )
    return work.done("changed", tournament, reason=reason)


def _check_places(tournament: Tournament, terms: Terms) -> None:
    """Refuse fewer places than people have by now."""
    if terms.places is None or terms.places == tournament.terms.places:
        return
    inside = (Entrant.State.ENTERED, Entrant.State.CHECKED_IN, Entrant.State.ACTIVE)
    found = tournament.entrants.filter(state__in=inside).count()
    if found > terms.places:
        raise Refused("places_taken", places=terms.places, found=found)


@atomic_retried
def tournament_advance(tournament: Tournament, to: str, *, version: int, by: User) -> Act:
    """On to a later state: announced, entries open, check-in. `running` and `finished` have their own conditions."""
    tournament = _now(tournament, version)
    if (
        to not in ORDER
        or tournament.state not in ORDER
        or ORDER.index(State(to)) <= ORDER.index(State(tournament.state))
    ):
        raise Refused("state", found=tournament.state, wanted=to)
    if to == State.RUNNING:
        _check_enough(tournament)
    if to == State.FINISHED:
        _check_over(tournament)
    before = tournament.state
    work = Work(tournament, by)
    work.change(tournament, state=to)
    act = work.done(f"{to}", tournament, before=before)
    if to == State.CHECK_IN:
        check_in_tell(tournament, by)
    if to == State.FINISHED:
        finished_tell(tournament, by)
    return act


def _check_enough(tournament: Tournament) -> None:
    terms = tournament.terms
    ready = [Entrant.State.CHECKED_IN] if terms.check_in else [Entrant.State.CHECKED_IN, Entrant.State.ENTERED]
    found = tournament.entrants.filter(state__in=ready).count()
    if found < max(terms.fewest, 2):
        raise Refused("too_few", found=found, fewest=max(terms.fewest, 2))


def _check_over(tournament: Tournament) -> None:
    if tournament.state != State.RUNNING:
        raise Refused("state", found=tournament.state, wanted=State.FINISHED)
    open_stage = (
        tournament.stages.exclude(state__in=[Stage.State.COMPLETE, Stage.State.LOCKED]).order_by("number").first()
    )
    if open_stage is not None:
        raise Refused("stage_open", stage=open_stage.number)


@atomic_retried
def tournament_cancel(tournament: Tournament, *, version: int, by: User, reason: str) -> Act:
    """Call it off; results stay. Not what is finished."""
    tournament = _now(tournament, version)
    _refuse_state(tournament, State.FINISHED, State.CANCELLED)
    check_reason(reason)
    work = Work(tournament, by)
    before = tournament.state
    work.change(tournament, state=State.CANCELLED)
    act = work.done("cancelled", tournament, reason=reason, before=before)
    cancelled_tell(tournament, by, reason)
    return act


@atomic_retried
def role_grant(tournament: Tournament, user: User, kind: str, *, by: User) -> TournamentRole:
    """Give somebody a role; nothing happens where he has it."""
    tournament = tournament_locked(tournament.pk)
    role, is_new = TournamentRole.objects.get_or_create(user=user, tournament=tournament, kind=kind)
    if is_new:
        rights_changed(user.pk)
        Work(tournament, by).done("role.granted", tournament, stacked=False, user=user.pk, role=kind)
        role_tell(tournament, user.pk, kind, "granted", by)
    return role


@atomic_retried
def role_take_away(role: TournamentRole, *, by: User) -> None:
    """Take a role away; what was done with it stays. The last director stays director."""
    tournament = tournament_locked(role.tournament_id)
    directors = tournament.roles.filter(kind=TournamentRole.Kind.DIRECTOR, user__is_active=True)
    if role.kind == TournamentRole.Kind.DIRECTOR and not directors.exclude(pk=role.pk).exists():
        raise Refused("last_director")
    if TournamentRole.objects.filter(pk=role.pk).delete()[0]:
        rights_changed(role.user_id)
        Work(tournament, by).done("role.taken", tournament, stacked=False, user=role.user_id, role=role.kind)
        role_tell(tournament, role.user_id, role.kind, "taken", by)


def check_reason(reason: str) -> None:
    """Refuse an empty reason, and one that is too long."""
    if not reason.strip():
        raise Refused("reason_missing")
    if len(reason) > REASON:
        raise Refused("reason_too_long", most=REASON)


def _now(tournament: Tournament, version: int) -> Tournament:
    tournament_locked(tournament.pk)
    return seen(tournament, version)


def _refuse_state(tournament: Tournament, *states: str) -> None:
    if tournament.state in states:
        raise Refused("state", found=tournament.state, wanted="")
