"""Ratings: a million results through the kernels, and a late result in a ladder of a million.

The ladder is built on a database made for it and thrown away; its part runs under the memory limit of a worker.
"""

import datetime as dt
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
from django.db import connection
from openskill.models import PlackettLuce

from games import limits
from games.bench.figure import Figure
from games.models import Game, Match, Player, Seat
from ladder.benches.scratch import filling, scratch_database
from ladder.models import RatingPool, RatingRequest
from ladder.ratings import kernels
from ladder.ratings.arrays import Floats, Ints
from ladder.ratings.scales import OPENSKILL_SIGMA
from ladder.selectors.ratings import match_lines, player_lines
from ladder.services.ladders import ladder_create
from ladder.services.ratings import pool_rate

GROUP = "ratings"
RESULTS, SEATS, PEOPLE, MONTHS = 1_000_000, 4, 5_000, 60
SAMPLE = 2_000
SECONDS, EQUAL = 5.0, 1e-9
BEGIN = dt.datetime(2021, 1, 1, 12, tzinfo=dt.UTC)
BATCH = 50_000
Tell = Callable[[str], None]


def ratings_figures(folder: Path, repeat: int, memory_logs: int, tell: Tell) -> Iterator[Figure]:
    """Every figure of the group; of the command's options only `tell` is used."""
    rng = np.random.default_rng(2026)
    players, places = results(rng, RESULTS)
    tell("openskill's own loop over a sample")
    own, apart = beside_openskill(players, places)
    bare = min(bare_pass(players) for _run in range(3))
    for kind, name in ((kernels.ELO, "Elo"), (kernels.OPENSKILL, "OpenSkill")):
        tell(f"{RESULTS:,} results by {name}")
        yield Figure(
            group=GROUP,
            name=f"{RESULTS:,} results of four rated by {name}",
            value=round(min(rated(kind, players, places)[0] for _run in range(3)), 3),
            unit="s",
            floor_name="a pass of numpy over the same seats"
            if kind == kernels.ELO
            else "openskill's loop, from a sample",
            floor=round(bare if kind == kernels.ELO else own, 3),
            limit=SECONDS,
        )
    yield Figure(group=GROUP, name="greatest difference from openskill", value=apart, unit="μ or σ", limit=EQUAL)
    tell(f"{RESULTS:,} games of two by Glicko-2")
    yield Figure(
        group=GROUP,
        name=f"{RESULTS:,} games of two rated by Glicko-2, {MONTHS} months",
        value=round(min(glicko(players, places) for _run in range(3)), 3),
        unit="s",
        limit=SECONDS,
    )
    floor = min(rated(kernels.OPENSKILL, players, places)[0] for _run in range(3))
    with scratch_database():
        yield from ladder_figures(players, places, floor, tell)


def results(rng: np.random.Generator, count: int) -> tuple[Ints, Ints]:
    """Tables of different people, each with its places, seat after seat."""
    first = rng.integers(0, PEOPLE, count)
    steps = rng.integers(1, PEOPLE // SEATS, (count, SEATS - 1))
    players = (first[:, None] + np.concatenate([np.zeros((count, 1), int), np.cumsum(steps, axis=1)], axis=1)) % PEOPLE
    places = np.argsort(rng.random((count, SEATS)), axis=1) + 1
    return players.astype(np.int32).ravel(), places.astype(np.uint8).ravel()


def rated(kind: int, players: Ints, places: Ints) -> tuple[float, Floats, Floats]:
    values = np.full(PEOPLE, 25.0 if kind == kernels.OPENSKILL else 1500.0)
    spreads = np.full(PEOPLE, OPENSKILL_SIGMA)
    starts = np.arange(0, len(players) + 1, SEATS)
    left, out = np.zeros(len(players), np.uint8), np.empty((len(players), 6))
    started = time.perf_counter()
    kernels.rate_matches(kind, 32.0, starts, players, places, left, values, spreads, out)
    return time.perf_counter() - started, values, spreads


def beside_openskill(players: Ints, places: Ints) -> tuple[float, float]:
    """Seconds that the library would need for all, and its greatest difference from the kernel, both by a sample."""
    model = PlackettLuce()
    ratings = [model.rating() for _player in range(PEOPLE)]
    seats = SAMPLE * SEATS
    tables = zip(players[:seats].reshape(-1, SEATS).tolist(), places[:seats].reshape(-1, SEATS).tolist(), strict=True)
    started = time.perf_counter()
    for table, ranks in tables:
        for player, [rating] in zip(table, model.rate([[ratings[player]] for player in table], ranks), strict=True):
            ratings[player] = rating
    seconds = (time.perf_counter() - started) * RESULTS / SAMPLE
    _time, values, spreads = rated(kernels.OPENSKILL, players[:seats], places[:seats])
    differences = [
        np.abs(values - [rating.mu for rating in ratings]).max(),
        np.abs(spreads - [rating.sigma for rating in ratings]).max(),
    ]
    return seconds, float(max(differences))


def bare_pass(players: Ints) -> float:
    """Seconds to look every seat's value up once and write six numbers beside it."""
    values, out = np.full(PEOPLE, 1500.0), np.empty((len(players), 6))
    started = time.perf_counter()
    out[:] = values[players][:, None]
    return time.perf_counter() - started


def glicko(players: Ints, places: Ints) -> float:
    two = players.reshape(-1, SEATS)[:, :2].ravel()
    ranks = places.reshape(-1, SEATS)[:, :2].ravel()
    values, spreads, volatilities = np.full(PEOPLE, 1500.0), np.full(PEOPLE, 350.0), np.full(PEOPLE, 0.06)
    edges = np.linspace(0, RESULTS, MONTHS + 1).astype(int) * 2
    started = time.perf_counter()
    for begin, end in pairwise(edges):
        seats = slice(begin, end)
        starts, left, out = (
            np.arange(0, end - begin + 1, 2),
            np.zeros(end - begin, np.uint8),
            np.empty((end - begin, 6)),
        )
        kernels.rate_period(starts, two[seats], ranks[seats], left, values, spreads, volatilities, out)
    return time.perf_counter() - started


def ladder_figures(players: Ints, places: Ints, floor: float, tell: Tell) -> Iterator[Figure]:
    tell(f"a ladder of {RESULTS:,} matches is built")
    pool = build(players, places)
    with worker_memory():
        tell("it is rated for the first time")
        yield figure(
            f"ladder of {RESULTS:,}: rated for the first time",
            seconds_of(partial(pool_rate, pool.pk)),
            floor,
            limit=None,
        )
        for months, where in ((1, "in the month before the last"), (MONTHS - 1, "in the first month")):
            tell(f"a late result {where}")
            ask_for_late(pool, months)
            yield figure(
                f"ladder of {RESULTS:,}: late result {where}, re-rated",
                seconds_of(partial(pool_rate, pool.pk)),
                floor,
                limit=SECONDS,
            )
    tell("what pages read")
    player, match = pool.ratings.earliest("pk").player, Match.objects.earliest("ended_at")
    reads = {
        "all lines of a player": partial(player_lines, pool, player),
        "lines of a match": partial(match_lines, match),
    }
    for name, read in reads.items():
        yield Figure(group=GROUP, name=f"ladder of {RESULTS:,}: {name}", value=round(seconds_of(read), 3), unit="s")


def figure(name: str, seconds: float, floor: float, limit: float | None) -> Figure:
    return Figure(
        group=GROUP,
        name=name,
        value=round(seconds, 2),
        unit="s",
        floor_name="the kernel alone over all results",
        floor=round(floor, 2),
        limit=limit,
    )


def seconds_of(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def ended(number: int) -> dt.datetime:
    """The end of a match: all are spread evenly over the months."""
    month, within = divmod(number * MONTHS, RESULTS)
    first = BEGIN.replace(year=BEGIN.year + month // 12, month=month % 12 + 1)
    return first + dt.timedelta(days=27) * (within / RESULTS)


def build(players: Ints, places: Ints) -> RatingPool:
    """A league with all these matches, its pool not rated yet."""
    game = Game.objects.create(key="bench", name="Bench")
    ladder, _is_new = ladder_create(slug="bench", name="Bench", games=[game], time_zone="UTC")
    people = [Player(slug=f"p{number}", name=f"p{number}", state="provisional") for number in range(PEOPLE)]
    pks = [player.pk for player in Player.objects.bulk_create(people, batch_size=5_000)]
    whose, where = players.reshape(-1, SEATS).tolist(), places.reshape(-1, SEATS).tolist()
    matches = (
        (number, f"b{number}", game.pk, "confirmed", "", 1, "", "", ended(number), "typed", "normal", BEGIN, False)
        for number in range(1, RESULTS + 1)
    )
    columns = (
        "id slug game_id state state_before version platform table_id ended_at ended_source ending created_at training"
    )
    seats = (
        (number + 1, seat, pks[player], pks[player], place, "played")
        for number in range(RESULTS)
        for seat, (player, place) in enumerate(zip(whose[number], where[number], strict=True))
    )
    with filling(Match, Seat):
        copied(Match, columns.split(), matches)
        copied(Seat, ["match_id", "number", "player_id", "recorded_for_id", "place", "flag"], seats)
    pool = RatingPool.objects.create(ladder=ladder, slug="all", name="All")
    RatingRequest.objects.create(pool=pool, cause="pool.created")
    return pool


def copied(model: type[Match] | type[Seat], columns: list[str], rows: Iterator[tuple[object, ...]]) -> None:
    """Bring millions of rows in, the fast way of the database at hand."""
    table, names = model._meta.db_table, ", ".join(columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608


def ask_for_late(pool: RatingPool, months_before: int) -> None:
    """One more result of then, and what a service that takes it in asks for."""
    last = BEGIN.year * 12 + MONTHS - 1 - months_before
    at = BEGIN.replace(year=last // 12, month=last % 12 + 1, day=3, tzinfo=ZoneInfo("UTC"))
    game = Game.objects.get(key="bench")
    match = Match.objects.create(
        pk=RESULTS + 1 + months_before, game=game, state="confirmed", ended_at=at, ended_source="typed", version=2
    )
    for number, player in enumerate(Player.objects.order_by("pk")[:SEATS]):
        Seat.objects.create(match=match, number=number, player=player, recorded_for=player, place=number + 1)
    RatingRequest.objects.create(pool=pool, month=at.date().replace(day=1), cause="match.confirmed", match=match)


@contextmanager
def worker_memory() -> Iterator[None]:
    """What happens inside must do with what the child of a worker has."""
    if sys.platform != "linux":
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (limits.CHILD_MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)
