"""close_month, revise_month, recompute: what they print, and their exit status."""

import io

import pytest
import time_machine
from django.core.management import CommandError, call_command

from games.models import AuditEntry
from ladder.demo.months import OCTOBER, planned
from ladder.models import RankingRow, Rating, ScoreRow, SeasonRevision
from ladder.selectors.seasons import season_get
from ladder.services.ladders import community_set, role_grant
from ladder.services.matches import match_void
from ladder.services.pools import pool_create
from tests.factories import a_league, a_match, a_planned_match, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel("2026-11-06T10:00Z", tick=False):
        yield


@pytest.fixture
def torre():
    ladder = a_league()
    for match in planned(OCTOBER):
        a_planned_match(match)
    role_grant(a_user("tito"), "manager", ladder=ladder)
    return ladder


def said(*words, **options):
    out = io.StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


def test_a_month_is_closed_by_whom_it_says(torre):
    assert "23 matches, 14 ranked" in said("close_month", "torre", "2026-10", force=True, actor="tito@example.org")
    assert SeasonRevision.objects.get().by.email == "tito@example.org"
    with pytest.raises(CommandError, match="closed already"):
        said("close_month", "torre", "2026-10", force=True)


def test_a_dry_run_closes_nothing(torre):
    assert "Dry run" in said("close_month", "torre", "2026-10", force=True, dry_run=True)
    assert not SeasonRevision.objects.exists()


def test_what_blocks_is_named_with_its_address_and_force_does_not_help(torre):
    match = a_match("ada", "bea", state="submitted")
    with pytest.raises(CommandError, match=match.get_absolute_url()):
        said("close_month", "torre", "2026-10", force=True)


@pytest.mark.parametrize(
    ("words", "problem"), [(("altra", "2026-10"), "no league"), (("torre", "2026-13"), "no month")]
)
def test_what_is_not_there_is_named(torre, words, problem):
    with pytest.raises(CommandError, match=problem):
        said("close_month", *words)


def test_somebody_who_does_not_manage_is_refused(torre):
    a_user("bob")
    with pytest.raises(CommandError, match="does not manage"):
        said("close_month", "torre", "2026-10", force=True, actor="bob@example.org")


def test_a_revision_shows_the_lines_that_move(torre):
    said("close_month", "torre", "2026-10", force=True)
    with pytest.raises(CommandError, match="Nothing is pending"):
        said("revise_month", "torre", "2026-10", reason="x")
    match = a_match("ada", "bea", "cleo")
    assert "ada: – → –. 10\n" in said("revise_month", "torre", "2026-10", reason="found")
    assert SeasonRevision.objects.get(number=2).reason == "found"
    match_void(match, version=match.version, by=a_user("zoe", is_superuser=True), reason="x")
    assert "declined" in said("revise_month", "torre", "2026-10", reason="no", decline=True)
    assert SeasonRevision.objects.count() == 2


def test_recompute_mends_an_open_month_and_check_finds_what_is_wrong(torre):
    assert "0 differences" in said("recompute", check=True)
    RankingRow.objects.filter(player__name="livio_lupo").update(points="99")
    ScoreRow.objects.filter(player__name="olga_o").delete()
    with pytest.raises(CommandError, match="differences"):
        said("recompute", check=True)
    assert "counted anew" in said("recompute", league="torre")
    assert "0 differences" in said("recompute", check=True, league="torre")


def test_recompute_rates_again_and_check_finds_other_ratings(torre):
    pool_create(torre, by=None, name="All")
    assert "ratings torre/all: 2 months rated" in said("recompute")
    assert "0 differences" in said("recompute", check=True)
    Rating.objects.update(value=1)
    with pytest.raises(CommandError, match="1 in ratings"):
        said("recompute", check=True)
    assert said("recompute", league="torre", dry_run=True)
    assert Rating.objects.filter(value=1).exists()
    assert said("recompute", league="torre")
    assert "0 differences" in said("recompute", check=True)


def test_check_finds_a_spoilt_revision(torre):
    said("close_month", "torre", "2026-10", force=True)
    assert "0 differences" in said("recompute", check=True)
    RankingRow.objects.filter(player__name="livio_lupo").update(points="99")
    with pytest.raises(CommandError, match="differences"):
        said("recompute", check=True)
    assert season_get(torre, "2026-10").revision == 1


def test_what_the_clock_tells_is_done_once_by_command(torre):
    assert "Dry run" in said("close_reminders", dry_run=True)
    assert "1 notices, 0 months closed" in said("close_reminders")
    assert "0 notices, 0 months closed" in said("close_reminders")
    assert said("expire_deadlines") == "0 rounds and tables, 0 offers, 0 challenges, 0 people replaced.\n"
    assert not said("send_digests", dry_run=True).startswith("0 are due")
    community_set(name="Torre", language="it", time_zone="Europe/Rome")
    assert not said("send_digests", actor="tito@example.org").startswith("0 tried")
    assert said("send_digests") == "0 tried.\n"
    entry = AuditEntry.objects.get(act="community.messages_sent")
    assert (entry.actor.email, entry.origin) == ("tito@example.org", "command")
