"""Which acts are events, what they say, and which webhooks hear them."""

import json
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.services.notices import muted
from games.services.results import game_for
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder.demo.months import OCTOBER, planned
from ladder.models import Ladder, Webhook, WebhookDelivery
from ladder.selectors.seasons import season_get
from ladder.services.ladders import role_grant
from ladder.services.matches import match_confirm, match_dispute, match_restore, match_void
from ladder.services.months import month_close, month_revise
from ladder.services.people import players_merge
from ladder.webhooks import services
from ladder.webhooks.events import EVENTS
from ladder.webhooks.hearing import listening
from tests.factories import a_league, a_match, a_planned_match, a_player, a_user
from tests.logs import a_record
from tests.tournaments.events import TWO, Event
from tournaments.models import Act, Tournament
from tournaments.services.work import act_done, act_undo
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def listens(ladder: Ladder | None = None, *events: str, host: str = "one") -> Webhook:
    """A webhook; nothing of it is sent here."""
    webhook, _secret = services.webhook_add(
        ladder, url=f"https://{host}.example/", events=list(events or EVENTS), by=None
    )
    return webhook


def heard(webhook: Webhook) -> list[str]:
    return list(webhook.deliveries.order_by("pk").values_list("type", flat=True))


def last(webhook: Webhook) -> Any:
    return json.loads(webhook.deliveries.latest("pk").body)


def test_the_life_of_a_match() -> None:
    webhook, sara = listens(), a_user("sara")
    role_grant(sara, "manager", ladder=a_league())
    match = a_match("ada", "bea", state="submitted")
    match = match_confirm(match, version=match.version, by=sara)
    match = match_dispute(match, version=match.version, by=sara, reason="places")
    match = match_confirm(match, version=match.version, by=sara, reason="as it was")
    assert heard(webhook) == [
        "result.submitted",
        "result.confirmed",
        "match.disputed",
        "result.confirmed",
        "match.decided",
    ]
    match = match_void(match, version=match.version, by=sara, reason="twice")
    assert last(webhook)["object"] | {"url": ""} == {
        "kind": "match",
        "id": match.slug,
        "url": "",
        "state": "void",
        "game": "alhambra",
        "decision": "void",
    }
    match_restore(match, version=match.version, by=sara)
    assert heard(webhook)[5:] == ["match.decided", "result.confirmed", "match.decided"]


def test_a_log_a_month_and_a_merge() -> None:
    league, sara = a_league(), a_user("sara")
    webhook = listens(league)
    role_grant(sara, "manager", ladder=league)
    submission_create(a_record(71001, ended=1_792_000_000), name="x.json", uploader=sara, address="203.0.113.7")
    verifications_run()
    assert heard(webhook) == ["result.confirmed", "verification.finished"]
    said = last(webhook)["object"]
    assert (said["outcome"], said["game"]) == ("agrees", "alhambra")
    with time_machine.travel("2026-11-06T10:00Z", tick=False):
        for match in planned(OCTOBER):
            a_planned_match(match)
        season = season_get(league, "2026-10")
        assert season is not None
        month_close(season, by=sara, warned=True)
        closed = webhook.deliveries.get(type="month.closed")
        month = {"kind": "month", "id": "torre/2026-10", "league": "torre", "month": "2026-10", "revision": 1}
        assert json.loads(closed.body)["object"].items() >= month.items()
    one, two = a_player("livio_lupo1"), a_player("livio_lupo9")
    players_merge(one, two, by=sara, reason="the same", two_accounts=True)
    assert last(webhook)["object"]["formerly"] == one.slug


def test_a_revised_month() -> None:
    league, sara = a_league(), a_user("sara")
    role_grant(sara, "manager", ladder=league)
    with time_machine.travel("2026-11-06T10:00Z", tick=False):
        match = a_match("ada", "bea")
        season = season_get(league, "2026-10")
        assert season is not None
        month_close(season, by=sara, warned=True)
        webhook = listens(league, "month.revised")
        match_void(match, version=match.version, by=sara, reason="twice")
        month_revise(season, by=sara, reason="twice")
    assert last(webhook)["object"]["revision"] == 2
    assert heard(webhook) == ["month.revised"]


def test_rounds_and_the_end_of_a_tournament() -> None:
    webhook = listens(None, "round.published", "round.completed", "tournament.finished")
    event = Event(["ada", "bea"], TWO, [StageTerms(rounds=1)])
    event.next_round("ada bea")
    assert heard(webhook) == ["round.published"]
    said = last(webhook)["object"]
    assert (said["tournament"], said["stage"], said["round"]) == (event.tournament.slug, 1, 1)
    act = event.result("ada, bea")
    assert heard(webhook) == ["round.published", "round.completed"]
    act_undo(act, by=event.by)
    event.result("bea, ada")
    event.complete_stage()
    event.advance("finished")
    assert heard(webhook)[2:] == ["round.completed", "tournament.finished"]
    Tournament.objects.update(document=event.tournament.document | {"public": False})
    act_done.send(sender=Act, acts=[Act.objects.get(kind="finished")])
    assert len(heard(webhook)) == 4


def test_leagues_hear_what_concerns_them_and_the_site_hears_all() -> None:
    torre, altra = a_league(games=[game_for("alhambra")]), a_league("altra", games=[game_for("azul")])
    of_torre, of_altra, of_site = listens(torre), listens(altra), listens(None)
    a_match("ada", "bea", state="submitted")
    assert [heard(each) for each in (of_torre, of_altra, of_site)] == [["result.submitted"], [], ["result.submitted"]]
    numbers = set(WebhookDelivery.objects.values_list("event", flat=True))
    assert len(numbers) == 1


def test_nothing_is_told_of_what_was_taken_back_of_imports_and_to_whom_is_paused() -> None:
    webhook = listens(None, "result.submitted")

    with transaction.atomic():
        a_match("ada", "bea", state="submitted")
        transaction.set_rollback(True)
    with muted():
        a_match("ada", "bea", state="submitted")
    services.webhook_pause(webhook, edition=1, paused=True, by=None)
    a_match("ada", "bea", state="submitted")
    assert heard(webhook) == []


def test_where_nobody_listens_an_event_costs_no_query() -> None:
    listening()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert listening() == []
    assert len(queries) == 0
