"""What is done about people of an open table: who did not come, who takes a free seat, how it ends without a match."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import F, Value
from django.http import HttpRequest

from ladder.director import results
from ladder.director.acting import number_sent
from ladder.director.rounds import Asked
from ladder.director.typed import TypedLine, Unreadable, lines_of
from tournaments.models import NoShow, SeatOffer
from tournaments.selectors.board import LaidTable
from tournaments.selectors.due import policy_of
from tournaments.services.at_tables import no_show_report, no_show_withdraw, table_ask
from tournaments.services.deadlines import table_forfeit
from tournaments.services.errors import Refused
from tournaments.services.offers import offer_answer, seat_offer
from tournaments.services.results import result_enter

TableAct = Callable[[HttpRequest, Asked, LaidTable, int], object]


def context(one: Asked, table: LaidTable, names: Mapping[int, str]) -> dict[str, Any]:
    """Who was reported as absent, and to whom seats were offered."""
    if table.is_decided or len(table.people) < 2:
        return {}
    nothing = (Value(0), Value(""), F("at"), Value(""), Value(0))
    reported = NoShow.objects.filter(pairing=table.pairing).order_by().values_list("entrant_id", *nothing)
    told = ("entrant_id", "pk", "reserve__player__name", "until", "answer", "version")
    offered = SeatOffer.objects.filter(pairing=table.pairing).order_by().values_list(*told)
    rows = list(reported.union(offered))
    absent = {row[0] for row in rows if not row[1]}
    offers = [
        {"pk": pk, "name": names.get(one, ""), "who": who, "until": until, "version": version, "answer": answer}
        | {"said": SeatOffer.Answer(answer).label}
        for one, pk, who, until, answer, version in sorted(rows, key=lambda row: row[1])
        if pk
    ]
    return {
        "present": [(pk, names[pk]) for pk in table.people if pk not in absent],
        "absent": [(pk, names[pk]) for pk in table.people if pk in absent],
        "offers": offers,
        "policy": policy_of(one.board),
    }


def absent(request: HttpRequest, _one: Asked, table: LaidTable, _version: int) -> object:
    return no_show_report(table.pairing, number_sent(request, "entrant"), by=request.user, official=True)


def came(request: HttpRequest, _one: Asked, table: LaidTable, _version: int) -> None:
    """He came after all."""
    entrant = number_sent(request, "entrant")
    row = NoShow.objects.filter(pairing=table.pairing, entrant=entrant).select_related("entrant").first()
    if row is not None:
        no_show_withdraw(row, by=request.user)


def ask(request: HttpRequest, _one: Asked, table: LaidTable, _version: int) -> object:
    return table_ask(table.pairing, by=request.user)


def forfeit(request: HttpRequest, _one: Asked, table: LaidTable, version: int) -> object:
    return table_forfeit(table.pairing, version=version, by=request.user)


def leader(request: HttpRequest, _one: Asked, table: LaidTable, version: int) -> object:
    """Whoever leads by the scores of now wins."""
    rows = results.typed_rows(request, table.pairing.pk, table.people)
    scores = [TypedLine(row.entrant, "", row.score) for row in rows]
    if any(not row.score.strip() for row in scores):
        raise Unreadable("places")
    lines = lines_of(scores)
    return result_enter(table.pairing, lines, version=version, by=request.user, ending="adjudicated")


def offer(request: HttpRequest, _one: Asked, table: LaidTable, version: int) -> object:
    """Offer a seat to the next in reserve."""
    return seat_offer(table.pairing, number_sent(request, "entrant"), version=version, by=request.user)


def answer(request: HttpRequest, _one: Asked, table: LaidTable, version: int) -> object:
    """Note what somebody in reserve said. The version is the offer's."""
    row = SeatOffer.objects.filter(pairing=table.pairing, pk=number_sent(request, "offer")).first()
    if row is None:
        raise Refused("offer_over")
    return offer_answer(row, request.POST.get("accepts") == "1", version=version, by=request.user)


ACTS: dict[str, tuple[str, TableAct]] = {
    "absent": ("substitute", absent),
    "came": ("substitute", came),
    "ask": ("direct", ask),
    "forfeit": ("enter_result", forfeit),
    "leader": ("enter_result", leader),
    "offer": ("substitute", offer),
    "answer": ("substitute", answer),
}
"""By the last part of the address: the permission it needs, and how."""
STAY = ("absent", "came", "ask", "offer", "answer")
"""Acts after which the table is shown again, for it is still open."""
