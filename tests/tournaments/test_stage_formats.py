"""Groups, two lives, divisions and the challenge ladder, as stages of a tournament played through the services."""

import random
from datetime import timedelta
from itertools import combinations

import msgspec
import pytest
import time_machine

from tests.factories import a_player, a_user
from tests.pages.director import client_of, text_of
from tests.tournaments.events import OCTOBER, TWO, Event
from tournaments.models import Stage
from tournaments.selectors.acts import stack
from tournaments.selectors.challenges import ladder_of
from tournaments.selectors.lives import lives_of
from tournaments.selectors.standings import classification, qualifiers
from tournaments.services import challenges
from tournaments.services.at_tables import round_check_in
from tournaments.services.drafts import rounds_of
from tournaments.services.entrants import entrant_drop
from tournaments.services.errors import Changed, Refused
from tournaments.services.results import Line, result_correct
from tournaments.services.seasons import entrant_join, entrant_leave, entrant_replace, seasons_run, stage_add
from tournaments.services.work import act_undo
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NAMES = "ann bob cid dot eve fay gil hal ivy jon kim lou".split()
FOUR = Terms(check_in=False)


def play_round(event: Event, stage: int = 1, *, order=None) -> None:
    """Pair, publish and play a round; the better seed wins, or whom `order` names first."""
    round_ = event.next_round(stage=stage)
    seed = event.board(stage).seed
    for table in event.laid(round_).tables:
        best = sorted(table.people, key=order or seed.__getitem__)
        event.result(", ".join(event.name(one) for one in best), stage=stage)


def play_all(event: Event, stage: int = 1, *, order=None) -> None:
    while rounds_of(event.board(stage)) is None or len(event.board(stage).rounds) < rounds_of(event.board(stage)):
        play_round(event, stage, order=order)
    with refused("no_more_rounds"):
        event.pair(stage)


def refused(code: str):
    return pytest.raises(Refused, check=lambda error: error.code == code)


class TestGroups:
    def event(self, people: int = 8, terms: Terms = TWO, by=None, **more: object) -> Event:
        stages = [StageTerms(format="groups", **({"groups": 2} | more)), StageTerms(format="single")]
        return Event(NAMES[:people], terms, stages, by=by)

    def test_each_group_plays_by_itself_and_everybody_meets_in_it(self):
        event = self.event()
        groups = event.board().groups
        assert [[event.name(one) for one in people] for people in groups.values()] == [
            ["ann", "dot", "eve", "hal"],
            ["bob", "cid", "fay", "gil"],
        ]
        play_all(event)
        met = {
            pair
            for laid in event.board().published
            for table in laid.tables
            for pair in combinations(sorted(table.people), 2)
        }
        assert met == {pair for people in groups.values() for pair in combinations(sorted(people), 2)}

    def test_the_first_of_each_group_go_on_and_do_not_meet_at_once(self):
        event = self.event()
        play_all(event)
        event.complete_stage()
        assert [event.name(one.entrant) for one in qualifiers(event.board())] == ["ann", "bob", "cid", "dot"]
        event.start_stage(2)
        group = event.board().group
        for table in event.board(2).rounds[0].tables:
            first, second = table.people
            assert group[first] != group[second]

    def test_the_final_order_is_that_of_the_play_offs_and_then_of_the_groups(self):
        event = self.event()
        play_all(event)
        event.complete_stage()
        event.start_stage(2)
        for told in ("ann, cid", "bob, dot", "bob, ann"):
            event.result(told, stage=2)
        event.complete_stage(2)
        found = [(one.first, one.entrant.player.name) for one in classification(event.tournament)]
        assert found[:2] == [(1, "bob"), (2, "ann")]
        assert [name for _first, name in found[4:]] == ["eve", "fay", "gil", "hal"]

    def test_best_next_fill_up_and_who_left_does_not_go_on(self):
        event = self.event(9, groups=3, per_group=1, qualify=4)
        play_all(event)
        entrant = event.entrant("ann")
        entrant_drop(entrant, version=entrant.version, by=event.by)
        found = qualifiers(event.board())
        assert len(found) == 4
        assert event.entrant("ann").pk not in [one.entrant for one in found]
        assert [one.reason["why"] for one in found].count("best_next") == 1

    def test_groups_at_tables_of_four_feed_tables_that_part_them(self):
        event = self.event(8, Terms(check_in=False, points={2: (8, 2), 3: (9, 4, 2), 4: (10, 6, 3, 1)}))
        play_round(event)
        play_all(event)
        event.complete_stage()
        event.start_stage(2)
        round_ = event.next_round(stage=2)
        assert sorted(map(len, (table.people for table in event.laid(round_).tables))) == [4]

    def test_groups_of_unequal_size_rest_and_a_group_too_small_is_refused(self):
        event = self.event(7)
        play_all(event)
        assert [len(people) for people in event.board().groups.values()] == [4, 3]
        with refused("format.groups"):
            self.event(3, by=a_user("tito"))

    def test_people_of_one_club_are_in_different_groups(self):
        event = Event(NAMES[:8], Terms(**_two(), clubs="prefer"), [StageTerms(format="groups", groups=2)], start=False)
        event.tournament.entrants.filter(player__name__in=["ann", "dot"]).update(club="Lupi")
        event.tournament.entrants.filter(player__name__in=["bob", "cid"]).update(club="lupi ")
        event.start()
        members = [
            {event.name(one) for one in people} & {"ann", "dot", "bob", "cid"}
            for people in event.board().groups.values()
        ]
        assert [len(one) for one in members] == [2, 2]


def _two() -> dict:
    return {"wanted": 2, "least": 2, "most": 2, "points": {2: (1, 0)}, "check_in": False}


class TestTwoLives:
    def event(self, people: int = 12) -> Event:
        return Event(NAMES[:people], FOUR, [StageTerms(format="double")])

    def test_who_loses_twice_is_out_and_people_with_as_many_lives_sit_together(self):
        event = self.event()
        play_round(event)
        lives = lives_of(event.board()).lives.lives
        assert sorted(lives.values()) == [1] * 6 + [2] * 6
        round_ = event.next_round()
        for table in event.laid(round_).tables:
            assert len({lives[one] for one in table.people}) == 1

    @pytest.mark.parametrize("people", [4, 5, 6, 7, 9, 11, 12])
    @pytest.mark.parametrize("seed", [1, 2])
    def test_it_ends_with_one_winner_whom_nobody_beat_out(self, people, seed):
        event = self.event(people)
        dice = random.Random(seed)
        play_all(event, order=lambda _one: dice.random())
        event.complete_stage()
        places = event.places()
        assert [place for place, _name in places].count(1) == 1
        assert len(places) == people
        final = event.board().published[-1]
        assert len(final.tables) == 1
        assert event.name(final.tables[0].seats[0].player) in NAMES

    def test_the_winner_of_the_final_is_first_whatever_lives_he_had(self):
        event = self.event(4)
        round_ = event.next_round()
        event.result("dot, cid, bob, ann")
        event.complete_stage()
        assert event.places() == [(1, "dot"), (2, "cid"), (3, "bob"), (4, "ann")]
        assert event.laid(round_).round.state == "complete"

    def test_who_does_not_come_loses_a_life_even_where_places_are_left(self):
        event = self.event(8)
        round_ = event.next_round()
        table = [event.name(one) for one in event.laid(round_).tables[0].people]
        event.result(f"{table[0]}, {table[1]} -, {table[2]} -, {table[3]} -")
        lives = lives_of(event.board()).lives.lives
        other = event.laid(round_).tables[1].people
        event.result(", ".join(event.name(one) for one in other))
        lives = lives_of(event.board()).lives.lives
        assert [lives[event.entrant(name).pk] for name in table] == [2, 1, 1, 1]

    def test_who_leaves_is_out_and_undoing_it_brings_him_back(self):
        event = self.event(8)
        play_round(event)
        entrant = event.entrant("ann")
        act = entrant_drop(entrant, version=entrant.version, by=event.by)
        assert lives_of(event.board()).lives.lives[entrant.pk] == 0
        draft = event.pair()
        assert "ann" not in " ".join(event.tables(draft))
        act_undo(stack(event.tournament)[0], by=event.by)
        act_undo(act, by=event.by)
        assert lives_of(event.board()).lives.lives[entrant.pk] == 2


class TestChallenges:
    def event(self, people: int = 5, terms: Terms = TWO, **more: object) -> Event:
        return Event(NAMES[:people], terms, [StageTerms(format="challenge", **more)])

    def order(self, event: Event) -> str:
        return " ".join(event.name(one) for one in ladder_of(event.board()).order)

    def act(self, event: Event, what: str, *names: str, days: int = 0):
        stage = event.stage()
        people = [event.entrant(name).pk for name in names]
        act = getattr(challenges, f"challenge_{what}")
        return act(stage, *people, version=stage.version, by=event.by, now=OCTOBER + timedelta(days=days))

    def test_a_challenger_who_wins_takes_the_place(self):
        event = self.event()
        self.act(event, "make", "dot", "ann")
        self.act(event, "accept", "ann", days=3)
        assert self.order(event) == "ann bob cid dot eve"
        event.result("dot, ann")
        assert self.order(event) == "dot ann bob cid eve"
        assert event.places()[0] == (1, "dot")
        assert ladder_of(event.board()).open == ()

    def test_an_undone_or_corrected_result_moves_the_order_back(self):
        event = self.event()
        self.act(event, "make", "dot", "ann")
        self.act(event, "accept", "ann")
        act = event.result("dot, ann")
        act_undo(act, by=event.by)
        assert self.order(event) == "ann bob cid dot eve"
        assert len(ladder_of(event.board()).open) == 1
        event.result("dot, ann")
        self.act(event, "make", "cid", "ann")
        self.act(event, "accept", "ann")
        event.result("cid, ann")
        assert self.order(event) == "dot cid ann bob eve"

    def test_too_far_twice_at_once_and_an_old_page_are_refused(self):
        event = self.event()
        with refused("format.out_of_reach"):
            self.act(event, "make", "eve", "ann")
        stage = event.stage()
        self.act(event, "make", "dot", "ann")
        with refused("format.busy"):
            self.act(event, "make", "cid", "ann")
        with pytest.raises(Changed):
            challenges.challenge_refuse(stage, event.entrant("ann").pk, version=stage.version, by=event.by)
        with refused("ladder_is_not_paired"):
            event.pair()

    def test_two_refusals_cost_a_place_and_silence_is_one(self):
        event = self.event()
        self.act(event, "make", "dot", "ann")
        self.act(event, "refuse", "ann")
        self.act(event, "make", "cid", "ann")
        assert challenges.challenges_expire(OCTOBER + timedelta(days=7)) == 0
        assert challenges.challenges_expire(OCTOBER + timedelta(days=8)) == 1
        assert challenges.challenges_expire(OCTOBER + timedelta(days=8)) == 0
        assert self.order(event) == "bob ann cid dot eve"

    def test_what_is_not_played_in_time_leaves_the_order_and_is_over(self):
        event = self.event()
        self.act(event, "make", "dot", "ann")
        self.act(event, "accept", "ann")
        assert challenges.challenges_expire(OCTOBER + timedelta(days=15)) == 1
        assert self.order(event) == "ann bob cid dot eve"
        assert event.board().rounds[0].tables[0].state == "no_result"
        self.act(event, "make", "dot", "ann", days=15)

    def test_a_table_shares_out_its_own_places(self):
        event = self.event(terms=FOUR)
        stage = event.stage()
        people = [event.entrant(name).pk for name in ("bob", "cid", "dot")]
        challenges.challenge_table(stage, people, version=stage.version, by=event.by, now=OCTOBER)
        event.result("dot, bob, cid")
        assert self.order(event) == "ann dot bob cid eve"

    def test_who_comes_stands_last_and_who_leaves_and_comes_back_too(self):
        event = self.event(3)
        stage = event.stage()
        challenges.ladder_join(stage, a_player("zoe"), version=stage.version, by=event.by)
        entrant = event.entrant("ann")
        entrant_drop(entrant, version=entrant.version, by=event.by)
        assert self.order(event) == "bob cid zoe"
        act_undo(stack(event.tournament)[0], by=event.by)
        assert self.order(event) == "ann bob cid zoe"

    def test_the_ladder_ends_with_the_order_as_it_is(self):
        event = self.event(3)
        self.act(event, "make", "bob", "ann")
        self.act(event, "accept", "ann")
        with refused("round_open"):
            event.complete_stage()
        event.result("bob, ann")
        event.complete_stage()
        assert [name for _place, name in event.places()] == ["bob", "ann", "cid"]


class TestDivisions:
    def event(self, people: int = 8, **more: object) -> Event:
        terms = {"division": 4, "division_least": 3, "change": 1} | more
        return Event(NAMES[:people], TWO, [StageTerms(format="divisions", **terms)])

    def next_season(self, event: Event, stage: int = 1) -> None:
        event.complete_stage(stage)
        event.tournament.refresh_from_db()
        stage_add(event.tournament, version=event.tournament.version, by=event.by)
        event.start_stage(stage + 1)

    def tiers(self, event: Event, stage: int) -> list[str]:
        return [" ".join(sorted(event.name(one) for one in people)) for people in event.board(stage).groups.values()]

    def test_the_best_go_up_and_the_last_go_down_for_the_next_season(self):
        event = self.event()
        assert self.tiers(event, 1) == ["ann bob cid dot", "eve fay gil hal"]
        play_all(event)
        self.next_season(event)
        assert self.tiers(event, 2) == ["ann bob cid eve", "dot fay gil hal"]
        reasons = {row.entrant.player.name: row.reason.get("why") for row in event.stage(2).field.all()}
        assert (reasons["eve"], reasons["dot"], reasons["ann"]) == ("up", "down", None)
        assert event.stage(1).state == Stage.State.LOCKED
        play_all(event, 2)

    def test_the_classification_is_by_division(self):
        event = self.event()
        play_all(event, order=lambda one: -event.board().seed[one])
        assert [name for _first, name in event.places()] == ["dot", "cid", "bob", "ann", "hal", "gil", "fay", "eve"]
        assert [first for first, _name in event.places()] == list(range(1, 9))

    def test_a_play_off_decides_about_the_next_places_and_gives_no_points(self):
        event = self.event(play_off=1)
        for _round in range(3):
            play_round(event)
        before = event.ranking()
        round_ = event.next_round()
        assert round_.side == "play_off"
        assert event.tables(round_) == ["cid fay"]
        with refused("round_open"):
            event.complete_stage()
        event.result("fay, cid")
        assert event.ranking() == before
        self.next_season(event)
        assert self.tiers(event, 2) == ["ann bob eve fay", "cid dot gil hal"]

    def test_leave_of_a_season_keeps_the_division_and_newcomers_begin_at_the_bottom(self):
        event = self.event()
        play_all(event)
        entrant = event.entrant("ann")
        entrant_leave(entrant, version=entrant.version, by=event.by)
        entrant_join(event.tournament, a_player("zoe"), by=event.by)
        self.next_season(event)
        assert "ann" not in " ".join(self.tiers(event, 2))
        assert "zoe" in self.tiers(event, 2)[-1]
        play_all(event, 2)
        self.next_season(event, 2)
        assert "ann" in self.tiers(event, 3)[0]
        assert event.entrant("ann").state == "active"

    def test_who_does_not_check_in_is_replaced_in_plan_and_tables(self):
        event = self.event()
        event.next_round()
        stage = event.stage()
        act = entrant_replace(
            stage, event.entrant("hal"), a_player("zoe"), version=stage.version, by=event.by, reason="not here"
        )
        assert self.tiers(event, 1)[1] == "eve fay gil zoe"
        assert event.table("zoe") is not None
        act_undo(act, by=event.by)
        assert self.tiers(event, 1)[1] == "eve fay gil hal"
        names = [event.name(one) for one in event.table("hal").seats.values_list("entrant", flat=True)]
        event.result(", ".join(names))
        stage = event.stage()
        with refused("already_decided"):
            entrant_replace(
                stage, event.entrant("hal"), a_player("zac"), version=stage.version, by=event.by, reason="not here"
            )

    def test_who_does_not_check_in_to_a_season_is_replaced_by_the_clock_from_the_reserve(self):
        terms = msgspec.structs.replace(TWO, check_in=True, places=8)
        event = Event(
            [*NAMES[:8], "zoe"], terms, [StageTerms(format="divisions", division=4, division_least=3, change=1)]
        )
        play_all(event)
        self.next_season(event)
        stage = event.stage(2)
        event.publish(event.pair(2), now=OCTOBER)
        for name in "ann bob cid eve dot fay".split():
            entrant = event.entrant(name)
            with time_machine.travel(OCTOBER, tick=False):
                assert round_check_in(stage, entrant, by=event.by)
        assert seasons_run(OCTOBER + timedelta(days=6, hours=23)) == 0
        assert seasons_run(OCTOBER + timedelta(days=7)) == 1
        assert seasons_run(OCTOBER + timedelta(days=7)) == 0
        assert self.tiers(event, 2) == ["ann bob cid eve", "dot fay hal zoe"]
        assert (event.entrant("gil").state, event.entrant("zoe").state) == ("dropped", "active")
        with time_machine.travel(OCTOBER + timedelta(days=7), tick=False):
            desk = text_of(client_of(event.by).get(f"/desk/tournaments/{event.tournament.slug}/"))
        assert "Did not check in during the first week of the season: hal." in desk  # the reserve is empty
        reserve = event.entrant("gil")
        reserve.state = "reserve"
        reserve.save()
        assert [seasons_run(OCTOBER + timedelta(days=7)) for _minute in range(2)] == [1, 0]  # hal alone, and once
        assert self.tiers(event, 2) == ["ann bob cid eve", "dot fay gil zoe"]
        with refused("no_check_in"), time_machine.travel(OCTOBER + timedelta(days=7), tick=False):
            round_check_in(stage, event.entrant("hal"), by=event.by)

    def test_the_start_of_a_season_can_be_undone(self):
        event = self.event()
        play_all(event)
        self.next_season(event)
        act_undo(stack(event.tournament)[0], by=event.by)
        assert event.stage(1).state == Stage.State.COMPLETE
        assert not event.stage(2).field.exists()
        event.start_stage(2)


def test_a_correction_in_a_group_changes_who_goes_on():
    event = Event(NAMES[:4], TWO, [StageTerms(format="groups", groups=1, per_group=2), StageTerms(format="single")])
    for _round in range(3):
        play_round(event)
    last = event.board().published[-1]
    pairing = next(table.pairing for table in last.tables if event.entrant("ann").pk in table.people)
    lines = event.by_entrant({name: Line(place) for place, name in enumerate(("bob", "ann"), 1)})
    with refused("round_complete"):
        result_correct(pairing, lines, version=pairing.version, by=event.by, reason="misread")
    assert event.name(qualifiers(event.board())[0].entrant) == "ann"
