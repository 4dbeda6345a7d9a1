"""The month's ranking: panel, filters, borders in time, exports."""

import csv
import io
import json
import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from games.models import Game, Match, Player, User
from ladder.models import Rating, RatingPool
from ladder.services.pools import pool_create
from ladder.services.ratings import pool_rate
from tests.acceptance.forms import form_of
from tests.factories import a_match
from tests.pages.conftest import Torre
from tournaments.models import Pairing, Round, Stage, TableMatch, Tournament

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
    assert len(re.findall(r'<tr class="[^"]*\bdim\b', filtered)) >= 13
    assert "game" in text_of(f"{OCTOBER}?size=99999999999&game=%00&text=%F0%9F%98%80")


def test_one_s_own_row_is_marked(torre: Torre) -> None:
    assert "mine" in text_of(OCTOBER, torre.client("hugo"))
    assert "mine" not in text_of(OCTOBER)


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
    rules.params = {"aggregation": {"type": "best", "n": 4}, "minimum": 1}
    rules.save()
    text = text_of("/leagues/torre/rules/")
    assert "The 4 best matches" in text
    assert "A rank needs 1 match " in text


def test_columns_come_when_asked_for_and_only_then(torre: Torre) -> None:
    assert "Beaten" not in text_of(OCTOBER).split("<table")[1]
    text = text_of(f"{OCTOBER}?cols=share&cols=verified&cols=nothing").split("<table")[1]
    assert ">Beaten</th>" in text
    assert ">Verified</th>" in text
    assert "0 %</td>" in text


def test_the_column_of_a_rating_says_how_sure_it_is(torre: Torre) -> None:
    text = text_of(f"{OCTOBER}?cols=rating&cols=nonsense")
    head = text.partition("<thead>")[2].partition("</thead>")[0]
    assert "Rating" in head
    assert head.count("<th ") == text_of(OCTOBER).partition("<thead>")[2].partition("</thead>")[0].count("<th ") + 1
    rating = Rating.objects.get(player__name="livio_lupo")
    assert f">{round(rating.value)}?</td>" in text or f">{round(rating.value)}</td>" in text
    assert "column “Rating”" in text_of(OCTOBER)
    pool_rate(pool_create(torre.ladder, by=None, name="Duels", method="elo", seats_max=2).pk)
    with_both = text_of(f"{OCTOBER}?cols=rating&pool=duels")
    assert '<option value="duels" selected>Duels</option>' in with_both
    head = with_both.partition("<thead>")[2].partition("</thead>")[0]
    assert "Duels" in head
    assert f">{round(rating.value)}" not in with_both
    assert f">{round(rating.value)}" in text_of(f"{OCTOBER}?cols=rating&pool=no-such-pool")
    RatingPool.objects.update(paused=True)
    assert f">{round(rating.value)}" not in text_of(f"{OCTOBER}?cols=rating", torre.client("gufetta"))


def test_free_and_tournament_matches_are_told_apart(torre: Torre) -> None:
    def bright(kind: str) -> int:
        context = torre.client("gufetta").get(f"{OCTOBER}?kind={kind}").context
        return context["filter"].fits

    assert bright("tournament") == 0
    everybody = bright("free")
    event = Tournament.objects.create(slug="event", name="Event", lot="7", game=Game.objects.get(key="alhambra"))
    match = Match.objects.filter(game__key="arctica", state="confirmed").latest("ended_at")
    stage = Stage.objects.create(tournament=event, number=1)
    round_ = Round.objects.create(stage=stage, number=1)
    pairing = Pairing.objects.create(round=round_, number=1)
    TableMatch.objects.create(tournament=event, pairing=pairing, match=match)
    assert bright("tournament") == match.seats.count()
    assert bright("free") <= everybody
    assert "fit the filter" in text_of(f"{OCTOBER}?kind=tournament")
    assert "fit the filter" not in text_of(f"{OCTOBER}?kind=nonsense")


def test_one_s_own_row_has_an_address(torre: Torre) -> None:
    text = text_of(OCTOBER, torre.client("gufetta"))
    assert f'rel="bookmark" href="{OCTOBER}?shut=gufetta#ask-gufetta"' in text
    assert 'id="ask-gufetta"' in text_of(f"{OCTOBER}?shut=gufetta", torre.client("gufetta"))
    assert "My row" not in text_of(OCTOBER, torre.client("charlie"))
    assert "My row" not in text_of(OCTOBER)


def test_only_matches_with_a_log_that_agrees_dims_the_others_and_moves_nobody(torre: Torre) -> None:
    whole, some = text_of(OCTOBER), text_of(f"{OCTOBER}?checked=1")
    assert some.count(" dim") > whole.count(" dim")
    ranks = re.compile(r'class="pos">(\d*)')
    assert ranks.findall(whole) == ranks.findall(some)


def test_a_long_ranking_has_pages_and_a_panel_opens_on_its_own(torre: Torre, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ladder.views.month_table.ROWS", 5)
    first, second = text_of(OCTOBER), text_of(f"{OCTOBER}?page=2")
    assert "livio_lupo</a>" in first.split("<table")[1].split("</table")[0]
    assert "livio_lupo</a>" not in second.split("<table")[1].split("</table")[0]
    assert "Page 2 of 4" in second
    assert 'id="why-olga_o"' in text_of(f"{OCTOBER}?why=olga_o")
    assert re.search(r"\d+ rows? fits? the filter", text_of(f"{OCTOBER}?text=olga"))


def test_the_arrows_lead_to_months_that_have_a_page(torre: Torre, at_now: None) -> None:
    client = torre.client("gufetta")
    first = client.get("/leagues/torre/2026-09/")
    assert first.context["before"] is None
    assert first.context["after"]["key"] == "2026-10"
    assert client.get("/leagues/torre/2026-08/").status_code == 404
    a_match("gufetta", "hugo_pt", ended_at=datetime(2026, 8, 2, 20, tzinfo=UTC))
    assert client.get("/leagues/torre/2026-09/").context["before"]["key"] == "2026-08"
    august = client.get("/leagues/torre/2026-08/")
    assert august.status_code == 200
    assert (august.context["before"], august.context["after"]["key"]) == (None, "2026-09")
    assert client.get("/leagues/torre/2027-02/").context["before"]["key"] == "2027-01"


def test_a_month_in_which_nothing_was_played_has_a_page_and_is_closed_at_the_desk(torre: Torre, at_now: None) -> None:
    a_match("gufetta", "hugo_pt", ended_at=datetime(2026, 7, 2, 20, tzinfo=UTC))
    sara, august = torre.client("sara"), "/leagues/torre/2026-08/"
    assert sara.get("/leagues/torre/2026-09/").context["before"]["key"] == "2026-08"
    assert "No match counts in August 2026. The month is over." in text_of(august)
    for suffix in ("csv", "xlsx", "json", "txt", "atom"):
        assert Client().get(f"/leagues/torre/2026-08.{suffix}").status_code == 200
        assert Client().get(f"/leagues/torre/archive.{suffix}").status_code == 200
    desk = "/desk/leagues/torre/2026-08/"
    assert desk in sara.get("/leagues/torre/archive/").content.decode()
    assert desk not in torre.client("hugo").get("/leagues/torre/archive/").content.decode()
    page = sara.get(desk).content.decode()
    assert "Nothing is open." in page
    told = sara.post(f"{desk}close/", form_of(page, f"{desk}close/").values, follow=True).content.decode()
    assert "Closed: revision 1 is published." in told
    assert "It is closed." in text_of(august)
    assert sara.post(f"{desk}close/", {"version": 1}).status_code == 422


@pytest.mark.parametrize("suffix", ["csv", "xlsx", "json", "txt", "atom"])
def test_a_month_without_a_page_has_nothing_to_take_away(torre: Torre, at_now: None, suffix: str) -> None:
    for month in ("2026-08", "1999-12", "2026-13"):
        assert Client().get(f"/leagues/torre/{month}.{suffix}").status_code == 404
    assert Client().get(f"/leagues/torre/2026-09.{suffix}").status_code == 200


def test_a_month_that_shows_an_answer_leaves_out_the_latest_outcomes(torre: Torre, at_now: None) -> None:
    assert Client().get(OCTOBER).context["latest"]
    assert not Client().get(f"{OCTOBER}?why=hugo_pt").context["latest"]
    assert not Client().get(f"{OCTOBER}?game=alhambra").context["latest"]


def test_a_name_that_nobody_checked_is_marked_in_the_ranking(torre: Torre) -> None:
    Player.objects.filter(slug="adamanta").update(state="identified")
    Player.objects.filter(slug="brunello3").update(state="provisional")
    page = torre.client().get("/leagues/torre/2026-10/").content.decode()
    assert re.search(r'class="unsure" title="name not checked">brunello3</a>', page)
    assert not re.search(r'class="unsure"[^>]*>adamanta</a>', page)


def test_a_revision_says_who_published_it(torre: Torre) -> None:
    """By the name that the account gave, as the rules and the first page do; without one as a manager."""
    url = "/leagues/torre/2026-09/changes/"
    assert ", a manager" in torre.client().get(url).content.decode()
    User.objects.filter(pk=torre.people["sara"].pk).update(first_name="Sara")
    page = torre.client("hugo").get(url).content.decode()
    assert page.count(", Sara</p>") == 3
    assert ", a manager" not in page
