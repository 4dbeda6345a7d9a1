"""A match's page and what people do on it."""

from typing import Any

import pytest
from django.test import Client

from games.models import AuditEntry, Match, Verification
from games.services import matches as services
from ladder.services.matches import match_confirm, match_dispute, match_void
from tests.pages.conftest import Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def test_the_page_says_where_the_match_counts_and_by_what_it_is_proved(torre: Torre) -> None:
    match = torre.files["agrees"].submission.match
    assert match is not None
    text = text_of(torre.client().get(match.get_absolute_url()))
    assert "Lega Torre" in text
    assert "steps replayed." in text
    assert "0 statements" not in text
    assert "Verified by a log that agrees" in text
    assert torre.files["agrees"].get_absolute_url() in text
    for points in ("8", "2"):
        assert f'<td class="num">{points}</td>' in text


def test_a_match_without_a_log_says_so(torre: Torre) -> None:
    text = text_of(torre.client().get(torre.waiting.get_absolute_url()))
    assert "No log. The result was entered by hand and waits to be confirmed." in text
    assert "waits for another player to confirm it" in text


def test_buttons_are_those_one_may_press(torre: Torre) -> None:
    address = torre.waiting.get_absolute_url()
    buttons = {
        "": [],
        "charlie": [],
        "hugo": ["Dispute"],
        "gufetta": ["Confirm", "Dispute"],
        "vito": ["Confirm", "Dispute", "Strike out"],
    }
    for person, expected in buttons.items():
        text = text_of(torre.client(person).get(address))
        shown = [word for word in ("Confirm", "Dispute", "Strike out", "Restore") if f"{word}</" in text]
        assert shown == expected, person


def test_an_objection_stops_the_match_and_stands_on_its_page(torre: Torre) -> None:
    client = torre.client("gufetta")
    body = {"version": torre.waiting.version, "ground": "places", "words": "<b>I</b> was first."}
    answer = client.post(f"{torre.waiting.get_absolute_url()}dispute/", body, follow=True)
    text = text_of(answer)
    assert "the places are wrong: &lt;b&gt;I&lt;/b&gt; was first." in text
    assert "It does not count until that is decided." in text
    assert Match.objects.get(pk=torre.waiting.pk).state == "disputed"


def test_an_objection_needs_words(torre: Torre) -> None:
    client = torre.client("gufetta")
    body = {"version": torre.waiting.version, "ground": "places", "words": ""}
    answer = client.post(f"{torre.waiting.get_absolute_url()}dispute/", body)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in text_of(answer)
    assert Match.objects.get(pk=torre.waiting.pk).state == "submitted"


def test_a_struck_match_shows_its_reason_and_can_come_back(torre: Torre) -> None:
    now = match_void(torre.waiting, version=torre.waiting.version, by=torre.people["sara"], reason="entered twice")
    client = torre.client("sara")
    assert "entered twice" in text_of(client.get(now.get_absolute_url()))
    client.post(f"{now.get_absolute_url()}restore/", {"version": now.version})
    assert Match.objects.get(pk=now.pk).state == "submitted"


@pytest.mark.parametrize(
    ("person", "name"),
    [
        ("sara", "manager of Lega Torre"),
        ("vito", "arbiter of Lega Torre"),
        ("zoe", "an admin of the site"),
        ("hugo", "hugo_pt"),
        ("charlie", "an account without a player"),
    ],
)
def test_the_history_and_the_evidence_call_people_by_their_player_or_their_role(
    torre: Torre, person: str, name: str
) -> None:
    file, who = torre.files["agrees"].submission, torre.people[person]
    file.uploader = who
    file.save()
    match = file.match
    assert match is not None
    services.match_dispute(match, version=match.version, by=who, reason="no", official=True)
    text = text_of(torre.client().get(match.get_absolute_url()))
    assert f"File of {name}" in text
    assert f", {name}</div>" in text


def test_a_decision_ends_a_dispute(torre: Torre) -> None:
    now = match_dispute(torre.waiting, version=torre.waiting.version, by=torre.people["gufetta"], reason="no")
    client = torre.client("vito")
    assert "Decide: the result stands" in text_of(client.get(now.get_absolute_url()))
    body = {"version": now.version, "reason": "The table was shown to me."}
    client.post(f"{now.get_absolute_url()}decide/", body)
    text = text_of(client.get(now.get_absolute_url()))
    assert "Decided: the result stands" in text
    assert "decision by arbiter of Lega Torre" in text
    assert "The table was shown to me." in text


@pytest.mark.parametrize("act", ["confirm", "dispute", "void"])
def test_who_acts_on_what_has_changed_sees_what_happened(torre: Torre, act: str) -> None:
    seen = torre.waiting.version
    match_confirm(torre.waiting, version=seen, by=torre.people["gufetta"])
    entries = AuditEntry.objects.count()
    body = {"version": seen, "ground": "other", "words": "my own words", "reason": "my own words"}
    answer = torre.client("sara").post(f"{torre.waiting.get_absolute_url()}{act}/", body)
    assert answer.status_code == 409
    text = text_of(answer)
    assert "Somebody was faster" in text
    assert "Confirmed" in text
    assert "gufetta" in text
    assert ("my own words" in text) is True
    assert AuditEntry.objects.count() == entries


@pytest.mark.parametrize("act", ["confirm", "dispute", "void", "restore"])
def test_an_act_without_a_sensible_version_changes_nothing_and_says_so(torre: Torre, act: str) -> None:
    words = {"ground": "other", "words": "my own words", "reason": "my own words"}
    for version in ({}, {"version": ""}, {"version": "x"}, {"version": "-1"}, {"version": "9" * 40}):
        answer = torre.client("sara").post(f"{torre.waiting.get_absolute_url()}{act}/", words | version)
        assert answer.status_code == 400
        assert "This could not be read" in text_of(answer)
    assert Match.objects.get(pk=torre.waiting.pk).version == torre.waiting.version


def test_addresses_of_accounts_are_never_shown(torre: Torre) -> None:
    match = torre.files["agrees"].submission.match
    assert match is not None
    for address in (match.get_absolute_url(), torre.waiting.get_absolute_url(), "/leagues/torre/", "/", "/players/"):
        for person in ("", "gufetta"):
            shown = text_of(torre.client(person).get(address)).replace("gufetta@example.org", "")
            assert "@example.org" not in shown, address


def test_a_forged_form_is_refused_in_words(torre: Torre) -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    client.force_login(torre.people["sara"], backend="allauth.account.auth_backends.AuthenticationBackend")
    answer = client.post(f"{torre.waiting.get_absolute_url()}confirm/", {"version": torre.waiting.version})
    assert answer.status_code == 403
    assert "This form is too old" in text_of(answer)


def test_who_judges_says_something_apart_from_the_reasons_of_acts(torre: Torre) -> None:
    address = torre.waiting.get_absolute_url()
    assert torre.client("hugo").get(f"{address}comment/").status_code == 403
    form = torre.client("vito").get(f"{address}comment/")
    assert form.status_code == 200
    said = {"version": str(torre.waiting.version), "reason": "<b>The files differ</b> in one move."}
    torre.client("vito").post(f"{address}comment/", said)
    page = text_of(Client().get(address))
    comments = page.partition('id="comments"')[2].partition("</section>")[0]
    assert "&lt;b&gt;The files differ&lt;/b&gt; in one move." in comments
    assert "Lega Torre" in comments
    assert page.count("The files differ") == 1
    assert Match.objects.get(pk=torre.waiting.pk).state == torre.waiting.state
    assert torre.client("vito").post(f"{address}comment/", said).status_code == 409


def test_the_evidence_is_looked_for_again_while_a_file_is_judged_and_then_all_of_the_page(torre: Torre) -> None:
    row = torre.files["agrees"]
    address = row.submission.match.get_absolute_url()
    asks = {"HX-Request": "true"}
    assert "every 2s" not in torre.client().get(address).content.decode()
    Verification.objects.filter(pk=row.pk).update(state="queued", verdict="", finished_at=None)
    assert 'hx-trigger="every 2s" hx-select="#evidence"' in torre.client().get(address).content.decode()
    assert "HX-Refresh" not in torre.client().get(address, headers=asks)
    Verification.objects.filter(pk=row.pk).update(state="done", verdict="verified", finished_at=row.finished_at)
    assert torre.client().get(address, headers=asks)["HX-Refresh"] == "true"
