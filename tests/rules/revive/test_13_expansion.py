"""rules.md 13, 19.5 to 19.7: Call of the Abyss."""

import pytest

from games.rules.revive import events as e
from games.rules.revive import vocabulary as words
from games.rules.revive.mapping import turn_up
from games.rules.revive.state import Rewards
from tests.rules.revive.table import Table


def abyss(seats: int = 2, **options: str) -> Table:
    return Table(seats, expansion="on", **options)


# ---- devotion and pools


def test_points_of_an_action_wait_in_a_pool() -> None:
    """13_devotion, 16 settle_points, 000.9: each kind is summed; they move when settled."""
    table = abyss().effect(words.Points(3), words.Devotion(2), words.Points(1))
    player = table.player()
    assert (player.score, player.devotion, player.pool_points, player.pool_devotion) == (0, 0, 4, 2)
    table.do(e.SettlePoints(0, 0, 0))
    assert (player.score, player.devotion, player.pool_points, player.pool_devotion) == (4, 2, 0, 0)


@pytest.mark.parametrize(("to_devotion", "to_points", "score", "devotion"), [(1, 0, 1, 1), (0, 1, 4, 0), (1, 1, 2, 1)])
def test_any_part_may_be_changed_two_for_one(to_devotion: int, to_points: int, score: int, devotion: int) -> None:
    """13_devotion, 14 conversion=both_ways, 000.124: 3 points and 2 devotion here."""
    table = abyss().effect(words.Points(3))
    if to_points:
        table.effect(words.Devotion(2))
    table.do(e.SettlePoints(0, to_devotion, to_points))
    assert (table.player().score, table.player().devotion) == (score, devotion)


def test_three_points_are_at_most_one_devotion_and_one_point() -> None:
    """13_devotion, 16 settle_points: no more than the pool holds."""
    table = abyss().effect(words.Points(3))
    table.refuse(e.SettlePoints(0, 2, 0), "illegal.limit", "13")
    table.refuse(e.SettlePoints(0, 0, 1), "illegal.limit", "13")
    table.refuse(e.SettlePoints(1, 0, 0), "illegal.limit", "13")


def test_devotion_may_be_kept_from_becoming_points() -> None:
    """14 conversion=points_to_devotion: one way only."""
    table = abyss(conversion="points_to_devotion").effect(words.Devotion(2), words.Points(2))
    table.refuse(e.SettlePoints(0, 0, 1), "illegal.limit", "13")
    table.do(e.SettlePoints(0, 1, 0))
    assert (table.player().score, table.player().devotion) == (0, 3)


def test_pools_belong_to_the_expansion() -> None:
    """13, 14 expansion=off: points score at once."""
    table = Table().effect(words.Points(3))
    assert table.player().score == 3
    table.refuse(e.SettlePoints(0, 0, 0), "illegal.option", "13")


def test_a_pool_is_settled_by_itself_without_conversion_when_the_half_ends() -> None:
    """13_devotion, 19.7: and not carried into a later action."""
    table = abyss().effect(words.Points(3)).do(e.SwitchBasic(0, "gear"), e.NextAction(0))
    assert (table.player().score, table.player().pool_points) == (3, 0)
    table.refuse(e.SettlePoints(0, 1, 0), "illegal.limit", "13")


def test_pools_are_settled_active_player_first_score_bonuses_before_devotion_bonuses() -> None:
    """19.7, 13_devotion: decisions and chance of each before the next; meanwhile no free actions."""
    table = abyss(3).crate("Q09").do(e.SwitchBasic(0, "gear"))
    for seat in (0, 2):
        table.player(seat).pool_points, table.player(seat).pool_devotion = 8, 4
    table.do(e.EndTurn(0))
    assert table.due() == "draw_crate"
    table.do(e.DrawCrate(0, "Q01"))
    assert table.due() == "draw_scyphoz"
    table.do(e.DrawScyphoz(0, ("Z01", "Z02")))
    table.refuse(e.OpenCrate(0, "Q09"), "illegal.not_now", "19.4.5")
    table.refuse(e.EndTurn(0), "illegal.not_now")
    assert table.player(2).score == 0
    table.do(e.SettlePoints(2, 4, 0))
    assert table.due() == "draw_scyphoz"
    table.do(e.DrawScyphoz(2, ("Z03", "Z04")), e.KeepScyphoz(2, "Z03"))
    table.do(e.KeepScyphoz(0, "Z02"))
    assert (table.player(2).score, table.player(2).devotion, table.state.turn) == (0, 8, 1)


def test_bonuses_may_fill_a_new_pool_of_the_same_action() -> None:
    """13_devotion, 19.7: until all are empty."""
    table = abyss().give()
    table.do(e.SwitchBasic(0, "gear"))
    table.player().pool_points = 8
    table.do(e.NextAction(0), e.DrawCrate(0, "Q25"))
    assert (table.player().score, table.state.half) == (8, 2)


def test_a_player_who_gains_points_in_anothers_action_has_a_pool_too() -> None:
    """13_devotion, 19.5: settled at any time, by that seat."""
    table = abyss().effect(words.Points(4), seat=1).do(e.SettlePoints(1, 2, 0))
    assert table.player(1).devotion == 2


def test_devotion_beyond_its_track_goes_on_counting() -> None:
    """19.6.16: without bonuses."""
    table = abyss()
    table.player().devotion = 40
    table.effect(words.Devotion(9)).do(e.SettlePoints(0, 0, 0))
    assert (table.player().devotion, table.due()) == (49, "")


# ---- Scyphoz


def test_two_scyphoz_are_drawn_and_one_is_kept() -> None:
    """13_scyphoz, 15 draw_scyphoz, 16 keep_scyphoz, 18.6, 19.2 draw_scyphoz, 19.5 keep_scyphoz, 000.125, 000.128: into the active area; the other under the deck."""
    table = abyss().effect(words.Scyphoz(2, 1))
    table.refuse(e.DrawScyphoz(0, ("Z01",)), "chance.count")
    table.refuse(e.DrawScyphoz(0, ("Z01", "Z01")), "chance.not_in_supply")
    table.refuse(e.DrawScyphoz(0, ("Z01", "Z99")), "chance.not_in_supply")
    table.do(e.DrawScyphoz(0, ("Z01", "Z02")))
    table.refuse(e.Decline(0, "keep_scyphoz"), "illegal.cannot_decline")
    table.refuse(e.KeepScyphoz(0, "Z03"), "illegal.not_held", "13")
    table.do(e.KeepScyphoz(0, "Z02"))
    assert "Z02" in table.player().active
    assert table.state.scyphoz_under == ["Z01"]


def test_unkept_cards_come_again_only_after_those_never_drawn() -> None:
    """18.6, 19.2 draw_scyphoz: in the order they were put under the deck."""
    table = abyss()
    table.state.scyphoz_under, table.state.scyphoz_fresh = ["Z05", "Z06"], 1
    table.state.scyphoz_unseen = {"Z07": None}
    table.effect(words.Scyphoz(2, 1))
    for cards in (("Z05", "Z06"), ("Z05", "Z07"), ("Z07", "Z06")):
        table.refuse(e.DrawScyphoz(0, cards), "chance.not_in_supply")
    table.do(e.DrawScyphoz(0, ("Z07", "Z05")), e.KeepScyphoz(0, "Z07"))
    assert table.state.scyphoz_under == ["Z06", "Z05"]


def test_an_empty_scyphoz_deck_gives_nothing() -> None:
    """19.4.2: the event is left out."""
    table = abyss()
    table.state.scyphoz_under, table.state.scyphoz_fresh = [], 0
    assert table.effect(words.Scyphoz(2, 1)).due() == ""


# ---- extra location


def test_the_extra_location_is_the_left_over_tile_or_one_of_the_sets_own() -> None:
    """13_extra, 15 extra_location, 19.2 extra_location, 000.126: drawn at set-up."""
    table = Table(laid=False, expansion="on").do(e.StartPlayer(0))
    while table.due() != "extra_location":
        table.do(table.next_of_setup())
    table.refuse(e.ExtraLocation("L1", "a"), "setup.unknown_component")
    table.refuse(e.ExtraLocation("LX1", "z"), "setup.unknown_component")
    table.do(e.ExtraLocation("LX1", "b"))
    assert table.state.large["extra"].count == "crates"


def test_it_is_populated_at_no_cost_but_by_the_technology_tree() -> None:
    """13_extra, 16 populate, 18.7, 19.5 free_populate: others present or not; it neither uses nor ends what waits."""
    table = abyss().give().machine("XGN02")
    table.player(1).figures["extra"] = "tide.t1"
    table.do(e.UseMachine(0, "XGN02"))
    table.refuse(e.Populate(0, "rime.t1", "extra"), "illegal.unknown_target", "7")
    table.effect(words.FreePopulate("extra_location"))
    table.refuse(e.Populate(0, "rime.t2", "extra"), "illegal.technology", "7")
    table.refuse(e.Populate(0, "rime.t1", (-2, 0)), "illegal.unknown_target", "13")
    table.do(e.Populate(0, "rime.t1", "extra"))
    assert table.player(1).res["book"] == 0
    assert table.player().waiting is not None
    assert table.player().waiting.discounts == {"populate": 2}
    assert not table.player().pieces
    assert table.effect(words.FreePopulate("extra_location")).due() == ""


# ---- journeys


def test_a_journey_pays_the_highest_level_met_and_becomes_a_flask() -> None:
    """13_journey, 16 resolve_journey, 19.1.3, 000.133, 000.134, 000.135: with none met it cannot be resolved."""
    table = abyss()
    player = table.player()
    player.journeys = {"J01": False}
    table.refuse(e.ResolveJourney(0, "J01", 1), "illegal.level", "13")
    table.refuse(e.ResolveJourney(0, "J02", 1), "illegal.not_held", "13")
    player.small = dict.fromkeys([(-6, 2), (-5, 2), (-4, 2)])
    player.large = dict.fromkeys([(-3, 2)])
    table.refuse(e.ResolveJourney(0, "J01", 1), "illegal.level", "13")
    table.do(e.ResolveJourney(0, "J01", 2))
    assert (player.pool_devotion, player.journeys) == (4, {"J01": True})
    table.refuse(e.ResolveJourney(0, "J01", 2), "illegal.not_held", "13")


def test_journeys_lie_face_up_and_are_refilled_while_there_are_any() -> None:
    """13_journey, 15 journey_deck, 15 refill_journey, 19.2 journey_deck: how many, the data say."""
    table = Table(laid=False, expansion="on").do(e.StartPlayer(0))
    while table.due() != "journey_deck":
        table.do(table.next_of_setup())
    table.refuse(e.JourneyDeck(("J01", "J02")), "setup.count")
    table.refuse(e.JourneyDeck(("J01", "J02", "J02")), "setup.duplicate_component")
    table = abyss()
    table.state.journey_deck.clear()
    table.do(e.SwitchJourney(0, "J03", "A6"))
    assert table.due() == ""


# ---- lakes


def test_lakes_lie_on_their_slots_in_place_of_tiles() -> None:
    """13_lakes, 15 lakes, 19.2 lakes, 000.136, 000.137: the k-th drawn on the k-th slot; never explored."""
    table = Table(laid=False, expansion="on").do(e.StartPlayer(0), e.Tribes(("rime", "tide")))
    table.refuse(e.Lakes((e.LakePlaced("S52", "LK1"), e.LakePlaced("S12", "LK2"))), "setup.placement")
    table.refuse(e.Lakes((e.LakePlaced("S12", "LK1"), e.LakePlaced("S52", "LK1"))), "setup.duplicate_component")
    table = abyss().give(gear=6, book=6, food=6)
    assert len(table.state.backs) == 23
    table.refuse(e.Explore(0, "S12", "none"), "illegal.unknown_target", "7")


@pytest.mark.parametrize(("size", "devotion"), [("small", 1), ("large", 3)])
def test_a_building_at_a_lake_brings_devotion_once_a_size(size: str, devotion: int) -> None:
    """7_build 4, 13_lakes, 19.4.6, 000.138: unless one of that size is there already."""
    table = abyss().give(gear=6, food=6)
    turn_up(table.state, "S11", ("sand", "sand", "sand", "sand"), 0)
    beside = [
        space
        for space in table.state.adjacent["S12"]
        if table.state.terrain[space] == "sand" and not isinstance(space, str)
    ]
    first, second = [space for space in beside if space in ((-3, -1), (-2, -1))][:2]
    table.do(e.Build(0, size, first))  # type: ignore[arg-type]
    while table.due() == "order_rewards":
        top = table.state.stack[-1]
        assert isinstance(top, Rewards)
        table.do(e.OrderRewards(0, next(iter(top.left))))
    assert table.player().pool_devotion == devotion
    table.do(e.NextAction(0)).give(gear=6, food=6).do(e.Build(0, size, second))  # type: ignore[arg-type]
    while table.due() == "order_rewards":
        top = table.state.stack[-1]
        assert isinstance(top, Rewards)
        assert "lake:LK1" not in top.left
        table.do(e.OrderRewards(0, next(iter(top.left))))
    assert table.player().devotion + table.player().pool_devotion == devotion
