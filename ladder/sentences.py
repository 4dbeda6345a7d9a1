"""Results in words, one line a match: “Alhambra: Ada 131, Bruno 120”; and tables as bookmarklets paste them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.text import clean_name

LINE = 1_000
"""Characters of a line that is looked at."""
SEATS = 12
_HEAD = re.compile(
    r"(?:([0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4})[,:]?\s{1,9})?([^:–—\t]{2,64}?)\s{0,9}[:–—\t]\s{0,9}(.{3,900})"
)
_SCORED = re.compile(
    r"(?:([0-9]{1,2})[.)º°]\s{0,3})?(\S.{0,63}?)(?:(?:\s{1,9}|\s{0,3}[:(]\s{0,9})(-?[0-9]{1,5})\)?\s{0,3}(?:pts?|punti|pontos|points)?\.?)?"
)
_MOVE = re.compile(r"[0-9]{5,15}")


@dataclass(frozen=True, slots=True)
class Said:
    """One person of a result in words."""

    name: str
    score: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A result in words. `day` is as it was written."""

    game: str
    seats: tuple[Said, ...]
    day: str = ""


@dataclass(frozen=True, slots=True)
class TableLine:
    """One BGA table of a bookmarklet's export; its dates are the exporter's own and are not read."""

    table: str
    game: str
    seats: tuple[Said, ...]
    finished: bool = True


def sentence_of(line: str) -> Sentence | None:
    """The result that a line tells; None where it tells none.

    >>> [seat.score for seat in sentence_of("Alhambra: Ada 131, Bruno 120").seats]
    [131, 120]
    >>> [seat.place for seat in sentence_of("Azul - 1. Ada, 1. Bruno, 3. Carla").seats]
    [1, 1, 3]
    """
    found = _HEAD.fullmatch(line.strip()[:LINE].replace(" - ", " – ", 1) if ":" not in line else line.strip()[:LINE])
    if not found or found[2][0] in '{["<':  # data and pages are not words, however they are spoilt
        return None
    groups = [re.split(r"\s{0,9}=\s{0,9}", part.strip()) for part in re.split(r"[,;]", found[3]) if part.strip()]
    seats: list[Said] = []
    for group in groups:
        place = len(seats) + 1
        for part in group:
            told = _SCORED.fullmatch(part.strip())
            name = clean_name(told[2]) if told else ""
            if told is None or not name or name.isdigit():
                return None
            seats.append(Said(name, int(told[3]) if told[3] else None, int(told[1]) if told[1] else place))
    if not 2 <= len(seats) <= SEATS:
        return None
    return Sentence(clean_name(found[2]), _placed(seats), found[1] or "")


def _placed(seats: Sequence[Said]) -> tuple[Said, ...]:
    """With places from the scores where everybody has one; the order of the names counts where nobody has."""
    scores = [seat.score for seat in seats if seat.score is not None]
    if len(scores) == len(seats):
        return tuple(
            Said(seat.name, seat.score, 1 + sum(other > seat.score for other in scores if seat.score is not None))
            for seat in seats
        )
    return tuple(seats)


def bookmarklet(text: str) -> list[TableLine] | None:
    """The tables of a tournament's or a moves' export, by the shape of its lines; None where it is neither."""
    lines = [line for line in text.splitlines() if line.strip()]
    return _tournament(lines) or _moves(lines)


def _tournament(lines: Sequence[str]) -> list[TableLine] | None:
    """A head (id, title, blank, game, …), then a line a match: tournament, table, timed out, progress, and three a player."""
    head = lines[0].split("\t") if lines else []
    if len(head) < 8 or not head[0].strip().isdigit() or len(lines) < 2:
        return None
    tables = []
    for line in lines[1:]:
        cells = [cell.strip() for cell in line.split("\t")]
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) < 10 or (len(cells) - 4) % 3 or cells[0] != head[0].strip() or not _MOVE.fullmatch(cells[1]):
            return None
        people = [cells[place : place + 3] for place in range(4, len(cells), 3)]
        seats = tuple(Said(clean_name(name), _points(points), None) for name, _left, points in people)
        ended = cells[3].rstrip("%") in ("100", "") and cells[2] != "1"
        tables.append(TableLine(cells[1], clean_name(head[3]), _placed(seats), ended))
    return tables


def _moves(lines: Sequence[str]) -> list[TableLine] | None:
    """A line a move: table, game, number, date, spreadsheet date, player, time left."""
    seen: dict[str, tuple[str, dict[str, None]]] = {}
    for line in lines:
        cells = [cell.strip() for cell in line.split(";")]
        if len(cells) != 7 or not _MOVE.fullmatch(cells[0]) or not cells[2].isdigit():
            return None
        seen.setdefault(cells[0], (cells[1], {}))[1].setdefault(clean_name(cells[5]))
    return [
        TableLine(table, clean_name(game), tuple(Said(name, None, None) for name in names if name))
        for table, (game, names) in seen.items()
    ] or None


def _points(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?[0-9]{1,6}", text) else None
