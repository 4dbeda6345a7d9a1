"""Logs of Board Game Arena: nothing is known of them, and the verdict says what is missing."""

import json

from games.verify import verify_log


def a_log(*notifications):
    """A log of two players that ends with a result the site states."""
    start = [{"type": kind, "args": {}} for kind in notifications]
    end = {
        "type": "gameStateChange",
        "args": {
            "id": 99,
            "name": "gameEnd",
            "args": {
                "result": [
                    {"player": "91000002", "name": "hugo_pt", "score": "41", "rank": "1"},
                    {"player": "91000001", "name": "adamanta", "score": "40", "rank": "2"},
                ]
            },
        },
    }
    packets = [
        {"channel": "/table/t7", "table_id": "7", "packet_id": str(number), "move_id": str(number), "data": [each]}
        for number, each in enumerate([*start, end], start=1)
    ]
    people = [{"id": "91000001", "name": "adamanta"}, {"id": "91000002", "name": "hugo_pt"}]
    return json.dumps({"status": 1, "data": {"logs": packets, "players": people}}).encode()


def test_a_log_stops_at_its_first_notification_and_names_the_missing_set():
    verdict = verify_log(a_log("playFauna"), game="arctica")
    assert (verdict.verdict, verdict.code) == ("unsupported", "unsupported.component_set")
    assert verdict.facts["notification"] == "playFauna"
    assert verdict.facts["found"]["set"] == "arctica-ref-1"


def test_the_players_and_the_stated_result_are_kept():
    verdict = verify_log(a_log("playFauna"), game="arctica")
    assert [(seat.name, seat.id) for seat in verdict.players] == [
        ("adamanta", "bga:91000001"),
        ("hugo_pt", "bga:91000002"),
    ]
    assert (verdict.scores, verdict.ranks) == ((40, 41), (2, 1))


def test_without_its_name_the_game_of_such_a_log_is_not_known():
    assert verify_log(a_log("playFauna")).code == "unsupported.game"
