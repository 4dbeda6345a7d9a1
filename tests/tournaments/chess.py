"""Random tournaments of duels with byes, forfeits, late entries and withdrawals."""

import random
from fractions import Fraction

from tournaments.pairing.duels import pair_duels
from tournaments.pairing.field import Field, Past
from tournaments.trf import WORTH, Cell, Entry, Trf, about

UNPAIRED = [("H", 0.05), ("F", 0.01), ("Z", 0.02)]
RESULTS = ["10", "01", "==", "10", "01", "==", "10", "01", "10", "01", "==", "+-", "-+", "--"]


def random_tournament(seed: int, most: int = 24) -> Trf:
    """A Swiss of 6 to `most` players and 3 to 8 rounds, paired by our own system."""
    rng = random.Random(seed)
    people = range(1, rng.randint(6, most) + 1)
    rounds = rng.randint(3, 8)
    first = {start: 1 if rng.random() < 0.9 else rng.randint(2, 3) for start in people}
    last = {start: rounds if rng.random() < 0.8 else rng.randint(1, rounds) for start in people}
    cells: dict[int, list[Cell]] = {start: [] for start in people}
    past: list[Past] = []
    byes: dict[int, int] = {}
    for number in range(1, rounds + 1):
        points = {start: sum((WORTH[cell.result] for cell in mine), Fraction(0)) for start, mine in cells.items()}
        here = []
        for start in people:
            away = rng.choices([sign for sign, _ in UNPAIRED] + [""], [share for _, share in UNPAIRED] + [0.92])[0]
            if not first[start] <= number <= last[start]:
                cells[start].append(rng.choice([Cell(0, "-", "Z"), Cell()]))
            elif away:
                cells[start].append(Cell(0, "-", away))
            else:
                here.append(start)
        here.sort(key=lambda start: (-points[start], start))
        field = Field(standing=tuple(here), points=points, past=tuple(past), byes=dict(byes), wanted=2, least=2, most=2)
        draft = pair_duels(field).draft
        for start in draft.byes:
            cells[start].append(Cell(0, "-", "U"))
            byes[start] = byes.get(start, 0) + 1
        for white, black in draft.tables:
            past.append(Past(number, (white, black)))
            result = rng.choice(RESULTS)
            cells[white].append(Cell(black, "w", result[0]))
            cells[black].append(Cell(white, "b", result[1]))
    entries = tuple(
        Entry(
            start=start,
            about=about(f"Player {start}", rating=rng.randint(1200, 2400)),
            points=sum((WORTH[cell.result] for cell in mine), Fraction(0)),
            cells=tuple(mine),
        )
        for start, mine in cells.items()
    )
    return Trf(entries=entries, rounds=rounds, first_colour="w")
