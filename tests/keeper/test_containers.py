"""The Dockerfile and compose.yaml, read as Docker would: every path, command, variable and service that they name is there."""

import re
import shlex
import sys
from pathlib import Path

import yaml
from django.core.management import get_commands, load_command_class

from ladder.backup.programs import version_of
from tests.services.processes import ROOT

DEPLOY = ROOT / "docs/deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
TAKEN = {"SITE_HOST", "UPSTREAM", "POSTGRES_USER", "POSTGRES_PASSWORD"}
"""Variables of the programs beside us."""


def instructions() -> list[tuple[str, str]]:
    lines = re.sub(r"\\\n", " ", (DEPLOY / "Dockerfile").read_text()).splitlines()
    return [tuple(line.split(" ", 1)) for line in lines if line and not line.startswith("#")]  # type: ignore[misc]


def ours() -> dict[str, dict]:
    return {name: service for name, service in SERVICES.items() if service["image"] == COMPOSE["name"]}


def test_the_image_is_made_of_what_is_there() -> None:
    told = instructions()
    assert told[0][0] == "FROM"
    minor = re.search(r"python:3\.(\d+)", told[0][1])
    assert minor
    assert int(minor[1]) in (11, 12, 13)
    for _word, rest in (one for one in told if one[0] == "COPY"):
        assert (ROOT / rest.split()[0]).exists(), rest
    workdir = next(rest for word, rest in told if word == "WORKDIR")
    assert "EnvironmentFile" in (DEPLOY / "classifica-web.service").read_text()
    assert f"WorkingDirectory={workdir}" in (DEPLOY / "classifica-web.service").read_text()
    env = dict(pair.split("=") for word, rest in told if word == "ENV" for pair in rest.split())
    volume = next(rest for word, rest in told if word == "VOLUME")
    assert env["DATA_DIR"] == volume
    users = [rest for word, rest in told if word == "USER"]
    assert users == ["classifica"], "nothing runs as root"
    made = next(rest for word, rest in told if "useradd" in rest)
    assert f"--home-dir {volume} " in made
    assert "classifica /backups" in made
    assert [word for word, _rest in told][-1] == "CMD"


def test_what_is_left_out_of_the_image_is_not_needed_in_it() -> None:
    """What git ignores lies about in a checkout: an environment of another machine, a site's data."""
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert {".venv", ".data", ".git"} <= set(ignored)
    for name in ("ladder", "games", "tournaments", "templates", "docs", "manage.py", "requirements.txt"):
        assert name not in ignored


def test_every_command_is_one_of_ours_with_options_that_it_knows() -> None:
    commands = [service["command"] for service in ours().values() if "command" in service]
    commands.append(yaml.safe_load(next(rest for word, rest in instructions() if word == "CMD")))
    manage = []
    for command in commands:
        text = command[2] if command[0] == "sh" else shlex.join(command)
        for part in text.split("&&"):
            words = shlex.split(part)
            program = words[0].removeprefix(".venv/bin/")
            assert (Path(sys.executable).parent / program).exists(), program
            if program == "python":
                assert words[1] == "manage.py"
                manage.append(words[2:])
    assert [one[0] for one in manage] == ["migrate", "collectstatic"]
    for one in manage:
        command = load_command_class(get_commands()[one[0]], one[0])
        told = command.create_parser("manage.py", one[0]).format_help()
        assert all(option in told or option.replace("--no-input", "--noinput") in told for option in one[1:])


def test_every_variable_is_one_that_the_site_reads_and_every_reference_leads_somewhere() -> None:
    keeper = (ROOT / "docs/keeper.md").read_text()
    for name, service in ours().items():
        for variable in service["environment"]:
            assert f"`{variable}`" in keeper, variable
        assert service["restart"] == ("no" if name == "release" else "unless-stopped")
        for other in service["depends_on"]:
            assert other in SERVICES
    environment = ours()["web"]["environment"]
    hosts = re.findall(r"(?:@|//)([a-z]+)[:/]", f"{environment['DATABASE_URL']} {environment['REDIS_URL']}")
    assert set(hosts) <= {*SERVICES, "classifica"}
    assert {"database", "valkey"} <= set(hosts)
    for name, service in SERVICES.items():
        assert set(service.get("environment", {})) - set(environment) <= TAKEN, name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).exists(), volume
    assert environment["BACKUP_DIR"] == "/backups"
    assert set(re.findall(r"\{\$([A-Z_]+)", (DEPLOY / "Caddyfile").read_text())) == set(
        SERVICES["caddy"]["environment"]
    )


def test_the_programs_for_backups_are_of_the_servers_version() -> None:
    server = int(SERVICES["database"]["image"].split(":")[1])
    client = next(re.search(r"postgresql-client-(\d+)", rest) for _word, rest in instructions() if "apt-get" in rest)
    assert client
    assert int(client[1]) >= server
    assert version_of(Path("/nonexistent")) == 0
    assert "noeviction" in SERVICES["valkey"]["command"], "or start is refused"


def test_the_guide_names_the_services_and_files_that_there_are() -> None:
    guide = (ROOT / "docs/deploying.md").read_text().partition("## Containers")[2]
    assert "docs/deploy/compose.yaml" in guide
    for service in re.findall(r"run --rm (?:--no-deps )?(\w+)", guide):
        assert service in SERVICES
    for service in re.findall(r"`(\w+)` (?:\nmigrates|migrates)", guide):
        assert service in SERVICES
    head = (DEPLOY / "compose.yaml").read_text().partition("\nname:")[0]
    needed = set(re.findall(r"\$\{(\w+):\?", (DEPLOY / "compose.yaml").read_text()))
    assert needed == {"SECRET_KEY", "SITE_HOST"}
    assert all(f"{name}=" in head and f"{name}=" in guide for name in needed)
