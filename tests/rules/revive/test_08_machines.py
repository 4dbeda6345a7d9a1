"""rules.md 8, 9, 19.6: tracks, discs, machines, resources, crystals, trades."""

from typing import Any

import pytest

from games.rules.revive import events as e
from games.rules.revive import vocabulary as words
from tests.rules.revive.table import Table

# ---- tracks and discs


def test_a_reward_space_is_unlocked_when_all_its_tracks_are_reached() -> None:
    """8, 000.85: W07 needs gray 6 and green 5."""
    table = Table().give()
    table.player().tracks.update(gray=6, green=4)
    table.effect(words.Advance("green", 1))
    assert table.due() == "machine"
    assert table.state.stack[-1].effect.id == "W07"  # type: ignore[union-attr]
    assert table.player().progress == 1


def test_the_first_machine_of_a_track_is_printed_and_the_next_taken_from_the_display() -> None:
    """8, 15 refill_machine, 16 take_machine, 19.1.3, 19.5 machine: the refill comes before the next pick."""
    table = Table().give().effect(words.Advance("gray", 1))
    assert table.player().machines == {"std_gray": "W01"}
    table.effect(words.Advance("gray", 2))
    table.refuse(e.TakeMachine(0, "XGN01", "W04"), "illegal.unknown_target", "8")
    table.refuse(e.TakeMachine(0, "XGY01", "W07"), "illegal.unknown_target", "19.1.3")
    table.refuse(e.TakeMachine(0, "XGY09", "W04"), "illegal.unknown_target", "8")
    table.do(e.TakeMachine(0, "XGY01", "W04"))
    table.refuse(e.RefillMachine("green", "XGN04"), "chance.not_now")
    table.refuse(e.RefillMachine("gray", "XGY01"), "chance.not_in_supply")
    table.do(e.RefillMachine("gray", "XGY04"))
    assert table.player().machines == {"std_gray": "W01", "XGY01": "W04"}


def test_a_declined_machine_leaves_its_space_empty_and_none_face_up_lapses() -> None:
    """8, 19.5 machine: for good."""
    table = Table().give()
    table.player().tracks["gray"] = 3
    table.effect(words.Advance("gray", 1)).do(e.Decline(0, "machine"))
    table.player().tracks["green"] = 3
    table.state.machines["green"] = {}
    table.effect(words.Advance("green", 1))
    assert (table.due(), table.player().progress) == ("", 2)


def test_steps_are_taken_one_by_one_each_with_all_that_it_unlocks() -> None:
    """8, 19.4.1: two steps to gray 2 and 3, the machine in between."""
    table = Table().give()
    table.player().tracks["gray"] = 3
    table.effect(words.Advance("gray", 2))
    assert (table.due(), table.player().tracks["gray"]) == ("machine", 4)
    table.do(e.Decline(0, "machine"))
    assert table.player().tracks["gray"] == 5


def test_several_spaces_unlocked_by_one_step_go_in_the_order_of_the_data() -> None:
    """8: W06 and W09 both wait for yellow 6 here."""
    table = Table().give()
    table.player().tracks.update(gray=8, yellow=7, green=1)
    table.effect(words.Advance("yellow", 1))
    assert table.due() == "artifact"
    assert list(table.player().unlocked) == ["W12"]


def test_the_disc_moves_first_with_its_bonus_then_the_reward_is_taken() -> None:
    """8, 000.86, 000.87: the 11th disc brings an artifact."""
    table = Table().give()
    table.player().progress = 10
    table.player().tracks["gray"] = 3
    table.effect(words.Advance("gray", 1))
    assert (table.due(), table.player().progress) == ("artifact", 11)
    table.do(e.TakeArtifact(0, "R01"))
    assert table.due() == "machine"


def test_an_energy_comes_with_some_discs() -> None:
    """8: the second one."""
    table = Table().give()
    table.player().progress = 1
    table.effect(words.Advance("gray", 1))
    assert table.player().energy == 2


@pytest.mark.parametrize(("track", "res"), [("gray", "gear"), ("green", "book"), ("yellow", "food")])
def test_a_step_beyond_the_end_gives_the_tracks_resource(track: Any, res: str) -> None:
    """8, 000.95: each."""
    table = Table().give()
    table.player().tracks[track] = 10
    table.effect(words.Advance(track, 2))
    assert table.player().res[res] == 2


def test_any_track_is_one_decision_a_step() -> None:
    """16 advance_any, 19.4.3, 19.5 advance: declined one by one."""
    table = Table().give().effect(words.Advance("any", 3))
    table.do(e.AdvanceAny(0, "yellow"), e.Decline(0, "advance"), e.AdvanceAny(0, "green"))
    assert table.due() == ""
    assert table.player().tracks == {"gray": 1, "green": 2, "yellow": 2}


def test_hexagons_give_artifacts_and_card_bonuses() -> None:
    """8, 000.94: W13 wants gray 9."""
    table = Table().give()
    table.player().tracks["gray"] = 8
    table.effect(words.Advance("gray", 1))
    assert table.player().unlocked == {"W13": None}


# ---- machines


def test_a_machine_takes_an_energy_and_is_blocked_until_it_is_gone() -> None:
    """8, 16 use_machine, 000.91, 000.92, 000.93: one energy a machine."""
    table = Table().machine("XGY01", "XYE01", energy=1).give()
    table.refuse(e.UseMachine(0, "XGN01"), "illegal.not_held", "8")
    table.do(e.UseMachine(0, "XGY01"))
    assert (table.player().res["gear"], table.player().energy) == (3, 0)
    table.refuse(e.UseMachine(0, "XYE01"), "illegal.underpaid", "8")
    table.player().energy = 1
    table.refuse(e.UseMachine(0, "XGY01"), "illegal.already_used", "8")
    table.effect(words.RecoverEnergy(1)).do(e.PickEnergy(0, ("XGY01",)), e.UseMachine(0, "XGY01"))


def test_recover_energy_is_one_decision_with_one_to_n_machines() -> None:
    """16 pick_energy, 19.4.3, 19.5 recover_energy: lapses with none on a machine."""
    table = Table().machine("XGY01", "XYE01", "XGN01", energy=2)
    assert table.effect(words.RecoverEnergy(2)).due() == ""
    table.do(e.UseMachine(0, "XGY01"), e.UseMachine(0, "XYE01"))
    table.effect(words.RecoverEnergy(1))
    table.refuse(e.PickEnergy(0, ("XGY01", "XYE01")), "illegal.count", "19.4.3")
    table.refuse(e.PickEnergy(0, ()), "illegal.count", "19.4.3")
    table.refuse(e.PickEnergy(0, ("XGN01",)), "illegal.not_held", "19.5")
    table.do(e.PickEnergy(0, ("XYE01",)))
    assert (table.player().energy, list(table.player().charged)) == (1, ["XGY01"])


def test_a_machine_that_changes_an_action_is_used_before_it() -> None:
    """8, 000.83: legal while such an action can still come in that half."""
    table = Table().machine("XGY02", "XGY04", "std_yellow")
    table.do(e.UseMachine(0, "std_yellow"), e.SwitchBasic(0, "gear"))
    table.refuse(e.UseMachine(0, "XGY02"), "illegal.machine_not_now", "8")
    table.effect(words.PlayExtra("any"))
    table.refuse(e.UseMachine(0, "XGY02"), "illegal.machine_not_now", "8")
    table.do(e.UseMachine(0, "XGY04"))
    table.do(e.Decline(0, "play_extra"), e.NextAction(0), e.UseMachine(0, "XGY02"))


def test_no_such_machine_in_a_hibernation_without_extra_action() -> None:
    """8: none can come any more."""
    table = Table().machine("XGY02", "XGY05").do(e.Hibernate(0))
    table.refuse(e.UseMachine(0, "XGY02"), "illegal.machine_not_now", "8")
    table.effect(words.ExtraAction(("build",)))
    table.do(e.UseMachine(0, "XGY02"))
    table.refuse(e.UseMachine(0, "XGY05"), "illegal.machine_not_now", "8")


def test_a_change_works_on_the_next_action_of_its_kind_only() -> None:
    """8, 19.6.1: main or extra, needed or not."""
    table = Table().machine("XGY02").give(gear=6, food=6).do(e.UseMachine(0, "XGY02"))
    table.effect(words.ExtraAction(("build",))).do(e.Build(0, "small", (-1, 0)))
    assert table.player().res["gear"] == 5
    table.do(e.OrderRewards(0, "gray"), e.OrderRewards(0, "green")).do(e.Build(0, "small", (0, 2)))
    assert table.player().res["gear"] == 2


def test_changes_before_an_extra_action_belong_to_it_alone() -> None:
    """19.6.1: a discount in one list with a later extra action."""
    effects = (words.Discount("build", 2), words.ExtraAction(("build",)))
    table = Table().give(gear=3, food=6).effect(*effects)
    table.do(e.Decline(0, "extra_action"), e.Build(0, "small", (-1, 0)))
    assert table.player().res["gear"] == 0
    table = Table().give(gear=1, food=6).effect(*effects).do(e.Build(0, "small", (-1, 0)))
    assert table.player().res["gear"] == 0
    assert not table.state.acted


def test_a_machine_may_move_a_card_from_rest_or_do_an_active_cards_top() -> None:
    """16 pick_card, 19.5 rest_card, 19.5 top_of_active: `std_green` and XGY03."""
    table = Table().machine("std_green", "XGY03").lay("A1", "CT1", "top").hold("A5").give()
    table.do(e.UseMachine(0, "std_green"))
    table.refuse(e.PickCard(0, ("A5",)), "illegal.not_held", "19.5")
    table.do(e.PickCard(0, ("A1",)))
    assert "A1" in table.player().resting
    table.do(e.UseMachine(0, "XGY03"))
    table.refuse(e.PickCard(0, ("A5", "A4")), "illegal.count", "19.4.3")
    table.do(e.PickCard(0, ("A5",)))
    assert "A5" in table.player().resting
    assert table.player().res["food"] == 2


# ---- the other words


def test_not_self_leaves_out_the_card_that_gave_the_effect() -> None:
    """1_vocabulary rest_card, 19.5 rest_card: it lapses with no other card in a slot."""
    table = Table().hold("GY12").give()
    table.do(e.PlayCard(0, "GY12", "CT1"))
    assert table.player().res["gear"] == 2
    table = Table().hold("GY12").lay("A1", "CT2", "top").give().do(e.PlayCard(0, "GY12", "CT1"))
    table.refuse(e.PickCard(0, ("GY12",)), "illegal.not_held", "19.5")
    table.do(e.PickCard(0, ("A1",)))


def test_cards_wake_from_rest() -> None:
    """1_vocabulary wake_card, 19.5 wake_card: one decision with one to n cards."""
    table = Table().effect(words.WakeCard(2))
    table.refuse(e.PickCard(0, ("A4",)), "illegal.not_held", "19.5")
    table.refuse(e.PickCard(0, ("A1", "A1")), "illegal.count", "19.4.3")
    table.do(e.PickCard(0, ("A1", "A2")))
    assert sorted(table.player().active) == ["A1", "A2", "A4", "A5", "A6"]
    table.player().resting.clear()
    assert table.effect(words.WakeCard(1)).due() == ""


def test_up_to_three_cards_rest_for_their_tops() -> None:
    """1_vocabulary discard_for_top, 19.5 discard_for_top: all move, then each does its upper half in turn."""
    table = Table().hold("A1", "A4", "A5").give(gear=1).effect(words.DiscardForTop(3))
    table.do(e.PickCard(0, ("A5", "A4", "A1")))
    assert table.due() == "trade"
    assert table.player().res == {"gear": 1, "book": 0, "food": 2, "crystal": 0}
    table.do(e.DoTrade(0, 1, {"food": 1}, {"book": 1}))
    assert table.player().res == {"gear": 3, "book": 1, "food": 1, "crystal": 0}
    assert {"A1", "A4", "A5"} <= set(table.player().resting)
    table.player().active.clear()
    assert table.effect(words.DiscardForTop(3)).due() == ""


def test_a_choice_is_one_of_its_options() -> None:
    """16 pick_option, 19.1.3, 19.5 choice: 0-based."""
    table = Table().hold("A6").do(e.PlayCard(0, "A6", "CB1"))
    table.refuse(e.PickOption(0, 2), "illegal.unknown_target", "19.5")
    table.refuse(e.PickOption(0, "pay"), "illegal.unknown_target", "19.5")
    table.do(e.PickOption(0, 1))
    assert table.due() == "tribe"


def test_a_cost_is_paid_or_the_rest_of_its_list_is_not_done() -> None:
    """1_vocabulary cost, 16 pick_option, 19.5 cost: it cannot be declined."""
    effects = (words.CostOp({"crystal": 1}), words.Gain("gear", 2))
    table = Table().give(crystal=1).effect(*effects)
    table.refuse(e.Decline(0, "cost"), "illegal.cannot_decline")
    table.do(e.PickOption(0, "skip"))
    assert table.player().res["gear"] == 0
    table.effect(*effects).do(e.PickOption(0, "pay"))
    assert table.player().res == {"gear": 2, "book": 0, "food": 0, "crystal": 0}
    table.effect(*effects)
    table.refuse(e.PickOption(0, "pay"), "illegal.underpaid", "19.5")


def test_a_resource_is_filled_to_its_limit() -> None:
    """1_vocabulary fill_resource, 16 pick_resource, 19.5 fill_resource, 19.6.11: never lowered."""
    table = (
        Table().give(gear=2, food=9).effect(words.FillResource(("gear", "food")), words.FillResource(("gear", "food")))
    )
    table.refuse(e.PickResource(0, "book"), "illegal.unknown_target", "19.6.11")
    table.do(e.PickResource(0, "gear"), e.PickResource(0, "food"))
    assert table.player().res == {"gear": 6, "book": 0, "food": 9, "crystal": 0}


def test_per_does_its_list_once_a_unit() -> None:
    """1_vocabulary per, 19.6.11: with a cap."""
    table = Table().give().lay("A1", "CT1", "top").lay("A2", "CT2", "top")
    table.effect(words.Per("slot_cards_gray", (words.Gain("gear", 1),)))
    table.effect(words.Per("slot_cards_gray", (words.Gain("food", 1),), cap=1))
    assert table.player().res == {"gear": 2, "book": 0, "food": 1, "crystal": 0}


def test_the_playing_card_itself_counts() -> None:
    """19.6.4: it already lies in its slot when its effects are counted."""
    table = Table().hold("GY09").give().do(e.PlayCard(0, "GY09", "CT1"))
    assert table.player().res["gear"] == 1


def test_recruits_come_from_display_or_deck() -> None:
    """1_vocabulary recruit, 16 take_card, 19.5 recruit: where the effect allows it."""
    table = Table().give().effect(words.Recruit("display", "gray"))
    table.refuse(e.TakeCard(0, "deck"), "illegal.unknown_target", "7")
    table.do(e.TakeCard(0, "GY03"), e.RefillCitizen("GN01"))
    table.effect(words.Recruit("display_or_deck", "green")).do(e.TakeCard(0, "deck"), e.DrawCitizen(0, "YE13"))
    assert {"GY03", "YE13"} <= set(table.player().active)
    assert table.effect(words.Recruit("display", "yellow")).due() == ""


def test_simple_words_happen_by_themselves() -> None:
    """19.4.4: energy, points, end_points, side slot, switch."""
    table = Table().give()
    table.player().switch_used = True
    table.effect(words.Energy(2), words.Points(2), words.EndPoints(6), words.UnlockSideSlot(), words.SwitchReady())
    player = table.player()
    assert (player.energy, player.score, player.end_points, player.side_slot, player.switch_used) == (
        3,
        2,
        6,
        True,
        False,
    )


# ---- crates


def test_a_crate_is_opened_once_and_kept() -> None:
    """3, 15 draw_crate, 16 open_crate: own and closed."""
    table = Table().give().effect(words.Crate(1))
    table.refuse(e.DrawCrate(1, "Q01"), "chance.not_now")
    table.refuse(e.DrawCrate(0, "Q99"), "chance.not_in_supply")
    table.do(e.DrawCrate(0, "Q01"), e.OpenCrate(0, "Q01"))
    table.refuse(e.OpenCrate(0, "Q01"), "illegal.not_held", "3")
    table.refuse(e.OpenCrate(0, "Q02"), "illegal.not_held", "3")
    assert (table.player().res["gear"], table.player().crate_count) == (3, 1)


def test_an_opened_crate_is_done_again_once_in_the_game() -> None:
    """1_vocabulary reopen_crate, 16 pick_option, 19.5 reopen_crate: at a cost; lapses with none left."""
    table = Table().machine("XGY07", "XGN07", "XYE07").crate("Q25").give(gear=2)
    table.do(e.UseMachine(0, "XYE07"))
    assert table.due() == ""
    table.do(e.OpenCrate(0, "Q25"), e.UseMachine(0, "XGY07"))
    table.refuse(e.PickOption(0, "Q01"), "illegal.unknown_target", "19.5")
    table.do(e.PickOption(0, "Q25"))
    assert (table.player().score, table.player().res["gear"]) == (6, 1)
    table.do(e.UseMachine(0, "XGN07"))
    assert table.due() == ""


def test_a_crystal_comes_with_each_crate() -> None:
    """18.8, 19.6.9: also with the crate of the list that brings the rule."""
    table = Table(tribes=("stone", "tide")).give()
    table.effect(*table.box.technologies["stone.t2"].technology.effects).do(e.DrawCrate(0, "Q01"))
    assert table.player().res["crystal"] == 1
    table.effect(words.Crate(2)).do(e.DrawCrate(0, "Q02"), e.DrawCrate(0, "Q03"))
    assert table.player().res["crystal"] == 3


def test_no_crate_and_nothing_with_it_when_the_stack_is_empty() -> None:
    """8, 19.4.2: the event is left out."""
    table = Table(tribes=("stone", "tide")).give()
    table.effect(table.box.technologies["stone.t2"].technology.effects[0])
    table.state.crates.left = 0
    assert table.effect(words.Crate(2)).due() == ""
    assert table.player().res["crystal"] == 0


# ---- paying


def test_missing_units_are_taken_from_crystals() -> None:
    """9, 14 crystal_mode=auto, 19.1.4, 000.2: `pay` may be left out, or equals the derived one."""
    table = Table().give(gear=2, crystal=3)
    table.refuse(e.Build(0, "small", (-1, 0), {"crystal": 3}), "illegal.payment", "19.1.4")
    table.refuse(e.TradeCrystal(0, "gear"), "illegal.option", "9")
    table.do(e.Build(0, "small", (-1, 0), {"gear": 2, "crystal": 1}))
    assert table.player().res == {"gear": 0, "book": 0, "food": 0, "crystal": 2}


def test_nothing_stands_for_a_crystal() -> None:
    """9: where a crystal is asked."""
    table = Table().give(gear=6, book=6, food=6)
    table.state.backs["S43"] = table.box.backs["B10"]
    table.refuse(e.Explore(0, "S43", "none"), "illegal.underpaid", "7")


def test_crystals_are_mixed_in_at_will() -> None:
    """9, 14 crystal_mode=free, 16 trade_crystal, 19.1.4: one for each missing or spared unit; traded at any time."""
    table = Table(crystal_mode="free").give(gear=3, crystal=2)
    table.refuse(e.Build(0, "small", (-1, 0), {"gear": 2}), "illegal.payment", "19.1.4")
    table.refuse(e.Build(0, "small", (-1, 0), {"gear": 3, "crystal": 1}), "illegal.payment", "19.1.4")
    table.refuse(e.Build(0, "small", (-1, 0), {"crystal": 3}), "illegal.underpaid")
    table.do(e.Build(0, "small", (-1, 0), {"gear": 1, "crystal": 2}))
    table.give(crystal=1).do(e.TradeCrystal(0, "food"))
    assert table.player().res == {"gear": 0, "book": 0, "food": 1, "crystal": 0}
    table.refuse(e.TradeCrystal(0, "food"), "illegal.underpaid", "9")


def test_a_basic_cost_says_what_pays_it() -> None:
    """19.1.4: crystals only when all own basics go too; in free mode any mix."""
    table = Table().give(gear=1, crystal=2).effect(words.CostOp({"basic": 2}))
    table.refuse(e.PickOption(0, "pay"), "illegal.payment", "19.1.4")
    table.refuse(e.PickOption(0, "pay", {"crystal": 2}), "illegal.payment", "19.1.4")
    table.refuse(e.PickOption(0, "pay", {"gear": 2}), "illegal.underpaid")
    table.do(e.PickOption(0, "pay", {"gear": 1, "crystal": 1}))
    table = Table(crystal_mode="free").give(gear=1, crystal=2).effect(words.CostOp({"basic": 2}))
    table.do(e.PickOption(0, "pay", {"crystal": 2}))
    assert table.player().res["gear"] == 1


def test_trades_pay_all_before_they_gain() -> None:
    """16 do_trade, 19.1.5, 19.5 trade, 19.6.14: one trade's gain never pays the next."""
    table = Table().give(gear=1).hold("A4").do(e.PlayCard(0, "A4", "CT1"))
    table.refuse(e.DoTrade(0, 2, {"gear": 2}, {"book": 2}), "illegal.underpaid")
    table.refuse(e.DoTrade(0, 4, {"gear": 4}, {"book": 4}), "illegal.limit", "16")
    table.refuse(e.DoTrade(0, 1, {"gear": 1}), "illegal.gain", "19.1.5")
    table.refuse(e.DoTrade(0, 1, {"gear": 1}, {"crystal": 1}), "illegal.gain", "19.1.5")
    table.do(e.DoTrade(0, 1, {"gear": 1}, {"book": 1}))
    assert (table.player().res["book"], table.due()) == (1, "")


def test_get_is_given_for_basic_gains_only() -> None:
    """19.1.5: `std_gray` trades a basic resource for a crystal."""
    table = Table().machine("std_gray").give(food=1).do(e.UseMachine(0, "std_gray"))
    table.refuse(e.DoTrade(0, 1, {"food": 1}, {"gear": 1}), "illegal.gain", "19.1.5")
    table.do(e.DoTrade(0, 1, {"food": 1}))
    assert table.player().res["crystal"] == 1


def test_a_technology_trades_at_any_time() -> None:
    """3, 16 tech_trade, 1_vocabulary tech_trade: any number of times in the own turn."""
    table = Table(tribes=("tide", "rime")).give(gear=2, book=2)
    table.refuse(e.TechTrade(0, "tide.t2", 1, {"gear": 2}), "illegal.not_held", "16")
    table.player().technologies["tide.t2"] = None
    table.refuse(e.TechTrade(0, "tide.t2", 1, {"gear": 1}), "illegal.payment", "19.1.4")
    table.do(e.TechTrade(0, "tide.t2", 2, {"gear": 2, "book": 2}))
    assert table.player().res == {"gear": 0, "book": 0, "food": 0, "crystal": 2}


def test_a_technology_rests_a_played_card() -> None:
    """16 tech_trade, 19.5 tech_rest, 1_vocabulary tech_rest: paid, then picked; lapses with no card in a slot."""
    table = Table(tribes=("lamp", "tide")).lay("A1", "CT1", "top").give(crystal=2)
    table.player().technologies["lamp.t4"] = None
    table.refuse(e.TechTrade(0, "lamp.t4", 2), "illegal.limit", "16")
    table.do(e.TechTrade(0, "lamp.t4", 1))
    assert (table.due(), table.player().res["crystal"]) == ("tech_rest", 1)
    table.do(e.PickCard(0, ("A1",)), e.TechTrade(0, "lamp.t4", 1))
    assert table.due() == ""


# ---- limits


def test_above_the_limits_within_an_action() -> None:
    """9, 14 overflow=end_of_action, 000.6, 000.7: crates may be opened to pay."""
    table = Table().give(gear=6).crate("Q01")
    table.do(e.OpenCrate(0, "Q01"), e.Build(0, "large", (-1, 0)))
    assert table.player().res["gear"] == 4


def test_a_surplus_crystal_becomes_a_basic_resource_below_its_limit() -> None:
    """9, 16 overflow_crystal, 19.5, 000.3: by any seat that has one, also out of turn, while nothing is drawn."""
    table = Table().give(crystal=4, gear=6).give(1, crystal=5)
    table.refuse(e.OverflowCrystal(0, "gear"), "illegal.limit", "9")
    table.do(e.OverflowCrystal(1, "book"), e.OverflowCrystal(0, "food"))
    table.refuse(e.OverflowCrystal(0, "food"), "illegal.limit", "9")
    table.do(e.SwitchBasic(0, "gear"), e.EndTurn(0))
    assert table.player(1).res == {"gear": 0, "book": 1, "food": 0, "crystal": 3}


def test_at_once_a_basic_above_its_limit_is_lost() -> None:
    """9, 14 overflow=immediate, 19.6.12: crystals excepted."""
    table = Table(overflow="immediate").give(gear=5).crate("Q01").do(e.OpenCrate(0, "Q01"))
    assert table.player().res["gear"] == 6


def test_at_once_a_crystal_above_three_asks() -> None:
    """9, 16 overflow_crystal, 19.5 overflow, 19.6.12: it becomes a basic resource or is lost."""
    table = Table(overflow="immediate").give(crystal=3, gear=6).effect(words.Gain("crystal", 2))
    assert table.due() == "overflow"
    table.refuse(e.OverflowCrystal(0, "gear"), "illegal.limit", "9")
    table.do(e.OverflowCrystal(0, "book"))
    table.do(e.Decline(0, "overflow"))
    assert (table.player().res, table.due()) == ({"gear": 6, "book": 1, "food": 0, "crystal": 3}, "")
    table.refuse(e.OverflowCrystal(0, "book"), "illegal.not_now")


def test_at_once_a_crystal_without_room_is_cut() -> None:
    """19.5 overflow: by itself."""
    table = Table(overflow="immediate").give(crystal=3, gear=6, book=6, food=6).effect(words.Gain("crystal", 2))
    assert (table.due(), table.player().res["crystal"]) == ("", 3)


def test_trading_a_crystal_then_needs_room() -> None:
    """19.6.12: with `overflow` immediate only."""
    Table(rules="official").give(crystal=1, gear=6).refuse(e.TradeCrystal(0, "gear"), "illegal.limit", "9")
    Table(crystal_mode="free").give(crystal=1, gear=6).do(e.TradeCrystal(0, "gear"))


def test_energy_has_no_limit() -> None:
    """9: it is no resource."""
    assert Table().effect(words.Energy(30)).player().energy == 31
