"""The shape of records (rules.md 12): every decision D1 to D20 and chance event C1 to C6 with its keys and no other."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.arctica.events import ArcticaEvent, Nested, Opening, RoundCard, RoundEnd, Step, Turn, parts
from games.rules.arctica.rules import RULES
from games.verify import verify_log
from tests.rules.arctica.table import FISH, a_state, at_round_end, put, refusal, round_end, turn_of

GOLDEN = Path(__file__).parents[2] / "golden/arctica/records"
TURN = """
{"type": "turn", "round": 1, "turn": 3, "active": 2,
 "place": {"space": "S5", "wheel": "W4", "dir": "ccw"},
 "offer": {"a": "colony", "b": "draw2"},
 "picks": {"0": "b", "1": "a"},
 "order": "b",
 "parallel": {"0": [{"do": "draw2"}, {"chance": "draw", "cards": ["FI05", "MM01"]}],
              "2": [{"do": "draw2"}, {"chance": "draw", "cards": ["BI10"]}]},
 "colony": [{"seat": 2, "do": "colony", "family": "fish", "placements": [{"space": "A-W7"}]},
            {"seat": 1, "do": "forgo", "side": "a"}],
 "after": []}
"""
SETUP = """
{"type": "setup", "first": 1, "orientations": {"W1": 3, "W2": 0, "W3": 2, "W4": 1, "W5": 0, "W6": 2},
 "round_end_cards": ["RE3", "RE2", "RE5", "RE8"],
 "generation": [{"long": "GL4", "short": "GS1"}, {"long": "GL2", "short": "GS5"}],
 "hands": [["FI05", "MM01", "BI10", "LM02", "IN03", "FI15"], ["?", "?", "?", "?", "?", "?"]]}
"""
ROUND_END = """
{"type": "round_end", "round": 2, "regions": ["A", "B"],
 "collapse": {"1": [{"do": "collapse", "family": "fish",
   "tokens": [{"space": "A-W7"}, {"wheel": "short", "segment": 1, "slot": 0}, {"release": true}]},
                    {"chance": "draw", "cards": ["BI02", "IN07", "MM12", "FI01"]}]},
 "endangered": {"0": [{"do": "endangered", "pay": 1, "destroy": ["MM07"]}]},
 "events": [{"chance": "event", "region": "A", "subregion": "A-east"},
            {"chance": "event", "region": "B", "subregion": "B-centre"}],
 "save": {"0": [{"do": "save", "region": "B",
   "tokens": [{"space": "B-C3", "save": true, "to": 4}, {"space": "B-C1", "save": false}]}]}}
"""
CARD = '{"type": "round_end_card", "round": 1, "id": "RE3"}'


@pytest.mark.parametrize(
    ("text", "kind", "size"), [(SETUP, Opening, 1), (CARD, RoundCard, 1), (TURN, Turn, 10), (ROUND_END, RoundEnd, 7)]
)
def test_the_worked_examples_of_records_are_read_and_written_again(text, kind, size):
    event = msgspec.json.decode(text, type=ArcticaEvent)
    assert isinstance(event, kind)
    assert json.loads(msgspec.json.encode(event)) == json.loads(text)
    assert parts(event) == size


def test_the_worked_example_of_a_turn_is_played():
    state = a_state(3)
    state.active, state.turn = 2, 2
    state.orientations[0], state.orientations[3] = 2, 2
    for card in ("BI01", "BI02", "BI03", "BI04", "BI05", "BI06", "BI07", "BI08", "BI09"):
        state.decks[-1].remove(card)
        state.left -= 1
        state.players[2].hand.add(card)
    put(state, 2, FISH, release=1)
    event = msgspec.json.decode(TURN, type=ArcticaEvent)
    RULES.check(state, event)
    RULES.apply(state, event)
    assert [len(player.hand) for player in state.players] == [2, 0, 10]


STEPS = {
    "D4": {"do": "fauna", "card": "MM05", "discards": ["FI15"]},
    "D5": {"do": "reproduce", "column": "long"},
    "D6": {"do": "ability", "column": "short"},
    "D7": {"do": "flora2"},
    "D8": {"do": "migrate", "moves": [{"family": "birds", "from": 3}]},
    "D9": {"do": "draw2"},
    "D10": {"do": "rotate_card"},
    "D11": {"do": "rotate_migrate", "moves": []},
    "D12": {"do": "colony", "family": "fish", "placements": [{"space": "A-W7", "cards": ["LM02"]}]},
    "D13": {"do": "forgo", "side": "a"},
    "D14": {"do": "collapse", "family": "fish", "tokens": [{"release": True}]},
    "D15": {"do": "endangered", "pay": 1, "destroy": []},
    "D16": {"do": "save", "region": "B", "tokens": [{"space": "B-C1", "save": False}]},
    "C2": {"chance": "draw", "cards": ["FI02"]},
    "C3": {"chance": "reshuffle", "count": 31},
}
NESTED = {
    "D17": {"do": "choose", "option": 1},
    "D18": {"do": "may", "yes": True, "cards": ["IN03"]},
    "D19": {"do": "amount", "items": [{"family": "fish", "from": 5, "redeem": ["fish"]}]},
    "D20": {"do": "discard", "cards": ["FI02"]},
}


@pytest.mark.parametrize("number", STEPS)
def test_d4_to_d16_c2_c3_have_their_keys_and_no_other(number):
    step = STEPS[number]
    assert json.loads(msgspec.json.encode(msgspec.convert(step, Step))) == step
    for key in step:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({name: value for name, value in step.items() if name != key}, Step)
    other = "count" if "count" not in step else "cards"
    for surplus in (
        {other: 1 if other == "count" else []},
        {"luck": 1},
        {"chance": "draw"} if "do" in step else {"do": "x"},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**step, **surplus}, Step)


@pytest.mark.parametrize("number", NESTED)
def test_d17_to_d20_have_their_keys_and_no_other(number):
    answer = NESTED[number]
    assert json.loads(msgspec.json.encode(msgspec.convert(answer, Nested))) == answer
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"do": answer["do"]}, Nested)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**answer, "luck": 1}, Nested)


def test_chance_has_no_sub_and_a_decision_that_asks_nothing_gets_no_answer():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"chance": "draw", "cards": [], "sub": [NESTED["D17"]]}, Step)
    state = a_state()
    answered = {0: [{"do": "flora2", "sub": [NESTED["D17"]]}, {"do": "forgo", "side": "b"}]}
    turn = turn_of(state, "flora2", "draw2", picks={1: "pass"}, parallel=answered)
    assert refusal(state, turn) == ("illegal.not_asked", "parallel.0[0].sub[0]")


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [
        ("D1", '"dir": "ccw"', '"dir": "left"'),
        ("D1", '"wheel": "W4", ', ""),
        ("D2", '"0": "b"', '"0": "c"'),
        ("D3", '"order": "b"', '"order": "pass"'),
        ("D3", '"order": "b",', ""),
        ("a map", '"parallel": {', '"luck": 1, "parallel": {'),
        ("a list", '"after": []', '"after": {}'),
    ],
)
def test_d1_to_d3_and_the_turn_have_their_keys_and_values(number, old, new):
    assert old in TURN, number
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(TURN.replace(old, new), type=ArcticaEvent)


def test_c4_c5_c6_have_their_keys():
    for text, old, new in (
        (ROUND_END, '"subregion": "A-east"', '"sub": "A-east"'),
        (ROUND_END, '"chance": "event", "region": "A"', '"region": "A"'),
        (CARD, '"round": 1, ', ""),
        (ROUND_END, '"regions": ["A", "B"]', '"regions": "A"'),
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text.replace(old, new), type=ArcticaEvent)


def test_a_step_of_another_seat_is_refused_and_in_colony_none_goes_without():
    state = a_state(3)
    picks = {1: "pass", 2: "pass"}
    seated = {0: [{"do": "flora2", "seat": 1}, {"do": "forgo", "side": "b"}]}
    turn = turn_of(state, "flora2", "draw2", picks=picks, parallel=seated)
    assert refusal(state, turn) == ("illegal.not_your_decision", "parallel.0[0]")
    nobody = [{"do": "forgo", "side": "a"}]
    moves = {0: [{"do": "migrate", "moves": []}]}
    turn = turn_of(state, "colony", "migration2", picks=picks, order="b", parallel=moves, colony=nobody)
    assert refusal(state, turn) == ("illegal.missing", "colony[0]")


def test_only_colony_steps_name_their_seat():
    state = a_state()
    forgone = {"do": "forgo", "side": "b"}
    for steps in ([{"do": "flora2", "seat": 0}, forgone], [{"do": "flora2"}, {**forgone, "seat": 0}]):
        turn = turn_of(state, "flora2", "draw2", picks={1: "pass"}, parallel={0: steps})
        assert refusal(state, turn)[0] == "illegal.item_keys"
    drawn = [{"do": "draw2"}, {"chance": "draw", "cards": ["BI01", "BI02"], "seat": 0}]
    parallel = {0: [*drawn, {"do": "forgo", "side": "a"}]}
    turn = turn_of(state, "flora2", "draw2", picks={1: "pass"}, order="b", parallel=parallel)
    assert refusal(state, turn) == ("chance.seat", "parallel.0[1]")


def test_a_map_names_seats_of_the_table():
    event = round_end(at_round_end(1), endangered={2: []})
    assert refusal(at_round_end(1), event) == ("illegal.not_your_decision", "endangered.2")


def test_a_list_without_steps_is_the_same_as_none():
    state = at_round_end(1)
    event = round_end(state, endangered={0: [], 1: []})
    RULES.check(state, event)


# --- tampered records ---------------------------------------------------------------------------------------------------


def turns(record):
    """The turns of a record with their places."""
    return [(place, event) for place, event in enumerate(record["events"]) if event["type"] == "turn"]


def draws(event):
    """The draws inside the parallel part of a turn."""
    lists = event.get("parallel", {}).values()
    return [step for found in lists for step in found if step.get("chance") == "draw"]


def other_seat(record):
    place, event = turns(record)[4]
    event["active"] = (event["active"] + 1) % len(record["seats"])
    return place, {"illegal.not_your_decision"}


def other_card(record):
    place, event = next((place, event) for place, event in turns(record) if draws(event))
    draws(event)[0]["cards"][0] = next(card for card in record["events"][0]["hands"][0])
    return place, {"chance.not_in_supply"}


def unknown_card(record):
    place, event = next((place, event) for place, event in turns(record) if draws(event))
    draws(event)[0]["cards"][0] = "XX99"
    return place, {"chance.not_in_supply"}


def one_card_less(record):
    place, event = next((place, event) for place, event in turns(record) if draws(event))
    draws(event)[0]["cards"].pop()
    return place, {"chance.count"}


def hidden_card(record):
    place, event = next((place, event) for place, event in turns(record) if draws(event))
    draws(event)[0]["cards"][0] = "?"
    return place, {"setup.unseen_card"}


def dropped_turn(record):
    place, _ = turns(record)[7]
    del record["events"][place]
    return place, {"claim.turn", "illegal.not_now", "claim.round"}


def doubled_turn(record):
    place, event = turns(record)[3]
    record["events"].insert(place, event)
    return place + 1, {"claim.turn"}


def swapped_turns(record):
    (one, first), (two, second) = turns(record)[2:4]
    record["events"][one], record["events"][two] = second, first
    return one, {"claim.turn"}


def dropped_decision(record):
    place, event = turns(record)[5]
    next(iter(event["parallel"].values())).pop(0)
    return place, {"illegal.missing", "illegal.not_now", "chance.not_now"}


def other_wheel(record):
    place, event = turns(record)[6]
    event["place"]["dir"] = "cw" if event["place"]["dir"] == "ccw" else "ccw"
    return place, {"claim.offer"}


def wrong_score(record):
    record["result"]["scores"][0] += 1
    return len(record["events"]), {"claim.score"}


def wrong_rank(record):
    record["result"]["ranks"][0] += 1
    return len(record["events"]), {"claim.ranking"}


def wrong_claim(record):
    place, event = turns(record)[9]
    event["scores"] = [99] * len(record["seats"])
    return place, {"claim.score"}


def after_the_end(record):
    record["events"].append(record["events"][-1])
    return len(record["events"]) - 1, {"illegal.not_now"}


def stops_early(record):
    del record["events"][-3:]
    return len(record["events"]), {"claim.end"}


TAMPERINGS = [
    other_seat, other_card, unknown_card, one_card_less, hidden_card, dropped_turn, doubled_turn, swapped_turns,
    dropped_decision, other_wheel, wrong_score, wrong_rank, wrong_claim, after_the_end, stops_early,
]  # fmt: skip


@pytest.mark.parametrize("tamper", TAMPERINGS)
@pytest.mark.parametrize("name", ["official-2p", "official-3p", "official-5p", "seed-4p", "bga-3p"])
def test_a_tampered_record_is_refused_at_its_place(name, tamper):
    record = json.loads((GOLDEN / f"{name}.json").read_bytes())
    place, codes = tamper(record)
    verdict = verify_log(json.dumps(record).encode())
    assert (verdict.verdict, verdict.at.event) == ("refused", place)
    assert verdict.code in codes


def test_a_wrong_hash_is_unsupported():
    record = json.loads((GOLDEN / "official-2p.json").read_bytes())
    record["components"]["hash"] = f"sha256:{'0' * 64}"
    assert verify_log(json.dumps(record).encode()).code == "unsupported.component_set"


# --- any change ---------------------------------------------------------------------------------------------------------

OTHER = [-1, 0, 1, 9, "", "?", "FI01", "fish", "A-W1", "a", "pass", "long", True, None, [], {}, ["?"], {"do": "flora2"}]
WORDS = ("verified", "consistent", "refused", "unsupported", "unreadable")


def places_in(value):
    """Every place inside a JSON value: containers with key or index."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places_in(value[key])


@given(data=st.data())
def test_a_record_changed_anywhere_inside_gets_a_verdict(data):
    name = data.draw(st.sampled_from(["official-3p", "seed-4p", "strict-4p", "one-sided-consistent-4p"]))
    record = json.loads((GOLDEN / f"{name}.json").read_bytes())
    event = data.draw(st.sampled_from(record["events"]))
    holder, key = data.draw(st.sampled_from(list(places_in(event))))
    if data.draw(st.booleans()):
        holder[key] = data.draw(st.sampled_from(OTHER))
    else:
        del holder[key]
    assert verify_log(json.dumps(record).encode()).verdict in WORDS
