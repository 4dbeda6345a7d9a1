"""A machine whose clock jumps an hour: nothing that goes by the clock happens there, and leases keep to the database's."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db.models import F
from django.db.models.functions import Now

from games.models import OutboxRow, Verification
from games.services.outbox import outbox_add, outbox_claim
from games.services.submissions import submission_create
from games.services.verification import verification_claim, verifications_sweep
from ladder import tasks
from ladder.models import Import
from ladder.services import import_jobs
from tests.factories import a_league, a_user
from tests.logs import a_record

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
JUMPS = [timedelta(hours=1), timedelta(hours=-1)]
NEAR = timedelta(seconds=90)
"""A lease of at most 60 s, and time to look."""


@pytest.fixture(params=JUMPS, ids=["an hour ahead", "an hour behind"])
def jumped(request, settings):
    settings.CLOCK_SECONDS = 60
    with time_machine.travel(datetime.now(UTC) + request.param, tick=True):
        yield


ACTS = {
    "months_sweep": ["months_close_due"],
    "tournaments_run": ["deadlines_run", "offers_lapse", "challenges_expire", "seasons_run"],
    "rounds_publish": ["rounds_publish_due"],
    "notices_sweep": ["tell_by_the_clock"],
    "people_sweep": ["deletions_run"],
    "tournament_wishes_forget": ["wishes_forget"],
}


def told(monkeypatch, task):
    """Which acts by the clock a task does."""
    done = []
    for name in ACTS[task]:
        monkeypatch.setattr(tasks, name, lambda name=name: done.append(name))
    getattr(tasks, task)()
    return done


@pytest.mark.parametrize("task", ACTS)
def test_nothing_happens_by_a_clock_that_jumped(task, jumped, monkeypatch):
    assert told(monkeypatch, task) == []


@pytest.mark.parametrize("task", ACTS)
def test_by_a_right_clock_it_happens(task, settings, monkeypatch):
    settings.CLOCK_SECONDS = 60
    assert told(monkeypatch, task) == ACTS[task]


def soon(rows):
    """Whether a lease ends soon by the clock of the database."""
    return rows.filter(lease_until__gt=Now(), lease_until__lt=Now() + NEAR).count() == rows.count() == 1


def test_the_lease_of_a_log_goes_by_the_database(jumped):
    submission_create(a_record(1), uploader=a_user("ada"))
    assert verification_claim() is not None
    assert soon(Verification.objects.all())
    verifications_sweep()
    assert Verification.objects.get().state == "running", "nobody else takes it away"


def test_the_lease_of_what_is_to_be_sent_goes_by_the_database(jumped):
    outbox_add("test", "test/1", tries=3)
    assert outbox_claim(["test"]) is not None
    assert OutboxRow.objects.filter(lease_until__gt=Now(), lease_until__lt=Now() + 2 * NEAR).exists()


def test_the_lease_of_an_import_goes_by_the_database(jumped):
    row = Import.objects.create(ladder=a_league(), sha256="0" * 64, size=1, job="run")
    assert import_jobs._claimed(row.pk)
    assert soon(Import.objects.all())
    assert not import_jobs._claimed(row.pk), "one is at it"
    Import.objects.update(lease_until=F("lease_until") - NEAR)
    assert import_jobs._claimed(row.pk), "who had it died"
