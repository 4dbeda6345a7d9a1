"""The pictures of the guides, taken from a running demo by Chromium: pages as visitors, players and keepers see them."""

import base64
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

from tests.services.browser import chromium, chromium_program

FOLDER = Path(__file__).parent.parent / "docs" / "images" / "pages"
LOG = Path(__file__).parent / "golden" / "alhambra" / "bga" / "000-3p.json.gz"
QUALITY = 72
MOST_BYTES = 1_500_000
WIDE = (1280, 800)
OCTOBER = "/leagues/torre/2026-10/"


def understood(page: Any) -> None:
    """A file that was read and is not saved yet."""
    page.set_input_files("form.drop.whole input[type=file]", str(LOG))
    page.locator("#reads .read:not(.waiting)").first.wait_for()


def refused(page: Any) -> None:
    """The log that the demo has refused."""
    page.locator("main a[href^='/verifications/']").first.click()


def replayed(page: Any) -> None:
    """In the middle of the latest match of Alhambra that has a log."""
    here = page.url.rstrip("/")
    [match, *_others] = page.request.get(f"{here}/api/v1/matches/?game=alhambra&state=verified").json()["items"]
    page.goto(f"{here}/matches/{match['slug']}/replay/?move=60")


def checklist(page: Any) -> None:
    """The month that runs, on the desk of its league."""
    page.locator("main a[href*='/desk/leagues/torre/']").first.click()


Shot = tuple[str, str, str, tuple[int, int], str, Callable[[Any], None] | None]
SHOTS: tuple[Shot, ...] = (
    # name, address, account, size, theme, what is done there
    ("home", "/", "", WIDE, "light", None),
    ("ranking-why", f"{OCTOBER}?why=livio_lupo#why-livio_lupo", "", WIDE, "light", None),
    ("changes", f"{OCTOBER}changes/", "", WIDE, "light", None),
    ("rules", "/leagues/torre/rules/", "", WIDE, "light", None),
    ("player", "/players/hugo_pt/rating/", "", WIDE, "light", None),
    ("upload", "/upload/", "hugo", WIDE, "light", understood),
    ("verification", "/about/", "", WIDE, "light", refused),
    ("replay", "/", "", WIDE, "dark", replayed),
    ("tournament", "/tournaments/torneo-dinverno/", "hugo", WIDE, "light", None),
    ("rounds", "/tournaments/coppa-res-arcana/rounds/", "", WIDE, "light", None),
    ("standings", "/tournaments/alhambra-dautunno/standings/", "", WIDE, "light", None),
    ("director", "/desk/tournaments/coppa-res-arcana/", "rosa", WIDE, "light", None),
    ("desk", "/desk/", "sara", WIDE, "light", None),
    ("closing", "/desk/", "sara", WIDE, "light", checklist),
    ("programs", "/api/docs/matches/", "", WIDE, "light", None),
)


def password() -> str:
    """The one of every account of the demo."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")
    django.setup()
    from ladder.demo.story import PASSWORD

    return PASSWORD


def log_in(page: Any, site: str, account: str) -> None:
    page.goto(f"{site}/accounts/login/")
    page.fill("#id_login", f"{account}@torre.example")
    page.fill("#id_password", password())
    page.click("main button[type=submit]")
    page.wait_for_load_state()


def take(browser: Any, site: str, shot: Shot) -> bytes:
    """One picture, as WebP."""
    _name, address, account, (width, height), theme, act = shot
    context = browser.new_context(locale="en", viewport={"width": width, "height": height}, color_scheme=theme)
    page = context.new_page()
    if account:
        log_in(page, site, account)
    answer = page.goto(f"{site}{address}")
    if not answer.ok:
        raise SystemExit(f"{address}: {answer.status}. Is this the demo, as bin/run makes it?")
    if act is not None:
        act(page)
    page.wait_for_load_state("networkidle")
    asked = {"format": "webp", "quality": QUALITY}
    found = context.new_cdp_session(page).send("Page.captureScreenshot", asked)
    context.close()
    return base64.b64decode(found["data"])


def main(site: str = "http://127.0.0.1:8000") -> None:
    """Take all of them."""
    program = chromium_program()
    if program is None:
        raise SystemExit("Chromium is missing (apt-get install chromium, or set CHROMIUM).")
    FOLDER.mkdir(parents=True, exist_ok=True)
    whole = 0
    with chromium(program) as browser:
        for shot in SHOTS:
            taken = take(browser, site.rstrip("/"), shot)
            (FOLDER / f"{shot[0]}.webp").write_bytes(taken)
            whole += len(taken)
            print(f"{shot[0]}.webp: {len(taken) // 1000} kB", flush=True)
    print(f"{len(SHOTS)} pictures, {whole // 1000} kB")
    if whole > MOST_BYTES:
        raise SystemExit(f"More than {MOST_BYTES // 1000} kB: lower QUALITY.")


if __name__ == "__main__":
    main(*sys.argv[1:2])
