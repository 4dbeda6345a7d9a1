"""Matches to which nobody came, and what their pages say."""

import pytest

from tests.pages.director import client_of, text_of
from tests.tournaments.events import TWO, Event
from tests.tournaments.test_kinds import drop
from tournaments.selectors.standings import classification
from tournaments.services.results import table_no_result
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NAMES = "ann bob cid dot".split()


def page(event: Event, tab: str = "") -> str:
    return text_of(client_of(None).get(f"/tournaments/{event.tournament.slug}/{tab}"))


@pytest.mark.parametrize("came", [False, True])
def test_a_final_that_nobody_won_has_no_champion_and_the_page_says_why(came: bool) -> None:
    event = Event(NAMES, TWO, [StageTerms(format="single")])
    event.result("ann, dot")
    event.result("bob, cid")
    if came:
        final = event.table("ann", "bob")
        table_no_result(final, version=final.version, by=event.by, reason="the server was down")
    else:
        event.result("ann -, bob -")
    event.complete_stage()
    event.advance("finished")
    assert "There is no champion" in page(event)
    told = page(event, "standings/")
    assert told.count("No result: Final." if came else "Nobody came: Final.") == 2
    assert "Still in" not in told
    assert [one.first for one in classification(event.tournament)] == [2, 2, 3, 3]


def test_a_round_after_somebody_left_says_so() -> None:
    event = Event(NAMES, TWO, [StageTerms(rounds=3)])
    for number in range(3):
        round_ = event.next_round()
        for table in event.tables(round_):
            event.result(", ".join(table.split()))
        if not number:
            drop(event, "ann")
    told = page(event, "standings/")
    assert told.count("– dropped out") == 2
