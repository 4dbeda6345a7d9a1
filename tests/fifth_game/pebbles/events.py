"""What can happen (step 3)."""

from typing import Annotated

import msgspec

from games.engine.events import Action, Chance

Pebble = Annotated[str, msgspec.Meta(description="Kind of a pebble.", examples=["jade"])]


class RevealPebble(Chance, frozen=True):
    """A pebble comes out of the bag into the row."""

    pebble: Pebble


class TakePebbles(Action, frozen=True):
    """One pebble of the row, or several of one kind."""

    pebbles: Annotated[tuple[Pebble, ...], msgspec.Meta(min_length=1)]


RecordEvent = RevealPebble | TakePebbles
