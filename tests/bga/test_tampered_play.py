"""Decisions, packets and draws that were tampered with: refused with the code that fits, at the right place.

Each kind of damage is done to every second log.
"""

from typing import Any

import pytest

from tests.bga.damage import FINISHED, PLAYED, dice, is_after, is_at, judged, of, players, standing
from tests.bga.recorded import Packet, document, expected, notifications, packets_of


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
    packet, action = dice(name, "card").choice(standing(log, "takeMoney")[:20])
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


@pytest.mark.parametrize("name", FINISHED[::3])
def test_a_channel_of_another_table_makes_it_no_log(name: str) -> None:
    log = document(name)
    public = next(packet for packet in packets_of(log) if packet["channel"].startswith("/table/"))
    public["channel"] = "/table/t123456"
    verdict = judged(log)
    assert (verdict.verdict, verdict.code) == ("unreadable", "malformed.two_tables")


def damaged_results(lines: list[Any]) -> dict[str, list[Any]]:
    return {
        "a line is missing": lines[1:],
        "a line is there twice": [*lines, lines[0]],
        "no number": [lines[0] | {"score": 89.5}, *lines[1:]],
        "no score": [lines[0] | {"score": None}, *lines[1:]],
        "nothing": [],
    }


@pytest.mark.parametrize("damage", damaged_results([{}]))
def test_a_result_that_cannot_be_compared_is_said_to_be_so(damage: str) -> None:
    log = document(FINISHED[0])
    *_, (_packet, end) = notifications(log, "gameStateChange")
    assert {"code": "result_not_compared"} not in judged(log).notes
    end["args"]["args"]["result"] = damaged_results(end["args"]["args"]["result"])[damage]
    verdict = judged(log)
    assert verdict.verdict == "verified"
    assert {"code": "result_not_compared"} in verdict.notes


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
