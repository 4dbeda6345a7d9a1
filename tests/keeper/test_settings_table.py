"""docs/keeper.md tells of every variable of the environment that the site reads, and of no other; of every check that
refuses a start; of every command."""

import re

from django.core.management import get_commands

from tests.services.processes import ROOT

KEEPER = (ROOT / "docs/keeper.md").read_text()
DOCS = {path.name: path.read_text() for path in (ROOT / "docs").glob("*.md")}
READ = re.compile(r"""(?:environ(?:\.get\(|\[)|(?:given|flag|chats|ports|networks|number)\()["']([A-Z][A-Z_]+)["']""")
OWN = {"PATH", "CLASSIFICA_WEB", "DJANGO_SETTINGS_MODULE", "PROMETHEUS_MULTIPROC_DIR"}
"""What processes of ours set for each other."""


def section(title: str) -> str:
    return KEEPER.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_table_of_the_environment_is_what_the_site_reads() -> None:
    read = {
        name
        for app in ("ladder", "games", "tournaments")
        for path in (ROOT / app).rglob("*.py")
        for name in READ.findall(path.read_text())
    }
    rows = [line.split("|")[1] for line in section("Environment").splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    assert told - {"NUMBA_CACHE_DIR"} == {name for name in read - OWN - {"CHROMIUM"} if not name.startswith("BENCH_")}
    example = (ROOT / "docs/deploy/classifica.env").read_text()
    assert set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE)) <= told


def test_the_table_of_refusals_is_what_the_checks_refuse() -> None:
    checks = (ROOT / "ladder/checks.py").read_text()
    for kind in "EW":
        assert set(re.findall(rf"ladder\.({kind}\d+)", checks)) == set(
            re.findall(rf"\b({kind}\d{{3}})\b", section("What start refuses"))
        )


def test_every_command_is_told_of_somewhere() -> None:
    ours = {name for name, app in get_commands().items() if app in ("games", "tournaments", "ladder")}
    text = "".join([*DOCS.values(), (ROOT / "README.md").read_text()])
    assert {
        name for name in ours if not re.search(rf"`[^`]*\b{name}\b|manage\.py {name}\b|site {name}\b", text)
    } == set()


def test_every_link_between_the_guides_leads_somewhere() -> None:
    for name, text in {**DOCS, "../README.md": (ROOT / "README.md").read_text()}.items():
        for link in re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", text):
            assert ((ROOT / "docs" / name).parent / link).exists(), f"{name}: {link}"
