"""Revive for the kernel: tables from events to their handlers, and what a match looks like from outside."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from games.engine.events import Action, Chance, Claim, Event, Seat
from games.rules.revive import events, scoring
from games.rules.revive.dealer import list_chance
from games.rules.revive.handlers import board, cards, choices, free, setup, turn
from games.rules.revive.handlers.guards import deciding
from games.rules.revive.listing import list_actions
from games.rules.revive.opening import new_state
from games.rules.revive.state import State
from games.rules.revive.view import view_of

Handler = Callable[[State, Any], None]

HANDLERS: dict[type[Event], tuple[Handler, Handler]] = {
    events.StartPlayer: (setup.check_start_player, setup.apply_start_player),
    events.Tribes: (setup.check_tribes, setup.apply_tribes),
    events.ChooseTribe: (setup.check_choose_tribe, setup.apply_choose_tribe),
    events.Lakes: (setup.check_lakes, setup.apply_lakes),
    events.TilesPlaced: (setup.check_tiles_placed, setup.apply_tiles_placed),
    events.LargeLocations: (setup.check_large_locations, setup.apply_large_locations),
    events.ExtraLocation: (setup.check_extra_location, setup.apply_extra_location),
    events.Display: (setup.check_display, setup.apply_display),
    events.JourneyDeck: (setup.check_journey_deck, setup.apply_journey_deck),
    events.StartSet: (setup.check_start_set, setup.apply_start_set),
    events.StartSplit: (setup.check_start_split, setup.apply_start_split),
    events.ArtifactCard: (setup.check_artifact_card, setup.apply_artifact_card),
    events.ChooseArtifactCard: (setup.check_choose_artifact_card, setup.apply_choose_artifact_card),
    events.RevealTile: (board.check_reveal_tile, board.apply_reveal_tile),
    events.RefillCitizen: (turn.check_refill_citizen, turn.apply_refill_citizen),
    events.RefillModule: (turn.check_refill_module, turn.apply_refill_module),
    events.RefillMachine: (turn.check_refill_machine, turn.apply_refill_machine),
    events.RefillJourney: (turn.check_refill_journey, turn.apply_refill_journey),
    events.DrawCitizen: (turn.check_draw_citizen, turn.apply_draw_citizen),
    events.DrawCrate: (free.check_draw_crate, free.apply_draw_crate),
    events.DrawScyphoz: (choices.check_draw_scyphoz, choices.apply_draw_scyphoz),
    events.PlayCard: (cards.check_play_card, cards.apply_play_card),
    events.SwitchBasic: (cards.check_switch_basic, cards.apply_switch_basic),
    events.SwitchCopy: (cards.check_switch_copy, cards.apply_switch_copy),
    events.SwitchJourney: (cards.check_switch_journey, cards.apply_switch_journey),
    events.Explore: (board.check_explore, board.apply_explore),
    events.TurnTile: (board.check_turn_tile, board.apply_turn_tile),
    events.Build: (board.check_build, board.apply_build),
    events.Populate: (board.check_populate, board.apply_populate),
    events.PlaceMarker: (board.check_place_marker, board.apply_place_marker),
    events.MovePopulation: (board.check_move_population, board.apply_move_population),
    events.Hibernate: (turn.check_hibernate, turn.apply_hibernate),
    events.HibernateStep: (turn.check_hibernate_step, turn.apply_hibernate_step),
    events.UseTribe: (choices.check_use_tribe, choices.apply_use_tribe),
    events.UseMachine: (free.check_use_machine, free.apply_use_machine),
    events.OpenCrate: (free.check_open_crate, free.apply_open_crate),
    events.TechTrade: (free.check_tech_trade, free.apply_tech_trade),
    events.TradeCrystal: (free.check_trade_crystal, free.apply_trade_crystal),
    events.OverflowCrystal: (free.check_overflow_crystal, free.apply_overflow_crystal),
    events.ResolveJourney: (free.check_resolve_journey, free.apply_resolve_journey),
    events.TakeModule: (choices.check_take_module, choices.apply_take_module),
    events.TakeMachine: (choices.check_take_machine, choices.apply_take_machine),
    events.TakeArtifact: (choices.check_take_artifact, choices.apply_take_artifact),
    events.TakeCard: (choices.check_take_card, choices.apply_take_card),
    events.AdvanceAny: (choices.check_advance_any, choices.apply_advance_any),
    events.PickResource: (choices.check_pick_resource, choices.apply_pick_resource),
    events.PickOption: (choices.check_pick_option, choices.apply_pick_option),
    events.PickCard: (choices.check_pick_card, choices.apply_pick_card),
    events.PickEnergy: (choices.check_pick_energy, choices.apply_pick_energy),
    events.OrderRewards: (choices.check_order_rewards, choices.apply_order_rewards),
    events.KeepScyphoz: (choices.check_keep_scyphoz, choices.apply_keep_scyphoz),
    events.SettlePoints: (free.check_settle_points, free.apply_settle_points),
    events.DoTrade: (choices.check_do_trade, choices.apply_do_trade),
    events.Decline: (choices.check_decline, choices.apply_decline),
    events.SoloRefresh: (turn.check_solo_refresh, turn.apply_solo_refresh),
    events.NextAction: (turn.check_next_action, turn.apply_next_action),
    events.EndTurn: (turn.check_end_turn, turn.apply_end_turn),
}

CHECK: dict[type[Event], Handler] = {kind: check for kind, (check, _) in HANDLERS.items()}
APPLY: dict[type[Event], Handler] = {kind: apply for kind, (_, apply) in HANDLERS.items()}


def check(state: State, event: Event) -> None:
    """Return if `event` can happen now, else raise a `LogProblem`."""
    CHECK[type(event)](state, event)


def apply(state: State, event: Event) -> None:
    """Carry out what `check` let pass."""
    APPLY[type(event)](state, event)


class ReviveRules:
    """The rules of Revive (see `games.engine.game.Rules`)."""

    key: ClassVar[str] = "revive"
    revision: ClassVar[int] = 1

    new_game = staticmethod(new_state)
    check = staticmethod(check)
    apply = staticmethod(apply)

    def verify(self, state: State, claim: Claim) -> None:
        """No log that we read states anything between events."""
        raise TypeError(type(claim).__name__)

    def to_move(self, state: State) -> frozenset[Seat]:
        """Who must decide now."""
        seat = deciding(state)
        return frozenset() if seat is None else frozenset({seat})

    def is_over(self, state: State) -> bool:
        """Whether the last turn has ended."""
        return state.over

    def scores(self, state: State) -> tuple[int, ...]:
        """Points by seat."""
        return scoring.scores(state)

    def ranking(self, state: State) -> tuple[int, ...]:
        """Ranks by seat, ties broken by resources, then tracks (rules.md 12)."""
        return scoring.ranking(state)

    def breakdown(self, state: State) -> list[dict[str, Any]]:
        """The scoring at the end."""
        return scoring.breakdown(state)

    def unknown(self, state: State) -> int:
        """Artifact cards that stayed unknown: they score."""
        return len(scoring.unknown_cards(state))

    def notes(self, state: State) -> list[dict[str, Any]]:
        """Nothing deviates from the rules here."""
        return []

    def view(self, state: State, seat: Seat | None) -> dict[str, Any]:
        """What that seat, or the public, may know."""
        return view_of(state, seat)

    def legal_actions(self, state: State, seat: Seat) -> Iterator[Action]:
        """All decisions open to `seat`; of payments and orders a choice, see `listing`."""
        return list_actions(state, seat)

    def chance_outcomes(self, state: State) -> Iterator[Chance]:
        """All outcomes that chance may bring now; none where set-up has too many to list."""
        return list_chance(state)


RULES = ReviveRules()
