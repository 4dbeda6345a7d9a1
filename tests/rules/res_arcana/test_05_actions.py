"""rules.md 5: actions, passing, discards and reshuffles."""

import pytest

from games.rules.res_arcana import events as ev
from games.rules.res_arcana.rules import RULES
from tests.rules.res_arcana.table import code, do, essences, lose, pool, position, power


def discard(card: str, gain: str, seat: int = 0) -> ev.Discard:
    return ev.Discard(seat, card, essences(gain))


def test_exactly_one_action_each_turn_clockwise() -> None:
    """5."""
    state = position(seats=3, hands=["hawk prism", "vault", "crypt"], turn=1)
    do(state, discard("vault", "1 gold", 1))
    assert RULES.to_move(state) == {2}
    assert code(state, ev.Pass(1, "protection")) == "illegal.not_your_decision"
    do(state, discard("crypt", "1 gold", 2), discard("hawk", "1 gold"))
    assert RULES.to_move(state) == {1}


def test_who_has_passed_is_skipped_and_the_last_one_goes_on() -> None:
    """5: a lone remaining player keeps taking actions until passing."""
    state = position(seats=3, hands=["hawk prism vault"], passed=[1])
    do(state, discard("hawk", "1 gold"))
    assert RULES.to_move(state) == {2}
    do(state, ev.Pass(2, "protection"))
    for card in ("prism", "vault"):
        do(state, discard(card, "1 gold"))
        assert RULES.to_move(state) == {0}


def test_placing_an_artifact_pays_and_enters() -> None:
    """5 place_artifact."""
    state = position(hands=["hawk"], pools=["1 life 2 calm"])
    assert code(state, ev.PlaceArtifact(0, "prism", essences(""))) == "illegal.not_held"
    assert code(state, ev.PlaceArtifact(0, "nonsense", essences(""))) == "illegal.unknown_component"
    do(state, ev.PlaceArtifact(0, "hawk", essences("1 life 1 calm")))
    assert pool(state, 0) == {"calm": 1}
    assert "hawk" in state.players[0].tableau
    assert not state.players[0].hand


def test_a_monument_is_claimed_from_the_display_and_replaced() -> None:
    """5 claim_monument."""
    state = position(pools=["4 gold"])
    do(state, ev.ClaimMonument(0, 1))
    assert RULES.to_move(state) == frozenset(), "the replacement is due"
    assert code(state, ev.RevealMonument("great_pyramid")) == "chance.not_in_supply"
    do(state, ev.RevealMonument("oracle"))
    assert state.display == ["oracle", "mausoleum"]
    assert "great_pyramid" in state.players[0].tableau
    assert pool(state, 0) == {}


def test_the_top_is_claimed_unseen_and_leaves_the_display_alone() -> None:
    """5 claim_monument: the claimer of `top` commits without having seen it."""
    state = position(pools=["5 gold"], display="great_pyramid mausoleum")
    do(state, ev.ClaimMonument(0, "top"))
    assert pool(state, 0) == {"gold": 1}
    assert code(state, ev.Pass(1, "protection")) == "illegal.not_now"
    do(state, ev.RevealMonument("colossus"))
    assert "colossus" in state.players[0].tableau
    assert state.display == ["great_pyramid", "mausoleum"]
    assert RULES.to_move(state) == {1}


def test_a_monument_needs_its_price_and_a_filled_slot() -> None:
    """5 claim_monument."""
    assert code(position(pools=["3 gold 9 life"]), ev.ClaimMonument(0, 1)) == "illegal.not_in_pool"
    state = position(pools=["4 gold"], display="great_pyramid")
    assert code(state, ev.ClaimMonument(0, 2)) == "illegal.empty_slot"
    assert code(state, ev.ClaimMonument(0, 3)) == "illegal.empty_slot"


def test_an_empty_monument_deck_refills_nothing_and_has_no_top() -> None:
    """5: refilled if possible; the monument deck is never reshuffled (5.2)."""
    state = position(pools=["8 gold"], passed=[1])
    state.monuments.layers.clear()
    do(state, ev.ClaimMonument(0, 1))
    assert state.display == [None, "mausoleum"]
    assert code(state, ev.ClaimMonument(0, "top")) == "illegal.empty_deck"
    assert code(state, ev.ClaimMonument(0, 1)) == "illegal.empty_slot"


def test_the_obelisks_gain_is_chosen_before_the_replacement_is_turned_up() -> None:
    """5."""
    state = position(pools=["4 gold"], display="great_pyramid obelisk")
    do(state, ev.ClaimMonument(0, 2))
    assert code(state, ev.RevealMonument("oracle")) == "chance.not_now"
    assert code(state, ev.GainChoice(0, essences("5 life"))) == "illegal.gain"
    assert code(state, ev.GainChoice(0, essences("5 life 1 gold"))) == "illegal.gain_kind"
    do(state, ev.GainChoice(0, essences("4 life 2 death")), ev.RevealMonument("oracle"))
    assert pool(state, 0) == {"life": 4, "death": 2}


def test_an_obelisk_from_the_top_gives_its_gain_too() -> None:
    """5."""
    state = do(position(pools=["4 gold"]), ev.ClaimMonument(0, "top"), ev.RevealMonument("obelisk"))
    do(state, ev.GainChoice(0, essences("6 calm")))
    assert RULES.to_move(state) == {1}


def test_a_place_of_power_is_claimed_once_for_its_printed_cost() -> None:
    """5 claim_place: never refilled, never taken away."""
    state = position(pools=["8 life 4 calm", "8 life 4 calm"], places="sacred_grove coral_castle")
    assert code(state, ev.ClaimPlace(0, "coral_castle")) == "illegal.not_in_pool"
    assert code(state, ev.ClaimPlace(0, "dwarven_mines")) == "illegal.not_in_centre"
    do(state, ev.ClaimPlace(0, "sacred_grove"))
    assert pool(state, 0) == {}
    assert list(state.places) == ["coral_castle"]
    assert code(state, ev.ClaimPlace(1, "sacred_grove")) == "illegal.not_in_centre"


def test_no_discount_applies_to_a_place_of_power() -> None:
    """5, 6: Artificer never helps for monuments or places of power."""
    state = position(mages=("artificer", "scholar"), pools=["7 life 4 calm 3 gold"], places="sacred_grove")
    assert code(state, ev.ClaimPlace(0, "sacred_grove")) == "illegal.not_in_pool"
    assert code(state, ev.ClaimMonument(0, 1)) == "illegal.not_in_pool"


@pytest.mark.parametrize("gain", ["1 gold", "2 life", "1 life 1 death", "1 elan 1 calm"])
def test_a_discard_gives_one_gold_or_two_others(gain: str) -> None:
    """5 discard: equal or different; the card goes face up to the own pile."""
    state = do(position(hands=["hawk"]), discard("hawk", gain))
    assert state.players[0].discards == ["hawk"]
    assert pool(state, 0) == pool(position(pools=[gain]), 0)


@pytest.mark.parametrize("gain", ["", "1 life", "2 gold", "1 gold 1 life", "3 life", "1 gold 2 life"])
def test_a_discard_gives_nothing_else(gain: str) -> None:
    """5 discard."""
    assert code(position(hands=["hawk"]), discard("hawk", gain)) == "illegal.gain"


def test_a_discard_must_be_in_hand() -> None:
    """5 discard."""
    assert code(position(plays=["hawk"]), discard("hawk", "1 gold")) == "illegal.not_held"


def test_the_first_to_pass_takes_the_token() -> None:
    """5.1 (a): even from its present holder; a holder who passes first keeps it."""
    state = do(position(seats=3, token=2), ev.Pass(0, "protection"))
    assert state.token == 0
    do(state, ev.Pass(1, "divination"))
    assert state.token == 0
    assert do(position(token=0), ev.Pass(0, "protection")).token == 0


def test_passing_exchanges_the_magic_item_for_another() -> None:
    """5.1 (b): a different one, out of the centre."""
    state = position()
    assert code(state, ev.Pass(0, "alchemy")) == "illegal.not_in_centre"
    assert code(state, ev.Pass(0, "research")) == "illegal.not_in_centre"
    do(state, ev.Pass(0, "protection"))
    assert state.players[0].item == "protection"
    assert "alchemy" in state.items
    assert "alchemy" not in state.players[0].tableau


def test_the_centre_always_offers_four_other_items() -> None:
    """5.1."""
    assert sum(isinstance(action, ev.Pass) for action in RULES.legal_actions(position(seats=4), 0)) == 4


def test_an_item_handed_back_may_be_taken_by_a_later_passer_and_is_straight() -> None:
    """5.1."""
    state = position(items=("research", "alchemy"), pools=["1 life"], decks=["hawk"], turned="research")
    do(state, ev.Pass(0, "protection"), ev.Draw(0, "hawk"), ev.Pass(1, "research"))
    assert not state.players[1].tableau["research"].turned


def test_passing_draws_a_card_if_possible() -> None:
    """5.1 (c)."""
    state = do(position(decks=["hawk prism"]), ev.Pass(0, "protection"))
    assert code(state, ev.Draw(1, "hawk")) == "chance.other_seat"
    do(state, ev.Draw(0, "hawk"))
    assert state.players[0].hand == {"hawk"}
    do(state, ev.Pass(1, "divination"))
    assert state.round == 2, "nothing to draw for seat 1"


def test_who_has_passed_takes_no_actions() -> None:
    """5.1: out until the round ends."""
    state = do(position(seats=3), ev.Pass(0, "protection"), ev.Pass(1, "divination"))
    assert RULES.to_move(state) == {2}


def test_who_has_passed_is_immune_to_life_loss() -> None:
    """5.1."""
    state = position(seats=3, turn=1, plays=["", "fire_dragon"], pools=["2 life", "", "2 life"], passed=[0])
    do(state, power("fire_dragon", seat=1))
    assert RULES.to_move(state) == {2}
    do(state, lose(2, "2 life"))
    assert pool(state, 0) == {"life": 2}


def test_who_has_passed_still_gains_from_rivals_powers() -> None:
    """5.1."""
    state = do(position(turn=1, plays=["", "hand_of_glory"], passed=[0]), power("hand_of_glory", seat=1))
    assert pool(state, 0) == {"death": 1}


def test_who_has_passed_may_be_chosen_for_hypnotic_basin_and_treant() -> None:
    """5.1."""
    state = position(turn=1, plays=["", "hypnotic_basin treant"], pools=["3 elan 2 death"], passed=[0])
    do(state, power("hypnotic_basin", seat=1), ev.RivalTarget(1, 0), power("treant", seat=1), ev.RivalTarget(1, 0))
    assert pool(state, 1) == {"calm": 3, "elan": 2}
    assert pool(state, 0) == {"elan": 3, "death": 2}


def test_who_has_passed_may_still_use_a_victory_reaction() -> None:
    """5.1."""
    state = position(turn=1, plays=["golden_statue", "coral_castle"], pools=["3 gold"], passed=[0])
    do(state, power("coral_castle", seat=1))
    assert RULES.to_move(state) == {0}
    do(state, ev.VictoryReact(0, "use"))


def test_the_reshuffle_is_lazy() -> None:
    """5.2: it happens when a card is needed, not when the deck becomes empty."""
    state = position(decks=["hawk", ""], discards=["prism vault"], passed=[1])
    do(state, ev.Pass(0, "protection"), ev.Draw(0, "hawk"))
    assert state.round == 2
    assert state.players[0].discards == ["prism", "vault"]
    do(state, ev.Pass(0, "alchemy"))
    assert code(state, ev.Draw(0, "prism")) == "chance.not_now"
    do(state, ev.Reshuffle(0, ("vault", "prism")), ev.Draw(0, "prism"))
    assert state.players[0].discards == []
    assert state.players[0].deck.size() == 1


def test_a_reshuffle_takes_the_whole_discard_pile() -> None:
    """5.2."""
    state = do(position(discards=["prism vault"]), ev.Pass(0, "protection"))
    assert code(state, ev.Reshuffle(0, ("prism",))) == "chance.reshuffle"
    assert code(state, ev.Reshuffle(0, ("prism", "vault", "hawk"))) == "chance.reshuffle"
    assert code(state, ev.Reshuffle(1, ())) == "chance.other_seat"


def test_what_is_left_of_the_deck_comes_first() -> None:
    """5.2: only then come reshuffled cards."""
    state = position(items=("divination", "alchemy"), decks=["hawk"], discards=["prism vault"])
    do(state, power("divination"))
    assert code(state, ev.Draw(0, "prism")) == "chance.not_in_supply"
    do(state, ev.Draw(0, "hawk"), ev.Reshuffle(0, ("prism", "vault")), ev.Draw(0, "vault"), ev.Draw(0, "prism"))
    do(state, ev.DiscardChoice(0, ("hawk", "vault", "prism")))


def test_with_deck_and_pile_empty_fewer_or_none_are_drawn() -> None:
    """5.2."""
    state = position(items=("divination", "alchemy"), decks=["hawk"])
    do(state, power("divination"), ev.Draw(0, "hawk"))
    assert code(state, ev.DiscardChoice(0, ())) == "illegal.count"
    do(state, ev.DiscardChoice(0, ("hawk",)))


def test_discard_piles_are_public() -> None:
    """5.2: face up, inspectable at any time."""
    state = do(position(hands=["hawk"]), discard("hawk", "1 gold"))
    assert RULES.view(state, None)["seats"][0]["discards"] == ["hawk"]
