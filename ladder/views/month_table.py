"""The table of a month as its page shows it: rows, the opened panel, the filter."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.models import Game, Match
from games.models.player import fold
from games.outcomes import Outcome, outcome_of
from games.selectors.matches import marks_of
from ladder import explain, formats
from ladder.models import Rating, RatingPool
from ladder.selectors.kept import last_fill, played_fill, played_kinds
from ladder.selectors.month_extras import matches_of_tournaments, pools_shown, ratings_now
from ladder.selectors.rankings import Aside, Played, RankedPlayer, Ranking


@dataclass
class Line:
    """One match in the panel of a row."""

    match: Match
    place: str
    points: Fraction | None
    counts: bool
    reason: str = ""
    outcome: Outcome | None = None


COLUMNS: dict[str, str | Promise] = {
    "share": gettext_lazy("Beaten"),
    "verified": gettext_lazy("Verified"),
    "rating": pgettext_lazy("a number", "Rating"),
}
"""What the reader may see besides: opponents beaten and matches with a log that agrees, in per cent; the rating now."""
ROWS = 50
"""How many lines a page shows: with all that a line says, more would be over 60 kB."""
TOURNAMENT, FREE = "tournament", "free"
KEPT = ("game", "size", "text", "checked", "kind", "cols", "pool", "page")
"""What stays in the address when a panel is opened."""


@dataclass
class TableRow:
    """One row as the table shows it."""

    line: RankedPlayer
    tallest: Fraction
    scheme: str
    why_url: str
    close_url: str
    is_me: bool = False
    dim: bool = False
    why: explain.Why | None = None
    lines: list[Line] = field(default_factory=list)
    columns: Sequence[str] = ()
    rating: Rating | None = None

    @property
    def looks(self) -> str:
        """The classes of the row."""
        rank = self.line.rank
        parts = {"top": rank is not None and rank < 4, "me": self.is_me, "under": rank is None, "dim": self.dim}
        return " ".join(name for name, is_so in parts.items() if is_so)

    @property
    def more(self) -> list[str]:
        """The cells of the columns asked for."""
        return [self.rated if name == "rating" else self.share(name) for name in self.columns]

    def share(self, name: str) -> str:
        share = self.line.row.share if name == "share" else self.line.verified_share
        return f"{formats.points(round(100 * share, 1))} %"

    @property
    def rated(self) -> str:
        """The present rating; with a question mark while it is provisional."""
        if self.rating is None:
            return "–"
        return f"{round(self.rating.value)}?" if self.rating.is_provisional else str(round(self.rating.value))

    @property
    def width(self) -> int:
        return 8 + len(self.columns)

    @property
    def form(self) -> list[tuple[Fraction, bool]]:
        return [(score.points, score.place == 1) for score in self.line.last]

    @property
    def worth(self) -> str:
        return formats.worth(self.scheme, self.line.points, self.line.row.spread)

    @property
    def question(self) -> str:
        name = self.line.player.name
        if self.line.rank is None:
            return _("Why does %(name)s have no rank yet?") % {"name": name}
        return _("Why is %(name)s %(rank)s?") % {"name": name, "rank": formats.ordinal(self.line.rank)}


@dataclass
class Filter:
    """What the reader wants to see; it dims rows and never changes a rank."""

    game: str
    size: int
    text: str
    checked: bool = False
    """Only matches with a log that agrees."""
    kind: str = ""
    """`tournament` or `free`: only such matches."""
    in_tournaments: frozenset[int] = frozenset()
    columns: Sequence[str] = ()
    pools: Sequence[RatingPool] = ()
    """The rating pools to choose from, where the column of ratings is asked for."""
    pool: RatingPool | None = None
    games: Sequence[Game] = ()
    sizes: Sequence[int] = ()
    fits: int = 0

    @property
    def active(self) -> bool:
        return bool(self.game or self.size or self.text or self.checked or self.kind)

    @property
    def offered(self) -> list[tuple[str, str | Promise, bool]]:
        """The columns one may ask for, and whether one has."""
        return [(name, title, name in self.columns) for name, title in COLUMNS.items()]

    @property
    def named_pool(self) -> RatingPool | None:
        """The pool whose ratings are shown, where there are others."""
        return self.pool if len(self.pools) > 1 else None

    @property
    def width(self) -> int:
        return 8 + len(self.columns)

    def admits(self, line: RankedPlayer) -> bool:
        named = fold(self.text) in fold(line.player.name)
        return named and any(
            self.game in ("", played.match.game.key)
            and self.size in (0, played.score.size)
            and (not self.checked or played.match.state == Match.State.VERIFIED)
            and (not self.kind or (played.match.pk in self.in_tournaments) == (self.kind == TOURNAMENT))
            for played in line.played
        )


def page_of(request: HttpRequest, table: Ranking, slug: str) -> Page:
    """The lines that one page shows: those asked for by number, or those around the player asked about."""
    lines = [*table.ranked, *table.below]
    number = request.GET.get("page", "1")
    for index, line in enumerate(lines):
        if line.player.slug == slug:
            number = str(index // ROWS + 1)
    return Paginator(lines, ROWS).get_page(number)


def table_rows(
    request: HttpRequest, table: Ranking, chosen: Filter, asked: str, address: str, lines: Iterable[RankedPlayer]
) -> list[TableRow]:
    """These lines of the ranking as the table shows them; their matches are read as far as it tells of them."""
    everybody, lines = (*table.ranked, *table.below), list(lines)
    last_fill(table, lines)
    if chosen.active or "verified" in chosen.columns:
        played_fill(table, everybody)
    else:
        played_fill(table, [line for line in lines if line.player.slug == asked])
    tallest, names = explain.tallest(table.rules), {line.player.pk: line.player.name for line in everybody}
    query = [(name, value) for name in KEPT for value in request.GET.getlist(name)]
    players = [line.player.pk for line in lines]
    ratings = ratings_now(chosen.pool, players)
    rows = []
    below = {above.player.pk: line for above, line in pairwise(table.ranked)}
    for line in lines:
        slug = line.player.slug
        row = TableRow(
            line,
            tallest,
            table.rules.scheme.name,
            why_url=f"{address}?{urlencode([*query, ('why', slug)])}",
            close_url=f"{address}?{urlencode([*query, ('shut', slug)])}",
            is_me=line.player.user_id is not None and line.player.user_id == request.user.pk,
            dim=chosen.active and not chosen.admits(line),
            columns=chosen.columns,
            rating=ratings.get(line.player.pk),
        )
        if asked == slug:
            row.why = explain.why(line, below.get(line.player.pk), table.rules, names)
            row.lines = panel_lines(line, table)
        rows.append(row)
    chosen.fits = sum(map(chosen.admits, everybody)) if chosen.active else len(everybody)
    return rows


def own_row(request: HttpRequest, table: Ranking) -> str:
    """The address of the reader's own line, to go to it and to keep it as a bookmark; empty if he has none."""
    mine = (line.player for line in (*table.ranked, *table.below) if line.player.user_id is not None)
    return next((player.slug for player in mine if player.user_id == request.user.pk), "")


def panel_lines(line: RankedPlayer, table: Ranking) -> list[Line]:
    """Every match of the row's player in the month: what counts first, then what does not, and why."""
    told: list[Played | Aside] = [*line.played, *line.aside]
    marks = marks_of(item.match for item in told)
    lines = []
    for item in told:
        mark = outcome_of(marks[item.match.pk].outcome) if item.match.pk in marks else None
        if isinstance(item, Aside):
            lines.append(Line(item.match, "–", None, False, str(explain.REASONS[item.reason]), mark))
            continue
        reason = explain.weighed(item.score) if item.counts else explain.uncounted(item, table.rules)
        worth = item.score.points if item.score.played else None
        lines.append(Line(item.match, explain.place(item.score), worth, item.counts, reason, mark))
    return sorted(lines, key=lambda line: (not line.counts, -(line.points or 0), line.match.ended_at))


def filter_from(request: HttpRequest, table: Ranking) -> Filter:
    games, sizes = played_kinds(table)
    size = request.GET.get("size", "")
    columns = tuple(name for name in COLUMNS if name in request.GET.getlist("cols"))
    pools = pools_shown(table.season.ladder) if "rating" in columns else []
    wanted = request.GET.get("pool", "")
    kind = request.GET.get("kind", "") if request.GET.get("kind") in (TOURNAMENT, FREE) else ""
    return Filter(
        game=request.GET.get("game", ""),
        size=int(size) if size.isascii() and size.isdigit() and len(size) < 3 else 0,
        text=request.GET.get("text", "")[:64],
        checked=bool(request.GET.get("checked")),
        kind=kind,
        in_tournaments=matches_of_tournaments(table.season) if kind else frozenset(),
        columns=columns,
        pools=pools,
        pool=next((pool for pool in pools if pool.slug == wanted), pools[0] if pools else None),
        games=games,
        sizes=sizes,
    )
