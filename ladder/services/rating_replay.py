"""Going through the months of a pool from the first changed one on. numpy and numba come with it, so import it late."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from django.db.models import Case, Count, Exists, F, Max, Min, OuterRef, QuerySet, When
from django.db.models.functions import Coalesce

from games.models import Game, Match, Seat
from ladder.formats import month_after
from ladder.models import RatingMonth, RatingPool
from ladder.models.ladder import month_instants
from ladder.ratings.facts import ENDED, LEFT, Facts, facts_of
from ladder.ratings.lines import MOVE, pack_lines
from ladder.ratings.months import moves, rate_idle_month, rate_month
from ladder.ratings.scales import Method
from ladder.ratings.state import State, fresh_nobody
from ladder.selectors.integers import Seconds, integers
from ladder.selectors.rankings import BELIEVED, WITHOUT_RESULT
from tournaments.models import TableMatch
from tournaments.selectors.feeding import UNFED_TABLE

MATCHES_AT_ONCE = 200_000
"""About how many results are read at a time when everything is rated; a month is never cut."""
NEVER_RATED = frozenset({Seat.Flag.NO_SHOW.value})


@dataclass(frozen=True, slots=True)
class Rated:
    """A month gone through; without facts, nothing rated happened in it."""

    first: dt.date
    facts: Facts | None
    values: Mapping[str, bytes] = field(default_factory=dict)
    """What came out of it, packed as `RatingMonth` keeps it."""
    is_read: bool = True
    """Whether the facts were read from the matches, not taken as they were kept."""


class Replay:
    """The months of a pool from the first on in which something changed, rated in order as they are asked for.

    `dirty` are the months whose results are read again (None: all); of the others the kept results are taken.
    """

    def __init__(self, pool: RatingPool, dirty: set[dt.date] | None) -> None:
        self.pool = pool
        self.method: Method = pool.rating
        self.kept = list(pool.months.order_by("first").values_list("first", flat=True))
        self.since: dt.date | None = None
        self.year_began = False
        self.state = fresh_nobody(self.method)
        self._new_people: set[int] = set()
        self._read: dict[dt.date, Facts] = {}
        self._all, self._at_once = dirty is None, 1
        if dirty is not None:
            self._read = {first: found for first in sorted(dirty) if (found := self._changed(first)) is not None}
        self._months = self._all_months() if dirty is None else sorted({*self._read, *self.kept})

    def last_state(self) -> State | None:
        """What everybody was worth until now; None if nothing was rated yet."""
        packed = self.pool.months.order_by("-first").values_list("state", flat=True).first()
        return None if packed is None else State.unpack(packed)

    def __iter__(self) -> Iterator[Rated]:
        changed = self._months if self._all else sorted(self._read)
        if not changed:
            return
        self.since = changed[0]
        at, quiet = self._start(self.since), []
        while at <= self._months[-1]:
            facts = self._facts(at) if at >= self.since else None
            if facts:
                self._pass(quiet, at)
                quiet = []
                self.state, lines = rate_month(self.method, facts, self.state)
                yield Rated(
                    at, facts, {"lines": pack_lines(lines), "state": self.state.pack()}, self._all or at in self._read
                )
            else:
                quiet.append(at)
                if at in self.kept and at >= self.since:
                    yield Rated(at, None)
            at = month_after(at)

    def _pass(self, quiet: list[dt.date], until: dt.date) -> None:
        """Let months without results go by; only when one with results follows, so that the end is the last of those."""
        for month in (*quiet, until):
            if month.month == 1:
                self.state = self.state.after_january(self.method)
                self.year_began |= bool(self.kept) and month > self.kept[-1] and self.method.january != "keep"
            if month != until:
                rate_idle_month(self.method, self.state)

    def ratings(self) -> dict[int, tuple[float, float, float, int, float, dt.datetime]]:
        """The present ratings as people see them, by player: value, spread, order, matches, last change and match."""
        columns = (*self.state.shown(self.method), self.state.played, self.state.changes, self.state.last)
        rows = zip(self.state.people.tolist(), *(column.tolist() for column in columns), strict=True)
        return {
            player: (value, spread, order, played, change, dt.datetime.fromtimestamp(last, dt.UTC))
            for player, value, spread, order, played, change, last in rows
            if played
        }

    def moves_since(self, before: State, least: float) -> bytes:
        """Those whose rating moved although no match of theirs is new, packed."""
        return moves(before, self.state, self.method, least, apart=self._new_people)

    @staticmethod
    def count_moves(packed: bytes) -> int:
        return len(packed) // MOVE.size

    def _start(self, begin: dt.date) -> dt.date:
        """Take up the values kept before `begin`; the month to go on with."""
        row = self.pool.months.filter(first__lt=begin).order_by("-first").values_list("first", "state").first()
        if row is None:
            return begin
        first, state = row
        self.state = State.unpack(state)
        return month_after(first)

    def _changed(self, first: dt.date) -> Facts | None:
        """The results of a month as they are, if they are not those kept."""
        found, kept = facts_read(self.pool, [first])[first], self._kept_facts(first)
        if found == kept or (kept is None and not len(found)):
            return None
        known = set() if kept is None else set(kept.matches.tolist())
        self._new_people |= found.people_of(set(found.matches.tolist()) - known)
        return found

    def _kept_facts(self, first: dt.date) -> Facts | None:
        packed = RatingMonth.objects.filter(pool=self.pool, first=first).values_list("facts", flat=True).first()
        return None if packed is None else Facts.unpack(packed)

    def _facts(self, first: dt.date) -> Facts | None:
        if self._all:
            if first not in self._read:
                self._read = facts_read(self.pool, [month_after(first, step) for step in range(self._at_once)])
            return self._read.pop(first)
        return self._read[first] if first in self._read else self._kept_facts(first)

    def _all_months(self) -> list[dt.date]:
        """Every month that has results or had some, the first and the last at least."""
        found = matches_of(self.pool).aggregate(first=Min("ended_at"), last=Max("ended_at"), count=Count("pk"))
        if not found["count"]:
            return self.kept
        first, last = self.pool.month_of(found["first"]), self.pool.month_of(found["last"])
        months = (last.year - first.year) * 12 + last.month - first.month + 1
        self._at_once = max(1, min(months, MATCHES_AT_ONCE * months // found["count"]))
        return sorted({first, last, *self.kept})


def matches_of(pool: RatingPool) -> QuerySet[Match]:
    """The matches of which a pool rates those that fit its tables. Those of tournaments that feed no league are none."""
    matches = Match.objects.filter(state__in=BELIEVED, ended_at__isnull=False, training=False)
    unfed = TableMatch.objects.filter(UNFED_TABLE, match=OuterRef("pk"))
    matches = matches.exclude(ending__in=WITHOUT_RESULT).exclude(Exists(unfed))
    lists: tuple[list[Game], ...] = (list(pool.games.all()), list(pool.ladder.games.all()))
    for games in lists:
        if games:
            matches = matches.filter(game__in=games)
    return matches


def facts_read(pool: RatingPool, months: Sequence[dt.date]) -> dict[dt.date, Facts]:
    """The rated results of months that follow one another, in order of their end, ties by number."""
    spans = [month_instants(pool.ladder.zone, first.year, first.month) for first in months]
    matches = matches_of(pool).filter(ended_at__gte=spans[0][0], ended_at__lt=spans[-1][1])
    seats = Seat.objects.filter(match__in=matches).order_by("match__ended_at", "match_id", "number")
    forbidden = NEVER_RATED if pool.stand_ins else NEVER_RATED | {Seat.Flag.STAND_IN.value}
    rows = integers(
        seats,
        F("match"),
        F("match__version"),
        Seconds("match__ended_at"),
        F("player"),
        Coalesce("place", 0),
        Case(When(flag__in=LEFT, then=1), default=0),
        Case(When(flag__in=forbidden, then=1), default=0),
    )
    parts = np.split(rows, np.searchsorted(rows[:, ENDED], [start.timestamp() for start, _end in spans[1:]]))
    return {first: facts_of(part, (pool.seats_min, pool.seats_max)) for first, part in zip(months, parts, strict=True)}
