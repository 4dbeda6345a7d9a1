"""The life of a month: live, closed, pending, revised. Moves, points and ranks are those of the acceptance test."""

import hashlib
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.models import AuditEntry, Match, Player
from games.services.results import game_for
from ladder.demo.months import OCTOBER, SEPTEMBER, planned
from ladder.models import PendingRevision, RankingRow, RatingRequest, SeasonMatch, SeasonRevision
from ladder.selectors.kept import ranking_kept
from ladder.selectors.published import as_published
from ladder.selectors.rankings import ranking, where_it_counts, where_they_count
from ladder.selectors.seasons import season_get
from ladder.services import live, matches
from ladder.services.ladders import admin_grant, role_grant
from ladder.services.live import matches_changed, season_rebuild, sweep
from ladder.services.months import (
    MonthConflict,
    MonthRefused,
    match_leave_out,
    match_take_in,
    month_close,
    month_decline,
    month_revise,
    months_close_due,
)
from ladder.services.pools import pool_create
from tests.factories import NOON, a_league, a_match, a_planned_match, a_user
from tests.ladder.test_standing import OCTOBER_TABLE, SEPTEMBER_TABLE

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NOVEMBER_6 = datetime(2026, 11, 6, 10, tzinfo=UTC)


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


def keeper(ladder, name, kind="manager"):
    user = a_user(name)
    role_grant(user, kind, ladder=ladder)
    return user


def month(ladder, key="2026-10"):
    return season_get(ladder, key)


def table(ladder, key="2026-10", revision=None):
    found = ranking_kept(month(ladder, key), revision)
    return [(line.rank, line.player.name, line.points) for line in (*found.ranked, *found.below)]


def tell(text):
    return {item.key: a_planned_match(item) for item in planned(text)}


def test_the_kept_table_is_that_of_the_facts(torre):
    tell(SEPTEMBER)
    tell(OCTOBER)
    for key, expected in (("2026-09", SEPTEMBER_TABLE), ("2026-10", OCTOBER_TABLE)):
        assert table(torre, key) == expected
        kept, facts = ranking_kept(month(torre, key)), ranking(month(torre, key))
        assert kept.matches == facts.matches
        for mine, theirs in zip((*kept.ranked, *kept.below), (*facts.ranked, *facts.below), strict=True):
            assert (mine.row, mine.move, mine.aside) == (theirs.row, theirs.move, theirs.aside)


def test_closing_stores_the_table_and_moves_compare_with_the_closed_month_before(torre, sara):
    tell(SEPTEMBER.replace("livio_lupo1", "livio_lupo"))
    month_close(month(torre, "2026-09"), by=sara, warned=True)
    tell(OCTOBER)
    revision = month_close(month(torre), by=sara, warned=True)
    assert (revision.number, revision.matches, revision.ranked) == (1, 23, 14)
    assert table(torre) == OCTOBER_TABLE
    found = ranking_kept(month(torre))
    assert [line.move for line in found.ranked] == [0, 2, 2, -1, -3, 3, 0, None, -3, -1, None, -4, None, None]
    assert not RankingRow.objects.filter(season=month(torre), revision=0).exists()
    assert AuditEntry.objects.filter(kind="season", act="season.closed").count() == 2
    assert revision.fingerprint == fingerprint_by_hand(revision)


def fingerprint_by_hand(revision):
    season = revision.season
    told = [f"{season.key} r{revision.number} rules {season.rules.version}\n"]
    told += [f"{row.match_id}:{row.version} " for row in season.season_matches.filter(reason="").order_by("match_id")]
    for line in RankingRow.objects.filter(season=season, revision=revision.number).order_by("position"):
        ranks = (line.position, line.player_id, line.rank, line.shared)
        sums = (line.points, line.match_points, line.participation, line.played, line.firsts, line.beaten)
        told.append("\n" + " ".join(map(str, (*ranks, *sums, line.met, line.missing))))
    return hashlib.sha256("".join(told).encode()).hexdigest()


def pending_of(season):
    return PendingRevision.objects.filter(season=season).first()


def correct(match, places, by=None):
    """Another result, as a service above would enter it."""
    for seat in match.seats.select_related("player"):
        seat.place = places[seat.player.name]
        seat.save(update_fields=["place"])
    Match.objects.filter(pk=match.pk).update(version=match.version + 1)
    AuditEntry.objects.create(act="match.corrected", kind="match", target_id=match.pk, version=match.version + 1)
    match.refresh_from_db()
    matches_changed([match], cause="match.corrected", by=by, reason="L4")


L4 = {"brunello3": 1, "chiaraluna": 2, "ines_lx": 3, "dado_storto": 4}
L4_BEFORE = {"brunello3": 1, "ines_lx": 2, "chiaraluna": 3, "dado_storto": 4}


def test_a_corrected_closed_month_stays_until_the_revision_and_exactly_three_rows_move(torre, sara):
    told = tell(OCTOBER)
    month_close(month(torre), by=sara, warned=True)
    before = list(RankingRow.objects.filter(revision=1).order_by("position").values())
    correct(told["L4"], L4)
    assert table(torre) == OCTOBER_TABLE
    assert pending_of(month(torre)).causes[0]["act"] == "match.corrected"
    revision = month_revise(month(torre), by=sara, reason="risultato L4 corretto")
    assert (revision.number, revision.reason, pending_of(month(torre))) == (2, "risultato L4 corretto", None)
    assert list(RankingRow.objects.filter(revision=1).order_by("position").values()) == before
    assert table(torre, revision=1) == OCTOBER_TABLE
    moved = [row for row in table(torre) if row not in OCTOBER_TABLE]
    assert moved == [(7, "chiaraluna", 34), (8, "brunello3", 33.5), (9, "ines_lx", 30)]
    lines = {played.match.slug: played.score.points for played in ranking_kept(month(torre)).ranked[6].played}
    assert lines[told["L4"].slug] == 6
    old = {
        played.match.slug: played.score.points
        for line in ranking_kept(month(torre), 1).ranked
        if line.player.name == "chiaraluna"
        for played in line.played
    }
    assert old[told["L4"].slug] == 3


def test_what_returns_to_the_stored_state_takes_the_pending_revision_away(torre, sara):
    told = tell(OCTOBER)
    month_close(month(torre), by=sara, warned=True)
    for _again in range(3):
        correct(told["L4"], L4)
        assert pending_of(month(torre))
        correct(told["L4"], L4_BEFORE)
        assert pending_of(month(torre)) is None
    assert month(torre).revision == 1
    with pytest.raises(MonthRefused) as refused:
        month_revise(month(torre), by=sara, reason="x")
    assert refused.value.code == "nothing_pending"


def test_a_month_counted_anew_is_written_only_where_it_was_wrong(torre):
    tell(OCTOBER)
    before = month(torre).version
    assert not season_rebuild(month(torre))
    assert month(torre).version == before
    rows, lines, looked = month(torre).score_rows, month(torre).ranking_rows, month(torre).season_matches
    for spoil in (
        lambda: rows.filter(pk=rows.first().pk).update(points=1),
        lambda: lines.filter(pk=lines.first().pk).update(played=99),
        lambda: looked.first().delete(),
    ):
        spoil()
        assert season_rebuild(month(torre))
        assert table(torre) == OCTOBER_TABLE
        assert not season_rebuild(month(torre))


def test_a_live_line_that_was_lost_is_there_when_the_month_is_closed(torre, sara):
    tell(OCTOBER)
    RankingRow.objects.filter(season=month(torre)).first().delete()
    month_close(month(torre), by=sara, warned=True)
    assert table(torre) == OCTOBER_TABLE
    assert not month(torre).ranking_rows.filter(revision=0).exists()


def test_a_bell_lost_for_any_kind_of_change_is_noticed(torre):
    tell(OCTOBER)
    season = month(torre)
    assert live.in_line(season)
    one = season.season_matches.first().match
    for changes in (
        {"version": one.version + 1},
        {"version": one.version + 2, "ended_at": one.ended_at - timedelta(days=40)},
    ):
        Match.objects.filter(pk=one.pk).update(**changes)
        assert not live.in_line(season)
        live.season_catch_up(season)
        assert live.in_line(season)
    SeasonMatch.objects.filter(season=season).first().delete()
    assert not live.in_line(season)


def test_what_a_closed_month_heard_is_not_told_to_anybody_again(torre, sara):
    told = tell(OCTOBER)
    month_close(month(torre), by=sara, warned=True)
    pool_create(torre, by=None, name="All")
    struck, moved = told["L3"], told["L4"]
    matches.match_void(struck, version=struck.version, by=sara, reason="Never played.")
    moved.ended_at, moved.version = moved.ended_at - timedelta(days=80), moved.version + 1
    moved.save()
    matches_changed([moved], cause="match.corrected")
    assert PendingRevision.objects.get().season == month(torre)
    asked = RatingRequest.objects.count()
    assert sweep() == 0
    assert RatingRequest.objects.count() == asked


def test_what_a_revision_passed_by_is_heard_of_when_it_comes_to_count(torre, sara):
    told = tell(OCTOBER)
    month_close(month(torre), by=sara, warned=True)
    late = a_match("ada", "bea", state="disputed", ended_at=told["L4"].ended_at)
    matches_changed([late], cause="match.disputed")
    correct(told["L4"], L4)
    month_revise(month(torre), by=sara, reason="L4")
    assert sweep() == 0
    Match.objects.filter(pk=late.pk).update(state="confirmed", version=late.version + 1)
    assert sweep() == 1
    assert pending_of(month(torre)).causes[0]["matches"] == [late.slug]
    assert sweep() == 0


def test_several_causes_are_one_revision_and_undoing_one_leaves_the_others(torre, sara):
    told = tell(OCTOBER)
    month_close(month(torre), by=sara, warned=True)
    correct(told["L4"], L4)
    matches.match_void(told["L6"], version=told["L6"].version, by=sara, reason="x")
    pending = pending_of(month(torre))
    assert [cause["act"] for cause in pending.causes] == ["match.corrected", "match.voided"]
    correct(told["L4"], L4_BEFORE)
    assert pending_of(month(torre))
    month_revise(month(torre), by=sara, reason="L6")
    assert SeasonRevision.objects.get(number=2).matches == 22
    assert table(torre) == from_facts(torre)


def from_facts(ladder, key="2026-10"):
    found = ranking(month(ladder, key))
    return [(line.rank, line.player.name, line.points) for line in (*found.ranked, *found.below)]


def test_declined_stays_out_until_the_match_says_something_else(torre, sara):
    told = tell(OCTOBER)
    month_close(month(torre), by=sara, warned=True)
    correct(told["L4"], L4)
    month_decline(month(torre), by=sara, reason="too late")
    assert pending_of(month(torre)) is None
    assert not sweep()
    correct(told["L4"], L4)
    assert pending_of(month(torre)) is None
    correct(told["L4"], {"brunello3": 4, "chiaraluna": 2, "ines_lx": 3, "dado_storto": 1})
    assert pending_of(month(torre))
    assert table(torre) == OCTOBER_TABLE


def test_a_result_after_closing_waits_as_pending_and_a_report_nobody_confirmed_does_not(torre, sara):
    tell(OCTOBER)
    month_close(month(torre), by=sara, warned=True)
    match = a_match("ada", "bea", ended_at=NOON, state="submitted", created_at=NOVEMBER_6)
    assert pending_of(month(torre)) is None
    matches.match_confirm(match, version=match.version, by=sara)
    assert pending_of(month(torre))
    matches.match_void(match, version=match.version + 1, by=sara, reason="x")
    assert pending_of(month(torre)) is None
    assert table(torre) == OCTOBER_TABLE


def test_corrections_back_and_forth_leave_the_live_month_as_a_rebuild_makes_it(torre):
    told = tell(OCTOBER)
    for _again in range(10):
        correct(told["L4"], L4)
        correct(told["L4"], L4_BEFORE)
    assert table(torre) == OCTOBER_TABLE == from_facts(torre)
    assert not season_rebuild(month(torre))
    assert table(torre) == OCTOBER_TABLE


@pytest.mark.parametrize("state", ["submitted", "disputed"])
def test_what_is_open_blocks_the_closing_until_it_is_left_out(torre, sara, state):
    tell(OCTOBER)
    match = a_match("ada", "bea", state=state)
    with pytest.raises(MonthRefused) as refused:
        month_close(month(torre), by=sara, warned=True)
    assert (refused.value.code, refused.value.checks[0].code) == ("blocked", state)
    assert refused.value.checks[0].matches == [match]
    match_leave_out(month(torre), match, by=sara)
    month_close(month(torre), by=sara, warned=True)
    assert table(torre) == OCTOBER_TABLE
    matches.match_confirm(match, version=match.version, by=sara)
    assert pending_of(month(torre))


def test_closing_asks_to_see_the_warnings(torre, sara):
    tell(OCTOBER)
    Player.objects.filter(name="olga_o").update(state="provisional")
    with pytest.raises(MonthRefused) as refused:
        month_close(month(torre), by=sara)
    assert [check.code for check in refused.value.checks] == ["names"]
    month_close(month(torre), by=sara, warned=True)


def test_before_the_end_of_the_grace_closing_warns_and_before_the_months_end_it_is_refused(torre, sara):
    tell(OCTOBER)
    with time_machine.travel("2026-11-04T12:00Z", tick=False), pytest.raises(MonthRefused) as refused:
        month_close(month(torre), by=sara)
    assert [check.code for check in refused.value.checks] == ["grace"]
    with time_machine.travel("2026-10-31T22:59:59Z", tick=False), pytest.raises(MonthRefused) as refused:
        month_close(month(torre), by=sara, warned=True)
    assert refused.value.code == "not_over"
    with time_machine.travel("2026-10-31T23:00:00Z", tick=False):
        assert month_close(month(torre), by=sara, warned=True).number == 1


def test_a_late_result_is_taken_in_or_left_out_by_one_press(torre, sara):
    tell(OCTOBER)
    late = a_match("hugo_pt", "olga_o", created_at=NOVEMBER_6)
    assert table(torre) == OCTOBER_TABLE
    assert where_it_counts(late)[0].reason == "late"
    match_take_in(month(torre), late, by=sara)
    assert ranking_kept(month(torre)).matches == 24
    assert table(torre) == from_facts(torre)
    assert where_it_counts(late)[0].scores
    match_leave_out(month(torre), late, by=sara)
    assert table(torre) == OCTOBER_TABLE
    assert where_it_counts(late)[0].reason in ("late", "left_out")
    month_close(month(torre), by=sara, warned=True)
    assert pending_of(month(torre)) is None


def test_lists_of_results_give_what_a_closed_month_published_until_it_is_revised(torre, sara):
    told = tell(OCTOBER)
    match_leave_out(month(torre), told["L6"], by=sara)
    assert where_it_counts(told["L6"])[0].reason == "left_out"
    month_close(month(torre), by=sara, warned=True)
    late = a_match("hugo_pt", "olga_o", created_at=NOVEMBER_6)
    corrected = told["L1"]
    was = published(corrected).scores
    matches.match_void(corrected, version=corrected.version, by=sara, reason="x")
    assert published(late).reason == "unpublished"
    assert not published(late).scores
    assert published(corrected).scores == was
    month_revise(month(torre), by=sara, reason="late")
    assert published(late).scores
    assert published(corrected).reason == "void"


def published(match):
    fresh = Match.objects.get(pk=match.pk)
    return as_published(where_they_count([fresh]))[fresh.pk][0]


def test_a_late_result_that_nobody_decided_on_is_in_the_pending_revision_after_closing(torre, sara):
    tell(OCTOBER)
    a_match("hugo_pt", "olga_o", created_at=NOVEMBER_6)
    month_close(month(torre), by=sara, warned=True)
    assert table(torre) == OCTOBER_TABLE
    month_revise(month(torre), by=sara, reason="late")
    assert SeasonRevision.objects.get(number=2).matches == 24


def test_nobody_closes_twice_or_over_what_he_did_not_see(torre, sara):
    told = tell(OCTOBER)
    seen = month(torre).version
    matches.match_void(told["L6"], version=told["L6"].version, by=sara, reason="x")
    with pytest.raises(MonthConflict):
        month_close(month(torre), by=sara, version=seen, warned=True)
    month_close(month(torre), by=sara, version=month(torre).version, warned=True)
    with pytest.raises(MonthRefused) as refused:
        month_close(month(torre), by=sara, warned=True)
    assert refused.value.code == "closed"
    assert SeasonRevision.objects.count() == 1


def test_a_revision_needs_a_reason_and_the_pending_one_that_was_seen(torre, sara):
    told = tell(OCTOBER)
    month_close(month(torre), by=sara, warned=True)
    correct(told["L4"], L4)
    seen = pending_of(month(torre)).version
    with pytest.raises(MonthRefused) as refused:
        month_revise(month(torre), by=sara, reason=" ", version=seen)
    assert refused.value.code == "reason_missing"
    matches.match_void(told["L6"], version=told["L6"].version, by=sara, reason="x")
    with pytest.raises(MonthConflict):
        month_revise(month(torre), by=sara, reason="L4", version=seen)
    assert month(torre).revision == 1


def test_a_match_that_moves_to_another_month_leaves_the_first(torre, sara):
    told = tell(OCTOBER)
    Match.objects.filter(pk=told["L6"].pk).update(ended_at=datetime(2026, 9, 30, 12, tzinfo=UTC), version=9)
    told["L6"].refresh_from_db()
    matches_changed([told["L6"]], cause="match.corrected")
    assert table(torre) == from_facts(torre) != OCTOBER_TABLE
    assert table(torre, "2026-09") == from_facts(torre, "2026-09")


def test_a_lost_bell_costs_a_sweep_and_no_result(torre, sara):
    told = tell(OCTOBER)
    Match.objects.filter(pk=told["L6"].pk).update(state="void", state_before="confirmed", version=9)
    sweep()
    assert table(torre) == from_facts(torre) != OCTOBER_TABLE


def test_matches_that_no_league_takes_hold_up_no_sweep(torre, sara, monkeypatch):
    torre.games.set([game_for("alhambra")])
    pool_create(torre, by=None, name="All")
    monkeypatch.setattr(live, "BATCH", 2)
    for day in range(3):
        a_match("ada", "bea", game="azul", ended_at=NOON + timedelta(days=day))
    lost = a_match("ada", "bea", state="submitted", ended_at=NOON + timedelta(days=9))
    Match.objects.filter(pk=lost.pk).update(state="confirmed", version=2)
    RatingRequest.objects.all().delete()
    sweep()
    assert SeasonMatch.objects.get().match == lost
    assert RatingRequest.objects.get().match == lost
    assert not sweep()
    assert RatingRequest.objects.count() == 1


def test_a_sweep_tells_the_ratings_too(torre):
    match = a_match("ada", "bea")
    pool_create(torre, by=None, name="All")
    RatingRequest.objects.all().delete()
    Match.objects.filter(pk=match.pk).update(state="void", state_before="confirmed", version=9)
    assert sweep() == 1
    assert RatingRequest.objects.get().match == match


def test_closing_counts_what_no_bell_told(torre, sara):
    told = tell(OCTOBER)
    Match.objects.filter(pk=told["L6"].pk).update(state="void", state_before="confirmed", version=9)
    assert month_close(month(torre), by=sara, warned=True).matches == 22


def test_a_league_may_let_its_months_close_by_themselves(torre, sara):
    tell(OCTOBER)
    torre.close_after_days = 2
    torre.save()
    assert months_close_due(datetime(2026, 11, 7, 22, 59, tzinfo=UTC)) == []
    open_match = a_match("ada", "bea", state="disputed")
    assert months_close_due(datetime(2026, 11, 9, tzinfo=UTC)) == []
    matches.match_void(open_match, version=open_match.version, by=sara, reason="x")
    assert [season.key for season in months_close_due(datetime(2026, 11, 9, tzinfo=UTC))] == ["2026-10"]
    assert SeasonRevision.objects.get().by is None


@pytest.mark.parametrize("minimum", [1, 3])
@pytest.mark.parametrize("best", [2, 6])
def test_the_database_adds_up_as_the_rules_say(sara, minimum, best):
    ladder = a_league(
        "altra", params={"minimum": minimum, "aggregation": {"type": "best", "n": best}, "participation": {"points": 2}}
    )
    admin_grant(sara)
    tell(OCTOBER)
    month_close(month(ladder), by=sara, warned=True)
    kept, facts = ranking_kept(month(ladder)), ranking(month(ladder))
    assert [line.row for line in (*kept.ranked, *kept.below)] == [line.row for line in (*facts.ranked, *facts.below)]
