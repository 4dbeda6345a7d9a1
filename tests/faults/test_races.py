"""Many at once: one match, one winner, and the others are told. No error page, no half of anything."""

import gzip
import json
import re
from functools import partial

import pytest
from django.db import connection, transaction
from django.test import Client

from games import queue
from games.models import AuditEntry, IdempotencyKey, Identity, Match, Player, Submission, User, Verification
from games.services.errors import Conflict, NotAllowed
from games.services.results import game_for
from games.services.statements import TypedSeat, result_state
from games.services.submissions import submission_create
from games.services.verification import verification_claim, verifications_run
from ladder.models import Ladder, Season
from ladder.services import matches
from ladder.services.ladders import season_open
from ladder.services.silence import confirm_silent
from tests.factories import NOON, a_league, a_match, a_player, a_user
from tests.faults.conftest import all_over, nothing_broken, together
from tests.logs import a_record, a_script
from tests.services.processes import ROOT

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]
ROUNDS = range(10)


@pytest.fixture
def quiet(monkeypatch):
    """No bell is heard, so that everything waits until the test does it."""
    monkeypatch.setattr(queue, "ring", lambda task, *args: True)


def five_files():
    """One table told in five ways: three times the same moves, once another result, once with a fault."""
    record = a_record(17)
    other = next(seed for seed in range(2, 99) if a_script(seed).stated_ranks != a_script(1).stated_ranks)
    refused = json.loads(record)
    refused["events"].reverse()
    return [
        record,
        json.dumps(json.loads(record), indent=1).encode(),
        gzip.compress(record, mtime=0),
        a_record(17, seed=other),
        json.dumps(refused).encode(),
    ]


def test_fifty_submissions_of_one_table_are_one_match(site, bells, measured):
    site.start_worker("--concurrency", "4")
    users = [a_user(f"user{number}") for number in range(10)]
    acts = [partial(submission_create, raw, uploader=user) for user in users for raw in five_files()]
    answers = together(*acts)
    faults = [answer for answer in answers if isinstance(answer, Exception)]
    measured("50 submissions of one table at once: faults", len(faults), "", 0)
    assert sum(received.is_new for [received] in answers) == 5
    all_over(30)
    assert Submission.objects.count() == Verification.objects.count() == 5
    measured("50 submissions of one table at once: matches", Match.objects.count(), "", 1)
    match = Match.objects.get()
    assert match.state == "disputed"
    assert Submission.objects.filter(match=match, relation="first").count() == 1
    assert Player.objects.count() == Identity.objects.count() == 2
    nothing_broken()


@pytest.mark.parametrize("_round", ROUNDS)
def test_many_workers_at_once_make_one_match_of_one_table(quiet, _round):
    alice = a_user("alice")
    for raw in five_files()[:3]:
        submission_create(raw, uploader=alice)
    answers = together(*[verifications_run] * 6)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert sum(answers) == 3
    assert Match.objects.get().state == "verified"
    assert sorted(Submission.objects.values_list("relation", flat=True)) == ["first", "witness", "witness"]
    nothing_broken()


def test_a_row_that_another_is_just_taking_is_left_to_him(quiet):
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one writer at a time")
    submission_create(a_record(17), uploader=None)
    other = connection.copy()
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SELECT id FROM games_verification FOR UPDATE")
        assert verification_claim() is None
        other.rollback()
        assert verification_claim() is not None
    finally:
        other.close()


@pytest.mark.usefixtures("on_postgresql")
def test_who_changes_a_match_holds_up_nobody_who_only_names_it():
    """A commit looks at the rows that its new rows name; were those held altogether, it would wait with its locks in hand."""
    a_league()
    zoe = a_user("zoe", is_superuser=True)
    match = a_match("ada", "bea", state="submitted")
    other = connection.copy()
    try:
        with transaction.atomic():
            matches.match_confirm(match, version=match.version, by=zoe)
            for table in ("games_match", "games_player", "games_user", "ladder_season", "ladder_ladder"):
                with other.cursor() as cursor:
                    cursor.execute(f"SELECT id FROM {table} FOR KEY SHARE NOWAIT")
    finally:
        other.close()


def test_every_lock_lets_others_name_the_row():
    places = [path for app in ("games", "tournaments", "ladder") for path in (ROOT / app).rglob("*.py")]
    locks = [
        lock for path in places for lock in re.findall(r"select_for_update\((?:[^()]|\([^()]*\))*\)", path.read_text())
    ]
    assert len(locks) > 50
    assert [lock for lock in locks if "no_key=True" not in lock] == []


@pytest.mark.parametrize("_round", ROUNDS)
def test_logs_without_a_table_number_are_one_match_too(quiet, _round):
    record = a_record(None)
    alice = a_user("alice")
    for indent in (None, 1, 2, 3):
        submission_create(json.dumps(json.loads(record), indent=indent).encode(), uploader=alice)
    answers = together(*[verifications_run] * 4)
    assert sum(answers) == 4
    assert Match.objects.count() == 1
    nothing_broken()


@pytest.mark.parametrize("_round", ROUNDS)
def test_confirm_and_dispute_in_two_tabs_one_wins_and_the_other_sees_why(_round):
    bob, bice = a_user("bob"), a_user("bice")
    a_player("bob", bob)
    a_player("bice", bice)
    match = a_match("bob", "bice", state="submitted", by=bob)
    answers = together(
        partial(matches.match_confirm, match, version=1, by=bice),
        partial(matches.match_dispute, match, version=1, by=bice, reason="no"),
    )
    [won] = [answer for answer in answers if isinstance(answer, Match)]
    [lost] = [answer for answer in answers if isinstance(answer, Conflict)]
    match.refresh_from_db()
    assert (match.state, match.version) == (won.state, 2)
    assert lost.match.state == match.state
    assert AuditEntry.objects.filter(kind="match", target_id=match.pk).latest("version").act == f"match.{match.state}"
    nothing_broken()


@pytest.mark.parametrize("_round", ROUNDS)
def test_the_same_result_typed_five_times_at_once_is_one_match(_round):
    bob, ada, bea = a_user("bob"), a_player("ada"), a_player("bea")
    seats = [TypedSeat(1, player=ada), TypedSeat(2, player=bea)]
    game = game_for("alhambra")
    together(*[partial(result_state, game=game, ended_at=NOON, seats=seats, by=bob)] * 5)
    assert Match.objects.count() == 1
    nothing_broken()


@pytest.mark.parametrize("_round", ROUNDS)
def test_matches_of_the_same_people_in_other_orders_never_wait_for_each_other(quiet, _round):
    alice = a_user("alice")
    people = ["ada bea cleo dora", "dora cleo bea ada", "cleo ada dora bea", "bea dora ada cleo"]
    for table, names in enumerate(people * 3):
        submission_create(a_record(table, seats=4, names=names), uploader=alice)
    answers = together(*[verifications_run] * 4)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert Match.objects.filter(state="verified").count() == 12
    nothing_broken()


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_month_is_opened_once(_round):
    ladder = a_league()
    seasons = together(*[partial(season_open, ladder, 2026, 10)] * 8)
    assert {season.pk for season in seasons} == {Season.objects.get().pk}


def test_a_log_and_an_objection_at_once_leave_a_history_that_adds_up(quiet):
    bice = a_user("bice")
    a_player("bea", bice)
    Identity.objects.filter(player__user=bice).update(platform_id="92000001")
    match = a_match("ada", "bea", state="submitted", platform="bga", table_id="17")
    submission_create(a_record(17), uploader=a_user("alice"))
    answers = together(verifications_run, partial(matches.match_dispute, match, version=1, by=bice, reason="no"))
    assert not [
        answer for answer in answers if isinstance(answer, Exception) and not isinstance(answer, Conflict | NotAllowed)
    ]
    assert User.objects.count() == 2
    assert Ladder.objects.count() == 0
    nothing_broken()


@pytest.mark.parametrize("_round", range(3))
def test_a_form_sent_five_times_at_once_makes_one_match_and_one_answer(_round):
    bob = a_user("bob")
    a_player("ada"), a_player("bea")
    a_league()
    game = game_for("azul")
    body = {"step": "save", "key": "k" * 32, "game": game.pk, "ended": "2026-10-03T21:00", "seat-TOTAL_FORMS": "2"}
    body |= {"seat-INITIAL_FORMS": "0"}
    for number, name in enumerate(("ada", "bea")):
        body |= {f"seat-{number}-{key}": value for key, value in (("name", name), ("player", name), ("score", ""))}
        body |= {f"seat-{number}-place": number + 1, f"seat-{number}-flag": "played"}

    def send():
        client = Client()
        client.force_login(bob, backend="allauth.account.auth_backends.AuthenticationBackend")
        return client.post("/upload/result/", body)

    answers = together(*[send] * 5)
    match = Match.objects.get()
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, match.get_absolute_url())] * 5
    assert (match.version, IdempotencyKey.objects.count()) == (1, 1)
    nothing_broken()


@pytest.mark.parametrize("_round", range(3))
def test_two_equal_reports_at_once_settle_one_match(_round):
    users = [a_user(name) for name in ("bob", "bice")]
    players = [a_player(user.email.partition("@")[0], user) for user in users]
    seats, game = [TypedSeat(place, player) for place, player in enumerate(players, 1)], game_for("azul")
    acts = [partial(result_state, game=game, ended_at=NOON, seats=seats, by=user) for user in users]
    assert sorted(stated.outcome for stated in together(*acts)) == ["new", "settled"]
    assert Match.objects.get().state == "confirmed"
    nothing_broken()


@pytest.mark.parametrize("_round", range(3))
def test_silence_and_an_objection_at_once_have_one_winner(quiet, _round):
    a_league()
    bice = a_user("bice")
    match = a_match("ada", "bea", state="submitted")
    a_player_of(match, "bea", bice)
    Match.objects.filter(pk=match.pk).update(silent_since=NOON)
    answers = together(
        confirm_silent, confirm_silent, partial(matches.match_dispute, match, version=1, by=bice, reason="no")
    )
    assert all(isinstance(answer, list | Match | Conflict) for answer in answers), answers
    match.refresh_from_db()
    assert (match.state, match.version) in (("confirmed", 2), ("disputed", 2))
    assert sum(len(answer) for answer in answers[:2]) == (match.state == "confirmed")
    nothing_broken()


@pytest.mark.parametrize("_round", range(3))
def test_one_table_as_log_as_record_and_as_typed_at_once_is_one_match(quiet, _round):
    alice, bob = a_user("alice"), a_user("bob")
    submission_create(a_record(17), uploader=alice)
    ranks, scores = a_script().stated_ranks, a_script().stated_scores
    players = [a_player("ada"), a_player("bea")]
    for player, number in zip(players, ("92000000", "92000001"), strict=True):
        player.identities.update(platform_id=number)
    lines = [
        {"player_id": f"9200000{n}", "name": name, "score": scores[n], "gamerank": ranks[n]}
        for n, name in enumerate(("ada", "bea"))
    ]
    told = {"id": "17", "game_name": "alhambra", "status": "archive", "result": {"player": lines}}
    record = json.dumps({"status": 1, "data": told}).encode()
    seats = [TypedSeat(place, player, score=score) for place, player, score in zip(ranks, players, scores, strict=True)]
    answers = together(
        verifications_run,
        partial(submission_create, record, uploader=bob),
        partial(result_state, game=game_for("alhambra"), ended_at=NOON, seats=seats, by=bob, table_id="17"),
    )
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    match = Match.objects.get()
    assert (match.state, match.submissions.count()) == ("verified", 2)
    nothing_broken()


def a_player_of(match, name, user):
    player = match.seats.get(player__name=name).player
    player.user = user
    player.save()
