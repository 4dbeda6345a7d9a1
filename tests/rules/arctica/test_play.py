"""Whole matches: everything adds up, everything occurs, and the order of seats does not matter."""

from collections import Counter
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from games.engine.errors import LogProblem
from games.rules.arctica.components import base_components
from games.rules.arctica.dealer import Dealer
from games.rules.arctica.events import ABSENT, ArcticaEvent, Opening, RoundEnd, Turn
from games.rules.arctica.greedy import Greedy, GreedyBot
from games.rules.arctica.handlers import turn as turn_module
from games.rules.arctica.playing import RandomBot
from games.rules.arctica.rules import RULES
from games.rules.arctica.vocabulary import EFFECT_NAMES, May, inner_lists, name_of
from tests.rules.arctica.matches import assert_adds_up, play_match, values_of_options
from tests.rules.arctica.small_set import small_set
from tests.rules.arctica.table import a_setup

ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(list[ArcticaEvent])


def replayed(setup, events, each=lambda state: None):
    """The position after the events."""
    state = RULES.new_game(setup)
    for event in events:
        before = state.copy()
        RULES.check(state, event)
        assert state == before
        RULES.apply(state, event)
        each(state)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a3_random_matches_replay_to_the_same_position_and_add_up_at_every_event(seats):
    for seed in range(100):
        state, events, setup = play_match(seats, seed)
        again = DECODER.decode(ENCODER.encode(events))
        assert again == events
        assert replayed(setup, again, assert_adds_up) == state


@pytest.mark.night
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a3_a_thousand_random_matches(seats):
    for seed in range(1000, 2000):
        state, events, setup = play_match(seats, seed)
        assert replayed(setup, DECODER.decode(ENCODER.encode(events)), assert_adds_up) == state


def test_matches_under_any_mixture_of_options_and_with_another_set():
    values = values_of_options()
    for seed in range(160):
        rng = Random(seed)
        options = {name: rng.choice(found) for name, found in values.items()}
        components = small_set() if seed % 2 else base_components()
        if seed % 2:
            options["pawn_availability"] = rng.choice(["not_last", "any"])
        state, events, setup = play_match(2 + seed % (2 if seed % 2 else 4), seed, components, **options)
        assert replayed(setup, events, assert_adds_up) == state


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, found in values_of_options().items() for value in found]
)
def test_every_value_of_every_option_plays_through(name, value):
    state, events, setup = play_match(3, 5, **{name: value})
    assert replayed(setup, events, assert_adds_up) == state


def test_a15_a96_the_result_does_not_depend_on_the_order_of_seats(monkeypatch):
    original = turn_module._parallel
    for seed in range(12):
        state, events, setup = play_match(4, seed)
        shuffled = Random(seed)

        def permuted(at, source, offer, due, rng=shuffled):
            original(at, source, offer, rng.sample(due, len(due)))

        monkeypatch.setattr(turn_module, "_parallel", permuted)
        now = RULES.new_game(setup)
        for event in events:
            if b'"reshuffle"' in ENCODER.encode(event):
                monkeypatch.setattr(turn_module, "_parallel", original)
            RULES.check(now, event)
            RULES.apply(now, event)
            monkeypatch.setattr(turn_module, "_parallel", permuted)
        monkeypatch.setattr(turn_module, "_parallel", original)
        assert public(now) == public(state)


def public(state):
    """The position without the order of the discard pile, which has none."""
    now = state.copy()
    now.pile.sort()
    return now


def listed(event):
    """All steps of an event."""
    if isinstance(event, Turn):
        return [step for steps in event.parallel.values() for step in steps] + list(event.colony) + list(event.after)
    zones = (event.collapse, event.endangered, event.save)
    return [step for zone in zones for steps in zone.values() for step in steps]


def occurrences(matches):
    """What occurs in matches, by kind."""
    seen = Counter()
    for state, events, _ in matches:
        seen.update(f"bare {space}" for space, tile in enumerate(state.ice) if not tile)
        for event in events:
            if isinstance(event, Opening):
                seen.update(event.round_end_cards)
                seen.update(card for pair in event.generation for card in (pair.long, pair.short))
                continue
            if isinstance(event, Turn):
                seen.update([event.offer.a, event.offer.b, event.place.space, event.place.wheel, *event.picks.values()])
            else:
                seen.update(hit.subregion for hit in event.events)
            for step in listed(event):
                kind = step.chance if step.do is ABSENT else step.do
                seen.update([f"step {kind}", *(f"sub {type(part).__name__}" for part in step.sub)])
                if step.do == "fauna":
                    seen.update([f"played {step.card}", *step.discards])
                for part in (step.placements, step.moves):
                    seen.update(["redeem"] if part is step.moves and any(move.redeem for move in part or ()) else [])
                if step.do == "colony":
                    seen.update(placement.space for placement in step.placements)
                    seen.update(f"sub {type(part).__name__}" for placed in step.placements for part in placed.sub)
    return seen


def test_every_card_action_space_tile_decision_and_chance_event_occurs_among_greedy_players():
    box = base_components()
    seen = occurrences([play_match(2 + seed % 4, seed, bot_type=GreedyBot) for seed in range(200)])
    wanted = {f"played {card}" for card in box.fauna} | set(box.generation) | set(box.round_end_cards)
    wanted |= set(box.catalogue.meta.actions) | set(box.action_spaces) | set(box.wheels) | {"a", "b", "pass"}
    wanted |= (
        {space.id for space in box.spaces} | set(box.subregions) | {"redeem", "bare 1", "bare 2", "bare 3", "bare 4"}
    )
    kinds = (
        "fauna reproduce ability flora2 migrate draw2 rotate_card rotate_migrate colony forgo collapse endangered save"
    )
    wanted |= {f"step {kind}" for kind in [*kinds.split(), "draw", "reshuffle"]}
    wanted |= {f"sub {name}" for name in ("Choose", "May", "Amount")}
    assert wanted - seen.keys() == set()


def test_every_effect_of_the_vocabulary_is_on_a_component():
    box = base_components().catalogue
    lists = [card.flash for card in box.fauna_cards] + [card.ability for card in box.fauna_cards]
    lists += [card.ability for card in box.generation_cards] + [link.bonus for link in box.links]
    lists += [space.bonus for space in box.map_spaces]
    found = {name_of(part) for space in box.map_spaces for part in space.cost}
    while lists:
        for effect in lists.pop():
            found.add(name_of(effect))
            lists.extend(inner_lists(effect))
            if isinstance(effect, May):
                found.update(name_of(part) for part in effect.cost)
    assert found == EFFECT_NAMES


def tampered(event, rng):
    """The event with one thing changed, in many ways: (what, event)."""
    yield "turn number", replace(event, turn=event.turn + 1)
    yield "other seat", replace(event, active=event.active + 1)
    yield "other order", replace(event, place=replace(event.place, space="S0"))
    for seat, steps in event.parallel.items():
        yield "dropped", replace(event, parallel={**event.parallel, seat: steps[:-1]})
        yield "doubled", replace(event, parallel={**event.parallel, seat: steps + steps[-1:]})
        moved = {**event.parallel, 9: steps}
        yield "moved", replace(event, parallel=moved)
        for number, step in enumerate(steps):
            if step.chance is not ABSENT and step.chance == "draw":
                other = replace(step, cards=("XX99", *step.cards[1:]))
                yield (
                    "card",
                    replace(event, parallel={**event.parallel, seat: (*steps[:number], other, *steps[number + 1 :])}),
                )


def test_tampered_turns_are_refused():
    refused = Counter()
    for seed in range(6):
        _, events, setup = play_match(3, seed)
        state = RULES.new_game(setup)
        for event in events:
            for what, wrong in tampered(event, Random(seed)) if isinstance(event, Turn) else ():
                with pytest.raises(LogProblem):
                    RULES.check(state, wrong)
                refused[what] += 1
            RULES.check(state, event)
            RULES.apply(state, event)
    assert len(refused) == 7


@pytest.mark.parametrize("gone", range(1, 20, 3))
def test_dropped_doubled_or_swapped_events_are_refused(gone):
    _, events, setup = play_match(3, 3)
    doubled = events[: gone + 1] + events[gone:]
    swapped = [*events[:gone], events[gone + 1], events[gone], *events[gone + 2 :]]
    for wrong in (events[:gone] + events[gone + 1 :], doubled, swapped, [*events, events[-1]]):
        with pytest.raises(LogProblem):
            replayed(setup, wrong)


def test_a_round_end_names_its_round():
    _, events, setup = play_match(2, 1)
    number = next(index for index, event in enumerate(events) if isinstance(event, RoundEnd))
    wrong = [*events[:number], replace(events[number], round=2)]
    with pytest.raises(LogProblem) as refused:
        replayed(setup, wrong)
    assert refused.value.code == "claim.round"


def test_a_greedy_player_answers_one_question_at_a_time():
    setup = a_setup(2)
    rng = Random(4)
    state, deal, decide = RULES.new_game(setup), Dealer(setup, rng), Greedy(setup, rng)
    while not RULES.is_over(state):
        seats = RULES.to_move(state)
        due = decide(state, min(seats)) if seats else deal(state) if state.phase == "setup" else None
        event = due or next(iter(RULES.chance_outcomes(state)))
        RULES.check(state, event)
        RULES.apply(state, event)
    assert max(RULES.scores(state)) > 25


def test_greedy_players_score_more_than_random_ones():
    points = {
        bot: sum(sum(RULES.scores(play_match(3, seed, bot_type=bot)[0])) for seed in range(10))
        for bot in (GreedyBot, RandomBot)
    }
    assert points[GreedyBot] > 2 * points[RandomBot]
