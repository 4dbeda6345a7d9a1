"""Words of the games, in the reader's language: labels of the drawings, and what pieces are called."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.registry import ENGINES

Label = str | Promise

ALHAMBRA: dict[str, Label] = {
    "table": pgettext_lazy("Alhambra", "The whole table"),
    "market": pgettext_lazy("Alhambra", "Market"),
    "money": pgettext_lazy("Alhambra", "Money"),
    "deck": pgettext_lazy("Alhambra", "deck: {n}"),
    "discards": pgettext_lazy("Alhambra", "discards: {n}"),
    "bag": pgettext_lazy("Alhambra", "bag: {n}"),
    "points": pgettext_lazy("Alhambra", "points: {n}"),
    "wall": pgettext_lazy("Alhambra", "longest wall: {n}"),
    "buildings": pgettext_lazy("Alhambra", "buildings: {n}"),
    "cards": pgettext_lazy("Alhambra", "cards: {n}"),
    "unknown": pgettext_lazy("Alhambra", "unknown: {n}"),
    "alhambra": pgettext_lazy("Alhambra", "Alhambra"),
    "reserve": pgettext_lazy("Alhambra", "Reserve"),
    "bought": pgettext_lazy("Alhambra", "Bought"),
    "hand": pgettext_lazy("Alhambra", "Hand"),
    "dirk": pgettext_lazy("Alhambra", "Dirk"),
    "fountain": pgettext_lazy("Alhambra", "fountain"),
    "empty": pgettext_lazy("Alhambra", "empty"),
    "to_move": pgettext_lazy("Alhambra", "to move"),
    "at": pgettext_lazy("Alhambra", "{tile} at {x}, {y}"),
    "in_slot": pgettext_lazy("Alhambra", "{tile}, to be paid in {currency}"),
    "walls": pgettext_lazy("Alhambra", "walls {sides}"),
    "N": pgettext_lazy("Alhambra", "north"),
    "E": pgettext_lazy("Alhambra", "east"),
    "S": pgettext_lazy("Alhambra", "south"),
    "W": pgettext_lazy("Alhambra", "west"),
    "pavilion": pgettext_lazy("Alhambra", "pavilion"),
    "seraglio": pgettext_lazy("Alhambra", "seraglio"),
    "arcades": pgettext_lazy("Alhambra", "arcades"),
    "chambers": pgettext_lazy("Alhambra", "chambers"),
    "garden": pgettext_lazy("Alhambra", "garden"),
    "tower": pgettext_lazy("Alhambra", "tower"),
    "yellow": pgettext_lazy("Alhambra", "yellow"),
    "green": pgettext_lazy("Alhambra", "green"),
    "blue": pgettext_lazy("Alhambra", "blue"),
    "orange": pgettext_lazy("Alhambra", "orange"),
}
ARCTICA: dict[str, Label] = {
    "table": pgettext_lazy("Arctica", "The whole table"),
    "reference": pgettext_lazy("Arctica", "reference set"),
    "board": pgettext_lazy("Arctica", "Action board"),
    "circle": pgettext_lazy("Arctica", "Arctic Circle"),
    "map": pgettext_lazy("Arctica", "Map"),
    "round": pgettext_lazy("Arctica", "round {n}"),
    "deck": pgettext_lazy("Arctica", "deck: {n}"),
    "discards": pgettext_lazy("Arctica", "discards: {n}"),
    "points": pgettext_lazy("Arctica", "points: {n}"),
    "cards": pgettext_lazy("Arctica", "cards: {n}"),
    "flora": pgettext_lazy("Arctica", "Flora: {n}"),
    "supply": pgettext_lazy("Arctica", "Supply"),
    "release": pgettext_lazy("Arctica", "Release area"),
    "long": pgettext_lazy("Arctica", "Long generation"),
    "short": pgettext_lazy("Arctica", "Short generation"),
    "hand": pgettext_lazy("Arctica", "Hand"),
    "unknown": pgettext_lazy("Arctica", "unknown: {n}"),
    "to_move": pgettext_lazy("Arctica", "to move"),
    "pawn": pgettext_lazy("Arctica", "pawn"),
    "ice": pgettext_lazy("Arctica", "ice {n}"),
    "bare": pgettext_lazy("Arctica", "no ice"),
    "empty": pgettext_lazy("Arctica", "empty"),
    "event": pgettext_lazy("Arctica", "event"),
    "regions": pgettext_lazy("Arctica", "Regions"),
    "of_seat": pgettext_lazy("Arctica", "{thing} of {name}"),
    "links": pgettext_lazy("Arctica", "Links"),
    "cost": pgettext_lazy("Arctica", "costs {cost}"),
    "e_flora": pgettext_lazy("Arctica", "Flora {n}"),
    "e_flora_now": pgettext_lazy("Arctica", "Flora to the release area {n}"),
    "e_draw": pgettext_lazy("Arctica", "cards {n}"),
    "e_points": pgettext_lazy("Arctica", "points {n}"),
    "e_rotate": pgettext_lazy("Arctica", "notches of the wheels {n}"),
    "e_migrate": pgettext_lazy("Arctica", "moves {n}"),
    "e_circle_enter": pgettext_lazy("Arctica", "tokens onto the Circle {n}"),
    "e_circle_supply": pgettext_lazy("Arctica", "tokens of the supply onto the Circle {n} ({family})"),
    "e_reproduce": pgettext_lazy("Arctica", "breed {n}"),
    "e_token": pgettext_lazy("Arctica", "tokens onto a wheel {n} ({family})"),
    "e_release": pgettext_lazy("Arctica", "tokens off a wheel {n}"),
    "e_per_badge": pgettext_lazy("Arctica", "for each {per} {badge}, at most {max} times: {gain}"),
    "e_choose": pgettext_lazy("Arctica", "or"),
    "e_may": pgettext_lazy("Arctica", "for {cost}: {gain}"),
    "e_pay_flora": pgettext_lazy("Arctica", "Flora {n}"),
    "e_pay_cards": pgettext_lazy("Arctica", "cards {n}"),
    "plant": pgettext_lazy("Arctica", "Flora"),
    "fauna": pgettext_lazy("Arctica", "Fauna"),
    "reproduction": pgettext_lazy("Arctica", "Breed"),
    "ability": pgettext_lazy("Arctica", "Ability"),
    "flora2": pgettext_lazy("Arctica", "Flora 2"),
    "migration2": pgettext_lazy("Arctica", "Move 2"),
    "draw2": pgettext_lazy("Arctica", "Draw 2"),
    "rotate_card": pgettext_lazy("Arctica", "Turn + card"),
    "rotate_migration": pgettext_lazy("Arctica", "Turn + move"),
    "colony": pgettext_lazy("Arctica", "Colony"),
    "birds": pgettext_lazy("Arctica", "bird"),
    "land_mammals": pgettext_lazy("Arctica", "land mammal"),
    "marine_mammals": pgettext_lazy("Arctica", "marine mammal"),
    "fish": pgettext_lazy("Arctica", "fish"),
    "invertebrates": pgettext_lazy("Arctica", "invertebrate"),
}
RES_ARCANA: dict[str, Label] = {
    "table": pgettext_lazy("Res Arcana", "The whole table"),
    "centre": pgettext_lazy("Res Arcana", "Centre"),
    "monuments": pgettext_lazy("Res Arcana", "Monuments"),
    "monument_deck": pgettext_lazy("Res Arcana", "deck: {n}"),
    "places": pgettext_lazy("Res Arcana", "Places of power"),
    "items": pgettext_lazy("Res Arcana", "Magic items"),
    "points": pgettext_lazy("Res Arcana", "points: {n}"),
    "cards": pgettext_lazy("Res Arcana", "cards: {n}"),
    "deck": pgettext_lazy("Res Arcana", "deck: {n}"),
    "discards": pgettext_lazy("Res Arcana", "Discards"),
    "pool": pgettext_lazy("Res Arcana", "Essences"),
    "tableau": pgettext_lazy("Res Arcana", "In play"),
    "hand": pgettext_lazy("Res Arcana", "Hand"),
    "packet": pgettext_lazy("Res Arcana", "Packet"),
    "unseen": pgettext_lazy("Res Arcana", "not seen"),
    "empty": pgettext_lazy("Res Arcana", "empty"),
    "nothing": pgettext_lazy("Res Arcana", "none"),
    "to_move": pgettext_lazy("Res Arcana", "to move"),
    "first": pgettext_lazy("Res Arcana", "first player"),
    "passed": pgettext_lazy("Res Arcana", "passed"),
    "turned": pgettext_lazy("Res Arcana", "turned"),
    "card_points": pgettext_lazy("Res Arcana", "{card}, points: {n}"),
    "with": pgettext_lazy("Res Arcana", "{card} with {essences}"),
    "state": pgettext_lazy("Res Arcana", "{card} ({state})"),
    "costs": pgettext_lazy("Res Arcana", "{card} for {essences}"),
    "scores": pgettext_lazy("Res Arcana", "Points"),
    "artifacts": pgettext_lazy("Res Arcana", "Artifacts"),
    "formulas": pgettext_lazy("Res Arcana", "Points of essences and types"),
    "token": pgettext_lazy("Res Arcana", "First Player token"),
    "reactions": pgettext_lazy("Res Arcana", "Reactions"),
    "any": pgettext_lazy("Res Arcana", "any"),
    "life": pgettext_lazy("Res Arcana", "life"),
    "death": pgettext_lazy("Res Arcana", "death"),
    "elan": pgettext_lazy("Res Arcana", "elan"),
    "calm": pgettext_lazy("Res Arcana", "calm"),
    "gold": pgettext_lazy("Res Arcana", "gold"),
}
REVIVE: dict[str, Label] = {
    "table": pgettext_lazy("Revive", "The whole table"),
    "map": pgettext_lazy("Revive", "Map"),
    "display": pgettext_lazy("Revive", "Display"),
    "citizens": pgettext_lazy("Revive", "Citizens"),
    "machines": pgettext_lazy("Revive", "Machines"),
    "modules": pgettext_lazy("Revive", "Modules"),
    "journeys": pgettext_lazy("Revive", "Journeys"),
    "majors": pgettext_lazy("Revive", "Major artifacts"),
    "reference": pgettext_lazy("Revive", "Reference set: not the published pieces"),
    "points": pgettext_lazy("Revive", "points: {n}"),
    "devotion_points": pgettext_lazy("Revive", "devotion: {n}"),
    "energy": pgettext_lazy("Revive", "energy: {n}, {used} on machines"),
    "resources": pgettext_lazy("Revive", "Resources"),
    "tracks": pgettext_lazy("Revive", "Tracks"),
    "discs": pgettext_lazy("Revive", "discs on the progress track: {n}"),
    "tribe": pgettext_lazy("Revive", "Tribe"),
    "technologies": pgettext_lazy("Revive", "Technologies"),
    "active": pgettext_lazy("Revive", "Active area"),
    "resting": pgettext_lazy("Revive", "Resting area"),
    "slots": pgettext_lazy("Revive", "Card slots"),
    "closed": pgettext_lazy("Revive", "closed"),
    "hibernation": pgettext_lazy("Revive", "hibernation: {n}"),
    "switch": pgettext_lazy("Revive", "switch: {state}"),
    "unused": pgettext_lazy("Revive", "unused"),
    "used": pgettext_lazy("Revive", "used"),
    "artifacts": pgettext_lazy("Revive", "Artifacts"),
    "minor": pgettext_lazy("Revive", "minor artifacts: {n}"),
    "end_tile": pgettext_lazy("Revive", "end tile"),
    "crates": pgettext_lazy("Revive", "Crates"),
    "artifact_card": pgettext_lazy("Revive", "Artifact card"),
    "buildings": pgettext_lazy("Revive", "Buildings"),
    "figures": pgettext_lazy("Revive", "Figures"),
    "markers": pgettext_lazy("Revive", "Markers"),
    "to_move": pgettext_lazy("Revive", "to move"),
    "unknown": pgettext_lazy("Revive", "unknown"),
    "nothing": pgettext_lazy("Revive", "nothing"),
    "face_down": pgettext_lazy("Revive", "{slot} face down: {cost}, points {points}"),
    "gear": pgettext_lazy("Revive", "gear"),
    "book": pgettext_lazy("Revive", "book"),
    "food": pgettext_lazy("Revive", "food"),
    "crystal": pgettext_lazy("Revive", "crystal"),
    "gray": pgettext_lazy("Revive", "gray"),
    "green": pgettext_lazy("Revive", "green"),
    "yellow": pgettext_lazy("Revive", "yellow"),
    "wild": pgettext_lazy("Revive", "any color"),
    "sand": pgettext_lazy("Revive", "sand"),
    "forest": pgettext_lazy("Revive", "forest"),
    "mountain": pgettext_lazy("Revive", "mountain"),
    "field": pgettext_lazy("Revive", "field"),
    "water": pgettext_lazy("Revive", "water"),
    "location": pgettext_lazy("Revive", "location"),
    "large_location": pgettext_lazy("Revive", "large location"),
    "chasm": pgettext_lazy("Revive", "chasm"),
    "lake": pgettext_lazy("Revive", "lake"),
    "vast_crystal": pgettext_lazy("Revive", "vast crystal"),
    "edge_crystal": pgettext_lazy("Revive", "crystal"),
    "track": pgettext_lazy("Revive", "Score track"),
    "progress": pgettext_lazy("Revive", "Progress track"),
    "large_locations": pgettext_lazy("Revive", "Large locations"),
    "card_bonuses": pgettext_lazy("Revive", "Card bonuses"),
    "minor_artifacts": pgettext_lazy("Revive", "Minor artifacts"),
    "devotion": pgettext_lazy("Revive", "Devotion"),
    "small": pgettext_lazy("Revive", "small"),
    "large": pgettext_lazy("Revive", "large"),
}
ALHAMBRA_EVENTS: dict[str, Label] = {
    "deal": pgettext_lazy("Alhambra", "deal start money"),
    "start_player": pgettext_lazy("Alhambra", "name the start player"),
    "dirk_tiles": pgettext_lazy("Alhambra", "draw buildings for Dirk"),
    "reveal_money": pgettext_lazy("Alhambra", "turn up money"),
    "reveal_scoring": pgettext_lazy("Alhambra", "turn up a scoring card"),
    "reshuffle": pgettext_lazy("Alhambra", "shuffle the discards"),
    "reveal_tile": pgettext_lazy("Alhambra", "turn up a building"),
    "take_money": pgettext_lazy("Alhambra", "take money"),
    "buy": pgettext_lazy("Alhambra", "buy"),
    "redesign_add": pgettext_lazy("Alhambra", "redesign: add"),
    "redesign_remove": pgettext_lazy("Alhambra", "redesign: remove"),
    "redesign_swap": pgettext_lazy("Alhambra", "redesign: swap"),
    "pass": pgettext_lazy("Alhambra", "pass"),
    "place": pgettext_lazy("Alhambra", "place a building"),
    "place_leftover": pgettext_lazy("Alhambra", "place a building left over"),
    "turn": pgettext_lazy("Alhambra", "a turn"),
}
LABELS: dict[str, Mapping[str, Label]] = {
    "alhambra": ALHAMBRA,
    "arctica": ARCTICA,
    "res_arcana": RES_ARCANA,
    "revive": REVIVE,
}
"""By game. The English texts are those of the engine's own labels."""


def board_labels(game: str) -> dict[str, str]:
    """Every label of a game's drawing, translated now."""
    return {key: str(text) for key, text in LABELS[game].items()}


def piece(game: str, name: str) -> str:
    """What people call a piece by its id, for example `arcades 9` or `yellow 5`; the id itself if it is not known."""
    words = PIECES.get(game)
    return words(name) if words else name


def alhambra_piece(name: str) -> str:
    box = ENGINES["alhambra"].base_components()
    colours = {currency.id: currency.colour for currency in box.catalogue.currencies}
    if name in box.tiles:
        tile = box.tiles[name]
        return f"{ALHAMBRA[box.kinds[tile.kind]]} {tile.price}"
    if name == box.fountain.id:
        return str(ALHAMBRA["fountain"])
    if name in box.values:
        return f"{ALHAMBRA[colours[box.colours[name]]]} {box.values[name]}"
    return str(ALHAMBRA_EVENTS.get(name) or ALHAMBRA.get(colours.get(name, name), name))


def arctica_piece(name: str) -> str:
    """A card by its name and id, an action or a family by its word."""
    box = ENGINES["arctica"].base_components().catalogue
    cards = {card.id: card.name for card in (*box.fauna_cards, *box.generation_cards)}
    return f"{cards[name]} ({name})" if cards.get(name) else str(ARCTICA.get(name, name))


def res_arcana_piece(name: str) -> str:
    """A component by its name, an essence by its word."""
    cards = ENGINES["res_arcana"].base_components().cards
    return cards[name].name if name in cards else str(RES_ARCANA.get(name, name))


def revive_piece(name: str) -> str:
    """A tribe by its name, a resource, color or terrain by its word."""
    tribes = ENGINES["revive"].base_components().tribes
    return tribes[name].name if name in tribes else str(REVIVE.get(name, name))


PIECES: Mapping[str, Callable[[str], str]] = {
    "alhambra": alhambra_piece,
    "arctica": arctica_piece,
    "res_arcana": res_arcana_piece,
    "revive": revive_piece,
}
"""By game: a piece, or the kind of an event, in words."""


def said(game: str, value: Any) -> str:
    """A fact of a verdict in words: pieces by name, lists joined, yes and no."""
    if value is None or value == []:
        return _("nothing")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        return ", ".join(said(game, each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{piece(game, key)} {said(game, each)}" for key, each in value.items())
    return piece(game, value) if isinstance(value, str) else str(value)
