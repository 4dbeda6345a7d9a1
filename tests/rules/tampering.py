"""Damage to records that fits any game, and how its place is found."""

from collections.abc import Callable
from typing import Any

Record = dict[str, Any]
Tampered = tuple[int, set[str]]
"""Where it was done, and the codes that fit."""


def find(record: Record, wanted: Callable[[Record], bool], nth: int = 0) -> int:
    """The index of the nth event that is wanted."""
    return [place for place, event in enumerate(record["events"]) if wanted(event)][nth]


def of_type(*names: str) -> Callable[[Record], bool]:
    return lambda event: event["type"] in names


def wrong_score(record: Record) -> Tampered:
    record["result"]["scores"][0] += 1
    return len(record["events"]), {"claim.score"}


def wrong_rank(record: Record) -> Tampered:
    record["result"]["ranks"][0] += 1
    return len(record["events"]), {"claim.ranking"}
