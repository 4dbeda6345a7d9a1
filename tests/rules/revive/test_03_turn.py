"""rules.md 3, 19.7: two halves or a hibernation; which action a free action belongs to."""

import pytest

from games.rules.revive import events as e
from tests.rules.revive.table import Table


def test_two_main_actions_may_be_the_same() -> None:
    """3, 16 next_action, 16 end_turn: `next_action` parts them."""
    table = Table()
    table.do(e.PlayCard(0, "A5", "CT1"), e.NextAction(0), e.PlayCard(0, "A6", "CT2"), e.EndTurn(0))
    assert table.state.turn == 1


def test_one_main_action_is_a_legal_turn() -> None:
    """3, 16 end_turn: also after `next_action`."""
    table = Table(3)
    table.do(e.SwitchBasic(0, "gear"), e.EndTurn(0))
    table.do(e.SwitchBasic(1, "gear"), e.NextAction(1), e.EndTurn(1))
    assert table.state.turn == 2


def test_a_turn_without_main_action_must_hibernate() -> None:
    """3, 16 end_turn: none done, no end."""
    table = Table()
    table.refuse(e.EndTurn(0), "illegal.not_now", "3")
    table.refuse(e.NextAction(0), "illegal.not_now", "3")
    table.do(e.Hibernate(0))
    table.refuse(e.EndTurn(0), "illegal.not_now", "3")


def test_a_second_action_needs_next_action_first() -> None:
    """3, 16 next_action: and there is no third one."""
    table = Table()
    table.do(e.PlayCard(0, "A5", "CT1"))
    table.refuse(e.SwitchBasic(0, "gear"), "illegal.not_now", "3")
    table.do(e.NextAction(0), e.SwitchBasic(0, "gear"))
    table.refuse(e.NextAction(0), "illegal.not_now", "3")
    table.refuse(e.PlayCard(0, "A6", "CT2"), "illegal.not_now", "3")


def test_nobody_plays_in_anothers_turn() -> None:
    """3, 19.4.3: neither main nor free actions."""
    table = Table().crate("Q01", seat=1)
    table.refuse(e.PlayCard(1, "B5", "CT1"), "illegal.not_your_decision")
    table.refuse(e.OpenCrate(1, "Q01"), "illegal.not_your_decision", "19.4.5")


def test_turns_go_clockwise() -> None:
    """2.6, 3: from the start player on."""
    table = Table(4, start=2)
    order = []
    for _ in range(5):
        order.append(table.state.turn)
        table.pass_turn()
    assert order == [2, 3, 0, 1, 2]


def test_free_actions_come_before_between_and_after() -> None:
    """3, 19.4.5: any number, at any time in the own turn."""
    table = Table().crate("Q01", "Q05", "Q09", "Q25")
    table.do(
        e.OpenCrate(0, "Q01"), e.SwitchBasic(0, "gear"), e.OpenCrate(0, "Q05"), e.NextAction(0), e.OpenCrate(0, "Q09")
    )
    table.do(e.PlayCard(0, "A5", "CT1"), e.OpenCrate(0, "Q25"), e.EndTurn(0))
    assert table.player().score == 3


def test_what_is_above_the_limit_goes_with_the_half() -> None:
    """3, 9, 14 overflow=end_of_action, 19.7: a crate opened too early loses its surplus at `next_action`."""
    table = Table().give(gear=5).crate("Q01")
    table.do(e.SwitchBasic(0, "gear"), e.OpenCrate(0, "Q01"))
    assert table.player().res["gear"] == 9
    table.do(e.NextAction(0))
    assert table.player().res["gear"] == 6


def test_effects_may_be_declined() -> None:
    """3, 16 decline: any effect but a cost."""
    table = Table().hold("A2", "A6").give()
    table.do(e.PlayCard(0, "A2", "CB2"))
    assert table.due() == "module"
    table.refuse(e.Decline(0, "tribe"), "illegal.cannot_decline", "19.5")
    table.do(e.Decline(0, "module"), e.NextAction(0))
    assert table.state.half == 2


def test_a_half_does_not_end_while_something_is_pending() -> None:
    """3, 16 next_action, 16 end_turn: decisions come first."""
    table = Table().hold("A2")
    table.do(e.PlayCard(0, "A2", "CB2"))
    table.refuse(e.NextAction(0), "illegal.not_now", "3")
    table.refuse(e.EndTurn(0), "illegal.not_now", "3")


def test_an_extra_action_is_no_main_action() -> None:
    """10, 3: after it alone a player may still hibernate, and must."""
    table = Table(tribes=("path", "tide")).machine("XGY10").give(gear=6, food=6, book=6)
    table.do(e.UseMachine(0, "XGY10"), e.UseTribe(0), e.Decline(0, "extra_action"))
    table.refuse(e.EndTurn(0), "illegal.not_now", "3")
    table.do(e.Hibernate(0))


def test_waiting_changes_lapse_with_the_half() -> None:
    """8, 19.7: a discount that no action used is gone."""
    table = Table().machine("XGY02").give(gear=6, food=1)
    table.do(e.UseMachine(0, "XGY02"), e.SwitchBasic(0, "gear"), e.NextAction(0))
    assert table.player().waiting is None
    table.do(e.Build(0, "small", (0, -2)))
    assert table.player().res["gear"] == 3


@pytest.mark.parametrize("event", [e.SwitchBasic(0, "gear"), e.OpenCrate(0, "Q01"), e.EndTurn(0)])
def test_a_chance_event_on_top_must_come_next(event: object) -> None:
    """19.4.2: nothing else is legal."""
    table = Table().give(gear=6, book=6, food=6).crate("Q01")
    table.do(e.Explore(0, "S20", "none"))
    assert table.due() == "reveal_tile"
    table.refuse(event, "illegal.not_now")  # type: ignore[arg-type]
    table.refuse(e.OverflowCrystal(0, "gear"), "illegal.not_now")
