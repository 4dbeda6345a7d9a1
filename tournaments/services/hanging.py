"""What hangs on tables: dates, reports and offers go with them, and come back when that is undone."""

from collections.abc import Iterable

from tournaments.models import NoShow, Pairing, SeatOffer, TableDate, TableDateAnswer
from tournaments.services.work import Work


def hanging_removed(work: Work, pairings: Iterable[Pairing]) -> None:
    """Remove, as part of an act, whatever would go with these tables."""
    pks = [pairing.pk for pairing in pairings]
    for row in TableDateAnswer.objects.filter(date__pairing__in=pks):
        work.remove(row)
    for model in (TableDate, NoShow, SeatOffer):
        for row in model._default_manager.filter(pairing__in=pks):
            work.remove(row)
