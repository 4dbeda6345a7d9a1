"""Damaged records are refused at the damage, with the code that fits (games/README 4)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.verify import verify_log
from tests.rules.tampering import Record, Tampered, find, of_type, wrong_rank, wrong_score

GOLDEN = sorted((Path(__file__).parents[2] / "golden/revive/records").glob("*.json"))
WHOLE = [
    path for path in GOLDEN if "expected" not in path.name and "one-sided" not in path.name and "solo" not in path.name
]


def swapped_seat(record: Record) -> Tampered:
    place = find(record, of_type("play_card"), 3)
    record["events"][place]["seat"] = (record["events"][place]["seat"] + 1) % len(record["seats"])
    return place, {"illegal.not_your_decision"}


def other_card(record: Record) -> Tampered:
    place = find(record, of_type("play_card"), 2)
    cards = [
        event["card"]
        for event in record["events"]
        if event["type"] == "play_card" and event["seat"] != record["events"][place]["seat"]
    ]
    record["events"][place]["card"] = cards[0]
    return place, {"illegal.not_held"}


def other_slot(record: Record) -> Tampered:
    place = find(record, of_type("play_card"))
    record["events"][place]["slot"] = "CSD"
    record["events"][place]["half"] = "top"
    return place, {"illegal.locked"}


def one_coin_less(record: Record) -> Tampered:
    place = find(record, of_type("explore"))
    record["events"][place]["pay"] = {"gear": 1}
    return place, {"illegal.payment", "illegal.underpaid"}


def trade_underpaid(record: Record) -> Tampered:
    place = find(record, of_type("do_trade"))
    record["events"][place]["times"] += 9
    return place, {"illegal.limit"}


def tile_turned_twice(record: Record) -> Tampered:
    place = find(record, of_type("turn_tile"))
    record["events"].insert(place, record["events"][place])
    return place + 1, {"illegal.not_now", "illegal.not_your_decision"}


def another_tile(record: Record) -> Tampered:
    place = find(record, of_type("reveal_tile"), 1)
    record["events"][place]["tile"] = record["events"][find(record, of_type("reveal_tile"))]["tile"]
    return place, {"chance.not_in_supply"}


def dropped_refill(record: Record) -> Tampered:
    place = find(record, of_type("refill_citizen", "refill_module"))
    del record["events"][place]
    return place, {"illegal.not_now", "chance.not_now"}


def doubled_refill(record: Record) -> Tampered:
    place = find(record, of_type("refill_citizen", "refill_module"), 1)
    record["events"].insert(place, record["events"][place])
    return place + 1, {"chance.not_now", "chance.not_in_supply"}


def refill_seen_before(record: Record) -> Tampered:
    place = find(record, of_type("refill_module"), 2)
    record["events"][place]["module"] = record["events"][find(record, of_type("refill_module"))]["module"]
    return place, {"chance.not_in_supply"}


def reordered(record: Record) -> Tampered:
    place = find(record, of_type("reveal_tile"))
    events = record["events"]
    events[place], events[place + 1] = events[place + 1], events[place]
    return place, {"illegal.not_now"}


def building_in_the_water(record: Record) -> Tampered:
    place = find(record, of_type("build"))
    record["events"][place]["space"] = [0, 0]
    return place, {"illegal.placement"}


def technology_out_of_reach(record: Record) -> Tampered:
    place = find(record, of_type("populate"))
    name = record["events"][place]["technology"]
    record["events"][place]["technology"] = name[:-1] + "7"
    return place, {"illegal.technology"}


def row_not_reached(record: Record) -> Tampered:
    place = find(record, lambda event: event["type"] == "hibernate_step" and event["step"] == "track")
    record["events"][place]["row"] = 7
    return place, {"illegal.row"}


def step_left_out(record: Record) -> Tampered:
    place = find(record, lambda event: event["type"] == "hibernate_step" and event["step"] == "rest")
    del record["events"][place]
    return place, {"illegal.step", "illegal.not_now", "illegal.not_held"}


def machine_without_energy(record: Record) -> Tampered:
    place = find(record, of_type("use_machine"))
    record["events"].insert(place, record["events"][place])
    return place + 1, {"illegal.already_used", "illegal.not_your_decision", "chance.not_now", "illegal.not_now"}


def no_next_action(record: Record) -> Tampered:
    events = record["events"]
    after = ("play_card", "switch_basic", "explore", "build", "populate")
    place = next(
        at for at, event in enumerate(events) if event["type"] == "next_action" and events[at + 1]["type"] in after
    )
    del events[place]
    return place, {"illegal.not_now", "illegal.machine_not_now", "illegal.not_held"}


def unknown_card(record: Record) -> Tampered:
    place = find(record, of_type("start_split"))
    record["events"][place]["rest"][0] = "A77"
    return place, {"setup.unknown_component"}


def hidden_crate(record: Record) -> Tampered:
    place = find(record, of_type("draw_crate"))
    record["events"][place]["crate"] = "?"
    return place, {"setup.unseen_card"}


def event_after_the_end(record: Record) -> Tampered:
    record["events"].append({"type": "end_turn", "seat": 0})
    return len(record["events"]) - 1, {"illegal.not_now"}


def draw_after_the_end(record: Record) -> Tampered:
    record["events"].append({"type": "refill_citizen", "card": "GY01"})
    return len(record["events"]) - 1, {"chance.not_now"}


def stops_early(record: Record) -> Tampered:
    del record["events"][-20:]
    return len(record["events"]), {"claim.end"}


EXACT = [
    swapped_seat, other_card, other_slot, one_coin_less, trade_underpaid, tile_turned_twice, another_tile, doubled_refill,
    refill_seen_before, reordered, building_in_the_water, technology_out_of_reach, row_not_reached, unknown_card, hidden_crate,
    event_after_the_end, draw_after_the_end, wrong_score, wrong_rank, stops_early,
]  # fmt: skip
LATER = [dropped_refill, step_left_out, machine_without_energy, no_next_action]
"""Free actions may stand between the damage and its first effect."""


def judged(path: Path, tamper: Callable[[Record], Tampered]) -> tuple[Any, int, set[str]]:
    record = json.loads(path.read_bytes())
    place, codes = tamper(record)
    return verify_log(json.dumps(record).encode()), place, codes


@pytest.mark.parametrize("tamper", EXACT)
@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_a_tampered_record_is_refused_at_its_place(path: Path, tamper: Callable[[Record], Tampered]) -> None:
    verdict, place, codes = judged(path, tamper)
    assert verdict.verdict == "refused"
    assert verdict.code in codes
    assert verdict.at.event == place


@pytest.mark.parametrize("tamper", LATER)
@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_what_is_missing_is_noticed_where_it_is_missed(path: Path, tamper: Callable[[Record], Tampered]) -> None:
    verdict, place, codes = judged(path, tamper)
    assert verdict.verdict == "refused"
    assert verdict.code in codes
    assert place <= verdict.at.event < place + 12


def test_another_hash_is_unsupported() -> None:
    """games/README 4: never refused."""
    record = json.loads(WHOLE[0].read_bytes())
    record["components"]["hash"] = "sha256:" + "0" * 64
    assert verify_log(json.dumps(record).encode()).code == "unsupported.component_set"
