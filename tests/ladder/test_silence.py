"""The silence rule: what it takes, what stops it, and that running it twice does nothing more."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import AuditEntry, Match
from games.services.matches import match_restore, match_void
from games.services.results import game_for
from games.services.submissions import submission_create
from ladder.invariants import broken
from ladder.services.ladders import role_grant, season_open
from ladder.services.silence import confirm_silent, silence_hours
from ladder.tasks import confirm_silent_matches
from tests.factories import a_league, a_match, a_user
from tests.games.test_submissions import a_table_record

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def recorded(hours=73, **result):
    """A match from a table record that came so many hours ago, by the database's clock."""
    submission_create(a_table_record(**result).encode(), uploader=a_user("alice"))
    Match.objects.filter(silent_since__isnull=False).update(silent_since=timezone.now() - timedelta(hours=hours))
    return Match.objects.get()


def test_a_record_without_an_objection_is_confirmed_when_its_time_is_over():
    a_league()
    match = recorded()
    assert confirm_silent() == [match]
    match.refresh_from_db()
    entry = AuditEntry.objects.latest("pk")
    assert (match.state, entry.act, entry.actor, entry.facts["hours"]) == ("confirmed", "match.silent", None, 72)
    assert confirm_silent() == []
    assert broken() == []


def test_before_its_time_nothing_happens():
    a_league()
    recorded(hours=71)
    assert confirm_silent() == []


def test_a_typed_result_needs_a_person():
    a_league()
    a_match("ada", "bea", state="submitted")
    assert confirm_silent() == []


@pytest.mark.parametrize("result", [{"endgame_reason": "express_stop"}, {"endgame_reason": "abandon_by_decision"}])
def test_what_an_official_must_decide_is_never_confirmed_by_silence(result):
    a_league()
    assert recorded(**result).silent_since is None
    assert confirm_silent() == []


def test_without_a_league_that_takes_the_game_nothing_is_confirmed():
    a_league(games=[game_for("azul")])
    recorded()
    assert confirm_silent() == []


@pytest.mark.parametrize(
    ("hours", "expected"), [((72,), 72), ((72, 24), 72), ((24,), 24), ((0,), None), ((72, 0), None)]
)
def test_the_longest_time_of_the_leagues_counts_and_one_may_want_a_person(hours, expected):
    for number, each in enumerate(hours):
        a_league(f"l{number}", silence_hours=each)
    assert silence_hours(a_match("ada", "bea")) == expected


def test_a_record_of_a_typed_result_starts_the_time():
    a_league()
    match = a_match("ada", "bea", state="submitted", platform="bga", table_id="17")
    for name, number in (("ada", "92000000"), ("bea", "92000001")):
        match.seats.get(player__name=name).player.identities.update(platform_id=number)
    recorded()
    assert [match.pk for match in confirm_silent()] == [match.pk]


def test_time_begins_anew_for_what_comes_back_from_void():
    a_league()
    match, vito = recorded(), a_user("vito")
    match = match_void(match, version=1, by=vito, reason="x")
    assert confirm_silent() == []
    match_restore(match, version=2, by=vito)
    assert confirm_silent() == []


def test_the_task_and_the_command_do_the_same(capsys):
    a_league()
    match = recorded()
    call_command("confirm_silent", "--dry-run")
    assert Match.objects.get().state == "submitted"
    call_command("confirm_silent")
    assert f"{match.slug}: confirmed" in capsys.readouterr().out
    confirm_silent_matches()
    assert Match.objects.get().version == 2


def test_a_manager_changes_name_grace_and_logs_and_months_with_results_keep_their_end(client):
    ladder, sara = a_league(), a_user("sara")
    role_grant(sara, "manager", ladder=ladder)
    opened = season_open(ladder, 2026, 10)

    def send(by, **sent):
        client.force_login(by, backend="allauth.account.auth_backends.AuthenticationBackend")
        return client.post("/desk/leagues/torre/settings/", {"name": "Tower", "days": "9"} | sent).status_code

    assert send(a_user("charlie")) == 403
    for wrong in (
        {"days": "366"},
        {"days": "00000999"},
        {"days": "-1"},
        {"days": "²"},
        {"name": " "},
        {"name": "x" * 65},
    ):
        assert send(sara, **wrong) == 302
    assert not AuditEntry.objects.filter(act="ladder.changed").exists()
    before = {"name": ladder.name, "grace_days": 5, "logs_public": True}
    assert send(sara) == send(sara) == 302
    entry = AuditEntry.objects.get(act="ladder.changed")
    after = {"name": "Tower", "grace_days": 9, "logs_public": False}
    assert (entry.facts["before"], entry.facts["after"]) == (before, after)
    ladder.refresh_from_db()
    assert (ladder.name, ladder.grace_days, ladder.logs_public) == ("Tower", 9, False)
    end = opened.grace_until
    opened.refresh_from_db()
    assert opened.grace_until == end
    later = season_open(ladder, 2027, 1)
    assert (later.grace_until - later.end).days == 9
    assert send(sara, logs="1") == 302
    assert AuditEntry.objects.latest("pk").facts == {"before": {"logs_public": False}, "after": {"logs_public": True}}
    page = client.get("/desk/leagues/torre/2026-10/", headers={"accept-language": "en"}).content.decode()
    assert 'name="days" inputmode="numeric" maxlength="3" value="9"' in page


def test_a_manager_sets_the_time_on_the_desk_and_nobody_else(client):
    ladder, sara = a_league(), a_user("sara")
    role_grant(sara, "manager", ladder=ladder)

    def send(by, hours):
        client.force_login(by, backend="allauth.account.auth_backends.AuthenticationBackend")
        return client.post("/desk/leagues/torre/silence/", {"hours": hours}).status_code

    assert send(a_user("charlie"), "1") == 403
    for wrong in ("", "-1", "x", "99999", "1.5", "²"):
        assert send(sara, wrong) == 302
    ladder.refresh_from_db()
    assert ladder.silence_hours == 72
    assert send(sara, "24") == 302
    ladder.refresh_from_db()
    entry = AuditEntry.objects.latest("pk")
    assert (ladder.silence_hours, entry.act, entry.facts) == (24, "ladder.silence_set", {"before": 72, "hours": 24})
    assert "for 24 hours" in client.get("/leagues/torre/rules/", headers={"accept-language": "en"}).content.decode()
