"""How often somebody may try to log in (the figures of reliability: 10 per account in 15 minutes, 30 per address in an hour)."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.core.cache import cache
from django.urls import reverse

from games.models import User

PASSWORD = "correct horse battery"


@pytest.fixture
def user(db):
    user = User.objects.create_user("ada@torre.example", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def log_in(client, email: str, password: str, address: str = "192.0.2.1") -> bool:
    client.post(reverse("account_login"), {"login": email, "password": password}, REMOTE_ADDR=address)
    return SESSION_KEY in client.session


def test_the_right_password_is_refused_after_ten_wrong_ones_wherever_they_came_from(client, user):
    for number in range(10):
        assert not log_in(client, user.email, "wrong", address=f"192.0.2.{number}")
    assert not log_in(client, user.email, PASSWORD, address="198.51.100.7")
    cache.clear()
    assert log_in(client, user.email, PASSWORD, address="198.51.100.7")


def test_an_address_may_fail_thirty_times_over_all_accounts(client, user):
    for number in range(30):
        assert not log_in(client, f"nobody{number}@torre.example", "wrong")
    assert not log_in(client, user.email, PASSWORD)
    assert log_in(client, user.email, PASSWORD, address="198.51.100.7")


def test_too_many_attempts_in_a_minute_get_a_page_that_says_so(client, user):
    answers = [client.post(reverse("account_login"), {"login": user.email, "password": "wrong"}) for _ in range(31)]
    assert [answer.status_code for answer in answers[-2:]] == [200, 429]
    assert int(answers[-1]["Retry-After"]) > 0
