"""rules.md 4, 5, 19.6.1 to 19.6.5: playing cards, modules, the switch."""

import msgspec
import pytest

from games.rules.revive import events as e
from games.rules.revive.components import Card
from games.rules.revive.effects import standing
from games.rules.revive.vocabulary import PlayExtra
from tests.rules.revive.table import Table

# ---- slots


@pytest.mark.parametrize(("slot", "gear", "steps"), [("CT1", 2, 0), ("CT2", 2, 0), ("CB1", 0, 1), ("CB2", 0, 1)])
def test_top_slots_use_the_top_half_and_bottom_slots_the_bottom_half(slot: str, gear: int, steps: int) -> None:
    """4.1, 4.2, 16 play_card: the half's effect is done."""
    table = Table().hold("A1").give()
    table.do(e.PlayCard(0, "A1", slot))
    assert (table.player().res["gear"], table.player().tracks["gray"]) == (gear, 1 + steps)
    assert "A1" not in table.player().active


@pytest.mark.parametrize(("half", "gear"), [("top", 2), ("bottom", 0)])
def test_the_side_slot_takes_either_half_once_it_is_unlocked(half: str, gear: int) -> None:
    """4.1, 19.1.5: `half` is given for the side slot only."""
    table = Table().hold("A1", "A5").give()
    table.refuse(e.PlayCard(0, "A1", "CSD", half), "illegal.locked", "4.1")  # type: ignore[arg-type]
    table.player().side_slot = True
    table.refuse(e.PlayCard(0, "A1", "CSD"), "illegal.half", "19.1.5")
    table.refuse(e.PlayCard(0, "A1", "CT1", "top"), "illegal.half", "19.1.5")
    table.do(e.PlayCard(0, "A1", "CSD", half))  # type: ignore[arg-type]
    assert table.player().res["gear"] == gear


def test_a_card_is_played_from_the_active_area() -> None:
    """4.1: not from rest, not of another player, not into a slot that does not exist."""
    table = Table()
    table.refuse(e.PlayCard(0, "A1", "CT1"), "illegal.not_held", "4.1")
    table.refuse(e.PlayCard(0, "B5", "CT1"), "illegal.not_held", "4.1")
    table.refuse(e.PlayCard(0, "A5", "CT9"), "illegal.unknown_target", "4.1")


def test_a_slot_takes_another_card_only_under_the_slot_symbol() -> None:
    """4.1: every card in it must show the symbol at its visible edge."""
    table = Table().lay("A5", "CT1", "top").lay("A2", "CT2", "top").hold("A1")
    table.refuse(e.PlayCard(0, "A1", "CT1"), "illegal.slot_taken", "4.1")
    table.do(e.PlayCard(0, "A1", "CT2"))
    table.state.acted = False
    table.refuse(e.PlayCard(0, "A4", "CT2"), "illegal.slot_taken", "4.1")


def test_the_symbol_counts_at_the_visible_edge_only() -> None:
    """4.1: the same card lets none follow the other way up."""
    table = Table().lay("A2", "CB1", "bottom").hold("A1")
    table.refuse(e.PlayCard(0, "A1", "CB1"), "illegal.slot_taken", "4.1")


# ---- modules and stacked cards


def test_modules_of_the_cards_color_work() -> None:
    """4.3: M25 is gray and green, M17 yellow."""
    table = Table().module("M25", "CT1", 0).module("M17", "CT1", 1).module("M01", "CT2", 0).hold("A1").give()
    table.do(e.PlayCard(0, "A1", "CT1"))
    assert table.player().res == {"gear": 3, "book": 0, "food": 0, "crystal": 0}


def test_stacked_cards_of_the_color_do_their_visible_half_again() -> None:
    """4.3: A2 (gray, symbol on top) works again under gray A1, not under green A3."""
    table = Table().lay("A2", "CT1", "top").hold("A1").give()
    table.do(e.PlayCard(0, "A1", "CT1"))
    assert table.player().res["gear"] == 3
    assert table.player().res["book"] == 1
    table = Table().lay("A2", "CT1", "top").hold("A3").give()
    table.do(e.PlayCard(0, "A3", "CT1"))
    assert table.player().res == {"gear": 0, "book": 2, "food": 0, "crystal": 0}


def test_the_player_orders_card_modules_and_stacked_cards() -> None:
    """4.3, 18.1, 19.1.6: `order` lists every source once; without it card, modules, stacked cards."""
    table = Table().module("M26", "CT1", 0).module("M27", "CT1", 1).lay("A2", "CT1", "top").hold("A4").give()
    table.player().slots["CT1"][0].color = "green"
    table.refuse(e.PlayCard(0, "A4", "CT1", order=("A4", "M26")), "illegal.order", "19.1.6")
    table.refuse(e.PlayCard(0, "A4", "CT1", order=("A4", "M26", "M27", "A2", "M17")), "illegal.order", "19.1.6")
    table.do(e.PlayCard(0, "A4", "CT1", order=("M27", "A2", "A4", "M26")))
    assert table.due() == "basic"
    table.do(e.PickResource(0, "food"))
    assert table.due() == "trade"
    assert table.player().res == {"gear": 1, "book": 1, "food": 1, "crystal": 0}
    table.do(e.Decline(0, "trade"))
    assert table.player().res["book"] == 2


def test_a_sources_whole_list_is_done_before_the_next_source() -> None:
    """19.1.6, 19.4.1: the card first if nothing is said."""
    table = Table().module("M27", "CT1", 0).hold("A4").give()
    table.do(e.PlayCard(0, "A4", "CT1"))
    assert table.due() == "trade"
    table.do(e.Decline(0, "trade"))
    assert table.due() == "basic"


def test_a_module_gained_by_the_play_does_not_join_in() -> None:
    """4.3: what works is fixed when the card is placed."""
    table = Table().hold("A2").give()
    table.do(e.PlayCard(0, "A2", "CB2"), e.TakeModule(0, "M01", "CB2", 0), e.RefillModule("M30"))
    assert table.due() == ""
    assert table.player().res["gear"] == 0


def test_a_module_thrown_away_before_its_turn_is_skipped() -> None:
    """4.3, 19.6.13: it leaves the game."""
    table = Table().module("M25", "CB2", 0).hold("A2").give()
    table.do(e.PlayCard(0, "A2", "CB2"), e.TakeModule(0, "M01", "CB2", 0, "M25"), e.RefillModule("M30"))
    assert table.player().res["gear"] == 0
    assert table.player().modules["CB2"] == ["M01", None]


def test_a_module_goes_to_any_place_of_any_slot() -> None:
    """4_modules, 16 take_module, 19.1.3, 19.5 module: also of the locked side slot."""
    table = Table().hold("A2").give()
    table.do(e.PlayCard(0, "A2", "CB2"))
    table.refuse(e.TakeModule(0, "M40", "CT1", 0), "illegal.unknown_target", "4")
    table.refuse(e.TakeModule(0, "M01", "CT2", 2), "illegal.unknown_target", "4")
    table.refuse(e.TakeModule(0, "M01", "CT1", 0, "M02"), "illegal.discard", "19.6.13")
    table.do(e.TakeModule(0, "M01", "CSD", 0))
    assert table.due() == "refill_module"
    table.refuse(e.RefillModule("M01"), "chance.not_in_supply")
    table.do(e.RefillModule("M48"))
    assert len(table.state.modules) == 5


def test_an_activation_place_works_at_once_unless_a_module_is_replaced() -> None:
    """4_modules: CT1 has its activation symbol on place 0."""
    table = Table().hold("A2").give()
    table.do(e.PlayCard(0, "A2", "CB2"), e.TakeModule(0, "M01", "CT1", 0), e.RefillModule("M48"))
    assert table.player().res["gear"] == 2
    table = Table().hold("A2").give().module("M02", "CT1", 0)
    table.state.modules.pop("M02")
    table.do(e.PlayCard(0, "A2", "CB2"))
    table.refuse(e.TakeModule(0, "M01", "CT1", 0), "illegal.discard", "19.6.13")
    table.do(e.TakeModule(0, "M01", "CT1", 0, "M02"), e.RefillModule("M48"))
    assert table.player().res["gear"] == 0


def test_an_empty_module_deck_is_not_refilled_and_an_empty_display_lapses() -> None:
    """15 refill_module, 19.4.2, 19.5 module: the event is left out."""
    table = Table().hold("A2").give()
    table.state.module_deck.clear()
    table.state.modules = {"M01": None}
    table.do(e.PlayCard(0, "A2", "CB2"), e.TakeModule(0, "M01", "CSD", 0))
    assert table.due() == ""
    table.do(e.NextAction(0))
    table.hold("A2").do(e.PlayCard(0, "A2", "CB1"))
    assert table.due() == ""


# ---- cards that do more


def test_playing_one_more_card_is_not_a_main_action() -> None:
    """4_extra, 16 play_card, 19.5 play_extra: it belongs to the running action."""
    table = Table().hold("GY13", "A5").give()
    table.do(e.PlayCard(0, "GY13", "CB1"))
    assert table.due() == "play_extra"
    table.refuse(e.SwitchBasic(0, "gear"), "illegal.not_now")
    table.do(e.PlayCard(0, "A5", "CT1"))
    assert table.player().res["food"] == 2
    table.do(e.NextAction(0), e.SwitchBasic(0, "gear"))


def test_one_more_card_lapses_with_nothing_active() -> None:
    """19.5 play_extra: nothing active, nothing due."""
    table = Table().hold("GY13")
    table.player().active = {"GY13": table.box.cards["GY13"]}
    table.do(e.PlayCard(0, "GY13", "CB1"))
    assert table.due() == ""


def test_a_card_with_the_hibernate_symbol_ends_the_turn_and_leaves_the_game() -> None:
    """4.4, 19.6.5, 16 hibernate: after card, modules and stacked cards; the card goes with `hibernate`."""
    table = Table().hold("GY11").module("M27", "CT1", 0).crate("Q25").give()
    table.do(e.PlayCard(0, "GY11", "CT1"))
    assert table.due() == "basic"
    table.do(e.PickResource(0, "book"))
    assert table.due() == "hibernate"
    table.refuse(e.NextAction(0), "illegal.not_now")
    table.refuse(e.Decline(0, "hibernate"), "illegal.cannot_decline")
    table.do(e.OpenCrate(0, "Q25"))
    assert "GY11" in [laid.card.id for laid in table.player().slots["CT1"]]
    table.do(e.Hibernate(0))
    assert table.player().slots["CT1"] == []
    table.refuse(e.SwitchBasic(0, "gear"), "illegal.not_now")
    table.do(e.HibernateStep(0, "wake"), e.HibernateStep(0, "rest"))
    assert "GY11" not in {**table.player().active, **table.player().resting}


def test_a_hibernate_card_in_somebody_elses_turn_only_leaves_the_game() -> None:
    """19.6.5: nobody hibernates in the turn of another."""
    table = Table().hold("GY11", seat=1).effect(PlayExtra("any"), seat=1)
    table.do(e.PlayCard(1, "GY11", "CT1"))
    assert (table.due(), table.state.hibernating) == ("", -1)
    assert table.player(1).slots["CT1"] == []
    table.do(e.SwitchBasic(0, "gear"))


def test_the_hibernate_symbol_works_in_the_second_half_too() -> None:
    """4.4: a second action would be lost; here there is none left."""
    table = Table().hold("GY11")
    table.do(e.SwitchBasic(0, "gear"), e.NextAction(0), e.PlayCard(0, "GY11", "CB1"))
    table.do(e.Hibernate(0))
    assert table.state.hibernating == 0


def test_a_hibernate_card_played_as_an_extra_in_a_hibernation_only_leaves() -> None:
    """19.6.5: the player already hibernates."""
    table = Table().hold("GY11", "Z13").machine("XGY03").give()
    table.do(e.Hibernate(0))
    table.effect(PlayExtra("any"))
    table.do(e.PlayCard(0, "GY11", "CT1"))
    assert table.state.hibernating == 0
    assert table.player().slots["CT1"] == []
    assert table.player().res["gear"] == 4


@pytest.mark.parametrize("how", ["top_of_active", "repeat", "copy"])
def test_the_hibernate_symbol_works_only_on_a_played_card(how: str) -> None:
    """4.4, 18.10, 19.6.5: not when its effect is copied, repeated or done from the active area."""
    table = Table().give()
    if how == "top_of_active":
        table.hold("GY11").machine("XGY03").do(e.UseMachine(0, "XGY03"), e.PickCard(0, ("GY11",)))
    elif how == "repeat":
        table.lay("GY11", "CT1", "top").hold("A1")
        table.player().slots["CT1"][0].card = _with_symbol(table, "GY11")
        table.do(e.PlayCard(0, "A1", "CT1"))
    else:
        table.lay("GY11", "CT1", "top", seat=1).do(e.SwitchCopy(0, 1, "CT1", "GY11"))
    assert table.due() == ""
    assert table.player().res["gear"] >= 4
    assert table.state.hibernating == -1


def _with_symbol(table: Table, card: str) -> Card:
    return msgspec.structs.replace(table.box.cards[card], slot_top=True)


def test_while_in_slot_holds_while_that_half_is_visible() -> None:
    """19.6.4, 6: GY08's upper half gives one range; copying it gives none."""
    table = Table().lay("GY08", "CT1", "top").give(food=0, gear=6, book=6)
    assert _range(table) == 1
    table.player().slots["CT1"][0].half = "bottom"
    assert _range(table) == 0
    table = Table().lay("GY08", "CT1", "top", seat=1)
    table.do(e.SwitchCopy(0, 1, "CT1", "GY08"))
    assert _range(table) == 0


def _range(table: Table) -> int:
    return sum(rule.n for rule in standing(table.state, table.player(), "range_plus"))


def test_flip_half_takes_the_other_half_and_leaves_the_slots_half_visible() -> None:
    """19.6.2, 8: the change is used before the card."""
    table = Table().hold("A2", "A1").machine("XGY04").give()
    table.do(e.UseMachine(0, "XGY04"), e.PlayCard(0, "A2", "CT1"))
    assert table.due() == "module"
    table.do(e.Decline(0, "module"))
    assert table.player().slots["CT1"][0].half == "top"
    table.do(e.NextAction(0), e.PlayCard(0, "A1", "CT1"))
    assert table.player().res == {"gear": 3, "book": 1, "food": 0, "crystal": 0}


# ---- colors


def test_any_color_recolors_the_card_being_played() -> None:
    """4_any_color, 14 any_color_scope=played, 19.6.3: one color in place of its own, to the end of the half."""
    table = Table().hold("A1").module("M17", "CT1", 0).module("M01", "CT1", 1).machine("XGY06").give()
    table.refuse(e.PlayCard(0, "A1", "CT1", color="yellow"), "illegal.color", "19.6.3")
    table.refuse(e.UseMachine(0, "XGY06", "A1", "yellow"), "illegal.color", "19.6.3")
    table.do(e.UseMachine(0, "XGY06"), e.PlayCard(0, "A1", "CT1", color="yellow"))
    assert table.player().res == {"gear": 2, "book": 0, "food": 2, "crystal": 0}
    assert table.player().colors == {"A1": "yellow"}
    table.do(e.NextAction(0))
    assert table.player().colors == {}


def test_without_color_the_card_keeps_its_own_and_the_change_is_used_up() -> None:
    """19.6.1, 19.6.3: needed or not."""
    table = Table().hold("A1").module("M01", "CT1", 1).machine("XGY06").give()
    table.do(e.UseMachine(0, "XGY06"), e.PlayCard(0, "A1", "CT1"))
    assert table.player().res["gear"] == 4
    assert table.player().waiting is not None
    assert not table.player().waiting.any_color


def test_any_color_of_any_card_counts_for_counting_effects() -> None:
    """4_any_color, 14 any_color_scope=any_card, 19.6.3: the machine names card and color."""
    table = Table(any_color_scope="any_card").lay("A5", "CT2", "top").hold("GY09").machine("XGY06").give()
    table.refuse(e.UseMachine(0, "XGY06"), "illegal.color", "19.6.3")
    table.refuse(e.UseMachine(0, "XGY06", "B5", "gray"), "illegal.not_held", "19.6.3")
    table.do(e.UseMachine(0, "XGY06", "A5", "gray"), e.PlayCard(0, "GY09", "CT1"))
    assert table.player().res["gear"] == 2


def test_a_scyphoz_card_names_its_color() -> None:
    """13, 4.3, 16 play_card: modules work by it, and it stays while the card lies."""
    table = Table(expansion="on").hold("Z04", "GN09").module("M09", "CT1", 0).give()
    table.refuse(e.PlayCard(0, "Z04", "CT1"), "illegal.color", "13")
    table.do(e.PlayCard(0, "Z04", "CT1", color="green"))
    for res in ("gear", "gear", "gear", "gear"):
        table.do(e.PickResource(0, res))
    assert table.player().res["book"] == 2
    table.do(e.NextAction(0), e.PlayCard(0, "GN09", "CT1"))
    assert table.player().res["book"] == 2 + 2 + 2
    assert table.due() == "basic"


# ---- switch


def test_the_switch_gives_a_basic_resource_once() -> None:
    """5_basic, 14 switch_gain=basic, 16 switch_basic: unused, then used until hibernation."""
    table = Table().give()
    table.refuse(e.SwitchBasic(0, "crystal"), "illegal.unknown_target", "5")
    table.do(e.SwitchBasic(0, "book"), e.NextAction(0))
    assert table.player().res["book"] == 1
    table.refuse(e.SwitchBasic(0, "book"), "illegal.already_used", "5")


def test_the_switch_may_give_a_crystal() -> None:
    """5_basic, 14 switch_gain=any, 14 rules=seed: a resource of choice."""
    table = Table(rules="seed").give()
    table.do(e.SwitchBasic(0, "crystal"))
    assert table.player().res["crystal"] == 1


def test_the_advanced_switch_copies_a_top_effect_of_another_player() -> None:
    """5_advanced, 14 advanced_switch=on, 16 switch_copy: the card's effect only; then it rests, and its slot is free."""
    table = (
        Table().lay("A2", "CT1", "top", seat=1).lay("B5", "CT1", "top", seat=1).module("M17", "CT1", 0, seat=1).give()
    )
    table.do(e.SwitchCopy(0, 1, "CT1", "B5"))
    assert table.player().res == {"gear": 0, "book": 0, "food": 2, "crystal": 0}
    assert "B5" in table.player(1).resting
    assert [laid.card.id for laid in table.player(1).slots["CT1"]] == ["A2"]


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (e.SwitchCopy(0, 0, "CT1", "A5"), "illegal.unknown_target"),
        (e.SwitchCopy(0, 7, "CT1", "A5"), "illegal.unknown_target"),
        (e.SwitchCopy(0, 1, "CT2", "B5"), "illegal.not_held"),
        (e.SwitchCopy(0, 1, "CB1", "B4"), "illegal.half"),
    ],
)
def test_what_cannot_be_copied(event: e.SwitchCopy, code: str) -> None:
    """5_advanced, 16 switch_copy: own cards, cards elsewhere, bottom halves."""
    table = Table().lay("A5", "CT1", "top").lay("B5", "CT1", "top", seat=1).lay("B4", "CB1", "bottom", seat=1)
    table.refuse(event, code, "5")


def test_a_bottom_half_may_be_copied_with_the_passive() -> None:
    """5_advanced, 1_vocabulary switch_copy_bottom: the half copied is the one that shows."""
    table = Table(tribes=("stone", "tide")).lay("B5", "CB1", "bottom", seat=1).give(book=6, food=6)
    table.player().technologies["stone.t1"] = None
    table.do(e.SwitchBasic(0, "gear"), e.NextAction(0), e.Populate(0, "stone.t4", (-1, -2)), e.EndTurn(0))
    table.pass_turn()
    assert not table.player().switch_used
    table.do(e.SwitchCopy(0, 1, "CB1", "B5"))
    assert table.player().tracks["yellow"] == 2


def test_the_advanced_switch_can_be_off() -> None:
    """14 advanced_switch=off: the base game."""
    table = Table(advanced_switch="off").lay("B5", "CT1", "top", seat=1)
    table.refuse(e.SwitchCopy(0, 1, "CT1", "B5"), "illegal.option", "5")


def test_the_switch_takes_a_journey_card() -> None:
    """5_expansion, 13_journey, 16 switch_journey, 15 refill_journey: an active card of the color asked leaves the game."""
    table = Table(expansion="on")
    table.refuse(e.SwitchJourney(0, "J09", "A6"), "illegal.unknown_target", "13")
    table.refuse(e.SwitchJourney(0, "J03", "A1"), "illegal.not_held", "13")
    table.refuse(e.SwitchJourney(0, "J03", "A4"), "illegal.color", "13")
    table.do(e.SwitchJourney(0, "J03", "A6"), e.RefillJourney("J04"))
    assert table.player().journeys == {"J03": False}
    assert "A6" not in table.player().active
    assert list(table.state.journeys) == ["J01", "J02", "J04"]
    assert table.player().switch_used


def test_journeys_belong_to_the_expansion() -> None:
    """13, 14 expansion=off: there are none without it."""
    Table().refuse(e.SwitchJourney(0, "J03", "A6"), "illegal.option", "13")


@pytest.mark.parametrize("allowed", ["yes", "no"])
def test_a_scyphoz_card_may_be_given_up_for_any_journey(allowed: str) -> None:
    """13_scyphoz, 18.12, 14 scyphoz_for_journey=yes, 14 scyphoz_for_journey=no: an option."""
    table = Table(expansion="on", scyphoz_for_journey=allowed).hold("Z01")
    event = e.SwitchJourney(0, "J02", "Z01")
    if allowed == "no":
        table.refuse(event, "illegal.color", "13")
    else:
        table.do(event)


def test_the_refill_comes_before_or_after_what_a_module_does_at_once() -> None:
    """4_modules, 15 refill_module, 19.4.1: but not in the middle of it."""
    for early in (True, False):
        table = Table().hold("A2").give()
        table.state.modules["M27"] = table.state.module_deck.pop("M27")
        table.do(e.PlayCard(0, "A2", "CB2"), e.TakeModule(0, "M27", "CT1", 0))
        assert table.due() == "basic"
        refill, pick = e.RefillModule("M48"), e.PickResource(0, "food")
        table.do(*([refill, pick] if early else [pick, refill]))
        assert table.due() == ""
        assert table.player().res["food"] == 1
        table.refuse(refill, "chance.not_now")
    table = Table().hold("A2").give()
    table.do(e.PlayCard(0, "A2", "CB2"), e.TakeModule(0, "M04", "CB1", 0), e.AdvanceAny(0, "gray"))
    assert table.due() == "refill_module"
    table.refuse(e.NextAction(0), "illegal.not_now")
