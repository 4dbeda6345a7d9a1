"""How players stand, and stood."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.models import Match, Player, Seat
from games.selectors.players import formerly
from ladder.models import Ladder, Season
from ladder.selectors.kept import lines_of_player, ranks_kept
from ladder.selectors.rankings import BELIEVED
from ladder.selectors.seasons import SeasonBook, season_at
from ladder.standing import Row
from tournaments.models import TableMatch


@dataclass(frozen=True, slots=True)
class MonthRank:
    """How a player stood in a month."""

    season: Season
    row: Row


@dataclass(frozen=True)
class Wanted:
    """Which results of a player a reader wants: of a game by its key, of `tournament`s or `free` ones."""

    game: str = ""
    kind: str = ""

    @property
    def active(self) -> bool:
        return bool(self.game) or self.kind in ("tournament", "free")

    def among(self, seats: QuerySet[Seat]) -> QuerySet[Seat]:
        if self.game:
            seats = seats.filter(match__game__key=self.game)
        if self.kind in ("tournament", "free"):
            decides = Exists(TableMatch.objects.filter(match=OuterRef("match"), pairing__isnull=False))
            seats = seats.filter(decides if self.kind == "tournament" else ~decides)
        return seats


ALL_RESULTS = Wanted()


def month_ranks(player: Player, matches: Sequence[Match], book: SeasonBook, most: int = 6) -> list[MonthRank]:
    """How the player stands in the last months in which some of his `matches` lie, newest first, as their pages say it."""
    played = [
        book.at(ladder, match.ended_at)
        for match in matches
        for ladder in book.ladders
        if match.ended_at is not None and match.state in BELIEVED and book.takes(ladder, match.game_id)
    ]
    seasons = {(season.ladder_id, season.key): season for season in played}
    newest = sorted(seasons.values(), key=lambda season: season.start, reverse=True)[:most]
    parts = formerly(player) if getattr(player, "has_former", True) else []
    own = [player.pk, *(part.pk for part in parts)]
    lines = lines_of_player([season for season in newest if season.pk is not None], own)
    return [MonthRank(season, lines[season.pk]) for season in newest if season.pk in lines]


def ranks_now() -> tuple[Season | None, dict[int, int]]:
    """The present month of the first league, and the rank of each player in it."""
    ladder = Ladder.objects.order_by("pk").first()
    if ladder is None:
        return None, {}
    season = season_at(ladder, timezone.now())
    return season, ranks_kept(season)
