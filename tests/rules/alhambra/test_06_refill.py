"""rules.md 6: the refill after a turn, in its order."""

import pytest

from games.rules.alhambra.events import (
    Buy,
    Pass,
    Place,
    Reshuffle,
    RevealMoney,
    RevealScoring,
    RevealTile,
    TakeMoney,
)
from games.rules.alhambra.rules import RULES
from games.rules.alhambra.state import State
from tests.rules.alhambra.table import do, empty_bag, position, refused


def after_taking(**more: object) -> State:
    return do(position(**more), TakeMoney(0, ("Y1", "G2")))


def bare_deck(state: State, *cards: str, discards: dict[str, int] | None = None) -> State:
    """Leave only `cards` in the deck; no scoring card is left."""
    state.deck.unseen = {card: cards.count(card) for card in cards}
    state.deck.left = len(cards)
    state.discards = discards or {}
    state.next_scoring = 3
    return state


def test_the_display_is_filled_up_to_four_cards() -> None:
    """6.1: money display back to 4 from the deck."""
    state = do(after_taking(), RevealMoney("B9"))
    assert RULES.to_move(state) == frozenset()
    do(state, RevealMoney("B9"))
    assert state.display == ["B2", "O6", "B9", "B9"]
    assert RULES.to_move(state) == {1}


def test_a_card_that_has_gone_is_not_drawn() -> None:
    """6.1: from the money deck, three copies of each card."""
    state = after_taking(hands=["B9 B9"], display="Y1 G2 B2 B9")
    assert refused(state, RevealMoney("B9")).code == "chance.not_in_supply"
    assert refused(state, RevealMoney("B10")).code == "chance.unknown_component"


def test_an_empty_deck_is_made_of_the_discards() -> None:
    """6.1, 12 discards reshuffled: shuffle the discards into a new deck and go on."""
    state = bare_deck(after_taking(), "B9", discards={"G9": 1, "G1": 2})
    assert refused(state, Reshuffle()).code == "chance.reshuffle"
    do(state, RevealMoney("B9"))
    assert refused(state, RevealMoney("G9")).code == "chance.nothing_to_draw"
    do(state, Reshuffle(), RevealMoney("G1"))
    assert (state.deck.unseen, state.deck.left, state.discards) == ({"G9": 1, "G1": 1}, 2, {})


def test_no_reshuffle_while_a_scoring_card_is_in_the_deck() -> None:
    """6.1: the deck is empty only when the scoring cards have gone as well."""
    state = bare_deck(after_taking(), discards={"G9": 1, "G1": 2})
    state.next_scoring = 2
    assert refused(state, Reshuffle()).code == "chance.reshuffle"
    do(state, RevealScoring(2), Reshuffle())


def test_a_scoring_card_is_put_out_of_the_game_and_drawing_goes_on() -> None:
    """6.1: the round is noted and drawing goes on until 4 money cards lie open."""
    state = do(after_taking(), RevealMoney("B9"), RevealScoring(1))
    assert state.breakdown == []
    assert RULES.to_move(state) == frozenset()
    do(state, RevealMoney("B8"))
    assert [line["round"] for line in state.breakdown] == [1]


def test_empty_slots_are_filled_from_the_bag_lowest_first() -> None:
    """6.2: lowest slot number first."""
    state = position(hands=["Y5 B8"])
    do(state, Buy(0, 3, ("B8",)), Buy(0, 1, ("Y5",)), TakeMoney(0, ("O6",)))
    do(state, Place(0, "PAV04", "reserve"), Place(0, "ARC07", "reserve"), RevealMoney("G1"))
    assert refused(state, RevealTile(3, "PAV01")).code == "chance.slot"
    do(state, RevealTile(1, "PAV01"))
    assert refused(state, RevealTile(3, "PAV01")).code == "chance.not_in_supply"
    do(state, RevealTile(3, "PAV02"))
    assert RULES.to_move(state) == {1}


def test_money_comes_before_tiles() -> None:
    """6.2, 12 refill/score order: money, then tiles."""
    state = do(position(hands=["B8"]), Buy(0, 3, ("B8",)), TakeMoney(0, ("O6",)), Place(0, "ARC07", "reserve"))
    assert refused(state, RevealTile(3, "PAV01")).code == "chance.not_now"


def test_scoring_waits_for_the_market() -> None:
    """6.3, 12 refill/score order: scored after both refills, before the next player acts."""
    state = do(position(hands=["B8"]), Buy(0, 3, ("B8",)), TakeMoney(0, ("O6",)), Place(0, "ARC07", "alhambra", 1, 0))
    do(state, RevealScoring(1), RevealMoney("G1"))
    assert state.breakdown == []
    do(state, RevealTile(3, "PAV01"))
    assert state.breakdown[0]["seats"][0]["arcades"] == 3
    assert RULES.to_move(state) == {1}


def test_dirk_draws_after_the_scoring() -> None:
    """6.3: in a two-player game Dirk's draw follows."""
    state = do(position(seats=2, dirk="TOW01"), TakeMoney(0, ("O6",)), RevealScoring(1), RevealMoney("G1"))
    assert [line["round"] for line in state.breakdown] == [1]
    assert refused(state, TakeMoney(1, ("Y1",))).code == "illegal.not_now"
    assert state.phase == "dirk"


def test_a_market_that_cannot_be_filled_ends_the_game() -> None:
    """6.4: if step 2 could not fill all four slots."""
    state = position(hands=["B8"])
    empty_bag(state)
    do(state, Buy(0, 3, ("B8",)), TakeMoney(0, ("O6",)), Place(0, "ARC07", "reserve"), RevealMoney("G1"))
    assert state.phase in ("leftovers", "over")


def test_the_display_stays_short_when_nothing_is_left_to_draw() -> None:
    """6: deck and discards together cannot fill the display."""
    state = do(bare_deck(position()), TakeMoney(0, ("Y1", "G2")))
    assert state.display == ["B2", "O6"]
    assert RULES.to_move(state) == {1}


def test_pass_is_accepted_when_nothing_else_is_possible() -> None:
    """6: neither a card nor a purchase nor a redesign is possible."""
    state = do(bare_deck(position(display="", hands=["Y1"])), Pass(0))
    assert RULES.to_move(state) == {1}


@pytest.mark.parametrize(
    "can",
    [
        {"display": "Y1"},
        {"hands": ["Y9"]},
        {"reserves": ["TOW10"]},
        {"boards": [[("TOW10", 1, 0)]]},
    ],
)
def test_pass_is_refused_while_something_is_possible(can: dict[str, object]) -> None:
    """6: taking, buying or redesigning comes first."""
    state = bare_deck(position(**({"display": ""} | can)))  # type: ignore[arg-type]
    assert refused(state, Pass(0)).code == "illegal.cannot_pass"


def test_turns_go_round() -> None:
    """6: then the next player in seat order, after the last the first."""
    state = do(position(turn=2), TakeMoney(2, ("O6",)), RevealMoney("G1"))
    assert RULES.to_move(state) == {0}
