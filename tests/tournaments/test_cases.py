"""What went wrong elsewhere, as it must go here: byes, late ones, brackets, ties. At the level of services."""

import random
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from games.models import Match
from games.services.matches import match_confirm, match_dispute
from games.services.statements import TypedSeat, result_state
from tests.factories import a_player, a_user
from tests.tournaments.events import BEGAN, OCTOBER, TWO, Event, lines_of
from tournaments.models import TableMatch
from tournaments.selectors.standings import stage_rows
from tournaments.services.entrants import entrant_back, entrant_drop, entrant_late
from tournaments.services.errors import Changed, Refused
from tournaments.services.following import match_follow
from tournaments.services.publishing import round_publish
from tournaments.services.results import result_correct, result_detach, round_extend, table_no_result
from tournaments.services.rounds import round_delete, round_name, round_withdraw
from tournaments.services.substitutes import seat_substitute
from tournaments.services.work import act_undo
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
ABC = "ann bob cid dot eve fay gil hal ivy".split()


def drop(event: Event, name: str):
    entrant = event.entrant(name)
    return entrant_drop(entrant, version=entrant.version, by=event.by)


def play(event: Event, round_, dice: random.Random, stage: int = 1) -> None:
    """Any result at every open table."""
    for table in event.laid(round_).tables:
        if not table.is_decided:
            order = dice.sample(table.people, len(table.people))
            event.result(", ".join(event.name(one) for one in order), stage=stage)


def test_nobody_has_two_byes_while_others_have_none():
    event = Event(ABC, TWO, [StageTerms(rounds=7)])
    dice, byes = random.Random(1), []
    for _round in range(7):
        round_ = event.next_round()
        byes += event.byes(round_)
        play(event, round_, dice)
    assert len(set(byes)) == len(byes) == 7


def test_a_bye_earns_what_the_terms_say_and_is_no_match():
    event = Event(ABC[:3], TWO, [StageTerms(rounds=3)])
    round_ = event.next_round()
    assert event.byes(round_) == ["cid"]
    rows = {event.name(row.entrant): row for row in stage_rows(event.board())}
    assert (rows["cid"].points, rows["cid"].played) == (1, 0)


@pytest.mark.parametrize("seed", range(3))
def test_a_round_without_a_repeat_is_found_whatever_the_points(seed):
    event = Event(ABC[:4], TWO, [StageTerms(rounds=3)])
    dice = random.Random(seed)
    play(event, event.next_round("ann bob", "cid dot"), dice)
    play(event, event.next_round("ann cid", "bob dot"), dice)
    tables = {frozenset(table.split()) for table in event.tables(event.next_round())}
    assert tables == {frozenset({"ann", "dot"}), frozenset({"bob", "cid"})}


def test_who_left_is_in_no_draft_and_results_stay():
    event = Event(ABC[:6], TWO, [StageTerms(rounds=3)])
    round_ = event.next_round()
    play(event, round_, random.Random(1))
    drop(event, "ann")
    draft = event.pair()
    people = " ".join(event.tables(draft)).split() + event.byes(draft)
    assert sorted(people) == ABC[1:6]
    assert Match.objects.count() == 3


def test_who_leaves_a_draft_leaves_it_and_it_must_be_paired_anew():
    event = Event(ABC[:6], TWO, [StageTerms(rounds=3)])
    draft = event.pair()
    drop(event, "ann")
    assert "ann" not in " ".join(event.tables(draft))
    with pytest.raises(Refused) as refused:
        event.publish(draft)
    assert refused.value.code == "table_size"
    event.publish(event.pair())


def test_who_does_not_come_loses_and_the_other_has_a_win():
    event = Event(ABC[:2], TWO, [StageTerms(rounds=1)])
    event.next_round()
    event.result("ann, bob -")
    rows = stage_rows(event.board())
    assert [(event.name(row.entrant), row.points, row.played) for row in rows] == [("ann", 1, 0), ("bob", 0, 0)]


def test_changes_never_touch_an_earlier_round():
    event = Event(ABC[:8], stages=[StageTerms(rounds=6)])
    dice = random.Random(2)
    play(event, event.next_round(), dice)
    late = entrant_late(event.stage(), a_player("zoe"), by=event.by)
    for _round in (2, 3):
        play(event, event.next_round(), dice)
    drop(event, "zoe")
    for _round in (4, 5):
        play(event, event.next_round(), dice)
    board = event.board()
    assert [board.presence(late.pk, number) for number in range(1, 6)] == ["not_in", "in", "in", "out", "out"]
    entrant = event.entrant("zoe")
    entrant_back(entrant, version=entrant.version, by=event.by)
    board = event.board()
    assert [board.presence(late.pk, number) for number in range(1, 7)] == ["not_in", "in", "in", "out", "out", "in"]


def test_who_comes_late_and_leaves_at_once_keeps_the_date_of_entry():
    event = Event(ABC[:8], stages=[StageTerms(rounds=6)])
    play(event, event.next_round(), random.Random(1))
    late = entrant_late(event.stage(), a_player("zoe"), by=event.by)
    drop(event, "zoe")
    board = event.board()
    assert [board.presence(late.pk, number) for number in (1, 2)] == ["not_in", "out"]
    entrant = event.entrant("zoe")
    entrant_back(entrant, version=entrant.version, by=event.by)
    assert [event.board().presence(late.pk, number) for number in (1, 2)] == ["not_in", "in"]


def test_late_entry_ends_when_half_of_the_rounds_have_started():
    event = Event(ABC[:8], stages=[StageTerms(rounds=3)])
    dice = random.Random(2)
    play(event, event.next_round(), dice)
    with pytest.raises(Refused) as refused:
        entrant_late(event.stage(), event.entrant("ann").player, by=event.by)
    assert refused.value.code == "entered_before"
    play(event, event.next_round(), dice)
    with pytest.raises(Refused) as refused:
        entrant_late(event.stage(), a_player("zoe"), by=event.by)
    assert refused.value.code == "too_late"


@pytest.mark.parametrize("people", [3, 5])
def test_in_a_round_robin_of_an_odd_number_everybody_rests_once_for_nothing(people):
    event = Event(ABC[:people], TWO, [StageTerms(format="round_robin")])
    met, rests = [], []
    for _round in range(people):
        round_ = event.next_round()
        laid = event.laid(round_)
        met += [frozenset(table.people) for table in laid.tables]
        rests += [seat.entrant_id for seat in laid.out]
        assert laid.byes == ()
        play(event, round_, random.Random(people))
    assert len(met) == len(set(met)) == people * (people - 1) // 2
    assert len(set(rests)) == len(rests) == people
    with pytest.raises(Refused):
        event.pair()
    event.complete_stage()
    assert sum(row.points for row in stage_rows(event.board())) == len(met)


def bracket(people: int, **terms) -> Event:
    return Event(ABC[:people], TWO, [StageTerms(**{"format": "single"} | terms)])


def correct(event: Event, told: str, confirmed=()):
    lines = lines_of(told)
    pairing = event.table(*lines)
    return result_correct(
        pairing,
        event.by_entrant(lines),
        version=pairing.version,
        by=event.by,
        reason="misread",
        confirmed=confirmed,
    )


def test_a_second_final_comes_only_when_the_unbeaten_one_lost():
    for first, rounds in (("ann, bob", 0), ("bob, ann", 1)):
        event = Event("ann bob".split(), TWO, [StageTerms(format="double")], by=a_user(f"rosa{rounds}"))
        event.result("ann, bob")
        event.result(first)
        assert event.board().rounds[-1].round.side == ("reset" if rounds else "final")
        if rounds:
            with pytest.raises(Refused):
                event.complete_stage()
            act = event.result("bob, ann")
            assert event.places() == [(1, "bob"), (2, "ann")]
            act_undo(act, by=event.by)
            event.result("ann, bob")
        event.complete_stage()
        assert event.places() == [(1, "ann"), (2, "bob")]


def test_a_corrected_winner_replaces_the_other_in_the_next_match():
    event = bracket(4)
    event.result("ann, dot")
    event.result("bob, cid")
    correct(event, "dot, ann")
    final = event.board().rounds[-1].tables[0]
    assert {event.name(one) for one in final.people} == {"dot", "bob"}
    event.result("bob, dot")
    with pytest.raises(Refused) as refused:
        correct(event, "ann, dot")
    assert refused.value.code == "results_fall"
    assert refused.value.facts["tables"] == [final.pairing.pk]
    correct(event, "ann, dot", confirmed=[final.pairing.pk])
    final = event.board().rounds[-1].tables[0]
    assert {event.name(one) for one in final.people} == {"ann", "bob"}
    assert final.state == "open"
    assert TableMatch.objects.filter(pairing=None).count() == 1


def test_if_nobody_comes_nobody_goes_on():
    event = bracket(4)
    event.result("ann -, dot -")
    event.result("bob, cid")
    assert event.places()[0] == (1, "bob")
    event.complete_stage()


def test_if_nobody_comes_to_the_final_there_is_no_champion():
    event = bracket(2)
    event.result("ann -, bob -")
    event.complete_stage()
    assert {place for place, _name in event.places()} == {2}


def test_a_draw_does_not_decide_a_bracket():
    event = bracket(2)
    with pytest.raises(Refused) as refused:
        event.result("ann = bob")
    assert refused.value.code == "nobody_goes_on"
    assert Match.objects.count() == 0


def test_best_of_three_needs_two_wins():
    event = bracket(2, best_of=3)
    event.result("ann, bob", ended_at=BEGAN)
    assert event.board().rounds[0].tables[0].state == "reported"
    event.result("bob, ann", ended_at=OCTOBER)
    event.result("ann, bob")
    assert event.board().rounds[0].tables[0].state == "decided"
    assert event.places() == [(1, "ann"), (2, "bob")]


def test_who_is_level_in_everything_shares_the_place():
    event = Event("dot cid".split(), TWO, [StageTerms(rounds=1)])
    event.next_round()
    event.result("dot = cid")
    terms = event.tournament.terms
    assert terms.tie_breaks[-1] == "lot"
    event = Event("dot cid".split(), terms_without_lot(), [StageTerms(rounds=1)], by=a_user("tina"))
    event.next_round()
    event.result("dot = cid")
    assert event.ranking() == [(1, "cid", "1/2"), (1, "dot", "1/2")]


def terms_without_lot() -> Terms:
    return Terms(wanted=2, least=2, most=2, points={2: (1, 0)}, check_in=False, tie_breaks=("first_places",))


def test_running_tables_move_nobody_elses_tie_breaks():
    event = Event(ABC[:8])
    play(event, event.next_round(), random.Random(4))
    before = {row.entrant: row for row in stage_rows(event.board())}
    round_ = event.next_round()
    assert {row.entrant: row.values for row in stage_rows(event.board())} == {
        entrant: row.values for entrant, row in before.items()
    }
    first = event.laid(round_).tables[0].people
    event.result(", ".join(event.name(one) for one in first))
    met = {one for row in before.values() for one in row.met if set(row.met) & set(first)}
    for row in stage_rows(event.board()):
        if row.entrant not in met | set(first):
            assert row.values == before[row.entrant].values


def test_shared_places_are_exact_fractions():
    event = Event(ABC[:3])
    event.next_round()
    event.result("ann = bob = cid")
    assert [row.points for row in stage_rows(event.board())] == [Fraction(5)] * 3


def test_results_of_a_deleted_round_come_back_with_the_same_people():
    event = Event(ABC[:4], TWO, [StageTerms(rounds=3)])
    round_ = event.next_round()
    pairs = event.tables(round_)
    event.result("ann, cid")
    round_.refresh_from_db()
    with pytest.raises(Refused) as refused:
        round_withdraw(round_, version=round_.version, by=event.by)
    assert refused.value.code == "has_results"
    round_delete(round_, version=round_.version, by=event.by, name=round_name(round_))
    assert Match.objects.get().state == "confirmed"
    again = event.next_round()
    assert event.tables(again) == pairs
    assert event.ranking()[0] == (1, "ann", "1")
    assert [laid.is_decided for laid in event.laid(again).tables].count(True) == 1


def test_a_published_round_without_results_goes_back_to_a_draft():
    event = Event(ABC[:4], TWO, [StageTerms(rounds=3)])
    round_ = event.next_round()
    round_withdraw(round_, version=round_.version, by=event.by)
    round_.refresh_from_db()
    assert round_.state == "draft"
    event.publish(round_)


def test_what_the_people_of_a_table_report_decides_it_once_it_is_believed():
    bice = a_user("bice")
    event = Event(["ann", "bob"], TWO, [StageTerms(rounds=1)])
    bob = event.entrant("bob").player
    bob.user = bice
    bob.save()
    event.next_round()
    seats = [TypedSeat(1, event.entrant("ann").player), TypedSeat(2, bob)]
    match = result_state(game=event.tournament.game, ended_at=OCTOBER, seats=seats, by=a_user("ann")).match
    assert match_follow(match).kind == "result.attached"
    assert event.board().rounds[0].tables[0].state == "reported"
    assert stage_rows(event.board())[0].points == 0
    match = match_confirm(match, version=match.version, by=bice)
    match_follow(match)
    assert event.ranking()[0] == (1, "ann", "1")
    assert event.board().rounds[0].round.state == "complete"
    assert match_follow(match) is None
    match = match_dispute(match, version=match.version, by=bice, reason="it was a draw")
    match_follow(match)
    assert event.board().rounds[0].round.state == "playing"
    assert stage_rows(event.board())[0].points == 0


def test_a_match_of_before_the_round_or_of_others_decides_no_table():
    event = Event(ABC[:4], TWO, [StageTerms(rounds=1)])
    round_ = event.pair()
    event.publish(round_, now=OCTOBER)
    people = [event.entrant(name).player for name in event.tables(round_)[0].split()]
    seats = [TypedSeat(place, player) for place, player in enumerate(people, start=1)]
    early = result_state(game=event.tournament.game, ended_at=BEGAN, seats=seats, by=event.by).match
    assert match_follow(early) is None
    others = [TypedSeat(1, people[0]), TypedSeat(2, a_player("stranger"))]
    match = result_state(game=event.tournament.game, ended_at=OCTOBER, seats=others, by=event.by).match
    assert match_follow(match) is None


def test_a_detached_match_does_not_come_back_by_itself():
    event = Event(ABC[:4], TWO, [StageTerms(rounds=1)])
    event.next_round()
    event.result("ann, cid")
    pairing = event.table("ann", "cid")
    result_detach(pairing, version=pairing.version, by=event.by, reason="another game was meant")
    assert match_follow(Match.objects.get()) is None
    assert event.board().table(pairing).state == "open"
    event.result("cid, ann", ended_at=OCTOBER)
    assert event.ranking()[0] == (1, "cid", "1")


def test_a_table_may_stay_without_a_result():
    event = Event(ABC[:3])
    round_ = event.next_round()
    pairing = event.table("ann")
    act = table_no_result(pairing, version=pairing.version, by=event.by, reason="abandoned by all")
    round_.refresh_from_db()
    assert round_.state == "complete"
    assert [row.points for row in stage_rows(event.board())] == [0, 0, 0]
    act_undo(act, by=event.by)
    round_.refresh_from_db()
    assert round_.state == "published"


def test_only_the_last_act_is_undone_and_a_typed_result_is_void_then():
    event = Event(ABC[:4], TWO, [StageTerms(rounds=1)])
    event.next_round()
    first = event.result("ann, cid")
    second = event.result("bob, dot")
    with pytest.raises(Changed) as changed:
        act_undo(first, by=event.by)
    assert changed.value.now == second
    act_undo(second, by=event.by)
    act_undo(first, by=event.by)
    assert set(Match.objects.values_list("state", flat=True)) == {"void"}
    assert {table.state for table in event.board().rounds[0].tables} == {"open"}


def test_a_stale_page_changes_nothing():
    event = Event(ABC[:4], TWO, [StageTerms(rounds=1)])
    round_ = event.pair()
    event.publish(round_)
    with pytest.raises(Changed) as changed:
        round_publish(round_, version=1, by=event.by)
    assert changed.value.now == round_
    pairing = event.table("ann")
    event.result("ann, cid")
    with pytest.raises(Changed):
        table_no_result(pairing, version=pairing.version, by=event.by, reason="x")


def test_a_deadline_that_the_clock_shows_twice_is_asked_for():
    event = Event(ABC[:4], TWO, [StageTerms(rounds=1)])
    round_ = event.pair()
    for local, code in (("2026-10-25T02:30", "time_twice"), ("2027-03-28T02:30", "time_skipped"), ("x", "time")):
        with pytest.raises(Refused) as refused:
            event.publish(round_, now=OCTOBER, deadline=local)
        assert refused.value.code == code
    event.publish(round_, now=OCTOBER, deadline="2026-10-25T02:30", fold=1)
    round_.refresh_from_db()
    assert round_.deadline.isoformat() == "2026-10-25T01:30:00+00:00"


def test_a_deadline_that_is_computed_never_falls_into_an_hour_that_the_clock_skips():
    terms = Terms(wanted=2, least=2, most=2, points={2: (1, 0)}, check_in=False, round_time="02:30", extension_days=1)
    event = Event(ABC[:4], terms, [StageTerms(rounds=1)])
    round_ = event.pair()
    event.publish(round_, now=datetime(2027, 3, 20, 12, tzinfo=UTC))  # by the terms until 27 March, 2:30
    round_.refresh_from_db()
    round_extend(round_, version=round_.version, by=event.by)
    round_.refresh_from_db()
    assert (round_.deadline_local, round_.deadline.isoformat()) == ("2027-03-28T03:30", "2027-03-28T01:30:00+00:00")
    other = Event(ABC[:4], terms, [StageTerms(rounds=1)], by=a_user("tito"))
    late = other.pair()
    other.publish(late, now=datetime(2027, 3, 21, 12, tzinfo=UTC))
    late.refresh_from_db()
    assert late.deadline_local == "2027-03-28T03:30"


@pytest.mark.parametrize(
    ("scores", "ann", "zoe"), [("original", "10", "10"), ("substitute", "0", "20"), ("share", "5", "15")]
)
def test_a_substitute_has_one_line_and_the_right_sum(scores, ann, zoe):
    event = Event(ABC[:8], Terms(substitute=scores, late="nothing"), [StageTerms(rounds=4)])
    round_ = event.next_round()
    late = entrant_late(event.stage(), a_player("zoe"), by=event.by)
    pairing = event.table("ann")
    people = [event.name(one) for one in event.laid(round_).tables[0].people if event.name(one) != "ann"]
    act = seat_substitute(
        pairing, event.entrant("ann").pk, late.player, version=pairing.version, by=event.by, reason="ann is ill"
    )
    event.result(", ".join(["ann", *people]))
    match = Match.objects.get()
    assert match.seats.get(place=1).player == late.player
    assert act.kind == "seat.substituted"
    play(event, round_, random.Random(1))
    event.next_round("zoe bob cid", "dot eve fay", "gil hal ann")
    event.result("zoe, bob, cid")
    names = [name for _rank, name, _points in event.ranking()]
    assert sorted(names) == sorted([*ABC[:8], "zoe"])
    points = {name: worth for _rank, name, worth in event.ranking()}
    assert (points["ann"], points["zoe"]) == (ann, str(int(zoe) - 1))


def test_who_sits_at_a_table_substitutes_for_nobody_in_that_round():
    event = Event(ABC[:8])
    event.next_round()
    pairing = event.table("ann")
    with pytest.raises(Refused) as refused:
        seat_substitute(
            pairing,
            event.entrant("ann").pk,
            event.entrant("bob").player,
            version=pairing.version,
            by=event.by,
            reason="ill",
        )
    assert refused.value.code == "seated_already"
