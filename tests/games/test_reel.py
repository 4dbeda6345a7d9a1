"""A script as steps: places, what was taken back, where it cannot be; and words for all that can happen."""

import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from django.utils import translation

from games.engine.decisions import event_name
from games.engine.game import Script
from games.intake import intake
from games.reel import Step, reel, step_at, step_of_move
from games.registry import ENGINES
from games.rules.alhambra.claims import StandIn, TakenBack
from games.rules.arctica.events import CHANCES, DECISIONS, Nested
from games.rules.res_arcana import vocabulary as res_arcana
from games.rules.revive import vocabulary
from games.rules.revive.events import PickOption
from games.rules.revive.handlers.guards import FORCED
from games.rules.revive.listing import ANSWERS
from games.verify import judge, read_script
from games.words import WORDS, note, say
from games.words.arctica import NESTED, STEPS
from games.words.res_arcana import POWERS
from games.words.revive_effects import ASKED, EFFECTS

GOLDEN = Path(__file__).parent.parent / "golden"
LOG = GOLDEN / "alhambra" / "bga" / "002-4p.json.gz"
CHANGED = GOLDEN / "alhambra" / "bga" / "corrupt" / "c01-wrong_price_paid.json.gz"
RECORDS = sorted(path for path in GOLDEN.glob("*/records/*.json") if not path.stem.endswith(".expected"))


@cache
def read(path: Path) -> Script:
    return read_script(intake(path.read_bytes()))


def steps_of(path: Path) -> list[Step]:
    script = read(path)
    verdict = judge(script)
    accepted = verdict.verdict in ("verified", "consistent")
    return reel(script, lambda state, event: note(script.game, state, event), None if accepted else verdict.at)


@pytest.mark.parametrize("path", [LOG, CHANGED, *RECORDS[::5]], ids=lambda path: path.name)
def test_every_step_has_an_address_of_its_own(path: Path) -> None:
    steps = steps_of(path)
    assert len({step.key for step in steps}) == len(steps)
    assert [step_at(steps, step.key) for step in steps] == list(range(len(steps)))


def test_all_claims_and_the_final_points_are_shown() -> None:
    verdict, steps = judge(read(LOG)), steps_of(LOG)
    assert sum(step.claims for step in steps) == verdict.claims
    assert steps[-1].scores == verdict.scores
    assert steps[-1].chapter == 3, "three scorings"


def test_a_place_between_two_steps_is_the_one_before() -> None:
    steps = steps_of(LOG)
    number = step_at(steps, "53.0")
    assert number is not None
    assert step_at(steps, "53.1") == number
    assert step_at(steps, "99999") == len(steps) - 1
    assert step_at(steps, "0") == 0
    assert step_at(steps, "nonsense") is None
    assert step_at(steps, "1.2.3") is None


def test_a_move_leads_to_its_step() -> None:
    steps = steps_of(LOG)
    found = steps[step_of_move(steps, 57)]
    assert found.at.move_id is not None
    assert found.at.move_id >= 57
    record = steps_of(next(path for path in RECORDS if "alhambra" in path.parts))
    assert step_of_move(record, 57) == 56, "a record has no numbers of its own"
    assert step_of_move(record, 99_999) == len(record) - 1


def test_what_was_taken_back_is_there_and_changes_nothing() -> None:
    steps = steps_of(LOG)
    undone = [number for number, step in enumerate(steps) if step.undone]
    assert len(undone) == 11
    assert all(steps[number].scores == steps[number - 1].scores for number in undone)
    event, noted = steps[undone[0]].events[0]
    assert [part.text for part in say("alhambra", event, ["a"] * 4, noted).parts] != []


def test_a_refused_log_ends_before_what_cannot_be() -> None:
    verdict, last = judge(read(CHANGED)), steps_of(CHANGED)[-1]
    assert last.refused
    assert verdict.at is not None
    assert (last.at.packet, last.upto) == (verdict.at.packet, verdict.at.event)
    [(event, noted)] = last.events
    with translation.override("en"):
        assert say("alhambra", event, ["a", "b", "c", "d", "e"], noted).text.startswith("buys ")


def test_rules_that_learned_something_end_the_replay_where_they_refuse() -> None:
    script = read(CHANGED)
    steps = reel(script, lambda state, event: None)
    assert steps[-1].refused


# Words


@pytest.mark.parametrize("game", ENGINES)
def test_every_kind_of_event_has_words(game: str) -> None:
    kinds = {event_name(kind) for kind in get_args(ENGINES[game].events)}
    beyond = {event_name(TakenBack), event_name(StandIn)} if game == "alhambra" else set()
    assert set(WORDS[game]) == kinds | beyond


def test_every_step_inside_arcticas_turns_has_words() -> None:
    assert set(STEPS) == {*DECISIONS, *CHANCES}
    assert set(NESTED) == {str(kind.__struct_config__.tag) for kind in get_args(Nested)}


def test_every_effect_that_a_choice_can_be_about_has_words() -> None:
    assert set(EFFECTS) == {str(kind.__struct_config__.tag) for kind in get_args(vocabulary.Effect)}
    assert set(POWERS) == {str(kind.__struct_config__.tag) for kind in get_args(res_arcana.Effect)}
    assert set(ASKED) >= set(ANSWERS) - FORCED - {"tribe"}


@pytest.mark.parametrize("path", [path for path in RECORDS if "arctica" in path.parts][::3], ids=lambda path: path.name)
def test_each_choice_in_a_turn_is_told_by_what_was_chosen(path: Path) -> None:
    """An option by its effect, a column by its card, an action by its name: never by its number alone."""
    names = [seat.name for seat in read(path).seats]
    with translation.override("en"):
        told = [_whole(say("arctica", event, names, noted)) for step in steps_of(path) for event, noted in step.events]
    whole = " ".join(told)
    assert not re.search("not asked|not offered|option \\d|action [AB](?! [(])|wheel (?!W\\d)[^:]*$", whole)


def test_every_game_has_words() -> None:
    assert set(WORDS) == set(ENGINES)


@pytest.mark.parametrize("language", ["en", "it", "pt-br"])
@pytest.mark.parametrize("path", [LOG, *RECORDS[::4]], ids=lambda path: path.name)
def test_all_that_happened_can_be_told_to_everybody(path: Path, language: str) -> None:
    script, engine = read(path), ENGINES[read(path).game]
    names = [seat.name for seat in script.seats]
    with translation.override(language):
        for step in steps_of(path):
            for event, noted in step.events:
                for viewer in (None, 0):
                    told = say(script.game, engine.seen_by(event, viewer), names, noted)  # type: ignore[arg-type]
                    assert told.text.strip()
                    assert all(part.text.strip() for part in told.parts)
                    assert "%(" not in told.text


@pytest.mark.parametrize("path", RECORDS[::6], ids=lambda path: path.name)
def test_what_others_hold_is_not_told(path: Path) -> None:
    """Words for the public are made from the event as the public sees it: hidden cards are only counted."""
    script, engine = read(path), ENGINES[read(path).game]
    names = [seat.name for seat in script.seats]
    with translation.override("en"):
        for step in steps_of(path):
            for event, noted in step.events:
                hidden: Any = engine.seen_by(event, None)  # type: ignore[arg-type]
                if hidden != event and hidden is not None:
                    assert "unknown" in _whole(say(script.game, hidden, names, noted))


def _whole(told: Any) -> str:
    return " ".join([told.text, *(part.text for part in told.parts)])


def test_a_chosen_option_is_told_by_what_it_gives():
    effect = vocabulary.Choice(options=((vocabulary.Module(n=1),), (vocabulary.Gain(res="gear", n=2),)))
    state = SimpleNamespace(stack=[SimpleNamespace(effect=effect)])
    with translation.override("en"):
        told = []
        for choice in (0, 1, 7):
            event = PickOption(0, choice)
            told.append(say("revive", event, ["ada", "bea"], note("revive", state, event)).text)
    assert told == ["chooses: modules: 1", "chooses: 2 gear", "chooses something that is not offered"]
