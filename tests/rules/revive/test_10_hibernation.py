"""rules.md 10: the steps of a hibernation, and what may come between them."""

import pytest

from games.rules.revive import events as e
from games.rules.revive.mapping import turn_up
from games.rules.revive.state import Rewards
from tests.rules.revive.table import Table

BGA = ("wake", "rest", "switch", "energy", "track")
PRINT = ("energy", "wake", "rest", "switch", "track")


def steps(table: Table, *names: str, seat: int = 0) -> Table:
    return table.do(*(e.HibernateStep(seat, name) for name in names))  # type: ignore[arg-type]


def test_hibernate_only_opens_it_and_each_step_is_an_event() -> None:
    """10, 16 hibernate, 16 hibernate_step, 000.69, 000.70, 000.71, 000.72: cards, switch, energy, track."""
    table = Table().lay("A5", "CT1", "top").machine("XGY01").do(e.UseMachine(0, "XGY01"))
    player = table.player()
    player.switch_used = True
    table.do(e.Hibernate(0))
    assert sorted(player.resting) == ["A1", "A2", "A3"]
    steps(table, "wake")
    assert (sorted(player.active), player.resting) == (["A1", "A2", "A3", "A4", "A6"], {})
    steps(table, "rest")
    assert (list(player.resting), player.slots["CT1"]) == (["A5"], [])
    assert player.switch_used
    steps(table, "switch")
    assert not player.switch_used
    steps(table, "energy")
    assert (player.energy, player.charged) == (5, {})
    table.do(e.HibernateStep(0, "track", 1), e.PickResource(0, "gear"), e.PickResource(0, "food"), e.EndTurn(0))
    assert (player.hibernation, table.state.turn) == (1, 1)


@pytest.mark.parametrize(("order", "names"), [("bga", BGA), ("print", PRINT)])
def test_the_steps_have_an_order(order: str, names: tuple[str, ...]) -> None:
    """10, 14 hibernate_order=bga, 14 hibernate_order=print: no other."""
    table = Table(hibernate_order=order).do(e.Hibernate(0))
    for name in names[:4]:
        for other in BGA:
            if other != name:
                table.refuse(e.HibernateStep(0, other, 1 if other == "track" else None), "illegal.step", "10")  # type: ignore[arg-type]
        table.refuse(e.HibernateStep(0, name, 1), "illegal.step", "10")  # type: ignore[arg-type]
        steps(table, name)
    table.do(e.HibernateStep(0, "track", 1))


def test_hibernation_is_instead_of_main_actions() -> None:
    """3, 16 hibernate: none done yet in this turn."""
    table = Table().do(e.SwitchBasic(0, "gear"))
    table.refuse(e.Hibernate(0), "illegal.not_now", "3")
    table.do(e.NextAction(0))
    table.refuse(e.Hibernate(0), "illegal.not_now", "3")
    table = Table().do(e.Hibernate(0))
    table.refuse(e.Hibernate(0), "illegal.not_now", "3")
    table.refuse(e.NextAction(0), "illegal.not_now", "3")
    table.refuse(e.HibernateStep(1, "wake"), "illegal.not_your_decision")
    Table().refuse(e.HibernateStep(0, "wake"), "illegal.not_now", "10")


def test_the_row_reached_or_any_below_pays() -> None:
    """10, 000.73, 16 hibernate_step: not one above."""
    table = Table().do(e.Hibernate(0))
    table.player().hibernation = 2
    steps(table, *BGA[:4])
    for row in (None, 0, 4):
        table.refuse(e.HibernateStep(0, "track", row), "illegal.row", "10")
    table.do(e.HibernateStep(0, "track", 3))
    assert table.due() == "draw_crate"


def test_on_the_last_space_the_pawn_stays() -> None:
    """10: any row may be taken again."""
    table = Table().do(e.Hibernate(0))
    table.player().hibernation = 7
    steps(table, *BGA[:4]).do(e.HibernateStep(0, "track", 6))
    assert (table.player().hibernation, table.player().score) == (7, 5)


@pytest.mark.parametrize(("option", "number"), [(4, 4), (3, 3), (None, 4)])
def test_a_major_artifact_is_removed_on_moving_to_the_fourth_space(option: int | None, number: int) -> None:
    """10, 14 hib_fourth=4, 14 hib_fourth=3, 14_over_data, 000.74: of choice, before the row's reward."""
    table = Table(hib_fourth=option).do(e.Hibernate(0))
    table.player().hibernation = number - 1
    steps(table, *BGA[:4])
    table.refuse(e.HibernateStep(0, "track", 1), "illegal.remove", "10")
    table.refuse(e.HibernateStep(0, "track", 1, "R12"), "illegal.remove", "10")
    table.do(e.HibernateStep(0, "track", 1, "R03"))
    assert "R03" not in table.state.majors
    assert not table.player().majors


def test_no_artifact_is_named_when_none_is_due_or_none_is_left() -> None:
    """10: nothing is removed."""
    table = Table().do(e.Hibernate(0))
    steps(table, *BGA[:4])
    table.refuse(e.HibernateStep(0, "track", 1, "R01"), "illegal.remove", "10")
    table.player().hibernation = 3
    table.state.majors.clear()
    table.do(e.HibernateStep(0, "track", 1))


def test_removing_the_last_major_takes_the_end_tile() -> None:
    """10, 11: and its row may already give a minor one."""
    table = Table().do(e.Hibernate(0))
    player = table.player()
    player.hibernation = 3
    table.state.majors = {"R03": table.box.artifacts["R03"]}
    steps(table, *BGA[:4]).do(e.HibernateStep(0, "track", 1, "R03"))
    assert player.end_tile
    assert table.state.triggered


def test_free_actions_come_before_between_and_after_the_steps() -> None:
    """10, 18.11, 14 hibernate_machines=any_time, 000.20: any free action."""
    table = Table().machine("XGY01", "XGN01", "XYE01", energy=1).crate("Q05")
    table.do(e.UseMachine(0, "XGY01"), e.Hibernate(0))
    steps(table, "wake").do(e.OpenCrate(0, "Q05"))
    steps(table, "rest", "switch", "energy").do(e.UseMachine(0, "XGY01"))
    table.do(e.HibernateStep(0, "track", 1), e.PickResource(0, "gear"), e.PickResource(0, "gear"))
    table.player().energy = 1
    table.do(e.UseMachine(0, "XYE01"), e.EndTurn(0))


@pytest.mark.parametrize("order", ["bga", "print"])
def test_machines_may_be_closed_once_the_energy_has_come_back(order: str) -> None:
    """10, 14 hibernate_machines=before_energy: crates still open."""
    table = Table(hibernate_machines="before_energy", hibernate_order=order).machine("XGY01", "XGN01").crate("Q05")
    table.do(e.UseMachine(0, "XGY01"), e.Hibernate(0), e.UseMachine(0, "XGN01"))
    for name in PRINT[:4] if order == "print" else BGA[:4]:
        steps(table, name)
    table.refuse(e.UseMachine(0, "XGY01"), "illegal.not_now", "10")
    table.do(e.OpenCrate(0, "Q05"))


def test_a_turn_does_not_end_before_all_steps() -> None:
    """16 end_turn: after a hibernation."""
    table = Table().do(e.Hibernate(0))
    steps(table, *BGA[:4])
    table.refuse(e.EndTurn(0), "illegal.not_now", "3")


def test_lakes_pay_with_the_track_step_in_any_order() -> None:
    """10, 13_lakes, 18.11, 19.4.6, 000.139, 000.140: per lake and size with a building there, once however many."""
    table = Table(expansion="on").give()
    player = table.player()
    state = table.state
    turn_up(state, "S11", ("sand",) * 4, 0)
    beside = [space for space in state.adjacent["S12"] if not isinstance(space, str)]
    player.small = dict.fromkeys(beside[:2])
    player.large = dict.fromkeys(beside[2:3])
    table.do(e.Hibernate(0))
    steps(table, *BGA[:4]).do(e.HibernateStep(0, "track", 1))
    top = state.stack[-1]
    assert isinstance(top, Rewards)
    assert sorted(top.left) == ["LK1:large", "LK1:small", "row"]
    table.do(
        e.OrderRewards(0, "LK1:large"), e.OrderRewards(0, "row"), e.PickResource(0, "gear"), e.PickResource(0, "gear")
    )
    assert player.res == {"gear": 2, "book": 0, "food": 2, "crystal": 1}
