"""The months of a league behind one another: winners, records, the year, and ranks over time."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from django.db.models import Count, F, Q

from games.models import Player
from games.selectors.players import merged_now
from ladder.models import Ladder, LadderRules, RankingRow, Season, SeasonMatch, SeasonRevision
from ladder.scoring.rules import Best
from ladder.selectors.imports import with_totals_only
from ladder.selectors.rankings import rules_of
from ladder.selectors.seasons import month_beside, season_unopened


@dataclass
class Month:
    """One month of the archive; `winners` of a closed one, more than one where the first place is shared, with what
    they won it by."""

    season: Season
    matches: int = 0
    players: int = 0
    winners: list[Player] = field(default_factory=list)
    points: Fraction = Fraction(0)
    only_totals: bool = False


@dataclass(frozen=True)
class Record:
    """Something that nobody has surpassed: by whom, when, how much."""

    player: Player
    value: Fraction
    season: Season
    """The month, or the last one of a run."""


def last_rows(ladder: Ladder):
    """The lines of each month as published last, or live."""
    return RankingRow.objects.filter(season__ladder=ladder, revision=F("season__revision"))


def of_today(rows: Iterable[RankingRow]) -> list[RankingRow]:
    """These lines, read with their players, as theirs whom the players are today: a month that was published before a
    merge holds whoever was merged since."""
    lines = list(rows)
    moved = merged_now({row.player_id: row.player.merged_into_id for row in lines})
    staying = Player.objects.in_bulk(set(moved.values())) if moved else {}
    for row in lines:
        if row.player_id in moved:
            row.player = staying[moved[row.player_id]]
    return lines


def months_of(ladder: Ladder) -> list[Month]:
    """All months of a league, the newest first, with those between in which nothing was played."""
    seasons = list(Season.objects.filter(ladder=ladder).select_related("rules").order_by("-start"))
    months = {season.pk: Month(season) for season in seasons}
    for season in seasons:
        season.ladder = ladder
    for row in last_rows(ladder).order_by().values("season").annotate(n=Count("pk")):
        months[row["season"]].players = row["n"]
    live = SeasonMatch.objects.filter(season__ladder=ladder, season__revision=0, reason="", until=None)
    for row in live.order_by().values("season").annotate(n=Count("pk")):
        months[row["season"]].matches = row["n"]
    revisions = SeasonRevision.objects.filter(season__ladder=ladder, number=F("season__revision"))
    for revision in revisions:
        months[revision.season_id].matches = revision.matches
    for pk in with_totals_only(seasons):
        months[pk].only_totals = not months[pk].matches
    for row in of_today(last_rows(ladder).filter(rank=1).select_related("player").order_by("position")):
        month = months[row.season_id]
        month.points = row.points
        month.winners += [row.player] if row.player not in month.winners else []
    together = [*months.values(), *(Month(season) for season in holes(ladder, seasons))]
    return sorted(together, key=lambda month: month.season.start, reverse=True)


def holes(ladder: Ladder, seasons: Sequence[Season]) -> list[Season]:
    """The months between the first of these and the last that nobody opened, of years in which some were."""
    opened = {season.number for season in seasons}
    years = {season.year for season in seasons}
    numbers = range(min(opened), max(opened)) if opened else ()
    months = [divmod(number, 12) for number in numbers if number not in opened and number // 12 in years]
    versions = list(LadderRules.objects.filter(ladder=ladder).order_by("version")) if months else []
    return [season_unopened(ladder, year, month + 1, versions) for year, month in months]


def roll_of_honour(months: Iterable[Month]) -> list[tuple[Player, int]]:
    """Who won how many months; the most first, then by name."""
    won = Counter(player for month in months for player in month.winners)
    return sorted(won.items(), key=lambda one: (-one[1], one[0].name))


def most_points(months: Sequence[Month]) -> Record | None:
    """The most points in a closed month; of equal ones the first."""
    won = [month for month in reversed(months) if month.season.is_closed and month.winners]
    best = max(won, key=lambda month: month.points, default=None)
    return Record(best.winners[0], best.points, best.season) if best else None


def most_matches(ladder: Ladder) -> Record | None:
    """The most matches of one player in a closed month; of equal ones the first."""
    first = last_rows(ladder).filter(season__revision__gt=0).order_by("-played", "season__start")[:1]
    rows = RankingRow.objects.filter(pk__in=list(first.values_list("pk", flat=True)))
    best = of_today(rows.select_related("player", "season"))
    return Record(best[0].player, Fraction(best[0].played), best[0].season) if best else None


def longest_run(months: Sequence[Month]) -> Record | None:
    """The longest run of months at the first place, one after the other; a month that nobody played breaks none."""
    best: Record | None = None
    runs: dict[Player, int] = {}
    for month in reversed([month for month in months if month.season.is_closed and month.players]):
        runs = {player: runs.get(player, 0) + 1 for player in month.winners}
        for player, length in runs.items():
            if best is None or length > best.value:
                best = Record(player, Fraction(length), month.season)
    return best


# The year


@dataclass
class YearRow:
    """One player's year; `counts` are the months that are in the sum."""

    player: Player
    points: dict[int, Fraction]
    counts: set[int] = field(default_factory=set)
    total: Fraction = Fraction(0)
    rank: int = 0
    shared: bool = False


@dataclass(frozen=True)
class Year:
    """A year's table: its months, and how many of them count for each player (None: all)."""

    months: Sequence[Season]
    best: int | None
    rows: Sequence[YearRow]


def year_of(ladder: Ladder, year: int) -> Year:
    """The sum of the months of a year, or of the best of them, as the rules of its last month say.

    Of two who became one person, and stand in a published month as two, the better line counts.
    """
    seasons = list(Season.objects.filter(ladder=ladder, year=year).select_related("rules").order_by("month"))
    best = annual_best(seasons[-1]) if seasons else None
    ranked = Q(rank__isnull=False) | Q(revision=0, missing=0)
    stored = last_rows(ladder).filter(ranked, season__year=year).select_related("player", "season")
    rows: dict[int, YearRow] = {}
    for row in of_today(stored.order_by("season__month")):
        points = rows.setdefault(row.player_id, YearRow(row.player, {})).points
        points[row.season.month] = max(row.points, points.get(row.season.month, row.points))
    for row in rows.values():
        months = sorted(row.points, key=lambda month: -row.points[month])[:best]
        row.counts, row.total = set(months), sum((row.points[month] for month in months), Fraction(0))
    ordered = sorted(rows.values(), key=lambda row: (-row.total, row.player.name, row.player.pk))
    for _total, level in groupby(ordered, key=lambda row: row.total):
        equals = list(level)
        first = ordered.index(equals[0]) + 1
        for row in equals:
            row.rank, row.shared = first, len(equals) > 1
    return Year(months_between(seasons), best, ordered)


def months_between(seasons: Sequence[Season]) -> list[Season]:
    """The months of a year from the first of these to the last, also those between that nobody opened."""
    opened = {season.month: season for season in seasons}
    first = seasons[0] if seasons else None
    numbers = range(min(opened), max(opened) + 1) if opened else ()
    return [opened.get(month) or month_beside(first, month - first.month) for month in numbers if first is not None]


def annual_best(season: Season) -> int | None:
    annual = rules_of(season).annual
    return annual.n if isinstance(annual, Best) else None


# Ranks over time


def ranks_over_time(ladder: Ladder, players: Iterable[Player]) -> tuple[list[Season], dict[Player, dict[int, int]]]:
    """The closed months, the oldest first, and each player's rank by the number of the month."""
    seasons = list(Season.objects.filter(ladder=ladder, revision__gt=0).order_by("start"))
    ranks: dict[Player, dict[int, int]] = {player: {} for player in players}
    theirs = Q(player__in=list(ranks)) | Q(player__merged_into__isnull=False)
    rows = last_rows(ladder).filter(theirs, season__in=seasons, rank__isnull=False)
    for row in of_today(rows.select_related("player").order_by("-rank")):
        if row.player in ranks:
            ranks[row.player][row.season_id] = row.rank
    return seasons, ranks


def players_ranked(ladder: Ladder) -> list[Player]:
    """Everybody who ever had a rank in a closed month, by name; nobody who was merged into another."""
    rows = last_rows(ladder).filter(season__revision__gt=0, rank__isnull=False)
    found = Player.objects.filter(pk__in=rows.values("player"))
    moved = merged_now(dict(found.filter(merged_into__isnull=False).values_list("pk", "merged_into")))
    known = Q(pk__in=rows.values("player"), merged_into=None)
    return list(Player.objects.filter(known | Q(pk__in=moved.values())).order_by("name", "pk"))
