"""The decisions of the Collect step; all seats decide at the same time, in any order (rules.md 4)."""

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.res_arcana import events
from games.rules.res_arcana.essences import INDEX, KINDS, NOTHING
from games.rules.res_arcana.payments import add, check_gain, check_in_pool, pay
from games.rules.res_arcana.rounds import ask_to_collect, settle_forge
from games.rules.res_arcana.state import Player, State, advance
from games.rules.res_arcana.vocabulary import GainAny, GainOneOf


def check_collect_choice(state: State, event: events.CollectChoice) -> None:
    player = state.players[event.seat]
    word = player.choices.get(event.component)
    if word is None:
        raise _nothing_open(event.seat, sorted(player.choices), event.component)
    gains = event.gains.counts()
    if isinstance(word, GainAny):
        check_gain(event.seat, gains, word.amount, word.barred, "4")
    elif isinstance(word, GainOneOf):
        check_gain(event.seat, gains, 1, [kind for kind in KINDS if kind not in word.options], "4")


def _nothing_open(seat: Seat, expected: list[str], found: str) -> IllegalAction:
    return IllegalAction("nothing_to_collect", seat=seat, expected=expected, found=found, rule="4")


def apply_collect_choice(state: State, event: events.CollectChoice) -> None:
    player = state.players[event.seat]
    del player.choices[event.component]
    add(player.pool, event.gains.counts())
    _go_on(state, player)


def check_take_stored(state: State, event: events.TakeStored) -> None:
    player = state.players[event.seat]
    if event.component not in player.stored:
        raise _nothing_open(event.seat, sorted(player.stored), event.component)


def apply_take_stored(state: State, event: events.TakeStored) -> None:
    """All or nothing; what is left may bring more (rules.md 4)."""
    player = state.players[event.seat]
    player.stored.remove(event.component)
    piece = player.tableau[event.component]
    card, essences = piece.card, piece.essences
    if event.choice == "take":
        add(player.pool, essences)
        piece.essences = [0, 0, 0, 0, 0]
    else:
        if card.if_left is not None and essences[INDEX[card.if_left.essence]]:
            player.choices[card.id] = card.if_left.then
        if card.grows:
            piece.essences = [count and count + card.grows for count in essences]
    _go_on(state, player)


def check_forge_cost(state: State, event: events.ForgeCost) -> None:
    player = state.players[event.seat]
    if player.forge is None:
        raise _nothing_open(event.seat, [], "forge_cost")
    if event.choice == "pay":
        cost = player.tableau[player.forge].card.collect_cost or NOTHING
        check_in_pool(player, event.seat, cost, "4")


def apply_forge_cost(state: State, event: events.ForgeCost) -> None:
    player = state.players[event.seat]
    assert player.forge is not None
    piece = player.tableau[player.forge]
    player.forge = None
    if event.choice == "pay":
        pay(player, piece.card.collect_cost or NOTHING)
    else:
        piece.turned = True
    _go_on(state, player)


def _go_on(state: State, player: Player) -> None:
    if player.choices or player.stored:
        return
    settle_forge(player)
    if player.forge is None:
        state.stack.pop()
        ask_to_collect(state)
        advance(state)
