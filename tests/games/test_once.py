"""H20: the same key again gets the first answer, and nothing is done twice."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import IdempotencyKey
from games.services.once import KeyReused, keys_forget, once, once_answered
from tests.factories import a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_the_same_key_again_gets_the_first_answer():
    user, done = a_user("bob"), []

    def act():
        done.append(1)
        return {"n": len(done)}

    assert once(user, "k1", b"body", act) == once(user, "k1", b"body", act) == {"n": 1}
    assert once(user, "k2", b"body", act) == {"n": 2}
    assert once(a_user("bice"), "k1", b"body", act) == {"n": 3}


def test_a_key_with_another_body_is_refused():
    user = a_user("bob")
    once(user, "k1", b"body", dict)
    with pytest.raises(KeyReused):
        once(user, "k1", b"other", dict)


def test_what_failed_may_be_tried_again_under_its_key():
    user = a_user("bob")

    def fail():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        once(user, "k1", b"body", fail)
    assert once(user, "k1", b"other", lambda: {"ok": 1}) == {"ok": 1}


def test_a_key_of_another_day_is_a_new_one_also_before_it_was_forgotten():
    user = a_user("bob")
    once(user, "k1", b"body", lambda: {"n": 1})
    IdempotencyKey.objects.update(created_at=timezone.now() - timedelta(hours=23))
    assert once_answered(user, "k1", b"body") == once(user, "k1", b"body", lambda: {"n": 2}) == {"n": 1}
    IdempotencyKey.objects.update(created_at=timezone.now() - timedelta(hours=25))
    assert once_answered(user, "k1", b"other") is None
    assert once(user, "k1", b"other", lambda: {"n": 3}) == once_answered(user, "k1", b"other") == {"n": 3}


def test_keys_are_kept_for_a_day():
    user = a_user("bob")
    once(user, "old", b"body", dict)
    IdempotencyKey.objects.update(created_at=timezone.now() - timedelta(hours=25))
    once(user, "new", b"body", dict)
    assert keys_forget() == 1
    assert IdempotencyKey.objects.get().key == "new"
