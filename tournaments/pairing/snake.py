"""The first round: seeds dealt over the tables in snake order."""

from collections.abc import Sequence

from tournaments.pairing.field import Field, History, history_of, pairs_of


def deal(seeds: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Seeds dealt forth and back over tables, shorter ones left out once they are full.

    >>> deal(range(1, 15), [4, 4, 3, 3])
    [[1, 8, 9, 14], [2, 7, 10, 13], [3, 6, 11], [4, 5, 12]]
    """
    tables: list[list[int]] = [[] for _ in sizes]
    rest = iter(seeds)
    for row in range(max(sizes, default=0)):
        open_tables = [number for number, size in enumerate(sizes) if size > row]
        for number in reversed(open_tables) if row % 2 else open_tables:
            tables[number].append(next(rest))
    return tables


def snake(field: Field, sizes: Sequence[int], byes: Sequence[int]) -> list[list[int]]:
    """The first round's tables. People to be kept apart change places with a near seed dealt in the same row."""
    seeds = [person for person in field.standing if person not in set(byes)]
    tables = deal(seeds, sizes)
    history = history_of(field)
    seed = {person: number for number, person in enumerate(seeds)}
    while history.kept_apart:
        swap = _best_swap(tables, history, seed)
        if swap is None:
            break
        row, here, there = swap
        tables[here][row], tables[there][row] = tables[there][row], tables[here][row]
    return tables


def _best_swap(tables: list[list[int]], history: History, seed: dict[int, int]) -> tuple[int, int, int] | None:
    """The swap inside one row that parts most, of low seeds first, then of near ones: row and the two tables."""
    costs = [_cost(history, table) for table in tables]
    best: tuple[tuple[int, int], int, int, tuple[int, int, int]] | None = None
    for here, table in enumerate(tables):
        if not any(costs[here]):
            continue
        for row, person in enumerate(table):
            for there, other in enumerate(tables):
                if there == here or row >= len(other):
                    continue
                new = (_cost(history, _with(table, row, other[row])), _cost(history, _with(other, row, person)))
                gain = (
                    new[0][0] + new[1][0] - costs[here][0] - costs[there][0],
                    new[0][1] + new[1][1] - costs[here][1] - costs[there][1],
                )
                found = (gain, -row, abs(seed[person] - seed[other[row]]), (row, here, there))
                if gain < (0, 0) and (best is None or found < best):
                    best = found
    return best and best[3]


def _cost(history: History, table: Sequence[int]) -> tuple[int, int]:
    reasons = [apart for pair in pairs_of(table) for apart in history.kept_apart.get(pair, ())]
    hard = sum(apart.hard for apart in reasons)
    return hard, len(reasons) - hard


def _with(table: Sequence[int], row: int, person: int) -> list[int]:
    return [*table[:row], person, *table[row + 1 :]]
