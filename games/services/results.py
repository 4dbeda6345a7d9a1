"""Results as documents and people state them, and the one match that each belongs to."""

import re
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta

import msgspec
from django.db.models import QuerySet
from django.db.models.functions import Now

from games.models import Game, Match, Name, Player, Seat, User
from games.registry import ENGINES
from games.services.audit import audit
from games.services.changes import COUNTABLE, match_announce, waits_in_silence
from games.services.locks import recording
from games.services.match_notices import entered_tell
from games.services.players import Seen, players_for, players_now, recorded_for
from games.services.versions import Cause, version_add

FINGERPRINT_WINDOW = timedelta(minutes=10)
"""How far apart two documents that name no table may put the end of one match."""
DAY = timedelta(hours=24)
"""How far apart two people may put the end of a match whose scores both tell alike."""


FORFEITED = {"left", "timed_out", "no_show"}
"""Flags of those who gave the match up."""

GAME_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")


class SeatResult(msgspec.Struct, frozen=True):
    """One person's result. `place` and `score` are None where the document does not state them."""

    seen: Seen
    place: int | None
    score: int | None = None
    flag: str = "played"


class Result(msgspec.Struct, frozen=True):
    """What a document says about one match; `seats` in turn order where it is known."""

    game: str
    seats: tuple[SeatResult, ...]
    platform: str = ""
    table_id: str = ""
    ended_at: datetime | None = None
    source: str = "log"
    """`log`, `record` (a table record) or `typed`."""
    ending: str = "normal"
    training: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether everybody who played has a place, or nobody can have one for the table was abandoned."""
        placed = all(seat.place is not None or seat.flag == "no_show" for seat in self.seats)
        return len(self.seats) > 1 and (placed or self.ending == "abandoned")


class Found(msgspec.Struct, frozen=True):
    """The match of a result, locked; `players` are those that the result names, by seat.

    `played_before`: the same people made just these moves at another table, so one of the two numbers is wrong.
    """

    match: Match
    is_new: bool
    players: Sequence[Player]
    played_before: bool = False


class PlayerTwice(Exception):
    """One person would sit twice at the table. `player` is who."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.slug)
        self.player = player


def match_find_or_create(
    result: Result,
    *,
    by: User | None,
    moves: str = "",
    players: Sequence[Player] | None = None,
    game: Game | None = None,
    state: Match.State = Match.State.SUBMITTED,
    apart_from: Collection[int] = (),
    about: Match | None = None,
) -> Found:
    """The match of this result; a new one gets `state`. Call it in a transaction.

    Found by the platform's table number; else, among matches without another number, by game, people, end and
    scores, or by equal moves of the same people. `players` and `game` where they are at hand. `apart_from`: matches
    that are known to be others, however alike. `about`: the match about which the document was brought; it is of that one
    if the same people played it, whatever the result. Raises `PlayerTwice`.
    """
    recording()
    match = _by_table(result)
    if players is None:
        at = result.ended_at or datetime.now(UTC)
        players = players_for([seat.seen for seat in result.seats], at=at, source=Name.Source(result.source), by=by)
    else:
        players = players_now(players)
    for index, player in enumerate(players):
        if player in players[:index]:
            raise PlayerTwice(player)
    if match is not None:
        return Found(match, False, players)
    twins = _twins(players, moves)
    match = _brought_about(about, result, players) or _by_fingerprint(result, players, twins, apart_from)
    if match is not None:
        if result.table_id and not match.table_id:
            match.platform, match.table_id = result.platform, result.table_id
            match.save(update_fields=["platform", "table_id"])
        return Found(match, False, players)
    if game is None or game.key != result.game:
        game = game_for(result.game)
    return Found(_create(result, game, players, by, state), True, players, played_before=bool(twins))


def same_result(match: Match, result: Result, players: Sequence[Player]) -> bool:
    """Whether a document tells the match's result: the same people in the same places with the same scores.

    Scores count where both sides have them and nobody conceded: a table record has only nominal ones then. Who gave the
    match up counts where it is told, and no log tells it.
    """
    stored = {seat.player_id: seat for seat in match.seats.all()}
    told = dict(zip((player.pk for player in players), result.seats, strict=True))
    if stored.keys() != told.keys():
        return False
    nominal = "concession" in (match.ending, result.ending)
    if result.source != "log" and any(
        told[player].flag != seat.flag and FORFEITED & {told[player].flag, seat.flag} for player, seat in stored.items()
    ):
        return False
    return all(
        told[player].place == seat.place and (nominal or seat.score is None or told[player].score in (None, seat.score))
        for player, seat in stored.items()
    )


def _by_table(result: Result) -> Match | None:
    if not result.table_id:
        return None
    table = (
        Match.objects.filter(platform=result.platform, table_id=result.table_id)
        .order_by()
        .select_for_update(no_key=True)
    )
    found = list(table.values_list("pk", flat=True))
    return Match.objects.get(pk=found[0]) if found else None


def _brought_about(about: Match | None, result: Result, players: Sequence[Player]) -> Match | None:
    """The match about which a document was brought, locked, if it is by the same people and of no other table."""
    if about is None:
        return None
    match = Match.objects.select_for_update(of=("self",), no_key=True).select_related("game").get(pk=about.pk)
    other = match.game.key != result.game or (result.table_id and match.table_id)
    people = set(match.seats.values_list("player", flat=True))
    return None if other or people != {player.pk for player in players} else match


def _by_fingerprint(
    result: Result, players: Sequence[Player], twins: Sequence[Match], apart_from: Collection[int]
) -> Match | None:
    """A match of the same people that must be this one although no table number says so."""
    found = next((match for match in twins if not (result.table_id and match.table_id)), None)
    if found is None and result.ended_at is not None:
        window = (result.ended_at - FINGERPRINT_WINDOW, result.ended_at + FINGERPRINT_WINDOW)
        near = Match.objects.filter(game__key=result.game, seats__player=players[0], ended_at__range=window)
        if apart_from:
            near = near.exclude(pk__in=apart_from)
        if result.table_id:
            near = near.filter(table_id="")
        found = next((match for match in _seated(near) if same_result(match, result, players)), None)
    return Match.objects.select_for_update(no_key=True).get(pk=found.pk) if found else None


def match_near(result: Result, players: Sequence[Player]) -> Match | None:
    """A match that may be this one though nothing says so: of the same people, and ended within minutes another way, or
    within a day with the same scores. Call it in a transaction.
    """
    recording()
    if result.ended_at is None:
        return None
    window = (result.ended_at - DAY, result.ended_at + DAY)
    matches = Match.objects.filter(game__key=result.game, seats__player=players[0], ended_at__range=window)
    people = {player.pk for player in players}
    around = [
        match
        for match in _seated(matches.exclude(state=Match.State.VOID))
        if {seat.player_id for seat in match.seats.all()} == people
    ]
    near = [match for match in around if abs(match.ended_at - result.ended_at) <= FINGERPRINT_WINDOW]
    if any(same_result(match, result, players) for match in near):
        return None
    alike = [match for match in around if same_scores(match, result, players)]
    return next(iter([*near, *alike]), None)


def same_scores(match: Match, result: Result, players: Sequence[Player]) -> bool:
    """Whether everybody has the same score in both; one who has none is nobody's witness."""
    stored = {seat.player_id: seat.score for seat in match.seats.all()}
    told = dict(zip((player.pk for player in players), (seat.score for seat in result.seats), strict=True))
    return None not in told.values() and stored == told


def _twins(players: Sequence[Player], moves: str) -> list[Match]:
    """The matches in which the same people made just these moves."""
    if not moves:
        return []
    people = {player.pk for player in players}
    told = Match.objects.filter(submissions__verifications__moves=moves, seats__player=players[0])
    return [match for match in _seated(told) if {seat.player_id for seat in match.seats.all()} == people]


def _seated(matches: QuerySet[Match]) -> list[Match]:
    """Each of these matches once, with its seats. Most often there are none, and to learn that costs little."""
    found = set(matches.order_by().values_list("pk", flat=True))
    return list(Match.objects.filter(pk__in=found).prefetch_related("seats")) if found else []


def _create(result: Result, game: Game, players: Sequence[Player], by: User | None, state: Match.State) -> Match:
    match = match_row(result, game, by=by, state=state, now=Now())
    match.save()
    for name in ("silent_since", "settled_at"):
        del match.__dict__[name]  # the database's clock tells them to whoever asks
    named = recorded_for([(player, seat.seen) for player, seat in zip(players, result.seats, strict=True)])
    seats = seat_rows(match, result, players, named)
    Seat.objects.bulk_create(seats)
    cause = Cause.REPORT if result.source == "typed" else Cause.FILE
    version_add(match, seats, author=by, cause=cause, number=1)
    audit(f"match.{state.value}", match, actor=by, source=result.source)
    match_announce(match)
    entered_tell(match, by)
    return match


def match_row(result: Result, game: Game, *, by: User | None, state: Match.State, now: Now | datetime) -> Match:
    """A new match as a result tells it, not saved; `now` is the present instant, or the database's."""
    silent = result.source == "record" and waits_in_silence(state, result.ending)
    return Match(
        game=game,
        state=state,
        platform=result.platform if result.table_id else "",
        table_id=result.table_id,
        ended_at=result.ended_at,
        ended_source=result.source if result.ended_at else "",
        ending=result.ending,
        training=result.training,
        submitted_by=by,
        silent_since=now if silent else None,
        settled_at=now if state in COUNTABLE else None,
    )


def seat_rows(match: Match, result: Result, players: Sequence[Player], named: Sequence[int]) -> list[Seat]:
    """The seats of a new match, not saved; `named` are the numbers of the players whose names the result bears."""
    return [
        Seat(
            match=match,
            number=number,
            player=player,
            recorded_for_id=bearer,
            place=seat.place,
            score=seat.score,
            flag=seat.flag,
        )
        for number, (player, bearer, seat) in enumerate(zip(players, named, result.seats, strict=True))
    ]


def game_for(key: str) -> Game:
    """The game's row; made at its first match, with the numbers of players that its engine knows."""
    facts: dict[str, str | int] = {"name": key.replace("_", " ").title()}
    if engine := ENGINES.get(key):
        fewest, most = engine.seats
        facts |= {"seats_min": max(2, fewest), "seats_max": most}
    game, _is_new = Game.objects.get_or_create(key=key, defaults=facts)
    return game
