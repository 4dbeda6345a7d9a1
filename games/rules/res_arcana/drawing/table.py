"""The whole table as SVG (games/README 5): what one seat, or the public, may see of a position.

Every panel is `WIDTH` units wide, one unit a pixel on the smallest phone, and is a drawing of its own, so that a page
can set them side by side. Words come from `labels` (see words.py) and are escaped.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

import msgspec

from games.engine.events import Event, Seat
from games.rules.res_arcana.components import Card
from games.rules.res_arcana.drawing import shapes
from games.rules.res_arcana.drawing.shapes import CELL, Part, frame, placed, text
from games.rules.res_arcana.drawing.words import LABELS, facts, hand_words
from games.rules.res_arcana.essences import NOTHING, named
from games.rules.res_arcana.scoring import score_lines
from games.rules.res_arcana.state import State, question

WIDTH = 328
_PAD = 10
_INNER = WIDTH - 2 * _PAD

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


def board_svg(
    state: State,
    viewer: Seat | None = None,
    *,
    names: Sequence[str],
    labels: Mapping[str, str] = LABELS,
    last: Event | None = None,
    focus: Event | None = None,
    flag: str = "",
    columns: int = 1,
) -> str:
    """One SVG of the whole table as `viewer`, or the public (None), may see it.

    `last` is the event whose change is marked, `focus` the refused one, with `flag` beside it. Panels go into
    `columns`, each to the shortest.
    """
    scene = Scene(state, viewer, names, labels, _marks(last, focus, flag))
    heights = [0.0] * columns
    parts = []
    for height, body in _panels(scene):
        column = heights.index(min(heights))
        parts.append(placed(column * (WIDTH + _PAD), heights[column], body))
        heights[column] += height + _PAD
    return _svg(columns * (WIDTH + _PAD) - _PAD, max(heights) - _PAD, labels["table"], "".join(parts))


def panel_svgs(
    state: State,
    viewer: Seat | None = None,
    *,
    names: Sequence[str],
    labels: Mapping[str, str] = LABELS,
    last: Event | None = None,
    focus: Event | None = None,
    flag: str = "",
) -> list[str]:
    """The same table as one SVG a panel: the centre, then every seat in turn order."""
    scene = Scene(state, viewer, names, labels, _marks(last, focus, flag))
    titles = [labels["centre"], *names]
    return [_svg(WIDTH, height, title, body) for title, (height, body) in zip(titles, _panels(scene), strict=False)]


def _marks(last: Event | None, focus: Event | None, flag: str) -> tuple[Mark, ...]:
    changed = [Mark(last)] if last is not None else []
    return (*changed, Mark(focus, bad=True, flag=flag[:4])) if focus is not None else tuple(changed)


def _svg(width: float, height: float, title: str, body: str) -> str:
    box = f"0 0 {shapes.number(width)} {shapes.number(height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="panel" viewBox="{box}" role="img" '
        f'aria-label="{escape(title)}">{body}</svg>'
    )


def _panels(scene: Scene) -> Iterator[Part]:
    yield _framed(*_centre(scene))
    for seat in range(len(scene.state.players)):
        yield _framed(*_seat(scene, seat))


def _framed(height: float, body: str) -> Part:
    ground = (
        f'<rect class="panel-ground" x=".5" y=".5" width="{WIDTH - 1}" height="{shapes.number(height - 1)}" rx="10"/>'
    )
    return height, ground + body


def _stacked(parts: Iterable[Part], y: float) -> Part:
    bodies = []
    for height, body in parts:
        bodies.append(placed(0, y, body))
        y += height
    return y + 6, "".join(bodies)


def _titled(title: str, content: Part) -> Part:
    height, body = content
    if not body:
        return 0, ""
    return height + 24, text(_PAD, 16, title, css="sub", size=12) + placed(_PAD, 22, body)


def _centre(scene: Scene) -> Part:
    """Monuments on display, unclaimed places with their cost, magic items."""
    state, labels = scene.state, scene.labels
    deck = labels["monument_deck"].format(n=state.monuments.size())
    monuments = [_display(scene, slot) for slot in range(len(state.display))]
    items = [_cell(scene, piece.card, piece.essences, False) for _, piece in sorted(state.items.items())]
    places = [_place(scene, card) for card in state.places.values()]
    parts = [
        _titled(f"{labels['monuments']} · {deck}", shapes.rows(monuments, _INNER, CELL, CELL)),
        _titled(labels["places"], shapes.rows(places, _INNER, _INNER, 30)),
        _titled(labels["items"], shapes.rows(items, _INNER, CELL, CELL)),
    ]
    height, body = _stacked(parts, 30)
    return height, text(_PAD, 22, labels["centre"], size=13, bold=True) + body


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
    body = text(4, 17, card.name + points, size=13) + shapes.essences(card.cost, _INNER - 112, 13, 10)
    return body + _pointed(scene, card.id, _INNER, 26)


def _pointed(scene: Scene, name: str, width: float, height: float) -> str:
    marks = [mark for mark in scene.marks if name in mark.names()]
    return "".join(frame(0, 0, width, height, bad=mark.bad) + shapes.flag(width - 12, 12, mark.flag) for mark in marks)


def _cell(scene: Scene, card: Card, on: Sequence[int], turned: bool) -> str:
    return shapes.card(card, on, turned) + _pointed(scene, card.id, CELL - 2, CELL - 2)


def _seat(scene: Scene, seat: Seat) -> Part:
    """One player: name and points, what is known of the cards, the pool, and everything in play."""
    state, labels = scene.state, scene.labels
    player, asked = state.players[seat], question(state)
    name = scene.names[seat] if len(scene.names[seat]) <= 22 else f"{scene.names[seat][:21]}…"
    turn = asked is not None and seat in asked.seats
    head = [
        f'<path class="turn" d="M{_PAD} 12.5l9 5.5l-9 5.5z"/>' if turn else "",
        text(_PAD + 14 if turn else _PAD, 24, name, size=16, bold=True),
        text(WIDTH - _PAD, 26, str(score_lines(state)[seat]["total"]), size=21, anchor="end", bold=True),
        text(_PAD, 42, " · ".join(facts(state, seat, labels)[1:]), css="sub", size=12),
    ]
    head += [frame(3, 4, WIDTH - 6, 44, bad=mark.bad) for mark in scene.marks if _only_seat(mark, seat)]
    tableau = [_cell(scene, piece.card, piece.essences, piece.turned) for piece in player.tableau.values()]
    discards = [_label(scene, state.components.cards[card].name, card) for card in player.discards]
    parts = [
        _titled(labels["pool"], (34, shapes.essences(player.pool, 14, 15, 13)) if named(player.pool) else (0, "")),
        _titled(labels["tableau"], shapes.rows(tableau, _INNER, CELL, CELL)),
        _titled(labels["hand"], shapes.rows(_hand(scene, seat), _INNER, _INNER / 2, 22)),
        _titled(labels["packet"], shapes.rows(_packet(scene, seat), _INNER, _INNER / 2, 22)),
        _titled(labels["discards"], shapes.rows(discards, _INNER, _INNER / 2, 22)),
    ]
    height, body = _stacked(parts, 48)
    return height, "".join(head) + body


def _only_seat(mark: Mark, seat: Seat) -> bool:
    """An event of this seat that names nothing that is drawn elsewhere."""
    return mark.get("seat") == seat and not mark.names() and mark.get("slot") is None


def _label(scene: Scene, words: str, card: str) -> str:
    return text(4, 15, words, size=12) + _pointed(scene, card, _INNER / 2 - 6, 20)


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
