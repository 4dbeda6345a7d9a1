"""Who may do what: the table of roles, and the roles of an account towards one thing.

Roles are granted per league; an admin is an account with `is_superuser`. A match concerns every league that takes its
game, so their managers and arbiters are its officials. A player belongs to no league: managers of any keep people.
"""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from games.models import Match, Player, Submission, User, Verification
from games.services.audit import role_noted
from ladder.models import Ladder, Role

Person = User | AnonymousUser
Thing = Match | Submission | Verification | Ladder | Player

RISING = "visitor account player uploader arbiter manager admin".split()
"""All roles, from the least to the most: what somebody does is noted under the highest that allows it.

`player`: sat at the match, or is the player that it is about. `uploader`: brought the file. Every account is a visitor, too.
"""
VISITOR, ACCOUNT, PLAYER, UPLOADER, ARBITER, MANAGER, ADMIN = RISING
OFFICIALS = frozenset({ARBITER, MANAGER, ADMIN})

MAY: dict[str, frozenset[str]] = {
    "read": frozenset({VISITOR}),
    "upload": frozenset({ACCOUNT}),
    "confirm": OFFICIALS | {PLAYER},
    "dispute": OFFICIALS | {PLAYER},
    "state": OFFICIALS | {PLAYER},
    "report_error": frozenset({ACCOUNT}),
    "answer_report": OFFICIALS,
    "decide": OFFICIALS,
    "correct": OFFICIALS,
    "void": OFFICIALS,
    "restore": OFFICIALS,
    "rerun": OFFICIALS,
    "see_verification": OFFICIALS | {PLAYER, UPLOADER},
    "raw_log": OFFICIALS | {PLAYER},
    "edit_rules": frozenset({MANAGER, ADMIN}),
    "see_audit": OFFICIALS,
    "desk": OFFICIALS,
    "close_month": frozenset({MANAGER, ADMIN}),
    "set_silence": frozenset({MANAGER, ADMIN}),
    "revise_month": frozenset({MANAGER, ADMIN}),
    "rule_month": frozenset({MANAGER, ADMIN}),
    "grant": frozenset({MANAGER, ADMIN}),
    "resign": frozenset({ARBITER, MANAGER}),
    "see_people": OFFICIALS,
    "publish": frozenset({MANAGER, ADMIN}),
    "rate": frozenset({MANAGER, ADMIN}),
    "claim": frozenset({ACCOUNT}),
    "report_duplicate": frozenset({ACCOUNT}),
    "decide_claim": frozenset({MANAGER, ADMIN}),
    "edit_player": frozenset({MANAGER, ADMIN}),
    "merge": frozenset({MANAGER, ADMIN}),
    "hide_name": frozenset({PLAYER, MANAGER, ADMIN}),
    "anonymise": frozenset({MANAGER, ADMIN}),
    "import": frozenset({MANAGER, ADMIN}),
}
JUDGES = ("decide", "correct", "void", "restore")
"""Acts that nobody does on a match he played in, unless nobody else could."""
PUBLIC_LOGS = ("see_verification", "raw_log")
"""Acts that everybody may do where a league's logs are public."""


def may(person: Person, act: str, thing: Thing | None = None) -> bool:
    """Whether this person may do this act, to this thing where it concerns one."""
    roles = roles_of(person, thing)
    match = match_of(thing)
    if act in PUBLIC_LOGS and match is not None and ladders_for(match).filter(logs_public=True).exists():
        return True
    allowing = roles & MAY[act]
    if not allowing or (act in JUDGES and match is not None and PLAYER in roles and others_could(person, match)):
        return False
    if person.pk is not None:
        role_noted(person.pk, max(allowing, key=RISING.index))
    return True


def roles_of(person: Person, thing: Thing | None = None) -> frozenset[str]:
    """All roles of a person towards a thing."""
    if not person.is_authenticated:
        return frozenset({VISITOR})
    roles = {VISITOR, ACCOUNT}
    if person.is_superuser:
        roles.add(ADMIN)
    granted = Role.objects.filter(user=person)
    if isinstance(thing, Ladder):
        roles |= set(granted.filter(ladder=thing).values_list("kind", flat=True))
    elif isinstance(thing, Player):  # people belong to no league: who keeps one keeps them
        roles |= set(granted.values_list("kind", flat=True))
        if thing.user_id == person.pk:
            roles.add(PLAYER)
    elif thing is not None:
        roles |= set(granted.filter(ladder__in=ladders_for(thing)).values_list("kind", flat=True))
        match = match_of(thing)
        if match is not None and any(seat.player.user_id == person.pk for seat in match.seats.all()):
            roles.add(PLAYER)
        submission = thing.submission if isinstance(thing, Verification) else thing
        if isinstance(submission, Submission) and submission.uploader_id == person.pk:
            roles.add(UPLOADER)
    return frozenset(roles)


def match_of(thing: Thing | None) -> Match | None:
    """The match that a thing belongs to, if any."""
    if isinstance(thing, Verification):
        thing = thing.submission
    if isinstance(thing, Submission):
        return thing.match
    return thing if isinstance(thing, Match) else None


def ladders_for(thing: Match | Submission | Verification):
    """The leagues that a match or file concerns: those that take its game; all where the game is not known."""
    if isinstance(thing, Verification):
        thing = thing.submission
    if thing.game_id is None:
        return Ladder.objects.all()
    return Ladder.objects.filter(Q(games=thing.game_id) | Q(games=None)).distinct()


def others_could(person: User, match: Match) -> bool:
    """Whether an official who did not sit at this match could act in this person's place."""
    seated = Q(player__seats__match=match)
    officials = User.objects.filter(Q(is_superuser=True) | Q(roles__ladder__in=ladders_for(match)), is_active=True)
    return officials.exclude(seated).exclude(pk=person.pk).exists()
