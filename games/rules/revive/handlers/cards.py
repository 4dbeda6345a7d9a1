"""Play a card, use the switch (rules.md 4, 5)."""

from typing import Any

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.revive import events
from games.rules.revive.components import Card, CardSlot
from games.rules.revive.counters import color_of, laid_cards
from games.rules.revive.effects import RestCopied, lose_card, standing
from games.rules.revive.flow import answered, run
from games.rules.revive.handlers.board import changes_for, tribe_steps
from games.rules.revive.handlers.guards import main_action
from games.rules.revive.state import Ask, Doing, Draw, Laid, PlayEnd, Player, State
from games.rules.revive.vocabulary import Color, Effects, Gain, Half


def half_of(card: Card, half: Half) -> Effects:
    """The effects of one half."""
    return card.top if half == "top" else card.bottom


def fixed_half(slot: CardSlot) -> Half:
    """The half that is visible in a slot other than the side slot."""
    return "top" if slot.half == "top" else "bottom"


def other(half: Half) -> Half:
    """The other half."""
    return "bottom" if half == "top" else "top"


def shows_symbol(laid: Laid) -> bool:
    """Whether a card in a slot lets another one join it."""
    return laid.card.slot_top if laid.half == "top" else laid.card.slot_bottom


# ---- play


def check_play_card(state: State, event: events.PlayCard) -> None:
    ask = main_action(state, event, "play")
    player = state.players[event.seat]
    card = player.active.get(event.card)
    if card is None:
        raise IllegalAction("not_held", seat=event.seat, expected=sorted(player.active), found=event.card, rule="4.1")
    _check_slot(state, player, event)
    color = _check_color(player, event, card, ask)
    if ask is not None and ask.name == "play_extra" and ask.effect.color not in ("any", color):
        raise IllegalAction("color", seat=event.seat, expected=ask.effect.color, found=color, rule="19.5")
    if event.order is not None:
        works = [card.id, *working(state, player, event.slot, color)]
        if sorted(event.order) != sorted(works):
            raise IllegalAction("order", seat=event.seat, expected=works, found=list(event.order), rule="19.1.6")


def _check_slot(state: State, player: Player, event: events.PlayCard) -> None:
    slot: CardSlot | None = state.components.card_slots.get(event.slot)
    if slot is None:
        expected = list(state.components.card_slots)
        raise IllegalAction("unknown_target", seat=event.seat, expected=expected, found=event.slot, rule="4.1")
    if slot.locked and not player.side_slot:
        raise IllegalAction("locked", seat=event.seat, found=event.slot, rule="4.1")
    if (event.half is not None) != (slot.half == "either"):
        raise IllegalAction("half", seat=event.seat, expected=slot.half, found=event.half, rule="19.1.5")
    if not all(shows_symbol(laid) for laid in player.slots[event.slot]):
        found = [laid.card.id for laid in player.slots[event.slot]]
        raise IllegalAction("slot_taken", seat=event.seat, expected="slot symbol", found=found, rule="4.1")


def _check_color(player: Player, event: events.PlayCard, card: Card, ask: Ask | None) -> Color:
    """The color the card counts as: a Scyphoz card needs one named, another may be given one by `any_color`."""
    if card.color == "wild":
        if event.color is None:
            raise IllegalAction("color", seat=event.seat, expected="a color", found=None, rule="13")
        return event.color
    if event.color is None:
        return own_color(player, card)
    if not changes_for(player, ask).any_color:
        raise IllegalAction("color", seat=event.seat, expected=None, found=event.color, rule="19.6.3")
    return event.color


def own_color(player: Player, card: Card) -> Color:
    """What a card that is not wild counts as outside the slots."""
    assert card.color != "wild"
    return player.colors.get(card.id, card.color)


def working(state: State, player: Player, slot: str, color: Color) -> list[str]:
    """Modules and stacked cards of a slot that work with a card of that color."""
    modules = state.components.modules
    works = [name for name in player.modules[slot] if name and color in modules[name].colors]
    return works + [laid.card.id for laid in player.slots[slot] if color_of(player, laid) == color]


def apply_play_card(state: State, event: events.PlayCard) -> None:
    """The card lies in its slot before anything works; what works is fixed now (rules.md 4)."""
    ask = main_action(state, event, "play")
    player, box = state.players[event.seat], state.components
    card = player.active.pop(event.card)
    color = event.color or own_color(player, card)
    works = working(state, player, event.slot, color)
    stacked = {laid.card.id: laid for laid in player.slots[event.slot]}
    visible = event.half or fixed_half(box.card_slots[event.slot])
    done = other(visible) if changes_for(player, ask).flip else visible
    if card.color == "wild":
        player.colors.pop(card.id, None)
    elif event.color is not None:
        player.colors[card.id] = event.color
    player.slots[event.slot].append(Laid(card, visible, color if card.color == "wild" else card.color))
    _finish_play(state, player, ask)
    end = None
    if (card.id, done) in box.hibernating:
        end = PlayEnd(event.seat, card.id)
        state.stack.append(end)
    for name in reversed(event.order or (card.id, *works)):
        if name == card.id:
            state.stack.append(Doing(event.seat, half_of(card, done), card.id, play=end))
        elif name in stacked:
            laid = stacked[name]
            state.stack.append(Doing(event.seat, half_of(laid.card, laid.half), name))
        else:
            state.stack.append(Doing(event.seat, box.modules[name].effects, module=name))
    state.stack.append(Doing(event.seat, tribe_steps(ask)))
    run(state)


def _finish_play(state: State, player: Player, ask: Ask | None) -> None:
    if player.waiting is not None:
        player.waiting.flip = player.waiting.any_color = False
    if ask is None:
        state.acted = True
        state.cube += 1
    else:
        answered(state)


# ---- switch


def check_switch(state: State, seat: Seat, rule: str) -> Player:
    """The switch of that player is unused."""
    player = state.players[seat]
    if player.switch_used:
        raise IllegalAction("already_used", seat=seat, expected="unused switch", found="used", rule=rule)
    return player


def check_switch_basic(state: State, event: events.SwitchBasic) -> None:
    main_action(state, event, "switch")
    check_switch(state, event.seat, "5")
    if event.res == "crystal" and state.options.switch_gain == "basic":
        raise IllegalAction("unknown_target", seat=event.seat, expected="basic", found="crystal", rule="5")


def apply_switch_basic(state: State, event: events.SwitchBasic) -> None:
    disc = _use_switch(state, event)
    state.stack.append(Doing(event.seat, (*disc, Gain(event.res, 1))))
    run(state)


def _use_switch(state: State, event: events.SwitchBasic | events.SwitchCopy | events.SwitchJourney) -> tuple[Any, ...]:
    """The switch is used; gives the tribe disc's steps, which come before the effects (19.6.6)."""
    ask = main_action(state, event, "switch")
    state.players[event.seat].switch_used = True
    if ask is None:
        state.acted = True
    else:
        answered(state)
    return tribe_steps(ask)


def check_switch_copy(state: State, event: events.SwitchCopy) -> None:
    main_action(state, event, "switch")
    if state.options.advanced_switch == "off":
        raise IllegalAction("option", seat=event.seat, option="advanced_switch", expected="on", found="off", rule="5")
    player = check_switch(state, event.seat, "5")
    if event.owner == event.seat or not 0 <= event.owner < state.seats:
        raise IllegalAction("unknown_target", seat=event.seat, expected="another seat", found=event.owner, rule="5")
    laid = copied(state, event)
    if laid is None:
        raise IllegalAction("not_held", seat=event.seat, owner=event.owner, found=event.card, rule="5")
    if laid.half == "bottom" and not standing(state, player, "switch_copy_bottom"):
        raise IllegalAction("half", seat=event.seat, expected="top", found="bottom", rule="5")


def copied(state: State, event: events.SwitchCopy) -> Laid | None:
    """The card to be copied, where it lies."""
    pile = state.players[event.owner].slots.get(event.slot, [])
    return next((laid for laid in pile if laid.card.id == event.card), None)


def apply_switch_copy(state: State, event: events.SwitchCopy) -> None:
    """The card's effect alone; then it goes to its owner's resting area."""
    disc = _use_switch(state, event)
    laid = copied(state, event)
    assert laid is not None
    state.stack.append(Doing(event.seat, (RestCopied(event.owner, event.card),)))
    state.stack.append(Doing(event.seat, half_of(laid.card, laid.half), event.card))
    state.stack.append(Doing(event.seat, disc))
    run(state)


def check_switch_journey(state: State, event: events.SwitchJourney) -> None:
    main_action(state, event, "switch")
    if state.options.expansion == "off":
        raise IllegalAction("option", seat=event.seat, option="expansion", expected="on", found="off", rule="13")
    player = check_switch(state, event.seat, "13")
    if event.journey not in state.journeys:
        expected = sorted(state.journeys)
        raise IllegalAction("unknown_target", seat=event.seat, expected=expected, found=event.journey, rule="13")
    card = player.active.get(event.destroy)
    if card is None:
        raise IllegalAction("not_held", seat=event.seat, expected=sorted(player.active), found=event.destroy, rule="13")
    color = state.components.journeys[event.journey].destroy
    if not fits_journey(state, player, card, color):
        raise IllegalAction("color", seat=event.seat, expected=color, found=card.color, rule="13")


def fits_journey(state: State, player: Player, card: Card, color: Color) -> bool:
    """Whether an active card may be given up for a journey that asks for `color`."""
    if card.color == "wild":
        return state.options.scyphoz_for_journey == "yes"
    return own_color(player, card) == color


def apply_switch_journey(state: State, event: events.SwitchJourney) -> None:
    """The card leaves the game, the journey comes, the display is refilled."""
    disc = _use_switch(state, event)
    player = state.players[event.seat]
    lose_card(player, event.destroy)
    del state.journeys[event.journey]
    player.journeys[event.journey] = False
    state.stack.append(Draw(events.RefillJourney))
    state.stack.append(Doing(event.seat, disc))
    run(state)


def playable_slots(state: State, player: Player) -> list[str]:
    """Card slots that can take a card now."""
    return [
        name
        for name, slot in state.components.card_slots.items()
        if (player.side_slot or not slot.locked) and all(shows_symbol(laid) for laid in player.slots[name])
    ]


def copiable(state: State, seat: Seat) -> list[tuple[Seat, str, str]]:
    """Owner, slot and card of all that the advanced switch may copy."""
    bottom = bool(standing(state, state.players[seat], "switch_copy_bottom"))
    return [
        (owner, slot, laid.card.id)
        for owner, player in enumerate(state.players)
        if owner != seat
        for slot, pile in player.slots.items()
        for laid in pile
        if bottom or laid.half == "top"
    ]


def has_laid(player: Player, card: str) -> bool:
    """Whether a card lies in one of the slots."""
    return any(laid.card.id == card for laid in laid_cards(player))
