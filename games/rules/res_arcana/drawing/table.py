"""The whole table as SVG (games/README 5): what one seat, or the public, may see of a position.

Every panel is `WIDTH` units wide, one unit a pixel on the smallest phone, and is a drawing of its own, so that a page
can set them side by side. Words come from `labels` (see words.py) and are escaped.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.engine.board import Board, Shown
from games.engine.events import Event, Seat
from games.engine.svg import (
    INNER,
    PAD,
    WIDTH,
    Part,
    flag,
    frame,
    framed,
    placed,
    player_line,
    rows,
    stacked,
    text,
)
from games.rules.res_arcana.components import Card
from games.rules.res_arcana.drawing import shapes
from games.rules.res_arcana.drawing.shapes import CELL
from games.rules.res_arcana.drawing.words import LABELS, facts, hand_words
from games.rules.res_arcana.essences import NOTHING, named
from games.rules.res_arcana.scoring import score_lines
from games.rules.res_arcana.state import State, question

_NAMES = ("component", "card", "place", "item", "mage", "react", "turn_target", "destroy_target", "discard")
"""Parameters of events that name a component."""


class Mark(msgspec.Struct, frozen=True):
    """Points at what an event touches: the last change or, if `bad`, the culprit. `flag` is a short text beside it."""

    event: Event
    bad: bool = False
    flag: str = ""

    def get(self, name: str) -> Any:
        """A parameter of the event, or None where it has no such one."""
        return getattr(self.event, name, None)

    def names(self) -> set[str]:
        """The components that the event names."""
        single = {self.get(name) for name in _NAMES}
        several = {card for name in ("cards", "order", "mages") for card in self.get(name) or ()}
        return {name for name in single | several if isinstance(name, str)}


class Scene(msgspec.Struct, frozen=True):
    """What is drawn, for whom, and how it is called."""

    state: State
    viewer: Seat | None
    names: Sequence[str]
    labels: Mapping[str, str]
    marks: tuple[Mark, ...]


def _scene(shown: Shown) -> Scene:
    marks = [Mark(shown.last)] if shown.last is not None else []
    marks += [Mark(shown.focus, bad=True, flag=shown.flag[:4])] if shown.focus is not None else []
    return Scene(shown.state, shown.viewer, shown.names, shown.labels, tuple(marks))


def _titles(scene: Scene) -> list[str]:
    return [scene.labels["centre"], *scene.names[: len(scene.state.players)]]


def _panels(scene: Scene) -> Iterator[Part]:
    yield framed(_centre(scene))
    for seat in range(len(scene.state.players)):
        yield framed(_seat(scene, seat))


def _under(title: str, content: Part) -> Part:
    height, body = content
    if not body:
        return 0, ""
    return height + 24, text(PAD, 16, title, css="sub", size=12) + placed(PAD, 22, body)


def _centre(scene: Scene) -> Part:
    """Monuments on display, unclaimed places with their cost, magic items."""
    state, labels = scene.state, scene.labels
    deck = labels["monument_deck"].format(n=state.monuments.size())
    monuments = [_display(scene, slot) for slot in range(len(state.display))]
    items = [_cell(scene, piece.card, piece.essences, False) for _, piece in sorted(state.items.items())]
    places = [_place(scene, card) for card in state.places.values()]
    parts = [
        _under(f"{labels['monuments']} · {deck}", rows(monuments, CELL, CELL)),
        _under(labels["places"], rows(places, INNER, 30)),
        _under(labels["items"], rows(items, CELL, CELL)),
    ]
    height, body = stacked(parts, 30)
    return height + 6, text(PAD, 22, labels["centre"], size=13, bold=True) + body


def _display(scene: Scene, slot: int) -> str:
    name = scene.state.display[slot]
    pointed = [mark for mark in scene.marks if mark.get("slot") == slot + 1]
    if name is None:
        body = f'<rect class="slot" x="15" y="5" width="{shapes.SHORT}" height="{shapes.LONG}" rx="7"/>'
    else:
        body = _cell(scene, scene.state.components.cards[name], NOTHING, False)
    return body + "".join(frame(2, 2, CELL - 4, CELL - 4, bad=mark.bad) for mark in pointed)


def _place(scene: Scene, card: Card) -> str:
    """A place nobody has claimed: name, points, cost, in one line."""
    points = f" ★{card.points}" if card.points else ""
    body = text(4, 17, card.name + points, size=13) + shapes.essences(card.cost, INNER - 112, 13, 10)
    return body + _pointed(scene, card.id, INNER, 26)


def _pointed(scene: Scene, name: str, width: float, height: float) -> str:
    marks = [mark for mark in scene.marks if name in mark.names()]
    return "".join(frame(0, 0, width, height, bad=mark.bad) + flag(width - 12, 12, mark.flag) for mark in marks)


def _cell(scene: Scene, card: Card, on: Sequence[int], turned: bool) -> str:
    return shapes.card(card, on, turned) + _pointed(scene, card.id, CELL - 2, CELL - 2)


def _seat(scene: Scene, seat: Seat) -> Part:
    """One player: name and points, what is known of the cards, the pool, and everything in play."""
    state, labels = scene.state, scene.labels
    player, asked = state.players[seat], question(state)
    turn = asked is not None and seat in asked.seats
    head = [
        player_line(scene.names[seat], score_lines(state)[seat]["total"], turn),
        text(PAD, 42, " · ".join(facts(state, seat, labels)[1:]), css="sub", size=12),
    ]
    head += [frame(3, 4, WIDTH - 6, 44, bad=mark.bad) for mark in scene.marks if _only_seat(mark, seat)]
    tableau = [_cell(scene, piece.card, piece.essences, piece.turned) for piece in player.tableau.values()]
    discards = [_label(scene, state.components.cards[card].name, card) for card in player.discards]
    parts = [
        _under(labels["pool"], (34, shapes.essences(player.pool, 14, 15, 13)) if named(player.pool) else (0, "")),
        _under(labels["tableau"], rows(tableau, CELL, CELL)),
        _under(labels["hand"], rows(_hand(scene, seat), INNER / 2, 22)),
        _under(labels["packet"], rows(_packet(scene, seat), INNER / 2, 22)),
        _under(labels["discards"], rows(discards, INNER / 2, 22)),
    ]
    height, body = stacked(parts, 48)
    return height + 6, "".join(head) + body


def _only_seat(mark: Mark, seat: Seat) -> bool:
    """An event of this seat that names nothing that is drawn elsewhere."""
    return mark.get("seat") == seat and not mark.names() and mark.get("slot") is None


def _label(scene: Scene, words: str, card: str) -> str:
    return text(4, 15, words, size=12) + _pointed(scene, card, INNER / 2 - 6, 20)


def _hand(scene: Scene, seat: Seat) -> list[str]:
    """The cards in hand, for their owner only."""
    if scene.viewer != seat:
        return []
    player = scene.state.players[seat]
    words = hand_words(scene.state.components, player, scene.labels)
    ids = [*sorted(player.hand), *[""] * len(words)]
    return [_label(scene, word, name) for word, name in zip(words, ids, strict=False)]


def _packet(scene: Scene, seat: Seat) -> list[str]:
    if scene.viewer != seat or seat not in scene.state.packets:
        return []
    cards = scene.state.components.cards
    return [_label(scene, cards[name].name, name) for name in sorted(scene.state.packets[seat].named)]


BOARD = Board(_scene, _panels, _titles, LABELS)
