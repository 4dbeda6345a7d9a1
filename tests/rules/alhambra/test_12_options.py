"""rules.md 12: options, their defaults, and the named rule sets. What each option does is tested where it acts."""

import msgspec
import pytest

from games.engine.errors import UnsupportedLog
from games.rules.alhambra.rules import RULES
from games.rules.alhambra.state import Options
from tests.rules.alhambra.table import ALHAMBRA, new_game

DEFAULTS = {
    "start_player": "fewest_cards",
    "two_player_full_deck": False,
    "end_trigger": "cannot_refill",
    "closed_ring": "all",
    "wall_value": "current",
    "extra_action": "mandatory",
    "no_superfluous_cards": False,
}

OTHER = {
    "start_player": "random",
    "two_player_full_deck": True,
    "end_trigger": "bag_empty",
    "closed_ring": "bga_minus_one",
    "wall_value": "bga_stored",
    "extra_action": "optional",
    "no_superfluous_cards": True,
}


def test_every_option_has_its_default() -> None:
    """12 defaults: as in the table."""
    assert msgspec.structs.asdict(Options()) == DEFAULTS
    assert ALHAMBRA.setup(3).options == DEFAULTS


@pytest.mark.parametrize(
    ("rules", "differs"),
    [
        ("official", {}),
        ("bga", {"closed_ring": "bga_minus_one", "wall_value": "bga_stored"}),
        ("seed", {"start_player": "random", "extra_action": "optional"}),
    ],
)
def test_a_rule_set_is_a_set_of_option_values(rules: str, differs: dict[str, str]) -> None:
    """12 official, 12 bga, 12 seed: the defaults but for these."""
    assert ALHAMBRA.setup(3, rules).options == DEFAULTS | differs


@pytest.mark.parametrize("name", sorted(OTHER))
def test_a_single_option_lies_over_the_rule_set(name: str) -> None:
    """12 override: a record's header may override single options."""
    assert ALHAMBRA.setup(3, "bga", {name: OTHER[name]}).options[name] == OTHER[name]
    assert getattr(new_game(2, **{name: OTHER[name]}).options, name) == OTHER[name]


@pytest.mark.parametrize(
    ("name", "value"),
    [("hand_limit", 7), ("closed_ring", "some"), ("two_player_full_deck", "yes"), ("no_superfluous_cards", 1)],
)
def test_an_option_that_does_not_exist_is_unsupported(name: str, value: object) -> None:
    """12: nobody is to blame."""
    with pytest.raises(UnsupportedLog) as caught:
        RULES.new_game(ALHAMBRA.setup(3, "official", {name: value}))
    assert caught.value.code == "unsupported.option"
    assert caught.value.facts == {"option": name, "found": value}


def test_a_rule_set_that_does_not_exist_is_unsupported() -> None:
    """12: named rule sets."""
    with pytest.raises(UnsupportedLog) as caught:
        ALHAMBRA.setup(3, "house")
    assert caught.value.code == "unsupported.rule_set"
