"""The same work done to many things, by as many processes as there are processors."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Thing = TypeVar("Thing")
Found = TypeVar("Found")


def spread(
    work: Callable[[Thing], Found], things: Sequence[Thing], name: str, tell: Callable[[str], None]
) -> Iterator[Found]:
    """What the work gives, in the order of the things; `tell` hears of each. Few things are not worth a process."""
    workers = min(len(os.sched_getaffinity(0)), len(things))
    if workers < 2 or len(things) <= 2:
        for thing in things:
            tell(f"{name} {thing}")
            yield work(thing)
        return
    with ProcessPoolExecutor(workers) as pool:
        for thing, found in zip(things, pool.map(work, things), strict=True):
            tell(f"{name} {thing}")
            yield found
