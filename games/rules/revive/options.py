"""The options of rules.md 14 and the rule sets. What is left out takes the profile's value."""

from typing import Any, Literal

import msgspec

from games.engine.reading import read_options

OnOff = Literal["on", "off"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of rules.md 14; null: as the profile (or the component set) has it."""

    profile: Literal["bga", "print"] = "bga"
    crystal_mode: Literal["auto", "free", None] = None
    overflow: Literal["end_of_action", "immediate", None] = None
    advanced_switch: Literal["on", "off", None] = None
    artifact_cards: Literal["private", "draft2", "common"] = "private"
    tribes: Literal["random_sun", "chosen", "any_side"] = "random_sun"
    any_color_scope: Literal["played", "any_card", None] = None
    hibernate_order: Literal["bga", "print", None] = None
    hibernate_machines: Literal["any_time", "before_energy", None] = None
    hib_fourth: Literal[3, 4, None] = None
    tie_resources: Literal["unscored", "total"] = "unscored"
    long_game: OnOff = "off"
    vast_crystals: OnOff = "off"
    expansion: OnOff = "off"
    chasm_passable: Literal["yes", "no", None] = None
    conversion: Literal["both_ways", "points_to_devotion"] = "both_ways"
    switch_gain: Literal["basic", "any"] = "basic"
    scyphoz_for_journey: Literal["yes", "no"] = "yes"


PROFILES: dict[str, dict[str, Any]] = {
    "bga": {
        "crystal_mode": "auto",
        "overflow": "end_of_action",
        "advanced_switch": "on",
        "any_color_scope": "played",
        "hibernate_order": "bga",
        "hibernate_machines": "any_time",
    },
    "print": {
        "crystal_mode": "free",
        "overflow": "immediate",
        "advanced_switch": "off",
        "any_color_scope": "any_card",
        "hibernate_order": "print",
        "hibernate_machines": "before_energy",
    },
}

RULE_SETS: dict[str, dict[str, Any]] = {
    "bga": {},
    "official": {"profile": "print"},
    "seed": {"switch_gain": "any", "tie_resources": "total"},
}


def resolve_options(values: dict[str, Any]) -> Options:
    """Typed options with the profile laid under them; raises `UnsupportedLog` naming the first that we do not know."""
    options = read_options(values, Options)
    own = {name: value for name, value in values.items() if value is not None}
    return msgspec.convert({**PROFILES[options.profile], **own}, Options)
