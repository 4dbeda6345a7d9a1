"""Atom feeds: stable ids, no private data."""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element, SubElement, tostring

from django.conf import settings

NAMESPACE = "http://www.w3.org/2005/Atom"
_UNWRITABLE = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """`key` names the thing for ever, such as `match/k2x9…`; a feed reader shows each key once."""

    key: str
    title: str
    path: str
    updated: dt.datetime
    published: dt.datetime | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Feed:
    """`path` is the feed's own address, `page` that of the page it tells about."""

    key: str
    title: str
    path: str
    page: str
    language: str
    author: str
    entries: Iterable[Entry]


def as_atom(feed: Feed) -> bytes:
    root = Element("feed", {"xmlns": NAMESPACE, "xml:lang": feed.language})
    entries = list(feed.entries)
    _text(root, "id", _id(feed.key))
    _text(root, "title", feed.title)
    _link(root, "self", feed.path, "application/atom+xml")
    _link(root, "alternate", feed.page, "text/html")
    _text(root, "updated", _stamp(max((entry.updated for entry in entries), default=dt.datetime(2000, 1, 1))))
    _text(SubElement(root, "author"), "name", feed.author)
    for entry in entries:
        node = SubElement(root, "entry")
        _text(node, "id", _id(entry.key))
        _text(node, "title", entry.title)
        _link(node, "alternate", entry.path, "text/html")
        _text(node, "updated", _stamp(entry.updated))
        if entry.published is not None:
            _text(node, "published", _stamp(entry.published))
        if entry.text:
            _text(node, "summary", entry.text)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = _UNWRITABLE.sub("", text)


def _link(parent: Element, relation: str, path: str, kind: str) -> None:
    SubElement(parent, "link", {"rel": relation, "type": kind, "href": settings.SITE_URL + path})


def _id(key: str) -> str:
    """A tag URI (RFC 4151): the same whatever happens to the page's address."""
    return f"tag:{urlsplit(settings.SITE_URL).hostname},2026:{key}"


def _stamp(instant: dt.datetime) -> str:
    return instant.strftime("%Y-%m-%dT%H:%M:%SZ") if instant.tzinfo is None else _stamp(_utc(instant))


def _utc(instant: dt.datetime) -> dt.datetime:
    return instant.astimezone(dt.UTC).replace(tzinfo=None)
