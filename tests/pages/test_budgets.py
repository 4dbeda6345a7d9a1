"""How much a page may cost: queries, bytes."""

import gzip
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.pages.conftest import NOW, Torre, addresses

pytestmark = pytest.mark.django_db

MOST_QUERIES = 12
HTML_BYTES, CSS_PACKED, SCRIPT_PACKED = 60_000, 12_000, 40_000


@pytest.mark.parametrize("person", ["", "gufetta", "sara"])
@pytest.mark.parametrize(
    "name",
    [
        "home",
        "league",
        "month",
        "closed month",
        "why",
        "filtered",
        "player",
        "players",
        "matches",
        "match",
        "waiting match",
        "replay",
        "replay in words",
        "games",
        "game",
        "ratings",
        "rating pool",
        "player's rating",
    ],
)
def test_pages_ask_the_database_little(torre: Torre, person: str, name: str) -> None:
    client = torre.client(person)
    address = addresses(torre)[name]
    with time_machine.travel(NOW, tick=False):
        client.get(address)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = client.get(address)
    assert answer.status_code == 200
    asked = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
    assert len(asked) <= MOST_QUERIES, "\n".join(sql[:90] for sql in asked)
    assert len(answer.content) <= HTML_BYTES


def test_style_and_script_are_small() -> None:
    static = Path(settings.BASE_DIR) / "ladder" / "static" / "ladder"
    import django_htmx

    htmx = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"
    assert len(gzip.compress((static / "classifica.css").read_bytes())) <= CSS_PACKED
    scripts = [htmx, *static.glob("*.js")]
    assert sum(len(gzip.compress(path.read_bytes())) for path in scripts) <= SCRIPT_PACKED
