"""The life of a match: submitted, confirmed, verified, disputed, void, restored.

Every act carries the version that the person saw. Whether a person holds a role is asked above (`ladder.services`),
which passes `official`; what holds for everybody is asked here.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from games import limits
from games.engine.text import clean_name
from games.models import Game, Match, Player, User
from games.models.player import fold
from games.services.changes import match_change
from games.services.errors import AlreadyHere, Conflict, InvalidResult, NotAllowed
from games.services.players import Seen, player_provisional
from games.services.results import PlayerTwice, Result, SeatResult, match_find_or_create
from games.services.retry import atomic_retried

State = Match.State


class TypedSeat(msgspec.Struct, frozen=True):
    """One line of a result typed by hand: a player who was chosen, or else a name that makes a provisional one."""

    place: int | None
    player: Player | None = None
    name: str = ""
    score: int | None = None
    flag: str = "played"


@atomic_retried
def match_create_typed(
    *, game: Game, ended_at: datetime, seats: Sequence[TypedSeat], by: User, ending: str = "normal"
) -> Match:
    """Record a result typed by hand, as `submitted`.

    Raises `InvalidResult`, and `AlreadyHere` with the match where the same result is recorded.
    """
    check_typed(game, ended_at, seats)
    players = [seat.player or player_provisional(clean_name(seat.name), at=ended_at) for seat in seats]
    result = Result(
        game=game.key,
        seats=tuple(
            SeatResult(Seen(clean_name(seat.name) or player.name), seat.place, seat.score, seat.flag)
            for player, seat in zip(players, seats, strict=True)
        ),
        ended_at=ended_at,
        source="typed",
        ending=ending,
    )
    try:
        found = match_find_or_create(result, by=by, players=players, game=game)
    except PlayerTwice as twice:
        raise InvalidResult("player_twice", name=twice.player.name) from twice
    if not found.is_new:
        raise AlreadyHere(found.match)
    return found.match


def check_typed(game: Game, ended_at: datetime, seats: Sequence[TypedSeat]) -> None:
    """Raise `InvalidResult` for a typed result that cannot be."""
    if not game.seats_min <= len(seats) <= game.seats_max:
        raise InvalidResult("seats", found=len(seats), fewest=game.seats_min, most=game.seats_max)
    if ended_at > datetime.now(UTC) + timedelta(minutes=5):
        raise InvalidResult("in_the_future")
    names = set()
    for seat in seats:
        if seat.player is None:
            name = clean_name(seat.name)
            if not name:
                raise InvalidResult("name_missing")
            if len(seat.name) > limits.NAME_LENGTH:
                raise InvalidResult("name_too_long", most=limits.NAME_LENGTH)
            if fold(name) in names:
                raise InvalidResult("player_twice", name=name)
            names.add(fold(name))
    places = sorted(seat.place for seat in seats if seat.place is not None)
    absent = sum(seat.place is None and seat.flag == "no_show" for seat in seats)
    if len(places) + absent != len(seats) or places != [1 + sum(b < a for b in places) for a in places]:
        raise InvalidResult("places", found=places)


def match_confirm(match: Match, *, version: int, by: User, official: bool = False, **facts: Any) -> Match:
    """Believe the result: another player of the table than the one who reported it, or an official, also in a dispute.

    Raises `NotAllowed` or `Conflict`.
    """

    def check(now: Match) -> None:
        _check_state(now, State.SUBMITTED, *([State.DISPUTED] if official else []))
        if not official:
            _check_at_the_table(now, by)
            if now.submitted_by_id == by.pk:
                raise NotAllowed("own_report")

    if official:
        facts["official"] = True
    return _act(match, "match.confirmed", check, version=version, by=by, state=State.CONFIRMED, facts=facts)


def match_dispute(match: Match, *, version: int, by: User, reason: str, official: bool = False, **facts: Any) -> Match:
    """Object to the result, with grounds: it does not count until somebody decides. Raises as `match_confirm`."""

    def check(now: Match) -> None:
        _check_reason(reason)
        _check_state(now, State.SUBMITTED, State.CONFIRMED, State.VERIFIED)
        if not official:
            _check_at_the_table(now, by)

    if official:
        facts["official"] = True
    return _act(
        match, "match.disputed", check, version=version, by=by, reason=reason, state=State.DISPUTED, facts=facts
    )


def match_void(match: Match, *, version: int, by: User, reason: str, **facts: Any) -> Match:
    """Strike the match out, with a reason; it is kept and can be restored. For officials."""

    def check(now: Match) -> None:
        _check_reason(reason)
        _check_state(now, State.SUBMITTED, State.CONFIRMED, State.VERIFIED, State.DISPUTED)

    return _act(match, "match.voided", check, version=version, by=by, reason=reason, state=State.VOID, facts=facts)


def match_restore(match: Match, *, version: int, by: User, **facts: Any) -> Match:
    """Undo a void: the match is again what it was. For officials."""
    return _act(
        match,
        "match.restored",
        lambda now: _check_state(now, State.VOID),
        version=version,
        by=by,
        state=None,
        facts=facts,
    )


@atomic_retried
def _act(
    match: Match,
    act: str,
    check: Callable[[Match], None],
    *,
    version: int,
    by: User,
    state: State | None,
    facts: dict[str, Any],
    reason: str = "",
) -> Match:
    now = Match.objects.select_for_update().get(pk=match.pk)
    if now.version != version:
        raise Conflict(now)
    check(now)
    return match_change(now, act, state=state, actor=by, reason=reason, **facts)


def _check_state(match: Match, *allowed: str) -> None:
    if match.state not in allowed:
        raise NotAllowed("state", state=match.state)


def _check_at_the_table(match: Match, by: User) -> None:
    if not match.seats.filter(player__user=by).exists():
        raise NotAllowed("not_at_the_table")


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise InvalidResult("reason_missing")
    if len(reason) > limits.REASON_LENGTH:
        raise InvalidResult("reason_too_long", most=limits.REASON_LENGTH)
