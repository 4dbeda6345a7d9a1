"""The table as SVG, and in words (step 8)."""

from collections.abc import Iterator, Mapping, Sequence

from games.engine.board import Board, Shown
from games.engine.events import Seat
from games.engine.svg import PAD, WIDTH, Part, framed, player_line, text
from tests.fifth_game.pebbles.state import State

LABELS = {
    "table": "The whole table",
    "row": "Row",
    "bag": "bag: {n}",
    "points": "points: {n}",
    "empty": "empty",
}


def _titles(shown: Shown) -> list[str]:
    return [shown.labels["row"], *shown.names[: len(shown.state.hands)]]


def _panels(shown: Shown) -> Iterator[Part]:
    state, labels = shown.state, shown.labels
    bag = text(WIDTH - PAD, 24, labels["bag"].format(n=state.bag.left), css="sub", size=12, anchor="end")
    yield framed((56, text(PAD, 24, labels["row"], bold=True) + bag + text(PAD, 44, _told(state.row, labels))))
    for seat, hand in enumerate(state.hands):
        line = player_line(shown.names[seat], state.score[seat], seat == state.turn)
        yield framed((56, line + text(PAD, 44, _told(_pebbles(hand), labels))))


def board_text(
    state: State, viewer: Seat | None = None, *, names: Sequence[str], labels: Mapping[str, str] = LABELS
) -> list[str]:
    lines = [f"{labels['row']}: {_told(state.row, labels)}", labels["bag"].format(n=state.bag.left)]
    for seat, hand in enumerate(state.hands):
        points = labels["points"].format(n=state.score[seat])
        lines.append(f"{names[seat]}: {points}; {_told(_pebbles(hand), labels)}")
    return lines


def _pebbles(hand: Mapping[str, int]) -> list[str]:
    return [kind for kind, number in sorted(hand.items()) for _ in range(number)]


def _told(pebbles: Sequence[str], labels: Mapping[str, str]) -> str:
    return ", ".join(labels.get(pebble, pebble) for pebble in pebbles) or labels["empty"]


BOARD = Board(lambda shown: shown, _panels, _titles, LABELS)
