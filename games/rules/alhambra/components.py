"""Alhambra's box as data: the structs of a component file, its validation, and the tables made from it."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from games.engine.reading import LoadedSet, read_catalogue

SIDES = "NESW"
"""Walls as bits: N is 1, E is 2, S is 4, W is 8."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Kind(_Table, frozen=True):
    colour: str
    bga_type: int
    count: int
    price_range: tuple[int, int]
    it: str = ""
    aliases: tuple[str, ...] = ()


class StartTile(_Table, frozen=True):
    id: str
    count: int
    walls: Literal[""]
    position: tuple[Literal[0], Literal[0]]


class BuildingTile(_Table, frozen=True):
    id: str
    kind: str
    price: int
    walls: str
    bga_type_arg: int | None = None


class BuildingTiles(_Table, frozen=True):
    list: tuple[BuildingTile, ...]


class Money(_Table, frozen=True):
    values: tuple[int, ...]
    copies: int
    copies_two_players: int
    display_size: int
    multi_take_max_sum: int
    hand_limit: Literal["none"] = "none"


class Currency(_Table, frozen=True):
    id: str
    colour: str
    slot: int
    bga_type: int
    names: tuple[str, ...] = ()


class Scoring(_Table, frozen=True):
    points: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]
    wall_points_per_segment: int = 1
    wall_scored_in_rounds: tuple[Literal[1, 2, 3], ...] = (1, 2, 3)
    dirk_scores_walls: bool = False
    rounding: Literal["floor"] = "floor"
    zero_tiles_score: bool = False


class ScoringCards(_Table, frozen=True):
    count: Literal[2]
    piles: int
    card_1_pile: int
    card_2_pile: int
    removed_when_drawn: bool = True


class SetUp(_Table, frozen=True):
    start_money_at_least: int
    market_slots: Literal[4]
    reserve_limit: Literal["none"] = "none"


class TwoPlayers(_Table, frozen=True):
    dirk_start_tiles: int
    dirk_after_round_1: int
    dirk_after_round_2: Literal["floor(tiles_left_in_bag / 3)"]


class Catalogue(_Table, frozen=True):
    """A component file as it is written."""

    schema: Literal[1]
    game: Literal["alhambra"]
    players_min: int
    players_max: int
    kinds: dict[str, Kind]
    start_tile: StartTile
    building_tiles: BuildingTiles
    money: Money
    currencies: tuple[Currency, ...]
    scoring: Scoring
    scoring_cards: ScoringCards
    setup: SetUp
    two_players: TwoPlayers
    set_id: str = "alhambra-base"
    version: int = 1
    official: bool = True


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A building tile ready for play: `kind` is an index into `ComponentSet.kinds`, `walls` are bits (see `SIDES`)."""

    id: str
    kind: int
    price: int
    walls: int


class ComponentSet(LoadedSet, frozen=True, eq=False):
    """A loaded, validated set with the tables that play needs. `box` counts the money cards of one copy each."""

    catalogue: Catalogue
    kinds: tuple[str, ...]
    tiles: dict[str, Tile]
    fountain: Tile
    values: dict[str, int]
    colours: dict[str, str]
    slot_colours: tuple[str, ...]
    """Currency by slot; index 0 is slot 1."""
    points: tuple[tuple[tuple[int, ...], ...], ...]
    """By round (index 0 is round 1), then by kind: points for each place."""
    display_size: int


def load_components(raw: bytes, file: str = "components.toml") -> ComponentSet:
    """Decode and validate a component file; raises `BadComponents` with file, key and reason."""
    catalogue, digest = read_catalogue(raw, Catalogue, file, _faults)
    return _set_of(catalogue, digest)


@cache
def base_components() -> ComponentSet:
    """The published base game."""
    return load_components(files(__package__).joinpath("components.toml").read_bytes())


def _set_of(catalogue: Catalogue, digest: str) -> ComponentSet:
    kinds = tuple(catalogue.kinds)
    cards = [(currency.id, value) for currency in catalogue.currencies for value in catalogue.money.values]
    by_slot = sorted(catalogue.currencies, key=lambda currency: currency.slot)
    return ComponentSet(
        id=catalogue.set_id,
        version=catalogue.version,
        hash=digest,
        official=catalogue.official,
        catalogue=catalogue,
        kinds=kinds,
        tiles={
            tile.id: Tile(tile.id, kinds.index(tile.kind), tile.price, wall_bits(tile.walls))
            for tile in catalogue.building_tiles.list
        },
        fountain=Tile(catalogue.start_tile.id, -1, 0, 0),
        values={f"{colour}{value}": value for colour, value in cards},
        colours={f"{colour}{value}": colour for colour, value in cards},
        slot_colours=tuple(currency.id for currency in by_slot),
        points=tuple(tuple(catalogue.scoring.points[kind][number] for kind in kinds) for number in range(3)),
        display_size=catalogue.money.display_size,
    )


def wall_bits(walls: str) -> int:
    """`"NES"` to bits."""
    return sum(1 << SIDES.index(side) for side in walls)


def _faults(catalogue: Catalogue) -> list[tuple[str, str]]:
    """Every (key, reason) that makes a well-typed file unplayable."""
    return [
        *_tile_faults(catalogue),
        *_kind_faults(catalogue),
        *_money_faults(catalogue),
        *_number_faults(catalogue),
    ]


def _tile_faults(catalogue: Catalogue) -> list[tuple[str, str]]:
    faults = []
    seen: set[str] = {catalogue.start_tile.id}
    faces: set[tuple[str, int, str]] = set()
    for number, tile in enumerate(catalogue.building_tiles.list):
        key = f"building_tiles.list[{number}]"
        face = (tile.kind, tile.price, tile.walls)
        if not tile.id.isascii() or not tile.id.isalnum():
            faults.append((f"{key}.id", "an id is made of letters and digits"))
        if tile.id in seen:
            faults.append((f"{key}.id", f"{tile.id} occurs twice"))
        if tile.kind not in catalogue.kinds:
            faults.append((f"{key}.kind", f"{tile.kind} is no kind of this set"))
            continue
        low, high = catalogue.kinds[tile.kind].price_range
        if not low <= tile.price <= high:
            faults.append((f"{key}.price", f"{tile.price} is outside {low} to {high}"))
        if tile.walls != "".join(side for side in SIDES if side in tile.walls):
            faults.append((f"{key}.walls", f"{tile.walls} is not a part of {SIDES} in that order"))
        elif len(tile.walls) == len(SIDES):
            faults.append((f"{key}.walls", "a tile with four walls can never be placed"))
        if face in faces:
            faults.append((key, "kind, price and walls must tell each tile from the others"))
        seen.add(tile.id)
        faces.add(face)
    return faults


def _kind_faults(catalogue: Catalogue) -> list[tuple[str, str]]:
    faults = []
    kinds = [tile.kind for tile in catalogue.building_tiles.list]
    for name, kind in catalogue.kinds.items():
        if kinds.count(name) != kind.count:
            faults.append((f"kinds.{name}.count", f"{kind.count} stated, {kinds.count(name)} tiles listed"))
        if name not in catalogue.scoring.points:
            faults.append((f"scoring.points.{name}", "missing"))
        elif [len(places) for places in catalogue.scoring.points[name]] != [1, 2, 3]:
            faults.append((f"scoring.points.{name}", "round 1 has one place, round 2 two, round 3 three"))
    if set(catalogue.scoring.points) - set(catalogue.kinds):
        faults.append(("scoring.points", "names a kind that the set does not have"))
    if len({kind.bga_type for kind in catalogue.kinds.values()}) != len(catalogue.kinds):
        faults.append(("kinds", "two kinds share a bga_type"))
    return faults


def _money_faults(catalogue: Catalogue) -> list[tuple[str, str]]:
    faults = []
    money, currencies = catalogue.money, catalogue.currencies
    if sorted(currency.slot for currency in currencies) != [1, 2, 3, 4]:
        faults.append(("currencies", "four currencies are needed, one for each slot 1 to 4"))
    if any(len(currency.id) != 1 or not "A" <= currency.id <= "Z" for currency in currencies):
        faults.append(("currencies", "an id is one capital letter"))
    if len({currency.id for currency in currencies}) != len(currencies):
        faults.append(("currencies", "an id occurs twice"))
    if len(set(money.values)) != len(money.values) or not money.values or min(money.values) < 1:
        faults.append(("money.values", "different numbers from 1 up are needed"))
    if not 1 <= money.copies_two_players <= money.copies:
        faults.append(("money.copies_two_players", "must be from 1 to money.copies"))
    if money.display_size < 1:
        faults.append(("money.display_size", "must be at least 1"))
    return faults


def _number_faults(catalogue: Catalogue) -> list[tuple[str, str]]:
    faults = []
    tiles = len(catalogue.building_tiles.list)
    if not 2 <= catalogue.players_min <= catalogue.players_max <= 6:
        faults.append(("players_min", "2 to 6 players"))
    if catalogue.start_tile.count < catalogue.players_max:
        faults.append(("start_tile.count", "fewer fountains than players"))
    if tiles < catalogue.setup.market_slots + catalogue.two_players.dirk_start_tiles:
        faults.append(("building_tiles.list", "too few tiles for set-up"))
    if catalogue.two_players.dirk_after_round_1 < 0 or catalogue.two_players.dirk_start_tiles < 0:
        faults.append(("two_players", "a number of tiles is not negative"))
    if catalogue.setup.start_money_at_least < 1:
        faults.append(("setup.start_money_at_least", "must be at least 1"))
    if catalogue.scoring.zero_tiles_score or catalogue.scoring.dirk_scores_walls:
        faults.append(("scoring", "zero_tiles_score and dirk_scores_walls can only be false"))
    if not catalogue.scoring_cards.removed_when_drawn:
        faults.append(("scoring_cards.removed_when_drawn", "can only be true"))
    return faults
