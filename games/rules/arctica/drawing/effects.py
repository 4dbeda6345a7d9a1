"""What is printed on spaces and links: effects and costs in words, and short enough to be drawn."""

from collections.abc import Mapping
from typing import Any

from games.rules.arctica import vocabulary as v
from games.rules.arctica.components import MapSpace

Labels = Mapping[str, str]
SHORT: dict[type[Any], str] = {
    v.Points: "+{n}",
    v.Flora: "+{n}F",
    v.FloraNow: "+{n}F",
    v.DrawCards: "+{n}C",
    v.CircleEnter: "{n}→",
    v.PayFlora: "−{n}F",
    v.PayCards: "−{n}C",
}
"""Points, Flora (F), cards (C), tokens onto the Circle; everything else is an asterisk."""


def effects_in_words(effects: v.Effects | v.Cost, labels: Labels) -> str:
    """All effects of a list; empty for none."""
    return ", ".join(_in_words(effect, labels) for effect in effects)


def _in_words(effect: Any, labels: Labels) -> str:
    words = labels[f"e_{v.name_of(effect)}"]
    if isinstance(effect, v.Choose):
        return f" {words} ".join(effects_in_words(option, labels) for option in effect.options)
    if isinstance(effect, v.May):
        cost, gain = effects_in_words(effect.cost, labels), effects_in_words(effect.gain, labels)
        return words.format(cost=cost, gain=gain)
    if isinstance(effect, v.PerBadge):
        gain = effects_in_words(effect.gain, labels)
        return words.format(per=effect.per, badge=effect.badge, max=effect.max, gain=gain)
    family = getattr(effect, "family", "")
    return words.format(n=effect.n, family=labels.get(family, family))


def short(effects: v.Effects | v.Cost) -> str:
    """As it is drawn under a space."""
    return " ".join(SHORT.get(type(effect), "*").format(n=getattr(effect, "n", "")) for effect in effects)


def space_words(space: MapSpace, labels: Labels) -> str:
    """Cost and bonus of a map space in words, empty if it has none."""
    costs = ((space.flora, "e_pay_flora"), (space.cards, "e_pay_cards"))
    found = [labels["cost"].format(cost=labels[key].format(n=count)) for count, key in costs if count]
    return ", ".join([*found, *([effects_in_words(space.bonus, labels)] if space.bonus else [])])


def space_short(space: MapSpace) -> str:
    """Cost and bonus of a map space as they are drawn."""
    costs = ((space.flora, "−{n}F"), (space.cards, "−{n}C"))
    return " ".join(
        [*(text.format(n=count) for count, text in costs if count), *([short(space.bonus)] if space.bonus else [])]
    )
