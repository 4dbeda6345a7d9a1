from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.db import models

read = lru_cache(maxsize=10_000)(Fraction)
"""The number that a text says; in a ranking the same ones come again and again."""


class FractionField(models.TextField):
    """An exact number, stored as the text `9/2`; a text that is not reduced (`270/60`) is read all the same."""

    def from_db_value(self, value: str | None, *_: Any) -> Fraction | None:
        return None if value is None else read(value)

    def to_python(self, value: Any) -> Fraction | None:
        return None if value is None else Fraction(value)

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else str(value if isinstance(value, Fraction) else Fraction(value))

    def value_to_string(self, obj: models.Model) -> str:
        return str(self.value_from_object(obj))
