"""Results as they are typed by keyboard: places or scores, and a letter for what else happened."""

import re
from collections.abc import Mapping, Sequence

import msgspec

from tournaments.services.results import Line

LETTERS = {"c": "conceded", "t": "timed_out", "n": "no_show", "l": "left"}
PLACE = re.compile(r"(\d{0,2}|=)\s*([ctnl]?)", re.IGNORECASE | re.ASCII)
SCORE = re.compile(r"[-−]?\d{1,40}", re.ASCII)


class TypedLine(msgspec.Struct, frozen=True):
    """What stands in the two boxes of one person."""

    entrant: int
    place: str = ""
    score: str = ""

    @property
    def is_empty(self) -> bool:
        return not self.place.strip() and not self.score.strip()


class Unreadable(Exception):
    """A box that cannot be read; `code` is `place`, `score`, `first_tie` or `places`, `text` what stands there."""

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text


def lines_of(rows: Sequence[TypedLine]) -> dict[int, Line]:
    """The result of one table. Raises `Unreadable`.

    A place is a number, `=` for the place of the person above, and may have a letter behind it: `c` conceded, `t` timed
    out, `l` left, `n` did not come. Without any place the scores decide, the highest first. Who conceded or timed out
    without a place shares the last one.

    >>> lines_of([TypedLine(1, "", "98"), TypedLine(2, "n"), TypedLine(3, "", "120")])[3].place
    1
    """
    scores = {row.entrant: _score(row.score) for row in rows}
    places: dict[int, int | None] = {}
    flags: dict[int, str] = {}
    above: int | None = None
    for row in rows:
        found = PLACE.fullmatch(row.place.strip())
        if found is None:
            raise Unreadable("place", row.place)
        number, letter = found[1], found[2].lower()
        flags[row.entrant] = LETTERS.get(letter, "played")
        if number == "=":
            if above is None:
                raise Unreadable("first_tie")
            places[row.entrant] = above
        else:
            places[row.entrant] = int(number) if number and letter != "n" else None
        above = places[row.entrant]
    _complete(places, flags, scores)
    return {row.entrant: Line(places[row.entrant], scores[row.entrant], flags[row.entrant]) for row in rows}


def _complete(places: dict[int, int | None], flags: Mapping[int, str], scores: Mapping[int, int | None]) -> None:
    """Places that were not typed: by score where nobody has one, and the last for those who gave up."""
    there = [one for one in places if flags[one] != "no_show"]
    if all(places[one] is None for one in there):
        ranked = [one for one in there if flags[one] == "played"]
        if any(scores[one] is None for one in ranked):
            raise Unreadable("places")
        for one in ranked:
            places[one] = 1 + sum((scores[other] or 0) > (scores[one] or 0) for other in ranked)
    last = 1 + sum(places[one] is not None for one in there)
    for one in there:
        if places[one] is None:
            if flags[one] == "played":
                raise Unreadable("places")
            places[one] = last


def _score(text: str) -> int | None:
    if not text.strip():
        return None
    if not SCORE.fullmatch(text.strip()):
        raise Unreadable("score", text)
    return int(text.strip().replace("−", "-"))


def place_text(place: int | None, flag: str) -> str:
    """A stored line as it would be typed."""
    letter = {name: key for key, name in LETTERS.items()}.get(flag, "")
    return f"{place or ''}{letter}"
