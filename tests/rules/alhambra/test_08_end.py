"""rules.md 8: the end of the game."""

import msgspec
import pytest

from games.engine.events import Event
from games.rules.alhambra.events import (
    Buy,
    Place,
    PlaceLeftover,
    RedesignAdd,
    RevealMoney,
    RevealScoring,
    TakeMoney,
)
from games.rules.alhambra.layout import cell_of
from games.rules.alhambra.rules import RULES
from games.rules.alhambra.state import State
from tests.rules.alhambra.table import BOX, do, empty_bag, position, refused


def last_turn(*refill: Event, bag: str = "", **more: object) -> State:
    """Seat 0 buys ARC07 in slot 3 for B9, the bag runs short, the refill brings one card and `refill`."""
    hands = ["B9", *list(more.pop("hands", ["", ""]))]  # type: ignore[call-overload]
    state = position(hands=hands, **more)  # type: ignore[arg-type]
    empty_bag(state, *bag.split())
    do(state, Buy(0, 3, ("B9",)), Place(0, "ARC07", "reserve"))
    return do(state, *refill)


def test_the_game_ends_when_the_market_cannot_be_filled() -> None:
    """8.1, 12 end_trigger=cannot_refill: after the turn, not before."""
    state = last_turn()
    assert RULES.is_over(state)
    assert refused(state, TakeMoney(1, ("Y1",))).code == "illegal.not_now"


def test_an_empty_bag_with_a_full_market_does_not_end_the_game() -> None:
    """8.1, 12 end_trigger=cannot_refill: the market is full, so play goes on."""
    state = position()
    empty_bag(state)
    do(state, TakeMoney(0, ("O6",)), RevealMoney("G1"))
    assert RULES.to_move(state) == {1}


def test_the_game_may_end_as_soon_as_the_bag_is_empty() -> None:
    """8.1, 8.2, 12 end_trigger=bag_empty: with a full market up to four tiles are left."""
    state = position(end_trigger="bag_empty", hands=["Y9 G9 B9 O9"])
    empty_bag(state)
    do(state, TakeMoney(0, ("O6",)), RevealMoney("G1"))
    assert state.leftovers == dict.fromkeys(("PAV04", "TOW09", "ARC07", "GAR11"), 0)


def test_a_scoring_card_of_the_last_refill_is_scored_first() -> None:
    """8.1: rounds 1 and 3 both, in that order."""
    state = position(hands=["B8 O1"], boards=[[("TOW10", 1, 0)]])
    empty_bag(state)
    do(state, Buy(0, 3, ("B8",)), TakeMoney(0, ("O6",)), Place(0, "ARC07", "reserve"))
    do(state, RevealScoring(1), RevealMoney("G1"))
    assert [line["round"] for line in state.breakdown] == [1]
    do(state, PlaceLeftover(0, "GAR11", "reserve"))
    assert [line["round"] for line in state.breakdown] == [1, 3]


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        (["Y5", "Y4 Y2"], 2),  # the highest sum, not the highest card
        (["Y1", ""], 1),  # the price is irrelevant
        (["Y5", "Y5"], None),  # a tie: nobody
        (["G9 O9", "B9"], None),  # nobody has any
    ],
)
def test_a_leftover_goes_to_the_most_money_of_its_currency(hands: list[str], winner: int | None) -> None:
    """8.2, 12 leftover tie: highest sum of the slot's currency in hand; tie or none: nobody gets it."""
    state = last_turn(hands=hands, market=["PAV04", None, "ARC07", None])
    assert state.leftovers == ({} if winner is None else {"PAV04": winner})


def test_no_money_is_spent_for_a_leftover() -> None:
    """8.2: free of charge."""
    state = last_turn(hands=["Y9", ""])
    do(state, PlaceLeftover(1, "PAV04", "reserve"))
    assert state.players[1].hand == {"Y9": 1}


def test_dirk_gets_no_leftover() -> None:
    """8.2, 8.3, 12 leftover to Dirk: he has no money, and gifts are for bought tiles."""
    state = last_turn(seats=2, hands=["Y9"])
    assert {action.target for action in RULES.legal_actions(state, 1)} == {"alhambra", "reserve"}  # type: ignore[attr-defined]
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "place_leftover", "seat": 1, "tile": "PAV04", "target": "dirk"}, PlaceLeftover)


def test_a_leftover_may_be_placed_or_reserved() -> None:
    """8.3: by the placement rules, or into the reserve, where it is worth nothing."""
    state = last_turn(hands=["Y9 G9", ""])
    assert refused(state, PlaceLeftover(1, "PAV04", "alhambra", 1, 0)).code == "illegal.wall_mismatch"
    do(state, PlaceLeftover(1, "PAV04", "reserve"), PlaceLeftover(1, "TOW09", "alhambra", 1, 0))
    assert state.players[1].board[cell_of(1, 0)] == BOX.tiles["TOW09"]
    assert state.breakdown[-1]["seats"][1]["pavilion"] == 0
    assert state.breakdown[-1]["seats"][1]["tower"] == 21


@pytest.mark.parametrize("order", [("PAV04", "TOW09"), ("TOW09", "PAV04")])
def test_the_winner_of_several_tiles_chooses_the_order(order: tuple[str, str]) -> None:
    """8.3: a player with several such tiles chooses the order."""
    do(last_turn(hands=["Y9 G9", ""]), *(PlaceLeftover(1, name, "reserve") for name in order))


def test_leftovers_of_several_players_come_in_any_order() -> None:
    """8.3: players do not influence each other."""
    moves = [PlaceLeftover(1, "PAV04", "reserve"), PlaceLeftover(2, "TOW09", "reserve")]
    one, two = last_turn(hands=["Y9", "G9"]), last_turn(hands=["Y9", "G9"])
    assert RULES.to_move(one) == {1, 2}
    assert do(one, *moves) == do(two, *reversed(moves))


def test_only_the_winner_places_and_nothing_else_is_done() -> None:
    """8.3: they cannot swap or redesign."""
    state = last_turn(hands=["Y9", "G9"])
    assert refused(state, PlaceLeftover(1, "TOW09", "reserve")).code == "illegal.not_awarded"
    assert refused(state, PlaceLeftover(0, "PAV04", "reserve")).code == "illegal.not_your_decision"
    assert refused(state, RedesignAdd(1, "PAV04", 1, 0)).code == "illegal.not_now"


def test_round_three_is_scored_at_the_end() -> None:
    """8.4: after the leftovers."""
    state = last_turn(hands=["Y9", ""], boards=[[("TOW10", 1, 0)]])
    assert state.breakdown == []
    do(state, PlaceLeftover(1, "PAV04", "reserve"))
    assert [line["round"] for line in state.breakdown] == [3]
    assert RULES.scores(state) == (21, 0, 0)


def test_most_points_win_and_equals_share_the_rank() -> None:
    """8.5, 12 final tie: all tied players win; the next rank skips."""
    state = last_turn(boards=[[("TOW10", 1, 0)], [("TOW01", 0, -1)]])
    assert RULES.scores(state) == (17, 20, 0)  # two towers tie for 21 + 13; TOW01 has a wall of 3
    assert RULES.ranking(state) == (2, 1, 3)
    state.players[0].score = 20
    assert RULES.ranking(state) == (1, 1, 3)


def test_round_two_may_never_happen() -> None:
    """8 skip: then round 3 still uses its own table."""
    state = last_turn(boards=[[("PAV07", 1, 0)]])
    assert [line["round"] for line in state.breakdown] == [3]
    assert state.breakdown[0]["seats"][0]["pavilion"] == 16


def test_card_two_never_comes_before_card_one() -> None:
    """8 order: nor twice."""
    state = do(position(), TakeMoney(0, ("O6",)))
    assert refused(state, RevealScoring(2)).code == "chance.scoring_order"
    do(state, RevealScoring(1))
    assert refused(state, RevealScoring(1)).code == "chance.scoring_order"
    do(state, RevealScoring(2))
    assert refused(state, RevealScoring(2)).code == "chance.scoring_order"
