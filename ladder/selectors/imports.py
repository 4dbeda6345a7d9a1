"""Months of which only totals are known."""

from collections.abc import Iterable
from fractions import Fraction

from ladder.models import ImportedTotal, Season


def totals_of(season: Season) -> list[ImportedTotal]:
    """The totals of a month, best first; each knows its exact points as `exact`. Empty where matches are known."""
    if season.pk is None:
        return []
    totals = list(season.totals.select_related("player").order_by("rank", "-value", "pk"))
    for total in totals:
        total.exact = Fraction(total.points)
    return totals


def with_totals_only(seasons: Iterable[Season]) -> set[int]:
    """The numbers of those months that have totals and no matches."""
    return set(ImportedTotal.objects.filter(season__in=list(seasons)).values_list("season", flat=True).distinct())
