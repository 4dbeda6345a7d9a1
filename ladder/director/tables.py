"""Results of tables: typed for a round, corrected, detached, left out; and who plays instead of somebody."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from games import queue
from games.services.errors import InvalidResult
from games.services.once import Answer, KeyReused
from ladder.director import results, seats
from ladder.director.acting import KEY, acts_since, after, check, names_in, number_in, number_sent, stages_at, told
from ladder.director.entrants import meant
from ladder.director.rounds import Asked, asked
from ladder.director.rounds import page as round_page
from ladder.director.seats import STAY
from ladder.director.sentences import refusal
from ladder.director.typed import Unreadable, place_text
from ladder.permissions import may
from ladder.ratelimit import takes_lists
from ladder.services.directing import adjudicates
from ladder.views.once import once_sent
from ladder.views.refusals import cannot_be
from tournaments.models import Act, PairingSeat, Round, Stage
from tournaments.selectors.board import Board, LaidTable
from tournaments.selectors.brackets import is_bracket
from tournaments.services.at_tables import table_ask
from tournaments.services.each import AtTable, Problem, tables_each
from tournaments.services.errors import Changed, Refused
from tournaments.services.results import Line, result_correct, result_detach, result_enter, table_no_result
from tournaments.services.second import first_typed, result_report, result_second
from tournaments.services.substitutes import seat_substitute


@takes_lists
@login_required
@require_POST
def save(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Save all tables of which something is typed. One that cannot be saved stays as typed; the others are saved."""
    [stage] = stages_at(slug, rounds__pk=pk)
    check(request, "direct", stage.tournament)
    only = request.POST.get("table", "")
    key = f"{request.POST.get('key', '')}-{only}"
    try:
        with queue.gathered():
            answer = once_sent(
                request,
                key if KEY.fullmatch(key) and request.POST.get("key") else "",
                lambda: enter(request, stage, pk),
            )
    except KeyReused:
        text = _("This form was sent before with something else. Start again.")
        return round_page(request, asked(request, slug, pk), 422, refused=text)
    if answer["saved"]:
        text = ngettext("%(n)s table saved.", "%(n)s tables saved.", answer["saved"])
        messages.success(request, text % {"n": answer["saved"]})
    if answer["problems"]:
        problems = {int(table): text for table, text in answer["problems"].items()}
        since = acts_since(request, stage.tournament) if answer["changed"] else None
        status = 409 if answer["changed"] else 422
        partly = bool(answer["saved"])
        return round_page(request, asked(request, slug, pk), status, problems=problems, since=since, partly=partly)
    if not answer["saved"]:
        messages.info(request, _("Nothing was typed."))
    return redirect("director_round", slug, pk)


def enter(request: HttpRequest, stage: Stage, round_pk: int) -> Answer:
    """Save what is typed, in one transaction: how many tables, and by table why the others were not."""
    only = request.POST.get("table", "")
    problems: dict[int, str] = {}
    acts: dict[int, AtTable] = {}
    seats = PairingSeat.objects.filter(round=round_pk, pairing__isnull=False).order_by("pairing", "number")
    people: dict[int, list[int]] = {}
    for table, entrant in seats.values_list("pairing", "entrant"):
        people.setdefault(table, []).append(entrant)
    directors = results.directors_of(stage.tournament)
    for table, entrants in people.items():
        if only and only != str(table):
            continue
        if results.asks(request, table, entrants):
            acts[table] = partial(asked_about, request)
            continue
        try:
            lines = results.read(request, table, entrants)
        except Unreadable as problem:
            problems[table] = results.unreadable(problem)
            continue
        if lines is not None:
            version = number_in(request.POST.get(f"version-{table}", ""))
            acts[table] = partial(enter_table, request, lines, version, directors)
    found = tables_each(stage.pk, acts) if acts else {}
    names = names_in(stage.tournament) if found else {}
    problems |= {table: why_not(problem, names) for table, problem in found.items()}
    changed = any(isinstance(problem, Changed) for problem in found.values())
    return {"saved": len(acts) - len(found), "problems": problems, "changed": changed}


def asked_about(request: HttpRequest, board: Board, table: LaidTable) -> Act | None:
    """Put a table before the arbiters."""
    return table_ask(table.pairing, by=request.user, held=board)


def enter_table(
    request: HttpRequest, lines: Mapping[int, Line], version: int, directors: set[int], board: Board, table: LaidTable
) -> Act:
    """Save one table: counted at once, or once a second person has typed the same."""
    pairing, more = table.pairing, {"version": version, "by": request.user, "held": board}
    if not may(request.user, "enter_result", pairing):
        raise Refused("own_table", table=pairing.number)
    first = first_typed(table, directors)
    if first is not None:
        told = results.told(board, table, board.people_of(first, table.substitutes) or {})
        return result_second(pairing, lines, first, told=told, **more)
    if request.POST.get("second"):
        return result_report(pairing, lines, **more)
    return result_enter(pairing, lines, **more)


def why_not(problem: Problem, names: Mapping[int, str]) -> str:
    """Why a table was not saved."""
    if isinstance(problem, Changed):
        return _("Somebody changed this table meanwhile. Nothing of yours was saved for it.")
    return cannot_be(problem) if isinstance(problem, InvalidResult) else refusal(problem, names)


# One table

LATELY = 20
"""Acts of a table that an arbiter reads."""


ARBITERS = ("read", "adjudicate", "leave_undecided")
"""What an arbiter does at the desk: reads a table that he was asked about, and decides it."""


def table_asked(request: HttpRequest, slug: str, pk: int, act: str = "read") -> tuple[Asked, LaidTable]:
    """A table of a published round, for its directors, and for an arbiter who was asked about it."""
    [stage] = stages_at(slug, rounds__pairings__pk=pk)
    directs = may(request.user, "direct", stage.tournament)
    if not directs and act not in ARBITERS:
        raise PermissionDenied
    board = Board(stage)
    laid, table = next((laid, table) for laid in board.rounds for table in laid.tables if table.pairing.pk == pk)
    laid.round.stage = stage
    if not directs and not adjudicates(request.user, table.pairing):
        raise PermissionDenied
    if directs and act != "read":
        check(request, act, table.pairing)
    if laid.is_draft:
        raise Http404(slug)
    return Asked(stage.tournament, board, laid, for_arbiter=not directs), table


@login_required
@require_safe
def table_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return page(request, *table_asked(request, slug, pk))


def page(request: HttpRequest, one: Asked, table: LaidTable, status: int = 200, **more: Any) -> HttpResponse:
    """A table with its result and everything that can be done about it."""
    if status != 200:
        [stage] = stages_at(one.tournament.slug, rounds__pairings=table.pairing.pk)
        board = Board(stage)
        one = Asked(board.tournament, board, board.laid(one.round), one.for_arbiter)
        table = board.table(table.pairing)
    game = min(max(number_in(request.GET.get("game", request.POST.get("game", "")), 1), 1), max(len(table.matches), 1))
    match = table.matches[game - 1] if table.matches else None
    now = (one.board.people_of(match, table.substitutes) or {}) if match is not None else {}
    why = more.get("why")
    context = {
        "section": "tournaments",
        "tournament": one.tournament,
        "zone": one.tournament.time_zone,
        "tab": "overview",
        "seen": one.board.stage.seen,
        "round": one.round,
        "stage": one.board.stage,
        "table": table,
        "match": match,
        "game": game,
        "rows": [boxes(request, one, table, entrant, now.get(entrant)) for entrant in table.people],
        "sent": request.POST,
        "refused_code": why.code if why is not None else "",
        "falls": falls(one.board, why),
        "overdue": len(table.people) > 1 and table.is_overdue(timezone.now()),
        **seats.context(one, table, one.names),
        "complete": one.round.state == Round.State.COMPLETE and not is_bracket(one.board),
        **(before_the_arbiter(table) if one.for_arbiter else {}),
        **more,
    }
    template = "judged" if one.for_arbiter else "table"
    return render(request, f"tournaments/desk/{template}.html", context, status=status)


def before_the_arbiter(table: LaidTable) -> dict[str, Any]:
    """What an arbiter reads besides: proposed dates, and what was done at the table."""
    acts = Act.objects.filter(target_kind="pairing", target_id=table.pairing.pk).select_related("actor__player")
    return {"dates": list(table.pairing.dates.all()), "acts": [told(act) for act in acts.order_by("-number")[:LATELY]]}


def boxes(request: HttpRequest, one: Asked, table: LaidTable, entrant: int, seat: Any) -> dict[str, Any]:
    """Somebody's boxes: as typed, else as the result stands."""
    pk = table.pairing.pk
    return {
        "entrant": entrant,
        "name": one.names[entrant],
        "instead": table.substitutes.get(entrant),
        "place": request.POST.get(f"place-{pk}-{entrant}", place_text(seat.place, seat.flag) if seat else ""),
        "score": request.POST.get(f"score-{pk}-{entrant}", "" if seat is None or seat.score is None else seat.score),
    }


def falls(board: Board, why: Refused | None) -> list[tuple[int, str]]:
    """The later tables whose results fall with a correction."""
    if why is None or why.code != "results_fall":
        return []
    rows = {table.pairing.pk: (laid, table) for laid in board.published for table in laid.tables}
    return [
        (pk, _("Round %(round)s, table %(table)s") % {"round": laid.round.number, "table": table.pairing.number})
        for pk in why.facts["tables"]
        for laid, table in [rows[pk]]
    ]


@login_required
@require_POST
def act(request: HttpRequest, slug: str, pk: int, do: str) -> HttpResponse:
    """One act upon a table, with the version that was seen."""
    if do not in ACTS:
        raise Http404
    allowed, service = ACTS[do]
    one, table = table_asked(request, slug, pk, allowed)
    version = number_sent(request, "version")
    again = partial(page, request, one, table)
    try:
        found: HttpResponse = after(
            request,
            one.tournament,
            lambda: service(request, one, table, version),
            _("Done."),
            again,
            *(
                ("director_table", slug, pk)
                if do in STAY or one.for_arbiter
                else ("director_round", slug, one.round.pk)
            ),
        )
    except Unreadable as problem:
        return again(status=422, refused=results.unreadable(problem))
    return found


def adjudicate(request: HttpRequest, _one: Asked, table: LaidTable, version: int) -> object:
    """An arbiter decides how a table ends that was put before him."""
    lines = results.read(request, table.pairing.pk, table.people)
    if lines is None:
        raise Unreadable("places")
    return result_enter(table.pairing, lines, version=version, by=request.user, ending="adjudicated")


def correct(request: HttpRequest, one: Asked, table: LaidTable, version: int) -> object:
    lines = results.read(request, table.pairing.pk, table.people)
    if lines is None:
        raise Unreadable("places")
    return result_correct(
        table.pairing,
        lines,
        version=version,
        by=request.user,
        reason=request.POST.get("reason", ""),
        game=number_sent(request, "game", 1),
        confirmed=[number_in(text) for text in request.POST.getlist("falls")],
    )


def detach(request: HttpRequest, one: Asked, table: LaidTable, version: int) -> object:
    confirmed = [number_in(text) for text in request.POST.getlist("falls")]
    reason = request.POST.get("reason", "")
    return result_detach(table.pairing, version=version, by=request.user, reason=reason, confirmed=confirmed)


def no_result(request: HttpRequest, one: Asked, table: LaidTable, version: int) -> object:
    return table_no_result(table.pairing, version=version, by=request.user, reason=request.POST.get("reason", ""))


def substitute(request: HttpRequest, one: Asked, table: LaidTable, version: int) -> object:
    """Somebody plays instead, found by name; an empty name lets the entrant play himself again."""
    name, player = request.POST.get("name", "").strip(), None
    if name:
        player, problem, _asks = meant(name, is_new=False)
        if problem:
            raise Refused("who", text=problem)
    reason = request.POST.get("reason", "")
    return seat_substitute(
        table.pairing, number_sent(request, "entrant"), player, version=version, by=request.user, reason=reason
    )


ACTS: dict[str, tuple[str, Callable[[HttpRequest, Asked, LaidTable, int], object]]] = {
    "adjudicate": ("adjudicate", adjudicate),
    "correct": ("correct_result", correct),
    "detach": ("correct_result", detach),
    "none": ("leave_undecided", no_result),
    "substitute": ("substitute", substitute),
    **seats.ACTS,
}
"""What is done to a table, by the last part of the address: the permission it needs, and how."""
