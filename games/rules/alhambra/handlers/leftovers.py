"""The tiles left at the end: who wins them, and when the match is over (rules.md 8.2 to 8.4).

In a one-sided log the hands may not tell. A tile then stays open: whoever can have won it may place it, and the match
may also end without it, if it can have fallen to nobody.
"""

from games.engine.decisions import Decision
from games.engine.events import Seat
from games.rules.alhambra.events import PlaceLeftover
from games.rules.alhambra.handlers.open_cards import awards_fit
from games.rules.alhambra.hidden import Award
from games.rules.alhambra.scoring import score_round, take_back_round
from games.rules.alhambra.state import State

LAST_ROUND = 3


def award_leftovers(state: State) -> None:
    """Each tile left goes to the one with most money in its slot's currency (rules.md 8.2)."""
    state.phase = "leftovers"
    state.leftover_slots = {tile.id: slot for slot, tile in enumerate(state.market, start=1) if tile is not None}
    for tile, colour in zip(list(state.market), state.components.slot_colours, strict=True):
        if tile is not None and any(player.hidden for player in state.players):
            state.open_leftovers[tile.id] = colour
        elif tile is not None:
            _award(state, tile.id, richest(state, colour))
    _settle(state)
    await_leftovers(state)


def _award(state: State, tile: str, winner: Seat | None) -> None:
    if winner is not None:
        state.leftovers[tile] = winner
        state.market[[each and each.id for each in state.market].index(tile)] = None


def richest(state: State, colour: str) -> Seat | None:
    """The seat with the highest sum of `colour` in hand, or None: a tie, or nobody has any."""
    values, colours = state.components.values, state.components.colours
    sums = [
        sum(values[card] * count for card, count in player.hand.items() if colours[card] == colour)
        for player in state.players
    ]
    best = max(sums)
    return sums.index(best) if best and sums.count(best) == 1 else None


def can_win(state: State, tile: str) -> list[Seat]:
    """The seats that can have won an open tile."""
    colour = state.open_leftovers[tile]
    return [seat for seat in range(len(state.players)) if awards_fit(state, Award(colour, seat))]


def claim_open(state: State, tile: str, winner: Seat) -> None:
    """An open tile is placed by `winner`, so he has won it."""
    if state.phase == "over":
        take_back_round(state)
        state.phase = "leftovers"
    state.awards = (*state.awards, Award(state.open_leftovers.pop(tile), winner))
    _award(state, tile, winner)
    _settle(state)


def _settle(state: State) -> None:
    """Award the open tiles of which there is no doubt any more."""
    for tile, colour in list(state.open_leftovers.items()):
        winners: list[Seat | None] = [*can_win(state, tile)]
        if awards_fit(state, Award(colour, None)):
            winners.append(None)
        if len(winners) == 1:
            del state.open_leftovers[tile]
            state.awards = (*state.awards, Award(colour, winners[0]))
            _award(state, tile, winners[0])
            _settle(state)
            return


def await_leftovers(state: State) -> None:
    """Ask the winners to place their tiles; when none must be placed, score the last round (rules.md 8.3, 8.4)."""
    open_tiles = state.open_leftovers
    may = {seat for tile in open_tiles for seat in can_win(state, tile)}
    must = set(state.leftovers.values())
    over = not must and (not open_tiles or awards_fit(state, *(Award(colour, None) for colour in open_tiles.values())))
    asked = frozenset(must | may)
    state.pending = [Decision(asked, (PlaceLeftover,), optional=over)] if asked else []
    if over:
        score_round(state, LAST_ROUND)
        state.phase = "over"
