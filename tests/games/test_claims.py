"""“This is me”: who may say so, who may accept it, and what happens where two say the same."""

from datetime import timedelta

import pytest
import time_machine

from games.models import AuditEntry, Claim, Player
from games.selectors.duplicates import duplicates
from games.services.claims import claim_accept, claim_decline, claim_make, claim_vouch
from games.services.errors import PersonRefused
from games.services.merges import players_merge
from games.services.players import player_provisional
from tests.factories import NOON, a_match, a_player, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def _soon_after():
    with time_machine.travel(NOON + timedelta(30), tick=False):
        yield


@pytest.fixture
def claim():
    """Livio says that he is livio_lupo, who played with gufetta and hugo; both have accounts."""
    for name in ("gufetta", "hugo"):
        a_player(name, a_user(name))
    a_match("livio_lupo", "gufetta", "hugo")
    return claim_make(called("livio_lupo"), by=a_user("livio"))


def called(name):
    return Player.objects.get(name=name)


def code_of(act):
    with pytest.raises(PersonRefused) as refused:
        act()
    return refused.value.code


def test_a_manager_accepts_and_the_account_is_the_player(claim):
    claim_accept(claim, by=a_user("sara"))
    assert called("livio_lupo").user == claim.user
    claim.refresh_from_db()
    assert (claim.state, claim.decided_by.email) == ("accepted", "sara@example.org")
    assert code_of(lambda: claim_make(called("livio_lupo"), by=claim.user)) == "is_mine"


def test_two_players_who_met_him_lately_do_as_well(claim):
    claim_vouch(claim, by=called("gufetta").user)
    claim_vouch(claim, by=called("gufetta").user)
    assert called("livio_lupo").user is None
    claim_vouch(claim, by=called("hugo").user)
    assert called("livio_lupo").user == claim.user
    claim.refresh_from_db()
    assert claim.decided_by is None
    assert AuditEntry.objects.get(act="claim.accepted").facts["vouchers"] == [
        called("gufetta").pk,
        called("hugo").pk,
    ]


def test_nobody_vouches_who_is_no_player_or_met_him_long_ago_or_never(claim):
    a_player("ines", a_user("ines"))
    assert code_of(lambda: claim_vouch(claim, by=a_user("charlie"))) == "has_player"
    assert code_of(lambda: claim_vouch(claim, by=called("ines").user)) == "not_met"
    assert code_of(lambda: claim_vouch(claim, by=claim.user)) == "has_player"
    with time_machine.travel(NOON + timedelta(100), tick=False):
        assert code_of(lambda: claim_vouch(claim, by=called("gufetta").user)) == "not_met"


def test_where_two_say_the_same_only_a_manager_decides(claim):
    second = claim_make(called("livio_lupo"), by=a_user("impostor"))
    assert code_of(lambda: claim_vouch(claim, by=called("gufetta").user)) == "contested"
    claim_accept(claim, by=a_user("sara"))
    assert code_of(lambda: claim_vouch(second, by=called("gufetta").user)) == "contested"
    claim_accept(second, by=a_user("tito"))
    assert called("livio_lupo").user == second.user
    claim.refresh_from_db()
    assert claim.state == "ended"


def test_saying_it_twice_is_saying_it_once_and_a_declined_claim_may_come_again(claim):
    assert claim_make(called("livio_lupo"), by=claim.user) == claim
    assert code_of(lambda: claim_decline(claim, by=a_user("sara"), reason=" ")) == "reason_missing"
    claim_decline(claim, by=a_user("tito"), reason="no answer")
    assert code_of(lambda: claim_accept(claim, by=a_user("zoe"))) == "state"
    assert claim_make(called("livio_lupo"), by=claim.user) != claim


def test_an_account_with_two_accepted_claims_keeps_its_player_and_asks_for_a_merge(claim):
    claim_accept(claim, by=a_user("sara"))
    other = player_provisional("Lupo Livio", at=NOON)
    claim_accept(claim_make(other, by=claim.user), by=a_user("tito"))
    assert Player.objects.get(user=claim.user) == called("livio_lupo")
    [found] = [one for one in duplicates() if "claims" in one.reasons]
    assert (found.source, found.target) == (other, called("livio_lupo"))


def test_a_claim_on_somebody_merged_meanwhile_is_on_whom_he_became(claim):
    players_merge(called("livio_lupo"), a_player("livio"), by=None, reason="one", two_accounts=True)
    claim_accept(Claim.objects.get(pk=claim.pk), by=a_user("sara"))
    assert called("livio").user == claim.user
