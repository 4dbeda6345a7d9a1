"""Five years of a site that goes on serving: they are upgraded, and backed up and tried, and nobody waits for long."""

import io
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor

from games.models import User
from ladder.backup.database import tables
from ladder.backup.drill import scratch_database
from ladder.backup.layout import archives
from ladder.backup.read import manifest_checked
from ladder.backup.write import backup, fingerprints
from ladder.invariants import broken
from ladder.management.commands import migrate
from ladder.models import Season, Session
from ladder.services.months import month_close
from ladder.services.tokens import token_make
from tests.factories import a_user
from tests.faults.test_hosts import ask
from tests.keeper.test_backup import FORMER, rows
from tests.logs import a_record
from tests.services.processes import Site

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]

LOCK_SECONDS, UPGRADE_SECONDS, DRILL_SECONDS = 2, 120, 300
VISITORS = 4
SESSIONS = 500


def migrated(*target: str) -> None:
    call_command("migrate", *target, interactive=False, verbosity=0, stdout=io.StringIO())


def migrated_beside() -> None:
    try:
        migrated()
    finally:
        connections.close_all()


def at_latest() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


class Visitor(threading.Thread):
    """Reads and writes a row of one table after another, and remembers how long it waited at most, and where."""

    def __init__(self, keys: list[tuple[str, str]]) -> None:
        super().__init__(daemon=True)
        self.keys = keys
        self.over = threading.Event()
        self.longest, self.where = 0.0, ""
        self.problem: Exception | None = None

    def run(self) -> None:
        try:
            while not self.over.is_set():
                for table, key in self.keys:
                    began = time.monotonic()
                    self.visit(table, key)
                    if (took := time.monotonic() - began) > self.longest:
                        self.longest, self.where = took, table
        except Exception as problem:
            self.problem = problem
        finally:
            connections.close_all()

    def visit(self, table: str, key: str) -> None:
        """Take the locks of who reads, who writes, and who changes one row; nothing is changed."""
        one = "FOR UPDATE" if connection.vendor == "postgresql" else ""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f'SELECT "{key}" FROM "{table}" LIMIT 1 {one}')
            cursor.execute(f'UPDATE "{table}" SET "{key}" = "{key}" WHERE 1 = 0')


@contextmanager
def visited(tables: list[str]) -> Iterator[list[Visitor]]:
    """While visitors read and write these tables."""
    with connection.cursor() as cursor:
        keys = [(table, str(connection.introspection.get_primary_key_column(cursor, table))) for table in tables]
    visitors = [Visitor(keys[number::VISITORS]) for number in range(min(VISITORS, len(keys)))]
    for visitor in visitors:
        visitor.start()
    try:
        yield visitors
    finally:
        for visitor in visitors:
            visitor.over.set()
        for visitor in visitors:
            visitor.join()
    assert [visitor.problem for visitor in visitors if visitor.problem] == []


def test_who_stands_in_the_way_of_an_upgrade_holds_up_nobody_else(
    on_postgresql: None, monkeypatch: pytest.MonkeyPatch, measured: Callable[..., None]
) -> None:
    """A backup reads a table for minutes; a change of the table waits for it, and everybody behind the change."""
    monkeypatch.setattr(migrate, "PAUSE_SECONDS", 0.5)
    a_user("ada")
    migrated("games", "0010")
    upgrade = threading.Thread(target=migrated_beside)
    try:
        with visited(["games_user"]) as [visitor]:
            with transaction.atomic():
                assert list(User.objects.values_list("pk", flat=True))
                upgrade.start()
                time.sleep(LOCK_SECONDS + 1)
                assert upgrade.is_alive()
            upgrade.join(30)
        measured("upgrade while somebody reads: the longest wait of others", visitor.longest, "s", LOCK_SECONDS)
        assert at_latest()
    finally:
        migrated()


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("five-years")


@pytest.fixture
def five_years(kept: Path) -> None:
    """300 players, 5,000 matches, 1,500 logs; loaded once, and then brought back."""
    if archives(kept):
        call_command("restore", kept, stdout=io.StringIO())
    else:
        call_command("demo", five_years=True, stdout=io.StringIO())
        backup(kept, keep=1)


@pytest.mark.night
def test_five_years_are_upgraded_from_the_earliest_kept_release_while_people_come(
    five_years: None, measured: Callable[..., None]
) -> None:
    before, kept = rows(), fingerprints()
    schema = min((manifest_checked(path) for path in FORMER), key=lambda manifest: manifest.made_at).schema
    ours = ("games", "tournaments", "ladder")
    for app in reversed(ours):
        migrated(app, schema[app])
    assert not at_latest()
    for _somebody in range(SESSIONS):
        SessionStore().create()
    began = time.monotonic()
    with visited([table for table in before if table in tables()]) as visitors:
        migrated()
        took = time.monotonic() - began
    slowest = max(visitors, key=lambda visitor: visitor.longest)
    print(f"longest wait at {slowest.where}")
    measured("upgrade of five years", took, "s", UPGRADE_SECONDS)
    measured("upgrade of five years: the longest wait of who reads or writes", slowest.longest, "s", LOCK_SECONDS)
    lost = sum(max(0, number - rows().get(table, 0)) for table, number in before.items())
    measured("upgrade of five years: rows lost", lost, "rows", 0)
    assert fingerprints() == kept
    migrated()
    assert rows() == before | {Session._meta.db_table: SESSIONS}
    assert broken() == []


@pytest.mark.night
@pytest.mark.faults
def test_five_years_are_backed_up_and_tried_while_people_come(
    five_years: None, site: Site, tmp_path: Path, measured: Callable[..., None]
) -> None:
    folder = tmp_path / "backups"
    site.env |= {"BACKUP_DIR": str(folder), "BEHIND_PROXY": "1"}
    site.manage("collectstatic", "--no-input")
    zoe = User.objects.get(email="zoe@torre.example")
    secret = token_make(zoe, name="program", scopes=["logs:write"])[1]
    [last] = Season.objects.filter(revision=0)
    site.start_web()
    site.start_worker()
    before = revisions(site)
    over = threading.Event()

    def come() -> set[int]:
        """Uploads, and looks at the league, until it is over; gives the statuses."""
        seen = set()
        for table in count(1):
            seen |= {ask(site, "/api/v1/submissions/", secret, a_record(table))[0], ask(site, "/", secret)[0]}
            if over.wait(0.5):
                return seen
        return seen

    with ThreadPoolExecutor(2) as people:
        coming, closing = people.submit(come), people.submit(closed, last, zoe)
        try:
            began = time.monotonic()
            made = site.manage("backup", check=False)
            assert made.returncode == 0, made.stderr
            measured("backup under load, five years", time.monotonic() - began, "s", DRILL_SECONDS)
            told = site.manage("backup_drill", check=False)
            measured("backup and drill under load, five years", time.monotonic() - began, "s", DRILL_SECONDS)
        finally:
            over.set()
        assert "came back whole" in told.stdout, told.stderr
        closing.result()
        assert {status for status in coming.result() if status >= 500} == set()
    site.stop()
    with scratch_database(tmp_path) as url:
        site.env |= {"DATABASE_URL": url, "DATA_DIR": str(tmp_path / "elsewhere")}
        site.manage("restore", str(folder))
        site.manage("collectstatic", "--no-input")
        site.start_web()
        now = revisions(site)
        differing = [path for path, ranking in before.items() if now.get(path) != ranking]
        measured("five years come back: rankings that are not byte for byte the same", len(differing), "", 0)
        assert len(before) > 50
        assert "0 differences" in site.manage("recompute", "--check").stdout
        site.stop()


def closed(season: Season, by: User) -> None:
    try:
        month_close(season, by=by, warned=True)
    finally:
        connections.close_all()


def revisions(site: Site) -> dict[str, bytes]:
    """What the site tells of each revision of each closed month, each time another visitor, for one may not ask so much."""
    found = {}
    for number, season in enumerate(Season.objects.filter(revision__gt=0).select_related("ladder")):
        path = f"/leagues/{season.ladder.slug}/{season.key}/r1.json"
        visitor = {"X-Forwarded-For": f"192.0.2.{number}"}
        with urllib.request.urlopen(urllib.request.Request(site.url + path, headers=visitor)) as answer:
            found[path] = bytes(answer.read())
    return found
