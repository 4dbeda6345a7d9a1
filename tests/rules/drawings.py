"""What tests ask of the drawing of any game."""

import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

SHEET = (Path(__file__).parents[2] / "ladder/static/ladder/classifica.css").read_text()
SVG = "{http://www.w3.org/2000/svg}"


def count(svg: ElementTree.Element, css: str) -> int:
    """How many elements have exactly these classes."""
    return sum(element.get("class") == css for element in svg.iter())


def texts(svg: ElementTree.Element) -> list[str]:
    """All texts, in the order of the drawing."""
    return [element.text or "" for element in svg.iter(f"{SVG}text")]


def classes(svg: ElementTree.Element) -> set[str]:
    """Every class that is used."""
    return {name for element in svg.iter() for name in (element.get("class") or "").split()}


def without_rule(names: Iterable[str]) -> set[str]:
    """The classes that the style sheet does not know."""
    return {name for name in names if not re.search(rf"\.{name}\b", SHEET)}


def is_plain(svg: ElementTree.Element) -> bool:
    """No style of its own, no script, no id that could occur twice on a page."""
    return all(
        element.tag.removeprefix(SVG) in {"svg", "g", "path", "rect", "circle", "text"}
        and not {"style", "id", "onload", "href"} & set(element.keys())
        for element in svg.iter()
    )
