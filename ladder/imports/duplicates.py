"""Which matches of a file are here already: surely, probably, perhaps."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal
from zoneinfo import ZoneInfo

from games.models import Match, Seat
from games.services.results import FINGERPRINT_WINDOW
from ladder.imports.plan import Planned

Status = Literal["new", "same", "other", "probable", "perhaps"]
"""`same` and `other`: the BGA table is here, with the same result or another one."""
PLATFORM = "bga"
DAY = dt.timedelta(days=1)
CHUNK = 2_000


@dataclass(slots=True)
class Known:
    """A match that is here; `seats` by player: place and score."""

    pk: int
    slug: str
    game: int
    ended_at: dt.datetime
    seats: dict[int, tuple[int | None, int | None]] = field(default_factory=dict)
    taken: bool = False


@dataclass(slots=True)
class Candidate:
    """A match of the file with game and people as numbers; somebody new is a negative one."""

    planned: Planned
    game: int
    players: Sequence[int]
    status: Status = "new"
    known: str = ""
    """The slug of the match that it may be; empty for one of the same file."""
    twin: int = 0
    """The line of the earlier match in the same file that it may be."""

    @property
    def seats(self) -> dict[int, tuple[int | None, int | None]]:
        return {player: (seat.place, seat.score) for player, seat in zip(self.players, self.planned.seats, strict=True)}


def mark(candidates: Sequence[Candidate], zone: ZoneInfo) -> None:
    """Set the status of each. A match that is here answers for one match of the file only."""
    by_table = _by_table([each.planned.table for each in candidates if each.planned.table])
    around = _around(candidates)
    before: dict[tuple[int, frozenset[int]], list[Candidate]] = {}
    tables: dict[str, Candidate] = {}
    for each in candidates:
        people = (each.game, frozenset(each.players))
        if each.planned.table and (known := by_table.get(each.planned.table)):
            each.status, each.known = ("same" if _same_places(each, known.seats) else "other"), known.slug
        elif each.planned.table and (twin := tables.get(each.planned.table)):
            each.status, each.twin = "same", twin.planned.lines[0]
        elif not _mark_by_people(each, around.get(people, ()), zone):
            _mark_within(each, before.get(people, ()))
        if each.planned.table:
            tables.setdefault(each.planned.table, each)
        before.setdefault(people, []).append(each)


def _mark_by_people(each: Candidate, known: Iterable[Known], zone: ZoneInfo) -> bool:
    free = [match for match in known if not match.taken]
    near = [match for match in free if abs(match.ended_at - each.planned.ended_at) <= FINGERPRINT_WINDOW]
    for match in near:
        if _same_places(each, match.seats):
            each.status, each.known, match.taken = "probable", match.slug, True
            return True
    day = each.planned.ended_at.astimezone(zone).date()
    for match in free:
        if match.ended_at.astimezone(zone).date() == day and _same_scores(each, match):
            each.status, each.known, match.taken = "perhaps", match.slug, True
            return True
    return False


def _mark_within(each: Candidate, earlier: Iterable[Candidate]) -> None:
    """A match of the file may be told twice in it; where only the day is told, two of a day are two."""
    for other in earlier:
        apart = abs(other.planned.ended_at - each.planned.ended_at)
        exact = each.planned.exact and other.planned.exact
        tables = {each.planned.table, other.planned.table} - {""}
        if exact and apart <= FINGERPRINT_WINDOW and len(tables) < 2 and _same_places(each, other.seats):
            each.status, each.twin = "probable", other.planned.lines[0]
            return


def _same_places(each: Candidate, seats: Mapping[int, tuple[int | None, int | None]]) -> bool:
    return {player: place for player, (place, _score) in each.seats.items()} == {
        player: place for player, (place, _score) in seats.items()
    }


def _same_scores(each: Candidate, match: Known) -> bool:
    """The same scores; where one side has none, or only the day is told, the same places."""
    mine = {player: score for player, (_place, score) in each.seats.items()}
    theirs = {player: score for player, (_place, score) in match.seats.items()}
    if None in mine.values() or None in theirs.values():
        return not each.planned.exact and _same_places(each, match.seats)
    return mine == theirs


def _by_table(tables: Sequence[str]) -> dict[str, Known]:
    found: dict[str, Known] = {}
    for start in range(0, len(tables), CHUNK):
        rows = Match.objects.filter(platform=PLATFORM, table_id__in=tables[start : start + CHUNK])
        for pk, slug, game, ended_at, table in rows.values_list("pk", "slug", "game", "ended_at", "table_id"):
            found[table] = Known(pk, slug, game, ended_at or dt.datetime.now(dt.UTC))
    _seat(found.values())
    return found


def _around(candidates: Sequence[Candidate]) -> dict[tuple[int, frozenset[int]], list[Known]]:
    """The matches of the same games in the file's span of time, by game and people; those struck out apart."""
    ends = [each.planned.ended_at for each in candidates if min(each.players) > 0 and each.game > 0]
    if not ends:
        return {}
    games = {each.game for each in candidates}
    rows = Match.objects.filter(game__in=games, ended_at__range=(min(ends) - DAY, max(ends) + DAY))
    rows = rows.exclude(state=Match.State.VOID).order_by("ended_at", "pk")
    matches = [Known(*row) for row in rows.values_list("pk", "slug", "game", "ended_at").iterator(CHUNK)]
    _seat(matches)
    found: dict[tuple[int, frozenset[int]], list[Known]] = {}
    for match in matches:
        found.setdefault((match.game, frozenset(match.seats)), []).append(match)
    return found


def _seat(matches: Iterable[Known]) -> None:
    by_pk = {match.pk: match for match in matches}
    numbers = list(by_pk)
    for start in range(0, len(numbers), CHUNK):
        seats = Seat.objects.filter(match__in=numbers[start : start + CHUNK]).order_by()
        for match, player, place, score in seats.values_list("match", "player", "place", "score"):
            by_pk[match].seats[player] = (place, score)
