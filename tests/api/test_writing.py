"""What programs do: through the services of the pages, with a version that was read, and once under a key."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import TestCase

from games.models import AuditEntry, Match
from games.services.verification import verifications_run
from ladder import middleware
from ladder.services.matches import match_dispute, match_void
from tests.api.conftest import Program
from tests.factories import a_player
from tests.logs import a_record
from tests.pages.conftest import Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PEOPLE = ("", "charlie", "hugo", "gufetta", "vito", "sara", "zoe")
"""Visitor, account, the player who entered the match, another player of it, arbiter, manager, admin."""
TABLE: dict[str, tuple[int, ...]] = {
    #                  visitor account own  other arbiter manager admin
    "create":          (401,   201,  201,  201,  201,  201,  201),
    "confirm":         (401,   403,  409,  200,  200,  200,  200),
    "dispute":         (401,   403,  200,  200,  200,  200,  200),
    "decide":          (401,   403,  403,  403,  200,  200,  200),
    "state":           (401,   403,  200,  200,  200,  200,  200),
    "correct":         (401,   403,  403,  403,  200,  200,  200),
    "void":            (401,   403,  403,  403,  200,  200,  200),
    "restore":         (401,   403,  403,  403,  200,  200,  200),
    "submit":          (401,   201,  201,  201,  201,  201,  201),
    "claim":           (401,   201,  201,  201,  201,  201,  201),
    "see merge":       (401,   403,  403,  403,  403,  200,  200),
    "merge":           (401,   403,  403,  403,  403,  412,  412),
    "unmerge":         (401,   403,  403,  403,  403,  404,  404),
    "see closing":     (401,   403,  403,  403,  200,  200,  200),
    "close":           (401,   403,  403,  403,  403,  409,  409),
    "see revision":    (401,   403,  403,  403,  200,  200,  200),
    "revise":          (401,   403,  403,  403,  403,  201,  201),
    "decline":         (401,   403,  403,  403,  403,  200,  200),
}  # fmt: skip
SEATS = [{"player": "hugo_pt", "place": 1}, {"player": "gufetta", "place": 2}, {"player": "ines_lx", "place": 3}]
NEW = {
    "game": "azul",
    "ended_at": "2026-10-09T20:00:00Z",
    "seats": [{"player": "hugo_pt", "place": 1}, {"name": "Xenia Q", "new": True, "place": 2}],
}


def situation(act: str, torre: Torre) -> Match:
    """The match as the act finds it; September has something pending."""
    match, sara = torre.waiting, torre.people["sara"]
    if act == "decide":
        return match_dispute(match, version=match.version, by=sara, reason="places")
    if act == "restore":
        return match_void(match, version=match.version, by=sara, reason="twice")
    if act in ("see revision", "revise", "decline"):
        last = Match.objects.filter(ended_at__lt="2026-09-30T22:00Z").latest("ended_at")
        match_void(last, version=last.version, by=sara, reason="not played")
    return match


def do(act: str, program: Program, match: Match) -> int:
    at, version = f"matches/{match.slug}/", match.version
    months = "leagues/torre/months"
    last = {"seats": SEATS, "reason": "the record says so"}
    asked: dict[str, tuple[Any, ...]] = {
        "create": ("matches/", NEW),
        "confirm": (f"{at}confirm", {}, version),
        "dispute": (f"{at}dispute", {"reason": "I was second"}, version),
        "decide": (f"{at}confirm", {"reason": "it stands"}, version),
        "state": (f"{at}state", {"seats": SEATS}, version),
        "correct": (f"{at}correct", last, version),
        "void": (f"{at}void", {"reason": "twice"}, version),
        "restore": (f"{at}restore", {}, version),
        "submit": ("submissions/", {"text": a_record(71050).decode()}),
        "claim": ("players/adamanta/claim", {"words": "me"}),
        "see merge": ("players/livio_lupo1/merge?preview=1", {"into": "livio_lupo"}, 0),
        "merge": ("players/livio_lupo1/merge", {"into": "livio_lupo", "reason": "one"}, "0" * 32),
        "unmerge": ("players/livio_lupo1/unmerge", {"reason": "two"}, 1),
        "see closing": (f"{months}/2026-10/close?preview=1", {}, 0),
        "close": (f"{months}/2026-10/close", {}, season_version("2026-10")),
        "see revision": (f"{months}/2026-09/revise?preview=1", {"reason": "."}, 0),
        "revise": (f"{months}/2026-09/revise", {"reason": "not played"}, 1),
        "decline": (f"{months}/2026-09/decline", {"reason": "stays"}, 1),
    }
    path, body, *seen = asked[act]
    headers = program.headers | ({"if-match": f'"{seen[0]}"'} if seen else {})
    answer = program.client.post(f"/api/v1/{path}", body, "application/json", headers=headers)
    return int(answer.status_code)


def season_version(key: str) -> int:
    from ladder.models import Season

    return Season.objects.get(year=key[:4], month=key[5:]).version


@pytest.mark.usefixtures("at_now")
def test_every_cell(torre: Torre, program: Any) -> None:
    programs = {name: program(name) for name in PEOPLE}
    wrong = []
    for act, cells in TABLE.items():
        for person, expected in zip(PEOPLE, cells, strict=True):
            point = transaction.savepoint()
            found = do(act, programs[person], situation(act, torre))
            transaction.savepoint_rollback(point)
            if found != expected:
                wrong.append(f"{act} by {person or 'a visitor'}: {found}, not {expected}")
    assert wrong == []


@pytest.mark.usefixtures("at_now")
def test_a_token_does_no_more_than_it_says(torre: Torre, program: Any) -> None:
    narrow = program("sara", "account:read")
    at = f"matches/{torre.waiting.slug}/"
    for path in (f"{at}confirm", "matches/", "submissions/", "players/adamanta/claim", "players/adamanta/merge"):
        assert narrow.post(path, {}, 403) == "auth.scope"
    assert narrow.post("leagues/torre/months/2026-10/close", {}, 403, version=1) == "auth.scope"
    narrow.token.user.is_active = False
    narrow.token.user.save()
    assert narrow.get("me/", 401) == "auth.token"
    broken = program()
    broken.headers["authorization"] = "Bearer cla_nothing"
    assert broken.get("games/", 401) == "auth.token"
    assert broken.answer["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.usefixtures("at_now")
def test_a_result_is_reported_confirmed_disputed_and_decided(torre: Torre, program: Any) -> None:
    hugo, gufetta, vito = program("hugo"), program("gufetta"), program("vito")
    body = {**NEW, "seats": [{"player": "hugo_pt", "place": 1}, {"player": "gufetta", "place": 2}]}
    made = hugo.post("matches/", body, 201)
    at = f"matches/{made['match']['slug']}/"
    assert hugo.answer["Location"] == f"/api/v1/{at}"
    assert (made["outcome"], made["match"]["state"]) == ("new", "submitted")
    assert hugo.post("matches/", body, 200)["outcome"] == "same"
    assert hugo.post(f"{at}confirm", {}, 409, version=1) == "match.own_report"
    assert gufetta.post(f"{at}confirm", {}, 428) == "version.missing"
    assert gufetta.post(f"{at}confirm", {}, 412, version=9) == "version.changed"
    assert gufetta.answer["ETag"] == '"1"'
    assert gufetta.post(f"{at}confirm", {}, version=1)["state"] == "confirmed"
    assert gufetta.answer["ETag"] == '"2"'
    assert hugo.post(f"{at}confirm", {}, 409, version=2) == "match.state"
    assert gufetta.post(f"{at}dispute", {}, 422, version=2) == "invalid"
    assert gufetta.post(f"{at}dispute", {"reason": "not so"}, version=2)["state"] == "disputed"
    last = {"seats": [{"player": "gufetta", "place": 1, "score": 9}, {"player": "hugo_pt", "place": 1}]}
    told = vito.post(f"{at}correct", {**last, "reason": "level"}, version=3)
    assert [seat["place"] for seat in told["seats"]] == [1, 1]
    assert told["counts"][0]["points"][0]["points"] == {"exact": "5", "number": 5.0}
    entry = AuditEntry.objects.filter(kind="match").latest("pk")
    assert (entry.act, entry.actor, entry.origin, entry.role) == (
        "match.decided", torre.people["vito"], "token", "arbiter",
    )  # fmt: skip


@pytest.mark.usefixtures("at_now")
def test_who_is_meant_is_never_guessed(torre: Torre, program: Any) -> None:
    hugo = program("hugo")

    def report(**other: Any) -> Any:
        return hugo.post("matches/", {**NEW, "seats": [{"player": "hugo_pt", "place": 1}, {"place": 2, **other}]}, 422)

    assert report(name="gufeta") == "player.unknown"
    assert [one["slug"] for one in hugo.answer.json()["facts"]["near"]] == ["gufetta"]
    assert report(player="nobody") == "player.unknown"
    assert report() == "invalid"
    assert report(name="hugo_pt") == "result.player_twice"
    a_player("Xenia").names.update(text="gufetta", folded="gufetta")
    assert report(name="gufetta") == "player.ambiguous"
    seats = [{"player": "hugo_pt", "place": 1}, {"player": "gufetta", "place": 3}]
    assert hugo.post("matches/", {**NEW, "seats": seats}, 422) == "result.places"
    assert hugo.post("matches/", {**NEW, "game": "none"}, 422) == "invalid"
    assert hugo.post("matches/", {**NEW, "ended_at": "2031-01-01T00:00:00Z"}, 422) == "result.in_the_future"


@pytest.mark.usefixtures("at_now")
def test_a_file_is_taken_once_and_judged(torre: Torre, program: Any) -> None:
    hugo = program("hugo", "logs:write")
    raw = a_record(71060, ended=1_792_000_000)
    [received] = hugo.post("submissions/", {"text": raw.decode(), "name": "a.json"}, 201)["items"]
    assert received["new"]
    with TestCase.captureOnCommitCallbacks(execute=True):
        while verifications_run():
            pass
    told = hugo.get(f"submissions/{received['submission']['id']}/")
    assert told["verification"]["outcome"] == "agrees"
    assert told["match"]
    file = SimpleUploadedFile("b.json", raw)
    answer = hugo.client.post("/api/v1/submissions/", {"file": file}, headers=hugo.headers)
    assert answer.status_code == 200
    assert answer.json()["items"][0] == {"new": False, "submission": told}
    assert hugo.post("submissions/", {"text": ""}, 422) == "invalid"
    assert hugo.post("submissions/", [1], 422) == "invalid"
    hugo.client.post("/api/v1/submissions/", "[" * 100_000, "application/json", headers=hugo.headers)
    assert (
        hugo.client.post(
            "/api/v1/matches/", "[" * 100_000, "application/json", headers=program("hugo").headers
        ).status_code
        == 400
    )


@pytest.mark.usefixtures("at_now")
def test_a_closed_month_is_revised_as_it_was_previewed(torre: Torre, program: Any) -> None:
    sara, at = program("sara"), "leagues/torre/months/2026-09/"
    assert sara.post(f"{at}revise?preview=1", {"reason": "."}, 409) == "month.nothing_pending"
    situation("revise", torre)
    seen = sara.post(f"{at}revise?preview=1", {"reason": "."})
    assert seen["rows"]
    assert seen["causes"][0]["reason"] == "not played"
    assert sara.get(at)["revision"] == 3
    assert sara.post(f"{at}revise", {"reason": "not played"}, 412, version=7) == "version.changed"
    assert sara.answer.json()["facts"]["version"] == seen["version"]
    revision = sara.post(f"{at}revise", {"reason": "not played"}, 201, version=seen["version"])
    assert (revision["number"], revision["reason"]) == (4, "not played")
    assert sara.get(f"{at}revisions/4/diff")["rows"] == seen["rows"]
    at = "leagues/torre/months/2026-10/"
    closing = sara.post(f"{at}close?preview=1", {})
    assert closing["blocked"]
    assert "submitted" in {check["code"] for check in closing["checks"]}
    assert sara.post(f"{at}close", {}, 409, version=closing["version"]) == "month.blocked"
    assert sara.answer.json()["facts"]["checks"][0]["blocking"]


@pytest.mark.usefixtures("at_now")
def test_players_are_merged_as_it_was_previewed_and_parted_again(torre: Torre, program: Any) -> None:
    sara, at = program("sara"), "players/livio_lupo1/"
    seen = sara.post(f"{at}merge?preview=1", {"into": "livio_lupo"})
    assert seen["matches"] > 0
    assert [one["month"] for one in seen["months"]] == ["2026-09"]
    assert sara.post(f"{at}merge", {"into": "livio_lupo"}, 422, version=seen["seen"]) == "person.reason_missing"
    whole = {"into": "livio_lupo", "reason": "one"}
    assert sara.post(f"{at}merge", whole, 409, version=seen["seen"]) == "person.two_ids"
    sara.post(f"{at}merge", {**whole, "two_accounts": True}, 201, version=seen["seen"])
    assert sara.get(at)["slug"] == "livio_lupo"
    assert sara.get(at)["formerly"] == ["livio_lupo1"]
    back = sara.post(f"{at}unmerge?preview=1", {})
    assert sara.post(f"{at}unmerge", {"reason": "two"}, 412, version="0" * 32) == "version.changed"
    assert sara.post(f"{at}unmerge", {"reason": "two"}, 201, version=back["seen"])["undone"]
    assert sara.get(at)["slug"] == "livio_lupo1"
    assert sara.post("players/hugo_pt/merge?preview=1", {"into": "nobody"}, 404) == "not_found"
    claim = program("charlie").post("players/adamanta/claim", {"words": "me"}, 201)
    assert (claim["state"], claim["player"]["slug"]) == ("open", "adamanta")


@pytest.mark.usefixtures("at_now")
def test_webhooks_are_kept_by_managers_and_their_secret_is_told_once(torre: Torre, program: Any) -> None:
    sara, hugo, body = program("sara"), program("hugo"), {"url": "https://192.0.2.7/hook", "events": ["month.closed"]}
    assert hugo.post("webhooks/", {**body, "league": "torre"}, 403) == "auth.forbidden"
    assert sara.post("webhooks/", body, 403) == "auth.forbidden"
    assert sara.post("webhooks/", {**body, "league": "torre"}, 422) == "invalid"  # no public address
    body |= {"url": "https://1.1.1.1/hook", "league": "torre"}
    made = sara.post("webhooks/", body, 201, key="hook-key-1")
    assert len(made["secret"]) > 30
    assert sara.post("webhooks/", body, 201, key="hook-key-1") == {**made, "secret": None}
    assert sara.post("webhooks/", body, 409) == "webhook.there"
    at = f"webhooks/{made['id']}/"
    assert hugo.get(at, 404) == "not_found"
    assert hugo.post(f"{at}pause", {"paused": True}, 404, version=1) == "not_found"
    assert "secret" not in sara.get(at)
    assert sara.post(f"{at}pause", {"paused": True}, version=1)["paused"]
    assert sara.post(f"{at}try", {}, 409) == "webhook.paused"
    assert sara.post(f"{at}change", {"url": "https://1.1.1.1/x", "events": ["player.merged"]}, 412, version=1) == (
        "version.changed"
    )
    assert sara.get(f"{at}deliveries/")["items"] == []
    assert sara.post(f"{at}remove", {}, version=2)["id"] == made["id"]
    assert made["id"] not in [hook["id"] for hook in sara.get("webhooks/")["items"]]


@pytest.mark.usefixtures("at_now")
def test_the_same_key_again_gets_the_same_answer_and_does_nothing(torre: Torre, program: Any) -> None:
    hugo = program("hugo")
    first = hugo.post("matches/", NEW, 201, key="my-key-001")
    count = Match.objects.count(), AuditEntry.objects.count()
    assert hugo.post("matches/", dict(reversed(NEW.items())), 201, key="my-key-001") == first
    assert hugo.answer["Idempotency-Replayed"] == "true"
    assert hugo.answer["ETag"] == '"1"'
    assert (Match.objects.count(), AuditEntry.objects.count()) == count
    assert hugo.post("matches/", {**NEW, "game": "alhambra"}, 422, key="my-key-001") == "key.reused"
    assert hugo.post("matches/", NEW, 422, key="short") == "key"
    assert hugo.post("matches/", {**NEW, "game": "none"}, 422, key="my-key-002") == "invalid"
    assert hugo.post("matches/", NEW, 200, key="my-key-002")["outcome"] == "same"


@pytest.mark.usefixtures("at_now")
def test_too_many_requests_are_refused_and_every_answer_says_how_many_are_left(
    torre: Torre, program: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(middleware.RATES, "page", (2, 3, 4))
    visitor, sara, other = program(), program("sara"), program("sara")
    for left in ("1", "0"):
        visitor.get("games/")
        assert visitor.answer["RateLimit-Limit"] == "2"
        assert visitor.answer["RateLimit-Remaining"] == left
    assert visitor.get("games/", 429) == "too_many"
    assert visitor.answer["Retry-After"] == visitor.answer["RateLimit-Reset"]
    for _time in range(4):
        sara.get("games/")
    assert sara.get("games/", 429) == "too_many"
    assert other.get("games/")
    assert sara.answer["Cache-Control"] == "private, no-store"


@pytest.mark.usefixtures("at_now")
def test_more_problems_than_may_wait_are_refused_in_words(program: Any) -> None:
    hugo = program("hugo")
    for number in range(5):
        hugo.post("problems/", {"words": f"button {number} does nothing"}, 201)
    hugo.post("problems/", {"words": "button 0 does nothing"}, 201)
    assert hugo.post("problems/", {"words": "another"}, 409) == "problems.too_many"


@pytest.mark.usefixtures("at_now")
def test_a_key_is_answered_again_though_its_thing_is_gone_and_is_each_tokens_own(program: Any) -> None:
    sara, other = program("sara"), program("sara")
    body = {"url": "https://1.1.1.1/hook", "events": ["month.closed"], "league": "torre"}
    made = sara.post("webhooks/", body, 201)
    gone = sara.post(f"webhooks/{made['id']}/remove", {}, 200, made["version"], "forget-it")
    assert sara.post(f"webhooks/{made['id']}/remove", {}, 200, made["version"], "forget-it") == gone
    assert sara.answer["Idempotency-Replayed"] == "true"
    assert other.post(f"webhooks/{made['id']}/remove", {}, 404, made["version"], "forget-it") == "not_found"
    assert other.post("webhooks/", body, 201, key="forget-it")["id"] != made["id"], "another request of another token"
