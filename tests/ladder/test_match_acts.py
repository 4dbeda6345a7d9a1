"""Any sequence of acts keeps a match, its versions and its history as a small model says."""

from dataclasses import dataclass, field
from typing import Any

import hypothesis.strategies as st
import pytest
from django.db import transaction
from hypothesis import given, settings

from games.models import AuditEntry, Match
from games.services.errors import Conflict, InvalidResult, NotAllowed
from games.services.statements import TypedSeat
from ladder.invariants import broken
from ladder.services import matches
from ladder.services.ladders import role_grant
from tests.factories import a_league, a_match, a_player, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PEOPLE = ("ada", "bea", "vito", "charlie")
"""Who entered the match, the other player, an arbiter, a stranger."""
ACTS = ("confirm", "dispute", "void", "restore", "correct", "state", "report_error", "answer_report", "comment")
STEPS = st.lists(
    st.tuples(st.sampled_from(ACTS), st.sampled_from((*PEOPLE, "vito", "vito")), st.booleans(), st.integers(0, 9)),
    min_size=10,
    max_size=30,
)
"""What, who, whether the places are turned about, and how old a version he saw (0 to 7: the present one)."""


@dataclass
class Model:
    """What the rules say, written down once more and as short as can be."""

    state: str = "submitted"
    before: str = ""
    version: int = 1
    turned: bool = False
    results: int = 1
    reported: set[str] = field(default_factory=set)

    def do(self, act: str, who: str, turned: bool) -> bool:
        """Do it; False where it is refused."""
        allowed = getattr(self, act)(who, turned)
        self.version += allowed
        return bool(allowed)

    def confirm(self, who: str, turned: bool) -> bool:
        if not ((self.state == "submitted" and who in ("bea", "vito")) or (self.state == "disputed" and who == "vito")):
            return False
        self.state = "confirmed"
        return True

    def dispute(self, who: str, turned: bool) -> bool:
        if who == "charlie" or self.state not in ("submitted", "confirmed"):
            return False
        self.state = "disputed"
        return True

    def void(self, who: str, turned: bool) -> bool:
        if who != "vito" or self.state == "void":
            return False
        self.state, self.before = "void", self.state
        self.reported.clear()
        return True

    def restore(self, who: str, turned: bool) -> bool:
        if who != "vito" or self.state != "void":
            return False
        self.state, self.before = self.before, ""
        return True

    def correct(self, who: str, turned: bool) -> bool:
        if who != "vito" or self.state == "void" or turned == self.turned:
            return False
        self.state, self.turned, self.results = "confirmed", turned, self.results + 1
        self.reported.clear()
        return True

    def state_(self, who: str, turned: bool) -> bool:
        if who == "charlie":
            return False
        if turned == self.turned:
            if self.state == "submitted" and who == "bea":
                self.state = "confirmed"
                return True
            return False
        if self.state not in ("submitted", "disputed"):
            return False
        if self.state == "submitted" and who == "ada":
            self.turned, self.results = turned, self.results + 1
        else:
            self.state = "disputed"
        return True

    def report_error(self, who: str, turned: bool) -> bool:
        if who in self.reported:
            return False
        self.reported.add(who)
        return True

    def answer_report(self, who: str, turned: bool) -> bool:
        if who != "vito" or not self.reported:
            return False
        self.reported.clear()
        return True

    def comment(self, who: str, turned: bool) -> bool:
        return who == "vito"


def perform(match: Match, act: str, by: Any, turned: bool, version: int) -> bool:
    """Do it for real; False where it is refused or changes nothing."""
    one, other = match.seats.select_related("player").order_by("number")
    places = (2, 1) if turned else (1, 2)
    seats = [TypedSeat(place, seat.player) for place, seat in zip(places, (one, other), strict=True)]
    more: dict[str, Any] = {"reason": "so it was"} if act not in ("confirm", "restore", "state") else {}
    if act == "correct":
        more |= {"seats": seats, "ending": "normal", "ended_at": match.ended_at}
    if act == "state":
        more = {"seats": seats}
    try:
        done = getattr(matches, f"match_{act}")(match, version=version, by=by, **more)
    except (NotAllowed, InvalidResult):
        return False
    return act != "state" or done.outcome != "same"


def a_community() -> dict[str, Any]:
    ladder = a_league()
    people = {name: a_user(name) for name in PEOPLE}
    for name in ("ada", "bea"):
        a_player(name, people[name])
    role_grant(people["vito"], "arbiter", ladder=ladder)
    return people


def follow(steps: list[tuple[str, str, bool, int]]) -> None:
    """Do the steps in a community of their own, which is gone afterwards."""
    point = transaction.savepoint()
    try:
        compare(a_community(), steps)
    finally:
        transaction.savepoint_rollback(point)


def compare(people: dict[str, Any], steps: list[tuple[str, str, bool, int]]) -> None:
    match = a_match("ada", "bea", state="submitted", by=people["ada"])
    model = Model()
    for act, who, turned, age in steps:
        seen = max(1, model.version - max(0, age - 7))
        if seen != model.version:
            with pytest.raises((Conflict, NotAllowed)):
                getattr(matches, f"match_{act}")(match, version=seen, by=people[who], **stale(match, act))
            continue
        expected = model.do("state_" if act == "state" else act, who, turned)
        assert perform(match, act, people[who], turned, model.version if not expected else seen) is expected, act
        match.refresh_from_db()
        assert (match.state, match.version) == (model.state, model.version), act
    assert match.results.count() == model.results
    assert [seat.place for seat in match.seats.order_by("number")] == ([2, 1] if model.turned else [1, 2])
    entries = AuditEntry.objects.filter(kind="match", target_id=match.pk).order_by("version")
    assert list(entries.values_list("version", flat=True)) == list(range(1, model.version + 1))
    states = [entry.facts["after"] for entry in entries if "after" in entry.facts]
    assert (states or ["submitted"])[-1] == model.state
    assert broken() == []


def stale(match: Match, act: str) -> dict[str, Any]:
    seats = [TypedSeat(seat.place, seat.player) for seat in match.seats.select_related("player")]
    if act == "correct":
        return {"seats": seats, "ending": "normal", "ended_at": match.ended_at, "reason": "x"}
    if act == "state":
        return {"seats": seats}
    return {} if act in ("confirm", "restore") else {"reason": "x"}


@settings(max_examples=12)
@given(steps=STEPS)
def test_any_acts_keep_the_match_as_the_model_says(steps: Any) -> None:
    follow(steps)


@pytest.mark.night
@settings(max_examples=1_000)
@given(steps=st.lists(STEPS, min_size=1, max_size=4).map(lambda parts: [step for part in parts for step in part]))
def test_long_sequences_keep_it_too(steps: Any) -> None:
    follow(steps)
