"""Merges as managers see them: what the months would be, and what they are afterwards."""

from datetime import timedelta
from fractions import Fraction

import pytest
import time_machine
from django.test import Client
from django.utils import timezone, translation

from games.models import Match, Player, Seat
from games.services.errors import NotAllowed, PersonRefused
from ladder.demo.months import OCTOBER, SEPTEMBER, planned
from ladder.desk.queue import queue
from ladder.invariants import broken
from ladder.models import PendingRevision, RankingRow
from ladder.selectors import archive
from ladder.selectors.achievements import achievements
from ladder.selectors.checklist import checklist
from ladder.selectors.kept import ranking_kept
from ladder.selectors.merging import merge_preview, undo_preview
from ladder.selectors.published import as_published, published_of
from ladder.selectors.rankings import ranking, where_they_count
from ladder.services import live, people
from ladder.services.ladders import role_grant, season_open
from ladder.services.leaving import deletion_ask_for
from ladder.services.months import month_close
from tests.factories import NOON, a_league, a_match, a_planned_match, a_player, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def torre():
    with time_machine.travel("2026-11-03T12:00:00Z", tick=False):
        ladder = a_league()
        for match in (*planned(SEPTEMBER), *planned(OCTOBER)):
            a_planned_match(match)
        Player.objects.get(name="livio_lupo1").identities.all().delete()
        Player.objects.filter(name="livio_lupo1").update(state="provisional")
        yield ladder


def called(name):
    return Player.objects.get(name=name)


def standings(season):
    table = ranking(season)
    return {line.player.name: (line.rank, line.points) for line in (*table.ranked, *table.below)}


def test_the_preview_of_section_11_moves_september_and_leaves_october(torre):
    preview = merge_preview(called("livio_lupo1"), called("livio_lupo"))
    assert preview.blocks.matches == []
    assert preview.matches == 2
    [september] = preview.months
    assert (september.season.key, september.matches) == ("2026-09", 2)
    told = {
        change.player.name: tuple((line.rank, line.points) if line else None for line in (change.before, change.after))
        for change in september.changes
    }
    assert told["livio_lupo"] == ((3, Fraction(49, 2)), (1, Fraction(81, 2)))
    assert [told[name][0][0] for name in ("gufetta", "adamanta")] == [1, 2]
    assert [told[name][1][0] for name in ("gufetta", "adamanta")] == [2, 3]
    assert told["livio_lupo1"] == ((None, 16), None)
    assert standings(season_open(torre, 2026, 9))["livio_lupo"] == (3, Fraction(49, 2))


def test_after_the_merge_the_month_is_as_the_preview_said_and_after_the_undo_as_before(torre):
    september = season_open(torre, 2026, 9)
    before = standings(september)
    sara = a_user("sara")
    role_grant(sara, "manager", ladder=torre)
    preview = merge_preview(called("livio_lupo1"), called("livio_lupo"))
    merge = people.players_merge(preview.source, preview.target, by=sara, reason="the same", seen=preview.seen)
    after = standings(september)
    for change in preview.months[0].changes:
        line = change.after
        assert after.get(change.player.name) == ((line.rank, line.points) if line else None)
    back = undo_preview(merge)
    assert (back.matches, back.months[0].matches) == (2, 2)
    people.merge_undo(merge, by=sara, reason="no")
    assert standings(september) == before
    assert broken() == []


def test_a_merged_player_stands_as_if_the_two_had_been_one_from_the_start(torre):
    people.players_merge(called("livio_lupo1"), called("livio_lupo"), by=None, reason="the same")
    merged = standings(season_open(torre, 2026, 9))
    other = a_league("altra")
    for match in planned(SEPTEMBER):
        seats = tuple((name.replace("lupo1", "lupo"), place, flag) for name, place, flag in match.seats)
        a_planned_match(
            type(match)(match.key, match.ended_at.replace(year=2025), match.game, tuple(seats)), state="confirmed"
        )
    assert standings(season_open(other, 2025, 9)) == merged


def test_a_visitor_of_the_preview_who_is_late_changes_nothing(torre):
    preview = merge_preview(called("livio_lupo1"), called("livio_lupo"))
    a_match("livio_lupo", "gufetta", ended_at=NOON + timedelta(3))
    with pytest.raises(PersonRefused) as refused:
        people.players_merge(preview.source, preview.target, by=None, reason="x", seen=preview.seen)
    assert refused.value.code == "changed"


def test_nobody_but_who_keeps_a_league_merges(torre):
    for name in ("vito", "charlie"):
        user = a_user(name)
        if name == "vito":
            role_grant(user, "arbiter", ladder=torre)
        with pytest.raises(NotAllowed):
            people.players_merge(called("livio_lupo1"), called("livio_lupo"), by=user, reason="x")


def test_the_desk_and_the_checklist_name_what_waits(torre):
    sara, vito = a_user("sara"), a_user("vito")
    role_grant(sara, "manager", ladder=torre)
    role_grant(vito, "arbiter", ladder=torre)
    people.claim_make(called("livio_lupo"), by=a_user("livio"), words="me")
    deletion_ask_for(called("nuno_mar"), contact="nuno@example.org", words="please")
    with translation.override("en"):
        kinds = {one.item.kind: one.item for one in queue(sara)}
        title = str(kinds["duplicate"].title)
    assert kinds.keys() >= {"claim", "duplicate", "deletion"}
    assert title == "One person? livio_lupo1 and livio_lupo"
    assert not {one.item.kind for one in queue(vito)} & {"claim", "duplicate", "deletion"}
    september = season_open(torre, 2026, 9)
    checks = {check.code: check.blocking for check in checklist(september, timezone.now())}
    assert (checks["claims"], checks["duplicates"]) == (True, False)
    people.duplicate_report(called("livio_lupo"), called("livio_lupo1"), by=sara)
    checks = {check.code: check.blocking for check in checklist(september, timezone.now())}
    assert checks["merges"]
    assert "alike" not in checks
    for hour in (3, 1, 2):
        a_match("gufetta", "adamanta", ended_at=september.start + timedelta(hours=hour))
    Seat.objects.filter(match__ended_at__lt=september.start + timedelta(hours=4)).update(score=7)
    [alike] = [check for check in checklist(september, timezone.now()) if check.code == "alike"]
    assert (alike.blocking, alike.count, len(alike.matches)) == (False, 2, 2)
    assert "duplicates" not in checks
    people.different_people(called("livio_lupo"), called("livio_lupo1"), by=sara)
    assert "duplicate" not in {one.item.kind for one in queue(sara)}


def test_a_closed_month_stays_and_a_pending_revision_follows_merge_and_undo(torre):
    sara, tito = a_user("sara"), a_user("tito")
    for user in (sara, tito):
        role_grant(user, "manager", ladder=torre)
    september = season_open(torre, 2026, 9)
    live.season_rebuild(september)
    month_close(september, by=sara, warned=True)
    september.refresh_from_db()
    before = [(row.player_id, row.rank, row.points) for row in kept(september)]
    merge = people.players_merge(called("livio_lupo1"), called("livio_lupo"), by=sara, reason="one", two_accounts=True)
    assert PendingRevision.objects.filter(season=september).exists()
    assert [(row.player_id, row.rank, row.points) for row in kept(september)] == before
    people.merge_undo(merge, by=sara, reason="no")
    assert not PendingRevision.objects.filter(season=september).exists()
    assert broken() == []


def test_who_was_merged_after_a_month_was_closed_is_one_person_in_all_that_follows(torre):
    september, october = season_open(torre, 2026, 9), season_open(torre, 2026, 10)
    month_close(september, by=None, warned=True)
    won, whole = called("gufetta"), a_player("gufetta_nuova")
    people.players_merge(won, whole, by=None, reason="one", two_accounts=True)
    [line] = [line for line in ranking_kept(october).ranked if line.player == whole]
    assert line.move == 1 - line.rank
    months = archive.months_of(torre)
    assert [(month.season.key, month.winners) for month in months if month.season.is_closed] == [("2026-09", [whole])]
    assert archive.roll_of_honour([month for month in months if month.season.is_closed]) == [(whole, 1)]
    ranked = archive.players_ranked(torre)
    assert whole in ranked
    assert won not in ranked
    assert archive.ranks_over_time(torre, [whole])[1][whole] == {september.pk: 1}
    [row] = [row for row in archive.year_of(torre, 2026).rows if row.player in (whole, won)]
    assert row.points[9] == 32
    assert [one.count for one in achievements(whole) if one.kind == "won"] == [1]


def test_a_merge_taken_back_after_a_month_was_closed_on_it_waits_as_a_revision_and_its_page_says_so(torre):
    september = season_open(torre, 2026, 9)
    merge = people.players_merge(called("livio_lupo1"), called("livio_lupo"), by=None, reason="one", two_accounts=True)
    month_close(september, by=None, warned=True)
    people.merge_undo(merge, by=None, reason="no")
    [pending] = PendingRevision.objects.all()
    assert [cause["act"] for cause in pending.causes] == ["player.unmerged"]
    for page in ("/leagues/torre/2026-09/", "/leagues/torre/2026-09/changes/"):
        text = Client(headers={"accept-language": "en"}).get(page).content.decode()
        assert "waits for a manager to publish it: two players became two again" in text
    apart = Client(headers={"accept-language": "en"}).get("/players/livio_lupo1/").content.decode()
    assert apart.count("published for another player until the next revision") == 2
    assert broken() == []


def test_what_a_closed_month_published_is_told_of_whom_the_player_was_merged_into(torre):
    sara = a_user("sara")
    role_grant(sara, "manager", ladder=torre)
    september = season_open(torre, 2026, 9)
    live.season_rebuild(september)
    month_close(september, by=sara, warned=True)
    source, target = called("livio_lupo1"), called("livio_lupo")
    matches = list(Match.objects.filter(seats__player=source))
    last = Player.objects.exclude(seats__match__seats__player__in=[source, target]).first() or a_player("else")
    before = [points_of(match, source) for match in matches]
    assert all(all(points) for points in before)
    people.players_merge(source, target, by=sara, reason="one", two_accounts=True)
    assert [points_of(match, target) for match in matches] == before
    people.players_merge(target, last, by=sara, reason="again", two_accounts=True)
    assert [points_of(match, last) for match in matches] == before


def points_of(match, player):
    """What September's last revision gives a player for a match, on his page and on that of the match."""
    match = Match.objects.get(pk=match.pk)
    [standing] = as_published(where_they_count([match]))[match.pk]
    [held] = published_of(match).values()
    score = standing.scores.get(player.pk)
    return score and score.points, held.points.get(player.pk)


def kept(season):
    return RankingRow.objects.filter(season=season, revision=season.revision).order_by("position")
