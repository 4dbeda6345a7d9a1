"""Many matches at once, from somebody who has looked which of them are here already."""

from collections.abc import Iterable, Sequence

import msgspec
from django.utils import timezone

from games.models import Game, Match, Player, ResultVersion, Seat, User
from games.services.audit import audit_created
from games.services.changes import COUNTABLE
from games.services.locks import recording
from games.services.results import Result
from games.services.versions import Cause, seats_told

BATCH = 1_000


class Brought(msgspec.Struct, frozen=True):
    """A result with the game and the people it names, by seat; `recorded_for` are those whose names it bears."""

    result: Result
    game: Game
    players: Sequence[Player]
    recorded_for: Sequence[int]


def matches_create(brought: Iterable[Brought], *, by: User | None, state: Match.State, source: int) -> list[Match]:
    """Write these matches with seats and history. `source` is the import that the history names.

    Nobody is told of each: whoever calls this tells those above about all of them. Call it in a transaction.
    """
    recording()
    brought = list(brought)
    matches = Match.objects.bulk_create((_match(each, by, state) for each in brought), batch_size=BATCH)
    seats = [_seats(match, each) for match, each in zip(matches, brought, strict=True)]
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
    audit_created(f"match.{state.value}", matches, actor=by, source="import", **{"import": source})
    return matches


def _seats(match: Match, each: Brought) -> list[Seat]:
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
        for number, (player, bearer, seat) in enumerate(
            zip(each.players, each.recorded_for, each.result.seats, strict=True)
        )
    ]


def _match(each: Brought, by: User | None, state: Match.State) -> Match:
    result = each.result
    return Match(
        game=each.game,
        state=state,
        platform=result.platform if result.table_id else "",
        table_id=result.table_id,
        ended_at=result.ended_at,
        ended_source=result.source if result.ended_at else "",
        ending=result.ending,
        submitted_by=by,
        settled_at=timezone.now() if state in COUNTABLE else None,
    )
