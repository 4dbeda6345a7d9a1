"""The drawing of the table and its twin in words (games/README 5)."""

import random
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.events import Event
from games.engine.replay import replay
from games.rules.alhambra.drawing.shapes import longest_walls
from games.rules.alhambra.drawing.table import BOARD
from games.rules.alhambra.drawing.words import LABELS, board_text
from games.rules.alhambra.events import (
    Buy,
    Deal,
    DirkTiles,
    Place,
    PlaceLeftover,
    RedesignRemove,
    RevealMoney,
    RevealTile,
    TakeMoney,
)
from games.rules.alhambra.layout import longest_wall
from games.rules.alhambra.rules import RULES
from games.rules.alhambra.state import State
from tests.rules.alhambra.table import ALHAMBRA, do, new_game, position
from tests.rules.alhambra.test_04_placing import grown
from tests.rules.drawings import classes, count, is_plain, texts, without_rule
from tests.rules.matches import any_match

NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Fay"]


def drawn(state: State, viewer: int | None = None, **marks: Event | str | int | None) -> ElementTree.Element:
    """The parsed drawing."""
    return ElementTree.fromstring(BOARD.svg(state, viewer, names=NAMES, **marks))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(5))
def test_every_position_is_drawn_as_plain_svg(seed: int) -> None:
    """No style of its own, no script, no id that could occur twice on a page."""
    script = any_match(ALHAMBRA, seed, "greedy")
    rng = random.Random(seed)
    for until in [0, 1, *rng.sample(range(len(script.entries)), 12), len(script.entries)]:
        state = replay(RULES, script.setup, script.entries, until=until).state
        last = script.entries[until - 1].event if until else None
        focus = script.entries[until].event if until < len(script.entries) else None
        for viewer in (None, 0):
            assert is_plain(drawn(state, viewer, last=last, focus=focus, flag="57"))


def test_every_class_is_in_the_style_sheet() -> None:
    used: set[str] = set()
    for seed in range(5):
        script = any_match(ALHAMBRA, seed, "greedy")
        for until in range(40, len(script.entries), 60):
            state = replay(RULES, script.setup, script.entries, until=until).state
            event = script.entries[until].event
            svg = drawn(state, 0, last=event, focus=event, flag="1")
            used |= classes(svg)
    assert without_rule(used) == set()
    assert len(used) > 25


def test_what_a_log_says_is_escaped() -> None:
    names = ['<script>alert("x")</script>', "a & b", "'", "<b>"]
    svg = BOARD.svg(position(), names=names, flag="<&>", focus=Place(0, "<x>", "alhambra", 1, 0))
    assert "<script>" not in svg
    assert "<b>" not in svg
    ElementTree.fromstring(svg)
    assert "a & b" in texts(ElementTree.fromstring(svg))


def test_only_the_own_hand_is_drawn() -> None:
    state = position(hands=["Y7 Y8", "G7"], display="B1 B2 B3 B4", market=[None] * 4)
    assert {"7", "8"} & set(texts(drawn(state))) == set()
    assert {"7", "8"} <= set(texts(drawn(state, 0)))
    own = " ".join(board_text(state, 1, names=NAMES))
    assert "green 7" in own
    assert "yellow 7" not in own


@given(seed=st.integers(0, 2**32), steps=st.integers(0, 60))
def test_the_longest_wall_drawn_is_the_one_that_scores(seed: int, steps: int) -> None:
    layout = grown(random.Random(seed), steps)
    assert len(longest_walls(layout)) == longest_wall(layout)


def test_the_longest_wall_is_told_apart() -> None:
    state = position(boards=[[("TOW02", 1, 0), ("CHA07", -1, 0)]], market=[None] * 4)
    svg = drawn(state)
    assert (count(svg, "w1 long"), count(svg, "w1")) == (3, 1)


@pytest.mark.parametrize(
    "last",
    [
        RevealTile(1, "PAV04"),
        RevealMoney("O6"),
        TakeMoney(1, ("Y9",)),
        Deal(2, ("Y9", "G9", "B9")),
        Place(0, "ARC08", "alhambra", 1, 0),
        RedesignRemove(0, "TOW09"),
        PlaceLeftover(0, "TOW09", "reserve"),
    ],
)
def test_the_last_change_is_marked_once(last: Event) -> None:
    state = position(boards=[[("ARC08", 1, 0)]], reserves=["TOW09"], market=["PAV04", None, None, None])
    svg = drawn(state, last=last)
    assert (count(svg, "focus new"), count(svg, "focus")) == (1, 0)


def test_dirks_new_tiles_are_marked() -> None:
    six = ("PAV01", "PAV02", "PAV03", "SER01", "SER02", "SER03")
    assert count(drawn(do(new_game(2), DirkTiles(six, "setup")), last=DirkTiles(six, "setup")), "focus new") == 6


def test_the_culprit_is_marked_with_its_number() -> None:
    state = position(hands=["B9"])
    svg = drawn(state, focus=Buy(0, 3, ("B7",)), flag="57")
    assert count(svg, "focus") == 1
    state = do(state, Buy(0, 3, ("B9",)))
    svg = drawn(state, focus=Place(0, "ARC07", "alhambra", -1, 0), flag="57")
    assert count(svg, "focus") == 2  # the cell, and the tile where it lies now
    assert count(svg, "ghost") == 1
    assert "57" in texts(svg)


@pytest.mark.parametrize(("x", "y"), [(64, -64), (2_000, 5)])
def test_a_culprit_far_off_does_not_shrink_the_board(x: int, y: int) -> None:
    state = do(position(hands=["B9"]), Buy(0, 3, ("B9",)))
    svg = drawn(state, focus=Place(0, "ARC07", "alhambra", x, y))
    assert svg.get("viewBox") == drawn(state).get("viewBox")
    assert count(svg, "focus") == 1  # the tile where it lies now


@pytest.mark.parametrize(("seats", "panels"), [(2, 4), (3, 4), (6, 7)])
def test_there_is_a_panel_for_the_market_each_seat_and_dirk(seats: int, panels: int) -> None:
    assert len(BOARD.panel_svgs(position(seats=seats), names=NAMES[:seats])) == panels


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_the_whole_table_has_as_many_columns_as_asked(columns: int) -> None:
    width = float((drawn(position(), columns=columns).get("viewBox") or "").split()[2])
    assert width == columns * 338 - 10


def test_the_words_tell_the_whole_table() -> None:
    state = position(
        seats=2,
        hands=["B8 Y1"],
        boards=[[("TOW02", 1, 0)]],
        reserves=["", "CHA06"],
        dirk="GAR09",
        market=["PAV04", None, "ARC07", None],
    )
    assert board_text(do(state, Buy(0, 3, ("B8",))), 0, names=NAMES) == [
        "Market: pavilion 5 (walls north, west), to be paid in yellow; empty, to be paid in green; "
        "empty, to be paid in blue; empty, to be paid in orange",
        "Money: yellow 1; green 2; blue 2; orange 6",
        "deck: 66, discards: 1, bag: 49",
        "Ada: points: 0, longest wall: 3, buildings: 1, cards: 1, to move",
        "Ada, Alhambra: fountain at 0, 0; tower 8 (walls north, east, south) at 1, 0",
        "Ada, Bought: arcades 8 (walls east)",
        "Ada, Hand: yellow 1",
        "Bo: points: 0, longest wall: 0, buildings: 0, cards: 0",
        "Bo, Alhambra: fountain at 0, 0",
        "Bo, Reserve: chambers 9 (walls west)",
        "Dirk: garden 10",
    ]


def test_the_words_come_in_the_language_asked_for() -> None:
    labels = {key: f"‹{text}›" for key, text in LABELS.items()}
    lines = board_text(position(), 0, names=NAMES, labels=labels)
    assert all("‹" in line for line in lines)
    svg = ElementTree.fromstring(BOARD.svg(position(), 0, names=NAMES, labels=labels))
    assert all("‹" in text or text in NAMES or not re.search("[a-z]", text) for text in texts(svg))
