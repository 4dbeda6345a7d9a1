"""Months of which only totals are known."""

from collections.abc import Iterable
from fractions import Fraction

from games.models import Player
from games.selectors.players import formerly, merged_now
from ladder.models import ImportedTotal, Season


def totals_of(season: Season) -> list[ImportedTotal]:
    """The totals of a month, best first, each by who its player is today, with its exact points as `exact`.

    Empty where matches are known.
    """
    if season.pk is None:
        return []
    totals = list(season.totals.select_related("player").order_by("rank", "-value", "pk"))
    moved = merged_now({total.player_id: total.player.merged_into_id for total in totals})
    staying = Player.objects.in_bulk(set(moved.values())) if moved else {}
    for total in totals:
        total.player = staying.get(moved.get(total.player_id), total.player)
        total.exact = Fraction(total.points)
    return totals


def with_totals_only(seasons: Iterable[Season]) -> set[int]:
    """The numbers of those months that have totals and no matches."""
    return set(ImportedTotal.objects.filter(season__in=list(seasons)).values_list("season", flat=True).distinct())


def totals_of_player(player: Player) -> list[ImportedTotal]:
    """What is known of a player's months of which only totals are, the newest first."""
    theirs = ImportedTotal.objects.filter(player__in=[player, *formerly(player)]).select_related("season__ladder")
    totals = list(theirs.order_by("-season__start", "pk"))
    for total in totals:
        total.exact = Fraction(total.points)
    return totals
