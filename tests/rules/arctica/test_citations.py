"""Every numbered statement, validation rule, chance event, decision, option and rule of hidden information is tested.

A test cites what it covers in its name (`test_a21_…`, `test_d4_to_d16_…`); rules of validation stand in a table.
"""

import ast
import re
from pathlib import Path

from tests.rules.arctica.test_components import BROKEN

LAST = {"a": 102, "c": 6, "d": 20, "q": 29, "h": 4}
ONE = re.compile(r"(?<=_)([acdqh])(\d+)(?=_)")
RANGE = re.compile(r"_([acdqh])(\d+)_to_\1(\d+)_")


def cited() -> set[str]:
    """Numbers in the names of tests."""
    found = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                name = f"{node.name}_"
                found |= {f"{letter}{number}" for letter, number in ONE.findall(name)}
                for letter, first, last in RANGE.findall(name):
                    found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return found


def test_every_number_of_the_rules_is_cited_by_a_test():
    wanted = {f"{letter}{number}" for letter, last in LAST.items() for number in range(1, last + 1)}
    assert sorted(wanted - cited()) == []
    assert {row[0] for row in BROKEN} == {f"V{number}" for number in range(1, 16)}
