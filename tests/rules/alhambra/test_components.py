"""The component file: the facts of the box, and every fault of a file named with key and reason (games/README 1.2)."""

from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from games.engine.errors import BadComponents
from games.play import self_play
from games.rules.alhambra.components import SIDES, load_components
from games.rules.alhambra.events import Deal
from games.verify import judge
from tests.rules.alhambra.table import ALHAMBRA, BOX

FILE = Path(__file__).parents[3] / "games/rules/alhambra/components.toml"


def test_the_file_is_the_one_that_records_name() -> None:
    assert BOX.hash == f"sha256:{sha256(FILE.read_bytes()).hexdigest()}"
    assert BOX.header() == {
        "set": "alhambra-base",
        "version": 1,
        "hash": "sha256:74550f04ed839e9a533842ea9b3d82a981d11bd5f28da76d8370713ab5136f31",
    }


def test_the_box_holds_54_tiles_of_six_kinds() -> None:
    counts = Counter(BOX.kinds[tile.kind] for tile in BOX.tiles.values())
    assert counts == {"pavilion": 7, "seraglio": 7, "arcades": 9, "chambers": 9, "garden": 11, "tower": 11}
    assert sum(tile.price for tile in BOX.tiles.values()) == 421


def test_every_side_carries_twenty_walls() -> None:
    assert [sum(tile.walls >> side & 1 for tile in BOX.tiles.values()) for side in range(len(SIDES))] == [20] * 4
    assert Counter(tile.walls.bit_count() for tile in BOX.tiles.values()) == {0: 10, 1: 16, 2: 20, 3: 8}


def test_the_money_is_worth_540() -> None:
    assert sum(BOX.values.values()) * BOX.catalogue.money.copies == 540
    assert sorted(set(BOX.values.values())) == list(range(1, 10))
    assert BOX.slot_colours == ("Y", "G", "B", "O")


def test_a_kind_scores_one_point_more_than_the_one_before() -> None:
    for number, first in enumerate((1, 8, 16)):
        assert [places[0] for places in BOX.points[number]] == list(range(first, first + 6))
    assert [places[2] for places in BOX.points[2]] == list(range(1, 7))


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('id = "PAV02"', 'id = "PAV01"', "building_tiles.list[1].id"),
        ('id = "PAV02"', 'id = "PAV 2"', "building_tiles.list[1].id"),
        ('id = "PAV02", kind = "pavilion"', 'id = "PAV02", kind = "palace"', "building_tiles.list[1].kind"),
        (
            'id = "PAV02", kind = "pavilion", price =  3',
            'id = "PAV02", kind = "pavilion", price = 99',
            "building_tiles.list[1].price",
        ),
        ('price =  2, walls = "NEW"', 'price =  2, walls = "WEN"', "building_tiles.list[0].walls"),
        ('price =  2, walls = "NEW"', 'price =  2, walls = "NESW"', "building_tiles.list[0].walls"),
        ('price =  3, walls = "SW"', 'price =  2, walls = "NEW"', "building_tiles.list[1]"),
        (
            'colour = "blue"\nbga_type = 1\ncount = 7',
            'colour = "blue"\nbga_type = 1\ncount = 8',
            "kinds.pavilion.count",
        ),
        ("pavilion = [[1], [8, 1], [16, 8, 1]]", "pavilion = [[1], [8], [16, 8, 1]]", "scoring.points.pavilion"),
        ("pavilion = [[1], [8, 1], [16, 8, 1]]", "", "scoring.points.pavilion"),
        (
            'id = "G"\ncolour = "green"\nnames = ["dirham"]\nslot = 2',
            'id = "G"\ncolour = "green"\nslot = 1',
            "currencies",
        ),
        ("copies_two_players = 2", "copies_two_players = 4", "money.copies_two_players"),
        ("players_max = 6", "players_max = 7", "players_min"),
        ("zero_tiles_score = false", "zero_tiles_score = true", "scoring"),
        ("schema = 1", "schema = 2", "schema"),
        ("schema = 1", "schema = 1\ncolour = 3", "$"),
        ("hand_limit", "handlimit", "money"),
        ("[kinds.pavilion]", "[kinds.pavilion", "$"),
    ],
)
def test_a_fault_is_named_with_file_key_and_reason(old: str, new: str, key: str) -> None:
    raw = FILE.read_text()
    assert old in raw
    with pytest.raises(BadComponents) as caught:
        load_components(raw.replace(old, new, 1).encode(), "house.toml")
    assert (caught.value.file, caught.value.key) == ("house.toml", key)
    assert caught.value.reason


CHANGES = {
    "schema = 1": 'set_id = "alhambra-house"\nversion = 2\nschema = 1',
    "display_size = 4": "display_size = 5",
    "wall_scored_in_rounds = [1, 2, 3]": "wall_scored_in_rounds = [3]",
    "start_money_at_least = 20": "start_money_at_least = 25",
    "dirk_after_round_1 = 6": "dirk_after_round_1 = 2",
}


@pytest.mark.parametrize("seats", [2, 4])
def test_another_set_is_played_with_its_own_numbers(seats: int) -> None:
    raw = FILE.read_text()
    for old, new in CHANGES.items():
        assert old in raw
        raw = raw.replace(old, new, 1)
    setup = ALHAMBRA.setup(seats, components=load_components(raw.encode(), "house.toml"))
    script = self_play(ALHAMBRA, setup, Random(seats), rules="official", bot="greedy")
    verdict = judge(script)
    assert verdict.verdict == "verified"
    assert all(seat["walls"] == 0 for line in verdict.breakdown[:2] for seat in line["seats"])
    assert any(seat["walls"] for seat in verdict.breakdown[2]["seats"])
    values = setup.components.values
    assert all(
        sum(values[card] for card in entry.event.cards) >= 25
        for entry in script.entries
        if isinstance(entry.event, Deal)
    )
