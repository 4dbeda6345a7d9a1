"""The tables at which somebody still has to play, in all tournaments."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.models import User
from tournaments.models import PairingSeat, Round, Stage, TableDate, Tournament
from tournaments.selectors.board import LaidTable, boards_of

MOST = 100


@dataclass(frozen=True)
class OwnTable:
    """A table with its stage, and the date its people agreed upon."""

    stage: Stage
    table: LaidTable
    date: TableDate | None


def own_tables(user: User) -> list[OwnTable]:
    """Tables where a person sits, or plays in the seat of another, until they are decided or a result is reported.

    Whose seat was taken by a substitute has the table no more. The earliest deadline is first.
    """
    seats = seats_to_play(user).order_by("round__deadline", "pk")
    rows = list(seats.values_list("pairing", "round__stage")[:MOST])
    stages = Stage.objects.filter(pk__in={stage for _table, stage in rows}).select_related("tournament__game")
    return _laid([table for table, _stage in rows if table is not None], list(stages))


def seats_to_play(user: User) -> QuerySet[PairingSeat]:
    """The seats at these tables, some of which may be decided."""
    own = Q(substitute=None) & (Q(entrant__player__user=user) | Q(entrant__player__merged_into__user=user))
    return PairingSeat.objects.filter(
        own | Q(substitute__user=user) | Q(substitute__merged_into__user=user),
        pairing__isnull=False,
        pairing__no_result=False,
        round__deadline__isnull=False,
        round__state__in=[Round.State.PUBLISHED, Round.State.PLAYING],
        round__stage__tournament__state=Tournament.State.RUNNING,
    ).exclude(pairing__best_of=1, pairing__table_matches__isnull=False)


def _laid(pairings: Sequence[int], stages: Sequence[Stage]) -> list[OwnTable]:
    if not pairings:
        return []
    agreed = {date.pairing_id: date for date in TableDate.objects.filter(pairing__in=pairings, agreed_at__isnull=False)}
    found = {
        table.pairing.pk: OwnTable(board.stage, table, agreed.get(table.pairing.pk))
        for board in boards_of(stages)
        for laid in board.published
        for table in laid.tables
        if table.pairing.pk in set(pairings) and not table.is_decided
    }
    return [found[pk] for pk in pairings if pk in found]
