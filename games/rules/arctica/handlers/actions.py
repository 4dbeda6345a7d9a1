"""The actions of a turn apart from Colony (rules.md 5, D4 to D11), each carried out with all it triggers."""

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.arctica.components import GENERATIONS, Card
from games.rules.arctica.ecosystem import ability_fault, add_card, move_to_bottom
from games.rules.arctica.effects import migrate_once, reproduce, resolve
from games.rules.arctica.events import Step
from games.rules.arctica.hands import discard_cards, draw, take_cards
from games.rules.arctica.source import Source
from games.rules.arctica.state import Player, State
from games.rules.arctica.wheels import free_slot, gain_flora, put_token, rotate


def play_fauna(state: State, source: Source, seat: Seat, step: Step) -> None:
    """D4 (A21 to A24)."""
    options = state.table.options
    player = state.players[seat]
    if step.card in step.discards:
        raise IllegalAction("payment", seat=seat, found=list(step.discards), rule="A21")
    take_cards(state, seat, (step.card,), "A21")
    card = state.table.box.fauna[step.card]
    discard_cards(state, seat, step.discards, card.cost, "A22")
    fault = fauna_fault(state, player, card)
    if fault is not None:
        raise IllegalAction(fault, seat=seat, found=card.id, rule="A21")
    with_token = player.supply[card.family] > 0
    add_card(player, card, on_top=options.new_card_position == "top")
    if options.fauna_order == "token_first":
        if with_token:
            put_token(state, player, card.family, card.generation)
        resolve(state, source, seat, card.flash, card.generation)
        return
    if with_token:
        player.reserved = card.generation
        player.supply[card.family] -= 1
    resolve(state, source, seat, card.flash, card.generation)
    if with_token:
        player.reserved = -1
        player.supply[card.family] += 1
        put_token(state, player, card.family, card.generation)


def fauna_fault(state: State, player: Player, card: Card) -> str | None:
    """Why the ecosystem, the wheel or the supply does not let a card be played (A21), as a code, or None."""
    if any(player.badges[badge] < count for badge, count in card.requires):
        return "badges"
    if free_slot(state, player, card.generation) < 0:
        return "wheel_full"
    if not player.supply[card.family] and state.table.options.empty_supply == "blocks":
        return "no_token"
    return None


def play_reproduce(state: State, source: Source, seat: Seat, step: Step) -> None:
    """D5."""
    reproduce(state, seat, GENERATIONS.index(step.column))


def play_ability(state: State, source: Source, seat: Seat, step: Step) -> None:
    """D6 (A28, A29)."""
    column = GENERATIONS.index(step.column)
    fault = ability_fault(state, seat, column)
    if fault is not None:
        raise IllegalAction(fault, seat=seat, found=step.column, rule="A28")
    player = state.players[seat]
    card = player.columns[column][-1]
    player.in_use = column
    resolve(state, source, seat, card.ability, card.generation)
    player.in_use = -1
    move_to_bottom(player, column)


def play_flora(state: State, source: Source, seat: Seat, step: Step) -> None:
    """D7 (A35)."""
    gain_flora(state, state.players[seat], 2, by_action=True)


def play_migrate(state: State, source: Source, seat: Seat, step: Step) -> None:
    """D8 (A43)."""
    _moves(state, source, seat, step, 2)


def play_draw(state: State, source: Source, seat: Seat, step: Step) -> None:
    """D9 (A39)."""
    draw(state, source, seat, 2)


def play_rotate_card(state: State, source: Source, seat: Seat, step: Step) -> None:
    """D10 (A37)."""
    rotate(state, state.players[seat])
    draw(state, source, seat, 1)


def play_rotate_migrate(state: State, source: Source, seat: Seat, step: Step) -> None:
    """D11 (A38)."""
    rotate(state, state.players[seat])
    _moves(state, source, seat, step, 1)


def _moves(state: State, source: Source, seat: Seat, step: Step, limit: int) -> None:
    for number, move in enumerate(source.moves(state, seat, step, limit), start=1):
        if number > limit:
            raise IllegalAction("limit", seat=seat, expected=limit, found=len(step.moves), rule="A43")
        migrate_once(state, source, seat, move)
