"""Whole matches: nothing is left out, and what is listed is what can be (games/README 1.5, 3).

That matches replay and the box adds up is tested for every game in test_every_game.py.
"""

from collections.abc import Iterator
from copy import deepcopy
from random import Random

import msgspec
import pytest

from games.engine.errors import LogProblem
from games.engine.events import Action, Chance, Event, Setup
from games.rules.res_arcana import events as ev
from games.rules.res_arcana.dealer import Dealer
from games.rules.res_arcana.essences import Essences, essences_of
from games.rules.res_arcana.greedy import Greedy
from games.rules.res_arcana.listing import list_actions
from games.rules.res_arcana.outcomes import list_chance
from games.rules.res_arcana.rules import RULES
from games.rules.res_arcana.state import State
from tests.rules.res_arcana.table import BOX, do, play, random_events, setup

SETUPS = ("standard", "draft", "first_game")


def match(seed: int) -> tuple[Setup, list[Event], State]:
    """A random match; seats, rule set and set-up go round."""
    return play(seed, 2 + seed % 3, ("official", "seed", "bga")[seed // 3 % 3], setup=SETUPS[seed // 9 % 3])


def used_powers(events: list[Event]) -> Iterator[tuple[str, int]]:
    """Powers used, by component and index; what happens on claiming and at a check included."""
    for event in events:
        if isinstance(event, ev.UsePower):
            yield event.component, event.power
        elif isinstance(event, ev.LifeLossAnswer) and event.react is not None:
            yield event.react, event.power or 0
        elif isinstance(event, ev.VictoryReact) and event.choice == "use":
            yield "golden_statue", 0
        elif isinstance(event, ev.GainChoice) and sum(event.essences.counts()) == 6:
            yield "obelisk", 0


def components_met(events: list[Event], state: State) -> Iterator[str]:
    for event in events:
        if isinstance(event, ev.PlaceArtifact | ev.PlaceFromPower) and event.card is not None:
            yield event.card
        elif isinstance(event, ev.ClaimPlace):
            yield event.place
        elif isinstance(event, ev.ChooseMage):
            yield event.mage
        elif isinstance(event, ev.ChooseItem | ev.Pass):
            yield event.item
    yield from (name for player in state.players for name in player.tableau)


POWERS = {(card.id, power.index) for card in BOX.cards.values() for power in card.powers}


def missing(played: list[tuple[list[Event], State]]) -> tuple[set[str], set[tuple[str, int]], set[str]]:
    """Components, powers and types of event that never occurred."""
    components, powers, kinds = set(BOX.cards), set(POWERS), {kind.__name__ for kind in EVENT_TYPES}
    for events, state in played:
        components -= set(components_met(events, state))
        powers -= set(used_powers(events))
        kinds -= {type(event).__name__ for event in events}
    return components, powers, kinds


EVENT_TYPES = ev.ResArcanaEvent.__args__  # type: ignore[attr-defined]


def test_random_matches_leave_nothing_out() -> None:
    """Every component, every power of every component, every type of event."""
    played = [(events, state) for _, events, state in map(match, range(425, 460))]
    assert missing(played) == (set(), set(), set())


def greedy_match(seed: int) -> tuple[list[Event], State]:
    start = setup(2 + seed % 3, setup=SETUPS[seed // 3 % 3])
    rng = Random(seed)
    dealer, bot, state = Dealer(start, rng), Greedy(start, rng), RULES.new_game(start)
    events: list[Event] = []
    while not RULES.is_over(state):
        seats = RULES.to_move(state)
        event: Event = bot(state, min(seats)) if seats else dealer(state)
        do(state, event)
        events.append(event)
    return events, state


def test_greedy_matches_leave_nothing_out_and_end_soon() -> None:
    """Rules.md 3: matches of people take 4 to 6 rounds."""
    played = [greedy_match(seed) for seed in range(100)]
    assert missing(played) == (set(), set(), set())
    assert max(state.round for _, state in played) < 25
    assert sum(state.round for _, state in played) / len(played) < 10


def changed(event: Action, rng: Random, state: State) -> Iterator[Action]:
    """Neighbours of a legal action: other essences, other components, other numbers."""
    names = [*BOX.cards, "nonsense"]
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field == "seat":
            yield msgspec.structs.replace(event, seat=(value + 1) % (len(state.players) + 1))
        elif isinstance(value, Essences):
            counts = list(value.counts())
            counts[rng.randrange(5)] += rng.choice((-1, 1, 1))
            if min(counts) >= 0:
                yield msgspec.structs.replace(event, **{field: essences_of(counts)})
        elif isinstance(value, str) and value in BOX.cards:
            yield msgspec.structs.replace(event, **{field: rng.choice(names)})
        elif isinstance(value, int) and not isinstance(value, bool):
            yield msgspec.structs.replace(event, **{field: rng.randrange(4)})


def passes(state: State, event: Event) -> bool:
    try:
        RULES.check(state, event)
    except LogProblem:
        return False
    return True


def canonical(event: Action) -> object:
    """An action without what listing.py lists only in part: payments, gains, losses, X."""
    values = msgspec.structs.asdict(event)
    kept = {
        name: value
        for name, value in values.items()
        if not isinstance(value, Essences) and name not in ("x", "essence")
    }
    return type(event), tuple(kept.items())


@pytest.mark.parametrize("seed", range(24))
def test_legal_actions_are_sound_and_complete(seed: int) -> None:
    """All that is listed passes the check; what passes is listed, but for the amounts that listing.py leaves out."""
    start, events, _ = match(seed)
    rng = Random(seed)
    state = RULES.new_game(start)
    for event in events[:500]:
        seats = RULES.to_move(state)
        if seats and rng.random() < 0.25:
            listed = [action for seat in seats for action in list_actions(state, seat)]
            assert all(passes(state, action) for action in listed)
            known = set(map(canonical, listed))
            before = deepcopy(state)
            for action in rng.sample(listed, min(6, len(listed))):
                for other in changed(action, rng, state):
                    if passes(state, other):
                        assert canonical(other) in known, other
            assert state == before, "checking changes nothing"
            for seat in set(range(len(state.players))) - seats:
                assert list(list_actions(state, seat)) == []
        do(state, event)


@pytest.mark.parametrize("seed", range(12))
def test_chance_outcomes_are_sound_and_complete(seed: int) -> None:
    """In mid-match every event of chance is one of those listed, and all that are listed can be."""
    start, events, _ = match(seed)
    state = RULES.new_game(start)
    for event in events:
        if isinstance(event, Chance) and state.phase not in ("setup", "draft"):
            outcomes = list(list_chance(state))
            assert event in outcomes
            assert all(passes(state, outcome) for outcome in outcomes)
        elif isinstance(event, Action):
            assert list(list_chance(state)) == []
        do(state, event)


@pytest.mark.parametrize("kind", SETUPS)
def test_chance_outcomes_of_set_up_can_be(kind: str) -> None:
    """Deals are too many to list to the end; the first of each are tried."""
    start = setup(3, setup=kind)
    dealer, state = Dealer(start, Random(1)), RULES.new_game(start)
    while state.phase == "setup" and not RULES.to_move(state):
        outcomes = list_chance(state)
        for _ in range(20):
            outcome = next(outcomes, None)
            assert outcome is None or passes(state, outcome)
        do(state, dealer(state))


@pytest.mark.parametrize("seed", range(30))
def test_a_failed_check_leaves_the_state_equal(seed: int) -> None:
    """Every event of another match, tried at every twentieth position."""
    start, events, _ = match(seed)
    _, others, _ = match(seed + 1000)
    state = RULES.new_game(start)
    rng = Random(seed)
    for number, event in enumerate(events):
        if number % 20 == 0:
            before = deepcopy(state)
            for other in rng.sample(others, 25):
                passes(state, other)
            assert state == before
        do(state, event)


def test_the_same_seed_gives_the_same_match() -> None:
    assert match(7)[1] == match(7)[1]


def test_a_match_goes_on_from_any_position() -> None:
    state = RULES.new_game(setup(4))
    random_events(state, Random(3), Dealer(setup(4), Random(4)), stop=150)
    assert not RULES.is_over(state)
    random_events(state, Random(5), Dealer(setup(4), Random(6)))
    assert RULES.is_over(state)
