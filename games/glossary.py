"""Words of the games, in the reader's language: labels of the drawings, and what pieces are called."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.registry import ENGINES

Label = str | Promise

ALHAMBRA: dict[str, Label] = {
    "table": pgettext_lazy("Alhambra", "The whole table"),
    "market": pgettext_lazy("Alhambra", "Market"),
    "money": pgettext_lazy("Alhambra", "Money"),
    "deck": pgettext_lazy("Alhambra", "deck: {n}"),
    "discards": pgettext_lazy("Alhambra", "discards: {n}"),
    "bag": pgettext_lazy("Alhambra", "bag: {n}"),
    "points": pgettext_lazy("Alhambra", "points: {n}"),
    "wall": pgettext_lazy("Alhambra", "longest wall: {n}"),
    "buildings": pgettext_lazy("Alhambra", "buildings: {n}"),
    "cards": pgettext_lazy("Alhambra", "cards: {n}"),
    "unknown": pgettext_lazy("Alhambra", "unknown: {n}"),
    "alhambra": pgettext_lazy("Alhambra", "Alhambra"),
    "reserve": pgettext_lazy("Alhambra", "Reserve"),
    "bought": pgettext_lazy("Alhambra", "Bought"),
    "hand": pgettext_lazy("Alhambra", "Hand"),
    "dirk": pgettext_lazy("Alhambra", "Dirk"),
    "fountain": pgettext_lazy("Alhambra", "fountain"),
    "empty": pgettext_lazy("Alhambra", "empty"),
    "to_move": pgettext_lazy("Alhambra", "to move"),
    "at": pgettext_lazy("Alhambra", "{tile} at {x}, {y}"),
    "in_slot": pgettext_lazy("Alhambra", "{tile}, to be paid in {currency}"),
    "walls": pgettext_lazy("Alhambra", "walls {sides}"),
    "N": pgettext_lazy("Alhambra", "north"),
    "E": pgettext_lazy("Alhambra", "east"),
    "S": pgettext_lazy("Alhambra", "south"),
    "W": pgettext_lazy("Alhambra", "west"),
    "pavilion": pgettext_lazy("Alhambra", "pavilion"),
    "seraglio": pgettext_lazy("Alhambra", "seraglio"),
    "arcades": pgettext_lazy("Alhambra", "arcades"),
    "chambers": pgettext_lazy("Alhambra", "chambers"),
    "garden": pgettext_lazy("Alhambra", "garden"),
    "tower": pgettext_lazy("Alhambra", "tower"),
    "yellow": pgettext_lazy("Alhambra", "yellow"),
    "green": pgettext_lazy("Alhambra", "green"),
    "blue": pgettext_lazy("Alhambra", "blue"),
    "orange": pgettext_lazy("Alhambra", "orange"),
}
LABELS: dict[str, Mapping[str, Label]] = {"alhambra": ALHAMBRA}
"""By game. The English texts are those of the engine's own labels."""


def board_labels(game: str) -> dict[str, str]:
    """Every label of a game's drawing, translated now."""
    return {key: str(text) for key, text in LABELS[game].items()}


def piece(game: str, name: str) -> str:
    """What people call a piece by its id, for example `arcades 9` or `yellow 5`; the id itself if it is not known."""
    words = {"alhambra": alhambra_piece}.get(game)
    return words(name) if words else name


def alhambra_piece(name: str) -> str:
    box = ENGINES["alhambra"].base_components()
    colours = {currency.id: currency.colour for currency in box.catalogue.currencies}
    if name in box.tiles:
        tile = box.tiles[name]
        return f"{ALHAMBRA[box.kinds[tile.kind]]} {tile.price}"
    if name in box.values:
        return f"{ALHAMBRA[colours[box.colours[name]]]} {box.values[name]}"
    return str(ALHAMBRA.get(colours.get(name, name), name))


def said(game: str, value: Any) -> str:
    """A fact of a verdict in words: pieces by name, lists joined, yes and no."""
    if value is None or value == []:
        return _("nothing")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        return ", ".join(said(game, each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{piece(game, key)} {said(game, each)}" for key, each in value.items())
    return piece(game, value) if isinstance(value, str) else str(value)
