"""Alhambra for the kernel: tables from events to their handlers, and what a match looks like from outside."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from games.engine.decisions import check_decision, nothing_to_decide, to_decide
from games.engine.events import Action, Chance, Claim, Event, Seat
from games.rules.alhambra import claims, events
from games.rules.alhambra.handlers import chance, money, placing, redesign, statements, taking_back
from games.rules.alhambra.handlers.flow import due
from games.rules.alhambra.listing import list_actions, list_chance
from games.rules.alhambra.scoring import ranking
from games.rules.alhambra.state import State, new_state
from games.rules.alhambra.view import view_of

Handler = Callable[[State, Any], None]

ACTIONS: dict[type[Event], tuple[Handler, Handler]] = {
    events.TakeMoney: (money.check_take_money, money.apply_take_money),
    events.Buy: (money.check_buy, money.apply_buy),
    events.Pass: (money.check_pass, money.apply_pass),
    events.RedesignAdd: (redesign.check_redesign_add, redesign.apply_redesign_add),
    events.RedesignRemove: (redesign.check_redesign_remove, redesign.apply_redesign_remove),
    events.RedesignSwap: (redesign.check_redesign_swap, redesign.apply_redesign_swap),
    events.Place: (placing.check_place, placing.apply_place),
    events.PlaceLeftover: (placing.check_place_leftover, placing.apply_place_leftover),
}

CHANCE: dict[type[Event], tuple[Handler, Handler]] = {
    events.Deal: (chance.check_deal, chance.apply_deal),
    events.StartPlayer: (chance.check_start_player, chance.apply_start_player),
    events.DirkTiles: (chance.check_dirk_tiles, chance.apply_dirk_tiles),
    events.RevealMoney: (chance.check_reveal_money, chance.apply_reveal_money),
    events.RevealScoring: (chance.check_reveal_scoring, chance.apply_reveal_scoring),
    events.Reshuffle: (chance.check_reshuffle, chance.apply_reshuffle),
    events.RevealTile: (chance.check_reveal_tile, chance.apply_reveal_tile),
    claims.StandIn: (chance.check_stand_in, chance.apply_stand_in),
}

STATEMENTS: dict[type[Event], Handler] = {
    claims.ToAct: statements.verify_to_act,
    claims.HandSize: statements.verify_hand_size,
    claims.PilesLeft: statements.verify_piles_left,
    claims.OnSlot: statements.verify_on_slot,
    claims.InAlhambra: statements.verify_in_alhambra,
    claims.ExactPayment: statements.verify_exact_payment,
    claims.Holdings: statements.verify_holdings,
    claims.RoundResult: statements.verify_round_result,
    claims.Restored: statements.verify_restored,
    claims.Ended: statements.verify_ended,
    claims.LeftoverAwarded: statements.verify_leftover_awarded,
}


def check(state: State, event: Event) -> None:
    """Return if `event` can happen now, else raise a `LogProblem`."""
    CHECK[type(event)](state, event)


def apply(state: State, event: Event) -> None:
    """Carry out what `check` let pass."""
    APPLY[type(event)](state, event)


def verify(state: State, claim: Claim) -> None:
    """Return if the claim agrees with the position, else raise a `LogProblem`."""
    STATEMENTS[type(claim)](state, claim)


def _guarded(check_action: Handler) -> Handler:
    """The check of an action, after the question whether its seat may decide now at all."""

    def check_guarded(state: State, action: Action) -> None:
        pending = state.pending
        if not pending:
            raise nothing_to_decide(action, due(state))
        check_decision(pending[-1], action)
        check_action(state, action)

    return check_guarded


def _check_taken_back(state: State, event: claims.TakenBack) -> None:
    taking_back.check_taken_back(state, event, check, apply, verify)


CHECK: dict[type[Event], Handler] = {
    **{kind: _guarded(check_action) for kind, (check_action, _) in ACTIONS.items()},
    **{kind: check_draw for kind, (check_draw, _) in CHANCE.items()},
    claims.TakenBack: _check_taken_back,
}

APPLY: dict[type[Event], Handler] = {
    **{kind: handler for kind, (_, handler) in (ACTIONS | CHANCE).items()},
    claims.TakenBack: taking_back.apply_taken_back,
}


class AlhambraRules:
    """The rules of Alhambra (see `games.engine.game.Rules`)."""

    key: ClassVar[str] = "alhambra"
    revision: ClassVar[int] = 1

    new_game = staticmethod(new_state)
    check = staticmethod(check)
    apply = staticmethod(apply)
    verify = staticmethod(verify)

    def to_move(self, state: State) -> frozenset[Seat]:
        """Who must decide now."""
        return to_decide(state.pending)

    def is_over(self, state: State) -> bool:
        """Whether the last round has been scored."""
        return state.phase == "over"

    def scores(self, state: State) -> tuple[int, ...]:
        """Points by seat."""
        return tuple(player.score for player in state.players)

    def ranking(self, state: State) -> tuple[int, ...]:
        """Ranks by seat; there is no tie-break (rules.md 8.5)."""
        return ranking(self.scores(state))

    def breakdown(self, state: State) -> list[dict[str, Any]]:
        """One object for each scoring."""
        return state.breakdown

    def unknown(self, state: State) -> int:
        """Cards and tiles that stayed unknown."""
        dirk = sum(state.dirk.hidden) if state.dirk is not None else 0
        return dirk + sum(player.hidden for player in state.players)

    def notes(self, state: State) -> list[dict[str, Any]]:
        """Deviations of the site from the rulebook, wrong counts."""
        return state.notes

    def view(self, state: State, seat: Seat | None) -> dict[str, Any]:
        """What that seat, or the public, may know."""
        return view_of(state, seat)

    def legal_actions(self, state: State, seat: Seat) -> Iterator[Action]:
        """All decisions open to `seat`; of payments one for each sum."""
        return list_actions(state, seat)

    def chance_outcomes(self, state: State) -> Iterator[Chance]:
        """All outcomes that chance may bring now."""
        return list_chance(state)


RULES = AlhambraRules()
