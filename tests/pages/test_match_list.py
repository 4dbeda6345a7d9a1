"""The list of matches: its filters, its pages, what it gives away."""

import csv
import io

import pytest
import time_machine

from games.models import Match
from ladder.selectors.match_list import filter_read, matches_list
from tests.factories import a_league
from tests.pages.conftest import NOW, Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def text_of(torre: Torre, address: str) -> str:
    with time_machine.travel(NOW, tick=False):
        answer = torre.client().get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def found(**query: str) -> set[int]:
    return set(matches_list(filter_read(query)).values_list("pk", flat=True))


def test_every_filter_means_what_it_says(torre: Torre) -> None:
    everything = {match.pk: match for match in Match.objects.prefetch_related("seats__player").select_related("game")}
    zone = torre.ladder.zone
    expected = {
        "state": ("submitted", lambda match: match.state == "submitted"),
        "game": ("res_arcana", lambda match: match.game.key == "res_arcana"),
        "month": ("2026-10", lambda match: match.ended_at and match.ended_at.astimezone(zone).month == 10),
        "size": ("3", lambda match: len(match.seats.all()) == 3),
        "text": ("LIVIO", lambda match: any("livio" in seat.player.name for seat in match.seats.all())),
    }
    for key, (value, fits) in expected.items():
        wanted = {pk for pk, match in everything.items() if fits(match)}
        assert wanted, key
        assert found(**{key: value}) == wanted, key


def test_filters_go_together_and_none_shows_all(torre: Torre) -> None:
    assert found() == set(Match.objects.values_list("pk", flat=True))
    assert found(state="confirmed", size="3") == found(state="confirmed") & found(size="3")


def test_a_league_shows_the_matches_of_its_games(torre: Torre) -> None:
    other = a_league("altra")
    other.games.set(Match.objects.filter(game__key="azul").values_list("game", flat=True))
    assert found(league="altra") == found(game="azul")
    assert found(league="torre") == found()


@pytest.mark.parametrize(
    "query",
    ["state=happy", "game=chess", "league=nowhere", "month=2026-13", "month=x", "size=99", "size=-1", "size=²"],
)
def test_what_one_cannot_filter_by_is_named_and_left_out(torre: Torre, query: str) -> None:
    text = text_of(torre, f"/matches/?{query}")
    assert "is nothing that one can filter by here" in text
    assert f"{Match.objects.count()} matches" in text


def test_nothing_that_fits_offers_the_whole_list(torre: Torre) -> None:
    assert "No match fits." in text_of(torre, "/matches/?text=nobody+at+all")


def test_the_list_leads_to_the_match_and_goes_on(torre: Torre, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ladder.views.match_list.LIST_LENGTH", 2)
    text = text_of(torre, "/matches/?state=confirmed")
    assert text.count('<th scope="row">') == 2
    assert "?state=confirmed&amp;page=2" in text


def test_the_list_is_taken_away_with_its_filter(torre: Torre) -> None:
    text = text_of(torre, "/matches.csv?state=submitted&game=alhambra")
    rows = list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))
    waiting = Match.objects.filter(state="submitted", game__key="alhambra")
    assert {row["match"] for row in rows} == set(waiting.values_list("slug", flat=True))
    assert len(rows) == sum(match.seats.count() for match in waiting)
    assert "Take it with you" in text_of(torre, "/matches/")
