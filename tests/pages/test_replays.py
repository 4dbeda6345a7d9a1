"""A match move by move: the drawn table, the list in words, who may see it, and what it costs."""

import json
import re
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import storage
from games.models import Match, Player, Submission, Verification
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder.models import Ladder
from ladder.publishing.position import position_svg
from tests.pages.conftest import Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

GOLDEN = Path(__file__).parent.parent / "golden"
MATCHES = {
    "log": "alhambra/bga/002-4p.json.gz",
    "two": "alhambra/bga/001-2p.json.gz",
    "res_arcana": "res_arcana/records/draft-4p.json",
    "revive": "revive/records/four-bga-abyss-long.json",
    "arctica": "arctica/records/single-active-5p.json",
}
REFUSED = "alhambra/bga/corrupt/c01-wrong_price_paid.json.gz"


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def brought(torre: Torre, name: str) -> Verification:
    """A golden file, uploaded and judged."""
    raw = (GOLDEN / name).read_bytes()
    [received] = submission_create(raw, name=name[-40:], uploader=torre.people["hugo"], address="203.0.113.7")
    while verifications_run():
        pass
    return Verification.objects.select_related("submission__match").get(submission=received.submission)


def replay_of(row: Verification) -> str:
    return f"{row.get_absolute_url()}replay/"


def present(text: str) -> str:
    """The number and key of the step that is shown."""
    found = re.search(r'href="[^"]*\?at=([^"&]*)[^"]*" aria-current="true"><span class="n">(\d+)', text)
    assert found is not None
    return f"{found[2]} {found[1]}"


def way(text: str, name: str) -> str:
    """Where a button leads to."""
    found = re.search(rf'id="go-{name}" href="([^"]*)"', text)
    return found[1].replace("&amp;", "&") if found else ""


@pytest.mark.parametrize("name", MATCHES)
def test_every_game_is_drawn_and_told_at_each_place(torre: Torre, name: str) -> None:
    row, client = brought(torre, MATCHES[name]), torre.client()
    assert row.verdict in ("verified", "consistent")
    for asked in ("", "?at=last", "?move=30", "?at=last&as=1&show=2"):
        answer = client.get(replay_of(row) + asked, follow=True)
        text = text_of(answer)
        assert answer.status_code == 200
        assert text.count('class="panel"') == (3 if name == "revive" else 2), "what is common, and one player's part"
        assert 'class="chart long"' in text
        assert len(answer.content) <= 75_000
    words = text_of(client.get(f"{replay_of(row)}moves/"))
    assert words.count('<span class="n">') > 20


@pytest.mark.parametrize("name", MATCHES)
def test_the_part_shown_is_that_of_the_player_chosen(torre: Torre, name: str) -> None:
    row = brought(torre, MATCHES[name])
    for number, player in enumerate(row.players, start=1):
        text = text_of(torre.client().get(f"{replay_of(row)}?at=last&show={number}"))
        assert f'aria-label="{escape(player["name"])}"' in text


def test_the_buttons_lead_from_step_to_step(torre: Torre) -> None:
    row, client = brought(torre, MATCHES["log"]), torre.client()
    here = replay_of(row)
    first = text_of(client.get(f"{here}?at=2.0"))
    assert way(first, "before") == way(first, "first") == ""
    second = text_of(client.get(here + way(first, "after")))
    assert present(second).startswith("2 ")
    assert present(text_of(client.get(here + way(second, "before")))) == present(first)
    last = text_of(client.get(here + way(first, "last")))
    assert way(last, "after") == way(last, "last") == ""
    turn = text_of(client.get(here + way(second, "turn-after")))
    again = text_of(client.get(here + way(turn, "turn-after")))
    assert present(text_of(client.get(here + way(again, "turn-before")))) == present(turn)


def test_a_move_number_is_resolved_to_its_place(torre: Torre) -> None:
    row, client = brought(torre, MATCHES["log"]), torre.client()
    answer = client.get(f"{replay_of(row)}?move=57&as=2")
    assert answer.status_code == 302
    assert re.fullmatch(rf"{replay_of(row)}\?at=\d+\.\d+&as=2", answer["Location"])


def test_a_place_that_is_none_is_not_found(torre: Torre) -> None:
    address = replay_of(torre.files["agrees"])
    assert torre.client().get(f"{address}?at=nonsense").status_code == 404
    assert torre.client().get(f"{address}?at=1&as=99&show=99").status_code == 200, (
        "nobody sits there: as everybody sees"
    )


def test_what_was_taken_back_is_struck_and_what_was_checked_is_marked(torre: Torre) -> None:
    text = text_of(torre.client().get(f"{replay_of(brought(torre, MATCHES['log']))}moves/"))
    assert "taken back:" in text
    assert re.search(r"<s>[^<]*takes yellow 5", text)
    assert "statement checked" in text


def test_a_refused_log_is_replayed_up_to_what_cannot_be(torre: Torre) -> None:
    row, client = brought(torre, REFUSED), torre.client("hugo")
    page = text_of(client.get(row.get_absolute_url()))
    assert f'href="{replay_of(row)}?at=last"' in page
    text = text_of(client.get(f"{replay_of(row)}?at=last"))
    assert "Disagrees at move 57" in text
    assert 'class="focus"' in text, "the culprit is marked"
    assert "✗" in text
    assert "cannot be" in text_of(client.get(f"{replay_of(row)}moves.txt"))


def test_a_match_shows_the_newest_log_that_was_accepted(torre: Torre) -> None:
    row = torre.files["agrees"]
    match = row.submission.match
    assert f"{match.get_absolute_url()}replay/" in text_of(torre.client().get(match.get_absolute_url()))
    refused = torre.files["disagrees"].submission
    Submission.objects.filter(pk=refused.pk).update(match=match, relation="witness")
    text = text_of(torre.client().get(f"{match.get_absolute_url()}replay/"))
    assert row.get_absolute_url() in text
    Verification.objects.filter(submission=refused).update(verdict="verified")
    text = text_of(torre.client().get(f"{match.get_absolute_url()}replay/"))
    assert torre.files["disagrees"].get_absolute_url() in text


def test_hands_are_seen_by_their_owner_only(torre: Torre) -> None:
    row, client = brought(torre, MATCHES["log"]), torre.client()
    address = f"{replay_of(row)}?at=2.0&show=1"
    everybody, owner = (text_of(client.get(address + seen)) for seen in ("", "&as=1"))
    assert "unknown: 4" in everybody
    assert "green 2, orange 6, yellow 7, blue 9" not in everybody
    assert "green 2, orange 6, yellow 7, blue 9" in owner
    assert "Calce&amp;Mattone, Hand" in owner
    assert "Hand" not in everybody


def test_names_that_are_hidden_stay_hidden(torre: Torre) -> None:
    row = torre.files["agrees"]
    name = row.players[0]["name"]
    player = Player.objects.get(names__text=name)
    Player.objects.filter(pk=player.pk).update(full_name=name, name="X. Y.")
    match = row.submission.match
    for address in (f"{match.get_absolute_url()}replay/", f"{match.get_absolute_url()}replay/moves/", replay_of(row)):
        assert name not in text_of(torre.client().get(address)), address
        assert name in text_of(torre.client("sara").get(address)), address


def test_names_from_a_log_stay_text(torre: Torre) -> None:
    row = torre.files["agrees"]
    evil = [{**player, "name": "<script>alert(1)</script>"} for player in row.players]
    Verification.objects.filter(pk=row.pk).update(players=evil)
    for part in ("", "moves/"):
        assert "<script>alert" not in text_of(torre.client().get(replay_of(row) + part))


def test_without_a_log_the_page_says_how_to_bring_one(torre: Torre) -> None:
    answer = torre.client().get(f"{torre.waiting.get_absolute_url()}replay/")
    assert answer.status_code == 404
    assert "This match has no log that could be replayed." in text_of(answer)
    assert "Watch the replay" not in text_of(torre.client().get(torre.waiting.get_absolute_url()))
    row = torre.files["agrees"]
    storage.path_of(row.submission.sha256).unlink()
    for part in ("", "moves/"):
        gone = torre.client().get(replay_of(row) + part)
        assert gone.status_code == 404
        assert "its file is gone" in text_of(gone)
    assert torre.client().get(f"{replay_of(row)}moves.txt").status_code == 404


CHANGED = {
    "alhambra/records/official-3p.json": ("buy", {"cards": []}),
    "res_arcana/records/official-3p.json": ("discard", {"gain": {"gold": 5}}),
    "revive/records/two-official.json": ("build", {"space": [99, 99]}),
    "arctica/records/official-3p.json": ("turn", {"scores": [90, 91, 92]}),
}
"""By record: a kind of event whose first one is changed, and how."""


@pytest.mark.parametrize("name", CHANGED)
def test_a_player_understands_what_is_refused_in_every_game(torre: Torre, name: str) -> None:
    kind, change = CHANGED[name]
    record = json.loads((GOLDEN / name).read_bytes())
    event = next(event for event in record["events"] if event["type"] == kind)
    event.update(change)
    raw = json.dumps(record).encode()
    [received] = submission_create(raw, name="changed", uploader=torre.people["hugo"], address="203.0.113.7")
    while verifications_run():
        pass
    row = Verification.objects.get(submission=received.submission)
    assert row.verdict == "refused"
    client = torre.client("hugo")
    text = text_of(client.get(row.get_absolute_url()))
    for heading in ("The position just before", "What you can do"):
        assert f"<h2>{heading}" in text
    assert 'class="note cap"' in text, "the rule in one line"
    if (seat := row.facts.get("seat", event.get("seat"))) is not None:
        first = text.partition('<figure class="boards">')[2].partition("</figure>")[0]
        assert f'aria-label="{escape(row.players[seat]["name"])}"' in first, "the part of who did it comes first"
    assert f'href="{replay_of(row)}?at=last"' in text
    assert "note bad" in text_of(client.get(f"{replay_of(row)}?at=last"))


PEOPLE = ("", "charlie", "hugo", "gufetta", "vito", "sara", "zoe")
"""Visitor, account, two players of the match, arbiter, manager, admin."""


@pytest.mark.parametrize(
    ("logs_public", "cells"), [(True, (200,) * 7), (False, (404, 404, 200, 200, 200, 200, 200))], ids=["shown", "not"]
)
def test_who_may_watch(torre: Torre, logs_public: bool, cells: tuple[int, ...]) -> None:
    Ladder.objects.update(logs_public=logs_public)
    match = torre.waiting
    Submission.objects.filter(pk=torre.files["agrees"].submission_id).update(match=match)
    for person, expected in zip(PEOPLE, cells, strict=True):
        for part in ("", "moves/", "moves.txt"):
            answer = torre.client(person).get(f"{match.get_absolute_url()}replay/{part}")
            assert answer.status_code == expected, (person, part)


def test_htmx_gets_the_part_alone(torre: Torre) -> None:
    address = replay_of(torre.files["agrees"])
    part = torre.client().get(address, headers={"HX-Request": "true"})
    assert text_of(part).lstrip().startswith('<div id="replay"')
    assert "HX-Request" in part["Vary"]
    back = torre.client().get(address, headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert "<!doctype html>" in text_of(back)


@pytest.mark.parametrize("person", ["", "gufetta", "sara"])
def test_a_step_asks_the_database_little(torre: Torre, person: str) -> None:
    match: Match = torre.files["agrees"].submission.match
    client = torre.client(person)
    for address in (f"{match.get_absolute_url()}replay/?at=40", replay_of(torre.files["agrees"])):
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        assert len(queries) <= 12


def test_a_position_is_a_picture_that_stands_alone(torre: Torre) -> None:
    row = brought(torre, MATCHES["revive"])
    here = f"{row.submission.match.get_absolute_url()}replay/"  # type: ignore[union-attr]
    address = f"{here}position.png?at=40"
    assert address in text_of(torre.client().get(f"{here}?at=40")), "the card of the page"
    card = torre.client().get(address)
    assert card["Content-Type"] == "image/png"
    assert len(card.content) <= 80_000
    svg = torre.client().get(f"{here}position.svg?at=40").content
    ElementTree.fromstring(svg)
    assert b"var(" not in svg, "no style sheet is needed"
    assert b"non-scaling" not in svg, "nor a browser"
    for wrong in ("position.gif", "position.svg?at=nothing"):
        assert torre.client().get(f"{here}{wrong}").status_code == 404
    Ladder.objects.update(logs_public=False)
    assert torre.client().get(f"{row.get_absolute_url()}replay/position.svg").status_code == 404


def test_a_long_strip_shows_its_upper_part_large_enough_to_be_read() -> None:
    panels = ['<svg viewBox="0 0 100 1000"></svg>', '<svg viewBox="0 0 100 90"></svg>']
    cut, whole = (position_svg("Arctica", "", panels, whole=whole) for whole in (False, True))
    assert 'viewBox="0 0 100.0 120.0"' in cut
    assert 'viewBox="0 0 100.0 90.0"' in cut
    assert 'viewBox="0 0 100.0 1000.0"' in whole
