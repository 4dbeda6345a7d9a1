"""Results as people state them: the first report proposes, an equal one settles, another one makes a dispute.

Once a match is settled only officials change its result (`games.services.corrections`).
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec

from games import limits
from games.engine.text import clean_name, clean_text
from games.models import Game, Match, Player, Seat, User
from games.models.player import fold
from games.services.changes import COUNTABLE, WITHOUT_RESULT, match_as_seen, match_change
from games.services.errors import InvalidResult, MaybeHere, NotAllowed
from games.services.locks import recording
from games.services.match_notices import entered_tell
from games.services.players import Seen, player_provisional, players_now
from games.services.results import (
    FORFEITED,
    Result,
    SeatResult,
    match_find_or_create,
    match_near,
)
from games.services.retry import atomic_retried
from games.services.versions import Cause, seats_told, version_add

State = Match.State
Ending = Match.Ending


class TypedSeat(msgspec.Struct, frozen=True):
    """One line of a result typed by hand: a player who was chosen, or else a name that makes a provisional one."""

    place: int | None
    player: Player | None = None
    name: str = ""
    score: int | None = None
    flag: str = "played"


Outcome = Literal["new", "same", "settled", "disputed", "replaced"]


class Stated(msgspec.Struct, frozen=True):
    """What a report led to: a new match, the same that stands, a match confirmed by it or disputed, or one's own report
    replaced."""

    match: Match
    outcome: Outcome


def ending_of(flags: Sequence[str]) -> str:
    """How a match ended, by the flags of its seats."""
    if "conceded" in flags:
        return Ending.CONCESSION
    return Ending.FORFEIT if FORFEITED & set(flags) else Ending.NORMAL


@atomic_retried
def result_state(
    *,
    game: Game,
    ended_at: datetime,
    seats: Sequence[TypedSeat],
    by: User,
    ending: str = "",
    table_id: str = "",
    about: Literal["", "same", "apart"] = "",
    official: bool = False,
) -> Stated:
    """Record a result typed by hand as `submitted`, or set it against the match that is recorded already.

    `about`: whether it is the `same` as the match of these people at about that time, or one `apart` from it, where the
    person was asked. `ending` follows from the flags if it is not given. Raises `InvalidResult`, `NotAllowed` and `MaybeHere`.
    """
    ending = ending or ending_of([seat.flag for seat in seats])
    check_typed(game, ended_at, seats, ending)
    recording()
    players = players_now([seat.player or player_provisional(clean_name(seat.name), at=ended_at) for seat in seats])
    check_twice(players)
    result = Result(
        game=game.key,
        seats=tuple(
            SeatResult(Seen(clean_name(seat.name) or player.name), seat.place, seat.score, seat.flag)
            for player, seat in zip(players, seats, strict=True)
        ),
        platform="bga" if table_id else "",
        table_id=table_id,
        ended_at=ended_at,
        source="typed",
        ending=ending,
    )
    near = None if about == "apart" or table_id else match_near(result, players)
    if near is not None:
        if about != "same":
            raise MaybeHere(near)
        near = Match.objects.select_for_update(no_key=True).get(pk=near.pk)
        return _state_beside(near, players, seats, ending, by=by, official=official)
    found = match_find_or_create(result, by=by, players=players, game=game)
    if found.is_new:
        return Stated(found.match, "new")
    return _state_beside(found.match, players, seats, ending, by=by, official=official)


@atomic_retried
def match_state(
    match: Match, *, version: int, seats: Sequence[TypedSeat], by: User, official: bool = False, ending: str = ""
) -> Stated:
    """State the result of a match that is recorded, as somebody of its table; `seats` name players.

    Raises `Conflict`, `InvalidResult` and `NotAllowed`.
    """
    recording()
    match = match_as_seen(match, version)
    ending = ending or ending_of([seat.flag for seat in seats])
    check_seats(seats, ending)
    players = players_now([seat.player for seat in seats if seat.player is not None])
    return _state_beside(match, players, seats, ending, by=by, official=official)


def _state_beside(
    match: Match, players: Sequence[Player], seats: Sequence[TypedSeat], ending: str, *, by: User, official: bool
) -> Stated:
    """Set a statement against the result of a locked match."""
    check_people(match, players)
    stored = list(match.seats.select_related("player"))
    at_the_table = any(seat.player.user_id == by.pk for seat in stored)
    if _equal(stored, players, seats):
        if match.state == State.SUBMITTED and at_the_table and match.submitted_by_id != by.pk:
            match_change(match, "match.confirmed", state=State.CONFIRMED, actor=by, stated=True)
            return Stated(match, "settled")
        return Stated(match, "same")
    if not (at_the_table or official or match.submitted_by_id == by.pk):
        raise NotAllowed("not_at_the_table", match=match.slug)
    if match.state in COUNTABLE:
        raise NotAllowed("settled", state=match.state, match=match.slug)
    if match.state == State.VOID:
        raise NotAllowed("state", state=match.state, match=match.slug)
    if match.state == State.SUBMITTED and match.submitted_by_id == by.pk and not match.submissions.exists():
        _replace(match, stored, players, seats, ending, by)
        return Stated(match, "replaced")
    told = seats_told(_seats(match, players, seats))
    match_change(match, "match.stated", state=State.DISPUTED, actor=by, told=told, ending=ending)
    return Stated(match, "disputed")


def _replace(
    match: Match, stored: Sequence[Seat], players: Sequence[Player], seats: Sequence[TypedSeat], ending: str, by: User
) -> None:
    """Put a better report of the same person in place of his first, which nobody has confirmed."""
    by_player = dict(zip((player.pk for player in players), seats, strict=True))
    for seat in stored:
        now = by_player[seat.player_id]
        seat.place, seat.score, seat.flag = now.place, now.score, now.flag
    Seat.objects.bulk_update(stored, ["place", "score", "flag"])
    match.ending = ending
    version_add(match, stored, author=by, cause=Cause.REPORT)
    match_change(match, "match.restated", state=State.SUBMITTED, actor=by, fields={"ending": ending})
    entered_tell(match, by)


def _seats(match: Match, players: Sequence[Player], seats: Sequence[TypedSeat]) -> list[Seat]:
    return [
        Seat(match=match, number=n, recorded_for=player, place=seat.place, score=seat.score, flag=seat.flag)
        for n, (player, seat) in enumerate(zip(players, seats, strict=True))
    ]


def _equal(stored: Sequence[Seat], players: Sequence[Player], seats: Sequence[TypedSeat]) -> bool:
    """Whether two people state the same: places and flags, and scores where both give them."""
    told = dict(zip((player.pk for player in players), seats, strict=True))
    return all(
        (now.place, now.flag) == (seat.place, seat.flag)
        and (None in (now.score, seat.score) or now.score == seat.score)
        for seat in stored
        for now in [told[seat.player_id]]
    )


def check_people(match: Match, players: Sequence[Player]) -> None:
    """Raise `InvalidResult` unless just the people of the table are named, each once."""
    check_twice(players)
    seated = {seat.player_id: seat.player.name for seat in match.seats.select_related("player")}
    extra = [player.name for player in players if player.pk not in seated]
    missing = [name for pk, name in seated.items() if pk not in {player.pk for player in players}]
    if extra or missing:
        raise InvalidResult("people", extra=extra, missing=missing)


def check_twice(players: Sequence[Player]) -> None:
    for index, player in enumerate(players):
        if player in players[:index]:
            raise InvalidResult("player_twice", name=player.name)


def check_typed(game: Game, ended_at: datetime, seats: Sequence[TypedSeat], ending: str = "normal") -> None:
    """Raise `InvalidResult` for a typed result that cannot be."""
    if not game.seats_min <= len(seats) <= game.seats_max:
        raise InvalidResult("seats", found=len(seats), fewest=game.seats_min, most=game.seats_max)
    check_end(ended_at)
    names = set()
    for seat in seats:
        if seat.player is None:
            name = clean_name(seat.name)
            if not name:
                raise InvalidResult("name_missing")
            if len(clean_text(seat.name)) > limits.NAME_LENGTH:
                raise InvalidResult("name_too_long", most=limits.NAME_LENGTH)
            if fold(name) in names:
                raise InvalidResult("player_twice", name=name)
            names.add(fold(name))
    check_seats(seats, ending)


def check_end(ended_at: datetime | None) -> None:
    if ended_at is not None and ended_at > datetime.now(UTC) + timedelta(minutes=5):
        raise InvalidResult("in_the_future")


def check_seats(seats: Sequence[TypedSeat], ending: str) -> None:
    """Places are 1, 2, 3 …, shared ones alike (1, 1, 3); only who did not come has none, or nobody without a result.

    Scores are within `limits.SCORE`. Raises `InvalidResult`.
    """
    places = sorted(seat.place for seat in seats if seat.place is not None)
    absent = sum(seat.place is None and seat.flag == "no_show" for seat in seats)
    if any(abs(seat.score or 0) > limits.SCORE for seat in seats):
        raise InvalidResult("score", most=limits.SCORE)
    if ending in WITHOUT_RESULT and not places:
        return
    if len(places) + absent != len(seats) or places != [1 + sum(b < a for b in places) for a in places]:
        raise InvalidResult("places", found=places)
    if ending in WITHOUT_RESULT:
        raise InvalidResult("places", found=places)
