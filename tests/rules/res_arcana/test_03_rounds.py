"""rules.md 3 and 10: the round."""

from games.rules.res_arcana import events as ev
from games.rules.res_arcana.rules import RULES
from tests.rules.res_arcana.table import code, do, position, power


def test_collect_actions_check_straighten_next_round() -> None:
    """3, 10: everything is straightened, essences and hands stay, the token holder starts."""
    state = position(
        plays=["ring_of_midas", "hand_of_glory"],
        hands=["hawk", "prism"],
        pools=["2 life", "1 elan"],
        token=1,
        turned="hand_of_glory",
    )
    do(state, power("ring_of_midas", 1), ev.Pass(1, "protection"), ev.Pass(0, "divination"))
    assert state.round == 2
    assert state.phase == "collect"
    assert not any(piece.turned for player in state.players for piece in player.tableau.values())
    assert not any(player.passed for player in state.players)
    do(state, ev.TakeStored(0, "ring_of_midas", "leave"))
    assert RULES.to_move(state) == {1}
    assert state.players[0].hand == {"hawk"}


def test_nobody_wins_below_ten_however_many_rounds() -> None:
    """3: no round limit."""
    state = position()
    for number in range(2, 40):
        for _ in range(2):
            (seat,) = RULES.to_move(state)
            do(state, ev.Pass(seat, min(state.items.keys() - {"calm_elan", "death_life"})))
        assert state.round == number


def test_there_is_no_hand_limit() -> None:
    """10."""
    cards = "hawk mermaid nightingale prism vault treant crypt"
    state = position(hands=[cards], decks=["athanor"])
    do(state, ev.Pass(0, "protection"), ev.Draw(0, "athanor"))
    assert len(state.players[0].hand) == 8


def test_essences_stay_on_components_at_the_end_of_the_round() -> None:
    """10."""
    state = position(plays=["vault"], on={"vault": {"gold": 2}})
    do(state, ev.Pass(0, "protection"), ev.Pass(1, "divination"))
    assert state.players[0].tableau["vault"].essences[4] == 2


def test_nothing_may_happen_after_the_end() -> None:
    state = position(plays=["great_pyramid sacred_grove ring_of_midas dragon_egg bone_dragon"], passed=[1], token=0)
    state.display = ["mausoleum", "library"]
    do(state, power("ring_of_midas", 1))
    state.players[0].tableau["sacred_grove"].essences[0] = 5
    do(state, ev.Pass(0, "protection"))
    assert RULES.is_over(state)
    assert RULES.to_move(state) == frozenset()
    assert code(state, ev.Pass(0, "alchemy")) == "illegal.not_now"
    assert code(state, ev.Draw(0, "hawk")) == "chance.not_now"
