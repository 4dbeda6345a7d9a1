"""Numbers that cannot all hold are refused when the terms are written, each with a sentence that says what could."""

from typing import Any

import msgspec
import pytest
from django.utils.translation import override

from games.models import Game
from ladder.director.forms import StageForm, TermsForm, initial_of
from ladder.director.sentences import REFUSALS, refusal
from tests.tournaments.events import TWO, Event
from tournaments.services.contradictions import check_terms
from tournaments.services.errors import Refused
from tournaments.services.seasons import stage_add
from tournaments.services.tournaments import tournament_change
from tournaments.terms import StageTerms, Terms, document_of, terms_from

GAME = Game(key="alhambra", name="Alhambra", seats_min=2, seats_max=6)
SWISS, CUP = StageTerms(rounds=3), StageTerms(format="single")


def two(**more: Any) -> Terms:
    return Terms(wanted=2, least=2, most=2, points={2: (1, 0)}, **more)


def groups(**more: Any) -> StageTerms:
    return StageTerms(format="groups", **more)


@pytest.mark.parametrize(
    ("terms", "stages", "said"),
    [
        (Terms(), [], "A tournament has one stage at least."),
        (Terms(wanted=7, most=7, points={n: (1,) + (0,) * (n - 1) for n in range(3, 8)}), [SWISS], "2 to 6"),
        (Terms(places=2), [SWISS], "There are 2 places, but the first table needs 3 people."),
        (Terms(places=8, fewest=9), [SWISS], "9 people are needed to start, but there are only 8 places."),
        (two(draw=2), [SWISS], "A draw cannot give more than a win."),
        (Terms(), [StageTerms()], "Say how many rounds stage 1 has."),
        (two(places=4), [StageTerms(rounds=4)], "nobody meets anybody twice, so there are at most 3 rounds"),
        (Terms(), [StageTerms(format="single", best_of=3)], "Best of several is for tables of two."),
        (Terms(), [StageTerms(rounds=3, pairing="dutch")], "The Dutch system is for a Swiss at tables of two."),
        (Terms(), [StageTerms(format="single", advance=4)], "From a table of stage 1 at most 3 can go on"),
        (Terms(), [StageTerms(format="double", advance=9)], "From a table of stage 1 at most 3 can go on"),
        (two(places=7), [groups(groups=4)], "Stage 1 has places for at most 3 groups, of two at least."),
        (two(places=8), [groups(groups=2, per_group=5)], "From a group of stage 1 at most 4 can go on"),
        (two(), [groups(groups=4, per_group=2, qualify=7), CUP], "From the groups of stage 1 at least 8 go on"),
        (two(), [groups(groups=1, per_group=1), CUP], "At least 2 go on from stage 1"),
        (Terms(), [StageTerms(rounds=3, qualify=2), CUP], "At least 3 go on from stage 1, or the next one cannot"),
        (Terms(places=8), [StageTerms(rounds=3, qualify=9), CUP], "From stage 1 at most 8 can go on"),
        (two(), [StageTerms(format="divisions", division=3, division_least=4)], "at most as many as one has: 3"),
        (two(), [StageTerms(format="divisions", division=4, change=2, play_off=1)], "than a division has: 4"),
    ],
)
def test_what_contradicts_itself_is_refused_in_a_sentence(terms: Terms, stages: list[StageTerms], said: str) -> None:
    with pytest.raises(Refused) as refused:
        check_terms(terms, stages, GAME)
    assert refused.value.code in REFUSALS
    with override("en"):
        assert said in refusal(refused.value, {})


@pytest.mark.parametrize(
    ("terms", "stages"),
    [
        (Terms(places=3), [SWISS]),
        (two(places=2), [StageTerms(rounds=1)]),
        (two(places=8), [groups(groups=4, per_group=2), CUP]),
        (Terms(), [StageTerms(rounds=3, qualify=3), StageTerms(format="single", advance=3)]),
        (Terms(places=16), [StageTerms(rounds=3, qualify=2), StageTerms(format="challenge")]),
    ],
)
def test_what_just_holds_is_taken(terms: Terms, stages: list[StageTerms]) -> None:
    check_terms(terms, stages, GAME)


@pytest.mark.parametrize(
    "wrong",
    [{"rounds": 0}, {"best_of": 2}, {"best_of": 4}, {"best_of_final": 2}, {"advance": 0}, {"per_group": 0},
     {"groups": 0}, {"qualify": 0}, {"lives": 1}, {"reach": 0}, {"ties": "lot"}, {"filling": "nobody"}],
)  # fmt: skip
def test_a_number_out_of_its_bounds_is_neither_typed_nor_stored(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        terms_from(wrong, StageTerms)
    [field] = wrong
    assert field in StageForm({"format": "single", "best_of": "1", **wrong}).errors


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"points": "10-6-3-1"}, "Points for tables of 3 are missing"),
        ({"points": "9-4-2\n1-6-3-1"}, "Points for tables of 4 are missing, or do not fall"),
        ({"points": "9-4-2\n10-6-3"}, "Points for tables of 4"),
        ({"least": "5"}, "Table sizes go up"),
        ({"wanted": "5"}, "Table sizes go up"),
        ({"fide": "2026", "tie_breaks": "buchholz"}, "for tables of two"),
        ({"tie_breaks": "lot\nlot"}, "Each tie-break is named once"),
        ({"places": "1"}, "greater than or equal to 2"),
    ],
)
def test_the_form_says_what_does_not_fit_together(wrong: dict[str, str], said: str) -> None:
    with override("en"):
        sent = {name: "" if value is None else value for name, value in initial_of(Terms(), 1).items()}
        form = TermsForm({**sent, **wrong}, kept=Terms())
        assert said in str(form.errors)
        assert not TermsForm(sent, kept=Terms()).errors


@pytest.mark.django_db
def test_made_changed_or_lengthened_the_terms_are_looked_at() -> None:
    event = Event(["ann", "bob", "cid"], TWO, [StageTerms(format="divisions")], start=False)
    with pytest.raises(Refused, match="draw_above_win"):
        Event(["dot"], two(draw=2), by=event.by)
    tournament = event.tournament
    for terms, code in ((two(places=2), "places_taken"), (two(draw=2), "draw_above_win")):
        tournament.refresh_from_db()
        with pytest.raises(Refused, match=code):
            tournament_change(tournament, version=tournament.version, by=event.by, terms=terms, reason="x")
    event.advance("running")
    tournament.refresh_from_db()
    with pytest.raises(Refused, match="rounds"):
        stage_add(tournament, version=tournament.version, by=event.by, terms=StageTerms())
    assert document_of(event.stage().terms)["format"] == "divisions"


@pytest.mark.parametrize(
    ("code", "facts", "said"),
    [
        ("state", {"found": "entries"}, "The tournament is “entries open” now, so this cannot be done."),
        ("stage_state", {"found": "locked", "stage": 2}, "Stage 2 is “locked” now, so this cannot be done."),
        ("round_state", {"found": "draft", "round": 3}, "Round 3 is “draft” now, so this cannot be done."),
        ("entrant_state", {"found": "dropped"}, "This person is “dropped out” now, so this cannot be done."),
    ],
)
def test_a_refusal_names_the_state_that_it_found(code: str, facts: dict[str, object], said: str) -> None:
    with override("en"):
        assert refusal(Refused(code, **facts), {}) == said
