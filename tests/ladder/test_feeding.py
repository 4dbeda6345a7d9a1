"""A tournament's matches count in leagues as its terms and their rules say, from the moment they belong to a table."""

from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
import time_machine
from msgspec.structs import replace

from games.models import Game, Match
from games.services.changes import match_change
from games.services.results import game_for
from ladder.director.acting import names_in
from ladder.director.sentences import refusal
from ladder.models import Ladder, PendingRevision, RatingPool, Season, SeasonMatch
from ladder.selectors.agreement import disagreements
from ladder.selectors.checklist import tables_overdue
from ladder.selectors.kept import ranking_kept
from ladder.selectors.rankings import where_it_counts
from ladder.selectors.seasons import season_at
from ladder.services.ladders import admin_grant
from ladder.services.live import season_catch_up, season_rebuild, sweep
from ladder.services.months import month_close
from ladder.services.rating_replay import matches_of
from tests.factories import a_league, a_match, a_user
from tests.tournaments.events import BEGAN, OCTOBER, TWO, Event
from tournaments.models import Round, Tournament
from tournaments.selectors.feeding import UNFED
from tournaments.services.errors import Refused
from tournaments.services.following import tables_follow
from tournaments.services.results import match_attach, result_detach
from tournaments.services.rounds import round_delete, round_name, round_reopen
from tournaments.services.tournaments import tournament_cancel, tournament_change
from tournaments.services.work import act_undo
from tournaments.terms import StageTerms, document_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
ONLY_FREE = {"inclusion": {"tournaments": False}, "minimum": 0}
ONLY_TOURNAMENTS = {"inclusion": {"free": False}, "minimum": 0}


@pytest.fixture(autouse=True)
def _october():
    with time_machine.travel("2026-10-03T12:00Z", tick=False):
        yield


def a_duel(**terms: Any) -> Event:
    """Ann and bob have a table of a Swiss round."""
    event = Event(["ann", "bob"], replace(TWO, **terms), [StageTerms(rounds=1)])
    event.next_round()
    return event


def counted(ladder: Ladder) -> dict[str, str]:
    """Points of everybody in October, as kept."""
    season = Season.objects.filter(ladder=ladder).first()
    if season is None:
        return {}
    table = ranking_kept(season)
    return {line.player.name: str(line.points) for line in (*table.ranked, *table.below)}


def reason(ladder: Ladder) -> str:
    [told] = [one for one in where_it_counts(Match.objects.get()) if one.ladder == ladder]
    [row] = SeasonMatch.objects.filter(season__ladder=ladder)
    assert row.reason == told.reason
    return told.reason


def agree() -> None:
    """What is kept is what the facts say, and nothing was overlooked."""
    for season in Season.objects.select_related("ladder", "rules"):
        assert list(disagreements(season)) == []
        assert not season_catch_up(season)
        assert not season_rebuild(season)
    assert sweep() == 0


@pytest.mark.parametrize(
    ("params", "free", "tournament"),
    [(None, "", ""), (ONLY_FREE, "", "tournament"), (ONLY_TOURNAMENTS, "free", "")],
)
def test_rules_tell_free_matches_from_those_of_tournaments(params, free, tournament):
    ladder, event = a_league(params=params or {"minimum": 0}), a_duel()
    match = a_match("ann", "bob", ended_at=OCTOBER)
    assert reason(ladder) == free
    agree()
    table = event.table("ann")
    match_attach(table, match, version=table.version, by=event.by)
    assert reason(ladder) == tournament
    assert bool(counted(ladder)) == (tournament == "")
    agree()


def test_a_match_that_does_not_fit_a_table_is_refused_with_what_it_is_and_what_is_wanted():
    event = Event(["ann", "bob", "cid", "dot"], TWO)
    event.next_round("ann bob", "cid dot")
    other = a_match("ann", "bob", ended_at=OCTOBER)
    Match.objects.filter(pk=other.pk).update(game=game_for("azul"))
    theirs = a_match("cid", "dot", ended_at=OCTOBER)

    def said(who, match):
        table = event.table(who)
        with pytest.raises(Refused) as refused:
            match_attach(table, Match.objects.get(pk=match.pk), version=table.version, by=event.by)
        return refusal(refused.value, names_in(event.tournament))

    assert said("ann", other) == "That match is of Azul, and the tournament is of Alhambra."
    assert said("ann", theirs) == "Other people sat at that match: cid, dot. At this table sit ann, bob."


def test_a_stage_has_the_weight_of_its_format():
    params = {"weights": {"stages": {"swiss": "3/2", "single": 5, "free": "1/2"}}, "minimum": 0}
    ladder, event = a_league(params=params), a_duel()
    match = a_match("ann", "bob", ended_at=OCTOBER)
    assert counted(ladder) == {"ann": "5", "bob": "2"}
    table = event.table("ann")
    match_attach(table, match, version=table.version, by=event.by)
    assert counted(ladder) == {"ann": "13", "bob": "4"}
    [told] = where_it_counts(Match.objects.get())
    assert {score.weight for score in told.scores.values()} == {Fraction(3, 2)}
    agree()


def test_a_tournament_may_feed_no_league_and_says_so():
    ladder, event = a_league(params={"minimum": 0}), a_duel(feeds_leagues=False)
    pool = RatingPool.objects.create(ladder=ladder, name="all")
    event.result("ann, bob", ended_at=OCTOBER)
    assert reason(ladder) == "unfed"
    assert counted(ladder) == {}
    assert not matches_of(pool).exists()
    agree()


def test_other_terms_move_every_match_of_the_tournament_and_undoing_them_moves_them_back():
    ladder, event = a_league(params={"minimum": 0}), a_duel()
    event.result("ann, bob", ended_at=OCTOBER)
    assert counted(ladder) == {"ann": "9", "bob": "3"}
    event.tournament.refresh_from_db()
    terms = replace(event.tournament.terms, feeds_leagues=False)
    act = tournament_change(
        event.tournament, version=event.tournament.version, by=event.by, terms=terms, reason="a friendly"
    )
    assert (reason(ladder), counted(ladder)) == ("unfed", {})
    agree()
    act_undo(act, by=event.by)
    assert (reason(ladder), counted(ladder)) == ("", {"ann": "9", "bob": "3"})
    agree()


def test_a_match_taken_off_its_table_is_a_free_one_until_it_is_put_back():
    ladder, event = a_league(params=ONLY_TOURNAMENTS), a_duel()
    event.result("ann, bob", ended_at=OCTOBER)
    assert reason(ladder) == ""
    round_ = event.board().rounds[0].round
    round_reopen(round_, version=round_.version, by=event.by, name=round_name(round_))
    table = event.table("ann")
    act = result_detach(table, version=table.version, by=event.by, reason="another match")
    assert (reason(ladder), counted(ladder)) == ("free", {})
    agree()
    act_undo(act, by=event.by)
    assert (reason(ladder), counted(ladder)) == ("", {"ann": "9", "bob": "3"})
    agree()


def test_a_round_deleted_lets_its_matches_wait_and_the_same_people_bring_them_back():
    ladder, event = a_league(params=ONLY_TOURNAMENTS), a_duel()
    event.result("ann, bob", ended_at=OCTOBER)
    round_ = event.board().rounds[0].round
    round_delete(round_, version=round_.version, by=event.by, name=round_name(round_), reason="anew")
    assert reason(ladder) == "free"
    agree()
    event.publish(event.pair(), now=BEGAN)
    assert reason(ladder) == ""
    agree()


def test_an_undone_result_counts_nowhere():
    ladder, event = a_league(params={"minimum": 0}), a_duel()
    act = event.result("ann, bob", ended_at=OCTOBER)
    assert counted(ladder) == {"ann": "9", "bob": "3"}
    act_undo(act, by=event.by)
    assert (reason(ladder), counted(ladder)) == ("void", {})
    agree()


def test_a_cancelled_tournament_keeps_its_results_in_the_leagues():
    ladder, event = a_league(params=ONLY_TOURNAMENTS), a_duel()
    event.result("ann, bob", ended_at=OCTOBER)
    event.tournament.refresh_from_db()
    tournament_cancel(event.tournament, version=event.tournament.version, by=event.by, reason="rain")
    assert (reason(ladder), counted(ladder)) == ("", {"ann": "9", "bob": "3"})
    agree()


def test_a_table_that_finds_its_match_by_itself_brings_the_month_in_line():
    ladder = a_league(params=ONLY_TOURNAMENTS)
    a_duel()
    a_match("ann", "bob", ended_at=OCTOBER)
    assert reason(ladder) == "free"
    assert tables_follow() == 1
    assert reason(ladder) == ""
    agree()


def test_a_closed_month_waits_for_a_revision():
    ladder, event = a_league(params={"minimum": 0}), a_duel()
    admin = a_user("admin")
    admin_grant(admin)
    event.result("ann, bob", ended_at=OCTOBER)
    with time_machine.travel("2026-11-20T12:00Z", tick=False):
        season = Season.objects.get()
        month_close(season, by=admin, warned=True)
        event.tournament.refresh_from_db()
        terms = replace(event.tournament.terms, feeds_leagues=False)
        act = tournament_change(
            event.tournament, version=event.tournament.version, by=event.by, terms=terms, reason="a friendly"
        )
        assert counted(ladder) == {"ann": "9", "bob": "3"}
        [pending] = PendingRevision.objects.all()
        assert pending.causes[0]["act"] == "tournament.changed"
        agree()
        act_undo(act, by=event.by)
        assert not PendingRevision.objects.exists()
        assert counted(ladder) == {"ann": "9", "bob": "3"}
        agree()


def test_what_no_act_told_is_noticed_in_open_and_closed_months():
    ladder, event = a_league(params={"minimum": 0}), a_duel()
    admin = a_user("admin")
    admin_grant(admin)
    event.result("ann, bob", ended_at=OCTOBER)
    quietly(event, feeds_leagues=False)
    assert list(disagreements(Season.objects.get())) != []
    assert sweep() == 1
    assert SeasonMatch.objects.get().stage == UNFED
    assert counted(ladder) == {}
    agree()
    quietly(event, feeds_leagues=True)
    assert season_catch_up(Season.objects.get())
    assert counted(ladder) == {"ann": "9", "bob": "3"}
    with time_machine.travel("2026-11-20T12:00Z", tick=False):
        month_close(Season.objects.get(), by=admin, warned=True)
        quietly(event, feeds_leagues=False)
        assert sweep() == 1
        assert PendingRevision.objects.count() == 1
        quietly(event, feeds_leagues=True)
        assert sweep() == 1
        assert not PendingRevision.objects.exists()


def test_a_report_nobody_confirmed_waits_as_any_other():
    ladder, event = a_league(params={"minimum": 0}), a_duel(feeds_leagues=False)
    match = a_match("ann", "bob", ended_at=OCTOBER, state="submitted")
    table = event.table("ann")
    match_attach(table, match, version=table.version, by=event.by)
    assert where_it_counts(Match.objects.get())[0].reason == "submitted"
    match_change(Match.objects.get(), "match.confirmed", state=Match.State.CONFIRMED, actor=None)
    sweep()
    assert reason(ladder) == "unfed"
    agree()


def quietly(event: Event, **terms: Any) -> None:
    """Other terms that nobody heard of."""
    kept = Tournament.objects.get(pk=event.tournament.pk).terms
    Tournament.objects.filter(pk=event.tournament.pk).update(document=document_of(replace(kept, **terms)))


def test_a_table_that_owes_a_result_is_named_before_the_month_is_closed():
    ladder, event = a_league(params={"minimum": 0}), a_duel()
    due = Round.objects.get().deadline
    season = season_at(ladder, due)

    def named(now: datetime) -> list[str]:
        return [check.text for check in tables_overdue(season, now) if not check.blocking]

    assert named(due) == []
    later = due + timedelta(seconds=1)
    [told] = named(later)
    [check] = tables_overdue(season, later)
    assert check.url == f"/tournaments/{event.tournament.slug}/rounds/1/1/#t1"
    assert event.tournament.name in told
    ladder.games.add(Game.objects.exclude(pk=event.tournament.game_id).first() or Game.objects.create(key="other"))
    assert named(later) == []
