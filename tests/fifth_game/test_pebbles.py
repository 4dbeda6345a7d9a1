"""docs/adding-a-game.md, followed to the letter with a game of a page: everything that it promises comes by itself."""

import ast
import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest
from django.core.management import call_command
from django.test import Client

from games import glossary, messages, registry, words
from games.engine.errors import BadComponents, LogProblem
from games.engine.events import Event
from games.record import read_record, record_schema, write_record
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from games.verify import judge, verify_log
from games.words import points, sets
from ladder import game_texts
from tests.factories import a_league, a_user
from tests.fifth_game.pebbles import joined
from tests.rules.drawings import classes, is_plain, without_rule
from tests.rules.matches import any_match, snapshot
from tests.rules.res_arcana.test_bga import END, log, packet
from tests.services.processes import ROOT

GUIDE = (ROOT / "docs/adding-a-game.md").read_text()


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> registry.Engine:
    """The game, joined as steps 10 and 11 say."""
    tables: tuple[tuple[Any, Any], ...] = (
        (registry.ENGINES, joined.ENGINE),
        (glossary.LABELS, joined.ENGINE.board.labels),
        (words.WORDS, joined.WORDS),
        (sets.CONTENTS, joined.contents),
        (glossary.PIECES, joined.piece),
        (points.CATEGORIES, joined.CATEGORIES),
        (game_texts.CHECKED, joined.CHECKED),
    )
    for table, entry in tables:
        monkeypatch.setitem(table, "pebbles", entry)
    for code, message in joined.MESSAGES.items():
        monkeypatch.setitem(messages.MESSAGES, code, message)
    return joined.ENGINE


def test_what_the_guide_names_is_there() -> None:
    named = re.findall(r"`((?:games|ladder|tests|templates)/[\w/.<>-]+|pyproject\.toml)`", GUIDE)
    assert len(named) > 10
    for path in named:
        place = ROOT / path.replace("<game>", "alhambra")
        assert place.exists(), path
    for dotted in re.findall(r"`(games\.[a-z_.]+)", GUIDE):
        assert (ROOT / dotted.replace(".", "/")).with_suffix(".py").exists(), dotted


def test_the_guide_names_every_table_that_has_a_line_for_each_game() -> None:
    tables = {
        name for folder in ("games", "ladder") for path in (ROOT / folder).rglob("*.py") for name in by_game(path)
    }
    assert len(tables) >= 7
    assert sorted(name for name in tables if f"`{name}`" not in GUIDE) == []


def by_game(path: Path) -> list[str]:
    """The tables of a module of which most games have a line."""
    found = []
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict):
            keys = {key.value for key in node.value.keys if isinstance(key, ast.Constant)}
            found += [ast.unparse(node.target)] if len(keys & registry.ENGINES.keys()) > 2 else []
    return found


def test_matches_play_replay_and_keep_to_the_schema(game: registry.Engine) -> None:
    schema = record_schema("pebbles")
    for seed in range(60):
        script = any_match(game, seed, ("random", "greedy")[seed % 2])
        record = write_record(script)
        jsonschema.validate(json.loads(record), schema)
        assert write_record(read_record(record)) == record
        verdict = judge(read_record(record))
        assert (verdict.verdict, verdict.scores) == ("verified", script.stated_scores)
        events = [entry.event for entry in script.entries]
        assert msgspec.json.decode(msgspec.json.encode(events), type=list[game.events]) == events


def test_the_box_adds_up_and_what_is_listed_is_what_passes(game: registry.Engine) -> None:
    for seed in range(6):
        script = any_match(game, seed)
        state = game.rules.new_game(script.setup)
        whole = box(state)
        seen: list[Event] = []
        for entry in script.entries:
            actions = [action for seat in game.rules.to_move(state) for action in game.rules.legal_actions(state, seat)]
            legal = [*actions, *game.rules.chance_outcomes(state)]
            before = snapshot(state)
            assert entry.event in legal
            assert [event for event in {*seen, *legal} if passes(game, state, event)] == [
                event for event in {*seen, *legal} if event in legal
            ]
            assert state == before
            game.rules.apply(state, entry.event)
            assert box(state) == whole
            seen.append(entry.event)
        assert game.rules.is_over(state)
        assert not any(passes(game, state, event) for event in seen)


def box(state: Any) -> Counter[str]:
    pebbles = Counter(state.row) + Counter({kind: number for kind, number in state.bag.unseen.items() if number})
    return sum(map(Counter, state.hands), pebbles)


def passes(game: registry.Engine, state: Any, event: Event) -> bool:
    try:
        game.rules.check(state, event)
    except LogProblem:
        return False
    return True


def test_the_table_is_drawn_and_told_and_every_event_has_words(game: registry.Engine) -> None:
    script = any_match(game, 3)
    state = game.rules.new_game(script.setup)
    names = ["Ada & Bea", *"BCD"][: script.setup.seats]
    for entry in script.entries:
        assert words.say("pebbles", entry.event, names).text
        game.rules.apply(state, entry.event)
    panels = game.board.panel_svgs(state, names=names, labels=glossary.board_labels("pebbles"))
    assert len(panels) == game.panels_before + script.setup.seats
    for svg in map(ElementTree.fromstring, [*panels, game.board.svg(state, names=names)]):
        assert is_plain(svg)
        assert not without_rule(classes(svg))
    told = game.board_text(state, names=names)
    assert any("Ada & Bea" in line for line in told)
    view = game.rules.view(state, None)
    assert json.loads(json.dumps(view)) == view


TAMPERED = {
    "illegal.mixed_pebbles": lambda events, take: {**take, "pebbles": ["quartz", "jade"]},
    "illegal.not_on_display": lambda events, take: {**take, "pebbles": ["jade"] * 3},
    "illegal.not_your_decision": lambda events, take: {**take, "seat": 1},
    "illegal.not_now": lambda events, take: None,
    "chance.unknown_component": lambda events, take: None,
}


def test_a_tampered_record_is_refused_at_its_place(game: registry.Engine) -> None:
    whole = json.loads(write_record(any_match(game, 0)))
    first = next(place for place, event in enumerate(whole["events"]) if event["type"] == "take_pebbles")
    for code, change in TAMPERED.items():
        events = [dict(event) for event in whole["events"]]
        place = first
        if code == "illegal.not_now":
            place = 0
            events.insert(0, events[first])
        elif code == "chance.unknown_component":
            place = 1
            events[1]["pebble"] = "gold"
        else:
            events[first] = change(events, events[first])
        verdict = verify_log(json.dumps({**whole, "events": events}).encode())
        assert (verdict.verdict, verdict.code, verdict.at and verdict.at.event) == ("refused", code, place)
    assert (
        verify_log(json.dumps({**whole, "result": {"scores": [1, 2], "ranks": [2, 1]}}).encode()).code == "claim.score"
    )
    with pytest.raises(BadComponents) as refused:
        game.load_components(b'set_id = "x"\nversion = 1\nrow = 9\nkinds = []', "mine.toml")
    assert refused.value.key == "row"


def test_the_commands_know_it(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    call_command("play_random", "pebbles", players=3, seed=7, out=path)
    out = io.StringIO()
    call_command("verify_log", str(path), stdout=out)
    assert "1 judged: 1 verified" in out.getvalue()
    out = io.StringIO()
    call_command("record_schema", "pebbles", stdout=out)
    assert json.loads(out.getvalue())["title"] == "Classifica record: pebbles"


def test_a_log_of_the_site_keeps_its_players_and_its_result() -> None:
    verdict = verify_log(log(packet(1, ("pebblesTaken", {"x": 1})), packet(2, END)), game="pebbles")
    assert (verdict.code, verdict.facts["found"]) == ("unsupported.notification", "pebblesTaken")
    assert (verdict.rules, verdict.scores, [seat.name for seat in verdict.players]) == (
        "official",
        (9, 12),
        ["adamanta", "hugo_pt"],
    )


@pytest.mark.django_db
def test_its_records_are_judged_and_its_pages_drawn(game: registry.Engine, client: Client) -> None:
    """From an upload to the replay, and a refused one with its position: no page is touched for a new game."""
    a_league()
    whole = json.loads(write_record(any_match(game, 1)))
    people = [{"name": name} for name in ("ada", "bea", "cleo", "dora")]
    whole |= {"seats": people[: len(whole["seats"])], "source": {"ended": "2026-10-03T20:15:00Z"}}
    bad = json.loads(json.dumps(whole))
    place = next(place for place, event in enumerate(bad["events"]) if event["type"] == "take_pebbles")
    bad["events"][place]["pebbles"] = ["quartz", "jade"]
    rows = []
    for record in (whole, bad):
        [received] = submission_create(json.dumps(record).encode(), uploader=a_user(f"u{len(rows)}", is_superuser=True))
        rows.append(received.verification)
    verifications_run()
    for row in rows:
        row.refresh_from_db()
    assert [(row.verdict, row.code) for row in rows] == [("verified", ""), ("refused", "illegal.mixed_pebbles")]
    client.force_login(rows[0].submission.uploader)
    page = client.get(f"/verifications/{rows[1].pk}/", headers={"Accept-Language": "en"}).content.decode()
    assert "took pebbles of several kinds" in page
    assert "<svg" in page
    replay = client.get(f"{rows[0].submission.match.get_absolute_url()}replay/", headers={"Accept-Language": "en"})
    assert replay.status_code == 200
    assert "a quartz comes out of the bag" in replay.content.decode()
    played = rows[0].submission.match.game
    assert (played.name, played.seats_min, played.seats_max) == ("Pebbles", *game.seats)
    assert "quartz × 6" in client.get("/games/pebbles/").content.decode()
