"""Step 25: somebody is forgotten, everything still agrees, and the community moves to another server."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Player
from ladder.models import Ladder
from ladder.tasks import people_sweep
from tests.acceptance.clock import at
from tests.acceptance.world import World, published

PAGES = (
    "/",
    "/players/",
    "/players.csv",
    "/matches/",
    "/matches.json",
    "/feed.atom",
    "/leagues/torre/2026-09/",
    "/leagues/torre/2026-09/changes/",
    "/leagues/torre/2026-10/",
    "/leagues/torre/2026-10/r1/",
    "/leagues/torre/2026-10.csv",
    "/leagues/torre/archive/",
    "/players/livio_lupo/against/",
)
"""Where a name could be left."""
MONTHS = ("2026-09", "2026-09/r1", "2026-10", "2026-10/r1")


def step_25(world: World, folder: Path, settings: Any, tmp_path: Path) -> None:
    forgotten(world, folder)
    with at("2026-11-17 12:00"):
        assert "0 differences" in world.command("recompute", check=True)
        assert "BROKEN" not in world.command("doctor")
        moved(world, settings, tmp_path)


def forgotten(world: World, folder: Path) -> None:
    """Seven days after he asked, nuno_mar is “Giocatore …” everywhere, and no number is another."""
    with at("2026-11-09 12:00"):
        before = {month: world.ranking(month) for month in MONTHS}
        assert "nuno_mar" in (published(folder) / "2026-09.html").read_text()
        number = Player.objects.get(slug="nuno_mar").pk
        world.press("nuno", "/account/delete/")
    with at("2026-11-15 12:00"):
        people_sweep()
        assert Player.objects.get(pk=number).name == "nuno_mar"
    with at("2026-11-16 13:00"):
        world.later(people_sweep)
        name = Player.objects.get(pk=number).name
        assert re.fullmatch(r"(Giocatore|Player) \w{4}", name)
        for month in MONTHS:
            assert world.ranking(month) == [
                (rank, name if player == "nuno_mar" else player, points, played)
                for rank, player, points, played in before[month]
            ]
        world.page("/players/nuno_mar/", status=410)
        for url in (*PAGES, world.url("T1")):
            assert b"nuno_mar" not in world.page(url).content, url
        world.command("publish")
        left = [
            path.name for path in published(folder).rglob("*") if path.is_file() and b"nuno_mar" in path.read_bytes()
        ]
        assert left == []


def moved(world: World, settings: Any, tmp_path: Path) -> None:
    """The whole community goes to an empty site, where a month reads the same, byte for byte."""
    month = world.page("/leagues/torre/2026-10.json").content
    lots = list(Player.objects.order_by("pk").values_list("pk", "slug"))
    box = tmp_path / "torre"
    world.command("export_all", box)
    with pytest.raises(CommandError, match="not empty"):
        call_command("import_all", box)
    emptied(settings, tmp_path / "new")
    assert not Ladder.objects.exists()
    world.command("import_all", box)
    assert world.page("/leagues/torre/2026-10.json").content == month
    assert list(Player.objects.order_by("pk").values_list("pk", "slug")) == lots
    assert "0 differences" in world.command("recompute", check=True)
    assert "BROKEN" not in world.command("doctor")


def emptied(settings: Any, folder: Path) -> None:
    """Another server: no row, no file."""
    constraints("IMMEDIATE")
    call_command("flush", interactive=False, verbosity=0)
    constraints("DEFERRED")
    settings.DATA_DIR = folder


def constraints(mode: str) -> None:
    """PostgreSQL empties no table while it still has something to check; afterwards it is as in any transaction."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET CONSTRAINTS ALL {mode}")
