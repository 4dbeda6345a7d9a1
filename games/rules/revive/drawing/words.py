"""The table in words: the twin of the drawing for those who do not see it (games/README 5).

`LABELS` is the English text of every label; the site hands in its own language. `{…}` is filled in.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.events import Seat
from games.rules.revive.handlers.guards import deciding
from games.rules.revive.sets import Space
from games.rules.revive.state import UNSEEN, Player, State

LABELS = {
    "table": "The whole table",
    "map": "Map",
    "display": "Display",
    "citizens": "Citizens",
    "machines": "Machines",
    "modules": "Modules",
    "journeys": "Journeys",
    "majors": "Major artifacts",
    "reference": "Reference set: not the published pieces",
    "points": "points: {n}",
    "devotion_points": "devotion: {n}",
    "energy": "energy: {n}, {used} on machines",
    "resources": "Resources",
    "tracks": "Tracks",
    "discs": "discs on the progress track: {n}",
    "tribe": "Tribe",
    "technologies": "Technologies",
    "active": "Active area",
    "resting": "Resting area",
    "slots": "Card slots",
    "closed": "closed",
    "hibernation": "hibernation: {n}",
    "switch": "switch: {state}",
    "unused": "unused",
    "used": "used",
    "artifacts": "Artifacts",
    "minor": "minor artifacts: {n}",
    "end_tile": "end tile",
    "crates": "Crates",
    "artifact_card": "Artifact card",
    "buildings": "Buildings",
    "figures": "Figures",
    "markers": "Markers",
    "to_move": "to move",
    "unknown": "unknown",
    "nothing": "nothing",
    "face_down": "{slot} face down: {cost}, points {points}",
    "gear": "gear",
    "book": "book",
    "food": "food",
    "crystal": "crystal",
    "gray": "gray",
    "green": "green",
    "yellow": "yellow",
    "wild": "any color",
    "sand": "sand",
    "forest": "forest",
    "mountain": "mountain",
    "field": "field",
    "water": "water",
    "location": "location",
    "large_location": "large location",
    "chasm": "chasm",
    "lake": "lake",
    "vast_crystal": "vast crystal",
    "edge_crystal": "crystal",
    "track": "Score track",
    "progress": "Progress track",
    "large_locations": "Large locations",
    "card_bonuses": "Card bonuses",
    "minor_artifacts": "Minor artifacts",
    "devotion": "Devotion",
    "small": "small",
    "large": "large",
}

Labels = Mapping[str, str]


def board_text(state: State, viewer: Seat | None = None, *, names: Sequence[str], labels: Labels = LABELS) -> list[str]:
    """One line for each thing on the table, as `viewer` or the public may see it."""
    lines = [] if state.components.official else [labels["reference"]]
    lines += _map_words(state, labels)
    for title, shown in display_rows(state, labels):
        lines.append(_line(title, shown, labels))
    for seat in range(state.seats):
        lines += _seat_words(state, seat, viewer == seat, names[seat], labels)
    return lines


def _line(title: str, words: Iterable[str], labels: Labels) -> str:
    return f"{title}: {', '.join(words) or labels['nothing']}"


def display_rows(state: State, labels: Labels) -> list[tuple[str, list[str]]]:
    """What lies face up for all, by title."""
    cards = state.components.cards
    rows = [
        (labels["citizens"], [f"{name} ({labels[cards[name].color]})" for name in state.citizens]),
        (labels["machines"], [name for row in state.machines.values() for name in row]),
        (labels["modules"], [module_words(state, name, labels) for name in state.modules]),
        (labels["majors"], [f"{name} ({labels[piece.color]})" for name, piece in state.majors.items()]),
    ]
    if state.options.expansion == "on":
        rows.append((labels["journeys"], list(state.journeys)))
    if state.common_card:
        rows.append((labels["artifact_card"], [state.common_card]))
    return rows


def module_words(state: State, name: str, labels: Labels) -> str:
    """A module with its colors."""
    return f"{name} ({'/'.join(labels[color] for color in state.components.modules[name].colors)})"


def place_words(space: Space) -> str:
    """A space as records write it."""
    return space if isinstance(space, str) else f"[{space[0]}, {space[1]}]"


def back_words(state: State, slot: str, labels: Labels) -> str:
    """A face-down tile by what its back shows."""
    back = state.backs[slot]
    cost = " ".join(f"{units} {labels.get(name, name)}" for name, units in back.cost.items())
    return labels["face_down"].format(slot=slot, cost=cost, points=back.points)


def _map_words(state: State, labels: Labels) -> list[str]:
    lines = [
        f"{tile} ({slot}): "
        + ", ".join(
            f"{place_words(cell)} {labels[state.terrain[cell]]}"
            for cell in state.components.slots[slot].cells
            if cell in state.terrain
        )
        for slot, tile in sorted(state.tiles.items())
        if slot in state.face_up and slot not in state.terrain
    ]
    lines += [f"{slot}: {labels['vast_crystal']}" for slot, kind in state.terrain.items() if kind == "vast_crystal"]
    lines += [f"{slot}: {labels['lake']} {name}" for slot, name in sorted(state.lakes.items())]
    lines += [back_words(state, slot, labels) for slot in sorted(state.backs) if slot not in state.face_up]
    lines += [
        f"{place}: {labels['large_location']} {name}{state.large[place].side}"
        for place, name in sorted(state.large_names.items())
    ]
    return [f"{labels['map']}: {line}" for line in lines]


def facts(state: State, seat: Seat, labels: Labels) -> list[str]:
    """The numbers of one player."""
    player = state.players[seat]
    words = [labels["points"].format(n=player.score)]
    if state.options.expansion == "on":
        words.append(labels["devotion_points"].format(n=player.devotion))
    words.append(labels["energy"].format(n=player.energy, used=len(player.charged)))
    words.append(labels["discs"].format(n=player.progress))
    words.append(labels["hibernation"].format(n=player.hibernation))
    words.append(labels["switch"].format(state=labels["used" if player.switch_used else "unused"]))
    return words


def seat_rows(state: State, seat: Seat, own: bool, labels: Labels) -> list[tuple[str, list[str]]]:
    """What one player has, by title."""
    player = state.players[seat]
    rows: list[tuple[str, list[str]]] = [
        (labels["resources"], [f"{units} {labels[name]}" for name, units in player.res.items()]),
        (labels["tracks"], [f"{labels[name]} {at}" for name, at in player.tracks.items()]),
        (labels["tribe"], [player.tribe] if player.tribe else []),
        (labels["technologies"], list(player.technologies)),
        (labels["active"], sorted(player.active)),
        (labels["slots"], _slot_words(state, player, labels)),
        (labels["resting"], sorted(player.resting)),
        (labels["machines"], [f"{name}{' +' if name in player.charged else ''}" for name in player.machines]),
        (labels["artifacts"], _artifact_words(player, labels)),
        (labels["crates"], _crate_words(player, own, labels)),
        (labels["buildings"], _building_words(player, labels)),
        (labels["figures"], [place_words(space) for space in player.figures]),
    ]
    if player.markers:
        rows.append((labels["markers"], [place_words(cell) for cell in player.markers]))
    if player.journeys:
        rows.append(
            (labels["journeys"], [f"{name}{' +' if flipped else ''}" for name, flipped in player.journeys.items()])
        )
    if player.artifact_card:
        known = (own or state.over) and player.artifact_card != UNSEEN
        rows.append((labels["artifact_card"], [player.artifact_card if known else labels["unknown"]]))
    return rows


def _slot_words(state: State, player: Player, labels: Labels) -> list[str]:
    words = []
    for name, pile in player.slots.items():
        cards = [f"{laid.card.id} ({labels[laid.color]})" for laid in pile]
        modules = [module_words(state, module, labels) for module in player.modules[name] if module]
        locked = state.components.card_slots[name].locked and not player.side_slot
        words.append(f"{name}: {' '.join([*cards, *modules]) or labels['closed' if locked else 'nothing']}")
    return words


def _artifact_words(player: Player, labels: Labels) -> list[str]:
    minor = [labels["minor"].format(n=player.minors)] if player.minors else []
    return [*player.majors, *minor, *([labels["end_tile"]] if player.end_tile else [])]


def _crate_words(player: Player, own: bool, labels: Labels) -> list[str]:
    known = sorted(player.crates) if own else [labels["unknown"]] * len(player.crates)
    return [*known, *[labels["unknown"]] * player.hidden_crates, *(f"{name} +" for name in sorted(player.opened))]


def _building_words(player: Player, labels: Labels) -> list[str]:
    return [
        f"{labels[size]} {place_words(cell)}"
        for size, own in (("small", player.small), ("large", player.large))
        for cell in own
    ]


def _seat_words(state: State, seat: Seat, own: bool, name: str, labels: Labels) -> list[str]:
    turn = [labels["to_move"]] if deciding(state) == seat else []
    lines = [f"{name}: {', '.join([*turn, *facts(state, seat, labels)])}"]
    return lines + [f"{name}, {_line(title, words, labels)}" for title, words in seat_rows(state, seat, own, labels)]


def touched(event: Any) -> frozenset[str]:
    """Ids and spaces that an event names: what a drawing marks."""
    if event is None:
        return frozenset()
    names: set[str] = set()
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if isinstance(value, str):
            names.add(value)
        elif isinstance(value, tuple):
            names |= {item for item in value if isinstance(item, str)}
            if len(value) == 2 and all(isinstance(item, int) for item in value):
                names.add(place_words((value[0], value[1])))
    return frozenset(names)
