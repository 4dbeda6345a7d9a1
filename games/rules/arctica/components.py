"""Arctica's box ready for play: the loader of a component file and the tables made from it.

In tables everything is an index into a list of the file: families, badges, regions, sub-regions, spaces of the map and
of the Circle. Generations are 0 (long) and 1 (short).
"""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from games.engine.reading import LoadedSet, read_catalogue
from games.rules.arctica.catalogue import Catalogue, FaunaCard, GenerationCard, SpaceId
from games.rules.arctica.validation import faults
from games.rules.arctica.vocabulary import Effects, cards_price, flora_price

GENERATIONS = ("long", "short")
LONG, SHORT = 0, 1
SIDES = "NESW"


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card of an ecosystem. `family` is -1 on Generation cards, `badges` counts by badge."""

    id: str
    generation: int
    family: int
    cost: int
    requires: tuple[tuple[int, int], ...]
    badges: tuple[int, ...]
    endangered: int
    points: int
    flash: Effects
    ability: Effects


class MapSpace(msgspec.Struct, frozen=True, gc=False):
    """`links` are (neighbour, bonus) in the order of the link list."""

    index: int
    id: str
    subregion: int
    region: int
    family: int
    bonus: Effects
    flora: int
    cards: int
    links: tuple[tuple[int, Effects], ...]


class ActionSpace(msgspec.Struct, frozen=True, gc=False):
    """`wheels` and `sides` of a and b."""

    index: int
    id: str
    wheels: tuple[int, int]
    sides: tuple[int, int]


class RoundEndCard(msgspec.Struct, frozen=True, gc=False):
    """`rewards` by number of players."""

    id: str
    rounds: tuple[int, ...]
    regions: tuple[int, ...]
    rewards: dict[int, tuple[int, ...]]


class ComponentSet(LoadedSet, frozen=True, eq=False):
    """A loaded, validated set with the tables that play needs."""

    catalogue: Catalogue
    families: tuple[str, ...]
    family_index: dict[str, int]
    ice_bound: tuple[bool, ...]
    badge_index: dict[str, int]
    fauna: dict[str, Card]
    generation: dict[str, Card]
    segments: tuple[tuple[int, ...], tuple[int, ...]]
    wheels: tuple[str, ...]
    wheel_index: dict[str, int]
    wheel_actions: tuple[tuple[str, ...], ...]
    action_spaces: dict[str, ActionSpace]
    circle: tuple[SpaceId, ...]
    circle_index: dict[SpaceId, int]
    entry: int
    tiles: tuple[int, ...]
    """Ice tile by Circle space at the start, 0 for none."""
    ice_bonus: tuple[Effects, ...]
    bare_bonus: tuple[Effects, ...]
    regions: tuple[str, ...]
    region_index: dict[str, int]
    subregions: tuple[str, ...]
    subregion_index: dict[str, int]
    subregion_region: tuple[int, ...]
    escapes: tuple[tuple[int, ...], ...]
    spaces: tuple[MapSpace, ...]
    space_index: dict[str, MapSpace]
    round_end_cards: dict[str, RoundEndCard]


def load_components(raw: bytes, file: str = "reference_set.toml") -> ComponentSet:
    """Decode and validate a component file; raises `BadComponents` with file, key and reason."""
    catalogue, digest = read_catalogue(raw, Catalogue, file, faults)
    return _set_of(catalogue, digest)


@cache
def base_components() -> ComponentSet:
    """The reference set, our labelled stand-in: the published cards are not public."""
    return load_components(files(__package__).joinpath("reference_set.toml").read_bytes())


def set_options(box: ComponentSet, rules: str) -> dict[str, Any]:
    """The defaults of a set and, over them, its values under a rule set (V3)."""
    return {**box.catalogue.options, **box.catalogue.rule_sets[rules]}


def _set_of(catalogue: Catalogue, digest: str) -> ComponentSet:
    meta = catalogue.meta
    family_index = _index(family.id for family in catalogue.families)
    badge_index = _index(meta.badges)
    region_index = _index(region.id for region in catalogue.regions)
    circle_index = _index(space.id for space in catalogue.circle_spaces)
    subregions = [(number, sub) for number, region in enumerate(catalogue.regions) for sub in region.subregions]
    spaces = _map_spaces(catalogue, family_index, [(sub.id, number) for number, sub in subregions])
    wheel_index = _index(wheel.id for wheel in catalogue.action_wheels)
    return ComponentSet(
        id=meta.id,
        version=meta.version,
        hash=digest,
        official=meta.official,
        catalogue=catalogue,
        families=tuple(family_index),
        family_index=family_index,
        ice_bound=tuple(family.needs_ice for family in catalogue.families),
        badge_index=badge_index,
        fauna={card.id: _fauna(card, family_index, badge_index) for card in catalogue.fauna_cards},
        generation={card.id: _generation(card, badge_index) for card in catalogue.generation_cards},
        segments=(catalogue.generation_wheels["long"].segments, catalogue.generation_wheels["short"].segments),
        wheels=tuple(wheel_index),
        wheel_index=wheel_index,
        wheel_actions=tuple(wheel.actions for wheel in catalogue.action_wheels),
        action_spaces=_action_spaces(catalogue, wheel_index),
        circle=tuple(circle_index),
        circle_index=circle_index,
        entry=circle_index[catalogue.circle.entry],
        tiles=tuple(space.ice_tile or 0 for space in catalogue.circle_spaces),
        ice_bonus=tuple(space.ice_bonus for space in catalogue.circle_spaces),
        bare_bonus=tuple(space.bare_bonus for space in catalogue.circle_spaces),
        regions=tuple(region_index),
        region_index=region_index,
        subregions=tuple(sub.id for _, sub in subregions),
        subregion_index=_index(sub.id for _, sub in subregions),
        subregion_region=tuple(number for number, _ in subregions),
        escapes=tuple(tuple(circle_index[space] for space in sub.escape) for _, sub in subregions),
        spaces=spaces,
        space_index={space.id: space for space in spaces},
        round_end_cards={
            card.id: RoundEndCard(
                card.id,
                card.rounds,
                tuple(region_index[region] for region in card.regions),
                {int(number): points for number, points in card.rewards.items()},
            )
            for card in catalogue.round_end_cards
        },
    )


def _index(names: Any) -> dict[Any, int]:
    return {name: number for number, name in enumerate(names)}


def _fauna(card: FaunaCard, families: dict[str, int], badges: dict[str, int]) -> Card:
    return Card(
        id=card.id,
        generation=GENERATIONS.index(card.generation),
        family=families[card.family],
        cost=card.cost,
        requires=tuple((badges[badge], number) for badge, number in card.requires.items()),
        badges=tuple(card.badges.count(badge) for badge in badges),
        endangered=card.badges.count("endangered"),
        points=card.points,
        flash=card.flash,
        ability=card.ability,
    )


def _generation(card: GenerationCard, badges: dict[str, int]) -> Card:
    return Card(
        id=card.id,
        generation=GENERATIONS.index(card.generation),
        family=-1,
        cost=0,
        requires=(),
        badges=tuple(card.badges.count(badge) for badge in badges),
        endangered=card.badges.count("endangered"),
        points=card.points,
        flash=(),
        ability=card.ability,
    )


def _action_spaces(catalogue: Catalogue, wheels: dict[str, int]) -> dict[str, ActionSpace]:
    return {
        space.id: ActionSpace(
            index=number,
            id=space.id,
            wheels=(wheels[space.a.wheel], wheels[space.b.wheel]),
            sides=(SIDES.index(space.a.side), SIDES.index(space.b.side)),
        )
        for number, space in enumerate(catalogue.action_spaces)
    }


def _map_spaces(
    catalogue: Catalogue, families: dict[str, int], subregions: list[tuple[str, int]]
) -> tuple[MapSpace, ...]:
    index = _index(space.id for space in catalogue.map_spaces)
    names = [name for name, _ in subregions]
    links: list[list[tuple[int, Effects]]] = [[] for _ in index]
    for link in catalogue.links:
        first, second = (index[end] for end in link.ends)
        links[first].append((second, link.bonus))
        links[second].append((first, link.bonus))
    return tuple(
        MapSpace(
            index=number,
            id=space.id,
            subregion=names.index(space.subregion),
            region=subregions[names.index(space.subregion)][1],
            family=families[space.family],
            bonus=space.bonus,
            flora=flora_price(space.cost),
            cards=cards_price(space.cost),
            links=tuple(links[number]),
        )
        for number, space in enumerate(catalogue.map_spaces)
    )
