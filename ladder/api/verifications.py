"""Judgements on logs, and the table at any place of a log."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Verification
from games.reel import step_at
from ladder.api.base import Answer, Resource
from ladder.api.schema import operation
from ladder.api.shapes import Anything, EmptyBody, Facts
from ladder.models import Scope
from ladder.services.matches import verification_rerun
from ladder.views import replay_parts as parts
from ladder.views.verifications import judgement, raw_file, visible

TAG = "verifications"
DRAWING = "image/svg+xml"
FILE = "application/octet-stream"


class VerificationShape(serializers.Serializer):
    """The judgement on one log. Lists by seat are in turn order; what does not apply is null or empty."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(Verification.State.values)
    verdict = serializers.ChoiceField(Verification.Verdict.values, allow_null=True)
    outcome = serializers.ChoiceField(["agrees", "disagrees", "cannot", "broken"], allow_null=True)
    code = serializers.CharField(allow_null=True)
    message = serializers.CharField()
    at = Facts(allow_null=True)
    expected = Anything()
    found = Anything()
    facts = Facts()
    game = serializers.CharField(allow_null=True)
    rules = serializers.CharField(allow_null=True)
    revision = serializers.IntegerField()
    players = serializers.ListField(child=Facts())
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    ranks = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    breakdown = serializers.ListField(child=Facts())
    events = serializers.IntegerField()
    claims = serializers.IntegerField()
    notes = serializers.ListField(child=Facts())
    intake_ms = serializers.FloatField()
    ms = serializers.FloatField()


class PositionQuery(serializers.Serializer):
    """Which place of the log, seen by whom."""

    at = serializers.RegexField(
        r"^[0-9.:]{1,24}$",
        required=False,
        help_text="`packet.notification`, of a record the event; without it the last.",
    )
    viewer = serializers.IntegerField(
        min_value=1, max_value=20, required=False, help_text="A seat, from 1; without it the public."
    )
    seat = serializers.IntegerField(
        min_value=1, max_value=20, required=False, help_text="Whose part of the table is drawn; else who acts."
    )


class PanelQuery(PositionQuery):
    """Which drawing."""

    panel = serializers.IntegerField(min_value=0, max_value=20, default=0, help_text="From 0; see `panels`.")


class PositionShape(serializers.Serializer):
    """The table at one place of a log, in words; `panels` counts its drawings."""

    at = serializers.CharField()
    step = serializers.IntegerField(help_text="From 1.")
    steps = serializers.IntegerField()
    before = serializers.CharField(allow_null=True, help_text="The place before; null at the first.")
    after = serializers.CharField(allow_null=True, help_text="The next place; null at the last.")
    seat = serializers.IntegerField(allow_null=True, help_text="Who acts, from 0.")
    undone = serializers.BooleanField()
    refused = serializers.BooleanField(help_text="Where the log leaves what can be: the table stands just before.")
    moves = serializers.ListField(child=serializers.CharField())
    scores = serializers.ListField(child=serializers.IntegerField())
    table = serializers.ListField(child=serializers.CharField())
    panels = serializers.IntegerField()


class OneVerification(Resource):
    """Something of one judgement: for players of the match, officials, who brought it; for all where logs are public."""

    scope = Scope.LOGS

    @operation("verifications_get", "One judgement", VerificationShape, tag=TAG)
    def get(self, request: Request, pk: int) -> Response:
        return self.found(VerificationShape, judgement(visible(request, pk)))


class RawLog(Resource):
    scope = Scope.LOGS

    @operation(
        "verifications_log", "The log as it came", OpenApiTypes.BINARY, tag=TAG, media=FILE, refusals=(403,),
        description="For players of the match and officials; for everybody where the logs are public.",
    )  # fmt: skip
    def get(self, request: Request, pk: int) -> HttpResponse:
        name, raw = raw_file(request, visible(request, pk))
        return HttpResponse(raw, content_type=FILE, headers={"Content-Disposition": f'attachment; filename="{name}"'})


class Again(Resource):
    scope = Scope.RESULTS

    @operation(
        "verifications_again", "Judge a log once more", VerificationShape, tag=TAG, scope="results:write", body=EmptyBody,
        description="As an official; ask for it again once it is judged.",
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        row = visible(request, pk)

        def again() -> Answer:
            fresh = verification_rerun(row, by=request.user)
            return self.answer(VerificationShape, judgement(fresh))

        return self.write(again)


class OfLog(Resource):
    scope = Scope.LOGS

    def place(self, pk: int, asked: dict[str, Any]) -> tuple[parts.Film, int, parts.Table]:
        """The log, the number of the step, and the table there."""
        seen = parts.film(visible(self.request, pk), str(asked.get("viewer", "")))
        number = (
            len(seen.steps) - 1 if seen and "at" not in asked else step_at(seen.steps, asked["at"]) if seen else None
        )
        if seen is None or number is None:
            raise Http404
        return seen, number, parts.table(seen, number, str(asked.get("seat", "")))


class Position(OfLog):
    @operation(
        "verifications_position", "The table at a place of the log", PositionShape, tag=TAG, query=[PositionQuery]
    )
    def get(self, request: Request, pk: int) -> Response:
        seen, number, table = self.place(pk, self.asked(PositionQuery))
        step, steps = seen.steps[number], seen.steps
        told = {
            "at": step.key,
            "step": number + 1,
            "steps": len(steps),
            "before": steps[number - 1].key if number else None,
            "after": steps[number + 1].key if number + 1 < len(steps) else None,
            "seat": step.seat,
            "undone": step.undone,
            "refused": step.refused,
            "moves": [f"{parts.named(seen.names, one)}{one.text}" for one in seen.sayings(step)],
            "scores": list(step.scores),
            "table": table.words,
            "panels": len(table.panels),
        }
        return self.found(PositionShape, told)


class Drawing(OfLog):
    @operation(
        "verifications_drawing", "A drawing of the table", OpenApiTypes.STR, tag=TAG, query=[PanelQuery], media=DRAWING
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        asked = self.asked(PanelQuery)
        _seen, _number, table = self.place(pk, asked)
        if asked["panel"] >= len(table.panels):
            raise Http404
        return HttpResponse(table.panels[asked["panel"]], content_type=DRAWING)
