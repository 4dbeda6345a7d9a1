"""rules.md 7, 19.6: the tribe's star, markers, moves, what technologies add."""

import pytest

from games.rules.revive import events as e
from games.rules.revive.vocabulary import Star
from tests.rules.revive.other_sets import small_set
from tests.rules.revive.table import Table
from tests.rules.revive.test_07_board import EAST, NORTH, rich, settled


def test_the_star_may_be_used_or_declined() -> None:
    """7_tribe, 16 use_tribe, 19.5 tribe: only a use moves a disc."""
    table = Table().give().effect(Star(2))
    table.do(e.Decline(0, "tribe"))
    assert table.player().discs == 5
    table.do(e.UseTribe(0))
    assert (table.player().discs, table.player().progress, table.player().res["food"]) == (4, 1, 2)


def test_after_the_fifth_disc_the_ability_still_works() -> None:
    """7_tribe, 19.6.6: no disc moves."""
    table = Table().give()
    table.player().discs = 0
    table.effect(Star(1)).do(e.UseTribe(0))
    assert (table.player().progress, table.player().res["food"]) == (0, 2)


def test_an_ability_that_would_do_nothing_is_not_used() -> None:
    """18.15, 19.6.6: `per` a counter of 0."""
    table = Table(tribes=("tide", "rime")).give().effect(Star(1))
    table.refuse(e.UseTribe(0), "illegal.nothing_to_do", "19.6.6")
    table.player().waters = {"A04": None}
    table.do(e.UseTribe(0), e.PickResource(0, "gear"))
    assert table.player().discs == 4


def test_an_abilitys_cost_is_paid_with_its_use() -> None:
    """7_tribe, 19.6.6: what cannot be paid now stays pending."""
    table = Table(tribes=("stone", "rime")).give().crate("Q13").effect(Star(1))
    table.refuse(e.UseTribe(0), "illegal.underpaid", "19.6.6")
    table.do(e.OpenCrate(0, "Q13"), e.PickResource(0, "gear"), e.UseTribe(0))
    assert table.player().res["crystal"] == 0
    table.do(e.AdvanceAny(0, "gray"), e.AdvanceAny(0, "green"))
    assert table.player().score == 1


def test_the_disc_moves_with_the_extra_action_and_before_its_effects() -> None:
    """19.4.7, 19.6.6: costs, disc, then the rest; declined, no disc moves."""
    table = Table(tribes=("path", "tide")).give(book=3, food=0).effect(Star(2))
    table.player().progress = 10
    table.do(e.UseTribe(0), e.Decline(0, "extra_action"))
    assert (table.player().discs, table.player().progress) == (5, 10)
    table.do(e.UseTribe(0))
    assert table.player().discs == 5
    table.do(e.Explore(0, "S43", "none"))
    assert table.due() == "artifact"
    assert (table.player().discs, table.player().score) == (4, 0)
    table.do(e.TakeArtifact(0, "R01"))
    assert table.player().score == 4


@pytest.mark.parametrize("kind", ["play", "switch"])
def test_the_disc_moves_with_an_extra_play_or_switch_too(kind: str) -> None:
    """19.6.6: whatever the extra action, the disc comes before its effects."""
    table = Table(box=small_set(), tribes=("owls", "bees")).give().effect(Star(2))
    discs = table.player().discs
    table.do(e.UseTribe(0), e.Decline(0, "extra_action"), e.UseTribe(0))
    assert table.player().discs == discs
    card = next(iter(table.player().active))
    table.do(e.PlayCard(0, card, "up") if kind == "play" else e.SwitchBasic(0, "gear"))
    assert (table.player().discs, table.player().progress) == (discs - 1, 1)
    assert table.due() == "draw_crate"
    assert not table.player().res["gear"]
    assert not table.state.acted


def test_range_in_the_ability_belongs_to_its_extra_action_alone() -> None:
    """19.6.1: and goes with it if it is declined."""
    table = Table(tribes=("path", "tide")).give(gear=6, food=0).effect(Star(1))
    table.do(e.UseTribe(0), e.Build(0, "small", NORTH))
    assert table.player().small == {NORTH: None}
    table = Table(tribes=("path", "tide")).give(gear=6, food=0).effect(Star(1))
    table.do(e.UseTribe(0), e.Decline(0, "extra_action"))
    table.refuse(e.Build(0, "small", NORTH), "illegal.underpaid", "7")


def test_extra_on_tribe_comes_after_the_ability() -> None:
    """1_vocabulary extra_on_tribe, 19.6.6: with every use."""
    table = Table(tribes=("lamp", "tide")).give()
    table.effect(table.box.technologies["lamp.t2"].technology.effects[0]).effect(Star(1))
    table.do(e.UseTribe(0))
    assert (table.player().res["gear"], table.player().score) == (1, 1)


def test_a_marker_takes_a_water_again() -> None:
    """7_build 5, 16 place_marker, 19.5 place_marker, 19.6.7, 000.56: its reward comes even if this player had it before."""
    table = Table(tribes=("shrine", "tide")).give(crystal=2, food=1).effect(Star(2))
    table.player().waters["A05"] = None
    table.do(e.UseTribe(0))
    assert (table.player().discs, table.due()) == (5, "place_marker")
    table.refuse(e.PlaceMarker(0, (0, 2)), "illegal.placement", "19.6.7")
    table.do(e.PlaceMarker(0, (-1, 2)))
    assert (table.player().discs, table.player().res["food"], table.player().markers_left) == (4, 3, 4)
    table.do(e.UseTribe(0))
    table.refuse(e.PlaceMarker(0, (-1, 2)), "illegal.placement", "19.6.7")
    table.do(e.PlaceMarker(0, (2, 0)))
    assert table.player().waters == {"A05": None, "A04": None}
    assert not table.player().pieces


def test_a_markers_range_is_paid_and_only_standing_bonuses_lower_it() -> None:
    """19.6.1, 19.6.7, 18.13: a waiting `range` does not count."""
    table = settled(Table(tribes=("shrine", "tide")), EAST).machine("std_yellow").give(crystal=1, food=1)
    table.do(e.UseMachine(0, "std_yellow"))
    table.effect(Star(1)).do(e.UseTribe(0))
    table.refuse(e.PlaceMarker(0, (-1, 2)), "illegal.underpaid", "19.6.7")
    table.do(e.PlaceMarker(0, (2, 0)))
    assert table.player().waiting is not None
    assert table.player().waiting.range == 1


def test_the_star_lapses_when_no_marker_is_left() -> None:
    """19.5 tribe, 7_tribe: as long as tiles it needs are left."""
    table = Table(tribes=("shrine", "tide")).give(crystal=1)
    table.player().markers_left = 0
    assert table.effect(Star(1)).due() == ""


def test_a_figure_moves_without_books_and_range() -> None:
    """16 move_population, 18.14, 19.5 move_population, 19.6.8: between regular locations."""
    table = rich(Table(tribes=("path", "tide")))
    table.player().figures = {(-2, 0): "path.t1", "S00": "path.t3"}
    table.player().technologies = {"path.t1": None, "path.t3": None}
    table.do(e.Populate(0, "path.t4", (-1, -2)))
    assert table.due() == "move_population"
    table.refuse(e.MovePopulation(0, (1, -2), (-2, 0)), "illegal.not_held", "19.6.8")
    table.refuse(e.MovePopulation(0, (-2, 0), (-1, -2)), "illegal.placement", "19.6.8")
    table.refuse(e.MovePopulation(0, (-2, 0), (-1, 0)), "illegal.placement", "19.6.8")
    table.refuse(e.MovePopulation(0, (-2, 0), "S00"), "illegal.placement", "19.6.8")
    table.refuse(e.MovePopulation(0, "S00", (1, -2)), "illegal.not_held", "19.6.8")
    table.do(e.MovePopulation(0, (-2, 0), (1, -2)))
    assert set(table.player().figures) == {(1, -2), (-1, -2), "S00"}


def test_recruits_bring_resources_from_the_display_only() -> None:
    """1_vocabulary resource_per_recruit, 19.6.9: explore too, not blind ones."""
    table = rich(Table(tribes=("shrine", "tide"))).give(book=6)
    table.player().score = 60
    table.effect(table.box.technologies["shrine.t2"].technology.effects[0])
    table.do(e.Explore(0, "S43", "GY01"), e.RefillCitizen("GN01"))
    assert table.player().res == {"gear": 1, "book": 3, "food": 0, "crystal": 0}
    table.do(e.RevealTile("S43", "B18"), e.TurnTile(0, 0), e.NextAction(0))
    table.give(book=6, food=6).do(e.Explore(0, "S41", "deck"), e.DrawCitizen(0, "YE01"))
    assert table.player().res["food"] == 5
