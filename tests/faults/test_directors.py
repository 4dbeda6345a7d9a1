"""Two directors at once: what is done is what was accepted, one after another; the others are told."""

import random

import pytest
from django.db import transaction

from games.models import Player
from games.services.errors import Conflict
from games.services.players import player_named
from tests.factories import a_user
from tests.faults.conftest import together
from tests.tournaments.events import OCTOBER, Event
from tests.tournaments.test_acts import Random, fresh_points
from tournaments.models import Act, PairingSeat
from tournaments.selectors.acts import stack
from tournaments.selectors.standings import stage_rows
from tournaments.services.drafts import round_pair
from tournaments.services.errors import Changed, Refused
from tournaments.services.publishing import round_publish
from tournaments.services.results import Line, result_enter
from tournaments.services.tournaments import role_grant
from tournaments.services.work import act_undo
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db(transaction=True)]
NAMES = "ann bob cid dot eve fay gil hal".split()


def test_two_directors_press_the_same_button():
    event = Event(NAMES)
    stage = event.stage()
    answers = together(*[lambda: round_pair(stage, version=stage.version, by=event.by)] * 2)
    assert sorted(type(answer).__name__ for answer in answers) == ["Changed", "Round"]
    round_ = event.stage().rounds.get()
    answers = together(*[lambda: round_publish(round_, version=round_.version, by=event.by)] * 3)
    assert sum(isinstance(answer, Act) for answer in answers) == 1
    table = event.laid(event.stage().rounds.get()).tables[0]
    lines = {one: Line(place) for place, one in enumerate(table.people, start=1)}

    def enter() -> Act:
        return result_enter(table.pairing, lines, version=table.pairing.version, by=event.by)

    answers = together(enter, enter, enter)
    assert sum(isinstance(answer, Act) for answer in answers) == 1
    last = stack(event.tournament)[0]
    answers = together(*[lambda: act_undo(last, by=event.by)] * 2)
    assert sum(isinstance(answer, Act) for answer in answers) == 1


def test_two_directors_enter_the_same_new_name_and_it_is_one_player():
    def named() -> Player:
        with transaction.atomic():
            return player_named("zed", at=OCTOBER)

    one, other = together(named, named)
    assert one == other
    assert Player.objects.filter(name="zed").count() == 1


@pytest.mark.parametrize("acts", [60, pytest.param(250, marks=pytest.mark.night)])
def test_random_acts_of_two_directors_leave_the_stack_whole(acts, measured):
    """Each act carries what its director saw; refused ones change nothing, and in the end all can be undone."""
    event = Event(NAMES, stages=[StageTerms(rounds=4)])
    role_grant(event.tournament, a_user("tito"), "director", by=a_user("zoe", is_superuser=True))
    bottom = stack(event.tournament)[0].number
    seed = random.SystemRandom().randrange(10**6)
    print(f"SEED={seed}")

    def directing(number: int):
        def session() -> list[Exception]:
            director, odd = Random(event, seed + number), []
            for _act in range(acts):
                act = director.dice.choice([
                    director.pair, director.publish, director.result, director.result, director.result,
                    director.correct, director.swap, director.withdraw, director.reopen, director.delete,
                ])  # fmt: skip
                try:
                    if director.dice.random() < 0.2:
                        last = stack(event.tournament)[0]
                        if last.number > bottom:
                            act_undo(last, by=event.by)
                    else:
                        act()
                except (Refused, Changed, Conflict, IndexError):
                    continue
                except Exception as problem:
                    odd.append(problem)
            return odd

        return session

    odd = together(directing(0), directing(1))
    assert odd == [[], []]
    measured(f"two directors, {2 * acts} acts at random: neither done nor refused", sum(map(len, odd)), "", 0)
    assert {row.entrant: row.points for row in stage_rows(event.board())} == fresh_points(event)
    numbers = list(event.tournament.acts.values_list("number", flat=True))
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    while (last := stack(event.tournament)[0]).number > bottom:
        act_undo(last, by=event.by)
    assert not PairingSeat.objects.exists()
