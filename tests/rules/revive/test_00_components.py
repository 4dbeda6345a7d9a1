"""Component sets: what the reference set holds, other sets, and a broken set for each rule of validation (games/README 1.2)."""

import random
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from importlib.resources import files
from typing import Any

import pytest

from games.engine.errors import BadComponents
from games.play import self_play
from games.record import read_record, write_record
from games.registry import ENGINES
from games.rules.revive.facts import published
from games.rules.revive.sets import ComponentSet, load_components, reference_components
from games.verify import judge, verify_log
from tests.rules.matches import snapshot
from tests.rules.revive.other_sets import gain, op, small, small_set, text_of, wide_set
from tests.rules.revive.pieces import pieces
from tests.rules.revive.table import Table

ENGINE = ENGINES["revive"]
BOX = reference_components()
RAW = files("games.rules.revive").joinpath("reference_set.toml").read_bytes()
Change = Callable[[dict[str, Any]], Any]


def test_the_reference_set_holds_what_the_box_holds() -> None:
    """1, components: counts of the published game; not its data."""
    catalogue = BOX.catalogue
    assert not BOX.official
    assert [len(pieces) for pieces in (catalogue.citizen, catalogue.module, catalogue.machine, catalogue.crate)] == [
        39,
        48,
        30,
        28,
    ]
    assert [len(pieces) for pieces in (catalogue.start_tile, catalogue.area_tile, catalogue.artifact_card)] == [
        5,
        25,
        10,
    ]
    assert {name: len(cards) for name, cards in BOX.start_sets.items()} == dict.fromkeys("ABCD", 6)


def test_a_set_is_known_by_id_version_and_hash() -> None:
    """games/README 2: the SHA-256 of its file."""
    assert BOX.header() == {"set": "reference", "version": 1, "hash": f"sha256:{sha256(RAW).hexdigest()}"}


def test_limits_and_costs_are_the_published_ones() -> None:
    """1, 7, components: 3 crystals, 6 of each basic; 3 and 5 gears; 2, 3, 4 books."""
    facts = published()
    assert facts.limits == {"gear": 6, "book": 6, "food": 6, "crystal": 3}
    assert facts.build_cost == {"small": {"gear": 3}, "large": {"gear": 5}}
    assert facts.books_by_row == (2, 3, 4)


def test_the_reference_set_would_do_as_an_official_one() -> None:
    """components: it agrees with every published count."""
    assert load_components(RAW.replace(b"official = false", b"official = true")).official


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("box", [small_set(), wide_set()], ids=["small", "wide"])
def test_other_sets_are_played_without_touching_code(box: ComponentSet, seats: int, bot: str) -> None:
    """games/README 1.2: other map, tiles, counts, tracks and words; replayed to the same result."""
    if seats > len(box.tribes):
        return
    for seed, rules in enumerate(ENGINE.rule_sets):
        expansion = "on" if box.catalogue.expansion is not None and seed != 1 else "off"
        vast = "on" if box.catalogue.vast_crystals is not None and seed else "off"
        setup = ENGINE.setup(seats, rules, {"expansion": expansion, "vast_crystals": vast}, box)
        script = self_play(ENGINE, setup, random.Random(seed), rules=rules, bot=bot)
        record = write_record(script)
        assert write_record(read_record(record, [box])) == record
        assert judge(read_record(record, [box])).verdict == "verified"
        state = ENGINE.rules.new_game(setup)
        for entry in script.entries:
            pieces_fit(state)
            ENGINE.rules.apply(state, entry.event)
        assert ENGINE.board_text(state, names=["a", "b", "c", "d"][:seats])


def pieces_fit(state: Any) -> None:
    if state.components.id == "test-small":
        assert all(min(player.res.values()) >= 0 for player in state.players)
    assert len(state.buildings) == sum(len(player.small) + len(player.large) for player in state.players)


def test_a_record_of_an_unknown_set_is_unsupported() -> None:
    """games/README 1.2: with a sentence that says which set is missing."""
    setup = ENGINE.setup(2, "bga", {}, small_set())
    record = write_record(self_play(ENGINE, setup, random.Random(1), rules="bga"))
    verdict = verify_log(record)
    assert (verdict.verdict, verdict.code) == ("unsupported", "unsupported.component_set")
    assert verdict.facts["found"] == small_set().header()
    assert verify_log(record, components=small_set()).verdict == "verified"


def test_pieces_are_counted() -> None:
    """games/README 4: the helper of the other tests finds a card that is there twice."""
    state = snapshot(Table().state)
    pieces(state)
    state.players[0].resting["GY01"] = BOX.cards["GY01"]
    with pytest.raises(AssertionError):
        pieces(state)


def put(*path: Any, to: Any) -> Change:
    """A change of one value; a path ends in a key or an index."""

    def change(catalogue: dict[str, Any]) -> None:
        inner: Any = catalogue
        for key in path[:-1]:
            inner = inner[key]
        if to is None:
            del inner[path[-1]]
        else:
            inner[path[-1]] = to

    return change


def on_card(effects: list[Any]) -> Change:
    return put("citizen", 0, "top", to=effects)


BROKEN: list[tuple[Change, str, str]] = [
    (put("title", to=None), "$", "title"),
    (put("crate", 0, "colour", to="red"), "crate", "colour"),
    (put("crate", 0, "effects", to=[op("steal")]), "crate", "steal"),
    (put("crate", 0, "effects", to=[gain("gold")]), "crate", "gold"),
    (put("artifact_card", 0, "gray", "count", to="friends"), "artifact_card", "friends"),
    (put("crate", 0, "id", to="a:b"), "crate[0].id", "colon"),
    (put("crate", 0, "id", to="deck"), "crate[0].id", "word of the record"),
    (put("crate", 0, "id", to="m1"), "crate[0].id", "twice"),
    (put("map", "slot", 4, "kind", to="area"), "map.slot", "one chasm"),
    (put("map", "slot", 3, "kind", to="area"), "start_tile", "1 places, 2 tiles"),
    (put("map", "slot", 1, "row", to=7), "map.slot[1]", "outside"),
    (put("map", "slot", 1, "cells", to=[[3, 0], [4, 0], [6, 0]]), "map.slot[1].cells", "hang together"),
    (put("map", "slot", 1, "cells", to=[[3, 0], [4, 0], [4, -1]]), "map.slot[1].cells", "opposite"),
    (put("map", "slot", 8, "cells", to=[[3, 2]]), "map.slot[8].cells", "two slots"),
    (put("map", "edge_crystal", 0, "cell", to=[3, 1]), "map.edge_crystal[0].cell", "in use"),
    (put("map", "edge_crystal", 0, "cell", to=[50, 1]), "map.slot", "map hangs together"),
    (put("start_tile", 0, "cells", to=["sand", "sand"]), "start_tile[0].cells", "as many cells"),
    (put("start_tile", 1, "cells", to=["water", "water", "sand"]), "start_tile[1].cells", "at most one water"),
    (put("start_tile", 1, "water", to=None), "start_tile[1].water", "go together"),
    (put("area_tile", 0, "back", "icon", to="water"), "area_tile[0].back.icon", "promises"),
    (put("area_tile", 0, "back", "icon", to="none"), "area_tile[0].back.icon", "promises"),
    (lambda box: box["area_tile"].__delitem__(slice(0, 2)), "area_tile", "4 places, 3 tiles"),
    (lambda box: box["large_location"].pop(), "large_location", "one tile more"),
    (put("vast_crystals", "replace", to=2), "vast_crystals.replace", "more than"),
    (put("vast_crystal_tile", 0, "back", "icon", to="none"), "vast_crystal_tile[0].back.icon", "must be"),
    (put("large_location", 0, "sides", 1, "side", to="x"), "large_location[0].sides", "two sides"),
    (put("starting_card", 0, "set", to=""), "starting_card[0].set", "missing"),
    (put("starting_card", 0, "color", to="wild"), "starting_card[0].color", "only Scyphoz"),
    (lambda box: box["starting_card"].pop(), "starting_card", "one even size"),
    (put("starting_card", to=[]), "starting_card", "no set"),
    (put("citizen", 0, "color", to="wild"), "citizen[0]", "one of the colors"),
    (put("module", 0, "colors", to=["gray", "gray"]), "module[0].colors", "two different"),
    (put("machine", 0, "on", to=[]), "machine[0]", "names when"),
    (put("board", "card_slot", 0, "half", to="bottom"), "board.card_slot[0].half", "does not fit"),
    (
        put("board", "card_slot", 0, "activation_spaces", to=[5]),
        "board.card_slot[0].activation_spaces",
        "does not have",
    ),
    (
        lambda box: [slot.update(locked=True) for slot in box["board"]["card_slot"]],
        "board.card_slot",
        "open from the start",
    ),
    (put("board", "track", "start", to=9), "board.track.start", "outside"),
    (put("board", "track", "end_gain", "gray", to=None), "board.track.colors", "one track"),
    (put("board", "track", "terrain", "field", to="gray"), "board.track.terrain", "one track each"),
    (put("board", "reward_space", 0, "need", to={}), "board.reward_space[0].need", "one or two"),
    (put("board", "reward_space", 0, "need", to={"gray": 0}), "board.reward_space[0].need", "a number above"),
    (put("board", "reward_space", 3, "color", to="any"), "board.reward_space[3].color", "a color"),
    (put("board", "standard_machine", 0, "space", to="y2"), "board.standard_machine[0].space", "no space for it"),
    (put("board", "standard_machine", to=[]), "board.standard_machine", "one machine for each"),
    (put("board", "progress_track", "spaces", to=6), "board.progress_track.spaces", "room for 7"),
    (put("board", "progress_track", "visible_points", to=[0]), "board.progress_track.visible_points", "each count"),
    (put("board", "progress_track", "visible_points", 7, to=1), "board.progress_track.visible_points", "must not fall"),
    (put("board", "progress_track", "bonus", 0, "space", to=9), "board.progress_track.bonus[0].space", "beyond 7"),
    (put("score_track", "bonus", 0, "space", to=21), "score_track.bonus[0].space", "beyond 20"),
    (put("hibernation_track", "rows", 0, "space", to=2), "hibernation_track.rows", "one row for each"),
    (put("hibernation_track", "remove_artifact_at", to=4), "hibernation_track.remove_artifact_at", "beyond"),
    (put("major_count", "p2", to=1), "major_count.p2", "1 stated, 2 listed"),
    (put("tribe", to=[]), "tribe", "no tribe"),
    (put("artifact_card", to=[]), "artifact_card", "no artifact card"),
    (put("tribe", 1, "technology", 0, "row", to=2), "tribe[1].technology", "row 1"),
    (put("tribe", 1, "technology", 0, "id", to="cats.x"), "tribe[1].technology[0].id", "must begin with bees."),
    (put("tribe", 1, "technology", 0, "books", to=3), "tribe[1].technology[0].books", "[2, 3, 4]"),
    (put("tribe", 1, "links", "pairs", 0, to=["x", "q"]), "tribe[1].links.pairs[0]", "q is no technology"),
    (put("tribe", 1, "links", "pairs", to=[["x", "y"]]), "tribe[1].links", "out of reach: bees.z"),
    (put("tribe", 0, "markers", to=0), "tribe[0].markers", "go together"),
    (put("tribe", 0, "marker_rule", to=None), "tribe[0].markers", "go together"),
    (
        lambda box: box["tribe"][0]["ability"].append(op("place_marker", kind="hut", on=["sand"], pay_range=True)),
        "tribe[0].ability",
        "one kind",
    ),
    (
        put("tribe", 0, "technology", 0, "effects", 0, "kind", to="hut"),
        "tribe[0].technology[0].effects",
        "no marker hut",
    ),
    (put("expansion", "scyphoz", 0, "color", to="gray"), "expansion.scyphoz[0].color", "wild"),
    (put("expansion", "devotion_track", "bonus", 0, "space", to=5), "expansion.devotion_track.bonus[1].space", "twice"),
    (
        put("expansion", "large_location", to=[{"id": "z", "sides": []}]),
        "expansion.large_location[0].sides",
        "two sides",
    ),
    (put("expansion", "lake_setup", "lake_slots", to=["d"]), "expansion.lake_setup.lake_slots", "area slots"),
    (put("expansion", "lake_setup", "draw", to=2), "expansion.lake_setup.draw", "one lake for each"),
    (put("expansion", "journey", 0, "levels", to=[[2, 1], [1, 3]]), "expansion.journey[0].levels", "rising"),
    (on_card([op("passive", name="range_plus")]), "citizen[0].top[0]", "range_plus needs n"),
    (on_card([op("passive", name="no_books_to_others", n=1)]), "citizen[0].top[0]", "does not take n"),
    (
        on_card([op("while_in_slot", passive="tech_trade", pay={"gear": 1}, get={"book": 1})]),
        "citizen[0].top[0]",
        "on a technology only",
    ),
    (put("module", 0, "effects", to=[op("hibernate_after")]), "module[0].effects[0]", "only cards"),
    (on_card([op("any_color")]), "citizen[0].top[0]", "only machines"),
    (
        on_card([op("per", count="fixed", gain=[op("devotion", n=1)])]),
        "citizen[0].top[0.0]",
        "only pieces of the expansion",
    ),
    (on_card([op("place_marker", kind="hill", on=["sand"], pay_range=True)]), "citizen[0].top[0]", "only a tribe"),
    (on_card([op("choice", options=[])]), "citizen[0].top[0]", "no options"),
    (on_card([op("extra_action", actions=[])]), "citizen[0].top[0]", "no actions"),
    (on_card([op("cost", pay={"basic": 1, "gear": 1})]), "citizen[0].top[0]", "not both"),
    (put("area_tile", 0, "back", "cost", to={"basic": 1, "gear": 1}), "area_tile[0].back.cost", "not both"),
    (on_card([op("cost", pay={})]), "citizen[0].top[0]", "no cost"),
]


@pytest.mark.parametrize(("change", "key", "reason"), BROKEN, ids=[f"{key}: {reason}" for _, key, reason in BROKEN])
def test_a_broken_set_is_refused_with_file_key_and_reason(change: Change, key: str, reason: str) -> None:
    """games/README 1.2: validated whole on load."""
    catalogue = deepcopy(small())
    change(catalogue)
    with pytest.raises(BadComponents) as refused:
        load_components(text_of(catalogue), "broken.toml")
    assert refused.value.file == "broken.toml"
    assert refused.value.key.startswith(key)
    assert reason in refused.value.reason


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        (b'[[crate]]\nid = "Q28"\neffects = [{ op = "points", n = 3 }]\n', b"", "crate"),
        (b"[end_tile]\npoints = 4", b"[end_tile]\npoints = 5", "end_tile.points"),
        (b"pieces = 8\npoints = 2", b"pieces = 8\npoints = 1", "minor_artifacts.points"),
        (b"[score_track]\nlength = 50", b"[score_track]\nlength = 60", "score_track.length"),
        (b'name = "Rimewalkers"\ndiscs = 5', b'name = "Rimewalkers"\ndiscs = 4', "tribe[0].discs"),
    ],
)
def test_an_official_set_agrees_with_the_published_counts(old: bytes, new: bytes, key: str) -> None:
    """components: another set need not."""
    assert old in RAW
    raw = RAW.replace(old, new)
    load_components(raw)
    with pytest.raises(BadComponents) as refused:
        load_components(raw.replace(b"official = false", b"official = true"))
    assert refused.value.key == key


def test_an_official_tribe_has_seven_technologies() -> None:
    """components: 1 + 3 + 3."""
    catalogue = deepcopy(small())
    catalogue["official"] = True
    with pytest.raises(BadComponents):
        load_components(text_of(catalogue))


@pytest.mark.parametrize("raw", [b"\xff", b"schema = ", b"", b"[map]\n"])
def test_what_is_no_toml_or_no_set_is_refused(raw: bytes) -> None:
    """games/README 1.2: never a crash."""
    with pytest.raises(BadComponents):
        load_components(raw)
