"""Many matches at once, from somebody who has looked which of them are here already."""

from collections.abc import Iterable, Sequence

import msgspec
from django.utils import timezone

from games.models import Game, Match, Player, ResultVersion, Seat, User
from games.services.audit import audit_created
from games.services.locks import recording
from games.services.results import Result, match_row, seat_rows
from games.services.versions import Cause, seats_told

BATCH = 1_000


class Brought(msgspec.Struct, frozen=True):
    """A result with the game and the people it names, by seat; `recorded_for` are those whose names it bears."""

    result: Result
    game: Game
    players: Sequence[Player]
    recorded_for: Sequence[int]


def matches_create(
    brought: Iterable[Brought], *, by: User | None, state: Match.State, source: int | None = None
) -> list[Match]:
    """Write these matches with seats and history. `source` is the import that the history names, if any.

    Nobody is told of each: whoever calls this tells those above about all of them. Call it in a transaction.
    """
    recording()
    brought = list(brought)
    now = timezone.now()
    rows = [match_row(each.result, each.game, by=by, state=state, now=now) for each in brought]
    matches = Match.objects.bulk_create(rows, batch_size=BATCH)
    seats = [
        seat_rows(match, each.result, each.players, each.recorded_for)
        for match, each in zip(matches, brought, strict=True)
    ]
    Seat.objects.bulk_create((seat for table in seats for seat in table), batch_size=BATCH)
    ResultVersion.objects.bulk_create(
        (
            ResultVersion(
                match=match,
                number=1,
                author=by,
                cause=Cause.REPORT,
                ending=match.ending,
                ended_at=match.ended_at,
                seats=seats_told(table),
            )
            for match, table in zip(matches, seats, strict=True)
        ),
        batch_size=BATCH,
    )
    facts = {} if source is None else {"import": source}
    audit_created(f"match.{state.value}", matches, actor=by, source="import", **facts)
    return matches
