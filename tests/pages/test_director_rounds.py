"""Rounds on the director's desk: drafts changed by hand, results by keyboard, corrections, and going back."""

from collections.abc import Iterator

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from games.models import Match
from ladder.services.ladders import admin_grant
from tests.factories import a_player, a_user
from tests.pages.director import NAMES, NOW, Desk, play, playing, started, text_of
from tests.tournaments.events import TWO, Event
from tournaments.models import Act, Round
from tournaments.services.publishing import rounds_publish_due
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def now() -> Iterator[None]:
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield


# Drafts


def test_two_change_places_and_what_gets_worse_asks_for_a_reason() -> None:
    desk = playing()
    play(desk)
    desk.stage("pair")
    first, second = desk.tables(2)
    old = {frozenset((one, other)) for table in desk.tables(1) for one in table for other in table}
    pairs = [(one, other) for one in first for other in second]
    for one, other in pairs:
        worse = [name for name in first if name != one and frozenset((other, name)) in old]
        if worse:
            break
    who, place = desk.entrant(one).pk, f"p{desk.entrant(other).pk}"
    answer = desk.on_round("place", 2, 422, who=who, place=place)
    assert "met in round 1" in text_of(answer)
    assert f'<option value="{place}" selected>' in answer.content.decode()
    assert desk.tables(2) == [first, second]
    desk.on_round("place", 2, who=who, place=place, reason="They asked for it")
    assert other in desk.tables(2)[0]
    last = desk.tournament.acts.order_by("-number")[0]
    desk.post("undo/", act=last.pk)
    assert desk.tables(2) == [first, second]


def test_somebody_goes_to_another_table_to_a_new_one_or_sits_out() -> None:
    desk = started(names=NAMES[:7])
    [long, short] = desk.tables()
    mover = desk.entrant(long[0]).pk
    desk.on_round("place", who=mover, place="t2", reason="x")
    assert sorted(map(len, desk.tables())) == [3, 4]
    desk.on_round("place", who=mover, place="out", reason="x")
    assert desk.round().seats.get(entrant=mover).out == "bye"
    desk.on_round("place", who=desk.entrant(short[0]).pk, place="t3", reason="x")
    assert desk.tables()[2] == [short[0]]
    assert "Tables have 3 to 4 people" in text_of(desk.on_round("publish", 1, 422))


def test_locked_tables_stay_when_the_rest_is_paired_anew() -> None:
    desk = started()
    before = desk.tables()
    one, other = desk.entrant(before[0][0]), desk.entrant(before[1][0])
    desk.on_round("place", who=one.pk, place=f"p{other.pk}", reason="x")
    table = desk.round().pairings.get(number=1)
    desk.on_round("lock", table=table.pk, lock="1", version=table.version)
    kept = desk.tables()[0]
    desk.on_round("again")
    assert kept in desk.tables()


def test_the_alternative_can_be_taken() -> None:
    desk = playing()
    play(desk)
    desk.stage("pair")
    told = desk.round(2).notes["alternative"]
    desk.on_round("alternative", 2, reason="They like it better")
    assert [[desk.entrant(name).pk for name in table] for table in desk.tables(2)] == told["tables"]


def test_a_deadline_that_the_clock_shows_twice_is_asked_for_and_kept() -> None:
    desk = started()
    answer = desk.on_round("publish", 1, 422, deadline="2026-10-25T02:30")
    assert "Say which one you mean" in text_of(answer)
    assert 'value="2026-10-25T02:30"' in answer.content.decode()
    desk.on_round("publish", deadline="2026-10-25T02:30", half="second")
    assert desk.round().deadline.isoformat() == "2026-10-25T01:30:00+00:00"


def test_a_draft_is_published_at_a_time_or_not_by_itself_after_all() -> None:
    desk = started()
    desk.on_round("publish", when="later", at="2026-10-17T09:00")
    assert desk.round().publish_at.isoformat() == "2026-10-17T07:00:00+00:00"
    assert desk.round().state == "draft"
    desk.on_round("unschedule")
    assert desk.round().publish_at is None


def test_a_draft_is_thrown_away() -> None:
    desk = started()
    desk.on_round("discard")
    assert not Round.objects.filter(stage__tournament=desk.tournament).exists()


# Results


def test_results_are_typed_by_place_by_score_with_ties_and_without_who_did_not_come() -> None:
    desk = playing()
    first, second = desk.tables()
    told = dict(zip(first, ("3/98", "1/120", "=/120", "n"), strict=True))
    told |= dict(zip(second, ("/50", "/70", "/60", "c"), strict=True))
    desk.results(told)
    assert desk.round().state == "complete"
    seats = {
        seat.player.name: (seat.place, seat.score, seat.flag)
        for match in Match.objects.all()
        for seat in match.seats.all()
    }
    assert [seats[name] for name in first] == [
        (3, 98, "played"),
        (1, 120, "played"),
        (1, 120, "played"),
        (None, None, "no_show"),
    ]
    assert [seats[name][0] for name in second] == [3, 1, 2, 4]
    assert seats[second[3]][2] == "conceded"


def test_one_unreadable_table_keeps_what_was_typed_and_the_other_is_saved() -> None:
    desk = playing()
    first, second = desk.tables()
    told = dict(zip(first, ("1", "2", "x", "4"), strict=True)) | dict(zip(second, "1234", strict=True))
    answer = desk.results(told, status=422)
    assert "“x” is no place" in text_of(answer)
    assert 'value="x"' in answer.content.decode()
    assert Match.objects.count() == 1


def test_the_same_form_sent_twice_enters_one_result() -> None:
    desk = playing()
    [first, _] = desk.tables()
    fields = desk.boxes(dict(zip(first, "1234", strict=True))) | {"key": "a" * 32, "seen": desk.seen()}
    address = f"rounds/{desk.round().pk}/results/"
    desk.post(address, **fields)
    desk.post(address, **fields)
    assert Match.objects.count() == 1
    assert Act.objects.filter(kind="result.entered").count() == 1


def test_a_second_person_settles_a_result_by_typing_the_same() -> None:
    desk = playing()
    [first, _] = desk.tables()
    told = dict(zip(first, "1234", strict=True))
    desk.results(told, second="1")
    match = Match.objects.get()
    assert match.state == "submitted"
    assert "a second person must type it too" in text_of(desk.results(told, status=422))
    other = a_user("tito", language="en")
    desk.tournament.roles.create(user=other, kind="director")
    second = Desk(desk.tournament, other)
    assert "Type it, too, without looking" in second.get(f"rounds/{desk.round().pk}/")
    answer = second.results(dict(zip(first, "2134", strict=True)), status=422)
    assert "was typed differently before" in text_of(answer)
    second.results(told)
    match.refresh_from_db()
    assert match.state == "confirmed"


def test_a_director_who_plays_does_not_enter_his_own_table() -> None:
    desk = playing()
    [first, _] = desk.tables()
    player = desk.entrant(first[0]).player
    player.user = desk.user
    player.save()
    admin_grant(a_user("zoe"))
    answer = desk.results(dict(zip(first, "1234", strict=True)), status=422)
    assert "You play at table 1" in text_of(answer)
    assert not Match.objects.exists()


def test_a_complete_round_is_reopened_by_its_name_corrected_and_closed() -> None:
    desk = playing()
    play(desk)
    [first, _] = desk.tables()
    swapped = desk.boxes(dict(zip(first, "2134", strict=True)))
    assert "Re-open it first" in text_of(desk.on_table(first[0], "correct", status=422, reason="x", **swapped))
    assert "Type the name of the round" in text_of(desk.on_round("reopen", 1, 422, name="1"))
    desk.on_round("reopen", name="turno 1", reason="bob objects")
    answer = desk.on_table(first[0], "correct", status=422, **swapped)
    assert "Say why" in text_of(answer)
    desk.on_table(first[0], "correct", reason="seen on the table", **desk.boxes(dict(zip(first, "2134", strict=True))))
    assert Match.objects.get(seats__player__name=first[0]).seats.get(player__name=first[0]).place == 2
    if desk.round().state == "playing":
        desk.on_round("complete")
    assert desk.round().state == "complete"


def test_a_correction_of_a_bracket_names_the_results_that_fall() -> None:
    desk = Desk(Event("ann bob cid dot".split(), TWO, [StageTerms(format="single")]))
    desk.results({"ann": "1", "dot": "2"})
    desk.results({"bob": "1", "cid": "2"})
    desk.results({"ann": "1", "bob": "2"}, 2)
    fields = {"reason": "typed the wrong way round"} | desk.boxes({"ann": "2", "dot": "1"})
    answer = desk.on_table("ann", "correct", status=422, **fields)
    assert "Round 2, table 1" in text_of(answer)
    assert "re-open" not in text_of(answer), "a bracket's results are corrected as they stand"
    final = desk.round(2).pairings.get()
    desk.on_table("ann", "correct", falls=final.pk, **fields)
    assert desk.tables(2) == [["dot", "bob"]]


def test_a_table_stays_without_a_result_or_is_opened_again_with_a_reason() -> None:
    desk = playing()
    [first, _] = desk.tables()
    assert "Say why" in text_of(desk.on_table(first[0], "none", status=422))
    desk.on_table(first[0], "none", reason="nobody came")
    assert desk.round().pairings.get(number=1).no_result
    desk.on_table(first[0], "detach", reason="they did")
    assert not desk.round().pairings.get(number=1).no_result


def test_an_overdue_round_is_told_and_extended_once() -> None:
    desk = playing()
    with time_machine.travel("2026-10-25T12:00:00Z", tick=False):
        assert "overdue" in desk.get()
        desk.on_round("extend")
        assert "was extended once already" in text_of(desk.on_round("extend", 1, 422))


def test_somebody_else_plays_in_a_seat() -> None:
    desk = playing()
    [first, _] = desk.tables()
    a_player("ivy")
    entrant = desk.entrant(first[0]).pk
    desk.on_table(first[0], "substitute", entrant=entrant, name="ivy", reason="ill")
    assert desk.round().seats.get(entrant=entrant).substitute.name == "ivy"
    answer = desk.on_table(first[0], "substitute", status=422, entrant=entrant, name="nobody at all", reason="ill")
    assert "Nobody of that name" in text_of(answer)


def test_a_round_without_results_is_withdrawn_and_one_with_results_deleted_by_its_name() -> None:
    desk = playing()
    desk.on_round("withdraw", reason="too early")
    assert desk.round().state == "draft"
    desk.on_round("publish")
    play(desk)
    desk.on_round("delete", 1, 422, name="")
    desk.on_round("delete", name="Turno 1")
    assert Match.objects.filter(state="confirmed").count() == 2
    assert not Round.objects.filter(stage__tournament=desk.tournament).exists()


# What would not be expected


def test_nothing_of_a_tournament_that_was_called_off_is_published_or_changed() -> None:
    desk = started()
    draft = desk.round()
    desk.post("cancel/", version=desk.now().version, reason="no room")
    desk.on_round("publish", status=422)
    desk.on_round("publish", status=422, when="later", at="2026-10-17T09:00")
    desk.on_round("discard", status=422)
    desk.on_round("lock", status=422, table=draft.pairings.first().pk, lock="1", version=1)
    Round.objects.filter(pk=draft.pk).update(publish_at=timezone.now())
    assert rounds_publish_due() == 0
    assert desk.round().state == "draft"


@pytest.mark.parametrize("typed", ["0001-01-01T00:00", "9999-12-31T23:59", "2026-W50-4"])
def test_a_deadline_is_a_time_of_this_century_in_the_form_that_is_told(typed: str) -> None:
    desk = started()
    desk.on_round("publish", status=422, deadline=typed)
    desk.on_round("publish", status=422, when="later", at=typed)
    desk.on_round("publish", deadline="2026-12-10 23:59")
    assert desk.round().deadline_local == "2026-12-10T23:59"


def test_a_table_that_everybody_was_moved_from_is_none_when_the_round_is_published() -> None:
    desk = started(NAMES, Terms(wanted=4, least=3, most=5, check_in=False), 3)
    first, second = desk.tables()
    desk.on_round("place", who=desk.entrant(first[0]).pk, place="t3", reason="x")
    desk.on_round("place", who=desk.entrant(first[0]).pk, place="t2", reason="x")
    assert desk.tables() == [first[1:], [*second, first[0]], []]
    desk.on_round("publish")
    assert desk.tables() == [first[1:], [*second, first[0]]]
    desk.post("undo/", act=desk.tournament.acts.order_by("-number").first().pk, typed="Turno 1")
    assert desk.tables() == [first[1:], [*second, first[0]], []]


def test_a_reason_of_any_act_has_its_most_characters() -> None:
    desk = started()
    desk.on_round("publish", status=422, reason="x" * 1001)
    desk.on_round("publish", reason="x" * 1000)


def test_a_table_with_a_number_that_no_row_can_have_is_not_found() -> None:
    desk = started()
    assert desk.client.get(f"{desk.at}tables/{10**20}/").status_code == 404
