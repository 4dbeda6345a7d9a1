"""From the bytes that somebody gave to JSON documents: unpacked, taken out of saved pages, checked (reliability.md 7).

One reader for everybody: web preview, worker and command get the same documents from the same bytes. What a file is
called decides nothing.
"""

import codecs
import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Literal

import msgspec

from games.engine.errors import MalformedLog
from games.limits import LOG_BYTES, LOG_RATIO, ZIP_BYTES, ZIP_ENTRIES
from games.saved_page import find_log, looks_like_page
from games.strict_json import check_json

Kind = Literal["json", "gzip", "page"]

_GZIP, _ZIP, _EMPTY_ZIP = b"\x1f\x8b", b"PK\x03\x04", b"PK\x05\x06"
_HEAD = 30
"""Bytes before each entry of a zip, at least."""
_BOM = b"\xef\xbb\xbf"
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
CHUNK = 4 << 20
"""Bytes that are unpacked at a time: a buffer that grows in place takes half the memory of one large piece."""
_READABLE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, LookupError)


class Member(msgspec.Struct):
    """One document: the bytes as they came, and either the JSON in them or why there is none.

    `name` is that of the file or, from a zip, that of the entry.
    """

    name: str
    raw: bytes
    kind: Kind = "json"
    body: bytes | None = None
    problem: MalformedLog | None = None


def unpack(raw: bytes, name: str = "") -> Iterator[Member]:
    """Every document in `raw`, one after the other; a zip may hold several. Never raises for bad input."""
    if not raw.startswith((_ZIP, _EMPTY_ZIP)):
        yield read_member(raw, name)
        return
    try:
        yield from _zip_members(raw)
    except MalformedLog as problem:
        yield Member(name, raw, problem=problem)
    except _BROKEN_ZIP:
        yield Member(name, raw, problem=MalformedLog("zip"))


def intake(raw: bytes) -> bytes:
    """The JSON document in `raw`; raises `MalformedLog`."""
    return _document(raw)[1]


def read_member(raw: bytes, name: str = "") -> Member:
    """One document with what is wrong with it."""
    try:
        kind, body = _document(raw)
    except MalformedLog as problem:
        return Member(name, raw, problem=problem)
    return Member(name, raw, kind, body)


def _document(raw: bytes) -> tuple[Kind, bytes]:
    if len(raw) > LOG_BYTES:
        raise MalformedLog("too_large", expected=LOG_BYTES, found=len(raw))
    kind: Kind = "json"
    body = raw
    if body.startswith(_GZIP):
        kind, body = "gzip", gunzip(raw)
    if body.startswith((_GZIP, _ZIP, _EMPTY_ZIP)):
        raise MalformedLog("nested_archive")
    body = body.removeprefix(_BOM)
    if not body.strip():
        raise MalformedLog("empty")
    if body.startswith(_WIDE) or b"\0" in body[:4]:
        raise MalformedLog("encoding")
    if looks_like_page(body):
        kind, body = "page", find_log(body)
    check_json(body)
    return kind, body


def gunzip(raw: bytes) -> bytes:
    """One gzip member and nothing after it, counted while it is unpacked."""
    limit = min(LOG_BYTES, LOG_RATIO * len(raw))
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        body = _gathered(_inflated(unpacker, raw), limit)
    except zlib.error:
        raise MalformedLog("gzip") from None
    if len(body) > limit:
        code = "too_large" if limit == LOG_BYTES else "ratio"
        raise MalformedLog(code, expected=LOG_BYTES if limit == LOG_BYTES else LOG_RATIO)
    if not unpacker.eof:
        raise MalformedLog("gzip_cut_off")
    if unpacker.unused_data:
        raise MalformedLog("after_gzip", found=len(unpacker.unused_data))
    return body


def _inflated(unpacker: "zlib._Decompress", raw: bytes) -> Iterator[bytes]:
    yield unpacker.decompress(raw, CHUNK)
    while unpacker.unconsumed_tail:
        yield unpacker.decompress(unpacker.unconsumed_tail, CHUNK)


def _gathered(pieces: Iterator[bytes], limit: int) -> bytes:
    """Pieces put together, up to the first that goes beyond the limit."""
    body = next(pieces, b"")
    if len(body) < CHUNK:
        return body  # it is all there is, as of most logs
    gathered = io.BytesIO()
    gathered.write(body)
    while gathered.tell() <= limit and (piece := next(pieces, b"")):
        gathered.write(piece)
    return gathered.getvalue()


def _zip_members(raw: bytes) -> Iterator[Member]:
    left = ZIP_BYTES
    seen: set[str] = set()
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        entries = archive.infolist()
        if len(entries) > ZIP_ENTRIES:
            raise MalformedLog("zip_entries", expected=ZIP_ENTRIES, found=len(entries))
        if _overlap(entries):
            raise MalformedLog("zip")
        for entry in entries:
            if entry.is_dir():
                continue
            member = _zip_member(archive, entry, seen, left)
            seen.add(entry.filename)
            left -= max(len(member.raw), len(member.body or b""))
            yield member
            del member  # while the next one is unpacked, its bytes are nobody's but the caller's


def _overlap(entries: list[zipfile.ZipInfo]) -> bool:
    """Whether the same bytes are packed into several entries, as only a bomb has it."""
    ordered = sorted(entries, key=lambda entry: entry.header_offset)
    return any(
        one.header_offset + _HEAD + one.compress_size > following.header_offset for one, following in pairwise(ordered)
    )


def _zip_member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, seen: set[str], left: int) -> Member:
    problem = _entry_problem(entry, seen)
    if problem is not None:
        return Member(entry.filename, b"", problem=problem)
    limit = max(0, min(left, LOG_BYTES, LOG_RATIO * max(1, entry.compress_size)))
    try:
        with archive.open(entry) as packed:
            raw = _gathered(iter(partial(packed.read, CHUNK), b""), limit)
    except _BROKEN_ZIP:
        return Member(entry.filename, b"", problem=MalformedLog("zip"))
    if len(raw) > limit:
        return Member(entry.filename, b"", problem=MalformedLog("zip_too_large", expected=limit))
    return read_member(raw, entry.filename)


def _entry_problem(entry: zipfile.ZipInfo, seen: set[str]) -> MalformedLog | None:
    if entry.filename in seen:
        return MalformedLog("zip_double_name")
    if entry.flag_bits & 1:
        return MalformedLog("zip_encrypted")
    if stat.S_ISLNK(entry.external_attr >> 16):
        return MalformedLog("zip_link")
    if entry.compress_type not in _READABLE:
        return MalformedLog("zip_method")
    return None
