"""An official corrects a result: a new version beside the old ones, with a reason, and what follows for files and state."""

import json

import pytest

from games.models import AuditEntry, Match, ResultVersion
from games.selectors.error_reports import open_report
from games.services.corrections import match_correct
from games.services.error_reports import match_answer_report, match_report_error
from games.services.errors import Conflict, InvalidResult, NotAllowed
from games.services.matches import match_dispute, match_void
from games.services.merges import players_merge
from games.services.statements import TypedSeat
from games.services.submissions import submission_create
from games.services.told import told_by
from games.services.verification import verifications_run
from ladder.invariants import broken
from tests.factories import NOON, a_match, a_player, a_user
from tests.games.test_submissions import a_table_record
from tests.logs import a_record, a_script

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def vito():
    return a_user("vito")


@pytest.fixture(autouse=True)
def _invariants():
    yield
    assert broken() == []


def seats_of(match, **changes):
    """The seats as they are, those named `s0`, `s1` … changed."""
    seats = [
        TypedSeat(seat.place, seat.player, score=seat.score, flag=seat.flag)
        for seat in match.seats.select_related("player").order_by("number")
    ]
    for key, change in changes.items():
        values = {"place": seats[int(key[1:])].place, "player": seats[int(key[1:])].player} | change
        seats[int(key[1:])] = TypedSeat(**values)
    return seats


def correct(match, by, seats=None, reason="seen on the table", ending="normal", **fields):
    match.refresh_from_db()
    given = {"ended_at": match.ended_at, "version": match.version} | fields
    return match_correct(match, by=by, seats=seats or seats_of(match), ending=ending, reason=reason, **given)


def turned(match):
    """The first two change places."""
    one, other, *_ = match.seats.order_by("number")
    return seats_of(match, s0={"place": other.place}, s1={"place": one.place})


def test_a_correction_is_a_new_version_and_the_old_one_stays(vito):
    match = a_match("ada", "bea")
    match = correct(match, vito, turned(match))
    versions = list(match.results.all())
    assert [version.number for version in versions] == [1, 2]
    assert [[seat["place"] for seat in version.seats] for version in versions] == [[1, 2], [2, 1]]
    assert (versions[1].author, versions[1].reason, versions[1].cause) == (vito, "seen on the table", "correction")
    assert AuditEntry.objects.latest("pk").facts["result"] == 2
    assert [seat.place for seat in match.seats.all()] == [2, 1]


def test_back_and_forth_keeps_every_version(vito):
    match = a_match("ada", "bea")
    for _time in range(10):
        match = correct(match, vito, turned(match))
    assert ResultVersion.objects.filter(match=match).count() == 11
    assert [seat.place for seat in match.seats.all()] == [1, 2]


@pytest.mark.parametrize(
    ("state", "after", "cause"),
    [
        ("submitted", "confirmed", "correction"),
        ("confirmed", "confirmed", "correction"),
        ("verified", "confirmed", "correction"),
        ("disputed", "confirmed", "decision"),
    ],
)
def test_what_an_official_says_is_settled(vito, state, after, cause):
    match = a_match("ada", "bea", state=state)
    assert correct(match, vito, turned(match)).state == after
    assert match.results.latest("number").cause == cause
    assert AuditEntry.objects.latest("pk").act == ("match.decided" if state == "disputed" else "match.corrected")


def test_a_wrong_person_is_put_right_and_the_others_stay_recorded_as_they_were(vito):
    match, cleo = a_match("ada", "bea"), a_player("cleo")
    old, new = match.seats.get(number=0).player, a_player("ada2")
    players_merge(old, new, by=vito, reason="one person", two_accounts=True)
    match = correct(match, vito, seats_of(match, s1={"player": cleo}))
    assert match.seats.get(number=1).player == match.seats.get(number=1).recorded_for == cleo
    assert (match.seats.get(number=0).player, match.seats.get(number=0).recorded_for) == (new, old)


def test_two_people_change_seats(vito):
    match = a_match("ada", "bea")
    one, other = (seat.player for seat in match.seats.order_by("number"))
    match = correct(match, vito, seats_of(match, s0={"player": other}, s1={"player": one}))
    assert [seat.player for seat in match.seats.all()] == [other, one]


@pytest.mark.parametrize(
    ("change", "fields", "code"),
    [
        ({}, {}, "nothing_changed"),
        ({"s0": {"place": 3}}, {}, "places"),
        ({"s0": {"place": None}}, {}, "places"),
        ({"s0": {"place": 2}, "s1": {"place": 1}}, {"reason": " "}, "reason_missing"),
        ({"s0": {"place": 2}, "s1": {"place": 1}}, {"reason": "x" * 1001}, "reason_too_long"),
        ({"s0": {"place": 2}, "s1": {"place": 1}}, {"ended_at": NOON.replace(year=2096)}, "in_the_future"),
        ({"s0": {"player": None}}, {}, "name_missing"),
        ({}, {"ending": "no_result"}, "places"),
    ],
)
def test_a_correction_that_cannot_be_changes_nothing(vito, change, fields, code):
    match = a_match("ada", "bea")
    before = (match.version, ResultVersion.objects.count())
    with pytest.raises(InvalidResult) as refused:
        correct(match, vito, seats_of(match, **change), **fields)
    match.refresh_from_db()
    assert refused.value.code == code
    assert (match.version, ResultVersion.objects.count()) == before


def test_nobody_beats_himself(vito):
    match = a_match("ada", "bea")
    ada = match.seats.get(number=0).player
    with pytest.raises(InvalidResult) as refused:
        correct(match, vito, seats_of(match, s1={"player": ada}))
    assert (refused.value.code, refused.value.facts) == ("player_twice", {"name": "ada"})


def test_a_void_match_is_restored_before_it_is_corrected(vito):
    match = match_void(a_match("ada", "bea"), version=2, by=vito, reason="x")
    with pytest.raises(NotAllowed):
        correct(match, vito, turned(match))


def test_a_correction_of_what_changed_meanwhile_is_a_conflict(vito):
    match = a_match("ada", "bea")
    correct(match, vito, turned(match))
    with pytest.raises(Conflict):
        correct(match, vito, version=2)


def judged(raw, by):
    submission_create(raw, uploader=by)
    while verifications_run():
        pass


def test_the_log_s_result_taken_over_makes_the_match_verified(vito):
    judged(a_record(17), vito)
    match = Match.objects.get()
    wrong = correct(match, vito, seats_of(match, s0={"score": 1}))
    file = wrong.submissions.get()
    assert (wrong.state, file.relation) == ("confirmed", "other_result")
    told = told_by(file)
    players = [seat.player for seat in wrong.seats.select_related("player").order_by("number")]
    seats = [TypedSeat(seat.place, player, score=seat.score) for seat, player in zip(told.seats, players, strict=True)]
    right = correct(wrong, vito, seats, submission=file)
    file.refresh_from_db()
    assert (right.state, file.relation) == ("verified", "first")
    assert right.results.latest("number").submission == file
    assert [seat.score for seat in right.seats.all()] == list(a_script().stated_scores)


def test_a_table_record_tells_its_result(vito):
    submission_create(a_table_record().encode(), uploader=vito)
    match = Match.objects.get()
    told = told_by(match.submissions.get())
    assert [(seat.seen.name, seat.place, seat.score) for seat in told.seats] == [("ada", 1, 131), ("bea", 2, 122)]


def test_a_dispute_between_a_typed_result_and_a_record_is_decided_as_the_record_says(vito):
    match = a_match("bea", "ada", state="confirmed", platform="bga", table_id="17")
    for name, number in (("ada", "92000000"), ("bea", "92000001")):
        match.seats.get(player__name=name).player.identities.update(platform_id=number)
    submission_create(a_table_record().encode(), uploader=vito)
    match.refresh_from_db()
    assert (match.state, match.submissions.get().relation) == ("disputed", "other_result")
    match = correct(match, vito, seats_of(match, s0={"place": 2, "score": 122}, s1={"place": 1, "score": 131}))
    assert (match.state, match.submissions.get().relation) == ("confirmed", "first")


def test_an_abandoned_table_is_kept_without_places_until_an_official_decides(vito):
    lines = [{"player_id": str(92000000 + n), "name": name, "score": None} for n, name in enumerate(("ada", "bea"))]
    submission_create(a_table_record(endgame_reason="abandon_by_decision", player=lines).encode(), uploader=vito)
    match = Match.objects.get()
    assert (match.state, match.ending, match.silent_since) == ("submitted", "abandoned", None)
    assert [seat.place for seat in match.seats.all()] == [None, None]
    dropped = correct(match, vito, ending="no_result", reason="both agreed")
    assert (dropped.state, dropped.ending) == ("confirmed", "no_result")
    placed = correct(dropped, vito, seats_of(match, s0={"place": 1}, s1={"place": 2}), ending="adjudicated")
    assert (placed.state, placed.ending, placed.results.count()) == ("confirmed", "adjudicated", 3)


@pytest.mark.parametrize(
    ("reason", "penalties", "ending", "flags"),
    [
        ("normal_end", {}, "normal", ["played", "played"]),
        ("normal_end", [], "normal", ["played", "played"]),
        ("normal_end", "odd", "normal", ["played", "played"]),
        ("normal_end", {"92000001": {"leave": None, "clock": "0"}}, "normal", ["played", "played"]),
        ("normal_end", {"92000001": {"leave": "1", "clock": None}}, "forfeit", ["played", "left"]),
        ("normal_end", {"92000001": {"clock": 1}}, "forfeit", ["played", "timed_out"]),
        ("normal_end", {"92000001": {"clock": "1", "clock_cancelled": 1}}, "normal", ["played", "played"]),
        ("normal_end", {"92000001": {"leave": "1", "leave_cancelled": "1"}}, "normal", ["played", "played"]),
        ("neutralized_after_skipturn", {"92000001": {"leave": "1"}}, "forfeit", ["played", "left"]),
        ("neutralized_after_skipturn", {}, "abandoned", ["played", "played"]),
        ("normal_end", {str(92000000 + n): {"leave": "1"} for n in (0, 1)}, "abandoned", ["left", "left"]),
        ("error_tournament_wrongnumber", {"92000001": {"leave": "1"}}, "forfeit", ["played", "no_show"]),
        ("abandon_by_tournamenttimeout", {}, "abandoned", ["played", "played"]),
        ("express_stop", {}, "abandoned", ["played", "played"]),
        ("something_new", {}, "abandoned", ["played", "played"]),
    ],
)
def test_what_a_table_record_says_about_who_gave_up_is_kept(vito, reason, penalties, ending, flags):
    submission_create(a_table_record(endgame_reason=reason, penalties=penalties).encode(), uploader=vito)
    match = Match.objects.get()
    assert (match.ending, [seat.flag for seat in match.seats.all()]) == (ending, flags)


def test_a_table_that_never_started_is_no_result(vito):
    [one] = submission_create(a_table_record(endgame_reason="didntstart_cron_timeout").encode(), uploader=vito)
    assert one.verification.code == "malformed.not_started"
    assert not Match.objects.exists()


def test_a_record_that_names_a_leaver_whom_nobody_noted_is_another_result(vito):
    submission_create(a_table_record().encode(), uploader=vito)
    told = json.loads(a_table_record(penalties={"92000001": {"leave": "1"}}))
    submission_create(json.dumps(told).encode(), uploader=vito)
    assert Match.objects.get().state == "disputed"


def test_anybody_reports_an_error_once_and_an_official_answers(vito):
    charlie, match = a_user("charlie"), a_match("ada", "bea")
    match = match_report_error(match, version=2, by=charlie, reason="I sat there, not bea", seat=1)
    assert (match.state, open_report(match).facts["seat"]) == ("confirmed", 1)
    with pytest.raises(NotAllowed) as refused:
        match_report_error(match, version=3, by=charlie, reason="once more")
    assert refused.value.code == "reported"
    match = match_answer_report(match, version=3, by=vito, reason="the record says bea")
    assert open_report(match) is None
    match_report_error(match, version=4, by=charlie, reason="look again")


def test_a_correction_answers_the_reports(vito):
    match = match_report_error(a_match("ada", "bea"), version=2, by=a_user("charlie"), reason="turned")
    match = correct(match, vito, turned(match))
    assert open_report(match) is None
    with pytest.raises(NotAllowed):
        match_answer_report(match, version=match.version, by=vito, reason="x")


def test_an_objection_to_a_verified_match_has_its_time(vito):
    bice = a_user("bice")
    a_player("bea", bice)
    match = a_match("ada", "bea", state="verified")
    Match.objects.filter(pk=match.pk).update(settled_at=NOON)
    with pytest.raises(NotAllowed) as refused:
        match_dispute(match, version=2, by=bice, reason="no")
    assert refused.value.code == "too_late"
    assert match_dispute(match, version=2, by=vito, reason="no", official=True).state == "disputed"
