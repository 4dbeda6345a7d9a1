"""Judging documents on disk, one after another or in several processes: no database, no broker."""

import os
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec

from games.intake import Member, unpack
from games.limits import ZIP_BYTES
from games.registry import ENGINES
from games.verdict import Verdict
from games.verify import verify_log

SUFFIXES = (".json", ".json.gz", ".html", ".zip")
"""What is looked at in a folder. A file that is named is always tried."""

STDIN = "-"


class Wanted(msgspec.Struct, frozen=True):
    """How to judge: see `verify_log`. `components` is a set file as it is, of the game `game`."""

    game: str | None = None
    rules: str | None = None
    components: bytes | None = None


class Judged(msgspec.Struct, frozen=True):
    """One document's verdict, with the processor time of its two steps in milliseconds."""

    path: str
    verdict: Verdict
    intake_ms: float
    ms: float

    def line(self) -> dict[str, Any]:
        """What `verify_log --json` prints (decisions.md 3)."""
        verdict = self.verdict
        plain = msgspec.to_builtins(verdict)
        return {
            "path": self.path,
            **{name: plain[name] for name in ("verdict", "code", "at")},
            "expected": plain["facts"].get("expected"),
            "found": plain["facts"].get("found"),
            **{name: plain[name] for name in ("game", "rules", "players", "scores", "ranks")},
            **{name: plain[name] for name in ("breakdown", "events", "notes")},
            "intake_ms": self.intake_ms,
            "ms": self.ms,
        }


def files_in(paths: Iterable[str]) -> Iterator[str]:
    """The files that are meant, folders opened and in order of names. Raises `OSError` for a path that is not there."""
    for path in paths:
        if path != STDIN and Path(path).is_dir():
            yield from _files_in_folder(path)
        else:
            if path != STDIN:
                Path(path).stat()
            yield path


def _files_in_folder(folder: str) -> Iterator[str]:
    for here, folders, names in os.walk(folder):
        folders.sort()
        yield from (str(Path(here, name)) for name in sorted(names) if name.lower().endswith(SUFFIXES))


def judge_files(files: list[str], wanted: Wanted, jobs: int = 1) -> Iterator[list[Judged]]:
    """The verdicts of each file, in the order given. Raises `OSError` for one that cannot be read."""
    judge = partial(judge_file, wanted=wanted)
    if jobs <= 1 or len(files) < 2:
        yield from map(judge, files)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(judge, files, chunksize=max(1, min(20, len(files) // (4 * jobs))))


def judge_file(path: str, wanted: Wanted) -> list[Judged]:
    """Every document in a file; one that is not a zip holds one."""
    raw = _read(path)
    judged, started = [], time.process_time()
    for member in unpack(raw, path):
        judged.append(_judge_member(member, path, wanted, _ms_since(started)))
        started = time.process_time()
    return judged


def _read(path: str) -> bytes:
    """At most as much as any upload may hold, and a byte more."""
    if path == STDIN:
        return sys.stdin.buffer.read(ZIP_BYTES + 1)
    with Path(path).open("rb") as file:
        return file.read(ZIP_BYTES + 1)


def _judge_member(member: Member, path: str, wanted: Wanted, intake_ms: float) -> Judged:
    name = shown(path if member.name == path else f"{path}/{member.name}")
    if member.body is None:
        assert member.problem is not None
        problem = member.problem
        verdict = Verdict(verdict="unreadable", code=problem.code, at=problem.at, facts=problem.facts)
        return Judged(name, verdict, intake_ms, 0.0)
    started = time.process_time()
    try:
        verdict = verify_log(
            member.body, game=wanted.game, rules=wanted.rules, components=_components(wanted.game, wanted.components)
        )
    except Exception as fault:  # our own: told, never hidden, and no reason to leave the others unjudged
        print(f"{name}: {fault!r}", file=sys.stderr)
        verdict = Verdict(verdict="errored", code=f"errored.{type(fault).__name__}")
    return Judged(name, verdict, intake_ms, _ms_since(started))


def shown(name: str) -> str:
    """A file's name fit for any terminal and for UTF-8: it may come from a stranger's zip."""
    return "".join(char if char.isprintable() else "\ufffd" for char in name)


@lru_cache(maxsize=4)
def _components(game: str | None, raw: bytes | None) -> Any:
    return None if raw is None or game is None else ENGINES[game].load_components(raw, "components")


def _ms_since(started: float) -> float:
    return round((time.process_time() - started) * 1000, 3)
