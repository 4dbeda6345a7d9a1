"""The broker that `bin/run` starts by itself."""

import shutil
from pathlib import Path

import pytest

from ladder import valkey


def test_a_server_that_somebody_installs_later_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    before = valkey.server_program()
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")

    assert valkey.server_program() == before


def test_a_server_that_cannot_read_its_folder_is_given_up_with_advice(tmp_path: Path) -> None:
    folder = tmp_path / "valkey"
    (folder / "appendonlydir").mkdir(parents=True)
    (folder / "appendonlydir" / "appendonly.aof.manifest").write_text("not of this version\n")

    with pytest.raises(valkey.NoServer, match=r"did not start.*remove it") as given_up:
        valkey.start_server(folder, log=tmp_path / "log")

    assert str(folder) in str(given_up.value)
