"""Arctica's events in words. Its turns and round ends hold many decisions: each has words of its own."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from games.words.phrases import Scene, Text, Words, in_words

GAME = "arctica"

DIRECTIONS: dict[str, Text] = {
    "cw": pgettext_lazy("Arctica", "clockwise"),
    "ccw": pgettext_lazy("Arctica", "counter-clockwise"),
}
WHEELS: dict[str, Text] = {
    "long": pgettext_lazy("Arctica", "the long wheel"),
    "short": pgettext_lazy("Arctica", "the short wheel"),
}


def _named(words: Text, step: Any) -> str:
    values = {name: in_words(getattr(step, name), GAME) for name in step.__struct_fields__}
    if "column" in values:
        values["column"] = str(WHEELS.get(step.column, values["column"]))
    return str(words) % values


def _many(pieces: Any) -> int:
    return len(pieces) if isinstance(pieces, tuple) else 0


def _moves(step: Any, _scene: Scene) -> str:
    moves = ", ".join(f"{in_words(move.family, GAME)} ({move.from_})" for move in step.moves)
    return pgettext("Arctica", "moves on the Circle: %(moves)s") % {"moves": moves or _("nothing")}


def _rotate(step: Any, scene: Scene) -> str:
    return ", ".join([pgettext("Arctica", "turns the wheels"), _moves(step, scene)])


def _fauna(step: Any, _scene: Scene) -> str:
    values = {"card": in_words(step.card, GAME), "cards": in_words(step.discards, GAME)}
    if step.discards:
        return pgettext("Arctica", "plays %(card)s and discards %(cards)s for it") % values
    return pgettext("Arctica", "plays %(card)s") % values


def _colony(step: Any, _scene: Scene) -> str:
    spaces = ", ".join(placement.space for placement in step.placements)
    return pgettext("Arctica", "settles on the map, %(family)s: %(spaces)s") % {
        "family": in_words(step.family, GAME),
        "spaces": spaces or _("nothing"),
    }


def _save(step: Any, _scene: Scene) -> str:
    saved = [token.space for token in step.tokens if token.save is True]
    lost = [token.space for token in step.tokens if token.save is False]
    return pgettext("Arctica", "region %(region)s: saves %(saved)s, gives up %(lost)s") % {
        "region": step.region,
        "saved": ", ".join(saved) or _("nothing"),
        "lost": ", ".join(lost) or _("nothing"),
    }


STEPS: Words = {
    "fauna": _fauna,
    "reproduce": lambda step, _scene: _named(pgettext("Arctica", "breeds on %(column)s"), step),
    "ability": lambda step, _scene: _named(pgettext("Arctica", "uses the ability of the card at %(column)s"), step),
    "flora2": pgettext_lazy("Arctica", "takes 2 Flora"),
    "migrate": _moves,
    "draw2": pgettext_lazy("Arctica", "draws 2 cards"),
    "rotate_card": pgettext_lazy("Arctica", "turns the wheels and draws a card"),
    "rotate_migrate": _rotate,
    "colony": _colony,
    "forgo": lambda step, _scene: pgettext("Arctica", "lets action %(side)s go") % {"side": step.side.upper()},
    "collapse": lambda step, _scene: (
        pgettext("Arctica", "loses %(n)s tokens to the collapse: %(family)s")
        % {"n": _many(step.tokens), "family": in_words(step.family, GAME)}
    ),
    "endangered": lambda step, _scene: (
        pgettext("Arctica", "endangered species: pays %(pay)s, loses %(cards)s")
        % {"pay": step.pay, "cards": in_words(step.destroy, GAME)}
    ),
    "save": _save,
    "draw": pgettext_lazy("Arctica", "draws %(cards)s"),
    "reshuffle": pgettext_lazy("Arctica", "shuffles the discards, cards: %(count)s"),
}
"""Decisions (`do`) and chance (`chance`) inside a turn or a round's end."""

NESTED: Words = {
    "choose": lambda nested, _scene: pgettext("Arctica", "chooses option %(n)s") % {"n": nested.option + 1},
    "may": lambda nested, _scene: (
        pgettext("Arctica", "pays for the effect: %(cards)s") % {"cards": in_words(nested.cards, GAME)}
        if nested.yes
        else pgettext("Arctica", "does not pay for the effect")
    ),
    "amount": lambda nested, _scene: pgettext("Arctica", "does it %(n)s times") % {"n": len(nested.items)},
    "discard": pgettext_lazy("Arctica", "discards %(cards)s"),
}
"""Choices that an effect asked for."""

PICKS: dict[str, Text] = {
    "a": pgettext_lazy("Arctica", "picks action A"),
    "b": pgettext_lazy("Arctica", "picks action B"),
    "pass": pgettext_lazy("Arctica", "passes"),
}


def _turn(event: Any, scene: Scene) -> str:
    place = event.place
    text = pgettext("Arctica", "round %(round)s, turn %(turn)s: pawn on %(space)s, wheel %(wheel)s %(direction)s") % {
        "round": event.round,
        "turn": event.turn,
        "space": place.space,
        "wheel": place.wheel,
        "direction": DIRECTIONS[place.dir],
    }
    if getattr(event.offer, "a", None) is None:
        return text
    offer = f"A {in_words(event.offer.a, GAME)}, B {in_words(event.offer.b, GAME)}"
    return f"{text} ({offer})"


def _opening(event: Any, scene: Scene) -> str:
    return pgettext("Arctica", "The table is laid; %(name)s begins") % {"name": scene.name(event.first)}


ARCTICA: Words = {
    "setup": _opening,
    "round_end_card": pgettext_lazy("Arctica", "The card of round %(round)s comes up: %(id)s"),
    "turn": _turn,
    "round_end": pgettext_lazy("Arctica", "The end of round %(round)s"),
}


def arctica_parts(event: Any, scene: Scene) -> Iterator[tuple[int | None, str]]:
    """What a turn or a round's end holds: who and what, in the order in which it happens."""
    kind = type(event).__name__
    if kind == "Opening":
        for seat, hand in enumerate(event.hands):
            yield seat, pgettext("Arctica", "is dealt %(cards)s") % {"cards": in_words(hand, GAME)}
    if kind == "Turn":
        for seat, pick in sorted(event.picks.items()):
            yield seat, str(PICKS[pick])
        yield from _by_seat(event.parallel, scene)
        yield from _steps(event.colony, None, scene)
        yield from _steps(event.after, event.active, scene)
    if kind == "RoundEnd":
        yield from _by_seat(event.collapse, scene)
        yield from _by_seat(event.endangered, scene)
        for hit in event.events:
            yield None, pgettext("Arctica", "An event hits %(place)s") % {"place": hit.subregion}
        yield from _by_seat(event.save, scene)


def _by_seat(steps: Mapping[int, Any], scene: Scene) -> Iterator[tuple[int | None, str]]:
    for seat, each in sorted(steps.items()):
        yield from _steps(each, seat, scene)


def _steps(steps: Any, seat: int | None, scene: Scene) -> Iterator[tuple[int | None, str]]:
    for step in steps:
        kind = step.do if isinstance(step.do, str) else step.chance
        own = step.seat if isinstance(step.seat, int) else seat
        yield own, _said(kind, step, STEPS, scene)
        placements = step.placements if isinstance(step.placements, tuple) else ()
        for nested in chain(step.sub, *(placement.sub for placement in placements)):
            choice = str(nested.__struct_config__.tag)
            asked = nested.seat if isinstance(nested.seat, int) else own
            yield asked, _said(choice, nested, NESTED, scene)


def _said(kind: str, step: Any, words: Words, scene: Scene) -> str:
    text = words[kind]
    return text(step, scene) if callable(text) else _named(text, step)
