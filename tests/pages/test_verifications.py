"""The page of a judgement, its JSON and its file."""

import json
from typing import Any

import pytest
from django.test import Client

from games.models import Verification
from tests.pages.conftest import Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def test_a_refused_log_shows_where_why_and_what_to_do(torre: Torre) -> None:
    row = torre.files["disagrees"]
    text = text_of(torre.client().get(row.get_absolute_url()))
    assert "Disagrees at event" in text
    assert "which costs" in text
    assert "Paid, at least" in text
    assert "<svg" in text
    assert 'class="focus"' in text, "the culprit is marked"
    assert "The position in words" in text
    assert "illegal.underpaid" in text
    assert "&quot;type&quot;: &quot;buy&quot;" in text, "what the file says there"
    assert "Enter the result without a log" in text


def test_a_log_that_agrees_shows_where_the_points_come_from(torre: Torre) -> None:
    text = text_of(torre.client().get(torre.files["agrees"].get_absolute_url()))
    assert "steps were replayed: all of it is legal, and the match ended as stated." in text
    assert "Where the points come from" in text
    assert "pavilion" in text
    assert "To the match: where it counts" in text


def test_statements_are_counted_where_a_log_makes_any(torre: Torre) -> None:
    row = torre.files["agrees"]
    assert "0 statements" not in text_of(torre.client().get(row.get_absolute_url()))
    Verification.objects.filter(pk=row.pk).update(claims=3)
    text = text_of(torre.client().get(row.get_absolute_url()))
    assert "steps were replayed and 3 statements checked: all of it is legal" in text
    assert "steps, 3 statements." in text


def test_what_cannot_be_verified_blames_nobody(torre: Torre) -> None:
    text = text_of(torre.client("hugo").get(torre.files["cannot"].get_absolute_url()))
    assert "Cannot be verified" in text
    assert "The log asks for rules that are not known here: moon." in text
    assert "Enter the result without a log" in text


def test_a_broken_file_asks_for_another(torre: Torre) -> None:
    text = text_of(torre.client("hugo").get(torre.files["broken"].get_absolute_url()))
    assert "Broken file" in text
    assert "Upload it again from the table’s page" in text


def test_our_own_fault_is_said_to_be_ours(torre: Torre) -> None:
    row = torre.files["cannot"]
    Verification.objects.filter(pk=row.pk).update(verdict="errored", code="", facts={})
    text = text_of(torre.client("hugo").get(row.get_absolute_url()))
    assert "our fault, not yours" in text
    assert f"Our reference is {row.pk}." in text


def test_a_running_one_is_watched_and_the_watching_ends(torre: Torre) -> None:
    row, client = torre.files["agrees"], torre.client()
    waiting = Verification.objects.filter(pk=row.pk)
    waiting.update(state="queued", verdict="", finished_at=None)
    page = text_of(client.get(row.get_absolute_url()))
    assert 'hx-trigger="every 1s"' in page
    assert ">Refresh</a>" in page
    part = client.get(row.get_absolute_url(), headers={"HX-Request": "true"})
    assert text_of(part).strip().startswith('<div id="live"')
    waiting.update(state="done", verdict="verified", finished_at="2026-11-03T12:00:00Z")
    last = client.get(row.get_absolute_url(), headers={"HX-Request": "true"})
    assert last["HX-Refresh"] == "true"
    assert "every 1s" not in text_of(client.get(row.get_absolute_url()))


def test_the_json_says_the_same(torre: Torre) -> None:
    row = torre.files["disagrees"]
    body = json.loads(torre.client().get(f"/verifications/{row.pk}.json").content)
    assert (body["verdict"], body["outcome"], body["code"]) == ("refused", "disagrees", "illegal.underpaid")
    assert body["expected"] > body["found"]
    assert "which costs" in body["message"]


def test_the_file_comes_as_it_was_and_only_as_a_download(torre: Torre) -> None:
    row = torre.files["agrees"]
    answer = torre.client("sara").get(f"{row.get_absolute_url()}log/")
    assert b"".join(answer.streaming_content).startswith(b'{"format"')
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert row.submission.name not in answer["Content-Disposition"]


def test_a_file_that_is_gone_leaves_its_judgement(torre: Torre) -> None:
    from games import storage

    row = torre.files["disagrees"]
    storage.path_of(row.submission.sha256).unlink()
    text = text_of(torre.client("sara").get(row.get_absolute_url()))
    assert "illegal.underpaid" in text
    assert "<h2>The position just before" not in text
    assert torre.client("sara").get(f"{row.get_absolute_url()}log/").status_code == 404


def test_names_from_a_log_stay_text(torre: Torre) -> None:
    row = torre.files["disagrees"]
    evil = [{**player, "name": "<script>alert(1)</script>"} for player in row.players]
    Verification.objects.filter(pk=row.pk).update(players=evil, facts={**row.facts, "found": "<img src=x>"})
    text = text_of(Client().get(row.get_absolute_url()))
    assert "<script>alert" not in text
    assert "<img" not in text


def test_what_one_uploaded_is_listed_with_its_outcomes(torre: Torre) -> None:
    text = text_of(torre.client("hugo").get("/uploads/"))
    for words in ("agrees", "disagrees", "cannot be verified", "broken file"):
        assert f"</svg>{words}</span>" in text
    assert "Nothing yet." in text_of(torre.client("charlie").get("/uploads/"))


def test_refused_uploads_and_matches_to_confirm_are_to_do(torre: Torre) -> None:
    Verification.objects.update(finished_at="2026-11-03T12:00:00Z")
    import time_machine

    with time_machine.travel("2026-11-04T12:00:00Z", tick=False):
        assert "2 uploads refused" in text_of(torre.client("hugo").get("/"))
        assert "1 match to confirm" in text_of(torre.client("gufetta").get("/"))
        told = text_of(torre.client("charlie").get("/"))
        assert "Tell which player you are" in told
        assert "uploads refused" not in told
        assert "to confirm" not in told
