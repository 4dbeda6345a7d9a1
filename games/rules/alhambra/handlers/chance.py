"""Draws: could what the log reports have come out of the box? (rules.md 2, 6, 11)"""

from typing import Literal

from games.engine.errors import ImpossibleChance, UnsupportedLog
from games.engine.events import Seat
from games.engine.supply import count_pieces
from games.rules.alhambra.claims import StandIn
from games.rules.alhambra.components import Tile
from games.rules.alhambra.events import (
    Deal,
    DirkTiles,
    Reshuffle,
    RevealMoney,
    RevealScoring,
    RevealTile,
    StartPlayer,
)
from games.rules.alhambra.handlers.flow import (
    begin_refill,
    dirk_draws,
    due,
    finish_refill,
    finish_setup,
    refill_money,
    refill_tiles,
    scoring_cards_left,
)
from games.rules.alhambra.handlers.leftovers import await_leftovers
from games.rules.alhambra.handlers.open_cards import deal_fits, dealt_of, draw_fits, start_fits
from games.rules.alhambra.layout import ORIGIN
from games.rules.alhambra.state import UNSEEN, Dirk, State


def not_now(state: State, found: str, rule: str) -> ImpossibleChance:
    """The refusal of a draw that is not due."""
    return ImpossibleChance("not_now", expected=list(due(state)), found=found, rule=rule)


def check_deal(state: State, event: Deal) -> None:
    if state.phase != "setup" or event.seat != state.dealt:
        raise not_now(state, "deal", "2.4")
    values = state.components.values
    for card, count in count_pieces(event.cards).items():
        if card == UNSEEN:
            continue
        if card not in values:
            raise ImpossibleChance("unknown_component", seat=event.seat, found=card, rule="2.2")
        if count > state.deck.unseen[card]:
            expected = state.deck.unseen[card]
            raise ImpossibleChance(
                "not_in_supply", seat=event.seat, cards=[card], expected=expected, found=count, rule="2.2"
            )
    enough = state.components.catalogue.setup.start_money_at_least
    lowest, highest = min(values.values()), max(values.values())
    least = sum([values.get(card, lowest) for card in event.cards[:-1]])
    most = sum([values.get(card, highest) for card in event.cards])
    possible = least < enough <= most and (
        not (state.one_sided or UNSEEN in event.cards) or deal_fits(state, event.cards)
    )
    if not possible:
        found = most if most < enough else least
        raise ImpossibleChance(
            "deal_sum", seat=event.seat, cards=list(event.cards), expected=enough, found=found, rule="2.4"
        )


def apply_deal(state: State, event: Deal) -> None:
    player = state.players[event.seat]
    player.board[ORIGIN] = state.components.fountain
    for card in event.cards:
        if card == UNSEEN:
            player.hidden += 1
            state.deck.draw_hidden(1)
        else:
            player.hand[card] = player.hand.get(card, 0) + 1
            state.deck.draw(card)
    player.dealt = dealt_of(state, event.cards)
    state.one_sided = state.one_sided or player.hidden > 0
    state.dealt += 1
    finish_setup(state)


def check_start_player(state: State, event: StartPlayer) -> None:
    if state.phase != "setup" or state.dealt < len(state.players) or state.turn >= 0:
        raise not_now(state, "start_player", "2.5")
    possible = start_players(state)
    if event.seat not in possible:
        raise ImpossibleChance("start_player", seat=event.seat, expected=possible, found=event.seat, rule="2.5")


def start_players(state: State) -> list[Seat]:
    """The seats that may begin: with fewest cards, among them those with the lowest sum (rules.md 2.5)."""
    seats = range(len(state.players))
    if state.options.start_player == "random":
        return list(seats)
    values = state.components.values
    cards = [sum(player.hand.values()) + player.hidden for player in state.players]
    fewest = [seat for seat in seats if cards[seat] == min(cards)]
    if state.one_sided:
        return [seat for seat in fewest if start_fits(state, seat, fewest)]
    sums = {seat: sum(values[card] * count for card, count in state.players[seat].hand.items()) for seat in fewest}
    return [seat for seat in fewest if sums[seat] == min(sums.values())]


def apply_start_player(state: State, event: StartPlayer) -> None:
    if state.one_sided and state.options.start_player == "fewest_cards":
        cards = [sum(player.hand.values()) + player.hidden for player in state.players]
        state.first, state.tied = event.seat, frozenset(seat for seat, held in enumerate(cards) if held == min(cards))
    state.turn = event.seat
    finish_setup(state)


def check_dirk_tiles(state: State, event: DirkTiles) -> None:
    number = dirk_tiles_due(state)
    if number is None or event.reason != dirk_reason(state):
        raise not_now(state, "dirk_tiles", "9")
    if len(event.tiles) != number:
        raise ImpossibleChance("count", expected=number, found=len(event.tiles), rule="9")
    if len(set(event.tiles)) < len([tile for tile in event.tiles if not tile.startswith(UNSEEN)]):
        raise ImpossibleChance("not_in_supply", found=list(event.tiles), rule="9")
    for tile in event.tiles:
        if not tile.startswith(UNSEEN):
            check_bag_holds(state, tile, "9")
        elif (tile != UNSEEN and tile.removeprefix("?:") not in state.components.kinds) or state.phase != "setup":
            raise ImpossibleChance("unknown_component", found=tile, rule="9")


def dirk_tiles_due(state: State) -> int | None:
    """How many tiles Dirk must draw now, or None."""
    if state.dirk is None:
        return None
    if state.phase == "dirk":
        return dirk_draws(state)
    if state.phase == "setup" and not state.dirk.tiles and not any(state.dirk.hidden):
        return state.components.catalogue.two_players.dirk_start_tiles
    return None


def dirk_reason(state: State) -> Literal["setup", "round1", "round2"]:
    """The `reason` of the draw that is due."""
    if state.phase == "setup":
        return "setup"
    return "round1" if state.rounds[0] == 1 else "round2"


def apply_dirk_tiles(state: State, event: DirkTiles) -> None:
    assert state.dirk is not None
    for name in event.tiles:
        if name.startswith(UNSEEN):
            _hide_with_dirk(state, state.dirk, name)
        else:
            give_to_dirk(state.dirk, state.components.tiles[name])
            state.bag.draw(name)
    if state.phase == "setup":
        finish_setup(state)
    else:
        del state.rounds[0]
        finish_refill(state)


def _hide_with_dirk(state: State, dirk: Dirk, name: str) -> None:
    state.bag.draw_hidden(1)
    if name == UNSEEN:
        dirk.hidden[-1] += 1
    else:
        kind = state.components.kinds.index(name.removeprefix("?:"))
        dirk.hidden[kind] += 1
        dirk.kinds[kind] += 1


def give_to_dirk(dirk: Dirk, tile: Tile) -> None:
    """Dirk gets a known tile."""
    dirk.tiles.append(tile)
    dirk.kinds[tile.kind] += 1


def check_reveal_money(state: State, event: RevealMoney) -> None:
    if state.phase != "money" and not (state.phase == "setup" and display_short(state)):
        raise not_now(state, "reveal_money", "6.1")
    if not state.deck.can_draw(event.card):
        if event.card not in state.components.values:
            raise ImpossibleChance("unknown_component", found=event.card, rule="6.1")
        if not state.deck.left:
            raise ImpossibleChance("nothing_to_draw", expected=list(due(state)), found=event.card, rule="6.1")
        raise ImpossibleChance("not_in_supply", cards=[event.card], found=event.card, rule="6.1")
    if state.one_sided and not state.deck.aside and not draw_fits(state, event.card):
        raise ImpossibleChance("not_in_supply", cards=[event.card], found=event.card, rule="2.4")


def display_short(state: State) -> bool:
    """Whether the money display has room."""
    return len(state.display) < state.components.display_size


def apply_reveal_money(state: State, event: RevealMoney) -> None:
    state.deck.draw(event.card)
    state.display.append(event.card)
    if state.phase == "setup":
        finish_setup(state)
    else:
        refill_money(state)


def check_reveal_scoring(state: State, event: RevealScoring) -> None:
    if state.phase != "money":
        raise not_now(state, "reveal_scoring", "6.1")
    if event.round != state.next_scoring:
        expected = state.next_scoring if scoring_cards_left(state) else None
        raise ImpossibleChance("scoring_order", expected=expected, found=event.round, rule="8")
    if state.dirk is not None and state.dirk.hidden[-1]:
        raise UnsupportedLog("ambiguous", dirk=True, found=state.dirk.hidden[-1], rule="9")


def apply_reveal_scoring(state: State, event: RevealScoring) -> None:
    state.rounds.append(event.round)
    state.next_scoring += 1
    refill_money(state)


def check_reshuffle(state: State, event: Reshuffle) -> None:
    if state.phase != "money" or state.deck.left or scoring_cards_left(state):
        left = state.deck.left + scoring_cards_left(state)
        raise ImpossibleChance("reshuffle", expected=0, found=left, due=list(due(state)), rule="6.1")


def apply_reshuffle(state: State, event: Reshuffle) -> None:
    state.deck.refill(state.discards)
    state.discards = {}


def check_reveal_tile(state: State, event: RevealTile) -> None:
    market = state.market
    if state.phase != "tiles" and not (state.phase == "setup" and None in market):
        raise not_now(state, "reveal_tile", "6.2")
    slot = market.index(None) + 1
    if event.slot != slot:
        raise ImpossibleChance("slot", tile=event.tile, slot=event.slot, expected=slot, found=event.slot, rule="6.2")
    check_bag_holds(state, event.tile, "6.2")


def check_bag_holds(state: State, name: str, rule: str) -> None:
    """Refuse a tile that cannot lie in the bag any more, counting Dirk's unknown ones by kind (rules.md 9)."""
    tile = state.components.tiles.get(name)
    if tile is None:
        raise ImpossibleChance("unknown_component", tile=name, found=name, rule=rule)
    possible = state.bag.can_draw(name)
    if possible and state.dirk is not None and state.dirk.hidden[tile.kind]:
        tiles = state.components.tiles
        left = sum(count for piece, count in state.bag.unseen.items() if tiles[piece].kind == tile.kind)
        possible = left > state.dirk.hidden[tile.kind]
    if not possible:
        raise ImpossibleChance("not_in_supply", tile=name, found=name, rule=rule)


def apply_reveal_tile(state: State, event: RevealTile) -> None:
    state.bag.draw(event.tile)
    state.market[event.slot - 1] = state.components.tiles[event.tile]
    if state.phase == "setup":
        finish_setup(state)
    else:
        refill_tiles(state)


def check_stand_in(state: State, event: StandIn) -> None:
    """It may happen at any time."""


def apply_stand_in(state: State, event: StandIn) -> None:
    state.stand_ins.add(event.seat)
    if state.phase in ("main", "place") and state.turn == event.seat:
        begin_refill(state)
    elif state.phase == "leftovers":
        state.leftovers = {tile: seat for tile, seat in state.leftovers.items() if seat != event.seat}
        await_leftovers(state)
