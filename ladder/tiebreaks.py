"""The tie-breaks of a league: each criterion as a number for every row of a level group, the greater one ahead."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from games.scoring.facts import Result
from games.scoring.forfeits import meetings
from games.scoring.parting import Criterion, drawn_lot, little_league
from ladder.scoring.rules import Rules


class Record(Protocol):
    """What the criteria ask of a player's month."""

    @property
    def player(self) -> int: ...
    @property
    def firsts(self) -> int: ...
    @property
    def played(self) -> int: ...
    @property
    def share(self) -> Fraction: ...
    @property
    def best_result(self) -> Fraction: ...
    @property
    def score_share(self) -> Fraction: ...


SIMPLE: dict[str, Callable[[Record], Fraction]] = {
    "first_places": lambda row: Fraction(row.firsts),
    "share_beaten": lambda row: row.share,
    "best_result": lambda row: row.best_result,
    "score_share": lambda row: row.score_share,
    "fewer_matches": lambda row: Fraction(-row.played),
}


def criteria_of(
    rules: Rules, rows: Mapping[int, Record], results: Iterable[Result], month: str = ""
) -> dict[str, Criterion]:
    """The tie-breaks of these rules in their order, asked of players whose rows these are.

    `results` are the counting ones; `month` is what lots are drawn for.
    """
    ahead = balance(rules, results) if "direct_meetings" in rules.tie_breaks else {}

    def criterion(name: str) -> Criterion:
        if name == "direct_meetings":
            return lambda group: little_league(ahead, group)
        if name == "lot":
            return lambda group: {player: lot(rules.lot_seed, month, player) for player in group}
        return lambda group: {player: SIMPLE[name](rows[player]) for player in group}

    return {name: criterion(name) for name in rules.tie_breaks}


def balance(rules: Rules, results: Iterable[Result]) -> Mapping[tuple[int, int], int]:
    """Of two who met: how much more often the first came before the second."""
    ahead: defaultdict[tuple[int, int], int] = defaultdict(int)
    for result in results:
        for one, other, better in meetings(result.seats, rules.forfeits):
            ahead[one, other] += better
            ahead[other, one] -= better
    return ahead


def lot(seed: str, month: str, player: int) -> Fraction:
    """The lot that a player draws in a month: the same whenever it is asked, another one each month."""
    return drawn_lot(f"{seed}:{month}:{player}")
