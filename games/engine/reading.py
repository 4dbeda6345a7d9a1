"""Typed reading of what comes with a match: the options of its rules, and the file of its component set."""

from collections.abc import Callable, Iterable
from hashlib import sha256
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


class LoadedSet(msgspec.Struct, frozen=True, eq=False):
    """What is known of every loaded component set; each game adds the tables that play needs."""

    id: str
    version: int
    hash: str
    official: bool

    def header(self) -> dict[str, Any]:
        """What a record's header and a verdict say of this set."""
        return {"set": self.id, "version": self.version, "hash": self.hash}


def read_catalogue(
    raw: bytes, kind: type[T], file: str, faults: Callable[[T], Iterable[tuple[str, str]]]
) -> tuple[T, str]:
    """A component file, decoded and validated, and its hash.

    `faults` gives (key, reason) of what makes a well-typed file unplayable. Raises `BadComponents` with file, key and
    reason.
    """
    catalogue = _decoded(raw, kind, file)
    for key, reason in faults(catalogue):
        raise BadComponents(file, key, reason)
    return catalogue, "sha256:" + sha256(raw).hexdigest()


def _decoded(raw: bytes, kind: type[T], file: str) -> T:
    try:
        return msgspec.toml.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        reason, _, key = str(error).partition(" - at ")
        raise BadComponents(file, key.strip("`").removeprefix("$.") or "$", reason) from None
    except (ValueError, RecursionError) as error:
        raise BadComponents(file, "$", str(error)) from None
