"""The outbox: nothing is lost, nothing is sent twice at once, and what fails comes to an end."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models.functions import Now

from games.models import OutboxRow
from games.services.outbox import (
    NotSent,
    Sender,
    outbox_add,
    outbox_again,
    outbox_claim,
    outbox_run,
    outbox_send,
    outbox_sweep,
)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def senders(send, pauses=(1, 10)):
    return {"letter": Sender(send, pauses)}


def a_row(key="letter:1", tries=3):
    return outbox_add("letter", key, tries=tries, to="ada")


def test_what_is_due_is_sent_once():
    sent = []
    a_row()
    assert outbox_run(senders(lambda row: sent.append(row.facts) or True)) == 1
    assert outbox_run(senders(lambda row: sent.append(row.facts) or True)) == 0
    assert sent == [{"to": "ada"}]
    assert OutboxRow.objects.get().state == "done"


def test_the_same_key_is_written_once():
    assert a_row() == a_row()


def test_a_kind_that_nobody_sends_waits():
    outbox_add("other", "other:1", tries=1)
    assert outbox_run(senders(lambda row: True)) == 0
    assert OutboxRow.objects.get().state == "queued"


def test_a_change_that_is_taken_back_sends_nothing():
    with transaction.atomic():
        a_row()
        transaction.set_rollback(True)
    assert not OutboxRow.objects.exists()


def fails(row):
    raise NotSent("refused", words="no room")


def soon():
    OutboxRow.objects.update(next_try=Now() - timedelta(seconds=1))


def test_pauses_grow_and_then_it_is_given_up_with_the_reason():
    a_row()
    pauses = []
    for _attempt in range(3):
        outbox_run(senders(fails))
        row = OutboxRow.objects.get()
        pauses.append((row.next_try - row.created_at).total_seconds() if row.state == "queued" else None)
        soon()
    assert row.state == "dead"
    assert row.problem == {"code": "refused", "words": "no room"}
    assert pauses[0] < 5 < pauses[1]
    assert pauses[2] is None


def test_what_was_given_up_can_be_tried_again():
    a_row(tries=1)
    outbox_run(senders(fails))
    assert outbox_again(OutboxRow.objects.get())
    assert outbox_run(senders(lambda row: True)) == 1
    assert OutboxRow.objects.get().state == "done"


def test_a_final_problem_has_no_second_attempt():
    a_row()

    def wrong(row):
        raise NotSent("password", final=True)

    outbox_run(senders(wrong))
    assert OutboxRow.objects.get().state == "dead"


def test_a_fault_of_ours_costs_an_attempt_and_harms_no_other_row():
    a_row("letter:1")
    a_row("letter:2")

    def breaks(row):
        if row.key == "letter:1":
            raise ZeroDivisionError
        return True

    outbox_run(senders(breaks))
    assert OutboxRow.objects.get(key="letter:1").problem == {"code": "fault", "words": "ZeroDivisionError"}
    assert OutboxRow.objects.get(key="letter:2").state == "done"


def test_coming_forward_is_not_charged():
    a_row()
    kinds = senders(lambda row: False)
    row = outbox_claim(kinds)
    outbox_send(row, kinds["letter"])
    row.refresh_from_db()
    assert (row.state, row.attempts) == ("queued", 0)


def test_a_row_is_claimed_once():
    a_row()
    kinds = senders(lambda row: True)
    assert outbox_claim(kinds)
    assert outbox_claim(kinds) is None


def test_a_row_whose_sender_died_is_freed_and_one_that_always_kills_ends():
    a_row(tries=2)
    kinds = senders(lambda row: True)
    for state in ("queued", "dead"):
        soon()
        outbox_claim(kinds)
        OutboxRow.objects.filter(state="running").update(lease_until=Now() - timedelta(seconds=1))
        outbox_sweep()
        assert OutboxRow.objects.get().state == state


def test_a_sender_that_lost_its_lease_ends_nothing():
    a_row()
    kinds = senders(lambda row: True)
    late = outbox_claim(kinds)
    OutboxRow.objects.update(lease_until=Now() - timedelta(seconds=1))
    outbox_sweep()
    outbox_send(late, kinds["letter"])
    assert OutboxRow.objects.get().state == "queued"
