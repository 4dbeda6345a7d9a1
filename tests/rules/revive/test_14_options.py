"""rules.md 14: every option, its default, the two profiles and the three rule sets."""

from typing import Any, get_args

import msgspec
import pytest

from games.engine.errors import UnsupportedLog
from games.engine.events import Setup
from games.registry import ENGINES
from games.rules.revive.options import PROFILES, RULE_SETS, Options, resolve_options
from games.rules.revive.rules import RULES
from games.rules.revive.sets import reference_components
from tests.rules.revive.other_sets import wide_set
from tests.rules.revive.table import Table

DEFAULTS = {
    "profile": "bga",
    "crystal_mode": "auto",
    "overflow": "end_of_action",
    "advanced_switch": "on",
    "artifact_cards": "private",
    "tribes": "random_sun",
    "any_color_scope": "played",
    "hibernate_order": "bga",
    "hibernate_machines": "any_time",
    "tie_resources": "unscored",
    "long_game": "off",
    "vast_crystals": "off",
    "expansion": "off",
    "conversion": "both_ways",
    "switch_gain": "basic",
    "scyphoz_for_journey": "yes",
}
PRINT = {
    "profile": "print",
    "crystal_mode": "free",
    "overflow": "immediate",
    "advanced_switch": "off",
    "any_color_scope": "any_card",
    "hibernate_order": "print",
    "hibernate_machines": "before_energy",
}


def resolved(rules: str, **options: Any) -> dict[str, Any]:
    setup = ENGINES["revive"].setup(2, rules, options)
    return msgspec.structs.asdict(resolve_options(setup.options))


def test_the_defaults_are_those_of_the_table() -> None:
    """14 defaults, 14 rules=bga, 14 profile=bga: every one."""
    options = resolved("bga")
    assert {name: options[name] for name in DEFAULTS} == DEFAULTS
    assert options["hib_fourth"] is None
    assert options["chasm_passable"] is None


def test_the_print_profile_changes_six_defaults() -> None:
    """14 profile=print, 14 rules=official: and its own name."""
    options = resolved("official")
    assert {name: options[name] for name in DEFAULTS} == {**DEFAULTS, **PRINT}
    assert resolved("bga", profile="print") == options
    assert set(PROFILES["print"]) | {"profile"} == set(PRINT)


def test_the_users_documents_are_a_rule_set() -> None:
    """14 rules=seed: as bga, with a resource of choice and all resources in a tie."""
    options = resolved("seed")
    assert {name: options[name] for name in DEFAULTS} == {**DEFAULTS, "switch_gain": "any", "tie_resources": "total"}
    assert set(RULE_SETS) == {"bga", "official", "seed"}


def test_a_single_option_wins_over_profile_and_rule_set() -> None:
    """14 override: also where it says what the other profile says."""
    assert resolved("official", crystal_mode="auto")["crystal_mode"] == "auto"
    assert resolved("official", crystal_mode="auto")["overflow"] == "immediate"
    assert resolved("seed", tie_resources="unscored")["tie_resources"] == "unscored"


def test_the_sets_values_are_defaults_that_the_header_wins_over() -> None:
    """14_over_data: the chasm of the wide set can be crossed, the fourth hibernation of the small one is the second."""
    assert "chasm" not in Table(2, box=wide_set(), laid=False).state.impassable
    assert "chasm" in Table(2, box=wide_set(), laid=False, chasm_passable="no").state.impassable


@pytest.mark.parametrize(
    ("name", "value"),
    [("tribes", "drafted"), ("hib_fourth", 5), ("hib_fourth", "4"), ("expansion", True), ("house_rule", "on")],
)
def test_an_option_that_is_not_known_is_unsupported(name: str, value: Any) -> None:
    """14: by name, with what was found."""
    with pytest.raises(UnsupportedLog) as refused:
        RULES.new_game(Setup(2, {name: value}, reference_components()))
    assert refused.value.code == "unsupported.option"
    assert refused.value.facts["option"] == name


@pytest.mark.parametrize("name", ["expansion", "vast_crystals"])
def test_a_set_without_an_extension_cannot_be_played_with_it(name: str) -> None:
    """14: the wide set has neither."""
    with pytest.raises(UnsupportedLog) as refused:
        Table(2, box=wide_set(), laid=False, **{name: "on"})
    assert refused.value.facts["option"] == name


def test_every_value_of_the_table_is_a_value_of_an_option() -> None:
    """14: words as text, numbers as numbers."""
    values = {
        field.name: {value for value in get_args(field.type) if value is not None}
        for field in msgspec.structs.fields(Options)
    }
    assert values["hib_fourth"] == {3, 4}
    assert values["artifact_cards"] == {"private", "draft2", "common"}
    assert values["tribes"] == {"random_sun", "chosen", "any_side"}
    assert values["conversion"] == {"both_ways", "points_to_devotion"}
    assert len(values) == 18


def test_vast_crystals_take_the_place_of_area_tiles() -> None:
    """14 vast_crystals=off, 14 vast_crystals=on: as many as the set says."""
    for option, number in (("off", 0), ("on", 4)):
        state = Table(vast_crystals=option).state
        assert sum(back.icon == "vast_crystal" for back in state.backs.values()) == number


def test_the_expansion_brings_lakes_journeys_and_an_extra_location() -> None:
    """14 expansion=on, 14 expansion=off, 14 long_game=off, 14 artifact_cards=private: nothing of it without."""
    state = Table(expansion="on").state
    assert (len(state.lakes), len(state.journeys), "extra" in state.large) == (2, 3, True)
    state = Table().state
    assert (len(state.lakes), len(state.journeys), "extra" in state.large, state.display_minors) == (0, 0, False, 0)
