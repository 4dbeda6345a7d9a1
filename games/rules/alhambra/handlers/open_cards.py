"""Start money that the log does not show: can what it tells next still be? (rules.md 2.4, games/README 1.7)

Everything here is asked only of one-sided logs; `hidden.py` does the search.
"""

from collections.abc import Iterable

from games.engine.events import Seat
from games.engine.supply import count_pieces
from games.rules.alhambra.hidden import Award, Dealt, Told, possible
from games.rules.alhambra.state import UNSEEN, State


def dealt_of(state: State, cards: tuple[str, ...]) -> Dealt:
    """What a deal tells of its cards."""
    values = state.components.values
    known = [values[card] for card in cards if card != UNSEEN]
    last = cards[-1] if cards else UNSEEN
    return Dealt(len(cards) - len(known), sum(known), values.get(last, 0), last_open=last == UNSEEN)


def deal_fits(state: State, cards: tuple[str, ...]) -> bool:
    """Whether the next seat can have been dealt `cards`."""
    dealt = [player.dealt for player in state.players[: state.dealt]]
    return _fits(state, [*dealt, dealt_of(state, cards)], gone=[card for card in cards if card != UNSEEN])


def draw_fits(state: State, card: str) -> bool:
    """Whether `card` can lie in the deck and need not be in a hand."""
    return _fits(state, [player.dealt for player in state.players[: state.dealt]], gone=[card])


def start_fits(state: State, first: Seat, tied: Iterable[Seat]) -> bool:
    """Whether `first` can have the lowest sum of the `tied` seats."""
    return _fits(state, [player.dealt for player in state.players], first=first, tied=frozenset(tied))


def payment_fits(state: State, seat: Seat, cards: dict[str, int]) -> bool:
    """Whether open cards of `seat` can be `cards`."""
    pieces = [card for card, count in cards.items() for _ in range(count)]
    dealt = [player.dealt for player in state.players]
    dealt[seat] = dealt[seat].with_known(state.components.values[card] for card in pieces)
    return _fits(state, dealt, gone=pieces)


def awards_fit(state: State, *more: Award) -> bool:
    """Whether the tiles left can have fallen as told so far, and as `more` says."""
    return _fits(state, [player.dealt for player in state.players], awards=(*state.awards, *more))


def _fits(
    state: State,
    dealt: list[Dealt],
    *,
    gone: Iterable[str] = (),
    first: Seat | None = None,
    tied: frozenset[Seat] = frozenset(),
    awards: tuple[Award, ...] = (),
) -> bool:
    components = state.components
    seen = count_pieces(gone)
    # Once the deck has been used up, every card still unseen is in a hand.
    unseen = state.deck.aside or state.deck.unseen
    supply = {card: count - seen.get(card, 0) for card, count in unseen.items()}
    told = Told(
        supply={(components.colours[card], components.values[card]): count for card, count in supply.items()},
        dealt=dealt,
        enough=components.catalogue.setup.start_money_at_least,
        first=state.first if first is None else first,
        tied=tied or state.tied,
        held=[_held(state, seat) for seat in range(len(dealt))] if awards else (),
        awards=awards,
    )
    return min(supply.values()) >= 0 and possible(told)


def _held(state: State, seat: Seat) -> dict[str, int]:
    values, colours = state.components.values, state.components.colours
    sums: dict[str, int] = {}
    for card, count in state.players[seat].hand.items():
        sums[colours[card]] = sums.get(colours[card], 0) + values[card] * count
    return sums
