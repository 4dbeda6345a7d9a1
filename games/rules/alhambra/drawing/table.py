"""The whole table as SVG (games/README 5): what one seat, or the public, may see of a position.

Every panel is `WIDTH` units wide, one unit a pixel on the smallest phone, and is a drawing of its own, so that a page
can set them side by side. Words come from `labels` (see words.py) and are escaped.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    number,
    placed,
    player_line,
    stacked,
    text,
)
from games.rules.alhambra.components import Tile
from games.rules.alhambra.drawing import shapes
from games.rules.alhambra.drawing.shapes import CELL
from games.rules.alhambra.drawing.words import LABELS, cards_in_hand, currency_words, facts, supply_words
from games.rules.alhambra.layout import REACH, cell_of, place_of
from games.rules.alhambra.state import Player, State

_TALLEST = 330
_NEAR = 4


class Mark(msgspec.Struct, frozen=True):
    """Points at what an event touches: the last change or, if `bad`, the culprit. `flag` is a short text beside it."""

    event: Event
    bad: bool = False
    flag: str = ""

    def get(self, name: str) -> Any:
        """A parameter of the event, or None where it has no such one."""
        return getattr(self.event, name, None)

    def cell(self) -> int | None:
        """The cell the event names."""
        x, y = self.get("x"), self.get("y")
        inside = isinstance(x, int) and isinstance(y, int) and max(abs(x), abs(y)) <= REACH
        return cell_of(x, y) if inside else None

    def cards(self) -> tuple[str, ...]:
        """The cards the event names."""
        card, cards = self.get("card"), self.get("cards")
        return (card,) if isinstance(card, str) else tuple(cards) if isinstance(cards, tuple) else ()


class Scene(msgspec.Struct, frozen=True):
    """What is drawn, for whom, and how it is called."""

    state: State
    viewer: Seat | None
    names: Sequence[str]
    labels: Mapping[str, str]
    marks: tuple[Mark, ...]

    def marks_of(self, seat: Seat) -> list[Mark]:
        """The marks on the things of one seat."""
        return [mark for mark in self.marks if mark.get("seat") == seat]


def _scene(shown: Shown) -> Scene:
    marks = [Mark(shown.last)] if shown.last is not None else []
    marks += [Mark(shown.focus, bad=True, flag=shown.flag[:4])] if shown.focus is not None else []
    return Scene(shown.state, shown.viewer, shown.names, shown.labels, tuple(marks))


def _titles(scene: Scene) -> list[str]:
    """The market, then every seat in turn order, then Dirk if he plays."""
    state, labels = scene.state, scene.labels
    return [labels["market"], *scene.names[: len(state.players)], *([labels["dirk"]] if state.dirk is not None else [])]


def _panels(scene: Scene) -> Iterator[Part]:
    yield framed(_market(scene))
    for seat in range(len(scene.state.players)):
        yield framed(_seat(scene, seat))
    if scene.state.dirk is not None:
        yield framed(_dirk(scene))


def _market(scene: Scene) -> Part:
    """The four slots with price and currency, the money display, and what is left face down."""
    state, labels = scene.state, scene.labels
    parts = [_heading(labels["market"], 21)]
    for slot in range(len(state.market)):
        parts.append(placed(PAD + slot * 77.5, 30, _slot(scene, slot)))
    parts.append(_heading(labels["money"], 146))
    card_marks = [(mark, card) for mark in scene.marks for card in mark.cards()]
    for place, card in enumerate(state.display):
        body = _card(scene, card)
        mark = next(((mark, named) for mark, named in card_marks if named == card), None)
        if mark is not None:
            card_marks.remove(mark)
            body += frame(-2, -2, 44, 56, bad=mark[0].bad)
        parts.append(placed(PAD + 2 + place * 47, 156, body))
    for row, words in enumerate(supply_words(state, labels)):
        parts.append(text(WIDTH - PAD, 171 + row * 17, words, css="sub", size=12, anchor="end"))
    return 218, "".join(parts)


def _heading(words: str, y: float) -> str:
    return text(PAD, y, words, size=13, bold=True)


def _slot(scene: Scene, slot: int) -> str:
    tile = scene.state.market[slot]
    currency = currency_words(scene.state.components, slot, scene.labels)
    parts = ['<rect class="slot" x=".5" y=".5" width="74" height="91" rx="8"/>']
    if tile is not None:
        parts.append(placed(5, 9, shapes.tile(tile)))
    parts.append(placed(63.5, 33, shapes.coin(slot, "", 7)))
    parts.append(text(37.5, 78, currency, css="sub", size=12, anchor="middle"))
    for mark in scene.marks:
        if mark.get("slot") == slot + 1 or (tile is not None and mark.get("tile") == tile.id):
            parts.append(frame(1, 1, 73, 90, bad=mark.bad))
    return "".join(parts)


def _card(scene: Scene, card: str) -> str:
    components = scene.state.components
    slot = components.slot_colours.index(components.colours[card])
    coin = placed(20, 21, shapes.coin(slot, components.values[card], 13))
    word = text(20, 46.5, currency_words(components, slot, scene.labels), css="sub", size=10, anchor="middle")
    return f'<rect class="slot" x=".5" y=".5" width="39" height="51" rx="5"/>{coin}{word}'


def _seat(scene: Scene, seat: Seat) -> Part:
    """One player: name and points, what is known of the hand, the Alhambra, reserve and bought tiles."""
    player = scene.state.players[seat]
    turn = bool(scene.state.pending) and seat in scene.state.pending[-1].seats
    parts = [
        player_line(scene.names[seat], player.score, turn),
        text(PAD, 42, " · ".join(facts(scene.state, seat, scene.labels)[1:]), css="sub", size=12),
    ]
    marks = scene.marks_of(seat)
    pointed = [mark for mark in marks if mark.get("tile") or mark.get("slot")]
    parts += [frame(3, 4, WIDTH - 6, 44, bad=mark.bad) for mark in marks if mark not in pointed]
    rows = [_alhambra(scene, seat), _tiles(scene, seat, "bought"), _tiles(scene, seat, "reserve"), _hand(scene, seat)]
    height, body = stacked(rows, 52)
    return height + 6, "".join(parts) + body


def _alhambra(scene: Scene, seat: Seat) -> Part:
    """The board, as large as the panel allows, with half a cell of ground around it."""
    player = scene.state.players[seat]
    marks = [(mark, _marked_cell(player, mark)) for mark in scene.marks_of(seat)]
    cells = [*player.board, *(cell for _, cell in marks if cell is not None)]
    if not cells:
        return 0, ""
    xs, ys = zip(*(place_of(cell) for cell in cells), strict=True)
    wide, high = max(xs) - min(xs) + 2, max(ys) - min(ys) + 2
    scale = min(1.0, INNER / (wide * CELL), _TALLEST / (high * CELL))
    ghosts = {
        cell: tile
        for mark, cell in marks
        if mark.bad and cell is not None and cell not in player.board
        if (tile := scene.state.components.tiles.get(str(mark.get("tile")))) is not None
    }
    body = [_grid(min(xs), min(ys), wide, high), shapes.alhambra(player.board, ghosts)]
    for mark, cell in marks:
        if cell is not None:
            x, y = place_of(cell)
            body.append(frame(x * CELL - 2, y * CELL - 2, CELL + 4, CELL + 4, bad=mark.bad))
            body.append(flag((x + 1) * CELL, y * CELL, mark.flag))
    left = (WIDTH - wide * CELL * scale) / 2 - (min(xs) - 0.5) * CELL * scale
    return high * CELL * scale + 6, placed(left, -(min(ys) - 0.5) * CELL * scale, "".join(body), scale)


def _marked_cell(player: Player, mark: Mark) -> int | None:
    """The cell an event names, unless it is far from everything; else the one where its tile lies."""
    cell = mark.cell()
    if cell is not None:
        return cell if any(_distance(cell, other) <= _NEAR for other in player.board) else None
    return next((cell for cell, tile in player.board.items() if tile.id == mark.get("tile")), None)


def _distance(one: int, other: int) -> int:
    (x, y), (u, v) = place_of(one), place_of(other)
    return max(abs(x - u), abs(y - v))


def _grid(west: int, north: int, wide: int, high: int) -> str:
    left, top = (west - 0.5) * CELL, (north - 0.5) * CELL
    down = "".join(f"M{x * CELL} {number(top)}v{high * CELL}" for x in range(west, west + wide))
    across = "".join(f"M{number(left)} {y * CELL}h{wide * CELL}" for y in range(north, north + high))
    return f'<path class="grid" d="{down}{across}"/>'


def _tiles(scene: Scene, seat: Seat, where: str) -> Part:
    """A row of the tiles in the reserve, or of those bought and not placed yet."""
    state = scene.state
    zone = state.players[seat].reserve if where == "reserve" else state.bought if state.turn == seat else {}
    marks = {str(mark.get("tile")): mark for mark in scene.marks_of(seat) if mark.cell() is None or mark.bad}
    pieces = []
    for tile in zone.values():
        mark = marks.get(tile.id)
        pieces.append(shapes.tile(tile) + (frame(-2, -2, CELL + 4, CELL + 4, bad=mark.bad) if mark else ""))
    return _row(scene.labels[where], [placed(0, 0, piece, 0.75) for piece in pieces], 40, 42)


def _hand(scene: Scene, seat: Seat) -> Part:
    """The coins in hand, for its owner only."""
    if scene.viewer != seat:
        return 0, ""
    components = scene.state.components
    coins = [
        shapes.coin(components.slot_colours.index(components.colours[card]), components.values[card], 10.5)
        for card in cards_in_hand(scene.state, scene.state.players[seat])
    ]
    return _row(scene.labels["hand"], [placed(12, 13, coin) for coin in coins], 28, 30)


def _row(title: str, pieces: Iterable[str], step: float, height: float) -> Part:
    """Pieces under a title, as many side by side as there is room for."""
    each = list(pieces)
    if not each:
        return 0, ""
    fit = int(INNER // step)
    parts = [text(PAD, 15, title, css="sub", size=12)]
    parts += [placed(PAD + at % fit * step, 22 + at // fit * height, piece) for at, piece in enumerate(each)]
    return 24 + -(-len(each) // fit) * height, "".join(parts)


def _dirk(scene: Scene) -> Part:
    """The third party's tiles: they lie in the open, without a layout."""
    state = scene.state
    assert state.dirk is not None
    pieces = []
    for tile in state.dirk.tiles:
        mark = next((mark for mark in scene.marks if _gives(mark, tile)), None)
        pieces.append(shapes.tile(tile) + (frame(-2, -2, CELL + 4, CELL + 4, bad=mark.bad) if mark else ""))
    kinds = [*range(len(state.components.kinds)), -1]
    pieces += [
        shapes.unknown_tile(kind) for kind, count in zip(kinds, state.dirk.hidden, strict=True) for _ in range(count)
    ]
    height, body = _row("", [placed(0, 0, piece, 0.75) for piece in pieces], 40, 42)
    return height + 20, text(PAD, 24, scene.labels["dirk"], size=16, bold=True) + placed(0, 14, body)


def _gives(mark: Mark, tile: Tile) -> bool:
    tiles = mark.get("tiles")
    return mark.get("tile") == tile.id or (isinstance(tiles, tuple) and tile.id in tiles)


BOARD = Board(_scene, _panels, _titles, LABELS)
