"""The two columns of cards and their badges (rules.md A23 to A29)."""

from games.engine.events import Seat
from games.rules.arctica.components import Card
from games.rules.arctica.state import Player, State
from games.rules.arctica.wheels import free_slot


def add_card(player: Player, card: Card, on_top: bool = True) -> None:
    """The card joins its column."""
    column = player.columns[card.generation]
    column.insert(len(column) if on_top else 0, card)
    player.badges = [mine + new for mine, new in zip(player.badges, card.badges, strict=True)]


def remove_card(player: Player, card: Card) -> None:
    """The card leaves its column; tokens stay (A77)."""
    player.columns[card.generation].remove(card)
    player.badges = [mine - old for mine, old in zip(player.badges, card.badges, strict=True)]


def move_to_bottom(player: Player, column: int) -> None:
    """The top card goes to the bottom of its column."""
    cards = player.columns[column]
    cards.insert(0, cards.pop())


def reproduction_fault(state: State, seat: Seat, column: int) -> str | None:
    """Why the top card of a column cannot reproduce (A25), as a code, or None."""
    player = state.players[seat]
    if not player.columns[column]:
        return "empty_column"
    family = player.columns[column][-1].family
    if family < 0:
        return "generation_card"
    if free_slot(state, player, column) < 0:
        return "wheel_full"
    return None if player.supply[family] else "no_token"


def ability_fault(state: State, seat: Seat, column: int) -> str | None:
    """Why the top card of a column cannot be used for its ability (A28), as a code, or None."""
    cards = state.players[seat].columns[column]
    if not cards:
        return "empty_column"
    forbidden = state.table.options.generation_ability == "forbidden"
    return "generation_card" if forbidden and cards[-1].family < 0 else None
