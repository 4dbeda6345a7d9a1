"""The table in words: the twin of the drawing for those who do not see it (games/README 5).

`LABELS` is the English text of every label; the site hands in its own language. `{…}` is filled in. Components go by
the names that the component file gives them.
"""

from collections.abc import Mapping, Sequence

from games.engine.events import Seat
from games.rules.res_arcana.components import Card, ComponentSet
from games.rules.res_arcana.essences import KINDS
from games.rules.res_arcana.hidden import hand_size, hidden_cards
from games.rules.res_arcana.scoring import score_lines
from games.rules.res_arcana.state import Piece, Player, State, question

LABELS = {
    "table": "The whole table",
    "centre": "Centre",
    "monuments": "Monuments",
    "monument_deck": "deck: {n}",
    "places": "Places of power",
    "items": "Magic items",
    "points": "points: {n}",
    "cards": "cards: {n}",
    "deck": "deck: {n}",
    "discards": "Discards",
    "pool": "Essences",
    "tableau": "In play",
    "hand": "Hand",
    "packet": "Packet",
    "unseen": "not seen",
    "empty": "empty",
    "nothing": "none",
    "to_move": "to move",
    "first": "first player",
    "passed": "passed",
    "turned": "turned",
    "card_points": "{card}, points: {n}",
    "with": "{card} with {essences}",
    "state": "{card} ({state})",
    "costs": "{card} for {essences}",
    "scores": "Points",
    "artifacts": "Artifacts",
    "formulas": "Points of essences and types",
    "token": "First Player token",
    "reactions": "Reactions",
    "any": "any",
    "life": "life",
    "death": "death",
    "elan": "elan",
    "calm": "calm",
    "gold": "gold",
}

Labels = Mapping[str, str]


def board_text(state: State, viewer: Seat | None = None, *, names: Sequence[str], labels: Labels = LABELS) -> list[str]:
    """One line for each thing on the table, in the order of the drawing, as `viewer` or the public may see it."""
    cards = state.components.cards
    shown = [labels["empty"] if name is None else card_words(cards[name], labels) for name in state.display]
    places = [
        labels["costs"].format(card=card_words(card, labels), essences=essence_words(card.cost, labels))
        for card in state.places.values()
    ]
    lines = [
        _line(labels["monuments"], [*shown, labels["monument_deck"].format(n=state.monuments.size())], labels),
        _line(labels["places"], places, labels),
        _line(labels["items"], [piece_words(piece, labels) for _, piece in sorted(state.items.items())], labels),
    ]
    for seat, player in enumerate(state.players):
        lines += _seat_lines(state, seat, player, names[seat], viewer == seat, labels)
    return lines


def _line(title: str, parts: Sequence[str], labels: Labels) -> str:
    return f"{title}: {'; '.join(parts) or labels['nothing']}"


def _seat_lines(state: State, seat: Seat, player: Player, name: str, own: bool, labels: Labels) -> list[str]:
    cards = state.components.cards
    scored = {
        category: points for category, points in score_lines(state)[seat].items() if points and category != "total"
    }
    lines = [
        f"{name}: {', '.join(facts(state, seat, labels))}",
        _line(f"{name}, {labels['scores']}", [f"{labels[key]} {points}" for key, points in scored.items()], labels),
        f"{name}, {labels['pool']}: {essence_words(player.pool, labels)}",
        _line(
            f"{name}, {labels['tableau']}", [piece_words(piece, labels) for piece in player.tableau.values()], labels
        ),
    ]
    if own:
        lines.append(_line(f"{name}, {labels['hand']}", hand_words(state.components, player, labels), labels))
    if own and seat in state.packets:
        packet = [cards[card].name for card in sorted(state.packets[seat].named)]
        lines.append(_line(f"{name}, {labels['packet']}", packet, labels))
    if player.discards:
        lines.append(_line(f"{name}, {labels['discards']}", [cards[card].name for card in player.discards], labels))
    return lines


def facts(state: State, seat: Seat, labels: Labels) -> list[str]:
    """Points, cards, and how the seat stands in the round."""
    player, asked = state.players[seat], question(state)
    marks = {
        "first": seat == state.token,
        "passed": player.passed,
        "to_move": asked is not None and seat in asked.seats,
    }
    return [
        labels["points"].format(n=score_lines(state)[seat]["total"]),
        labels["cards"].format(n=hand_size(player)),
        labels["deck"].format(n=player.deck.size()),
        *(labels[mark] for mark, there in marks.items() if there),
    ]


def hand_words(components: ComponentSet, player: Player, labels: Labels) -> list[str]:
    """The cards in hand; those that were not seen last."""
    known = [components.cards[name].name for name in sorted(player.hand)]
    return known + [labels["unseen"]] * hidden_cards(player)


def card_words(card: Card, labels: Labels) -> str:
    """Name and points of a component."""
    return labels["card_points"].format(card=card.name, n=card.points) if card.points else card.name


def piece_words(piece: Piece, labels: Labels) -> str:
    """A component with what lies on it, and whether it is turned."""
    words = card_words(piece.card, labels)
    if piece.turned:
        words = labels["state"].format(card=words, state=labels["turned"])
    if any(piece.essences):
        words = labels["with"].format(card=words, essences=essence_words(piece.essences, labels))
    return words


def essence_words(counts: Sequence[int], labels: Labels) -> str:
    """For example `2 life, 1 gold`."""
    parts = [f"{count} {labels[kind]}" for kind, count in zip(KINDS, counts, strict=True) if count]
    return ", ".join(parts) or labels["nothing"]
