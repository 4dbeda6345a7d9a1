"""A tournament from its making to a deleted round by a program; and what else managers and players do by one."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Follow, Player, User
from ladder.models import Role
from tests.api.conftest import Program
from tests.factories import a_league, a_user
from tests.pages.conftest import Torre
from tests.tournaments.events import Event
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def rosa() -> Program:
    return Program(a_user("rosa", is_superuser=True))


def made(rosa: Program) -> str:
    """A Swiss for eight at tables of four, running, by a program alone."""
    a_league()
    cup = rosa.post("tournaments/", {"name": "Coppa", "game": "alhambra", "people": 8}, 201)
    at = f"tournaments/{cup['slug']}/"
    assert cup["state"] == "draft"
    assert rosa.post(f"{at}terms", {"terms": {"wanted": 9}}, 422, version=cup["version"]) == "invalid"
    assert rosa.post(f"{at}terms", {"terms": {"bye": "1e999999999"}}, 422, version=cup["version"]) == "invalid"
    stages = [{"format": "swiss", "rounds": 2}]
    cup = rosa.post(
        f"{at}terms", {"terms": {"check_in": False, "bye": "9/2"}, "stages": stages}, version=cup["version"]
    )
    assert (cup["terms"]["bye"], cup["terms"]["wanted"]) == ("9/2", 4)
    for to in ("announced", "entries"):
        cup = rosa.post(f"{at}advance", {"to": to}, version=cup["version"])
    for name in "ann bob cid dot eva fay gus hal".split():
        rosa.post(f"{at}enter", {"name": name, "new": True}, 201)
    for to in ("check_in", "running"):
        cup = rosa.post(f"{at}advance", {"to": to}, version=rosa.get(at)["version"])
    return at


def lines(table: dict[str, Any], *, turned: bool = False) -> list[dict[str, Any]]:
    seats = table["seats"][::-1] if turned else table["seats"]
    return [{"entrant": seat["entrant"], "place": place} for place, seat in enumerate(seats, 1)]


def test_a_tournament_is_made_and_directed(rosa: Program) -> None:
    at = made(rosa)
    people = rosa.get(f"{at}entrants/")["items"]
    first, second = people[0], people[1]
    seeded = rosa.post(f"{at}entrants/{first['id']}/club", {"club": "Torre"}, version=first["version"])
    assert seeded["club"] == "Torre"
    apart = rosa.post(f"{at}apart/", {"first": first["id"], "second": second["id"], "reason": "asked"}, 201)
    assert rosa.get(f"{at}apart/")["items"] == [apart]
    assert rosa.post(f"{at}apart/{apart['id']}/remove", {}) == apart
    assert rosa.post(f"{at}roles/", {"email": "no@example.org", "role": "arbiter"}, 422) == "invalid"
    vito = a_user("vito")
    role = rosa.post(f"{at}roles/", {"email": vito.email, "role": "arbiter"}, 201)
    stage = rosa.get(f"{at}stages/1/")
    if stage["state"] == "planned":
        stage = rosa.post(f"{at}stages/1/start", {}, version=stage["version"])
    draft = rosa.post(f"{at}stages/1/pair", {}, 201, version=rosa.get(f"{at}stages/1/")["version"])
    here = f"{at}rounds/{draft['id']}/"
    table = draft["tables"][0]
    locked = rosa.post(f"{at}tables/{table['id']}/lock", {"locked": True}, version=table["version"])
    draft = rosa.get(here)
    mover = draft["tables"][1]["seats"][0]["entrant"]
    out = rosa.post(f"{here}move", {"entrant": mover, "table": None, "reason": "ill"}, version=draft["version"])
    assert [one["entrant"] for one in out["out"]] == [mover]
    back = rosa.post(f"{here}move", {"entrant": mover, "table": 2, "reason": "well"}, version=out["version"])
    assert rosa.post(f"{here}schedule", {"at": "2020-01-01T10:00"}, 409, version=back["version"]) == (
        "tournament.deadline_past"
    )
    later = rosa.post(f"{here}schedule", {"at": "2099-01-01T10:00"}, version=back["version"])
    published = rosa.post(f"{here}publish", {}, version=later["version"])
    assert published["state"] == "published"
    assert locked["id"] == table["id"]
    more = rosa.post(f"{here}extend", {}, version=published["version"])
    assert more["deadline"] > published["deadline"]
    one, other = (rosa.get(f"{at}tables/{one['id']}/") for one in more["tables"])
    one = rosa.post(f"{at}tables/{one['id']}/result", {"lines": lines(one)}, version=one["version"])
    turned = {"lines": lines(one, turned=True), "reason": "typed the other way"}
    now = rosa.post(f"{at}tables/{one['id']}/correct", turned, version=one["version"])
    assert now["seats"][0]["place"] == 4
    gone = rosa.post(f"{at}tables/{one['id']}/detach", {"reason": "of another day"}, version=now["version"])
    assert gone["state"] == "open"
    none = rosa.post(f"{at}tables/{one['id']}/no-result", {"reason": "nobody came"}, version=gone["version"])
    assert none["state"] == "no_result"
    asked = rosa.post(f"{at}tables/{other['id']}/ask", {})
    judge = Program(vito)
    decided = judge.post(f"{at}tables/{other['id']}/adjudicate", {"lines": lines(other)}, version=asked["version"])
    assert decided["state"] == "decided"
    assert judge.post(f"{at}tables/{one['id']}/adjudicate", {"lines": lines(one)}, 403, version=one["version"])
    state = rosa.get(here)
    if state["state"] != "complete":
        state = rosa.post(f"{here}complete", {}, version=state["version"])
    assert rosa.post(f"{here}reopen", {"typed": "no"}, 409, version=state["version"]) == "tournament.name_of_the_round"
    opened = rosa.post(f"{here}reopen", {"typed": "Turno 1"}, version=state["version"])
    act = rosa.post(f"{here}delete", {"typed": "Turno 1"}, version=opened["version"])
    assert act["kind"] == "round.deleted"
    assert rosa.get(f"{at}rounds/")["items"] == []
    assert rosa.get(f"{at}diary")["items"][0]["told"] == "Round 1 deleted"
    assert rosa.post(f"{at}roles/{role['id']}/remove", {}) == role
    assert rosa.post(f"{at}message", {"words": "See you"})["told"] == 0
    assert rosa.post(f"{at}cancel", {"reason": "storm"}, version=rosa.get(at)["version"])["state"] == "cancelled"


def test_those_at_a_table_agree_when_to_play(rosa: Program) -> None:
    event = Event("ann bob cid dot".split(), by=rosa.user)
    for name in ("ann", "bob"):
        Player.objects.filter(name=name).update(user=a_user(name))
    ann, bob = (Program(User.objects.get(email=f"{name}@example.org")) for name in ("ann", "bob"))
    eve = Program(a_user("eve"))
    event.publish(event.pair())
    tournament: Tournament = event.tournament
    at = f"tournaments/{tournament.slug}/"
    [table] = rosa.get(f"{at}tables/")["items"]
    when = (timezone.now() + timedelta(days=2)).isoformat()
    dates = f"{at}tables/{table['id']}/dates/"
    date = ann.post(dates, {"at": when}, 201)
    assert not date["agreed"]
    assert bob.post(f"{dates}{date['id']}/answer", {"can": True})["id"] == table["id"]
    [seen] = bob.get(dates)["items"]
    assert len(seen["can"]) == 2
    assert eve.get(dates, 403) == "auth.forbidden"
    assert eve.post(dates, {"at": when}, 403) == "auth.forbidden"
    assert rosa.get(f"{at}offers/")["items"] == []


def test_people_leagues_and_games_are_kept(torre: Torre, program: Any, at_now: None) -> None:
    sara, hugo, zoe = program("sara"), program("hugo"), program("zoe")
    assert sara.post("players/ines_lx/rename", {"name": "Ines"})["name"] == "Ines"
    assert sara.post("players/adamanta/identify", {"platform_id": "91000001"})["state"] == "identified"
    assert hugo.post("players/gufetta/hide", {"hidden": True}, 403) == "auth.forbidden"
    hidden = hugo.post("players/hugo_pt/hide", {"hidden": True})
    assert hugo.post(f"players/{hidden['slug']}/hide", {"hidden": False})["name"] == "hugo_pt"
    charlie = program("charlie")
    claim = charlie.post("claims/", {"name": "Charlie"}, 201)
    assert claim["state"] == "open"
    assert [one["id"] for one in charlie.get("claims/")["items"]] == [claim["id"]]
    assert hugo.post(f"claims/{claim['id']}/accept", {}, 403) == "auth.forbidden"
    assert sara.post(f"claims/{claim['id']}/accept", {})["state"] == "accepted"
    game = sara.post("games/", {"name": "Cascadia", "names": {"it": "Cascadia"}, "seats_max": 4}, 201)
    assert game["key"] == "cascadia"
    latest = sara.get("leagues/torre/rules/")["items"][0]
    body = {"document": {"minimum": 2}, "words": "Be kind."}
    rules = sara.post("leagues/torre/rules/", body, 201, version=latest["version"])
    assert (rules["version"], rules["document"]["minimum"]) == (latest["version"] + 1, 2)
    assert sara.post("leagues/torre/rules/", body, 412, version=latest["version"]) == "version.changed"
    assert sara.post("leagues/torre/rules/", {}, 409, version=rules["version"]) == "rules.unchanged"
    bad = {"document": {"minimum": "x"}}
    assert sara.post("leagues/torre/rules/", bad, 422, version=rules["version"]) == "invalid"
    settled = sara.post("leagues/torre/settling", {"silence_hours": 48, "close_after_days": 3})
    assert settled["silence_hours"] == 48
    settled = sara.post("leagues/torre/settling", {"name": "Tower", "grace_days": 7, "logs_public": False})
    assert (settled["name"], settled["grace_days"], settled["logs_public"], settled["silence_hours"]) == (
        "Tower", 7, False, 48,
    )  # fmt: skip
    assert sara.post("leagues/torre/settling", {"grace_days": 366}, 422) == "invalid"
    pool = sara.post("leagues/torre/pools/", {"name": "Two", "method": "elo", "seats_max": 2}, 201)
    rated = program().get("leagues/torre/pools/all-tables/ratings")["items"]
    assert rated[0]["value"] >= rated[-1]["value"]
    assert {"player", "spread", "provisional"} <= rated[0].keys()
    rested = sara.post("leagues/torre/pools/two/pause", {"paused": True}, version=pool["version"])
    assert rested["paused"]
    assert sara.post("leagues/torre/pools/", {"name": "Two"}, 422) == "invalid"
    role = zoe.post("leagues/torre/roles/", {"email": torre.people["hugo"].email, "role": "arbiter"}, 201)
    assert zoe.post(f"leagues/torre/roles/{role['id']}/revoke", {}) == role
    mine = Role.objects.get(user=torre.people["sara"], kind="manager")
    assert sara.post(f"leagues/torre/roles/{mine.pk}/revoke", {}, 409) == "role.last_manager"


def test_a_match_is_talked_about_and_the_desk_worked(torre: Torre, program: Any, at_now: None) -> None:
    hugo, vito, sara = program("hugo"), program("vito"), program("sara")
    slug = torre.waiting.slug
    match = hugo.post(f"matches/{slug}/report", {"reason": "wrong person", "seat": 1}, version=1)
    key = next(one["key"] for one in vito.get("queue/?kind=reported")["items"])
    assert vito.post("queue/take", {"key": key})["item"]["taken_by"]
    assert sara.post("queue/take", {"key": key}, 409) == "queue.taken"
    assert vito.post("queue/comment", {"key": key, "text": "asked him"})["item"]["key"] == key
    match = vito.post(f"matches/{slug}/answer", {"reason": "it is right"}, version=match["version"])
    match = vito.post(f"matches/{slug}/comment", {"reason": "seen"}, version=match["version"])
    told = program().get(f"matches/{slug}/history")["items"]
    assert [one["reason"] for one in told][-3:] == ["wrong person", "it is right", "seen"]
    assert "@" not in str(told)
    assert sara.post("leagues/torre/months/2026-10/remind", {"match": slug})["told"] == 1
    ruled = sara.post("leagues/torre/months/2026-10/rule", {"match": slug, "kind": "out"}, version=match["version"])
    assert ruled["key"] == "2026-10"
    judged = torre.files["disagrees"].pk
    known = torre.files["agrees"]
    assert vito.get(f"matches/{known.submission.match.slug}/")["verifications"] == [known.pk]
    assert vito.post(f"verifications/{judged}/again", {})["state"] == "queued"
    assert hugo.post(f"verifications/{judged}/again", {}, 403) == "auth.forbidden"


def test_ones_own_things(torre: Torre, program: Any) -> None:
    hugo, sara = program("hugo"), program("sara")
    listed = hugo.get("me/notices/")["items"]
    assert listed
    assert hugo.post("me/notices/read", {"notices": [listed[0]["id"]]})["read"] == 1
    assert hugo.get("me/notices/")["items"][0]["read_at"]
    wish = {"row": "upload", "channel": "mail", "wanted": True}
    told = hugo.post("me/notices/settings/", {"digest": "daily", "wishes": [wish]})
    assert (told["digest"], wish in told["wishes"]) == ("daily", True)
    assert hugo.get("me/notices/settings/") == told
    assert hugo.post("me/follows/", {"kind": "player", "slug": "gufetta"})["items"][0]["slug"] == "gufetta"
    hugo.post("me/follows/", {"kind": "player", "slug": "gufetta", "wanted": False})
    assert not Follow.objects.filter(user=torre.people["hugo"]).exists()
    problem = hugo.post("problems/", {"words": "A button does nothing"}, 201)
    assert sara.post(f"problems/{problem['id']}/answer", {"reason": "mended"})["answer"] == "mended"
    assert hugo.get("problems/")["items"][0]["answer"] == "mended"
    assert hugo.post("me/change", {"time_zone": "Europe/Lisbon"})["time_zone"] == "Europe/Lisbon"
    assert hugo.post("me/change", {"time_zone": "Moon/Base"}, 422) == "invalid"
