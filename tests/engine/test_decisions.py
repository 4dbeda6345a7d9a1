"""Who may decide what: the guard before every action."""

import pytest

from games.engine.decisions import Decision, check_decision, nothing_to_decide, to_decide
from games.engine.errors import IllegalAction
from tests.acorns import ACORNS, Give, Keep, Pick, setup

KEEP_OR_GIVE = Decision(frozenset({0, 2}), (Keep, Give))


def test_any_of_the_seats_may_answer_with_any_of_the_types() -> None:
    check_decision(KEEP_OR_GIVE, Keep(0))
    check_decision(KEEP_OR_GIVE, Give(2, 1))


def test_another_seat_has_nothing_to_decide() -> None:
    with pytest.raises(IllegalAction) as refused:
        check_decision(KEEP_OR_GIVE, Keep(1))
    assert refused.value.code == "illegal.not_your_decision"
    assert refused.value.facts == {"seat": 1, "expected": [0, 2], "found": 1, "event": "keep"}


def test_another_type_is_not_asked_for() -> None:
    with pytest.raises(IllegalAction) as refused:
        check_decision(Decision(frozenset({0}), (Keep,)), Give(0, 1))
    assert refused.value.code == "illegal.not_now"
    assert refused.value.facts == {"seat": 0, "expected": ["keep"], "found": "give"}


def test_when_chance_is_due_nobody_decides() -> None:
    problem = nothing_to_decide(Keep(0), ("pick",))
    assert problem.code == "illegal.not_now"
    assert problem.facts == {"seat": 0, "expected": ["pick"], "found": "keep"}


def test_the_top_of_the_stack_says_who_moves() -> None:
    other = Decision(frozenset({1}), (Keep,))
    assert to_decide([]) == frozenset()
    assert to_decide([other, KEEP_OR_GIVE]) == {0, 2}


def test_the_toy_game_asks_in_turn() -> None:
    state = ACORNS.new_game(setup())
    assert ACORNS.to_move(state) == frozenset()
    ACORNS.apply(state, Pick("small"))
    assert ACORNS.to_move(state) == {0}
    assert list(ACORNS.legal_actions(state, 0)) == [Keep(0), Give(0, 1)]
    assert list(ACORNS.legal_actions(state, 1)) == []
    ACORNS.apply(state, Keep(0))
    assert list(ACORNS.chance_outcomes(state)) == [Pick("big"), Pick("small")]
