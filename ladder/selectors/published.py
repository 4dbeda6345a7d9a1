"""What closed months hold of a match: the revision in which it counts, and what the pending one would make of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from django.db.models import F

from games.models import Match
from games.scoring.facts import Score
from games.selectors.players import merged_now
from ladder.models import ScoreRow, Season
from ladder.selectors.counting import SCORE, score_of
from ladder.selectors.rankings import Standing

OF_ROW = ("season", "match", "player", "player__merged_into", "since", "until")


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

    A match that counts has a row for each of its players, one that does not has none. Rows bear the player of their
    time; what they give is told of whom he was merged into since.
    """
    rows = ScoreRow.objects.filter(match=match, season__revision__gte=1).exclude(until=F("since"))
    rows = rows.exclude(until__lte=F("season__revision")).select_related("season__ladder", "player")
    now = merged_now({row.player_id: row.player.merged_into_id for row in rows})
    found: dict[int, Published] = {}
    for row in rows:
        one = found.setdefault(row.season_id, Published(row.season))
        if row.since <= row.season.revision:
            one.since = row.since
            one.points[now.get(row.player_id, row.player_id)] = Fraction(row.points, row.unit)
            one.moves |= row.until is not None
        else:
            one.moves = True
        one.stays |= row.until is None
    return found


def as_published(standings: Mapping[int, list[Standing]]) -> dict[int, list[Standing]]:
    """The same standings, by match, as the rankings show them: a closed month gives what its last revision holds.

    What it does not hold has its reason of now, or `unpublished`: it would count, and waits for a further revision.
    """
    told = [standing.season for each in standings.values() for standing in each]
    closed = {season.pk: season.revision for season in told if season is not None and moved(season)}
    held: dict[tuple[int, int], dict[int, Score]] = {}
    if closed:
        rows = ScoreRow.objects.filter(match__in=list(standings), season__in=list(closed))
        told_of = list(rows.values_list(*OF_ROW, *SCORE))
        now = merged_now({player: into for _season, _match, player, into, *_rest in told_of})
        for season, match, player, _into, since, until, *score in told_of:
            if since <= closed[season] and (until is None or until > closed[season]):
                held.setdefault((season, match), {})[now.get(player, player)] = score_of(score)
    return {match: [_as_published(standing, match, held) for standing in each] for match, each in standings.items()}


def moved(season: Season) -> bool:
    """Whether a closed month may say otherwise by now than it published (`SeasonBook` tells)."""
    return season.is_closed and getattr(season, "decided", True)


def _as_published(standing: Standing, match: int, held: Mapping[tuple[int, int], dict[int, Score]]) -> Standing:
    if standing.season is None or not moved(standing.season):
        return standing
    scores = held.get((standing.season.pk, match), {})
    return replace(standing, reason="" if scores else standing.reason or "unpublished", scores=scores)
