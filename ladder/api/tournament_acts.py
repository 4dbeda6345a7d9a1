"""What is done in tournaments: by those who take part, and by directors."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import limits
from games.forms import MOST_SEATS
from games.models import Player, Seat
from games.services.players import player_named, player_now
from ladder.api.base import Answer
from ladder.api.matches import meant
from ladder.api.problems import Problem, changed
from ladder.api.schema import operation
from ladder.api.shapes import NAME, REASON, EmptyBody, OptionalReasonBody, slugs
from ladder.api.tournament_shapes import (
    ActShape,
    EntrantShape,
    JobShape,
    RoundShape,
    StageShape,
    TableShape,
    TournamentShape,
)
from ladder.api.tournaments import TAG, OfTournament, round_told, table_told
from ladder.director.entrants import join, stage_begun
from ladder.director.overview import typed_for
from ladder.director.results import directors_of, told
from ladder.views.audit_parts import actor_name
from tournaments.models import Act, Entrant, Pairing, PairingJob, Round, Stage, Tournament
from tournaments.selectors.acts import stack
from tournaments.selectors.board import Board, board_of
from tournaments.services.drafts import seats_swap
from tournaments.services.dutch_jobs import round_draft
from tournaments.services.entrants import entrant_check_in, entrant_drop, entrant_enter, entrant_withdraw
from tournaments.services.errors import Refused
from tournaments.services.publishing import round_publish
from tournaments.services.results import Line, result_enter
from tournaments.services.second import first_typed, result_report, result_second
from tournaments.services.stages import stage_complete, stage_start
from tournaments.services.tournaments import tournament_advance
from tournaments.services.work import act_undo

SCOPE = "tournaments:manage"
LOCAL_TIME = r"^[0-9]{4}-(0[1-9]|1[0-2])-([0-2][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]$"
State = Tournament.State


class EnterBody(serializers.Serializer):
    """Who enters; yourself where nobody is named."""

    player = slugs(required=False)
    name = serializers.CharField(max_length=NAME, required=False)
    new = serializers.BooleanField(default=False, help_text="Nobody here is meant; the name will be checked.")


class AdvanceBody(serializers.Serializer):
    """The state to come."""

    to = serializers.ChoiceField([state for state in State.values if state not in (State.DRAFT, State.CANCELLED)])


class SwapBody(serializers.Serializer):
    """Two entrants who change places; what it is warned of asks for a reason."""

    first = serializers.IntegerField(min_value=1, max_value=2**62)
    second = serializers.IntegerField(min_value=1, max_value=2**62)
    reason = serializers.CharField(max_length=REASON, default="", allow_blank=True)


class PublishBody(serializers.Serializer):
    """Publishing; without a deadline the terms say it."""

    deadline = serializers.RegexField(
        LOCAL_TIME,
        required=False,
        help_text="A local time of the tournament: `2026-10-08T23:59`.",
    )
    half = serializers.ChoiceField(
        ["first", "second"], required=False, help_text="Which one, of a time that the clocks show twice."
    )
    reason = serializers.CharField(max_length=REASON, default="", allow_blank=True)


class LineBody(serializers.Serializer):
    """The result of one entrant; who did not come has no place."""

    entrant = serializers.IntegerField(min_value=1, max_value=2**62)
    place = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, allow_null=True, default=None)
    score = serializers.IntegerField(min_value=-limits.SCORE, max_value=limits.SCORE, allow_null=True, default=None)
    flag = serializers.ChoiceField(Seat.Flag.values, default="played")


class TableResultBody(serializers.Serializer):
    """The result of a table: a line for just those who sit there."""

    lines = LineBody(many=True, min_length=2, max_length=MOST_SEATS)
    second = serializers.BooleanField(default=False, help_text="It counts once a second director has sent the same.")


class UndoBody(serializers.Serializer):
    """Which act, as `acts` lists it."""

    act = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The number of the last act that stands."
    )
    typed = serializers.CharField(max_length=64, default="", allow_blank=True)
    reason = serializers.CharField(max_length=REASON, default="", allow_blank=True)


def act(name: str, summary: str, answer: Any, body: Any = EmptyBody, **more: Any) -> Any:
    """An act that asks for the version in If-Match. Those upon entrants, stages, rounds and tables have a page of their own."""
    kind = name.partition("_")[0]
    tag = kind if kind in ("entrants", "rounds", "stages", "tables") else TAG
    return operation(name, summary, answer, **({"tag": tag, "scope": SCOPE, "body": body, "if_match": True} | more))


class Enter(OfTournament):
    @act(
        "tournaments_enter", "Enter a tournament", EntrantShape, EnterBody, status=201, if_match=False,
        description="Yourself, or somebody else where you may; while it runs as a late entry. Entering twice changes nothing.",
    )  # fmt: skip
    def post(self, request: Request, tournament: str) -> Response:
        found, values = self.seen(tournament).tournament, self.sent(EnterBody)
        others = "player" in values or "name" in values
        self.check("enter_others" if others else "enter", found)
        late = found.state == State.RUNNING
        if late:
            self.check("enter_late", found)

        def do() -> Answer:
            player = self.person(values) if others else self.own()
            if late:
                join(stage_begun(found), player, request.user)
            else:
                entrant_enter(found, player, by=request.user)
            row = found.entrants.select_related("player").get(player=player_now(player))
            return self.answer(EntrantShape, row, status=201, version=row.version)

        return self.write(do)

    def own(self) -> Player:
        player = getattr(self.request.user, "player", None)
        if player is None:
            raise Problem(409, "player.missing", _("Your account is no player yet. Claim one first."))
        return player

    def person(self, values: dict[str, Any]) -> Player:
        player, name = meant(values, 0)
        return player or player_named(name, at=timezone.now())


class EntrantAct(OfTournament):
    """An act about somebody who takes part."""

    def entrant(self, tournament: str, pk: int, allowed: str) -> Entrant:
        rows = self.seen(tournament).tournament.entrants.select_related("player", "tournament")
        row = get_object_or_404(rows, pk=pk)
        self.check(allowed, row)
        return row

    def do(self, tournament: str, pk: int, allowed: str, act: Callable[[Entrant, int], object]) -> Response:
        row, version = self.entrant(tournament, pk, allowed), self.version_seen()

        def acted() -> Answer:
            act(row, version)
            now = row.tournament.entrants.select_related("player").get(pk=pk)
            return self.answer(EntrantShape, now, version=now.version)

        return self.write(acted)


class Withdraw(EntrantAct):
    @act(
        "tournaments_withdraw", "Leave a tournament", EntrantShape, OptionalReasonBody,
        description="Before it runs altogether, once it runs from the next round on.",
    )  # fmt: skip
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        reason = self.sent(OptionalReasonBody)["reason"]

        def leave(row: Entrant, version: int) -> None:
            if self.tournament.state == State.RUNNING:
                entrant_drop(row, version=version, by=request.user, reason=reason)
            else:
                entrant_withdraw(row, version=version, by=request.user)

        return self.do(tournament, pk, "withdraw", leave)


class CheckIn(EntrantAct):
    @act("tournaments_check_in", "Check in", EntrantShape)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        return self.do(
            tournament, pk, "check_in", lambda row, version: entrant_check_in(row, version=version, by=request.user)
        )


class Advance(OfTournament):
    @act("tournaments_advance", "On to the next state", TournamentShape, AdvanceBody)
    def post(self, request: Request, tournament: str) -> Response:
        found, to = self.seen(tournament).tournament, self.sent(AdvanceBody)["to"]
        self.check("change_tournament", found)
        version = self.version_seen()

        def do() -> Answer:
            tournament_advance(found, to, version=version, by=request.user)
            found.refresh_from_db()
            return self.answer(TournamentShape, found, version=found.version)

        return self.write(do)


class StageAct(OfTournament):
    """An act upon a stage."""

    def stage(self, tournament: str, number: int) -> Stage:
        stage = next((one for one in self.seen(tournament).stages if one.number == number), None)
        if stage is None:
            raise Http404
        self.check("run_rounds", stage.tournament)
        return stage

    def step(self, tournament: str, number: int, service: Callable[..., object]) -> Response:
        stage, version = self.stage(tournament, number), self.version_seen()

        def do() -> Answer:
            service(stage, version=version, by=self.request.user)
            stage.refresh_from_db()
            return self.answer(StageShape, stage, version=stage.version)

        return self.write(do)


class StartStage(StageAct):
    @act("stages_start", "Start a stage", StageShape)
    def post(self, request: Request, tournament: str, number: int) -> Response:
        return self.step(tournament, number, stage_start)


class CompleteStage(StageAct):
    @act("stages_complete", "Complete a stage", StageShape)
    def post(self, request: Request, tournament: str, number: int) -> Response:
        return self.step(tournament, number, stage_complete)


class Pair(StageAct):
    @act(
        "tournaments_pair", "Draft the next round", RoundShape, status=201, more={200: JobShape},
        description="Or pair its draft anew around its locked tables. Where a worker pairs, the answer is its job.",
    )  # fmt: skip
    def post(self, request: Request, tournament: str, number: int) -> Response:
        stage, version = self.stage(tournament, number), self.version_seen()

        def do() -> Answer:
            made = round_draft(stage, version=version, by=request.user)
            if isinstance(made, PairingJob):
                return self.answer(JobShape, made)
            return round_answer(self, made, 201)

        return self.write(do)


def round_answer(view: OfTournament, round_: Round, status: int = 200) -> Answer:
    """A round as it stands now."""
    board = board_of(round_.stage_id)
    laid = board.laid(round_)
    location = f"/api/v1/tournaments/{board.tournament.slug}/rounds/{round_.pk}/" if status == 201 else ""
    told = round_told(board, laid)
    return view.answer(RoundShape, told, status=status, version=laid.round.version, location=location)


class RoundAct(OfTournament):
    """An act upon a round."""

    def round(self, tournament: str, pk: int, allowed: str) -> Round:
        found = self.seen(tournament).tournament
        self.check(allowed, found)
        rows = Round.objects.select_related("stage__tournament")
        return get_object_or_404(rows, pk=pk, stage__tournament=found)

    def do(
        self, tournament: str, pk: int, act: Callable[[Round, int], object], allowed: str = "run_rounds"
    ) -> Response:
        row, version = self.round(tournament, pk, allowed), self.version_seen()

        def acted() -> Answer:
            act(row, version)
            return round_answer(self, row)

        return self.write(acted)


class Swap(RoundAct):
    @act("tournaments_swap", "Let two entrants of a draft change places", RoundShape, SwapBody)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        values = self.sent(SwapBody)
        first, second, reason = values["first"], values["second"], values["reason"]
        return self.do(
            tournament,
            pk,
            lambda row, version: seats_swap(row, first, second, version=version, by=request.user, reason=reason),
        )


class Publish(RoundAct):
    @act("tournaments_publish", "Publish a draft", RoundShape, PublishBody)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        values = self.sent(PublishBody)
        fold = {"first": 0, "second": 1}.get(values.get("half", ""))
        deadline, reason = values.get("deadline", ""), values["reason"]
        return self.do(
            tournament,
            pk,
            lambda row, version: round_publish(
                row, version=version, by=request.user, deadline=deadline, fold=fold, reason=reason
            ),
        )


class TableResult(OfTournament):
    @act(
        "tournaments_result", "Enter the result of a table", TableShape, TableResultBody,
        description="As its director. Players report theirs as a match.",
    )  # fmt: skip
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        found, values = self.seen(tournament).tournament, self.sent(TableResultBody)
        rows = Pairing.objects.select_related("round__stage__tournament")
        pairing = get_object_or_404(rows, pk=pk, round__stage__tournament=found)
        self.check("enter_result", pairing)
        version = self.version_seen()
        lines = {one["entrant"]: Line(one["place"], one["score"], one["flag"]) for one in values["lines"]}

        def do() -> Answer:
            enter(board_of(pairing.round.stage_id), pairing, lines, values["second"], version, request.user)
            board = board_of(pairing.round.stage_id)
            laid, table = board.laid(pairing.round), board.table(pairing)
            return self.answer(TableShape, table_told(board, laid, table), version=table.pairing.version)

        return self.write(do)


def enter(board: Board, pairing: Pairing, lines: dict[int, Line], second: bool, version: int, by: Any) -> None:
    """As the desk does it: a result that waits for a second person is settled by him."""
    table = board.table(pairing)
    first = first_typed(table, directors_of(board.tournament))
    if first is not None:
        before = told(board, table, board.people_of(first, table.substitutes) or {})
        result_second(pairing, lines, first, version=version, by=by, told=before)
    elif second:
        result_report(pairing, lines, version=version, by=by)
    else:
        result_enter(pairing, lines, version=version, by=by)


class Acts(OfTournament):
    private = True

    @operation(
        "acts_list", "What can be undone", ActShape, tag=TAG, listed=True, private=True,
        description="The stack of acts that stand, for directors; the last one first.",
    )  # fmt: skip
    def get(self, request: Request, tournament: str) -> Response:
        found = self.seen(tournament).tournament
        self.check("direct", found)
        rows = stack(found).select_related("actor__player")
        return self.listed(ActShape, list(rows), prepare=lambda rows: [act_told(row, found) for row in rows])


def act_told(row: Act, tournament: Tournament) -> dict[str, Any]:
    return {
        "number": row.number,
        "kind": row.kind,
        "at": row.at,
        "by": actor_name(row.actor) if row.actor else None,
        "reason": row.reason,
        "typed": typed_for(row, tournament),
        "undone": row.undone_at is not None,
    }


class Undo(OfTournament):
    @act(
        "tournaments_undo", "Undo the last act", ActShape, UndoBody, if_match=False, refusals=(412,),
        description="Behind results and published rounds the name of the round is typed, as `acts` tells it.",
    )  # fmt: skip
    def post(self, request: Request, tournament: str) -> Response:
        found, values = self.seen(tournament).tournament, self.sent(UndoBody)
        self.check("undo_act", found)
        row = get_object_or_404(found.acts, number=values["act"])
        last = stack(found).first()
        if last is None or last.pk != row.pk:
            raise changed(last.number if last else None)
        wanted = typed_for(row, found)
        if wanted and values["typed"].strip().casefold() != wanted.casefold():
            raise Refused("name_of_the_round", wanted=wanted, found=values["typed"])

        def do() -> Answer:
            undone = act_undo(row, by=request.user, reason=values["reason"])
            return self.answer(ActShape, act_told(undone, found))

        return self.write(do)
