"""The component file: what it holds, and that a bad one is refused whole (games/README 1.2, 1.3)."""

from hashlib import sha256
from importlib.resources import files
from typing import get_args

import pytest

from games.engine.errors import BadComponents
from games.rules.res_arcana import vocabulary as words
from games.rules.res_arcana.components import base_components, load_components
from games.rules.res_arcana.effects import EFFECTS

BOX = base_components()
RAW = files("games.rules.res_arcana").joinpath("components.toml").read_bytes()


def test_the_box_holds_what_the_game_has() -> None:
    """40 artifacts, 10 mages, 8 magic items, 10 monuments, 5 tiles of two sides."""
    assert [len(family) for family in (BOX.artifacts, BOX.mages, BOX.items, BOX.monuments, BOX.places)] == [
        40, 10, 8, 10, 10,
    ]  # fmt: skip
    assert BOX.tiles == (1, 2, 3, 4, 5)
    assert BOX.sides[3, "sun"] == "coral_castle"


def test_the_set_is_known_by_id_version_and_hash() -> None:
    assert BOX.header() == {
        "set": "res_arcana-base",
        "version": 1,
        "hash": f"sha256:{sha256(RAW).hexdigest()}",
    }


def test_every_monument_costs_four_gold() -> None:
    """12.2, default."""
    assert {BOX.cards[name].cost for name in BOX.monuments} == {(0, 0, 0, 0, 4)}


def test_every_word_of_effects_is_carried_out_by_a_function() -> None:
    assert set(EFFECTS) == set(get_args(words.Effect))


def test_a_card_may_be_dragon_and_creature() -> None:
    """1: Sea Serpent is both."""
    assert BOX.cards["sea_serpent"].types == ("dragon", "creature")


def test_another_set_can_be_loaded() -> None:
    text = b'set_id = "res_arcana-house"\nversion = 2\nofficial = false\n' + RAW
    other = load_components(text)
    assert (other.id, other.version, other.official) == ("res_arcana-house", 2, False)
    assert other.hash != BOX.hash


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("artifact = 40", "artifact = 41", "counts.artifact"),
        ('id = "athanor"', 'id = "bone_dragon"', "artifact[1].id"),
        ('id = "athanor"', 'id = "Athanor!"', "artifact[0].id"),
        ("cost = { gold = 4 }", "cost = { gold = 5 }", "monument[0].cost"),
        ('{ op = "turn_self" }', '{ op = "turn_round" }', "$.artifact[0].power[0].cost[0].op"),
        ("essences = { elan = 2 }", "essences = { mana = 2 }", "$.artifact[0].power[0].effect[0].essences"),
        ('draw = "Draw', 'drew = "Draw', "vocabulary.effect.draw"),
        ("opening_hand = 3", "opening_hand = 4", "artifact"),
        ('reverse = "alchemists_tower"', 'reverse = "sunken_reef"', "place_of_power.1"),
        ("players_max = 4", "players_max = 6", "counts.players_min"),
        ('of = "destroyed"', 'of = "discarded"', "artifact[5].power[1].effect"),
        ("index = 1\n", "index = 2\n", "artifact[0].power[1].index"),
        ('trigger = "life_loss"\n', "", "artifact[4].power[1].trigger"),
    ],
)
def test_a_bad_file_is_refused_with_key_and_reason(old: str, new: str, key: str) -> None:
    text = RAW.decode().replace(old, new, 1)
    with pytest.raises(BadComponents) as refused:
        load_components(text.encode(), "mine.toml")
    assert refused.value.file == "mine.toml"
    assert refused.value.key == key
    assert refused.value.reason


def test_what_is_no_toml_is_refused() -> None:
    with pytest.raises(BadComponents) as refused:
        load_components(b"\xff\xfe", "mine.toml")
    assert refused.value.key == "$"
