"""The command bench pairing shows every promised figure beside its limit, and the simple ways in the same run."""

import io
import json
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from msgspec.structs import replace

from ladder.benches import pairing as whole
from tests.tournaments.test_dutch import NAMES, texts
from tournaments.benches import duels, pairing
from tournaments.trf import read_trf, write_trf


@pytest.mark.django_db
def test_every_figure_of_pairing_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "PLANS", range(1, 3))
    monkeypatch.setattr(pairing, "COURSES", (pairing.Course(16, 3, 3, 0, 9.0, 3), pairing.Course(140, 2, 1, 0)))
    monkeypatch.setattr(duels, "FIELDS", ((100, 3, 2.0),))
    monkeypatch.setattr(duels, "BRACKETS", range(2, 20))
    monkeypatch.setattr(duels, "REFERENCE", Path("nowhere"))
    monkeypatch.setattr(whole, "scratch_database", nullcontext)
    monkeypatch.setattr(whole, "ENTRANTS", 4)
    out = io.StringIO()
    with suppress(SystemExit):  # a limit may be missed on a busy machine
        call_command("bench", "pairing", "--json", stdout=out)
    figures: dict[str, Any] = {line["name"]: line for line in map(json.loads, out.getvalue().splitlines())}
    assert figures["16 entrants, 3 rounds: repeats, worst of 3 seeds"]["holds"] is True
    assert figures["16 entrants, 3 rounds, slicing: repeats, mean"]["value"] > 0
    assert figures["16 entrants, 3 rounds, greedy: spread, mean"]["limit"] is None
    assert figures["140 entrants, 2 rounds: repeats, worst of 1 seeds"]["value"] == 0
    plans = "9 by 3, 4 rounds without regard to points: repeats, worst of 2 seeds"
    assert figures[plans]["holds"] is True
    assert figures["Swiss for two, 100 entrants, 3 rounds: repeats"]["value"] == 0
    assert figures["brackets of 2 to 256: wrong numbers of matches, seeds that meet too early"]["value"] == 0
    assert figures["double elimination for 256, made"]["limit"] == 100
    assert 0 < figures["page of a bracket of 4, double elimination, packed"]["value"] < 25


def test_a_round_that_differs_from_the_reference_is_counted() -> None:
    trf = read_trf(texts()[NAMES[0]])
    assert duels.differing([texts()[NAMES[0]]], 0) == (trf.played, 0)
    turned = {"w": "b", "b": "w"}
    entries = [
        replace(
            entry, cells=(*entry.cells[:-1], replace(entry.cells[-1], colour=turned.get(entry.cells[-1].colour, "-")))
        )
        for entry in trf.entries
    ]
    assert duels.differing([write_trf(replace(trf, entries=tuple(entries)))], 0) == (trf.played, 1)
