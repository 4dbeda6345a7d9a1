"""The life of a match: who may bring it where, with the version that he saw, and what the history says."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import AuditEntry, Match, Player
from games.services.errors import Conflict, InvalidResult, MaybeHere, NotAllowed
from games.services.matches import match_confirm, match_dispute, match_restore, match_void
from games.services.results import game_for
from games.services.statements import TypedSeat, result_state
from tests.factories import NOON, a_match, a_player, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def bob():
    user = a_user("bob")
    a_player("bob", user)
    return user


@pytest.fixture
def bice():
    user = a_user("bice")
    a_player("bice", user)
    return user


@pytest.fixture
def charlie():
    user = a_user("charlie")
    a_player("charlie", user)
    return user


@pytest.fixture
def reported(bob, bice):
    """A match that Bob typed in; Bice sat at the table."""
    return a_match("bob", "bice", state="submitted", by=bob)


def history(match):
    return list(
        AuditEntry.objects.filter(kind="match", target_id=match.pk).order_by("version").values_list("act", flat=True)
    )


def typed(by, *seats, ended_at=NOON, **fields):
    return result_state(game=game_for("alhambra"), ended_at=ended_at, seats=seats, by=by, **fields).match


def test_another_player_of_the_table_confirms(reported, bice):
    match = match_confirm(reported, version=1, by=bice)
    assert (match.state, match.version) == ("confirmed", 2)
    assert history(match) == ["match.submitted", "match.confirmed"]


def test_who_reported_a_match_does_not_confirm_it(reported, bob):
    with pytest.raises(NotAllowed) as refused:
        match_confirm(reported, version=1, by=bob)
    assert refused.value.code == "own_report"


def test_somebody_from_elsewhere_neither_confirms_nor_disputes(reported, charlie):
    for act in (match_confirm, match_dispute):
        with pytest.raises(NotAllowed) as refused:
            act(reported, version=1, by=charlie, **({"reason": "no"} if act is match_dispute else {}))
        assert refused.value.code == "not_at_the_table"
    reported.refresh_from_db()
    assert (reported.state, reported.version) == ("submitted", 1)


def test_an_official_confirms_and_the_history_says_so(reported, charlie):
    match = match_confirm(reported, version=1, by=charlie, official=True, note="seen")
    entry = AuditEntry.objects.get(kind="match", target_id=match.pk, version=2)
    assert entry.actor == charlie
    assert entry.facts == {"before": "submitted", "after": "confirmed", "note": "seen", "official": True}


def test_an_official_who_typed_the_result_himself_is_named_as_such(charlie):
    typed_by_him = a_match("bob", "bice", state="submitted", by=charlie)
    match = match_confirm(typed_by_him, version=1, by=charlie, official=True)
    assert AuditEntry.objects.get(kind="match", target_id=match.pk, version=2).facts["own_report"] is True


@pytest.mark.parametrize("state", ["submitted", "confirmed", "verified"])
def test_a_player_objects_with_grounds(bob, bice, state):
    match = match_dispute(
        a_match("bob", "bice", state=state, by=bob), version=1 + (state != "submitted"), by=bice, reason="I won"
    )
    assert match.state == "disputed"
    assert AuditEntry.objects.latest("pk").reason == "I won"


def test_an_objection_without_grounds_is_refused(reported, bice):
    with pytest.raises(InvalidResult) as refused:
        match_dispute(reported, version=1, by=bice, reason="  ")
    assert refused.value.code == "reason_missing"


def test_a_dispute_is_ended_by_an_official_only(reported, bice, charlie):
    disputed = match_dispute(reported, version=1, by=bice, reason="no")
    with pytest.raises(NotAllowed) as refused:
        match_confirm(disputed, version=2, by=bice)
    assert refused.value.code == "state"
    assert match_confirm(disputed, version=2, by=charlie, official=True).state == "confirmed"


@pytest.mark.parametrize("state", ["submitted", "confirmed", "verified", "disputed"])
def test_a_void_match_is_restored_to_what_it_was(charlie, state):
    match = a_match("ada", "bea", state=state)
    match = match_void(match, version=match.version, by=charlie, reason="played twice")
    assert (match.state, match.state_before) == ("void", state)
    match = match_restore(match, version=match.version, by=charlie)
    match.refresh_from_db()
    assert (match.state, match.state_before) == (state, "")
    assert history(match)[-2:] == ["match.voided", "match.restored"]


def test_nothing_but_restoring_befalls_a_void_match(reported, bob, bice, charlie):
    void = match_void(reported, version=1, by=charlie, reason="x")
    for act in (
        lambda: match_confirm(void, version=2, by=bice),
        lambda: match_confirm(void, version=2, by=charlie, official=True),
        lambda: match_dispute(void, version=2, by=bice, reason="x"),
        lambda: match_void(void, version=2, by=charlie, reason="x"),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_a_match_that_is_not_void_cannot_be_restored(reported, charlie):
    with pytest.raises(NotAllowed):
        match_restore(reported, version=1, by=charlie)


def test_an_act_on_an_old_version_changes_nothing_and_shows_the_present_one(reported, bice, charlie):
    match_dispute(reported, version=1, by=bice, reason="no")
    with pytest.raises(Conflict) as conflict:
        match_confirm(reported, version=1, by=charlie, official=True)
    assert (conflict.value.match.state, conflict.value.match.version) == ("disputed", 2)
    assert Match.objects.get().state == "disputed"


def test_every_version_has_its_entry(reported, bice, charlie):
    match = match_dispute(reported, version=1, by=bice, reason="no")
    match = match_void(match, version=2, by=charlie, reason="x")
    match = match_restore(match, version=3, by=charlie)
    versions = AuditEntry.objects.filter(kind="match", target_id=match.pk).order_by("version")
    assert list(versions.values_list("version", flat=True)) == [1, 2, 3, 4]
    assert match.version == 4


def test_a_typed_result_waits_for_somebody_to_confirm_it(bob):
    bea = a_player("bea")
    match = typed(bob, TypedSeat(1, player=bea, score=131), TypedSeat(2, name="Zia Pina"))
    assert (match.state, match.ended_source, match.submitted_by) == ("submitted", "typed", bob)
    assert [(seat.player.name, seat.place, seat.score) for seat in match.seats.all()] == [
        ("bea", 1, 131),
        ("Zia Pina", 2, None),
    ]
    assert Player.objects.get(name="Zia Pina").is_provisional


def test_a_chosen_player_is_taken_and_no_name_is_looked_up(bob):
    one, other = a_player("ada"), a_player("ada")
    match = typed(bob, TypedSeat(1, player=other), TypedSeat(2, name="bea"))
    assert match.seats.get(number=0).player == other != one


def test_the_same_typed_result_again_is_already_here(bob):
    seats = [TypedSeat(1, player=a_player("ada")), TypedSeat(2, player=a_player("bea"))]
    match = typed(bob, *seats)
    again = result_state(game=match.game, ended_at=NOON + timedelta(minutes=8), seats=seats, by=bob)
    assert (again.match, again.outcome) == (match, "same")
    assert typed(bob, *seats, ended_at=NOON + timedelta(minutes=30)) != match


def test_other_places_of_the_same_people_are_another_match(bob):
    ada, bea = a_player("ada"), a_player("bea")
    typed(bob, TypedSeat(1, player=ada), TypedSeat(2, player=bea))
    turned = [TypedSeat(1, player=bea), TypedSeat(2, player=ada)]
    with pytest.raises(MaybeHere):
        typed(bob, *turned)
    typed(bob, *turned, about="apart")
    assert Match.objects.count() == 2


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ([TypedSeat(1, name="ada")], "seats"),
        ([TypedSeat(place, name=f"p{place}") for place in range(1, 8)], "seats"),
        ([TypedSeat(1, name="ada"), TypedSeat(2, name=" ÀDA ")], "player_twice"),
        ([TypedSeat(1, name="ada"), TypedSeat(3, name="bea")], "places"),
        ([TypedSeat(2, name="ada"), TypedSeat(2, name="bea")], "places"),
        ([TypedSeat(1, name="ada"), TypedSeat(None, name="bea")], "places"),
        ([TypedSeat(1, name="ada"), TypedSeat(2, name="  ")], "name_missing"),
        ([TypedSeat(1, name="ada"), TypedSeat(2, name="x" * 65)], "name_too_long"),
    ],
)
def test_a_result_that_cannot_be_is_refused_and_leaves_nothing(bob, seats, code):
    before = Player.objects.count()
    with pytest.raises(InvalidResult) as refused:
        typed(bob, *seats)
    assert refused.value.code == code
    assert Player.objects.count() == before
    assert not Match.objects.exists()


def test_a_player_chosen_twice_is_refused_and_leaves_nothing(bob):
    ada = a_player("ada")
    with pytest.raises(InvalidResult) as refused:
        typed(bob, TypedSeat(1, player=ada), TypedSeat(2, player=ada))
    assert refused.value.code == "player_twice"
    assert not Match.objects.exists()


def test_a_match_has_not_ended_tomorrow(bob):
    with pytest.raises(InvalidResult) as refused:
        typed(bob, TypedSeat(1, name="ada"), TypedSeat(2, name="bea"), ended_at=timezone.now() + timedelta(1))
    assert refused.value.code == "in_the_future"


def test_shared_places_and_a_no_show_without_a_place_are_fine(bob):
    match = typed(
        bob,
        TypedSeat(1, name="ada"),
        TypedSeat(1, name="bea"),
        TypedSeat(3, name="cleo"),
        TypedSeat(None, name="dora", flag="no_show"),
    )
    assert [seat.place for seat in match.seats.all()] == [1, 1, 3, None]
