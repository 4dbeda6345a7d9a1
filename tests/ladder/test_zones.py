"""Months at their edges, in any zone: cut by the league's clocks alone, wherever people, server and database are."""

import zoneinfo
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client

from games.models import Match
from ladder.demo.months import OCTOBER, planned
from ladder.invariants import broken
from ladder.models.ladder import month_instants
from ladder.selectors.kept import ranking_kept
from ladder.selectors.match_list import filter_read, matches_list
from ladder.selectors.rankings import ranking, where_it_counts
from ladder.selectors.seasons import SeasonBook, season_at, season_get
from ladder.services.live import season_rebuild
from ladder.services.months import month_close
from tests.acceptance.forms import form_of
from tests.factories import a_league, a_match, a_planned_match, a_user
from tests.ladder.test_standing import OCTOBER_TABLE

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
SECOND = timedelta(seconds=1)
EDGES = [
    ("Europe/Rome", "2026-03", "2026-03-31T22:00:00+00:00"),  # begins in winter, ends in summer time
    ("Europe/Rome", "2026-10", "2026-10-31T23:00:00+00:00"),
    ("America/Sao_Paulo", "2026-10", "2026-11-01T03:00:00+00:00"),
    ("Pacific/Kiritimati", "2026-10", "2026-10-31T10:00:00+00:00"),
    ("Pacific/Pago_Pago", "2026-10", "2026-11-01T11:00:00+00:00"),
    ("America/Havana", "2026-10", "2026-11-01T04:00:00+00:00"),  # this midnight is shown twice
    ("America/Asuncion", "2017-09", "2017-10-01T04:00:00+00:00"),  # and this one never: the clocks go to one at once
]


@pytest.mark.parametrize("year", [2017, 2026])
def test_in_every_zone_months_follow_each_other_without_a_gap(year):
    for name in zoneinfo.available_timezones():
        zone = zoneinfo.ZoneInfo(name)
        after = None
        for month in range(1, 13):
            start, end = month_instants(zone, year, month)
            assert after in (None, start), (name, month)
            inside = [one.astimezone(zone) for one in (start, start + timedelta(hours=2), end - SECOND)]
            assert {(one.year, one.month) for one in inside} == {(year, month)}, name
            assert (start - SECOND).astimezone(zone).month != month, name
            after = end


@pytest.mark.parametrize(("zone", "key", "edge"), EDGES)
def test_at_the_edge_of_a_month_all_that_is_told_of_a_match_agrees(zone, key, edge):
    ladder = a_league(time_zone=zone)
    first = datetime.fromisoformat(edge)
    last, next_ = a_match("ada", "bea", ended_at=first - SECOND), a_match("bea", "ada", ended_at=first)
    month = season_get(ladder, key)
    assert month.end == first
    following = season_at(ladder, first)
    assert following.start == first
    for season, match in ((month, last), (following, next_)):
        found = season_get(ladder, season.key)
        counts = where_it_counts(match)[0]
        assert (counts.season.key, counts.scores and True) == (season.key, True)
        assert SeasonBook().at(ladder, match.ended_at).key == season_at(ladder, match.ended_at).key == season.key
        assert [ranking(found).matches, ranking_kept(found).matches] == [1, 1]
        listed = matches_list(filter_read({"league": "torre", "month": season.key}))
        assert list(listed) == [match]
        assert not season_rebuild(found)
    assert broken() == []


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati"])
def test_the_zone_of_the_database_session_changes_no_month(zone):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no zone of its own")
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('TimeZone', %s, true)", [zone])
    torre = a_league()
    for match in planned(OCTOBER):
        a_planned_match(match)
    with time_machine.travel("2026-11-07T12:00Z", tick=False):
        month_close(season_get(torre, "2026-10"), by=None, warned=True)
    found = ranking_kept(season_get(torre, "2026-10"))
    assert [(line.rank, line.player.name, line.points) for line in (*found.ranked, *found.below)] == OCTOBER_TABLE


def reader(zone):
    client = Client(headers={"accept-language": "en"})
    user = a_user(zone.replace("/", "."), time_zone=zone)
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


FAR = ["Pacific/Kiritimati", "America/Los_Angeles", "Europe/Rome"]


def test_readers_in_other_zones_see_the_same_table():
    a_league()
    a_match("ada", "bea", ended_at=datetime(2026, 10, 31, 22, 59, 59, tzinfo=UTC))
    a_match("bea", "ada", ended_at=datetime(2026, 10, 31, 23, tzinfo=UTC))
    with time_machine.travel("2026-11-03T12:00Z", tick=False):
        readers = [reader(zone) for zone in FAR]
        for page in ("2026-10.json", "2026-10.csv", "2026-11.json", "2026-11.csv", "2026-10.txt"):
            assert len({one.get(f"/leagues/torre/{page}").content for one in readers}) == 1, page
        tables = [one.get("/leagues/torre/2026-10/").content.decode() for one in readers]
    assert len({text.partition("<tbody")[2].partition("</tbody")[0] for text in tables}) == 1


@pytest.mark.parametrize("zone", FAR)
def test_this_month_is_that_of_the_league_whoever_looks(zone):
    a_league()
    a_match("ada", "bea", ended_at=datetime(2026, 10, 31, 22, 30, tzinfo=UTC))
    client = reader(zone)
    for now, month in (("2026-10-31T22:59:59Z", "October 2026"), ("2026-10-31T23:00:00Z", "November 2026")):
        with time_machine.travel(now, tick=False):
            text = client.get("/leagues/torre/").content.decode()
            rows = client.get("/leagues/torre/latest.json").json()["rows"]
        assert month in text.partition("<h1")[2].partition("</h1>")[0], now
        assert bool(rows) is (month == "October 2026"), "no rolling thirty days"


@pytest.mark.parametrize("zone", FAR)
@pytest.mark.parametrize(
    ("league", "typed", "ended", "key"),
    [
        ("Europe/Rome", "2026-11-01T00:00", "2026-10-31T23:00:00+00:00", "2026-11"),
        ("Europe/Rome", "2026-10-31T23:59", "2026-10-31T22:59:00+00:00", "2026-10"),
        ("America/Sao_Paulo", "2026-11-01T00:00", "2026-11-01T03:00:00+00:00", "2026-11"),
        ("Pacific/Kiritimati", "2026-11-01T00:00", "2026-10-31T10:00:00+00:00", "2026-11"),
    ],
)
def test_who_types_a_result_elsewhere_reads_the_clocks_of_the_league(zone, league, typed, ended, key):
    ladder = a_league(time_zone=league)
    for name in ("ada", "bea"):
        a_match(name, f"{name}2", game="azul", ended_at=datetime(2026, 5, 1, tzinfo=UTC))
    with time_machine.travel("2026-11-03T12:00Z", tick=False):
        client = reader(zone)
        page = client.get("/upload/result/?game=azul&name=ada&name=bea").content.decode()
        assert league.rpartition("/")[2].replace("_", " ").replace("Sao", "São") in page
        values = form_of(page, "").values | {"ended": typed, "seat-0-place": "1", "seat-1-place": "2", "step": "save"}
        sent = client.post("/upload/result/", values | {"seat-0-player": "ada", "seat-1-player": "bea"})
    assert sent.status_code == 302, sent.content.decode()
    match = Match.objects.latest("pk")
    assert match.ended_at.isoformat() == ended
    assert where_it_counts(match)[0].season.key == season_at(ladder, match.ended_at).key == key
