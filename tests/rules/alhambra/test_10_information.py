"""rules.md 10: what is public and what hidden, and one-sided records that leave start money open (games/README 1.7)."""

import random

import pytest

from games.engine.game import Script
from games.engine.replay import replay
from games.play import one_sided, self_play
from games.rules.alhambra.events import (
    Buy,
    Deal,
    Place,
    PlaceLeftover,
    Reshuffle,
    RevealMoney,
    RevealTile,
    StartPlayer,
    TakeMoney,
)
from games.rules.alhambra.rules import RULES
from games.rules.alhambra.state import State
from games.verify import judge
from tests.rules.alhambra.table import ALHAMBRA, do, empty_bag, new_game, position, refused, snapshot


def played(seats: int, seed: int) -> Script:
    return self_play(ALHAMBRA, ALHAMBRA.setup(seats), random.Random(seed), rules="official", bot="greedy")


def test_a_seat_sees_its_own_hand_and_the_number_of_the_others_cards() -> None:
    """10: the public sees numbers only."""
    state = position(hands=["Y5 G2", "B9"])
    hands = [[seat["hand"] for seat in RULES.view(state, viewer)["seats"]] for viewer in (0, 1, None)]
    assert hands == [[["G2", "Y5"], None, None], [None, ["B9"], None], [None, None, None]]
    assert [seat["cards"] for seat in RULES.view(state, None)["seats"]] == [2, 1, 0]


@pytest.mark.parametrize("viewer", [None, 0])
def test_views_are_equal_where_only_hidden_facts_differ(viewer: int | None) -> None:
    """10: hidden are the order of deck and bag, and to others the cards in a hand."""
    one, two = position(hands=["Y5", "G2 B9"]), position(hands=["Y5", "O1 O1"])
    assert one != two
    assert RULES.view(one, viewer) == RULES.view(two, viewer)


def test_hands_can_be_recomputed_at_any_moment() -> None:
    """10: start hands are shown, every later gain and every payment is open."""
    script = played(3, 1)
    for until in range(0, len(script.entries), 25):
        state = replay(RULES, script.setup, script.entries, until=until).state
        held = sum(sum(player.hand.values()) for player in state.players)
        shown = len(state.display) + sum(state.discards.values())
        assert held + shown + state.deck.left == 108


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_one_sided_record_of_a_legal_match_is_never_refused(seats: int, seed: int) -> None:
    """10: replayed with open cards; verified where all became known, consistent where some stayed open."""
    whole = played(seats, seed)
    for view in range(seats):
        script = one_sided(ALHAMBRA, whole, view)
        state = replay(RULES, script.setup, script.entries).state
        verdict = judge(script)
        assert verdict.verdict == ("consistent" if RULES.unknown(state) else "verified"), verdict.facts
        assert (verdict.scores, verdict.ranks) == (whole.stated_scores, whole.stated_ranks)


def test_both_verdicts_occur_for_one_sided_records() -> None:
    """10: the greedy players of some seeds spend all their start money, those of others do not."""
    verdicts = {judge(one_sided(ALHAMBRA, played(2, seed), seed % 2)).verdict for seed in range(6)}
    assert verdicts == {"verified", "consistent"}


def begun(*hands: str, first: int = 0, display: str = "Y1 G2 B2 O6", **options: str) -> State:
    """The first turn after these deals; `?` is a card that was not seen."""
    state = new_game(len(hands), **options)
    do(state, *(Deal(seat, tuple(cards.split())) for seat, cards in enumerate(hands)), StartPlayer(first))
    tiles = enumerate(("PAV04", "TOW09", "ARC07", "GAR11"), 1)
    return do(state, *map(RevealMoney, display.split()), *(RevealTile(*tile) for tile in tiles))


def test_open_cards_pay_and_become_known() -> None:
    """10: a card paid out of open ones is one of them from then on."""
    state = begun("? ? ? ?", "Y8 G6 B3 O3", "Y8 G6 B3 O4", start_player="random")
    do(state, Buy(0, 3, ("B5", "B3")))
    assert (state.players[0].hidden, state.players[0].hand) == (2, {})
    assert RULES.unknown(state) == 2


@pytest.mark.parametrize("paid", [("B8", "B3"), ("B9", "B9")])
def test_payments_that_leave_a_way_are_accepted(paid: tuple[str, ...]) -> None:
    """10: some third card explains it: a 9, or any but a 1."""
    do(begun("? ? ?", "Y8 G6 B3 O3", "Y8 G6 B3 O4"), Buy(0, 3, paid))


def test_a_payment_that_no_assignment_explains_is_refused() -> None:
    """10, 2.4: 5 + 5 + 9 is not 20, so of three open cards two are not fives."""
    state = begun("? ? ?", "Y8 G6 B3 O3", "Y8 G6 B3 O4")
    assert refused(state, Buy(0, 3, ("B5", "B5"))).code == "illegal.not_held"
    assert refused(state, Buy(0, 3, ("B9", "B9", "B9", "B9"))).code == "illegal.not_held"


def test_a_card_seen_elsewhere_is_in_no_open_hand() -> None:
    """10: the supply counts."""
    state = begun("? ? ?", "B9 B9 Y1 Y2", "Y8 G6 B3 B9")
    assert refused(state, Buy(0, 3, ("B9",))).code == "illegal.not_held"


def test_an_open_deal_must_be_able_to_reach_twenty() -> None:
    """10, 2.4: two cards never do."""
    assert refused(new_game(3), Deal(0, ("?", "?"))).code == "chance.deal_sum"
    assert refused(new_game(3), Deal(0, ("Y1", "?", "?"))).code == "chance.deal_sum"
    do(new_game(3), Deal(0, ("Y2", "?", "?")))


def test_two_open_hands_share_one_supply() -> None:
    """10: by matching, not by counts alone: each needs two nines, three are left."""
    state = new_game(2, two_player_full_deck=True)
    nines = [f"{colour}9" for colour in "YGBO"]
    state.deck.unseen |= dict.fromkeys(nines, 0) | {"Y9": 3}
    state.deck.left = sum(state.deck.unseen.values())
    do(state, Deal(0, ("Y2", "?", "?")))
    assert refused(state, Deal(1, ("G2", "?", "?"))).code == "chance.deal_sum"
    do(state, Deal(1, ("G3", "?", "?")))


def test_a_draw_cannot_take_what_an_open_hand_must_hold() -> None:
    """10: the last nines are not in the deck when an open hand cannot do without them."""
    state = new_game(3)
    state.deck.unseen |= {"Y9": 2, "G9": 0, "B9": 0, "O9": 0}
    state.deck.left = sum(state.deck.unseen.values())
    do(state, Deal(0, ("Y2", "?", "?")))
    refusal = refused(state, RevealMoney("Y9"))
    assert (refusal.code, refusal.facts["rule"]) == ("chance.not_in_supply", "2.4")


@pytest.mark.parametrize(("known", "code"), [("Y9 G9 B2", None), ("Y9 G9 B1 B1", "chance.start_player")])
def test_the_start_player_must_be_able_to_have_the_lowest_sum(known: str, code: str | None) -> None:
    """10, 2.5: three open cards can tie with 20, but not be fewer than three."""
    state = do(new_game(2), Deal(0, ("?", "?", "?")), Deal(1, tuple(known.split())))
    if code is None:
        do(state, StartPlayer(1))
    else:
        assert refused(state, StartPlayer(1)).code == code


def test_the_start_player_narrows_what_open_hands_hold() -> None:
    """10, 2.5: seat 0 began with 22 in three cards, so the three open cards are worth 22 at least."""
    paid = Buy(1, 3, ("B9", "B2"))
    for options, possible in (({}, False), ({"start_player": "random"}, True)):
        state = begun("Y9 G9 B4", "? ? ?", "Y8 G6 B3 O3", **options)
        do(state, TakeMoney(0, ("O6",)), RevealMoney("G1"))
        if possible:
            do(state, paid)
        else:
            assert refused(state, paid).code == "illegal.not_held"


def test_after_a_reshuffle_what_is_unseen_is_in_hands() -> None:
    """10: a deck that was used up leaves its unseen cards to the open hands alone."""
    state = begun("? ? ?", "Y8 G6 B3 O3", "Y8 G6 B3 O4")
    state.deck.unseen = dict.fromkeys(state.deck.unseen, 0) | {"B9": 1, "G9": 2}
    state.deck.left, state.next_scoring, state.discards = 0, 3, {"Y3": 4}
    do(state, TakeMoney(0, ("O6",)), Reshuffle(), RevealMoney("Y3"), TakeMoney(1, ("Y1",)), RevealMoney("Y3"))
    do(state, TakeMoney(2, ("Y3",)), RevealMoney("Y3"))
    assert refused(state, Buy(0, 3, ("B8",))).code == "illegal.not_held"
    do(state, Buy(0, 3, ("B9",)))


def ending(*hands: str) -> State:
    """Seat 0 has bought the last tile but PAV04, which lies in the yellow slot; the bag is empty."""
    state = begun(*hands, display="G1 G2 G3 G4", start_player="random")
    state.market[1] = state.market[3] = None
    empty_bag(state)
    return do(state, Buy(0, 3, ("B9",)), Place(0, "ARC07", "reserve"))


HANDS = ("B9 G9 Y2", "? ? ?", "O9 O9 O9")


def test_an_open_hand_may_win_a_leftover() -> None:
    """10, 8.2: seat 1 may have more yellow than the 2 of seat 0, or less, so either may place the tile."""
    state = ending(*HANDS)
    assert refused(state, PlaceLeftover(2, "PAV04", "reserve")).code == "illegal.not_your_decision"
    for seat in (0, 1):
        assert RULES.is_over(do(snapshot(state), PlaceLeftover(seat, "PAV04", "reserve")))


def test_a_match_may_end_without_an_open_leftover() -> None:
    """10, 8.2: the open hand may tie, so nobody got the tile."""
    state = ending(*HANDS)
    assert RULES.is_over(state)
    assert [line["round"] for line in state.breakdown] == [3]
    do(state, PlaceLeftover(1, "PAV04", "reserve"))
    assert [line["round"] for line in state.breakdown] == [3]


def test_a_leftover_that_must_be_somebodys_is_waited_for() -> None:
    """10, 8.2: with 18 of the 20 known to be yellow, the open card cannot change the winner."""
    state = ending("B9 G9 Y2", "Y9 ? Y9", "O9 O9 O9")
    assert not RULES.is_over(state)
    assert state.leftovers == {"PAV04": 1}
