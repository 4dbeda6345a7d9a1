"""Alhambra's events in words."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from games.glossary import alhambra_piece
from games.words.phrases import Scene, Words, in_words


def _tile(name: str) -> str:
    """A tile; one of which only the kind is known by that."""
    unknown, _colon, kind = name.partition(":")
    return alhambra_piece(kind) if unknown == "?" and kind else in_words(name, "alhambra")


def _at(event: Any) -> dict[str, str]:
    return {"tile": _tile(event.tile), "x": str(event.x).replace("-", "−"), "y": str(event.y).replace("-", "−")}


def _dirk(event: Any, _scene: Scene) -> str:
    return pgettext("Alhambra", "Dirk gets %(tiles)s") % {"tiles": ", ".join(map(_tile, event.tiles))}


def _buy(event: Any, scene: Scene) -> str:
    what = alhambra_piece(scene.noted) if scene.noted else _("space %(n)s of the market") % {"n": event.slot}
    paid = in_words(event.cards, "alhambra")
    return pgettext("Alhambra", "buys %(tile)s for %(cards)s") % {"tile": what, "cards": paid}


def on_slot(state: Any, event: Any) -> str | None:
    """The tile that is bought: the event names its space only."""
    tile = state.market[event.slot - 1]
    return tile.id if tile is not None else None


def _placed(event: Any, _scene: Scene) -> str:
    if event.target == "reserve":
        return pgettext("Alhambra", "puts %(tile)s into the reserve") % {"tile": _tile(event.tile)}
    if event.target == "dirk":
        return pgettext("Alhambra", "gives %(tile)s to Dirk") % {"tile": _tile(event.tile)}
    return pgettext("Alhambra", "places %(tile)s at %(x)s, %(y)s") % _at(event)


ALHAMBRA: Words = {
    "deal": pgettext_lazy("Alhambra", "gets start money: %(cards)s"),
    "start_player": pgettext_lazy("Alhambra", "begins"),
    "dirk_tiles": _dirk,
    "reveal_money": pgettext_lazy("Alhambra", "%(card)s comes up"),
    "reveal_scoring": pgettext_lazy("Alhambra", "The card of scoring %(round)s comes up"),
    "reshuffle": pgettext_lazy("Alhambra", "The discards become the new deck"),
    "reveal_tile": pgettext_lazy("Alhambra", "%(tile)s comes up on space %(slot)s of the market"),
    "take_money": pgettext_lazy("Alhambra", "takes %(cards)s"),
    "buy": _buy,
    "redesign_add": lambda event, _scene: (
        pgettext("Alhambra", "moves %(tile)s from the reserve to %(x)s, %(y)s") % _at(event)
    ),
    "redesign_remove": pgettext_lazy("Alhambra", "moves %(tile)s into the reserve"),
    "redesign_swap": lambda event, _scene: (
        pgettext("Alhambra", "swaps what lies at %(x)s, %(y)s for %(tile)s") % _at(event)
    ),
    "pass": pgettext_lazy("Alhambra", "passes"),
    "place": _placed,
    "place_leftover": _placed,
    "taken_back": pgettext_lazy("Alhambra", "takes this back"),
    "stand_in": pgettext_lazy("Alhambra", "is replaced by the site from here on"),
}
