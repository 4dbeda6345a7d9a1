"""Results as typed by keyboard, and the terms that a new tournament begins with."""

import pytest

from ladder.director.defaults import stages_for, terms_for
from ladder.director.typed import TypedLine, Unreadable, lines_of, place_text

PLANS = ("swiss", "swiss_final", "single", "double", "round_robin")


def typed(*boxes: str) -> list[tuple[int | None, int | None, str]]:
    """Each box `place/score`."""
    rows = [TypedLine(number, *(box + "/").split("/")[:2]) for number, box in enumerate(boxes)]
    return [(line.place, line.score, line.flag) for line in lines_of(rows).values()]


@pytest.mark.parametrize(
    ("boxes", "places"),
    [
        (("1", "2", "3", "4"), [1, 2, 3, 4]),
        (("1", "=", "3"), [1, 1, 3]),
        (("/98", "/120", "/98"), [2, 1, 2]),
        (("1", "2", "n"), [1, 2, None]),
        (("/98", "/120", "n"), [2, 1, None]),
        (("/98", "/120", "c"), [2, 1, 3]),
        (("1", "c", "t"), [1, 2, 2]),
        (("1", "2c", "3"), [1, 2, 3]),
    ],
)
def test_places_follow_from_what_is_typed(boxes: tuple[str, ...], places: list[int | None]) -> None:
    assert [place for place, _score, _flag in typed(*boxes)] == places


def test_letters_say_what_happened() -> None:
    assert [flag for *_, flag in typed("1", "2c", "T", "l", "N")] == "played conceded timed_out left no_show".split()


@pytest.mark.parametrize(
    ("boxes", "code"),
    [(("x", "2"), "place"), (("1/x", "2"), "score"), (("=", "1"), "first_tie"), (("1", "", "3"), "places"),
     (("/98", ""), "places")],
)  # fmt: skip
def test_what_cannot_be_read_is_told(boxes: tuple[str, ...], code: str) -> None:
    with pytest.raises(Unreadable) as found:
        typed(*boxes)
    assert found.value.code == code


def test_a_stored_line_is_shown_as_it_would_be_typed() -> None:
    assert [place_text(2, "conceded"), place_text(None, "no_show"), place_text(1, "played")] == ["2c", "n", "1"]


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("size", range(2, 7))
@pytest.mark.parametrize("people", [2, 9, 14, 64, 300])
def test_every_plan_gives_terms_that_hold(plan: str, size: int, people: int) -> None:
    terms, stages = terms_for(plan, people, size)  # type: ignore[arg-type]
    assert terms.least <= terms.wanted <= terms.most
    assert all(stage.rounds for stage in stages if stage.format == "swiss")
    if plan == "groups_final":
        assert (stages[0].groups or 0) * stages[0].per_group >= terms.least
    assert plan != "dutch" or (terms.is_for_two and terms.fide)


def test_a_play_off_takes_two_tables_where_there_are_people_for_three() -> None:
    assert [stage.qualify for stage in stages_for("swiss_final", 14, 4)] == [8, None]
    assert [stage.qualify for stage in stages_for("swiss_final", 8, 4)] == [4, None]
