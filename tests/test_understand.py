"""What a document is, before it is saved: every answer of the site, logs, records, and what people paste by mistake."""

from typing import Any

import msgspec
import pytest

from games.engine.text import clean_name
from games.understand import understand
from tests.bga.recorded import FOLDER, body, document, encoded, expected, packets_of

RECORD = FOLDER.parent / "records" / "official-2p.json"

TABLE: dict[str, Any] = {
    "status": 1,
    "data": {
        "id": "700000123",
        "game_name": "alhambra",
        "status": "archive",
        "result": {
            "endgame_reason": "normal_end",
            "player": [
                {"player_id": "90000017", "name": "Lucertola", "score": "148", "gamerank": "1"},
                {"player_id": "90000023", "name": "PannaCotta7", "score": "131", "gamerank": "2"},
                {"player_id": "90000031", "name": "tre_dadi", "score": None, "gamerank": "3"},
            ],
        },
    },
}


def of_table(start: object, first: object, last: object) -> int | None:
    """The end of a table that started at `start` (unix seconds) and, by some clocks, at `first` and ended at `last`."""
    data = TABLE["data"] | {"gamestart": start}
    data["result"] = data["result"] | {"time_start": first, "time_end": last}
    return understand(encoded({"status": 1, "data": data})).ended


def test_a_table_record_tells_its_end_where_its_two_starts_name_the_zone() -> None:
    assert of_table("1774989670", "2026-03-31 20:41:10", "2026-03-31 22:12:37") == 1774995157
    assert of_table(1774989670, "2026-03-31 22:41:12", "2026-04-01 00:12:39") == 1774995159
    for start, first, last in (
        (None, "2026-03-31 20:41:10", "2026-03-31 22:12:37"),
        ("1774989670", "2026-03-31 20:48:10", "2026-03-31 22:12:37"),
        ("1774989670", "2026-03-31 22:41:10", "2026-04-03 22:12:37"),
        ("1774989670", "2026-03-31 20:41:10", "2026-03-31 20:12:37"),
        ("1e9", ["x"], 5),
        ("1774989670", "2026-03-31 20:41:10", None),
    ):
        assert of_table(start, first, last) is None


@pytest.mark.parametrize("number", ["1e5", "0x11", "-5", "1 7"])
def test_a_table_has_a_whole_number(number: str) -> None:
    log = document("000-3p")
    for packet in packets_of(log):
        packet["table_id"] = number
    assert understand(encoded(log)).facts["code"] == "malformed.number"


def test_a_log_tells_game_table_players_and_result() -> None:
    found = understand(body("000-3p"))
    assert (found.kind, found.game, found.platform, found.table) == ("bga_log", "alhambra", "bga", "700000017")
    assert [player.id for player in found.players] == ["bga:90416262", "bga:90626912", "bga:90965905"]
    assert (found.scores, found.ranks, found.ending) == ((89, 105, 134), (3, 2, 1), "normal")
    assert found.ended == 1772079418


def test_a_concession_has_no_scores_of_its_own() -> None:
    found = understand(body("004-2p"))
    assert (found.scores, found.ranks, found.ending, found.conceded) == (None, (2, 1), "concession", (0,))


def test_a_record_tells_its_own_result() -> None:
    found = understand(RECORD.read_bytes())
    stated = msgspec.json.decode(RECORD.read_bytes())["result"]
    assert (found.kind, found.game) == ("record", "alhambra")
    assert (list(found.scores or ()), list(found.ranks or ())) == (stated["scores"], stated["ranks"])


def test_a_log_of_an_unknown_game_still_is_a_log() -> None:
    log = document("000-3p")
    for packet in packets_of(log):
        for notification in packet["data"]:
            notification["type"] = "other"
    found = understand(encoded(log))
    assert (found.kind, found.game, found.facts["code"]) == ("bga_log", None, "unsupported.game")


def test_a_log_that_cannot_be_read_to_its_end_says_why() -> None:
    log = document("000-3p")
    packets_of(log)[30]["data"].append({"uid": "x", "type": "dragonAwakes", "log": "", "args": []})
    found = understand(encoded(log))
    assert (found.kind, found.game, found.facts) == ("bga_log", "alhambra", {"code": "unsupported.notification"})
    assert found.scores == (89, 105, 134)


def test_a_table_record_gives_unknown_scores_as_unknown() -> None:
    found = understand(encoded(TABLE))
    assert (found.kind, found.game, found.table) == ("table_record", "alhambra", "700000123")
    assert (found.players[0].name, found.players[0].id) == ("Lucertola", "bga:90000017")
    assert (found.scores, found.ranks, found.ending) == ((148, 131, None), (1, 2, 3), "normal")


@pytest.mark.parametrize("name", ["000-3p", "004-2p", "007-4p", "024-2p"])
def test_the_recorded_table_records_are_understood(name: str) -> None:
    found = understand(encoded(expected(name)["table_record"]))
    assert (found.kind, found.table) == ("table_record", expected(name)["table_id"])
    reasons = {"normal_end": "normal", "normal_concede_end": "concession", "neutralized_after_skipturn": "forfeit"}
    assert found.ending == reasons[expected(name)["end_reason"]]
    conceded = expected(name)["conceded_by"]
    assert [found.players[seat].id for seat in found.conceded] == ([f"bga:{conceded}"] if conceded else [])


def test_ranks_are_unknown_when_one_is_missing() -> None:
    table = msgspec.json.decode(encoded(TABLE))
    table["data"]["result"]["player"][1]["gamerank"] = ""
    assert understand(encoded(table)).ranks is None


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ({"error": "Invalid session information for this action.", "code": 806}, "session"),
        ({"error": "You have reached a limit (replay)", "code": 100}, "limit"),
        ({"error": "Cannot find gamenotifs log file", "code": 100}, "not_built"),
        ({"error": "This replay was lost", "code": 100}, "lost"),
        ({"error": "You must be registered for 24 hours", "code": 100}, "too_new"),
        ({"error": "Etwas anderes"}, "other"),
        ({"error": ["odd"]}, "other"),
    ],
)
def test_an_error_of_the_site_is_recognised(error: dict[str, Any], reason: str) -> None:
    found = understand(encoded({"status": "0", **error}))
    assert (found.kind, found.facts["reason"]) == ("bga_error", reason)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ({"status": 1, "data": {"tables": [{"table_id": "1"}], "stats": []}}, "history"),
        ({"items": [{"id": 1, "q": "Lucertola"}]}, "player_lookup"),
        ({"status": 1, "data": {"players": [{"id": 1, "fullname": "Lucertola"}], "groups": []}}, "player_lookup"),
        ({"status": 1, "data": {"logs": [], "players": []}}, "unknown"),
        ({"hello": "world"}, "unknown"),
        ([], "unknown"),
        ([1, 2], "unknown"),
        ("text", "unknown"),
        (None, "unknown"),
    ],
)
def test_other_answers_are_told_apart(answer: Any, kind: str) -> None:
    assert understand(encoded(answer)).kind == kind


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("\u3164", ""),
        ("\u2800 \u200b\uffa0", ""),
        ("\u3164a", "\u3164a"),
        ("  Zia   Pina ", "Zia Pina"),
        ("e\u0301lodie", "élodie"),
        ("a\u202eb\x1b[31m\x00c", "ab[31mc"),
        ("x" * 500, "x" * 64),
        ("\ud800", ""),
        ("李雷 🐿", "李雷 🐿"),
    ],
)
def test_names_are_made_fit_to_be_shown(text: str, name: str) -> None:
    assert clean_name(text) == name
