"""Following: who presses the button is told once of what happens, and of nothing that he is told anyway."""

from typing import Any

import pytest
import time_machine
from django.test import Client

from games.models import Follow, Notice, User
from games.services import follows
from games.services.follows import follow_set, nobody_follows_players
from games.services.notices import muted
from ladder.selectors.seasons import season_get
from ladder.services.ladders import role_grant
from ladder.services.leaving import account_strip
from ladder.services.matches import match_confirm, match_dispute
from ladder.services.months import month_close
from ladder.services.people import players_merge
from tests.factories import a_league, a_match, a_player, a_user
from tests.tournaments.events import TWO, Event
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def awake() -> None:
    nobody_follows_players.wake()


def client_of(user: User | None = None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if user is not None:
        client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def told(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def test_the_button_follows_and_ends_it_on_each_kind_of_page() -> None:
    fan, league, player = a_user("fan", language="en"), a_league(), a_player("ada")
    event = Event(["bea", "cleo"], TWO, [StageTerms(rounds=1)])
    pages = {
        f"/follow/ladder/{league.slug}/": "/leagues/torre/",
        f"/follow/player/{player.slug}/": "/players/ada/",
        f"/follow/tournament/{event.tournament.slug}/": f"/tournaments/{event.tournament.slug}/",
    }
    client = client_of(fan)
    for address, page in pages.items():
        assert f'action="{address}"' in client.get(page).content.decode()
        for _twice in range(2):
            assert client.post(address, {"wanted": "yes"})["Location"] == page
        assert "Follow no more" in client.get(page).content.decode()
        visitor = client_of().get(page).content.decode()
        assert "Follow" in visitor
        assert address not in visitor
        assert client_of().post(address, {"wanted": "yes"}).status_code == 302
    assert Follow.objects.filter(user=fan).count() == 3
    account = client.get("/account/").content.decode()
    for address in pages:
        assert f'action="{address}"' in account
        client.post(address, {"wanted": "no", "back": "account"})
    assert not Follow.objects.exists()
    assert client.post("/follow/player/nobody/", {"wanted": "yes"}).status_code == 404
    assert client.post("/follow/season/torre/", {"wanted": "yes"}).status_code == 404


def test_a_result_of_a_followed_player_is_told_once_when_it_counts_and_not_to_the_table() -> None:
    fan, ada, sara = a_user("fan"), a_user("ada"), a_user("sara")
    role_grant(sara, "manager", ladder=a_league())
    one, two = a_player("ada", ada), a_player("bea")
    for user in (fan, ada):
        for player in (one, two):
            follow_set(user, "player", player.pk, wanted=True)
    match = a_match("ada", "bea", state="submitted", by=sara)
    assert told(fan) == []
    match = match_confirm(match, version=match.version, by=sara)
    match = match_dispute(match, version=match.version, by=sara, reason="x")
    match_confirm(match, version=match.version, by=sara, reason="x")
    assert told(fan) == ["follow.result"]
    assert sorted(Notice.objects.get(user=fan).facts["players"]) == ["ada", "bea"]
    assert "follow.result" not in told(ada)
    with muted():
        a_match("ada", "cleo")
    assert told(fan) == ["follow.result"]


def test_a_followed_league_and_a_followed_tournament_tell_what_they_do() -> None:
    fan, league = a_user("fan"), a_league()
    follow_set(fan, "ladder", league.pk, wanted=True)
    with time_machine.travel("2026-11-06T10:00Z", tick=False):
        a_match("ada", "bea")
        season = season_get(league, "2026-10")
        assert season is not None
        month_close(season, by=None, warned=True)
    assert told(fan) == ["month.closed"]
    event = Event(["dora", "elsa"], TWO, [StageTerms(rounds=1)])
    follow_set(fan, "tournament", event.tournament.pk, wanted=True)
    event.next_round("dora elsa")
    event.result("dora, elsa")
    event.complete_stage()
    event.advance("finished")
    assert told(fan)[1:] == ["round.published", "tournament.finished"]


def test_a_merge_takes_the_followers_along_and_a_removed_account_follows_nobody(monkeypatch: Any) -> None:
    fan, one, two = a_user("fan"), a_player("ada1"), a_player("ada")
    follow_set(fan, "player", one.pk, wanted=True)
    players_merge(one, two, by=None, reason="the same", two_accounts=True)
    a_match("ada", "bea")
    assert told(fan) == ["follow.result"]
    monkeypatch.setattr(follows.limits, "FOLLOWS", 2)
    with pytest.raises(follows.TooMany):
        follow_set(fan, "player", a_player("cleo").pk, wanted=True)
    account_strip(fan)
    assert not Follow.objects.exists()
