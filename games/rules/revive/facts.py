"""What is published about Revive's pieces (components.toml): the numbers every set is played with, and the counts of the box."""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from games.rules.revive.vocabulary import RESOURCES, Resource


class Facts(msgspec.Struct, frozen=True):
    """The published numbers. `counts` and `points` are what an official set must agree with."""

    limits: dict[Resource, int]
    build_cost: dict[str, dict[Resource, int]]
    books_by_row: tuple[int, ...]
    start_resources: tuple[dict[Resource, int], ...]
    start_energy: int
    start_cards: int
    buildings: dict[str, int]
    display_citizens: int
    display_machines: int
    display_modules: int
    resources_per_point: int
    card_bonus_points: int
    solo_steps: int
    solo_ranks: tuple[tuple[int, str], ...]
    counts: dict[str, int]
    points: dict[str, int]


@cache
def published() -> Facts:
    """The facts of components.toml; a fact that no source gives (status `unverified`) is left out."""
    raw: dict[str, Any] = msgspec.toml.decode(files(__package__).joinpath("components.toml").read_bytes())
    supply, player = _values(raw["counts"]["supply"]), _values(raw["counts"]["per_player"])
    board, costs = _values(raw["counts"]["board"]), _values(raw["costs"])
    end, solo, start = _values(raw["end_game"]), _values(raw["solo"]), _values(raw["start_resources"])
    own_board, tribe = _values(raw["player_board"]), _values(raw["tribe_common"])
    limits = _values(raw["limits"])
    return Facts(
        limits={res: limits[res] for res in RESOURCES},
        build_cost={"small": costs["small_building"], "large": costs["large_building"]},
        books_by_row=tuple(costs["populate_by_row"]),
        start_resources=tuple(start[f"seat{place}"] for place in range(1, 5)),
        start_energy=player["start_energy"],
        start_cards=player["start_cards"],
        buildings={"small": player["small_buildings"], "large": player["large_buildings"]},
        display_citizens=supply["display_citizens"],
        display_machines=supply["display_machines_per_color"],
        display_modules=supply["display_modules"],
        resources_per_point=end["resources_per_point"],
        card_bonus_points=end["card_bonus_points"],
        solo_steps=solo["card_action_budget"],
        solo_ranks=tuple((points, name) for points, name in solo["ranks"]),
        counts={
            "start_tile": board["start_area_tiles"],
            "area_tile": board["area_tiles"],
            "large_location": board["large_location_tiles"],
            "citizen": supply["citizen_cards"],
            "starting_card": supply["starting_citizen_cards"],
            "machine": supply["machines"],
            "module": supply["slot_modules"],
            "crate": supply["crates"],
            "artifact_card": supply["artifact_cards"],
            "board.card_slot": own_board["card_slots"],
            "board.reward_space": own_board["reward_spaces"],
            "board.standard_machine": own_board["standard_machines"],
            "major_artifact": _values(raw["counts"]["artifacts"])["major"],
            "technologies": tribe["technologies"],
            "discs": tribe["discs"],
            "score_track": _values(raw["score_track"])["length"],
        },
        points={"end_tile": end["end_tile_points"], "minor_artifacts": end["minor_artifact_points"]},
    )


def _values(table: dict[str, Any]) -> dict[str, Any]:
    return {key: fact["v"] for key, fact in table.items() if isinstance(fact, dict) and "v" in fact}
