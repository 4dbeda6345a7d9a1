"""What the site says about a file before saving is what the judge makes of it afterwards."""

from typing import Any

import pytest

from games.intake import read_member
from games.understand import understand
from games.verify import verify_log
from tests.bga.recorded import NAMES, body, document, encoded, packets_of


@pytest.mark.parametrize("name", NAMES)
def test_every_recorded_log_is_understood_in_its_own_wrapping(name: str) -> None:
    understood, verdict = understand(body(name)), verify_log(body(name))
    assert understood.kind == "bga_log"
    assert understood.table == str(packets_of(document(name))[0]["table_id"])
    assert [player.id for player in understood.players] == [player.id for player in verdict.players]


@pytest.mark.parametrize(
    "wrap",
    [
        lambda packets: packets,
        lambda packets: {"data": {"data": packets}},
        lambda packets: {"status": "1", "data": {"status": "1", "data": packets}},
        lambda packets: {"status": 1, "data": {"status": 1, "data": {"valid": 1, "data": packets}}},
        lambda packets: {"status": 1, "error": "", "data": {"id": [1], "status": 1, "logs": packets}},
    ],
)
def test_each_wrapping_is_understood_as_a_file_and_in_a_saved_page(wrap: Any) -> None:
    log = encoded(wrap(packets_of(document("002-4p"))))
    page = b"<!DOCTYPE html><script>g_gamelogs = " + log + b";</script>"
    for raw in (log, page):
        inside = read_member(raw).body
        assert inside is not None
        assert understand(inside).kind == "bga_log"
        assert verify_log(inside).verdict == "verified"


@pytest.mark.parametrize("time", ["999999999999999", "-999999999999999", "-62135596800", "253402300799", "0"])
def test_an_end_that_no_match_can_have_is_not_taken(time: str) -> None:
    log = document("002-4p")
    for packet in packets_of(log):
        packet["time"] = time
    understood = understand(encoded(log))
    assert (understood.kind, understood.ended) == ("bga_log", None)
