"""What a log says, as values: decisions, chance and claims, each with its place in the log."""

import re
from typing import Annotated, Any

import msgspec

Seat = Annotated[int, msgspec.Meta(ge=0, description="Place at the table in turn order, from 0.")]
"""A place at the table, 0-based, in turn order."""


def _slug(class_name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=_slug, forbid_unknown_fields=True):
    """Anything that stands in a script. In JSON its `type` is the class name in snake_case."""


class Action(Event, frozen=True, gc=False):
    """A player decided."""

    seat: Seat


class Chance(Event, frozen=True, gc=False):
    """Nobody decided: a draw, a shuffle, a deal. The log says what came; the engine asks whether it could."""


class Claim(Event, frozen=True, gc=False):
    """The log states a fact. It is checked where it stands and changes nothing."""


class LogPosition(msgspec.Struct, frozen=True, gc=False, omit_defaults=False):
    """Where in a log: `event` counts from 0 in the script; the last three are Board Game Arena's own numbers.

    `path` names a decision inside an event that holds several, for example `"actions[2]"`.
    """

    event: int
    path: str = ""
    packet: int | None = None
    move_id: int | None = None
    notification: int | None = None


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of a script. `parts` gives the places of the decisions inside `event`, by their path."""

    event: Event
    at: LogPosition
    parts: dict[str, LogPosition] | None = None


class Setup(msgspec.Struct, frozen=True):
    """What is fixed before the first event: seats, every option resolved, the loaded component set."""

    seats: int
    options: dict[str, Any]
    components: Any
