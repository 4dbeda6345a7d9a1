"""An official changes a result: a new version beside the old ones, with the reason."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from games.engine.text import clean_name
from games.models import Match, Seat, Submission, User
from games.services.changes import WITHOUT_RESULT, match_as_seen, match_change
from games.services.errors import InvalidResult, NotAllowed
from games.services.locks import recording
from games.services.matches import check_reason
from games.services.players import player_now, player_provisional
from games.services.retry import atomic_retried
from games.services.statements import TypedSeat, check_end, check_seats
from games.services.told import files_compare
from games.services.versions import Cause, version_add

State = Match.State


@atomic_retried
def match_correct(
    match: Match,
    *,
    version: int,
    by: User,
    seats: Sequence[TypedSeat],
    ending: str,
    ended_at: datetime | None,
    reason: str,
    submission: Submission | None = None,
    **facts: Any,
) -> Match:
    """Give a match another result, as an official. What was in doubt is settled by it.

    `seats` name players or new ones, in their order; somebody else at a seat is a person put right. `submission` is the
    file that the result is taken from. A match is verified afterwards where a log that agrees tells just this.
    Raises `Conflict`, `InvalidResult` and `NotAllowed`.
    """
    recording()
    match = match_as_seen(match, version)
    check_reason(reason)
    if match.state == State.VOID:
        raise NotAllowed("state", state=match.state)
    seats = _with_players(seats, ended_at)
    _check(match, seats, ending, ended_at)
    was = list(match.seats.select_related("player"))
    now = _seats(match, was, seats)
    if not _differs(match, was, now, ending, ended_at):
        raise InvalidResult("nothing_changed")
    match.seats.all().delete()
    Seat.objects.bulk_create(now)
    fields = {"ending": ending, "ended_at": ended_at, "ended_source": _source(match, ended_at)}
    match.ending, match.ended_at = ending, ended_at
    decided = match.state == State.DISPUTED
    kept = version_add(
        match,
        now,
        author=by,
        cause=Cause.DECISION if decided else Cause.CORRECTION,
        reason=reason,
        submission=submission,
    )
    proved = files_compare(match) and ending not in WITHOUT_RESULT
    return match_change(
        match,
        "match.decided" if decided else "match.corrected",
        actor=by,
        state=State.VERIFIED if proved else State.CONFIRMED,
        reason=reason,
        fields=fields,
        result=kept.number,
        **facts,
    )


def _with_players(seats: Sequence[TypedSeat], ended_at: datetime | None) -> list[TypedSeat]:
    """The seats with players as they are now; a name without one makes a provisional one."""
    known = []
    for seat in seats:
        name = clean_name(seat.name)
        if seat.player is None and name:
            player = player_provisional(name, at=ended_at or datetime.now(UTC))
        else:
            player = player_now(seat.player) if seat.player else None
        known.append(msgspec.structs.replace(seat, player=player))
    return known


def _check(match: Match, seats: Sequence[TypedSeat], ending: str, ended_at: datetime | None) -> None:
    players = [seat.player for seat in seats]
    for index, player in enumerate(players):
        if player is None:
            raise InvalidResult("name_missing")
        if player in players[:index]:
            raise InvalidResult("player_twice", name=player.name)
    if len(seats) != match.seats.count() and not match.game.seats_min <= len(seats) <= match.game.seats_max:
        raise InvalidResult("seats", found=len(seats), fewest=match.game.seats_min, most=match.game.seats_max)
    check_end(ended_at)
    check_seats(seats, ending)


def _seats(match: Match, was: Sequence[Seat], seats: Sequence[TypedSeat]) -> list[Seat]:
    """The new seats. Whoever stays at the table stays recorded as he was, whatever was merged since."""
    recorded = {seat.player_id: seat.recorded_for_id for seat in was}
    return [
        Seat(
            match=match,
            number=number,
            player=seat.player,
            recorded_for_id=recorded.get(seat.player.pk, seat.player.pk),
            place=seat.place,
            score=seat.score,
            flag=seat.flag,
        )
        for number, seat in enumerate(seats)
        if seat.player is not None
    ]


def _differs(match: Match, was: Sequence[Seat], now: Sequence[Seat], ending: str, ended_at: datetime | None) -> bool:
    def plain(seats: Sequence[Seat]) -> list[tuple[Any, ...]]:
        return [(seat.player_id, seat.place, seat.score, seat.flag) for seat in seats]

    return plain(was) != plain(now) or (match.ending, match.ended_at) != (ending, ended_at)


def _source(match: Match, ended_at: datetime | None) -> str:
    """Where the end is known from: an instant that an official changed is typed."""
    if ended_at is None:
        return ""
    return match.ended_source if match.ended_at == ended_at else Match.EndedSource.TYPED
