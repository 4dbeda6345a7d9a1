"""Acts and their undoing: any sequence leaves what the acts that stand would have made by themselves."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.apps import apps

from games.models import AuditEntry, Match
from tests.tournaments.events import Event
from tournaments.invariants import acted_once, played_whole, seated_once
from tournaments.models import Round
from tournaments.selectors.acts import stack
from tournaments.selectors.standings import stage_rows
from tournaments.services.drafts import draft_delete, round_pair, seats_swap
from tournaments.services.entrants import entrant_back, entrant_drop
from tournaments.services.errors import Changed, Refused
from tournaments.services.publishing import round_publish
from tournaments.services.results import Line, result_correct, result_detach, result_enter
from tournaments.services.rounds import round_delete, round_name, round_reopen, round_withdraw
from tournaments.services.work import act_undo, fields_of
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NAMES = "ann bob cid dot eve fay gil hal".split()
PLACES = {4: Counter({1: 10, 2: 6, 3: 3, 4: 1}), 3: Counter({1: 9, 2: 4, 3: 2})}


def rows_of(event: Event) -> dict[str, Any]:
    """Every row of the tournament but the acts, without numbers of versions; and the results at its tables."""
    found = {
        model.__name__: sorted((row.pk, str(fields_of(row))) for row in model.objects.all())
        for model in apps.get_app_config("tournaments").get_models()
        if model.__name__ != "Act"
    }
    tables = Match.objects.filter(table__pairing__isnull=False).order_by("pk")
    found["matches"] = [
        (match.pk, match.state, list(match.seats.values_list("player", "place", "flag"))) for match in tables
    ]
    return found


class Random:
    """A director who does anything that is possible, and undoes some of it."""

    def __init__(self, event: Event, seed: int) -> None:
        self.event = event
        self.dice = random.Random(seed)
        self.past: list[dict[str, Any]] = []

    def step(self) -> None:
        acts: list[Callable[[], object]] = [
            self.pair, self.swap, self.publish, self.result, self.result, self.result, self.result, self.correct,
            self.detach, self.drop, self.back, self.reopen, self.withdraw, self.delete, self.undo, self.undo,
        ]  # fmt: skip
        act = self.dice.choice(acts)
        if act == self.undo:
            self.undo()
            return
        before, count = rows_of(self.event), stack(self.event.tournament).count()
        try:
            act()
        except (Refused, IndexError):
            assert rows_of(self.event) == before
            return
        if stack(self.event.tournament).count() > count:
            self.past.append(before)

    def undo(self) -> None:
        if self.past:
            act_undo(stack(self.event.tournament)[0], by=self.event.by)
            assert rows_of(self.event) == self.past.pop()

    def last_round(self) -> Round:
        return list(self.event.stage().rounds.order_by("number"))[-1]

    def pair(self) -> None:
        stage = self.event.stage()
        round_pair(stage, version=stage.version, by=self.event.by)

    def swap(self) -> None:
        round_ = self.last_round()
        first, second = self.dice.sample(self.event.board().field, 2)
        seats_swap(round_, first, second, version=round_.version, by=self.event.by, reason="for a change")

    def publish(self) -> None:
        round_ = self.last_round()
        round_publish(round_, version=round_.version, by=self.event.by)

    def lines(self, people: tuple[int, ...]) -> dict[int, Line]:
        order = self.dice.sample(people, len(people))
        return {one: Line(place) for place, one in enumerate(order, start=1)}

    def result(self) -> None:
        table = self.dice.choice(self.event.laid(self.last_round()).tables)
        lines = self.lines(table.people)
        result_enter(table.pairing, lines, version=table.pairing.version, by=self.event.by)

    def correct(self) -> None:
        table = self.dice.choice(self.event.laid(self.last_round()).tables)
        lines = dict(zip(table.people, (Line(place) for place in range(len(table.people), 0, -1)), strict=True))
        if table.state == "decided" and [seat.place for seat in table.seats] == [line.place for line in lines.values()]:
            return
        result_correct(table.pairing, lines, version=table.pairing.version, by=self.event.by, reason="misread")

    def detach(self) -> None:
        table = self.dice.choice(self.event.laid(self.last_round()).tables)
        result_detach(table.pairing, version=table.pairing.version, by=self.event.by, reason="again")

    def drop(self) -> None:
        entrant = self.dice.choice(list(self.event.tournament.entrants.all()))
        if self.event.tournament.entrants.filter(state="active").count() > 6:
            entrant_drop(entrant, version=entrant.version, by=self.event.by)

    def back(self) -> None:
        entrant = self.dice.choice(list(self.event.tournament.entrants.all()))
        entrant_back(entrant, version=entrant.version, by=self.event.by)

    def reopen(self) -> None:
        round_ = self.last_round()
        round_reopen(round_, version=round_.version, by=self.event.by, name=round_name(round_))

    def withdraw(self) -> None:
        round_ = self.last_round()
        round_withdraw(round_, version=round_.version, by=self.event.by)

    def delete(self) -> None:
        round_ = self.last_round()
        if round_.state == "draft":
            draft_delete(round_, version=round_.version, by=self.event.by)
        else:
            round_delete(round_, version=round_.version, by=self.event.by, name=round_name(round_))


def fresh_points(event: Event) -> dict[int, Fraction]:
    """Points added up anew from the matches at the tables: nobody shares a place here."""
    found = dict.fromkeys(event.board().field, Fraction(0))
    for entrant in event.tournament.entrants.all():
        for seat in entrant.player.seats.filter(match__table__pairing__isnull=False, match__state="confirmed"):
            found[entrant.pk] += PLACES[seat.match.seats.count()][seat.place]
    for laid in event.board().published:
        for entrant in laid.byes:
            found[entrant] += 5
    return found


def run(seed: int, steps: int) -> None:
    event = Event(NAMES, stages=[StageTerms(rounds=4)])
    director = Random(event, seed)
    for _step in range(steps):
        director.step()
        assert [*seated_once(), *played_whole(), *acted_once()] == []
        assert {row.entrant: row.points for row in stage_rows(event.board())} == fresh_points(event)
    while director.past:
        director.undo()
    assert [*seated_once(), *played_whole(), *acted_once()] == []
    for kind, pk in set(AuditEntry.objects.values_list("kind", "target_id")):
        versions = AuditEntry.objects.filter(kind=kind, target_id=pk).order_by("version")
        numbers = list(versions.values_list("version", flat=True))
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), (kind, pk)


@pytest.mark.parametrize("seed", range(2))
def test_random_acts_and_undos_equal_a_fresh_computation(seed):
    run(seed, 40)


@pytest.mark.night
@pytest.mark.parametrize("seed", range(20))
def test_many_random_acts_and_undos_equal_a_fresh_computation(seed):
    run(100 + seed, 200)


def test_what_changed_since_is_not_put_back():
    event = Event(NAMES)
    round_ = event.pair()
    act = stack(event.tournament)[0]
    Round.objects.filter(pk=round_.pk).update(lot="other")
    with pytest.raises(Refused) as refused:
        act_undo(act, by=event.by)
    assert refused.value.code == "changed_since"
    with pytest.raises(Changed):
        act_undo(stack(event.tournament)[1], by=event.by)
