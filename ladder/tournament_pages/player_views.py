"""A player's tournaments, on his own page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Player
from ladder.exports.answers import answer
from ladder.exports.table import Column, Table
from ladder.selectors.seasons import default_zone
from ladder.tournament_pages.people import player_now
from ladder.views.finding import of_player
from ladder.views.players import tab
from tournaments.models import Stage, Tournament
from tournaments.selectors.board import Board, boards_of
from tournaments.selectors.lists import stages_entered
from tournaments.selectors.standings import classified

LENGTH = 50
"""Stages that are looked at, the newest first."""


@require_safe
@of_player
def player(request: HttpRequest, person: Player) -> HttpResponse:
    """Every tournament that somebody entered, also without a match yet."""
    return tab(request, person, "tournaments", {"entries": entries(person)})


@require_safe
@of_player
def export(request: HttpRequest, person: Player, suffix: str) -> HttpResponse:
    rows = [
        {
            "tournament": one["tournament"].name,
            "slug": one["tournament"].slug,
            "game": str(one["tournament"].game),
            "state": one["tournament"].state,
            "place": one["place"],
            "people": one["people"],
            "tables": one["played"],
            "won": one["won"],
        }
        for one in entries(person)
    ]
    columns = [
        Column("tournament", _("Tournament")),
        Column("slug", _("Address"), for_programs=True),
        Column("game", _("Game")),
        Column("state", _("State"), for_programs=True),
        Column("place", _("Place")),
        Column("people", _("Players"), "number"),
        Column("tables", _("Tables"), "number"),
        Column("won", _("Won"), "number"),
    ]
    title = _("Tournaments of %(name)s") % {"name": person.name}
    return answer(suffix, Table(title, columns, rows, f"player-{person.slug}-tournaments", default_zone()))


def entries(person: Player) -> list[dict[str, Any]]:
    """Each tournament with the place there so far, tables played and won."""
    stages = list(stages_entered(person)[:LENGTH])
    begun = [stage for stage in stages if stage.state != Stage.State.PLANNED]
    boards: dict[int, list[Board]] = {}
    for board in sorted(boards_of(begun) if begun else [], key=lambda one: one.stage.number):
        boards.setdefault(board.tournament.pk, []).append(board)
    told: dict[int, dict[str, Any]] = {}
    for stage in stages:
        if stage.tournament_id not in told:
            told[stage.tournament_id] = entry(
                stage.tournament, stage.entry_state, boards.get(stage.tournament_id, []), person
            )
    return list(told.values())


def entry(tournament: Tournament, state: str, boards: list[Board], person: Player) -> dict[str, Any]:
    found: dict[str, Any] = {
        "tournament": tournament,
        "state": state,
        "place": "",
        "people": None,
        "played": 0,
        "won": 0,
    }
    if not boards:
        return found
    mine = {one for board in boards for one, row in board.entrants.items() if player_now(row.player).pk == person.pk}
    for board in boards:
        for laid in board.published:
            for seat in (seat for table in laid.tables for seat in table.seats if seat.player in mine):
                found["played"] += seat.flag != "no_show"
                found["won"] += seat.place == 1
    order = classified(boards)
    found["people"] = len(order)
    for placed in order:
        if placed.entrant.pk in mine:
            found["place"] = str(placed.first) if placed.first == placed.last else f"{placed.first}–{placed.last}"
    return found
