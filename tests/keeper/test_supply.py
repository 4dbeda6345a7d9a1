"""What comes from outside: pinned, locked with hashes, and asked about."""

import io
import json
import re
from importlib.metadata import version
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from packaging.version import parse

from ladder import supply
from ladder.management.commands import qa
from ladder.supply import pins
from tests.services.processes import ROOT

LOCK = ROOT / "docs/deploy/requirements.lock"


def test_the_lock_holds_what_is_pinned_each_with_its_hashes() -> None:
    text = LOCK.read_text()
    assert pins(LOCK) == pins(ROOT / "requirements.txt"), text.splitlines()[2]
    for entry in re.split(r"\n(?=\w)", text)[1:]:
        assert "--hash=sha256:" in entry, entry
    assert "://" not in text


SMALLEST = {"django": "5.2.19", "djangorestframework": "3.18.2", "celery": "5.7.0", "redis": "5"}


def test_nothing_pinned_is_older_than_what_is_allowed() -> None:
    pinned = dict(pins(ROOT / "requirements.txt"))
    for name, least in SMALLEST.items():
        assert parse(pinned[name]) >= parse(least), name
        assert parse(version(name)) >= parse(least), name


@pytest.mark.parametrize("odd", [{}, {"results": None}, {"results": []}, {"results": [{}]}, [], {"code": 3}])
def test_an_answer_that_is_none_is_no_all_clear(monkeypatch: pytest.MonkeyPatch, odd: Any) -> None:
    monkeypatch.setattr(supply.urllib.request, "urlopen", lambda *_, **__: io.BytesIO(json.dumps(odd).encode()))
    with pytest.raises(supply.NoAnswer):
        supply.known_holes({("django", "5.2.19"), ("celery", "5.7.0")})


def test_known_holes_are_named_and_silence_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qa, "CHECKS", {})
    monkeypatch.setattr(supply, "OSV", "http://127.0.0.1:1/")
    out = io.StringIO()
    call_command("qa", audit=True, stdout=out)
    assert "not run: OSV does not answer" in out.getvalue()

    def answer(request: Any, timeout: float) -> io.BytesIO:
        asked = json.loads(request.data)["queries"]
        names = [query["package"]["name"] for query in asked]
        results = [{"vulns": [{"id": "PYSEC-1"}]} if name == "django" else {} for name in names]
        return io.BytesIO(json.dumps({"results": results}).encode())

    monkeypatch.setattr(supply.urllib.request, "urlopen", answer)
    out = io.StringIO()
    with pytest.raises(CommandError, match="audit"):
        call_command("qa", audit=True, stdout=out)
    assert re.search(r"django [\d.]+: PYSEC-1", out.getvalue())
