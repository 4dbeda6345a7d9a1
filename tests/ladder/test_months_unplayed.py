"""Months in which nobody played: they have a page, can be closed, and break nothing."""

from datetime import UTC, datetime

import pytest
import time_machine

from ladder.selectors.archive import longest_run, months_of
from ladder.services.months import MonthRefused, month_close, month_revise
from tests.factories import NOON, a_league, a_match
from tests.ladder.test_months import NOVEMBER_6, fingerprint_by_hand, keeper, month, pending_of, table

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(NOVEMBER_6, tick=False):
        yield


@pytest.fixture
def torre():
    return a_league()


@pytest.fixture
def sara(torre):
    return keeper(torre, "sara")


def test_a_month_without_matches_between_others_is_closed_like_any_other(torre, sara):
    for day in (datetime(2026, 7, 5, 12, tzinfo=UTC), NOON):
        a_match("ada", "bea", "cleo", ended_at=day)
    found = months_of(torre)
    assert [(one.season.key, one.season.pk is None) for one in found] == [
        ("2026-10", False), ("2026-09", True), ("2026-08", True), ("2026-07", False)
    ]  # fmt: skip
    revision = month_close(month(torre, "2026-08"), by=sara)
    assert (revision.number, revision.matches, revision.ranked) == (1, 0, 0)
    assert revision.fingerprint == fingerprint_by_hand(revision)
    assert not months_of(torre)[1].season.is_closed
    match = a_match("ada", "bea", ended_at=datetime(2026, 8, 31, 21, 59, tzinfo=UTC))
    assert table(torre, "2026-08") == []
    assert pending_of(month(torre, "2026-08")).causes[0]["matches"] == [match.slug]
    assert not month_revise(month(torre, "2026-08"), by=sara, reason="it was found").ranked
    assert len(table(torre, "2026-08")) == 2


def test_months_of_years_that_nobody_played_in_are_not_listed(torre, sara):
    for day in (datetime(2019, 3, 5, 12, tzinfo=UTC), datetime(2025, 2, 5, tzinfo=UTC), NOON):
        a_match("ada", "bea", ended_at=day)
    keys = [one.season.key for one in months_of(torre)]
    assert (keys[0], keys[9], keys[10], len(keys)) == ("2026-10", "2026-01", "2025-12", 10 + 12 + 10)
    assert keys[-1] == "2019-03"


def test_a_month_that_nobody_played_breaks_no_run(torre, sara):
    for number in (6, 8):
        for day in (1, 2, 3):
            a_match("ada", "bea", ended_at=datetime(2026, number, day, 12, tzinfo=UTC))
    for key in ("2026-06", "2026-07", "2026-08"):
        month_close(month(torre, key), by=sara, warned=True)
    run = longest_run(months_of(torre))
    assert (run.player.name, run.value, run.season.key) == ("ada", 2, "2026-08")


def test_a_month_before_the_first_or_to_come_is_not_closed(torre, sara):
    a_match("ada", "bea", ended_at=NOON)
    with pytest.raises(MonthRefused) as refused:
        month_close(month(torre, "2026-12"), by=sara, warned=True)
    assert refused.value.code == "not_over"
    assert not month(torre, "2026-12").pk
