"""Explore, build, populate, and what stands on the map besides (rules.md 6, 7)."""

from collections.abc import Sequence
from typing import Any

from games.engine.errors import IllegalAction, ImpossibleChance
from games.engine.events import Seat
from games.rules.revive import events
from games.rules.revive.components import Cell
from games.rules.revive.effects import Reveal, TakeNamed, TribeDisc, TribeExtra, Water, gain, standing
from games.rules.revive.flow import answered, run, technologies_in_reach
from games.rules.revive.handlers.guards import asked, drawn, main_action
from games.rules.revive.handlers.rewards import build_rewards, flip_rewards
from games.rules.revive.mapping import FACE_DOWN, range_price, turn_up
from games.rules.revive.payment import Units, due_payment, spend
from games.rules.revive.sets import Space
from games.rules.revive.state import UNSEEN, Ask, Changes, Doing, Player, State
from games.rules.revive.vocabulary import Points

NO_CHANGES = Changes()


def changes_for(player: Player, ask: Ask | None) -> Changes:
    """What is changed for an action: all that waits, and what belongs to a pending extra action alone."""
    waiting, bound = player.waiting, ask.changes if ask is not None else None
    if waiting is None or bound is None:
        return waiting or bound or NO_CHANGES
    discounts = {
        kind: waiting.discounts.get(kind, 0) + bound.discounts.get(kind, 0)
        for kind in (*waiting.discounts, *bound.discounts)
    }
    return Changes(
        range=waiting.range + bound.range,
        discounts=discounts,
        anywhere=waiting.anywhere or bound.anywhere,
        flip=waiting.flip or bound.flip,
        any_color=waiting.any_color or bound.any_color,
    )


def discount_of(state: State, player: Player, kind: str, ask: Ask | None) -> int:
    """What waiting and standing rules take off the cost of an action; rules of adjacency come besides."""
    discount = changes_for(player, ask).discounts.get(kind, 0)
    if kind == "explore":
        discount += sum(rule.n for rule in standing(state, player, "explore_discount"))
    return discount


def priced_range(state: State, seat: Seat, target: Space, ask: Ask | None) -> int:
    """Food for range, with what waits for this action; refuses a target without a path."""
    player = state.players[seat]
    price = range_price(state, player, target, changes_for(player, ask).range)
    if price is None:
        raise IllegalAction("out_of_reach", seat=seat, found=target, rule="6")
    return price


def finish_action(state: State, seat: Seat, kind: str, ask: Ask | None) -> None:
    """The action is done: it was main or extra, and used up what waited for it (19.6.1)."""
    waiting = state.players[seat].waiting
    if waiting is not None:
        waiting.range = 0
        waiting.discounts.pop(kind, None)
        if kind == "explore":
            waiting.anywhere = False
    if ask is None:
        state.acted = True
    else:
        answered(state)


def tribe_steps(ask: Ask | None) -> tuple[Any, ...]:
    """The disc of a tribe ability moves with its extra action or marker (19.6.6)."""
    return (TribeDisc(), TribeExtra()) if ask is not None and ask.star else ()


# ---- explore


def check_explore(state: State, event: events.Explore) -> None:
    ask = main_action(state, event, "explore")
    if not can_be_explored(state, event.slot):
        raise IllegalAction("unknown_target", seat=event.seat, expected=FACE_DOWN, found=event.slot, rule="7")
    due_payment(state, event.seat, explore_cost(state, event, ask), event.pay, "7")
    _check_recruit(state, event)


def can_be_explored(state: State, slot: str) -> bool:
    """Whether a tile lies face down there and nobody is exploring it already."""
    if state.terrain.get(slot) != FACE_DOWN:
        return False
    for item in state.stack:
        if isinstance(item, Doing) and Reveal(slot) in item.effects:
            return False
        if isinstance(item, Ask) and item.name == "turn_tile" and item.effect == slot:
            return False
    return True


def explore_cost(state: State, event: events.Explore, ask: Ask | None) -> dict[str, int]:
    """What exploring costs: the back after discounts, and range."""
    player = state.players[event.seat]
    food = 0 if changes_for(player, ask).anywhere else priced_range(state, event.seat, event.slot, ask)
    discount = discount_of(state, player, "explore", ask)
    cost = reduced_cost(event.seat, state.backs[event.slot].cost, discount, event.less)
    if food:
        cost["food"] = cost.get("food", 0) + food
    return cost


def reduced_cost(seat: Seat, cost: Units, discount: int, less: Units | None) -> dict[str, int]:
    """A cost after a discount; of several kinds the player says which units fall away (rules.md 9, 19.1.5)."""
    total = sum(cost.values())
    if 0 < discount < total and len(cost) > 1:
        if less is None or sum(less.values()) != discount or any(cost.get(name, 0) < cut for name, cut in less.items()):
            raise IllegalAction("less", seat=seat, expected=discount, found=less and dict(less), rule="19.1.5")
        return {name: units - less.get(name, 0) for name, units in cost.items() if units > less.get(name, 0)}
    if less is not None:
        raise IllegalAction("less", seat=seat, expected=None, found=dict(less), rule="19.1.5")
    if discount >= total:
        return {}
    return {name: units - discount for name, units in cost.items()}


def _check_recruit(state: State, event: events.Explore) -> None:
    options: list[str | None] = [None]
    if state.backs[event.slot].card:
        options = [*state.citizens, "none", *(["deck"] if state.citizen_deck else [])]
    if event.recruit not in options:
        raise IllegalAction("unknown_target", seat=event.seat, expected=options, found=event.recruit, rule="7")


def apply_explore(state: State, event: events.Explore) -> None:
    """Costs; tribe disc; points; card and refill; then the tile is revealed (19.4.7)."""
    ask = main_action(state, event, "explore")
    spend(state, event.seat, due_payment(state, event.seat, explore_cost(state, event, ask), event.pay))
    finish_action(state, event.seat, "explore", ask)
    points = state.backs[event.slot].points
    steps = (
        *tribe_steps(ask),
        *((Points(points),) if points else ()),
        *((TakeNamed(event.recruit),) if event.recruit not in (None, "none") else ()),
        Reveal(event.slot),
    )
    state.stack.append(Doing(event.seat, steps))
    run(state)


def check_reveal_tile(state: State, event: events.RevealTile) -> None:
    draw = drawn(state, event)
    if event.slot != draw.detail:
        raise ImpossibleChance("count", expected=draw.detail, found=event.slot, rule="7")
    placed = state.tiles[event.slot]
    box = state.components
    possible = [placed] if placed != UNSEEN else [t for t in state.unplaced if box.backs[t] == state.backs[event.slot]]
    if event.tile not in possible:
        raise ImpossibleChance("not_in_supply", expected=possible, found=event.tile, rule="19.2")


def apply_reveal_tile(state: State, event: events.RevealTile) -> None:
    """A vast crystal stays one space and has no turn; of any other tile the turn is due."""
    draw = state.stack.pop()
    state.tiles[event.slot] = event.tile
    state.unplaced.pop(event.tile, None)
    if event.tile in state.components.tiles:
        state.stack.append(Ask("turn_tile", draw.seat, effect=event.slot))  # type: ignore[union-attr]
    else:
        state.terrain[event.slot] = "vast_crystal"
        state.face_up[event.slot] = 0
        flip_rewards(state, event.slot)
    run(state)


def check_turn_tile(state: State, event: events.TurnTile) -> None:
    asked(state, event, "turn_tile", "7")


def apply_turn_tile(state: State, event: events.TurnTile) -> None:
    """The tile lies as chosen; rewards for buildings next to it, active player first."""
    slot = asked(state, event, "turn_tile").effect
    answered(state)
    turn_up(state, slot, state.components.tiles[state.tiles[slot]], event.turn)
    flip_rewards(state, slot)
    run(state)


# ---- build


def check_build(state: State, event: events.Build) -> None:
    ask = main_action(state, event, "build")
    player, supply = state.players[event.seat], state.components.facts.buildings[event.size]
    if state.terrain.get(event.space) != "sand" or event.space in state.buildings:
        raise IllegalAction("placement", seat=event.seat, expected="empty sand", found=event.space, rule="7")
    if len(player.small if event.size == "small" else player.large) >= supply:
        raise IllegalAction("limit", seat=event.seat, expected=supply, found=event.size, rule="7")
    due_payment(state, event.seat, build_cost(state, event, ask), event.pay, "7")


def build_cost(state: State, event: events.Build, ask: Ask | None) -> dict[str, int]:
    """What building costs: gears after discounts, and range."""
    player = state.players[event.seat]
    food = priced_range(state, event.seat, event.space, ask)
    discount = discount_of(state, player, "build", ask)
    for rule in standing(state, player, "build_discount_per_adjacent"):
        discount += sum(state.terrain[near] == rule.terrain for near in state.adjacent[event.space])
    cost = reduced_cost(event.seat, state.components.facts.build_cost[event.size], discount, None)
    if food:
        cost["food"] = cost.get("food", 0) + food
    return cost


def apply_build(state: State, event: events.Build) -> None:
    """Costs, building, disc, group (19.4.7)."""
    ask = main_action(state, event, "build")
    spend(state, event.seat, due_payment(state, event.seat, build_cost(state, event, ask), event.pay))
    finish_action(state, event.seat, "build", ask)
    player = state.players[event.seat]
    cell = single(event.space)
    rewards = build_rewards(state, event.seat, cell, event.size)
    (player.small if event.size == "small" else player.large)[cell] = None
    state.buildings[cell] = event.seat
    player.reach[0] = None
    state.stack.append(rewards)
    state.stack.append(Doing(event.seat, tribe_steps(ask)))
    run(state)


# ---- populate


def check_populate(state: State, event: events.Populate) -> None:
    if _is_free(state, event):
        if event.location != "extra" or event.pay is not None:
            raise IllegalAction("unknown_target", seat=event.seat, expected="extra", found=event.location, rule="13")
        _check_technology(state, event)
        return
    ask = main_action(state, event, "populate")
    location = event.location
    if state.terrain.get(location) not in ("location", "large_location"):
        raise IllegalAction("unknown_target", seat=event.seat, expected="location", found=location, rule="7")
    if location in state.players[event.seat].figures:
        raise IllegalAction("placement", seat=event.seat, expected="no own figure", found=location, rule="7")
    _check_technology(state, event)
    due_payment(state, event.seat, populate_cost(state, event, ask), event.pay, "7")


def _is_free(state: State, event: events.Populate) -> bool:
    top = state.stack[-1] if state.stack else None
    return isinstance(top, Ask) and top.name == "free_populate" and top.seat == event.seat


def _check_technology(state: State, event: events.Populate) -> None:
    expected = technologies_in_reach(state, state.players[event.seat])
    if event.technology not in expected:
        raise IllegalAction("technology", seat=event.seat, expected=expected, found=event.technology, rule="7")


def others_at(state: State, event: events.Populate) -> list[Seat]:
    """The players to whom a book is owed for their figures there."""
    if state.components.technologies[event.technology].frees_others:
        return []
    if standing(state, state.players[event.seat], "no_books_to_others"):
        return []
    around = state.clockwise(event.seat)[1:]
    return [seat for seat in around if event.location in state.players[seat].figures]


def populate_cost(state: State, event: events.Populate, ask: Ask | None) -> dict[str, int]:
    """What populating costs: the technology's books after discounts, books to others, and range."""
    books = state.components.technologies[event.technology].technology.books
    books = max(0, books - discount_of(state, state.players[event.seat], "populate", ask))
    books += len(others_at(state, event))
    food = priced_range(state, event.seat, event.location, ask)
    return {name: units for name, units in (("book", books), ("food", food)) if units}


def apply_populate(state: State, event: events.Populate) -> None:
    """Costs, books to others, figure, disc, technology effects (19.4.7); on the extra location nothing is paid."""
    player = state.players[event.seat]
    steps: tuple[Any, ...] = ()
    owed: list[Seat] = []
    if _is_free(state, event):
        answered(state)
    else:
        ask = main_action(state, event, "populate")
        owed = others_at(state, event)
        spend(state, event.seat, due_payment(state, event.seat, populate_cost(state, event, ask), event.pay))
        finish_action(state, event.seat, "populate", ask)
        steps = tribe_steps(ask)
    player.figures[event.location] = event.technology
    player.technologies[event.technology] = None
    player.reach = [None, None]
    effects = state.components.technologies[event.technology].technology.effects
    state.stack.append(Doing(event.seat, effects, event.technology))
    state.stack.append(Doing(event.seat, steps))
    for seat in owed:
        gain(state, seat, "book", 1)
    run(state)


# ---- markers, moves


def check_place_marker(state: State, event: events.PlaceMarker) -> None:
    ask = asked(state, event, "place_marker", "19.6.7")
    if state.terrain.get(event.space) not in ask.effect.on or event.space in state.players[event.seat].markers:
        raise IllegalAction(
            "placement", seat=event.seat, expected=list(ask.effect.on), found=event.space, rule="19.6.7"
        )
    due_payment(state, event.seat, marker_cost(state, event, ask), event.pay, "19.6.7")


def marker_cost(state: State, event: events.PlaceMarker, ask: Ask) -> dict[str, int]:
    """Range in food, which only standing bonuses lower."""
    food = range_price(state, state.players[event.seat], event.space, 0) if ask.effect.pay_range else 0
    if food is None:
        raise IllegalAction("out_of_reach", seat=event.seat, found=event.space, rule="19.6.7")
    return {"food": food} if food else {}


def apply_place_marker(state: State, event: events.PlaceMarker) -> None:
    """The marker, its disc, then the water's reward even if this player had it."""
    ask = asked(state, event, "place_marker")
    spend(state, event.seat, due_payment(state, event.seat, marker_cost(state, event, ask), event.pay))
    answered(state)
    player = state.players[event.seat]
    cell = single(event.space)
    player.markers[cell] = None
    player.markers_left -= 1
    player.reach[1] = None
    rule = state.components.tribes[player.tribe].marker_rule
    water = state.terrain[event.space] == "water" and rule is not None and rule.collect_water
    tile = state.tiles[state.components.slot_of[cell]]
    state.stack.append(Doing(event.seat, (*tribe_steps(ask), *((Water(tile, again=True),) if water else ()))))
    run(state)


def check_move_population(state: State, event: events.MovePopulation) -> None:
    asked(state, event, "move_population", "19.6.8")
    figures = state.players[event.seat].figures
    if event.source not in figures or state.terrain.get(event.source) != "location":
        raise IllegalAction("not_held", seat=event.seat, expected="own figure", found=event.source, rule="19.6.8")
    if state.terrain.get(event.target) != "location" or event.target in figures:
        raise IllegalAction("placement", seat=event.seat, expected="location", found=event.target, rule="19.6.8")


def apply_move_population(state: State, event: events.MovePopulation) -> None:
    """No books, no range."""
    player = state.players[event.seat]
    player.figures[event.target] = player.figures.pop(event.source)
    player.reach[0] = None
    answered(state)
    run(state)


def single(space: events.Space) -> Cell:
    """The cell that a checked action names: what may be built or marked is never a composite."""
    assert isinstance(space, tuple)
    return space


def cells_with(state: State, kinds: Sequence[str]) -> list[Cell]:
    """Face-up cells of these terrains."""
    return [space for space, kind in state.terrain.items() if kind in kinds and not isinstance(space, str)]
