"""All decisions open to a seat, for bots, hints and tests.

Every choice of piece and place is listed. Of payments that crystals could mix, only the derived one is; of a `basic`
cost or gain every way; a trade without a maximum up to `MOST_TRADES` times; of orders of more than `MOST_SOURCES` sources only
the usual one and its reverse; several cards or machines in one order only.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, permutations
from typing import Any

from games.engine.errors import IllegalAction
from games.engine.events import Action, Seat
from games.rules.revive import events
from games.rules.revive.effects import standing
from games.rules.revive.flow import technologies_in_reach
from games.rules.revive.handlers import board, cards, choices, free, turn
from games.rules.revive.handlers.guards import FORCED
from games.rules.revive.payment import Units, derived_payment, times
from games.rules.revive.state import Ask, Draw, Player, Rewards, State
from games.rules.revive.vocabulary import BASIC, COLORS

MOST_TRADES = 2
MOST_SOURCES = 3

Pay = dict[Any, int] | None


def list_actions(state: State, seat: Seat) -> Iterator[Action]:
    """Every decision of `seat` that `check` lets pass, payments and orders as told above."""
    top = state.stack[-1] if state.stack else None
    if state.over or isinstance(top, Draw):
        return
    if state.turn >= 0:
        yield from _any_time(state, seat)
    if isinstance(top, Rewards) and top.seat == seat:
        yield from (events.OrderRewards(seat, key) for key in top.left)
        yield from (events.Decline(seat, key) for key in top.left)
    elif isinstance(top, Ask) and top.seat == seat:
        yield from ANSWERS[top.name](state, top)
        if top.name not in FORCED:
            yield events.Decline(seat, top.name)
    elif top is None and state.turn == seat:
        yield from _turn(state, seat)
    if state.turn == seat and not state.ending and (top is None or getattr(top, "seat", None) == seat):
        yield from _free(state, seat)


# ---- payments


def compositions(units: int, most: Units) -> Iterator[dict[Any, int]]:
    """Every way to make `units` of the resources in `most`."""
    if not most:
        if not units:
            yield {}
        return
    (name, limit), *rest = most.items()
    for count in range(min(units, limit), -1, -1):
        for others in compositions(units - count, dict(rest)):
            yield {name: count, **others} if count else others


def payments(state: State, seat: Seat, cost: Units) -> list[Pay]:
    """None (derived) for named resources; every way for a `basic` cost; nothing where it cannot be paid."""
    res = state.players[seat].res
    if "basic" not in cost:
        return [] if derived_payment(res, cost) is None else [None]
    named = derived_payment(res, {name: units for name, units in cost.items() if name != "basic"})
    if named is None:
        return []
    left = {name: units - named.get(name, 0) for name, units in res.items()}
    own = sum(left[name] for name in BASIC)
    most = dict(left)
    if state.options.crystal_mode == "auto":
        missing = max(0, cost["basic"] - own)
        if missing > left["crystal"]:
            return []
        most = {**left, "crystal": missing}
    ways = compositions(cost["basic"], most)
    if state.options.crystal_mode == "auto":
        ways = (way for way in ways if way.get("crystal", 0) == most["crystal"])
    return [
        {name: way.get(name, 0) + named.get(name, 0) for name in res if way.get(name, 0) + named.get(name, 0)}
        for way in ways
    ]


def _gains(get: Units, number: int) -> list[Pay]:
    basic = get.get("basic", 0) * number
    return list(compositions(basic, dict.fromkeys(BASIC, basic))) if basic else [None]


def _priced(cost: Callable[[], Units], state: State, seat: Seat) -> list[Pay]:
    try:
        return payments(state, seat, cost())
    except IllegalAction:
        return []


# ---- main actions


def _turn(state: State, seat: Seat) -> Iterator[Action]:
    if state.hibernating >= 0:
        yield from _hibernation(state, seat)
    elif not state.acted:
        for kind in MAIN.values():
            yield from kind(state, seat, None)
        yield from [events.Hibernate(seat)] if state.half == 1 else [events.EndTurn(seat)]
    else:
        if state.half == 1 and state.seats > 1:
            yield events.NextAction(seat)
        yield events.EndTurn(seat)


def _hibernation(state: State, seat: Seat) -> Iterator[Action]:
    if state.seats == 1 and not state.refreshed:
        yield from (events.SoloRefresh(seat, (card,), (), ()) for card in state.citizens)
        yield from (events.SoloRefresh(seat, (), (machine,), ()) for machine in turn.shown_machines(state))
        yield from (events.SoloRefresh(seat, (), (), (module,)) for module in state.modules)
    if state.hibernating == turn.STEPS:
        yield events.EndTurn(seat)
        return
    step = free.hibernation_steps(state)[state.hibernating]
    if step != "track":
        yield events.HibernateStep(seat, step)
        return
    player = state.players[seat]
    removes: list[str | None] = list(state.majors) if turn.removal_due(state, player) else [None]
    for row in range(1, turn.next_row(state, player) + 1):
        yield from (events.HibernateStep(seat, step, row, remove) for remove in removes)


def _play(state: State, seat: Seat, ask: Ask | None) -> Iterator[Action]:
    player, box = state.players[seat], state.components
    repaint = board.changes_for(player, ask).any_color
    wanted = ask.effect.color if ask is not None and ask.name == "play_extra" else "any"
    for slot in cards.playable_slots(state, player):
        halves = ("top", "bottom") if box.card_slots[slot].half == "either" else (None,)
        for card in player.active.values():
            own = player.colors.get(card.id, card.color)
            named = COLORS if card.color == "wild" or repaint else ()
            colors = [*([None] if card.color != "wild" else []), *named]
            for color in colors:
                counts_as = color or own
                if wanted not in ("any", counts_as):
                    continue
                works = [card.id, *cards.working(state, player, slot, counts_as)]  # type: ignore[arg-type]
                for half in halves:
                    yield from (events.PlayCard(seat, card.id, slot, half, color, order) for order in _orders(works))  # type: ignore[arg-type]


def _orders(works: list[str]) -> Iterator[tuple[str, ...] | None]:
    yield None
    if len(works) > MOST_SOURCES:
        yield tuple(reversed(works))
    elif len(works) > 1:
        yield from (order for order in permutations(works) if list(order) != works)


def _switch(state: State, seat: Seat, ask: Ask | None) -> Iterator[Action]:
    player = state.players[seat]
    if player.switch_used:
        return
    basic = [*BASIC, "crystal"] if state.options.switch_gain == "any" else BASIC
    yield from (events.SwitchBasic(seat, res) for res in basic)  # type: ignore[arg-type]
    if state.options.advanced_switch == "on":
        yield from (events.SwitchCopy(seat, *found) for found in cards.copiable(state, seat))
    for journey in state.journeys:
        color = state.components.journeys[journey].destroy
        for card in player.active.values():
            if cards.fits_journey(state, player, card, color):
                yield events.SwitchJourney(seat, journey, card.id)


def _explore(state: State, seat: Seat, ask: Ask | None) -> Iterator[Action]:
    discount = board.discount_of(state, state.players[seat], "explore", ask)
    for slot in state.components.area_slots:
        if not board.can_be_explored(state, slot):
            continue
        back = state.backs[slot]
        recruits: list[str | None] = [None]
        if back.card:
            recruits = ["none", *state.citizens, *(["deck"] if state.citizen_deck else [])]
        lesses: Iterable[Pay] = [None]
        if len(back.cost) > 1 and 0 < discount < sum(back.cost.values()):
            lesses = compositions(discount, back.cost)
        for less in lesses:
            event = events.Explore(seat, slot, None, less)
            for pay in _priced(lambda event=event: board.explore_cost(state, event, ask), state, seat):  # type: ignore[misc]
                yield from (events.Explore(seat, slot, recruit, less, pay) for recruit in recruits)


def _build(state: State, seat: Seat, ask: Ask | None) -> Iterator[Action]:
    sizes = _affordable_sizes(state, seat, ask)
    for cell in board.cells_with(state, ("sand",)) if sizes else ():
        if cell in state.buildings:
            continue
        for size in sizes:
            event = events.Build(seat, size, cell)
            if _priced(lambda event=event: board.build_cost(state, event, ask), state, seat):  # type: ignore[misc]
                yield event


def _affordable_sizes(state: State, seat: Seat, ask: Ask | None) -> list[events.Size]:
    """Sizes left in supply that are not too dear wherever they stand."""
    player, facts = state.players[seat], state.components.facts
    at_hand = player.res["gear"] + player.res["crystal"] + board.discount_of(state, player, "build", ask)
    anywhere = bool(standing(state, player, "build_discount_per_adjacent"))
    own: dict[events.Size, int] = {"small": len(player.small), "large": len(player.large)}
    return [
        size
        for size, count in own.items()
        if count < facts.buildings[size] and (anywhere or at_hand >= sum(facts.build_cost[size].values()))
    ]


def _populate(state: State, seat: Seat, ask: Ask | None) -> Iterator[Action]:
    player, places = state.players[seat], state.components.technologies
    at_hand = player.res["book"] + player.res["crystal"] + board.discount_of(state, player, "populate", ask)
    reach = technologies_in_reach(state, player)
    technologies = [name for name in reach if places[name].technology.books <= at_hand]
    for location, kind in state.terrain.items() if technologies else ():
        if kind not in ("location", "large_location") or location in player.figures:
            continue
        for technology in technologies:
            event = events.Populate(seat, technology, location)
            if _priced(lambda event=event: board.populate_cost(state, event, ask), state, seat):  # type: ignore[misc]
                yield event


MAIN: dict[str, Callable[[State, Seat, Ask | None], Iterator[Action]]] = {
    "play": _play,
    "switch": _switch,
    "explore": _explore,
    "build": _build,
    "populate": _populate,
}


# ---- free actions


def _any_time(state: State, seat: Seat) -> Iterator[Action]:
    player, limits = state.players[seat], state.components.facts.limits
    if state.options.overflow == "end_of_action" and player.res["crystal"] > limits["crystal"]:
        yield from (events.OverflowCrystal(seat, res) for res in free.has_room(state, player))  # type: ignore[arg-type]
    if player.pool_points or player.pool_devotion:
        back = state.options.conversion == "both_ways"
        for to_devotion in range(player.pool_points // 2 + 1):
            for to_points in range(player.pool_devotion // 2 + 1 if back else 1):
                yield events.SettlePoints(seat, to_devotion, to_points)


def _free(state: State, seat: Seat) -> Iterator[Action]:
    player = state.players[seat]
    yield from (events.OpenCrate(seat, crate) for crate in player.crates)
    if player.hidden_crates:
        yield from (
            events.OpenCrate(seat, crate) for crate in state.components.crates if state.crates.could_hide(crate)
        )
    if player.energy and not free.machines_closed(state):
        for machine in player.machines:
            if machine not in player.charged and free.machine_fits(state, seat, machine):
                yield from _machine(state, player, seat, machine)
    for technology in player.technologies:
        yield from _technology(state, seat, technology)
    if state.options.crystal_mode == "free" and player.res["crystal"]:
        rooms = free.has_room(state, player) if state.options.overflow == "immediate" else BASIC
        yield from (events.TradeCrystal(seat, res) for res in rooms)  # type: ignore[arg-type]
    for journey, flipped in player.journeys.items():
        level = 0 if flipped else free.level_met(state, player, journey)
        if level:
            yield events.ResolveJourney(seat, journey, level)


def _machine(state: State, player: Player, seat: Seat, machine: str) -> Iterator[Action]:
    if not free.needs_color(state, machine):
        yield events.UseMachine(seat, machine)
        return
    laid = (laid.card.id for pile in player.slots.values() for laid in pile)
    for card in (*player.active, *player.resting, *laid):
        yield from (events.UseMachine(seat, machine, card, color) for color in COLORS)


def _technology(state: State, seat: Seat, technology: str) -> Iterator[Action]:
    trade = state.components.technologies[technology].trade
    if trade is None:
        return
    for number in range(1, 2 if trade.name == "tech_rest" else MOST_TRADES + 1):
        for pay in payments(state, seat, times(trade.pay, number)):
            yield from (events.TechTrade(seat, technology, number, pay, get) for get in _gains(trade.get, number))


# ---- answers


def _extra_action(state: State, ask: Ask) -> Iterator[Action]:
    for kind in ask.effect.actions:
        yield from MAIN[kind](state, ask.seat, ask)


def _modules(state: State, ask: Ask) -> Iterator[Action]:
    for slot, places in state.players[ask.seat].modules.items():
        for place, held in enumerate(places):
            yield from (events.TakeModule(ask.seat, module, slot, place, held) for module in state.modules)


def _several(names: Iterable[str], most: int) -> Iterator[tuple[str, ...]]:
    names = list(names)
    for number in range(1, min(most, len(names)) + 1):
        yield from combinations(names, number)


def _pick_cards(state: State, ask: Ask) -> Iterator[Action]:
    found = choices.CARD_CHOICES[ask.name](state, ask)
    return (events.PickCard(ask.seat, names) for names in _several(found, choices.most_cards(ask)))


def _options(state: State, ask: Ask) -> Iterator[Action]:
    for option in choices.options_of(state, ask):
        if ask.name == "choice" or option == "skip":
            yield events.PickOption(ask.seat, option)
        else:
            yield from (events.PickOption(ask.seat, option, pay) for pay in payments(state, ask.seat, ask.effect.pay))


def _tribe(state: State, ask: Ask) -> Iterator[Action]:
    player = state.players[ask.seat]
    if choices.something_to_do(state, player):
        yield from (
            events.UseTribe(ask.seat, pay) for pay in payments(state, ask.seat, choices.ability_cost(state, player))
        )


def _trade(state: State, ask: Ask) -> Iterator[Action]:
    trade = ask.effect
    for number in range(1, (trade.max or MOST_TRADES) + 1):
        for pay in payments(state, ask.seat, times(trade.pay, number)):
            yield from (events.DoTrade(ask.seat, number, pay, get) for get in _gains(trade.get, number))


def _markers(state: State, ask: Ask) -> Iterator[Action]:
    for cell in board.cells_with(state, ask.effect.on):
        if cell not in state.players[ask.seat].markers:
            event = events.PlaceMarker(ask.seat, cell)
            if _priced(lambda event=event: board.marker_cost(state, event, ask), state, ask.seat):  # type: ignore[misc]
                yield event


def _moves(state: State, ask: Ask) -> Iterator[Action]:
    figures = state.players[ask.seat].figures
    for target in board.cells_with(state, ("location",)):
        if target not in figures:
            yield from (
                events.MovePopulation(ask.seat, source, target) for source in figures if not isinstance(source, str)
            )


def _scyphoz(state: State, ask: Ask) -> Iterator[Action]:
    known = [card for card in ask.cards if card in state.components.cards]
    hidden = list(state.scyphoz_unseen) if len(known) < len(ask.cards) else []
    return (events.KeepScyphoz(ask.seat, card) for card in (*known, *hidden))


def _cards_to_choose(state: State, ask: Ask) -> Iterator[Action]:
    return (events.ChooseArtifactCard(ask.seat, card) for card in dict.fromkeys(state.players[ask.seat].dealt_cards))


def _tribes_to_choose(state: State, ask: Ask) -> Iterator[Action]:
    taken = {player.tribe for player in state.players}
    return (events.ChooseTribe(ask.seat, tribe) for tribe in state.components.tribes if tribe not in taken)


ANSWERS: dict[str, Callable[[State, Ask], Iterable[Action]]] = {
    "basic": lambda state, ask: [events.PickResource(ask.seat, res) for res in BASIC],
    "advance": lambda state, ask: [events.AdvanceAny(ask.seat, color) for color in COLORS],
    "module": _modules,
    "machine": lambda state, ask: [
        events.TakeMachine(ask.seat, machine, ask.effect.id) for machine in choices.fitting_machines(state, ask)
    ],
    "artifact": lambda state, ask: [
        events.TakeArtifact(ask.seat, artifact) for artifact in choices.artifacts_on_offer(state)
    ],
    "recruit": lambda state, ask: [events.TakeCard(ask.seat, card) for card in choices.recruits(state, ask)],
    "rest_card": _pick_cards,
    "tech_rest": _pick_cards,
    "wake_card": _pick_cards,
    "top_of_active": _pick_cards,
    "discard_for_top": _pick_cards,
    "play_extra": lambda state, ask: _play(state, ask.seat, ask),
    "extra_action": _extra_action,
    "trade": _trade,
    "choice": _options,
    "cost": _options,
    "reopen_crate": _options,
    "tribe": _tribe,
    "recover_energy": lambda state, ask: [
        events.PickEnergy(ask.seat, names)
        for names in _several(state.players[ask.seat].charged, choices.most_cards(ask))
    ],
    "place_marker": _markers,
    "move_population": _moves,
    "free_populate": lambda state, ask: [
        events.Populate(ask.seat, technology, "extra")
        for technology in technologies_in_reach(state, state.players[ask.seat])
    ],
    "fill_resource": lambda state, ask: [events.PickResource(ask.seat, res) for res in ask.effect.res],
    "overflow": lambda state, ask: [
        events.OverflowCrystal(ask.seat, res)  # type: ignore[arg-type]
        for res in free.has_room(state, state.players[ask.seat])
    ],
    "turn_tile": lambda state, ask: [events.TurnTile(ask.seat, 0), events.TurnTile(ask.seat, 1)],
    "keep_scyphoz": _scyphoz,
    "hibernate": lambda state, ask: [events.Hibernate(ask.seat)],
    "choose_tribe": _tribes_to_choose,
    "choose_artifact_card": _cards_to_choose,
}
