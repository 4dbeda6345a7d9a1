"""One question at a time: what is listed is legal, what is not listed is not; answers make whole turns."""

from itertools import islice
from random import Random

import pytest

from games.engine.errors import LogProblem
from games.engine.events import Chance, Claim
from games.rules.arctica import rules
from games.rules.arctica.events import Opening, RoundCard
from games.rules.arctica.rules import RULES
from games.rules.arctica.steps import Answer, Outcome, asked, question
from tests.rules.arctica.matches import assert_adds_up
from tests.rules.arctica.small_set import small_set
from tests.rules.arctica.table import a_setup, a_state, a_turn, refusal


def walk(setup, seed, most=100_000):
    """A match answered one question at a time: yields position, listed events, chosen event."""
    rng = Random(seed)
    state = RULES.new_game(setup)
    for _ in range(most):
        if RULES.is_over(state):
            return
        seats = RULES.to_move(state)
        listed = (
            [event for seat in seats for event in RULES.legal_actions(state, seat)]
            if seats
            else list(islice(RULES.chance_outcomes(state), 200))
        )
        yield state, listed, rng.choice(listed)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_match_can_be_answered_question_by_question(seats):
    for state, _, event in walk(a_setup(seats), seats):
        RULES.check(state, event)
        RULES.apply(state, event)
        if not state.partial:
            assert_adds_up(state)
    assert RULES.is_over(state)


def test_what_is_listed_passes_and_everything_else_fails():
    for state, listed, event in walk(a_setup(3), 1, 120):
        for legal in listed[:40]:
            RULES.check(state, legal)
        values = [legal.value for legal in listed if isinstance(legal, Answer | Outcome)]
        if isinstance(event, Answer):
            assert event.value in values
            for wrong in ("nothing", {"do": "forgo", "side": "c"}, [], ["XX99"], None):
                if wrong not in values:
                    with pytest.raises(LogProblem):
                        RULES.check(state, Answer(event.seat, event.ask, wrong))
            with pytest.raises(LogProblem):
                RULES.check(state, Answer(99, event.ask, event.value))
            with pytest.raises(LogProblem):
                RULES.check(state, Answer(event.seat, "other", event.value))
        RULES.apply(state, event)


def test_answers_make_the_record_of_the_turn_and_the_same_position():
    for components in (None, small_set()):
        setup = a_setup(3, components, pawn_availability="not_last")
        whole = RULES.new_game(setup)
        for state, _, event in walk(setup, 7):
            RULES.check(state, event)
            if isinstance(event, Opening | RoundCard):
                RULES.apply(whole, event)
            last = state.copy()
            last.partial = (*state.partial, event)
            RULES.apply(state, event)
            if isinstance(event, Answer | Outcome) and not state.partial:
                turn, _ = asked(last)
                RULES.check(whole, turn)
                RULES.apply(whole, turn)
            if not state.partial:
                assert whole == state


def test_nobody_decides_while_chance_is_due_and_the_other_way_round():
    for state, listed, event in walk(a_setup(2), 3, 80):
        if RULES.to_move(state):
            assert not list(islice(RULES.chance_outcomes(state), 1))
        else:
            assert isinstance(listed[0], Chance)
            assert not any(list(RULES.legal_actions(state, seat)) for seat in (0, 1))
        RULES.apply(state, event)


def test_a_whole_turn_is_refused_inside_a_turn():
    state = a_state()
    RULES.apply(state, next(iter(RULES.legal_actions(state, 0))))
    assert refusal(state, a_turn(state))[0] == "illegal.not_now"


def test_outside_of_turns_nothing_is_asked():
    state = RULES.new_game(a_setup(2))
    assert question(state) is None
    assert RULES.to_move(state) == frozenset()
    openings = list(islice(RULES.chance_outcomes(state), 3))
    for opening in openings:
        RULES.check(state, opening)
    waiting = RULES.new_game(a_setup(2, round_end_reveal="round_start"))
    RULES.apply(waiting, next(iter(RULES.chance_outcomes(waiting))))
    assert {event.id for event in RULES.chance_outcomes(waiting)} == {f"RE{number}" for number in range(1, 7)}


@pytest.mark.parametrize("options", [{"region_source": "logged"}, {"hand_overflow": "draw_then_discard"}])
def test_options_that_ask_more_are_answered_too(options):
    for state, _, event in walk(a_setup(2, **options), 5):
        RULES.check(state, event)
        RULES.apply(state, event)
    assert RULES.is_over(state)


def test_effects_nested_beyond_all_measure_are_unsupported(monkeypatch):
    def endless(state, source):
        endless(state, source)

    monkeypatch.setattr(rules, "play_turn", endless)
    assert refusal(a_state(), a_turn(a_state()))[0] == "unsupported.too_deep"


def test_chance_answers_only_its_own_question():
    state = a_state()
    for event in (Outcome(0, "draw", ("FI01",)), Outcome(-1, "event", (0,))):
        with pytest.raises(LogProblem) as refused:
            RULES.check(state, event)
        assert refused.value.code == "chance.not_now"


def test_arctica_states_no_claims_beside_its_events():
    with pytest.raises(TypeError):
        RULES.verify(a_state(), Claim())
