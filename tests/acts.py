"""Every act and every fact that the program can write to the audit trail, read from its source."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from games.models import Match
from tournaments.models import EntrantChange, Tournament
from tournaments.services.tournaments import ORDER

ROOT = Path(__file__).parent.parent
LAYERS = ("games", "ladder", "tournaments")
HOLES = {
    "state.value": [state for state in Match.State.values if state != Match.State.VOID],
    "kind.value": list(EntrantChange.Kind.values),
    "to": [state for state in ORDER if state != Tournament.State.DRAFT],
}
"""What may stand in the braces of an act, by the expression."""
APART = {"migrations", "rules", "words", "demo"}
"""Folders whose functions bear names of ours and write nothing."""
ACT_LENGTH = 40


@dataclass
class Writer:
    """A function that writes an act which its caller names, with a text before it; `named` are its own arguments."""

    argument: str
    before: str = ""
    named: list[str] = field(default_factory=list)
    takes_facts: bool = False


@dataclass
class Written:
    acts: dict[str, str] = field(default_factory=dict)
    """By act, where it is written."""
    facts: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


Function = ast.FunctionDef | ast.AsyncFunctionDef


def written() -> Written:
    """All acts and names of facts; where an act cannot be told from the source, the place is in `unknown`."""
    modules = {path: ast.parse(path.read_text()) for path in sources()}
    functions = [(path, node) for path, tree in modules.items() for node in functions_of(tree)]
    named = ["act", "target", "actor", "reason"]
    known = {name: [Writer("act", "", named, takes_facts=True)] for name in ("audit", "audit_created")}
    found = Written()
    while True:
        size = sum(map(len, known.values()))
        for path, function in functions:
            read_function(path, function, known, found)
        if sum(map(len, known.values())) == size:
            return found


def sources() -> Iterator[Path]:
    for layer in LAYERS:
        yield from (path for path in sorted((ROOT / layer).rglob("*.py")) if not APART & set(path.parts))


def functions_of(tree: ast.AST) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def read_function(path: Path, function: Function, known: dict[str, list[Writer]], found: Written) -> None:
    """Note the acts that a function writes; where its caller names one, it is a writer itself."""
    arguments = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
        for writer in writers_of(call, known):
            value = argument_of(call, writer)
            if value is None:
                continue
            where = f"{path.relative_to(ROOT)}:{call.lineno}"
            if writer.takes_facts:
                names = (word.arg for word in call.keywords if word.arg and word.arg not in writer.named)
                found.facts.update(dict.fromkeys(names, where))
            for text in texts(value, function, arguments):
                if isinstance(text, Writer):
                    own = [name for name in arguments if name != "self"]
                    new = Writer(text.argument, writer.before + text.before, own, function.args.kwarg is not None)
                    others = known.setdefault(function.name, [])
                    if new not in others:
                        others.append(new)
                elif text is None:
                    found.unknown.append(where)
                else:
                    found.acts[f"{writer.before}{text}"[:ACT_LENGTH]] = where


def writers_of(call: ast.Call, known: dict[str, list[Writer]]) -> list[Writer]:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    return known.get(name, [])


def argument_of(call: ast.Call, writer: Writer) -> ast.expr | None:
    by_name = next((word.value for word in call.keywords if word.arg == writer.argument), None)
    number = writer.named.index(writer.argument)
    return by_name or (call.args[number] if number < len(call.args) else None)


def texts(
    value: ast.expr, function: Function, arguments: list[str], resolved: tuple[str, ...] = ()
) -> Iterator[str | Writer | None]:
    """The texts that an expression may be; a `Writer` where it hangs on an argument, None where it cannot be told."""
    match value:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp():
            yield from texts(value.body, function, arguments, resolved)
            yield from texts(value.orelse, function, arguments, resolved)
        case ast.Subscript():
            yield from texts(value.value, function, arguments, resolved)
        case ast.Name(id=name):
            assigned = [] if name in resolved else assigned_to(name, function)
            for each in assigned:
                yield from texts(each, function, arguments, (*resolved, name))
            if name in arguments:
                yield Writer(name)
            elif not assigned and name not in resolved:
                yield CONSTANTS.get(name)
        case ast.JoinedStr():
            yield from joined(value, arguments)
        case _:
            yield None


CONSTANTS = {"COMMENTED": "match.commented", "REPORTED": "match.error_reported"}
"""Acts that have a name in the code."""


def joined(value: ast.JoinedStr, arguments: list[str]) -> Iterator[str | Writer | None]:
    """A text with one hole, which is an argument or holds known words."""
    before = "".join(part.value for part in value.values if isinstance(part, ast.Constant))
    holes = [ast.unparse(part.value) for part in value.values if isinstance(part, ast.FormattedValue)]
    if holes[0] in HOLES:
        yield from (f"{before}{word}" for word in HOLES[holes[0]])
    elif holes[0] in arguments:
        yield Writer(holes[0], before)
    else:
        yield None


def assigned_to(name: str, function: Function) -> list[ast.expr]:
    """What is assigned to a name in a function, itself left out."""
    found = []
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets):
            found.append(node.value)
    return [value for value in found if not isinstance(value, ast.Subscript)]
