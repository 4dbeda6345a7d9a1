"""Res Arcana's events in words."""

from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from games.words.phrases import Scene, Text, Words, in_words

GAME = "res_arcana"


def _place(event: Any, _scene: Scene) -> str:
    values = {"card": in_words(event.card, GAME), "payment": in_words(event.payment, GAME)}
    if event.card is None:
        return pgettext("Res Arcana", "places no card")
    if event.payment is None:
        return pgettext("Res Arcana", "places %(card)s") % values
    return pgettext("Res Arcana", "places %(card)s for %(payment)s") % values


def _monument(event: Any, scene: Scene) -> str:
    if event.slot == "top":
        return pgettext("Res Arcana", "claims the top monument of the deck, unseen")
    return pgettext("Res Arcana", "claims the monument %(card)s") % {"card": in_words(scene.noted or "?", GAME)}


def in_display(state: Any, event: Any) -> str | None:
    """The monument that is claimed: the event names its slot only."""
    place = event.slot - 1 if event.slot != "top" else len(state.display)
    return state.display[place] if place < len(state.display) else None


POWERS: dict[str, Text] = {
    "gain": pgettext_lazy("Res Arcana", "gains %(essences)s"),
    "gain_any": pgettext_lazy("Res Arcana", "gains %(amount)s essences of choice"),
    "gain_x_of": pgettext_lazy("Res Arcana", "gains X %(essence)s"),
    "gain_same": pgettext_lazy("Res Arcana", "gains X essences of one kind"),
    "gain_by_cost": pgettext_lazy("Res Arcana", "gains essences for what is given up"),
    "gain_equal_to_rival": pgettext_lazy("Res Arcana", "gains as many %(gain)s as a rival has %(count)s"),
    "rivals_gain": pgettext_lazy("Res Arcana", "rivals gain %(essences)s"),
    "place_on_self": pgettext_lazy("Res Arcana", "puts %(essences)s on it"),
    "place_any_on_self": pgettext_lazy("Res Arcana", "puts %(amount)s essences of choice on it"),
    "place_paid": pgettext_lazy("Res Arcana", "puts what is paid on a component"),
    "straighten": pgettext_lazy("Res Arcana", "straightens a component"),
    "straighten_self": pgettext_lazy("Res Arcana", "straightens it"),
    "draw": pgettext_lazy("Res Arcana", "draws cards: %(amount)s"),
    "draw_then_discard": pgettext_lazy("Res Arcana", "draws cards: %(draw)s, and puts as many back"),
    "look_reorder": pgettext_lazy("Res Arcana", "looks at cards: %(amount)s"),
    "rivals_lose_life": pgettext_lazy("Res Arcana", "rivals lose %(amount)s life"),
    "ignore_trigger": pgettext_lazy("Res Arcana", "ignores the loss"),
    "place_artifact": pgettext_lazy("Res Arcana", "places a card"),
    "check_victory": pgettext_lazy("Res Arcana", "checks for victory"),
    "temp_points": pgettext_lazy("Res Arcana", "points in this check: %(amount)s"),
}
"""What the effects of a power do, by their words."""


def power_used(state: Any, event: Any) -> str | None:
    """What the power does that is used; None where the component has no such power."""
    card = state.components.cards.get(event.component)
    found = next((power for power in card.powers if power.index == event.power), None) if card else None
    return msgspec.json.encode(found.effects).decode() if found else None


def _effects(noted: str | None) -> str:
    effects = msgspec.json.decode(noted) if noted else []
    told = (
        str(POWERS[effect["op"]]) % {name: in_words(value, GAME) for name, value in effect.items()}
        for effect in effects
    )
    return ", ".join(told)


def _power(event: Any, scene: Scene) -> str:
    text = pgettext("Res Arcana", "uses %(component)s") % {"component": in_words(event.component, GAME)}
    if does := _effects(scene.noted):
        text = f"{text} ({does})"
    more = []
    if event.payment is not None:
        more.append(pgettext("Res Arcana", "pays %(payment)s") % {"payment": in_words(event.payment, GAME)})
    if event.x is not None:
        essence = in_words(event.essence, GAME) if event.essence else ""
        more.append(f"X = {event.x} {essence}".strip())
    told = (
        (pgettext("Res Arcana", "turns %(card)s"), event.turn_target),
        (pgettext("Res Arcana", "destroys %(card)s"), event.destroy_target),
        (pgettext("Res Arcana", "discards %(card)s"), event.discard),
    )
    more += [words % {"card": in_words(card, GAME)} for words, card in told if card is not None]
    if event.deck is not None:
        more.append(DECKS[event.deck]())
    return ", ".join([text, *more])


DECKS = {
    "own_artifact_deck": lambda: pgettext("Res Arcana", "the own deck"),
    "monument_deck": lambda: pgettext("Res Arcana", "the monument deck"),
}


def _answer(event: Any, _scene: Scene) -> str:
    if event.react is not None:
        return pgettext("Res Arcana", "answers the loss of Life with %(card)s") % {"card": in_words(event.react, GAME)}
    if event.ignore:
        price = event.destroy_target or event.discard
        if price is None:
            return pgettext("Res Arcana", "ignores the loss of Life")
        return pgettext("Res Arcana", "ignores the loss of Life and gives up %(card)s") % {
            "card": in_words(price, GAME)
        }
    return pgettext("Res Arcana", "loses %(essences)s") % {"essences": in_words(event.lose, GAME)}


def _stored(event: Any, _scene: Scene) -> str:
    words = (
        pgettext("Res Arcana", "takes the essences off %(component)s")
        if event.choice == "take"
        else pgettext("Res Arcana", "leaves the essences on %(component)s")
    )
    return words % {"component": in_words(event.component, GAME)}


def _straighten(event: Any, _scene: Scene) -> str:
    if event.component is None:
        return pgettext("Res Arcana", "straightens nothing")
    return pgettext("Res Arcana", "straightens %(card)s") % {"card": in_words(event.component, GAME)}


def _deck_of(words: Any) -> Any:
    def told(event: Any, _scene: Scene) -> str:
        cards = event.order if hasattr(event, "order") else event.cards
        return str(words) % {"deck": DECKS[event.deck](), "cards": in_words(cards, GAME)}

    return told


def _rival(event: Any, scene: Scene) -> str:
    return pgettext("Res Arcana", "counts the essences of %(name)s") % {"name": scene.name(event.rival)}


def _side(event: Any, _scene: Scene) -> str:
    side = _("the sun") if event.side == "sun" else _("the moon")
    return pgettext("Res Arcana", "Place of power %(n)s shows %(side)s") % {"n": event.tile, "side": side}


RES_ARCANA: Words = {
    "choose_sides": _side,
    "first_player": pgettext_lazy("Res Arcana", "is the first player"),
    "deal_mages": pgettext_lazy("Res Arcana", "is dealt the mages %(mages)s"),
    "deal_artifacts": pgettext_lazy("Res Arcana", "is dealt %(cards)s"),
    "deal_packet": pgettext_lazy("Res Arcana", "is handed the packet %(cards)s"),
    "reveal_monument": pgettext_lazy("Res Arcana", "The monument %(card)s comes up"),
    "draw": pgettext_lazy("Res Arcana", "draws %(card)s"),
    "look": _deck_of(pgettext_lazy("Res Arcana", "looks at %(deck)s: %(cards)s")),
    "reshuffle": pgettext_lazy("Res Arcana", "shuffles the discard pile: %(cards)s"),
    "draft_pick": pgettext_lazy("Res Arcana", "keeps %(card)s of the packet"),
    "choose_mage": pgettext_lazy("Res Arcana", "keeps the mage %(mage)s"),
    "choose_item": pgettext_lazy("Res Arcana", "takes the magic item %(item)s"),
    "collect_choice": pgettext_lazy("Res Arcana", "collects %(gains)s from %(component)s"),
    "take_stored": _stored,
    "forge_cost": lambda event, _scene: (
        pgettext("Res Arcana", "pays for the Cursed Forge")
        if event.choice == "pay"
        else pgettext("Res Arcana", "turns the Cursed Forge")
    ),
    "place_artifact": _place,
    "claim_monument": _monument,
    "claim_place": pgettext_lazy("Res Arcana", "claims the place of power %(place)s"),
    "discard": pgettext_lazy("Res Arcana", "discards %(card)s for %(gain)s"),
    "use_power": _power,
    "pass": pgettext_lazy("Res Arcana", "passes and takes %(item)s"),
    "life_loss_answer": _answer,
    "gain_choice": pgettext_lazy("Res Arcana", "gains %(essences)s"),
    "straighten_target": _straighten,
    "rival_target": _rival,
    "place_target": pgettext_lazy("Res Arcana", "puts the essence on %(component)s"),
    "discard_choice": pgettext_lazy("Res Arcana", "puts back %(cards)s"),
    "reorder": _deck_of(pgettext_lazy("Res Arcana", "puts back on %(deck)s: %(cards)s")),
    "place_from_power": _place,
    "victory_react": lambda event, _scene: (
        pgettext("Res Arcana", "uses a reaction to the check for victory")
        if event.choice == "use"
        else pgettext("Res Arcana", "lets a reaction to the check for victory be")
    ),
}
