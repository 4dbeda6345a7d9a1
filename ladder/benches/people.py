"""People, measured at 100,000 names: near names at entry, and all possible duplicates.

On a database made for it and thrown away; PostgreSQL where DATABASE_URL names one. The floor of a look-up is reading all
names and comparing each, as one would without an index.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from games.bench.figure import Figure
from games.models import Name, Player
from games.models.player import fold
from games.selectors.duplicates import duplicates
from games.selectors.players import candidates
from games.services.players import name_new
from ladder.benches.scratch import filling, scratch_database

GROUP = "people"
NAMES = 100_000
TYPED = 200
LOOKUP_MS, DUPLICATES_SECONDS = 100.0, 30.0
SYLLABLES = (
    "ba be bi bo bu ca ce ci co cu da de di do du fa fe fi ga go la le li lo lu ma me mi mo na ne ni no pa pe".split()
)


def people_figures(_folder: Path, _repeat: int, _memory_logs: int, tell: Callable[[str], None]) -> Iterator[Figure]:
    """Every figure of the group; `tell` hears what is being measured."""
    dice = random.Random(1)  # noqa: S311  (no secret hangs on it)
    with scratch_database():
        tell(f"{NAMES} names")
        names = fill(dice)
        typed = [misspelt(dice.choice(names), dice) for _ in range(TYPED)]
        tell(f"{TYPED} names typed with a slip")
        took = sorted(timed(lambda name=name: candidates(name)) for name in typed)
        scans = [timed(lambda name=name: scan(fold(name))) for name in typed[:5]]
        yield Figure(
            group=GROUP,
            name="near names of a typed one, median",
            value=statistics.median(took),
            unit="ms",
            floor_name="reading all names",
            floor=statistics.median(scans),
        )
        yield Figure(
            group=GROUP, name="near names, 95 of 100", value=took[int(0.95 * TYPED)], unit="ms", limit=LOOKUP_MS
        )
        tell("all possible duplicates")
        yield Figure(
            group=GROUP,
            name="all possible duplicates",
            value=timed(duplicates) / 1000,
            unit="s",
            limit=DUPLICATES_SECONDS,
        )


def fill(dice: random.Random) -> list[str]:
    """Players of as many syllables as people give themselves, some with a number behind."""
    names: dict[str, None] = {}
    while len(names) < NAMES:
        name = "".join(dice.choices(SYLLABLES, k=dice.randint(3, 6)))
        if dice.random() < 0.05:
            name += str(dice.randint(1, 99))
        names[name] = None
    at = datetime(2026, 10, 3, tzinfo=UTC)
    with filling(Player, Name):
        players = Player.objects.bulk_create(
            (Player(slug=f"p{number}", name=name) for number, name in enumerate(names)), batch_size=5000
        )
        rows = (name_new(player, player.name, at=at, source=Name.Source.TYPED) for player in players)
        Name.objects.bulk_create(rows, batch_size=5000)
    return list(names)


def misspelt(name: str, dice: random.Random) -> str:
    """One letter otherwise."""
    at = dice.randrange(len(name))
    return name[:at] + dice.choice("xyz_") + name[at + 1 :]


def scan(folded: str) -> list[int]:
    """The same answer the plain way."""
    seen = Name.objects.values_list("folded", "player")
    return [player for text, player in seen if Levenshtein.distance(folded, text, score_cutoff=1) <= 1]


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000
