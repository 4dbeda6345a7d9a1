"""Another result for a match that is recorded: stated by the table, put in place by an official, and shown side by side."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.models import AuditEntry, IdempotencyKey, Match, Player, ResultVersion, Submission
from games.services.submissions import submission_create
from ladder.invariants import broken
from ladder.services.matches import match_confirm, match_dispute, match_report_error
from tests.factories import NOON, a_match, a_player
from tests.pages.conftest import Torre
from tests.pages.forms import corrected, seats_sent, turned
from tests.pages.test_matches import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def _invariants() -> Any:
    yield
    assert [row for row in broken() if not row.startswith("I8")] == []


def post(torre: Torre, person: str, act: str, match: Match, **body: Any) -> Any:
    fields = {"version": Match.objects.get(pk=match.pk).version, **body}
    return torre.client(person).post(f"{match.get_absolute_url()}{act}/", fields)


def page(torre: Torre, match: Match, person: str = "") -> str:
    return text_of(torre.client(person).get(match.get_absolute_url()))


def now(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def test_a_correction_is_a_version_with_its_difference(torre: Torre) -> None:
    match = torre.waiting
    answer = post(torre, "vito", "correct", match, **turned(match), **corrected(match))
    assert answer["Location"] == match.get_absolute_url()
    text = page(torre, match)
    assert "Version 2" in text
    assert "Seen on the table." in text
    assert "<del>1st</del>" in text
    assert "decision by arbiter of Lega Torre" in text
    assert now(match).state == "confirmed"


def test_a_correction_counts_at_once(torre: Torre) -> None:
    match = match_confirm(torre.waiting, version=torre.waiting.version, by=torre.people["gufetta"])
    before = page(torre, match)
    post(torre, "sara", "correct", match, **turned(match), **corrected(match))
    assert page(torre, match) != before
    gufetta = now(match).seats.get(player__name="gufetta")
    assert gufetta.place == 2


def test_the_seconds_of_the_end_survive_a_correction(torre: Torre) -> None:
    match = torre.files["agrees"].submission.match
    assert match is not None
    ended = match.ended_at
    assert ended is not None
    shown = torre.client("vito").get(f"{match.get_absolute_url()}correct/").context["form"]["ended"].value()
    body = corrected(match, ended=shown.strftime("%Y-%m-%dT%H:%M"))
    assert post(torre, "vito", "correct", match, **turned(match), **body).status_code == 302
    assert now(match).ended_at == ended


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "nothing was changed"),
        ({"s0": {"place": 3}}, "The places do not fit together"),
        ({"s0": {"name": "hugo_pt", "place": 2}, "s1": {"place": 1}}, "hugo_pt would sit twice"),
        ({"s0": {"name": "Gufeta"}}, "Is it gufetta?"),
        ({"s0": {"name": "Nobody at all"}}, "Nobody of that name has played here."),
        ({"s0": {"name": ""}}, "This field is required"),
    ],
)
def test_a_correction_that_cannot_be_says_why_and_keeps_what_was_typed(
    torre: Torre, change: dict[str, Any], words: str
) -> None:
    match = torre.waiting
    body = corrected(match, reason="my own words")
    answer = post(torre, "vito", "correct", match, **seats_sent(match, **change), **body)
    assert answer.status_code == 422
    text = text_of(answer)
    assert words in text
    assert "my own words" in text
    assert now(match).version == torre.waiting.version


def test_who_was_too_slow_keeps_what_he_typed_beside_what_stands_now(torre: Torre) -> None:
    match = torre.waiting
    seen = match.version
    post(torre, "sara", "correct", match, **turned(match), **corrected(match, reason="the other way round"))
    slow = {"version": seen, **seats_sent(match, s2={"score": 77}), **corrected(match, reason="my own words")}
    answer = torre.client("vito").post(f"{match.get_absolute_url()}correct/", slow)
    assert answer.status_code == 409
    text = text_of(answer)
    for words in ("Somebody was faster", "the other way round", "The result as it stands now", "my own words"):
        assert words in text
    assert [seat.player.name for seat in answer.context["stands"]][:2] == ["hugo_pt", "gufetta"]
    form, seats = answer.context["form"], answer.context["seats"]
    assert [seat["score"].value() for seat in seats][2] == "77"
    again = {field.html_name: field.value() or "" for field in (*form, *(field for seat in seats for field in seat))}
    again |= {"seat-TOTAL_FORMS": 3, "seat-INITIAL_FORMS": 3}
    torre.client("vito").post(f"{match.get_absolute_url()}correct/", again)
    assert now(match).version == seen + 2
    assert now(match).seats.get(number=2).score == 77


def test_a_report_that_came_too_late_keeps_what_was_typed(torre: Torre) -> None:
    match = torre.waiting
    seen = match.version
    post(torre, "sara", "correct", match, **turned(match), **corrected(match))
    match_dispute(now(match), version=seen + 1, by=torre.people["hugo"], reason="no")
    answer = torre.client("gufetta").post(
        f"{match.get_absolute_url()}state/", {"version": seen, **seats_sent(match, s2={"score": 77})}
    )
    assert answer.status_code == 409
    assert answer.context["form"]["version"].value() == str(seen + 2)
    assert [seat["score"].value() for seat in answer.context["seats"]][2] == "77"


def test_another_person_is_put_at_a_seat(torre: Torre) -> None:
    match = torre.waiting
    a_player("Bruna")
    post(torre, "vito", "correct", match, **seats_sent(match, s2={"name": "bruna"}), **corrected(match))
    assert now(match).seats.get(number=2).player.name == "Bruna"
    assert "ines_lx" in page(torre, match)
    newcomer = seats_sent(now(match), s2={"name": "Zia Pina", "is_new": "on"})
    post(torre, "vito", "correct", match, **newcomer, **corrected(match))
    assert now(match).seats.get(number=2).player.is_provisional


def test_the_table_states_the_same_and_settles_or_another_and_disputes(torre: Torre) -> None:
    match = torre.waiting
    answer = post(torre, "gufetta", "state", match, **turned(match))
    text = text_of(torre.client("gufetta").get(answer["Location"]))
    assert "Two people of the table state different results." in text
    assert "Other accounts" in text
    assert "≠" in text
    assert "Use this result" not in text
    official = page(torre, match, "vito")
    entry = AuditEntry.objects.get(act="match.stated")
    assert f"correct/?like=stated-{entry.pk}" in official
    form = torre.client("vito").get(f"{match.get_absolute_url()}correct/?like=stated-{entry.pk}")
    assert "As this tells it: gufetta" in text_of(form)
    assert [seat["place"].value() for seat in form.context["seats"]] == [2, 1, 3]


def test_an_equal_statement_confirms(torre: Torre) -> None:
    match = torre.waiting
    post(torre, "gufetta", "state", match, **seats_sent(match))
    assert now(match).state == "confirmed"
    assert "Confirmed by an equal report" in page(torre, match)


def test_a_statement_after_settling_is_refused_with_what_to_do(torre: Torre) -> None:
    match = match_confirm(torre.waiting, version=torre.waiting.version, by=torre.people["gufetta"])
    client = torre.client("gufetta")
    body = {"version": match.version, **turned(match)}
    answer = client.post(f"{match.get_absolute_url()}state/", body, follow=True)
    assert "If that is wrong, dispute it and say why" in text_of(answer)
    assert now(match).version == match.version


def test_other_people_in_a_statement_are_named(torre: Torre) -> None:
    match = torre.waiting
    a_player("Bruna")
    answer = post(torre, "gufetta", "state", match, **seats_sent(match, s2={"player": "bruna"}))
    assert answer.status_code == 422
    assert "Bruna did not sit there." in text_of(answer)
    assert "ines_lx is missing." in text_of(answer)


def a_log_that_differs(torre: Torre) -> Match:
    """A verified match whose result was corrected to something its log does not tell."""
    match = torre.files["agrees"].submission.match
    assert match is not None
    post(torre, "vito", "correct", match, **turned(match), **corrected(match))
    return now(match)


def test_where_log_and_result_differ_both_are_shown_and_the_log_s_is_offered(torre: Torre) -> None:
    match = a_log_that_differs(torre)
    assert match.state == "confirmed"
    text = page(torre, match, "vito")
    assert "Use the log’s result" in text
    assert "another result" in text
    file = match.submissions.get()
    assert f"?like=file-{file.pk}" in text
    form = torre.client("vito").get(f"{match.get_absolute_url()}correct/?like=file-{file.pk}")
    seats = {
        f"s{n}": {key: seat[key].value() or "" for key in ("player", "name", "place", "score", "flag")}
        for n, seat in enumerate(form.context["seats"])
    }
    body = corrected(match, ended=form.context["form"]["ended"].value().strftime("%Y-%m-%dT%H:%M"))
    answer = torre.client("vito").post(
        f"{match.get_absolute_url()}correct/?like=file-{file.pk}",
        {"version": match.version} | seats_sent(match, **seats) | body,
    )
    assert answer.status_code == 302
    assert now(match).state == "verified"
    assert now(match).results.latest("number").submission == file
    assert "Use the log’s result" not in page(torre, match, "vito")


def test_an_objection_may_bring_a_file(torre: Torre) -> None:
    match = torre.waiting
    picture = SimpleUploadedFile("photo.png", b"\x89PNG\r\n\x1a\nnot a log at all")
    post(torre, "gufetta", "dispute", match, ground="scores", words="See the picture.", file=picture)
    file = Submission.objects.latest("pk")
    assert (file.match, file.relation) == (now(match), "grounds")
    text = page(torre, match, "vito")
    assert "brought with the objection" in text
    assert "broken file" not in text
    assert torre.client("vito").get(f"/verifications/{file.verifications.get().pk}/log/").status_code == 200


def test_a_record_without_an_end_brought_with_an_objection_belongs_to_that_match(torre: Torre) -> None:
    match = torre.waiting
    names = ("ines_lx", "gufetta", "hugo_pt")
    lines = [
        {"player_id": Player.objects.get(name=name).identities.get().platform_id, "name": name, "gamerank": str(place)}
        for place, name in enumerate(names, 1)
    ]
    told = {"id": "770012", "game_name": "alhambra", "status": "archive"}
    told["result"] = {"endgame_reason": "normal_end", "player": lines}
    before = Match.objects.count()
    raw = SimpleUploadedFile("table.json", json.dumps({"status": 1, "data": told}).encode())
    post(torre, "gufetta", "dispute", match, ground="scores", words="See the record.", file=raw)
    file = Submission.objects.latest("pk")
    assert (file.match, file.relation) == (now(match), "other_result")
    assert (now(match).state, now(match).table_id, Match.objects.count()) == ("disputed", "770012", before)
    assert f"?like=file-{file.pk}" in page(torre, match, "vito")


def test_a_record_brought_with_an_objection_is_read_as_one(torre: Torre) -> None:
    lines = [
        {"player_id": "93000000", "name": "hugo_pt", "score": "9", "gamerank": "1"},
        {"player_id": "93000001", "name": "gufetta", "score": "7", "gamerank": "2"},
    ]
    match = a_match("gufetta", "hugo_pt", platform="bga", table_id="770011")
    for name, number in (("hugo_pt", "93000000"), ("gufetta", "93000001")):
        match.seats.get(player__name=name).player.identities.update(platform_id=number)
    result = {"endgame_reason": "normal_end", "player": lines}
    told = {"id": "770011", "game_name": "alhambra", "status": "archive", "result": result}
    record = SimpleUploadedFile("table.json", json.dumps({"status": 1, "data": told}).encode())
    post(torre, "hugo", "dispute", match, ground="places", words="See the record.", file=record)
    assert (now(match).state, now(match).submissions.get().relation) == ("disputed", "other_result")
    assert "Use the record’s result" in page(torre, match, "sara")


def test_a_reported_error_waits_for_an_answer(torre: Torre) -> None:
    match, charlie = torre.waiting, torre.people["charlie"]
    match = match_report_error(match, version=match.version, by=charlie, reason="I sat there.", seat=2)
    assert "Somebody reports a wrong person:" in page(torre, match, "vito")
    assert "Somebody reports a wrong person:" not in page(torre, match)
    body = {"version": match.version, "reason": "again"}
    again = torre.client("charlie").post(f"{match.get_absolute_url()}report/", body, follow=True)
    assert "You have reported an error here already" in text_of(again)
    post(torre, "vito", "answer", match, reason="The record says ines_lx.")
    assert "The record says ines_lx." in page(torre, match)
    assert "Somebody reports a wrong person:" not in page(torre, match, "vito")


def test_a_match_that_was_played_again_leads_to_the_other(torre: Torre) -> None:
    other = a_match("gufetta", "hugo_pt", "ines_lx", ended_at=NOON + timedelta(hours=1))
    address = f"http://testserver{other.get_absolute_url()}"
    post(torre, "sara", "void", torre.waiting, reason="aborted", replay=address)
    text = page(torre, torre.waiting)
    assert other.get_absolute_url() in text
    assert "It was played again." in text
    assert post(torre, "sara", "void", other, reason="x", replay="nowhere").status_code == 422
    assert post(torre, "sara", "void", other, reason="x", replay=other.slug).status_code == 422


def test_the_time_of_silence_and_of_objections_are_told(torre: Torre) -> None:
    record = {
        "id": "880011",
        "game_name": "alhambra",
        "status": "archive",
        "result": {"player": [{"player_id": n, "name": f"p{n}", "gamerank": n} for n in (1, 2)]},
    }
    body = json.dumps({"status": 1, "data": record}).encode()
    [one] = submission_create(body, uploader=torre.people["hugo"])
    one.submission.refresh_from_db()
    assert "confirmed by itself if nobody objects until" in page(torre, one.submission.match)
    torre.ladder.silence_hours = 0
    torre.ladder.save()
    assert "confirmed by itself" not in page(torre, one.submission.match)


def test_an_abandoned_table_asks_for_a_decision(torre: Torre) -> None:
    lines = [{"player_id": n, "name": f"p{n}"} for n in (1, 2)]
    result = {"endgame_reason": "abandon_by_decision", "player": lines}
    told = {"id": "880012", "game_name": "alhambra", "status": "archive", "result": result}
    [one] = submission_create(json.dumps({"status": 1, "data": told}).encode(), uploader=torre.people["hugo"])
    one.submission.refresh_from_db()
    match = one.submission.match
    assert match is not None
    assert "play it again, drop it, or give it a result" in page(torre, match)
    post(torre, "vito", "correct", match, **seats_sent(match), **corrected(match, ending="no_result", ended=""))
    assert (now(match).state, now(match).ending) == ("confirmed", "no_result")
    assert "play it again" not in page(torre, match)


def test_a_form_sent_twice_is_carried_out_once_and_answers_the_same(torre: Torre) -> None:
    match, client = torre.waiting, torre.client("vito")
    body = {"version": match.version, "key": "k" * 32} | turned(match) | corrected(match)
    first, second = (client.post(f"{match.get_absolute_url()}correct/", body) for _time in range(2))
    assert first["Location"] == second["Location"] == match.get_absolute_url()
    assert ResultVersion.objects.filter(match=match).count() == 2
    assert IdempotencyKey.objects.count() == 1
    text = text_of(client.get(match.get_absolute_url()))
    assert "Somebody was faster" not in text


def test_a_key_with_another_form_is_refused_in_words(torre: Torre) -> None:
    match, client = torre.waiting, torre.client("vito")
    body = {"version": match.version, "key": "k" * 32}
    client.post(f"{match.get_absolute_url()}confirm/", body)
    answer = client.post(f"{match.get_absolute_url()}void/", {**body, "reason": "x"}, follow=True)
    assert "This form was sent before with something else." in text_of(answer)
    assert now(match).state == "confirmed"


def test_old_versions_stay_readable_through_every_decision(torre: Torre) -> None:
    match = torre.waiting
    match = match_dispute(match, version=match.version, by=torre.people["gufetta"], reason="places")
    post(torre, "vito", "correct", match, **turned(match), **corrected(match, reason="first word"))
    match = now(match)
    post(torre, "vito", "correct", match, **turned(match), **corrected(match, reason="second word"))
    text = page(torre, match)
    for words in ("Version 1", "Version 2", "Version 3", "first word", "second word"):
        assert words in text
