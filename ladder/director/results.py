"""The results of a round by keyboard: all tables on one page, each saved by itself or with the others."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.services.changes import COUNTABLE
from ladder.director import steps
from ladder.director.typed import TypedLine, Unreadable, lines_of, place_text
from ladder.tournament_pages.rounds import games_told
from tournaments.models import Tournament, TournamentRole
from tournaments.selectors.board import Board, LaidRound, LaidTable
from tournaments.selectors.brackets import is_bracket
from tournaments.selectors.needs import needing
from tournaments.services.results import Line
from tournaments.services.rounds import reopens
from tournaments.services.second import first_typed


def context(request: HttpRequest, board: Board, laid: LaidRound) -> dict[str, Any]:
    """The tables of a published round; boxes hold what was typed."""
    now = timezone.now()
    waiting = any(match.state == "submitted" for table in laid.tables for match in table.matches)
    directors = directors_of(board.tournament) if waiting else set()
    needs = needing(table.pairing for table in laid.tables)
    tables = [table_card(request, board, table, directors, needs.get(table.pairing.pk, set())) for table in laid.tables]
    decided = sum(one["decided"] for one in tables)
    bracket = is_bracket(board)
    return {
        "tables": tables,
        "open": any(one["open"] for one in tables),
        "decided": decided,
        "all_decided": decided == len(tables),
        "byes": [board.entrants[seat.entrant_id].player.name for seat in laid.out],
        "overdue": laid.round.deadline is not None and laid.round.deadline < now and decided < len(tables),
        "second": bool(request.POST.get("second")),
        "going_back": not bracket and board.stage.state == "running",
        "is_last": bool(board.rounds) and board.rounds[-1].round.pk == laid.round.pk,
        "reopens": reopens(board, laid),
        "has_results": any(one["decided"] or one["matches"] for one in tables),
        "extension_days": board.terms.extension_days,
        "bracket": bracket,
    }


def directors_of(tournament: Tournament) -> set[int]:
    roles = tournament.roles.filter(kind=TournamentRole.Kind.DIRECTOR)
    return set(roles.values_list("user", flat=True))


def table_card(
    request: HttpRequest, board: Board, table: LaidTable, directors: set[int], needs: set[str]
) -> dict[str, Any]:
    """A table for the page: its people with their boxes, or with their result."""
    first = first_typed(table, directors)
    seats = {seat.player: seat for seat in table.seats}
    pk = table.pairing.pk
    waits = first is None and not table.is_decided and table.matches and table.matches[-1].state not in COUNTABLE
    reported = board.people_of(table.matches[-1], table.substitutes) or {} if waits else {}
    return {
        "pairing": table.pairing,
        "url": steps.table_url(board.tournament.slug, table),
        "state": table.state,
        "decided": table.is_decided,
        "open": not table.is_decided and len(table.people) > 1,
        "overdue": table.is_overdue(timezone.now()),
        "absent": "absent" in needs,
        "asked": "asked" in needs,
        "matches": table.matches,
        "games": games_told(table),
        "first": first,
        "mine": first is not None and first.submitted_by_id == request.user.pk,
        "rows": [
            {
                "entrant": one,
                "name": board.entrants[one].player.name,
                "instead": table.substitutes.get(one),
                "seat": seats.get(one),
                "place": request.POST.get(f"place-{pk}-{one}", ""),
                "score": request.POST.get(f"score-{pk}-{one}", ""),
                "reported": told_line(reported.get(one)),
            }
            for one in table.people
        ],
    }


def told_line(seat: Any) -> str:
    """A reported line in words: 1, 126 points."""
    if seat is None:
        return ""
    place = place_text(seat.place, seat.flag)
    return _("%(place)s with %(score)s") % {"place": place, "score": seat.score} if seat.score is not None else place


def told(board: Board, table: LaidTable, seats: dict[int, Any]) -> str:
    """A whole result on one line."""
    return ", ".join(f"{board.entrants[one].player.name} {told_line(seats.get(one))}" for one in table.people)


def typed_rows(request: HttpRequest, table: int, people: Sequence[int]) -> list[TypedLine]:
    """What stands in the boxes of a table."""
    return [
        TypedLine(
            one, request.POST.get(f"place-{table}-{one}", "")[:6], request.POST.get(f"score-{table}-{one}", "")[:12]
        )
        for one in people
    ]


def asks(request: HttpRequest, table: int, people: Sequence[int]) -> bool:
    """Whether a `?` is typed for a table: an arbiter is to decide it."""
    return any(row.place.strip() == "?" for row in typed_rows(request, table, people))


def read(request: HttpRequest, table: int, people: Sequence[int]) -> dict[int, Line] | None:
    """The result typed for a table by its number; None where its boxes are empty. Raises `Unreadable`."""
    rows = typed_rows(request, table, people)
    return None if all(row.is_empty for row in rows) else lines_of(rows)


def unreadable(problem: Unreadable) -> str:
    """What cannot be read in a box."""
    texts = {
        "place": _("“%(text)s” is no place: type a number, = for a tie, and c, t, l or n behind it."),
        "score": _("“%(text)s” is no score: type a whole number."),
        "first_tie": _("The first box cannot be =: nobody stands above it."),
        "places": _("Type all places, or all scores."),
    }
    return texts[problem.code] % {"text": problem.text}
