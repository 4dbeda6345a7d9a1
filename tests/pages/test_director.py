"""A tournament by forms without script, from its first line to the end; who takes part; what two directors do at once."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.core.cache import cache

from games.models import Game, Match, Notice
from ladder.services.ladders import role_grant
from tests.factories import a_league, a_player, a_user
from tests.pages.director import FOUR, NAMES, NOW, Desk, client_of, play, playing, started, text_of
from tests.pages.test_every_page import check
from tests.tournaments.events import TWO, Event
from tournaments.models import PairingJob, Tournament
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def now() -> Iterator[None]:
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield


# From the announcement to the end


def test_a_tournament_runs_from_its_first_line_to_the_end() -> None:
    manager = a_user("sara", language="en")
    role_grant(manager, "manager", ladder=a_league())
    game, _ = Game.objects.get_or_create(key="alhambra", defaults={"name": "Alhambra"})
    for name in NAMES:
        a_player(name)
    client = client_of(manager)
    fields = {"name": "Autumn", "game": game.pk, "plan": "swiss_final", "people": 8, "size": 4}
    fields |= {"language": "en", "time_zone": "Europe/Rome"}
    answer = client.post("/desk/tournaments/new/", fields)
    assert answer["Location"] == "/desk/tournaments/autumn/terms/"
    desk = Desk(Tournament.objects.get(slug="autumn"), manager)
    assert [stage.terms.format for stage in desk.tournament.stages.order_by("number")] == ["swiss", "single"]
    desk.advance("announced")
    desk.advance("entries")
    for name in NAMES:
        desk.post("entrants/enter/", name=name)
    desk.advance("check_in")
    assert "0 of 8 checked in" in desk.get()
    desk.post("entrants/check-in/", entrant=[f"{one.pk}:{one.version}" for one in desk.tournament.entrants.all()])
    desk.advance("running")
    desk.stage("start")
    for number in (1, 2, 3):
        desk.stage("pair")
        desk.on_round("publish", number)
        play(desk, number)
    desk.stage("complete")
    assert "Who goes on, by seed" in desk.get()
    desk.stage("start", 2)
    desk.stage("pair", 2)
    final = desk.round(1, 2)
    desk.post(f"rounds/{final.pk}/publish/", version=final.version)
    [table] = final.pairings.all()
    seats = list(table.seats.order_by("number"))
    boxes = {f"score-{table.pk}-{seat.entrant_id}": 100 - number for number, seat in enumerate(seats)}
    desk.post(f"rounds/{final.pk}/results/", **boxes, **{f"version-{table.pk}": table.version})
    desk.stage("complete", 2)
    desk.advance("finished")
    assert desk.now().state == "finished"
    assert "The tournament is over." in desk.get()


def test_a_copy_has_the_terms_and_stages_of_the_old_one_and_nobody_in_it() -> None:
    old = Event(NAMES, Terms(wanted=3, least=3, most=4, late="refused"), [StageTerms(rounds=5, name="Hall")])
    fields = {"name": "Again", "game": old.tournament.game.pk, "like": old.tournament.pk, "plan": "single"}
    fields |= {"people": 9, "size": 2, "language": "it", "time_zone": "Europe/Rome"}
    answer = client_of(old.by).post("/desk/tournaments/new/", fields)
    assert answer.status_code == 302, text_of(answer)
    made = Tournament.objects.get(slug="again")
    assert made.document == old.tournament.document
    assert [stage.terms.name for stage in made.stages.all()] == ["Hall"]
    assert not made.entrants.exists()


def terms_sent(desk: Desk, **changes: Any) -> dict[str, Any]:
    """The form of the terms as a browser would send it back."""
    page = desk.client.get(f"{desk.at}terms/").context
    fields = {name: page["form"][name].value() for name in page["form"].fields}
    fields = {name: value for name, value in fields.items() if value not in (None, False, "")} | {"seen": desk.seen()}
    if not page["begun"]:
        forms = page["forms"]
        fields |= {"stage-TOTAL_FORMS": len(forms.forms), "stage-INITIAL_FORMS": len(forms.forms)}
        for form in forms:
            values = {name: form[name].value() for name in form.fields}
            fields |= {form.add_prefix(k): v for k, v in values.items() if v not in (None, False, "")}
    return fields | changes


def test_terms_change_freely_before_they_are_announced_and_with_a_reason_after_that() -> None:
    desk = Desk(Event(NAMES, FOUR, start=False))
    desk.post("terms/", 422, **terms_sent(desk, late="refused"))
    assert desk.now().terms.late == "half_bye"
    desk.post("terms/", **terms_sent(desk, late="refused", reason="Too few rounds.", **{"stage-0-rounds": 4}))
    assert desk.now().terms.late == "refused"
    assert desk.tournament.stages.get().terms.rounds == 4


def test_terms_that_do_not_fit_together_are_told_and_what_was_typed_stays() -> None:
    desk = Desk(Event(NAMES, FOUR, start=False))
    answer = desk.post("terms/", 422, **terms_sent(desk, points="10-6-3-1", reason="As agreed"))
    assert "Points for tables of 3 are missing" in text_of(answer)
    assert 'value="As agreed"' in answer.content.decode()


def test_points_and_tie_breaks_are_typed_as_people_write_them() -> None:
    desk = Desk(Event(NAMES, FOUR, start=False))
    typed = {"points": "9 4,5 2\n10-6-3-1", "tie_breaks": "Drawn lot\nfirst places", "reason": "x"}
    desk.post("terms/", **terms_sent(desk, **typed))
    terms = desk.now().terms
    assert [str(one) for one in terms.points[3]] == ["9", "9/2", "2"]
    assert terms.tie_breaks == ("lot", "first_places")


def test_a_tie_at_the_last_place_that_goes_on_is_played_off_where_the_terms_say_so() -> None:
    desk = Desk(Event(NAMES, FOUR, start=False))
    cup = {"stage-0-format": "single", "stage-0-advance": 1, "stage-0-ties": "match", "stage-0-filling": "byes"}
    desk.post("terms/", **terms_sent(desk, reason="x", **cup))
    rules = client_of(None).get(f"/tournaments/{desk.tournament.slug}/").content.decode()
    assert (
        "where places are missing the best seeds have a bye, those level at the last place that goes on play" in rules
    )
    desk.advance("running")
    desk.stage("start")
    desk.stage("pair")
    desk.on_round("publish")
    first, second = desk.tables()
    desk.results(dict(zip(first, ["1", "=", "=", "4"], strict=True)) | dict(zip(second, "1234", strict=True)))
    assert "Some are level at the last place that goes on. Round 2 lets them play for it." in desk.get()
    desk.stage("pair")
    desk.on_round("publish", 2)
    assert desk.tables(2) == [first[:3]]
    at = f"/tournaments/{desk.tournament.slug}/"
    pages = {name: client_of(None).get(f"{at}{name}/") for name in ("bracket", "rounds", "standings")}
    for name, page in pages.items():
        check(page, name, "en")
        assert name == "standings" or "Play-off" in page.content.decode()
    desk.results(dict(zip(first[:3], "231", strict=True)), 2)
    desk.stage("pair")
    desk.on_round("publish", 3)
    assert sorted(desk.tables(3)[0]) == sorted([first[2], second[0], first[0]])  # the third one is best next
    desk.results({first[2]: "2", second[0]: "1", first[0]: "3"}, 3)
    desk.stage("complete")
    standings = text_of(client_of(None).get(f"{at}standings/"))
    assert "Out in Round 1: place 1 at the table, behind in the deciding match." in standings


# Who takes part


def test_somebody_unknown_is_entered_only_as_said_to_be_new() -> None:
    desk = Desk(Event(NAMES, FOUR, start=False))
    answer = desk.post("entrants/enter/", 422, name="annn")
    assert "Nobody of that name has played here. Is it ann?" in text_of(answer)
    assert 'value="annn"' in answer.content.decode()
    desk.post("entrants/enter/", name="annn", is_new="1")
    assert desk.entrant("annn").player.is_provisional


def test_seeds_are_saved_together() -> None:
    desk = Desk(Event(NAMES, FOUR, start=False))
    ann, bob = desk.entrant("ann"), desk.entrant("bob")
    fields = {f"seed-{ann.pk}": 2, f"seed-{bob.pk}": 1}
    desk.post("entrants/seeds/", **fields, **{f"version-{one.pk}": one.version for one in (ann, bob)})
    assert (desk.entrant("ann").seed, desk.entrant("bob").seed) == (2, 1)


def test_the_reserve_moves_up_when_somebody_withdraws() -> None:
    desk = Desk(Event(NAMES, Terms(places=7, check_in=False), start=False))
    assert desk.entrant("hal").state == "reserve"
    assert "All 7 places are taken." in text_of(desk.on_entrant("hal", "promote", 422))
    desk.on_entrant("ann", "withdraw")
    desk.on_entrant("hal", "promote")
    assert desk.entrant("hal").state == "entered"


def test_people_drop_out_come_back_and_come_late() -> None:
    desk = playing()
    play(desk)
    desk.on_entrant("ann", "drop")
    a_player("ivy")
    desk.post("entrants/enter/", name="ivy")
    desk.stage("pair")
    seated = {name for table in desk.tables(2) for name in table}
    assert "ann" not in seated
    assert "ivy" in seated
    desk.on_entrant("ann", "back")
    page = desk.get(f"rounds/{desk.round(2).pk}/")
    assert "Without a place, since they came after the draft:" in page
    desk.on_round("again", 2)
    assert "ann" in {name for table in desk.tables(2) for name in table}


def test_an_arbiter_is_given_and_taken_and_the_last_director_stays() -> None:
    desk = Desk(Event(NAMES, FOUR, start=False))
    user = a_user("vito")
    desk.post("roles/grant/", email="vito@example.org", kind="arbiter")
    role = desk.tournament.roles.get(user=user)
    desk.post("roles/revoke/", role=role.pk)
    own = desk.tournament.roles.get()
    assert "This is the last director." in text_of(desk.post("roles/revoke/", 422, role=own.pk))


def test_who_asked_not_to_meet_is_kept_apart_and_only_directors_read_it() -> None:
    desk = Desk(Event(NAMES, FOUR, start=False))
    ann, bob = desk.entrant("ann").pk, desk.entrant("bob").pk
    answer = desk.post("entrants/apart/", 422, first=ann, second=ann, reason="neighbours")
    assert "Choose two different people" in text_of(answer)
    assert 'value="neighbours"' in answer.content.decode()
    desk.post("entrants/apart/", first=bob, second=ann, reason="neighbours")
    assert "ann and bob" in text_of(desk.client.get(f"{desk.at}entrants/"))
    manager = a_user("sara", language="en")
    role_grant(manager, "manager", ladder=a_league())
    assert "neighbours" not in Desk(desk.tournament, manager).get("entrants/")
    Desk(desk.tournament, manager).post("entrants/apart/", 403, first=bob, second=ann, reason="x")
    desk.post("entrants/apart/remove/", pair=desk.tournament.not_to_meet.get().pk)
    assert not desk.tournament.not_to_meet.exists()


# Other formats


def test_a_challenge_is_noted_accepted_played_and_somebody_new_starts_at_the_bottom() -> None:
    desk = Desk(Event(NAMES, TWO, [StageTerms(format="challenge", reach=3)]))
    stage = desk.tournament.stages.get()
    hal, eve, ann = (desk.entrant(name).pk for name in ("hal", "eve", "ann"))

    def note(do: str, status: int = 302, **fields: int) -> Any:
        stage.refresh_from_db()
        return desk.post(f"challenges/1/{do}/", status, version=stage.version, **fields)

    answer = note("make", 422, challenger=hal, challenged=ann)
    assert "up to 3 are allowed" in text_of(answer)
    assert f'<option value="{hal}" selected>' in answer.content.decode()
    note("make", challenger=hal, challenged=eve)
    assert "hal challenges eve" in text_of(desk.client.get(desk.at))
    note("accept", challenged=eve)
    desk.results({"hal": "1", "eve": "2"})
    order = [name for _place, _pk, name in desk.client.get(desk.at).context["ladder"]["order"]]
    assert order.index("hal") < order.index("eve")
    a_player("ivy")
    desk.post("entrants/enter/", name="ivy")
    assert desk.client.get(desk.at).context["ladder"]["order"][-1][2] == "ivy"


def test_dutch_rounds_are_asked_of_the_worker() -> None:
    desk = Desk(Event(NAMES, TWO, [StageTerms(rounds=3, pairing="dutch")]))
    desk.stage("pair")
    assert PairingJob.objects.filter(stage__tournament=desk.tournament).count() == 1


@pytest.mark.parametrize("stage", [
    StageTerms(format="groups", groups=2), StageTerms(format="round_robin"), StageTerms(format="divisions", division=4),
])  # fmt: skip
def test_rounds_of_every_format_are_drafted_published_and_played(stage: StageTerms) -> None:
    desk = Desk(Event(NAMES, TWO, [stage]))
    desk.stage("pair")
    assert desk.get(f"rounds/{desk.round().pk}/")
    desk.on_round("publish")
    play(desk)
    assert desk.round().state == "complete"
    assert desk.get()
    assert desk.get("entrants/")


# Taking back, and two at once


def test_undoing_a_result_asks_for_the_name_of_its_round() -> None:
    desk = playing()
    [first, _] = desk.tables()
    desk.results(dict(zip(first, "1234", strict=True)))
    last = desk.tournament.acts.order_by("-number")[0]
    assert "Type the name of the round to go on: Turno 1" in text_of(desk.post("undo/", 422, act=last.pk))
    desk.post("undo/", act=last.pk, typed="Turno 1")
    assert Match.objects.get().state == "void"


def test_only_the_last_act_can_be_undone() -> None:
    desk = started()
    first = desk.tournament.acts.filter(stacked=True).order_by("number")[0]
    desk.post("undo/", 409, act=first.pk)
    assert desk.round().state == "draft"


def test_the_second_of_two_directors_is_told_what_changed_and_keeps_what_he_typed() -> None:
    desk = started()
    seen, version = desk.seen(), desk.round().version
    one, other = desk.tables()
    desk.on_round("place", who=desk.entrant(one[0]).pk, place=f"p{desk.entrant(other[0]).pk}", reason="x")
    place = f"p{desk.entrant(other[1]).pk}"
    stale = {"seen": seen, "version": version, "who": desk.entrant(one[1]).pk, "place": place, "reason": "mine"}
    before = desk.tables()
    answer = desk.on_round("place", 1, 409, **stale)
    said = text_of(answer)
    assert "Somebody was faster" in said
    assert "Two entrants swapped" in said
    assert 'value="mine"' in answer.content.decode()
    assert desk.tables() == before


def test_terms_changed_by_another_director_keep_what_was_typed() -> None:
    desk = Desk(Event(NAMES, FOUR, start=False))
    mine = terms_sent(desk, late="bye", reason="mine")
    desk.post("terms/", **terms_sent(desk, late="refused", reason="theirs"))
    answer = desk.post("terms/", 409, **mine)
    assert 'value="mine"' in answer.content.decode()
    assert desk.now().terms.late == "refused"


def test_a_result_typed_upon_a_table_that_changed_is_not_saved() -> None:
    desk = playing()
    [first, _] = desk.tables()
    stale = desk.boxes(dict(zip(first, "1234", strict=True))) | {"seen": desk.seen()}
    desk.results(dict(zip(first, "4321", strict=True)))
    desk.on_table(first[0], "detach", reason="wrong table")
    answer = desk.post(f"rounds/{desk.round().pk}/results/", 409, **stale)
    assert "Somebody changed this table meanwhile" in text_of(answer)


def test_a_message_reaches_those_of_a_round_once() -> None:
    desk = playing()
    player = desk.entrant("bob").player
    player.user = a_user("bob")
    player.save()
    assert "Write something first" in text_of(desk.post("message/", 422, words=" ", round=desk.round().pk))
    sent = {"words": "See you at eight", "round": desk.round().pk, "key": "m" * 32, "seen": desk.seen()}
    for _time in (1, 2):
        desk.post("message/", **sent)
    [notice] = Notice.objects.filter(kind="tournament.message")
    assert (notice.user, notice.facts["words"]) == (player.user, "See you at eight")


def test_those_who_have_not_checked_in_are_reminded() -> None:
    desk = Desk(Event(NAMES, Terms(), start=False))
    player = desk.entrant("bob").player
    player.user = a_user("bob")
    player.save()
    desk.post("entrants/remind/", 404)
    desk.advance("check_in")
    desk.post("entrants/remind/")
    assert Notice.objects.filter(kind="check_in.closing").count() == 1


def test_calling_it_off_needs_a_reason() -> None:
    desk = playing()
    desk.post("cancel/", 422, version=desk.now().version)
    desk.post("cancel/", version=desk.now().version, reason="the hall is closed")
    assert desk.now().state == "cancelled"


@pytest.mark.parametrize("typed", ["1e9", "9e400", "nan", "1_0", "1/0", "9" * 12])
def test_points_are_numbers_as_people_write_them(typed: str) -> None:
    desk = Desk(Event(NAMES, FOUR, start=False))
    for field, text in (("bye", typed), ("draw", typed), ("points", f"{typed}-6-3-1\n5-3-1")):
        answer = desk.post("terms/", 422, **terms_sent(desk, reason="as agreed", **{field: text}))
        assert "is no number" in text_of(answer)


def test_a_form_with_boxes_for_everybody_may_be_longer_than_others() -> None:
    desk = Desk(Event([f"p{number:03}" for number in range(150)], FOUR, start=False))
    desk.advance("check_in")
    rows = list(desk.tournament.entrants.all())
    boxes = {f"seed-{row.pk}": number for number, row in enumerate(reversed(rows), 1)}
    desk.post("entrants/seeds/", **boxes, **{f"version-{row.pk}": row.version for row in rows})
    rows = list(desk.tournament.entrants.order_by("pk"))
    assert [row.seed for row in rows[-2:]] == [2, 1]
    desk.post("entrants/check-in/", entrant=[f"{row.pk}:{row.version}" for row in rows], x=list("x" * 60))
    assert desk.tournament.entrants.filter(state="checked_in").count() == 150
    assert desk.client.post(f"{desk.at}advance/", {"x": list("x" * 201)}).status_code == 400


@pytest.mark.parametrize("typed", ["abc", "-1", "0", "1.5", "9" * 12])
def test_a_seed_that_is_no_number_is_told_and_takes_no_other_away(typed: str) -> None:
    desk = Desk(Event(["ann", "bob"], FOUR, start=False))
    ann = desk.entrant("ann")
    boxes = {f"seed-{ann.pk}": typed, f"version-{ann.pk}": ann.version}
    assert "is no number" in text_of(desk.post("entrants/seeds/", 422, **boxes))
    assert desk.entrant("ann").seed == 1
    desk.post("entrants/seeds/", **boxes | {f"seed-{ann.pk}": ""})
    assert desk.entrant("ann").seed is None
