"""Names for kinds of arrays, and records of arrays as bytes for the database. Pure."""

from dataclasses import fields
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.integer[Any]]
_LENGTH = 8


class Packed:
    """A dataclass of arrays that lie one after another, behind their lengths.

    `KINDS` are those of the fields, wider ones first, so that each array lies as the processor likes it.
    """

    __slots__ = ()
    KINDS: ClassVar[tuple[str, ...]]

    @classmethod
    def header(cls) -> int:
        """How many bytes lie before the first array."""
        return _LENGTH * len(cls.KINDS)

    def pack(self) -> bytes:
        arrays = [
            np.asarray(getattr(self, field.name), kind)
            for field, kind in zip(fields(self), self.KINDS, strict=True)  # type: ignore[arg-type]
        ]
        return b"".join([np.array([len(array) for array in arrays], "<i8").tobytes(), *map(np.ndarray.tobytes, arrays)])

    @classmethod
    def unpack(cls, packed: bytes | memoryview) -> Self:
        data = bytearray(packed)  # writable, for values change in place
        arrays, at = [], cls.header()
        for kind, length in zip(cls.KINDS, np.frombuffer(data, "<i8", len(cls.KINDS)).tolist(), strict=True):
            arrays.append(np.frombuffer(data, kind, length, at))
            at += arrays[-1].nbytes
        return cls(*arrays)
