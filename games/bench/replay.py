"""The bare loop: intake, verification and replay without database or broker (games/README 6)."""

import gc
import json
import random
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from games.bench.figure import Figure, Work, best_times, compared
from games.bga.packets import PUBLIC, unwrap
from games.engine.game import Script
from games.engine.replay import replay
from games.intake import intake
from games.play import self_play
from games.registry import ENGINES
from games.rules.alhambra.bga.reader import DECODERS
from games.verify import read_script, verify_log

GROUP = "replay"
FAST = ("alhambra", "res_arcana")
EVENTS_PER_SECOND, SLOWER_EVENTS_PER_SECOND = 150_000, 100_000
VERIFICATION, INTAKE = 3.0, 2.0
IMPORT_MS = 300.0
GROWTH_MB = 1.0
MEMORY_LOGS = 10_000
MATCHES = 10


def replay_figures(folder: Path, repeat: int, memory_logs: int, tell: Callable[[str], None]) -> Iterator[Figure]:
    """Every figure of the group, for the logs in `folder`; `tell` hears what is being measured."""
    raws = [path.read_bytes() for path in sorted(folder.glob("*.json.gz"))]
    tell(f"intake of {len(raws)} logs")
    bodies = [intake(raw) for raw in raws]
    yield compared(GROUP, Work("intake", intake, raws), Work("json.loads", json.loads, bodies), repeat, INTAKE)
    tell("verification")
    whole = Work("whole verification of a BGA log", verify_log, bodies)
    yield compared(GROUP, whole, Work("typed decode", typed_decode, bodies), repeat, VERIFICATION)
    tell("replay")
    yield _events_per_second("events of BGA logs", [read_script(body) for body in bodies], repeat)
    for game in ENGINES:
        tell(f"random matches of {game}")
        yield _events_per_second(f"events of random matches, {game}", _matches(game), repeat)
    tell("import")
    yield _import_time()
    if memory_logs:
        tell(f"memory over {memory_logs} logs")
        yield _memory_growth(bodies, memory_logs)


def typed_decode(body: bytes) -> None:
    """The floor of a verification: the packets, and those `args` that the reader uses, decoded and dropped."""
    decoder_of = DECODERS.get
    for packet in unwrap(body).packets:
        if packet.channel.startswith(PUBLIC) and isinstance(packet.data, list):
            for notification in packet.data:
                decoder = decoder_of(notification.type)
                if decoder is not None:
                    decoder.decode(notification.args)


def _events_per_second(name: str, scripts: Sequence[Script], repeat: int) -> Figure:
    """Events applied by a second of the replay loop's processor time; claims cost time and do not count."""
    times = best_times(_replayed, scripts, repeat)
    rates = [1000 * _events(script) / ms for script, ms in zip(scripts, times, strict=True)]
    return Figure(
        group=GROUP,
        name=name,
        value=round(statistics.median(rates)),
        unit="/s",
        limit=EVENTS_PER_SECOND if scripts[0].game in FAST else SLOWER_EVENTS_PER_SECOND,
        at_least=True,
    )


def _replayed(script: Script) -> int:
    return replay(ENGINES[script.game].rules, script.setup, script.entries).applied


def _events(script: Script) -> int:
    """Decisions and chance events; claims do not count. Where an event of the record is a whole turn, what it holds."""
    count = ENGINES[script.game].count
    return _replayed(script) if count is None else sum(count(entry.event) for entry in script.entries)


def _matches(game: str) -> list[Script]:
    engine = ENGINES[game]
    fewest, most = engine.seats
    seats = [fewest + number % (most - fewest + 1) for number in range(MATCHES)]
    return [
        self_play(engine, engine.setup(count), random.Random(seed), rules="official", bot="greedy")  # noqa: S311
        for seed, count in enumerate(seats)
    ]


def _import_time() -> Figure:
    """In a fresh process each; the floor is what the interpreter and msgspec take by themselves."""
    return Figure(
        group=GROUP,
        name="import of all engines",
        value=round(_child_ms("games.registry"), 1),
        unit="ms",
        floor_name="import msgspec",
        floor=round(_child_ms("msgspec"), 1),
        limit=IMPORT_MS,
    )


def _child_ms(module: str) -> float:
    code = f"import time; a = time.process_time(); import {module}; print(time.process_time() - a)"
    runs = [
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        for _ in range(5)
    ]
    return 1000 * min(map(float, runs))


def _memory_growth(bodies: Sequence[bytes], logs: int) -> Figure:
    """What the process holds more after `logs` verifications than after the first tenth of them."""
    tenth = max(1, logs // 10)
    for number in range(logs):
        if number == tenth:
            before = _held_mb()
        verify_log(bodies[number % len(bodies)])
    return Figure(
        group=GROUP,
        name=f"growth of memory over {logs:,} logs",
        value=round(_held_mb() - before, 2),
        unit="MB",
        limit=GROWTH_MB,
    )


def _held_mb() -> float:
    """Resident memory of this process, by the system's own account."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20
