"""`export_all` and `import_all`: what is refused, and that a refusal leaves nothing behind."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import AuditEntry, Player
from ladder.moving.layout import models_moved
from tests.factories import a_league, a_match, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A small community in a folder; the site is empty again."""
    a_league()
    a_match("ada", "bea", by=a_user("ada"))
    folder = tmp_path / "box"
    run("export_all", folder)
    return folder


def run(name: str, *arguments: object, **options: object) -> str:
    out = StringIO()
    call_command(name, *map(str, arguments), stdout=out, **options)
    return out.getvalue()


def changed(path: Path, **fields: object) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))


def altered(box: Path) -> None:
    path = box / "tables/games.player.jsonl"
    path.write_text(path.read_text().replace("ada", "eva"))


DAMAGE = {
    "another version": (lambda box: changed(box / "community.json", version=2), "a version that this release"),
    "something else": (lambda box: changed(box / "community.json", format="x"), "a version that this release"),
    "another release": (
        lambda box: changed(box / "community.json", schema={"games": "0001"}),
        "install the same release",
    ),
    "no index": (lambda box: (box / "community.json").unlink(), "cut off"),
    "half an index": (lambda box: (box / "community.json").write_text('{"format"'), "cut off"),
    "an altered row": (altered, "games.player.jsonl is missing or not as it was written"),
    "a lost table": (lambda box: (box / "tables/games.seat.jsonl").unlink(), "copy the folder again"),
    "nothing": (lambda box: None, "the site is not empty"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_what_is_not_as_it_was_written_is_refused(box: Path, what: str) -> None:
    damage, said = DAMAGE[what]
    damage(box)
    before = [model._base_manager.count() for model in models_moved()]
    with pytest.raises(CommandError, match=said):
        run("import_all", box)
    assert [model._base_manager.count() for model in models_moved()] == before


def test_a_folder_in_use_is_refused_and_nobody_else_reads_the_new_one(box: Path) -> None:
    assert box.stat().st_mode & 0o077 == 0
    assert AuditEntry.objects.filter(act="community.exported").count() <= 1
    with pytest.raises(CommandError, match="not empty: name a new folder"):
        run("export_all", box)


def test_a_dry_run_writes_nothing(box: Path, tmp_path: Path) -> None:
    assert "rows would be written" in run("export_all", tmp_path / "new", dry_run=True)
    assert not (tmp_path / "new").exists()
    assert Player.objects.count() == 2


def test_a_game_is_added_once() -> None:
    assert "created" in run("create_game", "azul", "Azul", seats="2-4")
    assert "is there" in run("create_game", "azul", "Azul!")
    for arguments in (("azul-x", "Azul", "4-2"), ("Not a key", "Azul", "2-4"), ("azul3", "Azul", "many")):
        with pytest.raises(CommandError):
            run("create_game", *arguments[:2], seats=arguments[2])
