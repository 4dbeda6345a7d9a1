"""Logging in, signing up, asking for a link or a new password take as long for an address that nobody has as for another."""

import statistics
import time

import pytest
from django.core.cache import cache
from django.test import Client

from tests.factories import a_user

pytestmark = pytest.mark.django_db
APART = 0.10
"""How far the medians may lie apart."""


@pytest.fixture(autouse=True)
def _hashing(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]


def took(path, address, body):
    """Seconds of this process's processor time; the clock on the wall would tell what else the machine does."""
    cache.clear()
    client = Client(REMOTE_ADDR="10.1.2.3")
    started = time.process_time()
    answer = client.post(path, {"email": address, "login": address, **body})
    assert answer.status_code in (200, 302), answer.status_code
    return time.process_time() - started


@pytest.mark.night
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/accounts/login/", {"password": "something else"}),
        ("/accounts/signup/", {"password1": "six walls and a garden"}),
        ("/accounts/password/reset/", {}),
        ("/accounts/login/code/", {}),
    ],
)
@pytest.mark.parametrize("count", [200])
def test_nobody_can_tell_by_the_clock_who_has_an_account(path, body, count, measured):
    user = a_user("ada")
    user.set_password("correct horse battery")
    user.save()
    known, unknown = [], []
    for number in range(count):
        known.append(took(path, user.email, body))
        unknown.append(took(path, f"nobody{number}@example.org", body))
    one, other = statistics.median(known), statistics.median(unknown)
    measured(f"{path}: medians apart", abs(one - other) / max(one, other), "", APART)
