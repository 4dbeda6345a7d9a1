"""Whoever has no role does to others nothing by any operation; without a token, or its scope, nobody does anything."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from werkzeug.test import Client as Browser

from games.models import Game, User
from ladder.api.examples import example_of
from ladder.api.pages import operations
from ladder.api.schema import JSON, document
from ladder.models import Role, Scope
from tests.api.conftest import Program
from tests.api.test_schema import World, app, world
from tests.factories import a_league
from tests.pages.director import FOUR, NAMES
from tests.tournaments.events import Event
from tournaments.models import TournamentRole
from tournaments.terms import StageTerms

__all__ = ["world"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]

OWN = set(
    "claims_create follows_set matches_create me_change notices_read notices_settings_change players_claim players_same "
    "problems_create submissions_create matches_report_error".split()
)
"""What everybody with an account may do."""
SEATS = [{"player": "hugo_pt", "place": 1}, {"player": "gufetta", "place": 2}]
LINES = [{"entrant": 1, "place": 1}, {"entrant": 2, "place": 2}]
BODIES: dict[str, dict[str, Any]] = {
    "games_create": {"name": "Xenia"},
    "pools_create": {"name": "Xenia"},
    "pools_change": {"name": "Xenia"},
    "players_identify": {"platform_id": "91000099"},
    "matches_correct": {"seats": SEATS, "reason": "x"},
    "matches_state": {"seats": SEATS},
    "matches_void": {"reason": "x"},
    "queue_take": {"key": "claim-1"},
    "queue_comment": {"key": "claim-1", "text": "x"},
    "tournaments_publish": {},
    "rounds_schedule": {"at": None},
    "tables_adjudicate": {"lines": LINES},
    "tables_correct": {"lines": LINES, "reason": "x"},
    "tournaments_result": {"lines": LINES},
}
"""Where an example of the schema does not fit."""
VALUES = {"name": "Xenia", "new": True, "game": "alhambra", "kind": "player", "slug": "gufetta", "do": "make"}


def filled(body: Any, world: World) -> Any:
    """An example of a body, with ids of what is there."""
    if isinstance(body, dict):
        return {
            key: world.values[key][0]
            if key in world.values and not isinstance(part, list | dict)
            else VALUES.get(key, part)
            if not isinstance(part, list | dict)
            else filled(part, world)
            for key, part in body.items()
        }
    return [filled(part, world) for part in body] if isinstance(body, list) else body


def requests(world: World) -> Iterator[tuple[str, str, Any]]:
    """Every operation that changes something: its name, an address that is there, and a body that fits."""
    shapes = document()["components"]["schemas"]
    for path, method, told in operations():
        if method != "post":
            continue
        address = re.sub(r"\{(\w+)\}", lambda part, path=path: str((world.of(path, part[1]) or ["azul"])[0]), path)
        bodies = told["requestBody"]["content"] if "requestBody" in told else {}
        body = filled(example_of(bodies[JSON]["schema"], shapes), world) if JSON in bodies else {}
        yield told["operationId"], address, BODIES.get(told["operationId"], body)


def answers(world: World, program: Program) -> dict[str, tuple[int, str]]:
    """Status and code by operation; what was done is undone."""
    browser, found = Browser(app()), {}
    for name, address, body in requests(world):
        seen = browser.get(address.rpartition("/")[0] + "/", headers=program.headers).headers.get("ETag", "")
        tag = seen if re.match(r'"[0-9]{1,9}-', seen) else '"1"'
        point = transaction.savepoint()
        answer = browser.post(address, json=body, headers=program.headers | {"If-Match": tag})
        transaction.savepoint_rollback(point)
        transaction.savepoint_commit(point)
        found[name] = answer.status_code, (answer.json or {}).get("code", "")
    return found


def test_without_a_token_or_its_scope_nothing_is_done(world: World) -> None:
    assert {name: told for name, told in answers(world, Program()).items() if told != (401, "auth.missing")} == {}
    reader = Program(User.objects.get(email="zoe@example.org"), [Scope.ACCOUNT])
    assert {name: told for name, told in answers(world, reader).items() if told != (403, "auth.scope")} == {}


def test_a_stranger_changes_nothing_of_others(world: World) -> None:
    done = answers(world, Program(User.objects.get(email="charlie@example.org")))
    assert {name for name, (status, _code) in done.items() if status < 300} <= OWN
    assert {name: told for name, told in done.items() if told[0] >= 500} == {}
    later = {name: told for name, told in done.items() if name not in OWN and told[0] not in (403, 404)}
    assert later == {"claims_vouch": (409, "person.has_player")}, "his own claim"


@pytest.mark.night
def test_what_was_done_under_a_key_is_answered_again_even_where_it_took_its_thing_away(world: World) -> None:
    """Also to who lost his role by it, and never to another token of the same account, which does it anew."""
    zoe, browser, different = User.objects.get(email="zoe@example.org"), Browser(app()), {}
    programs = [Program(zoe), Program(zoe)]
    for name, address, body in requests(world):
        seen = browser.get(address.rpartition("/")[0] + "/", headers=programs[0].headers).headers.get("ETag", "")
        tag = seen if re.match(r'"[0-9]{1,9}-', seen) else '"1"'
        headers = {"If-Match": tag, "Idempotency-Key": "the-same-key"}
        point = transaction.savepoint()
        first, again, other = [
            browser.post(address, json=body, headers=programs[number].headers | headers) for number in (0, 0, 1)
        ]
        transaction.savepoint_rollback(point)
        transaction.savepoint_commit(point)
        marks = [answer.headers.get("Idempotency-Replayed") for answer in (first, again, other)]
        expected = [None, "true" if first.status_code < 300 else None, None]
        if marks != expected or again.status_code != first.status_code:
            different[name] = marks, [answer.status_code for answer in (first, again, other)]
    assert different == {}


KEEPING = {
    "arbiter": {"problems_answer", "queue_comment", "queue_take"},
    "manager": set(
        "claims_accept claims_decline games_create players_different players_hide players_identify players_rename "
        "players_merge players_unmerge problems_answer queue_comment queue_take tournaments_create".split()
    ),
}
"""What roles of any league allow: people and games are everybody’s."""


@pytest.mark.night
@pytest.mark.parametrize("kind", KEEPING)
def test_a_role_in_another_league_changes_nothing_of_this_one(world: World, kind: str) -> None:
    charlie, other = User.objects.get(email="charlie@example.org"), a_league("altra")
    other.games.set([Game.objects.get_or_create(key="chess", defaults={"name": "Chess"})[0]])
    Role.objects.create(user=charlie, ladder=other, kind=kind)
    done = answers(world, Program(charlie))
    allowed = OWN | KEEPING[kind]
    assert {name for name, (status, _code) in done.items() if status < 300} <= allowed
    assert {name: told for name, told in done.items() if told[0] >= 500} == {}
    later = {name: told for name, told in done.items() if name not in allowed and told[0] not in (403, 404)}
    assert later == {"claims_vouch": (409, "person.has_player")}, "his own claim"


@pytest.mark.night
def test_a_director_of_another_tournament_changes_nothing_of_this_one(world: World) -> None:
    charlie = User.objects.get(email="charlie@example.org")
    other = Event(NAMES, FOUR, [StageTerms(rounds=2)], by=User.objects.get(email="zoe@example.org")).tournament
    TournamentRole.objects.create(user=charlie, tournament=other, kind="director")
    done = answers(world, Program(charlie))
    allowed = OWN | {"tournaments_create", "players_rename", "players_identify", "queue_take", "queue_comment"}
    assert {name for name, (status, _code) in done.items() if status < 300} <= allowed
    later = {name: told for name, told in done.items() if name not in allowed and told[0] not in (403, 404)}
    assert later == {"claims_vouch": (409, "person.has_player")}, "his own claim"
