"""Turn-based play: dates, absences, check-in for a round, seats for the reserve, deadlines; and people kept apart."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import AuditEntry, Notice, User
from tests.factories import a_user
from tests.tournaments.events import OCTOBER, TWO, Event
from tournaments.models import NoShow, NotToMeet, SeatOffer, TableDate
from tournaments.selectors.acts import diary, stack
from tournaments.selectors.due import acts_at, policy_of
from tournaments.services import deadlines
from tournaments.services.apart import entrant_club, not_to_meet_add, not_to_meet_remove, wishes_forget
from tournaments.services.at_tables import (
    date_answer,
    date_propose,
    no_show_report,
    no_show_withdraw,
    round_check_in,
)
from tournaments.services.deadlines import deadlines_run
from tournaments.services.entrants import entrant_drop
from tournaments.services.errors import Changed, Refused
from tournaments.services.offers import offer_answer, offers_lapse, seat_offer
from tournaments.services.rounds import round_delete, round_name
from tournaments.services.work import act_undo
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NAMES = "ann bob cid dot eve fay gil hal".split()
HOUR = timedelta(hours=1)


def two(**more: object) -> Terms:
    return Terms(wanted=2, least=2, most=2, points={2: (1, 0)}, **({"check_in": False} | more))


def begun(terms: Terms = TWO, people: int = 4) -> Event:
    """A tournament whose first round was published on 2 October, with a deadline on the 9th; all have accounts."""
    event = Event(NAMES[:people], terms, [StageTerms(rounds=3)])
    for entrant in event.tournament.entrants.select_related("player"):
        entrant.player.user = a_user(entrant.player.name)
        entrant.player.save()
    round_ = event.pair()
    event.publish(round_, now=OCTOBER)
    return event


def account(event: Event, name: str) -> User:
    return event.entrant(name).player.user


def refused(code: str):
    return pytest.raises(Refused, check=lambda error: error.code == code)


def told(kind: str) -> list[str]:
    rows = Notice.objects.filter(kind=kind).order_by("user__email").values_list("user__email", flat=True)
    return [email.split("@")[0] for email in rows if email]


class TestDates:
    def act(self, event: Event, name: str, at: datetime) -> TableDate:
        return date_propose(event.table("ann"), event.entrant(name).pk, at, by=account(event, name), now=OCTOBER)

    def test_a_date_is_agreed_once_all_of_the_table_can(self):
        event = begun()
        date = self.act(event, "ann", OCTOBER + 24 * HOUR)
        assert date.agreed_at is None
        assert told("date.proposed") == ["cid"]
        date = date_answer(date, event.entrant("cid").pk, True, by=account(event, "cid"), now=OCTOBER)
        assert date.agreed_at == OCTOBER
        assert told("date.agreed") == ["ann"]
        other = self.act(event, "ann", OCTOBER + 30 * HOUR)
        assert date_answer(other, event.entrant("cid").pk, True, by=account(event, "cid")).agreed_at is None

    def test_proposing_a_date_that_is_there_answers_it(self):
        event = begun()
        self.act(event, "ann", OCTOBER + 24 * HOUR)
        assert self.act(event, "cid", OCTOBER + 24 * HOUR).agreed_at == OCTOBER
        assert TableDate.objects.count() == 1

    def test_who_cannot_any_more_opens_it_again(self):
        event = begun()
        self.act(event, "ann", OCTOBER + 24 * HOUR)
        date = self.act(event, "cid", OCTOBER + 24 * HOUR)
        date = date_answer(date, event.entrant("cid").pk, False, by=account(event, "cid"))
        assert date.agreed_at is None
        assert date_answer(date, event.entrant("ann").pk, False, by=account(event, "ann")) is None
        assert date_answer(date, event.entrant("ann").pk, True, by=account(event, "ann")) is None

    def test_others_the_past_and_decided_tables_are_refused(self):
        event = begun()
        with refused("not_at_the_table"):
            self.act(event, "bob", OCTOBER + HOUR)
        with refused("date_past"):
            self.act(event, "ann", OCTOBER)
        event.result("ann, cid")
        with refused("already_decided"):
            self.act(event, "ann", OCTOBER + HOUR)

    def test_they_go_with_a_deleted_round_and_come_back_when_that_is_undone(self):
        event = begun()
        self.act(event, "ann", OCTOBER + 24 * HOUR)
        date = self.act(event, "cid", OCTOBER + 24 * HOUR)
        round_ = event.stage().rounds.get()
        act = round_delete(round_, version=round_.version, by=event.by, name=round_name(round_))
        assert not TableDate.objects.exists()
        act_undo(act, by=event.by)
        assert TableDate.objects.get() == date
        assert (TableDate.objects.get().agreed_at, date.answers.count()) == (OCTOBER, 2)


class TestAbsences:
    def report(self, event: Event, name: str, at: datetime = OCTOBER, **more: object) -> NoShow:
        by = event.by if more else account(event, "ann")
        return no_show_report(event.table(name), event.entrant(name).pk, by=by, now=at, **more)

    def test_those_present_wait_for_the_time_of_grace_and_a_director_does_not(self):
        event = begun()
        with refused("grace"):
            self.report(event, "cid", OCTOBER + 47 * HOUR)
        row = self.report(event, "cid", OCTOBER + 48 * HOUR)
        assert self.report(event, "cid", OCTOBER + 49 * HOUR) == row
        assert told("seat.absent") == ["cid", "rosa"]
        assert self.report(event, "dot", official=True).entrant_id == event.entrant("dot").pk
        no_show_withdraw(row, by=event.by)
        no_show_withdraw(row, by=event.by)
        assert NoShow.objects.count() == 1

    def test_at_an_agreed_date_it_is_a_matter_of_minutes(self):
        event = begun()
        for name in ("ann", "cid"):
            at, by = OCTOBER + 72 * HOUR, account(event, name)
            date_propose(event.table("ann"), event.entrant(name).pk, at, by=by, now=OCTOBER)
        with refused("grace"):
            self.report(event, "cid", OCTOBER + 72 * HOUR + timedelta(minutes=14))
        self.report(event, "cid", OCTOBER + 72 * HOUR + timedelta(minutes=15))


class TestRoundCheckIn:
    def test_only_those_who_checked_in_for_a_round_are_seated_in_it(self):
        event = begun(two(check_in_rounds=True))
        event.result("ann, cid")
        event.result("bob, dot")
        for name in ("ann", "bob", "dot"):
            assert round_check_in(event.stage(), event.entrant(name), by=event.by)
        assert not round_check_in(event.stage(), event.entrant("ann"), by=event.by)
        assert round_check_in(event.stage(), event.entrant("dot"), False, by=event.by)
        draft = event.pair()
        assert event.tables(draft) == ["ann bob"]
        assert event.byes(draft) == []
        event.publish(draft, now=OCTOBER)
        event.result("ann, bob")
        assert event.ranking()[0][1] == "ann"

    def test_a_bye_goes_to_somebody_who_is_there(self):
        event = begun(two(check_in_rounds=True))
        event.result("ann, cid")
        event.result("bob, dot")
        for name in ("ann", "bob", "cid"):
            round_check_in(event.stage(), event.entrant(name), by=event.by)
        assert event.byes(event.pair()) == ["cid"]

    def test_where_the_terms_do_not_ask_for_it_or_somebody_left_it_is_refused(self):
        event = begun()
        with refused("no_check_in"):
            round_check_in(event.stage(), event.entrant("ann"), by=event.by)
        event = Event(NAMES[:4], two(check_in_rounds=True), [StageTerms(rounds=3)], by=a_user("tito"))
        entrant = event.entrant("ann")
        entrant_drop(entrant, version=entrant.version, by=event.by)
        with refused("entrant_state"):
            round_check_in(event.stage(), entrant, by=event.by)


class TestReserve:
    def event(self, **terms: object) -> Event:
        event = Event(NAMES[:6], two(places=4, **terms), [StageTerms(rounds=3)])
        for name in ("eve", "fay"):
            player = event.entrant(name).player
            player.user = a_user(name)
            player.save()
        event.publish(event.pair(), now=OCTOBER)
        return event

    def offer(self, event: Event, now: datetime = OCTOBER) -> SeatOffer:
        pairing = event.table("cid")
        return seat_offer(pairing, event.entrant("cid").pk, version=pairing.version, by=event.by, now=now)

    def test_a_free_seat_is_offered_in_the_order_of_entry_and_accepted_by_a_substitute(self):
        event = self.event()
        offer = self.offer(event)
        assert (offer.reserve.player.name, offer.until) == ("eve", OCTOBER + 12 * HOUR)
        assert self.offer(event) == offer
        assert told("seat.free") == ["eve"]
        assert offer_answer(offer, False, version=offer.version, by=event.by, now=OCTOBER + HOUR) is None
        second = SeatOffer.objects.get(answer="")
        assert second.reserve.player.name == "fay"
        act = offer_answer(second, True, version=second.version, by=event.by, now=OCTOBER + HOUR)
        assert act.kind == "seat.accepted"
        act_undo(act, by=event.by)
        second.refresh_from_db()
        act = offer_answer(second, True, version=second.version, by=event.by, now=OCTOBER + HOUR)
        table = event.board().table(event.table("cid"))
        assert [player.name for player in table.substitutes.values()] == ["fay"]
        assert set(told("seat.substitute")) == {"fay"}

    def test_who_does_not_answer_is_passed_over_by_the_clock_once(self):
        event = self.event()
        offer = self.offer(event)
        assert offers_lapse(OCTOBER + 11 * HOUR) == 0
        assert offers_lapse(OCTOBER + 12 * HOUR) == 1
        assert offers_lapse(OCTOBER + 12 * HOUR) == 0
        assert SeatOffer.objects.get(answer="").reserve.player.name == "fay"
        with pytest.raises(Changed):
            offer_answer(offer, True, version=offer.version, by=event.by, now=OCTOBER + 13 * HOUR)
        assert offers_lapse(OCTOBER + 24 * HOUR) == 1
        assert Notice.objects.filter(kind="seat.left").count() == 1

    def test_in_the_second_half_of_the_time_nobody_comes_in(self):
        event = self.event()
        with refused("too_late_for_reserves"):
            self.offer(event, OCTOBER + 4 * 24 * HOUR)
        late = self.offer(event, OCTOBER + 3 * 24 * HOUR + 13 * HOUR)
        assert late.until < OCTOBER + 4 * 24 * HOUR

    def test_where_the_substitute_scores_he_gets_a_line_of_his_own(self):
        event = self.event(substitute="substitute", late="nothing")
        offer = self.offer(event)
        offer_answer(offer, True, version=offer.version, by=event.by, now=OCTOBER)
        event.result("cid, ann")
        points = {name: worth for _rank, name, worth in event.ranking()}
        assert (points["eve"], points["cid"]) == ("1", "0")
        assert event.entrant("eve").state == "active"


class TestDeadlines:
    """The first round's deadline is 9 October 23:59 in Rome."""

    OVER = datetime(2026, 10, 9, 22, 0, tzinfo=UTC)

    def event(self, **terms: object) -> Event:
        return begun(two(**terms))

    def state(self, event: Event) -> list[str]:
        return [table.state for table in event.board().rounds[0].tables]

    def test_the_last_minute_is_still_in_time(self):
        event = self.event(extends="clock")
        assert deadlines_run(datetime(2026, 10, 9, 21, 59, tzinfo=UTC)) == 0
        assert deadlines_run(self.OVER) == 1
        round_ = event.board().rounds[0].round
        assert (round_.extended, round_.deadline_local) == (True, "2026-10-12T23:59")
        assert deadlines_run(self.OVER) == 0

    def test_what_the_terms_leave_to_people_the_clock_only_tells(self):
        event = self.event(overdue="arbiter")
        for _time in range(2):
            assert deadlines_run(self.OVER + 30 * 24 * HOUR) == 0
        assert self.state(event) == ["open", "open"]
        board = event.board()
        assert policy_of(board) == "no_result"
        assert acts_at(board, board.rounds[0]) is None

    def test_without_a_result_after_the_days_in_which_a_director_may_extend(self):
        event = self.event(overdue="no_result")
        event.result("ann, cid")
        assert deadlines_run(self.OVER + 2 * 24 * HOUR) == 0
        assert deadlines_run(self.OVER + 3 * 24 * HOUR) == 1
        assert deadlines_run(self.OVER + 3 * 24 * HOUR) == 0
        assert self.state(event) == ["decided", "no_result"]
        assert stack(event.tournament)[0].kind == "result.none"
        act_undo(stack(event.tournament)[0], by=event.by)
        assert self.state(event) == ["decided", "open"]

    def test_a_forfeit_of_those_who_were_reported_or_of_all(self):
        event = self.event(overdue="forfeit", extends="clock")
        no_show_report(event.table("cid"), event.entrant("cid").pk, by=event.by, official=True)
        deadlines_run(self.OVER)
        assert deadlines_run(self.OVER + 3 * 24 * HOUR) == 2
        assert self.state(event) == ["decided", "decided"]
        assert event.ranking()[0] == (1, "ann", "1")
        assert {name: points for _rank, name, points in event.ranking()}["bob"] == "0"

    def test_dying_between_two_tables_loses_nothing(self, monkeypatch):
        event = self.event(overdue="no_result")
        real, calls = deadlines.table_no_result, []

        def dies(*args: object, **more: object) -> object:
            calls.append(args)
            if len(calls) == 2:
                raise KeyboardInterrupt
            return real(*args, **more)

        monkeypatch.setattr(deadlines, "table_no_result", dies)
        with pytest.raises(KeyboardInterrupt):
            deadlines_run(self.OVER + 3 * 24 * HOUR)
        monkeypatch.setattr(deadlines, "table_no_result", real)
        assert deadlines_run(self.OVER + 3 * 24 * HOUR) == 1
        assert self.state(event) == ["no_result", "no_result"]


class TestApart:
    def pair_up(self, event: Event, *names: str, reason: str = "they asked") -> NotToMeet:
        first, second = map(event.entrant, names)
        return not_to_meet_add(event.tournament, first, second, by=event.by, reason=reason)

    def tables(self, event: Event) -> set[frozenset[str]]:
        return {frozenset(table.split()) for table in event.tables(event.pair())}

    def test_two_who_asked_are_not_paired_until_the_wish_is_taken_back(self):
        event = Event(NAMES[:4], TWO)
        row = self.pair_up(event, "ann", "cid")
        assert self.pair_up(event, "cid", "ann") == row
        assert frozenset({"ann", "cid"}) not in self.tables(event)
        not_to_meet_remove(row, by=event.by)
        assert not_to_meet_remove(row, by=event.by) is None
        assert frozenset({"ann", "cid"}) in self.tables(event)

    def test_a_wish_can_be_undone_and_is_in_no_diary(self):
        event = Event(NAMES[:4], TWO)
        self.pair_up(event, "ann", "cid", reason="a private matter")
        assert "apart.added" not in diary(event.tournament).values_list("kind", flat=True)
        assert not AuditEntry.objects.filter(reason__contains="private").exists()
        act_undo(stack(event.tournament)[0], by=event.by)
        assert not NotToMeet.objects.exists()
        with refused("reason_missing"):
            self.pair_up(event, "ann", "cid", reason=" ")
        with refused("not_two_entrants"):
            self.pair_up(event, "ann", "ann")

    @pytest.mark.parametrize(("clubs", "together"), [("off", True), ("prefer", False), ("never", False)])
    def test_people_of_one_club_are_parted_as_the_terms_say(self, clubs, together):
        event = Event(NAMES[:4], two(clubs=clubs))
        for name, club in (("ann", "Lupi"), ("cid", " lupi")):
            entrant = event.entrant(name)
            entrant_club(entrant, club, version=entrant.version, by=event.by)
        assert (frozenset({"ann", "cid"}) in self.tables(event)) == together

    def test_at_tables_of_four_clubs_are_spread(self):
        event = Event(NAMES, Terms(clubs="prefer"))
        for name in ("ann", "dot"):
            entrant = event.entrant(name)
            entrant_club(entrant, "Lupi", version=entrant.version, by=event.by)
        assert not any({"ann", "dot"} <= table for table in self.tables(event))

    def test_wishes_are_forgotten_a_month_after_the_end(self):
        event = Event(NAMES[:2], TWO, [StageTerms(rounds=1)])
        self.pair_up(event, "ann", "bob")
        event.next_round()
        event.result("ann, bob")
        event.complete_stage()
        event.advance("finished")
        last = event.tournament.acts.first().at
        assert wishes_forget(last + timedelta(days=29)) == 0
        assert wishes_forget(last + timedelta(days=31)) == 1
        assert wishes_forget(last + timedelta(days=31)) == 0
        assert event.tournament.acts.get(kind="apart.added").steps == []


def test_people_of_a_bracket_hear_when_their_table_is_filled():
    event = Event(NAMES[:4], TWO, [StageTerms(format="single")])
    for name in ("ann", "bob"):
        player = event.entrant(name).player
        player.user = a_user(name)
        player.save()
    event.result("ann, dot")
    assert told("round.published") == []
    event.result("bob, cid")
    assert told("round.published") == ["ann", "bob"]
