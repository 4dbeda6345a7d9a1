"""Whether bytes are one JSON document that we are willing to decode (reliability.md 7).

Everything is measured on the bytes first: nothing is decoded that is too deep, too long or out of range. Work and memory
grow in line with size: texts are looked at in pieces of `PIECE` bytes.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import Any

import msgspec

from games.engine.errors import MalformedLog
from games.limits import JSON_DEPTH, JSON_INTEGER, JSON_STRING, JSON_VALUES, KB, MB

PIECE = MB // 4
WHOLE, LEAF = MB, 64 * KB
"""A document up to `WHOLE` bytes, as logs are, is decoded at once; of a longer one `LEAF` bytes at a time."""
NAMEABLE = 4 * MB
"""A fault in a larger document is told without its name."""

_Parts = dict[str, msgspec.Raw] | list[msgspec.Raw] | str | float | bool | None

_STRUCTURE = bytes(set(range(256)) - set(b'"[]{}:'))
"""What is left out to see the structure alone."""

_BRACKETS = (b"[", b"]", b"{", b"}")
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEP = [{"[": 1, "{": 1, "]": -1, "}": -1}.get(chr(byte), 0) for byte in range(256)]
_DIGITS = bytes(ord("0") if chr(byte) in "0123456789" else ord(" ") for byte in range(256))
_LONG_NUMBER = b"0" * 16

_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_SHALLOW = 16
_SEPARATORS = bytes.maketrans(b"[]{},:\t\r\n", b" " * 9)


def check_json(body: bytes, longest: int = JSON_STRING) -> None:
    """Raises `MalformedLog`: `too_many_values`, `too_deep`, `long_string`, `integer`, `nul`, `surrogate`, `not_finite`, `encoding`,
    `duplicate_key`, or `not_json` with the byte at which it stops being JSON."""
    _check_count(body)
    colons = _check_bytes(body, longest)
    try:
        _check_keys(body, colons)
    except msgspec.ValidationError:
        raise MalformedLog("not_finite") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _broken(body, str(error)) from None
    if b"\\u0000" in body and b"\\u0000" in _without_escapes(body):
        raise MalformedLog("nul")


def _without_escapes(text: bytes) -> bytes:
    """The same length, with every `\\\\` and `\\"` blotted out, so that each quote left begins or ends a string."""
    for escape in (b"\\\\", b'\\"'):
        if escape in text:
            text = text.replace(escape, b"__")
    return text


def _pieces(body: bytes, start: int = 0) -> Iterator[bytes]:
    """The document in pieces that do not cut an escape in two."""
    while start < len(body):
        end = min(start + PIECE, len(body))
        backslashes = end - start - len(body[start:end].rstrip(b"\\"))
        end += backslashes % 2
        yield _without_escapes(body[start:end])
        start = end


def _check_count(body: bytes) -> None:
    """Refuse what would take the memory of the machine once it is decoded: a value of two bytes takes fifty or more."""
    if body.count(b",") <= JSON_VALUES:
        return
    values, in_string = 0, False
    for piece in _pieces(body):
        values += sum(text.count(b",") for text in piece.split(b'"')[in_string::2])
        in_string ^= piece.count(b'"') % 2 == 1
    if values > JSON_VALUES:
        raise MalformedLog("too_many_values", expected=JSON_VALUES)


def _check_bytes(body: bytes, longest: int) -> int:
    """Depth, lengths of strings, sizes of numbers; returns the number of colons outside strings."""
    depth = colons = open_length = 0
    in_string = False
    for piece in _pieces(body):
        open_length = _check_strings(piece, in_string, open_length, longest)
        if _LONG_NUMBER in piece.translate(_DIGITS):
            _check_numbers(piece, in_string)
        structure = _outside(piece, in_string)
        colons += structure.count(b":")
        depth = _check_depth(structure, depth)
        in_string ^= piece.count(b'"') % 2 == 1
    return colons


def _outside(piece: bytes, in_string: bool) -> bytes:
    """Brackets and colons outside strings. Two quotes with nothing between them change nothing for the rest."""
    structure = piece.translate(None, _STRUCTURE).replace(b'""', b"")
    return b"".join(structure.split(b'"')[in_string::2])


def _check_depth(structure: bytes, depth: int) -> int:
    """Refuse what is too deep; returns the depth at the end.

    Pairs that close at once are struck out, layer by layer. What is left then is short, and the exact count is only
    made where the layers and it could be too much together.
    """
    rest = structure.translate(_ONE_KIND, _NOT_BRACKETS)
    layers = 0
    while layers < _SHALLOW and b"[]" in rest:
        rest = rest.replace(b"[]", b"")
        layers += 1
    depths = _depths(rest, depth)
    if max(depths) + layers > JSON_DEPTH:
        deepest = max(_depths(structure, depth))
        if deepest > JSON_DEPTH:
            raise MalformedLog("too_deep", expected=JSON_DEPTH, found=deepest)
    return depths[-1]


def _depths(structure: bytes, depth: int) -> list[int]:
    """The depth before the first bracket and after each."""
    brackets = structure.translate(None, _NOT_BRACKETS)
    return list(accumulate(map(_STEP.__getitem__, brackets), initial=depth))


def _check_strings(piece: bytes, in_string: bool, before: int, longest: int) -> int:
    """Refuse a string of more than `longest` bytes; `before` of it came in the last piece. Returns what stays open.

    Goes from quote to quote in steps as long as a string may be, so most quotes are never looked at.
    """
    start = 0
    while True:
        last = piece.rfind(b'"', start, start + longest - before + 1)
        if last >= 0:
            start, before = last + 1, 0
            continue
        following = piece.find(b'"', start)
        end = following if following >= 0 else len(piece)
        inside = in_string ^ (piece.count(b'"', 0, start) % 2 == 1)
        if inside and end - start + before > longest:
            raise MalformedLog("long_string", expected=longest)
        if following < 0:
            return end - start + before if inside else 0
        start, before = following + 1, 0


def _check_numbers(piece: bytes, in_string: bool) -> None:
    """Refuse integers beyond 2^53 either way; only called where there are many digits in a row."""
    for text in piece.split(b'"')[in_string::2]:
        for word in text.translate(_SEPARATORS).split():
            if word.lstrip(b"-").isdigit() and (len(word) > 17 or abs(int(word)) > JSON_INTEGER):
                raise MalformedLog("integer", expected=JSON_INTEGER, found=word[:40].decode("ascii"))


def _check_keys(body: bytes, colons: int) -> None:
    """Refuse a key that occurs twice in one object: then there are fewer keys after decoding than colons before."""
    leaf = WHOLE if len(body) <= WHOLE else LEAF
    if _count_keys(body, _encoded_keys, leaf) != colons and _count_keys(body, _decoded_keys, leaf) != colons:
        if len(body) <= NAMEABLE:
            _name_double_key(body)
        raise MalformedLog("duplicate_key")


def _count_keys(text: bytes, count: Callable[[bytes], int], leaf: int) -> int:
    """Keys of all objects, counted by `count` in leaves of up to `leaf` bytes, so that little is decoded at a time."""
    if len(text) <= leaf:
        return count(text)
    parts = msgspec.json.decode(text, type=_Parts)
    if isinstance(parts, dict):
        return len(parts) + sum(_count_keys(batch, count, leaf) for batch in _batches(parts.values()))
    return sum(_count_keys(batch, count, leaf) for batch in _batches(parts)) if isinstance(parts, list) else 0


def _encoded_keys(text: bytes) -> int:
    """Encoded keys end in `":`; inside strings the quote is escaped. Too few if a key ends in a backslash."""
    again = msgspec.json.encode(msgspec.json.decode(text))
    return again.count(b'":') - again.count(b'\\":')


def _decoded_keys(text: bytes) -> int:
    """The same, exact and slow."""
    keys = 0
    queue = [msgspec.json.decode(text)]
    while queue:
        value = queue.pop()
        if isinstance(value, dict):
            keys += len(value)
            queue.extend(value.values())
        elif isinstance(value, list):
            queue.extend(value)
    return keys


def _batches(children: Iterable[msgspec.Raw]) -> Iterator[bytes]:
    """The children, small ones put together in lists of up to `LEAF` bytes: a million numbers are not looked at singly."""
    batch: list[msgspec.Raw] = []
    size = 2
    for child in children:
        if len(child) + 2 > LEAF:
            yield bytes(child)
            continue
        if size + len(child) > LEAF:
            yield b"[" + b",".join(batch) + b"]"
            batch, size = [], 2
        batch.append(child)
        size += len(child) + 1
    yield b"[" + b",".join(batch) + b"]"


def _name_double_key(body: bytes) -> None:
    def unique(pairs: list[tuple[str, Any]]) -> None:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise MalformedLog("duplicate_key", found=key[:64])
            seen.add(key)

    json.loads(body, object_pairs_hook=unique)


def end_of_value(text: bytes, start: int) -> int | None:
    """The place after the object or list that begins at `start`, whatever follows; None if it does not end."""
    depth, in_string = 0, False
    for piece in _pieces(text, start):
        depths = _depths(_outside(piece, in_string), depth)
        if 0 in depths[1:]:
            return start + _after_bracket(piece, in_string, depths.index(0, 1))
        depth = depths[-1]
        in_string ^= piece.count(b'"') % 2 == 1
        start += len(piece)
    return None


def _after_bracket(piece: bytes, in_string: bool, number: int) -> int:
    """The place after the bracket of that number (from 1) outside strings."""
    offset = 0
    for index, text in enumerate(piece.split(b'"')):
        if index % 2 == in_string:
            brackets = (
                [place for place, byte in enumerate(text) if _STEP[byte]] if any(map(text.count, _BRACKETS)) else []
            )
            if number <= len(brackets):
                return offset + brackets[number - 1] + 1
            number -= len(brackets)
        offset += len(text) + 1
    raise AssertionError("the bracket was counted before")


def _broken(body: bytes, reason: str) -> MalformedLog:
    """The refusal of what msgspec could not decode."""
    if "UTF-8" in reason:
        return MalformedLog("encoding")
    if len(body) <= 4 * MB and (b"\\ud" in body.lower() or b"NaN" in body or b"Infinity" in body):
        code = _lenient_fault(body)
        if code:
            return MalformedLog(code)
    place = reason.partition("(byte ")[2].rstrip(")")
    return MalformedLog("not_json", byte=int(place) if place.isdigit() else len(body), reason=reason)


def _lenient_fault(body: bytes) -> str | None:
    """What a laxer decoder lets pass: NaN and infinities, lone surrogates."""
    constants: list[str] = []
    try:
        document = json.loads(body, parse_constant=constants.append)
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return "surrogate"
    except ValueError:
        return None
    return "not_finite" if constants else None
