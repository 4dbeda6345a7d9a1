"""rules.md 7, 19.4.6, 19.4.7: explore, build, populate, the tribe's star."""

import pytest

from games.rules.revive import events as e
from games.rules.revive.components import Cell
from games.rules.revive.mapping import turn_up
from games.rules.revive.state import Rewards
from tests.rules.revive.table import Table

WEST, SOUTH, EAST, NORTH = (-1, 0), (0, 2), (3, 0), (2, -2)
"""Sand on the start tiles; west and south lie at the chasm."""


def group(table: Table) -> list[str]:
    """The keys of the group that is due."""
    top = table.state.stack[-1]
    assert isinstance(top, Rewards)
    return sorted(top.left)


def rich(table: Table, seat: int = 0) -> Table:
    return table.give(seat, gear=6, book=6, food=6, crystal=3)


def settled(table: Table, *cells: Cell, seat: int = 0, size: str = "small") -> Table:
    """Buildings without costs and rewards."""
    for cell in cells:
        getattr(table.player(seat), size)[cell] = None
        table.state.buildings[cell] = seat
    table.player(seat).reach = [None, None]
    return table


# ---- explore


def test_exploring_costs_the_back_and_range() -> None:
    """7_explore 1, 16 explore: S43 (B18) costs 3 books and lies at the chasm."""
    table = Table().give(book=2, food=6)
    table.refuse(e.Explore(0, "S43", "none"), "illegal.underpaid", "7")
    table.give(book=3)
    table.do(e.Explore(0, "S43", "none"))
    assert table.player().res["book"] == 0


def test_only_face_down_tiles_are_explored() -> None:
    """7_explore 1: no start tile, corner, chasm or place that does not exist."""
    table = rich(Table())
    for slot in ("S21", "S00", "S32", "S99"):
        table.refuse(e.Explore(0, slot, "none"), "illegal.unknown_target", "7")


def test_points_card_tile_and_turn_come_in_order() -> None:
    """7_explore 2, 7_explore 3, 7_explore 4, 15 reveal_tile, 15 refill_citizen, 16 turn_tile, 19.4.7, 19.5 turn_tile: points, card and refill, the face, its turn."""
    table = rich(Table())
    table.do(e.Explore(0, "S43", "GY02"))
    assert table.player().score == 4
    assert "GY02" in table.player().active
    assert table.due() == "refill_citizen"
    table.refuse(e.RefillCitizen("GY02"), "chance.not_in_supply")
    table.do(e.RefillCitizen("GN01"))
    table.refuse(e.RevealTile("S43", "B17"), "chance.not_in_supply")
    table.refuse(e.RevealTile("S41", "B18"), "chance.count")
    table.do(e.RevealTile("S43", "B18"))
    table.refuse(e.Decline(0, "turn_tile"), "illegal.cannot_decline")
    table.do(e.TurnTile(0, 1))
    assert [table.state.terrain[cell] for cell in table.box.slots["S43"].cells] == [
        "field",
        "sand",
        "mountain",
        "water",
    ]


def test_the_card_may_be_the_unseen_top_of_the_deck_and_played_at_once() -> None:
    """7_explore 3, 15 draw_citizen: face up into the active area."""
    table = rich(Table())
    table.do(e.Explore(0, "S43", "deck"))
    assert table.due() == "draw_citizen"
    table.refuse(e.DrawCitizen(1, "YE01"), "chance.not_now")
    table.refuse(e.DrawCitizen(0, "GY01"), "chance.not_in_supply")
    table.do(e.DrawCitizen(0, "YE01"), e.RevealTile("S43", "B18"), e.TurnTile(0, 0), e.NextAction(0))
    table.do(e.PlayCard(0, "YE01", "CT1"))


def test_recruit_is_given_exactly_where_the_back_gives_a_card() -> None:
    """7_explore 3, 16 explore: vast crystals give none."""
    table = rich(Table(vast_crystals="on"))
    table.refuse(e.Explore(0, "S43"), "illegal.unknown_target", "7")
    table.refuse(e.Explore(0, "S43", "YE13"), "illegal.unknown_target", "7")
    settled(table, (0, -2))
    assert table.state.tiles["S20"] == "V02"
    table.refuse(e.Explore(0, "S20", "none"), "illegal.unknown_target", "7")
    table.do(e.Explore(0, "S20"))


def test_a_vast_crystal_has_no_turn_and_pays_its_neighbours() -> None:
    """7_explore 4, 7_build 2, 7_build 3, 14 vast_crystals=on, 16 turn_tile: one space; a large building doubles it."""
    table = rich(Table(vast_crystals="on"))
    settled(table, (0, -2), size="large")
    table.do(e.Explore(0, "S20"), e.RevealTile("S20", "V02"))
    assert table.state.terrain["S20"] == "vast_crystal"
    assert table.due() == ""
    assert table.player().score == 4 + 2
    assert table.player().res["crystal"] == 5


def test_rewards_of_a_flip_go_to_every_neighbour_active_player_first() -> None:
    """7_explore 5, 000.46, 19.4.6: they decide in another player's turn."""
    table = rich(Table(3))
    settled(table, SOUTH, seat=0)
    settled(table, (3, 0), seat=2, size="large")
    settled(table, (2, -2), seat=1)
    table.do(e.Explore(0, "S41", "none"), e.RevealTile("S41", "B08"))
    before = [dict(player.tracks) for player in table.state.players]
    table.do(e.TurnTile(0, 0))
    assert table.player(0).tracks == before[0]
    assert table.player(1).tracks["gray"] - before[1]["gray"] == 0
    assert table.due() in ("", "order_rewards")
    assert [table.state.terrain[cell] for cell in table.box.slots["S41"].cells] == [
        "location",
        "mountain",
        "sand",
        "forest",
    ]
    assert table.player(2).tracks == {"gray": 1, "green": 3, "yellow": 1}


def test_other_players_decide_in_the_active_players_turn() -> None:
    """7_explore 5, 16: a decision can be due from a player who is not active; free actions wait meanwhile."""
    table = rich(Table(2).crate("Q01"))
    settled(table, (2, -2), seat=1)
    table.state.tiles["S41"], table.state.backs["S41"] = "B17", table.box.backs["B17"]
    table.do(e.Explore(0, "S41", "none"), e.RevealTile("S41", "B17"), e.TurnTile(0, 0))
    assert table.due() == "advance"
    table.refuse(e.OpenCrate(0, "Q01"), "illegal.not_your_decision", "19.4.5")
    table.refuse(e.AdvanceAny(0, "gray"), "illegal.not_your_decision")
    table.do(e.AdvanceAny(1, "gray"))
    assert table.player(1).tracks["gray"] == 2
    table.do(e.OpenCrate(0, "Q01"))


def test_a_named_card_that_is_gone_when_its_turn_comes_is_not_taken() -> None:
    """7_explore 3, 19.4.7: points come first and may bring a decision."""
    table = rich(Table())
    table.player().score = 14
    table.do(e.Explore(0, "S43", "GY02"))
    assert table.due() == "artifact"
    assert "GY02" not in table.player().active
    table.do(e.TakeArtifact(0, "R01"))
    assert "GY02" in table.player().active


def test_a_discount_of_several_kinds_says_which_units_fall_away() -> None:
    """9_less, 19.1.5: B09 on S51 costs food only, B04 on S40 gear and book."""
    table = rich(settled(Table(), NORTH)).machine("XYE02")
    table.state.tiles["S30"], table.state.backs["S30"] = "B04", table.box.backs["B04"]
    table.refuse(e.Explore(0, "S30", "none", less={"gear": 1}), "illegal.less", "19.1.5")
    table.do(e.UseMachine(0, "XYE02"))
    table.refuse(e.Explore(0, "S30", "none", less={"gear": 1}), "illegal.less", "19.1.5")
    table.do(e.Explore(0, "S30", "none"))
    table = rich(settled(Table(tribes=("path", "tide")), NORTH))
    table.state.tiles["S30"], table.state.backs["S30"] = "B04", table.box.backs["B04"]
    table.effect(table.box.technologies["path.t1"].technology.effects[0])
    table.refuse(e.Explore(0, "S30", "none"), "illegal.less", "19.1.5")
    table.refuse(e.Explore(0, "S30", "none", less={"food": 1}), "illegal.less", "19.1.5")
    table.do(e.Explore(0, "S30", "none", less={"book": 1}))
    assert (table.player().res["gear"], table.player().res["book"]) == (5, 6)


def test_explore_anywhere_needs_neither_range_nor_path() -> None:
    """8, 1_vocabulary explore_anywhere: even behind other face-down tiles."""
    table = Table().machine("XGY05").give(gear=1, book=1)
    table.do(e.UseMachine(0, "XGY05"), e.Explore(0, "S40", "none"))
    assert sum(table.player().res.values()) == 0


def test_a_tile_that_is_being_explored_cannot_be_explored_again() -> None:
    """7_explore 1, 19.4.5: an extra explore may come while its points are resolved, or before it is turned."""
    table = rich(Table(tribes=("path", "tide"))).machine("XGY10", "XGN10")
    table.player().score = 14
    table.do(e.Explore(0, "S43", "none"), e.UseMachine(0, "XGY10"), e.UseTribe(0))
    table.refuse(e.Explore(0, "S43", "none"), "illegal.unknown_target", "7")
    assert all(getattr(action, "slot", "") != "S43" for action in table.legal())
    table.do(e.Decline(0, "extra_action"), e.TakeArtifact(0, "R01"), e.RevealTile("S43", "B18"))
    table.do(e.UseMachine(0, "XGN10"), e.UseTribe(0))
    table.refuse(e.Explore(0, "S43", "none"), "illegal.unknown_target", "7")
    table.do(e.Decline(0, "extra_action"), e.TurnTile(0, 0))


# ---- build


def test_a_small_building_costs_three_gears_and_a_large_one_five() -> None:
    """7_build 1, 16 build: on empty sand, with range."""
    for size, gear in (("small", 3), ("large", 5)):
        table = Table().give(gear=gear - 1)
        table.refuse(e.Build(0, size, WEST), "illegal.underpaid", "7")  # type: ignore[arg-type]
        table.give(gear=gear)
        table.do(e.Build(0, size, WEST))  # type: ignore[arg-type]
        assert table.player().res["gear"] == 0


def test_there_are_five_small_and_three_large_buildings() -> None:
    """2.5, 7_build 1: no more than the supply."""
    cells = [(-6, 2), (-5, 2), (-4, 2), (-3, 2), (-2, 3)]
    table = rich(settled(Table(), *cells))
    table.refuse(e.Build(0, "small", WEST), "illegal.limit", "7")
    table = rich(settled(Table(), *cells[:3], size="large"))
    table.refuse(e.Build(0, "large", WEST), "illegal.limit", "7")


def test_a_building_stands_on_empty_sand() -> None:
    """7_build 1: never more than one a space."""
    table = rich(settled(Table(), WEST, seat=1))
    for space in (WEST, (-1, -2), (0, 0), (-2, -4), (50, 50), "S04"):
        table.refuse(e.Build(0, "small", space), "illegal.placement", "7")


def test_terrain_gives_steps_and_water_its_reward() -> None:
    """7_build 2, 19.4.6, 16 order_rewards: one key a track; the last comes by itself."""
    table = Table().give(gear=3)
    table.do(e.Build(0, "small", WEST))
    assert group(table) == ["gray", "green", "yellow"]
    table.refuse(e.OrderRewards(0, "crystal"), "illegal.unknown_target", "19.4.6")
    table.refuse(e.OrderRewards(1, "gray"), "illegal.not_your_decision")
    table.do(e.OrderRewards(0, "yellow"))
    assert table.player().tracks == {"gray": 1, "green": 1, "yellow": 3}
    table.do(e.Decline(0, "gray"))
    assert table.player().tracks == {"gray": 1, "green": 2, "yellow": 3}
    assert table.due() == ""


def test_a_large_building_doubles_terrain_and_crystals_but_not_water() -> None:
    """7_build 3: south lies at a water of 2 food, forest and field."""
    table = Table().give(gear=5)
    table.do(e.Build(0, "large", SOUTH))
    assert group(table) == ["green", "water:A05", "yellow"]
    table.do(e.OrderRewards(0, "water:A05"), e.OrderRewards(0, "green"))
    assert table.player().res["food"] == 2
    assert table.player().tracks == {"gray": 1, "green": 3, "yellow": 3}


@pytest.mark.parametrize(("size", "crystals"), [("small", 1), ("large", 2)])
def test_a_printed_crystal_gives_a_crystal(size: str, crystals: int) -> None:
    """7_build 2, 7_build 3: K01 touches S10 and S00."""
    table = rich(Table()).give(gear=6)
    turn_up(table.state, "S10", ("sand", "sand", "sand", "sand"), 0)
    settled(table, (-2, -3))
    table.do(e.Build(0, size, (-1, -4)))  # type: ignore[arg-type]
    assert table.player().res["crystal"] == crystals


def test_each_water_pays_each_player_once() -> None:
    """7_build 2: several players may have it."""
    table = rich(rich(Table()), 1)
    turn_up(table.state, "S23", ("sand",) * 4, 0)
    table.do(e.Build(0, "small", SOUTH))
    table.do(e.OrderRewards(0, "water:A05"), e.OrderRewards(0, "green"), e.NextAction(0))
    table.do(e.Build(0, "small", (-2, 3)))
    assert table.due() == ""
    table.give(1, gear=6, food=6)
    table.do(e.EndTurn(0), e.Build(1, "small", (-2, 2)))
    assert "water:A05" in group(table)


def test_a_declined_water_can_still_be_had_later() -> None:
    """7_build 2, 3: only what was taken was had."""
    table = rich(Table())
    turn_up(table.state, "S23", ("sand",) * 4, 0)
    table.do(e.Build(0, "small", SOUTH), e.Decline(0, "water:A05"), e.OrderRewards(0, "green"), e.NextAction(0))
    table.do(e.Build(0, "small", (-2, 3)), e.OrderRewards(0, "water:A05"))
    assert table.player().waters == {"A05": None}


def test_rewards_of_face_down_neighbours_come_later() -> None:
    """7_build 2, 7_build 3, 000.60: doubled for a large building also then, whoever explores."""
    table = rich(Table())
    settled(table, SOUTH, size="large", seat=1)
    table.do(e.Explore(0, "S43", "none"), e.RevealTile("S43", "B18"), e.TurnTile(0, 1))
    assert table.player(1).tracks == {"gray": 1, "green": 1, "yellow": 3}


def test_a_water_taken_in_the_meantime_gives_nothing() -> None:
    """19.6.15: the key stays in the group."""
    table = Table().give(gear=3)
    table.do(e.Build(0, "small", SOUTH))
    table.player().waters["A05"] = None
    table.do(e.OrderRewards(0, "water:A05"))
    assert table.player().res["food"] == 0
    assert group(table) == ["green", "yellow"]


def test_build_discount_per_adjacent_terrain() -> None:
    """1_vocabulary build_discount_per_adjacent: one less for each mountain next to the place."""
    table = Table(tribes=("stone", "tide")).give(gear=2)
    table.effect(table.box.technologies["stone.t1"].technology.effects[0])
    table.do(e.Build(0, "small", WEST))
    assert table.player().res["gear"] == 0


# ---- populate


def test_the_first_figure_is_that_of_the_bottommost_technology() -> None:
    """7_populate 1, 16 populate: later ones must be linked to an unlocked one."""
    table = rich(Table())
    for technology in ("rime.t2", "rime.t7", "tide.t1", "none"):
        table.refuse(e.Populate(0, technology, (-2, 0)), "illegal.technology", "7")
    table.do(e.Populate(0, "rime.t1", (-2, 0)), e.NextAction(0))
    table.refuse(e.Populate(0, "rime.t5", (-1, -2)), "illegal.technology", "7")
    table.do(e.Populate(0, "rime.t3", (-1, -2)))
    assert table.player().side_slot


@pytest.mark.parametrize(("technology", "books"), [("rime.t1", 2), ("rime.t2", 3), ("rime.t6", 4)])
def test_books_go_by_row(technology: str, books: int) -> None:
    """7_populate 2: 2, 3, 4, and range."""
    table = Table().give(book=books, food=6)
    table.player().technologies = {name: None for name in ("rime.t1", "rime.t3") if technology != "rime.t1"}
    table.do(e.Populate(0, technology, (-2, 0)))
    assert table.player().res["book"] == 0
    assert table.player().res["food"] == 5


def test_one_book_goes_to_each_other_player_there() -> None:
    """7_populate 2, 9_books: crystals may stand for them; the other gets a book; never discounted."""
    table = Table(3).give(food=1, book=2, crystal=2).machine("XGN02")
    table.give(1).give(2)
    for seat in (1, 2):
        table.player(seat).figures[-2, 0] = f"{table.player(seat).tribe}.t1"
    table.do(e.UseMachine(0, "XGN02"), e.Populate(0, "rime.t1", (-2, 0)))
    assert table.player().res == {"gear": 0, "book": 0, "food": 0, "crystal": 2}
    assert [table.player(seat).res["book"] for seat in (1, 2)] == [1, 1]
    table = Table(2).give(food=1, book=2, crystal=1)
    table.give(1)
    table.player(1).figures[-2, 0] = "tide.t1"
    table.do(e.Populate(0, "rime.t1", (-2, 0)))
    assert sum(table.player().res.values()) == 0
    assert table.player(1).res["book"] == 1


def test_books_to_others_are_cut_at_their_limit() -> None:
    """7_populate 2, 14 overflow=immediate, 19.7: at once, or when the half ends."""
    for overflow, at_once in (("immediate", 6), ("end_of_action", 7)):
        table = rich(Table(overflow=overflow))
        table.give(1, book=6)
        table.player(1).figures[-2, 0] = "tide.t1"
        table.do(e.Populate(0, "rime.t1", (-2, 0)))
        assert table.player(1).res["book"] == at_once
        table.do(e.NextAction(0))
        assert table.player(1).res["book"] == 6


def test_no_books_to_others_holds_for_the_populate_that_unlocks_it() -> None:
    """1_vocabulary no_books_to_others: tide.t1."""
    table = Table(tribes=("tide", "rime")).give(book=2, food=1)
    table.player(1).figures[-2, 0] = "rime.t1"
    table.do(e.Populate(0, "tide.t1", (-2, 0)))
    assert table.player().res["book"] == 0


def test_a_player_has_one_figure_a_location() -> None:
    """7_populate 1, 7_populate 3, 19.1.2: a cell or the id of a composite."""
    table = rich(Table())
    table.player().figures = {(-2, 0): "rime.t1", "S00": "rime.t2"}
    table.player().technologies = {"rime.t1": None, "rime.t2": None}
    table.refuse(e.Populate(0, "rime.t3", (-2, 0)), "illegal.placement", "7")
    table.refuse(e.Populate(0, "rime.t3", "S00"), "illegal.placement", "7")
    for place in ((-1, 0), "S20", "S32", "extra", (99, 9)):
        table.refuse(e.Populate(0, "rime.t3", place), "illegal.unknown_target", "7")


def test_technologies_do_what_they_say() -> None:
    """7_populate 3, 19.4.7: one-time effect, standing rule, trade or machine."""
    table = rich(Table(tribes=("lamp", "tide")))
    table.do(e.Populate(0, "lamp.t1", (-2, 0)))
    assert table.player().machines == {"lamp.t1": ""}
    table.do(e.UseMachine(0, "lamp.t1"))
    assert table.player().res["crystal"] == 4
    table.refuse(e.UseMachine(0, "lamp.t1"), "illegal.already_used", "8")
