"""Months of leagues. One that nobody opened yet is shown as the calendar and the present rules have it."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime

from django.db.models import Exists, F, OuterRef
from django.utils.functional import cached_property

from ladder.models import Ladder, LadderRules, MatchRuling, PendingRevision, Season
from ladder.models.ladder import around, season_fields

KEY = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")
YEARS = range(2000, 9999)
"""Years that have months here; the last one that a clock knows has none, for its December would end after it."""


def season_get(ladder: Ladder, key: str) -> Season | None:
    """The month `2026-10` of a league; unsaved if nobody opened it, None for what is no month."""
    parts = KEY.fullmatch(key)
    return _season(ladder, int(parts[1]), int(parts[2])) if parts and int(parts[1]) in YEARS else None


def season_opened(slug: str, key: str) -> Season | None:
    """The month `2026-10` of a league by its address, with league and rules, if it was opened."""
    parts = KEY.fullmatch(key)
    if parts is None:
        return None
    year, month = int(parts[1]), int(parts[2])
    found = Season.objects.select_related("ladder", "rules").filter(around(year, month), ladder__slug=slug)
    return _chosen(found, year, month)


def season_at(ladder: Ladder, instant: datetime) -> Season:
    """The month in which an instant lies, by the league's clocks."""
    local = instant.astimezone(ladder.zone)
    return _season(ladder, local.year, local.month)


def season_of_home(instant: datetime) -> Season | None:
    """The month of the first league in which an instant lies, league and month asked at once; None without a league."""
    day = instant.astimezone(UTC)
    near = Season.objects.filter(around(day.year, day.month, reach=2), ladder=Ladder.objects.order_by("pk")[:1])
    found = list(near.select_related("ladder", "rules"))
    ladder = found[0].ladder if found else Ladder.objects.order_by("pk").first()
    if ladder is None:
        return None
    local = instant.astimezone(ladder.zone)
    number = local.year * 12 + local.month - 1
    season = _chosen([one for one in found if abs(one.number - number) <= 1], local.year, local.month)
    return season or season_at(ladder, instant)


def season_before(season: Season) -> Season:
    year, month = (season.year, season.month - 1) if season.month > 1 else (season.year - 1, 12)
    return _season(season.ladder, year, month)


def season_after(season: Season) -> Season:
    year, month = (season.year, season.month + 1) if season.month < 12 else (season.year + 1, 1)
    return _season(season.ladder, year, month)


def _season(ladder: Ladder, year: int, month: int) -> Season:
    found = list(Season.objects.select_related("rules").filter(around(year, month), ladder=ladder))
    for one in found:
        one.ladder = ladder
    season = _chosen(found, year, month)
    if season is None:
        season = Season(ladder=ladder, rules=rules_for(ladder, year, month), **season_fields(ladder, year, month))
        season.beside = {one.number - season.number: one for one in found}
    return season


def _chosen(found: Iterable[Season], year: int, month: int) -> Season | None:
    """Of a month and its neighbours the month itself, which knows them."""
    seasons = {season.number: season for season in found}
    season = seasons.pop(year * 12 + month - 1, None)
    if season is not None:
        season.beside = {number - season.number: other for number, other in seasons.items()}
    return season


def month_beside(season: Season, step: int) -> Season:
    """The month before (-1) or after (1); one that nobody opened as the calendar has it, without rules."""
    year, month = divmod(season.number + step, 12)
    ladder = season.ladder
    return season.beside.get(step) or Season(ladder=ladder, **season_fields(ladder, year, month + 1))


def rules_for(ladder: Ladder, year: int, month: int) -> LadderRules:
    """The version under which a month of a league would open now."""
    return LadderRules.objects.filter(ladder=ladder, since__lte=f"{year:04}-{month:02}").latest("version")


def season_unopened(ladder: Ladder, year: int, month: int, versions: Iterable[LadderRules]) -> Season:
    """A month that nobody opened; `versions` are those of the league's rules, the later ones last."""
    fitting = [rules for rules in versions if rules.since <= f"{year:04}-{month:02}"]
    return Season(ladder=ladder, rules=fitting[-1], **season_fields(ladder, year, month))


class SeasonBook:
    """All leagues with their games and months, read once, for when many instants are looked up."""

    def __init__(self) -> None:
        by_pk: dict[int, Ladder] = {}
        self._games: dict[int, set[int]] = {}
        # A row for each game of a league, or one without a game.
        for ladder in Ladder.objects.annotate(game_number=F("games")).order_by("pk", "game_number"):
            by_pk.setdefault(ladder.pk, ladder)
            self._games.setdefault(ladder.pk, set()).update({ladder.game_number} - {None})
        self.ladders = list(by_pk.values())
        self._seasons = {}
        of_season = {"season": OuterRef("pk")}
        decided = Exists(MatchRuling.objects.filter(**of_season)) | Exists(PendingRevision.objects.filter(**of_season))
        for season in Season.objects.select_related("rules").annotate(decided=decided):
            season.ladder = by_pk[season.ladder_id]
            self._seasons[season.ladder_id, season.year, season.month] = season

    @property
    def zone(self) -> str:
        """As `default_zone`."""
        return self.ladders[0].time_zone if self.ladders else "UTC"

    def takes(self, ladder: Ladder, game: int) -> bool:
        """Whether a league takes a game, by its number."""
        return not self._games[ladder.pk] or game in self._games[ladder.pk]

    def decided(self, season: Season) -> bool:
        """Whether managers had, or have, a word on matches of a month; else it gives just what its matches say."""
        return getattr(season, "decided", False)

    def at(self, ladder: Ladder, instant: datetime) -> Season:
        """As `season_at`."""
        local = instant.astimezone(ladder.zone)
        key = (ladder.pk, local.year, local.month)
        if key not in self._seasons:
            versions = [rules for rules in self._rules if rules.ladder_id == ladder.pk]
            self._seasons[key] = season_unopened(ladder, local.year, local.month, versions)
        season = self._seasons[key]
        if "beside" not in vars(season):
            season.beside = self._beside(season)
        return season

    def _beside(self, season: Season) -> dict[int, Season]:
        """The opened months before and after a month."""
        found = {}
        for step in (-1, 1):
            year, month = divmod(season.number + step, 12)
            other = self._seasons.get((season.ladder_id, year, month + 1))
            if other is not None and other.pk:
                found[step] = other
        return found

    @cached_property
    def _rules(self) -> list[LadderRules]:
        """Every version of every league, the later ones last."""
        return list(LadderRules.objects.order_by("version"))


def default_zone() -> str:
    """The zone for pages that belong to no league: that of the first one."""
    return Ladder.objects.values_list("time_zone", flat=True).order_by("pk").first() or "UTC"
