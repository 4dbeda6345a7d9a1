"""Every power of every component, carried out once (rules.md 7): cost, effect, whether the component turns."""

from typing import Any

import pytest

from games.engine.events import Event
from games.rules.res_arcana import events as ev
from tests.rules.res_arcana.table import BOX, ITEMS, MAGES, do, essences, lose, pool, position, power, stored

RICH = "9 life 9 death 9 elan 9 calm 9 gold"


def gain(words: str) -> ev.GainChoice:
    return ev.GainChoice(0, essences(words))


def straighten(name: str | None) -> ev.StraightenTarget:
    return ev.StraightenTarget(0, name)


DECK = ("prism", "vault", "treant")
LOOK_OWN = (
    ev.Look(0, "own_artifact_deck", DECK),
    ev.Reorder(0, "own_artifact_deck", DECK),
)
MONUMENTS = ("solomons_mine", "obelisk", "temple")
LOOK_MONUMENTS = (ev.Look(0, "monument_deck", MONUMENTS), ev.Reorder(0, "monument_deck", MONUMENTS))

CASES: list[tuple[str, int, dict[str, Any], tuple[Event, ...], str, str, bool]] = [
    # component, power, parameters, then, change of the pool, what lies on the component afterwards, turned
    ("athanor", 0, {}, (), "-1 elan", "8 elan", True),
    ("athanor", 1, {"x": 4, "essence": "calm"}, (), "-4 calm 4 gold", "", True),
    ("bone_dragon", 0, {}, (lose(1, "2 life"),), "", "", True),
    ("chalice_of_fire", 0, {}, (straighten("hawk"),), "-1 elan", "", True),
    ("chalice_of_life", 0, {}, (), "-2 calm", "2 calm 1 life", False),
    ("corrupt_altar", 0, {}, (), "-2 life", "3 elan", False),
    ("corrupt_altar", 1, {"destroy_target": "hawk"}, (gain("4 calm"),), "4 calm", "", True),
    ("crypt", 0, {}, (), "2 death", "", True),
    ("crypt", 1, {}, (ev.PlaceFromPower(0, "nightingale"),), "-1 death", "", True),
    ("cursed_skull", 0, {}, (gain("1 death 2 elan"),), "-1 life", "1 death 2 elan", True),
    ("dragon_egg", 0, {}, (ev.PlaceFromPower(0, "water_dragon", essences("2 calm")),), "-2 calm", "gone", False),
    ("dragon_teeth", 0, {}, (), "-2 elan", "3 elan", False),
    ("dragon_teeth", 1, {}, (ev.PlaceFromPower(0, "water_dragon"),), "-3 elan", "", True),
    ("dwarven_pickaxe", 0, {}, (), "-1 elan 1 gold", "", True),
    ("earth_dragon", 0, {}, (lose(1, "2 life"),), "", "", True),
    ("elvish_bow", 0, {}, (lose(1, "1 life"),), "", "", True),
    ("elvish_bow", 1, {}, (ev.Draw(0, "vault"),), "", "", True),
    ("fiery_whip", 0, {}, (), "3 elan", "", True),
    ("fiery_whip", 1, {"destroy_target": "hawk"}, (gain("2 life 2 death"),), "2 life 2 death", "", True),
    ("fire_dragon", 0, {}, (lose(1, "2 life"),), "", "", True),
    ("flaming_pit", 0, {}, (), "-1 life 1 elan 1 death", "", True),
    ("fountain_of_youth", 0, {}, (), "-2 death", "2 calm 1 life", False),
    ("guard_dog", 0, {}, (), "-1 elan", "", False),
    ("hand_of_glory", 0, {}, (), "2 death", "", True),
    ("hawk", 0, {"deck": "own_artifact_deck"}, LOOK_OWN, "", "", True),
    ("hawk", 0, {"deck": "monument_deck"}, LOOK_MONUMENTS, "", "", True),
    ("hawk", 1, {}, (ev.Draw(0, "prism"),), "-2 calm", "", True),
    ("horn_of_plenty", 0, {}, (gain("1 life 1 calm 1 elan"),), "1 life 1 calm 1 elan", "", True),
    ("horn_of_plenty", 1, {}, (), "1 gold", "", True),
    ("hypnotic_basin", 0, {}, (ev.RivalTarget(0, 1),), "6 calm", "", True),
    ("jeweled_statuette", 0, {}, (), "3 death", "", True),
    ("jeweled_statuette", 1, {}, (), "2 gold 1 elan", "gone", False),
    ("magical_shard", 0, {}, (gain("1 death"),), "1 death", "", True),
    ("mermaid", 0, {"payment": "1 calm"}, (ev.PlaceTarget(0, "mermaid"),), "-1 calm", "1 calm", True),
    ("philosophers_stone", 0, {"payment": "1 elan 1 calm", "x": 2, "essence": "life"}, (), "-1 elan -1 calm -2 life 2 gold", "", True),
    ("prism", 0, {"payment": "1 gold"}, (gain("1 life 1 death"),), "-1 gold 1 life 1 death", "", True),
    ("prism", 1, {"x": 2, "essence": "elan"}, (gain("2 calm"),), "-2 elan 2 calm", "", True),
    ("ring_of_midas", 0, {}, (), "-2 life", "1 gold", False),
    ("ring_of_midas", 1, {}, (), "", "1 gold", True),
    ("sacrificial_dagger", 0, {}, (), "-1 life", "3 death", True),
    ("sacrificial_dagger", 1, {"discard": "water_dragon"}, (gain("6 elan"),), "6 elan", "gone", False),
    ("sea_serpent", 0, {}, (lose(1, "2 life"),), "", "", True),
    ("treant", 0, {}, (ev.RivalTarget(0, 1),), "5 elan", "", True),
    ("tree_of_life", 0, {}, (), "3 life", "", True),
    ("vault", 0, {}, (), "", "1 gold", True),
    ("water_dragon", 0, {}, (lose(1, "2 life"),), "", "", True),
    ("wind_dragon", 0, {}, (lose(1, "2 life"),), "", "", True),
    ("windup_man", 0, {"payment": "1 death"}, (), "-1 death", "1 death", True),
    ("alchemist", 0, {"payment": "2 life 2 calm"}, (), "-2 life -2 calm 2 gold", "", True),
    ("alchemist", 1, {}, (gain("1 elan"),), "1 elan", "", True),
    ("druid", 0, {}, (straighten("hawk"),), "", "", True),
    ("duelist", 0, {}, (), "-1 death", "1 gold", True),
    ("necromancer", 0, {}, (), "-2 life", "3 death", True),
    ("scholar", 0, {"payment": "1 elan"}, (ev.Draw(0, "prism"),), "-1 elan", "", True),
    ("seer", 0, {"deck": "own_artifact_deck"}, LOOK_OWN, "", "", True),
    ("transmuter", 0, {"payment": "2 death"}, (gain("3 elan"),), "-2 death 3 elan", "", True),
    ("witch", 0, {"payment": "2 death"}, (straighten("hawk"),), "-2 death", "", True),
    ("alchemy", 0, {"payment": "4 elan"}, (), "-4 elan 2 gold", "", True),
    ("divination", 0, {}, (*(ev.Draw(0, card) for card in DECK), ev.DiscardChoice(0, DECK)), "", "", True),
    ("reanimate", 0, {"payment": "1 gold"}, (straighten("hawk"),), "-1 gold", "", True),
    ("research", 0, {"payment": "1 gold"}, (ev.Draw(0, "treant"),), "-1 gold", "", True),
    ("transmutation", 0, {"payment": "3 gold"}, (gain("3 calm"),), "-3 gold 3 calm", "", True),
    ("colossus", 0, {"payment": "1 life"}, (), "-1 life", "1 gold", True),
    ("library", 0, {}, (ev.Draw(0, "vault"),), "", "", True),
    ("mausoleum", 0, {"payment": "1 calm"}, (), "-1 calm", "1 death", False),
    ("oracle", 0, {"deck": "monument_deck"}, LOOK_MONUMENTS, "", "", True),
    ("solomons_mine", 0, {}, (), "1 gold", "", True),
    ("sacred_grove", 0, {}, (), "-1 calm 5 life", "", True),
    ("sacred_grove", 1, {"turn_target": "nightingale"}, (), "", "1 life", True),
    ("alchemists_tower", 0, {}, (), "-1 death -1 elan -1 calm -1 life", "1 gold", False),
    ("catacombs_of_the_dead", 0, {}, (), "-5 death", "1 death", False),
    ("catacombs_of_the_dead", 1, {}, (), "", "1 death", True),
    ("sacrificial_pit", 0, {}, (), "-3 life", "1 death", True),
    ("sacrificial_pit", 1, {"destroy_target": "hawk"}, (), "-1 death 2 gold", "", True),
    ("coral_castle", 0, {}, (), "", "", True),
    ("sunken_reef", 0, {}, (), "-2 calm -1 life", "1 calm", False),
    ("cursed_forge", 0, {}, (), "-2 elan -1 gold", "1 gold", False),
    ("dwarven_mines", 0, {}, (), "-5 elan 3 gold", "", True),
    ("dwarven_mines", 1, {}, (), "-3 death -3 elan", "2 gold", True),
    ("dragons_lair", 0, {}, (), "2 gold", "", True),
    ("dragons_lair", 1, {"turn_target": "fire_dragon"}, (), "", "2 gold", True),
    ("sorcerers_bestiary", 0, {}, (), "", "", True),
    ("sorcerers_bestiary", 1, {"payment": "4 life"}, (ev.PlaceFromPower(0, None),), "-4 life", "", True),
]  # fmt: skip


@pytest.mark.parametrize(("name", "index", "parameters", "then", "change", "on", "turned"), CASES)
def test_a_power_costs_and_does_what_is_printed(
    name: str, index: int, parameters: dict[str, Any], then: tuple[Event, ...], change: str, on: str, turned: bool
) -> None:
    family = BOX.cards[name].family
    others = {"hawk", "nightingale", "fire_dragon"} - {name}
    others -= {"nightingale"} if name == "crypt" else set()
    played = " ".join([*sorted(others), *([] if family in ("mage", "magic_item") else [name])])
    state = position(
        mages=(name if family == "mage" else MAGES[0], MAGES[1]),
        items=(name if family == "magic_item" else ITEMS[3] if name != ITEMS[3] else ITEMS[0], "protection"),
        plays=[played],
        hands=["water_dragon"] if name != "water_dragon" else [],
        decks=[" ".join(card for card in DECK if card != name)],
        discards=["nightingale" if name == "crypt" else ""],
        pools=[RICH, "2 life 5 death 6 elan"],
        on={"athanor": {"elan": 6}},
        turned=f"hawk {name}" if name == "guard_dog" else "" if name == "hawk" else "hawk",
        display="great_pyramid hanging_gardens",
    )
    before = list(state.players[0].pool)
    do(state, power(name, index, **parameters), *(event for event in then if getattr(event, "card", "") != name))
    changes: dict[str, int] = {}
    words = change.split()
    for count, kind in zip(words[::2], words[1::2], strict=True):
        changes[kind] = changes.get(kind, 0) + int(count)
    kinds = ("life", "death", "elan", "calm", "gold")
    after = [count + changes.get(kind, 0) for count, kind in zip(before, kinds, strict=True)]
    assert state.players[0].pool == after
    if on == "gone":
        assert name in state.players[0].discards
    else:
        assert stored(state, 0, name) == pool(position(pools=[on]), 0)
        assert state.players[0].tableau[name].turned == turned


def test_every_action_power_is_among_the_cases() -> None:
    powers = {(card.id, each.index) for card in BOX.cards.values() for each in card.powers if each.kind == "action"}
    assert powers == {(case[0], case[1]) for case in CASES}


@pytest.mark.parametrize(
    ("name", "index", "given"),
    [
        ("fiery_whip", 0, {"elan": 1}),
        ("hand_of_glory", 0, {"death": 1}),
        ("jeweled_statuette", 0, {"death": 1}),
        ("tree_of_life", 0, {"life": 1}),
    ],
)
def test_what_rivals_get_all_of_them_get(name: str, index: int, given: dict[str, int]) -> None:
    """8: cannot be refused, and is not Life loss."""
    state = do(position(seats=3, plays=[name], passed=[2]), power(name, index))
    assert [pool(state, seat) for seat in (1, 2)] == [given, given]
