"""Tables of two, measured: our Swiss with thousands, FIDE's Dutch system against the reference program, and brackets."""

import random
import tarfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec

from games.bench.figure import Figure
from tournaments.benches.pairing import after, figure
from tournaments.benches.spread import spread
from tournaments.dutch import pair_dutch
from tournaments.formats.brackets import double_elimination, single_elimination
from tournaments.pairing.duels import pair_duels
from tournaments.pairing.field import Field, history_of
from tournaments.trf import Trf, read_trf

FIELDS = ((2_000, 9, 2.0), (10_000, 9, 20.0))
"""Entrants and rounds of a Swiss for two, and the seconds that a round may take."""
SCORES = (1, 0)
REFERENCE = Path(__file__).parents[2] / "tests" / "golden" / "tournaments" / "dutch-2026.tar.gz"
"""Whole tournaments by the reference program; a copy without the tests has none."""
BRACKETS = range(2, 257)
BRACKET_MS = 100.0


class Swiss(msgspec.Struct, frozen=True):
    """A Swiss for two: pairs that met again, and the slowest round."""

    repeats: int
    seconds: float


def duel_figures(repeat: int, tell: Callable[[str], None]) -> Iterator[Figure]:
    """Everything at tables of two."""
    for people, rounds, most in FIELDS:
        tell(f"Swiss for two, {people} entrants")
        found = swiss(people, rounds)
        yield figure(f"Swiss for two, {people} entrants, {rounds} rounds: repeats", found.repeats, "pairs", 0)
        yield figure(f"Swiss for two, {people} entrants: slowest round, processor", found.seconds, "s", most)
    if REFERENCE.exists():
        yield from dutch_figures(tell)
    tell("brackets")
    wrong = sum(len(single_elimination(n).matches) != n - 1 for n in BRACKETS)
    wrong += sum(len(double_elimination(n).matches) != 2 * n - 2 for n in BRACKETS)
    wrong += sum(not best_meet_last(n) for n in BRACKETS)
    yield figure("brackets of 2 to 256: wrong numbers of matches, seeds that meet too early", wrong, "brackets", 0)
    yield figure("double elimination for 256, made", bracket_ms(max(1, repeat)), "ms", BRACKET_MS)


def swiss(people: int, rounds: int) -> Swiss:
    """One tournament whose results are by lot."""
    lots, slowest, repeats = random.Random(people), 0.0, 0
    field = Field(standing=tuple(range(people)), wanted=2, least=2, most=2)
    for number in range(1, rounds + 1):
        started = time.process_time()
        tables = list(pair_duels(field).draft.tables)
        slowest = max(slowest, time.process_time() - started)
        met = history_of(field).met
        repeats += sum(frozenset(table) in met for table in tables)
        field = after(field, tables, number, lots, SCORES)
    return Swiss(repeats, slowest)


def dutch_figures(tell: Callable[[str], None]) -> Iterator[Figure]:
    """Each round of each reference tournament, paired from what stood before it."""
    with tarfile.open(REFERENCE) as archive:
        files = [archive.extractfile(member) for member in archive.getmembers() if member.isfile()]
        texts = [file.read().decode() for file in files if file is not None]
    found = list(spread(partial(differing, texts), range(len(texts)), "Dutch, reference tournament", tell))
    rounds = sum(played for played, _wrong in found)
    name = f"Dutch system, {len(texts)} reference tournaments, {rounds} rounds: rounds that differ"
    yield figure(name, sum(wrong for _played, wrong in found), "rounds", 0)


def differing(texts: list[str], number: int) -> tuple[int, int]:
    """The rounds of a tournament, and those of which a pair, a colour or the bye is another one."""
    trf = read_trf(texts[number])
    wrong = 0
    for round_ in range(1, trf.played + 1):
        found = pair_dutch(trf, round_)
        wrong += (set(found.pairs), found.bye) != as_played(trf, round_)
    return trf.played, wrong


def as_played(trf: Trf, number: int) -> tuple[set[tuple[int, int]], int]:
    """Pairs (White, Black) of a round in the file, and who had the bye."""
    cells = {entry.start: entry.cells[number - 1] for entry in trf.entries if len(entry.cells) >= number}
    pairs = {(start, cell.opponent) for start, cell in cells.items() if cell.colour == "w"}
    return pairs, next((start for start, cell in cells.items() if cell.result == "U"), 0)


def best_meet_last(entrants: int) -> bool:
    """Whether, the better seed always winning, the best 2, 4, 8 and so on are just those who are left."""
    plan = single_elimination(entrants)
    seats = {match.id: list(match.seeds) for match in plan.matches}
    last = max(match.round for match in plan.matches)
    here: dict[int, set[int]] = {}
    for match in plan.matches:
        both = [seed for seed in seats[match.id] if seed is not None]
        here.setdefault(match.round, set()).update(both)
        if match.winner_to is not None:
            seats[match.winner_to.match][match.winner_to.seat] = min(both)
    return all(people == set(range(1, 2 ** (last - number + 1) + 1)) for number, people in here.items() if number > 1)


def bracket_ms(repeat: int) -> float:
    """Making the largest bracket: the shortest of several runs, in milliseconds."""
    times = []
    for _run in range(repeat):
        started = time.process_time_ns()
        double_elimination(256)
        times.append((time.process_time_ns() - started) / 1e6)
    return min(times)
