"""One month of the community *Torre*, from its first day to its move to another server, as one story."""

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from ladder.invariants import broken
from tests.acceptance import autumn, clock, leaving, november, october, september
from tests.acceptance.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_one_month(monkeypatch: pytest.MonkeyPatch, data_dir: Path, settings: Any, tmp_path: Path) -> None:
    clock.follow(monkeypatch)
    world = World()
    september.step_1(world)
    september.step_2(world, tmp_path)
    september.step_3(world, data_dir)
    september.step_4(world)
    for number in range(5, 19):
        getattr(autumn, f"step_{number}")(world)
    october.step_19(world)
    october.step_20(world)
    november.step_21(world)
    november.step_22(world)
    november.step_23(world, data_dir)
    november.step_24(world, data_dir)
    assert broken() == []
    cache.clear()
    leaving.step_25(world, data_dir, settings, tmp_path)
