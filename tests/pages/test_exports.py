"""Every list to take away by suffix: for spreadsheets, for programs, for feed readers, on paper."""

import csv
import io
import json
from xml.etree import ElementTree

import pytest
import time_machine
from django.test import Client
from openpyxl import load_workbook

from games.models import Player
from ladder.models import SeasonRevision
from tests.pages.conftest import NOW, Torre, addresses

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

TABLES = "csv xlsx json txt".split()
ATOM = "{http://www.w3.org/2005/Atom}"


def lists(torre: Torre) -> dict[str, str]:
    return {
        "/leagues/torre/2026-10": "torre-2026-10",
        "/leagues/torre/latest": "torre-2026-11",
        "/leagues/torre/archive": "torre-archive",
        "/leagues/torre/history": "torre-history",
        "/players/hugo_pt/against": "player-hugo-pt-against",
        "/players/hugo_pt/vs/gufetta": "player-hugo-pt-vs-gufetta",
        "/leagues": "leagues",
        "/players": "players",
        "/players/hugo_pt": "player-hugo-pt",
        "/players/hugo_pt/rating": "player-hugo-pt-torre-all-tables",
        "/leagues/torre/ratings": "torre-ratings",
        "/leagues/torre/ratings/all-tables": "torre-all-tables",
        torre.waiting.get_absolute_url().rstrip("/"): f"match-{torre.waiting.slug}",
    }


def get(address: str, language: str = "en") -> bytes:
    answer = Client().get(address, headers={"accept-language": language})
    assert answer.status_code == 200, address
    return answer.content


def rows_of(address: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(get(address).decode())))


def sheet_of(address: str, language: str = "en") -> list[tuple[object, ...]]:
    book = load_workbook(io.BytesIO(get(address, language)), read_only=True)
    return list(book.worksheets[0].iter_rows(values_only=True))


def test_every_list_is_the_same_table_in_every_form(torre: Torre, at_now: None) -> None:
    for stem, name in lists(torre).items():
        answers = {suffix: Client().get(f"{stem}.{suffix}") for suffix in TABLES}
        assert all(answer.status_code == 200 for answer in answers.values()), stem
        rows = json.loads(answers["json"].content)["rows"]
        assert len(rows_of(f"{stem}.csv")) == len(rows), stem
        assert len(sheet_of(f"{stem}.xlsx")) == len(rows) + 1, stem
        assert len(answers["txt"].content.decode().splitlines()) == len(rows) + 3, stem
        for suffix in ("csv", "xlsx"):
            assert answers[suffix]["Content-Disposition"] == f'attachment; filename="{name}.{suffix}"'


def test_heads_are_translated_for_people_and_stable_for_programs(torre: Torre) -> None:
    assert b"player" in get("/players.csv", "it").splitlines()[0]
    assert sheet_of("/leagues/torre/2026-10.xlsx", "it")[0] != sheet_of("/leagues/torre/2026-10.xlsx", "en")[0]
    assert get("/leagues/torre/2026-10.csv", "it") == get("/leagues/torre/2026-10.csv", "pt-br")


def test_points_are_numbers_in_a_spreadsheet_and_exact_for_programs(torre: Torre) -> None:
    sheet = sheet_of("/leagues/torre/2026-10.xlsx")
    line = dict(zip(sheet[0], next(row for row in sheet if "gufetta" in row), strict=True))
    assert line["Points"] == 41.5
    [row] = [row for row in rows_of("/leagues/torre/2026-10.csv") if row["player"] == "gufetta"]
    assert (row["points"], row["value"]) == ("83/2", "41.5")
    assert b"41,5" in get("/leagues/torre/2026-10.txt", "it")


@pytest.mark.parametrize(
    "name", ["=1+1", "+ada", "-ada", "@ada", "'=ada", "a\tb", "=cmd|' /C calc'!A0", "_x0041_", "“ü”"]
)
def test_no_name_becomes_a_formula_and_every_name_reads_back(torre: Torre, name: str) -> None:
    from ladder.exports.cells import from_csv, from_xlsx

    Player.objects.filter(slug="hugo_pt").update(name=name)
    [cell] = [row["player"] for row in rows_of("/players.csv") if row["slug"] == "hugo_pt"]
    assert cell[0] not in "=+-@\t\r\0"
    assert from_csv(cell) == name
    book = load_workbook(io.BytesIO(get("/players.xlsx")))
    cells = [row[0] for row in book.worksheets[0].iter_rows()]
    assert all(cell.data_type == "s" for cell in cells)
    assert name in [from_xlsx(str(cell.value)) for cell in cells]


@pytest.mark.parametrize("text", ["\x00=1", "\r=1", "\x07bell", "\ud800"])
def test_signs_that_no_sheet_can_hold_are_written_in_its_own_way(text: str) -> None:
    from ladder.exports import Column, Table
    from ladder.exports.cells import from_xlsx
    from ladder.exports.writers import as_xlsx

    book = load_workbook(io.BytesIO(as_xlsx([Table("t", [Column("a", "A")], [{"a": text}])])))
    assert from_xlsx(book.worksheets[0]["A2"].value) == text


def test_the_archive_has_one_sheet_a_month(torre: Torre, at_now: None) -> None:
    book = load_workbook(io.BytesIO(get("/leagues/torre/archive.xlsx")), read_only=True)
    months = [row["month"] for row in rows_of("/leagues/torre/archive.csv")]
    assert book.sheetnames == ["Months", *months]
    assert {"2026-10", "2026-09"} <= set(months)


@pytest.mark.parametrize(("language", "name"), [("it", "settembre 2026"), ("pt-br", "setembro de 2026")])
def test_a_month_has_its_name_where_people_read_it(torre: Torre, at_now: None, language: str, name: str) -> None:
    for address in ("/leagues/torre/archive", "/players/hugo_pt"):
        assert name in get(f"{address}.txt", language).decode()
        assert name in {cell for row in sheet_of(f"{address}.xlsx", language) for cell in row}
        assert "2026-09" in {row["month"] for row in rows_of(f"{address}.csv")}


def test_a_player_s_export_says_what_each_match_gives(torre: Torre) -> None:
    rows = rows_of("/players/hugo_pt.csv")
    waiting = next(row for row in rows if row["match"] == torre.waiting.slug)
    assert (waiting["points"], waiting["reason"], waiting["league"]) == ("", "submitted", "torre")
    assert any(row["month"] == "2026-10" and row["points"] == "10" for row in rows)


def test_filters_of_the_list_hold_for_its_export(torre: Torre) -> None:
    assert {row["slug"] for row in rows_of("/players.csv?q=hugo")} == {"hugo_pt"}


@pytest.mark.parametrize("address", ["/feed.atom", "/leagues/torre/2026-10.atom", "/players/hugo_pt.atom"])
def test_feeds_have_stable_ids_and_no_private_data(torre: Torre, address: str) -> None:
    raw = get(address)
    root = ElementTree.fromstring(raw)
    ids = [entry.findtext(f"{ATOM}id") for entry in root.iter(f"{ATOM}entry")]
    assert len(ids) == len(set(ids)) > 0
    assert all(str(found).startswith("tag:") for found in ids)
    assert raw == get(address)
    assert b"example.org" not in raw
    assert torre.waiting.slug.encode() not in raw


@pytest.mark.parametrize("address", ["/feed.atom", "/leagues/torre/2026-09.csv", "/leagues/torre/2026-09.json"])
def test_what_did_not_change_is_not_sent_again(torre: Torre, address: str) -> None:
    first = Client().get(address)
    again = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert "Accept-Language" in again["Vary"]
    assert Client().get(address, headers={"if-none-match": '"another"'}).content == first.content
    assert not Client().get("/leagues/torre/2026-09/").has_header("ETag"), "a page has its own secret for forms"


def test_each_revision_of_a_month_is_an_entry_of_its_feeds(torre: Torre) -> None:
    revisions = SeasonRevision.objects.filter(season__month=9, season__ladder=torre.ladder).order_by("number")
    for address in ("/feed.atom", "/leagues/torre/2026-09.atom"):
        ids = [entry.findtext(f"{ATOM}id") or "" for entry in ElementTree.fromstring(get(address)).iter(f"{ATOM}entry")]
        told = sorted(found.rpartition("/")[2] for found in ids if "/2026-09/r" in found)
        assert told == [f"r{revision.number}" for revision in revisions]
    assert revisions


def test_a_suffix_that_a_page_does_not_have_is_not_there(torre: Torre) -> None:
    for address in ("/players.atom", "/feed.csv", "/leagues/torre/2026-10.exe", "/leagues/torre/moon.csv", "/x.csv"):
        assert Client().get(address, follow=True).status_code == 404, address


def test_a_printed_page_bears_its_address_and_its_date(torre: Torre) -> None:
    for address in addresses(torre).values():
        joined = f"{address}&print" if "?" in address else f"{address}?print"
        page = get(joined).decode()
        assert 'class="printed"' in page
        assert "print=" not in page.partition('rel="canonical"')[2][:200]
        sheet = page.partition("print.css")[2].partition(">")[0]
        assert "media" not in sheet
    with time_machine.travel(NOW, tick=False):
        foot = get("/leagues/torre/2026-10/?print").decode().partition('class="printed"')[2].partition("</p>")[0]
    assert "3 Nov 2026, 13:00 (Rome)" in foot, "by the clocks of the league"
    assert 'media="print"' in get("/players/").decode().partition("print.css")[2][:40]
