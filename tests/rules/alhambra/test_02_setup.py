"""rules.md 2: set-up."""

import pytest

from games.rules.alhambra.events import Deal, DirkTiles, RevealMoney, RevealTile, StartPlayer
from games.rules.alhambra.layout import ORIGIN
from games.rules.alhambra.rules import RULES
from games.rules.alhambra.state import State
from tests.rules.alhambra.table import BOX, do, new_game, refused

DIRK = DirkTiles(("PAV01", "SER01", "ARC01", "CHA01", "GAR01", "TOW01"), "setup")


def dealt(*hands: str, **options: object) -> State:
    """A game of as many seats as hands, dealt to."""
    state = new_game(len(hands), **options)
    return do(state, *(Deal(seat, tuple(cards.split())) for seat, cards in enumerate(hands)))


def test_each_seat_gets_a_fountain() -> None:
    """2.1: one fountain each; seats are in clockwise order."""
    state = dealt("Y9 G9 B9", "Y9 G9 B9", "O9 Y8 G8")
    assert [player.board for player in state.players] == [{ORIGIN: BOX.fountain}] * 3


@pytest.mark.parametrize(("seats", "full_deck", "cards"), [(3, False, 108), (2, False, 72), (2, True, 108)])
def test_two_players_use_two_copies_of_each_card(seats: int, full_deck: bool, cards: int) -> None:
    """2.2, 12 two_player_full_deck=false, 12 two_player_full_deck=true: 108 cards; with two players one copy of each is removed, unless two_player_full_deck."""
    state = new_game(seats, two_player_full_deck=full_deck)
    assert state.deck.left == cards
    assert set(state.deck.unseen.values()) == {cards // 36}


def test_dirk_gets_six_tiles_at_set_up_with_two_players() -> None:
    """2.3: six tiles face up for Dirk."""
    state = do(new_game(2), DIRK)
    assert state.dirk is not None
    assert len(state.dirk.tiles) == 6
    assert state.bag.left == 48


def test_dirk_does_not_exist_with_three_players() -> None:
    """2.3: two players only."""
    assert refused(new_game(3), DIRK).code == "chance.not_now"


@pytest.mark.parametrize("cards", ["Y9 G9 B2", "Y9 G9 B9", "Y1 Y1 Y1 G1 G1 G1 B1 B1 B1 O1 O1 O1 Y2 G2 B2 O2"])
def test_dealing_stops_at_twenty(cards: str) -> None:
    """2.4: until the sum is at least 20, whatever the currencies."""
    do(new_game(3), Deal(0, tuple(cards.split())))


@pytest.mark.parametrize("cards", ["Y9 G9", "Y9 G9 B2 O1", "", "Y9 G9 B1"])
def test_a_deal_neither_stops_early_nor_goes_on(cards: str) -> None:
    """2.4: the sum before the last card is below 20, after it at least 20; dealing stops at once."""
    assert refused(new_game(3), Deal(0, tuple(cards.split()))).code == "chance.deal_sum"


def test_a_deal_comes_out_of_the_deck() -> None:
    """2.4: no fourth copy of a card."""
    state = do(new_game(3), Deal(0, ("Y9", "Y9", "G9")))
    assert refused(state, Deal(1, ("Y9", "Y9", "G9"))).code == "chance.not_in_supply"
    assert refused(state, Deal(1, ("Y12", "Y9"))).code == "chance.unknown_component"


def test_seats_are_dealt_to_in_order_once_each() -> None:
    """2.4: each player in seat order."""
    state = new_game(3)
    assert refused(state, Deal(1, ("Y9", "G9", "B9"))).code == "chance.not_now"
    do(state, Deal(0, ("Y9", "G9", "B9")))
    assert refused(state, Deal(0, ("Y9", "G9", "B9"))).code == "chance.not_now"


@pytest.mark.parametrize(
    ("hands", "may_start"),
    [
        (("Y9 G9 B9", "Y8 G6 B3 O3", "O9 G5 B4 Y2"), [0]),  # fewest cards, although the highest sum
        (("Y9 G9 B9", "Y8 G8 B8", "O9 G5 B4 Y2"), [1]),  # then the lowest sum
        (("Y9 G9 B2", "Y8 G8 B4", "O9 G5 B4 Y2"), [0, 1]),  # tied in both
    ],
)
def test_the_start_player_has_the_fewest_cards(hands: tuple[str, ...], may_start: list[int]) -> None:
    """2.5, 12 start_player=fewest_cards: fewest cards, then lowest sum; of those still tied the log names one."""
    for seat in range(3):
        state = dealt(*hands)
        if seat in may_start:
            assert do(state, StartPlayer(seat)).turn == seat
        else:
            refusal = refused(state, StartPlayer(seat))
            assert (refusal.code, refusal.facts["expected"]) == ("chance.start_player", may_start)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_anybody_may_start_at_random(seat: int) -> None:
    """2.5, 12 start_player=random: any seat."""
    state = dealt("Y9 G9 B9", "Y8 G6 B3 O3", "O9 G5 B4 Y2", start_player="random")
    assert do(state, StartPlayer(seat)).turn == seat


def test_the_start_player_is_found_after_the_deal() -> None:
    """2.5: hands decide, so they come first."""
    assert refused(new_game(3), StartPlayer(0)).code == "chance.not_now"


def test_scoring_cards_are_in_the_deck_after_the_deal() -> None:
    """2.6: two of them, in the rest of the money deck."""
    state = dealt("Y9 G9 B9", "Y9 G9 B9", "O9 Y8 G8")
    assert RULES.view(state, None)["deck"] == 108 - 9 + 2


def test_four_cards_and_four_tiles_are_laid_open() -> None:
    """2.7: then the first turn begins."""
    state = do(dealt("Y9 G9 B9", "Y8 G6 B3 O3", "O9 G5 B4 Y2"), StartPlayer(0))
    for slot, (card, name) in enumerate(zip("Y1 G2 B2 O6".split(), "PAV04 TOW09 ARC07 GAR11".split(), strict=True), 1):
        assert RULES.to_move(state) == frozenset()
        do(state, RevealMoney(card), RevealTile(slot, name))
    assert RULES.to_move(state) == {0}
    assert refused(state, RevealMoney("Y1")).code == "chance.not_now"
    assert refused(state, RevealTile(1, "PAV01")).code == "chance.not_now"


def test_set_up_may_come_in_any_order() -> None:
    """2.7: the order of 3, 4 and 7 among each other has no effect."""
    draws = [*(RevealTile(slot, name) for slot, name in enumerate(("PAV04", "TOW09", "ARC07", "GAR11"), 1))]
    draws += [RevealMoney(card) for card in ("Y1", "G2", "B2", "O6")]
    hands = [Deal(0, ("Y9", "G9", "B9")), Deal(1, ("Y8", "G6", "B3", "O3")), StartPlayer(0)]
    one, two = do(new_game(2), *draws, DIRK, *hands), do(new_game(2), *hands, DIRK, *draws)
    assert one == two
    assert RULES.to_move(one) == {0}
