"""Long lists by pages: a cursor says where the page before ended, so nothing is shown twice or left out when rows come."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request

from ladder.api.problems import Problem

MOST = 200
USUAL = 50
LARGEST = 2**62


class ListQuery(serializers.Serializer):
    """How much of a list, and from where on."""

    cursor = serializers.CharField(
        max_length=400, required=False, help_text="From where on: the one that `next` of the page before holds."
    )
    limit = serializers.IntegerField(min_value=1, max_value=MOST, default=USUAL, help_text="How many rows, at most.")


@dataclass(frozen=True)
class Page:
    """The rows of one page; `next` is the address of the next one."""

    items: Sequence[Any]
    next: str | None


def page_of(request: Request, rows: QuerySet[Any] | Sequence[Any], asked: dict[str, Any], *keys: str) -> Page:
    """One page of rows. A query is ordered by `keys`, field names that together are unique; a list keeps its order."""
    limit = asked.get("limit", USUAL)
    if isinstance(rows, QuerySet):
        start = _read(asked.get("cursor"), [int if key.strip("-") == "pk" else str for key in keys])
        found = list(rows.filter(_after(keys, start) if start else Q()).order_by(*keys)[: limit + 1])
        values = [getattr(found[limit - 1], key.strip("-")) for key in keys] if len(found) > limit else []
    else:
        start = _read(asked.get("cursor"), [int])
        first = start[0] if start else 0
        found = list(rows[first : first + limit + 1])
        values = [first + limit] if len(found) > limit else []
    return Page(found[:limit], _address(request, values) if values else None)


def _after(keys: Sequence[str], values: Sequence[Any]) -> Q:
    """The rows behind these values: behind in the first key, or level in it and behind in the next, and so on."""
    found, level = Q(), Q()
    for key, value in zip(keys, values, strict=True):
        name = key.strip("-")
        found |= level & Q(**{f"{name}__{'lt' if key.startswith('-') else 'gt'}": value})
        level &= Q(**{name: value})
    return found


def _address(request: Request, values: list[Any]) -> str:
    cursor = base64.urlsafe_b64encode(json.dumps(values).encode()).decode()
    query = [(name, value) for name, value in request.query_params.items() if name != "cursor"]
    return f"{settings.SITE_URL}{request.path}?{urlencode([*query, ('cursor', cursor)])}"


def _read(cursor: str | None, kinds: Sequence[type]) -> list[Any]:
    """The values in a cursor; none where there is no cursor."""
    if not cursor:
        return []
    try:
        values = json.loads(base64.b64decode(cursor.encode("ascii"), altchars=b"-_", validate=True))
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, list) or [type(value) for value in values] != list(kinds) or not _fit(values):
        raise Problem(422, "cursor", _("This cursor is none of this list. Begin again without one."))
    return values


def _fit(values: list[Any]) -> bool:
    return all(0 <= value < LARGEST if isinstance(value, int) else _is_text(value) for value in values)


def _is_text(value: str) -> bool:
    """What a database can compare: no nul, no half of a pair."""
    return "\0" not in value and not any("\ud800" <= sign <= "\udfff" for sign in value)
