"""FIDE's Tournament Report File for events of individuals: TRF16 and TRF26, read and written.

The player section (001) is taken apart, every other record is kept as it stands. Columns count from 1 as in the
standard (FIDE Handbook C.04, annex "Tournament Report File").
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Literal

import msgspec

Edition = Literal["TRF16", "TRF26"]

PLAYER = "001"
ROUNDS = {"TRF16": "XXR", "TRF26": "142"}
FIRST_COLOUR = {"TRF16": "XXC", "TRF26": "152"}
WORTH: dict[str, Fraction] = {
    **dict.fromkeys("1W+FU", Fraction(1)),
    **dict.fromkeys("=DH", Fraction(1, 2)),
    **dict.fromkeys("0L-Z ", Fraction(0)),
}
"""Points of each result; record 162 changes those of a win, a draw, a loss, a forfeit, a bye."""
ABSENT = frozenset("ZHF ")
"""Results of those who asked not to be paired."""
SCORES = "162"
_SCORED = {"W": "1W+F", "D": "=DH", "L": "0L", "A": "-Z ", "P": "U"}
_SCORE = re.compile(r"([WDLAP])\s*([0-9]{1,3}(?:\.[0-9]{1,2})?)")
MOST_PLAYERS = 10_000
MOST_ROUNDS = 60


class TrfProblem(Exception):
    """A file that cannot be read. `code`: `no_players`, `player`, `cell`, `twice`, `unknown_opponent`, `too_large`;
    `line` counts from 1, 0 where no line is to blame."""

    def __init__(self, code: str, line: int = 0, found: str = "") -> None:
        super().__init__(code, line, found)
        self.code = code
        self.line = line
        self.found = found[:80]


class Cell(msgspec.Struct, frozen=True):
    """One round of one player: the opponent's start number (0: nobody), `w`, `b` or `-`, and the sign of the result."""

    opponent: int = 0
    colour: str = "-"
    result: str = " "

    @property
    def is_game(self) -> bool:
        """Whether the two were paired, played or not."""
        return self.opponent > 0

    @property
    def was_played(self) -> bool:
        return self.opponent > 0 and self.result in "1=0WDL"


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A player. `start` is the pairing number, `about` the text of columns 9 to 80: sex, title, name, rating and so on."""

    start: int
    about: str
    points: Fraction = Fraction(0)
    rank: int = 0
    cells: tuple[Cell, ...] = ()

    @property
    def name(self) -> str:
        return self.about[6:39].strip()

    @property
    def rating(self) -> int:
        text = self.about[40:44].strip()
        return int(text) if text.isdecimal() else 0


class Trf(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament. `records` are the other lines in order; `first_colour` is White or Black of the top player."""

    entries: tuple[Entry, ...]
    rounds: int
    """How many are planned; at least as many as are played."""
    records: tuple[str, ...] = ()
    first_colour: Literal["w", "b", ""] = ""
    worth: Mapping[str, Fraction] = msgspec.field(default_factory=WORTH.copy)

    @property
    def played(self) -> int:
        """The rounds for which somebody has a cell."""
        return max((len(entry.cells) for entry in self.entries), default=0)


def decoded(raw: bytes) -> str:
    """Report files are UTF-8, older ones Latin-1."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def read_trf(text: str) -> Trf:
    """Take a file apart. Raises `TrfProblem`."""
    entries: dict[int, tuple[int, Entry]] = {}
    records: list[str] = []
    rounds, colour, worth = 0, "", dict(WORTH)
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        kind, rest = line[:3], line[4:].strip()
        if kind == PLAYER:
            entry = _entry(line, number)
            if entry.start in entries:
                raise TrfProblem("twice", number, str(entry.start))
            entries[entry.start] = number, entry
        elif kind in ROUNDS.values():
            rounds = int(rest[:9]) if rest.isdecimal() else rounds
        elif kind in FIRST_COLOUR.values():
            colour = _colour(rest) or colour
        elif kind == SCORES:
            worth.update(_worth(rest))
        elif line.strip():
            records.append(line.rstrip())
        if len(entries) > MOST_PLAYERS or rounds > MOST_ROUNDS:
            raise TrfProblem("too_large", number)
    if not entries:
        raise TrfProblem("no_players")
    _check_opponents(entries)
    people = tuple(entry for _number, entry in entries.values())
    first = "w" if colour == "w" else "b" if colour == "b" else _first_colour(people)
    trf = Trf(entries=people, rounds=rounds, records=tuple(records), first_colour=first, worth=worth)
    return msgspec.structs.replace(trf, rounds=max(rounds, trf.played))


def trf_problems(text: str) -> list[TrfProblem]:
    """Everything that is wrong with a file, by line. A line that cannot be read is not looked for as an opponent."""
    found: list[TrfProblem] = []
    entries: dict[int, tuple[int, Entry]] = {}
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if line[:3] != PLAYER:
            continue
        try:
            entry = _entry(line, number)
        except TrfProblem as problem:
            found.append(problem)
            continue
        if entry.start in entries:
            found.append(TrfProblem("twice", number, str(entry.start)))
        entries.setdefault(entry.start, (number, entry))
    if not entries and not found:
        found.append(TrfProblem("no_players"))
    found += _bad_opponents(entries)
    if not found:
        try:
            read_trf(text)
        except TrfProblem as problem:
            found.append(problem)
    return sorted(found, key=lambda one: one.line)


def _entry(line: str, number: int) -> Entry:
    start, points, rank = line[4:8].strip(), line[80:84].strip(), line[85:89].strip()
    if not start.isdecimal() or int(start) == 0:
        raise TrfProblem("player", number, line)
    try:
        worth = Fraction(Decimal(points)) if points else Fraction(0)
    except (ArithmeticError, ValueError):  # no number, or none that is one
        raise TrfProblem("player", number, points) from None
    cells = [_cell(line[at : at + 8], number) for at in range(91, len(line), 10)]
    if len(cells) > MOST_ROUNDS:
        raise TrfProblem("too_large", number)
    while cells and cells[-1] == Cell():
        cells.pop()
    return Entry(
        start=int(start),
        about=line[8:80].ljust(72),
        points=worth,
        rank=int(rank) if rank.isdecimal() else 0,
        cells=tuple(cells),
    )


def _cell(text: str, number: int) -> Cell:
    if not text.strip():
        return Cell()
    text = text.ljust(8)
    opponent, colour, result = text[:4].strip() or "0", text[5].lower(), text[7].upper()
    if not opponent.isdecimal() or colour not in "wb- " or result not in WORTH:
        raise TrfProblem("cell", number, text)
    return Cell(int(opponent), "-" if colour == " " else colour, result)


def _colour(text: str) -> str:
    """`white1`, `black1`, `W`, `B` to w or b."""
    return text[:1].lower() if text[:1].lower() in ("w", "b") else ""


def _worth(text: str) -> dict[str, Fraction]:
    """Record 162: letters with their points."""
    pairs = _SCORE.findall(text[:200].upper())
    return {sign: Fraction(points) for letter, points in pairs for sign in _SCORED[letter]}


def _first_colour(entries: Iterable[Entry]) -> Literal["w", "b", ""]:
    """What the first round tells: the colour of the first who has one there, turned where his number is even."""
    for place, entry in enumerate(sorted(entries, key=lambda entry: entry.start)):
        if entry.cells and entry.cells[0].colour in ("w", "b"):
            has_white = entry.cells[0].colour == "w"
            return "w" if has_white == (place % 2 == 0) else "b"
    return ""


def _check_opponents(entries: Mapping[int, tuple[int, Entry]]) -> None:
    for problem in _bad_opponents(entries):
        raise problem


def _bad_opponents(entries: Mapping[int, tuple[int, Entry]]) -> Iterator[TrfProblem]:
    for start, (number, entry) in entries.items():
        for at, cell in enumerate(entry.cells):
            if not cell.is_game:
                continue
            _line, other = entries.get(cell.opponent, (0, None))
            back = other.cells[at].opponent if other is not None and len(other.cells) > at else 0
            if back != start:
                yield TrfProblem("unknown_opponent", number, f"{cell.opponent} in round {at + 1}")


def before_round(trf: Trf, number: int) -> Trf:
    """The tournament as it stood before a round was paired: later cells cut off, points counted anew.

    Those who asked not to be paired in that round keep their cell, and its points; the planned length stays.
    """
    entries = []
    for entry in trf.entries:
        past = entry.cells[: number - 1]
        past += (Cell(),) * (number - 1 - len(past))
        now = entry.cells[number - 1] if len(entry.cells) >= number else Cell(0, "-", "Z")
        away = not now.is_game and now.result in ABSENT
        cells = (*past, Cell(0, "-", now.result.replace(" ", "Z"))) if away and trf.played >= number else past
        points = sum((trf.worth[cell.result] for cell in cells), Fraction(0))
        entries.append(msgspec.structs.replace(entry, cells=cells, points=points))
    return msgspec.structs.replace(trf, entries=tuple(entries))


def write_trf(trf: Trf, edition: Edition = "TRF26") -> str:
    """The file, lines ended by a line feed."""
    lines = list(trf.records)
    if trf.rounds:
        lines.append(f"{ROUNDS[edition]} {trf.rounds}")
    if trf.first_colour:
        named = {"w": "white1", "b": "black1"}[trf.first_colour]
        lines.append(f"{FIRST_COLOUR[edition]} {named if edition == 'TRF16' else trf.first_colour.upper()}")
    if edition == "TRF26" or trf.worth != WORTH:
        worth = {letter: float(trf.worth[signs[0]]) for letter, signs in _SCORED.items()}
        lines.append(f"{SCORES}  " + "    ".join(f"{letter}{points:4.1f}" for letter, points in worth.items()))
    lines += [_line(entry) for entry in trf.entries]
    return "\n".join(lines) + "\n"


def _line(entry: Entry) -> str:
    cells = "".join(
        f"  {'0000' if cell.result != ' ' and not cell.opponent else cell.opponent or '':>4} "
        f"{cell.colour if cell != Cell() else ' '} {cell.result}"
        for cell in entry.cells
    )
    points = f"{float(entry.points):4.1f}"
    return f"{PLAYER} {entry.start:>4}{entry.about}{points} {entry.rank or '':>4}{cells}".rstrip()


def about(name: str, *, rating: int = 0, title: str = "", federation: str = "", fide_id: str = "") -> str:
    """Columns 9 to 80 of a player's line. The name is cut to 33 characters."""
    return f" {'':1}{title:>3} {name[:33]:<33} {rating or '':>4} {federation[:3]:>3} {fide_id[:11]:>11} {'':10} "


def numbered(names: Sequence[str]) -> list[Entry]:
    """Players by start number, without rounds."""
    return [Entry(start=start, about=about(name)) for start, name in enumerate(names, start=1)]
