"""Pages of the director's desk: in every language, with few queries, each for whom it is."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import AuditEntry
from ladder.services.ladders import admin_grant, role_grant
from tests.factories import a_league, a_user
from tests.pages.director import NAMES, NOW, Desk, client_of
from tests.pages.test_budgets import HTML_BYTES, MOST_QUERIES
from tests.pages.test_every_page import LANGUAGES, check
from tests.pages.tournaments import Events, build
from tests.tournaments.events import Event
from tournaments.models import Tournament
from tournaments.services.at_tables import no_show_report, table_ask
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


def test_pages_ask_as_little_while_somebody_is_absent_and_an_arbiter_asked(events: Events) -> None:
    pages, board = addresses(events), events.tables.board()
    table = next(table for table in board.rounds[-1].tables if not table.is_decided)
    no_show_report(table.pairing, table.people[0], by=events.rosa, official=True)
    table_ask(table.pairing, by=events.rosa)
    pages |= {"asked": f"{pages['tables']}tables/{table.pairing.pk}/"}
    for name, person in [*((name, "rosa") for name in ("tables", "round", "asked")), ("asked", "umpire")]:
        client = client_of(events.people[person])
        client.get(pages[name])
        with CaptureQueriesContext(connection) as queries:
            assert client.get(pages[name]).status_code == 200
        asked = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
        most = MOST_QUERIES + (3 if person == "umpire" else 0)
        assert len(asked) <= most, name + "\n" + "\n".join(sql[:150] for sql in asked)


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


Acts = dict[str, tuple[str, dict[str, Any], tuple[str, ...]]]


def acts_of(events: Events) -> Acts:
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


def acts_of_others(events: Events) -> Acts:
    """Acts upon tournaments that others are not in the state for."""
    full = Event(NAMES[:5], Terms(places=4, check_in=False, check_in_rounds=True), by=events.rosa)
    full.publish(full.pair())
    whole = Event(NAMES[:4], Terms(check_in=False), [StageTerms(format="round_robin")], by=events.rosa)
    for one in (full, whole):
        one.tournament.roles.create(user=events.people["umpire"], kind="arbiter")
    table, people = full.table("ann"), [full.entrant(name).pk for name in NAMES[:4]]
    no_show_report(table, people[3], by=events.rosa, official=True)
    at = f"/desk/tournaments/{full.tournament.slug}/"
    on_table, seen = f"{at}tables/{table.pk}/", {"version": table.version}
    scores = {f"score-{table.pk}-{one}": str(100 + one) for one in people}
    replaced = {"absent": whole.entrant("ann").pk, "instead": "eve", "reason": "x", "version": whole.stage().version}
    return {
        "round check-in": (f"{at}entrants/round/", {"number": 2, "shown": people, "here": people[:1]}, KEEPERS),
        "absent": (f"{on_table}absent/", seen | {"entrant": people[0]}, DIRECTORS),
        "offer": (f"{on_table}offer/", seen | {"entrant": people[0]}, DIRECTORS),
        "forfeit": (f"{on_table}forfeit/", seen, DIRECTORS),
        "leader": (f"{on_table}leader/", seen | scores, DIRECTORS),
        "replace": (f"/desk/tournaments/{whole.tournament.slug}/entrants/replace/", replaced, DIRECTORS),
    }


def test_every_cell_of_who_acts_and_refused_acts_change_nothing(events: Events) -> None:
    wrong = []
    for name, (address, fields, may) in (acts_of(events) | acts_of_others(events)).items():
        for person in PEOPLE:
            point = transaction.savepoint()
            before = AuditEntry.objects.count()
            answer = client_of(events.people.get(person)).post(address, fields)
            changed = AuditEntry.objects.count() != before
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
