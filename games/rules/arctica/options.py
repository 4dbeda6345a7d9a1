"""The options of rules.md 10 (Q1 to Q29) and the named rule sets."""

from typing import Annotated, Any, Literal

import msgspec

from games.engine.errors import UnsupportedLog


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One reading of the rules; a component set names its own defaults (V3)."""

    turn_count_mode: Literal["total", "per_player", "single_active"] = "total"
    turns_per_round: Annotated[int, msgspec.Meta(ge=1)] = 5
    active_carry: Literal["continue", "rotate_start"] = "continue"
    pawn_availability: Literal["unused_this_round", "not_last", "any"] = "unused_this_round"
    forgo: Literal["allowed", "only_if_impossible"] = "allowed"
    fauna_order: Literal["token_first", "flash_first"] = "token_first"
    empty_supply: Literal["blocks", "no_token"] = "blocks"
    new_card_position: Literal["top", "bottom"] = "top"
    generation_ability: Literal["allowed", "forbidden"] = "allowed"
    flora_gain: Literal["wheel", "release"] = "wheel"
    flora_spend: Literal["release", "board"] = "release"
    wheel_fill: Literal["entry_first", "entry_only", "exit_first"] = "entry_first"
    hand_overflow: Literal["stop", "draw_then_discard"] = "stop"
    circle_wrap: bool = True
    bare_space_bonus: Literal["space", "none"] = "space"
    tile6_payment: Literal["partial", "all_or_nothing"] = "partial"
    tile6_trigger: Literal["any_arrival", "own_migration_only"] = "any_arrival"
    colony_timing: Literal["simultaneous_first", "colony_first"] = "simultaneous_first"
    colony_min: Literal[0, 1] = 1
    region_source: Literal["round_end_card", "logged"] = "round_end_card"
    round_end_reveal: Literal["game_start", "round_start"] = "game_start"
    majority_ties: Literal["share_skip", "next_lower", "split_floor"] = "share_skip"
    majority_zero: Literal["none", "counts"] = "none"
    collapse_sources: Literal["map_and_board", "include_circle"] = "map_and_board"
    endangered_mode: Literal["per_badge", "all_or_one"] = "per_badge"
    destroyed_cards: Literal["removed", "discard"] = "removed"
    event_reveal: Literal["all_regions_first", "region_by_region"] = "all_regions_first"
    event_sampling: Literal["independent", "no_repeat"] = "independent"
    event_cover: Literal["none", "blocks_spaces"] = "none"
    escape_centre: Literal["border", "any_circle"] = "border"


KEYS = Options.__struct_fields__

RULE_SETS: dict[str, dict[str, Any]] = {
    "official": {},
    "bga": {},
    "seed": {"fauna_order": "flash_first", "endangered_mode": "all_or_one"},
}


def resolve_options(values: dict[str, Any]) -> Options:
    """Typed options; raises `UnsupportedLog` naming the first that we do not know."""
    for name, value in values.items():
        if not fits(name, value):
            raise UnsupportedLog("option", option=name, found=value, rule="Q1-Q29")
    return msgspec.convert(values, Options)


def fits(name: str, value: Any) -> bool:
    """Whether `value` is one that the option has."""
    try:
        msgspec.convert({name: value}, Options)
    except msgspec.ValidationError:
        return False
    return True
