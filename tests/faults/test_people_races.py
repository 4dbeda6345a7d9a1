"""Two managers at once: one merge, one undo, and everything belongs to somebody."""

from datetime import timedelta
from functools import partial

import pytest

from games.models import Merge, Player, Seat
from games.services.claims import claim_accept, claim_make
from games.services.errors import PersonRefused
from games.services.players import Seen
from games.services.results import Result, SeatResult, match_find_or_create
from games.services.retry import atomic_retried
from ladder.services import people
from tests.factories import NOON, a_league, a_match, a_player, a_user
from tests.faults.conftest import nothing_broken, together

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]
ROUNDS = range(5)


@pytest.fixture
def players():
    a_league()
    found = [a_player(name) for name in ("ada", "bea", "cleo")]
    for day, name in enumerate(("ada", "bea", "cleo")):
        a_match(name, "zoe", ended_at=NOON + timedelta(day))
    return found


def merge(source, target):
    return partial(people.players_merge, source, target, by=None, reason="one", two_accounts=True)


def unexpected(answers):
    return [one for one in answers if isinstance(one, Exception) and not isinstance(one, PersonRefused)]


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_merges_of_one_player_at_once_one_wins(players, _round):
    ada, bea, cleo = players
    answers = together(merge(ada, bea), merge(ada, cleo), merge(bea, ada))
    assert unexpected(answers) == []
    assert Merge.objects.count() in (1, 2)
    assert Merge.objects.filter(source=ada).count() <= 1
    nothing_broken()


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_merge_against_an_undo_ends_as_one_after_the_other(players, _round):
    ada, bea, cleo = players
    first = merge(ada, bea)()
    answers = together(
        partial(people.merge_undo, first, by=None, reason="no"),
        partial(people.merge_undo, first, by=None, reason="no"),
        merge(bea, cleo),
    )
    assert unexpected(answers) == []
    assert sum(isinstance(one, PersonRefused) for one in answers) == 1
    assert Player.objects.get(pk=ada.pk).merged_into is None
    assert Seat.objects.filter(player=ada).count() == 1
    nothing_broken()


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_result_that_comes_while_two_are_merged_belongs_to_who_stays(players, _round):
    ada, bea, _cleo = players

    @atomic_retried
    def result():
        seats = (SeatResult(Seen("ada"), 1), SeatResult(Seen("dora"), 2))
        return match_find_or_create(Result("alhambra", seats, ended_at=NOON + timedelta(9)), by=None).match

    answers = together(merge(ada, bea), result)
    assert unexpected(answers) == []
    assert not Seat.objects.filter(player=ada).exists()
    nothing_broken()


@pytest.mark.parametrize("_round", ROUNDS)
def test_two_claims_accepted_at_once_leave_one_account(players, _round):
    ada = players[0]
    claims = [claim_make(ada, by=a_user(name)) for name in ("one", "two")]
    answers = together(*[partial(claim_accept, claim, by=a_user(f"m{n}")) for n, claim in enumerate(claims)])
    assert unexpected(answers) == []
    assert Player.objects.get(pk=ada.pk).user is not None
    assert sum(claim.__class__.objects.get(pk=claim.pk).state == "accepted" for claim in claims) == 1
