"""What makes a well-typed component file unplayable (rules.md 15, V1 to V15): every fault as (key, reason)."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from games.rules.arctica.catalogue import Catalogue
from games.rules.arctica.options import KEYS, RULE_SETS, fits
from games.rules.arctica.vocabulary import (
    COST_NAMES,
    EFFECT_NAMES,
    CircleSupply,
    Effects,
    May,
    PerBadge,
    PutToken,
    Release,
    inner_lists,
    name_of,
)

Fault = tuple[str, str]
ACTIONS = (
    "fauna reproduction ability flora2 migration2 draw2 rotate_card rotate_migration colony".split()  # rules.md 12
)
ROUNDS = 4
DEEPEST = 4
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def faults(catalogue: Catalogue) -> Iterator[Fault]:
    """All faults, in the order of V1 to V15."""
    yield from _ids(catalogue)
    yield from _meta(catalogue)
    yield from _rule_sets(catalogue)
    yield from _wheels(catalogue)
    yield from _action_spaces(catalogue)
    yield from _circle(catalogue)
    yield from _regions(catalogue)
    yield from _map(catalogue)
    yield from _round_end_cards(catalogue)
    yield from _event_tiles(catalogue)
    yield from _cards(catalogue)
    yield from _effects(catalogue)


def _ids(catalogue: Catalogue) -> Iterator[Fault]:
    """V1: unique in the whole file."""
    seen: set[int | str] = set()
    groups = (
        "families action_wheels action_spaces circle_spaces regions map_spaces round_end_cards event_tiles"
        " generation_cards fauna_cards"
    )
    for group in groups.split():
        for number, row in enumerate(getattr(catalogue, group)):
            if row.id in seen:
                yield f"{group}[{number}].id", f"V1: {row.id} occurs twice"
            if row.id in ("", "?", "any"):
                yield f"{group}[{number}].id", f"V1: {row.id!r} cannot be an id"
            seen.add(row.id)
    for number, region in enumerate(catalogue.regions):
        for index, subregion in enumerate(region.subregions):
            if subregion.id in seen:
                yield f"regions[{number}].subregions[{index}].id", f"V1: {subregion.id} occurs twice"
            seen.add(subregion.id)


def _meta(catalogue: Catalogue) -> Iterator[Fault]:
    """V2, V4 and the lists of names."""
    meta = catalogue.meta
    if not 2 <= meta.min_players <= meta.max_players:
        yield "meta.min_players", "V2: 2 <= min_players <= max_players does not hold"
    if meta.rounds != ROUNDS:
        yield "meta.rounds", f"V2: a game has {ROUNDS} rounds"
    if meta.hand_limit < catalogue.setup.hand:
        yield "meta.hand_limit", "V2: the hand limit is below setup.hand"
    for key, names, known in (
        ("meta.effects", meta.effects, EFFECT_NAMES),
        ("meta.cost_effects", meta.cost_effects, COST_NAMES),
        ("meta.actions", meta.actions, frozenset(ACTIONS)),
    ):
        for name in names:
            if name not in known:
                yield key, f"V15: {name} is not known" if key != "meta.actions" else f"V6: {name} is no action"
    for key, names in (("meta.actions", meta.actions), ("meta.badges", meta.badges)):
        if len(set(names)) != len(names):
            yield key, "V1: a name occurs twice"
    if not catalogue.families:
        yield "families", "V4: at least one family is needed"


def _rule_sets(catalogue: Catalogue) -> Iterator[Fault]:
    """V3."""
    for key in KEYS:
        if key not in catalogue.options:
            yield f"options.{key}", "V3: missing"
    yield from _option_values("options", catalogue.options)
    for name in RULE_SETS:
        if name not in catalogue.rule_sets:
            yield f"rule_sets.{name}", "V3: missing"
    for name, values in catalogue.rule_sets.items():
        if name not in RULE_SETS:
            yield f"rule_sets.{name}", "V3: no such rule set"
        yield from _option_values(f"rule_sets.{name}", values)


def _option_values(table: str, values: dict[str, Any]) -> Iterator[Fault]:
    for key, value in values.items():
        if key not in KEYS:
            yield f"{table}.{key}", "V3: no such option"
        elif not fits(key, value):
            yield f"{table}.{key}", f"V3: {value!r} is not one of its values"


def _wheels(catalogue: Catalogue) -> Iterator[Fault]:
    """V5 and V6."""
    if sorted(catalogue.generation_wheels) != ["long", "short"]:
        yield "generation_wheels", "V5: exactly long and short are needed"
    for name, wheel in catalogue.generation_wheels.items():
        key = f"generation_wheels.{name}"
        if not wheel.segments or min(wheel.segments) < 1:
            yield f"{key}.segments", "V5: at least one segment, each with at least one slot"
        if list(wheel.segments) != sorted(wheel.segments):
            yield f"{key}.segments", "V5: no segment may be smaller than the one before it"
        if "animal" not in wheel.accepts or ("flora" in wheel.accepts) != (name == "long"):
            yield f"{key}.accepts", "V5: both take animals, only the long wheel takes Flora"
    shown: set[str] = set()
    for number, disc in enumerate(catalogue.action_wheels):
        if len(disc.actions) != 4:
            yield f"action_wheels[{number}].actions", "V6: a wheel has four actions"
        for action in disc.actions:
            if action not in catalogue.meta.actions:
                yield f"action_wheels[{number}].actions", f"V6: {action} is not in meta.actions"
        shown.update(disc.actions)
    for action in catalogue.meta.actions:
        if action not in shown:
            yield "action_wheels", f"V6: {action} is on no wheel"


def _action_spaces(catalogue: Catalogue) -> Iterator[Fault]:
    """V7."""
    places = {wheel.id: (wheel.row, wheel.col) for wheel in catalogue.action_wheels}
    if len(set(places.values())) != len(places):
        yield "action_wheels", "V7: two wheels lie on one place of the grid"
    used: set[tuple[str, str]] = set()
    for number, space in enumerate(catalogue.action_spaces):
        key = f"action_spaces[{number}]"
        unknown = [touch.wheel for touch in (space.a, space.b) if touch.wheel not in places]
        if unknown:
            yield key, f"V1: {unknown[0]} is no action wheel"
            continue
        if space.a.wheel == space.b.wheel:
            yield key, "V7: a space touches two different wheels"
        row, col = places[space.a.wheel]
        down, right = STEP[space.a.side]
        if places[space.b.wheel] != (row + down, col + right) or space.b.side != ACROSS[space.a.side]:
            yield key, "V7: the wheels must be neighbours, at the sides that face each other"
        for touch in (space.a, space.b):
            if (touch.wheel, touch.side) in used:
                yield key, f"V7: side {touch.side} of {touch.wheel} is used twice"
            used.add((touch.wheel, touch.side))
    for values in ({}, *catalogue.rule_sets.values()):
        options = catalogue.options | values
        once = options.get("pawn_availability") == "unused_this_round"
        if once and len(catalogue.action_spaces) < options.get("turns_per_round", 0):
            yield "action_spaces", "V7: fewer spaces than turns_per_round"
    if not catalogue.action_spaces:
        yield "action_spaces", "V7: at least one space is needed"


def _circle(catalogue: Catalogue) -> Iterator[Fault]:
    """V8."""
    rounds = range(1, ROUNDS + 1)
    spaces = {space.id for space in catalogue.circle_spaces}
    tiles = [space.ice_tile for space in catalogue.circle_spaces if space.ice_tile is not None]
    if len(set(tiles)) != len(tiles):
        yield "circle_spaces", "V8: a tile number occurs twice"
    for number in rounds:
        if number not in tiles:
            yield "circle_spaces", f"V8: tile {number} is missing"
    for index, space in enumerate(catalogue.circle_spaces):
        melts = space.ice_tile if space.ice_tile in rounds else None
        if space.melts_in_round != melts:
            yield (
                f"circle_spaces[{index}].melts_in_round",
                "V8: tiles 1 to 4, and only they, melt in the round they name",
            )
        if space.ice_tile == catalogue.circle.redeem_tile and space.ice_bonus:
            yield f"circle_spaces[{index}].ice_bonus", "V8: the redeem tile has no bonus"
    if catalogue.circle.redeem_tile not in tiles:
        yield "circle.redeem_tile", "V8: no such tile"
    if catalogue.circle.redeem_tile in rounds:
        yield "circle.redeem_tile", "V8: the redeem tile never melts"
    if catalogue.circle.entry not in spaces:
        yield "circle.entry", "V8: no such space"


def _regions(catalogue: Catalogue) -> Iterator[Fault]:
    """V9."""
    spaces = {space.id for space in catalogue.circle_spaces}
    if len(catalogue.regions) != 3:
        yield "regions", "V9: three regions are needed"
    for number, region in enumerate(catalogue.regions):
        key = f"regions[{number}].subregions"
        if len(region.subregions) != 3:
            yield key, "V9: three sub-regions are needed"
        if sum(len(subregion.escape) > 1 for subregion in region.subregions) != 1:
            yield key, "V9: exactly one sub-region has more than one space in escape"
        for index, subregion in enumerate(region.subregions):
            escape = subregion.escape
            if not escape or len(set(escape)) != len(escape):
                yield f"{key}[{index}].escape", "V9: at least one space, none twice"
            for space in escape:
                if space not in spaces:
                    yield f"{key}[{index}].escape", f"V9: {space} is no Circle space"


def _map(catalogue: Catalogue) -> Iterator[Fault]:
    """V10."""
    families = {family.id for family in catalogue.families}
    subregions = {subregion.id for region in catalogue.regions for subregion in region.subregions}
    spaces = {space.id for space in catalogue.map_spaces}
    for number, space in enumerate(catalogue.map_spaces):
        if space.family not in families:
            yield f"map_spaces[{number}].family", f"V10: {space.family} is no family"
        if space.subregion not in subregions:
            yield f"map_spaces[{number}].subregion", f"V10: {space.subregion} is no sub-region"
    pairs: set[frozenset[str]] = set()
    for number, link in enumerate(catalogue.links):
        pair = frozenset(link.ends)
        for end in link.ends:
            if end not in spaces:
                yield f"links[{number}].ends", f"V10: {end} is no map space"
        if len(pair) != 2:
            yield f"links[{number}].ends", "V10: a link joins two different spaces"
        if pair in pairs:
            yield f"links[{number}].ends", "V10: the same pair is linked twice"
        pairs.add(pair)


def _round_end_cards(catalogue: Catalogue) -> Iterator[Fault]:
    """V11."""
    regions = [region.id for region in catalogue.regions]
    last = 0
    covered: set[frozenset[str]] = set()
    for number, card in enumerate(catalogue.round_end_cards):
        key = f"round_end_cards[{number}]"
        final = ROUNDS in card.rounds
        if (
            not card.rounds
            or any(not 1 <= played <= ROUNDS for played in card.rounds)
            or (final and len(card.rounds) > 1)
        ):
            yield f"{key}.rounds", "V11: some of the rounds 1 to 3, or round 4 alone"
        for region in card.regions:
            if region not in regions:
                yield f"{key}.regions", f"V1: {region} is no region"
        if len(card.regions) != (3 if final else 2) or len(set(card.regions)) != len(card.regions):
            yield f"{key}.regions", "V11: two different regions for rounds 1-3, three for round 4"
        last += final
        if not final:
            covered.add(frozenset(card.regions))
        yield from _rewards(catalogue, key, card.rewards)
    if not last:
        yield "round_end_cards", "V11: no card for round 4"
    for pair in combinations(regions, 2):
        if frozenset(pair) not in covered:
            yield "round_end_cards", f"V11: no card of rounds 1-3 for {' and '.join(pair)}"


def _rewards(catalogue: Catalogue, key: str, rewards: dict[str, tuple[int, ...]]) -> Iterator[Fault]:
    for number in range(catalogue.meta.min_players, catalogue.meta.max_players + 1):
        if str(number) not in rewards:
            yield f"{key}.rewards", f"V11: none for {number} players"
    for players, points in rewards.items():
        listed = list(points)
        if str(len(listed)) != players or listed != sorted(listed, reverse=True) or min(listed, default=0) < 0:
            yield f"{key}.rewards.{players}", "V11: as many as players, not rising, not negative"


def _event_tiles(catalogue: Catalogue) -> Iterator[Fault]:
    """V12."""
    wanted = sorted(subregion.id for region in catalogue.regions for subregion in region.subregions)
    found = sorted(tile.subregion for tile in catalogue.event_tiles)
    for name in sorted({*wanted, *found}):
        if found.count(name) != wanted.count(name):
            yield "event_tiles", f"V12: {found.count(name)} tiles for {name}, not {wanted.count(name)}"


def _cards(catalogue: Catalogue) -> Iterator[Fault]:
    """V13 and V14."""
    meta = catalogue.meta
    families = {family.id for family in catalogue.families}
    for generation in ("long", "short"):
        if sum(card.generation == generation for card in catalogue.generation_cards) < meta.max_players:
            yield "generation_cards", f"V13: fewer {generation} ones than max_players"
    if len(catalogue.fauna_cards) < meta.max_players * catalogue.setup.hand:
        yield "fauna_cards", "V14: fewer than the opening hands need"
    for number, card in enumerate(catalogue.fauna_cards):
        key = f"fauna_cards[{number}]"
        if card.family not in families:
            yield f"{key}.family", f"V1: {card.family} is no family"
        if not 0 <= card.cost < meta.hand_limit:
            yield f"{key}.cost", "V14: a cost is from 0 to hand_limit - 1"
        yield from _badges(meta.badges, f"{key}.requires", card.requires)
        yield from _badges(meta.badges, f"{key}.badges", card.badges)
    for number, start in enumerate(catalogue.generation_cards):
        yield from _badges(meta.badges, f"generation_cards[{number}].badges", start.badges)


def _badges(known: tuple[str, ...], key: str, badges: Iterable[str]) -> Iterator[Fault]:
    for badge in badges:
        if badge not in known:
            yield key, f"V14: {badge} is no badge"


def _effects(catalogue: Catalogue) -> Iterator[Fault]:
    """V15."""
    for number, card in enumerate(catalogue.fauna_cards):
        yield from _effect_list(catalogue, f"fauna_cards[{number}].flash", card.flash, own=True)
        yield from _effect_list(catalogue, f"fauna_cards[{number}].ability", card.ability, own=True)
    for number, start in enumerate(catalogue.generation_cards):
        yield from _effect_list(catalogue, f"generation_cards[{number}].ability", start.ability, own=True)
    for number, ring in enumerate(catalogue.circle_spaces):
        yield from _effect_list(catalogue, f"circle_spaces[{number}].ice_bonus", ring.ice_bonus)
        yield from _effect_list(catalogue, f"circle_spaces[{number}].bare_bonus", ring.bare_bonus)
    for number, space in enumerate(catalogue.map_spaces):
        yield from _effect_list(catalogue, f"map_spaces[{number}].bonus", space.bonus)
    for number, link in enumerate(catalogue.links):
        yield from _effect_list(catalogue, f"links[{number}].bonus", link.bonus)


def _effect_list(
    catalogue: Catalogue, key: str, effects: Effects, own: bool = False, depth: int = 1
) -> Iterator[Fault]:
    if depth > DEEPEST:
        yield key, f"V15: lists are nested deeper than {DEEPEST}"
        return
    families = {family.id for family in catalogue.families}
    for number, effect in enumerate(effects):
        place = f"{key}[{number}]"
        if name_of(effect) not in catalogue.meta.effects:
            yield place, f"V15: {name_of(effect)} is not in meta.effects"
        if isinstance(effect, May) and any(name_of(part) not in catalogue.meta.cost_effects for part in effect.cost):
            yield f"{place}.cost", "V15: not in meta.cost_effects"
        if isinstance(effect, PutToken | Release) and effect.wheel == "own" and not own:
            yield place, "V15: the wheel `own` is for cards only"
        if isinstance(effect, PutToken) and effect.family not in families:
            yield place, f"V1: {effect.family} is no family"
        if isinstance(effect, CircleSupply) and effect.family not in families and effect.family != "any":
            yield place, f"V1: {effect.family} is no family"
        if isinstance(effect, PerBadge) and effect.badge not in catalogue.meta.badges:
            yield place, f"V1: {effect.badge} is no badge"
        if isinstance(effect, May) and depth == DEEPEST:
            yield f"{place}.cost", f"V15: lists are nested deeper than {DEEPEST}"
        for inner in inner_lists(effect):
            yield from _effect_list(catalogue, place, inner, own, depth + 1)
