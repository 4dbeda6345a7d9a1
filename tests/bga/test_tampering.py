"""Every recorded log, damaged in every way we can think of: refused with the code that fits, at the right place.

The logs are damaged at a place that depends on their name only, so that a failure can be looked at again. Each kind of
damage is done to every second log.
"""

import random
from typing import Any

import pytest

from games.engine.events import LogPosition
from games.verdict import Verdict
from games.verify import verify_log
from tests.bga.recorded import (
    NAMES,
    Notification,
    Packet,
    document,
    encoded,
    expected,
    notifications,
    packets_of,
    standing_and_undone,
    without_gamedatas,
)

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


# One decision


@pytest.mark.parametrize("name", PLAYED[::2])
def test_a_decision_given_to_another_seat_is_refused_there(name: str) -> None:
    log = document(name)
    packet, action = dice(name, "seat").choice(standing(log, "takeMoney", "buyBuilding"))
    mine = int(action["args"]["player_id"])
    action["args"]["player_id"] = next(player for player in players(log) if player != mine)
    verdict = judged(log)
    assert verdict.verdict == "refused"
    assert verdict.code in ("illegal.not_your_decision", "illegal.not_held", "claim.market")
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[1::2])
def test_another_card_than_lies_open_cannot_be_taken(name: str) -> None:
    log = document(name)
    packet, action = dice(name, "card").choice(standing(log, "takeMoney"))
    card = action["args"]["cards"][0]
    open_cards = display_at(log, packet)
    card["type"], card["value"] = next(
        (kind, value) for kind in (1, 2, 3, 4) for value in range(1, 10) if (kind, value) not in open_cards
    )
    verdict = judged(log)
    assert verdict.code == "illegal.not_on_display"
    assert is_at(verdict, packet)


def display_at(log: Any, until: Packet) -> set[tuple[int, int]]:
    """Every card that came out before a packet: more than lay there, which is as good for a test."""
    seen = set()
    for packet, notification in notifications(log, "newMoneyCards"):
        if int(packet["packet_id"]) <= int(until["packet_id"]):
            seen |= {(int(card["type"]), int(card["value"])) for card in notification["args"]["cards"]}
    if len(seen) == 36:
        pytest.skip("every card has been seen by then")
    return seen


@pytest.mark.parametrize("name", PLAYED[::2])
def test_one_card_less_in_a_payment_is_refused_there(name: str) -> None:
    log = document(name)
    packet, action = dice(name, "less").choice(standing(log, "buyBuilding"))
    action["args"]["cards"].pop()
    verdict = judged(log)
    assert verdict.code in ("illegal.underpaid", "claim.hand_size")
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[1::2])
def test_a_payment_in_another_currency_is_refused_there(name: str) -> None:
    log = document(name)
    packet, action = dice(name, "currency").choice(standing(log, "buyBuilding"))
    card = action["args"]["cards"][0]
    card["type"] = int(card["type"]) % 4 + 1
    verdict = judged(log)
    assert verdict.code in ("illegal.wrong_currency", "illegal.not_held")
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[::2])
def test_a_purchase_of_another_tile_than_lies_there_is_refused_there(name: str) -> None:
    log = document(name)
    packet, action = dice(name, "bought").choice(standing(log, "buyBuilding"))
    action["args"]["building"]["cost"] = int(action["args"]["building"]["cost"]) + 1
    verdict = judged(log)
    assert verdict.code == "claim.market"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[1::2])
def test_a_tile_placed_away_from_all_others_is_refused_there(name: str) -> None:
    log = document(name)
    placed = [
        pair
        for pair in standing(log, "placeBuilding")
        if not pair[1]["args"]["stock"] and int(pair[1]["args"]["player_id"])
    ]
    packet, action = dice(name, "place").choice(placed)
    action["args"]["x"] = int(action["args"]["x"]) + 40
    verdict = judged(log)
    assert verdict.code == "illegal.not_adjacent"
    assert is_at(verdict, packet)
    assert (verdict.facts["x"], verdict.facts["rule"]) == (action["args"]["x"], "4.1")


@pytest.mark.parametrize("name", PLAYED[::2])
def test_a_tile_placed_on_the_fountain_is_refused_there(name: str) -> None:
    log = document(name)
    placed = [
        pair
        for pair in standing(log, "placeBuilding")
        if not pair[1]["args"]["stock"] and int(pair[1]["args"]["player_id"])
    ]
    packet, action = dice(name, "fountain").choice(placed)
    action["args"]["x"] = action["args"]["y"] = 0
    verdict = judged(log)
    assert verdict.code == "illegal.occupied"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", FINISHED[1::2])
def test_coordinates_off_every_grid_are_refused(name: str) -> None:
    log = document(name)
    placed = [pair for pair in standing(log, "placeBuilding") if not pair[1]["args"]["stock"]]
    _, action = next(pair for pair in placed if int(pair[1]["args"]["player_id"]))
    action["args"]["y"] = 130 * int(action["args"]["y"]) + 10**9
    assert judged(log).code == "illegal.not_adjacent"


# Whole packets


@pytest.mark.parametrize("name", FINISHED[::2])
def test_a_packet_with_a_decision_cut_out_is_noticed(name: str) -> None:
    log = document(name)
    packet, _ = dice(name, "cut").choice(standing(log, "takeMoney", "buyBuilding", "placeBuilding", "swapBuildings"))
    packets_of(log).remove(packet)
    verdict = judged(log)
    assert verdict.verdict == "refused"
    assert is_after(verdict, packet)


@pytest.mark.parametrize("name", FINISHED[1::2])
def test_a_packet_with_a_decision_doubled_is_refused_at_its_double(name: str) -> None:
    log = document(name)
    packet, _ = dice(name, "double").choice(standing(log, "takeMoney", "buyBuilding", "placeBuilding", "swapBuildings"))
    packets_of(log).insert(packets_of(log).index(packet), packet)
    verdict = judged(log)
    assert verdict.verdict == "refused"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", FINISHED[::2])
def test_a_turn_that_begins_before_the_last_decision_of_the_one_before_is_refused(name: str) -> None:
    log = document(name)
    packets = packets_of(log)
    starts = [number for number, packet in enumerate(packets) if of(packet, "startTurn") and number > 10]
    start = dice(name, "order").choice(starts)
    before = next(number for number in range(start - 1, 0, -1) if is_decision(packets[number]))
    first, second = packets[before], packets[start]
    first["packet_id"], second["packet_id"] = second["packet_id"], first["packet_id"]
    verdict = judged(log)
    assert verdict.verdict == "refused"
    assert verdict.at is not None
    assert min(int(first["packet_id"]), int(second["packet_id"])) <= (verdict.at.packet or 0)


def is_decision(packet: Packet) -> bool:
    return any(of(packet, kind) for kind in ("takeMoney", "buyBuilding", "placeBuilding", "swapBuildings"))


@pytest.mark.parametrize("share", [0.04, 0.1, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("name", FINISHED[::3])
def test_a_log_that_stops_early_is_unfinished(name: str, share: float) -> None:
    log = document(name)
    packets = packets_of(log)
    last = packets[max(2, min(int(len(packets) * share), len(packets) - 4))]
    del packets[packets.index(last) + 1 :]
    verdict = judged(log)
    assert (verdict.verdict, verdict.code) == ("unreadable", "malformed.unfinished")
    assert (verdict.scores, verdict.ranks) == (None, None)


@pytest.mark.parametrize("name", FINISHED[::3])
def test_a_log_with_a_second_table_in_it_is_no_log(name: str) -> None:
    log = document(name)
    packets_of(log)[-1]["table_id"] = "123456"
    verdict = judged(log)
    assert (verdict.verdict, verdict.code) == ("unreadable", "malformed.two_tables")


# Draws


@pytest.mark.parametrize("name", PLAYED[1::2])
def test_a_tile_that_is_drawn_twice_is_refused_there(name: str) -> None:
    log = document(name)
    draws = [pair for pair in notifications(log, "newBuildings") if pair[1]["args"]["buildings"]]
    packet, draw = dice(name, "twice").choice(draws[1:])
    earlier = draws[0][1]["args"]["buildings"][0]
    draw["args"]["buildings"][0] |= {key: earlier[key] for key in ("id", "type", "cost", "wall")}
    verdict = judged(log)
    assert verdict.code == "chance.not_in_supply"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[::2])
def test_a_tile_that_is_in_no_box_is_refused_there(name: str) -> None:
    log = document(name)
    draws = [pair for pair in notifications(log, "newBuildings") if pair[1]["args"]["buildings"]]
    packet, draw = dice(name, "unknown").choice(draws)
    draw["args"]["buildings"][0]["cost"] = 99
    verdict = judged(log)
    assert verdict.code == "chance.unknown_component"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[1::2])
def test_a_tile_on_the_wrong_slot_is_refused_there(name: str) -> None:
    log = document(name)
    draws = [pair for pair in notifications(log, "newBuildings") if pair[1]["args"]["buildings"]]
    packet, draw = dice(name, "slot").choice(draws)
    draw["args"]["buildings"][0]["pos"] = int(draw["args"]["buildings"][0]["pos"]) % 4 + 1
    verdict = judged(log)
    assert verdict.code == "chance.slot"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[::2])
def test_one_card_more_on_the_display_is_refused_there(name: str) -> None:
    log = document(name)
    packet, draw = dice(name, "more").choice(notifications(log, "newMoneyCards")[1:])
    draw["args"]["cards"].append({"id": 1, "type": 1, "value": 1})
    verdict = judged(log)
    assert verdict.code in ("chance.not_now", "chance.not_in_supply", "chance.nothing_to_draw")
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[1::2])
def test_a_refill_that_is_missing_stops_the_next_turn(name: str) -> None:
    log = document(name)
    draws = [pair for pair in notifications(log, "newMoneyCards") if pair[1]["args"]["cards"]]
    packet, draw = dice(name, "refill").choice(draws[1:])
    packet["data"].remove(draw)
    verdict = judged(log)
    assert verdict.verdict == "refused"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", [name for name in FINISHED if expected(name)["reshuffles"]])
def test_a_reshuffle_that_is_not_told_is_noticed(name: str) -> None:
    log = document(name)
    packet, reshuffle = notifications(log, "noMoreMoney")[0]
    packet["data"].remove(reshuffle)
    verdict = judged(log)
    assert verdict.code == "chance.nothing_to_draw"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[::2])
def test_a_reshuffle_while_cards_are_left_is_refused_there(name: str) -> None:
    log = document(name)
    packet, draw = notifications(log, "newMoneyCards")[1]
    packet["data"].insert(packet["data"].index(draw), {"uid": "x", "type": "noMoreMoney", "log": "", "args": []})
    verdict = judged(log)
    assert verdict.code == "chance.reshuffle"
    assert is_at(verdict, packet)


@pytest.mark.parametrize("name", PLAYED[1::2])
def test_start_money_that_reached_twenty_before_its_last_card_is_refused(name: str) -> None:
    log = document(name)
    hands = next(
        notification["args"]["args"]
        for _, notification in notifications(log, "gameStateChange")
        if notification["args"].get("id") == 2
    )
    hands[next(iter(hands))] += [{"id": 1, "type": 1, "value": 9}, {"id": 2, "type": 2, "value": 9}]
    assert judged(log).code == "chance.deal_sum"


@pytest.mark.parametrize("name", PLAYED[::2])
def test_another_start_player_than_the_one_with_fewest_cards_is_refused(name: str) -> None:
    log = document(name)
    turns = [
        notification
        for _, notification in notifications(log, "gameStateChange")
        if notification["args"].get("id") == 11
    ]
    first = turns[0]["args"]["active_player"]
    turns[0]["args"]["active_player"] = next(player for player in players(log) if str(player) != str(first))
    assert judged(log).code in ("chance.start_player", "illegal.not_your_decision")


# What the log states


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


@pytest.mark.parametrize("name", [name for name in PLAYED if expected(name)["undos"]])
def test_a_wrong_wall_in_a_turn_taken_back_is_refused_where_it_stands(name: str) -> None:
    log = document(name)
    _, undone = standing_and_undone(log)
    stated = [(packet, statement) for packet in undone if (statement := of(packet, "alhambraStats"))]
    stated = [pair for pair in stated if int(pair[1]["args"]["player_id"])]
    if not stated:
        pytest.skip("nothing was placed in a turn taken back")
    packet, statement = dice(name, "undone").choice(stated)
    statement["args"]["walls"] = int(statement["args"]["walls"]) + 1
    verdict = judged(log)
    assert verdict.code == "claim.walls"
    assert is_at(verdict, packet)
    assert verdict.at is not None
    assert verdict.at.path.startswith("events[")


@pytest.mark.parametrize("name", [name for name in PLAYED if expected(name)["undos"]])
def test_an_illegal_decision_is_refused_though_it_was_taken_back(name: str) -> None:
    log = document(name)
    _, undone = standing_and_undone(log)
    bought = [(packet, action) for packet in undone if (action := of(packet, "buyBuilding"))]
    if not bought:
        pytest.skip("nothing was bought in a turn taken back")
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


def test_an_unknown_table_is_told_by_the_packets() -> None:
    log = without_gamedatas(document("000-3p"))
    for packet in packets_of(log):
        del packet["table_id"]
    assert judged(log).source.table is None
    assert LogPosition(0).packet is None
