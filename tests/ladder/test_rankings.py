"""The live ranking of a month, from the database: months by the league's clocks, states, moves, and why not."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from games.models import Match, Player
from games.services.results import game_for
from ladder.demo.months import OCTOBER, SEPTEMBER, planned
from ladder.models import Season
from ladder.selectors.kept import ranking_kept
from ladder.selectors.rankings import ranking, where_it_counts
from ladder.selectors.seasons import season_after, season_at, season_before, season_get, season_of_home
from ladder.services.ladders import season_open
from ladder.services.live import matches_changed, season_catch_up
from ladder.services.months import MonthRefused, grace_lengthen
from tests.factories import NOON, a_league, a_match, a_planned_match
from tests.ladder.test_standing import OCTOBER_TABLE, SEPTEMBER_TABLE

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def torre():
    return a_league()


@pytest.fixture
def two_months(torre):
    for match in planned(SEPTEMBER) + planned(OCTOBER):
        a_planned_match(match)
    return torre


def month(ladder, key):
    season = season_get(ladder, key)
    assert season is not None
    return season


def table(ladder, key):
    found = ranking(month(ladder, key))
    return [(line.rank, line.player.name, line.points) for line in (*found.ranked, *found.below)]


def test_the_acceptance_months_come_out_exactly(two_months):
    assert table(two_months, "2026-09") == SEPTEMBER_TABLE
    assert table(two_months, "2026-10") == OCTOBER_TABLE
    assert ranking(month(two_months, "2026-10")).matches == 23


def test_a_match_after_midnight_in_rome_belongs_to_the_next_month_there(two_months):
    october = {
        match.ended_at for line in ranking(month(two_months, "2026-10")).ranked for match in [line.played[-1].match]
    }
    assert max(october) == datetime(2026, 10, 31, 22, 30, tzinfo=UTC)
    november = ranking(month(two_months, "2026-11"))
    assert sorted(line.player.name for line in november.below) == ["katia_k", "olga_o"]


def test_moves_compare_with_the_month_before(two_months):
    # Nobody has merged livio_lupo1 into livio_lupo here, so livio_lupo comes from the third place.
    moves = {line.player.name: line.move for line in ranking(month(two_months, "2026-10")).ranked}
    assert moves == {
        "livio_lupo": 2,
        "dado_storto": 2,
        "hugo_pt": 2,
        "adamanta": -2,
        "gufetta": -4,
        "fabio_faro": 3,
        "brunello3": 0,
        "ines_lx": None,
        "chiaraluna": -3,
        "jacopone": -1,
        "elenaditroia": None,
        "katia_k": -4,
        "martabella": None,
        "olga_o": None,
    }


def test_moves_with_the_double_player_made_one_are_those_of_the_acceptance_test(torre):
    for match in planned(SEPTEMBER.replace("livio_lupo1", "livio_lupo")) + planned(OCTOBER):
        a_planned_match(match)
    moves = [line.move for line in ranking(month(torre, "2026-10")).ranked]
    assert moves == [0, 2, 2, -1, -3, 3, 0, None, -3, -1, None, -4, None, None]


@pytest.mark.parametrize("state", ["submitted", "disputed", "void"])
def test_what_is_not_believed_does_not_count_and_says_why(torre, state):
    match = a_match("ada", "bea", state=state)
    for _more in range(3):
        a_match("ada", "bea", ended_at=NOON + timedelta(days=1 + _more))
    found = ranking(month(torre, "2026-10"))
    ada = found.of(Player.objects.get(name="ada"))
    assert found.matches == 3
    assert [(aside.match, aside.reason) for aside in ada.aside] == [(match, state)]
    assert where_it_counts(match)[0].reason == state


@pytest.mark.parametrize("state", ["confirmed", "verified"])
def test_confirmed_and_verified_results_count_alike(torre, state):
    match = a_match("ada", "bea", state=state)
    [standing] = where_it_counts(match)
    assert standing.reason == ""
    assert [score.points for score in standing.scores.values()] == [8, 2]


def test_where_a_match_counts_names_every_league_with_its_reason(torre):
    a_league("scacchi", games=[game_for("chess")])
    standings = {standing.ladder.slug: standing.reason for standing in where_it_counts(a_match("ada", "bea"))}
    assert standings == {"torre": "", "scacchi": "game"}


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"ended_at": None, "ended_source": ""}, "no_end"),
        ({"ending": "abandoned"}, "no_result"),
        ({"ending": "unfinished"}, "no_result"),
        ({"created_at": datetime(2026, 11, 5, 23, 0, tzinfo=UTC)}, "late"),
        ({"created_at": datetime(2026, 11, 5, 22, 59, 59, tzinfo=UTC)}, ""),
    ],
)
def test_a_match_says_why_it_does_not_count(torre, fields, reason):
    match = a_match("ada", "bea", **fields)
    assert where_it_counts(match)[0].reason == reason
    assert ranking(month(torre, "2026-10")).matches == (not reason)


def test_a_missing_place_is_not_the_last_place(torre):
    match = a_match("ada", "bea", "cleo")
    match.seats.filter(number=2).update(place=None)
    match.refresh_from_db()
    assert where_it_counts(match)[0].reason == "no_places"


def test_a_longer_grace_takes_in_what_came_late(torre):
    a_match("ada", "bea", created_at=datetime(2026, 12, 24, tzinfo=UTC))
    season = season_open(torre, 2026, 10)
    assert ranking(season).matches == ranking_kept(season).matches == 0
    season = grace_lengthen(season, datetime(2027, 1, 1, tzinfo=UTC), by=None)
    assert ranking(season).matches == ranking_kept(season).matches == 1
    assert not season_catch_up(season)
    with pytest.raises(MonthRefused, match="grace_until"):
        grace_lengthen(season, datetime(2026, 12, 1, tzinfo=UTC), by=None)


def test_the_players_panel_has_every_match_of_the_month_once(two_months):
    for line in (found := ranking(month(two_months, "2026-10"))).ranked + found.below:
        matches = [played.match.pk for played in line.played] + [aside.match.pk for aside in line.aside]
        assert len(matches) == len(set(matches))
        assert set(matches) == set(
            Match.objects.filter(
                seats__player=line.player, ended_at__gte=found.season.start, ended_at__lt=found.season.end
            ).values_list("pk", flat=True)
        )
        assert line.points == sum(played.score.points for played in line.counted) + line.row.participation


def test_a_ranking_takes_no_more_than_twelve_queries(two_months, django_assert_max_num_queries):
    season = month(two_months, "2026-10")
    with django_assert_max_num_queries(12):
        ranking(season)


@pytest.mark.parametrize(
    ("zone", "key", "start", "end"),
    [
        ("Europe/Rome", "2026-10", "2026-09-30T22:00:00+00:00", "2026-10-31T23:00:00+00:00"),
        ("Europe/Rome", "2026-03", "2026-02-28T23:00:00+00:00", "2026-03-31T22:00:00+00:00"),
        ("America/Sao_Paulo", "2026-10", "2026-10-01T03:00:00+00:00", "2026-11-01T03:00:00+00:00"),
        ("Asia/Tokyo", "2026-12", "2026-11-30T15:00:00+00:00", "2026-12-31T15:00:00+00:00"),
        ("Asia/Kathmandu", "2028-02", "2028-01-31T18:15:00+00:00", "2028-02-29T18:15:00+00:00"),
    ],
)
def test_a_month_is_cut_by_the_leagues_clocks(zone, key, start, end):
    season = month(a_league(time_zone=zone), key)
    assert (season.start.isoformat(), season.end.isoformat()) == (start, end)


@pytest.mark.parametrize(
    ("ended", "key"),
    [
        ("2026-10-31T22:59:59+00:00", "2026-10"),
        ("2026-10-31T23:00:00+00:00", "2026-11"),
        ("2026-09-30T21:59:59+00:00", "2026-09"),
        ("2026-09-30T22:00:00+00:00", "2026-10"),
    ],
)
def test_a_month_begins_with_its_first_instant_and_ends_before_the_next(torre, ended, key):
    match = a_match("ada", "bea", ended_at=datetime.fromisoformat(ended))
    assert where_it_counts(match)[0].season.key == key
    assert season_at(torre, match.ended_at).key == season_of_home(match.ended_at).key == key
    assert ranking(month(torre, key)).matches == 1


@pytest.mark.parametrize("server_zone", ["UTC", "Asia/Tokyo", "America/Los_Angeles"])
def test_the_servers_clock_zone_changes_no_month(two_months, settings, server_zone):
    settings.TIME_ZONE = server_zone
    assert table(two_months, "2026-10") == OCTOBER_TABLE


@pytest.mark.parametrize("key", ["2026-13", "2026-00", "2026-1", "26-10", "2026-10-01", "", "0000-01", "٢٠٢٦-١٠"])
def test_what_is_no_month_is_none(torre, key):
    assert season_get(torre, key) is None


def test_months_follow_each_other_over_the_new_year(torre):
    december = month(torre, "2026-12")
    assert season_after(december).key == "2027-01"
    assert season_before(month(torre, "2027-01")).key == "2026-12"
    assert season_after(december).start == december.end


@pytest.mark.parametrize(
    ("now", "state"),
    [
        ("2026-09-30T21:59:59+00:00", "upcoming"),
        ("2026-09-30T22:00:00+00:00", "open"),
        ("2026-10-31T22:59:59+00:00", "open"),
        ("2026-10-31T23:00:00+00:00", "grace"),
        ("2026-11-05T22:59:59+00:00", "grace"),
        ("2026-11-05T23:00:00+00:00", "waiting"),
    ],
)
def test_a_month_is_open_then_in_grace_then_waits_for_a_manager(torre, now, state):
    assert month(torre, "2026-10").state_at(datetime.fromisoformat(now)) == state


def test_the_grace_is_counted_in_local_days_over_the_clock_change():
    march = month(a_league(grace_days=2), "2026-03")
    assert march.grace_until.isoformat() == "2026-04-02T22:00:00+00:00"
    february = month(a_league("other", grace_days=30), "2026-02")
    assert february.grace_until.isoformat() == "2026-03-30T22:00:00+00:00"


def test_a_believed_match_opens_its_month_once_in_every_league_that_takes_it(torre):
    a_league("scacchi", games=[game_for("chess")])
    match = a_match("ada", "bea")
    for _again in range(2):
        matches_changed([match], cause="match.believed")
        assert [season.key for season in Season.objects.all()] == ["2026-10"]
    assert [(season.ladder, season.key) for season in Season.objects.all()] == [(torre, "2026-10")]


def test_a_month_that_nobody_opened_ranks_like_one_that_somebody_did(two_months):
    before = table(two_months, "2026-10")
    season_open(two_months, 2026, 10)
    assert table(two_months, "2026-10") == before


def test_a_month_keeps_the_rules_that_it_was_opened_with(torre):
    season_open(torre, 2026, 10)
    torre.rules.create(version=2, params={"minimum": 1})
    a_match("ada", "bea")
    assert ranking(month(torre, "2026-10")).ranked == []
    assert ranking(month(torre, "2026-11")).rules.minimum == 1


def test_points_are_exact_over_a_month_of_thirds(torre):
    for day in range(6):
        match = a_match("ada", "bea", "cleo", "dora", ended_at=NOON + timedelta(days=day))
        match.seats.filter(number__lt=3).update(place=1)
    found = ranking(month(torre, "2026-10"))
    assert [line.points for line in found.ranked] == [Fraction(19, 3) * 6 + 6] * 3 + [12]
    assert [line.rank for line in found.ranked] == [1, 1, 1, 4]
