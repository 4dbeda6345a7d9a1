"""The virtual environment of this checkout. Standard library only: it runs before anything is installed."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
NO_VENV = """\
This Python cannot make virtual environments. On Debian and Ubuntu install the package that does:
    apt-get install python3-venv
then start again."""


def prepare(requirements: str) -> Path:
    """Make `.venv` hold what the file `requirements` names, and return its Python. Does nothing when it already does."""
    if sys.version_info < (3, 11):
        sys.exit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    stamp = VENV / f"installed-{requirements.replace('/', '-')}"
    wanted = fingerprint(requirements)
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return PYTHON
    uv = shutil.which("uv")
    if not PYTHON.exists():
        with step("Making the virtual environment"):
            make_venv(uv)
    pip: list[str | Path] = [PYTHON, "-m", "pip", "--disable-pip-version-check"]
    # Python compiles what it imports; all of it at once takes longer than what is saved
    install = [uv, "pip", "install", "--python", PYTHON] if uv else [*pip, "install", "--no-compile"]
    with step(f"Installing {requirements} (a minute or two)"):
        run([*install, "-qq", "-r", ROOT / requirements])
    stamp.write_text(wanted)
    return PYTHON


def fingerprint(requirements: str) -> str:
    """Changes with the requirements and with the Python that they were installed for."""
    digest = hashlib.sha256(sys.version.encode())
    for name in sorted({"requirements.txt", requirements}):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def make_venv(uv: str | None) -> None:
    if uv:
        run([uv, "venv", "--quiet", "--python", sys.executable, VENV])
        return
    try:
        import ensurepip  # noqa: F401, Debian ships it in a package of its own
        import venv  # noqa: F401
    except ImportError:
        sys.exit(NO_VENV)
    run([sys.executable, "-m", "venv", "--clear", VENV])


def run(command: list[str | Path | None]) -> None:
    """Run a program; end with its own message when it fails."""
    done = subprocess.run([str(part) for part in command], cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(f"{command[0]} failed, see above.")


@contextmanager
def step(text: str) -> Iterator[None]:
    """Say what is going on, and how long it took."""
    print(f"{text} … ", end="", flush=True)
    start = time.monotonic()
    yield
    print(f"done ({time.monotonic() - start:.1f} s)", flush=True)
