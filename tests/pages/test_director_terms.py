"""Terms by form, and people by list."""

from datetime import datetime

import pytest
import time_machine

from ladder.director.forms import StageForm, TermsForm, initial_of
from tests.factories import a_player, a_user
from tests.pages.director import Desk, client_of, text_of
from tests.tournaments.events import Event
from tournaments.services.entrants import entrant_enter, entries_over
from tournaments.terms import StageTerms, Terms, document_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def sent(terms: Terms, **more: str) -> dict[str, object]:
    shown = {name: "on" if value is True else value for name, value in initial_of(terms, 1).items()}
    return {name: value for name, value in shown.items() if value not in (None, False, "")} | {"key": "k" * 12} | more


@pytest.mark.parametrize(
    "terms",
    [
        Terms(
            clubs="never",
            asked="prefer",
            entries_until="2026-10-08T23:59",
            extends="clock",
            overdue="wait",
            check_in_rounds=True,
        ),
        Terms(overdue="forfeit", tie_breaks=("direct_meetings", "median_buchholz", "sonneborn_berger", "lot")),
        Terms(wanted=2, least=2, most=2, points={2: (1, 0)}, fide="2026", tie_breaks=("BH/C1", "BH/M1", "SB", "DE")),
    ],
)
def test_terms_saved_as_they_are_shown_stay_what_they_are(terms: Terms) -> None:
    form = TermsForm(sent(terms), kept=terms)
    assert form.is_valid(), form.errors
    assert document_of(form.cleaned_data["terms"]) | {"points": 0} == document_of(terms) | {"points": 0}


def test_the_form_asks_for_every_term() -> None:
    assert set(Terms.__struct_fields__) - set(TermsForm.base_fields) == {"edition"}
    assert set(StageTerms.__struct_fields__) - set(StageForm.base_fields) == {"edition"}


def test_a_tie_break_of_the_other_kind_is_refused_with_those_that_are_known(settings: object) -> None:
    terms = Terms()
    form = TermsForm(sent(terms, tie_breaks="BH/C1"), kept=terms)
    assert "first_places" not in form.errors.as_text()
    assert len(form.errors["tie_breaks"]) == 1


def test_a_pasted_list_enters_all_or_nobody() -> None:
    for name in ("annabella", "bob"):
        a_player(name)
    desk = Desk(Event([], start=False))
    told = text_of(desk.post("entrants/list/", 422, names="bob\nannabela\n\nbob\nzed"))
    assert "annabela: " in told
    assert "annabella" in told
    assert desk.tournament.entrants.count() == 0
    desk.post("entrants/list/", names="bob\nannabella\nzed", is_new="1")
    order = desk.tournament.entrants.order_by("entered_at", "pk").values_list("player__name", "player__state")
    assert [name for name, _state in order] == ["bob", "annabella", "zed"]
    assert dict(order)["zed"] == "provisional"
    desk.post("entrants/list/", 422, names="\n".join(f"n{number}" for number in range(201)), is_new="1")


def test_all_are_checked_in_with_one_press() -> None:
    event = Event("ann bob cid".split(), start=False)
    event.advance("check_in")
    desk = Desk(event)
    shown = [f"{one.pk}:{one.version}" for one in event.tournament.entrants.all()]
    assert all(f'name="shown" value="{one}"' in desk.get("entrants/") for one in shown)
    desk.post("entrants/check-in/", shown=shown, all="1")
    assert set(event.tournament.entrants.values_list("state", flat=True)) == {"checked_in"}


def test_what_is_asked_of_everybody_is_told_to_everybody() -> None:
    event = Event([], Terms(clubs="never", check_in_rounds=True, extends="clock"), start=False)
    told = text_of(client_of(None).get(f"/tournaments/{event.tournament.slug}/"))
    for text in ("one club are kept apart before", "From the second round on, only", "The clock does that"):
        assert text in told


def test_who_enters_himself_after_the_date_waits_in_reserve_and_directors_still_enter_anybody() -> None:
    event = Event([], Terms(entries_until="2026-10-08T23:59"), start=False)
    late, zone = a_user("late"), event.tournament.zone
    player, address = a_player("late", late), f"/tournaments/{event.tournament.slug}/"
    assert not entries_over(event.tournament, datetime(2026, 10, 8, 23, 59, 59, tzinfo=zone))
    assert entries_over(event.tournament, datetime(2026, 10, 9, tzinfo=zone))
    with time_machine.travel("2026-10-09T12:00Z", tick=False):
        told = text_of(client_of(late).post(f"{address}enter/", follow=True))
        entrant_enter(event.tournament, a_player("guest"), by=event.by)
    assert "Entries ended Thu 8 Oct, 23:59 (Rome); who enters now waits in reserve." in told
    assert "You have entered." not in told
    assert event.entrant(player.name).state == "reserve"
    assert event.entrant("guest").state == "entered"
