"""Ratings follow from the facts: whatever happened to matches in whatever order, the same comes out."""

import datetime as dt
import random
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Match, Player, Seat
from games.services.results import game_for
from ladder.invariants import broken
from ladder.models import Rating, RatingMonth, RatingPool, RatingRequest, RatingRun
from ladder.selectors.ratings import player_lines
from ladder.services import rating_replay
from ladder.services.live import matches_changed
from ladder.services.pools import pool_change, pool_create, pool_pause
from ladder.services.rating_replay import facts_read
from ladder.services.ratings import pool_check, pool_rate, pools_check, pools_recompute
from tests.factories import a_league, a_match, a_player

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
BEGIN = datetime(2025, 10, 5, 12, tzinfo=UTC)
NAMES = [f"p{number}" for number in range(6)]


@pytest.fixture
def ladder():
    return a_league()


def a_pool(ladder, **fields) -> RatingPool:
    return pool_create(ladder, by=None, name=fields.pop("name", "All"), **fields)


def played(*names: str, day: int = 0, **fields) -> Match:
    match = a_match(*names, ended_at=BEGIN + timedelta(days=day), **fields)
    matches_changed([match], cause="match.confirmed")
    return match


def ratings(pool: RatingPool) -> dict[str, tuple]:
    pool_rate(pool.pk)
    rows = pool.ratings.values_list("player__name", "value", "spread", "played", "change", "last_at")
    return {row[0]: row[1:] for row in rows}


def test_a_pool_rates_what_was_played_before_it_was_made(ladder):
    match = a_match("ada", "bea", "cleo", "dora")
    Seat.objects.filter(match=match, number=2).update(place=2)
    pool = a_pool(ladder)
    found = ratings(pool)
    assert [round(found[name][0]) for name in ("ada", "bea", "cleo", "dora")] == [1668, 1481, 1481, 1370]
    assert found["ada"][2] == 1
    assert list(pool_check(pool)) == []


def test_only_believed_results_of_the_pools_games_and_tables_are_rated(ladder):
    pool = a_pool(ladder, seats_min=3, seats_max=4)
    played("ada", "bea", "cleo")
    played("ada", "bea", day=1)
    played("ada", "bea", "cleo", day=2, state="disputed")
    played("ada", "bea", "cleo", day=3, state="submitted")
    played("ada", "bea", "cleo", day=4, ending="abandoned")
    for day, changed in enumerate([{"place": None}, {"flag": "no_show"}, {"flag": "conceded"}], 5):
        match = played("ada", "bea", "cleo", day=day)
        Seat.objects.filter(match=match, number=2).update(**changed)
    assert {name: row[2] for name, row in ratings(pool).items()} == {"ada": 2, "bea": 2, "cleo": 2}


def test_matches_of_the_training_mode_are_not_rated(ladder):
    pool = a_pool(ladder)
    match = played("ada", "bea")
    assert ratings(pool)
    Match.objects.filter(pk=match.pk).update(training=True)
    matches_changed([Match.objects.get(pk=match.pk)], cause="match.evidence")
    assert not ratings(pool)
    assert list(pool_check(pool)) == []


def test_a_pool_rates_nothing_that_its_league_does_not_take(ladder):
    pool = a_pool(ladder, games=[game_for("azul"), game_for("alhambra")])
    ladder.games.set([game_for("alhambra")])
    played("ada", "bea", game="azul")
    played("cleo", "dora")
    assert set(ratings(pool)) == {"cleo", "dora"}


def test_a_league_may_leave_stand_ins_out(ladder):
    match = played("ada", "bea", "cleo")
    Seat.objects.filter(match=match, number=2).update(flag="stand_in")
    assert ratings(a_pool(ladder))
    assert not ratings(a_pool(ladder, name="Strict", stand_ins=False))


def test_a_void_match_restored_gives_equal_ratings(ladder):
    pool = a_pool(ladder)
    matches = [played(*NAMES[:4], day=day) for day in range(0, 90, 9)]
    before = ratings(pool)
    for state in ("void", "confirmed"):
        Match.objects.filter(pk=matches[2].pk).update(state=state, state_before="confirmed" if state == "void" else "")
        matches_changed([Match.objects.get(pk=matches[2].pk)], cause="match.voided")
        assert (ratings(pool) == before) is (state == "confirmed")
        assert list(pool_check(pool)) == []


def test_only_the_months_from_the_changed_one_on_are_rated_again(ladder):
    pool = a_pool(ladder)
    for day in range(0, 120, 10):
        played(*NAMES[:3], day=day)
    ratings(pool)
    before = dict(pool.months.values_list("first", "state"))
    played(*NAMES[2::-1], day=65)
    ratings(pool)
    after = dict(pool.months.values_list("first", "state"))
    assert {first for first in after if bytes(after[first]) != bytes(before[first])} == {
        dt.date(2025, 12, 1),
        dt.date(2026, 1, 1),
    }


def test_a_late_result_says_to_the_others_why_their_rating_moved(ladder):
    pool = a_pool(ladder)
    for day in range(0, 60, 10):
        played("ada", "bea", "cleo", day=day)
    played("ada", "dora", day=61)
    ratings(pool)
    assert not RatingRun.objects.exists()
    late = played("bea", "ada", day=1)
    ratings(pool)
    run = RatingRun.objects.get()
    assert run.causes == [{"cause": "match.confirmed", "match": late.pk}]
    assert run.since == dt.date(2025, 10, 1)
    assert run.moved == 2  # cleo and dora; ada and bea played it


def test_a_newest_result_moves_nobody_else(ladder):
    pool = a_pool(ladder)
    for day in range(0, 60, 10):
        played(*NAMES[:4], day=day)
        ratings(pool)
    assert not RatingRun.objects.exists()


def test_results_of_one_instant_are_rated_by_number(ladder):
    pool = a_pool(ladder, method="elo")
    first, second = played("ada", "bea"), played("bea", "ada")
    ratings(pool)
    assert [line.match for line in player_lines(pool, Player.objects.get(name="ada"))] == [first.pk, second.pk]


def test_a_late_result_leaves_the_kept_results_of_other_months_alone(ladder):
    pool = a_pool(ladder)
    for day in range(0, 120, 10):
        played(*NAMES[:3], day=day)
    ratings(pool)
    late = played(*NAMES[2::-1], day=1)
    with CaptureQueriesContext(connection) as queries:
        ratings(pool)
    written = [query["sql"] for query in queries if query["sql"].startswith('UPDATE "ladder_ratingmonth"')]
    assert len(written) == 4
    assert ['"facts"' in sql for sql in written] == [True, False, False, False]
    assert player_lines(pool, Player.objects.get(name="p0"))[1].match == late.pk


def test_months_read_together_or_one_by_one_are_the_same(ladder, monkeypatch):
    """An instant belongs to the month of the league's clocks, to the last of its microseconds."""
    pool = a_pool(ladder)
    edge = datetime(2025, 10, 31, 23, tzinfo=UTC)  # midnight in Rome
    for number, ended in enumerate([edge - timedelta(microseconds=1), edge, edge + timedelta(days=70)]):
        a_match(*NAMES[number : number + 3], ended_at=ended)
    together = facts_read(pool, [dt.date(2025, month, 1) for month in (10, 11, 12)])
    assert [len(found) for found in together.values()] == [1, 1, 0]
    assert all(facts_read(pool, [first]) == {first: found} for first, found in together.items())
    monkeypatch.setattr(rating_replay, "MATCHES_AT_ONCE", 1)
    ratings(pool)
    monkeypatch.undo()
    assert list(pool_check(pool)) == []


@pytest.mark.parametrize(("january", "expected"), [("keep", 1668), ("pull", 1626), ("reset", 1500)])
def test_what_a_january_does(ladder, january, expected):
    pool = a_pool(ladder, january=january)
    played("ada", "bea", "cleo", "dora")
    played("x", "y", day=100)
    played("ada", "bea", day=101)
    ratings(pool)
    line = player_lines(pool, Player.objects.get(name="ada"))[-1]
    assert round(line.before) == expected


def test_a_match_whose_end_was_corrected_leaves_its_old_month(ladder):
    pool = a_pool(ladder)
    for day in (0, 40, 80):
        match = played(*NAMES[:3], day=day)
    ratings(pool)
    Match.objects.filter(pk=match.pk).update(ended_at=BEGIN + timedelta(days=35), version=5)
    matches_changed([Match.objects.get(pk=match.pk)], cause="match.corrected")
    ratings(pool)
    assert list(pool_check(pool)) == []
    assert [month.first.month for month in RatingMonth.objects.order_by("first")] == [10, 11]


def test_glicko_ends_with_the_last_month_that_has_results(ladder):
    pool = a_pool(ladder, method="glicko2", seats_min=2, seats_max=2)
    played("ada", "bea")
    played("bea", "cleo", day=40)
    last = played("ada", "bea", day=130)
    before = ratings(pool)
    assert list(pool_check(pool)) == []
    Match.objects.filter(pk=last.pk).update(state="disputed")
    matches_changed([Match.objects.get(pk=last.pk)], cause="match.disputed")
    assert ratings(pool) != before
    assert list(pool_check(pool)) == []


def test_settings_rate_everything_anew(ladder):
    pool = a_pool(ladder, method="elo")
    played("ada", "bea")
    assert ratings(pool)["ada"][0] == 1516
    pool = pool_change(pool, version=1, by=None, games=[], k=16)
    assert ratings(pool)["ada"][0] == 1508
    assert RatingRun.objects.get().causes[0]["cause"] == "pool.changed"


def test_a_paused_pool_stays_as_it_is_and_catches_up(ladder):
    pool = a_pool(ladder)
    played("ada", "bea")
    before = ratings(pool)
    pool = pool_pause(pool, version=1, by=None, paused=True)
    played("ada", "bea", day=1)
    assert ratings(pool) == before
    pool = pool_pause(pool, version=2, by=None, paused=False)
    assert ratings(pool)["ada"][2] == 2


def test_a_merge_moves_the_matches(ladder):
    pool = a_pool(ladder)
    played("ada", "bea")
    played("ada2", "bea", day=40)
    ratings(pool)
    one, two = Player.objects.get(name="ada"), Player.objects.get(name="ada2")
    Seat.objects.filter(player=two).update(player=one)
    matches_changed(Match.objects.order_by("pk"), cause="player.merged")
    assert ratings(pool)["ada"][2] == 2
    assert not Rating.objects.filter(player=two).exists()
    assert list(pool_check(pool)) == []


def test_the_check_sees_what_was_changed_behind_its_back(ladder):
    pool = a_pool(ladder)
    match = played("ada", "bea")
    ratings(pool)
    Match.objects.filter(pk=match.pk).update(state="void", state_before="confirmed")
    assert list(pool_check(pool)) != []


def test_recomputing_everything_finds_the_same_and_the_check_says_so(ladder):
    pool = a_pool(ladder)
    for day in range(0, 60, 7):
        played(*NAMES[:3], day=day)
    before = ratings(pool)
    assert pools_recompute(ladder) == {"torre/all": 2}
    assert ratings(pool) == before
    assert not RatingRun.objects.exists()
    assert list(pools_check()) == broken() == []
    Rating.objects.filter(pool=pool).update(value=1)
    assert list(pools_check(ladder)) == ["torre/all: other ratings at the end"]
    assert any("rated well" in line for line in broken())


@pytest.mark.parametrize("method", ["elo", "openskill", "glicko2"])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_after_any_acts_in_any_order_ratings_are_those_of_the_facts(method, seed):
    """Acts between which a pool is rated or not, against one that rates once in the end, and a fresh one's order."""
    rng = random.Random(seed)
    with transaction.atomic():
        ladder = a_league(f"l{seed}")
        sizes = {"seats_min": 2, "seats_max": 2} if method == "glicko2" else {}
        pool = a_pool(ladder, method=method, january=rng.choice(["keep", "pull", "reset"]), **sizes)
        people = [a_player(f"p{number}") for number in range(5)]
        for _act in range(14):
            matches = list(Match.objects.order_by("pk"))
            if not matches or rng.random() < 0.6:
                names = [player.name for player in rng.sample(people, rng.randint(2, 4 if not sizes else 2))]
                played(*names, day=rng.randint(0, 200))
            else:
                match = rng.choice(matches)
                state = rng.choice(["void", "confirmed", "disputed"])
                Match.objects.filter(pk=match.pk).update(
                    state=state, state_before="confirmed" if state == "void" else "", version=match.version + 1
                )
                if rng.random() < 0.3:
                    Match.objects.filter(pk=match.pk).update(ended_at=BEGIN + timedelta(days=rng.randint(0, 200)))
                matches_changed([Match.objects.get(pk=match.pk)], cause="match.changed")
            if rng.random() < 0.5:
                ratings(pool)
        found = ratings(pool)
        assert list(pool_check(pool)) == []
        assert found == ratings(a_pool(ladder, name="Again", method=method, january=pool.january, **sizes))
        transaction.set_rollback(True)


@pytest.mark.django_db(transaction=True)
def test_who_comes_second_leaves_the_work_to_the_first(ladder):
    """The second one does not wait, asking does not wait either, and the first one does all."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer")
    pool = a_pool(ladder)
    other = connections.create_connection("default")
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SELECT 1 FROM ladder_ratingpool WHERE id = %s FOR NO KEY UPDATE", [pool.pk])
        played("ada", "bea")
        assert pool_rate(pool.pk) == 0
        assert RatingRequest.objects.filter(pool=pool).count() >= 1
    finally:
        other.rollback()
        other.close()
    assert pool_rate(pool.pk) == 1
    assert pool.ratings.count() == 2
    assert not RatingRequest.objects.exists()


def test_pages_and_judges_do_not_pay_for_numba():
    """Everything that web and workers load at their start, in a process of its own."""
    code = (
        "import sys, django; django.setup(); import ladder.urls, games.tasks; from ladder.celery import app; "
        "app.loader.import_default_modules(); assert 'ladder.tasks' in sys.modules; print('numba' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split()[-1] == "False"
