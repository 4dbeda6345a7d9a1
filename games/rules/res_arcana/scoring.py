"""Points, the tie-break and the final order (rules.md 9)."""

from games.engine.events import Seat
from games.rules.res_arcana.essences import GOLD, INDEX
from games.rules.res_arcana.state import Piece, Player, State

CATEGORIES = {"artifact": "artifacts", "monument": "monuments", "place_of_power": "places"}


def count_types(player: Player) -> dict[str, int]:
    """How many artifacts of each type a player has in play; one with two types counts for both."""
    counts: dict[str, int] = {}
    for piece in player.tableau.values():
        for name in piece.card.types:
            counts[name] = counts.get(name, 0) + 1
    return counts


def formula_points(player: Player, piece: Piece) -> int:
    """What a component is worth beyond its printed points."""
    points = sum(word.points * piece.essences[INDEX[word.essence]] for word in piece.card.essence_points)
    if piece.card.type_points:
        counts = count_types(player)
        points += sum(word.points * counts.get(word.type, 0) for word in piece.card.type_points)
    return points


def score_lines(state: State) -> list[dict[str, int]]:
    """By seat: points by category, and `total`. `reactions` are points for the check being made only."""
    token_points = state.components.catalogue.setup.first_player_token_points
    lines = []
    for seat, player in enumerate(state.players):
        line = {"artifacts": 0, "monuments": 0, "places": 0, "formulas": 0}
        for piece in player.tableau.values():
            card = piece.card
            if card.points:
                line[CATEGORIES[card.family]] += card.points
            if card.essence_points or card.type_points:
                line["formulas"] += formula_points(player, piece)
        line["token"] = token_points if seat == state.token else 0
        line["reactions"] = player.temporary
        line["total"] = sum(line.values())
        lines.append(line)
    return lines


def tie_value(player: Player) -> int:
    """Essences in the pool, each Gold counting double."""
    return sum(player.pool) + player.pool[GOLD]


def reached(state: State, line: dict[str, int]) -> bool:
    """Whether a seat with this line has enough points to end the match (rules.md 12.7)."""
    counted = line["total"]
    if state.options.token_counts_for_threshold == "no":  # noqa: S105 - a token on the table
        counted -= line["token"]
    return counted >= state.components.catalogue.setup.victory_threshold


def ranking(state: State) -> tuple[int, ...]:
    """Ranks from 1: most points, then most essences in the pool; equals share the rank."""
    keys = [(line["total"], tie_value(player)) for line, player in zip(score_lines(state), state.players, strict=True)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def tie_break(state: State, totals: list[int]) -> dict[str, object] | None:
    """What decided between seats that share the highest score; None when only one has it."""
    tied: list[Seat] = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if len(tied) == 1:
        return None
    values = {seat: tie_value(state.players[seat]) for seat in tied}
    best = max(values.values())
    winners = [seat for seat in tied if values[seat] == best]
    return {"kind": "essences", "values": [values.get(seat) for seat in range(len(totals))], "winners": winners}
