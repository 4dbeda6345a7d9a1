"""Somebody's own calendar: the tables that he still has to play, also in the seat of another."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils.translation import override

from games.models import Player, User
from ladder.exports.own_dates import own_dates
from tests.factories import a_player, a_user
from tests.tournaments.events import TWO, Event
from tournaments.models import TableDate
from tournaments.services.substitutes import seat_substitute
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def titles(user: User) -> list[str]:
    with override("en"):
        return [date.title.partition(": ")[2] for date in own_dates(user)]


def test_a_best_of_three_stays_until_it_is_decided_and_a_substitute_has_the_date_instead() -> None:
    names = ["ann", "bob", "cid", "dot"]
    event = Event(names, TWO, [StageTerms(format="single", best_of=3)])
    users = {name: a_user(name) for name in [*names, "zoe"]}
    zoe = a_player("zoe", users["zoe"])
    for name in names:
        Player.objects.filter(name=name).update(user=users[name])
    for name in names:
        assert len(titles(users[name])) == 1
    event.result("bob, cid")
    assert titles(users["bob"]) == titles(users["cid"]) == ["round 1, table 2"]
    event.result("bob, cid")
    assert titles(users["cid"]) == []
    assert titles(users["bob"]) == ["round 2, table 1"], "the final that he reached"
    table = event.table("ann", "dot")
    TableDate.objects.create(
        pairing=table,
        at=datetime(2026, 12, 1, 20, tzinfo=UTC),
        proposed_by=event.entrant("ann"),
        agreed_at=datetime(2026, 11, 30, tzinfo=UTC),
    )
    seat_substitute(table, event.entrant("dot").pk, zoe, version=table.version, by=event.by, reason="ill")
    assert titles(users["dot"]) == []
    assert titles(users["zoe"]) == titles(users["ann"]) == ["round 1, table 1", "Round 1, table 1 ends"]
    with override("en"):
        [date, end] = own_dates(users["zoe"])
    assert date.at == datetime(2026, 12, 1, 20, tzinfo=UTC)
    assert end.at - date.at != timedelta(0)
    assert end.path.endswith("#t1")
