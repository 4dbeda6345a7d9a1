"""How players stand, and stood."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.models import Match, Player, Seat
from ladder.models import Ladder, Season
from ladder.selectors.kept import ranks_kept
from ladder.selectors.rankings import BELIEVED, reason_against, result_of, rules_of
from ladder.selectors.seasons import SeasonBook, season_at
from ladder.standing import Row
from ladder.standing import ranking as rank_results
from tournaments.models import TableMatch
from tournaments.selectors.feeding import stage_as


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
    """How the player stood in the last months in which some of his `matches` lie, newest first."""
    played = [
        book.at(ladder, match.ended_at)
        for match in matches
        for ladder in book.ladders
        if match.ended_at is not None and match.state in BELIEVED and book.takes(ladder, match.game_id)
    ]
    seasons = {(season.ladder_id, season.key): season for season in played}
    newest = sorted(seasons.values(), key=lambda season: season.start, reverse=True)[:most]
    everybody = _matches(newest)
    ranks = []
    for season in newest:
        taken = [match for match in everybody if book.takes(season.ladder, match.game_id)]
        if row := _row(player, season, taken):
            ranks.append(MonthRank(season, row))
    return ranks


def ranks_now() -> tuple[Season | None, dict[int, int]]:
    """The present month of the first league, and the rank of each player in it."""
    ladder = Ladder.objects.order_by("pk").first()
    if ladder is None:
        return None, {}
    season = season_at(ladder, timezone.now())
    return season, ranks_kept(season)


def _matches(seasons: Sequence[Season]) -> list[Match]:
    """All believed matches of some months, in order of their end."""
    if not seasons:
        return []
    window = (min(season.start for season in seasons), max(season.end for season in seasons))
    matches = Match.objects.filter(state__in=BELIEVED, ended_at__range=window)
    return list(
        matches.select_related("game")
        .prefetch_related("seats")
        .annotate(as_stage=stage_as())
        .order_by("ended_at", "pk")
    )


def _row(player: Player, season: Season, matches: Sequence[Match]) -> Row | None:
    rules = rules_of(season)
    counting = [
        match
        for match in matches
        if season.start <= match.ended_at < season.end and not reason_against(match, season, rules)
    ]
    names = {seat.player_id: "" for match in counting for seat in match.seats.all()}
    rows = rank_results(rules, [result_of(match, rules) for match in counting], names, season.key)
    return next((row for row in rows if row.player == player.pk), None)
