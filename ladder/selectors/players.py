"""A player's months."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Match, Player
from ladder.models import Ladder, Season
from ladder.selectors.rankings import BELIEVED, reason_against, result_of, rules_of
from ladder.selectors.seasons import SeasonBook
from ladder.standing import Row
from ladder.standing import ranking as rank_results


@dataclass(frozen=True, slots=True)
class MonthRank:
    """How a player stood in a month."""

    season: Season
    row: Row


def month_ranks(player: Player, most: int = 6) -> list[MonthRank]:
    """The player's last months, newest first."""
    ladders = list(Ladder.objects.prefetch_related("games"))
    games = {ladder.pk: {game.pk for game in ladder.games.all()} for ladder in ladders}
    months = SeasonBook(ladders)
    own = Match.objects.filter(seats__player=player, state__in=BELIEVED, ended_at__isnull=False)
    seasons: dict[tuple[int, str], Season] = {}
    for game, ended_at in own.order_by("-ended_at").values_list("game", "ended_at"):
        for ladder in ladders:
            if not games[ladder.pk] or game in games[ladder.pk]:
                season = months.at(ladder, ended_at)
                seasons.setdefault((ladder.pk, season.key), season)
    newest = sorted(seasons.values(), key=lambda season: season.start, reverse=True)[:most]
    matches = _matches(newest)
    ranks = []
    for season in newest:
        taken = [match for match in matches if not games[season.ladder_id] or match.game_id in games[season.ladder_id]]
        if row := _row(player, season, taken):
            ranks.append(MonthRank(season, row))
    return ranks


def _matches(seasons: Sequence[Season]) -> list[Match]:
    """All believed matches of some months, in order of their end."""
    if not seasons:
        return []
    window = (min(season.start for season in seasons), max(season.end for season in seasons))
    matches = Match.objects.filter(state__in=BELIEVED, ended_at__range=window)
    return list(matches.prefetch_related("seats").order_by("ended_at", "pk"))


def _row(player: Player, season: Season, matches: Sequence[Match]) -> Row | None:
    rules = rules_of(season)
    counting = [
        match
        for match in matches
        if season.start <= match.ended_at < season.end and not reason_against(match, season, rules)
    ]
    names = {seat.player_id: "" for match in counting for seat in match.seats.all()}
    rows = rank_results(rules, map(result_of, counting), names)
    return next((row for row in rows if row.player == player.pk), None)
