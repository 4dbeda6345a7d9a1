"""Logs for tests, made by play: small, legal, each of its own table."""

import random
from functools import cache

import msgspec

from games.engine.game import Script, SeatInfo, Source
from games.play import self_play
from games.record import write_record
from games.registry import ENGINES

NAMES = "ada bea cleo dora elsa fran"
IDS = {name: 92000000 + number for number, name in enumerate(NAMES.split())}
ENDED = 1_790_000_000
"""21 September 2026, 14:13:20 UTC."""


@cache
def a_script(seed: int = 1, seats: int = 2) -> Script:
    engine = ENGINES["alhambra"]
    return self_play(engine, engine.setup(seats), random.Random(seed), rules="official", bot="greedy")


def a_record(
    table: int | None = 17,
    *,
    seed: int | None = None,
    seats: int = 2,
    names: str = NAMES,
    ended: int = ENDED,
) -> bytes:
    """The record of a legal match; equal arguments give equal bytes, another table is another match.

    Tables that lie less than 40 numbers apart are played differently, unless a `seed` says how, and others by other
    people, for the same moves of the same people are not believed twice.
    """
    group, number = divmod((17 if table is None else table) - 17, 40)
    if seed is None:
        seed = 1 + number
    people = tuple(
        SeatInfo(seat, name, f"bga:92{group % 10**5:05}{seat}")
        for seat, name in zip(range(seats), names.split(), strict=False)
    )
    source = Source("bga", None if table is None else str(table), ended)
    return write_record(msgspec.structs.replace(a_script(seed, seats), seats=people, source=source))
