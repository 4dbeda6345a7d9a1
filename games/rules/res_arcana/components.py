"""Res Arcana's box, loaded and validated: cards with the tables that play needs."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from games.engine.reading import LoadedSet, read_catalogue
from games.rules.res_arcana import vocabulary as words
from games.rules.res_arcana.catalogue import Catalogue, Entry, PowerEntry, faults
from games.rules.res_arcana.essences import INDEX, NOTHING, Counts

Family = Literal["artifact", "mage", "magic_item", "monument", "place_of_power"]


class Power(msgspec.Struct, frozen=True):
    """A power with its cost taken apart; see vocabulary.py for the words.

    `pay` is what the pool pays without a choice. `options` are the kinds that `pay_any` or `pay_one_of` may take,
    `chosen` their number. `simple` powers ask for nothing when they are used.
    """

    index: int
    kind: Literal["action", "react", "on_claim"]
    usable: Literal["when_straightened", "only_when_turned", "always", "on_claim"]
    trigger: Literal["life_loss", "dragon_power", "victory_check"] | None
    turns_self: bool
    pay: Counts
    chosen: int
    one_kind: bool
    options: tuple[int, ...]
    pays_same: bool
    remove: Counts
    destroys_self: bool
    destroys: words.DestroyArtifact | None
    discards: bool
    turns_other: words.CardType | None
    looks: tuple[words.DeckName, ...]
    simple: bool
    effects: tuple[words.Effect, ...]


class Card(msgspec.Struct, frozen=True):
    """One component. `cost` leaves out what is paid with any essence, `any`; `total` has both."""

    id: str
    name: str
    family: Family
    cost: Counts
    any: int
    total: int
    points: int
    types: tuple[words.CardType, ...]
    powers: tuple[Power, ...]
    on_claim: Power | None
    victory_power: Power | None
    collects: Counts
    choice: words.GainAny | words.GainOneOf | None
    if_left: words.IfLeft | None
    grows: int
    collect_cost: Counts | None
    discounts: tuple[words.Discount, ...]
    essence_points: tuple[words.PointsPerEssenceOnSelf, ...]
    type_points: tuple[words.PointsPerType, ...]
    first_game_set: int | None
    tile: int | None
    side: str | None

    def __deepcopy__(self, memo: object) -> "Card":
        return self


class ComponentSet(LoadedSet, frozen=True, eq=False):
    """A loaded, validated set. `cards` holds every component by id, the others its ids by family, in file order.

    `sides` gives a place of power by tile and side.
    """

    catalogue: Catalogue
    cards: dict[str, Card]
    artifacts: tuple[str, ...]
    mages: tuple[str, ...]
    items: tuple[str, ...]
    monuments: tuple[str, ...]
    places: tuple[str, ...]
    sides: dict[tuple[int, str], str]
    tiles: tuple[int, ...]

    def __deepcopy__(self, memo: object) -> "ComponentSet":
        return self


def load_components(raw: bytes, file: str = "components.toml") -> ComponentSet:
    """Decode and validate a component file; raises `BadComponents` with file, key and reason."""
    catalogue, digest = read_catalogue(raw, Catalogue, file, faults)
    return _set_of(catalogue, digest)


@cache
def base_components() -> ComponentSet:
    """The published base game."""
    return load_components(files(__package__).joinpath("components.toml").read_bytes())


def _set_of(catalogue: Catalogue, digest: str) -> ComponentSet:
    families: tuple[Family, ...] = ("artifact", "mage", "magic_item", "monument", "place_of_power")
    ids: dict[str, tuple[str, ...]] = {}
    cards: dict[str, Card] = {}
    for family, (table, entries) in zip(families, catalogue.groups(), strict=True):
        ids[table] = tuple(entry.id for entry in entries)
        cards.update((entry.id, _card(entry, family)) for entry in entries)
    places = catalogue.place_of_power
    return ComponentSet(
        id=catalogue.set_id,
        version=catalogue.version,
        hash=digest,
        official=catalogue.official,
        catalogue=catalogue,
        cards=cards,
        artifacts=ids["artifact"],
        mages=ids["mage"],
        items=ids["magic_item"],
        monuments=ids["monument"],
        places=ids["place_of_power"],
        sides={(place.tile, place.side): place.id for place in places},
        tiles=tuple(sorted({place.tile for place in places})),
    )


def _card(entry: Entry, family: Family) -> Card:
    price = getattr(entry, "cost", None)
    cost = (price.life, price.death, price.elan, price.calm, price.gold) if price else NOTHING
    powers = tuple(_power(power) for power in entry.power)
    collect = {type(word): word for word in entry.collect}
    choice = collect.get(words.GainAny) or collect.get(words.GainOneOf)
    grow, left, due = (collect.get(word) for word in (words.IfLeftGrow, words.IfLeft, words.CollectCost))
    return Card(
        id=entry.id,
        name=entry.name,
        family=family,
        cost=cost,
        any=price.any if price else 0,
        total=sum(cost) + (price.any if price else 0),
        points=getattr(entry, "points", 0),
        types=getattr(entry, "types", ()),
        powers=powers,
        on_claim=next((power for power in powers if power.kind == "on_claim"), None),
        victory_power=next((power for power in powers if power.trigger == "victory_check"), None),
        collects=_sum([word.essences.counts() for word in entry.collect if isinstance(word, words.Gain)]),
        choice=choice if isinstance(choice, words.GainAny | words.GainOneOf) else None,
        if_left=left if isinstance(left, words.IfLeft) else None,
        grows=grow.each_type_present if isinstance(grow, words.IfLeftGrow) else 0,
        collect_cost=due.either[0].essences.counts() if isinstance(due, words.CollectCost) else None,
        discounts=tuple(word for word in entry.abilities if isinstance(word, words.Discount)),
        essence_points=tuple(word for word in entry.abilities if isinstance(word, words.PointsPerEssenceOnSelf)),
        type_points=tuple(word for word in entry.abilities if isinstance(word, words.PointsPerType)),
        first_game_set=getattr(entry, "first_game_set", None),
        tile=getattr(entry, "tile", None),
        side=getattr(entry, "side", None),
    )


def _power(entry: PowerEntry) -> Power:
    cost = {type(part): part for part in entry.cost}
    choice = cost.get(words.PayAny) or cost.get(words.PayOneOf)
    destroys, turns = cost.get(words.DestroyArtifact), cost.get(words.TurnOther)
    looks = [effect.decks for effect in entry.effect if isinstance(effect, words.LookReorder)]
    asks = (words.PayAny, words.PayOneOf, words.PaySame, words.DestroyArtifact, words.DiscardFromHand, words.TurnOther)
    return Power(
        index=entry.index,
        kind=entry.kind,
        usable=entry.usable,
        trigger=entry.trigger,
        turns_self=words.TurnSelf in cost,
        pay=_sum([part.essences.counts() for part in entry.cost if isinstance(part, words.Pay)]),
        chosen=choice.amount if isinstance(choice, words.PayAny | words.PayOneOf) else 0,
        one_kind=isinstance(choice, words.PayOneOf),
        options=tuple(INDEX[kind] for kind in choice.options)
        if isinstance(choice, words.PayOneOf)
        else (0, 1, 2, 3, 4),
        pays_same=words.PaySame in cost,
        remove=_sum([part.essences.counts() for part in entry.cost if isinstance(part, words.RemoveFromSelf)]),
        destroys_self=words.DestroySelf in cost,
        destroys=destroys if isinstance(destroys, words.DestroyArtifact) else None,
        discards=words.DiscardFromHand in cost,
        turns_other=turns.type if isinstance(turns, words.TurnOther) else None,
        looks=looks[0] if looks else (),
        simple=not looks and not cost.keys() & set(asks),
        effects=entry.effect,
    )


def _sum(parts: list[Counts]) -> Counts:
    life, death, elan, calm, gold = (sum(column) for column in zip(NOTHING, *parts, strict=True))
    return (life, death, elan, calm, gold)
