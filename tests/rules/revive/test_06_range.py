"""rules.md 6: origins, distances, what paths may cross, what they cost."""

import pytest

from games.rules.revive import events as e
from games.rules.revive.mapping import range_price, turn_up
from games.rules.revive.sets import Space
from tests.rules.revive.table import Table


def price(table: Table, target: Space, bonus: int = 0, seat: int = 0) -> int | None:
    for player in table.state.players:
        player.reach = [None, None]
    return range_price(table.state, table.player(seat), target, bonus)


def own(table: Table, *cells: tuple[int, int], seat: int = 0) -> Table:
    """Small buildings, without their rewards."""
    for cell in cells:
        table.player(seat).small[cell] = None
        table.state.buildings[cell] = seat
    return table


@pytest.mark.parametrize(
    ("target", "distance"),
    [((-1, 0), 0), ((0, 2), 0), ((2, -2), 1), ((0, -2), 1), ("S43", 0), ("S41", 1), ("S20", 2), ("S30", 2)],
)
def test_before_the_first_piece_range_starts_at_the_chasm(target: Space, distance: int) -> None:
    """6: spaces strictly between; adjacent is 0; a tile counts by its nearest space."""
    assert price(Table(), target) == distance


def test_afterwards_only_own_pieces_are_origins() -> None:
    """6: never the chasm again, nor other players' pieces."""
    table = own(Table(), (3, 0))
    own(table, (0, 2), seat=1)
    assert price(table, "S43") == 1
    assert price(table, "S43", seat=1) == 0
    assert price(table, (2, 1)) == 0


def test_a_figure_is_an_origin_but_not_one_on_the_extra_location() -> None:
    """6: that location lies beside the map and is no first piece."""
    table = Table(expansion="on")
    table.player().figures["extra"] = "rime.t1"
    assert price(table, (-1, 0)) == 0
    table.player().figures[-1, -2] = "rime.t2"
    assert price(table, (-1, 0)) == 1


def test_a_composite_counts_as_one_space() -> None:
    """1_composite, 6: from one side of the chasm to the other."""
    assert price(own(Table(), (-1, 0)), (2, 1)) == 1


@pytest.mark.parametrize(("option", "distance"), [("yes", 1), ("no", 4)])
def test_the_chasm_may_be_a_passable_space(option: str, distance: int) -> None:
    """6, 18.4, 14 chasm_passable=yes, 14 chasm_passable=no: the header wins over the set."""
    table = own(Table(chasm_passable=option), (-1, 0))
    assert price(table, (2, 1)) == distance


def test_the_sets_own_value_is_the_default() -> None:
    """14_over_data: `map.chasm_passable` of the reference set is true."""
    assert "chasm" not in Table().state.impassable
    assert "chasm" in Table(chasm_passable="no").state.impassable


def test_face_down_tiles_cannot_be_crossed() -> None:
    """6: but they can be the target."""
    table = Table()
    assert price(table, "S40") is None
    table.refuse(e.Explore(0, "S40", "none"), "illegal.out_of_reach", "6")


def test_water_terrain_locations_and_occupied_spaces_can_be_crossed() -> None:
    """6: occupied by anybody."""
    table = own(Table(), (3, 0))
    own(table, (2, -2), seat=1)
    table.player(1).figures[1, -2] = "tide.t1"
    assert price(table, "S20") == 4
    assert price(table, (0, 2)) == 2


def test_lakes_cannot_be_crossed() -> None:
    """6, 13_lakes: one space, never passed."""
    table = own(Table(expansion="on"), (-1, 0))
    for slot in ("S11", "S01", "S02", "S13", "S03"):
        turn_up(table.state, slot, ("forest",) * 4, 0)
    assert table.state.terrain["S12"] == "lake"
    assert price(table, (-6, 0)) == 5


def test_vast_crystals_cannot_be_crossed() -> None:
    """6: nor stood on."""
    table = own(Table(vast_crystals="on"), (0, -2))
    table.state.terrain["S20"] = "vast_crystal"
    assert price(table, "S20") == 0
    assert price(table, "S40") is None


@pytest.mark.parametrize(("bonus", "food"), [(0, 2), (1, 1), (2, 0), (5, 0)])
def test_bonuses_add_up_and_never_go_below_zero(bonus: int, food: int) -> None:
    """6: max(0, distance - range bonuses) food."""
    assert price(Table(), "S20", bonus) == food


def test_standing_and_waiting_bonuses_add_up() -> None:
    """6, 8, 19.6.1: technology, card in a slot, machine."""
    table = Table().lay("GY08", "CT1", "top").machine("std_yellow").give(book=2, food=1)
    table.do(e.UseMachine(0, "std_yellow"), e.Explore(0, "S20", "none"))
    assert table.player().res == {"gear": 0, "book": 0, "food": 1, "crystal": 0}


def test_a_range_bonus_never_pays_an_action_nor_a_discount_range() -> None:
    """6, 9: explore S20 costs 2 books and 2 food."""
    table = Table().machine("XYE02").give(food=1)
    table.do(e.UseMachine(0, "XYE02"))
    table.refuse(e.Explore(0, "S20", "none"), "illegal.underpaid", "7")
    table.give(food=2)
    table.do(e.Explore(0, "S20", "none"))
    table = Table().machine("std_yellow").give(book=1, food=6)
    table.do(e.UseMachine(0, "std_yellow"))
    table.refuse(e.Explore(0, "S20", "none"), "illegal.underpaid", "7")


def test_free_passage_leaves_spaces_out_of_the_count() -> None:
    """6, 1_vocabulary free_passage: the path with the fewest counted spaces is used."""
    table = own(Table(), (3, 0)).give(book=6, food=6)
    assert price(table, (-1, 2)) == 2
    table.player().technologies["rime.t1"] = None
    table.do(e.Populate(0, "rime.t2", (1, -2)))
    del table.player().figures[1, -2]
    assert price(table, (-1, 2)) == 1


def test_markers_are_origins_with_a_bonus_of_their_own() -> None:
    """6, 1_vocabulary marker_range_origin: two food less from there, and no pieces."""
    table = own(Table(tribes=("shrine", "tide")), (0, -2))
    table.player().markers[-1, 2] = None
    assert price(table, (0, 2)) == 2
    table.effect(table.box.technologies["shrine.t1"].technology.effects[0])
    assert price(table, (0, 2)) == 0
    assert price(table, "S53") == 1
    assert price(table, (0, -1)) == 0


def test_a_space_with_an_own_piece_is_no_distance_away() -> None:
    """6: no space lies between it and itself, as for a marker where an own figure stands."""
    table = Table()
    table.player().figures = {(-2, 0): "rime.t1"}
    assert price(table, (-2, 0)) == 0


def test_range_is_paid_in_food() -> None:
    """6: crystals stand in."""
    table = Table().give(book=2, food=1, crystal=1)
    table.do(e.Explore(0, "S20", "none"))
    assert sum(table.player().res.values()) == 0
