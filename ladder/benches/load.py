"""Load: many visitors at once over http, on the site as it runs in production, with the data of five years.

Requests leave at their time whether or not those before were answered, and the wait counts from that time. BENCH_SECONDS
sets how long it lasts: ten minutes are what the goals speak of, an hour (BENCH_NIGHT=1) shows whether anything grows.
"""

import http.client
import os
import random
import resource
import statistics
import threading
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from django.core.cache import cache

from games.bench.figure import Figure
from games.intake import intake
from games.models import Match, Player, User, Verification
from ladder.benches.pages import community
from ladder.benches.scratch_site import ScratchSite, scratch_site
from ladder.benches.service import of_table
from ladder.services.tokens import token_make

GROUP = "load"
SECONDS = int(os.environ.get("BENCH_SECONDS") or ("3600" if os.environ.get("BENCH_NIGHT") else "30"))
LONG_SECONDS = 600
"""From here on a run says something about growth."""
WARM_SECONDS, GROWN_SECONDS = 5, 120
CACHED_A_SECOND, DYNAMIC_A_SECOND, UPLOADS_A_SECOND = 40, 10, 1
CACHED_MS, DYNAMIC_MS, UPLOAD_MS, POLLED_MS = 30.0, 200.0, 500.0, 300.0
OPEN_PAGES, POLL_SECONDS = 500, 60
EXPORT_SECONDS, GROWTH = 10.0, 10.0
PROCESSES, CHILDREN, CLIENTS = 2, 2, 32
COPY = 100
"""Tables from here on are nobody else's."""


class Ask(NamedTuple):
    """One request that leaves `at` seconds after the start; `packed` is its body by zlib, for an hour's bodies are 2 GB."""

    at: float
    kind: str
    method: str
    path: str
    packed: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


class Answered(NamedTuple):
    """What came of it: `status` 0 for no answer at all."""

    kind: str
    status: int
    ms: float


def load_figures(folder: Path, _repeat: int, _memory_logs: int, tell: Callable[[str], None]) -> Iterator[Figure]:
    """Every figure of the group; `tell` hears what is being measured."""
    bodies = [intake(path.read_bytes()) for path in sorted(folder.glob("*.json.gz"))]
    with scratch_site() as site:
        tell("five years of matches")
        addresses = community()
        secrets = [token_make(user, name="bench", scopes=["logs:write"])[1] for user in uploaders()]
        count = SECONDS * UPLOADS_A_SECOND
        logs = (of_table(bodies[number % len(bodies)], COPY + number) for number in range(count))
        asks = uploads(logs, secrets)
        with site.web(PROCESSES) as web, site.worker(CHILDREN) as worker:
            tell(f"{WARM_SECONDS} s to warm up")
            sent(site, visits(addresses, WARM_SECONDS))
            cache.clear()
            watch = Growth(web, worker)
            tell(f"{SECONDS} s of visits and uploads")
            answers = sent(site, [*visits(addresses, SECONDS), *asks], watch.look)
            yield from of_visits(answers)
            yield from of_uploads(count)
            yield from watch.figures()
            tell(f"{OPEN_PAGES} open pages that poll")
            yield from of_polls(sent(site, polls(addresses["ranking"], min(SECONDS, POLL_SECONDS))))
            tell("exports")
            yield from of_exports(site, addresses["ranking"])


def uploaders() -> Iterator[User]:
    for number in range(4):
        yield User.objects.create_user(f"bench{number}@example.org", "a good password")


# What is asked


def visits(addresses: dict[str, str], seconds: int) -> list[Ask]:
    """Rankings as kept for visitors, and pages that are drawn for each: of people and matches by lot, and lists."""
    dice = random.Random(1)  # noqa: S311  (no secret hangs on it)
    some = dice.choice
    people = list(Player.objects.values_list("slug", flat=True))
    matches = list(Match.objects.order_by("-pk").values_list("slug", flat=True)[:2_000])
    kinds: list[Callable[[], str]] = [
        lambda: f"/players/{some(people)}/",
        lambda: f"/matches/{some(matches)}/",
        lambda: f"{addresses['ranking']}?why={some(people)}",
        lambda: f"/players/?q={some(people)[:3]}",
        lambda: some([addresses[name] for name in ("home", "tournament", "matches", "players", "archive")]),
    ]
    drawn = [Ask(at, "drawn", "GET", some(kinds)()) for at in times(DYNAMIC_A_SECOND, seconds)]
    return drawn + [Ask(at, "kept", "GET", addresses["ranking"]) for at in times(CACHED_A_SECOND, seconds)]


def uploads(logs: Iterable[bytes], secrets: Sequence[str]) -> list[Ask]:
    """Logs by the API, each account in its turn."""
    asks = []
    for number, log in enumerate(logs):
        head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="log.json"\r\n\r\n'
        headers = (
            ("Authorization", f"Bearer {secrets[number % len(secrets)]}"),
            ("Content-Type", "multipart/form-data; boundary=b"),
        )
        at = (number + 0.5) / UPLOADS_A_SECOND
        packed = zlib.compress(head + log + b"\r\n--b--\r\n", 1)
        asks.append(Ask(at, "upload", "POST", "/api/v1/submissions/", packed, headers))
    return asks


def polls(path: str, seconds: int) -> list[Ask]:
    """Open pages that ask again each minute."""
    asked = (("HX-Request", "true"),)
    return [Ask(at, "polled", "GET", path, b"", asked) for at in times(OPEN_PAGES / POLL_SECONDS, seconds)]


def times(a_second: float, seconds: float) -> list[float]:
    return [number / a_second for number in range(int(a_second * seconds))]


def sent(site: ScratchSite, asks: Sequence[Ask], look: Callable[[], None] = lambda: None) -> list[Answered]:
    """All requests, each at its time by a visitor of another network; `look` is called each second."""
    started, here = time.perf_counter(), threading.local()

    def send(number: int, ask: Ask) -> Answered:
        due = started + ask.at
        headers = {"Accept-Language": "en", "X-Forwarded-For": f"10.{number >> 8 & 255}.{number & 255}.1"}
        status = asked(ask, headers | dict(ask.headers))
        return Answered(ask.kind, status, (time.perf_counter() - due) * 1000)

    def asked(ask: Ask, headers: dict[str, str]) -> int:
        for kept in (hasattr(here, "link"), False):  # a kept connection may have been closed meanwhile
            if not kept:
                here.link = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
            try:
                here.link.request(ask.method, ask.path, zlib.decompress(ask.packed) if ask.packed else None, headers)
                answer = here.link.getresponse()
                answer.read()
                return int(answer.status)
            except (OSError, http.client.HTTPException):
                here.link.close()
                if not kept:
                    break
        return 0

    waiting, looked = [], started
    with ThreadPoolExecutor(CLIENTS) as clients:
        for number, ask in enumerate(sorted(asks)):
            time.sleep(max(0.0, started + ask.at - time.perf_counter()))
            waiting.append(clients.submit(send, number, ask))
            if time.perf_counter() - looked >= 1:
                looked = time.perf_counter()
                look()
    return [one.result() for one in waiting]


# What is said of it


def of_visits(answers: Sequence[Answered]) -> Iterator[Figure]:
    of: dict[str, list[float]] = defaultdict(list)
    for answer in answers:
        of[answer.kind].append(answer.ms)
    yield figure("visits and uploads answered", len(answers) / SECONDS, "/s", None)
    yield figure(f"kept ranking, {CACHED_A_SECOND} a second, p95", p95(of["kept"]), "ms", CACHED_MS)
    yield figure(f"drawn page, {DYNAMIC_A_SECOND} a second, p95", p95(of["drawn"]), "ms", DYNAMIC_MS)
    yield figure(f"upload, {UPLOADS_A_SECOND} a second, p95", p95(of["upload"]), "ms", UPLOAD_MS)
    yield figure("server errors and requests without an answer", errors(answers), "", 0)
    refused = [answer.status for answer in answers if 400 <= answer.status < 500]
    yield figure("requests refused", len(refused), "", 0)


def of_uploads(count: int) -> Iterator[Figure]:
    """All that was sent is judged soon after."""
    deadline = time.monotonic() + 10
    while (left := count - Verification.objects.filter(state="done").count()) and time.monotonic() < deadline:
        time.sleep(0.1)
    yield figure("uploads that are not judged within 10 s of the last", left, "", 0)


def of_polls(answers: Sequence[Answered]) -> Iterator[Figure]:
    ms = p95([answer.ms for answer in answers])
    yield figure(f"{OPEN_PAGES} open rankings polling each {POLL_SECONDS} s, p95", ms, "ms", POLLED_MS)
    yield figure("polls: server errors", errors(answers), "", 0)


def of_exports(site: ScratchSite, ranking: str) -> Iterator[Figure]:
    """The longest tables that one request gives."""
    for name, path in {"all matches": "/matches.csv", "a ranking": f"{ranking.rstrip('/')}.xlsx"}.items():
        [answer] = sent(site, [Ask(0, "export", "GET", path)])
        yield figure(f"export of {name}", answer.ms / 1000, "s", EXPORT_SECONDS)
        yield figure(f"export of {name}: refused or failed", answer.status != 200, "", 0)


def errors(answers: Sequence[Answered]) -> int:
    return sum(answer.status >= 500 or not answer.status for answer in answers)


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1] if len(times) > 1 else sum(times)


class Growth:
    """What each process holds, from two minutes on (a fifth of a shorter run) to its end."""

    def __init__(self, *parents: int) -> None:
        self.parents = parents
        self.held: dict[int, list[float]] = defaultdict(list)

    def look(self) -> None:
        for parent in self.parents:
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
            for pid in (parent, *map(int, children)):
                pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
                self.held[pid].append(pages * resource.getpagesize() / 2**20)

    def figures(self) -> Iterator[Figure]:
        grown = [held[-1] / held[min(GROWN_SECONDS, len(held) // 5)] * 100 - 100 for held in self.held.values()]
        limit = GROWTH if SECONDS >= LONG_SECONDS else None
        yield figure("memory: growth of the process that grew most", max(grown, default=0.0), "%", limit)
        yield figure("memory: the largest process", max(max(held) for held in self.held.values()), "MB", None)


def figure(name: str, value: float, unit: str, limit: float | None) -> Figure:
    return Figure(group=GROUP, name=name, value=round(float(value), 2), unit=unit, limit=limit)
