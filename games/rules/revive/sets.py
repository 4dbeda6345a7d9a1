"""A loaded component set: the validated file with the tables that play needs."""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from games.engine.reading import LoadedSet, read_catalogue
from games.rules.revive.components import (
    AreaTile,
    ArtifactCard,
    Back,
    Bonus,
    Card,
    CardSlot,
    Catalogue,
    Cell,
    Crate,
    Journey,
    Lake,
    LargeLocation,
    Machine,
    MajorArtifact,
    MapSlot,
    Module,
    RewardSpace,
    Side,
    StartTile,
    Technology,
    Tribe,
    VastCrystalTile,
)
from games.rules.revive.facts import Facts, published
from games.rules.revive.validation import faults
from games.rules.revive.vocabulary import (
    Effects,
    ExtraAction,
    HibernateAfter,
    Passive,
    PlaceMarker,
    WhileInSlot,
    walk,
)

Space = Cell | str
"""A cell, or the id of a composite's slot, of an edge crystal, or `"extra"`."""

KINDS = {"area": "face_down", "start": "face_down", "chasm": "chasm", "large_location": "large_location"}
NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


class TechPlace(msgspec.Struct, frozen=True, gc=False):
    """A technology and what follows from its place on the tribe board."""

    technology: Technology
    tribe: str
    first: bool
    linked: frozenset[str]
    frees_others: bool
    """It brings the rule that no books are owed to others."""
    machine: Machine | None
    trade: Passive | None
    """`tech_trade` or `tech_rest`."""


class ComponentSet(LoadedSet, frozen=True, eq=False):
    """A set ready for play; dictionaries are by id."""

    catalogue: Catalogue
    facts: Facts
    cards: dict[str, Card]
    citizens: tuple[str, ...]
    start_sets: dict[str, tuple[str, ...]]
    scyphoz: tuple[str, ...]
    modules: dict[str, Module]
    machines: dict[str, Machine]
    """Special and standard machines, and those of technologies (under the technology's id)."""
    special: tuple[str, ...]
    crates: dict[str, Crate]
    artifacts: dict[str, MajorArtifact]
    artifact_cards: dict[str, ArtifactCard]
    tribes: dict[str, Tribe]
    technologies: dict[str, TechPlace]
    tiles: dict[str, tuple[str, ...]]
    """Terrains of start and area tiles."""
    waters: dict[str, Effects]
    backs: dict[str, Back]
    sides: dict[tuple[str, str], Side]
    slots: dict[str, MapSlot]
    slot_of: dict[Cell, str]
    outside: dict[Space, tuple[Cell, ...]]
    """By space: the cells next to it."""
    area_slots: tuple[str, ...]
    start_slots: tuple[str, ...]
    corner_slots: tuple[str, ...]
    chasm: str
    terrain: dict[Space, str]
    """By space, before any tile is placed; `node` and `adjacent` likewise."""
    node: dict[Cell, Space]
    adjacent: dict[Space, tuple[Space, ...]]
    card_slots: dict[str, CardSlot]
    reward_spaces: dict[str, RewardSpace]
    unlocks: dict[tuple[str, int], tuple[RewardSpace, ...]]
    """By track and number: the reward spaces that this number may complete."""
    standard: dict[str, Machine]
    """Standard machine by its reward space."""
    progress_bonus: dict[int, Effects]
    score_bonus: tuple[Bonus, ...]
    devotion_bonus: tuple[Bonus, ...]
    rows: dict[int, Effects]
    journeys: dict[str, Journey]
    lakes: dict[str, Lake]
    large_locations: dict[str, LargeLocation]
    slot_rules: dict[tuple[str, str], tuple[WhileInSlot, ...]]
    """By card and visible half: what holds while it lies in a slot."""
    slot_rule_names: frozenset[str]
    hibernating: frozenset[tuple[str, str]]
    """Cards and halves with the hibernate symbol."""
    deferred: frozenset[str]
    """Tribes whose disc moves with an extra action or a marker (19.6.6)."""
    marking: frozenset[str]
    """Tribes whose ability needs a marker."""


def load_components(raw: bytes, file: str = "reference_set.toml") -> ComponentSet:
    """Decode and validate a component file; raises `BadComponents` with file, key and reason."""
    facts = published()
    catalogue, digest = read_catalogue(raw, Catalogue, file, lambda catalogue: faults(catalogue, facts))
    return _set_of(catalogue, facts, digest)


@cache
def reference_components() -> ComponentSet:
    """The project's own stand-in set."""
    return load_components(files(__package__).joinpath("reference_set.toml").read_bytes())


def _set_of(catalogue: Catalogue, facts: Facts, digest: str) -> ComponentSet:
    expansion = catalogue.expansion
    board = catalogue.board
    faces: tuple[StartTile | AreaTile, ...] = (*catalogue.start_tile, *catalogue.area_tile)
    covered: tuple[AreaTile | VastCrystalTile, ...] = (*catalogue.area_tile, *catalogue.vast_crystal_tile)
    scyphoz = expansion.scyphoz if expansion else ()
    cards = {card.id: card for card in (*catalogue.starting_card, *catalogue.citizen, *scyphoz)}
    technologies = _technologies(catalogue)
    large = (*catalogue.large_location, *(expansion.large_location if expansion else ()))
    abilities = {tribe.id: tribe.ability for tribe in catalogue.tribe}
    return ComponentSet(
        id=catalogue.set_id,
        version=catalogue.version,
        hash=digest,
        official=catalogue.official,
        catalogue=catalogue,
        facts=facts,
        cards=cards,
        citizens=tuple(card.id for card in catalogue.citizen),
        start_sets=_start_sets(catalogue),
        scyphoz=tuple(card.id for card in scyphoz),
        modules={module.id: module for module in catalogue.module},
        machines={
            **{machine.id: machine for machine in (*catalogue.machine, *board.standard_machine)},
            **{name: place.machine for name, place in technologies.items() if place.machine},
        },
        special=tuple(machine.id for machine in catalogue.machine),
        crates={crate.id: crate for crate in catalogue.crate},
        artifacts={artifact.id: artifact for artifact in catalogue.major_artifact},
        artifact_cards={card.id: card for card in catalogue.artifact_card},
        tribes={tribe.id: tribe for tribe in catalogue.tribe},
        technologies=technologies,
        tiles={tile.id: tile.cells for tile in faces},
        waters={tile.id: tile.water for tile in faces if tile.water},
        backs={tile.id: tile.back for tile in covered},
        sides={(location.id, side.side): side for location in large for side in location.sides},
        large_locations={location.id: location for location in large},
        card_slots={slot.id: slot for slot in board.card_slot},
        reward_spaces={space.id: space for space in board.reward_space},
        unlocks=_unlocks(board.reward_space),
        standard={machine.space: machine for machine in board.standard_machine},
        progress_bonus={bonus.space: bonus.effects for bonus in board.progress_track.bonus},
        score_bonus=_ascending(catalogue.score_track.bonus),
        devotion_bonus=_ascending(expansion.devotion_track.bonus) if expansion else (),
        rows={row.space: row.effects for row in catalogue.hibernation_track.rows},
        journeys={journey.id: journey for journey in (expansion.journey if expansion else ())},
        lakes={lake.id: lake for lake in (expansion.lake if expansion else ())},
        slot_rules=_slot_rules(cards),
        slot_rule_names=frozenset(rule.name for rules in _slot_rules(cards).values() for rule in rules),
        hibernating=frozenset(
            (card.id, half)
            for card in cards.values()
            for half, effects in (("top", card.top), ("bottom", card.bottom))
            if any(isinstance(effect, HibernateAfter) for _, effect in walk(effects))
        ),
        deferred=frozenset(
            name
            for name, ability in abilities.items()
            if any(isinstance(effect, ExtraAction | PlaceMarker) for effect in ability)
        ),
        marking=frozenset(
            name for name, ability in abilities.items() if any(isinstance(effect, PlaceMarker) for effect in ability)
        ),
        **_geometry(catalogue),
    )


def _geometry(catalogue: Catalogue) -> dict[str, Any]:
    slots = {slot.id: slot for slot in catalogue.map.slot}
    slot_of = {cell: slot.id for slot in slots.values() for cell in slot.cells}
    slot_of |= {crystal.cell: crystal.id for crystal in catalogue.map.edge_crystal}
    touching = {
        (q, r): tuple((q + dq, r + dr) for dq, dr in NEIGHBOURS if (q + dq, r + dr) in slot_of) for q, r in slot_of
    }

    def of_kind(kind: str) -> tuple[str, ...]:
        return tuple(slot.id for slot in slots.values() if slot.kind == kind)

    terrain: dict[Space, str] = {name: KINDS[slot.kind] for name, slot in slots.items()}
    terrain |= {crystal.id: "edge_crystal" for crystal in catalogue.map.edge_crystal}
    outside: dict[Space, tuple[Cell, ...]] = dict(touching.items())
    for cell, near in touching.items():
        own = slot_of[cell]
        outside[own] = (*outside.get(own, ()), *(other for other in near if slot_of[other] != own))
    return {
        "slots": slots,
        "terrain": terrain,
        "node": dict(slot_of),
        "adjacent": {space: tuple(dict.fromkeys(slot_of[cell] for cell in outside[space])) for space in terrain},
        "slot_of": slot_of,
        "outside": outside,
        "area_slots": of_kind("area"),
        "start_slots": of_kind("start"),
        "corner_slots": of_kind("large_location"),
        "chasm": of_kind("chasm")[0],
    }


def _start_sets(catalogue: Catalogue) -> dict[str, tuple[str, ...]]:
    sets: dict[str, tuple[str, ...]] = {}
    for card in catalogue.starting_card:
        sets[card.set] = (*sets.get(card.set, ()), card.id)
    return sets


def _technologies(catalogue: Catalogue) -> dict[str, TechPlace]:
    places = {}
    for tribe in catalogue.tribe:
        links = link_table(tribe)
        for technology in tribe.technology:
            passives = [effect for effect in technology.effects if isinstance(effect, Passive)]
            machine = next((rule for rule in passives if rule.name == "tech_machine"), None)
            places[technology.id] = TechPlace(
                technology=technology,
                tribe=tribe.id,
                first=technology.row == 1,
                linked=links[technology.id],
                frees_others=any(rule.name == "no_books_to_others" for rule in passives),
                machine=_tech_machine(technology, machine),
                trade=next((rule for rule in passives if rule.name in ("tech_trade", "tech_rest")), None),
            )
    return places


def _tech_machine(technology: Technology, rule: Passive | None) -> Machine | None:
    """A machine on the tribe board goes by its technology's id; its color means nothing."""
    if rule is None:
        return None
    return Machine(technology.id, "gray", rule.on or ("any",), rule.effects, flask=0)


def link_table(tribe: Tribe) -> dict[str, frozenset[str]]:
    """By technology: those that it is linked to. Pairs name technologies by the last part of their id."""
    links: dict[str, set[str]] = {technology.id: set() for technology in tribe.technology}
    for one, other in tribe.links.pairs:
        links[f"{tribe.id}.{one}"].add(f"{tribe.id}.{other}")
        links[f"{tribe.id}.{other}"].add(f"{tribe.id}.{one}")
    return {name: frozenset(others) for name, others in links.items()}


def _unlocks(spaces: tuple[RewardSpace, ...]) -> dict[tuple[str, int], tuple[RewardSpace, ...]]:
    table: dict[tuple[str, int], tuple[RewardSpace, ...]] = {}
    for space in spaces:
        for color, number in space.need.items():
            table[color, number] = (*table.get((color, number), ()), space)
    return table


def _slot_rules(cards: dict[str, Card]) -> dict[tuple[str, str], tuple[WhileInSlot, ...]]:
    rules = {}
    for card in cards.values():
        for half, effects in (("top", card.top), ("bottom", card.bottom)):
            held = tuple(effect for effect in effects if isinstance(effect, WhileInSlot))
            if held:
                rules[card.id, half] = held
    return rules


def _ascending(bonuses: tuple[Bonus, ...]) -> tuple[Bonus, ...]:
    return tuple(sorted(bonuses, key=lambda bonus: bonus.space))
