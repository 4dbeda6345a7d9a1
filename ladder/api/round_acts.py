"""More of what directors do to rounds: drafts changed by hand, scheduled, thrown away; rounds taken back and completed."""

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ladder.api.base import Answer
from ladder.api.shapes import REASON, OptionalReasonBody
from ladder.api.tournament_acts import LOCAL_TIME, RoundAct, act, act_told
from ladder.api.tournament_shapes import ActShape, RoundShape, TableShape
from ladder.api.tournaments import OfTournament, table_told
from tournaments.models import Act, Pairing, Round
from tournaments.selectors.board import board_of
from tournaments.services.drafts import OFF, draft_arrange, draft_delete, seat_move, table_lock
from tournaments.services.errors import Refused
from tournaments.services.local_time import instant
from tournaments.services.publishing import round_schedule
from tournaments.services.results import round_extend
from tournaments.services.rounds import round_complete, round_delete, round_reopen, round_withdraw

FOLDS = {"first": 0, "second": 1}


class MoveBody(serializers.Serializer):
    """Where to: the number of a table of the draft, the next free number for a new one, or null to sit out.

    Who asked for a round off sits out with `off`, and stays out when the others are paired anew.
    """

    entrant = serializers.IntegerField(min_value=1, max_value=2**62)
    table = serializers.IntegerField(min_value=1, max_value=9_999, allow_null=True)
    off = serializers.ChoiceField(["", *OFF], default="", help_text="With `table` null, in a Swiss.")
    reason = serializers.CharField(max_length=REASON, default="", allow_blank=True)


class ScheduleBody(serializers.Serializer):
    """When the draft publishes itself; null: not by itself."""

    at = serializers.RegexField(
        LOCAL_TIME, allow_null=True, help_text="A local time of the tournament: `2026-10-08T23:59`."
    )
    half = serializers.ChoiceField(
        ["first", "second"], required=False, help_text="Which one, of a time that the clocks show twice."
    )


class NamedBody(serializers.Serializer):
    """The name of the round, typed as the desk asks for it, and why."""

    typed = serializers.CharField(max_length=64)
    reason = serializers.CharField(max_length=REASON, default="", allow_blank=True)


class LockBody(serializers.Serializer):
    """Whether the table stays as it is when the draft is paired anew."""

    locked = serializers.BooleanField()


class Move(RoundAct):
    @act("rounds_move", "Put somebody of a draft elsewhere", RoundShape, MoveBody)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        values = self.sent(MoveBody)

        def move(row: Round, version: int) -> object:
            who, to = values["entrant"], values["table"]
            more: dict[str, Any] = {"version": version, "by": request.user, "reason": values["reason"]}
            tables, out = board_of(row.stage_id).laid(row).arrangement
            if to != len(tables) + 1:
                return seat_move(row, who, to=to, off="" if to else values["off"], **more)
            rows = [[one for one in seats if one != who] for seats in (*tables, out)]
            return draft_arrange(row, [*rows[:-1], [who]], byes=rows[-1], **more)

        return self.do(tournament, pk, move)


class Alternative(RoundAct):
    @act("rounds_alternative", "Take the best other draft that was found", RoundShape, OptionalReasonBody)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        reason = self.sent(OptionalReasonBody)["reason"]

        def take(row: Round, version: int) -> object:
            told = row.notes.get("alternative")
            if not told:
                raise Refused("not_in_the_draft")
            return draft_arrange(
                row, told["tables"], byes=told["byes"], version=version, by=request.user, reason=reason
            )

        return self.do(tournament, pk, take)


class Schedule(RoundAct):
    @act("rounds_schedule", "Let a draft publish itself", RoundShape, ScheduleBody)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        values = self.sent(ScheduleBody)

        def schedule(row: Round, version: int) -> object:
            at = None
            if values["at"] is not None:
                at = instant(values["at"], row.stage.tournament.zone, FOLDS.get(values.get("half", "")))
                if at <= timezone.now():
                    raise Refused("deadline_past")
            return round_schedule(row, at, version=version, by=request.user)

        return self.do(tournament, pk, schedule)


class WithdrawRound(RoundAct):
    @act(
        "rounds_withdraw", "Take a published round back", RoundShape, OptionalReasonBody,
        description="It is a draft again; those who sit there are told.",
    )  # fmt: skip
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        reason = self.sent(OptionalReasonBody)["reason"]
        return self.do(
            tournament,
            pk,
            lambda row, version: round_withdraw(row, version=version, by=request.user, reason=reason),
            "undo_act",
        )


class Reopen(RoundAct):
    @act(
        "rounds_reopen", "Open a round anew", RoundShape, NamedBody,
        description="Its results are detached, not lost: they come back where the same people are paired again.",
    )  # fmt: skip
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        values = self.sent(NamedBody)
        more = {"name": values["typed"], "reason": values["reason"]}
        return self.do(
            tournament, pk, lambda row, seen: round_reopen(row, version=seen, by=request.user, **more), "undo_act"
        )


class Complete(RoundAct):
    @act("rounds_complete", "Complete a round", RoundShape)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        return self.do(tournament, pk, lambda row, version: round_complete(row, version=version, by=request.user))


class Extend(RoundAct):
    @act("rounds_extend", "Give a round more time, once", RoundShape)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        return self.do(tournament, pk, lambda row, version: round_extend(row, version=version, by=request.user))


class RoundEnd(RoundAct):
    """What leaves no round behind: the answer is the act."""

    def end(self, tournament: str, pk: int, allowed: str, service: Callable[[Round, int], Act]) -> Response:
        row, version = self.round(tournament, pk, allowed), self.version_seen()
        return self.write(lambda: self.answer(ActShape, act_told(service(row, version), row.stage.tournament)))


class Discard(RoundEnd):
    @act("rounds_discard", "Throw a draft away", ActShape)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        return self.end(
            tournament, pk, "run_rounds", lambda row, version: draft_delete(row, version=version, by=request.user)
        )


class Delete(RoundEnd):
    @act("rounds_delete", "Delete a round", ActShape, NamedBody, description="Its results are detached, not lost.")
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        values = self.sent(NamedBody)
        more = {"name": values["typed"], "reason": values["reason"]}
        return self.end(
            tournament, pk, "undo_act", lambda row, version: round_delete(row, version=version, by=request.user, **more)
        )


class Lock(OfTournament):
    @act("tables_lock", "Keep a table of a draft as it is", TableShape, LockBody)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        found, locked = self.seen(tournament).tournament, self.sent(LockBody)["locked"]
        self.check("run_rounds", found)
        rows = Pairing.objects.select_related("round__stage__tournament")
        table = get_object_or_404(rows, pk=pk, round__stage__tournament=found, round__state=Round.State.DRAFT)
        version = self.version_seen()

        def do() -> Answer:
            table_lock(table, locked, version=version, by=request.user)
            return table_answer(self, table)

        return self.write(do)


def table_answer(view: OfTournament, pairing: Pairing) -> Answer:
    """A table as it stands now."""
    board = board_of(pairing.round.stage_id)
    laid, table = board.laid(pairing.round), board.table(pairing)
    return view.answer(TableShape, table_told(board, laid, table), version=table.pairing.version)
