"""The top level of the project: what stands there was put there on purpose."""

import subprocess

import pytest

from tests.services.processes import ROOT

TOP = set(
    ".ci .gitignore README.md bin docs games ladder manage.py pyproject.toml requirements.txt templates tests tournaments".split()
)


def test_nothing_else_is_kept_at_the_top() -> None:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not run: this is no checkout")
    assert {path.partition("/")[0] for path in done.stdout.splitlines()} <= TOP
