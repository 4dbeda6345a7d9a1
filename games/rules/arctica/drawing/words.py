"""The table in words: the twin of the drawing for those who do not see it (games/README 5).

`LABELS` is the English text of every label; the site hands in its own language. `{…}` is filled in.
"""

from collections.abc import Mapping, Sequence

from games.engine.events import Seat
from games.rules.arctica.components import GENERATIONS
from games.rules.arctica.drawing.effects import effects_in_words, space_words
from games.rules.arctica.hands import hand_size
from games.rules.arctica.state import EMPTY, FLORA, NOBODY, Player, State
from games.rules.arctica.view import view_of

LABELS = {
    "table": "The whole table",
    "reference": "reference set",
    "board": "Action board",
    "circle": "Arctic Circle",
    "map": "Map",
    "round": "round {n}",
    "deck": "deck: {n}",
    "discards": "discards: {n}",
    "points": "points: {n}",
    "cards": "cards: {n}",
    "flora": "Flora: {n}",
    "supply": "Supply",
    "release": "Release area",
    "long": "Long generation",
    "short": "Short generation",
    "hand": "Hand",
    "unknown": "unknown: {n}",
    "to_move": "to move",
    "pawn": "pawn",
    "ice": "ice {n}",
    "bare": "no ice",
    "empty": "empty",
    "event": "event",
    "regions": "Regions",
    "of_seat": "{thing} of {name}",
    "links": "Links",
    "cost": "costs {cost}",
    "e_flora": "Flora {n}",
    "e_flora_now": "Flora to the release area {n}",
    "e_draw": "cards {n}",
    "e_points": "points {n}",
    "e_rotate": "notches of the wheels {n}",
    "e_migrate": "moves {n}",
    "e_circle_enter": "tokens onto the Circle {n}",
    "e_circle_supply": "tokens of the supply onto the Circle {n} ({family})",
    "e_reproduce": "breed {n}",
    "e_token": "tokens onto a wheel {n} ({family})",
    "e_release": "tokens off a wheel {n}",
    "e_per_badge": "for each {per} {badge}, at most {max} times: {gain}",
    "e_choose": "or",
    "e_may": "for {cost}: {gain}",
    "e_pay_flora": "Flora {n}",
    "e_pay_cards": "cards {n}",
    "plant": "Flora",
    "fauna": "Fauna",
    "reproduction": "Breed",
    "ability": "Ability",
    "flora2": "Flora 2",
    "migration2": "Move 2",
    "draw2": "Draw 2",
    "rotate_card": "Turn + card",
    "rotate_migration": "Turn + move",
    "colony": "Colony",
    "birds": "bird",
    "land_mammals": "land mammal",
    "marine_mammals": "marine mammal",
    "fish": "fish",
    "invertebrates": "invertebrate",
}

Labels = Mapping[str, str]


def board_text(state: State, viewer: Seat | None = None, *, names: Sequence[str], labels: Labels = LABELS) -> list[str]:
    """One line for each thing on the table, in the order of the drawing, as `viewer` or the public may see it."""
    lines = [f"{labels['board']}: {', '.join(table_facts(state, labels))}"]
    view = view_of(state, viewer)
    for space in view["spaces"]:
        offer = " / ".join(labels.get(action, action) for action in space["offer"])
        lines.append(f"{space['space']}: {offer}{_and(labels['pawn'] if space['pawn'] else '')}")
    lines += [f"{labels['circle']} {space}: {words}" for space, words in circle_words(state, names, labels)]
    lines += _map_lines(state, names, labels)
    for seat, player in enumerate(state.players):
        lines += _seat_lines(state, seat, player, names[seat], viewer == seat, labels)
    return lines


def _and(words: str) -> str:
    return f", {words}" if words else ""


def table_facts(state: State, labels: Labels) -> list[str]:
    """Round, cards left, regions of the round, and that the set is a stand-in if it is."""
    box = state.table.box
    facts = [
        labels["round"].format(n=state.round),
        labels["deck"].format(n=state.left),
        labels["discards"].format(n=len(state.pile)),
    ]
    if len(state.cards) >= state.round:
        regions = box.round_end_cards[state.cards[state.round - 1]].regions
        facts.append(f"{labels['regions']}: {' '.join(box.regions[region] for region in regions)}")
    return facts if box.official else [*facts, labels["reference"]]


def circle_words(state: State, names: Sequence[str], labels: Labels) -> list[tuple[str, str]]:
    """By Circle space: its ice and the tokens on it."""
    found = []
    families = state.table.box.families
    for index, space in enumerate(state.table.box.circle):
        tokens = [
            f"{player.circle[index * len(families) + family]} {_of(labels, name, names[seat])}"
            for seat, player in enumerate(state.players)
            for family, name in enumerate(families)
            if player.circle[index * len(families) + family]
        ]
        ice = labels["ice"].format(n=state.ice[index]) if state.ice[index] else labels["bare"]
        bonus = state.table.box.ice_bonus[index] if state.ice[index] else state.table.box.bare_bonus[index]
        found.append((str(space), "; ".join([ice + _and(effects_in_words(bonus, labels)), *tokens])))
    return found


def _of(labels: Labels, family: str, name: str) -> str:
    return labels["of_seat"].format(thing=labels.get(family, family), name=name)


def _map_lines(state: State, names: Sequence[str], labels: Labels) -> list[str]:
    box = state.table.box
    lines = []
    for index, subregion in enumerate(box.subregions):
        tokens = [
            f"{space.id} {_of(labels, box.families[space.family], names[state.owners[space.index]])}"
            for space in box.spaces
            if space.subregion == index and state.owners[space.index] != NOBODY
        ]
        free = [
            f"{space.id} {labels.get(box.families[space.family], box.families[space.family])}"
            + _and(space_words(space, labels))
            for space in box.spaces
            if space.subregion == index and state.owners[space.index] == NOBODY
        ]
        hit = _and(labels["event"]) if index in state.hits else ""
        lines.append(f"{labels['map']} {subregion}{hit}: {'; '.join([*tokens, *free])}")
    links = [f"{'–'.join(link.ends)} {effects_in_words(link.bonus, labels)}".strip() for link in box.catalogue.links]
    return [*lines, f"{labels['links']}: {'; '.join(links)}"]


def _seat_lines(state: State, seat: Seat, player: Player, name: str, own: bool, labels: Labels) -> list[str]:
    box = state.table.box
    turn = [labels["to_move"]] if state.phase == "turn" and state.active == seat else []
    lines = [f"{name}: {', '.join([*seat_facts(player, labels), *turn])}"]
    for number, generation in enumerate(GENERATIONS):
        slots = ", ".join(token_words(state, token, labels) for token in player.wheels[number])
        column = ", ".join(card.id for card in reversed(player.columns[number]))
        lines.append(f"{name}, {labels[generation]}: {slots}; {column or labels['empty']}")
    for zone, counts in (("release", player.release), ("supply", player.supply)):
        tokens = [f"{count} {labels.get(family, family)}" for family, count in zip(box.families, counts, strict=True)]
        lines.append(f"{name}, {labels[zone]}: {', '.join(tokens)}")
    if own:
        lines.append(f"{name}, {labels['hand']}: {', '.join(hand_words(player, labels)) or labels['empty']}")
    return lines


def seat_facts(player: Player, labels: Labels) -> list[str]:
    """Points, Flora in the release area and number of cards."""
    return [
        labels["points"].format(n=player.points),
        labels["flora"].format(n=player.flora),
        labels["cards"].format(n=hand_size(player)),
    ]


def token_words(state: State, token: int, labels: Labels) -> str:
    """What lies on a slot of a wheel."""
    if token == EMPTY:
        return labels["empty"]
    if token == FLORA:
        return labels["plant"]
    name = state.table.box.families[token]
    return labels.get(name, name)


def hand_words(player: Player, labels: Labels) -> list[str]:
    """The known cards of a hand, and how many are not known."""
    unknown = [labels["unknown"].format(n=player.unknown)] if player.unknown else []
    return [*sorted(player.hand), *unknown]
