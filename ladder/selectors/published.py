"""What closed months hold of a match: the revision in which it counts, and what the pending one would make of it."""

from dataclasses import dataclass, field
from fractions import Fraction

from django.db.models import F

from games.models import Match
from ladder.models import ScoreRow, Season


@dataclass
class Published:
    """A match in a closed month. `since` is the revision since which it counts as it does; None: the last has it not.

    `points` by player are those of the last revision. `moves`: the pending revision would change what is published,
    and `stays` says whether the match would count in it.
    """

    season: Season
    since: int | None = None
    points: dict[int, Fraction] = field(default_factory=dict)
    moves: bool = False
    stays: bool = False


def published_of(match: Match) -> dict[int, Published]:
    """What each closed month holds of a match, by the number of the month; in one query.

    A match that counts has a row for each of its players, one that does not has none.
    """
    rows = ScoreRow.objects.filter(match=match, season__revision__gte=1).exclude(until=F("since"))
    rows = rows.exclude(until__lte=F("season__revision")).select_related("season__ladder")
    found: dict[int, Published] = {}
    for row in rows:
        one = found.setdefault(row.season_id, Published(row.season))
        if row.since <= row.season.revision:
            one.since = row.since
            one.points[row.player_id] = Fraction(row.points, row.unit)
            one.moves |= row.until is not None
        else:
            one.moves = True
        one.stays |= row.until is None
    return found
