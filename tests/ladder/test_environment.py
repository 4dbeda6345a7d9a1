"""What bin/run and bin/test do before anything is installed."""

import importlib.util
import sys

import pytest

from tests.services.processes import ROOT


@pytest.fixture
def environment(monkeypatch, tmp_path):
    """The module, on an empty checkout; `commands` collects what it would run."""
    spec = importlib.util.spec_from_file_location("environment", ROOT / "bin" / "environment.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "requirements.txt").write_text("django==5.2.19\n")
    for name, value in {
        "ROOT": tmp_path,
        "VENV": tmp_path / ".venv",
        "PYTHON": tmp_path / ".venv" / "bin" / "python",
    }.items():
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(module.shutil, "which", lambda _: None)
    module.commands = []

    def run(command):
        module.commands.append([str(part) for part in command])
        if "venv" in command:
            module.PYTHON.parent.mkdir(parents=True)
            module.PYTHON.touch()

    monkeypatch.setattr(module, "run", run)
    return module


def test_a_fresh_checkout_gets_its_environment_and_a_second_start_does_nothing(environment):
    python = environment.prepare("requirements.txt")
    assert python == environment.PYTHON
    make, install = environment.commands
    assert make[1:3] == ["-m", "venv"]
    assert install[1:3] == ["-m", "pip"]
    assert install[-2:] == ["-r", str(environment.ROOT / "requirements.txt")]
    environment.prepare("requirements.txt")
    assert len(environment.commands) == 2


def test_changed_requirements_are_installed(environment):
    environment.prepare("requirements.txt")
    (environment.ROOT / "requirements.txt").write_text("django==5.2.20\n")
    environment.prepare("requirements.txt")
    assert len(environment.commands) == 3


def test_a_broken_install_is_tried_again(environment, monkeypatch):
    def fail(command):
        if "install" in command:
            sys.exit("no network")

    monkeypatch.setattr(environment, "run", fail)
    environment.PYTHON.parent.mkdir(parents=True)
    environment.PYTHON.touch()
    for _ in range(2):
        with pytest.raises(SystemExit, match="no network"):
            environment.prepare("requirements.txt")


def test_uv_is_used_where_it_is_present(environment, monkeypatch):
    monkeypatch.setattr(environment.shutil, "which", lambda _: "/usr/bin/uv")
    environment.prepare("requirements.txt")
    assert [command[0] for command in environment.commands] == ["/usr/bin/uv", "/usr/bin/uv"]


def test_a_python_that_cannot_make_environments_is_told_what_to_install(environment, monkeypatch):
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit, match="apt-get install python3-venv"):
        environment.prepare("requirements.txt")


def test_an_old_python_is_told_what_is_needed(environment, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"3\.11 or newer"):
        environment.prepare("requirements.txt")
