"""Pages: what the main ones cost with 300 players and 5,000 matches of five years, and what they weigh.

On a database made for it and thrown away; PostgreSQL where DATABASE_URL names one. Where Playwright and Chromium are there
(`CHROMIUM` names the program), the largest paint of a telephone is measured as well, with a processor four times slower.
"""

import gc
import gzip
import os
import shutil
import statistics
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler

import django_htmx
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.cache import cache
from django.core.servers.basehttp import ThreadedWSGIServer
from django.core.wsgi import get_wsgi_application
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from games.bench.figure import Figure
from games.models import Match, Player, Seat, User
from ladder.benches.months import (
    FIVE_YEARS,
    OWN_CACHE,
    PEOPLE,
    START,
    files,
    game,
    make_matches,
    make_people,
    timed,
)
from ladder.benches.scratch import filling, scratch_database
from ladder.models import Ladder, Season
from ladder.services.ladders import ladder_create
from ladder.services.live import matches_changed
from ladder.services.months import month_close
from tournaments.services.drafts import round_pair
from tournaments.services.entrants import entrant_enter
from tournaments.services.publishing import round_publish
from tournaments.services.stages import stage_start
from tournaments.services.tournaments import tournament_advance, tournament_create
from tournaments.terms import StageTerms, Terms

GROUP = "pages"
LOOKS = 40
ENTRANTS = 64
UNCACHED_MS, KEPT_MS, QUERIES = 50.0, 10.0, 12
HTML_KB, CSS_KB, SCRIPT_KB = 60.0, 20.0, 40.0
PAINT_MS, SHIFT = 1800.0, 0.02
SLOWER = 4
STATIC = Path(__file__).parent.parent / "static" / "ladder"
HTMX = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"
WATCH = """
() => { window.seen = {paint: 0, shift: 0};
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.paint = entry.startTime; })
    .observe({type: "largest-contentful-paint", buffered: true});
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.shift += entry.value; })
    .observe({type: "layout-shift", buffered: true}); }
"""


def pages_figures(_folder: Path, _repeat: int, _memory_logs: int, tell: Callable[[str], None]) -> Iterator[Figure]:
    """Every figure of the group; `tell` hears what is being measured."""
    with scratch_database(), override_settings(ALLOWED_HOSTS=["*"], STORAGES=files(), CACHES=OWN_CACHE):
        tell(f"{FIVE_YEARS} matches of {PEOPLE} people, and a tournament of {ENTRANTS}")
        addresses = community()
        gc.collect()
        gc.freeze()  # what making the community left behind is in no web process, and would be looked through in pages
        for name, address in addresses.items():
            tell(name)
            yield from page_figures(name, address)
        yield from file_figures()
        yield from painted(addresses, tell)


def community() -> dict[str, str]:
    """A league of five years with its present month, a running tournament, and the addresses of the main pages."""
    of = game("pages")
    ladder, _is_new = ladder_create(slug="pages", name="Five years", games=[of])
    with filling(Player, Match, Seat):
        first = make_people(PEOPLE)
        gap = timedelta(days=5 * 365) / FIVE_YEARS
        make_matches(FIVE_YEARS, first, PEOPLE, of, START, gap.total_seconds())
    matches_changed(list(Match.objects.filter(game=of).order_by("pk")), cause="match.believed")
    season = fullest(ladder)
    for old in Season.objects.filter(ladder=ladder, end__lt=season.start).select_related("ladder", "rules"):
        month_close(old, by=None, warned=True)
    busiest = Player.objects.get(pk=first)
    match = Match.objects.filter(game=of, ended_at__gte=season.start, state="confirmed").earliest("ended_at")
    return {
        "home": "/",
        "ranking": season.get_absolute_url(),
        "why": f"{season.get_absolute_url()}?why={busiest.slug}",
        "player": busiest.get_absolute_url(),
        "match": match.get_absolute_url(),
        "tournament": tournament_of(first),
        "players": "/players/",
        "matches": "/matches/",
        "archive": "/leagues/pages/archive/",
    }


def fullest(ladder: Ladder) -> Season:
    """The last whole month."""
    seasons = list(Season.objects.filter(ladder=ladder).order_by("start"))
    return seasons[-2]


def tournament_of(first: int) -> str:
    """A Swiss tournament whose first round is played."""
    director = User.objects.create_superuser("bench@example.org", "a good password")
    terms = Terms(wanted=4, least=3, most=4, check_in=False)
    event = tournament_create(
        name="Bench", game=game("pages"), by=director, terms=terms, stages=[StageTerms(rounds=3)], lot="lot"
    )
    tournament_advance(event, "entries", version=event.version, by=director)
    for seed, player in enumerate(Player.objects.filter(pk__gte=first).order_by("pk")[:ENTRANTS], start=1):
        entrant_enter(event, player, by=director, seed=seed)
    for state in ("check_in", "running"):
        event.refresh_from_db()
        tournament_advance(event, state, version=event.version, by=director)
    stage = event.stages.get()
    stage_start(stage, version=stage.version, by=director)
    stage.refresh_from_db()
    round_ = round_pair(stage, version=stage.version, by=director)
    round_publish(round_, version=round_.version, by=director)
    return f"/tournaments/{event.slug}/"


def page_figures(name: str, address: str) -> Iterator[Figure]:
    """One page as a visitor gets it: drawn anew, as kept for others where it is kept, and its size."""
    client = Client(headers={"accept-language": "en"})
    client.get(address)
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        page = client.get(address)
    assert page.status_code == 200, (address, page.status_code)
    asked = len([query for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))])
    anew, kept = [], []
    for _look in range(LOOKS):
        cache.clear()
        for times in (anew, kept):
            client.cookies.clear()
            times.append(timed(lambda: client.get(address)))
    yield figured(f"{name}, drawn anew, p95", p95(anew), "ms", UNCACHED_MS)
    yield figured(f"{name}, queries", asked, "queries", QUERIES)
    yield figured(f"{name}, HTML packed", len(gzip.compress(page.content)) / 1000, "kB", HTML_KB)
    if name == "ranking":
        yield figured(f"{name}, kept, p95", p95(kept), "ms", KEPT_MS)


def file_figures() -> Iterator[Figure]:
    """What a page brings besides: style and all scripts, packed."""
    scripts = [HTMX, *STATIC.glob("*.js")]
    yield figured("style, packed", packed([STATIC / "classifica.css"]), "kB", CSS_KB)
    yield figured("all scripts, packed", packed(scripts), "kB", SCRIPT_KB)


def packed(paths: list[Path]) -> float:
    return sum(len(gzip.compress(path.read_bytes())) for path in paths) / 1000


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def figured(name: str, value: float, unit: str, limit: float) -> Figure:
    return Figure(group=GROUP, name=name, value=round(value, 2), unit=unit, limit=limit)


# A telephone


def chromium() -> str | None:
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    return next((found for name in names if name and (found := shutil.which(name))), None)


@contextmanager
def driven(tell: Callable[[str], None]) -> Iterator[Any]:
    """A browser to drive; None where there is none."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        tell("no Playwright: nothing is measured in a browser")
        yield None
        return
    program = chromium()
    if program is None:
        tell("no Chromium: nothing is measured in a browser")
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--headless", "--no-sandbox"])
        yield browser
        browser.close()


def painted(addresses: dict[str, str], tell: Callable[[str], None]) -> Iterator[Figure]:
    """Largest paint and layout shift of the main pages; nothing where there is no browser to drive."""
    found: list[Figure] = []
    with served() as url, driven(tell) as browser:
        for name, address in addresses.items() if browser else ():
            tell(f"{name}, painted")
            paint, shift = looked_at(browser, url + address)
            found.append(figured(f"{name}, largest paint, processor {SLOWER}× slower", paint, "ms", PAINT_MS))
            found.append(figured(f"{name}, layout shift", shift, "", SHIFT))
    yield from found


def looked_at(browser: Any, address: str) -> tuple[float, float]:
    """Milliseconds to the largest paint on a small screen with a slow processor, the middle of three; and the shift."""
    paints, shifts = [], []
    for _look in range(3):
        context = browser.new_context(viewport={"width": 360, "height": 740}, device_scale_factor=2, locale="en")
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.add_init_script(f"({WATCH})()")
        page.goto(address, wait_until="networkidle")
        seen = page.evaluate("window.seen")
        paints.append(seen["paint"])
        shifts.append(seen["shift"])
        context.close()
    return statistics.median(paints), statistics.median(shifts)


class Silent(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        return


@contextmanager
def served() -> Iterator[str]:
    """The site over http by threads of this process, on the scratch database."""
    connections.close_all()
    server = ThreadedWSGIServer(("127.0.0.1", 0), Silent, connections_override=None)
    server.set_app(StaticFilesHandler(get_wsgi_application()))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with override_settings(SITE_URL=f"http://127.0.0.1:{server.server_port}"):
            yield settings.SITE_URL
    finally:
        server.shutdown()
        server.server_close()
