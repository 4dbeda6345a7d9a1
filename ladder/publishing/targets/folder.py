"""A folder on this server, below one of the roots that the keeper allows."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from games.files import FULL, write_whole
from ladder.publishing.targets.base import Failed, check_path

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


def roots() -> list[Path]:
    """Where folders may lie: in the storage root, and wherever `PUBLISH_FOLDERS` says."""
    return [Path(settings.DATA_DIR) / "published", *settings.PUBLISH_FOLDERS]


class FolderSession:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, path: str, content: bytes) -> None:
        try:
            write_whole(self._inside(path), content)
        except OSError as problem:
            raise Failed("no_room" if problem.errno in FULL else "refused", problem.strerror or "") from problem

    def size(self, path: str) -> int | None:
        try:
            return self._inside(path).stat().st_size
        except FileNotFoundError:
            return None
        except OSError as problem:
            raise Failed("refused", problem.strerror or "") from problem

    def remove(self, path: str) -> None:
        try:
            self._inside(path).unlink(missing_ok=True)
        except OSError as problem:
            raise Failed("refused", problem.strerror or "") from problem

    def _inside(self, path: str) -> Path:
        goal = self.folder / check_path(path)
        if goal.resolve().parent != self.folder.resolve():  # a link that leads elsewhere
            raise Failed("folder", path)
        return goal


@contextmanager
def session(place: Mapping[str, object], secret: str, confirmed: str) -> Iterator[FolderSession]:
    root, name = Path(str(place.get("root", ""))), str(place.get("folder", ""))
    if root not in roots() or not NAME.fullmatch(name):
        raise Failed("folder", str(root / name))
    folder = root / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise Failed("folder", problem.strerror or "") from problem
    if folder.resolve() != root.resolve() / name:
        raise Failed("folder", str(folder))
    yield FolderSession(folder)
