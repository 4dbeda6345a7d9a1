"""The component file: what it holds, and that a bad one is refused whole (games/README 1.2, 1.3)."""

import tomllib
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from typing import Any, get_args

import msgspec
import pytest

from games.engine.errors import BadComponents
from games.rules.res_arcana import vocabulary as words
from games.rules.res_arcana.catalogue import Catalogue, faults
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
        ('{ op = "turn_self" }', '{ op = "turn_round" }', "artifact[0].power[0].cost[0].op"),
        ("essences = { elan = 2 }", "essences = { mana = 2 }", "artifact[0].power[0].effect[0].essences"),
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


Table = dict[str, Any]


def component(table: Table, name: str) -> Table:
    families = ("artifact", "mage", "magic_item", "monument", "place_of_power")
    return next(entry for family in families for entry in table[family] if entry["id"] == name)


def change(name: str, power: int | None = None, **values: Any) -> Callable[[Table], None]:
    """Other values for a component, or for one of its powers."""

    def changed(table: Table) -> None:
        entry = component(table, name)
        (entry if power is None else entry["power"][power]).update(values)

    return changed


def count(section: str, **values: Any) -> Callable[[Table], None]:
    return lambda table: table[section].update(values)


TURN, PAY_ANY = {"op": "turn_self"}, {"op": "pay_any", "amount": 1}


@pytest.mark.parametrize(
    ("change", "key", "reason"),
    [
        (change("sunken_reef", tile=6), "counts.place_of_power_tiles", ""),
        (change("sunken_reef", tile=1), "place_of_power.1", "one sun and one moon"),
        (count("setup", opening_hand=0), "setup.opening_hand", ""),
        (count("setup", artifacts_per_player=7), "setup.artifacts_per_player", "even"),
        (count("setup", artifacts_per_player=12), "counts.artifact", "48"),
        (count("setup", mages_dealt_per_player=3), "counts.mage", ""),
        (count("counts", magic_item=4), "counts.magic_item", "must take another"),
        (count("counts", monument=2), "counts.monument", "display"),
        (count("setup", starting_pool={"any": 1}), "setup.starting_pool.any", ""),
        (lambda table: table["essences"].pop("gold"), "essences", "life"),
        (change("seer", first_game_set=1), "mage", "one mage for each"),
        (change("sunken_reef", cost={"any": 3}), "place_of_power[5].cost", "printed"),
        (change("vault", collect=[{"op": "gain_one_of", "options": ["life"]}, {"op": "gain_any", "amount": 1}]), "artifact[36].collect", "one choice"),
        (change("vault", collect=[{"op": "collect_cost", "either": [{"op": "pay", "essences": {"life": 1}}, TURN]}]), "artifact[36].collect", "at most"),
        (change("prism", 0, cost=[TURN, PAY_ANY, PAY_ANY]), "artifact[30].power[0].cost", "once"),
        (change("vault", 0, usable="on_claim"), "artifact[36].power[0].usable", "on_claim"),
        (change("vault", 0, kind="on_claim", usable="on_claim"), "artifact[36].power[0].kind", "monument"),
        (change("vault", 0, effect=[{"op": "ignore_trigger"}]), "artifact[36].power[0].effect", "belong to react"),
        (change("scholar", 0, cost=[{"op": "destroy_self"}]), "mage[6].power[0].cost", "artifact"),
        (change("healer", 0, cost=[PAY_ANY]), "mage[4].power[0].cost", "named essences"),
        (change("healer", 0, effect=[{"op": "ignore_trigger"}, {"op": "draw", "amount": 1}]), "mage[4].power[0].effect", "answers"),
        (change("golden_statue", 0, effect=[{"op": "place_on_self", "essences": {"gold": 1}}]), "monument[1].power[0].effect", "temp_points"),
        (change("oracle", 0, effect=[{"op": "look_reorder", "amount": 3, "decks": []}]), "monument[7].power[0].effect", "needs a deck"),
        (change("fire_dragon", 0, effect=[{"op": "rivals_lose_life", "amount": 2, "ignore_cost": [{"op": "pay", "essences": {"gold": 1}}] * 2}]), "artifact[17].power[0].effect", "at most"),
    ],
)  # fmt: skip
def test_a_set_that_cannot_be_played_is_refused(change: Callable[[Table], Any], key: str, reason: str) -> None:
    table = tomllib.loads(RAW.decode())
    change(table)
    found = list(faults(msgspec.convert(table, Catalogue)))
    assert key in [place for place, _ in found]
    assert any(reason in why for place, why in found if place == key)


def test_the_published_set_has_no_fault() -> None:
    assert list(faults(BOX.catalogue)) == []


def test_what_is_no_toml_is_refused() -> None:
    with pytest.raises(BadComponents) as refused:
        load_components(b"\xff\xfe", "mine.toml")
    assert refused.value.key == "$"
