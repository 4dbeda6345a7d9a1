"""Points of a scoring round and the final order (rules.md 7, 8.5)."""

from collections.abc import Sequence

from games.engine.events import Seat
from games.rules.alhambra.layout import has_closed_ring, longest_wall
from games.rules.alhambra.state import Player, State

SHORTEST_RING = 12
"""Segments of the smallest outline that can be all wall: the fountain has none, so it needs a tile on every side."""


def building_points(counts: Sequence[int], places: tuple[int, ...]) -> list[int]:
    """Points by participant for one kind: `counts` are their tiles, `places` the points of each place (rules.md 7.1)."""
    from_most = sorted(counts, reverse=True)
    points = []
    for count in counts:
        above, tied = from_most.index(count), from_most.count(count)
        points.append(sum(places[above : above + tied]) // tied if count else 0)
    return points


def wall_length(state: State, player: Player) -> int:
    """The wall that this player scores, by the options of the match (rules.md 7.2, 7.3)."""
    if state.options.wall_value == "bga_stored" or not player.wall_is_old:
        return player.wall
    return longest_wall(player.board, state.options.closed_ring == "all")


def score_round(state: State, number: int) -> None:
    """Score round `number`, 1 to 3: add the points, the breakdown and the deviations from the rulebook."""
    components = state.components
    participants = [player.kinds for player in state.players]
    if state.dirk is not None:
        participants = [*participants, state.dirk.kinds]
    by_kind = [
        building_points(counts, places)
        for counts, places in zip(zip(*participants, strict=True), components.points[number - 1], strict=True)
    ]
    lines = [dict(zip(components.kinds, points, strict=True)) for points in zip(*by_kind, strict=True)]
    for seat, player in enumerate(state.players):
        line = lines[seat]
        line["walls"] = _wall_points(state, seat, number)
        line["total"] = sum(line.values())
        player.score += line["total"]
    dirk = None
    if state.dirk is not None:
        dirk = lines[-1]
        dirk["total"] = sum(dirk.values())
    state.breakdown.append({"round": number, "seats": lines[: len(state.players)], "dirk": dirk})


def take_back_round(state: State) -> None:
    """Undo the scoring made last."""
    line = state.breakdown.pop()
    for player, points in zip(state.players, line["seats"], strict=True):
        player.score -= points["total"]
    state.notes = [note for note in state.notes if note.get("round") != line["round"]]


def _wall_points(state: State, seat: Seat, number: int) -> int:
    rule = state.components.catalogue.scoring
    if number not in rule.wall_scored_in_rounds:
        return 0
    player = state.players[seat]
    length = wall_length(state, player)
    _note_deviation(state, seat, number, length)
    return length * rule.wall_points_per_segment


def _note_deviation(state: State, seat: Seat, number: int, recorded: int) -> None:
    """Where the options depart from the rulebook's walls, tell both numbers (rules.md 7.3)."""
    options, player = state.options, state.players[seat]
    is_current = options.wall_value == "current" or not player.wall_is_old
    if is_current and (options.closed_ring == "all" or recorded < SHORTEST_RING - 1):
        return
    by_rules = longest_wall(player.board)
    if recorded != by_rules:
        closed = options.closed_ring != "all" and has_closed_ring(player.board) and recorded == by_rules - 1
        state.notes.append(
            {
                "code": "site_deviation",
                "kind": "closed_ring" if closed else "stale_wall",
                "round": number,
                "seat": seat,
                "recorded": recorded,
                "by_rules": by_rules,
            }
        )


def ranking(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Ranks from 1, most points first; equal scores share the rank, the next one skips (rules.md 8.5)."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
