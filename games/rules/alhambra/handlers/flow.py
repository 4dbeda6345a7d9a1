"""What happens by itself between events: turns, refills, scorings, the end (rules.md 3, 6, 8)."""

from functools import cache

from games.engine.decisions import Decision, event_name
from games.engine.events import Seat
from games.rules.alhambra.events import (
    Buy,
    Pass,
    Place,
    RedesignAdd,
    RedesignRemove,
    RedesignSwap,
    TakeMoney,
)
from games.rules.alhambra.handlers.leftovers import award_leftovers
from games.rules.alhambra.scoring import score_round
from games.rules.alhambra.state import State


@cache
def main_decision(seat: Seat) -> Decision:
    """The action of a turn (rules.md 3)."""
    return Decision(frozenset({seat}), (TakeMoney, Buy, RedesignAdd, RedesignRemove, RedesignSwap, Pass))


@cache
def place_decision(seat: Seat) -> Decision:
    """What becomes of the tiles bought in this turn (rules.md 3.4)."""
    return Decision(frozenset({seat}), (Place,))


def due(state: State) -> tuple[str, ...]:
    """The types of the events that may come next."""
    if state.pending:
        return tuple(event_name(kind) for kind in state.pending[-1].accepts)
    if state.phase == "setup":
        return _due_in_setup(state)
    if state.phase == "money":
        if not state.deck.left and not scoring_cards_left(state):
            return ("reshuffle",)
        return ("reveal_money", "reveal_scoring") if scoring_cards_left(state) else ("reveal_money",)
    return {"tiles": ("reveal_tile",), "dirk": ("dirk_tiles",)}.get(state.phase, ())


def _due_in_setup(state: State) -> tuple[str, ...]:
    dirk = state.dirk
    missing = {
        "dirk_tiles": dirk is not None and not dirk.tiles and not any(dirk.hidden),
        "deal": state.dealt < len(state.players),
        "start_player": state.dealt == len(state.players) and state.turn < 0,
        "reveal_money": len(state.display) < state.components.display_size,
        "reveal_tile": None in state.market,
    }
    return tuple(name for name, is_missing in missing.items() if is_missing)


def finish_setup(state: State) -> None:
    """Begin the first turn once everything of rules.md 2 has come, in whatever order."""
    dirk, catalogue = state.dirk, state.components.catalogue
    ready = (
        state.turn >= 0
        and (dirk is None or len(dirk.tiles) + sum(dirk.hidden) == catalogue.two_players.dirk_start_tiles)
        and len(state.display) == state.components.display_size
        and None not in state.market
    )
    if ready:
        state.deck_at_start = state.deck.left + scoring_cards_left(state)
        begin_turn(state, state.turn)


def begin_turn(state: State, seat: Seat) -> None:
    """`seat` is to act."""
    state.turn = seat
    state.phase = "main"
    state.extra = False
    state.pending = [main_decision(seat)]


def end_main(state: State) -> None:
    """No action is left in this turn: place what was bought, then refill."""
    state.extra = False
    if state.bought:
        state.phase = "place"
        state.pending = [place_decision(state.turn)]
    else:
        begin_refill(state)


def begin_refill(state: State) -> None:
    """Chance has its turn: money first (rules.md 6.1)."""
    state.pending = []
    state.phase = "money"
    if not state.trial:
        refill_money(state)


def scoring_cards_left(state: State) -> int:
    """Scoring cards still in the deck."""
    return 3 - state.next_scoring


def refill_money(state: State) -> None:
    """Go on to the tiles when the display is full or no card can come any more (rules.md 6.1)."""
    full = len(state.display) >= state.components.display_size
    if full or not (state.deck.left or state.discards or scoring_cards_left(state)):
        state.phase = "tiles"
        refill_tiles(state)


def refill_tiles(state: State) -> None:
    """Go on to the scoring when the market is full or the bag empty (rules.md 6.2)."""
    if None not in state.market or not state.bag.left:
        finish_refill(state)


def finish_refill(state: State) -> None:
    """Score what turned up, let Dirk draw, then end the match or pass the turn on (rules.md 6.3, 6.4)."""
    while state.rounds:
        score_round(state, state.rounds[0])
        if state.dirk is not None and dirk_draws(state):
            state.phase = "dirk"
            return
        del state.rounds[0]
    ended = None in state.market if state.options.end_trigger == "cannot_refill" else not state.bag.left
    if ended:
        award_leftovers(state)
    else:
        pass_turn(state)


def dirk_draws(state: State) -> int:
    """How many tiles Dirk takes after the round that has just been scored (rules.md 9)."""
    if state.rounds[0] == 1:
        return min(state.components.catalogue.two_players.dirk_after_round_1, state.bag.left)
    return state.bag.left // 3


def pass_turn(state: State) -> None:
    """The next seat in order acts; those that a stand-in plays are passed over."""
    seats = len(state.players)
    seat = (state.turn + 1) % seats
    while seat in state.stand_ins:
        if seat == state.turn:
            state.pending = []
            return
        seat = (seat + 1) % seats
    begin_turn(state, seat)
