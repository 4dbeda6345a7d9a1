"""What the tests of a game cite at the start of their docstrings, before the first colon: `2.4, 11 deal: …`."""

import ast
from pathlib import Path


def citations(folder: Path) -> dict[str, list[str]]:
    """What is cited in a folder, by which tests."""
    cited: dict[str, list[str]] = {}
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                head, colon, _ = (ast.get_docstring(node) or "").partition(":")
                for number in head.split(", ") if colon else ():
                    cited.setdefault(number.strip().replace(" ", "_"), []).append(f"{path.name}::{node.name}")
    return cited
