"""The whole schema is tried: whatever fits it, or does not, no operation fails, and each answers what it says it does."""

import random
import re
import traceback
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import schemathesis
from django.core.signals import got_request_exception, request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks
from werkzeug.test import Client as Browser

from games.models import Player
from games.services.claims import claim_make
from ladder import middleware
from ladder.api.schema import document
from ladder.models import Webhook, WebhookDelivery
from ladder.publishing.services import publish_now, target_add
from ladder.services.problems import problem_report
from tests.api.conftest import Program
from tests.pages.conftest import Torre
from tests.pages.director import FOUR, NAMES
from tests.tournaments.events import Event
from tournaments.models import NotToMeet, SeatOffer, TableDate
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]

CHECKS: list[Any] = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
BY_DAY, BY_NIGHT = 2, 120
"""Requests for each operation, in each of the two ways."""
PIECES = 8
"""Of the operations by night, so that each takes minutes."""


class World:
    """What is there, so that requests reach it: values for parameters by name, and ids of each kind of thing."""

    def __init__(self, torre: Torre, event: Event) -> None:
        self.faults: list[str] = []
        got_request_exception.connect(self.fault)
        tournament, file = event.tournament, torre.files["agrees"]
        round_ = event.pair()
        self.values: dict[str, list[Any]] = {
            "league": ["torre"],
            "month": ["2026-10", "2026-09", "2026-11"],
            "player": ["hugo_pt", "gufetta", "livio_lupo1"],
            "other": ["gufetta"],
            "into": ["livio_lupo"],
            "match": [torre.waiting.slug, file.submission.match.slug],
            "game": ["alhambra", "azul"],
            "key": ["alhambra"],
            "tournament": [tournament.slug],
            "number": [1, 2],
            "submissions": [file.submission_id],
            "verifications": [row.pk for row in torre.files.values()],
            "entrants": list(tournament.entrants.values_list("pk", flat=True)),
            "rounds": [round_.pk],
            "tables": list(round_.pairings.values_list("pk", flat=True)),
            "webhooks": list(Webhook.objects.values_list("pk", flat=True)),
            **more_of(torre, event),
        }
        for name in ("entrant", "first", "second"):
            self.values[name] = self.values["entrants"]

    def fault(self, **_told: Any) -> None:
        """What failed, to be read beside the request."""
        self.faults.append(traceback.format_exc()[-2000:])

    def of(self, path: str, name: str) -> list[Any]:
        """Values for a parameter of a path; `id` is of what stands before it."""
        if name == "id":
            [kind] = re.findall(r"/(\w+)/\{id\}", path)
            return self.values[kind]
        return self.values.get(name, [])


def more_of(torre: Torre, event: Event) -> dict[str, list[Any]]:
    """One of each thing that somebody has to make first, and what to name in bodies."""
    sara = torre.people["sara"]
    table = event.board().rounds[-1].tables[0].pairing
    first, second = table.seats.order_by("pk").values_list("entrant", flat=True)[:2]
    apart = NotToMeet.objects.create(
        tournament=event.tournament, first_id=min(first, second), second_id=max(first, second), reason="x"
    )
    date = TableDate.objects.create(pairing=table, at=timezone.now() + timedelta(days=1), proposed_by_id=first)
    offer = SeatOffer.objects.create(
        pairing=table, entrant_id=first, reserve_id=second, until=timezone.now() + timedelta(hours=9)
    )
    target = target_add(torre.ladder, name="disk", kind="folder", place={"path": "/x"}, secret="", by=sara)
    return {
        "claims": [claim_make(Player.objects.get(slug="adamanta"), by=torre.people["charlie"]).pk],
        "problems": [problem_report(by=sara, words="a button does nothing").pk],
        "apart": [apart.pk],
        "date": [date.pk],
        "offers": [offer.pk],
        "targets": [target.pk],
        "publications": [publish_now(target, by=sara).pk],
        "roles": [
            *torre.ladder.roles.values_list("pk", flat=True),
            *event.tournament.roles.values_list("pk", flat=True),
        ],
        "delivery": list(WebhookDelivery.objects.values_list("pk", flat=True)),
        "pool": ["all-tables"],
        "email": [sara.email],
        "absent": [first],
        "challenger": [first],
        "challenged": [second],
    }


@pytest.fixture
def world(torre: Torre, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    for kind in middleware.RATES:
        monkeypatch.setitem(middleware.RATES, kind, (10**6,) * 3)
    for signal in (request_started, request_finished):  # they would end the transaction of the test
        signal.disconnect(close_old_connections)
    yield World(torre, Event(NAMES, FOUR, [StageTerms(rounds=3)], by=torre.people["zoe"]))
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def filled(value: Any, world: World, data: st.DataObject) -> Any:
    """A body in which names and ids are mostly those of things that are there."""
    if isinstance(value, dict):
        return {
            key: data.draw(st.sampled_from(world.values[key]))
            if key in world.values and not isinstance(part, list | dict) and data.draw(st.integers(0, 3))
            else filled(part, world, data)
            for key, part in value.items()
        }
    return [filled(part, world, data) for part in value] if isinstance(value, list) else value


def tried(
    operation: Any, mode: GenerationMode, world: World, program: Program, count: int, start: int | None = None
) -> None:
    """Requests to one operation, each undone after it; by lot from `start`, the same ones without it."""

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=start is None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def one(data: st.DataObject) -> None:
        case = data.draw(operation.as_strategy(generation_mode=mode))
        for name in case.path_parameters:
            if (known := world.of(operation.path, name)) and data.draw(st.integers(0, 7)):
                case.path_parameters[name] = data.draw(st.sampled_from(known))
        if operation.method == "post" and data.draw(st.integers(0, 3)):
            case.body = filled(case.body, world, data) if isinstance(case.body, dict) else case.body
            if tag := seen(case, program):
                case.headers["If-Match"] = tag
        headers = {"Authorization": program.headers["authorization"]} if data.draw(st.integers(0, 7)) else {}
        point = transaction.savepoint()
        response = case.call(headers=headers)
        transaction.savepoint_rollback(point)
        transaction.savepoint_commit(point)  # rolled back, it would stay, and the next one stand inside it
        case.validate_response(response, checks=CHECKS)

    try:
        (one if start is None else seed(start)(one))()
    except Unsatisfiable:  # nothing in it can be wrong
        assert mode == GenerationMode.NEGATIVE


def seen(case: Any, program: Program) -> str:
    """The version of the thing that an act is upon."""
    path = case.formatted_path.rpartition("/")[0] + "/"
    return str(Browser(app()).get(path, headers=program.headers).headers.get("ETag", ""))


def app() -> Callable[..., Any]:
    """The site, called in this process."""
    site = get_wsgi_application()
    return lambda environ, start: site({"REMOTE_ADDR": "127.0.0.1", **environ}, start)


def operations(app: Callable[..., Any]) -> Iterator[Any]:
    schema = schemathesis.openapi.from_wsgi("/api/schema/", app)
    for found in schema.get_all_operations():
        yield found.ok()


def all_tried(world: World, program: Program, count: int, piece: int | None = None, start: int | None = None) -> None:
    wrong, number = [], 0
    for operation in operations(app()):
        number += 1
        if piece is not None and number % PIECES != piece:
            continue
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try:
                tried(operation, mode, world, program, count, start)
            except (Exception, BaseExceptionGroup) as problem:
                told = problem.exceptions if isinstance(problem, BaseExceptionGroup) else [problem]
                wrong += [f"{operation.label} ({mode}): {one!s:.1500}" for one in told] + world.faults[-1:]
            world.faults.clear()
    assert number == sum(len(methods) for methods in document()["paths"].values())
    assert not wrong, "\n\n".join(wrong)


def test_no_operation_fails_or_answers_what_it_does_not_say(world: World, program: Any) -> None:
    all_tried(world, program("zoe"), BY_DAY)


@pytest.mark.night
@pytest.mark.parametrize("piece", range(PIECES))
def test_the_same_with_many_requests(world: World, program: Any, piece: int) -> None:
    start = random.SystemRandom().randrange(10**6)
    print(f"SEED={start}")
    all_tried(world, program("zoe"), BY_NIGHT, piece, start)
