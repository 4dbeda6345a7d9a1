"""Publishing among many: two publications at once, and a copy that is brought while a month is closed or revised."""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
import time_machine
from django.db.models.functions import Now

from games.models import OutboxRow
from games.services.outbox import outbox_run
from ladder.models import Publication, SeasonRevision
from ladder.publishing import services
from ladder.publishing.copy import copy_of
from ladder.publishing.targets.folder import roots
from ladder.services.ladders import season_open
from ladder.services.live import matches_changed
from ladder.services.months import MonthRefused, month_close, month_revise
from ladder.tasks import SENDERS
from tests.factories import a_league, a_match
from tests.faults.conftest import nothing_broken, together

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]
ROUNDS = [0, *(pytest.param(number, marks=pytest.mark.night) for number in range(1, 20))]
NOW = datetime(2026, 11, 7, tzinfo=UTC)


@pytest.fixture
def october():
    """A month that waits to be closed, of a league whose copy goes to a folder."""
    with time_machine.travel(NOW, tick=True):
        ladder = a_league(language="en", params={"minimum": 0})
        for names in (("ada", "bea", "cleo"), ("bea", "cleo"), ("cleo", "ada")):
            a_match(*names)
        place = {"root": str(roots()[0]), "folder": "races"}
        target = services.target_add(ladder, name="here", kind="folder", place=place, secret="", by=None)
        yield season_open(ladder, 2026, 10), target


def work(target) -> dict[str, bytes]:
    """Let workers end all that waits; gives what lies in the folder."""
    while OutboxRow.objects.filter(state__in=["queued", "running"]).exists():
        OutboxRow.objects.filter(state="queued").update(next_try=Now() - timedelta(seconds=1))
        outbox_run(SENDERS)
    folder = Path(target.place["root"]) / target.place["folder"]
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_publications_a_close_and_two_workers_leave_the_closed_month_whole(october, _round):
    season, target = october
    publish = partial(services.publish_now, target, by=None)
    close = partial(month_close, season, by=None, warned=True)
    answers = together(publish, publish, close, partial(outbox_run, SENDERS), partial(outbox_run, SENDERS))
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    lying = work(target)
    assert {item.job.state for item in Publication.objects.all()} == {"done"}
    fresh = copy_of(season.ladder, now=datetime.now(UTC))
    assert set(lying) == {item.path for item in fresh}
    for item in fresh:
        if item.path.endswith((".json", ".csv")):
            assert lying[item.path] == item.content, item.path
    assert b'"revision": 1' in lying["2026-10.json"]
    nothing_broken()


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_managers_publish_one_pending_revision_once(october, _round):
    season, target = october
    month_close(season, by=None, warned=True)
    matches_changed([a_match("ada", "bea")], cause="match.believed")
    revise = partial(month_revise, season, by=None, reason="late")
    answers = together(revise, revise, partial(outbox_run, SENDERS))
    assert sum(isinstance(answer, SeasonRevision) for answer in answers) == 1
    assert [answer.code for answer in answers if isinstance(answer, MonthRefused)] == ["nothing_pending"]
    assert b'"revision": 2' in work(target)["2026-10.json"]
    assert b"revision 1" not in work(target)["2026-10.html"]
    nothing_broken()
