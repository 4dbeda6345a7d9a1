"""What programs read: the same as the pages say, in exact numbers."""

import base64
import hashlib
import json
from typing import Any

import pytest

from ladder.selectors.rankings import ranking
from ladder.selectors.seasons import season_get
from tests.pages.conftest import Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.usefixtures("at_now")]


def test_a_visitor_reads_what_is_public(torre: Torre, program: Any) -> None:
    visitor = program()
    assert "alhambra" in [game["key"] for game in visitor.get("games/")["items"]]
    assert visitor.get("games/alhambra/")["verified"] is True
    [league] = visitor.get("leagues/")["items"]
    assert (league["slug"], league["month"]) == ("torre", "2026-11")
    assert visitor.get("leagues/torre/") == league
    [rules] = visitor.get("leagues/torre/rules/")["items"]
    assert rules["version"] == 1
    assert rules["lines"]
    months = {row["month"]["key"]: row for row in visitor.get("leagues/torre/months/")["items"]}
    assert months["2026-09"]["month"]["state"] == "closed"
    month = visitor.get("leagues/torre/months/2026-09/")
    assert visitor.answer["ETag"].startswith(f'"{month["version"]}-')
    assert month["end"] == "2026-09-30T22:00:00Z"
    for path in ("games/nim/", "leagues/none/", "leagues/torre/months/2026-13/", "players/nobody/", "matches/none/"):
        assert visitor.get(path, 404) == "not_found"
    assert visitor.get("nothing/at/all", 404) == "not_found"
    assert visitor.client.get("/api/v1/games").status_code == 308


def test_what_is_known_is_not_sent_again(torre: Torre, program: Any) -> None:
    visitor = program()
    for path in ("leagues/", "leagues/torre/months/2026-09/", "leagues/torre/months/2026-09/ranking"):
        visitor.get(path)
        tag = visitor.answer["ETag"]
        for known in (tag, f'"other", W/{tag}', "*"):
            assert (
                visitor.client.get(f"/api/v1/{path}", headers=visitor.headers | {"if-none-match": known}).content == b""
            )
            assert visitor.client.get(f"/api/v1/{path}", headers={"if-none-match": known}).status_code in (200, 304)
        assert visitor.get(path, **{"if-none-match": '"other"'})
    match = program("gufetta")
    at = f"matches/{torre.waiting.slug}/"
    match.get(at)
    tag = match.answer["ETag"].strip('"')
    assert match.post(f"{at}dispute", {"reason": "not so"}, version=tag)["state"] == "disputed", "as it was read"
    assert match.client.get(f"/api/v1/{at}", headers=match.headers | {"if-none-match": f'"{tag}"'}).status_code == 200


def test_a_cursor_that_somebody_made_up_is_refused(program: Any) -> None:
    for values in (["\ud800", 1], [1], ["\0", 1], [True, 1], [[1], 1], {"a": 1}, ["x", 10**30]):
        cursor = base64.urlsafe_b64encode(json.dumps(values).encode()).decode()
        assert program().get(f"players/?cursor={cursor}", 422) == "cursor", values


def test_a_ranking_is_exact_and_says_why(torre: Torre, program: Any) -> None:
    visitor = program()
    rows = visitor.get("leagues/torre/months/2026-10/ranking?limit=200")["items"]
    season = season_get(torre.ladder, "2026-10")
    assert season is not None
    facts = ranking(season)
    lines = [*facts.ranked, *facts.below]
    assert [(row["rank"], row["player"]["slug"], row["points"]["exact"]) for row in rows] == [
        (line.rank, line.player.slug, str(line.points)) for line in lines
    ]
    assert any("/" in row["points"]["exact"] and row["points"]["number"] % 1 for row in rows)
    why = visitor.get("leagues/torre/months/2026-10/ranking/hugo_pt/why")
    assert why["sentence"].startswith("hugo_pt is ")
    assert sum(one["counts"] for one in why["matches"]) == len(facts.of(why_player(lines)).counted)
    assert {one["reason"] for one in why["matches"] if not one["counts"]} <= {"submitted", "best"}
    assert visitor.get("leagues/torre/months/2026-10/ranking/nobody/why", 404) == "not_found"


def why_player(lines: Any) -> Any:
    return next(line.player for line in lines if line.player.slug == "hugo_pt")


def test_revisions_are_read_one_by_one(torre: Torre, program: Any) -> None:
    visitor, at = program(), "leagues/torre/months/2026-09/"
    revisions = visitor.get(f"{at}revisions/")["items"]
    assert [one["number"] for one in revisions] == [3, 2, 1]
    assert revisions[1]["causes"][0]["text"] == "a match was struck out"
    first, second = (visitor.get(f"{at}ranking?revision={number}")["items"] for number in (1, 2))
    assert first != second
    assert visitor.get(f"{at}ranking?revision=3")["items"] == first
    diff = visitor.get(f"{at}revisions/2/diff")
    assert diff["rows"]
    [match] = diff["matches"]
    assert match["before"]
    assert match["after"] == []
    assert visitor.get(f"{at}revisions/9/diff", 404) == "not_found"
    assert visitor.get(f"{at}ranking?revision=9", 404) == "not_found"
    assert visitor.get(f"{at}ranking?revision=x", 422) == "invalid"


def test_lists_go_on_by_cursor_without_a_gap(torre: Torre, program: Any) -> None:
    visitor = program()
    for path, key in (("players/", "slug"), ("matches/", "slug"), ("leagues/torre/months/2026-10/ranking", "rank")):
        whole = visitor.get(f"{path}?limit=200")["items"]
        assert len(whole) > 5
        found, address = [], f"/api/v1/{path}?limit=5"
        while address:
            page = visitor.client.get(address, headers=visitor.headers).json()
            assert len(page["items"]) <= 5
            found += page["items"]
            address = (page["next"] or "").removeprefix("http://127.0.0.1:8000")
        assert [one[key] for one in found] == [one[key] for one in whole]
    for cursor in ("x", "W10=", "WyJhIl0=", "WzEsMl0="):
        assert visitor.get(f"matches/?cursor={cursor}", 422) == "cursor"


def test_players_are_found_by_name_and_by_number(torre: Torre, program: Any) -> None:
    visitor = program()
    assert [one["slug"] for one in visitor.get("players/?q=hugo")["items"]] == ["hugo_pt"]
    hugo = torre.people["hugo"].player
    number = hugo.identities.get(platform="bga").platform_id
    assert [one["slug"] for one in visitor.get(f"players/?bga_id={number}")["items"]] == ["hugo_pt"]
    assert visitor.get("players/?bga_id=abc", 422) == "invalid"
    assert visitor.get("players/hugo_pt/")["name"] == "hugo_pt"
    results = visitor.get("players/hugo_pt/results")["items"]
    assert {one["counts"][0]["league"] for one in results} == {"torre"}
    assert any(one["counts"][0]["points"] for one in results)
    [rating] = visitor.get("players/hugo_pt/ratings")["items"]
    assert rating["pool"] == "all-tables"
    assert rating["lines"]
    versus = visitor.get("players/hugo_pt/vs/gufetta")
    assert versus["met"] == versus["ahead"] + versus["level"] + versus["behind"]
    assert visitor.get("players/hugo_pt/vs/hugo_pt", 404) == "not_found"


def test_who_hides_his_name_is_initials_to_visitors(torre: Torre, program: Any) -> None:
    hugo = torre.people["hugo"].player
    hugo.full_name, hugo.name = "hugo_pt", "h."
    hugo.save()
    number = hugo.identities.get(platform="bga").platform_id
    visitor, member, narrow = program(), program("charlie"), program("charlie", "results:write")
    assert visitor.get("players/hugo_pt/")["name"] == "h."
    assert member.get("players/hugo_pt/")["name"] == "hugo_pt"
    assert narrow.get("players/hugo_pt/")["name"] == "hugo_pt"
    assert program("charlie", "logs:write").get("players/hugo_pt/")["name"] == "h."
    assert visitor.get("players/?q=hugo")["items"] == []
    assert visitor.get(f"players/?bga_id={number}")["items"] == []
    seats = visitor.get(f"matches/{torre.waiting.slug}/")["seats"]
    assert "hugo_pt" not in [seat["player"]["name"] for seat in seats]


def test_matches_are_filtered_as_on_their_page(torre: Torre, program: Any) -> None:
    visitor = program()
    waiting = visitor.get("matches/?state=submitted&player=hugo_pt&league=torre&month=2026-10&size=3")["items"]
    assert [one["slug"] for one in waiting] == [torre.waiting.slug]
    assert visitor.get("matches/?league=none", 422) == "invalid"
    listed = visitor.get("matches/?limit=200")["items"]
    number = next(one["table_id"] for one in listed if one["table_id"])
    assert {one["table_id"] for one in visitor.get(f"matches/?table_id={number}")["items"]} == {number}
    assert visitor.get("matches/?table_id=99999999")["items"] == []
    match = visitor.get(f"matches/{torre.waiting.slug}/")
    [count] = match["counts"]
    assert (count["league"], count["month"], count["reason"], count["points"]) == ("torre", "2026-10", "submitted", [])
    assert [seat["place"] for seat in match["seats"]] == [1, 2, 3]
    assert visitor.answer["ETag"].startswith(f'"{torre.waiting.version}-')


def test_logs_are_read_with_their_tables(torre: Torre, program: Any) -> None:
    visitor, row = program(), torre.files["disagrees"]
    judged = visitor.get(f"verifications/{row.pk}/")
    assert (judged["outcome"], judged["code"]) == ("disagrees", "illegal.underpaid")
    assert judged["expected"] > judged["found"]
    place = visitor.get(f"verifications/{row.pk}/position")
    assert place["refused"]
    assert place["after"] is None
    before = visitor.get(f"verifications/{row.pk}/position?at={place['before']}&viewer=1&seat=2")
    assert (before["step"], before["refused"]) == (place["step"] - 1, False)
    drawn = visitor.get(f"verifications/{row.pk}/position.svg?at={place['at']}")
    assert drawn.startswith("<svg")
    assert visitor.answer["Content-Type"] == "image/svg+xml"
    assert visitor.get(f"verifications/{row.pk}/position.svg?panel=9", 404) == "not_found"
    assert visitor.get(f"submissions/{row.submission_id}/")["verification"]["outcome"] == "disagrees"
    file = visitor.client.get(f"/api/v1/verifications/{row.pk}/log")
    assert hashlib.sha256(file.content).hexdigest() == row.submission.sha256
    assert (file["Content-Type"], file["Content-Disposition"][:16]) == ("application/octet-stream", "attachment; file")
    unseen = torre.files["cannot"]
    assert visitor.get(f"verifications/{unseen.pk}/log", 404) == "not_found"
    assert visitor.get(f"verifications/{unseen.pk}/", 404) == "not_found"
    assert program("charlie").get(f"submissions/{unseen.submission_id}/", 404) == "not_found"
    assert program("hugo", "logs:write").get(f"verifications/{unseen.pk}/")["outcome"] == "cannot"
    assert program("hugo", "results:write").get(f"verifications/{unseen.pk}/", 404) == "not_found"


def test_keepers_read_what_waits_and_what_was_done(torre: Torre, program: Any) -> None:
    sara, hugo = program("sara"), program("hugo")
    me = hugo.get("me/")
    assert (me["player"]["slug"], me["roles"], me["to_confirm"]) == ("hugo_pt", [], [])
    assert sara.get("me/")["roles"] == [{"role": "manager", "league": "torre", "tournament": None}]
    kinds = {one["kind"] for one in sara.get("queue/?limit=200")["items"]}
    assert kinds == {"duplicate", "waiting"}
    assert {one["kind"] for one in sara.get("queue/?kind=waiting")["items"]} == {"waiting"}
    entries = sara.get("audit/?kind=season")["items"]
    assert entries[0]["act"] == "season.revised"
    assert entries[0]["told"] == "Revision published"
    assert sara.get("publications/")["items"] == []
    assert [one["name"] for one in hugo.get("submissions/")["items"]][-1] == "agrees.json"
    for path in ("queue/", "audit/", "publications/"):
        assert hugo.get(path, 403) == "auth.forbidden"
    for path in ("me/", "queue/", "audit/", "publications/", "submissions/"):
        assert program().get(path, 401) == "auth.missing"
        assert program("sara", "leagues:manage").get(path, 403) == "auth.scope"


def test_problems_are_told_in_the_language_asked_for(torre: Torre, program: Any) -> None:
    visitor = program()
    told = {}
    for language in ("it", "en"):
        visitor.headers["accept-language"] = language
        visitor.get("leagues/torre/months/2026-09/ranking?revision=0", 422)
        told[language] = json.loads(visitor.answer.content)
    assert told["it"]["code"] == told["en"]["code"] == "invalid"
    assert told["en"]["facts"] == {"fields": {"revision": ["Ensure this value is greater than or equal to 1."]}}
    assert told["it"]["facts"] != told["en"]["facts"]
    assert told["en"]["type"].endswith("/api/docs/#code-invalid")
