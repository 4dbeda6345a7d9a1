"""The drawing of the table and its twin in words (games/README 5)."""

import random
from xml.etree import ElementTree

import pytest

from games.engine.events import Event
from games.engine.replay import replay
from games.registry import ENGINES
from games.rules.res_arcana import events as ev
from games.rules.res_arcana.drawing.table import BOARD
from games.rules.res_arcana.drawing.words import LABELS, board_text
from games.rules.res_arcana.rules import RULES
from games.rules.res_arcana.scoring import score_lines
from games.rules.res_arcana.state import State
from tests.rules.drawings import classes, count, is_plain, texts, without_rule
from tests.rules.matches import any_match
from tests.rules.res_arcana.table import do, position, power

NAMES = ["Ada", "Bo <b>", "Cy", "Di"]
ENGINE = ENGINES["res_arcana"]


def drawn(state: State, viewer: int | None = None, **marks: Event | str | int | None) -> ElementTree.Element:
    return ElementTree.fromstring(BOARD.svg(state, viewer, names=NAMES, **marks))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(6))
def test_every_position_is_drawn_as_plain_svg(seed: int) -> None:
    """No style of its own, no script, no id that could occur twice on a page; every class has its rule."""
    script = any_match(ENGINE, seed, "greedy")
    rng = random.Random(seed)
    for until in [0, 1, *rng.sample(range(len(script.entries)), 12), len(script.entries)]:
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
    svg = drawn(position(plays=["hawk mermaid vault treant crypt prism bone_dragon"]))
    assert (svg.get("viewBox") or "").split()[2] == "328"
    wide = drawn(position(), columns=3)
    assert (wide.get("viewBox") or "").split()[2] == str(3 * 338 - 10)


def test_there_is_a_panel_for_the_centre_and_for_each_seat() -> None:
    panels = BOARD.panel_svgs(position(seats=3), names=NAMES)
    assert [ElementTree.fromstring(panel).get("aria-label") for panel in panels] == ["Centre", *NAMES[:3]]


def test_turned_cards_are_drawn_turned_and_essences_lie_on_their_cards() -> None:
    state = position(plays=["vault hawk"], on={"vault": {"gold": 7}}, turned="vault", pools=["3 death"])
    svg = drawn(state)
    assert count(svg, "slot card-turned") == 1
    assert {"7", "3", "Vault", "Hawk"} <= set(texts(svg))
    assert count(svg, "es-death") == 1


def test_the_last_change_and_the_culprit_are_marked() -> None:
    state = position(plays=["hand_of_glory"], hands=["hawk"], pools=["1 gold"])
    use = power("hand_of_glory")
    assert count(drawn(do(state, use), last=use), "focus new") == 1
    svg = drawn(state, focus=power("hand_of_glory"), flag="57")
    assert count(svg, "focus") == 1
    assert "57" in texts(svg)
    assert count(drawn(state, focus=ev.ClaimMonument(0, 1)), "focus") == 1
    assert count(drawn(state, focus=ev.ForgeCost(0, "pay")), "focus") == 1


def test_hands_are_drawn_for_their_owner_only() -> None:
    state = position(hands=["hawk", "mermaid"])
    assert "Hawk" in texts(drawn(state, 0))
    assert "Mermaid" not in texts(drawn(state, 0))
    assert not {"Hawk", "Mermaid"} & set(texts(drawn(state)))
    assert "Ada, Hand: Hawk" in board_text(state, 0, names=NAMES)


def test_the_words_tell_the_whole_table() -> None:
    state = position(
        plays=["vault bone_dragon"],
        on={"vault": {"gold": 2}},
        turned="bone_dragon",
        pools=["3 life"],
        discards=["", "prism"],
        places="coral_castle",
        display="library",
    )
    text = board_text(state, None, names=NAMES)
    assert text == [
        "Monuments: Library, points: 1; empty; deck: 9",
        "Places of power: Coral Castle, points: 3 for 5 life, 5 elan, 5 calm",
        "Magic items: Calm / Elan; Death / Life; Divination; Protection; Reanimate; Transmutation",
        "Ada: points: 2, cards: 0, deck: 0, first player, to move",
        "Ada, Points: Artifacts 1; First Player token 1",
        "Ada, Essences: 3 life",
        "Ada, In play: Scholar; Alchemy; Vault with 2 gold; Bone Dragon, points: 1 (turned)",
        "Bo <b>: points: 0, cards: 0, deck: 0",
        "Bo <b>, Points: none",
        "Bo <b>, Essences: none",
        "Bo <b>, In play: Alchemist; Research",
        "Bo <b>, Discards: Prism",
    ]


def test_every_category_of_points_has_a_label() -> None:
    """What the breakdown of a verdict is called."""
    assert score_lines(position())[0].keys() - {"total"} <= LABELS.keys()


def test_labels_may_be_in_any_language() -> None:
    labels = {key: f"«{text}»" for key, text in LABELS.items()}
    assert "«Centre»" in BOARD.svg(position(), names=NAMES, labels=labels)
    assert board_text(position(), names=NAMES, labels=labels)[1] == "«Places of power»: «none»"
