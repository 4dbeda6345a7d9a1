"""A table with a known layout: tiles, cards and tribes in the order of the set, so that tests can name them.

Seat 0 begins and has tribe `rime`, cards A (A1 to A3 rest), artifact card AC01; seat 1 `tide`, B, AC02; and so on. Area tile
B01 lies on S10, and so on along the area slots; start tiles A01 to A05 lie on S21, S31, S22, S42, S33, turn 0.
"""

from typing import Any

import pytest

from games.engine.errors import LogProblem
from games.engine.events import Event, Setup
from games.rules.revive import events as e
from games.rules.revive.flow import run
from games.rules.revive.options import RULE_SETS
from games.rules.revive.rules import RULES
from games.rules.revive.sets import ComponentSet, reference_components
from games.rules.revive.state import Doing, Draw, Laid, Player, State
from tests.rules.matches import snapshot

TRIBES = ("rime", "tide", "path", "lamp")


class Table:
    """A match in progress. Options are those of rules.md 14."""

    def __init__(
        self,
        seats: int = 2,
        *,
        rules: str = "bga",
        box: ComponentSet | None = None,
        tribes: tuple[str, ...] = TRIBES,
        start: int = 0,
        laid: bool = True,
        **options: Any,
    ) -> None:
        self.box = box or reference_components()
        self.state = RULES.new_game(Setup(seats, {**RULE_SETS[rules], **options}, self.box))
        self.tribes = tribes[:seats]
        if laid:
            self.do(e.StartPlayer(start))
            while self.state.turn < 0:
                self.do(self.next_of_setup())

    def next_of_setup(self) -> Event:
        """The event that is due at set-up, with the first pieces of the set."""
        state, box, top = self.state, self.box, self.state.stack[-1]
        if not isinstance(top, Draw):
            if top.name == "choose_tribe":
                return e.ChooseTribe(top.seat, self.tribes[top.seat])
            return e.ChooseArtifactCard(top.seat, state.players[top.seat].dealt_cards[0])
        kind, seat = top.kind, top.seat
        if kind is e.Tribes:
            return e.Tribes(self.tribes)
        if kind is e.Lakes:
            slots = box.catalogue.expansion.lake_setup.lake_slots
            return e.Lakes(tuple(map(e.LakePlaced, slots, box.lakes)))
        if kind is e.TilesPlaced:
            return self.tiles_placed()
        if kind is e.LargeLocations:
            tiles = [tile.id for tile in box.catalogue.large_location]
            sides = [tile.sides[0].side for tile in box.catalogue.large_location]
            return e.LargeLocations(tuple(map(e.Corner, box.corner_slots, tiles, sides)), tiles[-1])
        if kind is e.ExtraLocation:
            return e.ExtraLocation(state.left_over, box.large_locations[state.left_over].sides[0].side)
        if kind is e.Display:
            machines = {color: tuple(deck)[:3] for color, deck in state.machine_decks.items()}
            return e.Display(box.citizens[:5], machines, tuple(box.modules)[:5])
        if kind is e.JourneyDeck:
            return e.JourneyDeck(tuple(box.journeys)[:3])
        if kind is e.StartSet:
            return e.StartSet(seat, list(box.start_sets)[seat])
        if kind is e.StartSplit:
            own = list(state.players[seat].active)
            return e.StartSplit(seat, tuple(own[: len(own) // 2]))
        cards = list(box.artifact_cards)
        if state.options.artifact_cards == "draft2":
            return e.ArtifactCard(seat, cards=(cards[2 * seat], cards[2 * seat + 1]))
        if state.options.artifact_cards == "common":
            return e.ArtifactCard(card=cards[0])
        return e.ArtifactCard(seat, cards[seat])

    def tiles_placed(self) -> e.TilesPlaced:
        """All tiles in the order of the set; vast crystals take the first places."""
        box, state = self.box, self.state
        slots = [slot for slot in box.area_slots if slot not in state.lakes]
        vast = box.catalogue.vast_crystals if state.options.vast_crystals == "on" else None
        crystals = [tile.id for tile in box.catalogue.vast_crystal_tile][: vast.replace if vast else 0]
        tiles = [*crystals, *(tile.id for tile in box.catalogue.area_tile)]
        start = [
            e.StartTilePlaced(slot, tile.id, 0)
            for slot, tile in zip(box.start_slots, box.catalogue.start_tile, strict=True)
        ]
        return e.TilesPlaced(tuple(start), tuple(map(e.AreaTilePlaced, slots, tiles)))

    def do(self, *events: Event) -> "Table":
        """Every event is legal, and happens."""
        for event in events:
            RULES.check(self.state, event)
            RULES.apply(self.state, event)
        return self

    def refuse(self, event: Event, code: str, rule: str | None = None) -> None:
        """The event is refused with that code (and rule), and nothing changes."""
        before = snapshot(self.state)
        with pytest.raises(LogProblem) as refused:
            RULES.check(self.state, event)
        assert refused.value.code == code, refused.value.facts
        if rule is not None:
            assert refused.value.facts["rule"] == rule
        assert self.state == before

    def legal(self, seat: int | None = None) -> list[Any]:
        """What is listed for the seat that decides, or for `seat`."""
        seats = [seat] if seat is not None else RULES.to_move(self.state)
        return [action for one in seats for action in RULES.legal_actions(self.state, one)]

    def player(self, seat: int = 0) -> Player:
        return self.state.players[seat]

    def give(self, seat: int = 0, **res: int) -> "Table":
        """Exactly these resources, none else."""
        self.player(seat).res.update(dict.fromkeys(self.player(seat).res, 0) | res)
        return self

    def hold(self, *cards: str, seat: int = 0) -> "Table":
        """Cards of the box into the active area, from wherever they are."""
        for card in cards:
            self.state.citizen_deck.pop(card, None)
            self.state.scyphoz_unseen.pop(card, None)
            for player in self.state.players:
                player.active.pop(card, None)
                player.resting.pop(card, None)
            self.player(seat).active[card] = self.box.cards[card]
        return self

    def lay(self, card: str, slot: str, half: str, *, seat: int = 0, color: Any = None) -> "Table":
        """A card into a slot, without its effect."""
        self.hold(card, seat=seat)
        piece = self.player(seat).active.pop(card)
        self.player(seat).slots[slot].append(Laid(piece, half, color or piece.color))  # type: ignore[arg-type]
        return self

    def module(self, module: str, slot: str, space: int, *, seat: int = 0) -> "Table":
        """A module onto a place, without its effect."""
        self.state.module_deck.pop(module, None)
        self.player(seat).modules[slot][space] = module
        return self

    def machine(self, *machines: str, seat: int = 0, energy: int = 5) -> "Table":
        """Machines unlocked, and energy for them."""
        for machine in machines:
            self.player(seat).machines[machine] = "W04"
        self.player(seat).energy = energy
        return self

    def crate(self, *crates: str, seat: int = 0) -> "Table":
        """Closed crates."""
        for crate in crates:
            self.state.crates.draw(crate)
            self.player(seat).crates[crate] = None
        return self

    def due(self) -> str:
        """The name of the decision, or the type of the chance event, that is due; empty when nothing is pending."""
        if not self.state.stack:
            return ""
        top = self.state.stack[-1]
        if isinstance(top, Draw):
            return str(top.kind.__struct_config__.tag)
        return getattr(top, "name", "order_rewards")

    def effect(self, *effects: Any, seat: int = 0) -> "Table":
        """An effect list of nobody's, done now."""
        self.state.stack.append(Doing(seat, effects))
        run(self.state)
        return self

    def half_over(self) -> "Table":
        """The running half is as if its main action were done."""
        self.state.acted = True
        return self

    def pass_turn(self) -> "Table":
        """The player on turn hibernates and takes the first row; nothing is left pending."""
        seat = self.state.turn
        player = self.player(seat)
        player.switch_used = False
        self.do(e.SwitchBasic(seat, "gear"), e.EndTurn(seat))
        return self


def refused(state: State, event: Event) -> bool:
    """Whether an event is refused."""
    try:
        RULES.check(state, event)
    except LogProblem:
        return True
    return False
