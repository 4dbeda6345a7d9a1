"""Who met whom, and who came out ahead."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch

from games.models import Match, Player, Seat

LATELY = timedelta(days=92)
"""How long two people who met are known to each other."""
BELIEVED = (Match.State.CONFIRMED, Match.State.VERIFIED)


@dataclass
class Opponent:
    """One player's record against another: at how many tables, and in how many of them ahead, level or behind."""

    player: Player
    met: int = 0
    ahead: int = 0
    level: int = 0
    behind: int = 0
    last: datetime | None = None

    def note(self, mine: Seat, theirs: Seat, at: datetime | None) -> None:
        self.met += 1
        if at is not None and (self.last is None or at > self.last):
            self.last = at
        if mine.place is None or theirs.place is None:
            return
        self.ahead += mine.place < theirs.place
        self.level += mine.place == theirs.place
        self.behind += mine.place > theirs.place


def opponents(player: Player, most: int = 100) -> list[Opponent]:
    """The players met most often, in believed matches; absent people met nobody."""
    tables: dict[int, list[Seat]] = defaultdict(list)
    mine = Seat.objects.filter(player=player, match__state__in=BELIEVED).exclude(flag=Seat.Flag.NO_SHOW)
    seats = Seat.objects.filter(match__in=mine.values("match")).exclude(flag=Seat.Flag.NO_SHOW)
    for seat in seats.select_related("player", "match"):
        tables[seat.match_id].append(seat)
    found: dict[int, Opponent] = {}
    for table in tables.values():
        [own] = [seat for seat in table if seat.player_id == player.pk]
        for seat in table:
            if seat.player_id != player.pk:
                record = found.setdefault(seat.player_id, Opponent(seat.player))
                record.note(own, seat, seat.match.ended_at)
    return sorted(found.values(), key=lambda record: (-record.met, record.player.name))[:most]


def meetings(one: Player, other: Player, most: int = 200) -> list[tuple[Match, Seat, Seat]]:
    """The believed matches at which both sat, newest first, with the seat of each."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    matches = Match.objects.filter(state__in=BELIEVED, seats__player=one).filter(seats__player=other).distinct()
    found = []
    for match in matches.select_related("game").prefetch_related(seats).order_by("-ended_at", "-pk")[:most]:
        by_player = {seat.player_id: seat for seat in match.seats.all()}
        found.append((match, by_player[one.pk], by_player[other.pk]))
    return found


def record(one: Player, rows: list[tuple[Match, Seat, Seat]], other: Player) -> Opponent:
    """The sums of `meetings`, seen from `one`."""
    total = Opponent(other)
    for match, mine, theirs in rows:
        if Seat.Flag.NO_SHOW not in (mine.flag, theirs.flag):
            total.note(mine, theirs, match.ended_at)
    return total
