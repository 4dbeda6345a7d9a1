"""Res Arcana for the kernel: tables from events to their handlers, and what a match looks like from outside."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from games.engine.events import Action, Chance, Claim, Event, Seat, Setup
from games.rules.res_arcana import events, scoring
from games.rules.res_arcana.handlers import actions, attacks, cards, choices, collect, draft, powers, setup
from games.rules.res_arcana.handlers.guard import guard_action, guard_chance
from games.rules.res_arcana.listing import list_actions
from games.rules.res_arcana.outcomes import list_chance
from games.rules.res_arcana.state import State, advance, new_state, question
from games.rules.res_arcana.view import view_of

Handler = Callable[[State, Any], None]


def _in_setup(opening: Handler, later: Handler) -> Handler:
    """Some events of chance mean one thing in set-up and another in the match."""

    def by_phase(state: State, event: Event) -> None:
        (opening if state.phase == "setup" else later)(state, event)

    return by_phase


def _check_opening_draw(state: State, event: events.Draw) -> None:
    setup.check_opening_draw(state, event)
    cards.check_draw(state, event)


ACTIONS: dict[type[Event], tuple[Handler, Handler]] = {
    events.DraftPick: (draft.check_draft_pick, draft.apply_draft_pick),
    events.ChooseMage: (setup.check_choose_mage, setup.apply_choose_mage),
    events.ChooseItem: (setup.check_choose_item, setup.apply_choose_item),
    events.CollectChoice: (collect.check_collect_choice, collect.apply_collect_choice),
    events.TakeStored: (collect.check_take_stored, collect.apply_take_stored),
    events.ForgeCost: (collect.check_forge_cost, collect.apply_forge_cost),
    events.PlaceArtifact: (actions.check_place_artifact, actions.apply_place_artifact),
    events.ClaimMonument: (actions.check_claim_monument, actions.apply_claim_monument),
    events.ClaimPlace: (actions.check_claim_place, actions.apply_claim_place),
    events.Discard: (actions.check_discard, actions.apply_discard),
    events.UsePower: (powers.check_use_power, powers.apply_use_power),
    events.Pass: (actions.check_pass, actions.apply_pass),
    events.LifeLossAnswer: (attacks.check_life_loss_answer, attacks.apply_life_loss_answer),
    events.GainChoice: (choices.check_gain_choice, choices.apply_gain_choice),
    events.StraightenTarget: (choices.check_straighten_target, choices.apply_straighten_target),
    events.RivalTarget: (choices.check_rival_target, choices.apply_rival_target),
    events.PlaceTarget: (choices.check_place_target, choices.apply_place_target),
    events.DiscardChoice: (choices.check_discard_choice, choices.apply_discard_choice),
    events.Reorder: (cards.check_reorder, cards.apply_reorder),
    events.PlaceFromPower: (choices.check_place_from_power, choices.apply_place_from_power),
    events.VictoryReact: (choices.check_victory_react, choices.apply_victory_react),
}

CHANCE: dict[type[Event], tuple[Handler, Handler]] = {
    events.ChooseSides: (setup.check_choose_sides, setup.apply_choose_sides),
    events.FirstPlayer: (setup.check_first_player, setup.apply_first_player),
    events.DealMages: (setup.check_deal_mages, setup.apply_deal_mages),
    events.DealArtifacts: (setup.check_deal_artifacts, setup.apply_deal_artifacts),
    events.DealPacket: (draft.check_deal_packet, draft.apply_deal_packet),
    events.RevealMonument: (
        cards.check_reveal_monument,
        _in_setup(setup.apply_opening_monument, cards.apply_reveal_monument),
    ),
    events.Draw: (
        _in_setup(_check_opening_draw, cards.check_draw),
        _in_setup(setup.apply_opening_draw, cards.apply_draw),
    ),
    events.Look: (cards.check_look, cards.apply_look),
    events.Reshuffle: (cards.check_reshuffle, cards.apply_reshuffle),
}


def check(state: State, event: Event) -> None:
    """Return if `event` can happen now, else raise a `LogProblem`."""
    CHECK[type(event)](state, event)


def apply(state: State, event: Event) -> None:
    """Carry out what `check` let pass."""
    APPLY[type(event)](state, event)


def _guarded(guard: Handler, check_event: Handler) -> Handler:
    def check_guarded(state: State, event: Event) -> None:
        guard(state, event)
        check_event(state, event)

    return check_guarded


CHECK: dict[type[Event], Handler] = {
    **{kind: _guarded(guard_action, pair[0]) for kind, pair in ACTIONS.items()},
    **{kind: _guarded(guard_chance, pair[0]) for kind, pair in CHANCE.items()},
}
APPLY: dict[type[Event], Handler] = {kind: pair[1] for kind, pair in (ACTIONS | CHANCE).items()}


class ResArcana:
    """The rules object that the kernel holds; it has no state of its own."""

    key: ClassVar[str] = "res_arcana"
    revision: ClassVar[int] = 1

    check = staticmethod(check)
    apply = staticmethod(apply)

    def new_game(self, setup_: Setup) -> State:
        """The position before set-up."""
        state = new_state(setup_)
        setup.begin_setup(state)
        advance(state)
        return state

    def to_move(self, state: State) -> frozenset[Seat]:
        """Who must decide now; several in the draft, at the choice of mages and in Collect."""
        asked = question(state)
        return asked.seats if asked else frozenset()

    def verify(self, state: State, claim: Claim) -> None:
        """Records of this game state nothing but events and the result."""
        raise AssertionError(claim)

    def is_over(self, state: State) -> bool:
        """Whether somebody has won."""
        return state.phase == "over"

    def scores(self, state: State) -> tuple[int, ...]:
        """Points by seat; before the end, the points on the board."""
        return tuple(line["total"] for line in scoring.score_lines(state))

    def ranking(self, state: State) -> tuple[int, ...]:
        """Ranks by seat, ties shared, essences as tie-break (rules.md 9)."""
        return scoring.ranking(state)

    def breakdown(self, state: State) -> list[dict[str, Any]]:
        """One scoring, at the end, with the tie-break that decided."""
        return list(state.breakdown)

    def unknown(self, state: State) -> int:
        """Cards whose showing only an unknown one explains."""
        return state.mattered

    def notes(self, state: State) -> list[dict[str, Any]]:
        """None in this game."""
        return []

    def view(self, state: State, seat: Seat | None) -> Any:
        """What that seat, or the public (None), may know."""
        return view_of(state, seat)

    def legal_actions(self, state: State, seat: Seat) -> Iterator[Action]:
        """All decisions open to `seat`; of payments and gains, see listing.py."""
        return list_actions(state, seat)

    def chance_outcomes(self, state: State) -> Iterator[Chance]:
        """All outcomes that chance may bring now."""
        return list_chance(state)


RULES = ResArcana()
