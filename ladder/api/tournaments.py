"""Tournaments: who takes part, stages, rounds with their tables, standings and brackets."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Seat
from ladder.api.base import Resource
from ladder.api.paging import ListQuery
from ladder.api.schema import operation
from ladder.api.tournament_shapes import (
    BracketsShape,
    EntrantShape,
    ListedTournamentShape,
    RoundShape,
    StageShape,
    StandingsShape,
    TableShape,
    TournamentShape,
)
from ladder.models import Scope
from ladder.tournament_pages import why
from ladder.tournament_pages.diary import diary_told
from ladder.tournament_pages.finding import Shown, shown
from ladder.tournament_pages.people import People
from ladder.tournament_pages.rounds import title_of
from ladder.tournament_pages.stage_drawings import stages_shown
from tournaments.models import Round
from tournaments.selectors.acts import diary as acts_of
from tournaments.selectors.board import Board, LaidRound, LaidTable
from tournaments.selectors.brackets import is_bracket
from tournaments.selectors.lists import tournaments_shown

TAG = "tournaments"


class TournamentsQuery(ListQuery):
    """Which tournaments."""

    game = serializers.SlugField(max_length=40, required=False)


class TablesQuery(ListQuery):
    """Which tables."""

    round = serializers.IntegerField(min_value=1, max_value=2**62, required=False, help_text="The id of a round.")


class OfTournament(Resource):
    """Something of one tournament."""

    scope = Scope.TOURNAMENTS

    def seen(self, slug: str) -> Shown:
        """The tournament, for whoever may see it."""
        found = shown(self.request, slug)
        self.tournament = found.tournament
        return found

    def rounds(self, found: Shown) -> list[tuple[Board, LaidRound]]:
        """The rounds that the reader may see: drafts are for directors."""
        return [(board, laid) for board in found.boards for laid in board.rounds if found.directs or not laid.is_draft]


class Tournaments(Resource):
    scope = Scope.TOURNAMENTS

    @operation(
        "tournaments_list", "Tournaments", ListedTournamentShape, tag=TAG, listed=True, query=[TournamentsQuery],
        description="Those that everybody may read, newest first.",
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        asked = self.asked(TournamentsQuery)
        return self.listed(ListedTournamentShape, tournaments_shown(asked.get("game", "")), "-pk", asked=asked)


class OneTournament(OfTournament):
    @operation("tournaments_get", "One tournament", TournamentShape, tag=TAG)
    def get(self, request: Request, tournament: str) -> Response:
        found = self.seen(tournament).tournament
        return self.found(TournamentShape, found, found.version)


class Entrants(OfTournament):
    @operation(
        "entrants_list", "Who takes part", EntrantShape, tag=TAG, listed=True, description="By seed; also who left."
    )
    def get(self, request: Request, tournament: str) -> Response:
        rows = self.seen(tournament).tournament.entrants.select_related("player").order_by("seed", "pk")
        return self.listed(EntrantShape, list(rows))


class OneEntrant(OfTournament):
    @operation("entrants_get", "One who takes part", EntrantShape, tag=TAG)
    def get(self, request: Request, tournament: str, pk: int) -> Response:
        row = self.seen(tournament).tournament.entrants.select_related("player").filter(pk=pk).first()
        if row is None:
            raise Http404
        return self.found(EntrantShape, row, row.version)


class Stages(OfTournament):
    @operation("stages_list", "The stages", StageShape, tag=TAG, listed=True)
    def get(self, request: Request, tournament: str) -> Response:
        return self.listed(StageShape, self.seen(tournament).stages)


class OneStage(OfTournament):
    @operation("stages_get", "One stage", StageShape, tag=TAG)
    def get(self, request: Request, tournament: str, number: int) -> Response:
        row = next((stage for stage in self.seen(tournament).stages if stage.number == number), None)
        if row is None:
            raise Http404
        return self.found(StageShape, row, row.version)


class Rounds(OfTournament):
    @operation(
        "rounds_list", "The rounds", RoundShape, tag=TAG, listed=True, description="Drafts are seen by directors."
    )
    def get(self, request: Request, tournament: str) -> Response:
        found = self.seen(tournament)
        return self.listed(RoundShape, self.rounds(found), prepare=lambda rows: [round_told(*one) for one in rows])


class OneRound(OfTournament):
    @operation("rounds_get", "One round", RoundShape, tag=TAG)
    def get(self, request: Request, tournament: str, pk: int) -> Response:
        for board, laid in self.rounds(self.seen(tournament)):
            if laid.round.pk == pk:
                return self.found(RoundShape, round_told(board, laid), laid.round.version)
        raise Http404


def round_told(board: Board, laid: LaidRound) -> dict[str, Any]:
    """A round with its tables."""
    row: Round = laid.round
    return {
        "id": row.pk,
        "stage": board.stage.number,
        "number": row.number,
        "title": title_of(board, laid),
        "state": row.state,
        "version": row.version,
        "deadline": row.deadline,
        "published_at": row.published_at,
        "tables": [table_told(board, laid, table) for table in laid.tables],
        "out": [
            {"entrant": seat.entrant_id, "player": board.player(seat.entrant_id), "kind": seat.out} for seat in laid.out
        ],
    }


def table_told(board: Board, laid: LaidRound, table: LaidTable) -> dict[str, Any]:
    """A table with its people, and with their result once it is decided."""
    told = {seat.player: seat for seat in table.seats}
    worth = {sat.entrant: sat.points for sat in board.sat(table)} if told and not is_bracket(board) else {}
    seats = []
    for number, one in enumerate(table.people):
        seat = told.get(one)
        seats.append(
            {
                "number": number,
                "entrant": one,
                "player": board.player(one),
                "substitute": table.substitutes.get(one),
                "place": seat.place if seat else None,
                "score": seat.score if seat else None,
                "flag": seat.flag if seat else Seat.Flag.PLAYED,
                "points": worth.get(one),
            }
        )
    return {
        "id": table.pairing.pk,
        "round": laid.round.pk,
        "number": table.pairing.number,
        "state": table.state,
        "version": table.pairing.version,
        "best_of": table.pairing.best_of,
        "seats": seats,
        "matches": [match.slug for match in table.matches],
    }


class Tables(OfTournament):
    """Something of its tables."""

    def tables(self, slug: str) -> Iterable[tuple[Board, LaidRound, LaidTable]]:
        for board, laid in self.rounds(self.seen(slug)):
            for table in laid.tables:
                yield board, laid, table


class TablesOf(Tables):
    @operation("tables_list", "The tables", TableShape, tag=TAG, listed=True, query=[TablesQuery])
    def get(self, request: Request, tournament: str) -> Response:
        asked = self.asked(TablesQuery)
        rows = [one for one in self.tables(tournament) if asked.get("round") in (None, one[1].round.pk)]
        return self.listed(TableShape, rows, asked=asked, prepare=lambda rows: [table_told(*one) for one in rows])


class OneTable(Tables):
    @operation("tables_get", "One table", TableShape, tag=TAG)
    def get(self, request: Request, tournament: str, pk: int) -> Response:
        for board, laid, table in self.tables(tournament):
            if table.pairing.pk == pk:
                return self.found(TableShape, table_told(board, laid, table), table.pairing.version)
        raise Http404


class Standings(OfTournament):
    @operation(
        "tournaments_standings", "The standings", StandingsShape, tag=TAG,
        description="Of each stage by points, with the reason for every position; and the order over all stages.",
    )  # fmt: skip
    def get(self, request: Request, tournament: str) -> Response:
        found = self.seen(tournament)
        people = People(found.boards, request.user)
        stages = [
            {
                "stage": board.stage.number,
                "tie_breaks": [name for _short, name in why.columns(board)],
                "groups": [{"title": title, "rows": lines} for title, lines in why.standings_of(board, people)],
            }
            for board in found.boards
        ]
        order = why.final_order(found.places, found.boards, people)
        return self.found(StandingsShape, {"stages": stages, "order": order})


class DiaryShape(serializers.Serializer):
    """What was decided or changed, in words; `undone` says by whom it was undone."""

    at = serializers.DateTimeField()
    told = serializers.CharField(source="text")
    who = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    undone = serializers.CharField(allow_blank=True)


class Diary(OfTournament):
    @operation("tournaments_diary", "The diary", DiaryShape, tag=TAG, listed=True, description="Newest first.")
    def get(self, request: Request, tournament: str) -> Response:
        found = self.seen(tournament).tournament
        acts = acts_of(found).select_related("actor__player", "undone_by__player")
        return self.listed(DiaryShape, list(acts), prepare=lambda rows: diary_told(found, rows))


class Bracket(OfTournament):
    @operation(
        "tournaments_bracket",
        "Stages as they are drawn",
        BracketsShape,
        tag=TAG,
        description="None where no stage has a drawing.",
    )
    def get(self, request: Request, tournament: str) -> Response:
        found = self.seen(tournament)
        drawn = stages_shown(found.boards, People(found.boards, request.user))
        stages = [{"stage": one.board.stage.number, "columns": one.columns} for one in drawn]
        return self.found(BracketsShape, {"stages": stages})
