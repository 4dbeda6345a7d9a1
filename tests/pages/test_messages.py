"""Every refusal code that the source can raise has a sentence, and no sentence is left over."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from games.engine.errors import LogProblem
from games.messages import MESSAGES, SITE_ERRORS, WAYS
from games.registry import ENGINES
from games.telling import BY_GAME, refused

FAMILIES = {problem.__name__: problem.family for problem in LogProblem.__subclasses__()}
CODE = re.compile(r"[a-z_]+")
SENTENCES = [("", code) for code in sorted(MESSAGES)]
SENTENCES += [(game, code) for game, messages in BY_GAME.items() for code in sorted(messages)]
RULE = re.compile(r"[0-9]+(\.[0-9]+)*")


def sources() -> Iterator[tuple[str, list[ast.Module]]]:
    """The parts of the pure core that can refuse: name and modules; a game counts once it has an engine."""
    games = Path(settings.BASE_DIR) / "games"
    parts = {"engine": games / "engine", "bga": games / "bga"}
    parts |= {key: games / "rules" / key for key in ENGINES}
    for name, folder in parts.items():
        yield name, [ast.parse(path.read_text()) for path in folder.rglob("*.py")]
    for path in games.glob("*.py"):
        yield path.stem, [ast.parse(path.read_text())]


def codes_of_variables(module: ast.Module, part: list[ast.Module]) -> set[str]:
    """Codes that reach a refusal of `module` through a variable `code` or `fault`."""
    found: set[str] = set()
    nodes = list(ast.walk(module))
    calls = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    nodes += [node for other in part for node in ast.walk(other) if getattr(node, "name", "") in calls]
    takers = {node.name for node in nodes if isinstance(node, ast.FunctionDef) and first_parameter(node) == "code"}
    for node in nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in takers and node.args:
            found |= set(direct(node.args[0]))
        elif isinstance(node, ast.FunctionDef) and node.name.endswith("_fault"):
            returned = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value]
            found |= {text for value in returned for each in branches(value) for text in direct(each)}
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "code":
            found |= {text for each in branches(node.value) for text in direct(each)}
        elif isinstance(node, ast.Assign) and "code" in names(node.targets[0]):
            found |= {code for other in part for code in codes_beside_rules(other)}
    return found


def first_parameter(node: ast.FunctionDef) -> str:
    return node.args.args[0].arg if node.args.args else ""


def names(target: ast.expr) -> set[str]:
    return {each.id for each in ast.walk(target) if isinstance(each, ast.Name)}


def codes_beside_rules(module: ast.Module) -> Iterator[str]:
    """The first half of every pair of a code and a rule's number."""
    for node in ast.walk(module):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            texts = [text for each in node.elts for text in direct(each)]
            if len(texts) == 2 and CODE.fullmatch(texts[0]) and RULE.fullmatch(texts[1]):
                yield texts[0]


def branches(node: ast.expr) -> list[ast.expr]:
    return [*branches(node.body), *branches(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def direct(node: ast.expr) -> list[str]:
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def raised() -> dict[str, set[str]]:
    """Codes by the part that raises them."""
    return {name: raised_in(name, modules) for name, modules in sources()}


def raised_in(name: str, modules: list[ast.Module]) -> set[str]:
    codes: set[str] = set()
    for module in modules:
        for node in ast.walk(module):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            if getattr(node.func, "id", "") == "Refusal":
                codes |= set(direct(node.args[0]))
            if getattr(node.func, "id", "") not in FAMILIES:
                continue
            family = FAMILIES[node.func.id]
            given = [text for part in branches(node.args[0]) for text in direct(part)] or codes_of_variables(
                module, modules
            )
            assert given, f"{name}: nothing is known about {ast.unparse(node)}"
            codes |= {f"{family}.{code}" for code in given}
    return codes


def test_every_code_has_a_sentence() -> None:
    without = {name: sorted(codes - MESSAGES.keys() - BY_GAME.get(name, {}).keys()) for name, codes in raised().items()}
    assert not any(without.values()), without


def test_no_sentence_is_left_over() -> None:
    found = raised()
    everywhere = set().union(*(codes - BY_GAME.get(name, {}).keys() for name, codes in found.items()))
    assert sorted(MESSAGES.keys() - everywhere) == []
    for name, messages in BY_GAME.items():
        assert sorted(messages.keys() - found[name] - found["engine"] - found["bga"]) == []


@pytest.mark.parametrize(("game", "code"), SENTENCES)
def test_a_sentence_needs_no_fact_to_be_written(game: str, code: str) -> None:
    told = refused(code, {}, game=game)
    assert told.sentence
    assert "%(" not in told.sentence
    assert told.ways


@pytest.mark.parametrize(("game", "code"), SENTENCES)
def test_what_is_refused_names_the_rule_in_one_line(game: str, code: str) -> None:
    if code.partition(".")[0] in ("illegal", "chance", "setup", "claim"):
        assert refused(code, {}, game=game).rule


@pytest.mark.parametrize(("game", "code"), SENTENCES)
def test_facts_from_a_hostile_log_stay_text(game: str, code: str) -> None:
    facts = dict.fromkeys(("expected", "found", "tile", "card", "cards", "seat", "reason", "kind"), "%(who)s<b>")
    assert refused(code, facts, game=game).sentence


def test_every_way_on_is_used() -> None:
    used = {way for message in (*MESSAGES.values(), *SITE_ERRORS.values()) for way in message.ways} | {"wait"}
    assert used == WAYS.keys()
