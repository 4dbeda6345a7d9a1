"""What is installed from outside: the pins, their lock, and known holes in them, asked of the public list OSV."""

import json
import re
import urllib.request
from pathlib import Path

OSV = "https://api.osv.dev/v1/querybatch"
SECONDS = 20
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


class NoAnswer(Exception):
    """The list could not be asked; nothing is known either way."""


def pins(path: Path) -> set[tuple[str, str]]:
    """Name and version of everything that a requirements file or a lock pins."""
    return {(name.lower().replace("_", "-"), version) for name, version in PIN.findall(path.read_text())}


def known_holes(wanted: set[tuple[str, str]]) -> dict[str, list[str]]:
    """The identifiers of known holes by `name version`; what has none is left out. Raises `NoAnswer`."""
    order = sorted(wanted)
    asked = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in order]
    request = urllib.request.Request(OSV, json.dumps({"queries": asked}).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            found = list(zip(order, json.load(answer)["results"], strict=True))
        return {
            f"{name} {version}": [hole["id"] for hole in one["vulns"]]
            for (name, version), one in found
            if one and one.get("vulns")
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise NoAnswer(str(problem)) from problem
