"""Result versions: what a match's result was at each time. The present one is also in its seats."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Max

from games.models import Match, ResultVersion, Seat, Submission, User

Cause = ResultVersion.Cause


def version_add(
    match: Match,
    seats: Iterable[Seat],
    *,
    author: User | None,
    cause: Cause,
    reason: str = "",
    submission: Submission | None = None,
    number: int | None = None,
) -> ResultVersion:
    """Keep the result that a locked match has now as its next version; `number` where that is known."""
    if number is None:
        number = 1 + (match.results.aggregate(last=Max("number"))["last"] or 0)
    return ResultVersion.objects.create(
        match=match,
        number=number,
        author=author,
        cause=cause,
        reason=reason,
        submission=submission,
        ending=match.ending,
        ended_at=match.ended_at,
        seats=seats_told(seats),
    )


def seats_told(seats: Iterable[Seat]) -> list[dict[str, Any]]:
    """Seats as a version keeps them: players by number, for their names may change."""
    return [
        {"player": seat.recorded_for_id, "place": seat.place, "score": seat.score, "flag": seat.flag}
        for seat in sorted(seats, key=lambda seat: seat.number)
    ]
