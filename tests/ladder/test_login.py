"""How often somebody may try to log in (the figures of reliability: 10 per account in 15 minutes, 30 per network in an hour)."""

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


def test_wrong_passwords_are_counted_by_account_whatever_name_or_port_of_the_site_is_asked_for(client, user):
    for number in range(10):
        client.defaults["HTTP_HOST"] = f"localhost:{8000 + number}"
        assert not log_in(client, user.email.title(), "wrong", address=f"192.0.2.{number}")
    client.defaults["HTTP_HOST"] = "127.0.0.1"
    assert not log_in(client, user.email, PASSWORD, address="198.51.100.7")


@pytest.mark.parametrize(
    ("addresses", "neighbour", "stranger"),
    [
        ([f"192.0.2.{n}" for n in range(30)], "192.0.2.99", "192.0.3.1"),
        ([f"2001:db8:7:1::{n}" for n in range(30)], "2001:db8:7:1:ffff::1", "2001:db8:7:2::1"),
    ],
)
def test_a_network_may_fail_thirty_times_over_all_accounts_and_addresses(client, user, addresses, neighbour, stranger):
    for number, address in enumerate(addresses):
        assert not log_in(client, f"nobody{number}@torre.example", "wrong", address=address)
    assert not log_in(client, user.email, PASSWORD, address=neighbour)
    assert log_in(client, user.email, PASSWORD, address=stranger)


def test_too_many_attempts_in_a_minute_get_a_page_that_says_so(client, user):
    answers = [client.post(reverse("account_login"), {"login": user.email, "password": "wrong"}) for _ in range(31)]
    assert [answer.status_code for answer in answers[-2:]] == [200, 429]
    assert int(answers[-1]["Retry-After"]) > 0
