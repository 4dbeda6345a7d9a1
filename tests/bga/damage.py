"""Damaging a recorded log on purpose: the same place every time, so that a failure can be looked at again."""

import random
from typing import Any

from games.verdict import Verdict
from games.verify import verify_log
from tests.bga.recorded import NAMES, Notification, Packet, encoded, expected, notifications, standing_and_undone

PLAYED = [name for name in NAMES if expected(name)["zombie"] is None]
FINISHED = [name for name in PLAYED if expected(name)["conceded_by"] is None]


def dice(name: str, damage: str) -> random.Random:
    return random.Random(f"{name} {damage}")


def judged(log: Any) -> Verdict:
    return verify_log(encoded(log))


def standing(log: Any, *types: str) -> list[tuple[Packet, Notification]]:
    """Decisions that were not taken back, with their packets."""
    kept, _ = standing_and_undone(log)
    return [
        (packet, notification) for packet in kept for notification in packet["data"] if notification["type"] in types
    ]


def of(packet: Packet, kind: str) -> Notification | None:
    return next((notification for notification in packet["data"] if notification["type"] == kind), None)


def is_at(verdict: Verdict, packet: Packet) -> bool:
    return verdict.at is not None and verdict.at.packet == int(packet["packet_id"])


def is_after(verdict: Verdict, packet: Packet) -> bool:
    return verdict.at is not None and (verdict.at.packet or 0) >= int(packet["packet_id"])


def players(log: Any) -> list[int]:
    found: dict[int, None] = {}
    for _, notification in notifications(log, "takeMoney", "buyBuilding"):
        found[int(notification["args"]["player_id"])] = None
    return list(found)
