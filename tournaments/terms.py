"""What a tournament and its stages state before entries open: strict documents with a version, stored as JSON."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from games.scoring.place_points import PLACE_TABLES
from tournaments.formats.cups import Filling, Shape, Ties
from tournaments.standings.criteria import CRITERIA
from tournaments.standings.fide import CRITERIA as FIDE
from tournaments.standings.standings import DEFAULT

Late = Literal["refused", "nothing", "half_bye", "bye"]
"""What a late entrant gets for each round missed."""
Overdue = Literal["wait", "arbiter", "leader", "no_result", "forfeit"]
"""What follows once a deadline is over, and longer than an extension: nothing, a decision of the arbiter (by the score
of that moment with `leader`), no result for tables not begun, or a forfeit of those who were reported as absent."""
Extends = Literal["director", "clock"]
"""Who gives a round that is overdue its one extension."""
Meeting = Literal["off", "prefer", "never"]
"""Whether people are kept apart: no, where it costs nothing dearer, or before anything else where possible."""
Substitute = Literal["original", "substitute", "share"]
"""Who gets the points of a seat in which somebody else played to the end."""
Format = Literal["swiss", "single", "double", "round_robin", "groups", "challenge", "divisions"]
PLANNED = ("round_robin", "groups", "divisions")
"""Formats whose rounds are all known before the first."""

Small = Annotated[int, msgspec.Meta(ge=0, le=999)]
Seats = Annotated[int, msgspec.Meta(ge=2, le=12)]


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The terms of a tournament. Points are those of a place, by table size."""

    edition: Literal[1] = 1
    wanted: Seats = 4
    least: Seats = 3
    most: Seats = 4
    points: dict[int, tuple[Fraction, ...]] = msgspec.field(default_factory=PLACE_TABLES.copy)
    draw: Fraction | None = None
    """What each gets of a shared first place at a table of two; None: half of both places."""
    tie_breaks: tuple[str, ...] = DEFAULT
    fide: Literal["", "2024", "2026"] = ""
    """The edition of FIDE's tie-breaks, where these part those who are level."""
    bye: Fraction | None = None
    """None: the mean of a seat, at tables of two a win."""
    late: Late = "half_bye"
    places: Small | None = None
    """How many may enter; the others wait in reserve."""
    fewest: Small = 2
    entries_until: Annotated[str, msgspec.Meta(pattern=r"^20\d\d-\d\d-\d\dT\d\d:\d\d$")] | None = None
    """A local time of the tournament's zone: who enters himself after that minute waits in reserve."""
    check_in: bool = True
    """Whether only those who checked in are seated."""
    round_days: Small = 7
    round_time: Annotated[str, msgspec.Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")] = "23:59"
    extension_days: Small = 3
    reserve_hours: Small = 12
    no_show_hours: Small = 48
    no_show_minutes: Small = 15
    overdue: Overdue = "arbiter"
    extends: Extends = "director"
    check_in_rounds: bool = False
    """Whether only those are seated in a round, from the second on, who checked in for it."""
    clubs: Meeting = "off"
    asked: Meeting = "never"
    """Of two who asked not to meet."""
    substitute: Substitute = "original"
    settings: Annotated[str, msgspec.Meta(max_length=400)] = ""
    """How a table is opened where it is played: options and speed, in the director's words."""
    feeds_leagues: bool = True
    public: bool = True

    def __post_init__(self) -> None:
        if not self.least <= self.wanted <= self.most:
            raise ValueError("table sizes must be in order: least, wanted, most")
        for size in range(self.least, self.most + 1):
            row = self.points.get(size, ())
            if len(row) != size or list(row) != sorted(row, reverse=True) or min(row) < 0:
                raise ValueError(
                    f"points for tables of {size} must fall from the first place to the last, none below 0"
                )
        unknown = [name for name in self.tie_breaks if name not in (FIDE if self.fide else CRITERIA)]
        if unknown or len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise ValueError("tie-breaks must be known, and each named once")
        if self.fide and not self.is_for_two:
            raise ValueError("FIDE's tie-breaks are for tables of two")
        if min(self.bye or 0, self.draw or 0) < 0:
            raise ValueError("no points may be below 0")

    @property
    def is_for_two(self) -> bool:
        return self.most == 2

    @property
    def tables(self) -> dict[int, tuple[Fraction, ...]]:
        """Points by place for every table that may come about: one that others left gives the first places of the smallest."""
        return {size: self.points[self.least][:size] for size in range(2, self.least)} | self.points

    def bye_points(self, size: int | None = None) -> Fraction:
        """What a bye is worth."""
        if self.bye is not None:
            return self.bye
        row = self.tables[size or self.wanted]
        return row[0] if len(row) == 2 else sum(row, Fraction(0)) / len(row)

    def half_bye_points(self) -> Fraction:
        """What half a bye is worth: for two a draw, as FIDE has it; at larger tables half of what a bye is."""
        return self.draw_points() if self.is_for_two else self.bye_points() / 2

    def draw_points(self) -> Fraction:
        """What each of two gets of a draw."""
        return sum(self.points[2], Fraction(0)) / 2 if self.draw is None else self.draw

    def worth_out(self) -> dict[str, Fraction]:
        """What those have who sit a round out, by how they do."""
        found = {"bye": self.bye_points(), "half": self.half_bye_points()}
        return found | ({"full": self.points[2][0]} if self.is_for_two else {})

    def late_points(self) -> Fraction:
        """What a late entrant gets for each round missed."""
        return {"bye": self.bye_points(), "half_bye": self.half_bye_points()}.get(self.late, Fraction(0))


class StageTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The terms of one stage."""

    edition: Literal[1] = 1
    format: Format = "swiss"
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    """None: as many as the format needs."""
    qualify: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None
    """How many go on to the next stage; None: all who are still in."""
    advance: Annotated[int, msgspec.Meta(ge=1, le=11)] | None = None
    """How many of each table go on in an elimination; None: half, rounded up."""
    filling: Filling = "best_next"
    ties: Ties = "seed"
    """Of an elimination at tables of three and more: what fills missing places, and who goes on of a shared last place."""
    third_place: bool = False
    reset: bool = True
    best_of: Literal[1, 3, 5] = 1
    best_of_final: Literal[1, 3, 5] | None = None
    twice: bool = False
    pairing: Literal["own", "dutch"] = "own"
    """Of a Swiss for two: ours, or FIDE's Dutch system, which a worker computes."""
    lives: Annotated[int, msgspec.Meta(ge=2, le=5)] = 2
    """Of a double elimination at tables of three and more."""
    groups: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    per_group: Annotated[int, msgspec.Meta(ge=1, le=99)] = 2
    """How many of each group go on; best next fill up to `qualify`."""
    reach: Annotated[int, msgspec.Meta(ge=1, le=99)] = 3
    """Of a challenge ladder: how many places above one may challenge; days to accept and to play; and how many
    refusals cost a place."""
    accept_days: Small = 7
    play_days: Small = 14
    refusals: Annotated[int, msgspec.Meta(ge=1, le=99)] = 2
    division: Annotated[int, msgspec.Meta(ge=2, le=99)] = 8
    """The size of a division; a last one with fewer than `division_least` is merged upward."""
    division_least: Annotated[int, msgspec.Meta(ge=2, le=99)] = 4
    change: Small = 2
    """How many go up and down between two divisions for sure; `play_off`: how many more play for it."""
    play_off: Small = 0

    def shape(self, terms: Terms) -> Shape:
        """Of an elimination at tables: their sizes, and who goes on from them."""
        return Shape(
            wanted=terms.wanted,
            least=terms.least,
            most=terms.most,
            advance=self.advance,
            filling=self.filling,
            ties=self.ties,
        )


_NUMBER = re.compile(r"-?[0-9]{1,9}(?:/[1-9][0-9]{0,8}|\.[0-9]{1,9})?")
Document = TypeVar("Document", Terms, StageTerms)


def terms_from(document: Mapping[str, Any], kind: type[Document]) -> Document:
    """The terms in a document; what it leaves out has its default. Raises `msgspec.ValidationError`."""
    return msgspec.convert(dict(document), kind, str_keys=True, dec_hook=_decoded)


def document_of(terms: Terms | StageTerms) -> dict[str, Any]:
    """The whole document, ready for JSON."""
    document: dict[str, Any] = msgspec.to_builtins(terms, str_keys=True, enc_hook=_encoded)
    return document


def _decoded(kind: type, value: Any) -> Any:
    if kind is not Fraction:
        raise NotImplementedError
    if isinstance(value, bool) or not isinstance(value, int | str) or not _NUMBER.fullmatch(str(value)):
        raise ValueError(f"{value!r:.40} is no number such as 4 or 9/2")  # nor 1e9, which can fill the memory
    return Fraction(value)


def _encoded(value: Any) -> Any:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    raise NotImplementedError
