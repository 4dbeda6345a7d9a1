"""Months: what it costs to close a big one, to follow one match, to count a league anew, to show a ranking.

On a database made for it and thrown away; PostgreSQL where DATABASE_URL names one. BENCH_MATCHES sets the size of the
big month.
"""

import os
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from games.bench.figure import Figure
from games.models import Game, Match, Player, Seat, User
from ladder.benches.scratch import filling, scratch_database
from ladder.models import RankingRow, ScoreRow, Season, SeasonMatch
from ladder.selectors.counting import UNIT
from ladder.selectors.rankings import rules_of
from ladder.services.closing import WRITE, rows_write, statement
from ladder.services.ladders import ladder_create, season_open
from ladder.services.live import matches_changed, season_rebuild
from ladder.services.months import month_close

GROUP = "months"
MATCHES = int(os.environ.get("BENCH_MATCHES", "1000000"))
SEATS = 4
MATCHES_A_PLAYER = 40
FIVE_YEARS, PEOPLE = 5_000, 300
LOOKS = 50
CLOSE_SECONDS, CLOSE_RATIO = 15.0, 1.5
CHANGE_MS, MONTH_MS, LEAGUE_SECONDS = 10.0, 50.0, 60.0
CACHED_MS, UNCACHED_MS, QUERIES, HTML_KB = 10.0, 50.0, 12, 60.0
PLACE_POINTS = (10, 6, 3, 1)
START = datetime(2021, 1, 1, 12, tzinfo=UTC)
OWN_CACHE = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
BARE = "CREATE TEMPORARY TABLE bare AS {ranked} SELECT * FROM ranked"
PLAIN = """
lines AS (
    SELECT player_id, points, place, beaten, met, CASE WHEN played THEN 1 ELSE 0 END AS played,
        row_number() OVER (PARTITION BY player_id ORDER BY CASE WHEN played THEN 0 ELSE 1 END, points DESC) AS nth
    FROM (
        SELECT player_id, points, place, beaten, met, played FROM ladder_scorerow
        WHERE season_id = %(season)s AND since <= %(number)s AND (until IS NULL OR until > %(number)s)
        LIMIT 2147483647
    ) AS held
), sums AS (
    SELECT player_id, CAST(sum(played) AS integer) AS played,
        CAST(sum(CASE WHEN nth <= %(best)s THEN points * played ELSE 0 END) AS bigint) AS best,
        CAST(sum(CASE WHEN place = 1 THEN played ELSE 0 END) AS integer) AS firsts,
        CAST(sum(beaten) AS integer) AS beaten, CAST(sum(met) AS integer) AS met
    FROM lines GROUP BY player_id
)
"""
"""The sums as anybody would write them: number each player's matches, the best first, and sum up. The limit has
PostgreSQL read the rows as they lie, where the index of the players would take it four times as long."""


def months_figures(folder: Path, repeat: int, memory_logs: int, tell: Callable[[str], None]) -> Iterator[Figure]:
    """Every figure of the group; the arguments about logs say nothing here."""
    with scratch_database(), override_settings(ALLOWED_HOSTS=["*"], STORAGES=files(), CACHES=OWN_CACHE):
        yield from five_years(tell)
        yield from big_month(tell)


def files() -> dict[str, Any]:
    """Static files under their own names, for nobody has gathered them here."""
    return settings.STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}


# A league of five years


def five_years(tell: Callable[[str], None]) -> Iterator[Figure]:
    tell(f"{FIVE_YEARS} matches of {PEOPLE} people over five years")
    ladder, _is_new = ladder_create(slug="years", name="Five years", games=[game("years")])
    spread = timedelta(days=5 * 365) / FIVE_YEARS
    with filling(Player, Match, Seat):
        first = make_people(PEOPLE)
        make_matches(FIVE_YEARS, first, PEOPLE, game("years"), START, spread.total_seconds())
    started = time.perf_counter()
    matches = list(Match.objects.filter(game__key="years").order_by("pk"))
    matches_changed(matches, cause="match.believed")
    took = time.perf_counter() - started
    yield figure("counting five years from nothing", took, "s", limit=LEAGUE_SECONDS)
    seasons = list(Season.objects.filter(ladder=ladder).order_by("start"))
    season = seasons[len(seasons) // 2]
    tell("one match's change")
    yield figure("one match's change followed, median", statistics.median(changes(season)), "ms", limit=CHANGE_MS)
    tell("one month counted anew")
    times = [timed(lambda: season_rebuild(season)) for _again in range(9)]
    yield figure(
        "one league's month counted anew from the facts, median", statistics.median(times), "ms", limit=MONTH_MS
    )
    times = [sum(timed(lambda season=season: season_rebuild(season)) for season in seasons) / 1000]
    yield figure(f"a league's {len(seasons)} months counted anew", times[0], "s", limit=LEAGUE_SECONDS)
    tell("its page")
    yield from pages(season)


def changes(season: Season) -> list[float]:
    """Milliseconds in which the live month follows a match that is struck out or comes back."""
    found = []
    for match in SeasonMatch.objects.filter(season=season).select_related("match")[: LOOKS // 2]:
        for state in ("disputed", "confirmed"):
            Match.objects.filter(pk=match.match_id).update(state=state, version=match.match.version + 1)
            match.match.refresh_from_db()
            found.append(timed(lambda match=match: matches_changed([match.match], cause="match.bench")))
    return found


def pages(season: Season) -> Iterator[Figure]:
    """The ranking as a visitor gets it: drawn anew, and as kept for others."""
    address = season.get_absolute_url()
    client = Client(headers={"accept-language": "en"})
    client.get(address)
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        page = client.get(address)
    assert page.status_code == 200
    asked = len(queries)
    anew, kept = [], []
    for _look in range(LOOKS):
        for times in (anew, kept):
            client.cookies.clear()
            times.append(timed(lambda: client.get(address)))
        cache.clear()
    anew[:1] = []
    yield figure("ranking page drawn anew, p95", statistics.quantiles(anew, n=20)[-1], "ms", limit=UNCACHED_MS)
    yield figure("ranking page drawn anew, queries", asked, "queries", limit=QUERIES)
    yield figure("ranking page, HTML", len(page.content) / 1000, "kB", limit=HTML_KB)
    yield figure("ranking page kept, p95", statistics.quantiles(kept, n=20)[-1], "ms", limit=CACHED_MS)


# A big month


def big_month(tell: Callable[[str], None]) -> Iterator[Figure]:
    people = max(8, MATCHES * SEATS // MATCHES_A_PLAYER)
    tell(f"{MATCHES} matches of {people} people in one month")
    ladder, _is_new = ladder_create(slug="big", name="Big month", games=[game("big")])
    season = season_open(ladder, 2026, 10)
    with filling(Player, Match, Seat, SeasonMatch, ScoreRow, RankingRow):
        first = make_people(people)
        gap = (season.end - season.start).total_seconds() / (MATCHES + 1)
        make_matches(MATCHES, first, people, game("big"), season.start, gap)
        count_matches(season)
        rows_write(season, 1)
        RankingRow.objects.filter(season=season).update(revision=0, position=0, rank=None, shared=False)
    tell("the bare statement")
    bare = min(timed(lambda: bare_statement(season)) for _again in range(3)) / 1000
    tell("closing")
    manager = User.objects.create_superuser("bench@example.org", "a good password")
    started = time.perf_counter()
    revision = month_close(season, by=manager, warned=True)
    took = time.perf_counter() - started
    assert (revision.matches, revision.number) == (MATCHES, 1)
    tell("the statement that stores its lines")
    stored = timed(lambda: storing_statement(season)) / 1000
    name = f"closing a month of {MATCHES} matches, {MATCHES * SEATS} seats"
    strict = connection.vendor == "postgresql"
    yield figure(name, took, "s", limit=CLOSE_SECONDS if strict else None)
    yield beside(
        "closing it, against the bare statement", took, "bare statement", bare, CLOSE_RATIO if strict else None
    )
    yield beside("closing it, against storing its lines", took, "one INSERT, indexes and references", stored, None)


def beside(name: str, took: float, floor_name: str, floor: float, limit: float | None) -> Figure:
    """Seconds beside those of another way."""
    return Figure(
        group=GROUP,
        name=name,
        value=round(took, 2),
        unit="s",
        floor_name=floor_name,
        floor=round(floor, 2),
        ratio=round(took / floor, 2),
        limit=limit,
    )


def bare_statement(season: Season) -> None:
    """The seats of the month into ranked rows by one statement, and nothing else: no checks, no indexes, no traces."""
    with connection.cursor() as cursor:
        cursor.execute(*statement(BARE, season, 1, rules_of(season), PLAIN))
        cursor.execute("DROP TABLE bare")


def storing_statement(season: Season) -> None:
    """The same rows by one statement into the table of rankings, with its indexes and references; taken back."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(*statement(WRITE, season, season.revision + 2, rules_of(season)))
        connection.check_constraints()
        transaction.set_rollback(True)


# Making many rows


def game(key: str) -> Game:
    return Game.objects.get_or_create(key=key, defaults={"name": key.title()})[0]


def make_people(count: int) -> int:
    """So many players; gives the number of the first."""
    last = Player.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    pattern = Player.objects.create(pk=last + 1, slug=f"pattern-{last}", name="Pattern", state=Player.State.IDENTIFIED)
    first = pattern.pk + 1
    number = f"({first} + i)"
    multiply(Player, pattern, count, {"id": number, "slug": f"'p' || {number}", "name": f"'Player ' || {number}"})
    return first


def make_matches(count: int, player: int, people: int, of: Game, start: datetime, gap: float) -> None:
    """Matches of four, one each `gap` seconds from `start` on, and their seats."""
    pattern = Match.objects.create(game=of, state="confirmed", ended_at=start, ended_source="typed", created_at=start)
    first = pattern.pk + 1
    number = f"({first} + i)"
    ended = moment(start, f"i * {gap}")
    multiply(Match, pattern, count, {"id": number, "slug": f"'m' || {number}", "ended_at": ended, "created_at": ended})
    Match.objects.filter(pk=pattern.pk).update(state="void", state_before="confirmed", ended_at=None, ended_source="")
    some = Player.objects.get(pk=player)
    seat = Seat.objects.create(match=pattern, number=0, player=some, recorded_for=some, place=1)
    for place in range(SEATS):
        whom = f"({player} + ((i * {SEATS} + {place}) * 7919) %% {people})"
        columns = {"match_id": number, "number": str(place), "player_id": whom, "recorded_for_id": whom}
        multiply(Seat, seat, count, columns | {"place": f"((i + {place}) %% {SEATS}) + 1"})
    seat.delete()


def count_matches(season: Season) -> None:
    """The rows of a month, as following each match would have left them."""
    table = season.score_rows.model._meta.db_table
    worth = " ".join(f"WHEN {place} THEN {points * UNIT}" for place, points in enumerate(PLACE_POINTS, 1))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {SeasonMatch._meta.db_table} (season_id, match_id, since, version, seen, reason, digest) "
            "SELECT %s, id, 1, version, version, '', 'bench' FROM games_match "
            "WHERE ended_at >= %s AND ended_at < %s AND state = 'confirmed'",
            [season.pk, season.start, season.end],
        )
        cursor.execute(
            f"INSERT INTO {table} (season_id, match_id, player_id, since, told, flag, points, unit, played, place, "
            "size, tied, beaten, met) SELECT %s, match_id, player_id, 1, place, 'played', "
            f"CASE place {worth} END, {UNIT}, %s, place, {SEATS}, 0, ({SEATS} - place) * 2, {SEATS - 1} "
            "FROM games_seat JOIN games_match ON games_match.id = match_id "
            "WHERE ended_at >= %s AND ended_at < %s AND state = 'confirmed'",
            [season.pk, True, season.start, season.end],
        )


def multiply(model: type[Model], pattern: Model, count: int, instead: dict[str, str]) -> None:
    """So many copies of a row, with some columns as SQL of `i`, from 0."""
    fields = [field for field in model._meta.local_concrete_fields if not field.primary_key or "id" in instead]
    columns = [field.column for field in fields]
    values = ", ".join(instead.get(column, f"pattern.{column}") for column in columns)
    quoted = ", ".join(connection.ops.quote_name(column) for column in columns)
    table = model._meta.db_table
    series = f"(SELECT generate_series(CAST(0 AS bigint), {count - 1}) AS i) AS n"
    if connection.vendor == "sqlite":
        series = (
            f"(WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {count - 1}) SELECT i FROM n)"
        )
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({quoted}) SELECT {values} FROM {series}, {table} AS pattern WHERE pattern.id = %s",
            [pattern.pk],
        )


def moment(start: datetime, seconds: str) -> str:
    """An instant some seconds after another, as SQL."""
    text = start.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
    if connection.vendor == "sqlite":
        return f"strftime('%Y-%m-%d %H:%M:%S', '{text}', '+' || CAST({seconds} AS integer) || ' seconds')"
    return f"(TIMESTAMPTZ '{text}+00' + make_interval(secs => {seconds}))"


def timed(work: Callable[[], Any]) -> float:
    """Milliseconds by the clock on the wall, for the database works, too."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def figure(name: str, value: float, unit: str, *, limit: float | None) -> Figure:
    return Figure(group=GROUP, name=name, value=round(value, 2), unit=unit, limit=limit)
