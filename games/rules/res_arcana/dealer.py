"""The box on the table: says what comes up in matches that we play ourselves (rules.md 2, 11).

A deck's order is drawn when a card is needed; that is the same as shuffling before.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.engine.events import Chance, Event, Seat, Setup
from games.rules.res_arcana import events
from games.rules.res_arcana.handlers.setup import missing_events
from games.rules.res_arcana.hidden import hand_size
from games.rules.res_arcana.piles import Pile
from games.rules.res_arcana.state import Pending, State, question

if TYPE_CHECKING:
    from random import Random


class Dealer:
    """Chance with all cards known; set-up comes in the order of rules.md 2, seats from the first player on."""

    def __init__(self, setup: Setup, rng: "Random") -> None:
        self.rng = rng
        self.setup = setup
        self.deal: dict[type[Event], Callable[[State, Pending], Chance]] = {
            events.ChooseSides: self._sides,
            events.RevealMonument: lambda state, _: events.RevealMonument(self._top(state.monuments, 1)[0]),
            events.FirstPlayer: lambda state, _: events.FirstPlayer(rng.randrange(len(state.players))),
            events.DealMages: self._mages,
            events.DealArtifacts: self._artifacts,
            events.DealPacket: self._packet,
            events.Draw: self._draw,
            events.Look: self._look,
            events.Reshuffle: self._reshuffle,
        }

    def __call__(self, state: State) -> Chance:
        """The chance event that is due in `state`."""
        asked = question(state)
        assert asked is not None
        kind = missing_events(state)[0] if state.phase == "setup" else asked.accepts[0]
        return self.deal[kind](state, asked)

    def _sides(self, state: State, _: Pending) -> Chance:
        return events.ChooseSides(min(state.tiles), self.rng.choice(("sun", "moon")))

    def _mages(self, state: State, _: Pending) -> Chance:
        seat = _first(state, [not player.mages for player in state.players])
        mages = sorted(state.unseen_mages)
        if state.options.setup == "first_game":
            sets = [mage for mage in mages if state.components.cards[mage].first_game_set]
            return events.DealMages(seat, (self.rng.choice(sets),))
        number = state.components.catalogue.setup.mages_dealt_per_player
        return events.DealMages(seat, tuple(sorted(self.rng.sample(mages, number))))

    def _artifacts(self, state: State, _: Pending) -> Chance:
        setup = state.components.catalogue.setup
        first_game = state.options.setup == "first_game"
        number = setup.artifacts_per_player - (setup.opening_hand if first_game else 0)
        seat = _first(state, [not player.deck.layers for player in state.players])
        return events.DealArtifacts(seat, self._unseen(state, number))

    def _packet(self, state: State, _: Pending) -> Chance:
        seat = _first(state, [seat not in state.packets for seat in range(len(state.players))])
        return events.DealPacket(seat, self._unseen(state, state.components.catalogue.setup.artifacts_per_player // 2))

    def _unseen(self, state: State, number: int) -> tuple[str, ...]:
        held = {name for packet in state.packets.values() for name in packet.named}
        return tuple(sorted(self.rng.sample(sorted(state.unseen - held), number)))

    def _draw(self, state: State, asked: Pending) -> Chance:
        opening = state.components.catalogue.setup.opening_hand
        seat = asked.seat
        if seat < 0:
            seat = _first(state, [hand_size(player) < opening for player in state.players])
        return events.Draw(seat, self._top(state.players[seat].deck, 1)[0])

    def _look(self, state: State, asked: Pending) -> Chance:
        context: Any = asked.context
        own = context.deck == "own_artifact_deck"
        pile = state.players[asked.seat].deck if own else state.monuments
        return events.Look(asked.seat, context.deck, self._top(pile, asked.amount))

    def _reshuffle(self, state: State, asked: Pending) -> Chance:
        return events.Reshuffle(asked.seat, tuple(state.players[asked.seat].discards))

    def _top(self, pile: Pile, number: int) -> tuple[str, ...]:
        cards: list[str] = []
        for layer in reversed(pile.layers):
            cards.extend(self.rng.sample(sorted(layer.named), min(number - len(cards), layer.left)))
        return tuple(cards)


def _first(state: State, wanted: list[bool]) -> Seat:
    """The first seat of those wanted, clockwise from the first player."""
    seats = len(state.players)
    order = [(max(state.token, 0) + step) % seats for step in range(seats)]
    return next(seat for seat in order if wanted[seat])
