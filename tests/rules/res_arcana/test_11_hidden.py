"""rules.md 11: chance, hidden information, and matching."""

from random import Random
from typing import Any

import pytest

from games.engine.errors import LogProblem
from games.engine.events import Event, Seat
from games.rules.res_arcana import events as ev
from games.rules.res_arcana.hidden import fits
from games.rules.res_arcana.piles import Pile
from games.rules.res_arcana.rules import RULES
from games.rules.res_arcana.state import Piece, State
from games.rules.res_arcana.view import seen_by, view_of
from tests.rules.res_arcana.table import BOX, code, do, essences, new_game, play, pool, position, power

UNSEEN = "?"
CENTRE: tuple[Event, ...] = (
    *(ev.ChooseSides(tile, "sun") for tile in BOX.tiles),
    ev.RevealMonument("obelisk"),
    ev.RevealMonument("temple"),
    ev.FirstPlayer(0),
)
OWN = ("hawk", "mermaid", "nightingale", "prism", "vault", "treant", "crypt", "athanor")


def one_sided(*, draws: int = 0) -> State:
    """Seat 0 wrote it: seat 1 has drawn its opening hand and `draws` more, all unseen; it is the turn of seat 1."""
    state = position(turn=1, hands=["hawk mermaid nightingale"], decks=["prism vault treant crypt athanor"])
    rival = state.players[1]
    rival.deck = Pile.of((), 8)
    rival.slots = [None] * 8
    rival.deck.layers[0].left -= 3 + draws
    rival.pool = [20] * 5
    state.mattered = 0
    return state


def test_a_hidden_card_of_a_rival_may_be_any_that_is_nowhere_else() -> None:
    """11: 40 artifacts minus all cards known to be elsewhere."""
    state = one_sided()
    assert code(state, ev.PlaceArtifact(1, "hawk", essences("1 life 1 calm"))) == "illegal.not_held"
    assert code(state, ev.PlaceArtifact(1, "prism", essences(""))) == "illegal.not_held", "in the writer's deck"
    assert code(state, ev.PlaceArtifact(1, "temple", essences("4 gold"))) == "illegal.not_held"
    do(state, ev.PlaceArtifact(1, "guard_dog", essences("1 elan")))
    assert RULES.unknown(state) == 1


def test_a_card_is_shown_only_after_it_was_drawn() -> None:
    """11 (3): three initial cards, so no fourth without a draw."""
    state = do(one_sided(), ev.Discard(1, "guard_dog", essences("1 gold")))
    for card in ("bone_dragon", "fire_dragon"):
        do(
            state,
            ev.Discard(0, min(state.players[0].hand), essences("1 gold")),
            ev.Discard(1, card, essences("1 gold")),
        )
    do(state, ev.Discard(0, min(state.players[0].hand), essences("1 gold")))
    assert code(state, ev.Discard(1, "cursed_skull", essences("1 gold"))) == "illegal.not_held"


def test_a_card_cannot_be_shown_twice() -> None:
    """11 (1): no artifact in two places."""
    state = do(one_sided(), ev.PlaceArtifact(1, "guard_dog", essences("1 elan")), ev.Pass(0, "divination"))
    do(state, ev.Draw(0, "prism"))
    assert code(state, ev.PlaceArtifact(1, "guard_dog", essences("1 elan"))) == "illegal.not_held"


def test_at_most_eight_different_cards_belong_to_a_player() -> None:
    """11 (2)."""
    state = one_sided(draws=5)
    player = state.players[1]
    cards = sorted(state.unseen)[:9]
    state.players[0].passed = True
    for card in cards[:8]:
        do(state, ev.Discard(1, card, essences("1 gold")))
    assert player.slots == [None] * 8
    assert code(state, ev.Discard(1, cards[8], essences("1 gold"))) == "illegal.not_held"


def exhausted() -> State:
    """Seat 1 has drawn all eight, shown two by discarding them, and seat 0 has passed."""
    state = one_sided(draws=5)
    state.players[0].passed = True
    state.players[0].deck = Pile()
    state.players[1].deck.layers.clear()
    state.players[1].aside = 8
    do(state, ev.Discard(1, "guard_dog", essences("1 gold")), ev.Discard(1, "cursed_skull", essences("1 gold")))
    return do(state, power("research", seat=1, payment="1 gold"), ev.Reshuffle(1, ("guard_dog", "cursed_skull")))


def test_after_the_first_reshuffle_only_its_cards_are_drawn() -> None:
    """11 (4)."""
    state = exhausted()
    assert code(state, ev.Draw(1, "bone_dragon")) == "chance.not_in_supply"
    do(state, ev.Draw(1, UNSEEN))


def test_a_card_of_the_pile_can_be_shown_again_once_one_was_drawn() -> None:
    """11: an unknown drawn after a reshuffle is exactly one of the multiset shuffled in."""
    state = do(exhausted(), ev.Draw(1, UNSEEN), ev.PlaceArtifact(1, "guard_dog", essences("1 elan")))
    assert code(state, ev.PlaceArtifact(1, "cursed_skull", essences("2 death"))) == "illegal.not_held"
    do(state, ev.PlaceArtifact(1, "bone_dragon", essences("4 death 1 life")))


def test_when_the_pile_is_drawn_to_its_end_its_cards_are_known() -> None:
    """11."""
    state = do(exhausted(), ev.Draw(1, UNSEEN))
    state.players[1].tableau["research"].turned = False
    before = state.mattered
    do(state, power("research", seat=1, payment="1 gold"), ev.Draw(1, UNSEEN))
    assert state.players[1].hand == {"guard_dog", "cursed_skull"}
    do(state, ev.PlaceArtifact(1, "guard_dog", essences("1 elan")))
    assert state.mattered == before, "what is certain rests on no unknown"


def test_a_known_draw_narrows_the_unseen() -> None:
    """11."""
    state = one_sided()
    do(state, power("research", seat=1, payment="1 gold"), ev.Draw(1, "guard_dog"))
    assert state.players[1].hand == {"guard_dog"}
    assert "guard_dog" not in state.unseen
    do(state, ev.Pass(0, "divination"), ev.Draw(0, "vault"))
    do(state, ev.PlaceArtifact(1, "guard_dog", essences("1 elan")))
    assert RULES.unknown(state) == 0


def test_divinations_discards_must_have_been_in_hand() -> None:
    """11: its net exchange counts."""
    state = one_sided()
    state.players[1].tableau["divination"] = state.items.pop("divination")
    do(state, power("divination", seat=1), *(ev.Draw(1, UNSEEN) for _ in range(3)))
    assert code(state, ev.DiscardChoice(1, ("guard_dog", "hawk", "bone_dragon"))) == "illegal.not_held"
    assert code(state, ev.DiscardChoice(1, (UNSEEN, UNSEEN, UNSEEN))) == "illegal.count"
    do(state, ev.DiscardChoice(1, ("guard_dog", "fire_dragon", "bone_dragon")))


def test_an_unseen_look_and_order_say_nothing() -> None:
    """11: opponents' reorderings cannot be checked."""
    state = one_sided()
    hidden = (UNSEEN,) * 3
    state.players[1].tableau["hawk"] = Piece(BOX.cards["hawk"])
    do(state, power("hawk", seat=1, deck="own_artifact_deck"))
    assert code(state, ev.Look(1, "own_artifact_deck", ("guard_dog", UNSEEN, UNSEEN))) == "chance.partly_seen"
    do(state, ev.Look(1, "own_artifact_deck", hidden))
    assert code(state, ev.Reorder(1, "own_artifact_deck", ("guard_dog", "hawk", "prism"))) == "illegal.order"
    do(state, ev.Reorder(1, "own_artifact_deck", hidden))
    assert state.players[1].deck.size() == 5


def look(state: State, seat: Seat, name: str, *cards: str) -> State:
    """`seat` looks at the monument deck and leaves it so."""
    return do(
        state,
        power(name, seat=seat, deck="monument_deck"),
        ev.Look(seat, "monument_deck", cards),
        ev.Reorder(seat, "monument_deck", cards),
    )


def monuments(**more: str) -> State:
    """Both can look at the monument deck, and have 12 Gold."""
    return position(mages=("seer", "scholar"), plays=["", "hawk"], pools=["12 gold", "12 gold"], **more)  # type: ignore[arg-type]


def test_monuments_that_the_writer_saw_come_in_the_order_he_gave() -> None:
    """11: known to a look-and-reorder user only."""
    state = look(monuments(), 0, "seer", "oracle", "library", "colossus")
    assert view_of(state, 0)["monuments_known"] == ["oracle", "library", "colossus"]
    assert view_of(state, 1)["monuments_known"] == []
    assert view_of(state, None)["monuments_known"] == []


def test_an_unseen_order_leaves_only_the_set_of_the_top_cards() -> None:
    """11: another's reordering of cards that the writer saw."""
    state = look(monuments(), 0, "seer", "oracle", "library", "colossus")
    look(state, 1, "hawk", UNSEEN, UNSEEN, UNSEEN)
    do(state, ev.ClaimMonument(0, "top"))
    assert code(state, ev.RevealMonument("obelisk")) == "chance.not_in_supply"
    do(state, ev.RevealMonument("library"), ev.Pass(1, "protection"), ev.ClaimMonument(0, "top"))
    assert code(state, ev.RevealMonument("solomons_mine")) == "chance.not_in_supply"
    do(state, ev.RevealMonument("colossus"), ev.ClaimMonument(0, "top"))
    assert code(state, ev.RevealMonument("solomons_mine")) == "chance.not_in_supply"
    do(state, ev.RevealMonument("oracle"))


def test_an_unseen_order_may_mix_known_and_unknown_monuments() -> None:
    """11: two known ones and one that nobody else saw."""
    state = look(monuments(), 0, "seer", "oracle", "library", "colossus")
    do(state, ev.ClaimMonument(1, "top"), ev.RevealMonument("oracle"), ev.Pass(0, "protection"))
    look(state, 1, "hawk", UNSEEN, UNSEEN, UNSEEN)
    do(state, ev.ClaimMonument(1, "top"), ev.RevealMonument("solomons_mine"), ev.ClaimMonument(1, "top"))
    assert code(state, ev.RevealMonument("temple")) == "chance.not_in_supply", "library and colossus are the other two"
    do(state, ev.RevealMonument("library"))


def test_a_monument_is_never_unseen() -> None:
    """11: it is turned up for all."""
    state = do(position(pools=["4 gold"]), ev.ClaimMonument(0, "top"))
    assert code(state, ev.RevealMonument(UNSEEN)) == "chance.unknown_component"


def test_an_unseen_mage_may_be_any_that_is_nowhere_else() -> None:
    """11: the unchosen mage is known to its owner, undealt ones to nobody."""
    state = do(new_game(), *CENTRE, ev.DealMages(0, ("druid", "seer")), ev.DealMages(1, (UNSEEN, UNSEEN)))
    do(state, ev.DealArtifacts(0, OWN), ev.DealArtifacts(1, (UNSEEN,) * 8), *(ev.Draw(0, card) for card in OWN[:3]))
    do(state, *(ev.Draw(1, UNSEEN) for _ in range(3)))
    assert code(state, ev.ChooseMage(1, "seer")) == "illegal.not_held"
    assert code(state, ev.ChooseMage(1, UNSEEN)) == "illegal.not_held"
    do(state, ev.ChooseMage(1, "witch"))
    assert RULES.unknown(state) == 1


def drafted(*first: str) -> State:
    """Seat 0 wrote it: its first packet is `first`, that of seat 1 unseen, in a draft for two."""
    return do(
        new_game(setup="draft"),
        *CENTRE,
        ev.DealMages(0, ("druid", "seer")),
        ev.DealMages(1, (UNSEEN, UNSEEN)),
        ev.DealPacket(0, first),
        ev.DealPacket(1, (UNSEEN,) * 4),
    )


def test_draft_packets_are_known_to_whoever_held_them() -> None:
    """11: what is left of the writer's packet is what the others picked, and nothing else."""
    state = drafted("hawk", "prism", "vault", "treant")
    do(state, ev.DraftPick(0, "hawk"), ev.DraftPick(1, UNSEEN))
    assert code(state, ev.DraftPick(0, "prism")) == "illegal.not_held", "it lies in the packet handed on"
    do(state, ev.DraftPick(0, "guard_dog"), ev.DraftPick(1, UNSEEN))
    assert code(state, ev.DraftPick(0, "athanor")) == "illegal.not_held"
    do(state, ev.DraftPick(0, "vault"), ev.DraftPick(1, UNSEEN))
    assert [sorted(slot) for slot in state.players[1].slots if slot] == [
        ["prism", "treant", "vault"],
        ["prism", "treant"],
    ]


def shown_by_the_rival() -> State:
    """After the draft: prism and treant are two of seat 1's eight cards, for certain; seat 0 has passed."""
    state = drafted("hawk", "prism", "vault", "treant")
    do(state, ev.DraftPick(0, "hawk"), ev.DraftPick(1, UNSEEN), ev.DraftPick(0, "guard_dog"), ev.DraftPick(1, UNSEEN))
    do(state, ev.DraftPick(0, "vault"), ev.DraftPick(1, UNSEEN))
    do(state, ev.DealPacket(0, ("mermaid", "crypt", "athanor", "nightingale")), ev.DealPacket(1, (UNSEEN,) * 4))
    do(
        state,
        ev.DraftPick(0, "mermaid"),
        ev.DraftPick(1, UNSEEN),
        ev.DraftPick(0, "bone_dragon"),
        ev.DraftPick(1, UNSEEN),
    )
    do(state, ev.DraftPick(0, "athanor"), ev.DraftPick(1, UNSEEN))
    for seat in (0, 1):
        hand = ("hawk", "mermaid", "vault") if seat == 0 else (UNSEEN,) * 3
        do(state, *(ev.Draw(seat, card) for card in hand))
    do(state, ev.ChooseMage(0, "seer"), ev.ChooseMage(1, "scholar"))
    do(state, ev.ChooseItem(1, "research"), ev.ChooseItem(0, "divination"))
    do(state, ev.Pass(0, "protection"), ev.Draw(0, "guard_dog"))
    state.players[1].pool = [20] * 5
    return state


def test_slots_of_a_draft_must_all_be_filled_at_once() -> None:
    """11: counts alone would let the rival show five cards besides the four that must be among its eight."""
    state = shown_by_the_rival()
    others = sorted(state.unseen - {"prism", "treant", "crypt", "nightingale"})
    for card in others[:3]:
        do(state, ev.Discard(1, card, essences("1 gold")))
    for _ in range(2):
        do(state, power("research", seat=1, payment="1 gold"), ev.Draw(1, UNSEEN))
        state.players[1].tableau["research"].turned = False
    do(state, ev.Discard(1, others[3], essences("1 gold")))
    assert code(state, ev.Discard(1, others[4], essences("1 gold"))) == "illegal.not_held"
    do(state, ev.Discard(1, "prism", essences("1 gold")))


def replayed(start: object, events: list[Event]) -> State:
    return do(RULES.new_game(start), *events)  # type: ignore[arg-type]


MATCHES = [(seed, seats, setup) for seed in range(4) for seats, setup in ((2, "standard"), (3, "draft"), (4, "draft"), (2, "draft"), (3, "first_game"))]  # fmt: skip


def told(state: State, viewer: Seat | None) -> dict[str, Any]:
    """The view; after a draft without packets and decks, of which a record tells less than the seat has seen."""
    view = view_of(state, viewer)
    for seat in view["seats"] if state.options.setup == "draft" else ():
        del seat["packet"], seat["deck_cards"], seat["deck_top"]
    return view


@pytest.mark.parametrize(("seed", "seats", "setup"), MATCHES)
def test_a_view_holds_what_its_seat_saw_and_nothing_more(seed: int, seats: int, setup: str) -> None:
    """11: the view of a position equals that of the same match as its seat could have written it, at every event."""
    start, events, _ = play(seed, seats, ("official", "seed")[seed % 2], setup=setup)
    for viewer in (seed % seats, None):
        full, partial = RULES.new_game(start), RULES.new_game(start)
        for event in events[:400]:
            do(full, event)
            do(partial, seen_by(event, viewer))
            assert told(full, viewer) == told(partial, viewer)


@pytest.mark.parametrize(("seed", "seats", "setup"), MATCHES)
def test_a_one_sided_match_comes_to_the_same_end(seed: int, seats: int, setup: str) -> None:
    """11: consistent, with the same scores."""
    start, events, state = play(seed, seats, setup=setup)
    partial = replayed(start, [seen_by(event, 0) for event in events])
    assert RULES.scores(partial) == RULES.scores(state)
    assert RULES.unknown(partial) > 0
    assert RULES.unknown(state) == 0


def test_no_unknown_matters_where_only_the_unchosen_mages_are_open() -> None:
    """11: `verified` when no unknown ever mattered."""
    start, events, _ = play(1, 2)
    chosen = {event.mage for event in events if isinstance(event, ev.ChooseMage)}
    hidden = [
        ev.DealMages(event.seat, tuple(mage if mage in chosen else UNSEEN for mage in event.mages))
        if isinstance(event, ev.DealMages)
        else event
        for event in events
    ]
    assert RULES.unknown(replayed(start, hidden)) == 0


def test_a_false_card_in_a_one_sided_match_is_found() -> None:
    """11: a rival's card exchanged for one of the writer's own is refused."""
    start, events, _ = play(3, 2)
    mine = next(event.cards[0] for event in events if isinstance(event, ev.DealArtifacts) and event.seat == 0)
    at = next(at for at, event in enumerate(events) if isinstance(event, ev.Discard) and event.seat == 1)
    shown = events[at]
    assert isinstance(shown, ev.Discard)
    events[at] = ev.Discard(1, mine, shown.gain)
    with pytest.raises(LogProblem) as refused:
        replayed(start, [seen_by(event, 0) for event in events])
    assert refused.value.code == "illegal.not_held"


def test_the_public_sees_no_card_in_hand() -> None:
    """11."""
    _, _, state = play(2, 3)
    for seat in view_of(state, None)["seats"]:
        assert seat["hand"] is seat["deck_cards"] is seat["mages"] is None
        assert isinstance(seat["cards"], int)


def brute_force(slots: list[tuple[Seat, frozenset[str] | None]], shown: dict[Seat, list[str]], free: set[str]) -> bool:
    """Every assignment of cards to slots tried out."""
    if not slots:
        return not any(shown.values())
    (seat, slot), rest = slots[0], slots[1:]
    for card in [*shown[seat], *free]:
        if slot is None or card in slot:
            left = {other: [name for name in cards if (other, name) != (seat, card)] for other, cards in shown.items()}
            if brute_force(rest, left, free - {card}):
                return True
    return False


@pytest.mark.parametrize("seed", range(60))
def test_matching_agrees_with_trying_every_assignment(seed: int) -> None:
    """11: with 8 cards a player, backtracking is enough; the matching gives the same answer."""
    rng = Random(seed)
    state = new_game()
    cards = sorted(state.unseen)[:6]
    state.unseen = set(cards[rng.randrange(3) :])
    seen = [card for card in cards if card not in state.unseen]
    for player in state.players:
        player.slots = [
            frozenset(rng.sample(cards, rng.randint(1, 3))) if rng.random() < 0.8 else None for _ in range(2)
        ]
    for card in seen[:2]:
        player = rng.choice(state.players)
        if len(player.shown) < 2:
            player.shown.append(card)
    for seat in (0, 1):
        for card in sorted(state.unseen):
            if len(state.players[seat].shown) < 2 and any(player.slots != [None, None] for player in state.players):
                slots = [(number, slot) for number, player in enumerate(state.players) for slot in player.slots]
                shown = {number: list(player.shown) for number, player in enumerate(state.players)}
                shown[seat].append(card)
                assert fits(state, seat, [card]) == brute_force(slots, shown, state.unseen - {card})


def test_pool_is_public() -> None:
    """11: pools, essences on cards, turned state and magic items are known to all."""
    state = position(plays=["vault"], pools=["2 life"], on={"vault": {"gold": 1}}, turned="vault")
    seat = view_of(state, None)["seats"][0]
    assert seat["pool"] == pool(state, 0) == {"life": 2}
    assert {"id": "vault", "turned": True, "essences": {"gold": 1}} in seat["tableau"]
    assert seat["item"] == "alchemy"
