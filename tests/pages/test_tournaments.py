"""Tournaments for everybody: the list, the tabs of one, and what somebody does there as a player."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
import time_machine
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from tests.factories import a_user
from tests.pages.test_budgets import HTML_BYTES, MOST_QUERIES
from tests.pages.test_every_page import LANGUAGES, check
from tests.pages.tournaments import Events, build
from tests.tournaments.events import TWO, Event
from tournaments.models import Entrant, TableDate, Tournament
from tournaments.services.tournaments import tournament_advance
from tournaments.terms import StageTerms, Terms, document_of
from tournaments.trf import read_trf

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

NOW = "2026-10-16T12:00:00Z"
PEOPLE = ("", "charlie", "hugo_pt", "martabella", "rosa")
"""Visitor, an account without a player, a player of the tournament, another one, the director."""


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[Events]:
    with django_db_blocker.unblock(), transaction.atomic(), time_machine.travel(NOW, tick=False):
        people = {name: a_user(name, language="en", time_zone="Europe/Rome") for name in ("hugo_pt", "martabella")}
        events = build(people)
        events.people |= {"charlie": a_user("charlie", language="en"), "rosa": events.rosa}
        yield events
        transaction.set_rollback(True)


@pytest.fixture
def events(built: Events, db: None) -> Iterator[Events]:
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield built


def client(events: Events, name: str = "") -> Client:
    found = Client(headers={"accept-language": "en"})
    if name:
        found.force_login(events.people[name], backend="allauth.account.auth_backends.AuthenticationBackend")
    return found


def addresses(events: Events) -> dict[str, str]:
    """Every page of tournaments that anybody may read."""
    tables, cup, later = (
        f"/tournaments/{one.slug}/" for one in (events.tables.tournament, events.cup.tournament, events.open)
    )
    return {
        "list": "/tournaments/",
        "list of a game": "/tournaments/?game=alhambra",
        "overview": tables,
        "overview of a cup": cup,
        "overview before": later,
        "plan": f"{tables}bracket/",
        "bracket": f"{cup}bracket/",
        "bracket with a way": f"{cup}bracket/?player=adamanta",
        "plan before": f"{later}bracket/",
        "standings": f"{tables}standings/",
        "why": f"{tables}standings/?why=chiaraluna",
        "standings of a cup": f"{cup}standings/",
        "no standings": f"{later}standings/",
        "present round": f"{tables}rounds/",
        "round": f"{tables}rounds/1/2/",
        "rounds of a cup": f"{cup}rounds/",
        "no rounds": f"{later}rounds/",
        "players": f"{tables}players/",
        "players before": f"{later}players/",
        "rules": f"{tables}rules/",
        "diary": f"{tables}diary/",
        "player's tournaments": "/players/gufetta/tournaments/",
    }


def own_addresses(events: Events) -> dict[str, str]:
    """Pages for martabella, who plays at a table."""
    address = f"/tournaments/{events.tables.tournament.slug}/"
    return {
        "overview of one's own": address,
        "dates": f"{address}tables/{events.tables.table('martabella').pk}/",
        "leave": f"{address}leave/",
    }


def text(events: Events, address: str, name: str = "") -> str:
    answer = client(events, name).get(address)
    assert answer.status_code == 200, address
    return " ".join(str(answer.content.decode()).split())


@pytest.mark.parametrize("person", ["", "hugo_pt", "rosa"])
def test_every_page_answers_in_every_language(events: Events, person: str) -> None:
    reader = client(events, person)
    for language in LANGUAGES:
        cache.clear()
        reader.cookies["language"] = language
        for name, address in addresses(events).items():
            answer = reader.get(address)
            assert answer.status_code == 200, f"{name}: {answer.status_code}"
            check(answer, name, language)


@pytest.mark.parametrize("person", ["", "hugo_pt", "rosa"])
def test_pages_ask_the_database_little(events: Events, person: str) -> None:
    reader = client(events, person)
    for address in ("/tournaments/", "/players/gufetta/"):  # what is kept with the reader is asked once a day
        reader.get(address)
    for name, address in addresses(events).items():
        with CaptureQueriesContext(connection) as queries:
            answer = reader.get(address)
        asked = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
        assert len(asked) <= MOST_QUERIES, "\n".join([name, *(sql[:90] for sql in asked)])
        assert len(answer.content) <= HTML_BYTES, name


def test_the_list_has_what_runs_before_what_can_be_entered(events: Events) -> None:
    page = text(events, "/tournaments/")
    assert page.index("Running") < page.index("Alhambra d’autunno") < page.index("One can enter now")
    assert page.index("One can enter now") < page.index("Coppa d’inverno")
    assert "until Wed 7 Jan, 23:59 (Rome)" in page


def test_a_list_without_tournaments_leads_on(events: Events) -> None:
    Tournament.objects.update(state="draft")
    page = text(events, "/tournaments/")
    assert "No tournament yet." in page


def test_a_search_finds_tournaments_by_a_part_of_their_name(events: Events) -> None:
    assert "Coppa d’inverno" in text(events, "/search/?q=coppa")
    assert "Coppa d’inverno" not in text(events, "/search/?q=nothing")


def test_a_draft_is_there_for_its_director_alone(events: Events) -> None:
    Tournament.objects.filter(pk=events.open.pk).update(state="draft")
    address = f"/tournaments/{events.open.slug}/"
    assert client(events).get(address).status_code == 404
    assert client(events, "hugo_pt").get(address).status_code == 404
    assert client(events, "rosa").get(address).status_code == 200
    assert "Coppa" not in text(events, "/tournaments/")


def test_the_standings_say_why_each_stands_where_he_stands(events: Events) -> None:
    page = text(events, f"/tournaments/{events.tables.tournament.slug}/standings/?why=livio_lupo")
    assert "livio_lupo is 1st with 23 points: 4 + 10 + 9." in page
    assert "Ahead of hugo_pt by points, 23 to 22." in page


def test_the_present_round_has_the_readers_own_table_first(events: Events) -> None:
    page = text(events, f"/tournaments/{events.tables.tournament.slug}/rounds/", "martabella")
    assert page.index("your table") < page.index("Table 1")
    assert "Upload the log" in page


def test_who_sits_at_an_open_table_copies_how_to_open_it(events: Events) -> None:
    tournament = events.tables.tournament
    document = Tournament.objects.get(pk=tournament.pk).document | {"settings": "Giardini; 24 h a move"}
    Tournament.objects.filter(pk=tournament.pk).update(document=document)
    address = f"/tournaments/{tournament.slug}/rounds/"
    page = client(events, "martabella").get(address).content.decode()
    told = page.partition("readonly>")[2].partition("</textarea>")[0].splitlines()
    assert told[0].startswith("Alhambra d’autunno, round 3, table ")
    assert told[1:3] == ["Alhambra", "Giardini; 24 h a move"]
    assert any(line.endswith(". martabella") for line in told[3:])
    assert told[-1].startswith("until ")
    assert "readonly>" not in client(events).get(address).content.decode()


def test_repeats_and_short_tables_are_told(events: Events) -> None:
    page = text(events, f"/tournaments/{events.tables.tournament.slug}/rounds/1/3/")
    assert "sits at a short table for the 2nd time" in page


def test_the_diary_has_decisions_and_no_drafts(events: Events) -> None:
    page = text(events, f"/tournaments/{events.tables.tournament.slug}/diary/")
    assert "nuno_mar dropped out from round 2" in page
    assert "olga_o entered late, from round 2" in page
    assert "typed the wrong way round" in page
    assert "draft" not in page.lower()


def test_terms_are_told_in_plain_words(events: Events) -> None:
    page = text(events, f"/tournaments/{events.tables.tournament.slug}/rules/")
    assert "worth 5 points" in page
    assert "each round missed gives half a bye: 2.5 points" in page
    assert "A round lasts 6 days, until 23:59 (Rome)." in page
    assert "Opponents’ points per match" in page


def test_a_player_s_page_has_every_tournament_with_the_place(events: Events) -> None:
    page = text(events, "/players/gufetta/tournaments/")
    assert "Coppa d’inverno" in page
    assert "entries open" in page
    assert " of 15" in page
    rows = json.loads(exported(events, "/players/gufetta/tournaments.json"))["rows"]
    assert [row["tables"] for row in rows if row["slug"] == events.tables.tournament.slug] == [2]


def test_a_match_leads_to_its_table(events: Events) -> None:
    match = events.tables.table("livio_lupo", "brunello3").table_matches.get().match
    page = text(events, match.get_absolute_url())
    assert f"/tournaments/{events.tables.tournament.slug}/rounds/1/3/#t3" in page
    Tournament.objects.update(state="draft")
    assert "/tournaments/alhambra" not in text(events, match.get_absolute_url())


# To take away


def exported(events: Events, address: str) -> bytes:
    answer = client(events).get(address)
    assert answer.status_code == 200, address
    return bytes(answer.content)


def test_every_list_is_the_same_table_in_every_form(events: Events) -> None:
    tables, cup = f"/tournaments/{events.tables.tournament.slug}", f"/tournaments/{events.cup.tournament.slug}"
    stems = ["/tournaments", tables, cup, f"{cup}/bracket"]
    stems += [f"{tables}/{one}" for one in ("standings", "rounds", "rounds/1/2", "players")]
    for stem in stems:
        rows = list(csv.DictReader(io.StringIO(exported(events, f"{stem}.csv").decode())))
        assert rows, stem
        assert len(exported(events, f"{stem}.txt").decode().splitlines()) == len(rows) + 3, stem
        book = load_workbook(io.BytesIO(exported(events, f"{stem}.xlsx")), read_only=True)
        assert len(list(book.worksheets[0].iter_rows())) == len(rows) + 1, stem
        if not stem.endswith("/bracket"):
            assert len(json.loads(exported(events, f"{stem}.json"))["rows"]) == len(rows), stem
    assert client(events).get(f"{tables}.trf").status_code == 404, "tables of four are not FIDE's"
    assert client(events).get(f"{tables}/players.ics").status_code == 404


def test_the_rounds_to_take_away_have_a_row_for_every_seat(events: Events) -> None:
    rows = json.loads(exported(events, f"/tournaments/{events.tables.tournament.slug}/rounds/1/2.json"))["rows"]
    absent = next(row for row in rows if row["player"] == "martabella")
    assert (absent["flag"], absent["place"], absent["points"]) == ("no_show", None, "0")
    assert [row["table"] for row in rows].count(1) == 4


def test_the_calendar_has_the_deadline_of_every_open_table_and_agreed_dates(events: Events) -> None:
    table = events.tables.table("gufetta", "katia_k", "olga_o")
    at = datetime(2026, 10, 18, 19, tzinfo=UTC)
    by = events.tables.entrant("gufetta")
    TableDate.objects.create(pairing=table, at=at, proposed_by=by, agreed_at=datetime(2026, 10, 16, tzinfo=UTC))
    raw = exported(events, f"/tournaments/{events.tables.tournament.slug}.ics")
    assert raw.count(b"SUMMARY:") == 4
    assert raw.count(b"DTSTART:20260107T225900Z\r\n") == 3
    assert raw.count(b"DTSTART:20261018T190000Z\r\n") == 1
    assert all(len(line) <= 75 for line in raw.split(b"\r\n"))
    unfolded = raw.replace(b"\r\n ", b"").decode()
    assert "SUMMARY:Alhambra d’autunno: Round 3\\, table 4 ends" in unfolded
    assert "Wed 7 Jan\\, 23:59 (Rome): gufetta\\, katia_k and olga_o" in unfolded
    Tournament.objects.filter(pk=events.tables.tournament.pk).update(state="cancelled")
    assert b"VEVENT" not in exported(events, f"/tournaments/{events.tables.tournament.slug}.ics"), "nothing is due"


def test_the_calendar_keeps_agreed_dates_of_played_tables_and_says_when_entries_end(events: Events) -> None:
    table = events.tables.table("gufetta", "katia_k", "olga_o")
    at = datetime(2026, 10, 18, 19, tzinfo=UTC)
    TableDate.objects.create(pairing=table, at=at, proposed_by=events.tables.entrant("gufetta"), agreed_at=at)
    events.tables.result("gufetta 120, katia_k 110, olga_o 100")
    raw = exported(events, f"/tournaments/{events.tables.tournament.slug}.ics")
    assert raw.count(b"DTSTART:20261018T190000Z\r\n") == 1
    assert b"Round 3\\, table 4 ends" not in raw
    assert b"VEVENT" not in exported(events, f"/tournaments/{events.open.slug}.ics")
    terms = msgspec.structs.replace(events.open.terms, entries_until="2027-01-10T20:00")
    Tournament.objects.filter(pk=events.open.pk).update(document=document_of(terms))
    raw = exported(events, f"/tournaments/{events.open.slug}.ics")
    assert b"SUMMARY:Coppa d\xe2\x80\x99inverno: entries end\r\nURL:" in raw
    assert b"DTSTART:20270110T190000Z\r\n" in raw


def test_the_bracket_comes_in_the_shape_of_brackets_viewer(events: Events) -> None:
    data = json.loads(exported(events, f"/tournaments/{events.cup.tournament.slug}/bracket.json"))
    assert [participant["name"] for participant in data["participants"]][:2] == ["adamanta", "brunello3"]
    first = [match for match in data["matches"] if match["round_id"] == 0]
    assert len(first) == 4
    assert [match["number"] for match in first] == [1, 2, 3, 4]
    byes = [match for match in first if match["opponent2"] is None]
    assert [match["opponent1"] for match in byes] == [
        {"id": 0, "position": 1, "result": "win"},
        {"id": 1, "position": 2, "result": "win"},
    ]
    won = next(match for match in first if match["opponent1"]["id"] == 3)
    assert won["opponent1"]["result"] == "win"
    assert won["status"] == 4
    assert len(data["matches"]) == 8
    assert data["stages"][0]["type"] == "single_elimination"


def test_a_swiss_for_two_comes_as_fide_s_report_file(events: Events) -> None:
    event = Event("adamanta brunello3 chiaraluna dado_storto".split(), TWO, [StageTerms(rounds=2)], by=events.rosa)
    event.next_round()
    raw = exported(events, f"/tournaments/{event.tournament.slug}.trf").decode()
    assert raw.startswith("012 Alhambra d’autunno\n")
    assert len(read_trf(raw).entries) == 4
    older = exported(events, f"/tournaments/{event.tournament.slug}.trf16").decode()
    assert ("142 2\n" in raw, "XXR 2\n" in raw) == (True, False)
    assert ("142 2\n" in older, "XXR 2\n" in older) == (False, True)
    assert read_trf(older).entries == read_trf(raw).entries
    assert "TRF16" in text(events, f"/tournaments/{event.tournament.slug}/")


def test_the_diary_is_a_feed_with_stable_keys(events: Events) -> None:
    raw = exported(events, f"/tournaments/{events.tables.tournament.slug}.atom")
    ids = [one.text for one in ElementTree.fromstring(raw).iter("{http://www.w3.org/2005/Atom}id")]
    assert len(ids) == len(set(ids)) > 5
    assert raw == exported(events, f"/tournaments/{events.tables.tournament.slug}.atom")


# Acts of a player


def entry_of(events: Events, name: str) -> Entrant | None:
    return events.open.entrants.filter(player__user=events.people[name]).first()


def test_a_player_enters_and_waits_in_reserve_where_it_is_full(events: Events) -> None:
    address = f"/tournaments/{events.open.slug}/"
    reader = client(events, "hugo_pt")
    assert "2 have entered, of at least 2." in text(events, address, "hugo_pt")
    answer = reader.post(f"{address}enter/", {"key": "a" * 16}, follow=True)
    assert "You are in reserve" in answer.content.decode()
    entry = entry_of(events, "hugo_pt")
    assert entry is not None
    assert entry.state == "reserve"
    reader.post(f"{address}enter/", {"key": "a" * 16})
    assert events.open.acts.filter(kind="entrant.entered").count() == 3


def test_a_player_withdraws_and_checks_in(events: Events) -> None:
    address = f"/tournaments/{events.open.slug}/"
    events.open.refresh_from_db()
    Tournament.objects.filter(pk=events.open.pk).update(document=events.open.document | {"places": None})
    reader = client(events, "hugo_pt")
    reader.post(f"{address}enter/")
    entry = entry_of(events, "hugo_pt")
    assert entry is not None
    assert reader.get(f"{address}leave/").status_code == 200
    assert reader.post(f"{address}leave/", {"version": entry.version + 1}).status_code == 409
    reader.post(f"{address}leave/", {"version": entry.version})
    entry.refresh_from_db()
    assert entry.state == "withdrawn"
    reader.post(f"{address}enter/")
    events.open.refresh_from_db()
    tournament_advance(events.open, "check_in", version=events.open.version, by=events.rosa)
    entry.refresh_from_db()
    reader.post(f"{address}check-in/", {"version": entry.version})
    entry.refresh_from_db()
    assert entry.state == "checked_in"


def test_who_plays_drops_out_with_a_reason_in_the_diary(events: Events) -> None:
    address = f"/tournaments/{events.tables.tournament.slug}/"
    entry = events.tables.entrant("martabella")
    reader = client(events, "martabella")
    assert "Drop out" in reader.get(f"{address}leave/").content.decode()
    reader.post(f"{address}leave/", {"version": entry.version, "reason": "Exams"})
    entry.refresh_from_db()
    assert entry.state == "dropped"
    assert "Exams" in text(events, f"{address}diary/")


def test_people_of_a_table_agree_a_time(events: Events) -> None:
    table = events.tables.table("martabella", "adamanta")
    slug = events.tables.tournament.slug
    address = f"/tournaments/{slug}/tables/{table.pk}/"
    reader = client(events, "martabella")
    page = reader.get(address)
    check(page, "dates", "en")
    assert "Nobody has proposed a time yet." in page.content.decode()
    assert reader.post(address, {"at": "2026-10-01T21:00"}).status_code == 422, "it has passed"
    twice = reader.post(address, {"at": "2026-10-25T02:30"})
    assert twice.status_code == 422
    assert "2026-10-25T02:30" in twice.content.decode(), "what was typed is kept"
    assert reader.post(address, {"at": "2026-10-25T02:30", "half": "1"}).status_code == 302
    date = table.dates.get()
    assert date.at == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    assert "martabella" in text(events, address, "martabella")
    reader.post(f"{address}dates/{date.pk}/", {"can": "0"})
    assert not table.dates.exists()


def test_a_table_is_the_business_of_those_who_sit_there(events: Events) -> None:
    table = events.tables.table("martabella", "adamanta")
    address = f"/tournaments/{events.tables.tournament.slug}/tables/{table.pk}/"
    assert client(events).get(address).status_code == 302
    assert client(events, "hugo_pt").get(address).status_code == 403
    assert client(events, "rosa").post(f"{address}absent/", {"entrant": 1}).status_code == 403
    absent = events.tables.entrant("adamanta").pk
    assert client(events, "martabella").post(f"{address}absent/", {"entrant": absent}).status_code == 302
    assert table.no_shows.get().entrant_id == absent


LOGIN, NO, DONE, OK, REFUSED = "login", 403, "done", 200, "refused"
TABLE: dict[str, tuple[Any, ...]] = {
    #            visitor  account  player   other    director
    "enter":    (LOGIN,   NO,      DONE,    DONE,    REFUSED),
    "check in": (LOGIN,   NO,      DONE,    NO,      NO),
    "leave":    (LOGIN,   NO,      DONE,    NO,      NO),
    "see leave":(LOGIN,   NO,      OK,      NO,      NO),
}  # fmt: skip


def do(act: str, reader: Client, events: Events) -> Any:
    address = f"/tournaments/{events.open.slug}/"
    return {
        "enter": lambda: reader.post(f"{address}enter/"),
        "check in": lambda: reader.post(f"{address}check-in/", {"version": 1}),
        "leave": lambda: reader.post(f"{address}leave/", {"version": 1}),
        "see leave": lambda: reader.get(f"{address}leave/"),
    }[act]()


def test_every_cell(events: Events) -> None:
    wrong = []
    for act, cells in TABLE.items():
        for person, expected in zip(PEOPLE, cells, strict=True):
            point = transaction.savepoint()
            if act != "enter":
                Tournament.objects.filter(pk=events.open.pk).update(state="check_in")
                player = events.people["hugo_pt"].player
                Entrant.objects.create(tournament=events.open, player=player, state="entered")
            before = list(events.open.entrants.order_by("pk").values())
            answer = do(act, client(events, person), events)
            changed = list(events.open.entrants.order_by("pk").values()) != before
            found: Any = answer.status_code
            if answer.status_code == 302:
                to_login = answer["Location"].startswith("/accounts/login/")
                found = LOGIN if to_login else DONE if changed else REFUSED
            transaction.savepoint_rollback(point)
            if found != expected:
                wrong.append(f"{act} by {person or 'a visitor'}: {found}, not {expected}")
    assert wrong == []


@pytest.mark.parametrize(
    ("terms", "stage"),
    [
        (Terms(check_in=False), StageTerms(format="groups", groups=2, per_group=2)),
        (Terms(check_in=False), StageTerms(format="double")),
        (TWO, StageTerms(format="challenge")),
        (TWO, StageTerms(format="divisions", division=4)),
        (TWO, StageTerms(format="round_robin")),
    ],
)
def test_every_format_has_its_pages(events: Events, terms: Terms, stage: StageTerms) -> None:
    names = "adamanta brunello3 chiaraluna dado_storto elenaditroia fabio_faro gufetta hugo_pt".split()
    event = Event(names, terms, [stage], by=events.rosa)
    if stage.format != "challenge":
        event.next_round()
    for tab in ("", "bracket/", "standings/", "rounds/", "players/", "diary/"):
        page = client(events).get(f"/tournaments/{event.tournament.slug}/{tab}")
        assert page.status_code == 200, tab
        check(page, tab, "en")
    for suffix in ("csv", "xlsx", "ics", "atom"):
        assert client(events).get(f"/tournaments/{event.tournament.slug}.{suffix}").status_code == 200
