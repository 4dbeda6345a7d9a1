"""Pages of the director's desk: in every language, with few queries, each for whom it is."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from ladder.services.ladders import admin_grant, role_grant
from tests.factories import a_league, a_user
from tests.pages.director import NOW, Desk, client_of
from tests.pages.test_budgets import HTML_BYTES, MOST_QUERIES
from tests.pages.test_every_page import LANGUAGES, check
from tests.pages.tournaments import Events, build
from tests.tournaments.events import Event
from tournaments.models import Act, Tournament
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PEOPLE = ("", "charlie", "hugo_pt", "umpire", "sara", "rosa", "zoe")
"""Visitor, account, a player of it, its arbiter, a manager of a league, its director, an admin."""


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[Events]:
    with django_db_blocker.unblock(), transaction.atomic(), time_machine.travel(NOW, tick=False):
        events = build({"hugo_pt": a_user("hugo_pt", language="en")})
        ladder = a_league()
        people = {name: a_user(name, language="en") for name in ("charlie", "umpire", "sara", "zoe")}
        role_grant(people["sara"], "manager", ladder=ladder)
        admin_grant(people["zoe"])
        for one in (events.tables.tournament, events.cup.tournament, events.open):
            one.roles.create(user=people["umpire"], kind="arbiter")
        events.people |= people | {"rosa": events.rosa}
        yield events
        transaction.set_rollback(True)


@pytest.fixture
def events(built: Events, db: None) -> Iterator[Events]:
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield built


def addresses(events: Events) -> dict[str, str]:
    at = {
        "tables": f"/desk/tournaments/{events.tables.tournament.slug}/",
        "cup": f"/desk/tournaments/{events.cup.tournament.slug}/",
        "open": f"/desk/tournaments/{events.open.slug}/",
    }
    third = events.tables.board().rounds[-1]
    half = events.cup.board().rounds[1]
    return {
        "list": "/desk/tournaments/",
        "new": "/desk/tournaments/new/",
        "report file": "/desk/tournament-files/",
        "tables": at["tables"],
        "cup": at["cup"],
        "open": at["open"],
        "entrants": f"{at['tables']}entrants/",
        "entrants to check in": f"{at['open']}entrants/",
        "terms": f"{at['open']}terms/",
        "terms once begun": f"{at['tables']}terms/",
        "roles": f"{at['tables']}roles/",
        "round": f"{at['tables']}rounds/{third.round.pk}/",
        "complete round": f"{at['tables']}rounds/{events.tables.board().rounds[0].round.pk}/",
        "round of a cup": f"{at['cup']}rounds/{half.round.pk}/",
        "table": f"{at['tables']}tables/{third.tables[0].pairing.pk}/",
        "decided table": f"{at['cup']}tables/{half.tables[0].pairing.pk}/",
    }


def test_every_page_answers_in_every_language_as_one_document(events: Events) -> None:
    client = client_of(events.rosa)
    for language in LANGUAGES:
        cache.clear()
        client.cookies["language"] = language
        for name, address in addresses(events).items():
            answer = client.get(address)
            assert answer.status_code == 200, f"{name}: {answer.status_code}"
            check(answer, name, language)
            assert "noindex" in answer.content.decode(), name


def test_pages_ask_the_database_little(events: Events) -> None:
    client = client_of(events.rosa)
    wrong = []
    for name, address in addresses(events).items():
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address)
        asked = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
        if len(asked) > MOST_QUERIES or len(answer.content) > HTML_BYTES:
            wrong.append(f"{name}: {len(asked)}\n" + "\n".join(sql[:150] for sql in asked))
    assert not wrong, "\n\n".join(wrong)


def test_a_draft_answers_in_every_language_and_asks_little(events: Events) -> None:
    desk = Desk(
        Event("nan oli pat quin rob sue tom uwe".split(), Terms(check_in=False), [StageTerms(rounds=3)], by=events.rosa)
    )
    desk.stage("pair")
    address = f"{desk.at}rounds/{desk.round().pk}/"
    for language in LANGUAGES:
        desk.client.cookies["language"] = language
        check(desk.client.get(address), "draft", language)
    with CaptureQueriesContext(connection) as queries:
        desk.client.get(address)
    asked = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
    assert len(asked) <= MOST_QUERIES, "\n".join(sql[:150] for sql in asked)


LOGIN, NO, OK = 302, 403, 200
READ: dict[str, tuple[int, ...]] = {
    #                 visitor account player arbiter manager director admin
    "list":           (LOGIN, NO,     NO,    NO,     OK,     OK,      OK),
    "new":            (LOGIN, NO,     NO,    NO,     OK,     OK,      OK),
    "tables":         (LOGIN, NO,     NO,    NO,     NO,     OK,      OK),
    "entrants":       (LOGIN, NO,     NO,    NO,     OK,     OK,      OK),
    "terms":          (LOGIN, NO,     NO,    NO,     NO,     OK,      OK),
    "roles":          (LOGIN, NO,     NO,    NO,     OK,     OK,      OK),
    "round":          (LOGIN, NO,     NO,    NO,     NO,     OK,      OK),
    "table":          (LOGIN, NO,     NO,    NO,     NO,     OK,      OK),
}  # fmt: skip


def test_every_cell_of_who_sees_the_desk(events: Events) -> None:
    pages, wrong = addresses(events), []
    for name, cells in READ.items():
        for person, expected in zip(PEOPLE, cells, strict=True):
            answer = client_of(events.people.get(person)).get(pages[name])
            if answer.status_code != expected:
                wrong.append(f"{name} by {person or 'a visitor'}: {answer.status_code}")
            if expected == LOGIN:
                assert answer["Location"].startswith("/accounts/login/")
    assert wrong == []


DIRECTORS = ("rosa", "zoe")
KEEPERS = ("sara", *DIRECTORS)


def acts_of(events: Events) -> dict[str, tuple[str, dict[str, Any], tuple[str, ...]]]:
    """Every act: its address, its fields, and who may do it."""
    at = f"/desk/tournaments/{events.tables.tournament.slug}/"
    entries = f"/desk/tournaments/{events.open.slug}/"
    tournament, board = Tournament.objects.get(pk=events.tables.tournament.pk), events.tables.board()
    laid = board.rounds[-1]
    table = next(one for one in laid.tables if not one.is_decided)
    entered = events.open.entrants.get(player__name="gufetta")
    gone = tournament.entrants.get(player__name="nuno_mar")
    last = tournament.acts.filter(stacked=True, undone_at=None).order_by("-number")[0]
    version = {"version": laid.round.version}
    boxes = {f"place-{table.pairing.pk}-{one}": str(place) for place, one in enumerate(table.people, 1)}
    umpire = tournament.roles.get(kind="arbiter").pk
    people = list(tournament.entrants.values_list("pk", flat=True)[:2])
    return {
        "advance": (f"{entries}advance/", {"to": "check_in", "version": events.open.version}, DIRECTORS),
        "cancel": (f"{at}cancel/", {"version": tournament.version, "reason": "x"}, DIRECTORS),
        "message": (f"{at}message/", {"words": "See you"}, DIRECTORS),
        "undo": (f"{at}undo/", {"act": last.pk, "typed": "Turno 3"}, DIRECTORS),
        "enter": (f"{entries}entrants/enter/", {"name": "hugo_pt"}, KEEPERS),
        "check in": (f"{entries}entrants/check-in/", {"entrant": f"{entered.pk}:{entered.version}"}, KEEPERS),
        "seeds": (f"{entries}entrants/seeds/", {f"seed-{entered.pk}": 1, f"version-{entered.pk}": entered.version}, DIRECTORS),
        "clubs": (f"{entries}entrants/clubs/", {f"club-{entered.pk}": "Lupi", f"version-{entered.pk}": entered.version}, DIRECTORS),
        "apart": (f"{at}entrants/apart/", {"first": people[0], "second": people[1], "reason": "x"}, DIRECTORS),
        "ask": (f"{at}tables/{table.pairing.pk}/ask/", {"version": table.pairing.version}, DIRECTORS),
        "withdraw": (f"{entries}entrants/withdraw/", {"entrant": entered.pk, "version": entered.version}, KEEPERS),
        "back": (f"{at}entrants/back/", {"entrant": gone.pk, "version": gone.version}, DIRECTORS),
        "grant": (f"{at}roles/grant/", {"email": "charlie@example.org", "kind": "arbiter"}, KEEPERS),
        "revoke": (f"{at}roles/revoke/", {"role": umpire}, ("umpire", *KEEPERS)),
        "extend": (f"{at}rounds/{laid.round.pk}/extend/", version, DIRECTORS),
        "delete": (f"{at}rounds/{laid.round.pk}/delete/", {**version, "name": "Turno 3"}, DIRECTORS),
        "no result": (f"{at}tables/{table.pairing.pk}/none/", {"version": table.pairing.version, "reason": "x"}, DIRECTORS),
        "result": (
            f"{at}rounds/{laid.round.pk}/results/",
            {**boxes, f"version-{table.pairing.pk}": table.pairing.version},
            DIRECTORS,
        ),
    }  # fmt: skip


def test_every_cell_of_who_acts_and_refused_acts_change_nothing(events: Events) -> None:
    wrong = []
    for name, (address, fields, may) in acts_of(events).items():
        for person in PEOPLE:
            point = transaction.savepoint()
            acts = Act.objects.count()
            undone = Act.objects.exclude(undone_at=None).count()
            answer = client_of(events.people.get(person)).post(address, fields)
            changed = (Act.objects.count(), Act.objects.exclude(undone_at=None).count()) != (acts, undone)
            transaction.savepoint_rollback(point)
            expected = 302 if person in may or not person else 403
            if answer.status_code != expected or changed is not (person in may):
                wrong.append(f"{name} by {person or 'a visitor'}: {answer.status_code}, changed {changed}")
    assert wrong == []


def test_the_desk_is_found_from_the_public_page_and_from_the_managers_desk(events: Events) -> None:
    page = client_of(events.rosa).get(f"/tournaments/{events.tables.tournament.slug}/").content.decode()
    assert f'href="/desk/tournaments/{events.tables.tournament.slug}/"' in page
    assert 'href="/desk/tournaments/"' in client_of(events.people["sara"]).get("/desk/").content.decode()
    assert client_of(events.rosa).get("/desk/")["Location"] == "/desk/tournaments/"
    assert 'href="/desk/"' in client_of(events.rosa).get("/tournaments/").content.decode()
    assert 'href="/desk/"' not in client_of(events.people["charlie"]).get("/tournaments/").content.decode()
