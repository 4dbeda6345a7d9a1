"""Whatever happens in whatever order: what is kept is what a plain count of the facts says, and nothing published moves."""

import os
import random
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.models import Game, Match, Merge, Player
from games.services.errors import Conflict, InvalidResult, NotAllowed, PersonRefused
from games.services.statements import TypedSeat
from ladder.models import RankingRow, Season
from ladder.selectors.agreement import disagreements, revision_faults
from ladder.services import matches
from ladder.services.closing import fingerprint
from ladder.services.ladders import admin_grant
from ladder.services.live import matches_changed, season_rebuild, sweep
from ladder.services.months import (
    MonthRefused,
    match_leave_out,
    match_take_in,
    month_close,
    month_decline,
    month_revise,
)
from ladder.services.people import merge_undo, players_merge
from tests.factories import a_league, a_match, a_player, a_user
from tournaments.models import Pairing, Round, Stage, TableMatch, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NAMES = "ada bea cleo dora enzo fina gina hugo".split()
FIRST = datetime(2026, 9, 1, 12, tzinfo=UTC)
REFUSED = (Conflict, InvalidResult, MonthRefused, NotAllowed, PersonRefused)

RULES: list[dict[str, object]] = [
    {},
    {"inclusion": {"free": False}},
    {"inclusion": {"tournaments": False}},
    {"weights": {"stages": {"swiss": 2, "free": "1/2"}}},
    {"scheme": {"type": "elo"}},
    {"scheme": {"type": "openskill"}},
    {"scheme": {"type": "share_beaten"}, "tie_breaks": ["direct_meetings", "fewer_matches"]},
    {"repeats": {"worth": "half", "first": 2}, "tie_breaks": ["best_result", "direct_meetings"]},
    {"repeats": {"worth": "none", "first": 2}, "aggregation": {"type": "mean", "least": 2}},
    {"tie_breaks": ["direct_meetings", "lot"], "lot_seed": "tortoise", "aggregation": {"type": "sum"}},
]


def an_event(kind: str) -> Tournament:
    """A tournament with one round of one stage, without tables."""
    game, _is_new = Game.objects.get_or_create(key="alhambra", defaults={"name": "Alhambra"})
    event = Tournament.objects.create(slug=kind, name=kind, lot="7", game=game)
    Round.objects.create(stage=Stage.objects.create(tournament=event, number=1, document={"format": kind}), number=1)
    return event


class Life:
    """A league over two months, and everything that can happen to it."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.ladder = a_league(params={"minimum": 2, **self.dice.choice(RULES)})
        self.events = [an_event(kind) for kind in ("swiss", "single")]
        self.admin = a_user("admin")
        admin_grant(self.admin)
        for name in NAMES:
            a_player(name)
        self.published: dict[tuple[int, int], list[object]] = {}

    def any_match(self) -> Match | None:
        return self.dice.choice([*Match.objects.all(), None])

    def any_season(self) -> Season | None:
        return self.dice.choice([*Season.objects.all(), None])

    def play(self) -> None:
        names = self.dice.sample([player.name for player in Player.objects.filter(merged_into=None)], 3)
        ended = FIRST + timedelta(hours=self.dice.randrange(60 * 24))
        created = ended + timedelta(days=self.dice.choice([0, 0, 0, 50]))
        state = self.dice.choice(["confirmed", "confirmed", "verified", "submitted", "disputed"])
        a_match(*names, state=state, ended_at=ended, created_at=created)

    def confirm(self) -> None:
        if match := self.any_match():
            matches.match_confirm(match, version=match.version, by=self.admin)

    def dispute(self) -> None:
        if match := self.any_match():
            matches.match_dispute(match, version=match.version, by=self.admin, reason="no")

    def void(self) -> None:
        if match := self.any_match():
            matches.match_void(match, version=match.version, by=self.admin, reason="no")

    def restore(self) -> None:
        if match := self.any_match():
            matches.match_restore(match, version=match.version, by=self.admin)

    def correct(self) -> None:
        if not (match := self.any_match()):
            return
        places = self.dice.choice([[1, 2, 3], [1, 1, 3], [2, 1, 3], [3, 1, 1], [1, 2, 2]])
        seats = [TypedSeat(place, seat.player) for place, seat in zip(places, match.seats.all(), strict=True)]
        ended = match.ended_at + timedelta(days=self.dice.choice([0, 0, 0, 30, -30]))
        matches.match_correct(
            match,
            version=match.version,
            by=self.admin,
            reason="wrong",
            seats=seats,
            ending=self.dice.choice(["normal", "normal", "abandoned"]),
            ended_at=ended,
        )

    def merge(self) -> None:
        source, target = self.dice.sample(list(Player.objects.all()), 2)
        players_merge(source, target, by=self.admin, reason="one person", two_accounts=True, two_entrants=True)

    def unmerge(self) -> None:
        merge = Merge.objects.filter(undone_at=None).order_by("?").first()
        if merge is not None:
            merge_undo(merge, by=self.admin, reason="two people")

    def close(self) -> None:
        if season := self.any_season():
            month_close(season, by=self.admin, warned=True)

    def revise(self) -> None:
        if season := self.any_season():
            month_revise(season, by=self.admin, reason="so it is")

    def decline(self) -> None:
        if season := self.any_season():
            month_decline(season, by=self.admin, reason="too late")

    def take_in(self) -> None:
        if (season := self.any_season()) and (match := self.any_match()):
            match_take_in(season, match, by=self.admin)

    def leave_out(self) -> None:
        if (season := self.any_season()) and (match := self.any_match()):
            match_leave_out(season, match, by=self.admin)

    def attach(self) -> None:
        """A match comes to a table of a tournament or off it, or some tournament feeds leagues or not any more."""
        touched = []
        if match := self.any_match():
            event = self.dice.choice(self.events)
            TableMatch.objects.update_or_create(match=match, defaults={"tournament": event, **self.seat(event)})
            touched = [match]
        else:
            event = self.dice.choice(self.events)
            event.document = {"feeds_leagues": self.dice.random() < 0.5}
            event.save()
            touched = list(Match.objects.filter(table__tournament=event))
        if self.dice.random() < 0.5:
            matches_changed(touched, cause="tournament.result.attached")
        else:
            sweep()

    def seat(self, event: Tournament) -> dict[str, Pairing | None]:
        if self.dice.random() < 0.3:
            return {"pairing": None}
        round_ = Round.objects.get(stage__tournament=event)
        return {"pairing": Pairing.objects.create(round=round_, number=round_.pairings.count() + 1)}

    def rebuild(self) -> None:
        for season in Season.objects.all():
            assert not season_rebuild(season)

    def sweep(self) -> None:
        assert not sweep()

    def step(self) -> str:
        acts = [self.play] * 4 + [self.confirm, self.void, self.restore, self.correct] * 2
        acts += [self.dispute, self.merge, self.unmerge, self.close, self.revise, self.decline]
        acts += [self.attach] * 3
        acts += [self.take_in, self.leave_out, self.rebuild, self.sweep]
        act = self.dice.choice(acts)
        try:
            act()
        except REFUSED as refused:
            return f"{act.__name__} refused: {refused}"
        return act.__name__

    def check(self, told: list[str]) -> None:
        for season in Season.objects.select_related("ladder", "rules"):
            faults = [*disagreements(season), *revision_faults(season, fingerprint)]
            assert faults == [], told
            for number in range(1, season.revision + 1):
                rows = list(RankingRow.objects.filter(season=season, revision=number).order_by("position").values())
                assert self.published.setdefault((season.pk, number), rows) == rows, told


def live(seed: int, steps: int) -> None:
    print(f"SEED={seed}")
    life, told = Life(seed), []
    for _step in range(steps):
        told.append(life.step())
        life.check(told)


@pytest.fixture
def seed() -> int:
    return int(os.environ.get("SEED") or random.SystemRandom().randrange(10**9))


@pytest.fixture(autouse=True)
def _december():
    with time_machine.travel("2026-12-20T12:00Z", tick=False):
        yield


@pytest.mark.parametrize("_life", range(2))
def test_what_is_kept_is_what_the_facts_say(seed, _life):
    live(seed, 30)


@pytest.mark.night
@pytest.mark.parametrize("_life", range(100))
def test_what_is_kept_is_what_the_facts_say_all_night(seed, _life):
    live(seed, 120)
