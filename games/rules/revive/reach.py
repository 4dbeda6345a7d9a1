"""Distances on the map (rules.md 6): spaces strictly between an origin and a target, found as far as they are asked for."""

from collections import deque
from dataclasses import dataclass, field

from games.rules.revive.sets import Space


@dataclass(slots=True)
class Reach:
    """A search that begins at `origins` and goes on where it stopped.

    Spaces of terrain `impassable` can be reached, not crossed; those of terrain `free` are not counted.
    """

    terrain: dict[Space, str]
    adjacent: dict[Space, tuple[Space, ...]]
    origins: tuple[Space, ...]
    impassable: frozenset[str]
    free: frozenset[str]
    found: dict[Space, int] = field(default_factory=dict)
    settled: set[Space] = field(default_factory=set)
    queue: deque[Space] = field(default_factory=deque)

    def __post_init__(self) -> None:
        for origin in self.origins:
            for space in self.adjacent[origin]:
                if space not in self.found:
                    self.found[space] = 0
                    self.queue.append(space)

    def distance(self, target: Space) -> int | None:
        """Counted spaces on the best path to `target`; None where there is no path."""
        found, settled, queue, terrain, free = self.found, self.settled, self.queue, self.terrain, self.free
        if target in settled:
            return found[target]
        while queue:
            space = queue.popleft()
            if space in settled:
                continue
            settled.add(space)
            kind = terrain[space]
            if kind not in self.impassable:
                step = 0 if kind in free else 1
                distance = found[space] + step
                for onward in self.adjacent[space]:
                    if onward not in settled and found.get(onward, distance + 1) > distance:
                        found[onward] = distance
                        if step:
                            queue.append(onward)
                        else:
                            queue.appendleft(onward)
            if space == target:
                return found[space]
        return None
