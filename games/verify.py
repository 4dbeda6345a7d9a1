"""The only door into the pure part: one document in, one verdict out (architecture 5, decisions.md 2)."""

from functools import cache
from hashlib import sha256
from typing import Any, get_args

import msgspec

from games.bga.outline import read_outline
from games.bga.packets import Log, open_log
from games.engine.errors import (
    VERDICT_OF_FAMILY,
    ClaimMismatch,
    LogProblem,
    MalformedLog,
    Refusal,
    UnsupportedLog,
    Word,
)
from games.engine.events import Claim, Event, LogPosition, Seat, Setup
from games.engine.game import Script
from games.engine.replay import Replay, replay
from games.record import is_record, read_record
from games.registry import ENGINES, OFFICIAL_RULES
from games.verdict import Verdict

BGA_RULES = "bga"
"""The rule set under which logs of Board Game Arena are judged, where the game has it."""


def verify_log(body: bytes, *, game: str | None = None, rules: str | None = None, components: Any = None) -> Verdict:
    """Judge a JSON document that has been through intake. Whatever is wrong with it is in the verdict.

    `game` says which game it must be; `rules` judges under another rule set than the log's own; `components` is a
    loaded set to be used besides the game's own.
    """
    try:
        script = read_script(body, game=game, rules=rules, components=components)
        return judge(script)
    except LogProblem as problem:
        word = VERDICT_OF_FAMILY[problem.family]
        return Verdict(verdict=word, code=problem.code, at=problem.at, facts=problem.facts, game=game)


def read_script(body: bytes, *, game: str | None = None, rules: str | None = None, components: Any = None) -> Script:
    """The script of a record or a log of Board Game Arena; raises a `LogProblem` if there is none to be had."""
    try:
        script = _read_bga(open_log(body), game, rules, components)
    except MalformedLog:
        if not is_record(body):
            raise
        script = _read_record(body, rules, components)
    if game not in (None, script.game):
        raise MalformedLog("wrong_game", expected=game, found=script.game)
    return script


def _read_record(body: bytes, rules: str | None, components: Any) -> Script:
    script = read_record(body, [] if components is None else [components])
    if rules is not None:
        script.rules = rules
        script.setup = ENGINES[script.game].setup(len(script.seats), rules, components=script.setup.components)
    return script


def _read_bga(log: Log, game: str | None, rules: str | None, components: Any) -> Script:
    told = game_of(log)
    if game is not None and told not in (None, game):
        raise MalformedLog("wrong_game", expected=game, found=told)
    key = game or told
    if key not in ENGINES:
        raise UnsupportedLog("game", expected=sorted(ENGINES), found=game)
    engine = ENGINES[key]
    box = components or engine.base_components()
    rule_set = rules or (BGA_RULES if BGA_RULES in engine.rule_sets else OFFICIAL_RULES)

    def setup(seats: int) -> Setup:
        return engine.setup(seats, rule_set, components=box)

    script = engine.read_bga(log, box, setup) if engine.read_bga else read_outline(key, log, setup)
    script.rules = rule_set
    return script


def game_of(log: Log) -> str | None:
    """The game whose notifications stand in a log, or None."""
    games = _games_by_type()
    for _, _, notifications in log.steps:
        for notification in notifications:
            if notification.type in games:
                return games[notification.type]
    return None


@cache
def _games_by_type() -> dict[str, str]:
    return {kind: key for key, engine in ENGINES.items() for kind in engine.bga_types}


def judge(script: Script) -> Verdict:
    """Replay a script and say what came of it."""
    engine = ENGINES[script.game]
    result = replay(engine.rules, script.setup, script.entries)
    refusal = result.refusal
    if refusal is None:
        refusal = script.stopped or _check_end(script, result)
    if script.beyond is not None and (refusal is None or refusal.at.event >= script.beyond.at.event):
        return _verdict(script, result, script.beyond, stated_only=refusal is not None)
    return _verdict(script, result, refusal)


def _check_end(script: Script, result: Replay[Any]) -> Refusal | None:
    """Whether the log reaches the end of the match, and agrees with the engine about it."""
    rules, state = ENGINES[script.game].rules, result.state
    if script.ending != "normal":
        return None
    try:
        if not rules.is_over(state):
            if script.stated_scores is None:
                raise MalformedLog("unfinished")
            raise ClaimMismatch("end", expected=False, found=True)
        scores, ranks = _by_rules(script, state)
        if script.stated_scores not in (None, scores):
            raise ClaimMismatch("score", expected=list(scores or ()), found=list(script.stated_scores or ()))
        if script.stated_ranks not in (None, ranks):
            raise ClaimMismatch("ranking", expected=list(ranks or ()), found=list(script.stated_ranks or ()))
    except LogProblem as problem:
        at = script.end or LogPosition(event=len(script.entries))
        return Refusal(problem.code, at, problem.facts)
    return None


def _verdict(script: Script, result: Replay[Any], refusal: Refusal | None, stated_only: bool = False) -> Verdict:
    rules, state = ENGINES[script.game].rules, result.state
    word: Word = "consistent" if rules.unknown(state) else "verified"
    if refusal is not None:
        word = refusal.verdict
    scores, ranks = _standings(script, result, word, stated_only)
    return Verdict(
        verdict=word,
        code=refusal.code if refusal else None,
        at=refusal.at if refusal else None,
        facts=refusal.facts if refusal else {},
        game=script.game,
        rules=script.rules,
        revision=rules.revision,
        components=script.setup.components.header(),
        players=script.seats,
        scores=scores,
        ranks=ranks,
        breakdown=_breakdown(script, result, stated_only),
        events=result.applied,
        claims=result.claims,
        notes=_notes(script, result, stated_only),
        source=script.source,
        ending=script.ending,
        conceded=script.conceded,
        moves=moves_digest(script),
    )


Standings = tuple[tuple[int, ...] | None, tuple[int, ...] | None]


def _standings(script: Script, result: Replay[Any], word: Word, stated_only: bool) -> Standings:
    """Scores and ranks by seat: the engine's, or the log's where the engine cannot follow."""
    rules, state = ENGINES[script.game].rules, result.state
    if word in ("refused", "unreadable"):
        return None, None
    if script.ending == "concession":
        scores = rules.scores(state)
        return scores, ranks_after_concession(scores, script.conceded)
    if stated_only or not rules.is_over(state):
        return script.stated_scores, script.stated_ranks
    return _by_rules(script, state)


def _by_rules(script: Script, state: Any) -> Standings:
    """What the engine makes of the end; where that hangs on unknown pieces, the stated scores if they can be right."""
    engine = ENGINES[script.game]
    if engine.explained is None or not engine.rules.unknown(state):
        return engine.rules.scores(state), engine.rules.ranking(state)
    if script.stated_scores is None:
        return None, None
    return engine.explained(state, script.stated_scores)


def ranks_after_concession(scores: tuple[int, ...], conceded: tuple[Seat, ...]) -> tuple[int, ...]:
    """The others by points, those who conceded last (decisions.md 2)."""
    keys = [(seat not in conceded, score) for seat, score in enumerate(scores)]
    keys = [key if key[0] else (False, 0) for key in keys]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def _breakdown(script: Script, result: Replay[Any], stated_only: bool) -> list[dict[str, Any]]:
    """The engine's scorings, each with the move at which the log states it; later ones as the log states them."""
    engine = ENGINES[script.game]
    lines = engine.rules.breakdown(result.state)
    if stated_only and engine.stated_breakdown is not None:
        stated = engine.stated_breakdown(script.entries, script.setup.components)
        done = {line["round"] for line in lines}
        lines = [*lines, *(line for line in stated if line["round"] not in done)]
    return [{"round": line["round"], "move_id": _move_of(script, line["round"]), **line} for line in lines]


def _notes(script: Script, result: Replay[Any], stated_only: bool) -> list[dict[str, Any]]:
    notes = [
        {**note, "move_id": _move_of(script, note["round"])} if "round" in note else note
        for note in ENGINES[script.game].rules.notes(result.state)
    ]
    return [*notes, *script.notes, *([{"code": "stated_only"}] if stated_only else [])]


def _move_of(script: Script, scoring: Any) -> int | None:
    place = script.scored.get(scoring)
    return place.move_id if place else None


def moves_digest(script: Script) -> str:
    """SHA-256 of what happened, without what was stated or taken back: equal for files that tell the same story."""
    kinds = _record_events(script.game)
    events = [entry.event for entry in script.entries if type(entry.event) in kinds]
    public = ENGINES[script.game].public
    told = events if public is None else [public(event) for event in events]
    return sha256(msgspec.json.encode(told)).hexdigest()


@cache
def _record_events(game: str) -> frozenset[type[Event]]:
    return frozenset(get_args(ENGINES[game].events))


def position_before(script: Script, event: int, path: str = "") -> Any:
    """The position before entry number `event`, or before the decision at `path` inside it, for drawing."""
    rules = ENGINES[script.game].rules
    state = replay(rules, script.setup, script.entries, until=event).state
    for inner in _inside(script, event)[: _index(path)]:
        if not isinstance(inner, Claim):
            rules.apply(state, inner)
    return state


def event_at(script: Script, event: int, path: str = "") -> Event | None:
    """Entry number `event`, or the decision at `path` inside it; None where the log has none."""
    inner = _inside(script, event)[_index(path) :] if path else ()
    found = [entry.event for entry in script.entries if entry.at.event == event]
    return inner[0] if inner else found[0] if found else None


def _inside(script: Script, event: int) -> tuple[Event, ...]:
    """The decisions that an entry holds, where it holds several."""
    for entry in script.entries:
        if entry.at.event == event and entry.parts:
            inside: tuple[Event, ...] = getattr(entry.event, "events", ())
            return inside
    return ()


def _index(path: str) -> int:
    """`"events[2]"` to 2."""
    number = path.partition("[")[2].rstrip("]")
    return int(number) if number.isdecimal() else 0
