"""Round robin at tables: plans of all rounds made before the first, without regard to points."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from tournaments.pairing.designs import halves, lines, wandering
from tournaments.pairing.search import Ints, Problem, improve
from tournaments.pairing.seats import seated
from tournaments.pairing.sizes import Split, split

if TYPE_CHECKING:
    from random import Random

TRIES = 4
"""Plans made by search, of which the best is taken; in so many passes over their rounds …"""
PASSES = 8
STEPS = 5
"""… each seated anew in so many steps for each person."""
UNMET = 4
"""What it costs that two never meet, where to meet twice rather than once costs 3."""
SEAT_PASSES = 30

Rounds = list[list[list[int]]]


class Plan(msgspec.Struct, frozen=True):
    """All rounds: tables of entrants, counted from 0, in seat order. Who is at no table of a round rests.

    `meets`, `seats` and `rests` are the fewest and the most: of meetings of two, of one's turns in a seat that all
    tables have, and of rounds that somebody rests.
    """

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    meets: tuple[int, int]
    seats: tuple[int, int]
    rests: tuple[int, int]

    @property
    def balanced(self) -> bool:
        """Whether every two meet equally often."""
        return self.meets[0] == self.meets[1]


def plan(entrants: int, size: int, rng: "Random", *, least: int | None = None, rounds: int | None = None) -> Plan:
    """The plan for so many entrants at tables of `size`, or of at least `least` where the numbers ask for it.

    With `rounds`, as many rounds with as few second meetings as possible; without, until all have met. A balanced
    plan where one is known, else the best one found: same `rng`, same plan.
    """
    if not 2 <= size <= entrants:
        raise ValueError("a table needs at least two, and not more than there are")
    known = _known(entrants, size, rounds)
    if known is None:
        out = split(entrants, size, least or max(2, size - 1), size)
        known = _searched(entrants, out, rng, rounds) if rounds else _complete(entrants, out, rng)
    return _measured(entrants, size, _even_seats(known))


def _known(entrants: int, size: int, rounds: int | None) -> Rounds | None:
    """Rounds of a design; only those in which all sit can be cut short."""
    if (entrants, size) == (8, 4):
        return halves()[:rounds]
    full = lines(entrants, size)
    if full and (entrants == size * size if rounds is None else rounds <= len(full)):
        return full[:rounds]
    if rounds is not None:
        return None
    tables = wandering(entrants, size)
    return _packed(tables) if tables else None


def _packed(tables: Iterable[list[int]]) -> Rounds:
    """Tables put into rounds so that nobody is at two tables of one round."""
    rounds: Rounds = []
    for table in tables:
        for others in rounds:
            if not any(set(table) & set(other) for other in others):
                others.append(table)
                break
        else:
            rounds.append([table])
    return rounds


def _complete(entrants: int, out: Split, rng: "Random") -> Rounds:
    """As few rounds as let everybody meet everybody, or one more where then nobody meets anybody too often."""
    rounds = -(-entrants * (entrants - 1) // sum(size * (size - 1) for size in out.sizes))
    while True:
        found = _searched(entrants, out, rng, rounds)
        if min(_meetings(entrants, found).values()):
            longer = _searched(entrants, out, rng, rounds + 1)
            return min(found, longer, key=lambda one: _most_and_fewest(entrants, one))
        rounds += 1


def _most_and_fewest(entrants: int, rounds: Rounds) -> tuple[int, int]:
    counts = _meetings(entrants, rounds).values()
    return max(counts), -min(counts)


def _searched(entrants: int, out: Split, rng: "Random", rounds: int) -> Rounds:
    """So many rounds in which pairs meet as evenly as several searches make it."""
    tries = (_spread_out(_dealt(entrants, out, rng, rounds), entrants, rng) for _try in range(TRIES))
    return min(tries, key=lambda found: _unevenness(entrants, found))


def _dealt(entrants: int, out: Split, rng: "Random", rounds: int) -> Rounds:
    """Tables by lot; those who rest take turns."""
    turns = rng.sample(range(entrants), entrants)
    found: Rounds = []
    for number in range(rounds):
        start = number * out.byes % entrants
        order = turns[start:] + turns[:start]
        seats = iter(rng.sample(order[out.byes :], entrants - out.byes))
        found.append([[next(seats) for _seat in range(size)] for size in out.sizes])
    return found


def _spread_out(rounds: Rounds, entrants: int, rng: "Random") -> Rounds:
    """Seat each round anew, looking at who meets in all the others, until that helps no more."""
    best, worth = rounds, _unevenness(entrants, rounds)
    rounds = list(rounds)
    for _pass in range(PASSES):
        for number, tables in enumerate(rounds):
            met = np.zeros((entrants, entrants), dtype=np.int64)
            others = [*rounds[:number], *rounds[number + 1 :]]
            for (first, second), count in _meetings(entrants, others).items():
                met[first, second] = met[second, first] = count
            rounds[number] = _reseated(tables, met * met + UNMET * (met > 0), rng)
        now = _unevenness(entrants, rounds)
        if now >= worth:
            break
        best, worth = list(rounds), now
    return best


def _reseated(tables: list[list[int]], costs: Ints, rng: "Random") -> list[list[int]]:
    """The people of a round at tables of the same sizes, where pairs cost least."""
    people = [one for table in tables for one in table]
    sizes = [len(table) for table in tables]
    nothing = np.zeros((len(people), len(sizes)), dtype=np.int64)
    problem = Problem(costs[np.ix_(people, people)], nothing, nothing[:, 0].copy())
    seats = improve(problem, np.repeat(np.arange(len(sizes)), sizes), rng, STEPS * len(people))
    return [[people[int(one)] for one in np.flatnonzero(seats == number)] for number in range(len(sizes))]


def _unevenness(entrants: int, rounds: Rounds) -> int:
    """The smaller, the more even: squares of how often two meet, and something for those who never do."""
    return sum(count * count if count else UNMET for count in _meetings(entrants, rounds).values())


def _meetings(entrants: int, rounds: Iterable[Iterable[Sequence[int]]]) -> Counter[tuple[int, int]]:
    counts = Counter(dict.fromkeys(combinations(range(entrants), 2), 0))
    counts.update(
        (first, second) for tables in rounds for table in tables for first, second in combinations(sorted(table), 2)
    )
    return counts


def _even_seats(rounds: Rounds) -> Rounds:
    """The same tables, seats as even as several passes make them; seats that are even stay as they are."""
    had: dict[int, Counter[int]] = defaultdict(Counter)
    tables = [table for row in rounds for table in row]
    for table in tables:
        for seat, one in enumerate(table):
            had[one][seat] += 1
    common = range(min(map(len, tables), default=0))
    for _pass in range(SEAT_PASSES):
        if all(
            max(times) - min(times) <= 1 for times in ([counts[seat] for seat in common] for counts in had.values())
        ):
            break
        for table in tables:
            for seat, one in enumerate(table):
                had[one][seat] -= 1
            table[:] = seated(table, had)
            for seat, one in enumerate(table):
                had[one][seat] += 1
    return rounds


def _measured(entrants: int, size: int, rounds: Rounds) -> Plan:
    """The plan with what it gives everybody, at least and at most."""
    tables = [table for row in rounds for table in row]
    meetings = _meetings(entrants, rounds).values()
    common = min(map(len, tables), default=size)
    seats = Counter((one, seat) for table in tables for seat, one in enumerate(table))
    turns = [seats[one, seat] for one in range(entrants) for seat in range(common)]
    played = Counter(one for table in tables for one in table)
    rests = [len(rounds) - played[one] for one in range(entrants)]
    return Plan(
        rounds=tuple(tuple(map(tuple, row)) for row in rounds),
        meets=(min(meetings), max(meetings)),
        seats=(min(turns), max(turns)),
        rests=(min(rests), max(rests)),
    )
