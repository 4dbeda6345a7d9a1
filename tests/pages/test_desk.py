"""The manager's desk: the queue, closing by the checklist, pending revisions; who may, and what others meanwhile did."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from games.models import Match, Notice, Player
from ladder.models import DeskNote, PendingRevision, Season, SeasonRevision
from ladder.services.matches import match_confirm, match_restore, match_void
from ladder.services.months import month_close
from ladder.services.people import player_rename
from tests.factories import NOON, a_match
from tests.pages.conftest import NOW, Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DESK = "/desk/leagues/torre/2026-10/"
LATER = "2026-11-06T12:00:00Z"


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(LATER, tick=False):
        yield


def october(torre: Torre) -> Season:
    return Season.objects.get(ladder=torre.ladder, month=10)


def settle(torre: Torre) -> None:
    """Nothing of October is open any more."""
    for match in Match.objects.filter(state__in=["submitted", "disputed"]):
        match_void(match, version=match.version, by=torre.people["zoe"], reason="x")


def shown(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.mark.parametrize(
    ("person", "status"), [("", 302), ("charlie", 403), ("gufetta", 403), ("vito", 200), ("sara", 200), ("zoe", 200)]
)
def test_who_has_a_desk(torre: Torre, person: str, status: int) -> None:
    assert torre.client(person).get("/desk/").status_code == status
    assert torre.client(person).get(DESK).status_code == status


@pytest.mark.parametrize("person", ["charlie", "gufetta", "vito"])
@pytest.mark.parametrize("act", ["close", "revise", "rule"])
def test_only_managers_act_on_months(torre: Torre, person: str, act: str) -> None:
    assert torre.client(person).post(f"{DESK}{act}/", {"version": "1", "match": "x"}).status_code == 403


@pytest.mark.parametrize("person", ["vito", "sara", "zoe"])
def test_the_desk_leads_nobody_to_a_closed_door(torre: Torre, person: str) -> None:
    client = torre.client(person)
    page = client.get("/desk/").content.decode()
    links = set(re.findall(r'href="(/[^"#?]*)', page)) - {"/accounts/logout/"}
    answers = {link: client.get(link).status_code for link in links if not link.startswith("/static/")}
    assert not {link: status for link, status in answers.items() if status >= 400}


def test_the_queue_names_what_waits_oldest_first(torre: Torre) -> None:
    page = torre.client("sara").get("/desk/")
    assert "Waits for confirmation" in shown(page)
    assert "To close: October 2026" in shown(page)
    assert "Cannot be verified" not in shown(torre.client("sara").get("/desk/?kind=close"))


def test_what_waits_is_counted_by_kind_and_counted_anew(torre: Torre) -> None:
    page = torre.client("sara").get("/desk/").content.decode()
    for part in ('id="desk-count"', 'hx-trigger="every 30s"', 'hx-select-oob="#desk-kinds"', 'id="desk-kinds"'):
        assert part in page
    kinds = page.partition('id="desk-kinds"')[2].partition("</section>")[0]
    counts = dict(re.findall(r'href="\?kind=(\w+)".*?<b class="num">(\d+)</b>', kinds))
    assert counts["close"] == "1"
    assert sum(map(int, counts.values())) == torre.client("sara").get("/desk/").context["all"]


def test_a_result_without_an_end_waits_for_who_sets_it(torre: Torre) -> None:
    match = a_match("adamanta", "brunello3", ended_at=None, ended_source="", platform="bga", table_id="4711")
    page = shown(torre.client("vito").get("/desk/?kind=no_end"))
    assert "Without an end: Alhambra" in page
    assert "BGA table 4711" in page
    assert "Set the end" in page
    assert "Set the end" in shown(torre.client("vito").get(match.get_absolute_url()))
    told = shown(torre.client("gufetta").get(match.get_absolute_url()))
    assert "Nobody knows when this match ended, so it counts in no month." in told
    assert "A game history of BGA brings the end" in told
    Match.objects.filter(pk=match.pk).update(ended_at=NOON, ended_source="typed")
    assert "Without an end" not in shown(torre.client("vito").get("/desk/"))


def test_an_item_is_taken_once_and_given_back(torre: Torre) -> None:
    key = f"waiting-{torre.waiting.pk}"
    torre.client("sara").post("/desk/take/", {"item": key})
    answer = torre.client("zoe").post("/desk/take/", {"item": key}, follow=True)
    assert "Somebody else took it" in shown(answer)
    assert DeskNote.objects.get(item=key).user == torre.people["sara"]
    torre.client("sara").post("/desk/take/", {"item": key, "release": "1"})
    assert not DeskNote.objects.filter(item=key).exists()


def test_nobody_takes_what_his_desk_has_not(torre: Torre) -> None:
    assert torre.client("sara").post("/desk/take/", {"item": "waiting-999999"}).status_code == 404
    assert torre.client("vito").post("/desk/take/", {"item": f"close-{october(torre).pk}"}).status_code == 404


def test_a_word_about_an_item_stays_with_it(torre: Torre) -> None:
    key = f"waiting-{torre.waiting.pk}"
    torre.client("sara").post("/desk/comment/", {"item": key, "text": "asked <b>hugo</b>"})
    assert "asked &lt;b&gt;hugo&lt;/b&gt;" in torre.client("zoe").get("/desk/").content.decode()
    answer = torre.client("sara").post("/desk/comment/", {"item": key, "text": " "}, follow=True)
    assert "Write what you found" in shown(answer)


def test_closing_with_something_open_is_refused_with_its_link(torre: Torre) -> None:
    season = october(torre)
    answer = torre.client("sara").post(f"{DESK}close/", {"version": season.version})
    assert answer.status_code == 422
    assert torre.waiting.get_absolute_url() in answer.content.decode()
    assert not SeasonRevision.objects.filter(season=season).exists()


def test_closing_by_the_checklist(torre: Torre) -> None:
    sara = torre.client("sara")
    settle(torre)
    page = sara.get(DESK)
    assert "disabled" not in page.content.decode()
    version = october(torre).version
    answer = sara.post(f"{DESK}close/", {"version": version})
    if answer.status_code == 422:
        assert "I have seen the warnings" in shown(answer)
        answer = sara.post(f"{DESK}close/", {"version": version, "warned": "1"})
    assert answer.status_code == 302
    revision = SeasonRevision.objects.get(season=october(torre))
    assert (revision.number, revision.by) == (1, torre.people["sara"])
    panel = sara.get(DESK).content.decode()
    assert 'href="/leagues/torre/publishing/"' in panel
    assert 'href="/leagues/torre/2026-10/take/"' in panel
    assert "final, revision 1" in shown(torre.client().get("/leagues/torre/2026-10/"))
    again = sara.post(f"{DESK}close/", {"version": version, "warned": "1"})
    assert (again.status_code, "closed already" in shown(again)) == (422, True)


def test_who_could_confirm_is_reminded_from_the_checklist_once_a_day(torre: Torre) -> None:
    sara, match = torre.client("sara"), torre.waiting
    page = sara.get(DESK).content.decode()
    assert f'action="{match.get_absolute_url()}confirm/"' in page
    assert f'action="{DESK}remind/"' in page
    match.submitted_by = torre.people["hugo"]
    match.save(update_fields=["submitted_by"])
    Player.objects.filter(seats__match=match).update(user=None)
    for seat, name in zip(match.seats.all(), ("hugo", "gufetta"), strict=False):
        Player.objects.filter(user=torre.people[name]).update(user=None)
        Player.objects.filter(pk=seat.player_id).update(user=torre.people[name])
    Notice.objects.all().delete()
    for _time in range(2):
        answer = sara.post(f"{DESK}remind/", {"match": match.slug}, follow=True)
    assert "Nobody could be reminded" in shown(answer)
    assert [notice.user for notice in Notice.objects.all()] == [torre.people["gufetta"]]
    assert torre.client("vito").post(f"{DESK}remind/", {"match": match.slug}).status_code == 403


def test_leaving_out_on_the_checklist_lets_the_month_close(torre: Torre) -> None:
    sara = torre.client("sara")
    assert torre.waiting.get_absolute_url() in sara.get(DESK).content.decode()
    fields = {"match": torre.waiting.slug, "version": torre.waiting.version, "kind": "out"}
    assert sara.post(f"{DESK}rule/", fields).status_code == 302
    assert torre.waiting.get_absolute_url() not in sara.get(DESK).content.decode()


def test_a_month_that_changed_meanwhile_answers_409_and_changes_nothing(torre: Torre) -> None:
    settle(torre)
    seen = october(torre).version
    a_match("hugo_pt", "gufetta", ended_at=NOON)
    answer = torre.client("sara").post(f"{DESK}close/", {"version": seen, "warned": "1"})
    assert (answer.status_code, october(torre).revision) == (409, 0)
    assert "the month changed" in shown(answer)


def test_a_pending_revision_is_previewed_published_and_listed(torre: Torre) -> None:
    settle(torre)
    season = october(torre)
    month_close(season, by=torre.people["sara"], warned=True)
    match = Match.objects.filter(state="confirmed", ended_at__gte=season.start, ended_at__lt=season.end).first()
    match = match_void(match, version=match.version, by=torre.people["zoe"], reason="wrong people")
    sara = torre.client("sara")
    assert "Pending: revision 2" in shown(sara.get(DESK))
    assert 'href="/leagues/torre/2026-10/take/"' in sara.get(DESK).content.decode()
    assert "wrong people" in shown(sara.get(DESK))
    version = PendingRevision.objects.get(season=season).version
    empty = sara.post(f"{DESK}revise/", {"version": version, "reason": " "})
    assert (empty.status_code, "Say why" in shown(empty)) == (422, True)
    assert sara.post(f"{DESK}revise/", {"version": version + 1, "reason": "x"}).status_code == 409
    assert sara.post(f"{DESK}revise/", {"version": version, "reason": "so it was"}).status_code == 302
    changes = torre.client().get("/leagues/torre/2026-10/changes/")
    assert "so it was" in shown(changes)
    assert "An old revision: the current one is 2" in shown(torre.client().get("/leagues/torre/2026-10/r1/"))
    assert torre.client().get("/leagues/torre/2026-10/r3/").status_code == 404
    assert torre.client().get("/leagues/torre/2026-10/r2/").status_code == 302
    rows = torre.client().get("/leagues/torre/2026-10/changes.csv").content.decode().splitlines()
    assert rows[0].startswith("revision,at,reason,player,slug,rank_before,rank,points_before,points")
    assert len(rows) > 1
    match_restore(match, version=match.version, by=torre.people["zoe"])
    version = PendingRevision.objects.get(season=season).version
    sara.post(f"{DESK}revise/", {"version": version, "reason": "no", "decline": "1"})
    assert not PendingRevision.objects.filter(season=season).exists()
    assert october(torre).revision == 2


def test_a_late_result_is_one_press(torre: Torre) -> None:
    late = a_match("hugo_pt", "gufetta", ended_at=NOON, created_at=LATER)
    sara = torre.client("sara")
    assert "Came late" in shown(sara.get("/desk/?kind=late"))
    sara.post(f"{DESK}rule/", {"match": late.slug, "version": late.version, "kind": "in"})
    assert "Came late" not in shown(sara.get("/desk/?kind=late"))


def test_what_no_page_of_ours_sends_is_a_bad_request(torre: Torre) -> None:
    assert torre.client("sara").post(f"{DESK}close/", {"version": "x"}).status_code == 400


def test_a_league_lets_its_months_close_by_themselves(torre: Torre) -> None:
    sara = torre.client("sara")
    sara.post("/desk/leagues/torre/closing/", {"days": "3"})
    torre.ladder.refresh_from_db()
    assert torre.ladder.close_after_days == 3
    for wrong in ("-1", "61", "000099"):
        sara.post("/desk/leagues/torre/closing/", {"days": wrong})
        torre.ladder.refresh_from_db()
        assert torre.ladder.close_after_days == 3
    assert torre.client("vito").post("/desk/leagues/torre/closing/", {"days": ""}).status_code == 403


def test_a_visitor_who_got_a_kept_page_has_his_own_token(torre: Torre) -> None:
    texts = [torre.client().get("/leagues/torre/2026-10/").content.decode() for _visitor in range(2)]
    tokens = [set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', text)) for text in texts]
    assert tokens[0]
    assert tokens[0].isdisjoint(tokens[1])


def test_a_kept_page_shows_what_changed_at_once(torre: Torre) -> None:
    with time_machine.travel(NOW, tick=False):
        before = shown(torre.client().get("/leagues/torre/2026-10/"))
        match_confirm(torre.waiting, version=torre.waiting.version, by=torre.people["vito"])
        assert shown(torre.client().get("/leagues/torre/2026-10/")) != before


def test_a_kept_page_never_shows_a_name_that_was_given_up(torre: Torre, django_capture_on_commit_callbacks) -> None:
    with time_machine.travel(NOW, tick=False):
        assert "hugo_pt" in shown(torre.client().get("/leagues/torre/2026-10/"))
        with django_capture_on_commit_callbacks(execute=True):
            player_rename(Player.objects.get(name="hugo_pt"), "hugo_novo", by=torre.people["sara"])
        page = shown(torre.client().get("/leagues/torre/2026-10/"))
        assert "hugo_novo" in page
        assert " hugo_pt " not in page


def test_the_days_of_grace_are_lengthened_before_they_end_and_never_shortened(torre: Torre) -> None:
    season = october(torre)
    sara, address = torre.client("sara"), f"{DESK}grace/"

    def ask(day: str, client: Client = sara) -> int:
        season.refresh_from_db()
        return client.post(address, {"version": str(season.version), "day": day}).status_code

    with time_machine.travel("2026-11-03T12:00:00Z", tick=False):
        assert 'name="day"' in sara.get(DESK).content.decode()
        assert [ask(day) for day in ("", "2026-02-30", "9999-12-31", "2026-11-05", "2031-01-01")] == [422] * 5
        assert ask("2026-11-12", torre.client("vito")) == 403
        assert ask("2026-11-12") == 302
    season.refresh_from_db()
    assert season.grace_until == datetime(2026, 11, 12, 23, tzinfo=UTC)
    with time_machine.travel("2026-11-12T23:00:00Z", tick=False):
        assert ask("2026-11-20") == 422
        assert 'name="day"' not in sara.get(DESK).content.decode()


def test_the_months_at_hand_stand_on_the_desk_though_nothing_counts_in_them_yet(torre: Torre) -> None:
    page = torre.client("sara").get("/desk/").content.decode()
    assert '/desk/leagues/torre/2026-11/"' in page
    assert '/desk/leagues/torre/2026-12/"' not in page
    assert torre.client("sara").get("/desk/leagues/torre/2026-11/").status_code == 200
    Match.objects.update(ended_at=datetime(2026, 9, 2, tzinfo=UTC))
    Season.objects.filter(month=10).delete()
    assert '/desk/leagues/torre/2026-10/"' in torre.client("sara").get("/desk/").content.decode()
