"""Who may do what on pages: each cell of the table is tried, by a form without script."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from games.models import Match, Verification
from ladder.models import Ladder
from ladder.services.matches import match_dispute, match_report_error, match_void
from tests.pages.conftest import Torre
from tests.pages.forms import corrected, turned

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PEOPLE = ("", "charlie", "hugo", "gufetta", "vito", "sara", "zoe")
"""Visitor, account, the player who entered the match, another player of it, arbiter, manager, admin."""

LOGIN, NO, GONE, DONE, OK = "login", 403, 404, "done", 200
REFUSED = "refused"
"""Sent back to the match with a sentence, and nothing changed."""

TABLE: dict[str, tuple[Any, ...]] = {
    #                     visitor  account  own     other   arbiter  manager  admin
    "confirm":            (LOGIN,  NO,      REFUSED, DONE,  DONE,    DONE,    DONE),
    "dispute":            (LOGIN,  NO,      DONE,   DONE,   DONE,    DONE,    DONE),
    "see dispute":        (LOGIN,  NO,      OK,     OK,     OK,      OK,      OK),
    "state":              (LOGIN,  NO,      DONE,   DONE,   DONE,    DONE,    DONE),
    "see state":          (LOGIN,  NO,      OK,     OK,     OK,      OK,      OK),
    "correct":            (LOGIN,  NO,      NO,     NO,     DONE,    DONE,    DONE),
    "see correct":        (LOGIN,  NO,      NO,     NO,     OK,      OK,      OK),
    "report error":       (LOGIN,  DONE,    DONE,   DONE,   DONE,    DONE,    DONE),
    "answer":             (LOGIN,  NO,      NO,     NO,     DONE,    DONE,    DONE),
    "decide":             (LOGIN,  NO,      NO,     NO,     DONE,    DONE,    DONE),
    "see decide":         (LOGIN,  NO,      NO,     NO,     OK,      OK,      OK),
    "void":               (LOGIN,  NO,      NO,     NO,     DONE,    DONE,    DONE),
    "see void":           (LOGIN,  NO,      NO,     NO,     OK,      OK,      OK),
    "restore":            (LOGIN,  NO,      NO,     NO,     DONE,    DONE,    DONE),
    "see file":           (OK,     OK,      OK,     OK,     OK,      OK,      OK),
    "see own file":       (GONE,   GONE,    OK,     GONE,   OK,      OK,      OK),
    "its json":           (GONE,   GONE,    OK,     GONE,   OK,      OK,      OK),
    "its log":            (GONE,   GONE,    NO,     GONE,   OK,      OK,      OK),
    "judge again":        (LOGIN,  NO,      NO,     NO,     DONE,    DONE,    DONE),
    "hidden file":        (GONE,   GONE,    OK,     GONE,   OK,      OK,      OK),
    "hidden log":         (GONE,   GONE,    NO,     GONE,   OK,      OK,      OK),
}  # fmt: skip


def as_it_is(torre: Torre) -> Match:
    return torre.waiting


def disputed(torre: Torre) -> Match:
    return match_dispute(torre.waiting, version=torre.waiting.version, by=torre.people["sara"], reason="places")


def voided(torre: Torre) -> Match:
    return match_void(torre.waiting, version=torre.waiting.version, by=torre.people["sara"], reason="twice")


def hidden(torre: Torre) -> Match:
    Ladder.objects.update(logs_public=False)
    return torre.waiting


def reported(torre: Torre) -> Match:
    match, by = torre.waiting, torre.people["charlie"]
    return match_report_error(match, version=match.version, by=by, reason="I sat there, not ines_lx.")


SITUATIONS = {"answer": reported, "decide": disputed, "restore": voided, "hidden file": hidden, "hidden log": hidden}


def do(act: str, client: Client, match: Match, torre: Torre) -> Any:
    page, version = match.get_absolute_url(), {"version": match.version}
    shown, own = torre.files["agrees"], torre.files["cannot"]
    objection = {**version, "ground": "places", "words": "I was second."}
    acts: dict[str, Callable[[], Any]] = {
        "confirm": lambda: client.post(f"{page}confirm/", version),
        "dispute": lambda: client.post(f"{page}dispute/", objection),
        "see dispute": lambda: client.get(f"{page}dispute/"),
        "state": lambda: client.post(f"{page}state/", version | turned(match)),
        "see state": lambda: client.get(f"{page}state/"),
        "correct": lambda: client.post(f"{page}correct/", version | turned(match) | corrected(match)),
        "see correct": lambda: client.get(f"{page}correct/"),
        "report error": lambda: client.post(f"{page}report/", {**version, "reason": "I sat there.", "seat": "1"}),
        "answer": lambda: client.post(f"{page}answer/", {**version, "reason": "The record says so."}),
        "decide": lambda: client.post(f"{page}decide/", {**version, "reason": "The record says so."}),
        "see decide": lambda: client.get(f"{page}decide/"),
        "void": lambda: client.post(f"{page}void/", {**version, "reason": "entered twice"}),
        "see void": lambda: client.get(f"{page}void/"),
        "restore": lambda: client.post(f"{page}restore/", version),
        "see file": lambda: client.get(shown.get_absolute_url()),
        "see own file": lambda: client.get(own.get_absolute_url()),
        "its json": lambda: client.get(f"/verifications/{own.pk}.json"),
        "its log": lambda: client.get(f"{own.get_absolute_url()}log/"),
        "judge again": lambda: client.post(f"{shown.get_absolute_url()}again/"),
        "hidden file": lambda: client.get(shown.get_absolute_url()),
        "hidden log": lambda: client.get(f"{shown.get_absolute_url()}log/"),
    }
    return acts[act]()


def facts(torre: Torre) -> tuple[Any, ...]:
    """What the acts change."""
    match = Match.objects.filter(pk=torre.waiting.pk).values_list("state", "version").get()
    row = Verification.objects.filter(pk=torre.files["agrees"].pk).values_list("state", "finished_at").get()
    return match, row


def outcome(answer: Any, changed: bool) -> Any:
    if answer.status_code == 302 and answer["Location"].startswith("/accounts/login/"):
        return LOGIN
    if answer.status_code == 302:
        return DONE if changed else REFUSED
    return answer.status_code


def test_every_cell(torre: Torre, measured: Callable[..., None]) -> None:
    wrong = []
    for act, cells in TABLE.items():
        for person, expected in zip(PEOPLE, cells, strict=True):
            point = transaction.savepoint()
            match = SITUATIONS.get(act, as_it_is)(torre)
            client, before = torre.client(person), facts(torre)
            answer = do(act, client, match, torre)
            found = outcome(answer, facts(torre) != before)
            if found in (LOGIN, NO, GONE, OK, REFUSED) and facts(torre) != before:
                wrong.append(f"{act} by {person or 'a visitor'} changed something")
            transaction.savepoint_rollback(point)
            if found != expected:
                wrong.append(f"{act} by {person or 'a visitor'}: {found}, not {expected}")
    assert wrong == []
    measured(f"{len(TABLE)} acts by {len(PEOPLE)} people on pages: wrong answers", len(wrong), "", 0)


def test_acts_are_no_addresses_to_look_at(torre: Torre) -> None:
    match = torre.waiting.get_absolute_url()
    for address in (f"{match}confirm/", f"{match}restore/", "/upload/save/", "/preferences/"):
        assert torre.client("sara").get(address).status_code == 405
