"""Typed reading of what comes with a match: the options of its rules, and the file of its component set."""

from typing import Any, TypeVar

import msgspec

from games.engine.errors import BadComponents, UnsupportedLog

T = TypeVar("T")


def read_options(values: dict[str, Any], kind: type[T]) -> T:
    """The options as a struct; raises `UnsupportedLog` naming the first that we do not know."""
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError:
        for name, value in values.items():
            if not _fits(name, value, kind):
                raise UnsupportedLog("option", option=name, found=value) from None
        raise


def _fits(name: str, value: Any, kind: type[T]) -> bool:
    try:
        msgspec.convert({name: value}, kind)
    except msgspec.ValidationError:
        return False
    return True


def read_catalogue(raw: bytes, kind: type[T], file: str) -> T:
    """A component file, decoded; raises `BadComponents` with file, key and reason."""
    try:
        return msgspec.toml.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        reason, _, key = str(error).partition(" - at ")
        raise BadComponents(file, key.strip("`") or "$", reason) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadComponents(file, "$", str(error)) from None
