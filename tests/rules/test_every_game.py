"""What holds for every game in the registry (games/README 1, 4)."""

import random
import tomllib
from collections import Counter
from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest

from games.engine.decisions import event_name
from games.engine.errors import BadComponents, LogProblem
from games.engine.events import Action, Event
from games.engine.replay import replay
from games.record import read_record, write_record
from games.registry import ENGINES, Engine
from games.verify import judge
from tests.rules.alhambra import pieces as alhambra
from tests.rules.arctica import pieces as arctica
from tests.rules.matches import any_match, snapshot
from tests.rules.res_arcana import pieces as res_arcana
from tests.rules.revive import pieces as revive
from tests.services.processes import ROOT

GAMES = sorted(ENGINES)

BOX: dict[str, Callable[[Any], Counter[str]]] = {
    "alhambra": alhambra.pieces,
    "arctica": arctica.pieces,
    "res_arcana": res_arcana.pieces,
    "revive": revive.pieces,
}
"""Counts every piece of a position, wherever it lies."""

HIDE: dict[str, Callable[[Any, int | None, random.Random], Any]] = {
    "alhambra": alhambra.with_other_secrets,
    "arctica": arctica.with_other_secrets,
    "res_arcana": res_arcana.with_other_secrets,
    "revive": revive.with_other_secrets,
}
"""Another position that a viewer cannot tell from this one."""

STANDS_FOR_OTHERS: dict[str, tuple[type[Action], ...]] = {
    "alhambra": (alhambra.Buy,),
    "arctica": (),
    "res_arcana": res_arcana.STANDS_FOR_OTHERS,
    "revive": revive.STANDS_FOR_OTHERS,
}
"""Actions of which `legal_actions` lists one for each outcome."""

MATCHES, A_TEST = 1_000, 25
STARTS = range(0, MATCHES, A_TEST)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_helpers(game: str) -> None:
    assert game in BOX
    assert game in HIDE
    assert game in STANDS_FOR_OTHERS


@pytest.mark.parametrize("game", GAMES)
def test_the_readme_shows_every_event(game: str) -> None:
    text = (ROOT / "games/rules" / game / "README.md").read_text()
    kinds = [event_name(kind) for kind in get_args(ENGINES[game].events)]
    assert [kind for kind in kinds if f'{{"type": "{kind}"' not in text] == []


def test_every_game_has_its_layers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layered = {container for each in contracts for container in each.get("containers", ())}
    assert {f"games.rules.{game}" for game in GAMES} <= layered


@pytest.mark.parametrize("raw", [b"", b"= 3", b"\xff\xfe", b"a = " + b"[" * 100_000])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_component_file_is_refused_with_its_name(game: str, raw: bytes) -> None:
    with pytest.raises(BadComponents) as refused:
        ENGINES[game].load_components(raw, "mine.toml")
    assert (refused.value.file, refused.value.key) == ("mine.toml", "$")


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("game", GAMES)
def test_random_matches_replay_to_the_same_state(game: str, start: int) -> None:
    engine = ENGINES[game]
    for seed in range(start, start + A_TEST):
        script = any_match(engine, seed)
        record = write_record(script)
        read = read_record(record)
        assert write_record(read) == record
        assert read.setup == script.setup
        assert [entry.event for entry in read.entries] == [entry.event for entry in script.entries]
        verdict = judge(read)
        assert (verdict.verdict, verdict.scores, verdict.ranks) == (
            "verified",
            script.stated_scores,
            script.stated_ranks,
        )


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("game", GAMES)
def test_the_box_adds_up_after_every_event(game: str, seed: int, bot: str) -> None:
    engine = ENGINES[game]
    script = any_match(engine, seed, bot)
    state = engine.rules.new_game(script.setup)
    whole = BOX[game](state)
    for entry in script.entries:
        engine.rules.apply(state, entry.event)
        assert BOX[game](state) == whole, entry


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("game", GAMES)
def test_legal_actions_pass_and_others_fail(game: str, seed: int) -> None:
    engine = ENGINES[game]
    script = any_match(engine, seed, "greedy" if seed % 2 else "random")
    rng = random.Random(seed)
    state = engine.rules.new_game(script.setup)
    seen: list[Event] = []
    for entry in script.entries:
        if rng.random() < 0.2:
            legal = everything_listed(engine, state)
            assert bool(legal) is not engine.rules.is_over(state)
            assert all(passes(engine, state, event) for event in legal)
            others = rng.sample(seen, min(20, len(seen)))
            before = snapshot(state)
            for event in others:
                if event not in legal and not isinstance(event, STANDS_FOR_OTHERS[game]):
                    assert not passes(engine, state, event), event
            assert state == before
            seen += rng.sample(legal, min(5, len(legal)))
        engine.rules.apply(state, entry.event)


def everything_listed(engine: Engine, state: Any) -> list[Event]:
    """All that may happen next; chance with its first thousand outcomes."""
    actions = [
        action for seat in sorted(engine.rules.to_move(state)) for action in engine.rules.legal_actions(state, seat)
    ]
    outcomes = engine.rules.chance_outcomes(state)
    return [*actions, *(outcome for outcome, _ in zip(outcomes, range(1_000), strict=False))]


def passes(engine: Engine, state: Any, event: Event) -> bool:
    try:
        engine.rules.check(state, event)
    except LogProblem:
        return False
    return True


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_nothing_happens_after_the_end(game: str, seed: int) -> None:
    engine = ENGINES[game]
    script = any_match(engine, seed)
    state = replay(engine.rules, script.setup, script.entries).state
    assert engine.rules.is_over(state)
    assert everything_listed(engine, state) == []
    assert not any(passes(engine, state, entry.event) for entry in script.entries)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("game", GAMES)
def test_a_view_tells_nothing_hidden(game: str, seed: int) -> None:
    engine = ENGINES[game]
    script = any_match(engine, seed, "greedy")
    rng = random.Random(seed)
    for until in sorted(rng.sample(range(len(script.entries)), 15)):
        state = replay(engine.rules, script.setup, script.entries, until=until).state
        for viewer in (None, rng.randrange(script.setup.seats)):
            other = HIDE[game](snapshot(state), viewer, rng)
            assert engine.rules.view(other, viewer) == engine.rules.view(state, viewer)
            names = [seat.name for seat in script.seats]
            assert engine.board.svg(other, viewer, names=names) == engine.board.svg(state, viewer, names=names)
            assert engine.board_text(other, viewer, names=names) == engine.board_text(state, viewer, names=names)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_json(game: str, seed: int) -> None:
    engine = ENGINES[game]
    script = any_match(engine, seed)
    state = replay(engine.rules, script.setup, script.entries, until=len(script.entries) // 2).state
    for viewer in (None, 0):
        view = engine.rules.view(state, viewer)
        assert msgspec.json.decode(msgspec.json.encode(view)) == view


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_events_survive_json(game: str, seed: int) -> None:
    engine = ENGINES[game]
    events = [entry.event for entry in any_match(engine, seed).entries]
    assert msgspec.json.decode(msgspec.json.encode(events), type=list[engine.events]) == events


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_bytes(game: str) -> None:
    for bot in ("random", "greedy"):
        one, two, other = (write_record(any_match(ENGINES[game], seed, bot)) for seed in (7, 7, 8))
        assert one == two != other
