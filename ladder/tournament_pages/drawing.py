"""A bracket as boxes with seats in columns, and as lines between them: where each lies. The template makes SVG of it.

Pure: a drawing is made from lists, and says the same as these. Lengths are units of the drawing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

WIDTH, GAP = 200, 44
"""Of a box, and between two columns."""
SEAT, HEAD, PAD = 22, 22, 10
"""Heights of a seat and of a box's head, and the space between two boxes."""
BYE = 22


@dataclass
class BoxSeat:
    """A seat as drawn. `kind`: `on` goes on, `out` does not, `open` is not known yet, `` sits and plays.

    `who` is the same number for the same person in the whole drawing; `mark` is a seed or a place. `note` is a word that
    the list says besides.
    """

    name: str
    mark: str = ""
    score: str = ""
    kind: str = ""
    who: int | None = None
    lit: bool = False
    note: str = ""


@dataclass
class Box:
    """A match, or a table, or a bye (`is_bye`). `key` names it, `goes_to` is the box its winner goes to.

    The first `advance` seats are those that go on: below them a broken line is drawn, and above the last `falls`.
    """

    key: str
    title: str
    seats: Sequence[BoxSeat]
    url: str = ""
    sub: str = ""
    advance: int = 0
    falls: int = 0
    is_bye: bool = False
    goes_to: str = ""
    x: int = 0
    y: int = 0

    @property
    def height(self) -> int:
        return BYE if self.is_bye else HEAD + SEAT * len(self.seats)

    @property
    def middle(self) -> int:
        return self.y + self.height // 2

    @property
    def cuts(self) -> list[int]:
        """How far below the top the broken lines lie."""
        size = len(self.seats)
        return [HEAD + SEAT * after for after in sorted({self.advance, size - self.falls}) if 0 < after < size]

    @property
    def lines(self) -> list[tuple[int, BoxSeat]]:
        """The seats, each with how far below the top its text stands."""
        return [(HEAD + SEAT * number + 15, seat) for number, seat in enumerate(self.seats)]


@dataclass
class Column:
    """The boxes of a round, from top to bottom."""

    title: str
    boxes: list[Box] = field(default_factory=list)


@dataclass(frozen=True)
class Drawing:
    """What the template draws: boxes at their places, lines as one path each, the lit ones apart."""

    boxes: Sequence[Box]
    heads: Sequence[tuple[int, int, str]]
    lines: str
    lit: str
    width: int
    height: int

    @property
    def is_big(self) -> bool:
        """Whether its names are too small to be read on a sheet of A4, so that it needs one of A3."""
        return max(self.width, self.height) > 1720 or min(self.width, self.height) > 1200


def drawn(groups: Sequence[Sequence[Column]], tail: Sequence[Column] = ()) -> Drawing:
    """Groups of columns one below the other (winners' and losers' side), then the columns of the final beside them."""
    top, heads = 0, []
    for columns in groups:
        heads += [(number * (WIDTH + GAP), top + 14, column.title) for number, column in enumerate(columns)]
        top = _placed(columns, top + 28) + 2 * PAD
    wide = max((len(columns) for columns in groups), default=0)
    known = {box.key: box for columns in groups for column in columns for box in column.boxes}
    for number, column in enumerate(tail, start=wide):
        x, below = number * (WIDTH + GAP), 28
        for box in column.boxes:
            feeding = [one.middle for one in known.values() if one.goes_to == box.key]
            wanted = sum(feeding) // len(feeding) - box.height // 2 if feeding else below
            box.x, box.y = x, max(below, wanted)
            below = box.y + box.height + 3 * PAD
            known[box.key] = box
        heads.append((x, min(box.y for box in column.boxes) - 14, column.title))
        top = max(top, below)
    boxes = list(known.values())
    lines, lit = joined(boxes)
    return Drawing(boxes, heads, lines, lit, (wide + len(tail)) * (WIDTH + GAP) - GAP, max(top, 40))


def _placed(columns: Sequence[Column], top: int) -> int:
    """Give every box of a tree its place: in the middle of those that feed it, else the next free one. Returns the foot."""
    feeding: dict[str, list[Box]] = {}
    column_of: dict[str, int] = {}
    for number, column in enumerate(columns):
        for box in column.boxes:
            column_of[box.key] = number
            feeding.setdefault(box.goes_to, []).append(box)
    foot = top

    def place(box: Box) -> None:
        nonlocal foot
        box.x = column_of[box.key] * (WIDTH + GAP)
        before = feeding.get(box.key, [])
        for one in before:
            place(one)
        if before:
            box.y = (before[0].middle + before[-1].middle) // 2 - box.height // 2
            foot = max(foot, box.y + box.height + PAD)
        else:
            box.y = foot
            foot += box.height + PAD

    for column in reversed(columns):
        for box in column.boxes:
            if box.goes_to not in column_of:
                place(box)
    return foot


def stacked(columns: Sequence[Column]) -> Drawing:
    """Tables of several: each column stands in the middle beside the one before; lines follow the people."""
    heights = [sum(box.height + PAD for box in column.boxes) for column in columns]
    tallest = max(heights, default=0)
    heads = []
    for number, (column, height) in enumerate(zip(columns, heights, strict=True)):
        x, y = number * (WIDTH + GAP), 28 + (tallest - height) // 2
        heads.append((x, y - 14, column.title))
        for box in column.boxes:
            box.x, box.y = x, y
            y += box.height + PAD
    lines, lit = followed(columns)
    boxes = [box for column in columns for box in column.boxes]
    return Drawing(boxes, heads, lines, lit, len(columns) * (WIDTH + GAP) - GAP, tallest + 28)


def joined(boxes: Sequence[Box]) -> tuple[str, str]:
    """Lines from every box to the one its winner goes to; those of the lit person apart."""
    known = {box.key: box for box in boxes}
    plain, lit = [], []
    for box in boxes:
        if box.goes_to in known:
            to = known[box.goes_to]
            half = to.x - GAP // 2
            path = f"M{box.x + WIDTH} {box.middle}H{half}V{to.middle}H{to.x}"
            (lit if _lights(box, to) else plain).append(path)
    return "".join(plain), "".join(lit)


def _lights(box: Box, to: Box) -> bool:
    return any(seat.lit for seat in box.seats) and any(seat.lit for seat in to.seats)


def followed(columns: Sequence[Column]) -> tuple[str, str]:
    """Lines from everybody's seat to the next one, in whichever column that is."""
    plain, lit = [], []
    following: dict[int, tuple[int, int]] = {}
    for column in reversed(columns):
        for box in column.boxes:
            for number, seat in enumerate(box.seats):
                if seat.who is None or seat.who not in following:
                    continue
                to_x, to_y = following[seat.who]
                x, y = box.x + WIDTH, seat_middle(box, number)
                path = f"M{x} {y}C{x + GAP // 2} {y} {to_x - GAP // 2} {to_y} {to_x} {to_y}"
                (lit if seat.lit else plain).append(path)
        following |= seats_at(column.boxes)
    return "".join(plain), "".join(lit)


def seats_at(boxes: Iterable[Box]) -> Mapping[int, tuple[int, int]]:
    """Where everybody sits in these boxes."""
    return {
        seat.who: (box.x, seat_middle(box, number))
        for box in boxes
        for number, seat in enumerate(box.seats)
        if seat.who is not None
    }


def seat_middle(box: Box, number: int) -> int:
    return box.y + BYE // 2 if box.is_bye else box.y + HEAD + SEAT * number + SEAT // 2
