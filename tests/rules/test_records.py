"""The record: golden ones, canonical form, strict reading, schema, merging, tampering (games/README 2, 4)."""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import LogProblem
from games.intake import intake
from games.play import one_sided
from games.record import merge, read_record, record_schema, write_record
from games.registry import ENGINES
from games.rules.alhambra.components import base_components
from games.verify import judge, position_before, read_script, verify_log
from tests.rules.matches import any_match
from tests.rules.tampering import Record, Tampered, find, of_type, wrong_rank, wrong_score

GOLDEN = Path(__file__).parent.parent / "golden"
RECORDS = sorted(path for path in GOLDEN.glob("*/records/*.json") if not path.name.endswith(".expected.json"))
WHOLE = [path for path in RECORDS if path.parent.parent.name == "alhambra" and "one-sided" not in path.name]
ALHAMBRA = ENGINES["alhambra"]


def named(path: Path) -> str:
    return path.stem


def verdict_of(record: Record) -> tuple[str, str | None, int | None]:
    """Word, code and event of the judgement."""
    verdict = verify_log(json.dumps(record).encode())
    return verdict.verdict, verdict.code, verdict.at.event if verdict.at else None


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_a_golden_record_is_judged_as_ever(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expected.json").read_text())
    verdict = json.loads(msgspec.json.encode(verify_log(path.read_bytes())))
    assert {key: verdict[key] for key in expected} == expected


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_a_golden_record_is_canonical(path: Path) -> None:
    assert write_record(read_record(path.read_bytes())) == path.read_bytes()


@cache
def validator_of(game: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(record_schema(game))


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_a_golden_record_fits_the_schema(path: Path) -> None:
    record = json.loads(path.read_bytes())
    validator_of(record["game"]).validate(record)


def test_goldens_cover_players_rule_sets_and_views() -> None:
    heads = [json.loads(path.read_bytes()) for path in RECORDS]
    for game in {head["game"] for head in heads}:
        mine = [head for head in heads if head["game"] == game]
        engine = ENGINES[game]
        fewest, most = engine.seats
        assert {len(head["seats"]) for head in mine} == set(range(fewest, most + 1))
        assert {head["rules"] for head in mine} == set(engine.rule_sets)
        assert any(head["view"] is not None for head in mine)
        assert any(head["options"] for head in mine)


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_the_schema_is_valid_and_says_what_everything_means(game: str) -> None:
    schema = record_schema(game)
    jsonschema.Draft202012Validator.check_schema(schema)
    for name, part in schema["$defs"].items():
        assert part["description"], name
    described = [
        part for part in schema["$defs"]["Record"]["properties"].values() if "description" in part or "$ref" in part
    ]
    assert len(described) >= 9


@pytest.mark.parametrize("path", WHOLE[:1], ids=named)
def test_the_schema_refuses_what_reading_refuses(path: Path) -> None:
    validator = jsonschema.Draft202012Validator(record_schema("alhambra"))
    for damage in FORM:
        record = json.loads(path.read_bytes())
        damage(record)
        assert not validator.is_valid(record), damage


# --- form -------------------------------------------------------------------------------------------------------------


def more(record: Record) -> None:
    record["extra"] = 1


def event_more(record: Record) -> None:
    record["events"][5]["extra"] = 1


def event_less(record: Record) -> None:
    del record["events"][5]["type"]


def event_kind(record: Record) -> None:
    record["events"][5]["type"] = "teleport"


def event_number(record: Record) -> None:
    next(event for event in record["events"] if event["type"] == "buy")["slot"] = 9


def event_text(record: Record) -> None:
    next(event for event in record["events"] if event["type"] == "buy")["slot"] = "1"


def event_seat(record: Record) -> None:
    next(event for event in record["events"] if event["type"] == "buy")["seat"] = -1


def event_list(record: Record) -> None:
    record["events"][5] = ["buy"]


FORM = [more, event_more, event_less, event_kind, event_number, event_text, event_seat, event_list]


@pytest.mark.parametrize("damage", FORM)
def test_a_fault_of_form_is_named_with_its_place(damage: Callable[[Record], None]) -> None:
    record = json.loads(WHOLE[0].read_bytes())
    damage(record)
    verdict = verify_log(json.dumps(record).encode())
    assert (verdict.verdict, verdict.code) == ("unreadable", "malformed.schema")
    assert verdict.facts["reason"]
    if damage is more:
        assert verdict.at is None
    else:
        assert verdict.at is not None
        assert verdict.facts["where"].startswith(f"$.events[{verdict.at.event}]")


@pytest.mark.parametrize(
    ("field", "value", "where"),
    [
        ("view", 9, "$.view"),
        ("result", {"scores": [1], "ranks": [1]}, "$.result.scores"),
        ("source", {"ended": "yesterday"}, "$.source.ended"),
        ("source", {"ended": "2026-02-30T10:00:00Z"}, "$.source.ended"),
        ("seats", [{"name": ""}, {"name": "Bo"}], "$.seats[0].name"),
        ("components", {"set": "alhambra-base", "version": 1, "hash": "sha256:0"}, "$.components.hash"),
    ],
)
def test_a_wrong_head_is_named_with_its_place(field: str, value: Any, where: str) -> None:
    record = json.loads(WHOLE[0].read_bytes()) | {field: value}
    verdict = verify_log(json.dumps(record).encode())
    assert (verdict.code, verdict.facts["where"]) == ("malformed.schema", where)


def test_a_seat_that_does_not_exist_is_named() -> None:
    record = json.loads(WHOLE[0].read_bytes())
    place = next(place for place, event in enumerate(record["events"]) if event["type"] == "take_money")
    record["events"][place]["seat"] = len(record["seats"])
    assert verdict_of(record) == ("unreadable", "malformed.schema", place)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"version": 2}, "unsupported.version"),
        ({"game": "chess"}, "unsupported.game"),
        ({"rules": "house"}, "unsupported.rule_set"),
        ({"options": {"hand_limit": 7}}, "unsupported.option"),
        ({"options": {"end_trigger": "never"}}, "unsupported.option"),
        ({"options": {"two_player_full_deck": "true"}}, "unsupported.option"),
        ({"seats": [{"name": "Ada"}]}, "unsupported.player_count"),
    ],
)
def test_what_we_do_not_know_is_unsupported(change: Record, code: str) -> None:
    record = json.loads(WHOLE[0].read_bytes()) | {"events": [], "result": None} | change
    assert verdict_of(record)[:2] == ("unsupported", code)


@pytest.mark.parametrize("change", [{"set": "alhambra-expansion"}, {"version": 2}, {"hash": f"sha256:{'0' * 64}"}])
def test_another_component_set_is_unsupported_and_named(change: Record) -> None:
    record = json.loads(WHOLE[0].read_bytes())
    record["components"] |= change
    verdict = verify_log(json.dumps(record).encode())
    assert (verdict.verdict, verdict.code) == ("unsupported", "unsupported.component_set")
    assert verdict.facts["found"] == record["components"]
    assert base_components().header() in verdict.facts["expected"]


def test_a_record_of_another_set_is_read_where_that_set_is_at_hand() -> None:
    raw = (Path(__file__).parents[2] / "games/rules/alhambra/components.toml").read_bytes()
    other = ALHAMBRA.load_components(b'set_id = "alhambra-house"\nversion = 3\n' + raw, "house.toml")
    record = json.loads(WHOLE[0].read_bytes()) | {"components": other.header()}
    body = json.dumps(record).encode()
    assert verify_log(body).code == "unsupported.component_set"
    assert verify_log(body, components=other).verdict == "verified"


# --- tampering --------------------------------------------------------------------------------------------------------


def swapped_seat(record: Record) -> Tampered:
    place = find(record, of_type("take_money"), nth=3)
    record["events"][place]["seat"] = (record["events"][place]["seat"] + 1) % len(record["seats"])
    return place, {"illegal.not_your_decision"}


def other_card_paid(record: Record) -> Tampered:
    place = find(record, of_type("buy"), nth=3)
    event = record["events"][place]
    hand = position_before(read_script(json.dumps(record).encode()), place).players[event["seat"]].hand
    colour = event["cards"][0][0]
    event["cards"][0] = next(f"{colour}{value}" for value in range(9, 0, -1) if f"{colour}{value}" not in hand)
    return place, {"illegal.not_held"}


def one_coin_less(record: Record) -> Tampered:
    place = find(record, lambda event: event["type"] == "buy" and len(event["cards"]) > 1, nth=0)
    del record["events"][place]["cards"][0]
    return place, {"illegal.underpaid"}


def other_card_taken(record: Record) -> Tampered:
    place = find(record, of_type("take_money"), nth=3)
    display = position_before(read_script(json.dumps(record).encode()), place).display
    record["events"][place]["cards"] = [next(f"Y{value}" for value in range(1, 10) if f"Y{value}" not in display)]
    return place, {"illegal.not_on_display"}


def dropped_draw(record: Record) -> Tampered:
    place = find(record, of_type("reveal_money"), nth=8)
    del record["events"][place]
    return place, {"chance.not_now", "illegal.not_now", "chance.reshuffle", "chance.nothing_to_draw"}


def doubled_taking(record: Record) -> Tampered:
    place = find(record, of_type("take_money"), nth=3)
    record["events"].insert(place, record["events"][place])
    return place + 1, {"illegal.not_now"}


def doubled_draw(record: Record) -> Tampered:
    place = find(record, of_type("reveal_tile"), nth=9)
    record["events"].insert(place, record["events"][place])
    return place + 1, {"chance.not_now", "chance.not_in_supply", "chance.slot"}


def reordered(record: Record) -> Tampered:
    events = record["events"]
    place = next(
        place
        for place in range(30, len(events))
        if events[place]["type"] == "take_money" and events[place + 1]["type"] == "reveal_money"
    )
    events[place], events[place + 1] = events[place + 1], events[place]
    return place, {"chance.not_now"}


def impossible_draw(record: Record) -> Tampered:
    place = find(record, of_type("reveal_tile"), nth=7)
    record["events"][place]["tile"] = record["events"][find(record, of_type("reveal_tile"), nth=0)]["tile"]
    return place, {"chance.not_in_supply"}


def moved_tile(record: Record) -> Tampered:
    place = find(record, lambda event: event["type"] == "place" and event["target"] == "alhambra", nth=2)
    record["events"][place]["x"] += 20
    return place, {"illegal.not_adjacent"}


def tile_on_the_fountain(record: Record) -> Tampered:
    place = find(record, lambda event: event["type"] == "place" and event["target"] == "alhambra", nth=2)
    record["events"][place] |= {"x": 0, "y": 0}
    return place, {"illegal.occupied"}


def unknown_card(record: Record) -> Tampered:
    place = find(record, of_type("deal"), nth=0)
    record["events"][place]["cards"][0] = "Y77"
    return place, {"chance.unknown_component"}


def hidden_card(record: Record) -> Tampered:
    place = find(record, of_type("deal"), nth=1)
    record["events"][place]["cards"][0] = "?"
    return place, {"setup.unseen_card"}


def event_after_the_end(record: Record) -> Tampered:
    record["events"].append({"type": "take_money", "seat": 0, "cards": ["Y1"]})
    return len(record["events"]) - 1, {"illegal.not_now"}


def draw_after_the_end(record: Record) -> Tampered:
    record["events"].append({"type": "reveal_money", "card": "Y1"})
    return len(record["events"]) - 1, {"chance.not_now"}


def stops_early(record: Record) -> Tampered:
    del record["events"][-20:]
    return len(record["events"]), {"claim.end"}


TAMPERINGS = [
    swapped_seat, other_card_paid, one_coin_less, other_card_taken, dropped_draw, doubled_taking, doubled_draw,
    reordered, impossible_draw, moved_tile, tile_on_the_fountain, unknown_card, hidden_card, event_after_the_end,
    draw_after_the_end, wrong_score, wrong_rank, stops_early,
]  # fmt: skip


@pytest.mark.parametrize("tamper", TAMPERINGS)
@pytest.mark.parametrize("path", WHOLE, ids=named)
def test_a_tampered_record_is_refused_at_its_place(path: Path, tamper: Callable[[Record], Tampered]) -> None:
    record = json.loads(path.read_bytes())
    place, codes = tamper(record)
    word, code, at = verdict_of(record)
    assert word == "refused"
    assert code in codes
    assert at == place or tamper is dropped_draw


def test_a_record_cut_off_without_result_is_unreadable() -> None:
    record = json.loads(WHOLE[0].read_bytes()) | {"result": None}
    del record["events"][-20:]
    assert verdict_of(record) == ("unreadable", "malformed.unfinished", len(record["events"]))


# --- views and merging ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 5, 10])
def test_two_one_sided_records_are_merged(seed: int) -> None:
    whole = any_match(ALHAMBRA, seed, "greedy")
    assert whole.setup.seats == 2
    one, two = (read_record(write_record(one_sided(ALHAMBRA, whole, view))) for view in (0, 1))
    both = merge(one, two)
    assert both.view is None
    assert write_record(both) == write_record(whole)
    assert judge(both).verdict == "verified"


def test_a_merged_record_may_leave_cards_open() -> None:
    whole = any_match(ALHAMBRA, 1, "greedy")
    assert whole.setup.seats == 3
    both = merge(one_sided(ALHAMBRA, whole, 2), one_sided(ALHAMBRA, whole, 0))
    assert both.view == 2
    assert [entry.event.cards for entry in both.entries[:3]] == [  # type: ignore[attr-defined]
        whole.entries[0].event.cards, ("?",) * len(whole.entries[1].event.cards), whole.entries[2].event.cards,  # type: ignore[attr-defined]
    ]  # fmt: skip


def test_records_of_different_matches_are_not_merged() -> None:
    one, two, three = (one_sided(ALHAMBRA, any_match(ALHAMBRA, seed), 0) for seed in (0, 5, 1))
    for other in (two, three):
        with pytest.raises(LogProblem) as caught:
            merge(one, other)
        assert caught.value.code == "claim.other_match"


def test_a_difference_between_two_records_is_named_with_its_place() -> None:
    whole = any_match(ALHAMBRA, 0)
    one, two = one_sided(ALHAMBRA, whole, 0), one_sided(ALHAMBRA, whole, 1)
    two.entries[40], two.entries[41] = two.entries[41], two.entries[40]
    with pytest.raises(LogProblem) as caught:
        merge(one, two)
    assert caught.value.at is not None
    assert caught.value.at.event == 40


# --- from a site's log ------------------------------------------------------------------------------------------------

LOGS = {path.name[:3]: path for path in (GOLDEN / "alhambra" / "bga").glob("*.json.gz")}


@pytest.mark.parametrize("number", ["000", "001", "003", "010", "015", "020", "033"])
def test_a_log_of_the_site_becomes_a_record(number: str) -> None:
    """Without its claims and its undone moves, which may have left an old wall behind (rules.md 7.3)."""
    script = read_script(intake(LOGS[number].read_bytes()))
    record = write_record(script)
    assert b"taken_back" not in record
    assert write_record(read_record(record)) == record
    log, verdict = judge(script), verify_log(record)
    assert (log.verdict, verdict.verdict) == ("verified", "verified")
    assert verdict.moves == log.moves
    undone = any(type(entry.event).__name__ == "TakenBack" for entry in script.entries)
    assert verdict.scores == log.scores or undone


def test_a_conceded_match_has_no_record() -> None:
    with pytest.raises(LogProblem) as caught:
        write_record(read_script(intake(LOGS["004"].read_bytes())))
    assert (caught.value.code, caught.value.facts["found"]) == ("unsupported.ending", "concession")


# --- any bytes --------------------------------------------------------------------------------------------------------

WORDS = ("verified", "consistent", "refused", "unsupported", "unreadable")


@given(body=st.binary(max_size=300))
def test_any_bytes_are_a_record_or_a_problem(body: bytes) -> None:
    with pytest.raises(LogProblem):
        read_record(body)


@given(data=st.data())
def test_a_record_with_changed_bytes_gets_a_verdict(data: st.DataObject) -> None:
    body = bytearray(data.draw(st.sampled_from(RECORDS)).read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(body) - 1))
        length = data.draw(st.integers(0, 40))
        body[start : start + length] = data.draw(
            st.binary(max_size=8) | st.sampled_from([b'"?"', b"-1", b"9", b"null", b"[]"])
        )
    with suppress(LogProblem):
        assert verify_log(intake(bytes(body))).verdict in WORDS


@given(data=st.data())
def test_a_record_with_changed_events_gets_a_verdict(data: st.DataObject) -> None:
    record = json.loads(data.draw(st.sampled_from(RECORDS)).read_bytes())
    events = record["events"]
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(events) - 1))
        event = dict(events[data.draw(st.integers(0, len(events) - 1))])
        for key in data.draw(st.sets(st.sampled_from(sorted(event)), max_size=2)):
            event[key] = data.draw(
                st.sampled_from([-1, 0, 1, 7, "", "?", "Y9", "TOW01", "dirk", None, [], ["?"], ["B5", "B5"]])
            )
        events[place] = event
    assert verify_log(json.dumps(record).encode()).verdict in WORDS
