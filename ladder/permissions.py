"""Who may do what: the table of roles, and the roles of an account towards one thing.

Roles are granted per league and per tournament; an admin is an account with `is_superuser`. A match concerns every league
that takes its game, so their managers and arbiters are its officials, and the tournament whose table it decides. A player
belongs to no league: managers of any keep people. Towards a tournament, managers are those of leagues that take its game.
"""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet, Value

from games.models import Match, Player, Submission, User, Verification
from games.services.audit import role_noted
from ladder.models import Ladder, Role
from tournaments.models import Entrant, Pairing, Tournament, TournamentRole

Person = User | AnonymousUser
Event = Tournament | Entrant | Pairing
Thing = Match | Submission | Verification | Ladder | Player | Event

RISING = "visitor account player uploader arbiter director manager admin".split()
"""All roles, from the least to the most: what somebody does is noted under the highest that allows it.

`player`: sat at the match, or is the player that it is about; of a tournament, any account that is a player. `uploader`:
brought the file. `director`: of the tournament; where that has no arbiter, he is one. Every account is a visitor, too.
"""
VISITOR, ACCOUNT, PLAYER, UPLOADER, ARBITER, DIRECTOR, MANAGER, ADMIN = RISING
JUDGING = frozenset({ARBITER, MANAGER, ADMIN})
OFFICIALS = JUDGING | {DIRECTOR}
DIRECTING = frozenset({DIRECTOR, ADMIN})
ENTERING = DIRECTING | {MANAGER}

MAY: dict[str, frozenset[str]] = {
    "read": frozenset({VISITOR}),
    "upload": frozenset({ACCOUNT}),
    "confirm": OFFICIALS | {PLAYER},
    "dispute": OFFICIALS | {PLAYER},
    "state": OFFICIALS | {PLAYER},
    "report_error": frozenset({ACCOUNT}),
    "answer_report": JUDGING,
    "comment": JUDGING,
    "decide": JUDGING,
    "correct": JUDGING,
    "void": JUDGING,
    "restore": JUDGING,
    "rerun": JUDGING,
    "see_verification": OFFICIALS | {PLAYER, UPLOADER},
    "see_replay": OFFICIALS | {PLAYER},
    "raw_log": OFFICIALS | {PLAYER},
    "edit_rules": frozenset({MANAGER, ADMIN}),
    "see_audit": OFFICIALS,
    "desk": JUDGING,
    "close_month": frozenset({MANAGER, ADMIN}),
    "change_league": frozenset({MANAGER, ADMIN}),
    "set_silence": frozenset({MANAGER, ADMIN}),
    "revise_month": frozenset({MANAGER, ADMIN}),
    "rule_month": frozenset({MANAGER, ADMIN}),
    "grant": frozenset({MANAGER, ADMIN}),
    "resign": frozenset({ARBITER, MANAGER}),
    "see_people": JUDGING,
    "publish": frozenset({MANAGER, ADMIN}),
    "rate": frozenset({MANAGER, ADMIN}),
    "claim": frozenset({ACCOUNT}),
    "report_duplicate": frozenset({ACCOUNT}),
    "decide_claim": frozenset({MANAGER, ADMIN}),
    "edit_player": frozenset({DIRECTOR, MANAGER, ADMIN}),
    "merge": frozenset({MANAGER, ADMIN}),
    "hide_name": frozenset({PLAYER, MANAGER, ADMIN}),
    "anonymise": frozenset({MANAGER, ADMIN}),
    "add_game": frozenset({MANAGER, ADMIN}),
    "import": frozenset({MANAGER, ADMIN}),
    "create_tournament": ENTERING,
    "see_hidden_tournament": OFFICIALS,
    "enter": ENTERING | {PLAYER},
    "enter_others": ENTERING,
    "withdraw": ENTERING | {PLAYER},
    "check_in": ENTERING | {PLAYER},
    "agree_date": frozenset({PLAYER}),
    "report_no_show": frozenset({PLAYER}),
    "answer_offer": DIRECTING | {PLAYER},
    "direct": DIRECTING,
    "change_tournament": DIRECTING,
    "seed": DIRECTING,
    "run_rounds": DIRECTING,
    "enter_result": DIRECTING,
    "correct_result": DIRECTING,
    "leave_undecided": DIRECTING,
    "adjudicate": DIRECTING | {ARBITER},
    "substitute": DIRECTING,
    "enter_late": DIRECTING,
    "undo_act": DIRECTING,
    "message_round": DIRECTING,
    "grant_arbiter": ENTERING,
    "grant_director": frozenset({MANAGER, ADMIN}),
    "resign_tournament": frozenset({ARBITER, DIRECTOR}),
}
JUDGES = ("decide", "correct", "void", "restore", "enter_result", "correct_result", "leave_undecided", "adjudicate")
"""Acts that nobody does on a match he played in, unless nobody else could."""
PUBLIC_LOGS = ("see_verification", "see_replay", "raw_log")
"""Acts that everybody may do where a league's logs are public."""


def may(person: Person, act: str, thing: Thing | None = None) -> bool:
    """Whether this person may do this act, to this thing where it concerns one; without, where he has roles anywhere."""
    roles = roles_of(person, thing)
    match = match_of(thing)
    if act in PUBLIC_LOGS and match is not None and ladders_for(match).filter(logs_public=True).exists():
        return True
    allowing = roles & MAY[act]
    judged = thing if isinstance(thing, Pairing) else match
    if not allowing or (act in JUDGES and judged is not None and PLAYER in roles and others_could(person, judged)):
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
        return frozenset(roles | set(granted.filter(ladder=thing).values_list("kind", flat=True)))
    if isinstance(thing, Event):
        return frozenset(roles | _of_event(person, thing))
    in_events = TournamentRole.objects.filter(user=person)
    if thing is None:
        return frozenset(roles | _kinds(granted, in_events))
    if isinstance(thing, Player):  # people belong to no league: who keeps one keeps them
        directed = in_events.filter(kind=DIRECTOR, tournament__entrants__player__pk=thing.pk or 0)
        return frozenset(roles | _kinds(granted, directed) | ({PLAYER} if thing.user_id == person.pk else set()))
    return frozenset(roles | _of_match(person, thing))


def _kinds(*rows: QuerySet[Role] | QuerySet[TournamentRole], player: QuerySet[Any] | None = None) -> set[str]:
    """The roles of several tables, asked at once; PLAYER where a row of `player` is there."""
    first, *others = (found.order_by().values_list("kind", flat=True) for found in rows)
    if player is not None:
        others.append(player.order_by().annotate(role=Value(PLAYER)).values_list("role", flat=True))
    return set(first.union(*others))


def _of_match(person: User, thing: Match | Submission | Verification) -> set[str]:
    """Roles towards a match, or a file that may belong to one."""
    match = match_of(thing)
    roles = _kinds(
        Role.objects.filter(user=person, ladder__in=ladders_for(thing)),
        TournamentRole.objects.filter(user=person, tournament__table_matches__match=match)
        if match is not None
        else TournamentRole.objects.none(),
    )
    if match is not None and DIRECTOR in roles and not _has_arbiter(match):
        roles.add(ARBITER)
    if match is not None and any(seat.player.user_id == person.pk for seat in match.seats.all()):
        roles.add(PLAYER)
    submission = thing.submission if isinstance(thing, Verification) else thing
    if isinstance(submission, Submission) and submission.uploader_id == person.pk:
        roles.add(UPLOADER)
    return roles


def _has_arbiter(match: Match) -> bool:
    """Whether the tournament of a match has an arbiter who did not sit at it."""
    arbiters = TournamentRole.objects.filter(
        kind=TournamentRole.Kind.ARBITER, user__is_active=True, tournament__table_matches__match=match
    )
    return arbiters.exclude(user__player__seats__match=match).exists()


def _of_event(person: User, thing: Event) -> set[str]:
    """Roles towards a tournament, somebody who entered it, or one of its tables."""
    tournament = tournament_of(thing)
    takes = Q(ladder__games=tournament.game_id) | Q(ladder__games=None)
    managing = Role.objects.filter(takes, user=person, kind=Role.Kind.MANAGER)
    granted = TournamentRole.objects.filter(user=person, tournament=tournament)
    if isinstance(thing, Entrant):
        return _kinds(managing, granted) | ({PLAYER} if thing.player.user_id == person.pk else set())
    seated = thing.seats.filter(_seated(person)) if isinstance(thing, Pairing) else Player.objects.filter(user=person)
    return _kinds(managing, granted, player=seated)


def _seated(person: User) -> Q:
    return Q(entrant__player__user=person) | Q(substitute__user=person)


def tournament_of(thing: Event) -> Tournament:
    """The tournament that a thing belongs to."""
    if isinstance(thing, Pairing):
        return thing.round.stage.tournament
    return thing.tournament if isinstance(thing, Entrant) else thing


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


def others_could(person: User | AnonymousUser, thing: Match | Pairing) -> bool:
    """Whether an official who did not sit there could act in this person's place."""
    everybody = User.objects.filter(is_active=True).exclude(pk=person.pk)
    if isinstance(thing, Pairing):
        director = Q(tournament_roles__tournament=tournament_of(thing), tournament_roles__kind=DIRECTOR)
        seated = Q(player__entries__seats__pairing=thing)
        return everybody.filter(Q(is_superuser=True) | director).exclude(seated).exists()
    officials = Q(roles__ladder__in=ladders_for(thing)) | Q(tournament_roles__tournament__table_matches__match=thing)
    return everybody.filter(Q(is_superuser=True) | officials).exclude(player__seats__match=thing).exists()
