"""The drawing of the table and its twin in words (games/README 5)."""

from xml.etree import ElementTree

import pytest
from django.utils.translation import override

from games.engine.svg import WIDTH
from games.glossary import board_labels
from games.rules.arctica.drawing.effects import effects_in_words
from games.rules.arctica.drawing.marks import things_of
from games.rules.arctica.drawing.table import BOARD
from games.rules.arctica.drawing.words import LABELS, board_text
from games.rules.arctica.rules import RULES
from games.rules.arctica.state import State
from tests.rules.arctica.matches import play_match
from tests.rules.arctica.small_set import small_set
from tests.rules.arctica.table import FISH, a_state, hand, hide, put
from tests.rules.drawings import SVG, classes, is_plain, texts, without_rule

NAMES = ["Ada", "Bo", "Cy", "Di", "Ed"]


def drawn(state: State, viewer=None, **marks):
    """The parsed drawing."""
    return ElementTree.fromstring(BOARD.svg(state, viewer, names=NAMES, **marks))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_position_is_drawn_as_plain_svg_with_classes_of_the_sheet(seats):
    state, events, setup = play_match(seats, seats)
    assert state.phase == "over"
    now = RULES.new_game(setup)
    for event in events:
        svg = drawn(now, seats - 1, focus=event, flag="12")
        RULES.check(now, event)
        RULES.apply(now, event)
        for root in (svg, drawn(now, None, last=event, columns=3)):
            assert is_plain(root)
            assert without_rule(classes(root)) == set()


def test_another_set_is_drawn_too():
    state, _, _ = play_match(3, 1, small_set(), pawn_availability="any")
    assert texts(drawn(state, 0))
    assert any("auks" in line for line in board_text(state, 0, names=NAMES))


def test_it_is_readable_at_360_px():
    for panel in BOARD.panel_svgs(a_state(5), 0, names=NAMES):
        root = ElementTree.fromstring(panel)
        assert root.get("viewBox", "").split()[2] == str(WIDTH)
        assert min(float(element.get("font-size", "9")) for element in root.iter(f"{SVG}text")) >= 9


def test_there_is_a_panel_for_the_table_and_for_every_seat():
    panels = [ElementTree.fromstring(panel) for panel in BOARD.panel_svgs(a_state(3), names=NAMES)]
    assert [panel.get("aria-label") for panel in panels] == [LABELS["table"], *NAMES[:3]]


def test_a_hand_is_drawn_for_its_owner_only():
    state = a_state()
    hand(state, 0, "FI01")
    hide(state, 0, 1)
    assert "FI01" in texts(drawn(state, 0))
    assert "FI01" not in texts(drawn(state, 1))
    assert any("FI01" in line for line in board_text(state, 0, names=NAMES))
    assert not any("FI01" in line for line in board_text(state, None, names=NAMES))


def test_changes_and_culprits_are_framed():
    _, events, _ = play_match(3, 2)
    turn = next(event for event in events if event.__struct_config__.tag == "turn" and event.colony)
    things = things_of(turn)
    assert {f"space {turn.place.space}", f"wheel {turn.place.wheel}", f"seat {turn.active}"} <= things
    state = a_state(3)
    for marks, css in (({"last": turn}, "focus new"), ({"focus": turn}, "focus")):
        framed = [element for element in drawn(state, **marks).iter() if element.get("class") == css]
        assert len(framed) >= 3


def test_names_are_text_and_never_markup():
    svg = BOARD.svg(a_state(), names=["<script>&", "Bo"], flag="<b>")
    assert "<script>" not in svg
    assert "&lt;script&gt;&amp;" in svg


def test_the_words_tell_what_the_drawing_shows():
    state = a_state()
    put(state, 0, FISH, circle=3)
    put(state, 1, FISH, space="A-W4")
    put(state, 0, FISH, wheel=(0, 2))
    state.hits = [0]
    state.used = [1]
    lines = board_text(state, names=NAMES)
    assert "Arctic Circle 3: ice 4, points 2; 1 fish of Ada" in lines
    assert any(line.startswith("Map A-west, event: A-W4 fish of Bo; A-W1 bird, cards 1;") for line in lines)
    assert any("A-W3 marine mammal, costs cards 1;" in line for line in lines)
    assert any(line.startswith("Links: A-W1–A-W2 points 1;") for line in lines)
    assert any(line.startswith("S2:") and line.endswith("pawn") for line in lines)
    assert "Ada, Long generation: empty, empty, fish, empty, empty, empty; GL1" in lines
    assert any("to move" in line for line in lines)
    assert "reference set" in lines[0]


def test_every_effect_can_be_told():
    box = small_set().catalogue
    lists = [card.flash for card in box.fauna_cards] + [card.ability for card in box.fauna_cards]
    assert all(effects_in_words(effects, LABELS) for effects in lists)
    assert any(" or " in effects_in_words(effects, LABELS) for effects in lists)


def test_the_site_has_every_label():
    with override("en"):
        assert board_labels("arctica") == LABELS
