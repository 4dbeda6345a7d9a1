"""Replay viewer: how long each step takes, by the server and before somebody's eyes.

Random matches of all engines, uploaded and judged on a database made for them and thrown away. Where Playwright and Chromium
are there, steps are also made in a browser: from the press of the button until the new position is drawn.
"""

import random
import re
import time
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.test import Client, override_settings

from games.bench.figure import Figure
from games.models import User, Verification
from games.play import self_play
from games.record import write_record
from games.registry import ENGINES
from games.services.results import game_for
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder.benches.months import OWN_CACHE, files
from ladder.benches.pages import driven, p95, served
from ladder.benches.scratch import scratch_database
from ladder.services.ladders import ladder_create

GROUP = "viewer"
STEPS, STEP_MS = 40, 150.0
SETTLED_MS = 50
"""After that a button that has just come obeys the script, too."""
SEED = 7
WAYS = (("", "after"), ("?at=last", "before"))
"""Where to begin, and the button to press from there: forward from the first step, and back from the last."""
PRESS = """
(button) => new Promise((done) => {
  const began = performance.now();
  const before = document.querySelector(".where b").textContent;
  new MutationObserver((_changes, watch) => {
    if (document.querySelector(".where b")?.textContent === before) return;
    watch.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)));
  }).observe(document.body, {childList: true, subtree: true});
  document.getElementById(button).click();
})
"""


def viewer_figures(_folder: Path, _repeat: int, _memory_logs: int, tell: Callable[[str], None]) -> Iterator[Figure]:
    """Every figure of the group; `tell` hears what is being measured."""
    with scratch_database(), override_settings(ALLOWED_HOSTS=["*"], STORAGES=files(), CACHES=OWN_CACHE):
        tell("matches by lot, uploaded and judged")
        replays = {name: replay_of(name) for name in sorted(ENGINES)}
        for name, address in replays.items():
            tell(f"{name}, step by step")
            yield step_figure(f"a step of {name}, server, p95", p95(list(stepped(address))))
        yield from in_a_browser(replays, tell)


def replay_of(name: str) -> str:
    """The address of the replay of a match by lot with as many people as can play, which anybody may see."""
    engine = ENGINES[name]
    setup = engine.setup(engine.seats[1], "official", {}, None)
    script = self_play(engine, setup, random.Random(SEED), rules="official", bot="random")  # noqa: S311
    ladder_create(slug=name.replace("_", "-"), name=name, games=[game_for(name)])
    admin = User.objects.filter(is_superuser=True).first() or User.objects.create_superuser("bench@example.org", "x")
    [received] = submission_create(write_record(script), name=f"{name}.json", uploader=admin)
    while verifications_run():
        pass
    row = Verification.objects.get(submission=received.submission)
    assert row.verdict in ("verified", "consistent"), (name, row.verdict)
    assert row.submission.match is not None
    return f"{row.submission.match.get_absolute_url()}replay/"


def stepped(address: str) -> Iterator[float]:
    """Milliseconds of single steps from both ends, each asked for as the page does."""
    client = Client(headers={"accept-language": "en"})
    for begin, button in WAYS:
        page = client.get(address + begin)
        for _step in range(STEPS):
            assert page.status_code == 200, address
            if not (found := re.search(rf'id="go-{button}" href="([^"]*)"', page.content.decode())):
                break  # that was the other end
            cache.clear()  # whoever is in a hurry is no flood
            began = time.perf_counter()
            page = client.get(address + unescape(found[1]), headers={"hx-request": "true"})
            yield (time.perf_counter() - began) * 1000


def in_a_browser(replays: dict[str, str], tell: Callable[[str], None]) -> Iterator[Figure]:
    """The same steps in a browser; nothing where there is none to drive."""
    found = []
    with served() as url, driven(tell) as browser:
        for name, address in replays.items() if browser else ():
            tell(f"{name}, in a browser")
            page = browser.new_context(viewport={"width": 360, "height": 740}, locale="en").new_page()
            times = list(pressed(page, url + address))
            found.append(step_figure(f"a step of {name}, until it is drawn, p95", p95(times)))
            page.context.close()
    yield from found


def pressed(page: Any, address: str) -> Iterator[float]:
    for begin, button in WAYS:
        page.goto(address + begin, wait_until="networkidle")
        for _step in range(STEPS):
            if not page.locator(f"#go-{button}[href]").count():
                break
            cache.clear()
            yield page.evaluate(PRESS, f"go-{button}")
            page.wait_for_timeout(SETTLED_MS)


def step_figure(name: str, value: float) -> Figure:
    return Figure(group=GROUP, name=name, value=round(value, 1), unit="ms", limit=STEP_MS)
