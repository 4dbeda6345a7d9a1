"""Tables of two under FIDE's tie-breaks: the stage as a report file."""

import pytest

from tests.tournaments.events import Event
from tournaments.selectors.chess import trf_of
from tournaments.selectors.standings import stage_rows
from tournaments.terms import StageTerms, Terms
from tournaments.trf import read_trf, write_trf

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
CHESS = Terms(
    wanted=2,
    least=2,
    most=2,
    points={2: (1, 0)},
    check_in=False,
    fide="2026",
    tie_breaks=("BH/C1", "BH", "SB", "DE"),
)


def test_a_stage_of_duels_is_ordered_by_fide_and_written_as_its_file():
    event = Event("ann bob cid dot eve".split(), CHESS, [StageTerms(rounds=3)])
    event.next_round("ann cid", "bob dot", byes="eve")
    event.result("ann, cid")
    event.result("bob = dot")
    event.next_round("eve ann", "cid bob", byes="dot")
    event.result("ann, eve")
    event.result("bob, cid -")
    rows = stage_rows(event.board())
    assert [row.points for row in rows] == [2, 1.5, 1.5, 1, 0]
    trf = trf_of(event.board())
    assert [(cell.opponent, cell.colour, cell.result) for cell in trf.entries[1].cells] == [
        (4, "w", "="),
        (3, "b", "+"),
    ]
    assert [cell.result for cell in trf.entries[4].cells] == ["U", "0"]
    again = read_trf(write_trf(trf))
    assert [entry.cells for entry in again.entries] == [entry.cells for entry in trf.entries]
    assert [entry.points for entry in again.entries] == [2, 1.5, 0, 1.5, 1]
    told = {event.name(row.entrant): row.values["BH"] for row in rows}
    assert told["ann"] == 1


def test_tie_breaks_must_be_of_the_edition():
    with pytest.raises(ValueError, match="tie-breaks"):
        Terms(wanted=2, least=2, most=2, points={2: (1, 0)}, fide="2024", tie_breaks=("lot",))
