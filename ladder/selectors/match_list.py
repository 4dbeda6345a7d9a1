"""The list of all matches, and what it may be filtered by."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Count, Exists, F, OuterRef, Prefetch, QuerySet

from games.models import Game, Match, Name, Seat
from games.models.player import fold
from ladder.models import Ladder
from ladder.selectors.seasons import season_get

LONGEST_TEXT = 64


@dataclass
class MatchFilter:
    """What the reader asks for, as it stands in the address. `unknown` are those that mean nothing here."""

    state: str = ""
    game: str = ""
    league: str = ""
    month: str = ""
    size: int = 0
    text: str = ""
    ladder: Ladder | None = None
    unknown: list[tuple[str, str]] = field(default_factory=list)

    @property
    def is_set(self) -> bool:
        return any((self.state, self.game, self.league, self.month, self.size, self.text))


def filter_read(query: Mapping[str, str]) -> MatchFilter:
    """The filter of an address; what it does not know it names and leaves out."""
    asked = MatchFilter(text=query.get("text", "").strip()[:LONGEST_TEXT])
    given = {key: query.get(key, "").strip()[:LONGEST_TEXT] for key in ("state", "game", "league", "month", "size")}
    given = {key: value for key, value in given.items() if value}
    if given.get("state") in Match.State.values:
        asked.state = given.pop("state")
    if "game" in given and Game.objects.filter(key=given["game"]).exists():
        asked.game = given.pop("game")
    if "league" in given and (ladder := Ladder.objects.filter(slug=given["league"]).first()):
        asked.ladder, asked.league = ladder, given.pop("league")
    first = asked.ladder or Ladder.objects.order_by("pk").first()
    if "month" in given and first is not None and season_get(first, given["month"]) is not None:
        asked.month = given.pop("month")
    size = given.get("size", "")
    if size.isascii() and size.isdigit() and 2 <= int(size) <= 20:
        asked.size = int(given.pop("size"))
    asked.unknown = list(given.items())
    return asked


def matches_list(asked: MatchFilter) -> QuerySet[Match]:
    """The matches that fit, latest end first, with game, seats and players.

    A month is that of the league asked for, or else of the first one: it is cut by that league's clocks.
    """
    matches = Match.objects.all()
    if asked.state:
        matches = matches.filter(state=asked.state)
    if asked.game:
        matches = matches.filter(game__key=asked.game)
    if asked.ladder is not None and asked.ladder.games.exists():
        matches = matches.filter(game__in=asked.ladder.games.all())
    if asked.month:
        ladder = asked.ladder or Ladder.objects.order_by("pk").first()
        season = season_get(ladder, asked.month) if ladder else None
        if season is not None:
            matches = matches.filter(ended_at__gte=season.start, ended_at__lt=season.end)
    if asked.size:
        matches = matches.annotate(size=Count("seats")).filter(size=asked.size)
    if folded := fold(asked.text):
        named = Name.objects.filter(player=OuterRef("player"), folded__contains=folded)
        matches = matches.filter(Exists(Seat.objects.filter(Exists(named), match=OuterRef("pk"))))
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by(F("place").asc(nulls_last=True), "number"))
    return matches.select_related("game").prefetch_related(seats).order_by(F("ended_at").desc(nulls_first=True), "-pk")
