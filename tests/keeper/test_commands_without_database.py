"""On a machine where something is missing each command says what, in a line, and not in a trace of its code."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.services.processes import ROOT


@pytest.mark.parametrize(
    ("url", "commands"),
    [
        ("sqlite:///{folder}/empty.sqlite3", ["backup {folder}/backups", "export_all {folder}/moved"]),
        ("postgres://nobody@127.0.0.1:1/nothing", ["doctor"]),
    ],
    ids=["without tables", "away"],
)
def test_a_database_that_cannot_be_used_is_said(url: str, commands: list[str], tmp_path: Path) -> None:
    env = {"DATA_DIR": str(tmp_path), "DATABASE_URL": url.format(folder=tmp_path), "REDIS_URL": "redis://127.0.0.1:1/0"}
    running = [
        subprocess.Popen(
            [sys.executable, "-W", "ignore", "manage.py", *command.format(folder=tmp_path).split()],
            cwd=ROOT,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for command in commands
    ]
    for process in running:
        _out, said = process.communicate(timeout=60)
        assert process.returncode == 1
        assert "Traceback" not in said
        assert said.startswith("CommandError: the database cannot be used")
