"""rules.md 2, 15, 19.2, 19.3: what lies on the table before the first turn."""

import pytest

from games.engine.errors import UnsupportedLog
from games.engine.events import Setup
from games.rules.revive import events as e
from games.rules.revive.rules import RULES
from games.rules.revive.sets import reference_components
from tests.rules.revive.table import Table, refused


def test_start_tiles_lie_face_up_and_area_tiles_face_down() -> None:
    """2.1, 15 tiles_placed, 19.2 tiles_placed: the middle is known, the rest shows its backs."""
    table = Table()
    state = table.state
    assert set(state.face_up) == {"S21", "S31", "S22", "S42", "S33"}
    assert [state.terrain[cell] for cell in table.box.slots["S21"].cells] == ["location", "sand", "forest", "field"]
    assert sum(kind == "face_down" for kind in state.terrain.values()) == 25


def test_a_start_tile_may_come_either_way_round() -> None:
    """2.1, 18.5, 19.2 tiles_placed: its turn is chance."""
    table = Table(laid=False).do(e.StartPlayer(0), e.Tribes(("rime", "tide")))
    placed = table.tiles_placed()
    turned = (e.StartTilePlaced("S21", "A01", 1), *placed.start[1:])
    table.do(e.TilesPlaced(turned, placed.area))
    assert [table.state.terrain[cell] for cell in table.box.slots["S21"].cells] == [
        "field",
        "forest",
        "sand",
        "location",
    ]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda placed: e.TilesPlaced(placed.start[:4], placed.area), "setup.count"),
        (lambda placed: e.TilesPlaced((*placed.start[:4], placed.start[0]), placed.area), "setup.duplicate_component"),
        (lambda placed: e.TilesPlaced(placed.start, placed.area[1:]), "setup.count"),
        (
            lambda placed: e.TilesPlaced(placed.start, (e.AreaTilePlaced("S10", "A01"), *placed.area[1:])),
            "setup.unknown_component",
        ),
        (lambda placed: e.TilesPlaced(placed.start, (e.AreaTilePlaced("S10", "V01"), *placed.area[1:])), "setup.count"),
        (lambda placed: e.TilesPlaced(placed.start, (e.AreaTilePlaced("S10", "?"), *placed.area[1:])), "setup.back"),
    ],
)
def test_tiles_must_come_out_of_the_box(change, code) -> None:  # type: ignore[no-untyped-def]
    """2.1, 19.2 tiles_placed: as many as there are places, each once."""
    table = Table(laid=False).do(e.StartPlayer(0), e.Tribes(("rime", "tide")))
    table.refuse(change(table.tiles_placed()), code)


def test_four_large_locations_lie_in_the_corners() -> None:
    """2.2, 15 large_locations, 19.2 large_locations: one a corner, a side each; the fifth goes away."""
    table = Table(laid=False).do(e.StartPlayer(0), e.Tribes(("rime", "tide")))
    table.do(table.tiles_placed())
    corners = tuple(map(e.Corner, ("S00", "S60", "S04", "S64"), ("L5", "L2", "L3", "L4"), "abab"))
    table.refuse(e.LargeLocations(corners, "L2"), "setup.duplicate_component")
    table.refuse(e.LargeLocations((e.Corner("S00", "L5", "c"), *corners[1:]), "L1"), "setup.unknown_component")
    table.do(e.LargeLocations(corners, "L1"))
    assert table.state.large["S00"].count == "cards"
    assert table.state.large["S60"].count == "modules"


def test_the_display_holds_five_citizens_three_machines_a_color_and_five_modules() -> None:
    """2.3, 15 display, 19.2 display, 1_display: face up for all."""
    table = Table()
    assert len(table.state.citizens) == 5
    assert {color: len(row) for color, row in table.state.machines.items()} == {"gray": 3, "green": 3, "yellow": 3}
    assert len(table.state.modules) == 5
    assert len(table.state.citizen_deck) == 34


def test_a_display_of_another_size_is_refused() -> None:
    """2.3, 19.2 display: neither fewer nor of the wrong color."""
    table = Table(laid=False).do(e.StartPlayer(0), e.Tribes(("rime", "tide")))
    table.do(
        table.tiles_placed(),
        e.LargeLocations(tuple(map(e.Corner, ("S00", "S60", "S04", "S64"), ("L1", "L2", "L3", "L4"), "aaaa")), "L5"),
    )
    right = table.next_of_setup()
    assert isinstance(right, e.Display)
    table.refuse(e.Display(right.citizens[:4], right.machines, right.modules), "setup.count")
    wrong = {**right.machines, "gray": right.machines["green"]}
    table.refuse(e.Display(right.citizens, wrong, right.modules), "setup.unknown_component")


@pytest.mark.parametrize(("seats", "majors"), [(1, 6), (2, 8), (3, 10), (4, 12)])
def test_majors_are_used_by_number_of_players(seats: int, majors: int) -> None:
    """2.4, 15 majors: those whose mark is not above the player count."""
    assert len(Table(seats).state.majors) == majors


@pytest.mark.parametrize(("seats", "majors", "minors"), [(1, 8, 0), (2, 10, 0), (3, 12, 0), (4, 12, 2)])
def test_the_long_game_uses_the_majors_of_one_player_more(seats: int, majors: int, minors: int) -> None:
    """2_long_game, 14 long_game=on: with four, two minor artifacts lie beside them."""
    state = Table(seats, long_game="on").state
    assert (len(state.majors), state.display_minors) == (majors, minors)


def test_every_player_starts_alike() -> None:
    """2.5, 15 start_set, 15 start_split, 15 artifact_card, 15 tribes: board, tribe, cards, energy, switch, pawns."""
    table = Table()
    player = table.player(1)
    assert (player.tribe, player.discs, player.energy, player.switch_used, player.side_slot) == (
        "tide",
        5,
        1,
        False,
        False,
    )
    assert (player.score, player.hibernation, player.tracks) == (0, 0, {"gray": 1, "green": 1, "yellow": 1})
    assert (sorted(player.resting), sorted(player.active)) == (["B1", "B2", "B3"], ["B4", "B5", "B6"])
    assert player.artifact_card == "AC02"
    assert table.box.facts.buildings == {"small": 5, "large": 3}
    assert len(table.box.tribes["tide"].technology) == 7
    assert len(table.box.reward_spaces) + table.box.tribes["tide"].discs == 20


@pytest.mark.parametrize("start", [0, 2])
def test_start_resources_go_by_place_in_turn_order(start: int) -> None:
    """2.6, 15 start_player, 19.1.1, 19.2 start_player: one kind more for each later place."""
    table = Table(4, start=start)
    expected = [{"crystal"}, {"crystal", "gear"}, {"crystal", "gear", "book"}, {"crystal", "gear", "book", "food"}]
    for place, kinds in enumerate(expected):
        res = table.player((start + place) % 4).res
        assert {name for name, units in res.items() if units} == kinds
        assert sum(res.values()) == len(kinds)
    assert table.state.turn == start


def test_a_start_player_sits_at_the_table() -> None:
    """2.6, 19.2 start_player: no seat that is not there."""
    Table(2, laid=False).refuse(e.StartPlayer(2), "chance.count")


def test_tribes_are_drawn_without_repetition() -> None:
    """2.5, 15 tribes, 19.2 tribes, 14 tribes=random_sun, 14 tribes=any_side: one a seat."""
    for kind in ("random_sun", "any_side"):
        state = RULES.new_game(Setup(2, {"tribes": kind}, reference_components()))
        RULES.apply(state, e.StartPlayer(0))
        assert refused(state, e.Tribes(("rime", "rime")))
        assert refused(state, e.Tribes(("rime",)))
        assert refused(state, e.Tribes(("rime", "nadair")))
        RULES.check(state, e.Tribes(("stone", "rime")))


def test_set_up_comes_in_one_order() -> None:
    """19.3, 19.4.2: every event in its turn, and nothing else."""
    table = Table(3, laid=False, expansion="on")
    order = []
    table.do(e.StartPlayer(1))
    while table.state.turn < 0:
        order.append(table.due())
        table.refuse(e.EndTurn(1), "illegal.not_now")
        table.do(table.next_of_setup())
    assert order == [
        *("tribes", "lakes", "tiles_placed", "large_locations", "extra_location", "display", "journey_deck"),
        *("start_set", "start_split", "artifact_card") * 3,
    ]


def test_one_common_artifact_card_comes_last() -> None:
    """2_common, 14 artifact_cards=common, 19.2 artifact_card: for everybody, in the open."""
    table = Table(artifact_cards="common")
    assert table.state.common_card == "AC01"
    assert RULES.view(table.state, None)["common_card"] == "AC01"


def test_two_artifact_cards_are_dealt_and_one_is_kept() -> None:
    """2_draft2, 14 artifact_cards=draft2, 19.2 artifact_card, 16 choose_artifact_card, 19.5 choose_artifact_card: seat by seat from 0."""
    table = Table(laid=False, artifact_cards="draft2", start=1).do(e.StartPlayer(1))
    while table.due() != "choose_artifact_card":
        table.do(table.next_of_setup())
    table.refuse(e.ChooseArtifactCard(1, "AC03"), "illegal.not_your_decision")
    table.refuse(e.ChooseArtifactCard(0, "AC03"), "illegal.not_held")
    table.refuse(e.Decline(0, "choose_artifact_card"), "illegal.cannot_decline")
    table.do(e.ChooseArtifactCard(0, "AC02"), e.ChooseArtifactCard(1, "AC03"))
    assert [player.artifact_card for player in table.state.players] == ["AC02", "AC03"]
    assert table.state.turn == 1


def test_tribes_are_chosen_counter_clockwise_from_the_right_neighbour() -> None:
    """2_chosen, 14 tribes=chosen, 16 choose_tribe, 19.3, 19.5 choose_tribe: the start player chooses last."""
    setup = Setup(3, {"tribes": "chosen"}, reference_components())
    state = RULES.new_game(setup)
    RULES.apply(state, e.StartPlayer(1))
    order = []
    for tribe in ("stone", "rime", "lamp"):
        (seat,) = RULES.to_move(state)
        order.append(seat)
        RULES.check(state, e.ChooseTribe(seat, tribe))
        RULES.apply(state, e.ChooseTribe(seat, tribe))
    assert order == [0, 2, 1]
    assert [player.tribe for player in state.players] == ["stone", "lamp", "rime"]


def test_starting_sets_and_their_split_are_checked() -> None:
    """2.5, 19.1.8, 19.2 start_set, 19.2 start_split: in any order, six cards of one letter, three of them rest."""
    table = Table(laid=False).do(e.StartPlayer(0))
    while table.due() != "start_set":
        table.do(table.next_of_setup())
    table.refuse(e.StartSet(1, "A"), "chance.not_now")
    table.do(e.StartSet(0, "C"))
    table.refuse(e.StartSplit(0, ("C1", "C2")), "setup.count")
    table.refuse(e.StartSplit(0, ("C1", "C2", "A1")), "setup.unknown_component")
    table.do(e.StartSplit(0, ("C6", "C2", "C1")))
    table.refuse(e.ArtifactCard(0, "AC99"), "setup.unknown_component")
    table.refuse(e.ArtifactCard(None, "AC01"), "setup.count")
    table.do(e.ArtifactCard(0, "AC05"))
    table.refuse(e.StartSet(1, "C"), "setup.unknown_component")
    assert sorted(table.player().active) == ["C3", "C4", "C5"]


def test_one_to_four_play() -> None:
    """2: other numbers are beyond us."""
    for seats in (0, 5):
        with pytest.raises(UnsupportedLog) as refused:
            Table(seats)
        assert refused.value.code == "unsupported.player_count"
