"""A person's names and ids taken out of a log, pure: the same match, told about somebody without a name."""

import gzip
import json
from collections.abc import Iterable, Sequence
from typing import Any

GZIP = b"\x1f\x8b"


def forget(raw: bytes, body: bytes, names: Iterable[str], ids: Iterable[str], name: str, number: str) -> bytes:
    """The bytes of a document with `names` and `ids` replaced by `name` and `number`.

    `body` is the document itself, unpacked. What was packed is packed again, always to the same bytes.
    """
    packed = raw.startswith(GZIP)
    text = (body if packed else raw).decode("utf-8", "surrogateescape")
    for old in sorted(ids, key=len, reverse=True):
        text = replaced(text, old, number)
    for old in sorted(names, key=len, reverse=True):
        for spelling in {old, json.dumps(old)[1:-1], json.dumps(old, ensure_ascii=False)[1:-1]}:
            text = replaced(text, spelling, name)
    told = text.encode("utf-8", "surrogateescape")
    return gzip.compress(told, mtime=0) if packed else told


def replaced(text: str, old: str, new: str) -> str:
    """`old` replaced where it stands as a word, and not as the key of an object."""
    parts: list[str] = []
    at = 0
    while (found := text.find(old, at)) >= 0:
        end = found + len(old)
        whole = not (_joins(text[found - 1 : found]) or _joins(text[end : end + 1]))
        is_key = text.startswith('":', end) and not old.isdecimal()
        parts += [text[at:found], new if whole and not is_key else old]
        at = end
    return "".join([*parts, text[at:]])


def _joins(sign: str) -> bool:
    """Whether a sign belongs to the word beside it."""
    return sign.isalnum() or sign in {"_", "-"}


def forget_in(value: Any, names: Sequence[str], ids: Sequence[str], name: str, number: str) -> Any:
    """The same in data that was read from a document: names that are the whole text, ids also behind a platform."""
    if isinstance(value, dict):
        return {key: forget_in(part, names, ids, name, number) for key, part in value.items()}
    if isinstance(value, list):
        return [forget_in(part, names, ids, name, number) for part in value]
    if isinstance(value, str):
        if value in names:
            return name
        platform, _colon, rest = value.rpartition(":")
        if rest in ids:
            return f"{platform}:{number}" if platform else number
    return value
