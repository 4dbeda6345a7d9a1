"""One clock for the story: what the site asks of Python, and what it asks of the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.apps import apps
from django.db.models import Value
from django.db.models.expressions import DatabaseDefault
from django.db.models.functions import Now
from django.utils import timezone

ROME = ZoneInfo("Europe/Rome")


@contextmanager
def at(text: str) -> Iterator[datetime]:
    """The clocks of Rome stand there: `2026-10-01 10:00`."""
    instant = datetime.fromisoformat(text).replace(tzinfo=ROME)
    with time_machine.travel(instant, tick=False):
        yield instant


def follow(patch: pytest.MonkeyPatch) -> None:
    """Let the database's clock stand where Python's does."""

    def now(_self: Now, compiler: Any, connection: Any, **_: Any) -> Any:
        return Value(timezone.now()).resolve_expression(compiler.query).as_sql(compiler, connection)

    for name in ("as_sql", "as_postgresql", "as_sqlite"):
        patch.setattr(Now, name, now, raising=False)
    for model in apps.get_models():
        for field in model._meta.local_fields:
            if isinstance(getattr(field, "db_default", None), Now):
                patch.setattr(field, "pre_save", filled(field), raising=False)


def filled(field: Any) -> Any:
    def pre_save(instance: Any, add: bool) -> Any:
        if isinstance(getattr(instance, field.attname), DatabaseDefault):
            setattr(instance, field.attname, timezone.now())
        return getattr(instance, field.attname)

    return pre_save
