"""Tournaments by programs: entered, directed from the first draft to the result, undone; and who may do what."""

from typing import Any

import pytest
from django.db import transaction

from games.models import User
from ladder.services.ladders import role_grant
from tests.api.conftest import Program
from tests.factories import a_league, a_player, a_user
from tests.pages.director import FOUR, NAMES
from tests.tournaments.events import Event
from tournaments.models import Round
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PEOPLE = ("", "stranger", "ann", "sara", "rosa", "zoe")
"""Visitor, account, somebody who entered, manager of the league, director, admin."""
TABLE: dict[str, tuple[int, ...]] = {
    #              visitor account entrant manager director admin
    "enter":       (401,   403,    403,    403,    201,     201),
    "withdraw":    (401,   403,    200,    200,    200,     200),
    "check-in":    (401,   403,    409,    409,    409,     409),
    "advance":     (401,   403,    403,    403,    409,     409),
    "pair":        (401,   403,    403,    403,    201,     201),
    "start":       (401,   403,    403,    403,    409,     409),
    "complete":    (401,   403,    403,    403,    409,     409),
    "swap":        (401,   403,    403,    403,    200,     200),
    "publish":     (401,   403,    403,    403,    200,     200),
    "result":      (401,   403,    403,    403,    409,     409),
    "undo":        (401,   403,    403,    403,    200,     200),
}  # fmt: skip


class Cup:
    """Eight people, the first round a draft; `at` is where it is."""

    def __init__(self) -> None:
        self.people: dict[str, User] = {name: a_user(name) for name in ("stranger", "ann", "sara", "rosa")}
        self.people["zoe"] = a_user("zoe", is_superuser=True)
        role_grant(self.people["sara"], "manager", ladder=a_league())
        a_player("ann", self.people["ann"])
        self.event = Event(NAMES, FOUR, [StageTerms(rounds=3)], by=self.people["rosa"])
        self.draft: Round = self.event.pair()
        self.at = f"tournaments/{self.event.tournament.slug}/"

    def program(self, name: str) -> Program:
        return Program(self.people[name]) if name else Program()


@pytest.fixture
def cup() -> Cup:
    return Cup()


def do(act: str, cup: Cup, program: Program) -> int:
    event = cup.event
    ann, stage, tournament = event.entrant("ann"), event.stage(), event.tournament
    seats = [seat.entrant_id for seat in cup.draft.seats.order_by("pairing", "number")]
    table = cup.draft.pairings.get(number=1)
    tournament.refresh_from_db()
    last = tournament.acts.filter(stacked=True, undone_at=None).order_by("-number").first()
    asked: dict[str, tuple[Any, ...]] = {
        "enter": ("enter", {"name": "Xenia", "new": True}),
        "withdraw": (f"entrants/{ann.pk}/withdraw", {}, ann.version),
        "check-in": (f"entrants/{ann.pk}/check-in", {}, ann.version),
        "advance": ("advance", {"to": "finished"}, tournament.version),
        "pair": ("stages/1/pair", {}, stage.version),
        "start": ("stages/1/start", {}, stage.version),
        "complete": ("stages/1/complete", {}, stage.version),
        "swap": (
            f"rounds/{cup.draft.pk}/swap",
            {"first": seats[0], "second": seats[4], "reason": "x"},
            cup.draft.version,
        ),
        "publish": (f"rounds/{cup.draft.pk}/publish", {}, cup.draft.version),
        "result": (
            f"tables/{table.pk}/result",
            {"lines": [{"entrant": one, "place": place} for place, one in enumerate(seats[:4], 1)]},
            table.version,
        ),
        "undo": ("undo", {"act": last.number}),
    }
    path, body, *seen = asked[act]
    headers = program.headers | ({"if-match": f'"{seen[0]}"'} if seen else {})
    answer = program.client.post(f"/api/v1/{cup.at}{path}", body, "application/json", headers=headers)
    return int(answer.status_code)


def test_every_cell(cup: Cup) -> None:
    programs = {name: cup.program(name) for name in PEOPLE}
    wrong = []
    for act, cells in TABLE.items():
        for person, expected in zip(PEOPLE, cells, strict=True):
            point = transaction.savepoint()
            found = do(act, cup, programs[person])
            transaction.savepoint_rollback(point)
            if found != expected:
                wrong.append(f"{act} by {person or 'a visitor'}: {found}, not {expected}")
    assert wrong == []


def test_a_round_is_published_played_and_undone(cup: Cup) -> None:
    rosa, visitor = cup.program("rosa"), cup.program("")
    assert visitor.get(f"{cup.at}rounds/")["items"] == []
    [draft] = rosa.get(f"{cup.at}rounds/")["items"]
    first, second = (draft["tables"][number]["seats"][0]["entrant"] for number in (0, 1))
    at = f"{cup.at}rounds/{draft['id']}/"
    swapped = rosa.post(f"{at}swap", {"first": first, "second": second, "reason": "asked"}, version=draft["version"])
    assert swapped["tables"][0]["seats"][0]["entrant"] == second
    assert rosa.post(f"{at}publish", {}, 412, version=draft["version"]) == "version.changed"
    assert rosa.post(f"{at}publish", {"deadline": "2020-01-01T10:00"}, 409, version=swapped["version"]) == (
        "tournament.deadline_past"
    )
    rosa.post(f"{at}publish", {}, version=swapped["version"], key="publish-1")
    [shown] = visitor.get(f"{cup.at}rounds/")["items"]
    assert shown["state"] == "published"
    table = visitor.get(f"{cup.at}tables/?round={shown['id']}")["items"][0]
    people = [seat["entrant"] for seat in table["seats"]]
    lines = [{"entrant": one, "place": place, "score": 140 - place} for place, one in enumerate(people, 1)]
    at = f"{cup.at}tables/{table['id']}/"
    assert rosa.post(f"{at}result", {"lines": lines[:3]}, 409, version=table["version"]) == "tournament.people"
    assert "Without a place: " in rosa.answer.json()["message"]
    decided = rosa.post(f"{at}result", {"lines": lines}, version=table["version"])
    assert (decided["state"], decided["seats"][0]["points"]) == ("decided", {"exact": "10", "number": 10.0})
    assert visitor.get(f"matches/{decided['matches'][0]}/")["state"] == "confirmed"
    standings = visitor.get(f"{cup.at}standings")
    [group] = standings["stages"][0]["groups"]
    assert group["rows"][0]["points"]["exact"] == "10"
    assert standings["order"][0]["first"] == 1
    assert visitor.get(f"{cup.at}bracket") == {"stages": []}
    last = rosa.get(f"{cup.at}acts/")["items"][0]
    assert (last["kind"], last["typed"]) == ("result.entered", "Turno 1")
    assert rosa.post(f"{cup.at}undo", {"act": last["number"]}, 409) == "tournament.name_of_the_round"
    assert rosa.post(f"{cup.at}undo", {"act": last["number"] - 1, "typed": "Turno 1"}, 412) == "version.changed"
    assert rosa.post(f"{cup.at}undo", {"act": last["number"], "typed": "turno 1"})["undone"]
    assert visitor.get(at)["state"] == "open"


def test_somebody_enters_checks_in_and_leaves(cup: Cup) -> None:
    open_one = Event(["bob", "cid"], FOUR, start=False, by=cup.people["rosa"])
    ann, at = cup.program("ann"), f"tournaments/{open_one.tournament.slug}/"
    entered = ann.post(f"{at}enter", {}, 201)
    assert (entered["player"]["slug"], entered["state"]) == ("ann", "entered")
    assert ann.post(f"{at}enter", {}, 201) == entered
    mine = f"{at}entrants/{entered['id']}/"
    assert cup.program("stranger").post(f"{mine}withdraw", {}, 403, version=1) == "auth.forbidden"
    state = cup.program("rosa").get(at)
    cup.program("rosa").post(f"{at}advance", {"to": "check_in"}, version=state["version"])
    checked = ann.post(f"{mine}check-in", {}, version=entered["version"])
    assert checked["state"] == "checked_in"
    assert ann.post(f"{mine}withdraw", {}, version=checked["version"])["state"] == "withdrawn"
    assert ann.get(mine)["state"] == "withdrawn"
    assert cup.program("stranger").post(f"{at}enter", {}, 403) == "auth.forbidden"
    assert cup.program("sara").post(f"{at}enter", {"player": "dot"}, 201)["player"]["slug"] == "dot"
    listed = [one["slug"] for one in cup.program("").get("tournaments/?game=alhambra")["items"]]
    assert listed == [open_one.tournament.slug, cup.event.tournament.slug]


def test_what_is_not_for_everybody_is_not_there(cup: Cup) -> None:
    tournament = cup.event.tournament
    tournament.document |= {"public": False}
    tournament.save()
    for path in ("", "entrants/", "rounds/", "standings", "bracket", "stages/1/"):
        assert cup.program("").get(f"{cup.at}{path}", 404) == "not_found"
        cup.program("ann").get(f"{cup.at}{path}")
    assert cup.program("ann").get(f"{cup.at}acts/", 403) == "auth.forbidden"
    narrow = Program(cup.people["ann"], ["results:write"])
    assert narrow.get(cup.at, 404) == "not_found"
