"""Set-up: the centre, the deals, mages and magic items (rules.md 2). What chance brings may come in any order."""

from games.engine.errors import IllegalAction, ImpossibleChance
from games.engine.events import Event, Seat
from games.rules.res_arcana import events
from games.rules.res_arcana.effects import put_in_play
from games.rules.res_arcana.handlers.cards import check_known
from games.rules.res_arcana.handlers.draft import begin_draft, dealt_cards
from games.rules.res_arcana.hidden import draw, hand_size
from games.rules.res_arcana.piles import Pile
from games.rules.res_arcana.rounds import begin_round
from games.rules.res_arcana.state import UNSEEN, Pending, Piece, State, Step, advance, lay_place


def begin_setup(state: State, _: object = None) -> None:
    """Ask for what chance still owes; when there is nothing, the decisions begin."""
    missing = missing_events(state)
    if missing:
        state.stack.append(Step(begin_setup))
        state.stack.append(Pending(frozenset(), missing))
    elif state.options.setup == "draft" and state.passes < 2:
        state.stack.append(Step(begin_setup))
        begin_draft(state)
    elif state.options.setup == "first_game":
        enter_mages(state)
    else:
        seats = frozenset(range(len(state.players)))
        state.stack.append(Pending(seats, (events.ChooseMage,)))


def missing_events(state: State) -> tuple[type[Event], ...]:
    """The chance events of set-up that are still to come, in the order of rules.md 2."""
    draft = state.options.setup == "draft"
    players = state.players
    dealt = [bool(player.deck.layers) for player in players]
    opening = state.components.catalogue.setup.opening_hand
    missing: dict[type[Event], bool] = {
        events.ChooseSides: bool(state.tiles),
        events.RevealMonument: None in state.display,
        events.FirstPlayer: state.token < 0,
        events.DealMages: not all(player.mages for player in players),
        events.DealPacket: draft and state.passes < 2 and len(state.packets) < len(players),
        events.DealArtifacts: not draft and not all(dealt),
        events.Draw: any(there and hand_size(player) < opening for there, player in zip(dealt, players, strict=True))
        and (not draft or state.passes == 2),
    }
    return tuple(kind for kind, is_missing in missing.items() if is_missing)


def _go_on(state: State) -> None:
    state.stack.pop()
    advance(state)


def check_choose_sides(state: State, event: events.ChooseSides) -> None:
    if event.tile not in state.tiles:
        raise ImpossibleChance("tile", expected=sorted(state.tiles), found=event.tile, rule="2.1")


def apply_choose_sides(state: State, event: events.ChooseSides) -> None:
    state.tiles.remove(event.tile)
    lay_place(state, event.tile, event.side)
    _go_on(state)


def check_first_player(state: State, event: events.FirstPlayer) -> None:
    if event.seat not in range(len(state.players)):
        raise ImpossibleChance("first_player", expected=list(range(len(state.players))), found=event.seat, rule="2.3")


def apply_first_player(state: State, event: events.FirstPlayer) -> None:
    state.token = event.seat
    _go_on(state)


def check_deal_mages(state: State, event: events.DealMages) -> None:
    first_game = state.options.setup == "first_game"
    if event.seat not in range(len(state.players)) or state.players[event.seat].mages:
        raise ImpossibleChance("dealt_twice", seat=event.seat, found="deal_mages", rule="2.4")
    number = 1 if first_game else state.components.catalogue.setup.mages_dealt_per_player
    if len(event.mages) != number:
        raise ImpossibleChance("count", seat=event.seat, expected=number, found=len(event.mages), rule="2.4")
    known = [mage for mage in event.mages if mage != UNSEEN]
    for mage in known:
        check_known(state, mage)
        if mage not in state.unseen_mages or known.count(mage) > 1:
            raise ImpossibleChance("not_in_supply", seat=event.seat, found=mage, rule="2.4")
    if first_game:
        _check_first_game_set(state, event)


def _check_first_game_set(state: State, event: events.DealMages) -> None:
    """The mage of a set brings its opening hand (rules.md 2, first-game set-up)."""
    mage = event.mages[0]
    number = None if mage == UNSEEN else state.components.cards[mage].first_game_set
    if number is None or not _opening_cards(state, number) <= state.unseen:
        expected = [name for name in state.components.mages if state.components.cards[name].first_game_set]
        raise ImpossibleChance("first_game_set", seat=event.seat, expected=expected, found=mage, rule="2")


def _opening_cards(state: State, number: int) -> set[str]:
    return {name for name in state.components.artifacts if state.components.cards[name].first_game_set == number}


def apply_deal_mages(state: State, event: events.DealMages) -> None:
    player = state.players[event.seat]
    player.mages = list(event.mages)
    state.unseen_mages -= set(event.mages)
    if state.options.setup == "first_game":
        player.mage = event.mages[0]
        number = state.components.cards[player.mage].first_game_set
        player.hand = _opening_cards(state, number or 0)
        state.unseen -= player.hand
    _go_on(state)


def check_deal_artifacts(state: State, event: events.DealArtifacts) -> None:
    setup = state.components.catalogue.setup
    if event.seat not in range(len(state.players)) or state.players[event.seat].deck.layers:
        raise ImpossibleChance("dealt_twice", seat=event.seat, found="deal_artifacts", rule="2.4")
    first_game = state.options.setup == "first_game"
    number = setup.artifacts_per_player - (setup.opening_hand if first_game else 0)
    dealt_cards(state, event.seat, event.cards, number)
    if first_game and not all(player.mages for player in state.players):
        raise ImpossibleChance("not_now", expected=["deal_mages"], found="deal_artifacts", rule="2")


def apply_deal_artifacts(state: State, event: events.DealArtifacts) -> None:
    player = state.players[event.seat]
    known = [card for card in event.cards if card != UNSEEN]
    blanks = len(event.cards) - len(known)
    player.deck = Pile.of(known, blanks)
    player.slots = [None] * blanks
    state.unseen -= set(known)
    _go_on(state)


def check_opening_draw(state: State, event: events.Draw) -> None:
    """The three cards of the opening hand (rules.md 2.5)."""
    opening = state.components.catalogue.setup.opening_hand
    if event.seat not in range(len(state.players)) or not state.players[event.seat].deck.layers:
        raise ImpossibleChance("not_now", expected=["deal_artifacts"], found="draw", rule="2.5")
    if hand_size(state.players[event.seat]) >= opening:
        raise ImpossibleChance("count", seat=event.seat, expected=opening, found=opening + 1, rule="2.5")


def apply_opening_draw(state: State, event: events.Draw) -> None:
    draw(state, event.seat, event.card)
    _go_on(state)


def check_choose_mage(state: State, event: events.ChooseMage) -> None:
    mages = state.players[event.seat].mages
    if event.mage != UNSEEN and (event.mage in mages or (UNSEEN in mages and event.mage in state.unseen_mages)):
        return
    raise IllegalAction("not_held", seat=event.seat, expected=list(mages), found=event.mage, rule="2.6")


def apply_choose_mage(state: State, event: events.ChooseMage) -> None:
    player = state.players[event.seat]
    if event.mage not in player.mages:
        player.mages[player.mages.index(UNSEEN)] = event.mage
        state.unseen_mages.remove(event.mage)
        state.mattered += 1
    player.mage = event.mage
    seats = frozenset(seat for seat, other in enumerate(state.players) if other.mage is None)
    state.stack.pop()
    if seats:
        state.stack.append(Pending(seats, (events.ChooseMage,)))
    else:
        enter_mages(state)
        advance(state)


def enter_mages(state: State) -> None:
    """All reveal their mages; then magic items, counter-clockwise, the first player last (rules.md 2.6, 2.7)."""
    for player in state.players:
        assert player.mage is not None
        put_in_play(player, Piece(state.components.cards[player.mage]))
    state.stack.append(Step(begin_round))
    seats = len(state.players)
    for step in range(seats):
        seat: Seat = (state.token + step) % seats
        state.stack.append(Pending(frozenset({seat}), (events.ChooseItem,)))


def check_choose_item(state: State, event: events.ChooseItem) -> None:
    if event.item not in state.items:
        raise IllegalAction(
            "not_in_centre", seat=event.seat, expected=sorted(state.items), found=event.item, rule="2.7"
        )


def apply_choose_item(state: State, event: events.ChooseItem) -> None:
    player = state.players[event.seat]
    player.item = event.item
    put_in_play(player, state.items.pop(event.item))
    _go_on(state)


def apply_opening_monument(state: State, event: events.RevealMonument) -> None:
    """Into the first empty slot of the display."""
    for layer in state.monuments.layers:
        layer.take(event.card)
    state.display[state.display.index(None)] = event.card
    _go_on(state)
