"""The desk tells of reported errors until they are answered, and of people who did not come three times."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from games.models import Match, Notice, Seat, Submission, Verification
from games.services.error_reports import match_report_error
from ladder.desk.queue import queue
from ladder.models import Ladder
from ladder.selectors.checklist import logs_unjudged
from ladder.selectors.seasons import season_at
from ladder.services.ladders import role_grant
from ladder.services.matches import match_answer_report, match_void
from tests.factories import a_league, a_match, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def vito():
    vito = a_user("vito")
    role_grant(vito, "arbiter", ladder=a_league())
    return vito


def titles(user, kind):
    return [one.item.title for one in queue(user, kind=kind)]


def test_a_reported_error_is_on_the_desk_until_it_is_answered(vito):
    match = a_match("ada", "bea")
    match = match_report_error(match, version=2, by=a_user("charlie"), reason="I sat there.", seat=1)
    [item] = queue(vito, kind="reported")
    assert "Wrong person reported: Alhambra" in item.item.title
    assert "“I sat there.”" in item.item.facts
    match_answer_report(match, version=3, by=vito, reason="The record says bea.")
    assert queue(vito, kind="reported") == []


def test_striking_out_answers_a_report_and_strangers_see_none(vito):
    charlie = a_user("charlie")
    match = match_report_error(a_match("ada", "bea"), version=2, by=charlie, reason="never played")
    assert titles(charlie, "reported") == []
    match_void(match, version=3, by=vito, reason="never played")
    assert titles(vito, "reported") == []


def test_a_reported_problem_is_on_the_desk_and_its_reporter_sees_the_answer(vito, client):
    charlie = a_user("charlie")
    client.cookies["language"] = "en"
    client.force_login(charlie)
    for _again in range(2):
        client.post("/report/", {"words": "The search finds nothing.", "page": "/search/"})
    assert "waits for an answer" in client.get("/report/").content.decode()
    [item] = queue(vito, kind="problem")
    assert item.item.facts == ["“The search finds nothing.”", "On the page /search/"]
    assert client.post(item.item.url, {"reason": "no"}).status_code == 403
    assert titles(charlie, "problem") == []
    client.force_login(vito)
    client.post(item.item.url, {"reason": "It does now."})
    assert client.get(item.item.url).status_code == 404
    client.force_login(charlie)
    assert "“It does now.”" in client.get("/report/").content.decode()
    [notice] = Notice.objects.filter(user=charlie)
    assert (notice.kind, notice.link, notice.facts["reason"]) == ("problem.answered", "/report/", "It does now.")
    inbox = client.get("/account/notices/").content.decode()
    assert "The problem that you reported was answered" in inbox
    assert not Notice.objects.filter(user=vito, kind="problem.answered").exists()
    assert titles(vito, "problem") == []
    answers = [client.post("/report/", {"words": f"broken {n}"}).status_code for n in range(6)]
    assert answers == [302] * 5 + [422]


@pytest.mark.parametrize(("days", "flagged"), [((1, 20, 59), True), ((1, 20, 61), False), ((1, 20), False)])
def test_three_no_shows_in_sixty_days_are_a_flag(vito, days, flagged):
    for number, ago in enumerate(days):
        match = a_match("ada", f"p{number}", "olga", ended_at=timezone.now() - timedelta(days=ago))
        Seat.objects.filter(match=match, player__name="olga").update(flag="no_show")
    assert titles(vito, "absent") == (["Did not come: olga"] if flagged else [])


def test_no_shows_of_matches_that_nobody_believes_are_no_flag(vito):
    for number in range(3):
        match = a_match("ada", f"p{number}", "olga", ended_at=timezone.now() - timedelta(days=number + 1))
        Seat.objects.filter(match=match, player__name="olga").update(flag="no_show")
    Match.objects.filter(pk=match.pk).update(state="disputed")
    assert titles(vito, "absent") == []


def test_the_desk_and_the_checklist_tell_of_the_same_logs(vito):
    sara, match = a_user("sara"), a_match("ada", "bea")
    ladder = Ladder.objects.get()
    role_grant(sara, "manager", ladder=ladder)
    file = Submission.objects.create(
        sha256="0" * 64, size=1, kind="bga_log", relation="first", match=match, game=match.game
    )
    Verification.objects.create(
        submission=file, revision=1, owner="x", state="done", verdict="unsupported", finished_at=timezone.now()
    )
    season = season_at(ladder, match.ended_at)

    def told():
        return [check.count for check in logs_unjudged(season, timezone.now())], len(titles(sara, "unverifiable"))

    assert told() == ([1], 1)
    Match.objects.update(state="verified")
    assert told() == ([], 0), "another log proved it"
