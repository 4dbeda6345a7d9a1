"""Many sessions of mixed writes: each act is done or refused in words; no deadlock, no lost update, nothing broken."""

import random
import time
import traceback
from collections import Counter

import pytest

from games.models import Match
from games.services.errors import Conflict, NotAllowed, PersonRefused
from ladder.services import matches, people
from ladder.services.live import season_rebuild, sweep
from ladder.services.months import MonthConflict, MonthRefused, month_close, month_revise
from tests.factories import a_match, a_player
from tests.faults.conftest import nothing_broken, together
from tests.faults.test_months import _clock, october  # noqa: F401

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]
SAID = (Conflict, NotAllowed, PersonRefused, MonthConflict, MonthRefused)
NAMES = "ada bea cleo dora".split()


class Session:
    """Somebody who does one thing after another, by lot, with whatever he saw a moment ago."""

    def __init__(self, number, seed, season, admin):
        self.number, self.dice, self.season, self.admin = number, random.Random(seed), season, admin
        self.ends = Counter()

    def run(self, seconds):
        stop = time.monotonic() + seconds
        acts = [self.report, self.judge, self.judge, self.judge, self.merge, self.close, self.revise, self.count]
        while time.monotonic() < stop:
            try:
                self.dice.choice(acts)()
                self.ends["done"] += 1
            except SAID as refused:
                self.ends[type(refused).__name__] += 1
        return self.ends

    def report(self):
        a_match(*self.dice.sample(NAMES, 2), state="submitted")

    def judge(self):
        match = self.dice.choice(Match.objects.all())
        act = self.dice.choice([self.confirm, self.dispute, self.void, self.restore])
        act(match)

    def confirm(self, match):
        matches.match_confirm(match, version=match.version, by=self.admin)

    def dispute(self, match):
        matches.match_dispute(match, version=match.version, by=self.admin, reason="no")

    def void(self, match):
        matches.match_void(match, version=match.version, by=self.admin, reason="no")

    def restore(self, match):
        matches.match_restore(match, version=match.version, by=self.admin)

    def merge(self):
        other = a_player(f"guest{self.number}{self.dice.randrange(10**6)}")
        merged = people.players_merge(
            other, a_player(self.dice.choice(NAMES)), by=self.admin, reason="one", two_accounts=True
        )
        people.merge_undo(merged, by=self.admin, reason="two")

    def close(self):
        month_close(self.season, by=self.admin, warned=True)

    def revise(self):
        month_revise(self.season, by=self.admin, reason="after")

    def count(self):
        season_rebuild(self.season)


def mixed(october, dice, sessions, seconds, measured):  # noqa: F811
    season, admin = october
    some = [Session(number, dice.randrange(10**9), season, admin) for number in range(sessions)]
    answers = together(*[lambda one=one: one.run(seconds) for one in some])
    faults = [answer for answer in answers if isinstance(answer, Exception)]
    for fault in faults:
        traceback.print_exception(fault)
    measured(f"{sessions} sessions of mixed writes for {seconds} s: deadlocks and faults", len(faults), "", 0)
    assert sum(answer["done"] for answer in answers) > sessions
    sweep()
    nothing_broken()


def test_a_few_sessions_of_mixed_writes(october, dice, measured):  # noqa: F811
    mixed(october, dice, 6, 2, measured)


@pytest.mark.night
def test_twenty_sessions_of_mixed_writes_for_a_minute(october, dice, measured):  # noqa: F811
    mixed(october, dice, 20, 60, measured)
