"""Majorities, the end of the match, ranks (rules.md A67 to A69, A89 to A95)."""

from games.engine.events import Seat
from games.rules.arctica.components import LONG
from games.rules.arctica.state import FLORA, NOBODY, State


def majority_points(state: State, regions: tuple[int, ...]) -> None:
    """A67 to A69: score each region and note the points in the breakdown."""
    table = state.table
    rewards = table.box.round_end_cards[state.cards[state.round - 1]].rewards[table.seats]
    scored = []
    for region in regions:
        counts = [0] * table.seats
        for space, owner in zip(table.box.spaces, state.owners, strict=True):
            if owner != NOBODY and space.region == region:
                counts[owner] += 1
        points = region_points(counts, rewards, table.options.majority_ties, table.options.majority_zero)
        scored.append(points)
        for player, gained in zip(state.players, points, strict=True):
            player.points += gained
    names = [table.box.regions[region] for region in regions]
    seats = [dict(zip(names, row, strict=True)) | {"total": sum(row)} for row in zip(*scored, strict=True)]
    state.breakdown.append({"round": state.round, "seats": seats})


def region_points(counts: list[int], rewards: tuple[int, ...], ties: str, zero: str) -> list[int]:
    """Rewards by seat for one region; `ties` and `zero` are the options of A69."""
    points = []
    for count in counts:
        above = sum(other > count for other in counts)
        equal = counts.count(count)
        filled = [rewards[rank] if rank < len(rewards) else 0 for rank in range(above, above + equal)]
        if not count and zero == "none":
            points.append(0)
        elif ties == "next_lower":
            points.append(filled[-1])
        elif ties == "split_floor":
            points.append(sum(filled) // equal)
        else:
            points.append(filled[0])
    return points


def score_end(state: State) -> None:
    """A89 to A92: tokens and Flora on the player boards, points of the cards."""
    seats = []
    for player in state.players:
        tokens = sum(player.release) + sum(0 <= token < FLORA for slots in player.wheels for token in slots)
        flora = (player.flora + player.wheels[LONG].count(FLORA)) // 2
        cards = sum(card.points for column in player.columns for card in column)
        seats.append({"play": player.points, "tokens": tokens, "flora": flora, "cards": cards})
        player.points += tokens + flora + cards
    for row in seats:
        row["total"] = sum(row.values())
    state.breakdown.append({"round": "end", "seats": seats})


def fauna_cards(state: State, seat: Seat) -> int:
    """Fauna cards in the ecosystem (A94)."""
    return sum(card.family >= 0 for column in state.players[seat].columns for card in column)


def ranking(state: State) -> tuple[int, ...]:
    """Ranks by seat: points, then Fauna cards, else shared (A93 to A95)."""
    keys = [(player.points, fauna_cards(state, seat)) for seat, player in enumerate(state.players)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def tie_breaks(state: State) -> list[dict[str, object]]:
    """Where equal points were told apart by Fauna cards: points, seats, their cards."""
    points = [player.points for player in state.players]
    found = []
    for value in sorted(set(points), reverse=True):
        seats = [seat for seat, own in enumerate(points) if own == value]
        cards = [fauna_cards(state, seat) for seat in seats]
        if len(set(cards)) > 1:
            found.append({"code": "tie_break", "points": value, "seats": seats, "fauna_cards": cards})
    return found
