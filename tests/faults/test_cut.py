"""The database is cut off or killed in the middle of big acts: each is wholly done or not at all, and can be done again."""

import signal
import tempfile
import threading
import time
import urllib.request
from functools import partial
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.db.utils import InterfaceError

from games.models import Match, Merge
from ladder.models import Import, ImportedMatch, SeasonRevision
from ladder.services import people
from ladder.services.import_jobs import import_ask, import_work
from ladder.services.imports import import_start
from ladder.services.months import month_close, month_revise
from tests.factories import a_match, a_player
from tests.faults.conftest import nothing_broken
from tests.faults.test_months import _clock, october  # noqa: F401
from tests.ladder.september import as_csv
from tests.services import postgres
from tests.services.processes import Site, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def cut_off(dice, act, longest):
    """Do something in a session that is ended from outside at a random moment. True if it was done nevertheless."""
    started, ended = threading.Event(), []

    def work():
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                ended.append(cursor.fetchone()[0])
            started.set()
            act()
            ended.append("done")
        except (OperationalError, InterfaceError):
            ended.append("cut")
        finally:
            started.set()
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    started.wait(10)
    time.sleep(dice.uniform(0, longest))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [ended[0]])
    thread.join(30)
    assert len(ended) == 2, "it hangs, or raised something else"
    return ended[1] == "done"


@pytest.mark.usefixtures("on_postgresql")
@pytest.mark.parametrize("_round", [*range(4), *(pytest.param(n, marks=pytest.mark.night) for n in range(4, 50))])
def test_closing_revising_and_merging_are_cut_off_anywhere(october, dice, _round):  # noqa: F811
    season, admin = october
    cut_off(dice, lambda: month_close(season, by=admin, warned=True), 0.1)
    season.refresh_from_db()
    assert SeasonRevision.objects.filter(season=season).count() == season.revision
    nothing_broken()
    if not season.is_closed:
        month_close(season, by=admin, warned=True)
    double, ada = a_player("adda"), a_player("ada")
    a_match("adda", "cleo")
    cut_off(dice, lambda: people.players_merge(double, ada, by=admin, reason="one", two_accounts=True), 0.1)
    double.refresh_from_db()
    assert Merge.objects.filter(source=double).exists() is (double.merged_into_id is not None)
    nothing_broken()
    if double.merged_into_id is None:
        people.players_merge(double, ada, by=admin, reason="one", two_accounts=True)
    cut_off(dice, lambda: month_revise(season, by=admin, reason="after"), 0.1)
    season.refresh_from_db()
    assert SeasonRevision.objects.filter(season=season).count() == season.revision
    nothing_broken()


@pytest.mark.usefixtures("on_postgresql")
@pytest.mark.parametrize("_round", [0, *(pytest.param(n, marks=pytest.mark.night) for n in range(1, 50))])
def test_importing_and_taking_back_are_cut_off_anywhere(october, dice, _round):  # noqa: F811
    season, admin = october
    source, _is_new = import_start(season.ladder, as_csv(), name="september.csv", by=admin)
    for job, state, matches in ((Import.Job.RUN, "done", 11), (Import.Job.UNDO, "undone", 0)):
        source.refresh_from_db()
        was = source.state
        source = import_ask(source, job, version=source.version, by=admin)
        while source.job:
            cut_off(dice, partial(import_work, source.pk), 0.4)
            source.refresh_from_db()
            done = not source.job
            assert source.state == (state if done else was)
            assert brought(source) == (matches if done else 11 - matches)
            nothing_broken()
            Import.objects.filter(job=job).update(lease_until=None, attempts=0)  # as once the lease has lapsed


def brought(source):
    return ImportedMatch.objects.filter(source=source).exclude(match__state=Match.State.VOID).count()


@pytest.mark.night
def test_a_server_that_is_killed_is_served_from_again_within_ten_seconds(redis_url, tmp_path, measured):
    folder = Path(tempfile.mkdtemp(prefix="classifica-pg-"))
    binaries, account = postgres.prepare(folder)
    postgres.initdb(binaries, folder, account)
    url = f"postgres://postgres@/postgres?host={folder}"
    server = postgres.start(binaries, folder, account)
    site = Site(tmp_path, {"DATABASE_URL": url, "REDIS_URL": redis_url})
    waits = []
    try:
        postgres.wait_until_ready(server, url, folder / "log")
        site.manage("migrate", "--no-input", "--verbosity=0")
        site.manage("collectstatic", "--no-input")
        web, worker = site.start_web(), site.start_worker()
        for _again in range(3):
            server.send_signal(signal.SIGQUIT)  # at once, with nothing written: as if it had crashed
            server.wait(20)
            assert not site.answers()
            server = postgres.start(binaries, folder, account)
            postgres.wait_until_ready(server, url, folder / "log")
            back = time.monotonic()
            wait_until(site.answers, 10, web.log.read_text)
            with urllib.request.urlopen(f"{site.url}/", timeout=10) as page:
                assert page.status == 200
            waits.append(time.monotonic() - back)
        measured("the server of the database is killed: pages again after", max(waits), "s", 10)
        assert web.alive
        assert worker.alive
    finally:
        site.stop()
        server.send_signal(signal.SIGINT)
        server.wait(30)
