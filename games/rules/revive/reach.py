"""Distances on the map (rules.md 6): spaces strictly between an origin and a target."""

from dataclasses import dataclass, field

from games.rules.revive.sets import Space


@dataclass(slots=True)
class Reach:
    """Distances from `origins`, kept as they are asked for.

    Spaces of terrain `impassable` can be reached, not crossed; those of terrain `free` are not counted.
    """

    terrain: dict[Space, str]
    adjacent: dict[Space, tuple[Space, ...]]
    origins: frozenset[Space]
    impassable: frozenset[str]
    free: frozenset[str]
    found: dict[Space, int | None] = field(default_factory=dict)

    def distance(self, target: Space) -> int | None:
        """Counted spaces on the best path to `target`; None where there is no path."""
        if target not in self.found:
            self.found[target] = 0 if target in self.origins else self._search(target)
        return self.found[target]

    def _search(self, target: Space) -> int | None:
        """From the target outwards, one counted space further at a time; spaces that are not counted join the same round."""
        terrain, adjacent, origins = self.terrain, self.adjacent, self.origins
        seen = {target}
        ring = [target]
        distance = 0
        while ring:
            onward: list[Space] = []
            for space in ring:
                for near in adjacent[space]:
                    if near in origins:
                        return distance
                    if near not in seen:
                        seen.add(near)
                        kind = terrain[near]
                        if kind not in self.impassable:
                            (ring if kind in self.free else onward).append(near)
            ring = onward
            distance += 1
        return None
