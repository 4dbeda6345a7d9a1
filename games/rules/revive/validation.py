"""What makes a well-typed component set unplayable: every fault with its key and reason."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from games.rules.revive.components import AreaTile, Catalogue, Expansion, MapSlot, StartTile, Tribe, identified
from games.rules.revive.facts import Facts
from games.rules.revive.vocabulary import (
    COLORS,
    EXPANSION_ONLY,
    PASSIVE_FIELDS,
    TECHNOLOGY_ONLY,
    AnyColor,
    Choice,
    CostOp,
    Effects,
    ExtraAction,
    HibernateAfter,
    Passive,
    PlaceMarker,
    ReopenCrate,
    Trade,
    WhileInSlot,
    walk,
)

Fault = tuple[str, str]
MIXED = "a cost names resources or basic units, not both"
RESERVED = ("?", "deck", "none", "minor", "extra")


def faults(catalogue: Catalogue, facts: Facts) -> Iterator[Fault]:
    """Every (key, reason), the most basic ones first."""
    yield from _id_faults(catalogue)
    yield from _map_faults(catalogue)
    yield from _tile_faults(catalogue)
    yield from _card_faults(catalogue)
    yield from _board_faults(catalogue)
    yield from _track_faults(catalogue)
    yield from _artifact_faults(catalogue)
    for number, tribe in enumerate(catalogue.tribe):
        yield from _tribe_faults(f"tribe[{number}]", tribe, facts)
    if catalogue.expansion is not None:
        yield from _expansion_faults(catalogue, catalogue.expansion)
    yield from _effect_faults(catalogue)
    if catalogue.official:
        yield from _published_faults(catalogue, facts)


def _id_faults(catalogue: Catalogue) -> Iterator[Fault]:
    seen: set[str] = set()
    for key, pieces in identified(catalogue).items():
        for number, piece in enumerate(pieces):
            where = f"{key}[{number}].id"
            if not piece.id or not piece.id.isascii() or any(letter.isspace() or letter == ":" for letter in piece.id):
                yield where, "an id is made of visible ASCII characters without a colon"
            elif piece.id in RESERVED:
                yield where, f"{piece.id} is a word of the record format"
            elif piece.id in seen:
                yield where, f"{piece.id} occurs twice"
            seen.add(piece.id)


# ---- map


def _map_faults(catalogue: Catalogue) -> Iterator[Fault]:
    slots = catalogue.map.slot
    chasms = [slot for slot in slots if slot.kind == "chasm"]
    if len(chasms) != 1:
        yield "map.slot", f"one chasm is needed, {len(chasms)} found"
    if not all(any(slot.kind == kind for slot in slots) for kind in ("area", "start", "large_location")):
        yield "map.slot", "area, start and large_location slots are needed"
    taken: set[tuple[int, int]] = set()
    for number, slot in enumerate(slots):
        key = f"map.slot[{number}]"
        if not (0 <= slot.col < catalogue.map.columns and 0 <= slot.row < catalogue.map.rows):
            yield key, f"column {slot.col}, row {slot.row} lies outside {catalogue.map.columns} x {catalogue.map.rows}"
        if not slot.cells or not _connected(slot.cells):
            yield f"{key}.cells", "the cells of a slot hang together"
        if slot.kind in ("area", "start") and not _half_turn(slot):
            yield f"{key}.cells", "cell i and the i-th from the end must lie opposite each other (two turns)"
        for cell in slot.cells:
            if cell in taken:
                yield f"{key}.cells", f"{list(cell)} lies in two slots"
            taken.add(cell)
    for number, crystal in enumerate(catalogue.map.edge_crystal):
        if crystal.cell in taken:
            yield f"map.edge_crystal[{number}].cell", f"{list(crystal.cell)} is already in use"
        taken.add(crystal.cell)
    if taken and not _connected(tuple(taken)):
        yield "map.slot", "the map hangs together"


def _connected(cells: tuple[tuple[int, int], ...]) -> bool:
    left = set(cells)
    todo = [left.pop()]
    while todo:
        q, r = todo.pop()
        for cell in ((q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)):
            if cell in left:
                left.remove(cell)
                todo.append(cell)
    return not left


def _half_turn(slot: MapSlot) -> bool:
    sums = {(one[0] + other[0], one[1] + other[1]) for one, other in zip(slot.cells, slot.cells[::-1], strict=True)}
    return len(sums) == 1


def _tile_faults(catalogue: Catalogue) -> Iterator[Fault]:
    slots = catalogue.map.slot
    sizes = {len(slot.cells) for slot in slots if slot.kind in ("area", "start")}
    faces: dict[str, tuple[StartTile | AreaTile, ...]] = {
        "start_tile": catalogue.start_tile,
        "area_tile": catalogue.area_tile,
    }
    for key, tiles in faces.items():
        for number, tile in enumerate(tiles):
            where = f"{key}[{number}]"
            if {len(tile.cells)} != sizes:
                yield f"{where}.cells", f"a tile has as many cells as its slot: {sorted(sizes)}"
            if tile.cells.count("water") > 1:
                yield f"{where}.cells", "at most one water space a tile: waters are named by their tile"
            if bool(tile.water) != ("water" in tile.cells):
                yield f"{where}.water", "a water space and its reward go together"
    for number, area in enumerate(catalogue.area_tile):
        icon, special = area.back.icon, {"location", "water"} & set(area.cells)
        if not (icon in special if icon != "none" else not special):
            yield f"area_tile[{number}].back.icon", f"the back promises {icon}, the face holds {list(area.cells)}"
    starts = sum(slot.kind == "start" for slot in slots)
    if len(catalogue.start_tile) != starts:
        yield "start_tile", f"{starts} places, {len(catalogue.start_tile)} tiles"
    places = sum(slot.kind == "area" for slot in slots)
    if len(catalogue.area_tile) < places:
        yield "area_tile", f"{places} places, {len(catalogue.area_tile)} tiles"
    corners = sum(slot.kind == "large_location" for slot in slots)
    if len(catalogue.large_location) != corners + 1:
        yield "large_location", f"one tile more than the {corners} places is needed"
    vast = catalogue.vast_crystals
    if vast is not None and not vast.replace <= min(len(catalogue.vast_crystal_tile), places):
        yield "vast_crystals.replace", "more than there are tiles or places"
    backs = [(f"area_tile[{number}]", tile.back) for number, tile in enumerate(catalogue.area_tile)]
    backs += [(f"vast_crystal_tile[{number}]", tile.back) for number, tile in enumerate(catalogue.vast_crystal_tile)]
    for key, back in backs:
        if "basic" in back.cost and len(back.cost) > 1:
            yield f"{key}.back.cost", MIXED
    for number, crystal in enumerate(catalogue.vast_crystal_tile):
        if crystal.back.icon != "vast_crystal":
            yield f"vast_crystal_tile[{number}].back.icon", "must be vast_crystal"
    yield from _location_faults("large_location", catalogue.large_location)


def _location_faults(key: str, locations: Iterable[Any]) -> Iterator[Fault]:
    for number, location in enumerate(locations):
        names = [side.side for side in location.sides]
        if len(names) != 2 or len(set(names)) != 2:
            yield f"{key}[{number}].sides", "two sides with different names are needed"


# ---- cards, board, tracks


def _card_faults(catalogue: Catalogue) -> Iterator[Fault]:
    sets: dict[str, int] = {}
    for number, card in enumerate(catalogue.starting_card):
        if not card.set:
            yield f"starting_card[{number}].set", "missing"
        if card.color == "wild":
            yield f"starting_card[{number}].color", "only Scyphoz cards are wild"
        sets[card.set] = sets.get(card.set, 0) + 1
    if len(set(sets.values())) > 1 or any(size % 2 for size in sets.values()):
        yield "starting_card", "sets of one even size are needed: half of the cards rest at first"
    if not sets:
        yield "starting_card", "no set of starting cards"
    for number, card in enumerate(catalogue.citizen):
        if card.color == "wild" or card.set:
            yield f"citizen[{number}]", "a citizen has one of the colors and belongs to no set"
    for number, module in enumerate(catalogue.module):
        if not 1 <= len(module.colors) <= 2 or len(set(module.colors)) != len(module.colors):
            yield f"module[{number}].colors", "one color or two different ones"
    for number, machine in enumerate(catalogue.machine):
        if machine.space or not machine.on:
            yield f"machine[{number}]", "a special machine names when it works, and no space"


def _board_faults(catalogue: Catalogue) -> Iterator[Fault]:
    board = catalogue.board
    for number, slot in enumerate(board.card_slot):
        if slot.half != {"top": "top", "bottom": "bottom", "side": "either"}[slot.row]:
            yield f"board.card_slot[{number}].half", f"does not fit row {slot.row}"
        if any(not 0 <= place < slot.module_spaces for place in slot.activation_spaces):
            yield f"board.card_slot[{number}].activation_spaces", "names a place that the slot does not have"
    if not any(not slot.locked for slot in board.card_slot):
        yield "board.card_slot", "a slot that is open from the start is needed"
    track = board.track
    if not track.first <= track.start <= track.last:
        yield "board.track.start", f"{track.start} is outside {track.first} to {track.last}"
    if set(track.colors) != set(COLORS) or set(track.end_gain) != set(COLORS):
        yield "board.track.colors", "one track and one end_gain for each color"
    if set(track.terrain) != {"mountain", "forest", "field"} or set(track.terrain.values()) != set(COLORS):
        yield "board.track.terrain", "mountain, forest and field have one track each"
    spaces = {space.id: space for space in board.reward_space}
    for number, space in enumerate(board.reward_space):
        key = f"board.reward_space[{number}]"
        if not 1 <= len(space.need) <= 2:
            yield f"{key}.need", "linked to one or two tracks"
        if any(not track.start < need <= track.last for need in space.need.values()):
            yield f"{key}.need", f"a number above {track.start} and up to {track.last}"
        if space.kind in ("standard_machine", "card_bonus") and space.color == "any":
            yield f"{key}.color", "a color is needed"
    held = [machine.space for machine in board.standard_machine]
    for number, machine in enumerate(board.standard_machine):
        space_of = spaces.get(machine.space)
        if space_of is None or space_of.kind != "standard_machine" or space_of.color != machine.color:
            yield f"board.standard_machine[{number}].space", f"{machine.space} is no space for it"
    if sorted(held) != sorted(name for name, space in spaces.items() if space.kind == "standard_machine"):
        yield "board.standard_machine", "one machine for each standard_machine space"


def _track_faults(catalogue: Catalogue) -> Iterator[Fault]:
    progress = catalogue.board.progress_track
    discs = len(catalogue.board.reward_space) + max((tribe.discs for tribe in catalogue.tribe), default=0)
    if progress.spaces < discs:
        yield "board.progress_track.spaces", f"room for {discs} discs is needed"
    if len(progress.visible_points) != progress.spaces + 1:
        yield "board.progress_track.visible_points", "one number for each count of discs from 0 on"
    if list(progress.visible_points) != sorted(progress.visible_points):
        yield "board.progress_track.visible_points", "must not fall"
    yield from _bonus_faults("board.progress_track.bonus", progress.bonus, progress.spaces)
    yield from _bonus_faults("score_track.bonus", catalogue.score_track.bonus, catalogue.score_track.length)
    hibernation = catalogue.hibernation_track
    if sorted(row.space for row in hibernation.rows) != list(range(1, hibernation.last + 1)):
        yield "hibernation_track.rows", f"one row for each space 1 to {hibernation.last}"
    if hibernation.remove_artifact_at > hibernation.last:
        yield "hibernation_track.remove_artifact_at", f"beyond space {hibernation.last}"


def _bonus_faults(key: str, bonuses: Iterable[Any], last: int) -> Iterator[Fault]:
    seen: set[int] = set()
    for number, bonus in enumerate(bonuses):
        if bonus.space > last or bonus.space in seen:
            yield f"{key}[{number}].space", f"{bonus.space} occurs twice or lies beyond {last}"
        seen.add(bonus.space)


def _artifact_faults(catalogue: Catalogue) -> Iterator[Fault]:
    count = catalogue.major_count
    for players, stated in enumerate((count.p1, count.p2, count.p3, count.p4), 1):
        found = sum(artifact.min_players <= players for artifact in catalogue.major_artifact)
        if found != stated:
            yield f"major_count.p{players}", f"{stated} stated, {found} listed"
    if not catalogue.tribe:
        yield "tribe", "no tribe"
    if not catalogue.artifact_card:
        yield "artifact_card", "no artifact card"


# ---- tribes


def _tribe_faults(key: str, tribe: Tribe, facts: Facts) -> Iterator[Fault]:
    ids = {technology.id for technology in tribe.technology}
    firsts = [technology.id for technology in tribe.technology if technology.row == 1]
    if len(firsts) != 1:
        yield f"{key}.technology", f"one technology in row 1 is needed, {len(firsts)} found"
    for number, technology in enumerate(tribe.technology):
        if not technology.id.startswith(f"{tribe.id}."):
            yield f"{key}.technology[{number}].id", f"must begin with {tribe.id}."
        if technology.row > len(facts.books_by_row) or technology.books != facts.books_by_row[technology.row - 1]:
            yield f"{key}.technology[{number}].books", f"the rows cost {list(facts.books_by_row)} books"
    for number, pair in enumerate(tribe.links.pairs):
        for name in pair:
            if f"{tribe.id}.{name}" not in ids:
                yield f"{key}.links.pairs[{number}]", f"{name} is no technology of this tribe"
                return
    reached, todo = set(firsts), list(firsts)
    while todo:
        at = todo.pop()
        for one, other in tribe.links.pairs:
            ends = {f"{tribe.id}.{one}", f"{tribe.id}.{other}"}
            if at in ends:
                fresh = ends - reached
                reached |= fresh
                todo += fresh
    if ids - reached:
        yield f"{key}.links", f"out of reach: {', '.join(sorted(ids - reached))}"
    yield from _marker_faults(key, tribe)


def _marker_faults(key: str, tribe: Tribe) -> Iterator[Fault]:
    kinds = {effect.kind for effect in tribe.ability if isinstance(effect, PlaceMarker)}
    if bool(kinds) != bool(tribe.markers) or bool(kinds) != (tribe.marker_rule is not None):
        yield f"{key}.markers", "place_marker, markers and marker_rule go together"
    if len(kinds) > 1:
        yield f"{key}.ability", "markers of one kind only"
    for number, technology in enumerate(tribe.technology):
        for effect in technology.effects:
            if isinstance(effect, Passive) and effect.name == "marker_range_origin" and effect.kind not in kinds:
                yield f"{key}.technology[{number}].effects", f"the tribe has no marker {effect.kind}"


# ---- expansion


def _expansion_faults(catalogue: Catalogue, expansion: Expansion) -> Iterator[Fault]:
    for number, card in enumerate(expansion.scyphoz):
        if card.color != "wild" or card.set:
            yield f"expansion.scyphoz[{number}].color", "a Scyphoz card is wild and belongs to no set"
    track = expansion.devotion_track
    yield from _bonus_faults("expansion.devotion_track.bonus", track.bonus, track.length)
    yield from _location_faults("expansion.large_location", expansion.large_location)
    areas = {slot.id for slot in catalogue.map.slot if slot.kind == "area"}
    places = expansion.lake_setup.lake_slots
    if len(set(places)) != len(places) or set(places) - areas:
        yield "expansion.lake_setup.lake_slots", "different area slots of the map"
    if expansion.lake_setup.draw != len(places) or expansion.lake_setup.draw > len(expansion.lake):
        yield "expansion.lake_setup.draw", "one lake for each lake slot, as many lakes at least"
    for number, journey in enumerate(expansion.journey):
        values = [level[0] for level in journey.levels]
        if not values or values != sorted(set(values)):
            yield f"expansion.journey[{number}].levels", "rising values are needed"


# ---- effects


def _effect_faults(catalogue: Catalogue) -> Iterator[Fault]:
    for key, effects in effect_lists(catalogue):
        for at, effect in walk(effects):
            for reason in _reasons(key, effect):
                yield f"{key}[{at}]", reason


def effect_lists(catalogue: Catalogue) -> Iterator[tuple[str, Effects]]:
    """Every effect list of the set with its key."""
    for key, pieces in identified(catalogue).items():
        for number, piece in enumerate(pieces):
            for name in ("effects", "top", "bottom", "water", "ability", "hibernate_small", "hibernate_large"):
                if getattr(piece, name, ()):
                    yield f"{key}[{number}].{name}", getattr(piece, name)
    bonuses = {
        "board.progress_track.bonus": catalogue.board.progress_track.bonus,
        "score_track.bonus": catalogue.score_track.bonus,
        "hibernation_track.rows": catalogue.hibernation_track.rows,
    }
    if catalogue.vast_crystals is not None:
        yield "vast_crystals.adjacent", catalogue.vast_crystals.adjacent
    if catalogue.expansion is not None:
        bonuses["expansion.devotion_track.bonus"] = catalogue.expansion.devotion_track.bonus
    for key, list_of in bonuses.items():
        for number, bonus in enumerate(list_of):
            yield f"{key}[{number}].effects", bonus.effects


def _reasons(key: str, effect: Any) -> Iterator[str]:
    if isinstance(effect, Passive | WhileInSlot):
        yield from _standing_reasons(key, effect)
    card = key.startswith(("starting_card", "citizen", "expansion.scyphoz"))
    if isinstance(effect, WhileInSlot | HibernateAfter) and not card:
        yield "only cards can hold this"
    if isinstance(effect, AnyColor) and not key.startswith(("machine", "board.standard_machine", "tribe")):
        yield "only machines can hold this"
    if isinstance(effect, EXPANSION_ONLY) and not key.startswith("expansion"):
        yield "only pieces of the expansion can hold this"
    if isinstance(effect, PlaceMarker) and not key.endswith("ability"):
        yield "only a tribe's ability can hold this"
    if isinstance(effect, Choice) and not effect.options:
        yield "no options"
    if isinstance(effect, ExtraAction) and not effect.actions:
        yield "no actions"
    if isinstance(effect, CostOp | ReopenCrate | Trade | Passive) and "basic" in effect.pay and len(effect.pay) > 1:
        yield MIXED
    if isinstance(effect, CostOp | Trade) and not effect.pay:
        yield "no cost"


def _standing_reasons(key: str, effect: Passive | WhileInSlot) -> Iterator[str]:
    needed, allowed = PASSIVE_FIELDS[effect.name]
    given = {
        field.name
        for field in msgspec.structs.fields(effect)
        if field.name not in ("name", "passive") and getattr(effect, field.name)
    }
    if needed - given:
        yield f"{effect.name} needs {', '.join(sorted(needed - given))}"
    if given - needed - allowed:
        yield f"{effect.name} does not take {', '.join(sorted(given - needed - allowed))}"
    if effect.name in TECHNOLOGY_ONLY and not (isinstance(effect, Passive) and ".technology[" in key):
        yield f"{effect.name} stands on a technology only"


# ---- official sets


def _published_faults(catalogue: Catalogue, facts: Facts) -> Iterator[Fault]:
    """An official set agrees with what is published of the box."""
    lists = identified(catalogue)
    for key, count in facts.counts.items():
        if key in lists and len(lists[key]) != count:
            yield key, f"{count} published, {len(lists[key])} listed"
    for number, tribe in enumerate(catalogue.tribe):
        if len(tribe.technology) != facts.counts["technologies"]:
            yield f"tribe[{number}].technology", f"{facts.counts['technologies']} published"
        if tribe.discs != facts.counts["discs"]:
            yield f"tribe[{number}].discs", f"{facts.counts['discs']} published"
    if catalogue.score_track.length != facts.counts["score_track"]:
        yield "score_track.length", f"{facts.counts['score_track']} published"
    if catalogue.end_tile.points != facts.points["end_tile"]:
        yield "end_tile.points", f"{facts.points['end_tile']} published"
    if catalogue.minor_artifacts.points != facts.points["minor_artifacts"]:
        yield "minor_artifacts.points", f"{facts.points['minor_artifacts']} published"
