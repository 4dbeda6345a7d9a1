"""Results of a whole round saved in one go: few statements for each table, however many there are."""

from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import queue
from games.models import Match, User
from tests.factories import a_league
from tests.pages.director import FOUR, NOW, Desk
from tests.tournaments.events import Event
from tournaments.models import Act
from tournaments.services.following import matches_follow
from tournaments.terms import StageTerms

pytestmark = pytest.mark.django_db

A_TABLE = 24
"""Statements for one table, at most: its match, its act, their entries of the audit."""
ONCE = 90
"""Statements for the form, whatever is on it: who asks, the stage, leagues that follow."""


def of(tables: int) -> tuple[Desk, dict[str, str]]:
    names = [f"{tables}-{number:02}" for number in range(4 * tables)]
    by = User.objects.filter(email="rosa@example.org").first()
    desk = Desk(Event(names, FOUR, [StageTerms(rounds=3)], by=by))
    desk.stage("pair")
    desk.on_round("publish")
    return desk, {name: str(place) for table in desk.tables() for place, name in enumerate(table, 1)}


def statements(act: Any) -> int:
    with CaptureQueriesContext(connection) as queries:
        act()
    return len(queries)


def saved(desk: Desk, told: dict[str, str]) -> int:
    fields, address = desk.boxes(told) | {"seen": 1}, f"rounds/{desk.round().pk}/results/"
    return statements(lambda: desk.post(address, **fields))


def test_a_table_costs_the_same_few_statements_in_a_round_of_any_size(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    rung: list[tuple[Any, ...]] = []
    monkeypatch.setattr(queue, "ring", lambda *bell: rung.append(bell))
    a_league()
    with time_machine.travel(NOW, tick=False):
        (small, few), (large, many) = of(2), of(6)
        at_two = saved(small, few)
        one_of_six = saved(large, dict(list(many.items())[:4]))
        with django_capture_on_commit_callbacks(execute=True):
            at_five = saved(large, dict(list(many.items())[4:]))
    a_table = (at_five - at_two) / 3
    assert a_table <= A_TABLE
    assert one_of_six - a_table <= ONCE
    assert at_two - 2 * a_table <= ONCE
    assert Act.objects.filter(tournament=large.tournament, kind="result.entered").count() == 6
    assert large.round().state == "complete"
    followed = Match.objects.order_by("-pk")
    assert statements(lambda: matches_follow(list(followed[:5]))) == statements(
        lambda: matches_follow(list(followed[:1]))
    )


def test_the_last_of_many_results_is_undone_alone() -> None:
    with time_machine.travel(NOW, tick=False):
        desk, told = of(3)
        desk.results(told)
        desk.post("undo/", act=desk.tournament.acts.order_by("-number")[0].pk, typed="Turno 1")
        assert [table.table_matches.exclude(match__state="void").exists() for table in desk.round().pairings.all()] == [
            True,
            True,
            False,
        ]
        assert desk.round().state == "playing"
