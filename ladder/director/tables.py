"""Results of tables: typed for a round, corrected, detached, left out; and who plays instead of somebody."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from games.services.errors import InvalidResult
from games.services.once import Answer, KeyReused
from ladder.director import results
from ladder.director.acting import KEY, acts_since, after, check, number_in, number_sent, stages_at
from ladder.director.entrants import meant
from ladder.director.rounds import Asked, asked
from ladder.director.rounds import page as round_page
from ladder.director.sentences import refusal
from ladder.director.typed import Unreadable, place_text
from ladder.permissions import may
from ladder.ratelimit import takes_lists
from ladder.views.once import once_sent
from ladder.views.refusals import cannot_be
from tournaments.models import Round
from tournaments.selectors.board import Board, LaidTable
from tournaments.selectors.brackets import is_bracket
from tournaments.services.errors import Changed, Refused
from tournaments.services.results import result_correct, result_detach, result_enter, table_no_result
from tournaments.services.second import first_typed, result_report, result_second
from tournaments.services.substitutes import seat_substitute


@takes_lists
@login_required
@require_POST
def save(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Save all tables of which something is typed. One that cannot be saved stays as typed; the others are saved."""
    one = asked(request, slug, pk)
    problems: dict[int, str] = {}
    since, saved = None, 0
    only = request.POST.get("table", "")
    for table in one.laid.tables:
        if only and only != str(table.pairing.pk):
            continue
        try:
            saved += enter(request, one.board, table)
        except Changed:
            since = acts_since(request, one.tournament)
            problems[table.pairing.pk] = _("Somebody changed this table meanwhile. Nothing of yours was saved for it.")
        except Unreadable as problem:
            problems[table.pairing.pk] = results.unreadable(problem)
        except Refused as why:
            problems[table.pairing.pk] = refusal(why, one.names)
        except InvalidResult as invalid:
            problems[table.pairing.pk] = cannot_be(invalid)
        except KeyReused:
            problems[table.pairing.pk] = _("This form was sent before with something else. Start again.")
    if problems:
        return round_page(request, one, 422 if since is None else 409, problems=problems, since=since)
    if not saved:
        messages.info(request, _("Nothing was typed."))
    else:
        messages.success(request, ngettext("%(n)s table saved.", "%(n)s tables saved.", saved) % {"n": saved})
    return redirect("director_round", slug, pk)


def enter(request: HttpRequest, board: Board, table: LaidTable) -> bool:
    """Save one table, once; False where nothing is typed for it."""
    lines = results.read(request, table)
    if lines is None:
        return False
    pairing = table.pairing
    if not may(request.user, "enter_result", pairing):
        raise Refused("own_table", table=pairing.number)
    version = number_in(request.POST.get(f"version-{pairing.pk}", ""))
    first = first_typed(table, results.directors_of(board))

    def do() -> Answer:
        with transaction.atomic():
            if first is not None:
                told = results.told(board, table, board.people_of(first, table.substitutes) or {})
                result_second(pairing, lines, first, version=version, by=request.user, told=told)
            elif request.POST.get("second"):
                result_report(pairing, lines, version=version, by=request.user)
            else:
                result_enter(pairing, lines, version=version, by=request.user)
        return {"done": True}

    key = f"{request.POST.get('key', '')}-{pairing.pk}"[-64:]
    once_sent(request, key if KEY.fullmatch(key) and request.POST.get("key") else "", do)
    return True


# One table


def table_asked(request: HttpRequest, slug: str, pk: int, act: str = "direct") -> tuple[Asked, LaidTable]:
    """A table of a published round."""
    [stage] = stages_at(slug, rounds__pairings__pk=pk)
    check(request, "direct", stage.tournament)
    board = Board(stage)
    laid, table = next((laid, table) for laid in board.rounds for table in laid.tables if table.pairing.pk == pk)
    laid.round.stage = stage
    if act != "direct":
        check(request, act, table.pairing)
    if laid.is_draft:
        raise Http404(slug)
    return Asked(stage.tournament, board, laid), table


@login_required
@require_safe
def table_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return page(request, *table_asked(request, slug, pk))


def page(request: HttpRequest, one: Asked, table: LaidTable, status: int = 200, **more: Any) -> HttpResponse:
    """A table with its result and everything that can be done about it."""
    if status != 200:
        [stage] = stages_at(one.tournament.slug, rounds__pairings=table.pairing.pk)
        board = Board(stage)
        one, table = Asked(board.tournament, board, board.laid(one.round)), board.table(table.pairing)
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
        "complete": one.round.state == Round.State.COMPLETE and not is_bracket(one.board),
        **more,
    }
    return render(request, "tournaments/desk/table.html", context, status=status)


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
            "director_round",
            slug,
            one.round.pk,
        )
    except Unreadable as problem:
        return again(status=422, refused=results.unreadable(problem))
    return found


def correct(request: HttpRequest, one: Asked, table: LaidTable, version: int) -> object:
    lines = results.read(request, table)
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
    "correct": ("correct_result", correct),
    "detach": ("correct_result", detach),
    "none": ("leave_undecided", no_result),
    "substitute": ("substitute", substitute),
}
"""What is done to a table, by the last part of the address: the permission it needs, and how."""
