"""A league's rules on their page: plain lines, examples, the calculator, versions, and the form of a manager."""

from html.parser import HTMLParser
from typing import Any

import pytest

from games.models import AuditEntry
from ladder.models import LadderRules, Season
from ladder.rules_form import RulesForm, initial
from ladder.scoring.rules import SCHEMES, Rules, rules_from
from ladder.services.ladders import season_open
from tests.pages.conftest import Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.usefixtures("at_now")]

PAGE, EDIT = "/leagues/torre/rules/", "/leagues/torre/rules/edit/"


def text_of(torre: Torre, address: str = PAGE, person: str = "") -> str:
    answer = torre.client(person).get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def fields(torre: Torre, **changed: Any) -> dict[str, Any]:
    """What a browser sends for the form as it is offered, but for what is changed."""
    latest = torre.ladder.rules.latest("version")
    form = RulesForm(games=[], initial=initial(latest.rules, latest.words, latest.version))
    sent: dict[str, Any] = {}
    for bound in form:
        value = bound.value()
        if value is not None and value is not False:
            sent[bound.name] = "on" if value is True else value
    return {**sent, "act": "save", **changed}


def save(torre: Torre, **changed: Any) -> Any:
    return torre.client("sara").post(EDIT, fields(torre, **changed))


def test_the_examples_come_out_of_the_rules(torre: Torre) -> None:
    text = text_of(torre)
    for words in (
        "Places 1, 2, 2, 4 give 10 – 4.5 – 4.5 – 1.",
        "In 8 matches Ada has 10, 10, 6, 6, 3, 3, which makes 38; 1, 1 are dropped. With 6 for taking part she has 44",
        "With 2 matches Ada stands below the line, without a rank: 1 more match.",
        "At a table of 3 Carla leaves: Ada 9, Bruno 4, Carla 0.",
        "Ada’s only opponent does not come: she gets 5.",
        "A seat is worth 5 points on average at every size.",
    ):
        assert words in text
    assert text.count("<li><p>") <= 10


@pytest.mark.parametrize(
    ("scheme", "words"),
    [
        ({"type": "win_draw_loss"}, "Places 1, 1 give 1 – 1."),
        ({"type": "share_beaten"}, "4.5 of 8: 56.25 %"),
        ({"type": "score_share"}, "131 where the winner has 148 is 88.51 %."),
        ({"type": "elo"}, "Ada (1620) −6.5, Bruno (1500) +17.3, Carla (1440) −10.8. Together that is 0."),
        ({"type": "elo", "k": 16}, "Ada (1620) −3.2, Bruno (1500) +8.6, Carla (1440) −5.4."),
        ({"type": "openskill"}, "1668 ± 992, 1481 ± 982, 1481 ± 982, 1370 ± 982"),
    ],
)
def test_every_scheme_is_told_with_its_own_numbers(torre: Torre, scheme: dict[str, Any], words: str) -> None:
    LadderRules.objects.filter(ladder=torre.ladder).update(params={"scheme": scheme, "minimum": 1})
    assert words in text_of(torre)
    assert torre.client().get("/leagues/torre/2026-10/?why=hugo_pt").status_code == 200
    assert torre.client().get("/players/hugo_pt/").status_code == 200


@pytest.mark.parametrize(
    ("query", "worths"),
    [
        ("", ["10", "6", "3", "1"]),
        ("?size=4&p1=1&p2=2&p3=2&p4=4", ["10", "4.5", "4.5", "1"]),
        ("?size=4&p1=1&p2=1&p3=1&p4=4", ["6.33", "6.33", "6.33", "1"]),
        ("?size=3&f3=no_show", ["9", "4", "0"]),
        ("?size=2&f2=no_show", ["5", "0"]),
        ("?size=4&p1=1&p2=1&p3=2&p4=2", ["8", "8", "2", "2"]),
        ("?size=99&p1=-4&p2=x&f1=king", ["10", "6", "3", "1"]),
        ("?size=٣", ["10", "6", "3", "1"]),
    ],
)
def test_the_calculator_needs_no_script(torre: Torre, query: str, worths: list[str]) -> None:
    assert Worths(text_of(torre, PAGE + query)).found == worths


class Worths(HTMLParser):
    """The last cell of each row of the calculator."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = self.cell = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside |= tag == "section" and ("id", "calculator") in attrs
        self.cell = self.inside and tag == "td" and ("class", "num") in attrs

    def handle_endtag(self, tag: str) -> None:
        self.inside &= tag != "section"
        self.cell = False

    def handle_data(self, data: str) -> None:
        if self.cell:
            self.found.append(data)


def test_a_calculator_says_why_a_match_would_give_nothing(torre: Torre) -> None:
    assert "It would give nothing: nobody played to the end." in text_of(torre, f"{PAGE}?size=2&f1=left&f2=left")


def test_an_unknown_version_is_not_there(torre: Torre) -> None:
    assert torre.client().get(f"{PAGE}?version=7").status_code == 404
    assert torre.client().get(f"{PAGE}?version=1").status_code == 200


def test_the_form_saves_what_it_shows_as_a_version_for_the_next_month(torre: Torre) -> None:
    season_open(torre.ladder, 2026, 11)
    answer = save(torre, n="4", tie_3="lot", words="Be kind.", participation="0,5", repeats="half", repeats_first="3")
    assert answer.status_code == 302
    row = torre.ladder.rules.latest("version")
    assert (row.version, row.since, row.words, row.created_by) == (2, "2026-12", "Be kind.", torre.people["sara"])
    assert (row.rules.best, row.rules.repeats.worth, str(row.rules.takes_part.points)) == (4, "half", "1/2")
    assert len(row.rules.lot_seed) == 32
    assert AuditEntry.objects.get(act="rules.changed").facts == {"ladder": "torre", "since": "2026-12"}
    assert Season.objects.get(ladder=torre.ladder, month=11).rules.version == 1
    assert season_open(torre.ladder, 2026, 12).rules.version == 2
    assert season_open(torre.ladder, 2026, 8).rules.version == 1
    assert "From December 2026 on version 2 holds" in text_of(torre)
    page = text_of(torre, f"{PAGE}?version=2")
    for words in (
        "hold from December 2026 on; until then version 1 does",
        "Version 2",
        "from December 2026",
        "Be kind.",
        "<del>The 6 best matches",
        "<ins>The 4 best matches",
    ):
        assert words in page


def test_saved_again_the_rules_are_the_same(torre: Torre) -> None:
    answer = save(torre)
    assert answer.status_code == 302
    assert torre.ladder.rules.count() == 1


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_the_form_shows_of_rules_is_those_rules(torre: Torre, scheme: str) -> None:
    rules = rules_from({"scheme": {"type": scheme}, "minimum": 2})
    LadderRules.objects.filter(ladder=torre.ladder).update(params={"scheme": {"type": scheme}, "minimum": 2})
    save(torre, words="anything")
    assert torre.ladder.rules.latest("version").rules == rules


def test_a_look_shows_what_would_change_and_saves_nothing(torre: Torre) -> None:
    answer = save(torre, act="look", tables="8 2\n9 4 2\n12 8 4 2")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Tables of 4 are favoured: a seat there is worth 6.5 points on average, at 2 and 3 only 5." in page
    assert "<ins>2: 8 – 2 · 3: 9 – 4 – 2 · 4: 12 – 8 – 4 – 2</ins>" in page
    assert torre.ladder.rules.count() == 1


def test_a_favoured_size_is_named_on_the_page_for_as_long_as_it_is(torre: Torre) -> None:
    save(torre, tables="8 2\n9 4 2\n12 8 4 2")
    assert "Tables of 4 are favoured" in text_of(torre, f"{PAGE}?version=2")
    assert "Tables of" not in text_of(torre, f"{PAGE}?version=1")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"tables": "8 2\n3 x"}, "“x” is not a number"),
        ({"tables": "8 2\n9 1"}, "two lines for 2 players"),
        ({"tables": "2 8"}, "points must fall from the first place to the last"),
        ({"tables": ""}, "a table of points is needed"),
        ({"win": "1", "draw": "2", "scheme": "win_draw_loss"}, "a win may not be worth less than a draw"),
        ({"tie_1": "lot", "tie_2": "first_places"}, "nothing can follow a drawn lot"),
        ({"tie_1": "first_places", "tie_2": "first_places"}, "a tie-break stands twice"),
        ({"game_weights": "chess 2", "scheme": "elo"}, "“chess” is not known here"),
        ({"stage_weights": "swiss 2", "scheme": "elo"}, "a rating knows no weights"),
        ({"verified": "1e9999999"}, "is not a number"),
        ({"k": "0", "scheme": "elo"}, "K must be above 0"),
        ({"minimum": ""}, "This field is required"),
        ({"free": "", "tournaments": ""}, "some matches must count"),
    ],
)
def test_rules_that_do_not_fit_are_refused_in_words(torre: Torre, changed: dict[str, Any], words: str) -> None:
    sent = {name: value for name, value in fields(torre, **changed).items() if value != "" or name == "tables"}
    answer = torre.client("sara").post(EDIT, sent)
    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert torre.ladder.rules.count() == 1


def test_two_managers_at_once(torre: Torre) -> None:
    mine = fields(torre, minimum="5")
    save(torre, minimum="4")
    answer = torre.client("zoe").post(EDIT, mine)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Somebody was faster: version 2" in page
    assert "<del>A rank needs 4 matches in the month.</del> <ins>A rank needs 5 matches in the month.</ins>" in page
    assert torre.ladder.rules.latest("version").rules == Rules(minimum=4)


def test_only_managers_and_admins_change_rules(torre: Torre) -> None:
    for person in ("gufetta", "vito"):
        assert torre.client(person).get(EDIT).status_code == 403
        assert torre.client(person).post(EDIT, fields(torre)).status_code == 403
        assert "Change the rules" not in text_of(torre, person=person)
    assert "Change the rules" in text_of(torre, person="sara")
    assert torre.client().get(EDIT).status_code == 302
