"""rules.md 3: a turn. Slots are yellow, green, blue, orange."""

import pytest

from games.rules.alhambra.events import (
    Buy,
    Pass,
    Place,
    RedesignAdd,
    RedesignRemove,
    RedesignSwap,
    RevealMoney,
    RevealTile,
    TakeMoney,
)
from games.rules.alhambra.layout import cell_of
from games.rules.alhambra.rules import RULES
from games.rules.alhambra.state import State
from tests.rules.alhambra.table import BOX, do, position, refused


def cards(words: str) -> tuple[str, ...]:
    return tuple(words.split())


def test_taking_money_ends_the_actions() -> None:
    """3: the three actions exclude each other."""
    state = do(position(), TakeMoney(0, ("O6",)))
    assert RULES.to_move(state) == frozenset()
    assert refused(state, TakeMoney(0, ("Y1",))).code == "illegal.not_now"


def test_an_overpaid_purchase_ends_the_actions() -> None:
    """3: overpayment ends MAIN; what was bought is placed."""
    state = do(position(hands=["B9"]), Buy(0, 3, ("B9",)))
    assert refused(state, TakeMoney(0, ("Y1",))).code == "illegal.not_now"
    do(state, Place(0, "ARC07", "reserve"))


def test_exact_payment_keeps_the_turn() -> None:
    """3: exact payment gives an extra action."""
    state = do(position(hands=["B5 B3"]), Buy(0, 3, ("B5", "B3")))
    assert RULES.to_move(state) == {0}
    do(state, TakeMoney(0, ("O6",)))
    assert refused(state, TakeMoney(0, ("Y1",))).code == "illegal.not_now"


def test_a_redesign_ends_the_actions() -> None:
    """3: redesign ends MAIN; without a purchase the refill follows."""
    state = do(position(reserves=["ARC08"]), RedesignAdd(0, "ARC08", 1, 0))
    assert RULES.to_move(state) == {1}


def test_a_turn_holds_at_most_five_actions() -> None:
    """3: four exact purchases, then money or redesign."""
    state = position(hands=["Y5 G9 G2 B8 O9 O3 O1"], market=["PAV04", "TOW09", "ARC07", "GAR11"])
    do(state, Buy(0, 1, ("Y5",)), Buy(0, 2, ("G9", "G2")), Buy(0, 3, ("B8",)), Buy(0, 4, ("O9", "O3")))
    assert not any(isinstance(action, Buy) for action in RULES.legal_actions(state, 0))
    assert refused(state, Buy(0, 1, ("O1",))).code == "illegal.empty_slot"
    do(state, TakeMoney(0, ("Y1", "G2", "B2")))
    assert state.phase == "place"


def test_the_extra_action_cannot_be_declined() -> None:
    """3, 12 extra_action=mandatory: no pass after an exact purchase."""
    state = do(position(hands=["B8"]), Buy(0, 3, ("B8",)))
    assert refused(state, Pass(0)).code == "illegal.cannot_pass"


def test_the_extra_action_is_a_right() -> None:
    """3, 12 extra_action=optional: pass is legal right after an exact purchase, and only then."""
    state = position(hands=["B8"], extra_action="optional")
    assert refused(state, Pass(0)).code == "illegal.cannot_pass"
    do(state, Buy(0, 3, ("B8",)), Pass(0))
    assert state.phase == "place"


@pytest.mark.parametrize("taken", ["O6", "Y1 G2 B2", "G2 B2", "Y1"])
def test_one_card_or_several_up_to_five_may_be_taken(taken: str) -> None:
    """3.1 example legal: display Y1 G2 B2 O6; {O6}, {Y1, G2, B2} (=5), {G2, B2}."""
    state = do(position(), TakeMoney(0, cards(taken)))
    assert sorted(state.players[0].hand) == sorted(cards(taken))


@pytest.mark.parametrize(
    ("taken", "code"),
    [
        ("Y1 O6", "illegal.too_much_money"),
        ("", "illegal.no_cards"),
        ("Y1 Y1", "illegal.not_on_display"),
        ("B9", "illegal.not_on_display"),
        ("?", "illegal.not_on_display"),
    ],
)
def test_other_takings_are_refused(taken: str, code: str) -> None:
    """3.1 example illegal: {Y1, O6} (7), {}; and cards that do not lie there."""
    assert refused(position(), TakeMoney(0, cards(taken))).code == code


def test_there_is_no_hand_limit() -> None:
    """3.1: no hand limit."""
    many = " ".join(f"{colour}{value}" for colour in "YGBO" for value in range(3, 9))
    do(position(hands=[many]), TakeMoney(0, ("O6",)))


def test_currencies_do_not_matter_when_taking() -> None:
    """3.1: values alone count, currencies do not."""
    do(position(display="Y1 Y1 G1 O2"), TakeMoney(0, ("Y1", "Y1", "G1", "O2")))


@pytest.mark.parametrize(
    ("hand", "slot", "paid", "code"),
    [
        ("B7", 3, "B7", "illegal.underpaid"),
        ("B5 O3", 3, "B5 O3", "illegal.wrong_currency"),
        ("B5", 3, "B5 B3", "illegal.not_held"),
        ("B5", 3, "B5 B5", "illegal.not_held"),
        ("B5", 3, "", "illegal.underpaid"),
        ("B5", 3, "B77", "illegal.not_held"),
    ],
)
def test_a_payment_is_refused(hand: str, slot: int, paid: str, code: str) -> None:
    """3.2: hand cards, all of the slot's currency, adding up to at least the price (ARC07 costs 8)."""
    assert refused(position(hands=[hand]), Buy(0, slot, cards(paid))).code == code


def test_the_slot_decides_the_currency_not_the_building() -> None:
    """3.2: the slot's colour, not the building's colour."""
    state = position(hands=["Y8 B8"], market=["ARC07", None, "PAV04", None])
    do(state, Buy(0, 1, ("Y8",)))
    assert refused(state, Buy(0, 3, ("Y8",))).code == "illegal.not_held"


def test_an_empty_slot_sells_nothing() -> None:
    """3.2: an occupied market slot."""
    state = position(hands=["B8 B9"], market=["PAV04", None, "ARC07", None])
    assert refused(state, Buy(0, 2, ("B8",))).code == "illegal.empty_slot"


def test_paid_cards_are_discarded_and_the_tile_is_pending() -> None:
    """3.2: no change; the tile is not placed yet and the slot stays empty until the refill of this turn."""
    state = do(position(hands=["B5 B3 O9"]), Buy(0, 3, ("B5", "B3")))
    assert state.discards == {"B5": 1, "B3": 1}
    assert state.players[0].hand == {"O9": 1}
    assert list(state.bought) == ["ARC07"]
    assert state.market[2] is None
    assert refused(state, Buy(0, 3, ("O9",))).code == "illegal.empty_slot"
    do(state, TakeMoney(0, ("O6",)), Place(0, "ARC07", "alhambra", 1, 0))
    assert state.market[2] is None
    do(state, RevealMoney("G1"), RevealTile(3, "PAV01"))
    assert state.market[2] == BOX.tiles["PAV01"]


def test_superfluous_cards_are_accepted() -> None:
    """3.2, 12 no_superfluous_cards=false: 5 + 4 + 1 for a price of 9."""
    do(position(hands=["Y5 Y4 Y1"], market=["ARC08", None, None, None]), Buy(0, 1, ("Y5", "Y4", "Y1")))


def test_superfluous_cards_may_be_forbidden() -> None:
    """3.2, 12 no_superfluous_cards=true: no card that could be left out; overpaying as such stays legal."""
    options = {"market": ["ARC08", None, None, None], "no_superfluous_cards": True}
    state = position(hands=["Y5 Y4 Y1"], **options)
    assert refused(state, Buy(0, 1, ("Y5", "Y4", "Y1"))).code == "illegal.superfluous_cards"
    do(position(hands=["Y5 Y4 Y1"], **options), Buy(0, 1, ("Y5", "Y4")))
    do(position(hands=["Y5 Y6"], **options), Buy(0, 1, ("Y5", "Y6")))


@pytest.mark.parametrize(("paid", "exact"), [("Y9", True), ("Y5 Y4", True), ("Y1 Y3 Y5", True), ("Y5 Y5", False)])
def test_exact_means_sum_equals_price(paid: str, exact: bool) -> None:
    """3.2: exact whatever the number of cards (ARC08 costs 9)."""
    state = do(position(hands=[paid], market=["ARC08", None, None, None]), Buy(0, 1, cards(paid)))
    assert (state.phase == "main") is exact


ROW = [("ARC08", 1, 0), ("ARC07", 2, 0)]  # ARC07 has a wall in the east


def test_redesign_adds_from_the_reserve() -> None:
    """3.3 add: reserve tile to an empty cell by the rules of section 4."""
    state = do(position(reserves=["TOW09"]), RedesignAdd(0, "TOW09", 0, -1))
    assert state.players[0].board[cell_of(0, -1)] == BOX.tiles["TOW09"]
    assert state.players[0].reserve == {}
    assert refused(position(reserves=["TOW10"]), RedesignAdd(0, "TOW10", 3, 3)).code == "illegal.not_adjacent"
    assert refused(position(), RedesignAdd(0, "TOW10", 1, 0)).code == "illegal.not_in_reserve"


def test_redesign_removes_to_the_reserve() -> None:
    """3.3 remove: Alhambra tile to the reserve; the rest must stay legal."""
    state = position(boards=[ROW], market=[None] * 4)
    assert refused(state, RedesignRemove(0, "ARC08")).code == "illegal.disconnected"
    do(state, RedesignRemove(0, "ARC07"))
    assert list(state.players[0].reserve) == ["ARC07"]
    assert refused(position(), RedesignRemove(0, "TOW10")).code == "illegal.not_in_alhambra"


def test_redesign_swaps_on_the_same_cell() -> None:
    """3.3 swap, 12 swap keeps the cell: the reserve tile takes exactly the cell, the other goes to the reserve."""
    state = position(boards=[ROW], reserves=["TOW11"], market=[None] * 4)
    assert refused(state, RedesignSwap(0, "TOW11", 3, 0)).code == "illegal.empty_cell"
    assert refused(state, RedesignSwap(0, "TOW10", 2, 0)).code == "illegal.not_in_reserve"
    do(state, RedesignSwap(0, "TOW11", 2, 0))
    assert state.players[0].board[cell_of(2, 0)] == BOX.tiles["TOW11"]
    assert list(state.players[0].reserve) == ["ARC07"]


def test_the_fountain_stays() -> None:
    """3.3 fountain, 12 fountain fixed: neither removed nor swapped."""
    state = position(reserves=["TOW10"])
    assert refused(state, RedesignRemove(0, "FOUNTAIN")).code == "illegal.fountain"
    assert refused(state, RedesignSwap(0, "TOW10", 0, 0)).code == "illegal.fountain"


def test_pending_tiles_take_no_part_in_a_redesign() -> None:
    """3.3 pending: redesign happens before they are placed."""
    state = do(position(hands=["B8"]), Buy(0, 3, ("B8",)))
    assert refused(state, RedesignAdd(0, "ARC07", 1, 0)).code == "illegal.not_in_reserve"


def two_bought() -> State:
    state = position(hands=["Y5 B9"])
    return do(state, Buy(0, 1, ("Y5",)), Buy(0, 3, ("B9",)))


def test_pending_tiles_are_placed_in_any_order() -> None:
    """3.4: any order; each against the layout with those placed before it."""
    state = two_bought()
    assert refused(state, Place(0, "ARC07", "alhambra", 2, 0)).code == "illegal.not_adjacent"
    do(state, Place(0, "ARC07", "alhambra", 1, 0))
    assert refused(state, Place(0, "PAV04", "alhambra", 1, 0)).code == "illegal.occupied"
    do(state, Place(0, "PAV04", "reserve"))
    assert state.phase == "tiles"


def test_a_pending_tile_goes_to_alhambra_or_reserve() -> None:
    """3.4: a legal cell or the reserve; Dirk exists with two players only."""
    state = two_bought()
    assert refused(state, Place(0, "PAV04", "dirk")).code == "illegal.no_dirk"
    assert refused(state, Place(0, "TOW09", "reserve")).code == "illegal.not_bought"
    assert refused(state, Place(0, "PAV04", "reserve", 1, 1)).code == "illegal.unknown_target"
    assert refused(state, Place(0, "PAV04", "alhambra")).code == "illegal.not_adjacent"


def test_nothing_is_placed_before_the_actions_end() -> None:
    """3.4: place at the end of the turn, then refill."""
    state = do(position(hands=["B8"]), Buy(0, 3, ("B8",)))
    assert refused(state, Place(0, "ARC07", "reserve")).code == "illegal.not_now"
    do(state, TakeMoney(0, ("O6",)))
    assert refused(state, RevealMoney("G1")).code == "chance.not_now"


def test_only_the_seat_whose_turn_it_is_acts() -> None:
    """3: seats act one after the other."""
    assert refused(position(), TakeMoney(1, ("O6",))).code == "illegal.not_your_decision"
