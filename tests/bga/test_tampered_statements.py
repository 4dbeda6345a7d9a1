"""Statements of a log that were tampered with, and what is no lie: refused, noted, or named (bga-log.md 4).

Each kind of damage is done to every second log.
"""

from typing import Any

import pytest

from tests.bga.damage import FINISHED, PLAYED, dice, is_after, is_at, judged, of, players, standing
from tests.bga.recorded import (
    NAMES,
    document,
    expected,
    notifications,
    packets_of,
    standing_and_undone,
)


@pytest.mark.parametrize(
    ("kind", "key", "code"),
    [("updateMoneyCount", "count", "claim.hand_size"), ("alhambraStats", "walls", "claim.walls")],
)
@pytest.mark.parametrize("name", PLAYED[1::2])
def test_a_wrong_number_is_refused_where_it_stands(name: str, kind: str, key: str, code: str) -> None:
    log = document(name)
    kept, _ = standing_and_undone(log)
    stated = [
        (packet, notification)
        for packet, notification in notifications(log, kind)
        if packet in kept and int(notification["args"]["player_id"])
    ]
    packet, statement = dice(name, kind).choice(stated)
    statement["args"][key] = int(statement["args"][key]) + 1
    verdict = judged(log)
    assert verdict.code == code
    assert is_at(verdict, packet)
    assert verdict.found == statement["args"][key]
    assert verdict.expected == statement["args"][key] - 1


@pytest.mark.parametrize("name", PLAYED[::2])
def test_a_wrong_number_of_buildings_is_refused_where_it_stands(name: str) -> None:
    log = document(name)
    packet, statement = dice(name, "kinds").choice(notifications(log, "alhambraStats"))
    statement["args"]["buildings"]["3"] = int(statement["args"]["buildings"]["3"]) + 1
    verdict = judged(log)
    assert verdict.code == "claim.buildings"
    assert is_after(verdict, packet)


def taken_back(name: str, *types: str) -> bool:
    """Whether a notification of these types stands in a turn that was taken back."""
    _, undone = standing_and_undone(document(name))
    return any(of(packet, kind) for packet in undone for kind in types)


@pytest.mark.parametrize("name", [name for name in PLAYED if taken_back(name, "alhambraStats")])
def test_a_wrong_wall_in_a_turn_taken_back_is_refused_where_it_stands(name: str) -> None:
    log = document(name)
    _, undone = standing_and_undone(log)
    stated = [(packet, statement) for packet in undone if (statement := of(packet, "alhambraStats"))]
    stated = [pair for pair in stated if int(pair[1]["args"]["player_id"])]
    packet, statement = dice(name, "undone").choice(stated)
    statement["args"]["walls"] = int(statement["args"]["walls"]) + 1
    verdict = judged(log)
    assert verdict.code == "claim.walls"
    assert is_at(verdict, packet)
    assert verdict.at is not None
    assert verdict.at.path.startswith("events[")


@pytest.mark.parametrize("name", [name for name in PLAYED if taken_back(name, "buyBuilding")])
def test_an_illegal_decision_is_refused_though_it_was_taken_back(name: str) -> None:
    log = document(name)
    _, undone = standing_and_undone(log)
    bought = [(packet, action) for packet in undone if (action := of(packet, "buyBuilding"))]
    packet, action = dice(name, "undone").choice(bought)
    action["args"]["cards"] = action["args"]["cards"][:1] * 9
    verdict = judged(log)
    assert verdict.code == "illegal.not_held"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("change", ["points", "walls"])
@pytest.mark.parametrize("name", PLAYED[1::2])
def test_a_wrong_score_is_refused_where_it_stands(name: str, change: str) -> None:
    log = document(name)
    rng = dice(name, change)
    packet, scoring = rng.choice(notifications(log, "scoringRound"))
    player = rng.choice([player for player in scoring["args"]["players"] if player != "0"])
    line = scoring["args"]["players"][player]
    line[change] = int(line[change]) + 1
    verdict = judged(log)
    assert verdict.code == {"points": "claim.score", "walls": "claim.walls"}[change]
    assert is_at(verdict, packet)
    assert verdict.facts["round"] == int(scoring["args"]["round_no"])


@pytest.mark.parametrize(("change", "code"), [("points", "score"), ("nb", "buildings"), ("rank", "place")])
@pytest.mark.parametrize("name", PLAYED[::2])
def test_a_wrong_line_of_a_scoring_is_refused_where_it_stands(name: str, change: str, code: str) -> None:
    log = document(name)
    rng = dice(name, change)
    packet, scoring = rng.choice(notifications(log, "scoringRound"))
    lines = [line for lines in scoring["args"]["buildingdetails"].values() for line in lines if int(line["nb"])]
    line = rng.choice(lines)
    line[change] = int(line[change]) + 1
    verdict = judged(log)
    assert verdict.code == f"claim.{code}"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", FINISHED[1::2])
def test_a_leftover_awarded_to_somebody_else_is_refused_there(name: str) -> None:
    log = document(name)
    packet, award = notifications(log, "getBuilding")[0]
    mine = int(award["args"]["player_id"])
    award["args"]["player_id"] = next(player for player in players(log) if player != mine)
    verdict = judged(log)
    assert verdict.code == "claim.leftover"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", FINISHED[::2])
def test_a_leftover_awarded_to_nobody_though_somebody_wins_it_is_refused_there(name: str) -> None:
    log = document(name)
    packet, award = notifications(log, "getBuilding")[0]
    award["type"] = "nogetBuilding"
    del award["args"]["player_id"]
    verdict = judged(log)
    assert verdict.code == "claim.leftover"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[1::2])
def test_an_end_that_has_not_come_is_refused_there(name: str) -> None:
    log = document(name)
    packet, draw = notifications(log, "newBuildings")[1]
    packet["data"].insert(packet["data"].index(draw) + 1, {"uid": "x", "type": "endOfGame", "log": "", "args": []})
    verdict = judged(log)
    assert verdict.code == "claim.end"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[::2])
def test_an_exact_payment_that_was_none_is_refused_there(name: str) -> None:
    log = document(name)
    bought = [pair for pair in standing(log, "buyBuilding") if not of(pair[0], "exactAmount")]
    packet, action = dice(name, "exact").choice(bought)
    statement = {"uid": "x", "type": "exactAmount", "log": "", "args": {"player_id": action["args"]["player_id"]}}
    packet["data"].insert(packet["data"].index(action) + 1, statement)
    verdict = judged(log)
    assert verdict.code == "claim.exact_payment"
    assert is_at(verdict, packet)


@pytest.mark.parametrize(("change", "code"), [("score", "claim.score"), ("rank", "claim.ranking")])
@pytest.mark.parametrize("name", FINISHED[1::2])
def test_a_wrong_result_is_refused_at_the_end(name: str, change: str, code: str) -> None:
    log = document(name)
    packet, end = next(pair for pair in notifications(log, "gameStateChange") if pair[1]["args"].get("id") == 99)
    line = end["args"]["args"]["result"][-1]
    line[change] = int(line[change]) + 1
    verdict = judged(log)
    assert verdict.code == code
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[::2])
def test_another_player_to_act_than_the_turn_allows_is_refused_there(name: str) -> None:
    log = document(name)
    turns = [
        (packet, notification)
        for packet, notification in notifications(log, "gameStateChange")
        if notification["args"].get("id") == 11 and of(packet, "startTurn")
    ]
    packet, turn = dice(name, "turn").choice(turns[3:])
    turn["args"]["active_player"] = next(
        player for player in players(log) if str(player) != str(turn["args"]["active_player"])
    )
    verdict = judged(log)
    assert verdict.code == "claim.turn"
    assert is_at(verdict, packet)


# What is no lie


@pytest.mark.parametrize(("kind", "pile"), [("newMoneyCards", "deck"), ("newBuildings", "bag")])
@pytest.mark.parametrize("name", FINISHED[::3])
def test_a_wrong_count_of_a_pile_is_noted_and_not_refused(name: str, kind: str, pile: str) -> None:
    log = document(name)
    _, draw = notifications(log, kind)[5]
    stated = int(draw["args"]["count"])
    draw["args"]["count"] = stated + 1
    verdict = judged(log)
    assert verdict.verdict == "verified"
    assert {"code": "count_differs", "pile": pile, "expected": stated, "found": stated + 1} in verdict.notes


@pytest.mark.parametrize("name", FINISHED[::3])
def test_a_notification_that_nobody_knows_is_named(name: str) -> None:
    log = document(name)
    packet, action = dice(name, "unknown").choice(standing(log, "takeMoney"))
    packet["data"].insert(0, {"uid": "x", "type": "dragonAwakes", "log": "", "args": {}})
    verdict = judged(log)
    assert (verdict.verdict, verdict.code) == ("unsupported", "unsupported.notification")
    assert verdict.found == "dragonAwakes"
    assert verdict.at is not None
    assert (verdict.at.packet, verdict.at.notification) == (int(packet["packet_id"]), 0)
    del action


@pytest.mark.parametrize("name", FINISHED[::3])
def test_a_lie_before_an_unknown_notification_is_still_refused(name: str) -> None:
    log = document(name)
    actions = standing(log, "takeMoney")
    actions[2][1]["args"]["cards"][0]["value"] = 77
    actions[9][0]["data"].insert(0, {"uid": "x", "type": "dragonAwakes", "log": "", "args": {}})
    assert judged(log).code == "illegal.not_on_display"


@pytest.mark.parametrize("name", FINISHED[::3])
def test_a_known_notification_in_another_shape_is_named_with_its_place(name: str) -> None:
    log = document(name)
    packet, action = dice(name, "shape").choice(standing(log, "takeMoney"))
    action["args"]["cards"] = {"not": "a list"}
    verdict = judged(log)
    assert (verdict.verdict, verdict.code) == ("unreadable", "malformed.schema")
    assert verdict.facts["notification"] == "takeMoney"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("text", ["7.0", "1e1", " 7", "+7", "٣", "0x7", "", "1" * 16])
def test_a_number_as_text_in_another_spelling_is_refused(text: str) -> None:
    log = document("000-3p")
    _, action = standing(log, "takeMoney")[0]
    statement = of(standing(log, "takeMoney")[0][0], "updateMoneyCount")
    assert statement is not None
    statement["args"]["count"] = text
    verdict = judged(log)
    assert (verdict.verdict, verdict.code) == ("unreadable", "malformed.number")
    del action


@pytest.mark.parametrize("value", [True, 7.0, 7.5, [], {}])
def test_a_truth_value_or_a_fraction_is_no_number(value: Any) -> None:
    log = document("000-3p")
    statement = of(standing(log, "takeMoney")[0][0], "updateMoneyCount")
    assert statement is not None
    statement["args"]["count"] = value
    assert judged(log).code == "malformed.schema"


# Endings


def test_a_concession_without_a_word_is_known_by_its_nominal_scores() -> None:
    log = document("004-2p")
    packet, notice = notifications(log, "playerConcedeGame")[0]
    packet["data"].remove(notice)
    verdict = judged(log)
    assert (verdict.verdict, verdict.ending, verdict.conceded) == ("verified", "concession", (0,))
    assert (verdict.scores, verdict.ranks) == ((23, 47), (2, 1))
    assert verdict.notes == [{"code": "conceded", "seat": 0, "move_id": 187}]


@pytest.mark.parametrize("name", [name for name in NAMES if expected(name)["zombie"]])
def test_what_comes_after_a_stand_in_is_told_by_the_log_where_the_rules_cannot_follow(name: str) -> None:
    log = document(name)
    usual = judged(document(name))
    assert usual.at is not None
    later = [pair for pair in standing(log, "takeMoney") if int(pair[0]["move_id"]) > (usual.at.move_id or 0)]
    later[3][1]["args"]["cards"][0]["value"] = 77
    verdict = judged(log)
    assert (verdict.verdict, verdict.code, verdict.at) == (usual.verdict, usual.code, usual.at)
    assert {"code": "stated_only"} in verdict.notes
    assert (verdict.scores, verdict.ranks, verdict.breakdown) == (usual.scores, usual.ranks, usual.breakdown)


@pytest.mark.parametrize("name", [name for name in NAMES if expected(name)["zombie"]])
def test_a_lie_before_a_stand_in_is_still_refused(name: str) -> None:
    log = document(name)
    standing(log, "takeMoney")[2][1]["args"]["cards"][0]["value"] = 77
    assert judged(log).code == "illegal.not_on_display"


def test_a_table_that_was_given_up_by_vote_cannot_be_judged() -> None:
    log = document("000-3p")
    packets = packets_of(log)
    del packets[100:]
    packets[-1]["data"].append({"uid": "x", "type": "tableDecision", "log": "", "args": {"decision_type": "abandon"}})
    verdict = judged(log)
    assert (verdict.verdict, verdict.code) == ("unsupported", "unsupported.abandoned")


def test_a_table_that_no_packet_names_is_known_by_its_channel() -> None:
    log = document("000-3p")
    for packet in packets_of(log):
        del packet["table_id"]
    assert judged(log).source.table == "700000017"


@pytest.mark.parametrize("name", FINISHED[::4])
def test_a_leftover_on_another_slot_is_refused_there(name: str) -> None:
    log = document(name)
    packet, award = notifications(log, "getBuilding", "nogetBuilding")[0]
    award["args"]["money"] = 1 + int(award["args"]["money"]) % 4
    verdict = judged(log)
    assert verdict.code == "claim.leftover_slot"
    assert is_at(verdict, packet)


def _one_tile_moved(args: dict[str, Any]) -> None:
    tile = args["playerData"]["board"]["buildings"][-1]
    tile["x"] = int(tile["x"] or 0) + 7


RESTORED = {
    "hand_size": lambda args: args["playerData"].update(cardCount="99"),
    "alhambra": _one_tile_moved,
    "restored_market": lambda args: args["buildings"]["buildingsite"].pop(),
    "restored_display": lambda args: args["moneyCards"]["pool"].pop(),
    "restored_reserve": lambda args: args["playerData"]["stock"].append(args["buildings"]["buildingsite"][0]),
}


@pytest.mark.parametrize("code", RESTORED)
@pytest.mark.parametrize("name", [name for name in PLAYED if expected(name)["undos"] > 9][::3])
def test_a_turn_taken_back_to_another_position_is_refused_there(name: str, code: str) -> None:
    log = document(name)
    undone = [
        pair for pair in notifications(log, "clearTurn") if len(pair[1]["args"]["playerData"]["board"]["buildings"]) > 1
    ]
    packet, undo = dice(name, code).choice(undone)
    RESTORED[code](undo["args"])
    verdict = judged(log)
    assert verdict.code == f"claim.{code}"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", [name for name in PLAYED if expected(name)["undos"]][::6])
def test_an_undo_that_states_nothing_of_the_position_is_taken_as_it_is(name: str) -> None:
    log = document(name)
    assert notifications(log, "clearTurn")
    for _packet, undo in notifications(log, "clearTurn"):
        for part in ("playerData", "buildings", "moneyCards"):
            del undo["args"][part]
    assert judged(log).verdict == "verified"
