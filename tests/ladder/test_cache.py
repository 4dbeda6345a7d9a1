"""What lies in Redis is ours, or it is not there."""

import pickle

import pytest

from ladder import settings as site
from ladder.cache import Sealed, SharedCache


class Evil:
    """A pickle that runs something where it is read."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (exec, ("raise SystemExit('run')",))


@pytest.fixture
def shared(redis_url: str) -> SharedCache:
    SharedCache._away_until = 0.0
    return SharedCache(redis_url, site.CACHES["default"])


def test_what_bears_no_seal_of_ours_is_not_there_and_runs_nothing(shared, redis_client) -> None:
    shared.set("page", ("names", {"a": 1}))
    assert shared.get("page") == ("names", {"a": 1})
    [key] = redis_client.keys("*page")
    for planted in (pickle.dumps(Evil()), bytes(32) + pickle.dumps(Evil()), b"", redis_client.get(key)[:-1] + b"x"):
        redis_client.set(key, planted)
        assert shared.get("page") is None
        assert shared.get_many(["page"]).get("page") is None


def test_counters_stay_numbers_that_all_processes_raise(shared) -> None:
    shared.add("n", 0, 60)
    assert [shared.incr("n"), shared.incr("n")] == [1, 2]
    assert shared.get("n") == 2
    shared.set("n", -3)
    assert shared.get("n") == -3


def test_a_seal_is_worth_nothing_under_another_key(settings) -> None:
    sealed = Sealed().dumps("text")
    assert Sealed().loads(sealed) == "text"
    settings.SECRET_KEY = "another " * 10
    assert Sealed().loads(sealed) is None
