"""What a browser sends from the forms with the seats of a match."""

from typing import Any

from games.models import Match, Seat


def seats_sent(match: Match, **changes: dict[str, Any]) -> dict[str, Any]:
    """The seats as the form shows them; `s0`, `s1` … are changed."""
    seats = list(match.seats.select_related("player").order_by("number"))
    body: dict[str, Any] = {"seat-TOTAL_FORMS": len(seats), "seat-INITIAL_FORMS": len(seats)}
    for number, seat in enumerate(seats):
        for key, value in (line(seat) | changes.get(f"s{number}", {})).items():
            body[f"seat-{number}-{key}"] = value
    return body


def line(seat: Seat) -> dict[str, Any]:
    values = {"player": seat.player.slug, "name": seat.player.name, "place": seat.place, "score": seat.score}
    return {key: "" if value is None else value for key, value in values.items()} | {"flag": seat.flag}


def turned(match: Match) -> dict[str, Any]:
    """The seats with the first two places changed about."""
    one, other, *_ = match.seats.order_by("number")
    return seats_sent(match, s0={"place": other.place}, s1={"place": one.place})


def corrected(match: Match, **fields: Any) -> dict[str, Any]:
    """The rest of the form of a correction."""
    return {"ended": "2026-10-03T14:00", "ending": match.ending, "reason": "Seen on the table.", **fields}
