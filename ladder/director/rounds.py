"""A round on the desk: the draft with its prices and changes by hand, or the tables with their results."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ladder.director import results, sentences, steps
from ladder.director.acting import after, check, number_in, number_sent, stages_at
from ladder.tournament_pages.rounds import title_of
from tournaments.models import Pairing, Round, Tournament
from tournaments.pairing.price import price
from tournaments.pairing.warnings import warnings
from tournaments.selectors.board import Board, LaidRound
from tournaments.services.drafts import OFF, draft_arrange, draft_delete, missing_in, seat_move, seats_swap, table_lock
from tournaments.services.dutch_jobs import job_waits, round_draft
from tournaments.services.errors import Refused
from tournaments.services.local_time import days_after, instant
from tournaments.services.publishing import round_publish, round_schedule
from tournaments.services.results import round_extend
from tournaments.services.rounds import round_complete, round_delete, round_name, round_reopen, round_withdraw


@dataclass(frozen=True)
class Asked:
    """A round of a tournament that somebody directs, or of a table that an arbiter was asked about."""

    tournament: Tournament
    board: Board
    laid: LaidRound
    for_arbiter: bool = False

    @property
    def round(self) -> Round:
        return self.laid.round

    @property
    def names(self) -> dict[int, str]:
        return {pk: entrant.player.name for pk, entrant in self.board.entrants.items()}


def asked(request: HttpRequest, slug: str, pk: int, act: str = "direct") -> Asked:
    """The round as it stands; 404 where it is gone."""
    [stage] = stages_at(slug, rounds__pk=pk)
    check(request, act, stage.tournament)
    board = Board(stage)
    laid = next((laid for laid in board.rounds if laid.round.pk == pk), None)
    if laid is None:
        raise Http404(slug)
    return Asked(stage.tournament, board, laid)


@login_required
@require_safe
def round_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return page(request, asked(request, slug, pk))


def page(request: HttpRequest, one: Asked, status: int = 200, **more: Any) -> HttpResponse:
    """The draft, or the tables with their results; what was typed stays."""
    if status != 200:
        [stage] = stages_at(one.tournament.slug, rounds__pk=one.round.pk)
        board = Board(stage)
        one = Asked(board.tournament, board, board.laid(one.round))
    context = {
        "section": "tournaments",
        "tournament": one.tournament,
        "zone": one.tournament.time_zone,
        "tab": "overview",
        "seen": one.board.stage.seen,
        "round": one.round,
        "stage": one.board.stage,
        "round_name": round_name(one.round),
        "title": title_of(one.board, one.laid),
        "names": one.names,
        "sent": request.POST,
        "refused_code": more["why"].code if "why" in more else "",
        **(draft_context(request, one) if one.laid.is_draft else results.context(request, one.board, one.laid)),
        **more,
    }
    if "why" in more and more["why"].code == "warned":
        context["warned"] = [sentences.warning(told, one.names) for told in more["why"].facts["warnings"]]
    template = "draft" if one.laid.is_draft else "results"
    return render(request, f"tournaments/desk/{template}.html", context, status=status)


def draft_context(request: HttpRequest, one: Asked) -> dict[str, Any]:
    """Tables with their prices, the best alternative, and the places that somebody can be moved to."""
    board, laid, names = one.board, one.laid, one.names
    field = board.pairing_field(one.round.number)
    rows, out = laid.arrangement
    tables = [row for row in rows if row]
    whole = price(field, tables, [person for person in out if person in field.standing])
    worth = dict(zip(map(tuple, tables), whole.tables, strict=True))
    far = max(board.terms.points[board.terms.wanted])
    now = timezone.now()
    return {
        "tables": [
            {
                "pairing": table.pairing,
                "people": [(person, names[person], field.points_of(person)) for person in table.people],
                "price": sentences.price_of_table(worth[table.people], names) if table.people else [],
                "spread": worth[table.people].spread if table.people else 0,
            }
            for table in laid.tables
        ],
        "byes": [
            (seat.entrant_id, names[seat.entrant_id], field.points_of(seat.entrant_id), seat.get_out_display())
            for seat in laid.out
        ],
        "off": one.board.stage_terms.format == "swiss",
        "bye_notes": list(filter(None, (sentences.price_of_bye(bye, names) for bye in whole.byes))),
        "warnings": [
            sentences.warning({"kind": told.kind, "entrants": told.entrants, **told.facts}, names)
            for told in warnings(field, tables, [person for person in out if person in field.standing], far)
        ],
        "alternative": alternative(one, field),
        "unavoidable": one.round.notes.get("unavoidable"),
        "job": job_waits(board.stage),
        "forgotten": [names[person] for person in missing_in(board, laid)],
        "people": people(laid, names),
        "places": [(table.pairing.number, f"t{table.pairing.number}") for table in laid.tables],
        "new_table": len(laid.tables) + 1,
        "checks": steps.checks(board, names, now),
        "deadline": request.POST.get("deadline") or default_deadline(board),
        "extension_days": board.terms.extension_days,
    }


def people(laid: LaidRound, names: dict[int, str]) -> list[tuple[int, str, str]]:
    """Everybody in the draft: number, name and where they sit."""
    found = [
        (person, names[person], _("table %(n)s") % {"n": table.pairing.number})
        for table in laid.tables
        for person in table.people
    ]
    return found + [(seat.entrant_id, names[seat.entrant_id], seat.get_out_display()) for seat in laid.out]


def alternative(one: Asked, field: Any) -> dict[str, Any] | None:
    """The best other draft that the program found, with what it costs; None where somebody of it is not here any more."""
    told = one.round.notes.get("alternative")
    if not told:
        return None
    seated = [person for row in (*told["tables"], told["byes"]) for person in row]
    if set(seated) != set(field.standing):
        return None
    worth = price(field, told["tables"], told["byes"])
    return {
        "tables": [
            {
                "people": [one.names[person] for person in row],
                "price": sentences.price_of_table(table, one.names),
                "spread": table.spread,
            }
            for row, table in zip(told["tables"], worth.tables, strict=True)
        ],
        "byes": [one.names[person] for person in told["byes"]],
    }


def default_deadline(board: Board) -> str:
    """When the terms would end the round, if it were published now: a local time."""
    zone = board.tournament.zone
    return days_after(timezone.now().astimezone(zone).date(), board.terms.round_days, board.terms.round_time, zone)


@login_required
@require_POST
def act(request: HttpRequest, slug: str, pk: int, do: str) -> HttpResponse:
    """One act upon a round, with the version that was seen."""
    if do not in ACTS:
        raise Http404
    one = asked(request, slug, pk, "undo_act" if do in ("withdraw", "reopen", "delete") else "run_rounds")
    version = number_sent(request, "version")
    found: HttpResponse = after(
        request,
        one.tournament,
        lambda: ACTS[do](request, one, version),
        _("Done."),
        partial(page, request, one),
        *(("director", slug) if do in ("discard", "delete") else ("director_round", slug, pk)),
    )
    return found


def place(request: HttpRequest, one: Asked, version: int) -> None:
    """Put somebody in another place: `p12` changes with entrant 12, `t3` goes to table 3, `out` sits out with a bye,
    `half` and `rest` as he asked to."""
    who, to, reason = number_sent(request, "who"), request.POST.get("place", ""), request.POST.get("reason", "")
    if to.startswith("p"):
        seats_swap(one.round, who, number_in(to[1:]), version=version, by=request.user, reason=reason)
        return
    off = to if to in OFF else ""
    target = None if off or to == "out" else number_in(to[1:])
    if target is not None and target == len(one.laid.tables) + 1:
        tables, out = one.laid.arrangement
        rows = [[person for person in row if person != who] for row in (*tables, out)]
        draft_arrange(one.round, [*rows[:-1], [who]], byes=rows[-1], version=version, by=request.user, reason=reason)
        return
    seat_move(one.round, who, to=target, version=version, by=request.user, reason=reason, off=off)


def take_alternative(request: HttpRequest, one: Asked, version: int) -> None:
    told = one.round.notes.get("alternative")
    if not told:
        raise Refused("not_in_the_draft")
    reason = request.POST.get("reason", "")
    byes = [*told["byes"], *one.board.asked_off(one.round.number)]
    draft_arrange(one.round, told["tables"], byes=byes, version=version, by=request.user, reason=reason)


def again(request: HttpRequest, one: Asked, version: int) -> None:
    """Pair the draft anew around its locked tables. The version is the round's: who sees it sees its stage, too."""
    now = Round.objects.get(pk=one.round.pk)
    if now.version != version:
        round_schedule(now, now.publish_at, version=version, by=request.user)
    stage = one.board.stage
    round_draft(stage, version=stage.version, by=request.user)


def publish(request: HttpRequest, one: Asked, version: int) -> None:
    """Publish now, or note when it is to be published."""
    fold = {"first": 0, "second": 1}.get(request.POST.get("half", ""))
    if request.POST.get("when") == "later":
        at = instant(request.POST.get("at", ""), one.tournament.zone, fold)
        if at <= timezone.now():
            raise Refused("deadline_past")
        round_schedule(one.round, at, version=version, by=request.user)
        return
    deadline = request.POST.get("deadline", "")
    reason = request.POST.get("reason", "")
    round_publish(one.round, version=version, by=request.user, deadline=deadline, fold=fold, reason=reason)


def lock(request: HttpRequest, one: Asked, version: int) -> None:
    """Lock a table of the draft, or unlock it. The version is the table's."""
    table = Pairing.objects.filter(round=one.round, pk=number_sent(request, "table")).first()
    if table is None:
        raise Refused("not_in_the_draft")
    table_lock(table, request.POST.get("lock") == "1", version=version, by=request.user)


def _with_reason(service: Callable[..., object], *, named: bool = False) -> Callable[[HttpRequest, Asked, int], None]:
    def do(request: HttpRequest, one: Asked, version: int) -> None:
        more = {"name": request.POST.get("name", "")} if named else {}
        service(one.round, version=version, by=request.user, reason=request.POST.get("reason", ""), **more)

    return do


ACTS: dict[str, Callable[[HttpRequest, Asked, int], object]] = {
    "place": place,
    "alternative": take_alternative,
    "again": again,
    "lock": lock,
    "publish": publish,
    "unschedule": lambda request, one, version: round_schedule(one.round, None, version=version, by=request.user),
    "discard": lambda request, one, version: draft_delete(one.round, version=version, by=request.user),
    "withdraw": _with_reason(round_withdraw),
    "reopen": _with_reason(round_reopen, named=True),
    "delete": _with_reason(round_delete, named=True),
    "complete": lambda request, one, version: round_complete(one.round, version=version, by=request.user),
    "extend": lambda request, one, version: round_extend(one.round, version=version, by=request.user),
}
"""What is done to a round, by the last part of the address."""
