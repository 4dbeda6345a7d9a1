"""The demo tells the acceptance months: their figures, their stories, and nothing twice."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client

from games.models import AuditEntry, Match, Player, Submission, User, Verification
from ladder.demo import years
from ladder.demo.story import CLAIMED, KEEPERS, PASSWORD
from ladder.demo.tournaments import AUTUMN, CUP, WINTER
from ladder.invariants import broken
from ladder.models import Ladder, Season, SeasonMatch
from ladder.selectors.kept import ranking_kept
from ladder.selectors.rankings import ranking
from ladder.selectors.seasons import season_get
from tests.ladder.test_standing import OCTOBER_TABLE, SEPTEMBER_TABLE
from tournaments.models import Tournament
from tournaments.selectors.standings import classification

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def demo(capsys):
    call_command("demo")
    return capsys.readouterr().out


def table(slug, key):
    found = ranking(season_get(Ladder.objects.get(slug=slug), key))
    return [(line.rank, line.player.name, line.points) for line in (*found.ranked, *found.below)]


def test_the_months_of_the_demo_come_out_exactly(demo):
    assert table("torre", "2026-09") == SEPTEMBER_TABLE
    assert table("torre", "2026-10") == OCTOBER_TABLE


def test_a_second_run_adds_nothing_and_the_invariants_hold(demo):
    def census():
        models = (AuditEntry, Match, Player, Submission, User, Verification)
        return [(model.__name__, model.objects.count()) for model in models]

    before = census()
    Match.objects.filter(platform="bga").update(created_at=F("ended_at") + timedelta(days=1))
    call_command("demo")
    assert census() == before
    assert broken() == []


def test_the_demo_goes_on_to_the_corrected_month_and_tells_nothing_twice(demo):
    for _again in range(2):
        call_command("demo", step=24)
        months = {season.month: season for season in Season.objects.filter(ladder__slug="torre", revision__gt=0)}
        assert [(key, season.revision) for key, season in sorted(months.items())] == [(9, 2), (10, 2)]
        ranks = {line.player.slug: line.rank for line in ranking_kept(months[10]).ranked}
        assert [ranks[name] for name in ("chiaraluna", "brunello3", "ines_lx")] == [7, 8, 9]
        assert ranking_kept(months[9]).ranked[0].player.slug == "livio_lupo"
    assert broken() == []


def test_nothing_is_done_again_where_the_demo_is_complete(demo, capsys, django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        call_command("demo")
    assert "Replaying" not in capsys.readouterr().out


def test_the_demo_shows_every_outcome(demo):
    assert set(Verification.objects.values_list("verdict", flat=True)) == {
        "verified",
        "refused",
        "unsupported",
        "unreadable",
    }


def test_the_altered_file_of_the_third_table_is_an_item_and_the_other_one_proves_the_result(demo):
    match = Submission.objects.get(name="t3-chiara.json").match
    assert match.state == "verified"
    assert [(file.name, file.relation) for file in match.submissions.order_by("pk")] == [
        ("t3-katia.json", "other_moves"),
        ("t3-chiara.json", "first"),
    ]


def test_the_dispute_was_decided_and_the_history_tells_it(demo):
    match = Match.objects.get(game__key="azul")
    acts = AuditEntry.objects.filter(kind="match", target_id=match.pk).order_by("version")
    assert list(acts.values_list("act", "actor__email")) == [
        ("match.submitted", "gufetta@torre.example"),
        ("match.disputed", "jacopo@torre.example"),
        ("match.confirmed", "vito@torre.example"),
    ]


def test_the_tournament_of_october_ends_as_it_did(demo):
    tournament = Tournament.objects.get(slug=AUTUMN)
    assert tournament.state == "finished"
    order = [one.entrant.player.name for one in classification(tournament)]
    assert (
        order
        == (
            "dado_storto fabio_faro chiaraluna livio_lupo hugo_pt adamanta gufetta brunello3 ines_lx elenaditroia katia_k "
            "jacopone olga_o martabella nuno_mar"
        ).split()
    )
    assert not tournament.acts.filter(at__gte=datetime(2026, 11, 2, tzinfo=UTC)).exists()
    states = Tournament.objects.order_by("slug").values_list("slug", "state")
    assert list(states) == [(AUTUMN, "finished"), (CUP, "running"), (WINTER, "entries")]


def test_months_of_the_archive_still_take_results(demo):
    for key in ("2026-01", "2026-02", "2026-03", "2026-04"):
        assert table("archivio", key)
    season = season_get(Ladder.objects.get(slug="archivio"), "2026-01")
    assert season.grace_until.year == 2036


def test_everybody_can_log_in_with_the_printed_password(demo, client):
    for name in (*KEEPERS, *CLAIMED):
        assert name in demo
        assert client.login(email=f"{name}@torre.example", password=PASSWORD)
    assert PASSWORD in demo


def test_the_demo_is_refused_where_others_can_reach_it(settings):
    settings.SITE_URL = "https://classifica.example.org"
    with pytest.raises(CommandError):
        call_command("demo")
    assert not User.objects.exists()


@pytest.mark.night
def test_the_first_links_of_the_demo_are_the_refused_log_the_merge_and_the_three_lines(capsys):
    client = Client(headers={"accept-language": "en"})
    assert "demo" not in client.get("/about/").content.decode()
    double = "/players/livio_lupo1/merge/"
    stories = [
        ({}, double, "/2026-10/"),
        ({"shown": True}, double, "/changes/"),
        ({"step": 24}, "/merges/", "/changes/"),
    ]
    for told, second, third in stories:
        call_command("demo", **told)
        page = client.get("/about/").content.decode()
        links = page.split('id="demo"')[1].split("href=")
        assert links[1].startswith('"/verifications/')
        assert second in links[2]
        assert third in links[3]
    assert client.get(links[1].split('"')[1]).status_code == 200
    assert client.get(links[3].split('"')[1]).content.decode().count("<tr") >= 3


def test_five_years_are_a_site_of_their_own_as_people_would_have_filled_it(monkeypatch):
    monkeypatch.setattr(years, "MATCHES", 120)
    monkeypatch.setattr(years, "LOGS", 12)
    for _again in range(2):
        call_command("demo", five_years=True)
        [ladder] = Ladder.objects.all()
        counted = SeasonMatch.objects.filter(season__ladder=ladder, reason="", until=None)
        assert counted.filter(since=1).count() == counted.count(), "nothing came late"
        assert (counted.count(), counted.filter(match__state="verified").count()) == (120, 12)
        assert ladder.seasons.filter(revision=1).count() >= ladder.seasons.count() - 1 > 50
    assert 200 < Player.objects.count() <= years.PEOPLE
    assert broken() == []
    Ladder.objects.update(slug="mine")
    with pytest.raises(CommandError, match="there are leagues already"):
        call_command("demo", five_years=True)
