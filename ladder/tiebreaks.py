"""What parts players with the same points: each criterion is a number, and the greater one stands ahead.

A criterion is asked of a whole group that is level. Where it parts the group, each part that is still level begins
again with the first criterion; where it does not, the next one is asked. So the order of the input decides nothing.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

import msgspec

from games.scoring.facts import Result
from games.scoring.forfeits import meetings
from ladder.scoring.rules import Rules

Values = Mapping[int, Fraction]


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


R = TypeVar("R", bound=Record)


class TieBreak(msgspec.Struct, frozen=True):
    """What parted a row from the one above it, both with the same points. `shared`: nothing did.

    `above` and `mine` are the numbers of the criterion; `fewer_matches` has them below 0. For direct meetings `group`
    holds everybody who was level and took part in the comparison.
    """

    criterion: str
    above: Fraction = Fraction(0)
    mine: Fraction = Fraction(0)
    group: tuple[int, ...] = ()


class Balance:
    """Who came before whom more often, among all who met."""

    def __init__(self, rules: Rules, results: Iterable[Result]) -> None:
        self.ahead: defaultdict[tuple[int, int], int] = defaultdict(int)
        for result in results:
            for one, other, better in meetings(result.seats, rules.forfeits):
                self.ahead[one, other] += better
                self.ahead[other, one] -= better

    def among(self, group: Sequence[int]) -> Values:
        """The little league of a group: 1 for each of the others one was ahead of on balance, ½ where even or never met."""

        def against(one: int, other: int) -> Fraction:
            balance = self.ahead.get((one, other), 0)
            return Fraction((balance > 0) - (balance < 0) + 1, 2)

        return {one: sum((against(one, other) for other in group if other != one), Fraction(0)) for one in group}


SIMPLE: dict[str, Callable[[Record], Fraction]] = {
    "first_places": lambda row: Fraction(row.firsts),
    "share_beaten": lambda row: row.share,
    "best_result": lambda row: row.best_result,
    "score_share": lambda row: row.score_share,
    "fewer_matches": lambda row: Fraction(-row.played),
}


def lot(seed: str, month: str, player: int) -> Fraction:
    """The lot that a player draws in a month: the same whenever it is asked, another one each month."""
    return Fraction(int.from_bytes(hashlib.sha256(f"{seed}:{month}:{player}".encode()).digest()[:8], "big"))


class Parting:
    """The order of rows that are level in points, under a league's tie-breaks."""

    def __init__(self, rules: Rules, results: Iterable[Result], month: str = "") -> None:
        self.rules = rules
        self.month = month
        self.balance = Balance(rules, results if "direct_meetings" in rules.tie_breaks else ())

    def values(self, criterion: str, rows: Sequence[Record]) -> Values:
        """The number of each row of a level group."""
        if criterion == "direct_meetings":
            return self.balance.among([row.player for row in rows])
        if criterion == "lot":
            return {row.player: lot(self.rules.lot_seed, self.month, row.player) for row in rows}
        return {row.player: SIMPLE[criterion](row) for row in rows}

    def parted(self, rows: Sequence[R]) -> list[tuple[TieBreak | None, list[R]]]:
        """The rows in groups that stay level, in order; each group with what parted it from the one before."""
        for criterion in self.rules.tie_breaks if len(rows) > 1 else ():
            values = self.values(criterion, rows)
            steps = sorted(set(values.values()), reverse=True)
            if len(steps) > 1:
                return self._in_steps(criterion, steps, values, rows)
        return [(None, list(rows))]

    def _in_steps(
        self, criterion: str, steps: Sequence[Fraction], values: Values, rows: Sequence[R]
    ) -> list[tuple[TieBreak | None, list[R]]]:
        group = tuple(sorted(row.player for row in rows)) if criterion == "direct_meetings" else ()
        found: list[tuple[TieBreak | None, list[R]]] = []
        for number, step in enumerate(steps):
            level = self.parted([row for row in rows if values[row.player] == step])
            if number:
                level[0] = (TieBreak(criterion, steps[number - 1], step, group), level[0][1])
            found += level
        return found
