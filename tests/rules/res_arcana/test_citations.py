"""Every numbered statement, table row, worked example and option of rules.md has a test that cites it.

A test cites what it covers at the start of its docstring, before the first colon or full stop: `5.1 (a), 12.8: …`.
"""

import ast
import re
from pathlib import Path

STATEMENTS = """
1 2 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 draft first_game
3 4 4_example
5 5_place_artifact 5_claim_monument 5_claim_place 5_discard 5.1 5.1_(a) 5.1_(b) 5.1_(c) 5.2
6 6_example
7 8 8.1 8.2 9 10
11 11_(1) 11_(2) 11_(3) 11_(4)
12 12.1 12.2 12.3 12.4 12.5 12.6 12.7 12.8 12.9 12.10 12.11 12.12 12.13 12.14 12.15 12.16 12.17
"""


def citations() -> set[str]:
    """What is cited by any test."""
    cited: set[str] = set()
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                head = re.split(r": |\.$|\.\n", ast.get_docstring(node) or "", maxsplit=1)[0]
                cited.update(number.strip().replace(" ", "_") for number in head.split(", "))
    return cited


def test_every_statement_of_the_rules_is_cited_by_a_test() -> None:
    assert sorted(set(STATEMENTS.split()) - citations()) == []
