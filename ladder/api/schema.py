"""The schema of the API (OpenAPI 3.1), read from the resources; and what each of them says about its operations."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, inline_serializer
from rest_framework import serializers

from ladder.api.paging import ListQuery
from ladder.api.problems import TYPE
from ladder.api.shapes import Facts, PreviewQuery
from ladder.models import Scope

JSON = "application/json"
Method = TypeVar("Method", bound=Callable[..., Any])
Shape = type[serializers.Serializer]

READING = (400, 401, 404, 406, 422, 429)
PRIVATE = (*READING, 403)
WRITING = (*PRIVATE, 409, 413, 415)
MEANINGS = {
    200: "Here it is.",
    201: "Done, and something new is there.",
    304: "You have it already: If-None-Match bore its ETag.",
    400: "The request cannot be read.",
    401: "A token is missing, or does not work.",
    403: "The token, or its account, may not do this.",
    404: "Nothing is there, or you may not see it.",
    406: "The answer is in no form that you accept.",
    409: "Not possible as things are.",
    410: "The person wished to be forgotten.",
    412: "It was changed since you read it.",
    413: "The body is too large.",
    415: "The body is in no form that is read here.",
    422: "Some fields cannot be used as they are.",
    428: "If-Match is missing.",
    429: "Too many requests; Retry-After says when to come again.",
    507: "There is no room for further files.",
}
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The version that you have read: the ETag, or `version`, of what is to be changed.",
    pattern=r'^"[0-9a-f]{1,32}(-[0-9a-f]{16})?"$',
)
IF_MATCH_UNLESS_PREVIEW = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The version that you have read; needed unless `preview=1`.",
    pattern=r'^"[0-9a-f]{1,32}(-[0-9a-f]{16})?"$',
)
KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="A key of your own. The same request under the same key is done once in 24 hours, and gets the same answer.",
    pattern=r"^[!-~]{8,64}$",
)


class ProblemShape(serializers.Serializer):
    """What went wrong. `code` never changes its meaning; `message` is in the language asked for."""

    type = serializers.URLField(help_text="Where the code is explained.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    message = serializers.CharField()
    facts = Facts()


class ApiSchema(AutoSchema):
    """Names of shapes without the word."""

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        name: str = super().get_serializer_name(serializer, direction)
        return name.removesuffix("Shape")

    def get_description(self) -> str:
        """What the operation says itself; what its class says is for whoever reads the source."""
        return ""


def page_shape(shape: Shape, facts: Mapping[str, Any] | None = None, name: str = "") -> Any:
    """A page of a list."""
    fields = {
        **(facts or {}),
        "items": shape(many=True),
        "next": serializers.URLField(allow_null=True, help_text="The next page; null on the last one."),
    }
    return inline_serializer(name or f"{shape.__name__.removesuffix('Shape')}Page", fields)


def operation(
    name: str,
    summary: str,
    answer: Any = None,
    *,
    tag: str,
    scope: str = "",
    body: Any = None,
    query: Sequence[Any] = (),
    private: bool = False,
    listed: bool = False,
    facts: Mapping[str, Any] | None = None,
    if_match: bool = False,
    status: int = 200,
    more: Mapping[int, Any] | None = None,
    refusals: Sequence[int] = (),
    media: str = JSON,
    description: str = "",
) -> Callable[[Method], Method]:
    """What the schema says of a method: its name, what it takes, what it answers, how it may refuse."""
    writing = bool(scope)
    shape = page_shape(answer, facts, f"{name}_page".title().replace("_", "")) if listed else answer
    answers = {(status, media): OpenApiResponse(shape, MEANINGS[status])}
    for code, other in (more or {}).items():
        answers[code, JSON] = OpenApiResponse(other, MEANINGS[code])
    codes = {*(WRITING if writing else PRIVATE if private else READING), *refusals}
    codes |= {412, 428} if if_match else set()
    if not writing:
        answers[304, media] = OpenApiResponse(None, MEANINGS[304])
    for code in sorted(codes):
        answers[code, TYPE] = OpenApiResponse(ProblemShape, MEANINGS[code])
    parameters = [
        *query,
        *([ListQuery] if listed else []),
        *([KEY] if writing else []),
        *([IF_MATCH_UNLESS_PREVIEW if PreviewQuery in query else IF_MATCH] if if_match else []),
    ]
    needs = [{"token": [scope or str(Scope.ACCOUNT)]}] if writing or private else [{"token": []}, {}]
    marked: Callable[[Method], Method] = extend_schema(
        operation_id=name,
        summary=summary,
        description=description,
        tags=[tag],
        request=body if writing else None,
        responses=answers,
        parameters=parameters,
        auth=needs,
    )
    return marked


SVG = OpenApiTypes.STR
"""A drawing is text."""


@cache
def document() -> dict[str, Any]:
    """The schema, made once for each process: it follows from the code alone."""
    found: dict[str, Any] = cleaned(SchemaGenerator().get_schema(public=True))
    return found


def cleaned(node: Any) -> Any:
    """Without the marks of the tool that reads it."""
    if isinstance(node, dict):
        return {key: cleaned(value) for key, value in node.items() if key != "x-spec-enum-id"}
    return [cleaned(value) for value in node] if isinstance(node, list) else node


@cache
def _encoded() -> bytes:
    return json.dumps(document(), ensure_ascii=False).encode()


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """The document itself, for programs."""
    return HttpResponse(_encoded(), content_type="application/vnd.oai.openapi+json; version=3.1; charset=utf-8")
