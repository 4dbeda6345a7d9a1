"""What changed from one revision of a month to the next, and what the pending one would change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import OuterRef, Subquery

from games.models import Match, Player
from ladder.models import PendingRevision, RankingRow, ScoreRow, Season, SeasonMatch, SeasonRevision
from ladder.models.months import held_at
from ladder.selectors.counting import rows_ranked
from ladder.selectors.rankings import rules_of


@dataclass(frozen=True)
class Place:
    """Where a player stands in a ranking; `rank` None below the minimum."""

    rank: int | None
    shared: bool
    points: Fraction
    matches: int


@dataclass(frozen=True)
class Change:
    """One player's line before and after; None where there is none."""

    player: Player
    before: Place | None
    after: Place | None


@dataclass(frozen=True)
class MatchChange:
    """A match that counts otherwise: the points of each player before and after; empty where it does not count."""

    match: Match
    before: Mapping[Player, Fraction]
    after: Mapping[Player, Fraction]


Table = Mapping[int, Place]


def stored(season: Season, number: int) -> dict[int, Place]:
    """The places of a revision by player, in order."""
    rows = RankingRow.objects.filter(season=season, revision=number).order_by("position")
    return {row.player_id: Place(row.rank, row.shared, row.points, row.played) for row in rows}


def coming(season: Season) -> dict[int, Place]:
    """The places that the next revision would have."""
    rows = rows_ranked(season, rules_of(season), season.revision + 1)
    return {row.player: Place(row.rank, row.shared, row.points, row.played) for row in rows}


def changes(before: Table, after: Table) -> list[Change]:
    """The lines whose rank or points differ, in the order of the later table; those that vanish come last."""
    players = Player.objects.in_bulk({*before, *after})
    order = [*after, *(player for player in before if player not in after)]
    return [
        Change(players[player], before.get(player), after.get(player))
        for player in order
        if before.get(player) != after.get(player)
    ]


def revision_changes(season: Season, number: int) -> list[Change]:
    """What a revision changed against the one before it."""
    return changes(stored(season, number - 1), stored(season, number)) if number > 1 else []


def pending_changes(season: Season) -> list[Change]:
    """What the pending revision would change."""
    return changes(stored(season, season.revision), coming(season))


def match_changes(season: Season, before: int, after: int) -> list[MatchChange]:
    """The matches that count otherwise in one revision than in another; the later one may be the pending one."""
    held = [
        {
            row.match_id: row
            for row in SeasonMatch.objects.filter(held_at(number), season=season, reason="").select_related(
                "match__game"
            )
        }
        for number in (before, after)
    ]
    moved = [pk for pk in {**held[0], **held[1]} if _digest(held[0].get(pk)) != _digest(held[1].get(pk))]
    points = [_points(season, number, moved) for number in (before, after)]
    matches = {pk: (held[1].get(pk) or held[0][pk]).match for pk in moved}
    found = [MatchChange(matches[pk], points[0].get(pk, {}), points[1].get(pk, {})) for pk in moved]
    return sorted(found, key=lambda change: (change.match.ended_at is None, change.match.ended_at, change.match.pk))


def _digest(row: SeasonMatch | None) -> str:
    return row.digest if row else ""


def _points(season: Season, number: int, matches: Sequence[int]) -> dict[int, dict[Player, Fraction]]:
    rows = ScoreRow.objects.filter(held_at(number), season=season, match__in=matches).select_related("player")
    found: dict[int, dict[Player, Fraction]] = {}
    for row in rows.order_by("match", "place", "pk"):
        found.setdefault(row.match_id, {})[row.player] = Fraction(row.points, row.unit)
    return found


def revisions_of(season: Season) -> list[SeasonRevision]:
    """The revisions of a month, the latest first; each knows the causes of the one that waits (`waiting`), None of none."""
    waiting = PendingRevision.objects.filter(season=OuterRef("season")).values("causes")
    rows = SeasonRevision.objects.filter(season=season.pk).annotate(waiting=Subquery(waiting))
    return list(rows.select_related("by__player", "rules").order_by("-number"))
