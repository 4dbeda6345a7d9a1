"""Cases of other leagues, each for its whole kind: what was closed stays, one person is one line, a name leads to all."""

import re

import pytest
import time_machine
from django.test import Client

from games.models import Match, Player
from games.selectors.players import candidates, players_list
from games.services.naming import player_rename
from games.services.players import Seen, players_for
from games.services.statements import TypedSeat
from ladder.invariants import broken
from ladder.models import RankingRow
from ladder.selectors.agreement import disagreements, revision_faults
from ladder.selectors.seasons import season_get
from ladder.services import people
from ladder.services.closing import fingerprint
from ladder.services.ladders import admin_grant
from ladder.services.matches import match_correct, match_restore, match_void
from ladder.services.months import month_close, month_revise
from ladder.services.pools import pool_create
from tests.factories import NOON, a_league, a_match, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel("2026-11-07T12:00Z", tick=False):
        yield


@pytest.fixture
def admin():
    user = a_user("admin")
    admin_grant(user)
    return user


@pytest.fixture
def visitor():
    return Client(headers={"accept-language": "en"})


AS_CLOSED = ["/leagues/torre/2026-10/r1.csv", "/leagues/torre/2026-10/r1.json", "/leagues/torre/2026-10/r1.txt"]


def test_whatever_comes_later_the_closed_table_is_the_same_to_the_byte(admin, visitor):
    """H22."""
    torre = a_league(params={"minimum": 1})
    kept = [a_match("ada", "bea", "cleo"), a_match("bea", "ada"), a_match("cleo", "dora"), a_match("dora", "ada")]
    season = season_get(torre, "2026-10")
    month_close(season, by=admin, warned=True)

    def published():
        rows = RankingRow.objects.filter(season=season, revision=1).order_by("position").values()
        return list(rows), [visitor.get(page).content for page in AS_CLOSED]

    before = published()

    def correct(match, places):
        seats = [TypedSeat(place, seat.player) for place, seat in zip(places, match.seats.all(), strict=True)]
        given = {"ending": "normal", "ended_at": match.ended_at, "reason": "seen"}
        return match_correct(match, version=match.version, by=admin, seats=seats, **given)

    correct(kept[0], [3, 1, 2])
    assert published() == before
    struck = match_void(kept[1], version=kept[1].version, by=admin, reason="never played")
    assert published() == before
    a_match("dora", "cleo", "ada")
    assert published() == before
    torre.rules.create(version=2, params={"minimum": 3})
    torre.grace_days, torre.silence_hours = 9, 5
    torre.save()
    assert published() == before
    month_revise(season_get(torre, "2026-10"), by=admin, reason="three corrections")
    assert published() == before
    match_restore(struck, version=struck.version, by=admin)
    month_revise(season_get(torre, "2026-10"), by=admin, reason="it was played")
    assert published() == before
    changes = visitor.get("/leagues/torre/2026-10/changes/").content.decode()
    assert all(words in changes for words in ("three corrections", "it was played"))
    page = visitor.get("/leagues/torre/2026-10/r1/").content.decode()
    assert "/leagues/torre/2026-10/" in page
    assert broken() == []


def test_a_new_name_leaves_a_shared_place_of_a_closed_month_as_it_was(admin, visitor):
    torre = a_league(params={"minimum": 1, "tie_breaks": ["first_places"]})
    a_match("ada", "zeno")
    a_match("bea", "zoe")
    month_close(season_get(torre, "2026-10"), by=admin, warned=True)
    player_rename(Player.objects.get(name="bea"), "aaa", by=admin)
    rows = visitor.get("/leagues/torre/2026-10/r1.json").json()["rows"]
    assert [row["rank"] for row in rows] == [1, 1, 3, 3]
    for row in rows:
        page = visitor.get(f"/leagues/torre/2026-10/?why={row['slug']}").content.decode()
        assert "the rank is shared" in page, row
        assert not re.search(r"(Ahead of|Behind) \w+ by points: (\w+) to \2\.", page), row
    assert broken() == []
    assert month_faults(torre) == []


def month_faults(ladder):
    """What `recompute --check` would find in October."""
    season = season_get(ladder, "2026-10")
    return [*disagreements(season), *revision_faults(season, fingerprint)]


LISTS = [
    "/players/",
    "/players/?q=livio_two",
    "/players.json",
    "/players.csv",
    "/search/?q=livio_two",
    "/leagues/torre/2026-10/",
    "/leagues/torre/2026-10.json",
    "/leagues/torre/2026/",
    "/leagues/torre/archive/",
    "/leagues/torre/history/",
    "/leagues/torre/ratings/",
    "/leagues/torre/ratings/all/",
    "/matches/",
    "/api/v1/players/",
    "/api/v1/players/?name=livio_two",
    "/api/v1/leagues/torre/months/2026-10/ranking",
]


def test_no_list_and_no_search_shows_whoever_was_merged(admin, visitor):
    """H23."""
    torre = a_league(params={"minimum": 1})
    pool_create(torre, by=None, name="All")
    a_match("livio", "gufetta")
    a_match("livio_two", "gufetta")
    gone, kept = Player.objects.get(name="livio_two"), Player.objects.get(name="livio")
    season = season_get(torre, "2026-10")
    assert f"/players/{gone.slug}/" in visitor.get(season.get_absolute_url()).content.decode()
    people.players_merge(gone, kept, by=admin, reason="one", two_accounts=True)
    for page in LISTS:
        answer = visitor.get(page)
        assert answer.status_code == 200, page
        text = answer.content.decode()
        assert f"/players/{gone.slug}/" not in text, page
        assert f'"slug":"{gone.slug}"' not in text.replace(" ", ""), page
    assert visitor.get(f"/players/{gone.slug}/")["Location"] == f"/players/{kept.slug}/"
    assert [one.pk for one in players_list("livio_two")] == [kept.pk]


def test_a_former_name_that_somebody_else_bears_now_offers_both(visitor):
    """H24."""

    def seen(name, number, day):
        [player] = players_for([Seen(name, "bga", number)], at=NOON.replace(day=day), source="log", by=None)
        return player

    first = seen("alpha", "911", 1)
    a_league(params={"minimum": 1})
    a_match("alpha", "gufetta")
    admin = a_user("zed")
    admin_grant(admin)
    player_rename(first, "omega", by=admin)
    second = seen("alpha", "922", 5)
    assert Match.objects.get().seats.filter(player=first).exists()
    assert not second.seats.exists()
    assert {one.pk for one in players_list("alpha")} == {first.pk, second.pk}
    assert {one.pk for one in candidates("alpha").exact} == {first.pk, second.pk}
    for page in ("/players/?q=alpha", "/search/?q=alpha"):
        text = visitor.get(page).content.decode()
        assert all(f"/players/{one.slug}/" in text for one in (first, second)), page
