"""The database refuses what must not be, whatever code comes before it."""

import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import AuditEntry, Game, Identity, Match, Name, Player, Seat, Submission, User, Verification
from tests.factories import NOON, a_match, a_player, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def refuses(make):
    with pytest.raises(IntegrityError), transaction.atomic():
        make()


def a_submission(**fields):
    return Submission.objects.create(**{"sha256": "a" * 64, "size": 1, "kind": "bga_log"} | fields)


def test_an_email_address_is_used_once_whatever_its_case():
    a_user("ada")
    refuses(lambda: a_user("Ada"))
    refuses(lambda: User.objects.create(email="BOB@example.org"))


def test_an_identity_belongs_to_one_player():
    Identity.objects.create(platform="bga", platform_id="91000001", player=a_player("adamanta"))
    other = a_player("brunello3")
    refuses(lambda: Identity.objects.create(platform="bga", platform_id="91000001", player=other))
    Identity.objects.create(platform="discord", platform_id="91000001", player=other)


def test_a_table_has_one_match():
    a_match("ada", "bea", platform="bga", table_id="700000017")
    other = a_match("ada", "cleo", platform="bga", table_id="700000018")
    refuses(lambda: Match.objects.filter(pk=other.pk).update(table_id="700000017"))
    Match.objects.filter(pk=other.pk).update(platform="other", table_id="700000017")


def test_matches_without_a_table_number_are_many():
    a_match("ada", "bea")
    a_match("ada", "cleo")
    assert Match.objects.filter(table_id="").count() == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"state": "unknown"},
        {"state": "void"},
        {"state": "confirmed", "state_before": "submitted"},
        {"state": "void", "state_before": "void"},
        {"table_id": "7", "platform": ""},
        {"ending": "unknown"},
        {"ended_at": None},
        {"ended_source": ""},
    ],
)
def test_a_match_is_in_one_known_state(fields):
    match = a_match("ada", "bea")
    refuses(lambda: Match.objects.filter(pk=match.pk).update(**fields))


def test_nobody_sits_twice_and_no_seat_is_taken_twice():
    match = a_match("ada", "bea")
    ada, cleo = Player.objects.get(name="ada"), a_player("cleo")
    refuses(lambda: Seat.objects.create(match=match, number=2, player=ada, recorded_for=ada))
    refuses(lambda: Seat.objects.create(match=match, number=1, player=cleo, recorded_for=cleo))


@pytest.mark.parametrize("fields", [{"place": 0}, {"flag": "asleep"}])
def test_a_seat_has_a_place_from_one_and_a_known_flag(fields):
    match = a_match("ada", "bea")
    refuses(lambda: match.seats.filter(number=0).update(**fields))


def test_the_same_bytes_are_one_submission():
    a_submission()
    refuses(a_submission)


def test_a_submission_is_judged_once_under_a_revision():
    submission = a_submission()
    Verification.objects.create(submission=submission, revision=1, owner="x")
    refuses(lambda: Verification.objects.create(submission=submission, revision=1, owner="x"))
    Verification.objects.create(submission=submission, revision=2, owner="x")


@pytest.mark.parametrize(
    "fields",
    [
        {"state": "unknown"},
        {"state": "done"},
        {"state": "dead", "verdict": "errored"},
        {"state": "queued", "verdict": "verified"},
        {"state": "done", "verdict": "perhaps", "finished_at": NOON},
        {"state": "running"},
        {"state": "queued", "lease_token": uuid.uuid4(), "lease_until": NOON},
    ],
)
def test_a_verification_ends_with_a_verdict_and_runs_under_a_lease(fields):
    submission = a_submission()
    refuses(lambda: Verification.objects.create(submission=submission, revision=1, owner="x", **fields))


def test_a_file_in_a_match_says_how():
    match = a_match("ada", "bea")
    refuses(lambda: a_submission(match=match))


def test_a_change_has_one_audit_entry():
    match = a_match("ada", "bea")
    last = AuditEntry.objects.filter(kind="match", target_id=match.pk).latest("version")
    refuses(lambda: AuditEntry.objects.create(act="x", kind="match", target_id=match.pk, version=last.version))


def test_a_name_is_seen_in_order_and_once_for_a_player():
    player = a_player("ada")
    fields = {"player": player, "text": "Ada L.", "folded": "ada l.", "source": "log"}
    refuses(lambda: Name.objects.create(first_seen=NOON, last_seen=NOON - timedelta(1), **fields))
    Name.objects.create(first_seen=NOON, last_seen=NOON, **fields)
    refuses(lambda: Name.objects.create(first_seen=NOON, last_seen=NOON, **fields))


def test_a_game_has_at_least_two_seats():
    refuses(lambda: Game.objects.create(key="solo", name="Solo", seats_min=1))
    refuses(lambda: Game.objects.create(key="odd", name="Odd", seats_min=4, seats_max=3))


def test_a_player_has_a_name_and_one_account():
    refuses(lambda: Player.objects.create(slug="x", name=""))
    user = a_user("bob")
    a_player("bob", user)
    other = a_player("bice")
    refuses(lambda: Player.objects.filter(pk=other.pk).update(user=user))


def test_a_new_row_waits_from_the_database_clock_on():
    verification = Verification.objects.create(submission=a_submission(), revision=1, owner="x")
    verification.refresh_from_db()
    assert abs(verification.next_try - timezone.now()) < timedelta(minutes=1)
