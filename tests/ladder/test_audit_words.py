"""The audit trail speaks in words: no code of ours is left to be read."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from games.models import AuditEntry
from games.services.audit import audit
from ladder.services.ladders import role_grant
from ladder.views.audit_parts import told
from ladder.views.audit_words import ACTS, FACTS
from ladder.views.match_parts import ACTS as MATCH_ACTS
from tests.acts import written
from tests.factories import a_league, a_match, a_player, a_user


def test_every_act_that_is_ever_written_has_words_and_no_words_are_left_over():
    found = written()
    words = ACTS.keys() | MATCH_ACTS.keys()
    assert {act: where for act, where in found.acts.items() if act not in words} == {}
    assert words - found.acts.keys() == set()
    assert found.unknown == []
    assert not ACTS.keys() & MATCH_ACTS.keys()


def test_every_fact_that_is_ever_written_has_a_label():
    assert {name: where for name, where in written().facts.items() if name not in FACTS} == {}


def lines(*entries):
    with override("en"):
        return [item["facts"] for item in told(list(entries), "Europe/Rome")]


@pytest.mark.django_db
@pytest.mark.sqlite
def test_facts_are_told_in_words():
    torre, ada, sara = a_league(), a_player("ada"), a_user("sara")
    match = a_match("ada", "bea")

    def said(**facts):
        [line] = lines(audit("season.closed", torre, actor=None, **facts))
        return line

    assert said(before="disputed", after="confirmed") == "before: disputed · after: confirmed"
    assert said(player=ada.pk, into=0) == "player: ada · into: 0"
    assert said(user=sara.pk) == f"account: account {sara.pk}"
    assert said(resigned=True, official=False) == "laid down by oneself"
    assert said(until="2026-11-05T22:59:00+00:00") == "until: 5 Nov, 23:59"
    assert said(matches=[match.slug, "x"], months=[]) == f"matches: {match.slug}, x"
    assert said(before={"k": 32, "name": ""}) == "before: k 32, name –"
    assert said(undone="draft.swapped") == "undone: Two entrants swapped"
    assert said(days=None) == ""


@pytest.mark.django_db
def test_the_names_of_a_page_cost_two_queries():
    torre = a_league()
    for number in range(5):
        role_grant(a_user(f"u{number}"), "manager", ladder=torre)
        audit("player.renamed", a_player(f"p{number}"), actor=None, player=a_player(f"q{number}").pk)
    entries = list(AuditEntry.objects.select_related("actor__player"))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        lines(*entries)
    assert len(queries) == 2
