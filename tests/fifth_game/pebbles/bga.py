"""Logs of a site (step 9): none is known, so each stops at its first notification of the game."""

from collections.abc import Callable
from typing import Any

from games.bga.outline import read_outline
from games.bga.packets import Log
from games.engine.events import Setup
from games.engine.game import Script


def read_bga(log: Log, components: Any, setup: Callable[[int], Setup]) -> Script:
    return read_outline("pebbles", log, setup, {}, lambda problem: problem)
