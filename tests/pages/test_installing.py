"""The site on a telephone: what makes it installable, and the last ranking without a network."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from playwright.sync_api import expect

from tests.pages.conftest import Torre
from tests.pages.test_browser import torre_in_the_open

__all__ = ["torre_in_the_open"]

GOLDEN = Path(__file__).parent.parent / "golden" / "alhambra" / "bga"


@pytest.mark.django_db
@pytest.mark.sqlite
def test_the_manifest_names_the_site_and_its_icons_are_there() -> None:
    client = Client(headers={"accept-language": "pt-BR"})
    told = client.get("/manifest.webmanifest").json()
    assert (told["start_url"], told["display"], told["lang"]) == ("/", "standalone", "pt-br")
    assert told["share_target"]["action"] == "/upload/shared/"
    for icon in told["icons"]:
        answer = client.get(icon["src"])
        assert answer.content.startswith(b"\x89PNG")
        assert len(answer.content) < 40_000
    assert client.get("/icon-7.png").status_code == 404
    worker = client.get("/sw.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert "default-src 'self'" in worker["Content-Security-Policy"]
    assert client.get("/offline/").status_code == 200
    assert 'rel="manifest"' in client.get("/about/").content.decode()


@pytest.mark.django_db
@pytest.mark.sqlite
def test_what_another_program_hands_over_is_read_and_waits(torre: Torre) -> None:
    client = Client(enforce_csrf_checks=True)
    given = {"title": "x", "text": "Alhambra: hugo_pt 131, gufetta 120", "url": ""}
    for site in ("cross-site", "same-site"):
        assert client.post("/upload/shared/", given, headers={"sec-fetch-site": site}).status_code == 403
    assert client.post("/upload/shared/", given).status_code == 403
    assert settings.SESSION_COOKIE_NAME not in client.cookies, "nobody is logged out by another site"
    log = (GOLDEN / "000-3p.json.gz").read_bytes()
    given["files"] = SimpleUploadedFile("a.json.gz", log)  # type: ignore[assignment]
    answer = client.post("/upload/shared/", given, headers={"sec-fetch-site": "none"})
    assert (answer.status_code, answer["Location"]) == (302, "/upload/")
    assert "il_Podestà" in client.get("/upload/").content.decode()


KEPT = """async () => {
  for (let look = 0; look < 300; look++) {
    if (await caches.match("/kept-ranking")) return true;
    await new Promise((after) => setTimeout(after, 100));
  }
  return false;
}"""
"""Wait until the worker has kept a ranking, half a minute at most."""


@pytest.mark.browser
def test_the_last_ranking_seen_is_there_without_a_network(
    browser: Any, live_server: Any, torre_in_the_open: Torre
) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{live_server.url}/leagues/torre/2026-10/")
    expect(page.locator("#offline-note")).to_be_hidden()
    assert page.evaluate(KEPT), "the ranking is kept"
    rows = page.locator("table.rank").inner_text()
    context.set_offline(True)
    page.goto(f"{live_server.url}/")
    expect(page.locator("#offline-note")).to_be_visible()
    expect(page.locator("#offline-at")).to_have_text(re.compile(r"\d"))
    expect(page.locator("table.rank")).to_have_text(rows, use_inner_text=True)
    expect(page.locator("body")).not_to_have_css("font-family", "Times New Roman")
    context.set_offline(False)
    page.goto(f"{live_server.url}/leagues/torre/2026-10/")
    expect(page.locator("#offline-note")).to_be_hidden()
    context.close()
    assert complaints == []
