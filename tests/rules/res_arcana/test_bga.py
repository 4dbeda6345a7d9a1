"""Logs of Board Game Arena: read as far as anything is known of them (bga-log.md)."""

import json
from typing import Any

import pytest

from games.verify import verify_log

PLAYERS = [{"id": "91", "name": "adamanta"}, {"id": 92, "name": "hugo_pt"}]


def packet(number: int, *notifications: tuple[str, Any]) -> dict[str, Any]:
    return {
        "channel": "/table/t700",
        "table_id": "700",
        "packet_id": str(number),
        "packet_type": "history",
        "move_id": str(number + 1),
        "time": 1_790_000_000 + number,
        "data": [{"uid": f"u{number}", "type": kind, "log": "", "args": args} for kind, args in notifications],
    }


def log(*packets: dict[str, Any]) -> bytes:
    return json.dumps({"status": 1, "data": {"logs": list(packets), "players": PLAYERS}}).encode()


END = ("gameStateChange", {"id": 99, "args": {"result": [
    {"player": "92", "rank": 1, "score": "12"}, {"player": "91", "rank": 2, "score": "9"},
]}})  # fmt: skip


def test_the_first_unknown_notification_is_named_and_the_result_kept() -> None:
    body = log(
        packet(1, ("gameStateChange", {"id": 2})),
        packet(2, ("simpleNote", []), ("placeArtifact", {"x": 1})),
        packet(3, END),
    )
    verdict = verify_log(body, game="res_arcana")
    assert (verdict.verdict, verdict.code) == ("unsupported", "unsupported.notification")
    assert verdict.facts["found"] == "placeArtifact"
    assert verdict.at is not None
    assert (verdict.at.packet, verdict.at.move_id, verdict.at.notification) == (2, 3, 1)
    assert (verdict.scores, verdict.ranks) == ((9, 12), (2, 1))
    assert [(seat.name, seat.id) for seat in verdict.players] == [("adamanta", "bga:91"), ("hugo_pt", "bga:92")]
    assert verdict.rules == "bga"


@pytest.mark.parametrize("kind", ["claimDemon", "scrollUsed", "gainPearl"])
def test_an_expansion_is_told_apart(kind: str) -> None:
    """A log that names a demon, scroll or pearl is none of the base game."""
    verdict = verify_log(log(packet(1, (kind, {})), packet(2, END)), game="res_arcana")
    assert (verdict.verdict, verdict.code) == ("unsupported", "unsupported.expansion")


def test_without_its_name_the_game_is_not_known() -> None:
    verdict = verify_log(log(packet(1, ("placeArtifact", {})), packet(2, END)))
    assert verdict.code == "unsupported.game"


def test_a_log_without_its_end_has_no_result() -> None:
    verdict = verify_log(log(packet(1, ("placeArtifact", {}))), game="res_arcana")
    assert (verdict.code, verdict.scores) == ("unsupported.notification", None)
