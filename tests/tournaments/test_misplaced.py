"""Corrections in a bracket behind which others have begun to play."""

from functools import partial

import pytest

from games.services.corrections import match_correct
from games.services.statements import TypedSeat
from ladder.director.steps import waiting
from tests.tournaments.events import BEGAN, TWO, Event, lines_of
from tournaments.selectors.brackets import misplaced
from tournaments.services.errors import Refused
from tournaments.services.following import tables_follow
from tournaments.services.results import result_correct, result_detach
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NAMES = "ann bob cid dot".split()


def people(event: Event, table) -> set[str]:
    return {event.name(one) for one in event.board().table(table).people}


def test_a_game_that_later_people_began_falls_with_a_correction_too():
    event = Event(NAMES, TWO, [StageTerms(format="single", best_of=3)])
    for result in ("ann, dot", "ann, dot", "bob, cid", "bob, cid", "ann, bob"):
        event.result(result)
    table, final = event.table("ann", "dot"), event.table("ann", "bob")
    lines = event.by_entrant(lines_of("dot, ann"))
    correct = partial(result_correct, table, lines, version=table.version, by=event.by, reason="misread", game=2)
    with pytest.raises(Refused) as refused:
        correct()
    assert (refused.value.code, refused.value.facts["tables"]) == ("results_fall", [final.pk])
    correct(confirmed=[final.pk])
    assert event.board().table(final).matches == ()
    for result in ("dot, ann", "dot, bob", "bob, dot", "dot, bob"):
        event.result(result)
    assert event.places()[0] == (1, "dot")


def test_a_match_corrected_elsewhere_moves_nobody_away_from_a_table_that_was_played():
    event = Event(NAMES, TWO, [StageTerms(format="single", third_place=True)])
    for result in ("ann, dot", "bob, cid", "ann, bob"):
        event.result(result)
    final, match = event.table("ann", "bob"), event.board().table(event.table("ann", "dot")).matches[0]
    seats = [TypedSeat(place, event.entrant(name).player) for place, name in enumerate(("dot", "ann"), 1)]
    match_correct(
        match, version=match.version, by=event.by, seats=seats,
        ending="normal", ended_at=match.ended_at, reason="misread",
    )  # fmt: skip
    tables_follow()
    event.result("ann, cid")  # the match for the third place, which nobody had begun
    assert people(event, final) == {"ann", "bob"}
    assert [table.pairing.pk for table in misplaced(event.board())] == [final.pk]
    assert next(one.kind for one in waiting(event.board(), {}, BEGAN)) == "misplaced"
    pairing = event.board().table(final).pairing
    result_detach(pairing, version=pairing.version, by=event.by, reason="dot plays here")
    assert people(event, final) == {"dot", "bob"}
    assert misplaced(event.board()) == []
