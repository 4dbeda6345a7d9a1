"""How much a page may cost: queries, bytes."""

import gzip
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import a_match
from tests.pages.conftest import NOW, Torre, addresses

pytestmark = pytest.mark.django_db

MOST_QUERIES = 12
DESK_QUERIES = 30
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


def test_the_desk_asks_a_number_of_times_that_no_item_adds_to(torre: Torre) -> None:
    """Once for each kind of item and for what they share, however many wait."""
    client = torre.client("sara")
    with time_machine.travel(NOW, tick=False):
        client.get("/desk/")
        with CaptureQueriesContext(connection) as few:
            client.get("/desk/")
        ended = datetime.fromisoformat("2026-10-20T12:00:00Z")
        for number in range(3):
            a_match("gufetta", "hugo_pt", state="submitted", ended_at=ended - timedelta(hours=number))
        client.get("/desk/")  # possible duplicates are found anew
        with CaptureQueriesContext(connection) as many:
            answer = client.get("/desk/?kind=waiting&who=free")
    assert answer.content.count(b"Waits for confirmation") == 4
    assert len(few) == len(many) <= DESK_QUERIES, "\n".join(query["sql"][:90] for query in many)


def test_style_and_script_are_small() -> None:
    static = Path(settings.BASE_DIR) / "ladder" / "static" / "ladder"
    import django_htmx

    htmx = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"
    assert len(gzip.compress((static / "classifica.css").read_bytes())) <= CSS_PACKED
    scripts = [htmx, *static.glob("*.js")]
    assert sum(len(gzip.compress(path.read_bytes())) for path in scripts) <= SCRIPT_PACKED
