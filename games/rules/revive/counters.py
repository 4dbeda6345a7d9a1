"""What effects, large locations, artifact cards and journeys count (components.toml, `[vocab.counters]`)."""

from collections.abc import Callable, Iterator

from games.rules.revive.components import Card, Cell
from games.rules.revive.state import Laid, Player, State
from games.rules.revive.vocabulary import Color


def count(state: State, player: Player, counter: str) -> int:
    """The value of a counter for one player now."""
    return COUNTERS[counter](state, player)


def laid_cards(player: Player) -> Iterator[Laid]:
    """Cards in the card slots."""
    for pile in player.slots.values():
        yield from pile


def owned_cards(player: Player) -> Iterator[Card]:
    """Cards in all areas."""
    yield from player.active.values()
    yield from player.resting.values()
    yield from (laid.card for laid in laid_cards(player))


def color_of(player: Player, laid: Laid) -> Color:
    """The color a card in a slot counts as (rules.md 13, 19.6.3)."""
    return player.colors.get(laid.card.id, laid.color)


def adjacent_crystals(state: State, cell: Cell) -> list[str]:
    """Printed and vast crystals next to a cell."""
    terrain = state.terrain
    return [
        str(space)
        for space in state.adjacent[cell]
        if terrain[space] == "edge_crystal" or terrain[space] == "vast_crystal"
    ]


def _flask(state: State, player: Player) -> int:
    box = state.components
    machines = sum(box.machines[name].flask for name in player.machines)
    modules = sum(box.modules[name].flask for places in player.modules.values() for name in places if name)
    return machines + modules + sum(player.journeys.values())


def flasks(state: State, player: Player) -> int:
    """Both edges of every card, resting ones too."""
    return _flask(state, player) + sum(card.flask_top + card.flask_bottom for card in owned_cards(player))


def visible_flasks(state: State, player: Player) -> int:
    """Both edges of active cards, the visible edge in slots (19.6.10)."""
    active = sum(card.flask_top + card.flask_bottom for card in player.active.values())
    laid = sum(laid.card.flask_top if laid.half == "top" else laid.card.flask_bottom for laid in laid_cards(player))
    return _flask(state, player) + active + laid


def _modules(state: State, player: Player) -> int:
    return sum(name is not None for places in player.modules.values() for name in places)


def _population_large(state: State, player: Player) -> int:
    return sum(isinstance(space, str) for space in player.figures)


def _recruited(color: Color) -> Callable[[State, Player], int]:
    def recruited(state: State, player: Player) -> int:
        unlaid = (*player.active.values(), *player.resting.values())
        return sum(not card.set and player.colors.get(card.id, card.color) == color for card in unlaid) + sum(
            not laid.card.set and color_of(player, laid) == color for laid in laid_cards(player)
        )

    return recruited


def _in_slots(color: Color) -> Callable[[State, Player], int]:
    return lambda state, player: sum(color_of(player, laid) == color for laid in laid_cards(player))


def _area_tiles(state: State, player: Player) -> int:
    box = state.components
    cells = [*player.small, *player.large, *(space for space in player.figures if not isinstance(space, str))]
    return len({box.slot_of[cell] for cell in cells})


COUNTERS: dict[str, Callable[[State, Player], int]] = {
    "crates": lambda state, player: player.crate_count,
    "energy": lambda state, player: player.energy + len(player.charged),
    "modules": _modules,
    "module_pairs": lambda state, player: _modules(state, player) // 2,
    "population": lambda state, player: len(player.figures),
    "population_large": _population_large,
    "tribe_discs": lambda state, player: state.components.tribes[player.tribe].discs - player.discs,
    "flasks": flasks,
    "visible_flasks": visible_flasks,
    "cards": lambda state, player: sum(not card.set for card in owned_cards(player)),
    "cards_gray": _recruited("gray"),
    "cards_green": _recruited("green"),
    "cards_yellow": _recruited("yellow"),
    "slot_cards_gray": _in_slots("gray"),
    "slot_cards_green": _in_slots("green"),
    "slot_cards_yellow": _in_slots("yellow"),
    "water_unique": lambda state, player: len(player.waters),
    "crystal_unique": lambda state, player: len(
        {name for cell in (*player.small, *player.large) for name in adjacent_crystals(state, cell)}
    ),
    "small_buildings": lambda state, player: len(player.small),
    "large_buildings": lambda state, player: len(player.large),
    "buildings": lambda state, player: len(player.small) + len(player.large),
    "track_gray": lambda state, player: player.tracks["gray"],
    "track_green": lambda state, player: player.tracks["green"],
    "track_yellow": lambda state, player: player.tracks["yellow"],
    "area_tiles": _area_tiles,
    "fixed": lambda state, player: 1,
}
