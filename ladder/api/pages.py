"""The reference of the API for people, drawn from its schema: an introduction, and a page for each kind of thing."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import limits
from ladder.api.codes import codes
from ladder.api.examples import as_text, example_of
from ladder.api.schema import JSON, KEY, document
from ladder.models import Scope

METHODS = ("get", "post")
CHANGES = [
    ("1.1", "2026-12-01", "What else pages do: directing tournaments, keeping people and leagues, notices."),
    ("1.0", "2026-11-30", "The first version."),
]
"""Version, day, and what changed; the newest first."""


@dataclass(frozen=True)
class Parameter:
    """Something in the address, its query or the body."""

    name: str
    place: str
    kind: str
    needed: bool
    told: str


@dataclass(frozen=True)
class Operation:
    """One thing that a program can do, as the reference shows it."""

    name: str
    method: str
    path: str
    summary: str
    told: str
    scope: str
    parameters: list[Parameter]
    body: str
    answers: list[tuple[str, str]]
    """Status and example of each answer that is no problem."""
    problems: str
    curl: str


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    groups: dict[str, list[tuple[str, str]]] = {}
    for _path, _method, told in operations():
        groups.setdefault(told["tags"][0], []).append((told["summary"], told["operationId"]))
    context = {
        "section": "help",
        "groups": groups,
        "scopes": [(scope.value, scope.label) for scope in Scope],
        "codes": [(code, status, text, isinstance(text, str)) for code, (status, text) in codes().items()],
        "rates": [limits.PAGES_A_MINUTE, limits.UPLOADS_A_MINUTE],
        "hours": limits.KEY_HOURS,
        "changes": CHANGES,
        "site": settings.SITE_URL,
    }
    return render(request, "api/docs.html", context)


@require_safe
def resource(request: HttpRequest, tag: str) -> HttpResponse:
    found = [told_of(path, method, told) for path, method, told in operations() if told["tags"] == [tag]]
    if not found:
        raise Http404(tag)
    return render(request, "api/resource.html", {"section": "help", "tag": tag, "operations": found})


def operations() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path, methods in document()["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, method, methods[method]


def told_of(path: str, method: str, told: Mapping[str, Any]) -> Operation:
    shapes = document()["components"]["schemas"]
    bodies = told.get("requestBody", {}).get("content", {})
    sent = [one for one in told.get("parameters", []) if one["in"] != "header"]  # the overview tells of those
    body = example_of(bodies[JSON]["schema"], shapes) if JSON in bodies else None
    answers, problems = [], []
    for status, answer in told["responses"].items():
        for media, content in answer.get("content", {}).items():
            if media.startswith("application/problem"):
                problems.append(status)
            elif media == JSON:
                answers.append((status, as_text(example_of(content["schema"], shapes))))
            else:
                answers.append((status, media))
    scopes = [scope for needed in told["security"] for scope in needed.get("token", [])]
    return Operation(
        name=told["operationId"],
        method=method.upper(),
        path=path,
        summary=told["summary"],
        told=told.get("description", ""),
        scope=scopes[0] if scopes else "",
        parameters=[
            *map(parameter, sent),
            *(one for content in bodies.values() for one in fields(content["schema"], shapes)),
        ],
        body="" if body is None else as_text(body),
        answers=answers,
        problems=", ".join(problems),
        curl=curl(path, method, told, body),
    )


def parameter(told: Mapping[str, Any]) -> Parameter:
    kind = kind_of(told["schema"])
    return Parameter(told["name"], told["in"], kind, told.get("required", False), told.get("description", ""))


def fields(schema: Mapping[str, Any], shapes: Mapping[str, Any], before: str = "") -> Iterator[Parameter]:
    """What a body may hold; of a list of objects also what each of those holds."""
    shape = opened(schema, shapes)
    for name, told in shape.get("properties", {}).items():
        one = opened(told, shapes)
        kind, needed = kind_of(one), name in shape.get("required", [])
        yield Parameter(f"{before}{name}", "body", kind, needed, told.get("description") or one.get("description", ""))
        if one.get("type") == "array":
            yield from fields(one["items"], shapes, f"{before}{name}[].")


def opened(schema: Mapping[str, Any], shapes: Mapping[str, Any]) -> Mapping[str, Any]:
    """The shape that a schema refers to."""
    if "$ref" in schema:
        return opened(shapes[schema["$ref"].rpartition("/")[2]], shapes)
    for several in ("oneOf", "allOf", "anyOf"):
        if several in schema:
            return {**schema, **opened(schema[several][0], shapes)}
    return schema


def kind_of(schema: Mapping[str, Any]) -> str:
    """What can stand there: one of some words, or something of a type."""
    if "enum" in schema:
        return " | ".join(str(one) for one in schema["enum"] if one not in (None, ""))
    kinds = schema.get("type", "string")
    return str(kinds) if isinstance(kinds, str) else str(kinds[0])


def curl(path: str, method: str, told: Mapping[str, Any], body: Any) -> str:
    """A call that can be pasted, with values made up."""
    shapes = document()["components"]["schemas"]
    for one in told.get("parameters", []):
        if one["in"] == "path":
            value = example_of(one["schema"], shapes, "slug" if one["name"] == "player" else one["name"])
            path = path.replace("{" + one["name"] + "}", "42" if value == 1 else str(value))
    parts = [f"curl {settings.SITE_URL}{path}"]
    if told["security"] != [{"token": []}, {}]:
        parts.append('-H "Authorization: Bearer $TOKEN"')
    names = [one["name"] for one in told.get("parameters", [])]
    if "If-Match" in names:
        parts.append("-H 'If-Match: \"3\"'")
    if KEY.name in names:
        parts.append(f'-H "{KEY.name}: $(uuidgen)"')
    if body is not None:
        parts.append("--json " + "'" + json.dumps(body, ensure_ascii=False).replace("'", "'\\''") + "'")
    elif method == "post":
        parts.append("-X POST")
    return " \\\n  ".join(parts)
