"""The draft: packets go round, one card is kept each time (rules.md 2, draft variant)."""

from games.engine.errors import IllegalAction, ImpossibleChance
from games.engine.events import Seat
from games.rules.res_arcana import events
from games.rules.res_arcana.handlers.cards import check_known
from games.rules.res_arcana.hidden import can_fill_slots
from games.rules.res_arcana.piles import Layer
from games.rules.res_arcana.state import UNSEEN, Pending, Player, State, advance


def dealt_cards(state: State, seat: Seat, cards: tuple[str, ...], number: int) -> None:
    """Refuse a deal of artifacts that cannot come out of the box."""
    if len(cards) != number:
        raise ImpossibleChance("count", seat=seat, expected=number, found=len(cards), rule="2.4")
    known = [card for card in cards if card != UNSEEN]
    elsewhere = {card for packet in state.packets.values() for card in packet.named}
    for card in known:
        check_known(state, card)
        if card not in state.unseen or card in elsewhere or known.count(card) > 1:
            raise ImpossibleChance("not_in_supply", seat=seat, found=card, rule="2.4")
    if not can_fill_slots(state, set(known)):
        raise ImpossibleChance("not_in_supply", seat=seat, found=list(cards), rule="11")


def check_deal_packet(state: State, event: events.DealPacket) -> None:
    if event.seat not in range(len(state.players)) or event.seat in state.packets:
        raise ImpossibleChance("dealt_twice", seat=event.seat, found="deal_packet", rule="2")
    dealt_cards(state, event.seat, event.cards, state.components.catalogue.setup.artifacts_per_player // 2)


def apply_deal_packet(state: State, event: events.DealPacket) -> None:
    known = {card for card in event.cards if card != UNSEEN}
    state.packets[event.seat] = Layer(known, len(event.cards), len(event.cards) - len(known))
    state.stack.pop()
    advance(state)


def begin_draft(state: State) -> None:
    """All pick from their packets at the same time."""
    state.phase = "draft"
    state.stack.append(Pending(frozenset(state.packets), (events.DraftPick,)))


def check_draft_pick(state: State, event: events.DraftPick) -> None:
    card, packet = event.card, state.packets[event.seat]
    if card == UNSEEN:
        return
    if card in packet.named or (packet.blanks and card in state.unseen):
        others = {name for seat, other in state.packets.items() if seat != event.seat for name in other.named}
        if card not in others and can_fill_slots(state, {card}):
            return
    raise IllegalAction("not_held", seat=event.seat, expected=sorted(packet.named), found=card, rule="2")


def apply_draft_pick(state: State, event: events.DraftPick) -> None:
    packet = state.packets[event.seat]
    if event.card != UNSEEN and (packet.blanks or packet.hidden()):
        state.mattered += 1
    _keep(state, state.players[event.seat], packet, event.card)
    state.picked.add(event.seat)
    state.stack.pop()
    left = frozenset(state.packets.keys() - state.picked)
    if not left:
        _pass_on(state)
        left = frozenset(state.packets)
    if left:
        state.stack.append(Pending(left, (events.DraftPick,)))
    advance(state)


def _keep(state: State, player: Player, packet: Layer, card: str) -> None:
    """A card of the packet joins the later deck of this player."""
    if not player.deck.layers:
        player.deck.layers.append(Layer(set(), 0))
    deck = player.deck.layers[0]
    deck.left += 1
    if card == UNSEEN:
        packet.left -= 1
        deck.blanks += 1
        player.slots.append(None if packet.blanks else frozenset(packet.named))
    else:
        packet.take(card)
        deck.named.add(card)
        state.unseen.remove(card)


def _pass_on(state: State) -> None:
    """First clockwise, the second time counter-clockwise; a last card is kept without a choice."""
    seats = len(state.players)
    step = 1 if state.passes == 0 else -1
    state.packets = {(seat + step) % seats: packet for seat, packet in state.packets.items()}
    state.picked.clear()
    if all(packet.left == 1 for packet in state.packets.values()):
        for seat, packet in state.packets.items():
            certain = len(packet.named) == 1 and not packet.blanks
            _keep(state, state.players[seat], packet, min(packet.named) if certain else UNSEEN)
        state.packets = {}
        state.passes += 1
        state.phase = "setup"
