"""Final scoring and ranks (rules.md 12, 19.8, 19.9)."""

from typing import Any

from games.engine.errors import ClaimMismatch
from games.engine.events import Seat
from games.rules.revive.counters import count, owned_cards
from games.rules.revive.state import UNSEEN, Player, State
from games.rules.revive.vocabulary import COLORS, Color

CATEGORIES = (
    "track",
    "progress",
    "technologies",
    "large_locations",
    "card_bonuses",
    "end_tile",
    "minor_artifacts",
    "resources",
    "artifact_card",
    "devotion",
)


def final_points(state: State, seat: Seat, card: str | None = None) -> dict[str, int]:
    """Points by category, with `total`; `card` stands in for an artifact card that nobody saw.

    Scyphoz cards count as the color that is best for their owner (rules.md 13).
    """
    options = (_points(state, state.players[seat], card, color) for color in COLORS)
    return max(options, key=lambda points: points["total"])


def _points(state: State, player: Player, card: str | None, wild: Color) -> dict[str, int]:
    box, facts = state.components, state.components.facts
    catalogue = box.catalogue

    def counted(counter: str) -> int:
        if counter.startswith("cards_"):
            return recruited(player, counter.removeprefix("cards_"), wild)
        return count(state, player, counter)

    large = [state.large[space] for space in player.figures if isinstance(space, str)]
    bonuses = [box.reward_spaces[name] for name in player.unlocked if box.reward_spaces[name].kind == "card_bonus"]
    points = {
        "track": player.score,
        "progress": catalogue.board.progress_track.visible_points[player.progress],
        "technologies": player.end_points,
        "large_locations": sum(side.points * counted(side.count) for side in large),
        "card_bonuses": sum(facts.card_bonus_points * recruited(player, space.color, wild) for space in bonuses),
        "end_tile": catalogue.end_tile.points if player.end_tile else 0,
        "minor_artifacts": catalogue.minor_artifacts.points * player.minors,
        "resources": sum(player.res.values()) // facts.resources_per_point,
        "artifact_card": 0,
        "devotion": player.devotion,
    }
    artifact_card = box.artifact_cards.get(card or state.common_card or player.artifact_card)
    if artifact_card is not None:
        for color in COLORS:
            category = artifact_card.category(color)
            majors = sum(box.artifacts[name].color == color for name in player.majors)
            points["artifact_card"] += (1 + majors) * counted(category.count) * category.points
    points["total"] = sum(points.values())
    return points


def recruited(player: Player, color: str, wild: Color) -> int:
    """Cards of a color at the end, starting cards left out; Scyphoz cards count as `wild`."""
    return sum(
        not card.set and (card.color == color or (card.color == "wild" and color == wild))
        for card in owned_cards(player)
    )


def scores(state: State) -> tuple[int, ...]:
    """Points by seat; before the end those on the score track."""
    if not state.over:
        return tuple(player.score for player in state.players)
    return tuple(final_points(state, seat)["total"] for seat in range(state.seats))


def tie_break(state: State, player: Player) -> tuple[int, int]:
    """What decides between equal scores: resources, then the sum of the track markers."""
    resources = sum(player.res.values())
    if state.options.tie_resources == "unscored":
        resources %= state.components.facts.resources_per_point
    return resources, sum(player.tracks.values())


def ranking(state: State, points: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """Ranks by seat, 1, 1, 3 when shared; for other `points` than the engine's where cards stayed unknown."""
    each = zip(scores(state) if points is None else points, state.players, strict=True)
    keys = [(score, *tie_break(state, player)) for score, player in each]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def breakdown(state: State) -> list[dict[str, Any]]:
    """The one scoring at the end: points by category, what breaks ties, and the rank of a solo match."""
    if not state.over:
        return []
    seats = [final_points(state, seat) for seat in range(state.seats)]
    ties = [tie_break(state, player) for player in state.players]
    end: dict[str, Any] = {
        "round": "end",
        "seats": seats,
        "tie_break": [{"resources": resources, "tracks": tracks} for resources, tracks in ties],
        "decided_by": _decided_by([points["total"] for points in seats], ties),
    }
    if state.seats == 1:
        end["solo_rank"] = solo_rank(state, seats[0]["total"])
    return [end]


def _decided_by(totals: list[int], ties: list[tuple[int, int]]) -> str:
    """What tells the first from the second: `points`, `resources`, `tracks`, or `shared`."""
    keys = sorted(((total, *tie) for total, tie in zip(totals, ties, strict=True)), reverse=True)
    if len(keys) == 1:
        return "points"
    words = ("points", "resources", "tracks")
    return next((word for word, one, two in zip(words, keys[0], keys[1], strict=True) if one != two), "shared")


def solo_rank(state: State, points: int) -> str | None:
    """The rank reached in a solo match; None: lost."""
    reached = [name for needed, name in state.components.facts.solo_ranks if points >= needed]
    return reached[-1] if reached else None


def unknown_cards(state: State) -> list[Seat]:
    """Seats whose artifact card nobody saw although it scores."""
    if state.options.artifact_cards == "common":
        return []
    return [seat for seat, player in enumerate(state.players) if player.artifact_card == UNSEEN]


def explained(state: State, stated: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Scores and ranks where artifact cards stayed unknown: the stated scores, if some cards left in the box give them.

    Every card is held once, so that what fits each seat may not fit all. Raises `ClaimMismatch` where none fit.
    """
    own, open_seats = scores(state), unknown_cards(state)
    left = [card for card in state.components.artifact_cards if card not in state.known_cards]
    fitting = {
        seat: [card for card in left if final_points(state, seat, card)["total"] == stated[seat]] for seat in open_seats
    }
    known = all(own[seat] == stated[seat] for seat in range(state.seats) if seat not in open_seats)
    if not known or not _each_its_own(list(fitting.values()), frozenset()):
        expected = [
            sorted({final_points(state, seat, card)["total"] for card in left}) if seat in open_seats else own[seat]
            for seat in range(state.seats)
        ]
        raise ClaimMismatch("score", expected=expected, found=list(stated))
    return stated, ranking(state, stated)


def _each_its_own(choices: list[list[str]], taken: frozenset[str]) -> bool:
    """Whether every seat can have one of its fitting cards, none twice."""
    if not choices:
        return True
    return any(_each_its_own(choices[1:], taken | {card}) for card in choices[0] if card not in taken)
