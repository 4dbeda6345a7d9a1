"""Real servers for the tests: PostgreSQL, Valkey, the site's own processes, Chromium. Each starts when first asked for.

`DATABASE_URL` names a database to use instead of our own PostgreSQL; its tests happen in a second one beside it.
"""

import gc
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import redis
from django.conf import settings as site_settings
from django.core.cache import cache
from django.db import connection, connections
from hypothesis import settings as hypothesis_settings

from ladder.celery import app
from ladder.settings import database
from tests.services.browser import chromium, chromium_program
from tests.services.postgres import postgres_server
from tests.services.processes import Site
from tests.services.valkey import Valkey

hypothesis_settings.register_profile("quick", deadline=None, max_examples=40)
hypothesis_settings.register_profile("night", deadline=None, max_examples=2_000)
hypothesis_settings.load_profile("quick")


SAMPLED = ("rules", "bga", "publishing")
"""Folders of which by day every second case runs, where one test has more than `CASES` of them."""
CASES = 20


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave half of the long tables of cases to the night."""
    tables: dict[str, list[pytest.Item]] = {}
    for item in items:
        folder = item.path.relative_to(Path(__file__).parent).parts[0]
        if folder in SAMPLED and item.get_closest_marker("night") is None and item.path.stem != "test_every_game":
            tables.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in tables.values():
        if len(cases) > CASES:
            for item in cases[1::2]:
                item.add_marker(pytest.mark.night)


def pytest_collection_finish() -> None:
    """Let the garbage collector pass by the thousands of tests it would else look through again and again: an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """DATABASE_URL of a PostgreSQL server whose databases are ours to make and drop."""
    with postgres_server() as url:
        yield url


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Point Django at our own PostgreSQL server, unless DATABASE_URL names another database."""
    if "DATABASE_URL" in os.environ:
        return
    site_settings.DATABASES["default"] = database(request.getfixturevalue("postgres"))
    connections["default"].close()
    del connections["default"]  # the next use opens it anew
    connections.settings = connections.configure_settings(site_settings.DATABASES)


@pytest.fixture
def on_postgresql(django_db_setup: None) -> None:
    """What SQLite has no like of. A condition of `skipif` would be asked before the database is set up."""
    if connection.vendor != "postgresql":
        pytest.skip("not run: SQLite has no such thing")


@pytest.fixture(autouse=True, scope="session")
def _tasks() -> None:
    """A task called by its name is found, and run at once, only where its module was imported; workers do that."""
    app.loader.import_default_modules()


@pytest.fixture(autouse=True)
def data_dir(settings: Any, tmp_path: Path) -> Path:
    """The storage root, new and empty for each test."""
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Counters of rate limits do not outlive a test."""
    yield
    cache.clear()


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Callable[..., None]:
    """Note a figure, which `bench reliability` prints beside its limit, and insist on that: `measured(name, value, unit, limit)`.

    `slack`: times the limit that a test may take where other tests run beside it; a bench has the machine for itself.
    """

    def note(name: str, value: float, unit: str, limit: float, *, at_least: bool = False, slack: float = 1) -> None:
        figure = {"name": name, "value": round(value, 3), "unit": unit, "limit": limit, "at_least": at_least}
        record_property("figure", json.dumps(figure))
        assert value >= limit if at_least else value <= limit * slack, figure

    return note


@pytest.fixture
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    """An empty Valkey server of this test's own."""
    server = Valkey(tmp_path_factory.mktemp("valkey") / "data")
    yield server
    server.kill()


@pytest.fixture
def redis_url(valkey: Valkey) -> str:
    """REDIS_URL of this test's own server."""
    return valkey.url


@pytest.fixture
def redis_client(redis_url: str) -> Iterator[redis.Redis]:
    """A client of `redis_url`."""
    with redis.Redis.from_url(redis_url) as client:
        yield client


@pytest.fixture
def site(transactional_db: None, redis_url: str, data_dir: Path) -> Iterator[Site]:
    """The site's processes on the database that the test itself sees; nothing runs until the test starts it."""
    site = Site(data_dir, {"DATABASE_URL": database_url(), "REDIS_URL": redis_url})
    yield site
    site.stop()


def database_url() -> str:
    values = connections["default"].settings_dict
    if connections["default"].vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    host, user, password = (quote(values[key], safe="") for key in ("HOST", "USER", "PASSWORD"))
    port = f"&port={values['PORT']}" if values["PORT"] else ""
    return f"postgres://{user}:{password}@/{values['NAME']}?host={host}{port}"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium. Without it these tests are skipped, and bin/test says that they did not run."""
    program = chromium_program()
    if program is None:
        pytest.skip("not run: Chromium is missing (apt-get install chromium, or set CHROMIUM)")
    # Playwright's own event loop lives in this thread; Django would take that for an asynchronous view.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with chromium(program) as browser:
        yield browser


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page of a new visitor, who reads English and has no cookie."""
    context = browser.new_context(locale="en")
    yield context.new_page()
    context.close()
