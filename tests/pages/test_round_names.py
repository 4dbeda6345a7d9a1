"""What a round is called where a tournament has several stages, each of which begins with a round 1."""

import pytest
from django.test import Client
from django.utils.translation import override

from games.models import Notice, Player
from ladder.exports.own_dates import own_dates
from ladder.formats import round_among
from ladder.notices.texts import told
from ladder.tournament_pages.diary import diary_told
from ladder.tournament_pages.words import stage_name
from tests.factories import a_user
from tests.pages.director import Desk
from tests.tournaments.events import Event
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

NAMES = "ann bob cid dot".split()
FOUR = Terms(wanted=4, least=3, most=4, check_in=False)


@pytest.fixture
def cup() -> Event:
    """One round of a Swiss, then a cup, whose only table is published."""
    event = Event(NAMES, FOUR, [StageTerms(rounds=1), StageTerms(format="single")])
    Player.objects.filter(name="ann").update(user=a_user("ann", language="en"))
    event.next_round()
    event.result("ann, bob, cid, dot")
    event.complete_stage()
    event.start_stage(2)
    event.next_round(stage=2)
    return event


def test_a_round_of_a_later_stage_is_named_with_its_stage(cup: Event) -> None:
    with override("en"):
        diary = [act["text"] for act in diary_told(cup.tournament, cup.tournament.acts.order_by("number"))]
        dates = [date.title.partition(": ")[2] for date in own_dates(Player.objects.get(name="ann").user)]
        notices = [told(one, "UTC").title for one in Notice.objects.filter(kind="round.published").order_by("pk")]
    assert [text for text in diary if "published" in text] == ["Round 1 published", "Round 1 of stage 2 published"]
    assert dates == ["round 1 of stage 2, table 1"]
    assert notices[-1].endswith(": round 1 of stage 2")


def test_the_last_round_of_a_cup_is_the_final_everywhere(cup: Event) -> None:
    page = Client(headers={"accept-language": "en"}).get(f"/tournaments/{cup.tournament.slug}/").content.decode()
    assert "<b>Round 1</b>" in page
    assert "Single elimination: Final" in page
    assert "Single elimination: Round 1" not in page


def test_the_desk_calls_stages_by_their_names(cup: Event) -> None:
    desk = Desk(cup)
    assert "Stage 2: Single elimination" in desk.get("terms/")
    assert "Stage 2: Single elimination" in desk.get()


def test_the_first_stage_needs_no_name() -> None:
    with override("en"):
        assert [round_among(3, stage) for stage in (None, 1, 2)] == ["3", "3", "3 of stage 2"]


def test_seasons_count_divisions_and_no_other_stages() -> None:
    stages = [StageTerms(format="groups", groups=2), StageTerms(format="divisions"), StageTerms(format="divisions")]
    event = Event([f"player_{one}" for one in range(8)], Terms(check_in=False), stages)
    with override("en"):
        assert [stage_name(stage) for stage in event.tournament.stages.order_by("number")][1:] == [
            "Season 1",
            "Season 2",
        ]
