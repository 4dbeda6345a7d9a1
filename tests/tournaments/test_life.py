"""The life of a tournament: its states, terms, places and directors."""

from datetime import timedelta

import pytest

from tests.factories import a_player, a_user
from tests.tournaments.events import OCTOBER, TWO, Event
from tournaments.services.entrants import entrant_enter, entrant_promote, entrant_withdraw
from tournaments.services.errors import Refused
from tournaments.services.publishing import round_schedule, rounds_publish_due
from tournaments.services.results import round_extend
from tournaments.services.tournaments import role_grant, role_take_away, tournament_cancel, tournament_change
from tournaments.services.work import act_undo
from tournaments.terms import StageTerms, Terms, document_of, terms_from

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_terms_are_strict_and_come_back_as_they_were():
    terms = Terms(points={3: (9, 4, 2), 4: (10, 6, 3, 1)}, late="bye")
    assert terms_from(document_of(terms), Terms) == terms
    for wrong in (
        {"wanted": 5},
        {"colour": 1},
        {"tie_breaks": ["luck"]},
        {"points": {"4": [1, 2, 3, 4]}},
        {"bye": True},
    ):
        with pytest.raises(ValueError, match=r".+"):
            terms_from(wrong, Terms)


def test_over_the_places_one_waits_in_reserve_and_moves_up_in_order():
    event = Event(["ann", "bob", "cid", "dot"], Terms(places=2, least=2), start=False)
    assert [event.entrant(name).state for name in ("bob", "cid")] == ["entered", "reserve"]
    entrant = event.entrant("ann")
    entrant_withdraw(entrant, version=entrant.version, by=event.by)
    second = event.entrant("dot")
    with pytest.raises(Refused) as refused:
        entrant_promote(second, version=second.version, by=event.by)
    assert refused.value.code == "not_next"
    first = event.entrant("cid")
    entrant_promote(first, version=first.version, by=event.by)
    with pytest.raises(Refused) as refused:
        entrant_promote(second, version=second.version, by=event.by)
    assert refused.value.code == "full"
    assert entrant_enter(event.tournament, first.player, by=event.by) == first


def test_once_announced_other_terms_need_a_reason():
    event = Event(["ann", "bob"], TWO, start=False)
    event.tournament.refresh_from_db()
    changed = Terms(wanted=2, least=2, most=2, points={2: (3, 0)})
    with pytest.raises(Refused) as refused:
        tournament_change(event.tournament, version=event.tournament.version, by=event.by, terms=changed)
    assert refused.value.code == "reason_missing"
    act = tournament_change(
        event.tournament,
        version=event.tournament.version,
        by=event.by,
        terms=changed,
        stages=[StageTerms(format="double")],
        reason="as asked",
    )
    assert event.stage().terms.format == "double"
    act_undo(act, by=event.by)
    assert event.stage().terms.format == "swiss"


def test_what_is_finished_is_not_cancelled_but_its_end_can_be_undone():
    event = Event(["ann", "bob"], TWO, [StageTerms(rounds=1)])
    with pytest.raises(Refused) as refused:
        event.advance("finished")
    assert refused.value.code == "stage_open"
    event.next_round()
    event.result("ann, bob")
    event.complete_stage()
    act = event.advance("finished")
    event.tournament.refresh_from_db()
    with pytest.raises(Refused):
        tournament_cancel(event.tournament, version=event.tournament.version, by=event.by, reason="rain")
    act_undo(act, by=event.by)
    event.tournament.refresh_from_db()
    tournament_cancel(event.tournament, version=event.tournament.version, by=event.by, reason="rain")


def test_the_last_director_stays():
    event = Event(["ann", "bob"], TWO, start=False)
    role = event.tournament.roles.get()
    with pytest.raises(Refused):
        role_take_away(role, by=event.by)
    role_grant(event.tournament, a_user("tito"), "director", by=a_user("zoe", is_superuser=True))
    role_take_away(role, by=event.by)
    assert event.tournament.roles.get().user.email == "tito@example.org"


def test_a_draft_is_published_at_its_time_and_extended_once():
    event = Event(["ann", "bob"], TWO, [StageTerms(rounds=1)])
    round_ = event.pair()
    round_schedule(round_, OCTOBER, version=round_.version, by=event.by)
    assert rounds_publish_due(OCTOBER - timedelta(minutes=1)) == 0
    assert rounds_publish_due(OCTOBER) == 1
    assert rounds_publish_due(OCTOBER) == 0
    round_.refresh_from_db()
    assert (round_.state, round_.deadline_local) == ("published", "2026-10-09T23:59")
    round_extend(round_, version=round_.version, by=event.by)
    round_.refresh_from_db()
    assert round_.deadline_local == "2026-10-12T23:59"
    with pytest.raises(Refused):
        round_extend(round_, version=round_.version, by=event.by)


def test_nine_meet_once_in_four_rounds_at_tables_of_three():
    terms = Terms(wanted=3, least=3, most=3, check_in=False)
    event = Event([f"p{number}" for number in range(9)], terms, [StageTerms(format="round_robin")])
    met = set()
    for _round in range(4):
        round_ = event.next_round()
        for table in event.laid(round_).tables:
            met |= {frozenset((one, other)) for one in table.people for other in table.people if one < other}
            event.result(", ".join(event.name(one) for one in table.people))
    assert len(met) == 36
    event.complete_stage()


def test_nobody_enters_what_runs_but_late():
    event = Event(["ann", "bob"], TWO, [StageTerms(rounds=4)])
    with pytest.raises(Refused) as refused:
        entrant_enter(event.tournament, a_player("zoe"), by=event.by)
    assert refused.value.code == "state"
