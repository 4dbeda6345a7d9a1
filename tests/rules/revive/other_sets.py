"""Two component sets that differ from the reference set in every dimension: map, tiles, counts, tracks, use of the vocabulary.

`small`: three cells a tile in a row, three tribes of three technologies, closed chasm, locations and waters, an expansion of
its own. `wide`: one cell a tile on a large map, no expansion, no vast crystals.
"""

import json
from functools import cache
from typing import Any

from games.rules.revive.sets import ComponentSet, load_components

COLORS = ("gray", "green", "yellow")


def toml(value: Any) -> str:
    """A value in TOML, all in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else json.dumps(value)


def text_of(catalogue: dict[str, Any]) -> bytes:
    return "\n".join(f"{key} = {toml(value)}" for key, value in catalogue.items()).encode()


def op(word: str, /, **fields: Any) -> dict[str, Any]:
    return {"op": word, **fields}


def gain(res: str, n: int = 1) -> dict[str, Any]:
    return op("gain", res=res, n=n)


def card(name: str, color: str, top: list[Any], bottom: list[Any], *, symbols: str = "", **more: Any) -> dict[str, Any]:
    return {
        "id": name, "color": color, "top": top, "bottom": bottom, "slot_top": "t" in symbols, "slot_bottom": "b" in symbols,
        "flask_top": 1, "flask_bottom": 2, **more,
    }  # fmt: skip


def technology(name: str, row: int, *effects: Any) -> dict[str, Any]:
    return {"id": name, "row": row, "books": row + 1, "effects": list(effects)}


def category(counter: str) -> dict[str, Any]:
    return {"count": counter, "points": 2}


# ---- small

BACKS = (
    {"cost": {"basic": 2}, "points": 1, "card": True, "icon": "location"},
    {"cost": {"gear": 1, "crystal": 1}, "points": 6, "card": False, "icon": "water"},
    {"cost": {"food": 1}, "points": 0, "card": True, "icon": "none"},
    {"cost": {"food": 1}, "points": 0, "card": True, "icon": "none"},
    {"cost": {}, "points": 2, "card": True, "icon": "location"},
)
FACES = (
    ("sand", "location", "forest"),
    ("sand", "water", "field"),
    ("sand", "sand", "mountain"),
    ("field", "sand", "sand"),
    ("location", "sand", "location"),
)
SMALL_TRIBES = (
    (
        "ants",
        [op("place_marker", kind="hill", on=["sand", "forest"], pay_range=False), gain("food")],
        [
            op("passive", name="marker_range_origin", kind="hill"),
            op("passive", name="tech_rest", pay={"basic": 1}),
            op("unlock_side_slot"),
        ],
    ),
    (
        "bees",
        [op("choice", options=[[gain("basic", 2)], [op("wake_card", n=1)]]), op("cost", pay={"basic": 1})],
        [op("passive", name="tech_trade", pay={"crystal": 1}, get={"basic": 2}), op("unlock_side_slot"), op("crate", n=2)],
    ),
    (
        "owls",
        [op("discount", action="build", n=2), op("extra_action", actions=["build", "switch", "play"])],
        [
            op("passive", name="tech_machine", effects=[op("extra_action", actions=["explore"])], on=["play", "switch"]),
            op("passive", name="extra_on_tribe", effects=[op("advance", track="any", n=1)]),
            op("unlock_side_slot"),
        ],
    ),
)  # fmt: skip


def small_map() -> dict[str, Any]:
    def row(name: str, col: int, line: int, kind: str, cells: int = 3) -> dict[str, Any]:
        return {"id": name, "col": col, "row": line, "kind": kind, "cells": [[3 * col + k, line] for k in range(cells)]}

    return {
        "columns": 3, "rows": 3, "chasm_passable": False, "edge_crystals_passable": True, "location_passable": False,
        "water_passable": False,
        "slot": [
            row("a", 0, 0, "large_location"), row("b", 1, 0, "area"), row("c", 2, 0, "area"), row("d", 0, 1, "start"),
            row("e", 1, 1, "chasm", 2), row("f", 2, 1, "start"), row("g", 0, 2, "area"), row("h", 1, 2, "area"),
            row("i", 2, 2, "large_location", 1),
        ],
        "edge_crystal": [{"id": "k1", "cell": [5, 1]}, {"id": "k2", "cell": [9, 0]}],
    }  # fmt: skip


def small_tribe(name: str, ability: list[Any], technologies: list[Any]) -> dict[str, Any]:
    names = [f"{name}.x", f"{name}.y", f"{name}.z"]
    table: dict[str, Any] = {
        "id": name, "name": name.title(), "discs": 2, "markers": 1 if name == "ants" else 0, "ability": ability,
        "technology": [technology(each, row, effect) for row, (each, effect) in enumerate(zip(names, technologies, strict=True), 1)],
        "links": {"pairs": [["x", "y"], ["z", "y"]]},
    }  # fmt: skip
    if name == "ants":
        table["marker_rule"] = {"collect_water": False, "counts_once_for_scoring": True, "blocks_others": False}
    return table


SMALL_CARDS = (
    ([op("while_in_slot", passive="explore_discount", n=1), gain("gear")], [op("fill_resource", res=["gear", "crystal"])]),
    ([op("while_in_slot", passive="free_passage", terrains=["sand", "chasm"][:1])], [op("recruit", **{"from": "display_or_deck", "color": "gray"})]),
    ([op("while_in_slot", passive="crystal_per_crate"), op("crate", n=1)], [op("play_extra", color="green")]),
    ([op("cost", pay={"basic": 2}), op("artifact", n=1)], [op("per", count="cards_gray", gain=[op("points", n=1)], cap=2)]),
    ([op("extra_action", actions=["switch"]), op("hibernate_after")], [op("top_of_active"), op("tribe", n=2)]),
    ([op("switch_ready"), op("move_population")], [op("range", n=1), op("extra_action", actions=["populate", "explore"])]),
    ([op("discard_for_top", n=2)], [op("rest_card", n=2), op("end_points", n=1)]),
    ([op("trade", pay={"gear": 1}, get={"food": 1, "basic": 1}, max=0)], [op("flip_half"), op("play_extra", color="any")]),
)  # fmt: skip
SMALL_EXPANSION = {
    "devotion_track": {
        "length": 12,
        "bonus": [
            {"space": 2, "effects": [op("scyphoz", draw=3, keep=2)]},
            {"space": 5, "effects": [op("free_populate", place="extra_location"), op("devotion", n=1)]},
        ],
    },
    "large_location": [],
    "scyphoz": [
        card(f"s{n}", "wild", [op("devotion", n=n), gain("crystal")], [op("advance", track="any", n=1)], symbols="t")
        for n in range(1, 5)
    ],
    "journey": [
        {"id": "j1", "destroy": "gray", "count": "small_buildings", "levels": [[0, 1], [1, 3]]},
        {"id": "j2", "destroy": "yellow", "count": "area_tiles", "levels": [[1, 2]]},
    ],
    "journey_display": {"face_up": 1},
    "lake_setup": {"draw": 1, "lake_slots": ["c"], "build_devotion": {"small": 2, "large": 5}},
    "lake": [{"id": "pond", "hibernate_small": [gain("book")], "hibernate_large": []}],
}


def small() -> dict[str, Any]:
    return {
        "schema": "revive-set/1", "set_id": "test-small", "version": 3, "official": False, "title": "Small",
        "map": small_map(),
        "start_tile": [
            {"id": "t1", "cells": ["sand", "location", "forest"]},
            {"id": "t2", "cells": ["water", "sand", "mountain"], "water": [op("trade", pay={"basic": 1}, get={"crystal": 1}, max=2)]},
        ],
        "area_tile": [
            {"id": f"u{n}", "back": back, "cells": face, **({"water": [op("recover_energy", n=2)]} if "water" in face else {})}
            for n, (back, face) in enumerate(zip(BACKS, FACES, strict=True))
        ],
        "vast_crystals": {"replace": 1, "adjacent": [op("points", n=3)], "doubled_by_large": False},
        "vast_crystal_tile": [{"id": "v", "back": {"cost": {"food": 1}, "points": 1, "card": False, "icon": "vast_crystal"}}],
        "large_location": [
            {"id": f"w{n}", "sides": [{"side": "x", **category("fixed")}, {"side": "y", **category("cards_green")}]} for n in range(3)
        ],
        "starting_card": [
            card(f"{letter}{n}", COLORS[n % 3], [gain("basic")], [op("advance", track="any", n=1)], symbols="tb"[n % 2], set=letter)
            for letter in "PQR" for n in range(4)
        ],
        "citizen": [card(f"n{n}", COLORS[n % 3], top, bottom, symbols="b") for n, (top, bottom) in enumerate(SMALL_CARDS)],
        "module": [
            {"id": f"m{n}", "colors": list(COLORS[n % 3 : n % 3 + 2]), "effects": [gain("basic")], "flask": 2} for n in range(6)
        ],
        "machine": [
            {"id": f"x{n}", "color": COLORS[n % 3], "on": ["any"] if n % 2 else ["play"], "effects": effects, "flask": 1}
            for n, effects in enumerate(([op("any_color")], [op("module", n=2)], [op("flip_half")], [op("reopen_crate", pay={"basic": 1})]))
        ],
        "crate": [{"id": f"c{n}", "effects": [gain("crystal"), op("energy", n=1)]} for n in range(3)],
        "major_artifact": [{"id": f"r{n}", "color": COLORS[n], "min_players": n + 1} for n in range(3)],
        "major_count": {"p1": 1, "p2": 2, "p3": 3, "p4": 3},
        "minor_artifacts": {"pieces": 2, "points": 3, "unlimited": False},
        "end_tile": {"points": 7},
        "artifact_card": [
            {"id": f"a{n}", "gray": category("buildings"), "green": category("area_tiles"), "yellow": category("cards_yellow")}
            for n in range(3)
        ],
        "board": {
            "card_slot": [
                {"id": "up", "row": "top", "half": "top", "module_spaces": 1, "activation_spaces": [0], "locked": False},
                {"id": "down", "row": "bottom", "half": "bottom", "module_spaces": 4, "activation_spaces": [], "locked": False},
                {"id": "side", "row": "side", "half": "either", "module_spaces": 0, "activation_spaces": [], "locked": True},
            ],
            "track": {
                "first": 0, "last": 4, "start": 0, "colors": list(COLORS[::-1]),
                "end_gain": {"gray": "food", "green": "crystal", "yellow": "gear"},
                "terrain": {"mountain": "yellow", "forest": "gray", "field": "green"},
            },
            "reward_space": [
                {"id": "y1", "kind": "standard_machine", "color": "green", "need": {"green": 1}},
                {"id": "y2", "kind": "special_machine", "color": "any", "need": {"gray": 1}},
                {"id": "y3", "kind": "artifact", "color": "any", "need": {"gray": 2, "yellow": 2}},
                {"id": "y4", "kind": "card_bonus", "color": "yellow", "need": {"yellow": 2}},
                {"id": "y5", "kind": "special_machine", "color": "gray", "need": {"yellow": 2}},
            ],
            "standard_machine": [
                {"id": "std", "color": "green", "space": "y1", "on": ["any"], "effects": [op("rest_card", n=1)], "flask": 0}
            ],
            "progress_track": {"spaces": 7, "visible_points": [0, 1, 2, 3, 4, 5, 6, 9], "bonus": [{"space": 1, "effects": [op("crate", n=1)]}]},
        },
        "score_track": {"length": 20, "bonus": [{"space": 3, "effects": [op("artifact", n=1)]}]},
        "hibernation_track": {
            "last": 3, "remove_artifact_at": 2,
            "rows": [{"space": space, "effects": [gain("basic"), op("advance", track="gray", n=space)]} for space in (1, 2, 3)],
        },
        "tribe": [small_tribe(*tribe) for tribe in SMALL_TRIBES],
        "expansion": SMALL_EXPANSION,
    }  # fmt: skip


# ---- wide


def wide_map() -> dict[str, Any]:
    kinds = {(4, 3): "chasm", (0, 0): "large_location", (8, 6): "large_location", (8, 0): "large_location"}
    kinds |= dict.fromkeys([(3, 3), (5, 3), (4, 2), (4, 4), (3, 4), (5, 2)], "start")
    return {
        "columns": 9, "rows": 7, "chasm_passable": True, "edge_crystals_passable": False, "location_passable": True,
        "water_passable": True,
        "slot": [
            {"id": f"q{col}{row}", "col": col, "row": row, "kind": kinds.get((col, row), "area"), "cells": [[col, row]]}
            for col in range(9) for row in range(7)
        ],
    }  # fmt: skip


def wide() -> dict[str, Any]:
    terrains = ("sand", "water", "location", "forest", "sand", "mountain", "field")
    catalogue = small()
    for key in ("expansion", "vast_crystals", "vast_crystal_tile"):
        del catalogue[key]
    icons = {"water": "water", "location": "location"}
    return {
        **catalogue,
        "set_id": "test-wide", "version": 1, "title": "Wide",
        "map": wide_map(),
        "start_tile": [{"id": f"t{n}", "cells": [kind]} for n, kind in enumerate(("sand", "location", "forest", "field", "mountain", "sand"))],
        "area_tile": [
            {
                "id": f"u{n}",
                "back": {"cost": {"food": 1 + n % 2}, "points": n % 4, "card": n % 3 > 0, "icon": icons.get(terrains[n % 7], "none")},
                "cells": [terrains[n % 7]],
                **({"water": [gain("basic")]} if terrains[n % 7] == "water" else {}),
            }
            for n in range(53)
        ],
        "large_location": [
            {"id": f"w{n}", "sides": [{"side": "up", **category("small_buildings")}, {"side": "down", **category("visible_flasks")}]}
            for n in range(4)
        ],
        "citizen": catalogue["citizen"] + [card(f"o{n}", "gray", [gain("gear")], [op("module", n=1)]) for n in range(30)],
        "crate": [{"id": f"c{n}", "effects": [op("points", n=1)]} for n in range(60)],
        "tribe": [
            {
                "id": f"tribe{n}", "name": f"Tribe {n}", "discs": n, "markers": 0, "ability": [op("energy", n=1)],
                "technology": [technology(f"tribe{n}.{k}", min(3, k), op("artifact", n=1)) for k in range(1, 12)],
                "links": {"pairs": [[str(k), str(k + 1)] for k in range(1, 11)]},
            }
            for n in range(4)
        ],
        "artifact_card": catalogue["artifact_card"] + [{"id": f"b{n}", **{color: category("flasks") for color in COLORS}} for n in range(5)],
        "starting_card": catalogue["starting_card"] + [
            card(f"S{n}", "green", [gain("food")], [op("tribe", n=1)], set="S") for n in range(4)
        ],
        "board": {**catalogue["board"], "progress_track": {"spaces": 9, "visible_points": list(range(10)), "bonus": []}},
    }  # fmt: skip


@cache
def small_set() -> ComponentSet:
    return load_components(text_of(small()), "small.toml")


@cache
def wide_set() -> ComponentSet:
    return load_components(text_of(wide()), "wide.toml")
