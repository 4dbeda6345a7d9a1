"""The recorded logs: verdict, scores, breakdown, deviations, and the position at the end (bga-logs/README.md)."""

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from games.engine.game import Script
from games.engine.replay import replay
from games.intake import intake, unpack
from games.registry import ENGINES
from games.rules.alhambra.claims import LeftoverAwarded, TakenBack
from games.rules.alhambra.components import base_components
from games.rules.alhambra.events import Reshuffle
from games.rules.alhambra.layout import ORIGIN, place_of
from games.rules.alhambra.state import State
from games.verdict import Verdict
from games.verify import event_at, position_before, read_script, verify_log
from tests.bga.recorded import FOLDER, KINDS, NAMES, body, expected, raw

WORDS = {
    "agrees": "verified",
    "agrees_up_to_the_concession": "verified",
    "cannot_be_verified": "unsupported",
    "disagrees": "refused",
    "broken": "unreadable",
}
DAMAGED = json.loads((FOLDER / "corrupt" / "corrupt.json").read_text())["corrupt"]

each_log = pytest.mark.parametrize("name", NAMES)


@cache
def verdict_of(name: str) -> Verdict:
    return verify_log(intake(raw(name)))


@cache
def end_of(name: str) -> tuple[Script, State]:
    script = read_script(body(name))
    return script, replay(ENGINES["alhambra"].rules, script.setup, script.entries).state


def ids(name: str) -> list[str]:
    """The site's player ids by seat."""
    return [player["id"] for player in sorted(expected(name)["players"], key=lambda player: player["seat"])]


def tile_names(name: str, tiles: list[Any]) -> list[str]:
    """The site numbers tiles by the number of players."""
    by_number = {tile.bga_type_arg: tile.id for tile in base_components().catalogue.building_tiles.list}
    seats = expected(name)["n_players"]
    return [by_number[int(tile["id"]) + 5 - seats] for tile in tiles]


def card_names(cards: list[Any]) -> list[str]:
    by_type = {currency.bga_type: currency.id for currency in base_components().catalogue.currencies}
    return sorted(f"{by_type[card['type']]}{card['value']}" for card in cards)


@each_log
def test_the_verdict_is_the_expected_one(name: str) -> None:
    verdict = verdict_of(name)
    assert verdict.verdict == WORDS[expected(name)["expected_outcome"]], (verdict.code, verdict.at, verdict.facts)
    assert (verdict.game, verdict.rules) == ("alhambra", "bga")


@each_log
def test_the_players_and_the_table_are_known(name: str) -> None:
    verdict = verdict_of(name)
    players = sorted(expected(name)["players"], key=lambda player: player["seat"])
    assert [(player.id, player.name) for player in verdict.players] == [
        (f"bga:{player['id']}", player["name"]) for player in players
    ]
    assert (verdict.source.platform, verdict.source.table) == ("bga", expected(name)["table_id"])


@each_log
def test_scores_and_ranks_are_those_of_the_recorded_game(name: str) -> None:
    verdict, final = verdict_of(name), expected(name)["final"]
    ranked = {
        line["player_id"]: int(line["gamerank"]) for line in expected(name)["table_record"]["data"]["result"]["player"]
    }
    assert list(verdict.scores or ()) == [final["scores"][player] for player in ids(name)]
    assert list(verdict.ranks or ()) == [ranked[player] for player in ids(name)]


@each_log
def test_each_scoring_is_broken_down_as_recorded(name: str) -> None:
    found, recorded = verdict_of(name).breakdown, expected(name)["scoring"]
    assert [(line["round"], line["move_id"]) for line in found] == [
        (line["round"], line["move_id"]) for line in recorded
    ]
    for line, scoring in zip(found, recorded, strict=True):
        for seat, player in enumerate(ids(name)):
            assert line["seats"][seat]["walls"] == int(scoring["players"][player]["walls"])
            assert line["seats"][seat]["total"] == int(scoring["players"][player]["points"])
        for number, results in scoring["kinds"].items():
            kind = KINDS[int(number) - 1]
            for result in results:
                mine = line["dirk"] if result["player"] == 0 else line["seats"][ids(name).index(str(result["player"]))]
                assert mine[kind] == int(result["points"])
        assert (line["dirk"] is None) == ("0" not in scoring["players"])


@each_log
def test_each_deviation_from_the_rulebook_is_noted(name: str) -> None:
    found = [note for note in verdict_of(name).notes if note["code"] == "site_deviation"]
    told = ("kind", "round", "move_id", "recorded", "by_rules")
    assert sorted([ids(name)[note["seat"]], *(note[key] for key in told)] for note in found) == sorted(
        [line["player"], *(line[key] for key in told)] for line in expected(name)["site_deviations"]
    )


@each_log
def test_other_notes_tell_of_a_concession_and_nothing_else(name: str) -> None:
    found = [note for note in verdict_of(name).notes if note["code"] != "site_deviation"]
    conceded = expected(name)["conceded_by"]
    last_move = expected(name)["moves"]
    wanted = [{"code": "conceded", "seat": ids(name).index(conceded), "move_id": last_move}] if conceded else []
    assert found == wanted


@each_log
def test_a_stand_in_is_told_where_it_takes_over(name: str) -> None:
    zombie, verdict = expected(name)["zombie"], verdict_of(name)
    if zombie is None:
        assert verdict.code is None
        return
    assert verdict.code == "unsupported.stand_in"
    assert verdict.at is not None
    assert verdict.at.move_id == zombie["from_move"]
    assert verdict.facts == {"seat": ids(name).index(zombie["player"])}


@each_log
def test_undone_turns_and_reshuffles_are_all_found(name: str) -> None:
    counted = Counter(type(entry.event) for entry in end_of(name)[0].entries)
    assert counted[TakenBack] == expected(name)["undos"]
    assert counted[Reshuffle] == expected(name)["reshuffles"]


@each_log
def test_leftovers_fall_to_whom_the_site_gave_them(name: str) -> None:
    claims = [entry for entry in end_of(name)[0].entries if isinstance(entry.event, LeftoverAwarded)]
    found = [(entry.event.slot, entry.event.tile, entry.event.seat, entry.at.move_id) for entry in claims]
    assert found == [
        (
            line["slot"],
            tile_names(name, [{"id": line["tile"]}])[0],
            ids(name).index(line["to"]) if line["to"] else None,
            line["move_id"],
        )
        for line in expected(name)["leftovers"]
    ]


@each_log
def test_the_last_position_is_the_recorded_one(name: str) -> None:
    state, final = end_of(name)[1], expected(name)["final"]
    for player, player_id in zip(state.players, ids(name), strict=True):
        tiles = {tile.id: place_of(cell) for cell, tile in player.board.items() if cell != ORIGIN}
        recorded = [tile for tile in final["boards"][player_id] if tile["type"] != 0]
        assert tiles == dict(
            zip(tile_names(name, recorded), [(int(tile["x"]), int(tile["y"])) for tile in recorded], strict=True)
        )
        assert sorted(player.reserve) == sorted(tile_names(name, final["reserves"][player_id]))
        hand = sorted(card for card, count in player.hand.items() for _ in range(count))
        assert hand == card_names(final["hands"][player_id])
    assert sorted(state.display) == card_names(final["display"])
    assert sorted(state.bought) == sorted(tile_names(name, final["unplaced"]))
    market = {index: tile.id for index, tile in enumerate(state.market, start=1) if tile is not None}
    assert market == dict(
        zip([int(tile["slot"]) for tile in final["market"]], tile_names(name, final["market"]), strict=True)
    )
    assert state.bag.left == final["bag"]
    assert state.deck.left + 3 - state.next_scoring == final["money_deck"]
    assert sum(state.discards.values()) == final["money_discard"]
    if state.dirk is not None:
        assert sorted(tile.id for tile in state.dirk.tiles) == sorted(tile_names(name, final["dirk"]))


@pytest.mark.parametrize("damage", DAMAGED, ids=lambda damage: damage["fault"])
def test_a_damaged_log_is_refused_at_the_right_move(damage: dict[str, Any]) -> None:
    [member] = unpack((FOLDER / "corrupt" / damage["file"]).read_bytes())
    if damage["outcome"] == "broken":
        assert member.problem is not None
        assert member.problem.code == "malformed.not_json"
        return
    assert member.body is not None
    verdict = verify_log(member.body)
    assert verdict.verdict == WORDS[damage["outcome"]]
    assert verdict.at is not None
    assert verdict.at.move_id in (damage["move_id"], *damage["accept_also"])
    assert (verdict.scores, verdict.ranks) == (None, None)


PLACES = {
    "wrong_price_paid": ("illegal.underpaid", 57, 0, 9, 4),
    "card_not_on_display": ("illegal.not_on_display", 44, 0, ["B5", "G3", "O5", "G5"], "O4"),
    "placed_against_wall": ("illegal.wall_mismatch", 8, 0, None, "ARC02"),
    "score_off_by_one": ("claim.score", 89, 5, 5, 6),
    "turn_order_swapped": ("claim.turn", 129, 5, 1, 2),
    "tile_twice": ("chance.not_in_supply", 156, 4, None, "CHA06"),
}


@pytest.mark.parametrize("fault", PLACES)
def test_a_refusal_names_packet_notification_expected_and_found(fault: str) -> None:
    damage = next(damage for damage in DAMAGED if damage["fault"] == fault)
    verdict = verify_log(intake((FOLDER / "corrupt" / damage["file"]).read_bytes()))
    assert verdict.at is not None
    place = (verdict.code, verdict.at.packet, verdict.at.notification, verdict.expected, verdict.found)
    assert place == PLACES[fault]
    assert verdict.facts["rule"]


def test_the_position_before_a_refused_decision_that_was_taken_back_is_that_of_the_turn() -> None:
    script = read_script(body("002-4p"))
    entry = next(
        entry for entry in script.entries if isinstance(entry.event, TakenBack) and len(entry.event.events) > 2
    )
    assert isinstance(entry.event, TakenBack)
    number, events = entry.at.event, entry.event.events
    before = position_before(script, number)
    last = position_before(script, number, f"events[{len(events) - 1}]")
    assert event_at(script, number) is entry.event
    assert event_at(script, number, f"events[{len(events) - 1}]") is events[-1]
    assert before != last
    assert position_before(script, number, "events[0]") == before
    assert event_at(script, len(script.entries)) is None
