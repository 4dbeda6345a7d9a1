"""Ratings on pages: tables, a player's way, what a match did; and managers who keep them."""

from html import unescape
from itertools import pairwise

import pytest

from games.models import AuditEntry, Match, Player
from ladder.models import Rating, RatingPool, RatingRequest
from ladder.selectors.ratings import match_lines, player_lines, ratings_of
from ladder.services.matches import match_void
from ladder.services.pools import pool_change
from ladder.services.ratings import pool_rate
from ladder.views import ratings as views
from tests.factories import a_match
from tests.pages.conftest import Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
POOL = "/leagues/torre/ratings/all-tables/"
KEEP = "/leagues/torre/pools/all-tables/"
FIELDS = {
    "name": "For two",
    "method": "glicko2",
    "seats_min": "2",
    "seats_max": "2",
    "start": "1500",
    "k": "32",
    "january": "pull",
    "stand_ins": "on",
    "version": "0",
}


def read(torre: Torre, address: str, person: str = "") -> str:
    answer = torre.client(person).get(address)
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def the_pool() -> RatingPool:
    return RatingPool.objects.get(slug="all-tables")


def test_the_table_sets_provisional_ratings_apart(torre: Torre) -> None:
    text = read(torre, POOL)
    rows = list(ratings_of(the_pool()))
    settled = [row for row in rows if not row.is_provisional]
    assert settled
    assert settled[0].rank == 1
    assert [row.is_provisional for row in rows] == sorted(row.is_provisional for row in rows)
    assert [row.order for row in settled] == sorted((row.order for row in settled), reverse=True)
    assert text.index(settled[-1].player.name) < text.index("fewer than 8 matches")
    assert f"<b>{rows[0].value:.0f}</b>" in text
    assert f"± {rows[0].spread:.0f}" in text


def test_a_player_is_found_by_name_and_keeps_his_rank(torre: Torre) -> None:
    ranks = {row.player.name: row.rank for row in ratings_of(the_pool())}
    [row] = ratings_of(the_pool(), "Hugo")
    assert row.rank == ranks["hugo_pt"]
    assert "hugo_pt" in read(torre, f"{POOL}?q=HUGO")


def test_a_players_page_draws_the_same_numbers_that_its_table_tells(torre: Torre) -> None:
    text = read(torre, "/players/hugo_pt/rating/?pool=torre/all-tables")
    player = Player.objects.get(slug="hugo_pt")
    lines = player_lines(the_pool(), player)
    assert len(lines) > 3
    for line in lines:
        assert f"<b>{line.after:.0f}</b>" in text
    assert text.count('<polyline class="chart-line"') == 1
    drawn = text.split('<polyline class="chart-line" points="')[1].split('"')[0]
    assert len(drawn.split()) == len(lines)
    for before, after in pairwise(lines):
        assert after.before == pytest.approx(before.after)
    assert lines[-1].after == pytest.approx(Rating.objects.get(player=player).value, abs=0.01)


def test_of_many_matches_the_page_has_the_newest_and_the_file_all(torre: Torre, monkeypatch) -> None:
    lines = player_lines(the_pool(), Player.objects.get(slug="hugo_pt"))
    text = read(torre, "/players/hugo_pt/rating/?pool=torre/all-tables")
    assert "Older matches" not in text
    monkeypatch.setattr(views, "POINTS", 2)
    text = read(torre, "/players/hugo_pt/rating/?pool=torre/all-tables")
    assert "Older matches" in text
    assert len(text.split('<polyline class="chart-line" points="')[1].split('"')[0].split()) == 2
    assert f"<b>{lines[-1].after:.0f}</b>" in text
    file = read(torre, "/players/hugo_pt/rating.csv?pool=torre/all-tables")
    assert len(file.strip().splitlines()) == len(lines) + 1


def test_a_players_page_without_ratings_says_so(torre: Torre) -> None:
    a_match("newcomer", "other", state="submitted")
    assert "No match of this player has been rated yet" in read(torre, "/players/newcomer/rating/")
    assert torre.client().get("/players/newcomer/rating.csv").status_code == 404
    assert torre.client().get("/players/hugo_pt/rating/?pool=torre/none").status_code == 404


def test_a_match_tells_what_it_did_to_each(torre: Torre) -> None:
    pool = the_pool()
    line = player_lines(pool, Player.objects.get(slug="hugo_pt"))[0]
    match = Match.objects.get(pk=line.match)
    [rated] = match_lines(match)
    assert rated.pool == pool
    assert len(rated.lines) == match.seats.count()
    size = match.seats.count()
    assert sum(one.scored for one in rated.lines.values()) == size * (size - 1) / 2
    assert sum(one.expected for one in rated.lines.values()) == pytest.approx(size * (size - 1) / 2)
    text = read(torre, match.get_absolute_url())
    assert 'id="ratings"' in text
    assert "Expected" in text
    assert 'id="ratings"' not in read(torre, torre.waiting.get_absolute_url())


def test_the_others_read_why_their_rating_moved(torre: Torre) -> None:
    player = Player.objects.get(slug="hugo_pt")
    first = Match.objects.get(pk=player_lines(the_pool(), player)[0].match)
    match_void(first, version=first.version, by=torre.people["vito"], reason="not played")
    assert "is being worked in" in read(torre, POOL)
    pool_rate(the_pool().pk)
    text = read(torre, "/players/hugo_pt/rating/")
    assert "a match was struck out" in text
    assert first.get_absolute_url() in text
    assert "a match was struck out" in read(torre, POOL)


def test_a_manager_creates_ratings_and_they_appear(torre: Torre) -> None:
    client = torre.client("sara")
    answer = client.post("/leagues/torre/pools/new/", FIELDS)
    assert answer.status_code == 302
    pool = RatingPool.objects.get(slug="for-two")
    assert answer["Location"] == pool.get_absolute_url()
    assert AuditEntry.objects.get(kind="ratingpool", target_id=pool.pk).act == "pool.created"
    pool_rate(pool.pk)
    assert "Glicko-2" in read(torre, pool.get_absolute_url())
    assert "For two" in read(torre, "/leagues/torre/ratings/")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"seats_max": "4"}, "games of two only"),
        ({"method": "elo", "seats_min": "5", "seats_max": "3"}, "below the fewest players"),
        ({"name": "All tables"}, "address already"),
        ({"name": "!!!"}, "letters or digits"),
        ({"name": "new"}, "letters or digits"),
        ({"start": "1"}, "100"),
        ({"method": "dice"}, "dice"),
    ],
)
def test_what_cannot_be_is_said_at_the_field(torre: Torre, wrong: dict[str, str], words: str) -> None:
    answer = torre.client("sara").post("/leagues/torre/pools/new/", FIELDS | wrong)
    assert answer.status_code == 422
    assert words in unescape(answer.content.decode())
    assert RatingPool.objects.count() == 1


@pytest.mark.parametrize("person", ["hugo", "vito", "charlie"])
def test_only_managers_keep_ratings(torre: Torre, person: str) -> None:
    client = torre.client(person)
    assert client.get(KEEP).status_code == 403
    assert client.post("/leagues/torre/pools/new/", FIELDS).status_code == 403
    assert client.post(KEEP, FIELDS | {"version": "1"}).status_code == 403
    assert client.post(f"{KEEP}pause/", {"version": "1", "act": "pause"}).status_code == 403
    assert "/pools/" not in read(torre, POOL, person)
    assert not the_pool().paused


def test_a_manager_pauses_and_lets_go_on(torre: Torre) -> None:
    client = torre.client("sara")
    assert client.post(f"{KEEP}pause/", {"version": "1", "act": "pause"}).status_code == 302
    assert "paused" in read(torre, POOL)
    assert client.post(f"{KEEP}pause/", {"version": "2", "act": "resume"}).status_code == 302
    assert not the_pool().paused
    assert RatingRequest.objects.filter(pool=the_pool(), cause="pool.resumed").exists()
    assert client.post(f"{KEEP}pause/", {"act": "pause"}).status_code == 400


def test_of_two_managers_the_second_sees_what_the_first_did(torre: Torre) -> None:
    pool_change(the_pool(), version=1, by=torre.people["zoe"], games=[], name="Everybody", k=40)
    answer = torre.client("sara").post(KEEP, FIELDS | {"version": "1", "name": "Mine"})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Everybody" in text
    assert "Mine" in text
    assert the_pool().name == "Everybody"
    answer = torre.client("sara").post(KEEP, FIELDS | {"version": "2", "name": "Mine"})
    assert answer.status_code == 302
    assert the_pool().method == "glicko2"


def test_a_new_name_alone_rates_nothing_again(torre: Torre) -> None:
    pool_change(the_pool(), version=1, by=None, games=[], name="Everybody")
    assert not RatingRequest.objects.exists()
