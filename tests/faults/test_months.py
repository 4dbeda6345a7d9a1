"""Closing among many: one revision 1, and every result in the revision or in the pending one, never in neither or both."""

import threading
from datetime import UTC, datetime
from functools import partial

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from games.models import Match
from games.services.matches import match_confirm as confirm_below
from ladder.models import PendingRevision, Season, SeasonMatch, SeasonRevision
from ladder.models.months import held_at
from ladder.services import matches
from ladder.services.ladders import admin_grant, season_open
from ladder.services.live import matches_changed, season_rebuild, sweep
from ladder.services.months import MonthConflict, MonthRefused, month_close, month_revise
from ladder.services.people import players_merge
from tests.factories import a_league, a_match, a_player, a_user
from tests.faults.conftest import nothing_broken, together

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]
ROUNDS = range(10)
NIGHT = [*ROUNDS, *(pytest.param(number, marks=pytest.mark.night) for number in range(10, 200))]
NOW = datetime(2026, 11, 7, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.fixture
def october():
    ladder = a_league()
    admin = a_user("admin")
    admin_grant(admin)
    for name in ("ada", "bea", "cleo", "dora"):
        a_player(name)
    a_match("ada", "bea", "cleo")
    a_match("bea", "cleo")
    return season_open(ladder, 2026, 10), admin


def close(season, admin):
    return month_close(season, by=admin, warned=True)


def held_once(season, match):
    """Whether a match counts in the last revision, and whether in the pending one."""
    season.refresh_from_db()
    rows = SeasonMatch.objects.filter(season=season, match=match, reason="")
    pending = PendingRevision.objects.filter(season=season).exists()
    return rows.filter(held_at(season.revision)).count(), rows.filter(held_at(season.revision + 1)).count() * pending


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_managers_close_together_and_there_is_one_revision(october, _round):
    season, admin = october
    answers = together(*[partial(close, season, admin)] * 3)
    assert sum(isinstance(answer, SeasonRevision) for answer in answers) == 1
    assert all(isinstance(answer, SeasonRevision | MonthRefused) for answer in answers), answers
    assert SeasonRevision.objects.count() == 1
    nothing_broken()


@pytest.mark.parametrize("_round", NIGHT)
def test_a_close_a_late_result_a_merge_and_an_agreeing_log_at_once(october, _round):
    season, admin = october
    late = a_match("ada", "dora", state="submitted")
    Match.objects.filter(pk=late.pk).update(state="disputed")
    gone = a_match("cleo", "dora")

    def merge():
        source, target = a_player("enzo"), a_player("ada")
        players_merge(source, target, by=admin, reason="one", two_accounts=True)

    def log_agrees():
        fresh = a_match("bea", "dora", state="submitted")
        confirm_below(fresh, version=fresh.version, by=admin, official=True)
        matches_changed([fresh], cause="match.believed")
        return fresh

    answers = together(
        partial(close, season, admin),
        partial(matches.match_confirm, late, version=late.version, by=admin),
        partial(matches.match_void, gone, version=gone.version, by=admin, reason="x"),
        merge,
        log_agrees,
    )
    odd = [one for one in answers if isinstance(one, Exception) and not isinstance(one, MonthRefused | MonthConflict)]
    assert odd == []
    season.refresh_from_db()
    if not season.is_closed:
        close(season, admin)
    sweep()
    fresh = answers[4]
    for match in (late, fresh):
        assert sum(held_once(season, match)) in (1, 2), match
        assert any(held_once(season, match)), match
    nothing_broken()
    if PendingRevision.objects.filter(season=season).exists():
        month_revise(season, by=admin, reason="after")
    season.refresh_from_db()
    for match, counts in ((late, True), (fresh, True), (gone, False)):
        assert (
            SeasonMatch.objects.filter(held_at(season.revision), season=season, match=match, reason="").exists()
            is counts
        )
    nothing_broken()


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_recomputations_at_once_leave_one_whole_table(october, _round):
    season, _admin = october
    SeasonMatch.objects.all().delete()
    answers = together(*[partial(season_rebuild, season)] * 3)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    nothing_broken()


@pytest.mark.parametrize("_round", ROUNDS)
def test_many_results_at_once_are_all_in_the_live_month(october, _round):
    season, admin = october
    waiting = [a_match("ada", name, state="submitted") for name in ("bea", "cleo", "dora")]
    answers = together(*[partial(matches.match_confirm, match, version=match.version, by=admin) for match in waiting])
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert Season.objects.get(pk=season.pk).version > 1
    nothing_broken()


def rows_read():
    """The ranking of October as any visitor gets it now."""
    cache.clear()
    answer = Client().get("/leagues/torre/2026-10.json")
    assert answer.status_code == 200
    return [(row["player"], row["points"], row["matches"]) for row in answer.json()["rows"]]


def test_whoever_reads_while_a_month_is_counted_again_sees_it_before_or_after(october):
    season, admin = october
    match = a_match("ada", "dora")
    before = rows_read()
    match = matches.match_void(match, version=match.version, by=admin, reason="x")
    after, done = rows_read(), threading.Event()

    def count_again():
        now = match
        try:
            for _again in range(5):
                now = matches.match_restore(now, version=now.version, by=admin)
                season_rebuild(season)
                now = matches.match_void(now, version=now.version, by=admin, reason="x")
        finally:
            done.set()

    def read():
        seen = []
        while not done.is_set():
            seen.append(rows_read())
        return seen

    outcome, *seen = together(count_again, read, read)

    assert outcome is None
    assert before != after
    assert all(rows in (before, after) for one in seen for rows in one), seen
    nothing_broken()
