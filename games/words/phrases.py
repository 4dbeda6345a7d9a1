"""How an event becomes a sentence: its template, filled with what the event names, each thing by its name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.glossary import said

Text = str | Promise
UNSEEN = "?"


@dataclass(frozen=True)
class Scene:
    """Where something is said: the game, the names by seat, and what was noted of the position before the event."""

    game: str
    names: Sequence[str]
    noted: str | None = None

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.names[seat] if 0 <= seat < len(self.names) else _("player %(n)s") % {"n": seat + 1}


Words = Mapping[str, Text | Callable[[Any, Scene], str]]
"""By the kind of an event: a template that its parameters fill in, or a function of the event and its scene."""


def phrase(kind: str, event: Any, words: Words, scene: Scene) -> str:
    """One event in words; a kind without words is a fault of ours (`KeyError`)."""
    text = words[kind]
    return text(event, scene) if callable(text) else str(text) % values(event, scene)


def values(event: Any, scene: Scene) -> dict[str, str]:
    """The parameters of an event in words, by their names."""
    return {name: in_words(getattr(event, name), scene.game) for name in event.__struct_fields__}


def in_words(value: Any, game: str) -> str:
    """A piece by its name, several joined, essences and resources with their numbers, a cell by its coordinates."""
    if value == UNSEEN:
        return _("an unknown piece")
    if value is None or value is msgspec.UNSET:
        return _("nothing")
    if isinstance(value, tuple | list):
        return joined(value, game)
    if isinstance(value, msgspec.Struct):
        value = msgspec.to_builtins(value)
    if isinstance(value, dict):
        return ", ".join(f"{_count(many, game)} {in_words(each, game)}" for each, many in value.items()) or _("nothing")
    return said(game, value)


def _count(many: Any, game: str) -> str:
    return str(many) if isinstance(many, int) else in_words(many, game)


def joined(pieces: Sequence[Any], game: str) -> str:
    """Several pieces; those that nobody knows are counted."""
    unknown = sum(piece == UNSEEN for piece in pieces)
    known = [in_words(piece, game) for piece in pieces if piece != UNSEEN]
    if unknown:
        known.append(_("unknown: %(n)s") % {"n": unknown})
    return ", ".join(known) or _("nothing")


def cell(space: Any) -> str:
    """A place: `[q, r]` as coordinates, or its own name."""
    return (
        ", ".join(f"{number}".replace("-", "−") for number in space) if isinstance(space, tuple | list) else str(space)
    )
