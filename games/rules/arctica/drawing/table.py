"""The whole table as SVG (games/README 5): what one seat, or the public, may see of a position.

Every panel is `WIDTH` units wide, one unit a pixel on the smallest phone, and is a drawing of its own, so that a page
can set them side by side. Words come from `labels` (see words.py) and are escaped.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from games.engine.board import Board, Shown
from games.engine.events import Seat
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
    player_name,
    rows,
    stacked,
    text,
    turn_mark,
)
from games.rules.arctica.components import GENERATIONS
from games.rules.arctica.drawing import shapes
from games.rules.arctica.drawing.effects import short, space_short
from games.rules.arctica.drawing.marks import Mark, marks
from games.rules.arctica.drawing.words import LABELS, circle_words, hand_words, seat_facts, table_facts
from games.rules.arctica.handlers.colony import is_open
from games.rules.arctica.state import EMPTY, FLORA, NOBODY, State
from games.rules.arctica.view import view_of

_STEP, _LINE = 44.0, 42.0
_FIT = int(INNER // _STEP)


class Scene(msgspec.Struct, frozen=True):
    """What is drawn, for whom, and how it is called."""

    state: State
    viewer: Seat | None
    names: Sequence[str]
    labels: Mapping[str, str]
    marks: tuple[Mark, ...]

    def framed(self, thing: str, x: float, y: float, width: float, height: float) -> str:
        """The frames round a thing that an event touches."""
        found = [mark for mark in self.marks if thing in mark.things]
        return "".join(frame(x, y, width, height, bad=mark.bad) for mark in found)


def _scene(shown: Shown) -> Scene:
    touched = marks(shown.last, shown.focus, shown.flag)
    return Scene(shown.state, shown.viewer, shown.names, shown.labels, touched)


def _titles(scene: Scene) -> list[str]:
    return [scene.labels["table"], *scene.names[: scene.state.table.seats]]


def _panels(scene: Scene) -> Iterator[Part]:
    common = [_action_board(scene), _circle(scene), _map(scene)]
    yield _ground(stacked(common))
    for seat in range(scene.state.table.seats):
        yield _ground(_seat(scene, seat))


def _ground(part: Part) -> Part:
    """A panel with a little room below."""
    height, body = part
    return framed((height + 6, body))


def _action_board(scene: Scene) -> Part:
    """The wheels in their grid, with what they show at each side, and the spaces between them."""
    box = scene.state.table.box
    labels = scene.labels
    discs = box.catalogue.action_wheels
    cell = min(102.0, INNER / (1 + max(disc.col for disc in discs)))
    radius = cell / 2 - 4
    top = 62.0
    facts = table_facts(scene.state, labels)
    centres = {disc.id: (PAD + cell * (disc.col + 0.5), top + cell * (disc.row + 0.5)) for disc in discs}
    parts = [
        text(PAD, 22, labels["board"], size=14, bold=True),
        text(PAD, 38, " · ".join(facts[:3]), css="sub", size=12),
        text(PAD, 53, " · ".join(facts[3:]), css="sub", size=12),
    ]
    view = view_of(scene.state, None)
    for shown in view["wheels"]:
        x, y = centres[shown["wheel"]]
        words = [labels.get(shown[side], shown[side]) for side in "NESW"]
        parts.append(placed(x, y, shapes.disc(words, radius)))
        parts.append(scene.framed(f"wheel {shown['wheel']}", x - cell / 2, y - cell / 2, cell, cell))
    for space in box.catalogue.action_spaces:
        (ax, ay), (bx, by) = centres[space.a.wheel], centres[space.b.wheel]
        x, y = (ax + bx) / 2, (ay + by) / 2
        pawn = box.action_spaces[space.id].index in scene.state.used
        css = "turn" if pawn else "panel-ground"
        parts.append(f'<circle class="{css}" cx="{number(x)}" cy="{number(y)}" r="10"/>')
        ink = "flag-t" if pawn else "sub"
        parts.append(text(x, y + 3.5, space.id, css=ink, size=9, anchor="middle"))
        parts.append(scene.framed(f"space {space.id}", x - 12, y - 12, 24, 24))
    return top + cell * (1 + max(disc.row for disc in discs)) + 8, "".join(parts)


def _circle(scene: Scene) -> Part:
    """One row for each space: its ice, and the tokens on it."""
    state = scene.state
    box = state.table.box
    families = len(box.families)
    parts = [text(PAD, 16, scene.labels["circle"], size=14, bold=True)]
    y = 24.0
    for index, (space, words) in enumerate(circle_words(state, scene.names, scene.labels)):
        ice = "coin-b" if state.ice[index] else "slot"
        parts.append(placed(PAD, y + 2, shapes.chip(space, 26, ice)))
        bonus = box.ice_bonus[index] if state.ice[index] else box.bare_bonus[index]
        parts.append(
            text(PAD + 32, y + 16, f"{words.partition(',')[0].partition(';')[0]} {short(bonus)}", css="sub", size=11)
        )
        tokens = [
            placed(11, 11, shapes.token(family, seat, f"{count}", 9))
            for seat, player in enumerate(state.players)
            for family in range(families)
            if (count := player.circle[index * families + family])
        ]
        height, body = rows(tokens, 24, 24, INNER - 104)
        parts.append(placed(PAD + 104, y, body))
        parts.append(scene.framed(f"circle {space}", PAD - 3, y, INNER + 6, max(height, 24)))
        y += max(height, 24)
    return y + 8, "".join(parts)


def _map(scene: Scene) -> Part:
    """The spaces of every sub-region with what is printed there, and the links between them."""
    state = scene.state
    box = state.table.box
    parts = [text(PAD, 16, scene.labels["map"], size=14, bold=True)]
    spaces: list[str] = []
    centres: dict[str, tuple[float, float]] = {}
    y = 24.0
    for index, name in enumerate(box.subregions):
        hit = f" · {scene.labels['event']}" if index in state.hits else ""
        parts.append(text(PAD, y + 12, name + hit, css="sub", size=11))
        inside = [space for space in box.spaces if space.subregion == index]
        for at, space in enumerate(inside):
            row, column = divmod(at, _FIT)
            x, top = PAD + column * _STEP, y + 16 + row * _LINE
            centres[space.id] = (x + 14, top + 14)
            spaces.append(
                placed(x + 14, top + 14, _space(state.owners[space.index], space.family, is_open(state, space)))
            )
            spaces.append(text(x + 14, top + 36, space_short(space), css="sub", size=9, anchor="middle"))
            spaces.append(scene.framed(f"map {space.id}", x, top, 28, 28))
        height = 16 + -(-len(inside) // _FIT) * _LINE
        parts.append(scene.framed(f"subregion {name}", PAD - 4, y, INNER + 8, height))
        y += height + 4
    lines = "".join(
        "M{} {}L{} {}".format(*map(number, (*centres[one], *centres[two])))
        for one, two in (link.ends for link in box.catalogue.links)
    )
    return y + 4, "".join([*parts, f'<path class="grid" d="{lines}"/>', *spaces])


def _space(owner: Seat, family: int, open_: bool) -> str:
    if owner == NOBODY:
        return shapes.token(family, None, "" if open_ else "×")
    return shapes.token(family, owner, str(owner + 1))


def _seat(scene: Scene, seat: Seat) -> Part:
    """One player: points, wheels with their slots, release area and supply, columns, and the own hand."""
    state, labels = scene.state, scene.labels
    player = state.players[seat]
    turn = state.phase == "turn" and state.active == seat
    parts = [
        turn_mark(turn),
        f'<circle class="{shapes.seat_class(seat)}" cx="{PAD + 22}" cy="18" r="9"/>',
        text(
            PAD + 22, 22, str(seat + 1), css="es-light" if seat == 4 else "coin-n", size=11, anchor="middle", bold=True
        ),
        text(PAD + 38, 24, player_name(scene.names[seat]), size=16, bold=True),
        text(WIDTH - PAD, 26, str(player.points), size=21, anchor="end", bold=True),
        text(PAD, 44, " · ".join(seat_facts(player, labels)[1:]), css="sub", size=12),
        scene.framed(f"seat {seat}", 3, 4, WIDTH - 6, 46),
    ]
    parts += [flag(WIDTH - 70, 18, mark.flag) for mark in scene.marks if mark.bad and f"seat {seat}" in mark.things]
    body = [_wheel(scene, seat, wheel) for wheel in range(len(GENERATIONS))]
    body += [_tokens(scene, seat, zone) for zone in ("release", "supply")]
    body += [_cards(scene, labels[word], names) for word, names in _columns(scene, seat)]
    height, stack = stacked(body)
    return 54 + height, "".join(parts) + placed(0, 54, stack)


def _wheel(scene: Scene, seat: Seat, wheel: int) -> Part:
    """A generation wheel: its segments from entry to exit."""
    state = scene.state
    slots, starts = state.players[seat].wheels[wheel], state.table.starts[wheel]
    parts = [text(PAD, 16, scene.labels[GENERATIONS[wheel]], css="sub", size=11)]
    x = PAD + 110.0
    for at, piece in enumerate(slots):
        x += 10 if at in starts else 0
        drawn = (
            shapes.slot(9)
            if piece == EMPTY
            else shapes.flora("", 9)
            if piece == FLORA
            else shapes.token(piece, seat, "", 9)
        )
        parts.append(placed(x, 12, drawn))
        x += 22
    return 26, "".join(parts)


def _tokens(scene: Scene, seat: Seat, zone: str) -> Part:
    """Release area or supply: tokens by family, and the Flora that can be spent."""
    player = scene.state.players[seat]
    counts = player.release if zone == "release" else player.supply
    pieces = [shapes.token(family, seat, str(count)) for family, count in enumerate(counts) if count]
    pieces += [shapes.flora(str(player.flora))] if zone == "release" and player.flora else []
    height, body = rows(pieces, 26, 26, INNER - 104)
    return max(height, 24), text(PAD, 16, scene.labels[zone], css="sub", size=11) + placed(PAD + 114, 13, body)


def _columns(scene: Scene, seat: Seat) -> Iterator[tuple[str, list[str]]]:
    """Both columns from the top down, and for its owner the hand."""
    player = scene.state.players[seat]
    for wheel, word in enumerate(GENERATIONS):
        yield word, [card.id for card in reversed(player.columns[wheel])]
    if scene.viewer == seat:
        yield "hand", hand_words(player, scene.labels)


def _cards(scene: Scene, title: str, names: Sequence[str]) -> Part:
    pieces = [shapes.chip(name, 48) + scene.framed(f"card {name}", -1, -1, 50, 22) for name in names]
    height, body = rows(pieces, 51, 24)
    return 22 + height, text(PAD, 14, title, css="sub", size=11) + placed(PAD, 20, body)


BOARD = Board(_scene, _panels, _titles, LABELS)
