"""Damaged records are refused at the damage, with the code that fits (games/README 4)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.play import one_sided
from games.record import merge, read_record, write_record
from games.registry import ENGINES
from games.verify import judge, position_before, read_script, verify_log
from tests.rules.matches import any_match
from tests.rules.tampering import Record, Tampered, find, of_type, wrong_rank, wrong_score

GOLDEN = sorted((Path(__file__).parents[2] / "golden/res_arcana/records").glob("*.json"))
WHOLE = [path for path in GOLDEN if not path.name.endswith(".expected.json") and "one-sided" not in path.name]
ONE_SIDED = [path for path in GOLDEN if "one-sided" in path.name and not path.name.endswith(".expected.json")]
ENGINE = ENGINES["res_arcana"]


def before(record: Record, place: int) -> Any:
    return position_before(read_script(json.dumps(record).encode()), place)


def swapped_seat(record: Record) -> Tampered:
    place = find(record, of_type("use_power"), 3)
    record["events"][place]["seat"] = (record["events"][place]["seat"] + 1) % len(record["seats"])
    return place, {"illegal.not_your_decision"}


def other_card(record: Record) -> Tampered:
    place = find(record, of_type("place_artifact"), 1)
    event = record["events"][place]
    rival = next(seat for seat in range(len(record["seats"])) if seat != event["seat"])
    event["card"] = min(before(record, place).players[rival].tableau)
    return place, {"illegal.not_held"}


def one_essence_less(record: Record) -> Tampered:
    place = find(record, lambda event: event["type"] == "place_artifact" and event["payment"])
    payment = record["events"][place]["payment"]
    payment[next(iter(payment))] -= 1
    return place, {"illegal.underpaid"}


def one_essence_more(record: Record) -> Tampered:
    place = find(record, lambda event: event["type"] == "place_artifact" and event["payment"])
    payment = record["events"][place]["payment"]
    payment[next(iter(payment))] += 1
    return place, {"illegal.overpaid"}


def one_essence_gained(record: Record) -> Tampered:
    place = find(record, of_type("discard"))
    gain = record["events"][place]["gain"]
    gain[next(iter(gain))] += 1
    return place, {"illegal.gain"}


def dropped_draw(record: Record) -> Tampered:
    place = find(record, of_type("draw"), 3 * len(record["seats"]) + 1)
    del record["events"][place]
    return place, {"illegal.not_now", "chance.not_now", "chance.other_seat", "chance.not_in_supply"}


def dropped_reshuffle(record: Record) -> Tampered:
    place = find(record, of_type("reshuffle"))
    del record["events"][place]
    return place, {"chance.not_now", "illegal.not_now"}


def doubled_action(record: Record) -> Tampered:
    place = find(record, of_type("use_power"), 2)
    record["events"].insert(place, record["events"][place])
    return place + 1, {"illegal.not_now", "illegal.not_your_decision", "illegal.turned", "illegal.not_in_pool"}


def doubled_draw(record: Record) -> Tampered:
    place = find(record, of_type("draw"), 3 * len(record["seats"]))
    record["events"].insert(place, record["events"][place])
    return place + 1, {"chance.not_now", "chance.not_in_supply"}


def reordered(record: Record) -> Tampered:
    events = record["events"]
    place = find(record, of_type("pass"))
    while events[place + 1]["type"] != "draw":
        place = place + 1 + find({"events": events[place + 1 :]}, of_type("pass"))
    events[place], events[place + 1] = events[place + 1], events[place]
    return place, {"chance.not_now"}


def impossible_draw(record: Record) -> Tampered:
    place = find(record, of_type("draw"), 2)
    seat = record["events"][place]["seat"]
    record["events"][place]["card"] = next(
        event["card"] for event in record["events"] if event["type"] == "draw" and event["seat"] != seat
    )
    return place, {"chance.not_in_supply"}


def impossible_monument(record: Record) -> Tampered:
    place = find(record, of_type("reveal_monument"), 1)
    record["events"][place]["card"] = record["events"][find(record, of_type("reveal_monument"))]["card"]
    return place, {"chance.not_in_supply"}


def unknown_card(record: Record) -> Tampered:
    place = find(record, of_type("draw"), 2)
    record["events"][place]["card"] = "excalibur"
    return place, {"chance.unknown_component"}


def hidden_card(record: Record) -> Tampered:
    place = find(record, of_type("draw"), 2)
    record["events"][place]["card"] = "?"
    return place, {"setup.unseen_card"}


def item_held_by_another(record: Record) -> Tampered:
    place = find(record, of_type("pass"), 1)
    event = record["events"][place]
    event["item"] = before(record, place).players[event["seat"]].item
    return place, {"illegal.not_in_centre"}


def power_of_a_turned_component(record: Record) -> Tampered:
    state, place = None, 0
    for place in (at for at, event in enumerate(record["events"]) if event["type"] in ("pass", "use_power")):
        state = before(record, place)
        player = state.players[record["events"][place]["seat"]]
        turned = [name for name, piece in player.tableau.items() if piece.turned and piece.card.powers]
        turned = [
            name for name in turned if name != "guard_dog" and state.components.cards[name].powers[0].kind == "action"
        ]
        if turned:
            seat = record["events"][place]["seat"]
            record["events"][place] = {"type": "use_power", "seat": seat, "component": turned[0], "power": 0}
            return place, {"illegal.turned"}
    raise AssertionError(state)


def event_after_the_end(record: Record) -> Tampered:
    record["events"].append({"type": "pass", "seat": 0, "item": "alchemy"})
    return len(record["events"]) - 1, {"illegal.not_now"}


def draw_after_the_end(record: Record) -> Tampered:
    record["events"].append({"type": "draw", "seat": 0, "card": "hawk"})
    return len(record["events"]) - 1, {"chance.not_now"}


def stops_early(record: Record) -> Tampered:
    del record["events"][-15:]
    return len(record["events"]), {"claim.end"}


TAMPERINGS = [
    swapped_seat, other_card, one_essence_less, one_essence_more, one_essence_gained, dropped_draw, dropped_reshuffle,
    doubled_action, doubled_draw, reordered, impossible_draw, impossible_monument, unknown_card, hidden_card,
    item_held_by_another, power_of_a_turned_component, event_after_the_end, draw_after_the_end, wrong_score, wrong_rank,
    stops_early,
]  # fmt: skip


@pytest.mark.parametrize("tamper", TAMPERINGS)
@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_a_tampered_record_is_refused_at_its_place(path: Path, tamper: Callable[[Record], Tampered]) -> None:
    record = json.loads(path.read_bytes())
    place, codes = tamper(record)
    verdict = verify_log(json.dumps(record).encode())
    assert verdict.verdict == "refused"
    assert verdict.code in codes
    assert verdict.at is not None
    assert verdict.at.event >= place if tamper is dropped_draw else verdict.at.event == place


def test_a_wrong_hash_is_unsupported() -> None:
    record = json.loads(WHOLE[0].read_bytes())
    record["components"]["hash"] = f"sha256:{'0' * 64}"
    verdict = verify_log(json.dumps(record).encode())
    assert (verdict.verdict, verdict.code) == ("unsupported", "unsupported.component_set")


def test_another_rule_set_refuses_what_it_does_not_allow() -> None:
    """A match with two monuments on display is none with three."""
    record = json.loads(next(path for path in WHOLE if path.stem == "official-2p").read_bytes()) | {"rules": "seed"}
    verdict = verify_log(json.dumps(record).encode())
    assert verdict.verdict == "refused"


@pytest.mark.parametrize("path", ONE_SIDED, ids=lambda path: path.stem)
def test_a_card_shown_twice_is_found_in_a_one_sided_record(path: Path) -> None:
    """11: matching, not counts: a rival shows a card that another rival or the writer has in play."""
    record = json.loads(path.read_bytes())
    view = record["view"]
    place = find(record, lambda event: event["type"] == "discard" and event["seat"] != view, 1)
    state = before(record, place)
    record["events"][place]["card"] = next(
        name for player in state.players for name, piece in player.tableau.items() if piece.card.family == "artifact"
    )
    verdict = verify_log(json.dumps(record).encode())
    assert (verdict.code, verdict.at and verdict.at.event) == ("illegal.not_held", place)


@pytest.mark.parametrize("seed", [0, 3, 6])
def test_two_one_sided_records_of_two_players_tell_all(seed: int) -> None:
    """11, games/README 1.7: together they give `verified`."""
    whole = any_match(ENGINE, seed, "greedy")
    assert whole.setup.seats == 2
    sides = [read_record(write_record(one_sided(ENGINE, whole, view))) for view in (0, 1)]
    assert [judge(side).verdict for side in sides] == ["consistent", "consistent"]
    both = merge(*sides)
    assert both.view is None
    assert write_record(both) == write_record(whole)
    assert judge(both).verdict == "verified"


@pytest.mark.parametrize("seed", range(30))
def test_a_one_sided_record_is_consistent_with_the_same_result(seed: int) -> None:
    """11: whatever the options."""
    whole = any_match(ENGINE, seed, ("greedy", "random")[seed % 2])
    for view in range(whole.setup.seats):
        verdict = judge(read_record(write_record(one_sided(ENGINE, whole, view))))
        assert verdict.verdict == "consistent", verdict
        assert (verdict.scores, verdict.ranks) == (whole.stated_scores, whole.stated_ranks)


def test_the_records_of_all_players_tell_all_and_those_of_some_do_not() -> None:
    """11: merging goes on from what has been merged."""
    whole = any_match(ENGINE, 1, "greedy")
    assert whole.setup.seats == 3
    sides = [one_sided(ENGINE, whole, view) for view in range(3)]
    two = merge(sides[2], sides[0])
    assert (two.view, judge(two).verdict) == (2, "consistent")
    assert judge(merge(two, sides[1])).verdict == "verified"
