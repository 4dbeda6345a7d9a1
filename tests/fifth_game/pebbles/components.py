"""The box (step 2): data, loaded whole and checked."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from games.engine.reading import LoadedSet, read_catalogue

OWN = Path(__file__).with_name("components.toml")


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    weight: int
    copies: Annotated[int, msgspec.Meta(ge=1)]


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    set_id: str
    version: int
    row: Annotated[int, msgspec.Meta(ge=1, le=6)]
    kinds: tuple[Kind, ...]


class ComponentSet(LoadedSet, frozen=True, eq=False):
    """A loaded set: room in the row, and of each kind its weight and its copies."""

    row: int
    weights: dict[str, int]
    copies: dict[str, int]


def load_components(raw: bytes, file: str = "components.toml") -> ComponentSet:
    """Decode and check a component file; raises `BadComponents` with file, key and reason."""
    found, digest = read_catalogue(raw, Catalogue, file, faults)
    return ComponentSet(
        id=found.set_id,
        version=found.version,
        hash=digest,
        official=True,
        row=found.row,
        weights={kind.id: kind.weight for kind in found.kinds},
        copies={kind.id: kind.copies for kind in found.kinds},
    )


def faults(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    ids = [kind.id for kind in catalogue.kinds]
    for number, name in enumerate(ids):
        if name in ids[:number]:
            yield f"kinds[{number}].id", "is there twice"


@cache
def base_components() -> ComponentSet:
    return load_components(OWN.read_bytes())
