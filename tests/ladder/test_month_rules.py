"""Months under rules out of the ordinary: what is kept in rows is what the facts give, also after changes."""

import json
from datetime import UTC, datetime

import pytest
import time_machine

from games.models import Match, Submission
from games.services.matches import match_void
from games.understand import understand
from ladder.demo.months import SEPTEMBER, planned
from ladder.desk.reach import Reach
from ladder.desk.reports import absent
from ladder.models import PendingRevision
from ladder.selectors.kept import ranking_kept
from ladder.selectors.rankings import ranking, where_it_counts
from ladder.selectors.seasons import season_get
from ladder.services.ladders import admin_grant, role_grant
from ladder.services.live import matches_changed
from ladder.services.months import month_close
from tests.factories import a_league, a_match, a_planned_match, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

DOCUMENTS = {
    "elo": {"scheme": {"type": "elo"}, "minimum": 2},
    "openskill": {"scheme": {"type": "openskill"}, "minimum": 2},
    "share": {"scheme": {"type": "share_beaten"}, "tie_breaks": ["direct_meetings", "fewer_matches"]},
    "repeats": {"repeats": {"worth": "half", "first": 2}, "tie_breaks": ["best_result", "direct_meetings"]},
    "mean": {"aggregation": {"type": "mean", "least": 2}, "weights": {"games": {"alhambra": "1/3"}, "verified": 1}},
    "lot": {"tie_breaks": ["direct_meetings", "lot"], "lot_seed": "tortoise", "aggregation": {"type": "sum"}},
    "bye": {"forfeits": {"bye_points": "9/2"}, "participation": {"points": "1/2", "matches": 4}},
}


def rows_of(table):
    return [line.row for line in (*table.ranked, *table.below)]


def kept_is_fact(ladder):
    season = season_get(ladder, "2026-09")
    kept, facts = ranking_kept(season), ranking(season)
    assert rows_of(kept) == rows_of(facts)
    assert [line.played for line in kept.ranked] == [line.played for line in facts.ranked]
    return kept


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_kept_is_what_the_facts_give(name):
    sara = a_user("sara")
    admin_grant(sara)
    ladder = a_league(params=DOCUMENTS[name])
    with time_machine.travel(datetime(2026, 11, 6, 10, tzinfo=UTC), tick=False):
        told = [a_planned_match(item) for item in planned(SEPTEMBER)]
        a_match("ada", "bea", ended_at=told[3].ended_at)
        before = rows_of(kept_is_fact(ladder))
        match_void(told[0], version=told[0].version, by=sara, reason="never played")
        matches_changed([told[0]], cause="match.voided")
        assert rows_of(kept_is_fact(ladder)) != before
        season = season_get(ladder, "2026-09")
        month_close(season, by=sara, warned=True)
        kept_is_fact(ladder)
        match_void(told[1], version=told[1].version, by=sara, reason="nor this one")
        matches_changed([told[1]], cause="match.voided")
        [cause] = PendingRevision.objects.get(season=season.pk).causes
        assert cause["matches"] == [told[1].slug], "the one that changed, whatever else counts otherwise by it"


def test_each_match_says_what_it_gives_and_what_is_once_too_often():
    ladder = a_league(params={"repeats": {"worth": "none", "first": 2}, "minimum": 1})
    first, second = a_match("ada", "bea"), a_match("bea", "ada", table_id="77", platform="bga")
    [here], [again] = where_it_counts(first), where_it_counts(second)
    assert [score.points for score in here.scores.values()] == [8, 2]
    assert (again.reason, again.scores) == ("repeat", {})
    assert ranking(season_get(ladder, "2026-10")).ranked[0].points == 9


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [({"rule_set": "official"}, "rule_set"), ({"witness": True}, "witness"), ({"only_verified": True}, "unverified")],
)
def test_a_league_may_ask_for_more_than_a_confirmation(wanted, reason):
    ladder = a_league(params={"inclusion": wanted, "minimum": 0})
    match = a_match("ada", "bea")
    assert where_it_counts(match)[0].reason == reason
    assert ranking(season_get(ladder, "2026-10")).matches == 0
    assert Match.objects.count() == 1


def test_a_witness_is_another_person():
    ladder = a_league(params={"inclusion": {"witness": True}, "minimum": 0})
    match, alice, bob = a_match("ada", "bea"), a_user("alice"), a_user("bob")

    def brings(uploader, relation):
        number = Submission.objects.count()
        fields = {"sha256": f"{number:064}", "size": 1, "kind": "bga_log", "relation": relation, "match": match}
        Submission.objects.create(uploader=uploader, **fields)
        return where_it_counts(Match.objects.get(pk=match.pk))[0].reason

    assert brings(alice, "first") == "witness"
    assert brings(alice, "witness") == "witness"
    assert brings(None, "witness") == "witness"
    assert brings(bob, "witness") == ""
    assert ranking(season_get(ladder, "2026-10")).matches == 1


@pytest.mark.parametrize("training", [False, True])
def test_training_tables_count_where_the_league_takes_them(training):
    ladder = a_league(params={"inclusion": {"training": training}, "minimum": 0})
    match = a_match("ada", "bea", training=True)
    assert where_it_counts(match)[0].reason == ("" if training else "training")
    assert ranking(season_get(ladder, "2026-10")).matches == training


def test_a_table_record_says_that_it_was_training():
    body = {"result": {"player": [{"player_id": 1, "name": "a", "gamerank": 1}, {"player_id": 2, "gamerank": 2}]}}
    for told, training in ({"unranked": "1"}, True), ({"unranked": 1}, True), ({"unranked": "0"}, False), ({}, False):
        answer = {"status": 1, "data": {**body, **told, "id": "5", "status": "archive", "game_name": "azul"}}
        assert understand(json.dumps(answer).encode()).training is training


@pytest.mark.parametrize(
    ("policy", "flagged"), [({}, 1), ({"no_shows": 4}, 0), ({"no_shows": 0}, 0), ({"no_show_days": 34}, 0)]
)
def test_a_league_says_how_many_no_shows_are_pointed_out(policy, flagged):
    ladder = a_league(params={"forfeits": policy})
    sara = a_user("sara")
    role_grant(sara, "manager", ladder=ladder)
    for day in (1, 2, 3):
        a_planned_match(planned(f"X{day} 2026-10-0{day}T12:00 azul ada, bea, cleo!")[0])
    with time_machine.travel(datetime(2026, 11, 6, 10, tzinfo=UTC), tick=False):
        assert len(absent(Reach(sara))) == flagged
