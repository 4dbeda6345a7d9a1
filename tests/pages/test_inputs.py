"""Everything that people bring, said back before it is saved: tables, words, histories, bookmarklets, spreadsheets."""

import io
import json
import re
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.models import Match, Player, Submission
from games.services.players import player_provisional
from ladder.invariants import broken
from tests.factories import NOON, a_league, a_match, a_user
from tests.ladder.september import as_csv, as_xlsx

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ROW = {
    "table_id": "700000123",
    "game_id": "901",
    "game_name": "alhambra",
    "start": "1774989670",
    "end": "1774995157",
    "players": "90000017,90000023,90000031",
    "player_names": "Lucertola,PannaCotta7,tre_dadi",
    "scores": "148,131,97",
    "ranks": "1,2,3",
    "normalend": "1",
    "concede": "0",
}
"""Ended 31 March 2026, 22:12:37 UTC: already April in Rome."""


@pytest.fixture
def browser() -> Client:
    a_league("torre")
    client = Client(headers={"accept-language": "en"})
    client.force_login(a_user("sara", language="en"), backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def history(*rows: dict[str, Any]) -> bytes:
    return json.dumps({"status": 1, "data": {"tables": list(rows)}}).encode()


def paste(client: Client, text: str) -> str:
    return words(client.post("/upload/", {"text": text}))


def drop(client: Client, raw: bytes, name: str = "x") -> Any:
    file = io.BytesIO(raw)
    file.name = name
    return client.post("/upload/", {"files": file})


def words(answer: Any) -> str:
    page = answer.content.decode().partition("What we understood")[2].partition("</form>")[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def save(client: Client, answer: Any) -> None:
    client.post("/upload/save/", {"draft": re.findall(r'name="draft" value="(\w+)"', answer.content.decode())})


def test_a_history_gives_several_results_with_the_instants_of_their_ends(browser: Client) -> None:
    rows = [
        ROW,
        ROW | {"table_id": "2000001", "end": None, "scores": None, "ranks": None},
        ROW | {"table_id": "2000002", "normalend": "0", "scores": "undefined", "ranks": None},
        ROW | {"table_id": "2000003", "player_names": "a,b,c,d", "concede": "1", "scores": "1,0,1", "ranks": "1,3,1"},
    ]
    answer = drop(browser, history(*rows))
    told = words(answer)
    for said in ("2 results, 2 of them new", "1 table still runs: left out", "1 table without a result: left out"):
        assert said in told
    assert "Some names hold a comma" in told
    assert not Match.objects.exists()
    save(browser, answer)
    first = Match.objects.get(table_id="700000123")
    assert first.ended_at is not None
    assert (f"{first.ended_at:%F %T}", first.ended_source, first.state) == (
        "2026-03-31 22:12:37",
        "record",
        "submitted",
    )
    assert first.seats.values_list("player__name", "place", "score").first() == ("Lucertola", 1, 148)
    conceded = Match.objects.get(table_id="2000003")
    assert (conceded.ending, list(conceded.seats.values_list("place", "score", "flag"))) == (
        "concession",
        [(1, None, "played"), (3, None, "conceded"), (1, None, "played")],
    )
    assert Player.objects.count() == 3
    assert Submission.objects.get().kind == "history"
    assert broken() == []


def test_a_row_that_is_here_is_no_second_result_and_another_result_opens_a_dispute(browser: Client) -> None:
    save(browser, drop(browser, history(ROW)))
    assert "1 result, 0 of them new" in words(drop(browser, history(ROW, {"table_id": 5})))
    save(browser, drop(browser, history(ROW | {"scores": "148,131,99"})))
    assert (Match.objects.count(), Match.objects.get().state) == (1, "disputed")
    assert broken() == []


def test_a_history_tells_which_tables_were_training(browser: Client) -> None:
    save(browser, drop(browser, history(ROW, ROW | {"table_id": "700000124", "end": "1774998157", "unranked": "1"})))
    assert dict(Match.objects.values_list("table_id", "training")) == {"700000123": False, "700000124": True}
    save(browser, drop(browser, history(ROW | {"unranked": 1})))
    match = Match.objects.get(table_id="700000123")
    assert (match.training, match.version) == (True, 2)
    save(browser, drop(browser, history(ROW | {"unranked": True})))
    match.refresh_from_db()
    assert match.version == 2


def test_a_match_without_an_end_gets_it_from_the_history(browser: Client) -> None:
    record = {
        "status": 1,
        "data": {
            "id": "700000123",
            "status": "archive",
            "game_name": "alhambra",
            "result": {
                "endgame_reason": "normal_end",
                "player": [
                    {"player_id": number, "name": name, "score": score, "gamerank": str(place)}
                    for number, name, score, place in (
                        ("90000017", "Lucertola", "148", 1),
                        ("90000023", "PannaCotta7", "131", 2),
                        ("90000031", "tre_dadi", "97", 3),
                    )
                ],
            },
        },
    }
    save(browser, drop(browser, json.dumps(record).encode()))
    assert Match.objects.get().ended_at is None
    save(browser, drop(browser, history(ROW)))
    match = Match.objects.get()
    assert match.ended_at is not None
    assert match.ended_at.astimezone().month in (3, 4)
    assert match.results.count() == 2
    assert broken() == []


@pytest.mark.parametrize("field", ["players", "player_names", "scores", "ranks", "end", "table_id", "game_name"])
def test_a_history_of_any_shape_is_told_in_words(browser: Client, field: str) -> None:
    for value in [None, "", [], {}, "undefined", -1, 1e300, "x" * 500, True, "1,2,3,4,5,6,7,8,9"]:
        answer = drop(browser, history(ROW | {field: value}))
        assert answer.status_code == 200
        save(browser, answer)
    assert broken() == []


def test_names_of_a_player_search_count_only_if_they_are_equal(browser: Client) -> None:
    player_provisional("livio_lupo", at=NOON)
    player_provisional("livio", at=NOON)
    found = {"items": [{"id": 91000012, "q": "Livio_Lupo"}, {"id": 91000099, "q": "livio_lupo1"}]}
    told = paste(browser, json.dumps(found))
    assert "Livio_Lupo has the number 91000012 on BGA." in told
    assert "91000099" not in told
    newer = {"status": 1, "data": {"players": [{"id": "5", "fullname": "nobody"}], "groups": []}}
    assert "None of these is exactly the name" in paste(browser, json.dumps(newer))
    assert "The search found nobody" in paste(browser, '{"items": []}')


def test_lines_in_words_each_lead_to_the_form(browser: Client) -> None:
    a_match("Ada", "Bruno")
    told = paste(browser, "Alhambra: Ada 131, Bruno 120\nAlhambra - Carla, Ada = Bruno\n\nwhat is this\n")
    assert "1st Ada 131 , 2nd Bruno 120" in told
    assert "1st Carla , 2nd Ada , 2nd Bruno" in told
    assert "Line 4 is no result in words" in told
    answer = browser.post("/upload/", {"text": "Alhambra: Ada 131, livio2 120"})
    [address] = re.findall(r'href="(/upload/result/\?[^"]+)"', answer.content.decode())
    form = browser.get(address.replace("&amp;", "&")).content.decode()
    assert 'value="livio2"' in form
    assert 'value="120"' in form


def test_a_text_file_is_read_like_pasted_text(browser: Client) -> None:
    a_match("Ada", "Bruno")
    assert "1st Ada 131" in words(drop(browser, b"Alhambra: Ada 131, Bruno 120\n", "results.txt"))


def test_a_table_is_a_stub_that_asks_for_its_record_or_its_result(browser: Client) -> None:
    match = a_match("Ada", "Bruno", platform="bga", table_id="7654321")
    told = paste(browser, "https://boardgamearena.com/table?table=7654321\n7654322")
    assert "already here" in told
    assert "not here yet" in told
    page = browser.post("/upload/", {"text": "7654322"}).content.decode()
    assert "/upload/result/?table=7654322" in page
    assert 'value="7654322"' in browser.get("/upload/result/?table=7654322").content.decode()
    assert match.slug in browser.post("/upload/", {"text": "7654321"}).content.decode()


def test_a_tournament_s_export_names_tables_and_players_and_no_dates(browser: Client) -> None:
    a_match("Ada", "Bruno", platform="bga", table_id="700001")
    head = "77\tCup\t\talhambra\t3.10.2026\t5.10.2026\t1\t1\t3\t0\t4\n"
    lines = "77\t700001\t0\t100\tAda\t55\t2\tBruno\t44\t0\n77\t700002\t0\t100\tCarla\t5\t2\tDino\t4\t0\n77\t700003\t0\t40\tAda\t5\t0\tDino\t4\t0\n"
    told = paste(browser, head + lines)
    assert told.count("already here") == 1
    assert "1st Carla 2 , 2nd Dino 0" in told
    assert "The dates of this export are those of whoever made it" in told
    assert "not finished" in told


def test_an_export_of_moves_names_tables_and_players(browser: Client) -> None:
    a_match("Ada", "Bruno")
    told = paste(
        browser,
        "700009;alhambra;1;3.10.2026 21:00;46000;Ada;1:00\n700009;alhambra;2;3.10.2026 21:01;46000;Bruno;1:00\n",
    )
    assert "Ada" in told
    assert "BGA table 700009" in told


@pytest.mark.parametrize("raw", [as_csv(), as_xlsx()], ids=["csv", "xlsx"])
def test_a_spreadsheet_leads_to_the_page_for_old_months(browser: Client, raw: bytes) -> None:
    answer = drop(browser, raw, "results.json")
    assert "A table of results" in words(answer)
    assert "/leagues/torre/imports/" in answer.content.decode()


@pytest.mark.parametrize(
    "text", ["?", "a:b", "::::", "=,=,=", "1,2,3", "\t" * 300, "x: " + "y," * 400, "Ada 131 Bruno 120"]
)
def test_text_that_nobody_understands_is_shown_back(browser: Client, text: str) -> None:
    answer = browser.post("/upload/", {"text": text})
    assert answer.status_code == 200
    assert not Match.objects.exists()


def test_the_month_of_a_history_row_follows_the_league_s_clocks(browser: Client) -> None:
    for zone in ("UTC", "Asia/Tokyo", "America/Los_Angeles"):
        with time_machine.travel("2026-04-02T12:00:00Z", tick=False):
            browser.cookies["timezone"] = zone
            save(browser, drop(browser, history(ROW | {"game_id": zone})))
    match = Match.objects.get()
    page = Client(headers={"accept-language": "en"}).get("/players/lucertola/").content.decode()
    assert match.ended_at is not None
    assert "April" in page or "1 Apr" in page


@pytest.mark.parametrize(
    "text", ['{"a":1e999,"b":99}', "[1e999: Ada 1, Bruno 2]", '"Ada": 1, "Bruno": 2', "<b>x: Ada 1, Bruno 2"]
)
def test_spoilt_data_is_never_taken_for_a_result_in_words(browser: Client, text: str) -> None:
    assert "a result in words" not in paste(browser, text)
