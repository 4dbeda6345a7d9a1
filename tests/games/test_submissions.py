"""Uploads: kept before any work, once for each content, judged, and given to their match."""

import gzip
import io
import json
import zipfile

import pytest

from games import storage
from games.models import AuditEntry, Match, Notice, Player, Submission, Verification
from games.services import submissions, verification
from games.services.corrections import match_correct
from games.services.error_reports import end_reported
from games.services.statements import TypedSeat
from games.services.submissions import submission_create
from ladder.invariants import broken
from tests.factories import NOON, a_match, a_user
from tests.logs import a_record, a_script

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def alice():
    return a_user("alice")


@pytest.fixture
def upload(alice, django_capture_on_commit_callbacks):
    """Upload and let everything happen that follows the commit; the test ends with the invariants."""

    def do(raw, name="log.json", by=alice, **fields):
        with django_capture_on_commit_callbacks(execute=True):
            received = submission_create(raw, name=name, uploader=by, **fields)
        for one in received:
            one.submission.refresh_from_db()
            if one.verification is not None:
                one.verification.refresh_from_db()
        return received

    yield do
    assert broken() == []


def a_zip(**members):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in members.items():
            archive.writestr(f"{name}.json", body)
    return packed.getvalue()


def reindented(record):
    return json.dumps(json.loads(record), indent=1).encode()


def with_result(record, **result):
    document = json.loads(record)
    document["result"] |= result
    return json.dumps(document).encode()


def underpaid(record):
    """The record with one card left out of its first payment."""
    document = json.loads(record)
    event = next(event for event in document["events"] if event["type"] == "buy")
    event["cards"] = event["cards"][1:]
    return json.dumps(document).encode()


def test_an_upload_that_agrees_makes_a_verified_match(upload, alice):
    [one] = upload(a_record(17))
    match = Match.objects.get()
    assert one.is_new
    assert (one.verification.state, one.verification.verdict) == ("done", "verified")
    assert (match.state, match.platform, match.table_id, match.submitted_by) == ("verified", "bga", "17", alice)
    assert (one.submission.match, one.submission.relation) == (match, "first")
    ranks, scores = a_script().stated_ranks, a_script().stated_scores
    assert [(seat.player.name, seat.place, seat.score) for seat in match.seats.all()] == [
        ("ada", ranks[0], scores[0]),
        ("bea", ranks[1], scores[1]),
    ]
    assert list(Player.objects.values_list("state", flat=True)) == ["identified"] * 2


def test_the_verdict_is_stored_whole(upload):
    [one] = upload(a_record(17))
    row = one.verification
    assert row.ranks == list(a_script().stated_ranks)
    assert row.scores == list(a_script().stated_scores)
    assert row.breakdown
    assert row.rules == "official"
    assert row.events > 100
    assert len(row.moves) == 64
    assert [player["id"] for player in row.players] == ["bga:92000000", "bga:92000001"]
    assert row.ms > 0
    assert row.intake_ms > 0
    assert row.outcome == "agrees"


def test_the_bytes_are_kept_as_they_came_under_their_hash(upload):
    packed = gzip.compress(a_record(17))
    [one] = upload(packed)
    assert storage.load(one.submission.sha256) == packed
    assert one.submission.size == len(packed)


def test_the_bytes_are_kept_before_anything_is_done_with_them(alice, monkeypatch):
    def fail(body):
        raise RuntimeError

    monkeypatch.setattr(submissions, "understand", fail)
    with pytest.raises(RuntimeError):
        submission_create(a_record(17), uploader=alice)
    assert len(list(storage.hashes())) == 1
    assert not Submission.objects.exists()


def test_the_same_file_again_is_already_here(upload):
    [first] = upload(a_record(17))
    [again] = upload(a_record(17), name="other.json", by=a_user("bob"))
    assert not again.is_new
    assert (again.submission, again.verification) == (first.submission, first.verification)
    assert Submission.objects.count() == Verification.objects.count() == Match.objects.count() == 1
    assert Match.objects.get().version == 1


def test_another_file_with_the_same_moves_is_a_second_witness(upload):
    upload(a_record(17))
    [second] = upload(reindented(a_record(17)), by=a_user("bob"))
    assert second.submission.relation == "witness"
    assert Match.objects.get().state == "verified"
    assert AuditEntry.objects.latest("pk").facts["relation"] == "witness"


def test_another_result_of_the_same_table_opens_a_dispute(upload):
    upload(a_record(17))
    other = next(seed for seed in range(2, 99) if a_script(seed).stated_ranks != a_script(1).stated_ranks)
    [second] = upload(a_record(17, seed=other))
    match = Match.objects.get()
    assert (second.verification.verdict, second.submission.relation) == ("verified", "other_result")
    assert match.state == "disputed"
    assert [seat.place for seat in match.seats.all()] == list(a_script(1).stated_ranks)


def test_a_refused_log_leaves_the_match_as_it_is(upload):
    upload(a_record(17))
    [second] = upload(underpaid(a_record(17)))
    assert (second.verification.verdict, second.verification.code) == ("refused", "illegal.underpaid")
    assert second.verification.at["event"] > 0
    assert second.verification.outcome == "disagrees"
    assert second.submission.relation == "other_moves"
    assert Match.objects.get().state == "verified"


def test_a_refused_log_alone_makes_a_match_that_does_not_count(upload):
    [one] = upload(underpaid(a_record(17)))
    match = Match.objects.get()
    assert (match.state, one.submission.match) == ("submitted", match)


def test_a_good_log_after_a_refused_one_takes_its_place(upload):
    [bad] = upload(underpaid(a_record(17)))
    [good] = upload(a_record(17))
    bad.submission.refresh_from_db()
    assert (bad.submission.relation, good.submission.relation) == ("other_moves", "first")
    assert Match.objects.get().state == "verified"


def test_a_log_verifies_a_result_that_was_typed_before(upload, alice):
    record = a_record(17)
    upload(record)
    seats = list(Match.objects.get().seats.order_by("place"))
    Submission.objects.all().delete()
    Verification.objects.all().delete()
    Match.objects.update(state="confirmed", table_id="", platform="")
    for seat, account in zip(seats, (alice, a_user("bea")), strict=False):
        Player.objects.filter(pk=seat.player_id).update(user=account)
    Notice.objects.all().delete()
    [again] = upload(record)
    told = Notice.objects.filter(kind="match.verified")
    assert [notice.user.email for notice in told] == ["bea@example.org"]
    match = Match.objects.get()
    assert (match.state, match.table_id, again.submission.relation) == ("verified", "17", "first")
    assert list(match.seats.order_by("place")) == seats


def test_a_result_that_differs_from_the_log_is_disputed_and_stays(upload, alice):
    upload(a_record(17))
    Submission.objects.all().delete()
    match = Match.objects.get()
    seats = [TypedSeat(seat.place, seat.player, score=seat.score) for seat in match.seats.select_related("player")]
    seats[0] = TypedSeat(seats[0].place, seats[0].player, score=1)
    now = {"ending": "normal", "ended_at": match.ended_at}
    match_correct(match, version=1, by=alice, seats=seats, reason="seen on the table", **now)
    assert Match.objects.get().state == "confirmed"
    [again] = upload(a_record(17))
    match.refresh_from_db()
    assert (match.state, again.submission.relation) == ("disputed", "other_result")
    assert match.seats.get(number=0).score == 1


def test_a_log_without_a_table_finds_the_match_by_its_moves(upload):
    upload(a_record(None, ended=1_790_000_000))
    [second] = upload(reindented(a_record(None, ended=1_790_900_000)))
    assert Match.objects.count() == 1
    assert second.submission.relation == "witness"


def test_two_tables_are_two_matches(upload):
    upload(a_record(17))
    upload(a_record(18))
    assert [match.state for match in Match.objects.all()] == ["verified", "verified"]


def test_the_same_moves_of_the_same_people_at_another_table_do_not_count_twice(upload):
    upload(a_record(17))
    [copy] = upload(a_record(18, seed=1, ended=1_790_900_000))
    assert copy.verification.verdict == "verified"
    assert [match.state for match in Match.objects.order_by("pk")] == ["verified", "disputed"]
    assert AuditEntry.objects.filter(act="match.played_before", target_id=copy.submission.match_id).exists()


def test_other_people_may_play_the_same_moves(upload):
    upload(a_record(17))
    record = json.loads(a_record(18, seed=1))
    for number, seat in enumerate(record["seats"]):
        seat |= {"name": f"other{number}", "id": f"bga:9300000{number}"}
    upload(json.dumps(record).encode())
    assert [match.state for match in Match.objects.all()] == ["verified", "verified"]


def test_a_disputed_or_void_match_is_not_touched_by_a_log(upload):
    match = a_match("ada", "bea", state="disputed", platform="bga", table_id="17")
    upload(a_record(17))
    match.refresh_from_db()
    assert match.state == "disputed"
    Match.objects.update(state="void", state_before="disputed")
    upload(reindented(a_record(17)))
    match.refresh_from_db()
    assert (match.state, match.state_before) == ("void", "disputed")


def test_a_person_who_would_sit_twice_makes_no_match(upload):
    document = json.loads(a_record(17))
    document["seats"][1]["id"] = document["seats"][0]["id"]
    [one] = upload(json.dumps(document).encode())
    assert (one.verification.verdict, one.verification.code) == ("unreadable", "malformed.schema")
    assert not Match.objects.exists()


def test_a_zip_is_one_submission_for_each_member(upload):
    received = upload(a_zip(one=a_record(1), two=a_record(2), three=b"not a log"))
    assert [(item.name, item.verification.verdict) for item in received] == [
        ("one.json", "verified"),
        ("two.json", "verified"),
        ("three.json", "unreadable"),
    ]
    assert Match.objects.count() == 2


def test_a_member_of_a_zip_is_the_same_file_as_by_itself(upload):
    upload(a_record(1))
    [again] = upload(a_zip(one=a_record(1)))
    assert not again.is_new


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"hello",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"a": NaN}',
        b'{"a": 1, "a": 2}',
        gzip.compress(b"0" * 10_000_000),
        gzip.compress(a_record())[:-9],
        gzip.compress(gzip.compress(a_record())),
        b"PK\x03\x04 no zip",
        a_zip(),
        a_record()[:-200],
        b'{"status": "0", "error": "Invalid session information", "code": 806}',
        b'{"format": "classifica-record"}',
        b"<html><body>nothing here</body></html>",
        b'"\\ud800"',
    ],
)
def test_a_broken_file_is_broken_at_once_with_a_reason_and_no_worker(upload, raw, monkeypatch):
    monkeypatch.setattr(verification, "verifications_run", lambda: pytest.fail("no work is left for a worker"))
    for one in upload(raw):
        assert (one.verification.state, one.verification.verdict) == ("done", "unreadable")
        assert one.verification.code.startswith("malformed.")
        assert one.verification.outcome == "broken"
    assert not Match.objects.exists()


def test_a_broken_file_again_is_already_here(upload):
    upload(b"hello")
    [again] = upload(b"hello")
    assert not again.is_new
    assert again.verification.verdict == "unreadable"


def test_the_name_of_a_file_is_only_shown(upload):
    [one] = upload(a_record(1), name="../../etc/\u202epasswd\x00" + "x" * 99)
    assert one.submission.name == ("../../etc/passwd" + "x" * 99)[:64]


def test_a_full_disk_leaves_no_row(alice, monkeypatch):
    def full(raw):
        raise storage.StorageFull

    monkeypatch.setattr(storage, "store", full)
    with pytest.raises(storage.StorageFull):
        submission_create(a_record(1), uploader=alice)
    assert not Submission.objects.exists()


def a_table_record(status="archive", **result):
    """What the site says of table 17, in the form that people save."""
    lines = [
        {"player_id": "92000000", "name": "ada", "score": "131", "gamerank": "1"},
        {"player_id": "92000001", "name": "bea", "score": "122", "gamerank": "2"},
    ]
    result = {"endgame_reason": "normal_end", "player": lines} | result
    return json.dumps({"status": 1, "data": {"id": "17", "game_name": "alhambra", "status": status, "result": result}})


def bring(upload, *args, **fields):
    return upload(a_table_record(*args, **fields).encode())[0]


def test_a_table_record_is_a_result_that_waits_for_confirmation(upload, alice):
    one = bring(upload)
    match = Match.objects.get()
    assert one.verification is None
    assert (match.state, match.table_id, match.submitted_by) == ("submitted", "17", alice)
    assert (one.submission.kind, one.submission.relation) == ("table_record", "first")
    assert [(seat.player.name, seat.place, seat.score) for seat in match.seats.all()] == [
        ("ada", 1, 131),
        ("bea", 2, 122),
    ]


def test_a_table_record_of_a_game_without_an_engine_is_a_result_too(upload):
    upload(a_table_record().replace("alhambra", "azul").encode())
    assert Match.objects.get().game.key == "azul"


def test_a_concession_has_places_and_no_scores(upload):
    lines = [
        {"player_id": "92000000", "name": "ada", "score": "1", "gamerank": "1"},
        {"player_id": "92000001", "name": "bea", "score": "0", "gamerank": "2"},
    ]
    bring(upload, endgame_reason="normal_concede_end", player=lines)
    match = Match.objects.get()
    assert match.ending == "concession"
    assert [(seat.place, seat.score, seat.flag) for seat in match.seats.all()] == [
        (1, None, "played"),
        (2, None, "conceded"),
    ]


def test_a_log_of_a_recorded_table_verifies_it_or_disputes_it(upload):
    bring(upload)
    [log] = upload(a_record(17))
    match = Match.objects.get()
    agrees = [seat.score for seat in match.seats.all()] == list(a_script().stated_scores)
    assert (match.state, log.submission.relation) == (("verified", "first") if agrees else ("disputed", "other_result"))


def test_a_file_brings_the_end_that_nobody_knew_and_only_tells_of_another_than_was_typed(upload):
    ranks, scores = a_script().stated_ranks, a_script().stated_scores
    lines = [
        {"player_id": 92000000 + seat, "name": name, "score": scores[seat], "gamerank": ranks[seat]}
        for seat, name in enumerate(("ada", "bea"))
    ]
    bring(upload, player=lines)
    match = Match.objects.get()
    assert match.ended_at is None
    upload(a_record(17, ended=1_792_000_000))
    match.refresh_from_db()
    assert (match.state, match.ended_source, match.ended_at.timestamp()) == ("verified", "log", 1_792_000_000)
    typed = NOON
    Match.objects.update(ended_at=typed, ended_source="typed")
    match.results.update(ended_at=typed)
    for indent in (1, 2):
        upload(json.dumps(json.loads(a_record(17, ended=1_792_000_000)), indent=indent).encode())
    match.refresh_from_db()
    assert (match.ended_at, match.state) == (typed, "verified")
    [report] = AuditEntry.objects.filter(act="match.error_reported")
    assert end_reported(report).timestamp() == 1_792_000_000


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"status": "asyncplay"}, "malformed.not_over"),
        ({"status": "play"}, "malformed.not_over"),
        ({"is_coop": True}, "malformed.no_opponents"),
        ({"is_solo": "1"}, "malformed.no_opponents"),
        ({"player": []}, "malformed.no_opponents"),
        ({"player": [{"player_id": 1, "gamerank": rank} for rank in (1, 2)]}, "malformed.player_twice"),
        (
            {"player": [{"player_id": n, "name": "x", "gamerank": rank} for n, rank in ((1, 1), (2, None))]},
            "malformed.no_places",
        ),
    ],
)
def test_a_table_record_without_a_result_says_why(upload, fields, code):
    one = bring(upload, **fields)
    assert (one.verification.verdict, one.verification.code) == ("unreadable", code)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"status": "0", "error": "Invalid session", "code": 806}', "malformed.site_error"),
        ('{"status": 1, "data": {"tables": []}}', "malformed.no_packets"),
        ('{"items": [{"id": 90000017, "q": "Lucertola"}]}', "malformed.no_packets"),
    ],
)
def test_an_answer_of_the_site_that_is_no_result_says_so(upload, text, code):
    [one] = upload(text.encode())
    assert (one.submission.kind, one.verification.verdict, one.verification.code) == ("other", "unreadable", code)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "9" * 15},
        {"game_name": "A l'hambra!" * 10},
        {"game_name": ""},
    ],
)
def test_odd_texts_in_a_table_record_break_nothing(upload, change):
    document = json.loads(a_table_record())
    document["data"] |= change
    upload(json.dumps(document).encode())


@pytest.mark.parametrize(
    "line",
    [
        {"gamerank": "0"},
        {"gamerank": "-7"},
        {"gamerank": 2**53},
        {"score": -(2**53)},
        {"name": "\u202e" + "x" * 1000},
        {"player_id": 0},
    ],
)
def test_odd_numbers_in_a_table_record_break_nothing(upload, line):
    document = json.loads(a_table_record())
    document["data"]["result"]["player"][1] |= line
    upload(json.dumps(document).encode())
    assert all(seat.place in (1, 2) for match in Match.objects.all() for seat in match.seats.all())


@pytest.mark.parametrize(
    ("score", "code"), [("9" * 20, "malformed.number"), (2**53 + 1, "malformed.integer"), ("x", "malformed.number")]
)
def test_a_score_that_is_no_number_of_ours_is_named(upload, score, code):
    document = json.loads(a_table_record())
    document["data"]["result"]["player"][1]["score"] = score
    upload(json.dumps(document).encode())
    told = Verification.objects.get()
    assert (told.outcome, told.code, told.facts["found"]) == ("broken", code, str(score))
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "source",
    [
        {"platform": "No Slug!", "table": "17"},
        {"platform": "bga", "table": "x" * 5000},
        {"platform": "bga", "table": "a b"},
        {"platform": None, "table": "17"},
        {"platform": "bga", "table": "17", "ended": "9999-12-31T23:59:59Z"},
        {"platform": "bga", "table": "17", "ended": "0001-01-01T00:00:00Z"},
    ],
)
def test_odd_sources_in_a_record_break_nothing(upload, source):
    document = json.loads(a_record(17))
    document["source"] = source
    [one] = upload(json.dumps(document).encode())
    assert one.verification.verdict == "verified"
    match = Match.objects.get()
    assert match.table_id in ("", "17")
    assert match.ended_at is None
