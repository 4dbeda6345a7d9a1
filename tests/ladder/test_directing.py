"""Acts of tournaments as services: whoever may not do one is refused, by whichever way he comes."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import AuditEntry, User
from games.services.errors import NotAllowed
from ladder.permissions import MAY
from ladder.services.directing import ALLOWED
from ladder.views.audit_words import ACTS
from tests.factories import a_player, a_user
from tests.pages.director import FOUR, NAMES, Desk
from tests.tournaments.events import Event
from tournaments.models import Act, Pairing, Round, TableDate
from tournaments.services import (
    apart,
    at_tables,
    challenges,
    deadlines,
    drafts,
    entrants,
    notices,
    offers,
    publishing,
    results,
    rounds,
    seasons,
    second,
    stages,
    substitutes,
    tournaments,
    work,
)
from tournaments.services.results import Line
from tournaments.terms import StageTerms, Terms

pytestmark = pytest.mark.django_db
NO_ACTS = {"created", "undone", "role.granted", "role.taken"} | {
    f"{about}.{what}"
    for about, whats in {
        "date": ("agreed", "declined", "proposed"),
        "no_show": ("reported", "withdrawn"),
        "round": ("checked_in", "checked_out"),
    }.items()
    for what in whats
}
"""Entries of the audit that are no acts on the stack, or have a rule of their own."""
THE_CLOCK = {"result.followed", "seat.lapsed", "challenge.lapsed"}
Calls = dict[str, Callable[[], object]]


def test_every_kind_of_act_needs_a_permission_that_exists() -> None:
    told = {act.removeprefix("tournament.") for act in ACTS if act.startswith("tournament.")}
    assert told - NO_ACTS - THE_CLOCK == set(ALLOWED)
    assert set(ALLOWED.values()) <= set(MAY)


def while_people_enter(rosa: User, by: User) -> Calls:
    event = Event(NAMES[:4], Terms(places=3), start=False, by=rosa)
    tournament, ivy = event.tournament, a_player("ivy")
    tournament.refresh_from_db()
    ann, dot = event.entrant("ann"), event.entrant("dot")
    now, mine = {"version": tournament.version, "by": by}, {"version": ann.version, "by": by}
    return {
        "advance": lambda: tournaments.tournament_advance(tournament, "check_in", **now),
        "cancel": lambda: tournaments.tournament_cancel(tournament, reason="x", **now),
        "change": lambda: tournaments.tournament_change(tournament, terms=FOUR, reason="x", **now),
        "grant": lambda: tournaments.role_grant(tournament, by, "arbiter", by=by),
        "enter": lambda: entrants.entrant_enter(tournament, ivy, by=by),
        "seed": lambda: entrants.entrant_seed(ann, 3, **mine),
        "club": lambda: apart.entrant_club(ann, "Lupi", **mine),
        "withdraw": lambda: entrants.entrant_withdraw(ann, **mine),
        "apart": lambda: apart.not_to_meet_add(tournament, ann, dot, by=by, reason="x"),
        "message": lambda: notices.message_send(tournament, "hello", by=by),
    }


def on_a_draft(rosa: User, by: User) -> Calls:
    desk = Desk(Event(NAMES, FOUR, [StageTerms(rounds=3)], by=rosa))
    stage = desk.tournament.stages.get()
    start = Event(["kim", "lea", "mia"], FOUR, [StageTerms(rounds=1)], start=False, by=rosa)
    start.advance("running")
    planned = start.stage()
    desk.stage("pair")
    round_, table = desk.round(), desk.round().pairings.get(number=1)
    people = [seat.entrant_id for seat in round_.seats.order_by("pk")]
    now = {"version": round_.version, "by": by}
    stage.refresh_from_db()
    return {
        "start": lambda: stages.stage_start(planned, version=planned.version, by=by),
        "pair": lambda: drafts.round_pair(stage, version=stage.version, by=by),
        "swap": lambda: drafts.seats_swap(round_, people[0], people[-1], reason="x", **now),
        "move": lambda: drafts.seat_move(round_, people[0], to=None, reason="x", **now),
        "lock": lambda: drafts.table_lock(table, True, version=table.version, by=by),
        "schedule": lambda: publishing.round_schedule(round_, None, **now),
        "publish": lambda: publishing.round_publish(round_, **now),
        "delete the draft": lambda: drafts.draft_delete(round_, **now),
    }


def while_a_round_is_played(rosa: User, by: User) -> Calls:
    desk = Desk(Event([f"{name}-2" for name in NAMES], FOUR, [StageTerms(rounds=3)], by=rosa))
    desk.stage("pair")
    desk.on_round("publish")
    desk.results({name: str(place) for place, name in enumerate(desk.tables()[1], 1)})
    round_ = Round.objects.get(stage__tournament=desk.tournament)
    table, other = Pairing.objects.filter(round=round_).order_by("number")
    seats = [seat.entrant_id for seat in table.seats.order_by("number")]
    lines, turned = (
        {one: Line(place) for place, one in enumerate(seats, 1)},
        {one.entrant_id: Line(1) for one in other.seats.all()},
    )
    ann, ivy, stage = desk.entrant(desk.tables()[0][0]), a_player("ivy-2"), desk.tournament.stages.get()
    absent = at_tables.no_show_report(table, seats[0], by=rosa, official=True)
    date = TableDate.objects.create(pairing=table, at=timezone.now() + timedelta(days=1), proposed_by_id=seats[0])
    now, at = {"version": round_.version, "by": by}, {"version": table.version, "by": by}
    done, last = {"version": other.version, "by": by, "reason": "x"}, desk.tournament.acts.order_by("-number")[0]
    return {
        "enter a result": lambda: results.result_enter(table, lines, **at),
        "report a result": lambda: second.result_report(table, lines, **at),
        "correct": lambda: results.result_correct(other, turned, **done),
        "detach": lambda: results.result_detach(other, **done),
        "no result": lambda: results.table_no_result(table, reason="x", **at),
        "extend": lambda: results.round_extend(round_, **now),
        "delete the round": lambda: rounds.round_delete(round_, name=rounds.round_name(round_), **now),
        "substitute": lambda: substitutes.seat_substitute(table, seats[0], ivy, reason="x", **at),
        "ask": lambda: at_tables.table_ask(table, by=by),
        "propose a date": lambda: at_tables.date_propose(table, seats[0], date.at + timedelta(days=1), by=by),
        "say that one can": lambda: at_tables.date_answer(date, seats[1], True, by=by),
        "say that one cannot": lambda: at_tables.date_answer(date, seats[0], False, by=by),
        "report an absence": lambda: at_tables.no_show_report(table, seats[1], by=by),
        "note an absence": lambda: at_tables.no_show_report(table, seats[1], by=by, official=True),
        "came after all": lambda: at_tables.no_show_withdraw(absent, by=by),
        "forfeit": lambda: deadlines.table_forfeit(table, **at),
        "late": lambda: entrants.entrant_late(stage, ivy, by=by),
        "drop": lambda: entrants.entrant_drop(ann, version=ann.version, by=by),
        "undo": lambda: work.act_undo(last, by=by),
    }


def in_other_formats(rosa: User, by: User) -> Calls:
    ladder = Event(["nan", "oli", "pat"], FOUR, [StageTerms(format="challenge")], by=rosa)
    climbed, people = ladder.stage(), [ladder.entrant(name).pk for name in ("nan", "oli", "pat")]
    full = Event(
        ["qui", "rob", "sue", "tom", "uwe"], Terms(wanted=3, least=3, most=3, places=3, check_in=False), by=rosa
    )
    full.publish(full.pair())
    full.tournament.refresh_from_db()
    table, away = full.table("qui"), full.entrant("qui").pk
    offer = offers.seat_offer(table, away, version=table.version, by=rosa)
    here = Event(["una", "vic", "wim"], Terms(check_in=False, check_in_rounds=True), by=rosa)
    here.publish(here.pair())
    whole = Event(["xia", "yan", "zoe"], FOUR, [StageTerms(format="round_robin")], by=rosa)
    planned = whole.stage()
    at, ann = {"version": climbed.version, "by": by}, a_player("ann-3")
    return {
        "challenge": lambda: challenges.challenge_make(climbed, people[1], people[0], **at),
        "a table of three": lambda: challenges.challenge_table(climbed, people, **at),
        "complete": lambda: stages.stage_complete(climbed, **at),
        "join": lambda: challenges.ladder_join(climbed, ann, **at),
        "offer": lambda: offers.seat_offer(table, full.entrant("rob").pk, version=table.version, by=by),
        "take the seat": lambda: offers.offer_answer(offer, True, version=offer.version, by=by),
        "check in for a round": lambda: at_tables.round_check_in(here.stage(), here.entrant("una"), by=by),
        "replace": lambda: seasons.entrant_replace(
            planned, whole.entrant("xia"), ann, version=planned.version, by=by, reason="x"
        ),
        "another stage": lambda: seasons.stage_add(
            full.tournament, version=full.tournament.version, by=by, terms=StageTerms(rounds=1)
        ),
    }


def test_nobody_does_in_a_service_what_he_may_not() -> None:
    rosa, bystander, wrong = a_user("rosa"), a_user("bystander"), []
    calls: Calls = {}
    for kind in (while_people_enter, on_a_draft, while_a_round_is_played, in_other_formats):
        calls |= kind(rosa, bystander)
    before = Act.objects.count(), AuditEntry.objects.count()
    for name, call in calls.items():
        try:
            call()
        except NotAllowed as refused:
            if refused.code != "role":
                wrong.append(f"{name}: {refused!r}")
        except Exception as other:
            wrong.append(f"{name}: {other!r}")
        else:
            wrong.append(f"{name}: done")
    assert wrong == []
    assert (Act.objects.count(), AuditEntry.objects.count()) == before


def test_a_role_is_laid_down_and_players_act_for_themselves_alone() -> None:
    rosa, tito, ann = a_user("rosa"), a_user("tito"), a_user("ann")
    event = Event(NAMES[:3], start=False, by=rosa)
    role = tournaments.role_grant(event.tournament, tito, "arbiter", by=rosa)
    tournaments.role_take_away(role, by=tito)
    player = event.entrant("ann").player
    player.user = ann
    player.save()
    with pytest.raises(NotAllowed):
        entrants.entrant_withdraw(event.entrant("bob"), version=event.entrant("bob").version, by=ann)
    entrants.entrant_withdraw(event.entrant("ann"), version=event.entrant("ann").version, by=ann)
    assert event.entrant("ann").state == "withdrawn"


def test_people_of_a_table_settle_their_own_seat_and_desks_everybodys_check_in() -> None:
    rosa, ann, cid = (a_user(name) for name in ("rosa", "ann", "cid"))
    for user in (ann, cid):
        a_player(user.email.split("@")[0], user)
    event = Event(["ann", "bob", "cid"], Terms(check_in=False, check_in_rounds=True), by=rosa)
    event.publish(event.pair())
    table, day = event.table("ann"), timezone.now() + timedelta(days=1)
    mine, other = event.entrant("ann"), event.entrant("cid")
    at_tables.date_propose(table, mine.pk, day, by=ann)
    with pytest.raises(NotAllowed):
        at_tables.date_propose(table, other.pk, day, by=ann)
    with pytest.raises(NotAllowed):
        at_tables.no_show_report(table, other.pk, by=ann, official=True)
    assert at_tables.round_check_in(event.stage(), mine, by=ann)
    with pytest.raises(NotAllowed):
        at_tables.round_check_in(event.stage(), other, by=ann)
    assert at_tables.round_check_ins(event.stage(), {mine.pk: False, other.pk: True}, by=rosa) == 2
    player = a_player("ivy", a_user("ivy"))
    substitutes.seat_substitute(table, mine.pk, player, version=table.version, by=rosa, reason="x")
    at_tables.date_propose(table, mine.pk, day + timedelta(hours=1), by=player.user)
    with pytest.raises(NotAllowed):
        at_tables.date_propose(table, mine.pk, day + timedelta(hours=2), by=ann)
