"""The command bench pairing shows every promised figure beside its limit, and the simple ways in the same run."""

import io
import json
from contextlib import suppress
from typing import Any

import pytest
from django.core.management import call_command

from tournaments.benches import pairing


def test_every_figure_of_pairing_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "SEEDS", range(1, 3))
    monkeypatch.setattr(pairing, "COURSES", (pairing.Course(16, 3, 0, 9.0, 3), pairing.Course(140, 2, 0)))
    out = io.StringIO()
    with suppress(SystemExit):  # a limit may be missed on a busy machine
        call_command("bench", "pairing", "--json", stdout=out)
    figures: dict[str, Any] = {line["name"]: line for line in map(json.loads, out.getvalue().splitlines())}
    assert figures["16 entrants, 3 rounds: repeats, worst of 2"]["holds"] is True
    assert figures["16 entrants, 3 rounds, slicing: repeats, mean"]["value"] > 0
    assert figures["16 entrants, 3 rounds, greedy: spread, mean"]["limit"] is None
    assert figures["140 entrants, 2 rounds: repeats, worst of 2"]["value"] == 0
    assert figures["9 by 3, 4 rounds without regard to points, repeats"]["holds"] is True
    assert figures["double elimination for 256, made"]["limit"] == 100
