"""FIDE's tie-breaks for events of individuals in duels (Handbook C.07), editions of 2024 and 2026.

Numbers in brackets are those of C.07. The edition is stored with the event: the same results under the same edition
give the same order for ever. Points are exact.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Literal

import msgspec

from games.scoring.parting import Criterion, Level, Values, parted
from tournaments.trf import Cell, Entry, Trf

Edition = Literal["2024", "2026"]
Kind = Literal["played", "bye", "forfeit_win", "forfeit_loss", "requested"]

_KINDS: dict[str, Kind] = {
    **dict.fromkeys("UF", "bye"),  # 16.2.1: allocated by the pairing, or a whole point
    "+": "forfeit_win",  # 16.2.2
    "-": "forfeit_loss",  # 16.2.4
    **dict.fromkeys("HZ ", "requested"),  # 16.2.3, 16.2.5: half a point or none, asked for or after leaving
}
_AVAILABLE = ("played", "bye", "forfeit_win")
HALF = Fraction(1, 2)


class Round(msgspec.Struct, frozen=True):
    """One round of a player. `late`: he was not available afterwards (16.2.5)."""

    kind: Kind
    opponent: int
    points: Fraction
    black: bool
    late: bool = False

    @property
    def was_chosen(self) -> bool:
        """Whether the round stayed unplayed by the player's own doing (16.5: a voluntary unplayed round)."""
        return self.kind in ("forfeit_loss", "requested")


class Part(msgspec.Struct, frozen=True):
    """What one round adds to Buchholz or Sonneborn-Berger: `value`, from an opponent or dummy with `basis` points."""

    basis: Fraction
    value: Fraction
    was_chosen: bool


class Chess:
    """A tournament as the tie-breaks see it, after its last round with a result or after round `rounds`."""

    def __init__(
        self, trf: Trf, edition: Edition = "2026", rounds: int | None = None, *, everybody_meets: bool = False
    ) -> None:
        """`everybody_meets`: a round robin, where forfeits count as games since 2026 (15.2)."""
        self.edition = edition
        self.forfeits_count = everybody_meets and edition == "2026"
        self.total = trf.played if rounds is None else rounds
        self.draw, self.win = trf.worth["="], trf.worth["1"]
        self.entries = {entry.start: entry for entry in trf.entries}
        self.rounds = {start: _rounds(entry, self.total, trf) for start, entry in self.entries.items()}
        self.points = {start: sum((one.points for one in rounds), Fraction(0)) for start, rounds in self.rounds.items()}
        self.adjusted = {start: self._adjusted(start) for start in self.entries}

    def _adjusted(self, start: int, *, fore: bool = False) -> Fraction:
        """Points as the opponents count them (16.3): rounds after the last one he was there for are draws.

        `fore`: games of the last round count as drawn (8.3).
        """
        total = Fraction(0)
        rounds = self.rounds[start]
        to_the_end = fore and bool(rounds) and self._was_paired(rounds[-1])
        for number, one in enumerate(rounds, start=1):
            as_draw = number == self.total if to_the_end else one.late
            total += self.draw if as_draw else one.points
        return total

    def _was_paired(self, one: Round) -> bool:
        """Whether the last round's game counts as drawn (8.3); in 2026 one won by forfeit does as well."""
        return one.kind == "played" or (self.edition == "2026" and one.opponent > 0)

    def is_game(self, one: Round) -> bool:
        """Whether an opponent was met, as Buchholz, Sonneborn-Berger, Koya and direct encounters see it."""
        return one.kind == "played" or (self.forfeits_count and one.opponent > 0)

    @cached_property
    def fore_adjusted(self) -> dict[int, Fraction]:
        return {start: self._adjusted(start, fore=True) for start in self.entries}

    @cached_property
    def fore_points(self) -> dict[int, Fraction]:
        """Own points with the games of the last round drawn."""
        found = {}
        for start, rounds in self.rounds.items():
            last = rounds[-1] if rounds and self._was_paired(rounds[-1]) else None
            found[start] = self.points[start] + (self.draw - last.points if last else 0)
        return found

    def parts(self, start: int, *, fore: bool = False) -> list[Part]:
        """The elements of Buchholz and Sonneborn-Berger (8.1, 9.1, 16.4)."""
        adjusted = self.fore_adjusted if fore else self.adjusted
        own = (self.fore_points if fore else self.points)[start]
        found = []
        for number, one in enumerate(self.rounds[start], start=1):
            met = self.is_game(one) or (fore and number == self.total and self._was_paired(one))
            basis = adjusted[one.opponent] if met else self._dummy(one, own, adjusted)
            found.append(Part(basis, basis * one.points, one.was_chosen and not met))
        return found

    def _dummy(self, one: Round, own: Fraction, adjusted: Mapping[int, Fraction]) -> Fraction:
        """The points of the opponent who stands for an unplayed round (16.4); capped since 2026."""
        if self.edition == "2024":
            return own
        if one.kind in ("forfeit_win", "forfeit_loss"):
            return min(own, adjusted.get(one.opponent, own))
        return min(own, self.draw * self.total)


def _rounds(entry: Entry, total: int, trf: Trf) -> list[Round]:
    cells = [*entry.cells[:total], *[Cell()] * (total - len(entry.cells))]
    kinds: list[Kind] = ["played" if cell.was_played else _KINDS[cell.result] for cell in cells]
    last = max((number for number, kind in enumerate(kinds) if kind in _AVAILABLE), default=-1)
    return [
        Round(kind, cell.opponent, trf.worth[cell.result], cell.colour == "b", kind == "requested" and number > last)
        for number, (kind, cell) in enumerate(zip(kinds, cells, strict=True))
    ]


def _sum(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0))


def cut_least(parts: Sequence[Part], times: int) -> list[Part]:
    """Without the least significant elements (14.1, 14.2, 16.5); one always stays.

    The least is that of the weakest opponent. Where the player left rounds unplayed by his own doing, the least of
    those goes instead if it is not worth less.
    """
    left = list(parts)
    for _time in range(min(times, len(left) - 1)):
        weakest = min(left, key=lambda part: (part.basis, part.value))
        chosen = min((part for part in left if part.was_chosen), key=lambda part: part.value, default=None)
        left.remove(chosen if chosen is not None and chosen.value >= weakest.value else weakest)
    return left


def cut_both(parts: Sequence[Part], times: int) -> list[Part]:
    """Without the least and the greatest (14.3, 14.4); whole where less than one would stay."""
    if len(parts) <= 2 * times:
        return list(parts)
    left = cut_least(parts, times)
    for _time in range(times):
        left.remove(max(left, key=lambda part: part.value))
    return left


def _buchholz(chess: Chess, start: int, *, cut: int = 0, median: int = 0, fore: bool = False) -> Fraction:
    parts = [Part(part.basis, part.basis, part.was_chosen) for part in chess.parts(start, fore=fore)]
    kept = cut_both(parts, median) if median else cut_least(parts, cut)
    return _sum([part.value for part in kept])


def _sonneborn_berger(chess: Chess, start: int, *, cut: int = 0) -> Fraction:
    return _sum([part.value for part in cut_least(chess.parts(start), cut)])


def _opponents(chess: Chess, start: int) -> list[int]:
    return [one.opponent for one in chess.rounds[start] if one.kind == "played"]


def _average_buchholz(chess: Chess, start: int) -> Fraction:
    met = _opponents(chess, start)
    return _sum([_buchholz(chess, other) for other in met]) / len(met) if met else Fraction(0)


def _progressive(chess: Chess, start: int, *, cut: int = 0) -> Fraction:
    sums, so_far = [], Fraction(0)
    for one in chess.rounds[start]:
        so_far += one.points
        sums.append(so_far)
    return _sum(sums[cut:])


def _koya(chess: Chess, start: int) -> Fraction:
    """Points against those who have half of the points that could be had (9.2)."""
    limit = chess.win * chess.total / 2
    games = [one for one in chess.rounds[start] if chess.is_game(one)]
    return _sum([one.points for one in games if chess.points[one.opponent] >= limit])


def _average_rating(chess: Chess, start: int) -> Fraction:
    """Of the rated opponents met, halves rounded up (10.1)."""
    ratings = [rating for other in _opponents(chess, start) if (rating := chess.entries[other].rating)]
    return Fraction((2 * sum(ratings) + len(ratings)) // (2 * len(ratings))) if ratings else Fraction(0)


def _count(rule: Callable[[Chess, Round], bool]) -> Callable[[Chess, int], Fraction]:
    return lambda chess, start: Fraction(sum(rule(chess, one) for one in chess.rounds[start]))


SIMPLE: dict[str, Callable[[Chess, int], Fraction]] = {
    "BH": _buchholz,
    "BH/C1": lambda chess, start: _buchholz(chess, start, cut=1),
    "BH/C2": lambda chess, start: _buchholz(chess, start, cut=2),
    "BH/M1": lambda chess, start: _buchholz(chess, start, median=1),
    "BH/M2": lambda chess, start: _buchholz(chess, start, median=2),
    "FB": lambda chess, start: _buchholz(chess, start, fore=True),
    "FB/C1": lambda chess, start: _buchholz(chess, start, cut=1, fore=True),
    "AOB": _average_buchholz,
    "SB": _sonneborn_berger,
    "SB/C1": lambda chess, start: _sonneborn_berger(chess, start, cut=1),
    "KS": _koya,
    "PS": _progressive,
    "PS/C1": lambda chess, start: _progressive(chess, start, cut=1),
    "WIN": _count(lambda chess, one: one.points == chess.win),
    "WON": _count(lambda chess, one: one.kind == "played" and one.points == chess.win),
    "BPG": _count(lambda _chess, one: one.kind == "played" and one.black),
    "BWG": _count(lambda chess, one: one.kind == "played" and one.black and one.points == chess.win),
    "REP": _count(lambda _chess, one: not one.was_chosen),
    "ARO": _average_rating,
    "TPN": lambda _chess, start: Fraction(-start),
}
"""By FIDE's abbreviation; the greater number stands ahead (the lower pairing number, for TPN)."""
CRITERIA = (*SIMPLE, "DE")


def criterion(name: str, chess: Chess) -> Criterion:
    """A tie-break by its abbreviation, asked of a group. Raises `KeyError` for an unknown one."""
    if name == "DE":
        return lambda group: direct_encounter(chess, group)
    rule = SIMPLE[name]
    return lambda group: {start: rule(chess, start) for start in group}


def direct_encounter(chess: Chess, group: Sequence[int]) -> Values:
    """The order of a level group by its own games (6): minus the number of those who are ahead."""
    ahead = 0
    values: dict[int, Fraction] = {}
    for tier in _tiers(chess, list(group)):
        values.update(dict.fromkeys(tier, Fraction(-ahead)))
        ahead += len(tier)
    return values


def _tiers(chess: Chess, group: list[int]) -> Iterator[list[int]]:
    """The group in parts that stay level, best first.

    Where all met, their points decide, and those still level are looked at among themselves (6.2). Where not all met,
    somebody is first only if no result of the missing games could change it (6.3).
    """
    points, missing = _own_games(chess, group)
    if any(missing.values()):
        first = next((one for one in group if _is_first(one, group, points, missing)), None)
        if first is None:
            yield group
        else:
            yield [first]
            yield from _tiers(chess, [one for one in group if one != first])
        return
    for step in sorted(set(points.values()), reverse=True):
        level = [one for one in group if points[one] == step]
        if len(level) in (1, len(group)):
            yield level
        else:
            yield from _tiers(chess, level)


def _is_first(one: int, group: Sequence[int], points: Values, missing: Values) -> bool:
    return all(points[one] > points[other] + missing[other] for other in group if other != one)


def _own_games(chess: Chess, group: Sequence[int]) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Points among the group, the mean where two met more often (6.1), and what the missing games could add.

    A game that was forfeited gives nothing; in 2026 it is missing, in 2024 it is not.
    """
    points: dict[int, Fraction] = {}
    missing: dict[int, Fraction] = {}
    for start in group:
        met: dict[int, list[Fraction]] = {}
        for one in chess.rounds[start]:
            if one.opponent in group and (chess.is_game(one) or chess.edition == "2024"):
                met.setdefault(one.opponent, []).extend([one.points] if chess.is_game(one) else [])
        points[start] = _sum([_sum(games) / len(games) for games in met.values() if games])
        missing[start] = chess.win * (len(group) - 1 - len(met))
    return points, missing


def order(chess: Chess, tie_breaks: Sequence[str]) -> list[tuple[Fraction, Level]]:
    """All players by points and tie-breaks: the points and who stays level there, best first."""
    criteria = {name: criterion(name, chess) for name in tie_breaks}
    found: list[tuple[Fraction, Level]] = []
    for points in sorted(set(chess.points.values()), reverse=True):
        group = [start for start, mine in chess.points.items() if mine == points]
        found += [(points, level) for level in parted(group, criteria, again=False)]
    return found
