"""Scale: what one more community, one more match and one more process cost. docs/scaling.md reckons with it.

On PostgreSQL, with databases made for it and thrown away (BENCH_COMMUNITIES of them); on SQLite only what it has.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection

from games.bench.figure import Figure
from games.models import Match, Player, Seat, Submission
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder.benches.months import FIVE_YEARS, PEOPLE, START, game, make_matches, make_people
from ladder.benches.scratch import filling
from ladder.benches.scratch_site import ScratchSite, scratch_site
from ladder.benches.service import intake, of_table
from ladder.services.ladders import ladder_create
from ladder.services.live import matches_changed

GROUP = "scale"
COMMUNITIES = int(os.environ.get("BENCH_COMMUNITIES", "20"))
LOGS, WARM = 100, 10
MIGRATION_SECONDS = 120.0


def scale_figures(folder: Path, _repeat: int, _memory_logs: int, tell: Callable[[str], None]) -> Iterator[Figure]:
    """Every figure of the group; `tell` hears what is being measured."""
    with scratch_site() as site:
        if connection.vendor == "postgresql":
            tell(f"{COMMUNITIES} communities")
            yield from of_communities(site)
        tell(f"{FIVE_YEARS} matches")
        yield from of_matches()
        tell(f"{LOGS} logs")
        yield from of_logs(site, folder)
        tell("processes")
        yield from of_processes(site)


# Communities


def of_communities(site: ScratchSite) -> Iterator[Figure]:
    """One database each, made from the first, then brought to the present release and asked for one page."""
    with copies(COMMUNITIES) as (names, seconds):
        yield figure("a community more: its database", seconds / len(names), "s")
        yield figure("a community more: on the disk", empty_mb(names[0]), "MB")
        took = [seconds_to_migrate(site, name) for name in names[:3]]
        yield figure("a community more: an upgrade that has nothing to do", sum(took) / len(took), "s")
        yield figure("one open session of the database", session_mb(names), "MB")
    started = time.perf_counter()
    with fresh("classifica_scale_new"):
        took_s = seconds_to_migrate(site, "classifica_scale_new")
    yield figure("every migration on an empty database", took_s, "s", MIGRATION_SECONDS)
    yield figure("… made and dropped besides", time.perf_counter() - started - took_s, "s")


@contextmanager
def copies(count: int) -> Iterator[tuple[list[str], float]]:
    """So many databases like the present one, and the seconds that it took to make them."""
    template = connection.settings_dict["NAME"]
    names = [f"classifica_scale_{number}" for number in range(count)]
    connection.close()
    with administrator() as admin:
        try:
            started = time.perf_counter()
            for name in names:
                admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
                admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
            yield names, time.perf_counter() - started
        finally:
            for name in names:
                admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())


@contextmanager
def fresh(name: str) -> Iterator[None]:
    with administrator() as admin:
        admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())  # of a run that was killed
        admin.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield
        finally:
            admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())


def administrator() -> psycopg.Connection[tuple[int, ...]]:
    return session("postgres", autocommit=True)


def session(name: str, *, autocommit: bool = False) -> psycopg.Connection[tuple[int, ...]]:
    values = connection.settings_dict
    return psycopg.connect(
        dbname=name,
        user=values["USER"] or None,
        password=values["PASSWORD"] or None,
        host=values["HOST"] or None,
        port=values["PORT"] or None,
        autocommit=autocommit,
    )


def empty_mb(name: str) -> float:
    with administrator() as admin:
        [size] = admin.execute("SELECT pg_database_size(%s)", [name]).fetchone() or (0,)
    return size / 2**20


def seconds_to_migrate(site: ScratchSite, name: str) -> float:
    """As an upgrade does it: a process for each community."""
    before = site.env["DATABASE_URL"]
    present = connection.settings_dict["NAME"]
    site.env["DATABASE_URL"] = before.replace(f"/{present}?", f"/{name}?")
    started = time.perf_counter()
    try:
        site.manage("migrate", "--no-input", "--verbosity=0")
    finally:
        site.env["DATABASE_URL"] = before
    return time.perf_counter() - started


def session_mb(names: list[str]) -> float:
    """What the server holds for a session that has asked for a page's tables; 0 where the server is elsewhere."""
    held = []
    for name in names[:5]:
        with session(name) as one:
            for table in ("games_match", "games_player", "ladder_season", "ladder_rankingrow", "games_user"):
                one.execute(f"SELECT * FROM {table} LIMIT 1".encode())  # noqa: S608 (names of ours)
            held.append(own_mb(one.info.backend_pid))
    return sum(held) / len(held)


# Matches and logs


def of_matches() -> Iterator[Figure]:
    """Five years of one league, and what each match adds to the database; then a hundred million of them."""
    before = sizes()
    ladder_create(slug="scale", name="Scale", games=[game("scale")])
    with filling(Player, Match, Seat):
        first = make_people(PEOPLE)
        make_matches(FIVE_YEARS, first, PEOPLE, game("scale"), START, 5 * 365 * 86400 / FIVE_YEARS)
    started = time.perf_counter()
    matches_changed(list(Match.objects.filter(game__key="scale").order_by("pk")), cause="match.believed")
    took = time.perf_counter() - started
    after = sizes()
    grown = {table: (size - before.get(table, 0)) / FIVE_YEARS for table, size in after.items()}
    yield figure("a match more, with its traces", sum(grown.values()) / 1024, "kB")
    for table in sorted(grown, key=lambda name: -grown[name])[:5]:
        yield figure(f"a match more, of that {table}", grown[table] / 1024, "kB")
    yield figure("100 million matches, reckoned", sum(grown.values()) * 1e8 / 2**40, "TB")
    yield figure("matches followed into their months by one process", FIVE_YEARS / took, "/s")


def sizes() -> dict[str, int]:
    """Bytes of each table with its indexes; of SQLite the whole file."""
    connection.close()
    if connection.vendor == "sqlite":
        return {"database": Path(connection.settings_dict["NAME"]).stat().st_size}
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r'")
        return dict(cursor.fetchall())


def of_logs(site: ScratchSite, folder: Path) -> Iterator[Figure]:
    """A log is a file and some rows; how many one process judges, without a queue between."""
    bodies = [path.read_bytes() for path in sorted(folder.glob("*.json.gz"))]
    logs = [of_table(intake(bodies[number % len(bodies)]), number) for number in range(LOGS)]
    took = 0.0
    for some in (logs[:WARM], logs[WARM:]):  # the first ones load and compile what all others use
        before = sum(sizes().values())
        for log in some:
            submission_create(log, uploader=None)
        started = time.perf_counter()
        verifications_run(seconds=600)
        took = time.perf_counter() - started
    rows = Submission.objects.filter(verifications__state="done").count()
    judged = rows - WARM
    yield figure("logs judged by one process", judged / took, "/s")
    yield figure("a log more, in the database", (sum(sizes().values()) - before) / judged / 1024, "kB")
    kept = sum(path.stat().st_size for path in (site.folder / "raw").glob("??/*"))
    packed = sum(map(len, bodies)) / len(bodies)
    yield figure("a log more, as a file (as it came)", kept / rows / 1024, "kB")
    yield figure("a log more, as a file, where it came packed", packed / 1024, "kB")


# Processes


def of_processes(site: ScratchSite) -> Iterator[Figure]:
    """What a community's own processes hold by themselves, when they have just begun."""
    cache.clear()
    call_command("migrate", verbosity=0)
    with site.web(1) as web, site.worker(1) as worker:
        wait_until_ready(site)
        yield figure("memory of web, one process", family_mb(web), "MB")
        yield figure("memory of a worker with one child", family_mb(worker), "MB")


def wait_until_ready(site: ScratchSite) -> None:
    """Until the worker waits for bells, and a moment more for its first sweep."""
    deadline = time.monotonic() + 60
    while "ready" not in (site.folder / "worker.log").read_text() and time.monotonic() < deadline:
        time.sleep(0.2)
    time.sleep(2)


def family_mb(parent: int) -> float:
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return sum(own_mb(pid) for pid in (parent, *map(int, children)))


def own_mb(pid: int) -> float:
    """Memory of a process, what it shares divided by those who share it; 0 where it is of another machine."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def figure(name: str, value: float, unit: str, limit: float | None = None) -> Figure:
    return Figure(group=GROUP, name=name, value=round(value, 3), unit=unit, limit=limit)
