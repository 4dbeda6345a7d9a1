"""The drawing of the table and its twin in words (games/README 5)."""

import random
from xml.etree import ElementTree

import pytest

from games.engine.events import Event
from games.engine.replay import replay
from games.registry import ENGINES
from games.rules.revive import events as e
from games.rules.revive.drawing.table import BOARD
from games.rules.revive.drawing.words import LABELS, board_text
from games.rules.revive.rules import RULES
from games.rules.revive.scoring import CATEGORIES
from games.rules.revive.state import State
from tests.rules.drawings import classes, count, is_plain, texts, without_rule
from tests.rules.matches import any_match
from tests.rules.revive.other_sets import small_set, wide_set
from tests.rules.revive.table import Table

NAMES = ["Ada", "Bo <b>", "Cy", "Di"]


def drawn(state: State, viewer: int | None = None, **marks: Event | str | int | None) -> ElementTree.Element:
    return ElementTree.fromstring(BOARD.svg(state, viewer, names=NAMES[: state.seats], **marks))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(8))
def test_every_position_is_drawn_as_plain_svg(seed: int) -> None:
    """No style of its own, no script, no id that could occur twice on a page; every class has its rule."""
    script = any_match(ENGINES["revive"], seed, "greedy")
    rng = random.Random(seed)
    for until in [0, 1, *rng.sample(range(len(script.entries)), 8), len(script.entries)]:
        state = replay(RULES, script.setup, script.entries, until=until).state
        last = script.entries[until - 1].event if until else None
        focus = script.entries[until].event if until < len(script.entries) else None
        for viewer in (None, 0):
            svg = drawn(state, viewer, last=last, focus=focus, flag="57")
            assert is_plain(svg)
            assert without_rule(classes(svg)) == set()
            assert board_text(state, viewer, names=NAMES)


def test_everything_stays_inside_a_narrow_panel() -> None:
    """Readable at 360 px: a panel is 328 units wide."""
    assert (drawn(Table(4).state).get("viewBox") or "").split()[2] == "328"
    assert (drawn(Table(4).state, columns=3).get("viewBox") or "").split()[2] == str(3 * 338 - 10)


def test_there_is_a_panel_for_map_display_and_each_seat() -> None:
    panels = BOARD.panel_svgs(Table(3).state, names=NAMES[:3])
    assert [ElementTree.fromstring(panel).get("aria-label") for panel in panels] == ["Map", "Display", *NAMES[:3]]


def test_the_reference_set_is_named_on_the_drawing_and_in_words() -> None:
    """games/README 1.2: labelled as such."""
    state = Table().state
    assert "Reference set: not the published pieces" in texts(drawn(state))
    assert board_text(state, names=NAMES)[0] == "Reference set: not the published pieces"


def test_the_last_change_and_the_culprit_are_marked() -> None:
    table = Table().give(gear=6)
    build = e.Build(0, "small", (-1, 0))
    assert count(drawn(table.do(build).state, last=build), "focus new") >= 1
    wrong = drawn(table.state, focus=e.Build(0, "small", (0, 0)), flag="57")
    assert count(wrong, "focus") >= 1


def test_what_is_hidden_is_drawn_for_its_owner_only() -> None:
    state = Table().crate("Q07").state
    assert {"AC01", "Q07"} <= set(texts(drawn(state, 0)))
    assert not {"AC01", "AC02", "Q07"} & set(texts(drawn(state)))
    assert "Ada, Crates: Q07" in board_text(state, 0, names=NAMES)
    assert "Ada, Crates: unknown" in board_text(state, None, names=NAMES)


def test_the_words_tell_map_boards_and_tracks() -> None:
    table = Table(expansion="on").lay("A1", "CT1", "top").module("M01", "CT1", 0).give(gear=2)
    table.player().small[-1, 0] = None
    table.player().figures["extra"] = "rime.t1"
    lines = board_text(table.state, 0, names=NAMES)
    assert "Map: A01 (S21): [-1, -2] location, [0, -2] sand, [-1, -1] forest, [0, -1] field" in lines
    assert "Map: S12: lake LK1" in lines
    assert "Ada, Tracks: gray 1, green 1, yellow 1" in lines
    assert "Ada, Buildings: small [-1, 0]" in lines
    assert "Ada, Figures: extra" in lines
    assert any(line.startswith("Ada, Card slots: CT1: A1 (gray) M01 (gray)") for line in lines)
    assert any("face down: 2 book, points 3" in line for line in lines)


def test_labels_may_be_in_any_language() -> None:
    labels = {key: f"«{text}»" for key, text in LABELS.items()}
    state = Table().state
    assert "«Display»" in BOARD.svg(state, names=NAMES, labels=labels)
    assert any("«sand»" in line for line in board_text(state, names=NAMES, labels=labels))


@pytest.mark.parametrize("box", [small_set(), wide_set()], ids=["small", "wide"])
def test_any_map_is_drawn_as_large_as_the_panel_allows(box: object) -> None:
    """games/README 5: nothing hangs on the reference set's map."""
    tribes = tuple(box.tribes)[:2]  # type: ignore[attr-defined]
    table = Table(2, box=box, tribes=tribes)  # type: ignore[arg-type]
    assert (drawn(table.state).get("viewBox") or "").split()[2] == "328"


def test_every_category_of_points_has_a_label() -> None:
    """19.9: what the breakdown of a verdict is called."""
    assert set(CATEGORIES) <= LABELS.keys()
