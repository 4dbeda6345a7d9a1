"""Tables follow the matches of their people, on whatever way these come in or change; and when no bell was heard."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import combinations

import pytest
from celery.schedules import maybe_schedule
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import queue
from games.models import Match
from games.services import matches
from games.services.bulk import Brought, matches_create
from games.services.corrections import match_correct
from games.services.merges import merge_undo, players_merge
from games.services.players import Seen
from games.services.results import Result, SeatResult
from games.services.statements import TypedSeat, match_state, result_state
from ladder.celery import app
from tests.factories import a_player, a_user
from tests.tournaments.events import BEGAN, OCTOBER, TWO, Event
from tournaments.services import following
from tournaments.services.entrants import entrant_drop
from tournaments.services.errors import Changed
from tournaments.services.following import match_follow, matches_follow, tables_follow
from tournaments.services.publishing import round_publish, rounds_publish_due
from tournaments.services.rounds import round_name, round_reopen
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


class Duel(Event):
    """Ann and bob have a table; both have accounts, vito is official."""

    def __init__(self, heard: Callable[..., object]) -> None:
        super().__init__(["ann", "bob"], TWO, [StageTerms(rounds=1)])
        self.heard = heard
        self.users = {name: a_user(name) for name in ("ann", "bob")}
        self.vito = a_user("vito")
        for name, user in self.users.items():
            player = self.entrant(name).player
            player.user = user
            player.save()
        self.next_round()

    def seats(self, *names: str) -> list[TypedSeat]:
        return [TypedSeat(place, self.entrant(name).player) for place, name in enumerate(names, 1)]

    def report(self, *names: str) -> Match:
        with self.told():
            return result_state(
                game=self.tournament.game, ended_at=OCTOBER, seats=self.seats(*names), by=self.users["ann"]
            ).match

    @contextmanager
    def told(self) -> Iterator[None]:
        """What is announced is heard, as after a commit."""
        with self.heard(execute=True):
            yield

    @property
    def state(self) -> str:
        return self.board().rounds[0].tables[0].state

    def match(self) -> Match:
        return Match.objects.get()


@pytest.fixture
def duel(django_capture_on_commit_callbacks) -> Duel:
    return Duel(django_capture_on_commit_callbacks)


def test_a_typed_report_is_seen_at_its_table_and_decides_it_once_confirmed(duel):
    match = duel.report("ann", "bob")
    assert duel.state == "reported"
    with duel.told():
        matches.match_confirm(match, version=match.version, by=duel.users["bob"])
    assert duel.state == "decided"
    assert duel.board().rounds[0].round.state == "complete"


def test_a_second_report_that_agrees_decides_and_one_that_differs_opens_a_dispute(duel):
    match = duel.report("ann", "bob")
    with duel.told():
        match_state(match, version=match.version, by=duel.users["bob"], seats=duel.seats("bob", "ann"))
    assert duel.match().state == "disputed"
    assert duel.state == "reported"
    with duel.told():
        now = duel.match()
        match_correct(
            now, version=now.version, by=duel.vito, seats=duel.seats("bob", "ann"),
            ending="normal", ended_at=now.ended_at, reason="seen",
        )  # fmt: skip
    assert duel.ranking()[0] == (1, "bob", "1")


def test_a_correction_a_void_and_a_restored_match_move_the_table(duel):
    match = duel.report("ann", "bob")
    with duel.told():
        match = matches.match_confirm(match, version=match.version, by=duel.users["bob"])
    with duel.told():
        match = match_correct(
            match, version=match.version, by=duel.vito, seats=duel.seats("bob", "ann"),
            ending="normal", ended_at=match.ended_at, reason="misread",
        )  # fmt: skip
    assert duel.ranking()[0] == (1, "bob", "1")
    with duel.told():
        match = matches.match_void(match, version=match.version, by=duel.vito, reason="never played")
    assert duel.board().rounds[0].round.state == "playing"
    with duel.told():
        matches.match_restore(match, version=match.version, by=duel.vito)
    assert duel.board().rounds[0].round.state == "complete"


def brought(duel: Duel) -> list[Match]:
    """What an import writes, of which nobody is told one by one."""
    players = [duel.entrant(name).player for name in ("ann", "bob")]
    seats = tuple(SeatResult(Seen(player.name), place) for place, player in enumerate(players, 1))
    result = Result("alhambra", seats, ended_at=OCTOBER, source="typed")
    line = Brought(result, duel.tournament.game, players, [player.pk for player in players])
    return matches_create([line], by=duel.vito, state=Match.State.CONFIRMED, source=1)


def test_an_imported_match_decides_its_table(duel):
    brought(duel)
    assert duel.state == "open"
    assert tables_follow() == 1
    assert duel.ranking()[0] == (1, "ann", "1")
    assert tables_follow() == 0


def test_matches_of_no_table_are_passed_over_at_once_and_a_table_follows_its_own_among_them(duel, monkeypatch):
    looked = []
    monkeypatch.setattr(following, "match_follow", lambda match: looked.append(match) or match_follow(match))
    strangers = [a_player(name) for name in ("cid", "dan", "eva", "fay")]
    for pair in combinations(strangers, 2):
        seats = [TypedSeat(place, player) for place, player in enumerate(pair, 1)]
        result_state(game=duel.tournament.game, ended_at=OCTOBER, seats=seats, by=duel.vito)
    others = list(Match.objects.all())
    with CaptureQueriesContext(connection) as few:
        matches_follow(others[:1])
    with CaptureQueriesContext(connection) as many:
        matches_follow(others)
    assert len(many) == len(few)
    own = result_state(
        game=duel.tournament.game, ended_at=OCTOBER, seats=duel.seats("ann", "bob"), by=duel.users["ann"]
    ).match
    matches_follow([*others, own])
    assert looked == [own]
    assert duel.state == "reported"
    matches_follow([*others, own])
    assert looked == [own]
    matches_follow([])


def test_a_lost_bell_costs_a_minute_and_no_result(duel, monkeypatch):
    monkeypatch.setattr(queue, "ring", lambda *_told: False)
    match = duel.report("ann", "bob")
    assert duel.state == "open"
    tables_follow()
    assert duel.state == "reported"
    match = matches.match_confirm(match, version=match.version, by=duel.users["bob"])
    assert duel.board().rounds[0].round.state == "playing"
    tables_follow()
    assert duel.board().rounds[0].round.state == "complete"


def test_a_match_of_before_the_round_is_none_of_the_tables_missed(duel):
    seats = duel.seats("ann", "bob")
    result_state(game=duel.tournament.game, ended_at=BEGAN - timedelta(days=1), seats=seats, by=duel.vito)
    assert tables_follow() == 0
    assert duel.state == "open"


def test_a_merge_lets_the_match_of_the_other_name_decide_and_its_undo_takes_it_away(duel):
    other = a_player("bobby")
    seats = [TypedSeat(1, duel.entrant("ann").player), TypedSeat(2, other)]
    result_state(game=duel.tournament.game, ended_at=OCTOBER, seats=seats, by=duel.users["ann"])
    assert tables_follow() == 0
    other.identities.all().delete()
    merge = players_merge(other, duel.entrant("bob").player, by=duel.vito, reason="one person")
    assert tables_follow() == 1
    match = duel.match()
    matches.match_confirm(match, version=match.version, by=duel.users["bob"])
    tables_follow()
    assert duel.state == "decided"
    merge_undo(merge, by=duel.vito, reason="two people after all")
    tables_follow()
    assert duel.board().rounds[0].round.state == "playing"


def test_a_round_that_a_director_re_opened_is_not_closed_behind_his_back():
    event = Event(["ann", "bob", "cid"], TWO, [StageTerms(rounds=2)])
    round_ = event.next_round()
    event.result("ann, bob")
    round_.refresh_from_db()
    round_reopen(round_, version=round_.version, by=event.by, name=round_name(round_))
    entrant = event.entrant("cid")
    entrant_drop(entrant, version=entrant.version, by=event.by)
    assert tables_follow() == 0
    round_.refresh_from_db()
    assert round_.state == "playing"


def test_who_is_changed_while_it_falls_due_is_left_for_the_next_time(monkeypatch):
    event = Event(["ann", "bob"], TWO, [StageTerms(rounds=1)])
    round_ = event.pair()
    type(round_).objects.filter(pk=round_.pk).update(publish_at=OCTOBER)

    def changed(*_args: object, **_more: object) -> None:
        raise Changed(round_)

    monkeypatch.setattr("tournaments.services.publishing.round_publish", changed)
    assert rounds_publish_due(OCTOBER) == 0
    monkeypatch.setattr("tournaments.services.publishing.round_publish", round_publish)
    assert rounds_publish_due(OCTOBER) == 1


def test_the_clock_publishes_rounds_and_lets_tables_follow():
    beat = {entry["task"]: maybe_schedule(entry["schedule"]) for entry in app.conf.beat_schedule.values()}
    for task in ("ladder.rounds_publish", "ladder.tables_follow"):
        assert task in app.tasks
        assert beat[task].run_every == timedelta(seconds=60)
