"""Every refusal of a service has its code in the reference, and its words: a new one without them would be a fault of ours."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from games.services.errors import NotAllowed
from ladder.api.codes import codes
from ladder.views.refusals import NOT_ALLOWED, not_allowed

KINDS = {
    "NotAllowed": "match",
    "InvalidResult": "result",
    "PersonRefused": "person",
    "MonthRefused": "month",
    "Refused": "tournament",
    "WebhookRefused": "webhook",
    "Problem": "",
}
"""What stands before the codes of each refusal."""
SAID_OTHERWISE = {"match.role", "person.changed", "match.problems"}
"""They become `auth.forbidden`, `version.changed` and `problems.too_many`."""
NOT_OF_A_TOURNAMENT = ("ladder/notices/",)
"""Where a class of the name `Refused` is another one."""


def raised() -> Iterator[tuple[str, str]]:
    """Every code in the source that a refusal is made with, and where."""
    root = Path(settings.BASE_DIR)
    for app in ("games", "tournaments", "ladder"):
        for path in sorted((root / app).rglob("*.py")):
            where = str(path.relative_to(root))
            for node in ast.walk(ast.parse(path.read_text())):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS):
                    continue
                kind, number = KINDS[node.func.id], 0 if KINDS[node.func.id] else 1
                code = node.args[number] if len(node.args) > number else None
                if kind == "tournament" and where.startswith(NOT_OF_A_TOURNAMENT):
                    continue
                kind = f"{kind}.format" if where.startswith("tournaments/formats/") else kind
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    yield f"{kind}.{code.value}" if kind else code.value, f"{where}:{node.lineno}"


def test_every_refusal_has_a_code_of_the_reference() -> None:
    found = list(raised())
    assert len(found) > 200
    known = codes().keys() | SAID_OTHERWISE
    assert [(code, where) for code, where in found if code not in known] == []


def test_every_refusal_about_a_match_has_its_words() -> None:
    assert all(not_allowed(NotAllowed(code)) for code in NOT_ALLOWED)
