"""Arctica's events in words. Its turns and round ends hold many decisions: each has words of its own."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from games.glossary import ARCTICA as LABELS
from games.glossary import board_labels
from games.rules.arctica import vocabulary as v
from games.rules.arctica.asked import Asked, asked
from games.rules.arctica.drawing.effects import effects_in_words
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


def behind(state: Any, event: Any) -> str:
    """What must be noted of the position: what stands behind the choices of a turn or a round's end."""
    return msgspec.json.encode(asked(state, event)).decode()


def _known(scene: Scene) -> Asked:
    return msgspec.json.decode(scene.noted, type=Asked) if scene.noted else Asked()


class _Place:
    """A step of an event, where it stands, and what is known of what stood behind it."""

    def __init__(self, at: str, known: Asked) -> None:
        self.at, self.known = at, known

    def action(self, side: str) -> str:
        """The action of side a or b."""
        name = side.upper()
        return f"{name} ({in_words(self.known.offer['ab'.index(side)], GAME)})" if self.known.offer else name

    @property
    def effect(self) -> Any:
        """The effect that asked here; None where it is not known."""
        return self.known.effects.get(self.at)


def _named(words: Text, step: Any) -> str:
    return str(words) % {name: in_words(getattr(step, name), GAME) for name in step.__struct_fields__}


def _listed(pieces: Any) -> str:
    return ", ".join(pieces) or _("nothing")


def _redeemed(words: str, part: Any) -> str:
    """A token that arrives, and what is taken back from the redeem tile for it."""
    if not part.redeem:
        return words
    taken = pgettext("Arctica", "taking back %(tokens)s") % {"tokens": in_words(part.redeem, GAME)}
    return f"{words} [{taken}]"


def _moves(step: Any, _at: Any) -> str:
    moves = _listed(_redeemed(f"{in_words(move.family, GAME)} ({move.from_})", move) for move in step.moves)
    return pgettext("Arctica", "moves on the Circle: %(moves)s") % {"moves": moves}


def _rotate(step: Any, at: _Place) -> str:
    return ", ".join([pgettext("Arctica", "turns the wheels"), _moves(step, at)])


def _fauna(step: Any, _at: _Place) -> str:
    values = {"card": in_words(step.card, GAME), "cards": in_words(step.discards, GAME)}
    if step.discards:
        return pgettext("Arctica", "plays %(card)s and discards %(cards)s for it") % values
    return pgettext("Arctica", "plays %(card)s") % values


def _reproduce(step: Any, at: _Place) -> str:
    text = pgettext("Arctica", "breeds on %(column)s") % {"column": WHEELS[step.column]}
    return _with_card(text, at)


def _ability(step: Any, at: _Place) -> str:
    text = pgettext("Arctica", "uses the ability of the card at %(column)s") % {"column": WHEELS[step.column]}
    return _with_card(text, at)


def _with_card(text: str, at: _Place) -> str:
    card = at.known.cards.get(at.at)
    return f"{text}: {in_words(card, GAME)}" if card else text


def _colony(step: Any, _at: _Place) -> str:
    def placed(placement: Any) -> str:
        if not placement.cards:
            return str(placement.space)
        paid = pgettext("Arctica", "discards %(cards)s") % {"cards": in_words(placement.cards, GAME)}
        return f"{placement.space} [{paid}]"

    return pgettext("Arctica", "settles on the map, %(family)s: %(spaces)s") % {
        "family": in_words(step.family, GAME),
        "spaces": _listed(placed(placement) for placement in step.placements),
    }


def _collapse(step: Any, _at: _Place) -> str:
    return pgettext("Arctica", "loses tokens to the collapse, %(family)s: %(places)s") % {
        "family": in_words(step.family, GAME),
        "places": _listed(_where(token) for token in step.tokens),
    }


def _where(token: Any) -> str:
    """The place of a token that is lost."""
    if isinstance(token.space, str):
        return f"{LABELS['map']} {token.space}"
    if isinstance(token.wheel, str):
        return str(WHEELS[token.wheel])
    return f"{LABELS['circle']} {token.circle}" if token.release is not True else str(LABELS["release"])


def _save(step: Any, _at: _Place) -> str:
    saved = (_redeemed(f"{token.space} → {token.to}", token) for token in step.tokens if token.save is True)
    lost = (token.space for token in step.tokens if token.save is False)
    return pgettext("Arctica", "region %(region)s: saves %(saved)s, gives up %(lost)s") % {
        "region": step.region,
        "saved": _listed(saved),
        "lost": _listed(lost),
    }


STEPS: Words = {
    "fauna": _fauna,
    "reproduce": _reproduce,
    "ability": _ability,
    "flora2": pgettext_lazy("Arctica", "takes 2 Flora"),
    "migrate": _moves,
    "draw2": pgettext_lazy("Arctica", "draws 2 cards"),
    "rotate_card": pgettext_lazy("Arctica", "turns the wheels and draws a card"),
    "rotate_migrate": _rotate,
    "colony": _colony,
    "forgo": lambda step, at: pgettext("Arctica", "lets action %(side)s go") % {"side": at.action(step.side)},
    "collapse": _collapse,
    "endangered": lambda step, _at: (
        pgettext("Arctica", "endangered species: pays %(pay)s, loses %(cards)s")
        % {"pay": _flora(step.pay), "cards": in_words(step.destroy, GAME)}
    ),
    "save": _save,
    "draw": pgettext_lazy("Arctica", "draws %(cards)s"),
    "reshuffle": pgettext_lazy("Arctica", "shuffles the discards, cards: %(count)s"),
}
"""Decisions (`do`) and chance (`chance`) inside a turn or a round's end."""


def _flora(count: int) -> str:
    return str(LABELS["e_flora"]).format(n=count) if count else _("nothing")


def _choose(nested: Any, at: _Place) -> str:
    options = getattr(at.effect, "options", ())
    if not 0 <= nested.option < len(options):
        return pgettext("Arctica", "chooses something that is not offered")
    what = effects_in_words(options[nested.option], board_labels(GAME))
    return pgettext("Arctica", "chooses: %(what)s") % {"what": what}


def _may(nested: Any, at: _Place) -> str:
    labels = board_labels(GAME)
    values = {
        "cost": effects_in_words(at.effect.cost, labels) if at.effect else "?",
        "gain": effects_in_words(at.effect.gain, labels) if at.effect else "?",
    }
    if not nested.yes:
        return pgettext("Arctica", "does not pay for the effect (%(cost)s: %(gain)s)") % values
    if nested.cards:
        values["cost"] = in_words(nested.cards, GAME)
    return pgettext("Arctica", "pays for the effect (%(cost)s: %(gain)s)") % values


AMOUNTS: dict[type[Any], Text] = {
    v.Migrate: pgettext_lazy("Arctica", "moves on the Circle: %(moves)s"),
    v.CircleEnter: pgettext_lazy("Arctica", "puts tokens of the release area onto the Circle: %(moves)s"),
    v.CircleSupply: pgettext_lazy("Arctica", "puts tokens of the supply onto the Circle: %(moves)s"),
    v.Reproduce: pgettext_lazy("Arctica", "breeds: %(moves)s"),
    v.PutToken: pgettext_lazy("Arctica", "puts tokens onto a wheel: %(moves)s"),
    v.Release: pgettext_lazy("Arctica", "takes tokens off a wheel: %(moves)s"),
}
"""An effect that is done several times, or not at all."""


def _amount(nested: Any, at: _Place) -> str:
    words = AMOUNTS.get(type(at.effect))
    if words is None:
        return pgettext("Arctica", "does something that is not asked")
    families = at.known.taken.get(at.at)
    told = [in_words(name, GAME) for name in families] if families is not None else map(_item, nested.items)
    return str(words) % {"moves": _listed(told)}


def _item(item: Any) -> str:
    if isinstance(item.column, str):
        return str(WHEELS[item.column])
    words = in_words(item.family, GAME)
    return _redeemed(words if item.from_ is msgspec.UNSET else f"{words} ({item.from_})", item)


NESTED: Words = {
    "choose": _choose,
    "may": _may,
    "amount": _amount,
    "discard": pgettext_lazy("Arctica", "discards %(cards)s"),
}
"""Choices that an effect asked for."""


def _pick(pick: str, at: _Place) -> str:
    if pick == "pass":
        return pgettext("Arctica", "passes")
    return pgettext("Arctica", "picks action %(action)s") % {"action": at.action(pick)}


def _turn(event: Any, scene: Scene) -> str:
    place = event.place
    text = pgettext("Arctica", "round %(round)s, turn %(turn)s: pawn on %(space)s, wheel %(wheel)s %(direction)s") % {
        "round": event.round,
        "turn": event.turn,
        "space": place.space,
        "wheel": place.wheel,
        "direction": DIRECTIONS[place.dir],
    }
    a, b = _known(scene).offer or (getattr(event.offer, "a", None), getattr(event.offer, "b", None))
    return f"{text} (A {in_words(a, GAME)}, B {in_words(b, GAME)})" if a is not None else text


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
    kind, known = type(event).__name__, _known(scene)
    if kind == "Opening":
        for seat, hand in enumerate(event.hands):
            yield seat, pgettext("Arctica", "is dealt %(cards)s") % {"cards": in_words(hand, GAME)}
    if kind == "Turn":
        for seat, pick in sorted(event.picks.items()):
            yield seat, _pick(pick, _Place("", known))
        yield from _by_seat("parallel", event.parallel, known)
        yield from _steps("colony", event.colony, None, known)
        yield from _steps("after", event.after, event.active, known)
    if kind == "RoundEnd":
        yield from _by_seat("collapse", event.collapse, known)
        yield from _by_seat("endangered", event.endangered, known)
        for hit in event.events:
            yield None, pgettext("Arctica", "An event hits %(place)s") % {"place": hit.subregion}
        yield from _by_seat("save", event.save, known)


def _by_seat(zone: str, steps: Mapping[int, Any], known: Asked) -> Iterator[tuple[int | None, str]]:
    for seat, each in sorted(steps.items()):
        yield from _steps(f"{zone}.{seat}", each, seat, known)


def _steps(path: str, steps: Any, seat: int | None, known: Asked) -> Iterator[tuple[int | None, str]]:
    for number, step in enumerate(steps):
        at = f"{path}[{number}]"
        kind = step.do if isinstance(step.do, str) else step.chance
        own = step.seat if isinstance(step.seat, int) else seat
        yield own, _said(kind, step, STEPS, _Place(at, known))
        placements = step.placements if isinstance(step.placements, tuple) else ()
        holders = [(at, step.sub)]
        holders += [(f"{at}.placements[{place}]", placement.sub) for place, placement in enumerate(placements)]
        for holder, choices in holders:
            for place, nested in enumerate(choices):
                choice = str(nested.__struct_config__.tag)
                asked_seat = nested.seat if isinstance(nested.seat, int) else own
                yield asked_seat, _said(choice, nested, NESTED, _Place(f"{holder}.sub[{place}]", known))


def _said(kind: str, step: Any, words: Any, at: _Place) -> str:
    text = words[kind]
    return str(text(step, at)) if callable(text) else _named(text, step)
