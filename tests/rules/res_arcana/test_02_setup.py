"""rules.md 2: set-up, the draft and the first game."""

from random import Random

import pytest

from games.engine.errors import UnsupportedLog
from games.engine.events import Event
from games.rules.res_arcana import events as ev
from games.rules.res_arcana.dealer import Dealer
from games.rules.res_arcana.rules import RULES
from games.rules.res_arcana.state import State
from tests.rules.res_arcana.table import BOX, code, do, new_game, pool, setup

HAND = ("hawk", "mermaid", "nightingale")
CARDS = (*HAND, "prism", "vault", "treant", "crypt", "athanor")
OTHERS = ("bone_dragon", "cursed_skull", "fiery_whip", "guard_dog", "magical_shard", "tree_of_life", "windup_man", "hand_of_glory")  # fmt: skip

CENTRE: tuple[Event, ...] = (
    *(ev.ChooseSides(tile, "sun") for tile in BOX.tiles),
    ev.RevealMonument("obelisk"),
    ev.RevealMonument("temple"),
    ev.FirstPlayer(1),
)
DEALS: tuple[Event, ...] = (
    ev.DealMages(0, ("druid", "seer")),
    ev.DealMages(1, ("witch", "healer")),
    ev.DealArtifacts(0, CARDS),
    ev.DealArtifacts(1, OTHERS),
    *(ev.Draw(0, card) for card in HAND),
    *(ev.Draw(1, card) for card in OTHERS[:3]),
)
MAGES: tuple[Event, ...] = (ev.ChooseMage(0, "druid"), ev.ChooseMage(1, "witch"))


def started(*more: Event, seats: int = 2) -> State:
    return do(new_game(seats), *CENTRE, *more)


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_players(seats: int) -> None:
    """2."""
    with pytest.raises(UnsupportedLog) as refused:
        new_game(seats)
    assert refused.value.code == "unsupported.player_count"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_centre(seats: int) -> None:
    """2.1: 8 magic items, one side of each of 5 tiles, 2 monuments face up."""
    state = started(seats=seats)
    assert len(state.items) == 8
    assert sorted(state.places) == sorted(BOX.sides[tile, "sun"] for tile in BOX.tiles)
    assert state.display == ["obelisk", "temple"]
    assert state.monuments.size() == 8


def test_a_side_may_be_sun_or_moon_and_lies_once() -> None:
    """2.1: the side is chosen at random; only one side of a tile is there."""
    state = do(new_game(), ev.ChooseSides(3, "moon"))
    assert list(state.places) == ["sunken_reef"]
    assert code(state, ev.ChooseSides(3, "sun")) == "chance.tile"
    assert code(state, ev.ChooseSides(6, "sun")) == "chance.tile"


def test_a_monument_lies_once() -> None:
    """2.1."""
    state = do(new_game(), ev.RevealMonument("obelisk"))
    assert code(state, ev.RevealMonument("obelisk")) == "chance.not_in_supply"
    assert code(state, ev.RevealMonument("hawk")) == "chance.not_in_supply"
    assert code(state, ev.RevealMonument("nonsense")) == "chance.unknown_component"
    do(state, ev.RevealMonument("temple"))
    assert code(state, ev.RevealMonument("colossus")) == "chance.not_now"


def test_every_player_starts_with_one_of_each_essence_gold_included() -> None:
    """2.2, 12.14."""
    state = new_game(3)
    assert [pool(state, seat) for seat in range(3)] == [dict.fromkeys(("life", "death", "elan", "calm", "gold"), 1)] * 3


def test_the_first_player_is_drawn_and_holds_the_token() -> None:
    """2.3."""
    state = new_game(3)
    assert code(state, ev.FirstPlayer(3)) == "chance.first_player"
    assert do(state, ev.FirstPlayer(2)).token == 2
    assert code(state, ev.FirstPlayer(1)) == "chance.not_now"


def test_two_mages_and_eight_artifacts_each() -> None:
    """2.4: from what is left of the box."""
    state = started()
    assert code(state, ev.DealMages(0, ("druid",))) == "chance.count"
    assert code(state, ev.DealMages(0, ("druid", "druid"))) == "chance.not_in_supply"
    assert code(state, ev.DealArtifacts(0, CARDS[:7])) == "chance.count"
    assert code(state, ev.DealArtifacts(0, (*CARDS[:7], "hawk"))) == "chance.not_in_supply"
    assert code(state, ev.DealArtifacts(0, (*CARDS[:7], "temple"))) == "chance.not_in_supply"
    assert code(state, ev.DealArtifacts(0, (*CARDS[:7], "nonsense"))) == "chance.unknown_component"
    do(state, ev.DealMages(0, ("druid", "seer")), ev.DealArtifacts(0, CARDS))
    assert code(state, ev.DealMages(1, ("druid", "witch"))) == "chance.not_in_supply"
    assert code(state, ev.DealArtifacts(1, (*OTHERS[:7], "hawk"))) == "chance.not_in_supply"
    assert code(state, ev.DealArtifacts(0, OTHERS)) == "chance.dealt_twice"
    assert code(state, ev.DealMages(0, ("witch", "healer"))) == "chance.dealt_twice"


def test_three_cards_are_drawn_from_the_own_eight() -> None:
    """2.5."""
    state = started(*DEALS[:4])
    assert code(state, ev.Draw(0, "bone_dragon")) == "chance.not_in_supply"
    do(state, *(ev.Draw(0, card) for card in HAND))
    assert code(state, ev.Draw(0, "prism")) == "chance.count"
    do(state, *(ev.Draw(1, card) for card in OTHERS[:3]))
    assert state.players[0].hand == set(HAND)
    assert state.players[0].deck.size() == 5


def test_set_up_may_come_in_another_order() -> None:
    """2: chance events of set-up do not depend on each other, but for a seat's own cards."""
    state = new_game()
    assert code(state, ev.Draw(0, "hawk")) == "chance.not_now"
    do(state, ev.DealArtifacts(0, CARDS), ev.Draw(0, "hawk"))
    assert code(state, ev.Draw(1, "fiery_whip")) == "chance.not_now"
    do(state, *CENTRE, *DEALS[:2], DEALS[3], *DEALS[5:], *MAGES)
    assert RULES.to_move(state) == {0}


def test_one_of_the_two_mages_is_chosen_by_all_at_once() -> None:
    """2.6."""
    state = started(*DEALS)
    assert RULES.to_move(state) == {0, 1}
    assert code(state, ev.ChooseMage(0, "witch")) == "illegal.not_held"
    do(state, ev.ChooseMage(1, "healer"))
    assert RULES.to_move(state) == {0}
    assert "healer" not in state.players[1].tableau, "revealed together"
    do(state, ev.ChooseMage(0, "seer"))
    assert [list(player.tableau) for player in state.players] == [["seer"], ["healer"]]


def test_items_are_chosen_from_the_first_players_right_counter_clockwise() -> None:
    """2.7: the first player picks last."""
    state = do(new_game(4), *CENTRE)
    dealer = Dealer(setup(4), Random(1))
    while not RULES.to_move(state):
        do(state, dealer(state))
    for seat in range(4):
        do(state, ev.ChooseMage(seat, min(state.players[seat].mages)))
    order = []
    for item in ("alchemy", "research", "reanimate", "protection"):
        (seat,) = RULES.to_move(state)
        order.append(seat)
        do(state, ev.ChooseItem(seat, item))
    assert order == [0, 3, 2, 1]


def test_items_are_unique() -> None:
    """2.7."""
    state = started(*DEALS, *MAGES)
    assert code(state, ev.ChooseItem(1, "alchemy")) == "illegal.not_your_decision"
    do(state, ev.ChooseItem(0, "alchemy"))
    assert code(state, ev.ChooseItem(1, "alchemy")) == "illegal.not_in_centre"


def test_round_one_starts_with_collect() -> None:
    """2.8: mage and magic item may already collect."""
    state = started(*DEALS, *MAGES, ev.ChooseItem(0, "alchemy"), ev.ChooseItem(1, "death_life"))
    assert state.phase == "collect"
    assert pool(state, 0)["life"] == 2, "Druid"
    do(
        state,
        ev.CollectChoice(1, "death_life", ev.Essences(death=1)),
        ev.CollectChoice(1, "witch", ev.Essences(life=1)),
    )
    assert (pool(state, 1)["death"], pool(state, 1)["life"]) == (2, 2)
    assert RULES.to_move(state) == {1}, "the first player acts"


def drafted(seats: int, seed: int = 3) -> State:
    """A draft position with the first packets dealt."""
    state = do(new_game(seats, setup="draft"), *CENTRE)
    dealer = Dealer(setup(seats, setup="draft"), Random(seed))
    while not RULES.to_move(state):
        do(state, dealer(state))
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_packets_go_clockwise_then_counter_clockwise(seats: int) -> None:
    """2, draft: keep 1, pass the rest to the left; the second time to the right."""
    state = drafted(seats)
    for step in (1, -1):
        before = {seat: set(packet.named) for seat, packet in state.packets.items()}
        for seat in range(seats):
            do(state, ev.DraftPick(seat, min(before[seat])))
        for seat in range(seats):
            assert state.packets[(seat + step) % seats].named == before[seat] - {min(before[seat])}
        while state.phase == "draft":
            seat = min(RULES.to_move(state))
            do(state, ev.DraftPick(seat, min(state.packets[seat].named)))
        dealer = Dealer(setup(seats, setup="draft"), Random(4))
        while not RULES.to_move(state):
            do(state, dealer(state))


def test_the_picks_of_a_pass_are_simultaneous() -> None:
    """2, draft."""
    state = drafted(3)
    assert RULES.to_move(state) == {0, 1, 2}
    do(state, ev.DraftPick(2, min(state.packets[2].named)))
    assert RULES.to_move(state) == {0, 1}
    assert code(state, ev.DraftPick(2, min(state.packets[2].named))) == "illegal.not_your_decision"
    assert code(state, ev.DraftPick(0, min(state.packets[1].named))) == "illegal.not_held"


def test_the_last_card_of_a_packet_is_forced() -> None:
    """2, draft: three picks, then the fourth card is kept without a decision; 8 cards in the end."""
    state = drafted(2)
    picks = 0
    while state.phase == "draft" and state.passes == 0:
        seat = min(RULES.to_move(state))
        do(state, ev.DraftPick(seat, min(state.packets[seat].named)))
        picks += 1
    assert picks == 6
    assert [player.deck.size() for player in state.players] == [4, 4]


def test_after_the_draft_the_eight_are_shuffled_and_three_drawn() -> None:
    """2, draft."""
    state = drafted(2)
    dealer = Dealer(setup(2, setup="draft"), Random(9))
    while state.phase == "draft" or not RULES.to_move(state):
        seats = RULES.to_move(state)
        do(state, ev.DraftPick(min(seats), min(state.packets[min(seats)].named)) if seats else dealer(state))
    assert [(player.deck.size(), len(player.hand)) for player in state.players] == [(5, 3), (5, 3)]
    assert RULES.to_move(state) == {0, 1}, "mages are chosen as usual"


def test_a_packet_holds_four_cards_of_the_box() -> None:
    """2, draft."""
    state = do(new_game(setup="draft"), *CENTRE, *DEALS[:2])
    assert code(state, ev.DealPacket(0, CARDS[:3])) == "chance.count"
    do(state, ev.DealPacket(0, CARDS[:4]))
    assert code(state, ev.DealPacket(0, CARDS[4:])) == "chance.dealt_twice"
    assert code(state, ev.DealPacket(1, CARDS[2:6])) == "chance.not_in_supply"
    assert code(state, ev.DealArtifacts(1, OTHERS)) == "chance.not_now"


FIRST_GAME: tuple[Event, ...] = (
    ev.RevealMonument("obelisk"),
    ev.RevealMonument("temple"),
    ev.FirstPlayer(1),
)


def test_the_first_game_has_all_sun_sides_and_fixed_hands() -> None:
    """2, first game: a mage and 3 cards by set number, 5 random artifacts as deck."""
    state = do(new_game(setup="first_game"), *FIRST_GAME, ev.DealMages(0, ("duelist",)), ev.DealMages(1, ("seer",)))
    assert sorted(state.places) == sorted(BOX.sides[tile, "sun"] for tile in BOX.tiles)
    assert state.players[0].hand == {"dragon_teeth", "elemental_spring", "hand_of_glory"}
    deck = ("hawk", "mermaid", "nightingale", "prism", "vault")
    assert code(state, ev.DealArtifacts(0, (*deck[:4], "dragon_teeth"))) == "chance.not_in_supply"
    do(state, ev.DealArtifacts(0, ("hawk", "mermaid", "nightingale", "prism", "athanor")))
    assert code(state, ev.DealArtifacts(1, CARDS)) == "chance.count"
    do(state, ev.DealArtifacts(1, OTHERS[:5]))
    assert [list(player.tableau) for player in state.players] == [["duelist"], ["seer"]]
    assert RULES.to_move(state) == {0}, "then the items, as usual"


def test_a_first_game_mage_belongs_to_a_set() -> None:
    """2, first game."""
    state = do(new_game(setup="first_game"), *FIRST_GAME)
    assert code(state, ev.DealMages(0, ("witch",))) == "chance.first_game_set"
    assert code(state, ev.DealArtifacts(0, CARDS[:5])) == "chance.not_now"
    do(state, ev.DealMages(0, ("duelist",)))
    assert code(state, ev.DealMages(1, ("duelist",))) == "chance.not_in_supply"
