"""Revive's effects in words: what a chosen option, a reward or a declined decision is about."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.rules.revive import vocabulary
from games.rules.revive.effects import Water
from games.rules.revive.state import Doing, Rewards
from games.words.phrases import Text, in_words

GAME = "revive"

EFFECTS: dict[str, Text] = {
    "gain": pgettext_lazy("Revive", "%(n)s %(res)s"),
    "points": pgettext_lazy("Revive", "points: %(n)s"),
    "end_points": pgettext_lazy("Revive", "points at the end: %(n)s"),
    "devotion": pgettext_lazy("Revive", "devotion: %(n)s"),
    "advance": pgettext_lazy("Revive", "%(n)s on the track %(track)s"),
    "module": pgettext_lazy("Revive", "modules: %(n)s"),
    "tribe": pgettext_lazy("Revive", "the tribe’s star: %(n)s"),
    "energy": pgettext_lazy("Revive", "energy: %(n)s"),
    "recover_energy": pgettext_lazy("Revive", "energy taken back: %(n)s"),
    "crate": pgettext_lazy("Revive", "crates: %(n)s"),
    "artifact": pgettext_lazy("Revive", "artifacts: %(n)s"),
    "recruit": pgettext_lazy("Revive", "a citizen"),
    "rest_card": pgettext_lazy("Revive", "cards to rest: %(n)s"),
    "wake_card": pgettext_lazy("Revive", "cards to wake: %(n)s"),
    "trade": pgettext_lazy("Revive", "%(get)s for %(pay)s"),
    "range": pgettext_lazy("Revive", "range: +%(n)s"),
    "explore_anywhere": pgettext_lazy("Revive", "exploring anywhere"),
    "discount": pgettext_lazy("Revive", "an action for %(n)s less"),
    "extra_action": pgettext_lazy("Revive", "an extra action"),
    "play_extra": pgettext_lazy("Revive", "another card to play"),
    "hibernate_after": pgettext_lazy("Revive", "hibernating afterwards"),
    "passive": pgettext_lazy("Revive", "a lasting ability"),
    "while_in_slot": pgettext_lazy("Revive", "an ability while the card lies there"),
    "per": pgettext_lazy("Revive", "something for each piece counted"),
    "choice": pgettext_lazy("Revive", "a further choice"),
    "cost": pgettext_lazy("Revive", "something for %(pay)s"),
    "flip_half": pgettext_lazy("Revive", "the other half of the card"),
    "any_color": pgettext_lazy("Revive", "any color for the card"),
    "reopen_crate": pgettext_lazy("Revive", "a crate opened again"),
    "top_of_active": pgettext_lazy("Revive", "the top half of an active card"),
    "unlock_side_slot": pgettext_lazy("Revive", "the slot at the side"),
    "switch_ready": pgettext_lazy("Revive", "the switch, free again"),
    "place_marker": pgettext_lazy("Revive", "a marker on the map"),
    "move_population": pgettext_lazy("Revive", "a figure moved"),
    "free_populate": pgettext_lazy("Revive", "a location populated for nothing"),
    "fill_resource": pgettext_lazy("Revive", "a resource filled up"),
    "scyphoz": pgettext_lazy("Revive", "Scyphoz cards: %(draw)s"),
    "discard_for_top": pgettext_lazy("Revive", "a card given up for its top half"),
}
"""What an effect gives, by its tag."""

ASKED: dict[str, Text] = {
    "basic": pgettext_lazy("Revive", "a resource of choice"),
    "advance": pgettext_lazy("Revive", "a step on a track"),
    "module": pgettext_lazy("Revive", "a module"),
    "machine": pgettext_lazy("Revive", "a machine"),
    "artifact": pgettext_lazy("Revive", "an artifact"),
    "recruit": EFFECTS["recruit"],
    "rest_card": pgettext_lazy("Revive", "a card to rest"),
    "tech_rest": pgettext_lazy("Revive", "a card to rest"),
    "wake_card": pgettext_lazy("Revive", "a card to wake"),
    "top_of_active": EFFECTS["top_of_active"],
    "discard_for_top": EFFECTS["discard_for_top"],
    "play_extra": EFFECTS["play_extra"],
    "extra_action": EFFECTS["extra_action"],
    "recover_energy": pgettext_lazy("Revive", "energy taken back"),
    "trade": pgettext_lazy("Revive", "a trade"),
    "choice": pgettext_lazy("Revive", "a further choice"),
    "reopen_crate": EFFECTS["reopen_crate"],
    "place_marker": EFFECTS["place_marker"],
    "move_population": EFFECTS["move_population"],
    "free_populate": EFFECTS["free_populate"],
    "fill_resource": EFFECTS["fill_resource"],
    "overflow": pgettext_lazy("Revive", "a crystal above the limit"),
}
"""Decisions that may be declined, by their names (rules.md 19.5)."""


class Noted(msgspec.Struct, omit_defaults=True):
    """What stood behind a decision: the effects that it is about, and the price and gain of what asked."""

    gives: list[dict[str, Any]] = []
    pay: dict[str, int] = {}
    get: dict[str, int] = {}


def behind(state: Any, event: Any) -> str | None:
    """What the position before a decision tells of it; None where nothing is asked."""
    top = state.stack[-1] if state.stack else None
    if top is None:
        return None
    named = getattr(event, "choice", getattr(event, "what", None))
    if isinstance(top, Rewards):
        return _noted(state, top.left.get(named, ()))
    asks = getattr(top, "effect", None)
    options = getattr(asks, "options", ())
    gives: Iterable[Any] = ()
    if isinstance(named, int) and 0 <= named < len(options):
        gives = options[named]
    elif named in ("pay", "skip") and len(state.stack) > 1:
        rest = state.stack[-2]
        gives = rest.effects[rest.at :] if isinstance(rest, Doing) else ()
    elif isinstance(named, str) and isinstance(asks, vocabulary.ReopenCrate):
        gives = state.components.crates[named].effects if named in state.components.crates else ()
    return _noted(state, gives, pay=getattr(asks, "pay", {}), get=getattr(asks, "get", {}))


def _noted(state: Any, effects: Iterable[Any], **more: Any) -> str:
    """Noted effects; the reward of a water space is what its tile gives."""
    told: list[Any] = []
    for effect in effects:
        told += state.components.waters[effect.tile] if isinstance(effect, Water) else [effect]
    gives = [msgspec.to_builtins(effect) for effect in told if isinstance(effect, vocabulary.Effect)]
    return msgspec.json.encode(Noted(gives, **more)).decode()


def known(noted: str | None) -> Noted:
    return msgspec.json.decode(noted, type=Noted) if noted else Noted()


def told(noted: str | None) -> str:
    """The words for noted effects."""
    words = [str(EFFECTS[effect["op"]]) % _values(effect) for effect in known(noted).gives]
    return ", ".join(words) or _("nothing")


def _values(effect: dict[str, Any]) -> dict[str, str]:
    return {name: in_words(value, GAME) for name, value in effect.items()}
