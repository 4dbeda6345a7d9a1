"""Results as documents and people state them, and the one match that each belongs to."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from django.db.models import Q, QuerySet

from games.models import Game, Match, Name, Player, Seat, Submission, User
from games.services.audit import audit
from games.services.changes import match_announce
from games.services.locks import recording
from games.services.players import Seen, players_for, players_now, recorded_for

FINGERPRINT_WINDOW = timedelta(minutes=10)
"""How far apart two documents that name no table may put the end of one match."""


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

    @property
    def is_complete(self) -> bool:
        """Whether everybody who played has a place."""
        return len(self.seats) > 1 and all(seat.place is not None or seat.flag == "no_show" for seat in self.seats)


class Found(msgspec.Struct, frozen=True):
    """The match of a result, locked; `players` are those that the result names, by seat."""

    match: Match
    is_new: bool
    players: Sequence[Player]


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
) -> Found:
    """The match of this result; a new one gets `state`. Call it in a transaction.

    Found by the platform's table number; else, among matches without another number, by game, people, end and
    scores, or by equal moves of the same people. `players` and `game` where they are at hand. Raises `PlayerTwice`.
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
    match = _by_fingerprint(result, players, moves)
    if match is not None:
        if result.table_id and not match.table_id:
            match.platform, match.table_id = result.platform, result.table_id
            match.save(update_fields=["platform", "table_id"])
        return Found(match, False, players)
    if game is None or game.key != result.game:
        game = game_for(result.game)
    return Found(_create(result, game, players, by, state), True, players)


def same_result(match: Match, result: Result, players: Sequence[Player]) -> bool:
    """Whether a document tells the match's result: the same people in the same places with the same scores.

    Scores count where both sides have them and nobody conceded: a table record has only nominal ones then.
    """
    stored = {seat.player_id: seat for seat in match.seats.all()}
    told = dict(zip((player.pk for player in players), result.seats, strict=True))
    if stored.keys() != told.keys():
        return False
    nominal = "concession" in (match.ending, result.ending)
    return all(
        told[player].place == seat.place and (nominal or seat.score is None or told[player].score in (None, seat.score))
        for player, seat in stored.items()
    )


def _by_table(result: Result) -> Match | None:
    if not result.table_id:
        return None
    table = Match.objects.filter(platform=result.platform, table_id=result.table_id).order_by()
    return table.select_for_update().first()


def _by_fingerprint(result: Result, players: Sequence[Player], moves: str) -> Match | None:
    """A match of the same people that must be this one although no table number says so."""
    candidates = Match.objects.filter(game__key=result.game, seats__player=players[0]).prefetch_related("seats")
    if result.table_id:
        candidates = candidates.filter(table_id="")
    people = {player.pk for player in players}

    def same_people(match: Match) -> bool:
        return {seat.player_id for seat in match.seats.all()} == people

    known = Q(pk__in=_told_with(moves)) if moves else Q(pk=None)
    if result.ended_at is not None:
        known |= Q(ended_at__range=(result.ended_at - FINGERPRINT_WINDOW, result.ended_at + FINGERPRINT_WINDOW))
    for match in candidates.filter(known):
        same_moves = bool(moves) and _told_with(moves).filter(match=match).exists()
        if same_people(match) and (same_moves or same_result(match, result, players)):
            return Match.objects.select_for_update().get(pk=match.pk)
    return None


def _told_with(moves: str) -> QuerySet[Submission, Any]:
    """The matches of files that tell just these moves."""
    return Submission.objects.filter(verifications__moves=moves).exclude(match=None).order_by().values("match")


def played_before(match: Match, moves: str) -> bool:
    """Whether the same people made just these moves at another table: then one of the two numbers is wrong."""
    if not moves:
        return False
    people = {seat.player_id for seat in match.seats.all()}
    twins = Match.objects.filter(game=match.game, pk__in=_told_with(moves)).exclude(pk=match.pk)
    return any(people == {seat.player_id for seat in twin.seats.all()} for twin in twins.prefetch_related("seats"))


def _create(result: Result, game: Game, players: Sequence[Player], by: User | None, state: Match.State) -> Match:
    match = Match.objects.create(
        game=game,
        state=state,
        platform=result.platform if result.table_id else "",
        table_id=result.table_id,
        ended_at=result.ended_at,
        ended_source=result.source if result.ended_at else "",
        ending=result.ending,
        submitted_by=by,
    )
    named = recorded_for([(player, seat.seen) for player, seat in zip(players, result.seats, strict=True)])
    Seat.objects.bulk_create(
        Seat(
            match=match,
            number=number,
            player=player,
            recorded_for_id=named[number],
            place=seat.place,
            score=seat.score,
            flag=seat.flag,
        )
        for number, (player, seat) in enumerate(zip(players, result.seats, strict=True))
    )
    audit(f"match.{state.value}", match, actor=by, source=result.source)
    match_announce(match)
    return match


def game_for(key: str) -> Game:
    """The game's row; made at its first match."""
    game, _is_new = Game.objects.get_or_create(key=key, defaults={"name": key.replace("_", " ").title()})
    return game
