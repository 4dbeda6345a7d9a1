"""The bench of pages on a small scale: every figure is there, with its limit."""

from typing import Any

import pytest
from django.test import override_settings

from ladder.benches import pages as bench

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_every_main_page_has_its_figures(monkeypatch: Any) -> None:
    for name, value in {"FIVE_YEARS": 120, "PEOPLE": 24, "LOOKS": 2, "ENTRANTS": 8}.items():
        monkeypatch.setattr(bench, name, value)
    with override_settings(ALLOWED_HOSTS=["*"]):
        addresses = bench.community()
        figures = {
            figure.name: figure for name, address in addresses.items() for figure in bench.page_figures(name, address)
        }
    assert {"home", "ranking", "player", "match", "tournament"} <= addresses.keys()
    assert all(figures[f"{name}, queries"].holds for name in addresses)
    files = {figure.name: figure for figure in bench.file_figures()}
    assert all(figure.holds for figure in files.values())
