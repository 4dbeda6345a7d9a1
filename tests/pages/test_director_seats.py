"""The desk of people: clubs, check-in for a round, absences, seats for the reserve, overdue tables, replacements, ladders."""

from collections.abc import Iterator

import pytest
import time_machine
from django.core.cache import cache

from games.models import Match, Notice, Player, User
from games.services.players import player_named
from tests.factories import a_player, a_user
from tests.pages.director import FOUR, NAMES, NOW, Desk, client_of, playing, started, text_of
from tests.pages.test_every_page import check
from tests.tournaments.events import TWO, Event
from tournaments.models import Act, NoShow, Round, SeatOffer
from tournaments.services.publishing import rounds_publish_due
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
OVERDUE = "2026-10-25T12:00:00Z"


@pytest.fixture(autouse=True)
def now() -> Iterator[None]:
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield


def terms(**more: object) -> Terms:
    return Terms(wanted=4, least=3, most=4, **({"check_in": False} | more))


def table_page(desk: Desk, name: str, number: int = 1) -> str:
    table = desk.round(number).pairings.get(seats__entrant=desk.entrant(name))
    return desk.get(f"tables/{table.pk}/")


def account_of(desk: Desk, name: str) -> User:
    player = desk.entrant(name).player
    player.user = a_user(name, language="en")
    player.save()
    return player.user


def test_clubs_are_named_and_read_by_all() -> None:
    desk = started()
    ann, bob = desk.entrant("ann"), desk.entrant("bob")
    clubs = {f"club-{ann.pk}": " Lupi  di Roma ", f"version-{ann.pk}": ann.version}
    desk.post("entrants/clubs/", **clubs, **{f"club-{bob.pk}": "", f"version-{bob.pk}": bob.version})
    assert (desk.entrant("ann").club, desk.entrant("bob").version) == ("Lupi di Roma", bob.version)
    assert "Lupi di Roma" in client_of(None).get(f"/tournaments/{desk.tournament.slug}/players/").content.decode()
    answer = desk.post("entrants/clubs/", 409, **clubs | {f"club-{ann.pk}": "Orsi"})
    assert "Somebody was faster" in text_of(answer)
    answer = desk.post("entrants/clubs/", 422, **{f"club-{bob.pk}": "x" * 65, f"version-{bob.pk}": bob.version})
    assert "x" * 65 in answer.content.decode()


def test_who_is_there_for_a_round_is_ticked_by_the_desk_or_says_so_himself() -> None:
    desk = playing(terms=terms(check_in_rounds=True))
    assert "Check-in for round 2" in desk.get("entrants/")
    people = [desk.entrant(name).pk for name in NAMES]
    desk.post("entrants/round/", number=2, shown=people, here=people[:3])
    assert desk.tournament.stages.get().check_ins.filter(round=2).count() == 3
    desk.post("entrants/round/", number=2, shown=people, here=people[1:3])
    assert desk.tournament.stages.get().check_ins.filter(round=2).count() == 2
    assert "no check-in for round 1 now" in text_of(desk.post("entrants/round/", 422, number=1, shown=people))
    ann = client_of(account_of(desk, "ann"))
    at = f"/tournaments/{desk.tournament.slug}/"
    assert "Check in for round 2" in ann.get(at).content.decode()
    ann.post(f"{at}check-in/round/", {"number": 2, "here": 1})
    assert "I cannot play round 2 after all" in ann.get(at).content.decode()
    ann.post(f"{at}check-in/round/", {"number": 2, "here": 0})
    assert desk.tournament.stages.get().check_ins.count() == 2
    assert client_of(a_user("eve-at")).post(f"{at}check-in/round/", {"number": 2, "here": 1}).status_code == 403


def test_who_did_not_come_is_reported_taken_back_or_loses_by_forfeit() -> None:
    desk = playing()
    [first, second] = desk.tables()
    absent = desk.entrant(first[0]).pk
    desk.on_table(first[0], "absent", entrant=absent)
    desk.on_table(first[0], "absent", entrant=absent)
    assert "somebody did not come" in desk.get()
    assert "reported as absent" in table_page(desk, first[0])
    desk.on_table(first[0], "came", entrant=absent)
    desk.on_table(first[0], "came", entrant=absent)
    assert not NoShow.objects.exists()
    desk.on_table(first[0], "absent", entrant=absent)
    desk.on_table(first[0], "forfeit")
    seats = {seat.player.name: (seat.place, seat.flag) for seat in Match.objects.get().seats.all()}
    assert seats == {first[0]: (None, "no_show")} | dict.fromkeys(first[1:], (1, "played"))
    assert "does not sit at table" in text_of(desk.on_table(second[0], "absent", 1, 422, entrant=absent))


def test_an_arbiter_is_asked_about_a_table_by_a_key_or_on_its_page() -> None:
    desk = playing()
    umpire = a_user("umpire", language="en")
    desk.tournament.roles.create(user=umpire, kind="arbiter")
    [first, second] = desk.tables()
    desk.results({first[0]: "?"} | dict(zip(second, "1234", strict=True)))
    assert Match.objects.count() == 1
    assert [row.user for row in Notice.objects.filter(kind="table.asked")] == [umpire]
    assert "arbiter asked" in desk.get()
    desk.on_table(first[0], "ask")
    assert Act.objects.filter(kind="table.asked").count() == 1
    assert "table.asked" not in client_of(None).get(f"/tournaments/{desk.tournament.slug}/diary/").content.decode()
    table, other = (desk.round().pairings.get(seats__entrant=desk.entrant(names[0])) for names in (first, second))
    judge = client_of(umpire)
    address = f"{desk.at}tables/{table.pk}/"
    assert Notice.objects.get(kind="table.asked").link == address
    answer = judge.get(address)
    check(answer, "table before an arbiter", "en")
    assert "A director asks you to decide how this table ends." in text_of(answer)
    for shut in (f"{desk.at}tables/{other.pk}/", f"{desk.at}rounds/{desk.round().pk}/", desk.at):
        assert judge.get(shut).status_code == 403
    typed = desk.boxes(dict(zip(first, ["1", "=", "3", "n"], strict=True))) | {"version": table.version, "seen": 0}
    for do in ("substitute", "offer", "leader"):
        assert judge.post(f"{address}{do}/", typed).status_code == 403
    assert judge.post(f"{desk.at}tables/{other.pk}/none/", typed | {"reason": "x"}).status_code == 403
    assert "Type all places" in text_of(judge.post(f"{address}adjudicate/", {"version": table.version, "seen": 0}))
    assert judge.post(f"{address}adjudicate/", typed)["Location"] == address
    assert Match.objects.get(ending="adjudicated").seats.filter(place=1).count() == 2
    assert "This table is decided." in text_of(judge.get(address))
    assert "arbiter asked" not in desk.get()


def reserved() -> Desk:
    """Five in a tournament for four: the fifth is in reserve, and the round is played."""
    return playing(names=NAMES[:5], terms=terms(places=4))


def test_a_free_seat_is_offered_and_taken_by_who_was_asked_or_noted_by_the_desk() -> None:
    desk = reserved()
    eve = client_of(account_of(desk, "eve"))
    desk.on_table("ann", "offer", entrant=desk.entrant("ann").pk)
    offer, at = SeatOffer.objects.get(), f"/tournaments/{desk.tournament.slug}/"
    assert "A seat is free for you in round 1" in eve.get(at).content.decode()
    assert "asked until" in table_page(desk, "ann")
    assert client_of(account_of(desk, "bob")).post(f"{at}offers/{offer.pk}/", {"version": 1}).status_code == 404
    assert eve.post(f"{at}offers/{offer.pk}/", {"version": 9, "accepts": 1}).status_code == 409
    eve.post(f"{at}offers/{offer.pk}/", {"version": offer.version, "accepts": 1})
    assert desk.round().seats.get(entrant=desk.entrant("ann")).substitute.name == "eve"
    desk.post("undo/", act=desk.tournament.acts.order_by("-number")[0].pk)
    assert desk.round().seats.get(entrant=desk.entrant("ann")).substitute is None
    offer.refresh_from_db()
    answer = desk.on_table("ann", "answer", offer=offer.pk, version=offer.version)
    assert answer["Location"].endswith(f"/tables/{offer.pairing_id}/")
    offer.refresh_from_db()
    assert offer.answer == "declined"
    assert "Nobody else is in reserve" in text_of(desk.on_table("ann", "offer", 1, 422, entrant=desk.entrant("ann").pk))


def test_an_overdue_table_goes_to_whoever_leads_where_the_terms_say_so() -> None:
    desk = playing(terms=terms(overdue="leader"))
    [first, _second] = desk.tables()
    with time_machine.travel(OVERDUE, tick=False):
        assert "whoever leads by score now" in table_page(desk, first[0])
        table = desk.round().pairings.get(number=1)
        scores = {
            f"score-{table.pk}-{desk.entrant(name).pk}": score
            for name, score in zip(first, (40, 70, 60, 50), strict=True)
        }
        missing = dict(list(scores.items())[:3])
        assert "Type all places, or all scores" in text_of(desk.on_table(first[0], "leader", 1, 422, **missing))
        desk.on_table(first[0], "leader", **scores)
    match = Match.objects.get()
    assert (match.ending, match.seats.get(place=1).player.name) == ("adjudicated", first[1])


def test_who_has_not_begun_a_planned_stage_is_replaced() -> None:
    desk = Desk(Event(NAMES[:4], TWO, [StageTerms(format="round_robin")]))
    desk.stage("pair")
    desk.on_round("publish")
    a_player("ivy")
    fields = {"version": desk.tournament.stages.get().version, "absent": desk.entrant("ann").pk, "reason": "ill"}
    assert "Nobody of that name" in text_of(desk.post("entrants/replace/", 422, instead="who", **fields))
    desk.post("entrants/replace/", instead="ivy", **fields)
    assert (desk.entrant("ann").state, desk.entrant("ivy").state) == ("dropped", "active")
    assert any("ivy" in table for table in desk.tables())


def test_three_on_a_ladder_play_for_their_places() -> None:
    desk = Desk(Event(NAMES[:5], FOUR, [StageTerms(format="challenge")]))
    assert "A table of three and more" in desk.get()
    people = [desk.entrant(name).pk for name in ("ann", "bob", "cid")]
    stage = desk.tournament.stages.get()
    answer = desk.post("challenges/1/table/", 422, version=stage.version, people=people[:2])
    assert "Tables have 3 to 4 people" in text_of(answer)
    desk.post("challenges/1/table/", version=stage.version, people=people)
    assert desk.tables() == [["ann", "bob", "cid"]]


def test_a_new_name_that_somebody_else_just_entered_is_the_same_player() -> None:
    desk = Desk(Event(NAMES[:4], FOUR, start=False))
    a_player("zed")
    assert player_named("Zed", at=desk.tournament.acts.first().at) == Player.objects.get(name="zed")
    desk.post("entrants/enter/", name="brandnew", is_new=1)
    desk.post("entrants/enter/", name="brandnew", is_new=1)
    assert Player.objects.filter(name="brandnew").count() == 1


def test_directors_hear_once_of_a_draft_that_could_not_be_published_by_itself() -> None:
    desk = started()
    seat = desk.round().seats.first()
    desk.on_entrant(seat.entrant.player.name, "drop")
    for other in desk.round().seats.filter(pairing=seat.pairing)[:1]:
        desk.on_entrant(other.entrant.player.name, "drop")
    Round.objects.update(publish_at="2026-10-16T11:00:00Z")
    assert (rounds_publish_due(), rounds_publish_due()) == (0, 0)
    assert [row.user for row in Notice.objects.filter(kind="draft.stuck")] == [desk.user]
