"""A component file of Res Arcana as it is written, and everything that can be wrong with a well-typed one."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, get_args

import msgspec

from games.rules.res_arcana import vocabulary as words
from games.rules.res_arcana.essences import KINDS, Kind, Number

SLUG = re.compile(r"[a-z][a-z0-9_]*")

Fault = tuple[str, str]
"""Key in the file, and the reason."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Price(_Table, frozen=True):
    """A printed placement cost; `any` is paid with essences of the payer's choice."""

    life: Number = 0
    death: Number = 0
    elan: Number = 0
    calm: Number = 0
    gold: Number = 0
    any: Number = 0


class PowerEntry(_Table, frozen=True):
    index: int
    kind: Literal["action", "react", "on_claim"]
    usable: Literal["when_straightened", "only_when_turned", "always", "on_claim"]
    cost: tuple[words.Cost, ...]
    effect: tuple[words.Effect, ...]
    trigger: Literal["life_loss", "dragon_power", "victory_check"] | None = None


class _Component(_Table, frozen=True, kw_only=True):
    id: str
    name: str
    collect: tuple[words.Collect, ...] = ()
    abilities: tuple[words.Ability, ...] = ()
    power: tuple[PowerEntry, ...] = ()
    name_fr: str = ""
    note: str = ""
    agree: int = 0
    sources: tuple[str, ...] = ()
    dissent: tuple[str, ...] = ()
    unverified: bool = False


class ArtifactEntry(_Component, frozen=True, kw_only=True):
    cost: Price
    types: tuple[words.CardType, ...] = ()
    points: int = 0
    first_game_set: int | None = None


class MageEntry(_Component, frozen=True, kw_only=True):
    first_game_set: int | None = None


class MagicItemEntry(_Component, frozen=True, kw_only=True):
    pass


class MonumentEntry(_Component, frozen=True, kw_only=True):
    cost: Price
    points: int = 0


class PlaceEntry(_Component, frozen=True, kw_only=True):
    cost: Price
    points: int = 0
    tile: int
    side: Literal["sun", "moon"]
    reverse: str


Entry = ArtifactEntry | MageEntry | MagicItemEntry | MonumentEntry | PlaceEntry


class Box(_Table, frozen=True):
    artifact: int
    mage: int
    magic_item: int
    monument: int
    place_of_power_tiles: int
    place_of_power_sides: int
    players_min: int
    players_max: int
    essence_tokens_each: int = 30
    essence_tokens_total: int = 150
    five_times_chips: int = 12
    first_player_token: int = 1
    reference_cards: int = 4
    summary_tile: int = 1
    supply_is_limited: Literal[False] = False


class EssenceEntry(_Table, frozen=True):
    colour: str
    name_it: str = ""
    name_fr: str = ""


class SeedSays(_Table, frozen=True):
    monuments_face_up: int
    monument_cost_gold: int


class SetUp(_Table, frozen=True):
    artifacts_per_player: int
    mages_dealt_per_player: int
    opening_hand: int
    starting_pool: Price
    monuments_face_up: int
    monument_cost_gold: int
    victory_threshold: int
    first_player_token_points: int
    seed_says: SeedSays | None = None


class WordList(_Table, frozen=True):
    cost: dict[str, str]
    effect: dict[str, str]
    collect: dict[str, str]
    ability: dict[str, str]


class Catalogue(_Table, frozen=True):
    """A component file."""

    schema_version: Literal[1]
    game: Literal["res_arcana"]
    counts: Box
    setup: SetUp
    artifact: tuple[ArtifactEntry, ...]
    mage: tuple[MageEntry, ...]
    magic_item: tuple[MagicItemEntry, ...]
    monument: tuple[MonumentEntry, ...]
    place_of_power: tuple[PlaceEntry, ...]
    essences: dict[Kind, EssenceEntry]
    vocabulary: WordList
    edition: str = ""
    source_keys: dict[str, str] = {}
    set_id: str = "res_arcana-base"
    version: int = 1
    official: bool = True

    def groups(self) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
        """Every component, by the name of its table."""
        return (
            ("artifact", self.artifact),
            ("mage", self.mage),
            ("magic_item", self.magic_item),
            ("monument", self.monument),
            ("place_of_power", self.place_of_power),
        )


def faults(catalogue: Catalogue) -> Iterator[Fault]:
    """Every (key, reason) that makes a well-typed file unplayable."""
    yield from _count_faults(catalogue)
    yield from _id_faults(catalogue)
    yield from _word_faults(catalogue)
    yield from _tile_faults(catalogue)
    yield from _first_game_faults(catalogue)
    for table, entries in catalogue.groups():
        for number, entry in enumerate(entries):
            yield from _component_faults(f"{table}[{number}]", entry, catalogue)


def _count_faults(catalogue: Catalogue) -> Iterator[Fault]:
    counts, setup = catalogue.counts, catalogue.setup
    stated = (counts.artifact, counts.mage, counts.magic_item, counts.monument, counts.place_of_power_sides)
    for (table, entries), number in zip(catalogue.groups(), stated, strict=True):
        if len(entries) != number:
            yield f"counts.{table}", f"{number} stated, {len(entries)} listed"
    tiles = len({place.tile for place in catalogue.place_of_power})
    if tiles != counts.place_of_power_tiles:
        yield "counts.place_of_power_tiles", f"{counts.place_of_power_tiles} stated, {tiles} listed"
    if not 2 <= counts.players_min <= counts.players_max <= 4:
        yield "counts.players_min", "2 to 4 players"
    needed = counts.players_max * setup.artifacts_per_player
    if not 0 < setup.opening_hand <= setup.artifacts_per_player:
        yield "setup.opening_hand", "must be from 1 to setup.artifacts_per_player"
    if setup.artifacts_per_player % 2:
        yield "setup.artifacts_per_player", "the draft deals half of them at a time: an even number"
    if counts.artifact < needed:
        yield "counts.artifact", f"{needed} are dealt to the most players"
    if counts.mage < counts.players_max * setup.mages_dealt_per_player:
        yield "counts.mage", "too few for the most players"
    if counts.magic_item < counts.players_max + 1:
        yield "counts.magic_item", "one more than players is needed, for who passes must take another"
    if counts.monument < 3:
        yield "counts.monument", "at least 3, the display of the rule set `seed`"
    if setup.starting_pool.any:
        yield "setup.starting_pool.any", "the start essences are named"
    if set(catalogue.essences) != set(KINDS):
        yield "essences", f"exactly {', '.join(KINDS)}"


def _id_faults(catalogue: Catalogue) -> Iterator[Fault]:
    seen: set[str] = set()
    for table, entries in catalogue.groups():
        for number, entry in enumerate(entries):
            if not SLUG.fullmatch(entry.id):
                yield f"{table}[{number}].id", "an id is a slug: small letters, digits, _"
            if entry.id in seen:
                yield f"{table}[{number}].id", f"{entry.id} occurs twice"
            seen.add(entry.id)


def _word_faults(catalogue: Catalogue) -> Iterator[Fault]:
    known = {
        "cost": _tags(words.Cost),
        "effect": _tags(words.Effect),
        "collect": _tags(words.Collect),
        "ability": _tags(words.Ability),
    }
    for section, tags in known.items():
        listed = set(getattr(catalogue.vocabulary, section))
        for word in sorted(listed ^ tags):
            reason = "is no word that the engine knows" if word in listed else "is not explained"
            yield f"vocabulary.{section}.{word}", reason


def _tags(union: object) -> set[str]:
    return {str(word.__struct_config__.tag) for word in get_args(union)}


def _tile_faults(catalogue: Catalogue) -> Iterator[Fault]:
    sides: dict[int, list[PlaceEntry]] = {}
    for place in catalogue.place_of_power:
        sides.setdefault(place.tile, []).append(place)
    for tile, places in sides.items():
        if sorted(place.side for place in places) != ["moon", "sun"]:
            yield f"place_of_power.{tile}", "a tile has one sun and one moon side"
        elif any(one.reverse != other.id for one, other in (places, reversed(places))):
            yield f"place_of_power.{tile}", "`reverse` does not name the other side"


def _first_game_faults(catalogue: Catalogue) -> Iterator[Fault]:
    """Rules.md 2, first-game set-up: a mage and an opening hand for each number."""
    numbers = [mage.first_game_set for mage in catalogue.mage if mage.first_game_set is not None]
    if sorted(numbers) != list(range(1, catalogue.counts.players_max + 1)):
        yield "mage", "first_game_set: one mage for each number from 1 to the most players"
    for number in numbers:
        hand = sum(card.first_game_set == number for card in catalogue.artifact)
        if hand != catalogue.setup.opening_hand:
            yield "artifact", f"first_game_set {number}: {hand} cards, {catalogue.setup.opening_hand} needed"


def _component_faults(key: str, entry: Entry, catalogue: Catalogue) -> Iterator[Fault]:
    if isinstance(entry, MonumentEntry) and entry.cost != Price(gold=catalogue.setup.monument_cost_gold):
        yield f"{key}.cost", f"a monument costs {catalogue.setup.monument_cost_gold} Gold"
    if isinstance(entry, PlaceEntry) and entry.cost.any:
        yield f"{key}.cost", "a place of power has a printed cost only"
    if len(_of(entry.collect, words.GainAny, words.GainOneOf, words.IfLeft)) > 1:
        yield f"{key}.collect", "one choice at most"
    if len(_of(entry.collect, words.CollectCost)) and _others_with_cost(entry, catalogue):
        yield f"{key}.collect", "one component at most has a collect_cost"
    for number, power in enumerate(entry.power):
        where = f"{key}.power[{number}]"
        if power.index != number:
            yield f"{where}.index", f"{number} expected"
        yield from ((f"{where}.{part}", reason) for part, reason in _power_faults(power, entry))


def _others_with_cost(entry: Entry, catalogue: Catalogue) -> bool:
    every = [other for _, entries in catalogue.groups() for other in entries]
    return any(_of(other.collect, words.CollectCost) for other in every if other.id != entry.id)


def _power_faults(power: PowerEntry, entry: Entry) -> Iterator[Fault]:
    cost = [type(part) for part in power.cost]
    if len(cost) != len(set(cost)) or {words.PayAny, words.PayOneOf} <= set(cost):
        yield "cost", "each kind of part once, and either pay_any or pay_one_of"
    if (power.kind == "react") != (power.trigger is not None):
        yield "trigger", "a react power has one, no other power has"
    if (power.kind == "on_claim") != (power.usable == "on_claim"):
        yield "usable", "on_claim goes with kind on_claim"
    if power.kind == "on_claim" and (cost or not isinstance(entry, MonumentEntry)):
        yield "kind", "only a monument's free power happens on claiming"
    if power.kind == "react":
        yield from _react_faults(power)
    elif _of(power.effect, words.IgnoreTrigger, words.TempPoints):
        yield "effect", "ignore_trigger and temp_points belong to react powers"
    if words.DestroySelf in cost and not isinstance(entry, ArtifactEntry):
        yield "cost", "only an artifact can be destroyed"
    yield from _reference_faults(power, set(cost))


def _react_faults(power: PowerEntry) -> Iterator[Fault]:
    needed = words.TempPoints if power.trigger == "victory_check" else words.IgnoreTrigger
    if any(not isinstance(part, words.TurnSelf | words.Pay) for part in power.cost):
        yield "cost", "a react power costs turning or named essences"
    if any(not isinstance(effect, needed | words.PlaceOnSelf) for effect in power.effect):
        yield "effect", "a react power answers its trigger and may place essences on itself"
    if not _of(power.effect, needed):
        yield "effect", f"{needed.__struct_config__.tag} is missing"


def _reference_faults(power: PowerEntry, cost: set[type[words.Op]]) -> Iterator[Fault]:
    """What an effect takes up must be there."""
    for effect in power.effect:
        wanted: tuple[type[words.Op], ...] = ()
        if isinstance(effect, words.GainXOf | words.GainSame):
            wanted = (words.PaySame,)
        elif isinstance(effect, words.GainByCost):
            wanted = (words.DestroyArtifact,) if effect.of == "destroyed" else (words.DiscardFromHand,)
        elif isinstance(effect, words.PlacePaid):
            wanted = (words.PayOneOf, words.PayAny)
        elif isinstance(effect, words.LookReorder) and not effect.decks:
            yield "effect", "look_reorder needs a deck"
        elif isinstance(effect, words.RivalsLoseLife) and len(effect.ignore_cost) > 1:
            yield "effect", "one ignore_cost at most"
        if wanted and not cost.intersection(wanted):
            yield "effect", f"{effect.__struct_config__.tag} takes up a cost that is not paid"


def _of(parts: Iterable[words.Op], *kinds: type[words.Op]) -> list[words.Op]:
    return [part for part in parts if isinstance(part, kinds)]
