"""What a merge, or taking one back, would do to the months: computed from the facts, nothing is written."""

from dataclasses import dataclass, field

from django.db.models import QuerySet

from games.models import Match, Merge, Player
from games.selectors.merging import Blocks, blocks, seen_of
from games.selectors.players import formerly
from games.services.merges import seats_after
from games.services.players import player_now
from ladder.models import Season
from ladder.selectors.rankings import Belongs, RankedPlayer, ranking
from ladder.selectors.seasons import SeasonBook
from tournaments.selectors.people import Touched, touched


@dataclass(frozen=True)
class Change:
    """One player's line in a month, before and after; None where he is not in it."""

    player: Player
    before: RankedPlayer | None
    after: RankedPlayer | None


@dataclass(frozen=True)
class MonthEffect:
    """A month that is touched: how many of its matches, and every line that moves, in the order of afterwards."""

    season: Season
    matches: int
    changes: list[Change]


@dataclass(frozen=True)
class Preview:
    """All that somebody should see before he merges, or takes a merge back. `seen` is a token for it."""

    source: Player
    target: Player
    matches: int
    blocks: Blocks
    months: list[MonthEffect]
    seen: str
    tournaments: list[Touched] = field(default_factory=list)

    @property
    def two_entrants(self) -> list[Touched]:
        """Tournaments that both entered."""
        return [one for one in self.tournaments if one.both]


def merge_preview(source: Player, target: Player) -> Preview:
    moved = Match.objects.filter(seats__player=source)
    return Preview(
        source,
        target,
        moved.distinct().count(),
        blocks(source, target),
        month_effects(moved, lambda seat: target if seat.player_id == source.pk else None),
        seen_of(source, target),
        touched(source, target),
    )


def undo_preview(merge: Merge) -> Preview:
    """The same for taking a merge back; `source` is who becomes a player of his own again."""
    source, target = merge.source, player_now(merge.source)
    mine = {source.pk, *(player.pk for player in formerly(source))}
    moved = Match.objects.filter(seats__player=target, seats__recorded_for__in=mine)
    return Preview(
        source,
        target,
        moved.distinct().count(),
        Blocks([], []),
        month_effects(moved, lambda seat: source if seat.recorded_for_id in mine else None),
        seen_of(target),
    )


def late_matches(merge: Merge) -> list[Match]:
    """Matches entered after a merge under the old name, newest first: whose they are is a choice."""
    matches = Match.objects.filter(pk__in=seats_after(merge).values("match"))
    return list(matches.select_related("game").prefetch_related("seats__player").order_by("-ended_at", "-pk"))


def month_effects(matches: QuerySet[Match], belongs: Belongs) -> list[MonthEffect]:
    """What changes in each month in which one of `matches` lies, newest first; a month that stays is there, empty."""
    book = SeasonBook()
    touched: dict[tuple[int, str], tuple[Season, set[int]]] = {}
    for match in matches.filter(ended_at__isnull=False).distinct():
        for ladder in book.ladders:
            if book.takes(ladder, match.game_id):
                season = book.at(ladder, match.ended_at)
                touched.setdefault((ladder.pk, season.key), (season, set()))[1].add(match.pk)
    effects = [MonthEffect(season, len(pks), changes(season, belongs)) for season, pks in touched.values()]
    return sorted(effects, key=lambda effect: (effect.season.start, effect.season.ladder_id), reverse=True)


def changes(season: Season, belongs: Belongs) -> list[Change]:
    """Every line of a month that would not be as it is."""
    before, after = _lines(season), _lines(season, belongs)
    ended = [pk for pk in before if pk not in after]
    return [
        Change((after.get(pk) or before[pk]).player, before.get(pk), after.get(pk))
        for pk in (*after, *ended)
        if _told(before.get(pk)) != _told(after.get(pk))
    ]


def _lines(season: Season, belongs: Belongs | None = None) -> dict[int, RankedPlayer]:
    table = ranking(season, belongs)
    return {line.player.pk: line for line in (*table.ranked, *table.below)}


def _told(line: RankedPlayer | None) -> tuple[object, ...] | None:
    return None if line is None else (line.rank, line.shared, line.points, line.row.played)
