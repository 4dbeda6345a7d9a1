"""In which tournaments somebody is, also under names that were merged into his."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from games.models import Player
from games.selectors.players import formerly
from tournaments.models import Entrant, Tournament


@dataclass(frozen=True)
class Touched:
    """A tournament that a merge touches: at how many tables the one who goes sits, and whether both entered it."""

    tournament: Tournament
    tables: int
    both: bool


def entered(player: Player) -> Sequence[Entrant]:
    """Entries of a player that stand, by tournament, newest first."""
    own = [player.pk, *(one.pk for one in formerly(player))]
    rows = Entrant.objects.filter(player__in=own).exclude(state=Entrant.State.WITHDRAWN)
    rows = rows.select_related("tournament__game").annotate(tables=Count("seats", filter=Q(seats__out="")))
    return list(rows.order_by("-tournament__created_at", "-tournament"))


def entrant_of(tournament: Tournament, player: Player) -> Entrant | None:
    """Somebody's entry in a tournament, also one under a name that was merged into his; his own before others."""
    rows = tournament.entrants.filter(player__in=[player.pk, *(one.pk for one in formerly(player))])
    return min(rows, key=lambda row: (row.player_id != player.pk, row.pk), default=None)


def touched(source: Player, target: Player) -> list[Touched]:
    """The tournaments of one who is merged into another. Where both entered, they stay two lines."""
    others = {entrant.tournament_id for entrant in entered(target)}
    return [Touched(one.tournament, one.tables, one.tournament_id in others) for one in entered(source)]
