"""Sessions of the database are cut off in the middle of big acts: each is wholly done or not at all, and can be done again."""

import threading
import time
from functools import partial

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
