"""Dirk in a log: his draws, his numbers, and first tiles that the log may keep to itself (bga-log.md 6)."""

from typing import Any

from games.bga.packets import Number, number
from games.engine.events import LogPosition, Seat
from games.rules.alhambra.bga import notifications as wire
from games.rules.alhambra.bga.entries import Entries
from games.rules.alhambra.bga.pieces import Pieces
from games.rules.alhambra.claims import Holdings
from games.rules.alhambra.components import ComponentSet
from games.rules.alhambra.events import DirkTiles, Place
from games.rules.alhambra.state import UNSEEN

IDS: tuple[Number, Number] = (0, "0")
"""His id on the site, in both spellings."""


class Dirk:
    """What is known of him so far.

    `unknown_at` is the entry of first tiles whose kinds are still to be told, -1 if there is none. `stated` are his
    numbers, which come before the notification of the draw that makes them right.
    """

    def __init__(self, entries: Entries, pieces: Pieces, components: ComponentSet) -> None:
        self.entries = entries
        self.pieces = pieces
        self.components = components
        self.unknown_at = -1
        self.stated: tuple[Holdings, LogPosition] | None = None

    def set_up(self, told: tuple[str, ...]) -> int:
        """His first tiles, where no notification named them: those that `gamedatas` tells, or unknown ones.

        Returns how many leave the bag.
        """
        if any(isinstance(entry.event, DirkTiles) for entry in self.entries.list):
            return 0
        if not told:
            self.unknown_at = len(self.entries.list)
        unknown = (UNSEEN,) * self.components.catalogue.two_players.dirk_start_tiles
        self.entries.add(DirkTiles(told or unknown, "setup"))
        if not told and self.stated is not None:
            self._set_kinds(list(self.stated[0].kinds))
        return len(told or unknown)

    def draw(self, buildings: list[wire.Building], reason: Any) -> None:
        """He takes tiles from the bag; where there are none, nothing happens."""
        if buildings:
            self.entries.add(DirkTiles(tuple([self.pieces.tile(building) for building in buildings]), reason))
        if self.stated is not None:
            self.entries.add_at(*self.stated)
            self.stated = None

    def state(self, claim: Holdings) -> None:
        """His numbers: after a gift they are right at once, else after his next draw."""
        if self.entries.list and isinstance(self.entries.list[-1].event, Place):
            self.entries.add(claim)
        else:
            self.stated = (claim, self.entries.here())

    def scored(self, args: wire.ScoringRound, parties: dict[Number, Seat | None]) -> None:
        """A scoring tells how many of each kind he has; those given to him since set-up are no unknown ones."""
        if self.unknown_at < 0:
            return
        counts = [
            sum(number(line.nb) for line in args.buildingdetails.get(kind, ()) if parties[line.player] is None)
            for kind in self.pieces.kinds
        ]
        for entry in self.entries.list:
            if isinstance(entry.event, Place) and entry.event.target == "dirk":
                counts[self.components.tiles[entry.event.tile].kind] -= 1
        self._set_kinds(counts)

    def _set_kinds(self, counts: list[int]) -> None:
        kinds = self.components.kinds
        tiles = tuple(f"{UNSEEN}:{kinds[kind]}" for kind, count in enumerate(counts) for _ in range(min(count, 99)))
        self.entries.replace(self.unknown_at, DirkTiles(tiles, "setup"))
        self.unknown_at = -1
