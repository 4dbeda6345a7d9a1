"""The replay loop: how far it goes, and where it stops."""

import pytest

from games.engine.errors import VERDICT_OF_FAMILY, ImpossibleChance, MalformedLog, Refusal
from games.engine.events import Entry, Event, LogPosition
from games.engine.replay import replay
from tests.acorns import ACORNS, Give, Hoard, Keep, Pick, State, setup


def script(*events: Event) -> list[Entry]:
    return [Entry(event, LogPosition(event=number)) for number, event in enumerate(events)]


WHOLE = script(Pick("big"), Keep(0), Hoard(0, 2), Pick("small"), Give(1, 0), Pick("small"), Keep(0), Hoard(0, 4))


def test_a_whole_script_is_applied_and_its_claims_are_checked() -> None:
    result = replay(ACORNS, setup(), WHOLE)
    assert result.refusal is None
    assert (result.applied, result.claims) == (6, 2)
    assert ACORNS.is_over(result.state)
    assert (ACORNS.scores(result.state), ACORNS.ranking(result.state)) == ((4, 0), (1, 2))


def test_the_first_entry_that_cannot_be_stops_the_replay_before_it() -> None:
    result = replay(ACORNS, setup(), script(Pick("big"), Keep(0), Pick("big"), Keep(1)))
    assert result.refusal == Refusal("chance.not_in_supply", LogPosition(event=2), {"found": "big"})
    assert result.refusal.verdict == "refused"
    assert result.applied == 2
    assert result.state.hoards == [2, 0]


def test_a_wrong_claim_is_named_where_it_stands() -> None:
    result = replay(ACORNS, setup(), script(Pick("big"), Keep(0), Hoard(0, 3), Pick("small")))
    assert result.refusal is not None
    assert (result.refusal.code, result.refusal.at.event) == ("claim.score", 2)
    assert result.refusal.facts == {"seat": 0, "expected": 2, "found": 3}


def test_a_prefix_gives_the_position_before_an_entry() -> None:
    result = replay(ACORNS, setup(), WHOLE, until=4)
    assert result.applied == 3
    assert result.state.held == "small"


def test_a_refusal_inside_an_event_has_the_place_of_that_decision() -> None:
    part = LogPosition(event=1, packet=7, move_id=3, notification=2)
    entries = [*script(Pick("big")), Entry(Give(0, 0), LogPosition(event=1, packet=6), {"to": part})]
    result = replay(ACORNS, setup(), entries)
    assert result.refusal is not None
    assert result.refusal.at == LogPosition(event=1, path="to", packet=7, move_id=3, notification=2)


def test_a_refusal_inside_an_event_without_parts_has_the_place_of_the_event() -> None:
    result = replay(ACORNS, setup(), script(Pick("big"), Give(0, 0)))
    assert result.refusal is not None
    assert result.refusal.at == LogPosition(event=1, path="to")


def test_a_place_that_the_problem_knows_itself_is_kept() -> None:
    class Knowing(type(ACORNS)):  # type: ignore[misc]
        def check(self, state: State, event: Event) -> None:
            raise ImpossibleChance("count", at=LogPosition(event=9, packet=4))

    result = replay(Knowing(), setup(), WHOLE)
    assert result.refusal is not None
    assert result.refusal.at == LogPosition(event=9, packet=4)


def test_a_fault_of_ours_is_not_taken_for_a_refusal() -> None:
    class Broken(type(ACORNS)):  # type: ignore[misc]
        def apply(self, state: State, event: Event) -> None:
            raise KeyError("ours")

    with pytest.raises(KeyError):
        replay(Broken(), setup(), WHOLE)


def test_each_family_of_problems_leads_to_a_verdict() -> None:
    assert VERDICT_OF_FAMILY == {
        "malformed": "unreadable",
        "unsupported": "unsupported",
        "setup": "refused",
        "chance": "refused",
        "illegal": "refused",
        "claim": "refused",
    }
    assert MalformedLog("schema").code == "malformed.schema"
