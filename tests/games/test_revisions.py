"""While a release is rolled out, workers have different rules: each judges what it can, and what it says is true."""

import pytest

from games import queue
from games.models import Verification
from games.registry import ENGINES
from games.services import verification as service
from games.services.submissions import submission_create
from games.services.verification import verification_rerun, verifications_run, verifications_sweep
from ladder.invariants import broken
from tests.logs import a_record

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
RULES = ENGINES["alhambra"].rules
PRESENT = RULES.revision


@pytest.fixture(autouse=True)
def _quiet(monkeypatch):
    monkeypatch.setattr(queue, "ring", lambda task, *args: True)
    monkeypatch.setattr(service, "_too_new", set())


def waiting(table, revision):
    [received] = submission_create(a_record(table), uploader=None)
    Verification.objects.filter(pk=received.verification.pk).update(revision=revision)
    return received.verification


def told(row):
    row.refresh_from_db()
    return row.state, row.revision, row.attempts


def test_what_needs_newer_rules_is_left_to_who_has_them(monkeypatch):
    newer, ours = waiting(1, PRESENT + 1), waiting(2, PRESENT)
    assert verifications_run() == 1
    assert told(ours) == ("done", PRESENT, 1)
    assert verifications_run() == 0
    assert told(newer) == ("queued", PRESENT + 1, 0)
    assert verifications_sweep() == 1
    monkeypatch.setattr(type(RULES), "revision", PRESENT + 1)
    monkeypatch.setattr(service, "_too_new", set())  # another process
    assert verifications_run() == 1
    assert told(newer) == ("done", PRESENT + 1, 1)
    assert broken() == []


def test_what_waited_through_an_upgrade_says_under_which_rules_it_was_judged(monkeypatch):
    row = waiting(1, PRESENT)
    monkeypatch.setattr(type(RULES), "revision", PRESENT + 1)
    assert verifications_run() == 1
    assert told(row) == ("done", PRESENT + 1, 1)
    assert broken() == []


def test_asked_again_after_an_upgrade_the_old_judgement_stays_and_there_is_one_of_each(monkeypatch):
    row = waiting(1, PRESENT)
    verifications_run()
    monkeypatch.setattr(type(RULES), "revision", PRESENT + 1)
    for _twice in range(2):
        fresh = verification_rerun(row)
        assert verifications_run() == 1
        assert told(row) == ("done", PRESENT, 1)
        assert told(fresh) == ("done", PRESENT + 1, 1)
    assert Verification.objects.count() == 2
    assert broken() == []
