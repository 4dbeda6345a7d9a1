"""The whole table as SVG (games/README 5): the map, the display, every player's board, as a seat or the public sees them.

Every panel is `WIDTH` units wide, one unit a pixel on the smallest phone, and is a drawing of its own, so that a page can
set them side by side. Words come from `labels` (see words.py) and are escaped.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from games.engine.board import Board, Shown
from games.engine.events import Seat
from games.engine.svg import INNER, PAD, WIDTH, Part, frame, framed, placed, player_line, text
from games.rules.revive.components import Cell
from games.rules.revive.drawing import shapes
from games.rules.revive.drawing.words import LABELS, display_rows, facts, place_words, seat_rows, touched
from games.rules.revive.handlers.guards import deciding
from games.rules.revive.sets import Space
from games.rules.revive.state import State

_CHIP = 6.4
"""Width of a letter in a small piece."""


class Scene(msgspec.Struct, frozen=True):
    """What is drawn, for whom, how it is called; `new` and `bad` are names of pieces and spaces to be marked."""

    state: State
    viewer: Seat | None
    names: Sequence[str]
    labels: Mapping[str, str]
    new: frozenset[str]
    bad: frozenset[str]
    seat: Seat | None
    flag: str


def _scene(shown: Shown) -> Scene:
    seat = getattr(shown.focus or shown.last, "seat", None)
    new, bad = touched(shown.last), touched(shown.focus)
    return Scene(shown.state, shown.viewer, shown.names, shown.labels, new, bad, seat, shown.flag[:4])


def _titles(scene: Scene) -> list[str]:
    return [scene.labels["map"], scene.labels["display"], *scene.names]


def _panels(scene: Scene) -> Iterator[Part]:
    yield framed(_map(scene))
    yield framed(_rows(scene, [(scene.labels["display"], [])], display_rows(scene.state, scene.labels), 0))
    for seat in range(scene.state.seats):
        yield framed(_seat(scene, seat))


# ---- map


def _map(scene: Scene) -> Part:
    """All cells at their places, as large as the panel allows, then what stands on them."""
    state = scene.state
    cells = [*state.components.slot_of]
    flat = [shapes.centre(cell, 1) for cell in cells]
    left, top = min(x for x, _ in flat) - 1, min(y for _, y in flat) - 1
    wide, high = max(x for x, _ in flat) + 1 - left, max(y for _, y in flat) + 1 - top
    size = INNER / wide
    parts = []
    for cell, (x, y) in zip(cells, flat, strict=True):
        parts.append(_cell(scene, cell, (x - left) * size, (y - top) * size, size))
    title = text(PAD, 20, scene.labels["map"], size=13, bold=True)
    note = (
        ""
        if state.components.official
        else text(WIDTH - PAD, 20, scene.labels["reference"], css="sub", size=10, anchor="end")
    )
    return high * size + 38, title + note + placed(PAD, 30, "".join(parts))


def _cell(scene: Scene, cell: Cell, x: float, y: float, size: float) -> str:
    state = scene.state
    space = state.node[cell]
    kind = state.terrain[space]
    parts = [shapes.hexagon(x, y, size * 0.97, shapes.TERRAIN[kind][0])]
    composite = isinstance(space, str) and space in state.components.slots
    if not composite or cell == state.components.slots[str(space)].cells[0]:
        parts.append(shapes.sign(x, y, kind, size / 12))
    if kind == "face_down" and cell == state.components.slots[str(space)].cells[:2][-1]:
        parts.append(_back(scene, str(space), x, y, size))
    parts += _standing(scene, space, cell, x, y, size)
    name = place_words(space)
    for names, bad in ((scene.new, False), (scene.bad, True)):
        if name in names:
            parts.append(frame(x - size * 0.8, y - size * 0.8, size * 1.6, size * 1.6, bad=bad))
            parts.append(text(x + size, y - size * 0.5, scene.flag, size=10, bold=True) if bad and scene.flag else "")
    return "".join(parts)


def _back(scene: Scene, slot: str, x: float, y: float, size: float) -> str:
    back = scene.state.backs.get(slot)
    return text(x, y + size * 0.4, str(back.points), size=size, anchor="middle") if back is not None else ""


def _standing(scene: Scene, space: Space, cell: Cell, x: float, y: float, size: float) -> Iterator[str]:
    """Building, figures and markers of a space; a large location shows a figure on each of its cells."""
    state = scene.state
    if cell in state.buildings:
        seat = state.buildings[cell]
        yield shapes.building(x, y, size, seat, cell in state.players[seat].large)
    here = [seat for seat, player in enumerate(state.players) if space in player.figures]
    if isinstance(space, str) and space in state.components.slots:
        place = state.components.slots[space].cells.index(cell)
        if place < len(here):
            yield shapes.figure(x, y, size, here[place])
    else:
        yield from (
            shapes.figure(x + (at % 2 - 0.4) * size * 0.6, y + (at // 2 - 0.4) * size * 0.6, size * 0.8, seat)
            for at, seat in enumerate(here)
        )
    yield from (
        shapes.marker(x, y + size * 0.25, size, seat)
        for seat, player in enumerate(state.players)
        if cell in player.markers
    )


# ---- rows of pieces


def _seat(scene: Scene, seat: Seat) -> Part:
    """One player: name and points, the numbers, then everything owned, row by row."""
    state, labels = scene.state, scene.labels
    turn = deciding(state) == seat
    words = facts(state, seat, labels)[1:]
    head = [
        player_line(scene.names[seat], state.players[seat].score, turn),
    ]
    for line in range(0, len(words), 2):
        head.append(text(PAD, 42 + line * 7.5, " · ".join(words[line : line + 2]), css="sub", size=12))
    if scene.seat == seat:
        head.append(frame(3, 4, WIDTH - 6, 28, bad=bool(scene.bad)))
    height, body = _rows(scene, [], seat_rows(state, seat, scene.viewer == seat, labels), 34 + 7.5 * (len(words) + 1))
    return height, "".join(head) + body


def _rows(scene: Scene, head: list[tuple[str, list[str]]], rows: list[tuple[str, list[str]]], top: float) -> Part:
    """Titles with their pieces below, as many side by side as there is room for."""
    parts = [text(PAD, 20, title, size=13, bold=True) for title, _ in head]
    y = top + 24.0 * len(head)
    for title, pieces in rows:
        if not pieces:
            continue
        parts.append(text(PAD, y + 14, title, css="sub", size=12))
        x, y = float(PAD), y + 19
        for words in pieces:
            shown = words if len(words) <= 46 else f"{words[:45]}…"
            width = min(float(INNER), 12 + _CHIP * len(shown))
            if x > PAD and x + width > WIDTH - PAD:
                x, y = float(PAD), y + 23
            name = words.partition(" ")[0].rstrip(":")
            marked, bad = name in scene.new | scene.bad, name in scene.bad
            parts.append(placed(x, y, shapes.chip(shown, _ground(scene.state, name), width, marked, bad)))
            x += width + 4
        y += 24
    return y + 8, "".join(parts)


def _ground(state: State, name: str) -> str:
    """The colour of a piece, where it has one."""
    box = state.components
    piece = (
        box.cards.get(name)
        or box.artifacts.get(name)
        or (box.machines.get(name) if name not in box.technologies else None)
    )
    return shapes.COLORS[piece.color] if piece is not None else "slot"


BOARD = Board(_scene, _panels, _titles, LABELS)
