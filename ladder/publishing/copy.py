"""Building the static copy of a league: which pages, under which names, and which of them changed."""

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import mark_safe

from ladder import formats
from ladder.models import CopyFile, Ladder, Season
from ladder.publishing.copyist import Copyist, icons_of
from ladder.publishing.site_pages import page
from ladder.selectors.rankings import season_matches
from ladder.selectors.seasons import season_at

STAMP = "\ue000copied\ue000"
"""Stands in a page where the time of copying will be; no text of ours or anybody's has this sign."""
INDEX, STYLE = "index.html", "style.css"
FIXED = ("archive", "players", "tournaments", "rules")
SITE_WIDE = ("players", "tournaments")
"""Lists of the whole site, not of the league alone."""
DATA = ("csv", "json")
MOST_PAGES = 50


@dataclass(frozen=True)
class Made:
    """A file of the copy before it says when it was copied."""

    path: str
    content: bytes

    @property
    def core(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    def stamped(self, now: str) -> bytes:
        return self.content.replace(STAMP.encode(), now.encode()) if self.path.endswith(".html") else self.content


def copy_of(ladder: Ladder, *, only: Season | None = None, now: datetime | None = None) -> list[Made]:
    """Every file of a league's copy, in its language; with `only`, the files that show that month."""
    now = now or timezone.now()
    with translation.override(ladder.language):
        return list(Builder(ladder, now).files(only))


def stamp_of(ladder: Ladder, now: datetime) -> str:
    with translation.override(ladder.language):
        return formats.deadline(now, ladder.time_zone)


def packed(made: Iterable[Made], known: Mapping[str, tuple[str, str]], stamp: str) -> dict[str, CopyFile]:
    """The files as they will lie at a target. What lies there with the same core (`known`: core, SHA-256) stays as it
    is, with the time at which it was copied."""
    files = {}
    for item in made:
        core, sha256 = known.get(item.path, ("", ""))
        if core == item.core:
            files[item.path] = CopyFile(sha256=sha256, core=core, size=0)
            continue
        content = item.stamped(stamp)
        digest = hashlib.sha256(content).hexdigest()
        packed_content = zlib.compress(content, 6)
        files[item.path] = CopyFile(sha256=digest, core=item.core, size=len(content), packed=packed_content)
    return files


def content_of(file: CopyFile) -> bytes:
    return zlib.decompress(bytes(file.packed))


class Builder:
    """Makes the files of one league's copy."""

    def __init__(self, ladder: Ladder, now: datetime) -> None:
        self.ladder = ladder
        self.home = f"/leagues/{ladder.slug}/"
        self.now = now
        self.months = list(ladder.seasons.filter(start__lte=now).order_by("-start"))
        self.icons = icons_of(_static("ladder/icons.svg"))
        self.names = self._names()

    def current(self) -> Season | None:
        """The month of now, if something happened in it; else the latest one."""
        season = season_at(self.ladder, self.now)
        if season.pk is not None and season_matches(season).exists():
            return season
        return next((month for month in self.months if season_matches(month).exists()), None)

    def files(self, only: Season | None) -> Iterator[Made]:
        current = self.current()
        months = [season for season in self.months if only is None or season.pk == only.pk]
        for season in months:
            yield from self._month(season, is_current=season == current)
        if only is None:
            yield Made(
                STYLE, f"{_static('ladder/classifica.css')}\n@media print {{ .copied {{ border: 0; }} }}\n".encode()
            )
            for name in FIXED:
                yield from self._pages(name, self._address(name))
            if b'rel="next"' in (page("/players/") or b""):
                yield from self._further_players()
            if current is None:
                yield from self._pages(INDEX.removesuffix(".html"), self.home)

    def _month(self, season: Season, *, is_current: bool) -> Iterator[Made]:
        address = f"{self.home}{season.key}/"
        files = list(self._pages(season.key, address))
        yield from files
        if is_current:
            yield from (Made(INDEX, made.content) for made in files if made.path == f"{season.key}.html")
        for number in range(1, season.revision):  # the last one is the page of the month itself
            revision = page(f"{address}r{number}/")
            if revision is not None:
                yield self._html(f"{season.key}-r{number}.html", f"{address}r{number}/", revision)

    def _further_players(self) -> Iterator[Made]:
        """The list of players from its second page on."""
        for number in range(2, MOST_PAGES + 1):
            address = f"/players/?page={number}"
            html = page(address)
            if html is None:
                return
            yield self._html(f"players-{number}.html", address, html)
            if b'rel="next"' not in html:
                return

    def _pages(self, name: str, address: str) -> Iterator[Made]:
        """A page, and the same for programs where the site has it."""
        html = page(address)
        if html is not None:
            yield self._html(f"{name}.html", address, html)
        for suffix in DATA:
            data = page(f"{address.rstrip('/')}.{suffix}")
            if data is not None:
                yield Made(f"{name}.{suffix}", data)

    def _html(self, path: str, address: str, html: bytes) -> Made:
        copyist = Copyist(lambda href: self._link(href, address), self.icons)
        copyist.feed(html.decode())
        copyist.close()
        stem = path.removesuffix(".html")
        context = {
            "ladder": self.ladder,
            "language": copyist.language,
            "title": mark_safe(copyist.title.strip()),  # noqa: S308 - escaped when the page was made
            "body": mark_safe(copyist.body),  # noqa: S308 - the same
            "path": path,
            "live": settings.SITE_URL + address,
            "stamp": STAMP,
            "data": DATA if stem in ("archive", *SITE_WIDE) or stem in {season.key for season in self.months} else (),
            "stem": stem,
        }
        return Made(path, render_to_string("copy/page.html", context).encode())

    def _address(self, name: str) -> str:
        return f"/{name}/" if name in SITE_WIDE else f"{self.home}{name}/"

    def _names(self) -> dict[str, str]:
        """The names in the copy of the site's addresses."""
        names = {self._address(name): name for name in FIXED} | {self.home: "index"}
        for season in self.months:
            names[f"{self.home}{season.key}/"] = season.key
            for number in range(1, season.revision + 1):
                older = f"-r{number}" if number < season.revision else ""
                names[f"{self.home}{season.key}/r{number}/"] = f"{season.key}{older}"
        return names

    def _link(self, href: str, here: str) -> str:
        """A link of a page as the copy has it: beside it if the copy has that page, else to the live site."""
        if href.startswith("#"):
            return href
        parts = urlsplit(href)
        if parts.scheme or parts.netloc:
            return href
        path = parts.path or here
        anchor = f"#{parts.fragment}" if parts.fragment else ""
        stem, _dot, suffix = path.rpartition(".")
        if not parts.query and path in self.names:
            return f"{self.names[path]}.html{anchor}"
        if not parts.query and suffix in DATA and f"{stem}/" in self.names:
            return f"{self.names[f'{stem}/']}.{suffix}"
        if path == "/players/" and parts.query.removeprefix("page=").isdigit():
            number = int(parts.query.removeprefix("page="))
            return f"players-{number}.html" if number > 1 else "players.html"
        return settings.SITE_URL + path + (f"?{parts.query}" if parts.query else "") + anchor


def _static(name: str) -> str:
    found = finders.find(name)
    assert isinstance(found, str)
    return Path(found).read_text(encoding="utf-8")
