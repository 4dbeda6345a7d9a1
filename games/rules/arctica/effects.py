"""Carries out effects described as data (vocabulary.py), one after another, each with all it triggers (A29).

`own` is the wheel of the card that is resolved, -1 on spaces and links.
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.arctica import vocabulary as v
from games.rules.arctica.circle import NO_SPACE, arrive, landing, move_target
from games.rules.arctica.components import GENERATIONS
from games.rules.arctica.ecosystem import move_to_bottom, reproduction_fault
from games.rules.arctica.events import Item, Move
from games.rules.arctica.hands import discard_cards, draw, hand_size
from games.rules.arctica.source import Source
from games.rules.arctica.state import FLORA, State
from games.rules.arctica.wheels import free_slot, gain_flora, pay, put_token, rotate, spendable

Handler = Callable[[State, Source, Seat, Any, int], None]


def resolve(state: State, source: Source, seat: Seat, effects: v.Effects, own: int = -1) -> None:
    """Resolve a list of effects for a seat."""
    for effect in effects:
        HANDLERS[type(effect)](state, source, seat, effect, own)


def _flora(state: State, source: Source, seat: Seat, effect: v.Flora, own: int) -> None:
    gain_flora(state, state.players[seat], effect.n)


def _flora_now(state: State, source: Source, seat: Seat, effect: v.FloraNow, own: int) -> None:
    state.players[seat].flora += effect.n


def _draw(state: State, source: Source, seat: Seat, effect: v.DrawCards, own: int) -> None:
    draw(state, source, seat, effect.n)


def _points(state: State, source: Source, seat: Seat, effect: v.Points, own: int) -> None:
    state.players[seat].points += effect.n


def _rotate(state: State, source: Source, seat: Seat, effect: v.Rotate, own: int) -> None:
    for _ in range(effect.n):
        rotate(state, state.players[seat])


def _per_badge(state: State, source: Source, seat: Seat, effect: v.PerBadge, own: int) -> None:
    count = state.players[seat].badges[state.table.box.badge_index[effect.badge]]
    for _ in range(min(effect.max, count // effect.per)):
        resolve(state, source, seat, effect.gain, own)


def _choose(state: State, source: Source, seat: Seat, effect: v.Choose, own: int) -> None:
    option = source.choose(state, seat, effect)
    if not 0 <= option < len(effect.options):
        raise IllegalAction("unknown_option", seat=seat, expected=len(effect.options) - 1, found=option, rule="D17")
    resolve(state, source, seat, effect.options[option], own)


def _may(state: State, source: Source, seat: Seat, effect: v.May, own: int) -> None:
    """Asked only if the cost can be paid in full (A99)."""
    player = state.players[seat]
    flora, cards = v.flora_price(effect.cost), v.cards_price(effect.cost)
    if spendable(state, player) < flora or hand_size(player) < cards:
        return
    answer = source.may(state, seat, effect)
    if not answer.yes:
        if answer.cards:
            raise IllegalAction("payment", seat=seat, expected=0, found=list(answer.cards), rule="D18")
        return
    discard_cards(state, seat, answer.cards, cards, "D18")
    pay(state, seat, flora, "D18")
    resolve(state, source, seat, effect.gain, own)


def _amount(state: State, source: Source, seat: Seat, effect: Any, own: int) -> None:
    """An effect done 0 to n times: asked only if at least one is possible (A99)."""
    if next(items(state, seat, effect, own), None) is None:
        return
    keys, handler = ITEMS[type(effect)]
    for number, item in enumerate(source.amount(state, seat, effect, own), start=1):
        if number > effect.n:
            raise IllegalAction("limit", seat=seat, expected=effect.n, found=number, rule="D19")
        given = {name for name in ITEM_KEYS if getattr(item, name) is not UNSET}
        if given != keys:
            raise IllegalAction("item_keys", seat=seat, expected=sorted(keys), found=sorted(given), rule="D19")
        handler(state, source, seat, effect, own, item)


def family_of(state: State, seat: Seat, name: str, rule: str) -> int:
    """The index of a family; raises `IllegalAction`."""
    family = state.table.box.family_index.get(name)
    if family is None:
        raise IllegalAction("unknown_target", seat=seat, expected=list(state.table.box.families), found=name, rule=rule)
    return family


def migrate_once(state: State, source: Source, seat: Seat, move: Move | Item) -> None:
    """One move (A44)."""
    player = state.players[seat]
    family = family_of(state, seat, move.family, "A44")
    space = state.table.box.circle_index.get(move.from_)
    if space is None:
        expected = list(state.table.box.circle)
        raise IllegalAction("unknown_target", seat=seat, expected=expected, found=move.from_, rule="A44")
    place = space * len(player.supply) + family
    if not player.circle[place]:
        raise IllegalAction("no_such_token", seat=seat, family=move.family, found=move.from_, rule="A44")
    target = move_target(state, family, space)
    if target == NO_SPACE:
        raise IllegalAction("no_way", seat=seat, family=move.family, found=move.from_, rule="A97")
    player.circle[place] -= 1
    arrive(state, source, seat, family, target, move, resolve, migrated=True)


def _migrate_item(state: State, source: Source, seat: Seat, effect: v.Migrate, own: int, item: Item) -> None:
    migrate_once(state, source, seat, item)


def _circle_item(
    state: State, source: Source, seat: Seat, effect: v.CircleEnter | v.CircleSupply, own: int, item: Item
) -> None:
    """A49: from the release area, or from the supply."""
    family = family_of(state, seat, item.family, "A49")
    player = state.players[seat]
    stock = player.release if isinstance(effect, v.CircleEnter) else player.supply
    if isinstance(effect, v.CircleSupply) and effect.family not in ("any", item.family):
        raise IllegalAction("family", seat=seat, expected=effect.family, found=item.family, rule="A49")
    if not stock[family]:
        raise IllegalAction("no_such_token", seat=seat, family=item.family, rule="A49")
    target = landing(state, family, state.table.box.entry)
    if target == NO_SPACE:
        raise IllegalAction("no_way", seat=seat, family=item.family, rule="A97")
    stock[family] -= 1
    arrive(state, source, seat, family, target, item, resolve)


def _reproduce_item(state: State, source: Source, seat: Seat, effect: v.Reproduce, own: int, item: Item) -> None:
    reproduce(state, seat, GENERATIONS.index(item.column))


def reproduce(state: State, seat: Seat, column: int) -> None:
    """A25 to A27; raises `IllegalAction`."""
    fault = reproduction_fault(state, seat, column)
    if fault is not None:
        raise IllegalAction(fault, seat=seat, found=GENERATIONS[column], rule="A25")
    player = state.players[seat]
    put_token(state, player, player.columns[column][-1].family, column)
    if player.in_use != column:
        move_to_bottom(player, column)


def _token_item(state: State, source: Source, seat: Seat, effect: v.PutToken, own: int, item: Item) -> None:
    player = state.players[seat]
    family = family_of(state, seat, item.family, "D19")
    wheel = wheel_of(effect.wheel, own)
    if item.family != effect.family:
        raise IllegalAction("family", seat=seat, expected=effect.family, found=item.family, rule="D19")
    if not player.supply[family]:
        raise IllegalAction("no_token", seat=seat, family=item.family, rule="D19")
    if free_slot(state, player, wheel) < 0:
        raise IllegalAction("wheel_full", seat=seat, found=GENERATIONS[wheel], rule="D19")
    put_token(state, player, family, wheel)


def _release_item(state: State, source: Source, seat: Seat, effect: v.Release, own: int, item: Item) -> None:
    player = state.players[seat]
    wheel = wheel_of(effect.wheel, own)
    token = take_from_wheel(state, seat, wheel, item.segment, item.slot, "D19")
    player.release[token] += 1


def take_from_wheel(state: State, seat: Seat, wheel: int, segment: int, slot: int, rule: str) -> int:
    """The family of the animal token at a place of a wheel, which leaves it; raises `IllegalAction`."""
    starts = state.table.starts[wheel]
    slots = state.players[seat].wheels[wheel]
    if 0 <= segment < len(starts) - 1 and 0 <= slot < starts[segment + 1] - starts[segment]:
        token = slots[starts[segment] + slot]
        if 0 <= token < FLORA:
            slots[starts[segment] + slot] = -1
            return token
    raise IllegalAction(
        "no_such_token", seat=seat, wheel=GENERATIONS[wheel], found={"segment": segment, "slot": slot}, rule=rule
    )


def wheel_of(name: str, own: int) -> int:
    """The index of the wheel that an effect names."""
    return own if name == "own" else GENERATIONS.index(name)


def items(state: State, seat: Seat, effect: v.Effect, own: int) -> Iterator[Item]:
    """Every item that is possible now for an effect done 0 to n times."""
    return OPTIONS[type(effect)](state, seat, effect, own)


def _migrate_options(state: State, seat: Seat, effect: v.Migrate, own: int) -> Iterator[Item]:
    yield from (Item(family=family, from_=space) for family, space in movable(state, seat))


def movable(state: State, seat: Seat) -> Iterator[tuple[str, Any]]:
    """Family and space of own tokens on the Circle that can move."""
    box = state.table.box
    families = len(box.families)
    circle = state.players[seat].circle
    if any(circle):
        for place, count in enumerate(circle):
            space, family = divmod(place, families)
            if count and move_target(state, family, space) != NO_SPACE:
                yield box.families[family], box.circle[space]


def _circle_options(state: State, seat: Seat, effect: v.CircleEnter | v.CircleSupply, own: int) -> Iterator[Item]:
    box = state.table.box
    player = state.players[seat]
    stock = player.release if isinstance(effect, v.CircleEnter) else player.supply
    only = effect.family if isinstance(effect, v.CircleSupply) else "any"
    for family, name in enumerate(box.families):
        if stock[family] and only in ("any", name) and landing(state, family, box.entry) != NO_SPACE:
            yield Item(family=name)


def _reproduce_options(state: State, seat: Seat, effect: v.Reproduce, own: int) -> Iterator[Item]:
    for column, name in enumerate(GENERATIONS):
        if reproduction_fault(state, seat, column) is None:
            yield Item(column=name)  # type: ignore[arg-type]


def _token_options(state: State, seat: Seat, effect: v.PutToken, own: int) -> Iterator[Item]:
    player = state.players[seat]
    family = state.table.box.family_index[effect.family]
    if player.supply[family] and free_slot(state, player, wheel_of(effect.wheel, own)) >= 0:
        yield Item(family=effect.family)


def _release_options(state: State, seat: Seat, effect: v.Release, own: int) -> Iterator[Item]:
    wheel = wheel_of(effect.wheel, own)
    starts = state.table.starts[wheel]
    slots = state.players[seat].wheels[wheel]
    for segment in range(len(starts) - 1):
        for slot in range(starts[segment], starts[segment + 1]):
            if 0 <= slots[slot] < FLORA:
                yield Item(segment=segment, slot=slot - starts[segment])


ITEM_KEYS = ("family", "from_", "column", "segment", "slot")
ITEMS: dict[type[Any], tuple[set[str], Callable[..., None]]] = {
    v.Migrate: ({"family", "from_"}, _migrate_item),
    v.CircleEnter: ({"family"}, _circle_item),
    v.CircleSupply: ({"family"}, _circle_item),
    v.Reproduce: ({"column"}, _reproduce_item),
    v.PutToken: ({"family"}, _token_item),
    v.Release: ({"segment", "slot"}, _release_item),
}
OPTIONS: dict[type[Any], Callable[..., Iterator[Item]]] = {
    v.Migrate: _migrate_options,
    v.CircleEnter: _circle_options,
    v.CircleSupply: _circle_options,
    v.Reproduce: _reproduce_options,
    v.PutToken: _token_options,
    v.Release: _release_options,
}
HANDLERS: dict[type[Any], Handler] = {
    v.Flora: _flora,
    v.FloraNow: _flora_now,
    v.DrawCards: _draw,
    v.Points: _points,
    v.Rotate: _rotate,
    v.PerBadge: _per_badge,
    v.Choose: _choose,
    v.May: _may,
    **dict.fromkeys(ITEMS, _amount),
}
