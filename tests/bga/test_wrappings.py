"""The same log in every wrapping, spelling and order gives the same verdict (table-export.md 4)."""

from typing import Any

import pytest

from games.intake import intake, unpack
from games.verdict import Verdict
from games.verify import verify_log
from tests.bga.recorded import NAMES, changed_numbers, document, encoded, notifications, packets_of, without_gamedatas

SOME = NAMES[::4]


def told(verdict: Verdict) -> list[Any]:
    """All that a verdict says of the play."""
    return [verdict.verdict, verdict.scores, verdict.ranks, verdict.breakdown, verdict.notes, verdict.moves, verdict.at]


def usual(name: str) -> list[Any]:
    return told(verify_log(encoded(document(name))))


def rewrapped(log: dict[str, Any], wrapping: str) -> Any:
    packets, gamedatas = packets_of(log), log["gamedatas"]
    players = log["data"].get("players", []) if isinstance(log["data"], dict) else []
    return {
        "today": {"status": 1, "data": {"logs": packets, "players": players}, "gamedatas": gamedatas},
        "status as text": {"status": "1", "data": {"logs": packets, "players": players}, "gamedatas": gamedatas},
        "players as a map": {
            "status": 1,
            "data": {"logs": packets, "players": {player["id"]: player for player in players}},
            "gamedatas": gamedatas,
        },
        "of 2020": {
            "status": 1,
            "data": {"status": 1, "data": {"valid": 1, "data": packets}},
            "gamedatas": gamedatas,
        },
        "notification history": {"data": {"data": packets}, "gamedatas": gamedatas},
    }[wrapping]


@pytest.mark.parametrize("wrapping", ["today", "status as text", "players as a map", "of 2020", "notification history"])
@pytest.mark.parametrize("name", SOME)
def test_every_wrapping_gives_the_same_verdict(name: str, wrapping: str) -> None:
    assert told(verify_log(encoded(rewrapped(document(name), wrapping)))) == usual(name)


@pytest.mark.parametrize("kind", [int, str])
@pytest.mark.parametrize("name", NAMES[::2])
def test_numbers_as_numbers_or_as_text_give_the_same_verdict(name: str, kind: type) -> None:
    assert told(verify_log(encoded(changed_numbers(document(name), kind)))) == usual(name)


@pytest.mark.parametrize("name", SOME)
def test_packets_are_read_in_order_of_their_numbers(name: str) -> None:
    log = document(name)
    packets_of(log).reverse()
    assert told(verify_log(encoded(log))) == usual(name)


@pytest.mark.parametrize("name", SOME)
def test_notifications_may_come_as_a_map(name: str) -> None:
    log = document(name)
    for packet in packets_of(log):
        packet["data"] = {str(number): notification for number, notification in enumerate(packet["data"])}
    assert told(verify_log(encoded(log))) == usual(name)


@pytest.mark.parametrize("name", SOME)
def test_a_saved_page_is_read_like_its_log(name: str) -> None:
    log = document(name)
    page = (
        b'<!DOCTYPE html><html><body><p>a &lt; b " c</p><script>\nvar g_gamelogs = '
        + encoded(packets_of(log))
        + b';\n gameui.completesetup( "alhambra", "Alhambra", '
        + encoded(log["gamedatas"])
        + b', 12, [], "x");</script></body></html>'
    )
    assert next(unpack(page)).kind == "page"
    assert told(verify_log(intake(page))) == usual(name)


@pytest.mark.parametrize("name", SOME)
def test_texts_for_the_display_do_not_matter(name: str) -> None:
    log = document(name)
    for _, notification in notifications(log, "takeMoney", "buyBuilding", "placeBuilding", public=False):
        notification["log"] = "${player_name} <b>does</b> something"
        notification["args"]["building_type"] = "torre"
        notification["synchro"] = 1
    assert told(verify_log(encoded(log))) == usual(name)


def _by_player(verdict: Verdict) -> dict[str | None, Any]:
    return {
        player.id: (verdict.scores[player.seat], verdict.ranks[player.seat])
        for player in verdict.players
        if verdict.scores and verdict.ranks
    }


@pytest.mark.parametrize("name", NAMES)
def test_without_gamedatas_the_turns_tell_who_sits_where(name: str) -> None:
    log = document(name)
    with_it, without = verify_log(encoded(log)), verify_log(encoded(without_gamedatas(log)))
    unknown_dirk = len(with_it.players) == 2 and not notifications_before_start(log, "newBuildingsForNeutral")
    assert without.verdict == ("consistent" if unknown_dirk else with_it.verdict), (without.code, without.facts)
    assert _by_player(without) == _by_player(with_it)
    assert [line["dirk"] for line in without.breakdown] == [line["dirk"] for line in with_it.breakdown]


def notifications_before_start(log: Any, kind: str) -> bool:
    first = notifications(log, "startTurn", kind)[0]
    return first[1]["type"] == kind


@pytest.mark.parametrize("name", SOME)
def test_a_log_that_shows_neither_players_nor_hands_is_still_replayed(name: str) -> None:
    log = document(name)
    for _, notification in notifications(log, "gameStateChange"):
        if notification["args"].get("id") == 2:
            notification["args"]["args"] = []
    verdict = verify_log(encoded({"data": packets_of(log)}))
    usual_one = verify_log(encoded(document(name)))
    if usual_one.verdict == "unsupported":
        assert verdict.code == "unsupported.stand_in"
    else:
        assert verdict.verdict in ("consistent", "verified"), (verdict.code, verdict.facts)
    assert _by_player(verdict) == _by_player(usual_one)
