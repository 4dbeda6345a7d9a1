"""The examples of docs/deploy: that they agree with each other, are what their programs take, and come back when killed."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.services.processes import ROOT, Process, Site, wait_until

DEPLOY = ROOT / "docs/deploy"
PROGRAMS = str(Path(sys.executable).parent)


def procfile() -> dict[str, str]:
    lines = (DEPLOY / "Procfile").read_text().splitlines()
    return {name: command.strip() for name, _colon, command in (line.partition(":") for line in lines)}


def plain(command: str) -> list[str]:
    """Only what matters: no folders, no numbers, no name of a machine."""
    command = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", command)
    command = re.sub(r"\S*/(gunicorn|celery) ", r"\1 ", command)
    command = re.sub(r"(0\.0\.0\.0|127\.0\.0\.1):8000|\S*beat-schedule| --hostname \S+", "", command)
    return command.split()


def test_units_procfile_and_containers_run_the_same() -> None:
    told = procfile()
    assert list(told) == ["web", "worker", "beat"]
    containers = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    [web] = re.findall(r"^CMD (\[.*\])$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    contained = {"web": yaml.safe_load(web), **{name: containers[name]["command"] for name in ("worker", "beat")}}
    for name, command in told.items():
        [unit] = DEPLOY.glob(f"classifica-{name}*.service")
        [started] = re.findall(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)
        assert plain(started) == plain(command) == plain(" ".join(contained[name])), name
    keeper = (ROOT / "docs/keeper.md").read_text()
    for words in ("-c python:ladder.gunicorn", "worker --without-gossip --without-mingle", "beat --schedule"):
        assert words in keeper


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="not run: systemd-analyze is missing")
def test_the_units_are_what_systemd_takes(tmp_path: Path) -> None:
    for unit in DEPLOY.glob("*.service"):
        text = unit.read_text().replace("/srv/classifica/.venv/bin", PROGRAMS).replace("/srv/classifica", str(ROOT))
        text = re.sub(r"^(User|Group)=.*$", r"\1=root", text, flags=re.MULTILINE)
        (tmp_path / unit.name.replace("@", "@1")).write_text(text)
    units = sorted(map(str, tmp_path.glob("*.service")))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    ours = [line for line in done.stderr.splitlines() if "classifica" in line]
    assert ours == []


@pytest.mark.night
@pytest.mark.skipif(not shutil.which("nginx"), reason="not run: nginx is missing")
def test_the_example_is_what_nginx_takes(tmp_path: Path) -> None:
    subject = ["-subj", "/CN=torre.example", "-days", "1"]
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-keyout",
        key,
        "-out",
        certificate,
        *subject,
    ]
    subprocess.run(command, check=True, capture_output=True)
    site = (DEPLOY / "nginx.conf").read_text().replace("/etc/letsencrypt/live/torre.example", str(tmp_path))
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} http {{ access_log off;\n{site}\n}}")
    done = subprocess.run(["nginx", "-t", "-c", whole, "-p", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.night
@pytest.mark.faults
def test_what_the_procfile_starts_serves_and_comes_back_when_it_is_killed(site: Site) -> None:
    env = {**site.env, "PORT": str(site.port), "PATH": f"{PROGRAMS}:{site.env['PATH']}"}
    signs = {"worker": "ready", "beat": "beat: Starting"}

    def start(name: str, again: str = "") -> Process:
        command = procfile()[name].replace(".venv/bin", PROGRAMS)
        process = Process(f"{name}{again}", ["sh", "-c", f"exec {command}"], env, site.folder)
        site.processes.append(process)
        if name == "web":
            wait_until(site.answers, 60, process.log.read_text)
        else:
            process.wait_for_log(signs[name], 60)
        return process

    for name in procfile():
        start(name).kill()
        start(name, again="-again").stop()
