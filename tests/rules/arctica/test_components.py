"""Component sets: what is refused on load (V1 to V15), with file, key and reason; a second set that is not."""

from hashlib import sha256
from importlib.resources import files

import pytest

from games.engine.errors import BadComponents
from games.rules.arctica.components import base_components, load_components
from tests.rules.arctica.small_set import small_set

REFERENCE = files("games.rules.arctica").joinpath("reference_set.toml").read_text("utf-8")


def test_the_reference_set_is_labelled_and_named_by_its_hash():
    box = base_components()
    digest = "sha256:" + sha256(REFERENCE.encode()).hexdigest()
    assert box.header() == {"set": "arctica-ref-1", "version": 1, "hash": digest}
    assert not box.official
    assert (len(box.fauna), len(box.generation), len(box.spaces), len(box.round_end_cards)) == (75, 10, 60, 8)


def test_a102_numbers_are_read_from_the_set():
    box = small_set()
    assert (box.id, box.version) == ("arctica-test-1", 3)
    assert box.families == ("auks", "seals", "krill")
    assert box.tiles == (3, 1, 0, 6, 2, 4, 8)
    assert box.segments == ((1, 2, 3), (3,))
    assert box.entry == 2


FIRST_CARD = 'id = "BI01"'
BROKEN = [
    ("V1", 'id = "BI02"', FIRST_CARD, "fauna_cards[1].id", "V1"),
    ("V1", 'id = "A-east"', 'id = "A-west"', "regions[0].subregions[2].id", "V1"),
    ("V1", 'a = { wheel = "W1", side = "E" }', 'a = { wheel = "W9", side = "E" }', "action_spaces[0]", "V1"),
    ("V1", 'id = "BI02"', 'id = "?"', "fauna_cards[1].id", "V1"),
    ("V2", "min_players = 2", "min_players = 1", "meta.min_players", "V2"),
    ("V2", "max_players = 5", "max_players = 1", "meta.min_players", "V2"),
    ("V2", "rounds = 4\n", "rounds = 5\n", "meta.rounds", "V2"),
    ("V2", "hand_limit = 10", "hand_limit = 5", "meta.hand_limit", "V2"),
    ("V3", "colony_min = 1", "colony_min = 2", "options.colony_min", "V3"),
    ("V3", "colony_min = 1", "", "options.colony_min", "V3"),
    ("V3", "colony_min = 1", "colony_min = 1\nluck = 1", "options.luck", "V3"),
    ("V3", "bga = {}", "", "rule_sets.bga", "V3"),
    ("V3", "bga = {}", "bga = { luck = 1 }", "rule_sets.bga.luck", "V3"),
    ("V3", "bga = {}", 'bga = { forgo = "never" }', "rule_sets.bga.forgo", "V3"),
    ("V3", "bga = {}", "bga = {}\nhouse = {}", "rule_sets.house", "V3"),
    ("V4", "needs_ice = true  ", "needs_ice = 1  ", "families[0].needs_ice", "Expected `bool`"),
    ("V5", "segments = [2, 2, 2]", "segments = [2, 2, 1]", "generation_wheels.long.segments", "V5"),
    ("V5", "segments = [2, 2, 2]", "segments = [0, 2, 2]", "generation_wheels.long.segments", "V5"),
    ("V5", "segments = [2, 2]  ", "segments = []  ", "generation_wheels.short.segments", "V5"),
    ("V5", 'accepts = ["animal"]', 'accepts = ["animal", "flora"]', "generation_wheels.short.accepts", "V5"),
    ("V5", 'accepts = ["animal", "flora"]', 'accepts = ["animal"]', "generation_wheels.long.accepts", "V5"),
    ("V5", "[generation_wheels.short]", "[generation_wheels.tiny]", "generation_wheels", "V5"),
    ("V6", '["colony", "fauna", "flora2", "ability"]', '["colony", "fauna"]', "action_wheels[0].actions", "V6"),
    ("V6", '["colony", "fauna", "flora2", "ability"]', '["colony", "x", "x", "x"]', "action_wheels[0].actions", "V6"),
    ("V6", '"migration2", "rotate_card"]', '"migration2", "draw2"]', None, None),
    ("V6", '"colony"]\n', '"colony", "dance"]\n', "meta.actions", "V6"),
    ("V7", 'b = { wheel = "W2", side = "W" }', 'b = { wheel = "W3", side = "W" }', "action_spaces[0]", "V7"),
    ("V7", 'b = { wheel = "W2", side = "W" }', 'b = { wheel = "W2", side = "N" }', "action_spaces[0]", "V7"),
    ("V7", 'b = { wheel = "W2", side = "W" }', 'b = { wheel = "W1", side = "W" }', "action_spaces[0]", "V7"),
    ("V7", "turns_per_round = 5", "turns_per_round = 8", "action_spaces", "V7"),
    ("V7", "bga = {}", "bga = { turns_per_round = 8 }", "action_spaces", "V7"),
    ("V7", 'a = { wheel = "W2", side = "S" }', 'a = { wheel = "W2", side = "E" }', "action_spaces[5]", "V7"),
    ("V8", "ice_tile = 5", "ice_tile = 4", "circle_spaces", "V8"),
    ("V8", "ice_tile = 4\n", "ice_tile = 7\n", "circle_spaces", "V8"),
    ("V8", "melts_in_round = 3", "melts_in_round = 2", "circle_spaces[4].melts_in_round", "V8"),
    ("V8", "melts_in_round = 3\n", "", "circle_spaces[4].melts_in_round", "V8"),
    ("V8", "redeem_tile = 6", "redeem_tile = 4", "circle_spaces[2].ice_bonus", "V8"),
    ("V8", "redeem_tile = 6", "redeem_tile = 9", "circle.redeem_tile", "V8"),
    ("V8", "entry = 1 ", "entry = 9 ", "circle.entry", "V8"),
    ("V9", 'id = "A-west", escape = [1]', 'id = "A-west", escape = []', "regions[0].subregions[0].escape", "V9"),
    ("V9", 'id = "A-west", escape = [1]', 'id = "A-west", escape = [9]', "regions[0].subregions[0].escape", "V9"),
    ("V9", 'id = "A-west", escape = [1]', 'id = "A-west", escape = [1, 2]', "regions[0].subregions", "V9"),
    ("V9", '  { id = "A-west", escape = [1] },\n', "", "regions[0].subregions", "V9"),
    ("V10", 'subregion = "A-west"\nfamily = "birds"', 'subregion = "A-west"\nfamily = "cats"', "map_spaces[0].family", "V10"),
    ("V10", 'subregion = "A-west"\nfamily', 'subregion = "Z-west"\nfamily', "map_spaces[0].subregion", "V10"),
    ("V10", 'ends = ["A-W1", "A-W2"]', 'ends = ["A-W1", "A-W1"]', "links[0].ends", "V10"),
    ("V10", 'ends = ["A-W1", "A-W2"]', 'ends = ["A-W3", "A-W2"]', "links[1].ends", "V10"),
    ("V10", 'ends = ["A-W1", "A-W2"]', 'ends = ["A-W1", "Z-W2"]', "links[0].ends", "V10"),
    ("V11", "rounds = [1, 2, 3]", "rounds = [1, 4]", "round_end_cards[0].rounds", "V11"),
    ("V11", 'regions = ["A", "B"]', 'regions = ["A", "B", "C"]', "round_end_cards[0].regions", "V11"),
    ("V11", 'regions = ["A", "B"]', 'regions = ["A", "A"]', "round_end_cards[0].regions", "V11"),
    ("V11", 'regions = ["A", "B"]', 'regions = ["A", "Z"]', "round_end_cards[0].regions", "V1"),
    ("V11", "2 = [5, 2]", "2 = [5, 6]", "round_end_cards[0].rewards.2", "V11"),
    ("V11", "2 = [5, 2]", "2 = [5]", "round_end_cards[0].rewards.2", "V11"),
    ("V11", "2 = [5, 2]", "2 = [5, -1]", "round_end_cards[0].rewards.2", "V11"),
    ("V11", "{ 2 = [5, 2], ", "{ ", "round_end_cards[0].rewards", "V11"),
    ("V12", 'subregion = "A-east"\nname = "Heat wave"', 'subregion = "A-west"\nname = "Heat wave"', "event_tiles", "V12"),
    ("V13", 'generation = "long"\nability = [{e="flora", n=2}]\nbadges', 'generation = "short"\nability = []\nbadges', "generation_cards", "V13"),
    ("V13", 'generation = "long"\nability = [{e="flora", n=2}]\n', 'generation = "long"\nflash = []\nability = []\n', "generation_cards[0]", "unknown field"),
    ("V14", "hand = 6 ", "hand = 16 ", "meta.hand_limit", "V2"),
    ("V14", "cost = 5\nrequires = { ice = 2", "cost = 10\nrequires = { ice = 2", "fauna_cards[26].cost", "V14"),
    ("V14", "requires = { predator = 1 }\nbadges = [\"tundra\", \"predator\", \"endangered\"]\nflash = [{e=\"draw\", n=2}]", "requires = { luck = 1 }\nbadges = []\nflash = []", "fauna_cards[2].requires", "V14"),
    ("V14", 'badges = ["coast"]\nflash = [{e="circle_supply"', 'badges = ["luck"]\nflash = [{e="circle_supply"', "fauna_cards[0].badges", "V14"),
    ("V15", 'flash = [{e="circle_supply", family="birds", n=1}]', 'flash = [{e="dance", n=1}]', "fauna_cards[0].flash[0].e", "Invalid value"),
    ("V15", 'flash = [{e="circle_supply", family="birds", n=1}]', 'flash = [{e="draw", n=0}]', "fauna_cards[0].flash[0].n", ">= 1"),
    ("V15", 'flash = [{e="circle_supply", family="birds", n=1}]', 'flash = [{e="draw"}]', "fauna_cards[0].flash[0]", "missing"),
    ("V15", 'flash = [{e="circle_supply", family="birds", n=1}]', 'flash = [{e="draw", n=1, m=1}]', "fauna_cards[0].flash[0]", "unknown field"),
    ("V15", 'flash = [{e="circle_supply", family="birds", n=1}]', 'flash = [{e="pay_flora", n=1}]', "fauna_cards[0].flash[0].e", "Invalid value"),
    ("V15", 'flash = [{e="circle_supply", family="birds", n=1}]', 'flash = [{e="circle_supply", family="cats", n=1}]', "fauna_cards[0].flash[0]", "V1"),
    ("V15", 'flash = [{e="circle_supply", family="birds", n=1}]', 'flash = [{e="token", family="any", wheel="own", n=1}]', "fauna_cards[0].flash[0]", "V1"),
    ("V15", 'flash = [{e="circle_supply", family="birds", n=1}]', 'flash = [{e="choose", options=[[]]}]', "fauna_cards[0].flash[0].options", "length"),
    ("V15", 'cost = [{e="pay_cards", n=1}]\n[[map', 'cost = [{e="flora", n=1}]\n[[map', "map_spaces[2].cost[0].e", "Invalid value"),
    ("V15", 'bonus = [{e="draw", n=1}]\n[[map', 'bonus = [{e="release", wheel="own", n=1}]\n[[map', "map_spaces[0].bonus[0]", "V15"),
    ("V15", 'effects = ["flora", ', "effects = [", "fauna_cards[1].ability[0]", "V15"),
    ("V15", 'cost_effects = ["pay_flora", ', "cost_effects = [", "fauna_cards[26].ability[0].cost", "V15"),
    ("V11", "{ 2 = [5, 2], ", "{ x = [1], 2 = [5, 2], ", "round_end_cards[0].rewards.x", "V11"),
    ("V15", '"pay_cards"]\ncost_effects', '"pay_cards", "dance"]\ncost_effects', "meta.effects", "V15"),
    ("V15", 'per=1, max=3, gain=[{e="points", n=1}]', 'per=1, max=0, gain=[{e="points", n=1}]', "fauna_cards[25].ability[0].max", ">= 1"),
    ("V15", 'badge="predator", per=1, max=3', 'badge="luck", per=1, max=3', "fauna_cards[25].ability[0]", "V1"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "old", "new", "key", "reason"), [row for row in BROKEN if row[3]])
def test_a_broken_set_is_refused_with_file_key_and_reason(rule, old, new, key, reason):
    assert old in REFERENCE
    with pytest.raises(BadComponents) as refused:
        load_components(REFERENCE.replace(old, new, 1).encode(), "mine.toml")
    assert refused.value.file == "mine.toml"
    assert refused.value.key == key
    assert reason in refused.value.reason


def test_every_rule_of_validation_is_broken_once():
    assert {row[0] for row in BROKEN} == {f"V{number}" for number in range(1, 16)}


def test_v6_every_action_is_on_a_wheel():
    without = REFERENCE.replace('"rotate_card", "flora2"]', '"draw2", "flora2"]').replace(
        '"migration2", "rotate_card"]', '"migration2", "draw2"]'
    )
    with pytest.raises(BadComponents) as refused:
        load_components(without.encode())
    assert "rotate_card is on no wheel" in refused.value.reason


def test_v14_there_are_cards_for_the_opening_hands():
    cards = REFERENCE.index("[[fauna_cards]]", REFERENCE.index('id = "BI15"'))
    with pytest.raises(BadComponents) as refused:
        load_components(REFERENCE[:cards].encode())
    assert (refused.value.key, refused.value.reason[:3]) == ("fauna_cards", "V14")


def test_v15_lists_are_nested_four_deep_at_most():
    four = '{e="draw", n=1}'
    for _ in range(3):
        four = f'{{e="per_badge", badge="ice", per=1, max=1, gain=[{four}]}}'
    flash = 'flash = [{e="circle_supply", family="birds", n=1}]'
    load_components(REFERENCE.replace(flash, f"flash = [{four}]").encode())
    five = f'{{e="may", cost=[], gain=[{four}]}}'
    with pytest.raises(BadComponents) as refused:
        load_components(REFERENCE.replace(flash, f"flash = [{five}]").encode())
    assert refused.value.key.startswith("fauna_cards[0].flash")


@pytest.mark.parametrize("raw", [b"", b"= 3", b"\xff\xfe", b"[meta]\nid = 3"])
def test_what_is_no_component_file_is_refused(raw):
    with pytest.raises(BadComponents):
        load_components(raw)
