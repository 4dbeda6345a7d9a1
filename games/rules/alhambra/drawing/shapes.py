"""The pieces of the drawing: tiles, walls, coins, marks. Tiles are `CELL` units wide.

Colours are the classes of the site's style sheet. A kind has its own building, a currency its own outline, and walls
their caps, so that nothing hangs on colour alone.
"""

from collections.abc import Iterable

from games.engine.svg import outlined, placed, text
from games.rules.alhambra.components import Tile
from games.rules.alhambra.layout import E, N, S, W, place_of
from games.rules.alhambra.state import Board

CELL = 48

KINDS = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
"""Classes by kind, in the order of the component file."""

_GLYPHS = (
    "M24 7c0 2-1.2 2.6-1.2 3.6C16 12 13 16.5 13 20h22c0-3.5-3-8-9.8-9.4C25.2 9.6 24 9 24 7zM12 21.5h24V24H12z"
    "M14 25.5h4V37h-4zM22 25.5h4V37h-4zM30 25.5h4V37h-4zM11 37h26v3H11z",
    "M9 18v-5h4v3h4v-3h4v3h6v-3h4v3h4v-3h4v5zM10 19.5h28V40H10zM14 40h5v-9a2.5 2.5 0 0 0-5 0z"
    "M21.5 40h5V28a2.5 2.5 0 0 0-5 0zM29 40h5v-9a2.5 2.5 0 0 0-5 0z",
    "M9 11h30v3H9zM10 15.5h28V26H10zM13 26h4.5v-4a2.25 2.25 0 0 0-4.5 0zM21.7 26h4.6v-4a2.3 2.3 0 0 0-4.6 0z"
    "M30.5 26H35v-4a2.25 2.25 0 0 0-4.5 0zM10 27.5h28V40H10zM13 40h4.5v-6a2.25 2.25 0 0 0-4.5 0z"
    "M21.7 40h4.6v-6a2.3 2.3 0 0 0-4.6 0zM30.5 40H35v-6a2.25 2.25 0 0 0-4.5 0z",
    "M24 8 8 21h32zM12 22.5h24V40H12zM16 33.5h5V27h-5zM26 40h5.5V27H26z",
    "M15 8c-4 6-5 11-5 15 0 5 2 8 4 8.5V38h2v-6.5c2-.5 4-3.5 4-8.5 0-4-1-9-5-15z"
    "M31 17a7 7 0 0 0-6.5 9.5A5.5 5.5 0 0 0 28 36h2v3h2v-3h2a5.5 5.5 0 0 0 3.5-9.5A7 7 0 0 0 31 17zM9 39.5h30V41H9z",
    "M15 14V7h4v3h3V7h4v3h3V7h4v7zM17 15.5h14V34H17zM22 25h4v-4.5a2 2 0 0 0-4 0zM14 35.5h20V40H14z",
)
_FOUNTAIN = (
    "M24 8c2.5 3.5 4 5.5 4 7.5a4 4 0 0 1-8 0c0-2 1.5-4 4-7.5zM22.5 22h3v6h-3zM13 24c2 4 6 6 11 6s9-2 11-6z"
    "M22 30h4v5h-4zM10 36h28c0 3-2 5-5 5H15c-3 0-5-2-5-5z"
)

_COINS = (
    ("coin-y", "M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1z"),
    ("coin-g", "M-.9-.9H.9V.9H-.9z"),
    ("coin-b", "M-.58-1H.58L1.1 0L.58 1H-.58L-1.1 0z"),
    ("coin-o", "M0-1.25L1.25 0L0 1.25L-1.25 0z"),
)
"""By slot: class and outline of a coin of radius 1."""

_SIDES = (
    (1, N, "M3 2.5H45", ((0, 0), (1, 0))),
    (2, E, "M45.5 3V45", ((1, 0), (1, 1))),
    (4, S, "M3 45.5H45", ((0, 1), (1, 1))),
    (8, W, "M2.5 3V45", ((0, 0), (0, 1))),
)
"""For each wall: its bit, the step to the neighbour, its line in a tile, and its two ends in corners of the grid."""

Wall = tuple[int, int]
"""A cell and the bit of one of its sides."""


def tile_face(tile: Tile) -> str:
    """A tile without its walls: ground, building, price."""
    if tile.kind < 0:
        return (
            f'<path class="g-fountain" d="M0 0H{CELL}V{CELL}H0z"/>'
            f'<path class="f-fountain" transform="translate(5.3 4.5) scale(.78)" d="{_FOUNTAIN}"/>{_EDGE}'
        )
    css = KINDS[tile.kind % len(KINDS)]
    return f'<path class="g-{css}" d="M0 0H{CELL}V{CELL}H0z"/>{building(tile.kind)}{_EDGE}{_price(tile.price, css)}'


_EDGE = f'<path class="tile-edge" d="M.5 .5H{CELL - 0.5}V{CELL - 0.5}H.5z"/>'


def building(kind: int) -> str:
    """The building of a kind, as it stands on its tile."""
    css, glyph = KINDS[kind % len(KINDS)], _GLYPHS[kind % len(KINDS)]
    return f'<path class="f-{css}" fill-rule="evenodd" transform="translate(16.8 15.3) scale(.62)" d="{glyph}"/>'


def _price(price: int, css: str) -> str:
    wide = 13 if price < 10 else 20
    label = text(5 + wide / 2, 17.4, str(price), css=f"g-{css}", size=14, anchor="middle", bold=True)
    return f'<rect class="f-{css}" x="5" y="5" width="{wide}" height="15.5" rx="2.5"/>{label}'


def tile(piece: Tile) -> str:
    """A whole tile with its walls."""
    return tile_face(piece) + wall_lines((side for bit, _, side, _ in _SIDES if piece.walls & bit), "w1")


def unknown_tile(kind: int) -> str:
    """A tile of which at most the kind is known; -1 where not even that."""
    if kind < 0:
        return f'<path class="slot" d="M.5 .5H{CELL - 0.5}V{CELL - 0.5}H.5z"/>{text(24, 32, "?", size=24, anchor="middle")}'
    css = KINDS[kind % len(KINDS)]
    mark = text(9, 19, "?", css=f"f-{css}", size=15, bold=True)
    return f'<path class="g-{css}" d="M0 0H{CELL}V{CELL}H0z"/>{building(kind)}{_EDGE}{mark}'


def wall_lines(lines: Iterable[str], css: str) -> str:
    """Walls along `lines` (path data), with their caps."""
    path = "".join(lines)
    return f'<path class="{css}" d="{path}"/><path class="w2" d="{path}"/>' if path else ""


def alhambra(board: Board, ghosts: dict[int, Tile]) -> str:
    """All tiles of a board at their cells (`CELL` units each, the fountain at 0 0), then the walls.

    `ghosts` are tiles that do not lie there and are drawn pale.
    """
    parts = [placed(*_corner(cell), tile_face(piece)) for cell, piece in sorted(board.items())]
    for cell, piece in ghosts.items():
        pale = f'<g class="ghost">{tile(piece)}</g>{_price(piece.price, KINDS[piece.kind % len(KINDS)])}'
        parts.append(placed(*_corner(cell), pale))
    longest = longest_walls(board)
    for css, walls in (("w1", _walls(board) - longest), ("w1 long", longest)):
        for bit, _, line, _ in _SIDES:
            cells = sorted(cell for cell, side in walls if side == bit)
            parts += [placed(*_corner(cell), wall_lines([line], css)) for cell in cells]
    return "".join(parts)


def _corner(cell: int) -> tuple[int, int]:
    x, y = place_of(cell)
    return x * CELL, y * CELL


def _walls(board: Board) -> set[Wall]:
    return {(cell, bit) for cell, piece in board.items() for bit, _, _, _ in _SIDES if piece.walls & bit}


def longest_walls(board: Board) -> set[Wall]:
    """The walls of the longest connected outer wall (rules.md 7.2); of several the one furthest to the north-west."""
    chains: dict[tuple[int, int], set[Wall]] = {}
    for cell in sorted(board):
        x, y = place_of(cell)
        for bit, step, _, ends in _SIDES:
            if not board[cell].walls & bit or cell + step in board:
                continue
            chain = {(cell, bit)}
            corners = [(x + dx, y + dy) for dx, dy in ends]
            for corner in corners:
                chain |= chains.get(corner, set())
            for other in [*corners, *(place for place, walls in chains.items() if walls & chain)]:
                chains[other] = chain
    return max(chains.values(), key=len, default=set())


def coin(slot: int, value: object, radius: float) -> str:
    """A coin of the currency of `slot` (index), with a number on it."""
    css, outline = _COINS[slot % len(_COINS)]
    return outlined(css, radius, outline) + text(
        0, radius * 0.42, str(value), css="coin-n", size=radius * 1.15, anchor="middle", bold=True
    )
