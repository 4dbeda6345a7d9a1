"""Examples for the reference, made from the schema: a value for each field by its name, else by its type."""

import json
from collections.abc import Mapping
from typing import Any

DEEPEST = 6
BY_NAME: dict[str, Any] = {
    "slug": "hugo_pt",
    "player": "hugo_pt",
    "into": "livio_lupo",
    "league": "torre",
    "month": "2026-10",
    "game": "alhambra",
    "match": "k2x9abcdef",
    "tournament": "alhambra-d-autunno",
    "other": "gufetta",
    "key": "2026-10",
    "name": "Lega Torre",
    "time_zone": "Europe/Rome",
    "language": "it",
    "reason": "The table record says so.",
    "ended_at": "2026-10-14T20:31:00Z",
    "at": "2026-10-14T20:31:00Z",
    "deadline": "2026-10-20T21:59:00Z",
    "version": 3,
    "revision": 2,
    "rank": 1,
    "move": 2,
    "place": 1,
    "size": 4,
    "score": 131,
    "seed": 1,
    "table_id": "712345678",
    "bga_id": "91000008",
    "next": None,
    "cursor": "WzQyXQ==",
    "text": "{\u2026the log\u2026}",
    "file": "(the file)",
    "facts": {},
    "terms": {},
    "document": {},
    "code": "match.state",
    "message": "That is no longer possible: the match is in another state now.",
    "email": "hugo@example.org",
    "new": False,
    "preview": True,
}


def example_of(schema: Mapping[str, Any], shapes: Mapping[str, Any], name: str = "", depth: int = 0) -> Any:
    """A value that a schema allows; `shapes` are the components it refers to."""
    if "$ref" in schema:
        return example_of(shapes[schema["$ref"].rpartition("/")[2]], shapes, name, depth)
    for several in ("oneOf", "allOf", "anyOf"):
        if several in schema:
            return example_of(schema[several][0], shapes, name, depth)
    if "example" in schema:
        return schema["example"]
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        parts = schema.get("properties", {}) if depth < DEEPEST else {}
        return {key: example_of(part, shapes, key, depth + 1) for key, part in parts.items()}
    if kind == "array":
        return [example_of(schema.get("items", {}), shapes, name.removesuffix("s"), depth + 1)]
    if "enum" in schema:
        return next((value for value in schema["enum"] if value), "")
    return named(name, kind, schema)


def named(name: str, kind: str, schema: Mapping[str, Any]) -> Any:
    """A plain value: by the field's name where that has one of its type, else by the type."""
    told = BY_NAME.get(name)
    fits = {"string": str, "integer": int, "number": (int, float), "boolean": bool}
    if told is not None and isinstance(told, fits.get(kind, object)):
        return told
    if kind == "string":
        by_format = {"date-time": "2026-10-14T20:31:00Z", "uri": "https://torre.example/", "email": "a@example.org"}
        return by_format.get(schema.get("format", ""), "\u2026")
    return {"integer": 1, "number": 4.5, "boolean": True, "null": None}.get(kind)


def as_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
