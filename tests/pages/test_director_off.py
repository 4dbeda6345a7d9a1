"""Rounds off that were asked for, and what else a director and those who play read while a round goes on."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec
import pytest
import time_machine
from django.core.cache import cache

from games import queue
from ladder.tournament_pages import diary
from ladder.views.audit_words import ACTS
from tests.factories import a_player, a_user
from tests.pages.director import NAMES, NOW, Desk, client_of, play, playing, started, text_of
from tests.tournaments.events import TWO, Event
from tournaments.models import PairingSeat
from tournaments.selectors.acts import HIDDEN
from tournaments.selectors.board import board_of
from tournaments.selectors.standings import stage_rows
from tournaments.selectors.trf_files import trf_text
from tournaments.services.dutch_jobs import jobs_run
from tournaments.services.entrants import entrant_check_in
from tournaments.services.substitutes import seat_substitute
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def now() -> Iterator[None]:
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield


def again(desk: Desk, number: int = 1) -> None:
    desk.on_round("again", number)


@pytest.mark.parametrize(("off", "sign", "points"), [("half", "H", Fraction(1, 2)), ("rest", "Z", Fraction(0))])
def test_who_asked_for_a_round_off_stays_out_while_the_others_are_paired_anew(off, sign, points) -> None:
    desk = started(names=NAMES[:6], terms=TWO)
    bob = desk.entrant("bob")
    assert "sits out as asked, with half a bye" in text_of(desk.client.get(f"{desk.at}rounds/{desk.round().pk}/"))
    desk.on_round("place", who=bob.pk, place=off, reason="he is on his way")
    again(desk)
    assert sorted(map(len, desk.tables())) == [2, 2]
    out = dict(desk.round().seats.filter(pairing=None).values_list("entrant__player__name", "out"))
    assert (out.pop("bob"), list(out.values())) == (off, ["bye"])
    again(desk)
    assert desk.round().seats.get(entrant=bob).out == off
    desk.on_round("publish")
    play(desk)
    board = board_of(desk.tournament.stages.get().pk)
    assert {row.entrant: row.points for row in stage_rows(board)}[bob.pk] == points
    assert f"0000 - {sign}" in next(line for line in trf_text(board).splitlines() if " bob " in line)
    desk.stage("pair")
    assert bob.pk in desk.round(2).seats.exclude(pairing=None).values_list("entrant", flat=True)


def test_who_comes_back_from_a_round_off_before_it_is_published_has_a_seat_again() -> None:
    desk = started(names=NAMES[:4], terms=TWO)
    bob = desk.entrant("bob")
    other = next(name for table in desk.tables() if "bob" in table for name in table if name != "bob")
    desk.on_round("place", who=bob.pk, place="half", reason="x")
    desk.on_round("place", who=bob.pk, place="rest", reason="x")
    assert desk.round().seats.get(entrant=bob).out == "rest"
    table = 1 + next(number for number, people in enumerate(desk.tables()) if other in people)
    desk.on_round("place", who=bob.pk, place=f"t{table}", reason="x")
    assert desk.round().seats.filter(pairing=None).count() == 0


def test_only_a_swiss_knows_rounds_off() -> None:
    desk = Desk(Event(NAMES[:5], TWO, [StageTerms(format="round_robin")]))
    desk.stage("pair")
    assert "sits out as asked" not in text_of(desk.client.get(f"{desk.at}rounds/{desk.round().pk}/"))
    desk.on_round("place", 1, 422, who=desk.entrant("bob").pk, place="half", reason="x")


def test_the_dutch_system_pairs_around_a_round_off_and_the_draft_says_that_a_worker_is_at_it(monkeypatch) -> None:
    monkeypatch.setattr(queue, "ring", lambda *_: True)
    desk = Desk(Event(NAMES[:6], TWO, [StageTerms(rounds=3, pairing="dutch")]))
    desk.stage("pair")
    jobs_run()
    bob = desk.entrant("bob")
    desk.on_round("place", who=bob.pk, place="half", reason="x")
    again(desk)
    page = f"{desk.at}rounds/{desk.round().pk}/"
    assert "A worker pairs this round anew." in text_of(desk.client.get(page))
    jobs_run()
    assert "A worker pairs this round anew." not in text_of(desk.client.get(page))
    assert desk.round().seats.get(entrant=bob).out == PairingSeat.Out.HALF
    assert sorted(map(len, desk.tables())) == [2, 2]


def test_what_was_saved_is_said_beside_what_somebody_else_was_faster_with() -> None:
    desk = playing()
    first, second = desk.tables()
    fields = desk.boxes(dict.fromkeys(first, "") | dict(zip(first, "1234", strict=True)))
    fields |= desk.boxes(dict(zip(second, "1234", strict=True)))
    desk.results(dict(zip(first, "4321", strict=True)))
    told = text_of(desk.post(f"rounds/{desk.round().pk}/results/", 409, **fields))
    assert "1 table saved." in told
    assert "What could not be saved still stands below" in told
    assert "Nothing of yours was done" not in told


def test_a_result_of_a_best_of_three_is_shown_as_games_not_as_a_report() -> None:
    desk = Desk(Event(NAMES[:2], TWO, [StageTerms(format="single", best_of=3)]))
    desk.results({"ann": "1", "bob": "2"})
    told = text_of(desk.client.get(f"{desk.at}rounds/{desk.round().pk}/"))
    assert "best of 3: 1 to 0" in told
    assert "reported:" not in told


def test_a_substitute_is_named_where_he_reports_and_agrees_a_time() -> None:
    desk = playing()
    zoe = a_player("zoe", user=a_user("zoe"))
    seat = desk.round().seats.exclude(pairing=None).first()
    seat_substitute(seat.pairing, seat.entrant_id, zoe, version=seat.pairing.version, by=desk.user, reason="ill")
    client = client_of(zoe.user)
    page = client.get(f"/tournaments/{desk.tournament.slug}/rounds/").content.decode()
    assert "name=zoe" in page
    assert f"name={seat.entrant.player.name}" not in page
    address = f"/tournaments/{desk.tournament.slug}/tables/{seat.pairing_id}/"
    client.post(address, {"at": "2026-10-18T21:00", "key": "a" * 32})
    assert "Can: zoe" in text_of(client.get(address))
    date = seat.pairing.dates.get()
    others = desk.round().seats.filter(pairing=seat.pairing).exclude(pk=seat.pk)
    for other in others:
        assert f"{other.entrant.player.name}, who has no account" in text_of(client.get(address))
        client.post(f"{address}dates/{date.pk}/", {"for": other.entrant_id})
    date.refresh_from_db()
    assert date.agreed_at is not None


def test_nobody_answers_for_who_has_an_account() -> None:
    desk = playing()
    first, second = desk.round().seats.exclude(pairing=None).order_by("pairing", "number")[:2]
    for seat in (first, second):
        seat.entrant.player.user = a_user(seat.entrant.player.name)
        seat.entrant.player.save()
    client, address = client_of(first.entrant.player.user), f"/tournaments/{desk.tournament.slug}/tables/"
    client.post(f"{address}{first.pairing_id}/", {"at": "2026-10-18T21:00", "key": "a" * 32})
    date = first.pairing.dates.get()
    client.post(f"{address}{first.pairing_id}/dates/{date.pk}/", {"for": second.entrant_id})
    assert list(date.answers.values_list("entrant", flat=True)) == [first.entrant_id]


def test_a_challenge_is_corrected_though_others_were_played_since_and_each_place_has_its_reason() -> None:
    desk = Desk(Event(NAMES[:5], TWO, [StageTerms(format="challenge")]))

    def note(do: str, **who: str) -> None:
        version = desk.tournament.stages.get().version
        desk.post(f"challenges/1/{do}/", version=version, **{key: desk.entrant(name).pk for key, name in who.items()})

    for number, (low, high) in enumerate((("bob", "ann"), ("eve", "dot")), start=1):
        note("make", challenger=low, challenged=high)
        note("accept", challenged=high)
        desk.results({low: "1", high: "2"}, number)
    reader = client_of(None)
    told = text_of(reader.get(f"/tournaments/{desk.tournament.slug}/standings/"))
    assert "From place 2 to 1 by the result of round 1." in told
    assert "Place 3 from the start." in told
    desk.on_round("reopen", 1, name="Turno 1", reason="misread")
    table = desk.round().pairings.get()
    boxes = {name: fields for name, fields in desk.boxes({"bob": "2", "ann": "1"}).items() if "version" not in name}
    desk.post(f"tables/{table.pk}/correct/", version=table.version, reason="misread", **boxes)
    told = text_of(reader.get(f"/tournaments/{desk.tournament.slug}/standings/"))
    assert "From place 2 to 1" not in told
    assert "From place 5 to 4 by the result of round 2." in told
    told = text_of(reader.get(f"/tournaments/{desk.tournament.slug}/diary/"))
    assert "bob challenges ann" in told
    assert "challenge.made" not in told


def test_every_act_that_everybody_reads_has_words_in_the_diary() -> None:
    notes = ("created", "date.", "no_show.", "round.checked_", "undone")
    kinds = {kind.removeprefix("tournament.") for kind in ACTS if kind.startswith("tournament.")}
    read = {kind for kind in kinds if not kind.startswith((*HIDDEN, *notes))}
    assert read - set(diary.WORDS) == set()


def test_who_did_not_check_in_or_waits_in_reserve_enters_late_by_one_press() -> None:
    terms = msgspec.structs.replace(TWO, check_in=True, places=5)
    event = Event(NAMES[:6], terms, [StageTerms(rounds=3)], start=False)
    desk = Desk(event)
    desk.advance("check_in")
    for name in NAMES[:4]:
        entrant_check_in(event.entrant(name), version=event.entrant(name).version, by=event.by)
    desk.advance("running")
    desk.stage("start")
    page = text_of(desk.client.get(f"{desk.at}entrants/"))
    assert ("4 of 5 places are taken." in page, page.count("Enters late")) == (True, 2)
    for name in NAMES[4:6]:
        desk.on_entrant(name, "late")
        assert event.entrant(name).state == "active"
    desk.on_entrant(NAMES[5], "late", 422)
    assert len(event.board().field) == 6


def test_the_plan_of_a_swiss_tells_rounds_as_they_were_and_others_for_who_is_still_in() -> None:
    desk = playing(names=NAMES[:7], rounds=3)
    desk.on_entrant("gil", "drop")
    told = text_of(client_of(None).get(f"/tournaments/{desk.tournament.slug}/bracket/"))
    assert "Round 1 1 table of 4 and 1 table of 3" in told
    assert "Round 2 2 tables of 3" in told
    assert "Round 3 2 tables of 3" in told
