"""The month's ranking: panel, filters, borders in time, exports."""

import csv
import io
import json
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from games.models import Player
from ladder.views.exports import safe_cell
from tests.factories import a_league, a_match
from tests.pages.conftest import Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

OCTOBER = "/leagues/torre/2026-10/"


def text_of(address: str, client: Client | None = None, **headers: str) -> str:
    client = client or Client()
    return client.get(address, headers={"accept-language": "en", **headers}).content.decode()


def test_the_panel_tells_the_sum_and_what_parts_the_neighbours(torre: Torre) -> None:
    text = text_of(f"{OCTOBER}?why=hugo_pt")
    assert "hugo_pt is 3rd with 45 points: the 6 best results (39) and 6 for taking part." in text
    assert "Ahead of adamanta, who has 45 as well: 3 first places to 2." in text
    assert "Behind dado_storto by points: 45 to 50." in text
    assert "only a higher result would change it" in text
    assert text.count('class="why"') == 1


def test_the_same_panel_comes_as_a_part_of_the_table(torre: Torre) -> None:
    part = text_of(f"{OCTOBER}?why=hugo_pt", **{"HX-Request": "true"})
    assert part.strip().startswith("<tbody")
    assert "hugo_pt is 3rd" in part
    assert "<html" not in part
    closed = text_of(f"{OCTOBER}?shut=hugo_pt", **{"HX-Request": "true"})
    assert "Why?" in closed
    assert "hugo_pt is 3rd" not in closed


def test_nobody_s_panel_is_not_there(torre: Torre) -> None:
    answer = Client().get(f"{OCTOBER}?why=nobody", headers={"HX-Request": "true"})
    assert answer.status_code == 404
    assert Client().get(f"{OCTOBER}?why=nobody").status_code == 200


def test_a_match_that_does_not_count_says_why(torre: Torre) -> None:
    text = text_of(f"{OCTOBER}?why=livio_lupo")
    assert "not among the 6 best" in text
    waiting = text_of("/leagues/torre/2026-10/?why=ines_lx")
    assert "waits for another player to confirm it" in waiting


def test_those_below_the_minimum_stand_under_a_line(torre: Torre) -> None:
    text = text_of(OCTOBER)
    below = text.partition("Below the minimum of 3 matches")[2]
    assert "nuno_mar" in below
    assert "2 more matches" in below
    assert "nuno_mar has 4 points and no rank yet: 2 more matches are needed." in text_of(f"{OCTOBER}?why=nuno_mar")


def test_a_filter_dims_and_never_changes_a_rank(torre: Torre) -> None:
    plain = text_of(OCTOBER)
    filtered = text_of(f"{OCTOBER}?text=hugo")
    assert "1 row fits the filter" in filtered
    assert filtered.count('class="pos"') == plain.count('class="pos"')
    assert filtered.count(" dim") >= 13
    assert "game" in text_of(f"{OCTOBER}?size=99999999999&game=%00&text=%F0%9F%98%80")


def test_one_s_own_row_is_marked(torre: Torre) -> None:
    assert "mine" in text_of(OCTOBER, torre.client("hugo"))
    assert "mine" not in text_of(OCTOBER)


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ("2026-09-20T12:00:00Z", "Opens on 1 Oct"),
        ("2026-10-20T12:00:00Z", "The month ends on Sat 31 Oct, 23:59 (Rome): 11 days left"),
        ("2026-11-03T12:00:00Z", "Its results are taken until Thu 5 Nov, 23:59 (Rome)"),
        ("2026-11-20T12:00:00Z", "A manager will close it"),
    ],
)
def test_the_page_says_where_the_month_stands(now: str, words: str) -> None:
    a_league()
    with time_machine.travel(now, tick=False):
        a_match("ada", "bea", ended_at=datetime(2026, 10, 3, tzinfo=UTC))
        assert words in text_of(OCTOBER)


def test_an_empty_month_offers_the_upload() -> None:
    a_league()
    with time_machine.travel("2026-10-01T12:00:00Z", tick=False):
        text = text_of("/leagues/torre/")
    assert "No matches yet in October 2026." in text
    assert 'href="/upload/"' in text


@pytest.mark.parametrize("key", ["2026-13", "1999-01", "october", "2020-01"])
def test_an_unknown_month_leads_to_the_months_there_are(key: str) -> None:
    a_league()
    answer = Client().get(f"/leagues/torre/{key}/", headers={"accept-language": "en"})
    assert answer.status_code == 404
    assert "These are the months it has" in answer.content.decode()


def test_one_league_is_found_at_once_and_several_are_listed() -> None:
    a_league()
    assert Client().get("/leagues/")["Location"] == "/leagues/torre/"
    a_league("altra")
    text = text_of("/leagues/")
    assert "Lega Torre" in text
    assert "Lega Altra" in text


def test_exports_carry_exact_points(torre: Torre) -> None:
    body = json.loads(Client().get("/leagues/torre/2026-10.json").content)
    rows = {row["player"]: row for row in body["rows"]}
    assert (rows["gufetta"]["points"], rows["gufetta"]["value"]) == ("83/2", 41.5)
    assert (rows["livio_lupo"]["rank"], rows["nuno_mar"]["rank"]) == (1, None)
    answer = Client().get("/leagues/torre/2026-10.csv")
    assert answer["Content-Disposition"] == 'attachment; filename="torre-2026-10.csv"'
    table = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [row["player"] for row in table] == [row["player"] for row in body["rows"]]
    assert table[0]["points"] == "51"


def test_a_name_is_no_formula() -> None:
    a_league()
    for _match in range(3):
        a_match("=1+1", "bea", ended_at=datetime(2026, 10, 3 + _match, tzinfo=UTC))
    text = Client().get("/leagues/torre/2026-10.csv").content.decode()
    assert "'=1+1" in text
    assert [safe_cell(value) for value in ("-1", "@x", "\tx", -1, None, "ada")] == ["'-1", "'@x", "'\tx", -1, "", "ada"]


def test_numbers_and_dates_are_written_as_the_language_does(torre: Torre) -> None:
    italian = Client().get(OCTOBER, headers={"accept-language": "it"}).content.decode()
    assert "41,5" in italian
    assert "41.5" not in italian
    assert "settembre 2026" in italian
    assert "41.5" in text_of(OCTOBER)


def test_the_rules_say_what_is_computed(torre: Torre) -> None:
    text = text_of("/leagues/torre/rules/")
    for words in ("The 6 best matches", "A rank needs 3 matches", "10 – 4.5 – 4.5 – 1", "by the clocks of Rome"):
        assert words in text
    rules = torre.ladder.rules.get()
    rules.params = {"best": 4, "minimum": 1}
    rules.save()
    text = text_of("/leagues/torre/rules/")
    assert "The 4 best matches" in text
    assert "A rank needs 1 match " in text


def test_a_new_site_shows_three_steps() -> None:
    text = text_of("/")
    assert "Three steps" in text
    assert Player.objects.count() == 0
