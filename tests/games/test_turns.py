"""Whose log is judged next: nobody waits behind somebody else’s crowd."""

import pytest

from games.models import Submission, Verification
from games.services import verification
from games.services.submissions import owner_of, revision_for, turn_for
from tests.factories import a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def waiting_rows(*owners):
    """Rows that wait, in the order of their owners' uploads; no bell is heard in these tests."""
    for number, owner in enumerate(owners):
        submission = Submission.objects.create(sha256=f"{number:064}", size=1, kind="record")
        Verification.objects.create(
            submission=submission, revision=revision_for(None), owner=owner, turn=turn_for(owner)
        )


def order_of_claims():
    order = []
    while (row := verification.verification_claim()) is not None:
        order.append(row.owner)
    return order


def test_a_newcomer_waits_behind_no_more_than_two_logs_of_a_crowd():
    waiting_rows(*["crowd"] * 50)
    for _log in range(10):
        verification.verification_claim()
    waiting_rows_of_newcomer = Submission.objects.create(sha256="f" * 64, size=1, kind="record")
    Verification.objects.create(
        submission=waiting_rows_of_newcomer, revision=revision_for(None), owner="newcomer", turn=turn_for("newcomer")
    )
    assert order_of_claims().index("newcomer") <= 2


def test_several_crowds_take_turns():
    waiting_rows(*["a"] * 3, *["b"] * 3, *["c"] * 3)
    assert order_of_claims() == ["a", "b", "c"] * 3


def test_an_owner_who_comes_back_later_does_not_overtake():
    waiting_rows("a", "a", "b", "a", "b", "b")
    assert order_of_claims() == ["a", "b"] * 3


def test_visitors_share_the_turns_of_their_network_and_nobody_can_read_it():
    assert owner_of(None, "192.0.2.7") == owner_of(None, "192.0.2.99")
    assert owner_of(None, "192.0.2.7") != owner_of(None, "192.0.3.7")
    assert owner_of(None, "2001:db8::1") == owner_of(None, "2001:db8::2:3")
    assert "192" not in owner_of(None, "192.0.2.7")
    assert owner_of(None, "") == owner_of(None, "")


def test_an_account_has_turns_of_its_own_wherever_it_is():
    alice = a_user("alice")
    assert owner_of(alice, "192.0.2.7") == owner_of(alice, "198.51.100.1") == f"account-{alice.pk}"
