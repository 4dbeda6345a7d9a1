"""H33: the first report proposes, an equal one settles, another one makes a dispute, and after that only officials decide."""

from datetime import timedelta

import pytest

from games.models import AuditEntry, Match, ResultVersion
from games.services.corrections import match_correct
from games.services.errors import Conflict, InvalidResult, MaybeHere, NotAllowed
from games.services.matches import match_confirm, match_void
from games.services.results import game_for
from games.services.statements import TypedSeat, match_state, result_state
from ladder.invariants import broken
from tests.factories import NOON, a_player, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def people():
    return {name: a_user(name) for name in ("bob", "bice", "charlie")}


@pytest.fixture
def players(people):
    return {name: a_player(name, people[name]) for name in ("bob", "bice")}


@pytest.fixture
def state(people, players):
    """Report the match of Bob and Bice, in order of place, as somebody; the test ends with the invariants."""

    def do(by, *order, **fields):
        seats = [TypedSeat(place, players[name]) for place, name in enumerate(order, 1)]
        given = {"game": game_for("azul"), "ended_at": NOON, "seats": seats, "by": people[by]} | fields
        return result_state(**given)

    yield do
    assert broken() == []


def acts():
    return list(AuditEntry.objects.filter(kind="match").order_by("version").values_list("act", flat=True))


def test_an_equal_report_of_another_player_settles_it(state):
    assert state("bob", "bob", "bice").outcome == "new"
    stated = state("bice", "bob", "bice", ended_at=NOON + timedelta(minutes=4))
    assert (stated.outcome, stated.match.state) == ("settled", "confirmed")
    assert Match.objects.count() == ResultVersion.objects.count() == 1
    assert acts() == ["match.submitted", "match.confirmed"]


def test_the_same_report_of_the_same_person_changes_nothing(state):
    state("bob", "bob", "bice")
    assert state("bob", "bob", "bice").outcome == "same"
    assert Match.objects.get().version == 1


def test_another_report_is_asked_about_and_makes_a_dispute_with_both_shown(state, players):
    first = state("bob", "bob", "bice").match
    with pytest.raises(MaybeHere) as asked:
        state("bice", "bice", "bob")
    assert asked.value.match == first
    stated = state("bice", "bice", "bob", about="same")
    assert (stated.outcome, stated.match.state) == ("disputed", "disputed")
    told = AuditEntry.objects.get(act="match.stated").facts["told"]
    assert [(seat["player"], seat["place"]) for seat in told] == [(players["bice"].pk, 1), (players["bob"].pk, 2)]
    assert first.seats.get(player=players["bob"]).place == 1


def test_the_same_scores_at_another_hour_of_the_day_are_asked_about(state, players):
    def scored(by, hours, bob, bice, **fields):
        seats = [TypedSeat(1, players["bob"], score=bob), TypedSeat(2, players["bice"], score=bice)]
        return state(by, seats=seats, ended_at=NOON + timedelta(hours=hours), **fields)

    first = scored("bob", 0, 131, 120).match
    assert scored("bice", 1, 131, 119).outcome == "new"
    assert scored("bice", 2, 131, None).outcome == "new"
    with pytest.raises(MaybeHere) as asked:
        scored("bice", 20, 131, 120)
    assert asked.value.match == first
    stated = scored("bice", 20, 131, 120, about="same")
    assert (stated.match, stated.outcome) == (first, "settled")
    assert scored("bice", 30, 131, 120).outcome == "new"


@pytest.mark.parametrize("score", [10**19, -(10**19)])
def test_a_score_that_no_database_holds_is_refused_by_every_way_in(state, people, players, score):
    match = state("bob", "bob", "bice").match
    seats = [TypedSeat(1, players["bob"], score=score), TypedSeat(2, players["bice"], score=0)]
    seen = {"version": match.version, "seats": seats}
    for way in (
        lambda: state("bob", seats=seats),
        lambda: match_state(match, by=people["bice"], **seen),
        lambda: match_correct(match, by=people["charlie"], reason="typing", ending="normal", ended_at=NOON, **seen),
    ):
        with pytest.raises(InvalidResult) as refused:
            way()
        assert refused.value.code == "score"


def test_a_match_apart_is_one_of_its_own(state):
    state("bob", "bob", "bice")
    assert state("bice", "bice", "bob", about="apart").outcome == "new"
    assert Match.objects.count() == 2


def test_one_may_replace_one_s_own_report_until_somebody_confirms_it(state):
    state("bob", "bob", "bice")
    stated = state("bob", "bice", "bob", about="same")
    assert (stated.outcome, stated.match.state) == ("replaced", "submitted")
    assert [version.number for version in stated.match.results.all()] == [1, 2]
    state("bice", "bice", "bob")
    with pytest.raises(NotAllowed) as refused:
        state("bob", "bob", "bice", about="same")
    assert refused.value.code == "settled"


def test_somebody_from_elsewhere_settles_nothing_and_disputes_nothing(state):
    state("bob", "bob", "bice")
    assert state("charlie", "bob", "bice").outcome == "same"
    with pytest.raises(NotAllowed) as refused:
        state("charlie", "bice", "bob", about="same")
    assert refused.value.code == "not_at_the_table"
    assert (Match.objects.get().state, Match.objects.get().version) == ("submitted", 1)


def test_an_official_s_other_report_is_a_dispute_not_a_correction(state):
    state("bob", "bob", "bice")
    assert state("charlie", "bice", "bob", about="same", official=True).outcome == "disputed"


@pytest.mark.parametrize("order", ["bob bice", "bice bob"])
def test_after_settling_an_equal_report_is_known_and_another_is_refused(state, people, order):
    match = state("bob", "bob", "bice").match
    match_confirm(match, version=1, by=people["bice"])
    if order == "bob bice":
        assert state("bice", "bob", "bice").outcome == "same"
    else:
        with pytest.raises(NotAllowed) as refused:
            state("bice", "bice", "bob", about="same")
        assert (refused.value.code, refused.value.facts["match"]) == ("settled", match.slug)


def test_what_was_struck_out_is_not_reported_anew_by_its_table(state, people):
    match = state("bob", "bob", "bice", table_id="700000123").match
    match_void(match, version=1, by=people["charlie"], reason="x")
    with pytest.raises(NotAllowed) as refused:
        state("bice", "bice", "bob", table_id="700000123")
    assert refused.value.code == "state"


def test_flags_are_part_of_a_report(state, people, players):
    state("bob", "bob", "bice")
    match = Match.objects.get()
    seats = [TypedSeat(1, players["bob"]), TypedSeat(2, players["bice"], flag="conceded")]
    assert match_state(match, version=1, seats=seats, by=people["bice"]).outcome == "disputed"


def test_scores_count_where_both_give_them(state, people, players):
    bob, bice = players["bob"], players["bice"]
    match = state("bob", seats=[TypedSeat(1, bob, score=60), TypedSeat(2, bice, score=50)]).match
    other = [TypedSeat(1, bob, score=61), TypedSeat(2, bice)]
    assert match_state(match, version=1, seats=other, by=people["bice"]).outcome == "disputed"


def test_a_report_of_a_match_that_changed_meanwhile_is_a_conflict(state, people, players):
    match = state("bob", "bob", "bice").match
    match_confirm(match, version=1, by=people["bice"])
    with pytest.raises(Conflict):
        match_state(match, version=1, seats=[TypedSeat(1, players["bob"])], by=people["bice"])


def test_the_same_table_is_the_same_match_whatever_the_time(state):
    first = state("bob", "bob", "bice", table_id="700000123").match
    again = state("bice", "bob", "bice", table_id="700000123", ended_at=NOON + timedelta(hours=5))
    assert (again.match, again.outcome) == (first, "settled")


def test_other_people_at_a_recorded_table_are_named(state):
    state("bob", "bob", "bice", table_id="700000123")
    a_player("dora")
    with pytest.raises(InvalidResult) as refused:
        state("bice", seats=[TypedSeat(1, a_player("dora")), TypedSeat(2, a_player("elsa"))], table_id="700000123")
    assert refused.value.code == "people"
    assert refused.value.facts == {"extra": ["dora", "elsa"], "missing": ["bob", "bice"]}


def test_nobody_sits_twice_in_a_report(state, people, players):
    match = state("bob", "bob", "bice").match
    with pytest.raises(InvalidResult) as refused:
        match_state(match, version=1, seats=[TypedSeat(1, players["bob"])] * 2, by=people["bice"])
    assert refused.value.code in ("player_twice", "places")


@pytest.mark.parametrize(
    ("flags", "ending"),
    [
        ("played played", "normal"),
        ("played conceded", "concession"),
        ("played left", "forfeit"),
        ("played timed_out", "forfeit"),
        ("played no_show", "forfeit"),
        ("conceded left", "concession"),
        ("played stand_in", "normal"),
    ],
)
def test_the_ending_follows_from_the_flags(state, players, flags, ending):
    seats = [
        TypedSeat(place, players[name], flag=flag)
        for place, (name, flag) in enumerate(zip(("bob", "bice"), flags.split(), strict=True), 1)
    ]
    assert state("bob", seats=seats).match.ending == ending


def test_somebody_named_twice_is_refused_whatever_match_of_the_same_people_is_here(state, players):
    state("bob", "bob", "bice")
    seats = [TypedSeat(1, players["bob"]), TypedSeat(2, players["bice"]), TypedSeat(3, players["bob"])]
    with pytest.raises(InvalidResult) as refused:
        state("bob", seats=seats)
    assert (refused.value.code, refused.value.facts) == ("player_twice", {"name": "bob"})
