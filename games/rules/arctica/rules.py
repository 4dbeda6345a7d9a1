"""Arctica for the kernel: events played on a copy of the position, and what a match looks like from outside."""

from collections.abc import Iterator
from typing import Any, ClassVar

from games.engine.errors import ClaimMismatch, IllegalAction, ImpossibleChance, LogProblem, UnsupportedLog
from games.engine.events import Action, Chance, Claim, Event, Seat
from games.rules.arctica.events import ABSENT, Opening, RoundCard, RoundEnd, Turn
from games.rules.arctica.handlers import setup
from games.rules.arctica.handlers.round_end import end_round
from games.rules.arctica.handlers.turn import play_turn
from games.rules.arctica.recorded import Recorded
from games.rules.arctica.scoring import ranking, tie_breaks
from games.rules.arctica.state import State, new_state
from games.rules.arctica.steps import Answer, Outcome, answers, apply_step, check_step, deciders, outcomes
from games.rules.arctica.view import view_of


def check(state: State, event: Event) -> None:
    """Return if `event` can happen now, else raise a `LogProblem`; the position after it is kept for `apply`."""
    if isinstance(event, Opening):
        setup.check_opening(state, event)
    elif isinstance(event, RoundCard):
        setup.check_card(state, event)
    elif isinstance(event, Answer | Outcome):
        check_step(state, event)
    else:
        assert isinstance(event, Turn | RoundEnd)
        state.ahead = (event, _played(state, event))


def apply(state: State, event: Event) -> None:
    """Carry out what `check` let pass."""
    if isinstance(event, Opening):
        setup.apply_opening(state, event)
    elif isinstance(event, RoundCard):
        setup.apply_card(state, event)
    elif isinstance(event, Answer | Outcome):
        apply_step(state, event)
    else:
        assert isinstance(event, Turn | RoundEnd)
        ahead = state.ahead
        state.become(ahead[1] if ahead is not None and ahead[0] is event else _played(state, event))


def _played(state: State, event: Turn | RoundEnd) -> State:
    """The position after a turn or a round's end; raises a `LogProblem` with the place inside the event."""
    _check_header(state, event)
    ahead = state.copy()
    source = Recorded(event, state.table.seats)
    try:
        if isinstance(event, Turn):
            play_turn(ahead, source)
        else:
            end_round(ahead, source)
        source.finish(state.table.options.region_source == "logged")
    except LogProblem as problem:
        problem.path = problem.path or source.where()
        raise
    except RecursionError:
        raise UnsupportedLog("too_deep", path=source.where()) from None
    if event.scores is not ABSENT:
        _check_scores(ahead, event.scores)
    return ahead


def _check_scores(state: State, stated: tuple[int, ...]) -> None:
    """The points after a record; after the last one also without the scoring of the end (A89)."""
    scores = tuple(player.points for player in state.players)
    in_play = tuple(row["play"] for row in state.breakdown[-1]["seats"]) if state.phase == "over" else scores
    if stated not in (scores, in_play):
        raise ClaimMismatch("score", path="scores", expected=list(scores), found=list(stated))


def _check_header(state: State, event: Turn | RoundEnd) -> None:
    """The event is due, and counted as it stands."""
    name = "turn" if isinstance(event, Turn) else "round_end"
    if state.phase != name or state.partial:
        if state.phase in ("setup", "card"):
            raise ImpossibleChance("not_now", expected=[EXPECTED[state.phase]], found=name, rule="A11")
        raise IllegalAction("not_now", expected=[EXPECTED[state.phase]], found=name, rule="A11")
    if event.round != state.round:
        raise ClaimMismatch("round", path="round", expected=state.round, found=event.round, rule="A11")
    if isinstance(event, RoundEnd):
        return
    if event.turn != state.turn + 1:
        raise ClaimMismatch("turn", path="turn", expected=state.turn + 1, found=event.turn, rule="A11")
    if event.active != state.active:
        raise IllegalAction(
            "not_your_decision",
            path="active",
            seat=event.active,
            expected=[state.active],
            found=event.active,
            event="place",
            rule="A19",
        )


EXPECTED = {"setup": "setup", "card": "round_end_card", "turn": "turn", "round_end": "round_end", "over": "end"}


class ArcticaRules:
    """The rules of Arctica (see `games.engine.game.Rules`)."""

    key: ClassVar[str] = "arctica"
    revision: ClassVar[int] = 1

    new_game = staticmethod(new_state)
    check = staticmethod(check)
    apply = staticmethod(apply)

    def verify(self, state: State, claim: Claim) -> None:
        """Arctica's records hold their claims inside the events."""
        raise TypeError(f"Arctica has no such claim: {type(claim).__name__}")

    def to_move(self, state: State) -> frozenset[Seat]:
        """Who may answer the question that is asked now (steps.py)."""
        return deciders(state)

    def is_over(self, state: State) -> bool:
        """Whether the last round has ended."""
        return state.phase == "over"

    def scores(self, state: State) -> tuple[int, ...]:
        """Points by seat."""
        return tuple(player.points for player in state.players)

    def ranking(self, state: State) -> tuple[int, ...]:
        """Ranks by seat (A93 to A95)."""
        return ranking(state)

    def breakdown(self, state: State) -> list[dict[str, Any]]:
        """One object for each majority and one for the end."""
        return state.breakdown

    def unknown(self, state: State) -> int:
        """Cards in hands that nobody has seen (H4.8)."""
        return sum(player.unknown for player in state.players)

    def notes(self, state: State) -> list[dict[str, Any]]:
        """That the set is a stand-in, if it is, and ties that the Fauna cards decided."""
        box = state.table.box
        stand_in = [] if box.official else [{"code": "reference_set", "set": box.id, "version": box.version}]
        return [*stand_in, *(tie_breaks(state) if state.phase == "over" else [])]

    def view(self, state: State, seat: Seat | None) -> dict[str, Any]:
        """What that seat, or the public, may know."""
        return view_of(state, seat)

    def legal_actions(self, state: State, seat: Seat) -> Iterator[Action]:
        """Every legal answer of `seat` to the question asked now."""
        return answers(state, seat)

    def chance_outcomes(self, state: State) -> Iterator[Chance]:
        """Everything chance may bring now; cards drawn together come in one order only."""
        return outcomes(state)


RULES = ArcticaRules()
