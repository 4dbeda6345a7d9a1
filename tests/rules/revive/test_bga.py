"""Logs of Board Game Arena: recognised, told what is missing, their result kept (bga-log.md)."""

import json
from typing import Any

from games.rules.revive.sets import load_components
from games.verify import verify_log
from tests.rules.revive.test_00_components import RAW

PLAYERS = [{"id": "91", "name": "adamanta"}, {"id": 92, "name": "hugo_pt"}]
END = ("gameStateChange", {"id": 99, "args": {"result": [
    {"player": "92", "rank": 1, "score": "112"}, {"player": "91", "rank": 2, "score": "99"},
]}})  # fmt: skip


def packet(number: int, *notifications: tuple[str, Any]) -> dict[str, Any]:
    return {
        "channel": "/table/t700", "table_id": "700", "packet_id": str(number), "packet_type": "history",
        "move_id": str(number + 1), "time": str(1_790_000_000 + number),
        "data": [{"uid": f"u{number}", "type": kind, "log": "", "args": args} for kind, args in notifications],
    }  # fmt: skip


def log(*packets: dict[str, Any]) -> bytes:
    return json.dumps({"status": 1, "data": {"logs": list(packets), "players": PLAYERS}}).encode()


WHOLE = log(
    packet(1, ("gameStateChange", {"id": 2})), packet(2, ("simpleNote", []), ("exploreTile", {"x": 1})), packet(3, END)
)


def test_what_is_missing_is_named_and_the_result_kept() -> None:
    """bga-log, 17: a real log needs the official pieces."""
    verdict = verify_log(WHOLE, game="revive")
    assert (verdict.verdict, verdict.code) == ("unsupported", "unsupported.component_set")
    assert verdict.facts["expected"] == "official"
    assert verdict.facts["found"]["set"] == "reference"
    assert verdict.facts["notification"] == "exploreTile"
    assert verdict.at is not None
    assert (verdict.at.packet, verdict.at.move_id, verdict.at.notification) == (2, 3, 1)
    assert {player.name for player in verdict.players} == {"adamanta", "hugo_pt"}
    assert sorted(verdict.scores or ()) == [99, 112]


def test_with_an_official_set_the_notification_is_what_is_missing() -> None:
    """bga-log: unknown types are reported, never guessed."""
    official = load_components(RAW.replace(b"official = false", b"official = true"))
    verdict = verify_log(WHOLE, game="revive", components=official)
    assert (verdict.verdict, verdict.code) == ("unsupported", "unsupported.notification")
    assert verdict.facts["found"] == "exploreTile"
