"""Making a tournament, changing its terms, calling it off; seasons of divisions, and challenges of a ladder."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.conf import settings
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Game
from ladder.api.base import Answer
from ladder.api.problems import invalid
from ladder.api.schema import operation
from ladder.api.shapes import REASON, ReasonBody
from ladder.api.tournament_acts import SCOPE, StageAct, act
from ladder.api.tournament_shapes import StageShape, TournamentShape
from ladder.api.tournaments import TAG, OfTournament, Tournaments
from ladder.director.defaults import terms_for
from ladder.director.forms import PLANS
from ladder.selectors.seasons import default_zone
from tournaments.models import Stage
from tournaments.services.challenges import challenge_accept, challenge_make, challenge_refuse, challenge_table
from tournaments.services.seasons import stage_add
from tournaments.services.tournaments import tournament_cancel, tournament_change, tournament_create
from tournaments.terms import StageTerms, Terms, document_of, terms_from

MOST_STAGES = 9


class NewTournamentBody(serializers.Serializer):
    """A name, a game and a plan; everything else follows from them, and can be changed before it is announced."""

    name = serializers.CharField(max_length=80)
    game = serializers.SlugField(max_length=40)
    plan = serializers.ChoiceField([name for name, _title in PLANS], default="swiss")
    people = serializers.IntegerField(min_value=2, max_value=9_999, default=16, help_text="How many you expect.")
    size = serializers.IntegerField(min_value=2, max_value=6, default=4, help_text="People at a table.")
    language = serializers.ChoiceField([code for code, _name in settings.LANGUAGES], default="it")
    time_zone = serializers.CharField(max_length=64, required=False, help_text="Without it that of the leagues.")


class TermsBody(serializers.Serializer):
    """The terms that change, by their names in `terms`; and all stages, where they change. Once announced with a reason."""

    terms = serializers.DictField(default=dict)
    stages = serializers.ListField(child=serializers.DictField(), required=False, min_length=1, max_length=MOST_STAGES)
    reason = serializers.CharField(max_length=REASON, default="", allow_blank=True)


class ChallengeBody(serializers.Serializer):
    """Who challenges whom; what the challenged one said; or the people of a table for several."""

    do = serializers.ChoiceField(["make", "accept", "refuse", "table"])
    challenger = serializers.IntegerField(min_value=1, max_value=2**62, required=False)
    challenged = serializers.IntegerField(min_value=1, max_value=2**62, required=False)
    people = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62), default=list, max_length=12
    )


class AllTournaments(Tournaments):
    """The list, and making one."""

    @operation(
        "tournaments_create", "Make a tournament", TournamentShape, tag=TAG, scope=SCOPE, body=NewTournamentBody,
        status=201, description="A draft, directed by you. Read its terms, change them, then `advance` it.",
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        self.check("create_tournament")
        values = self.sent(NewTournamentBody)
        game = get_object_or_404(Game, key=values["game"])
        terms, stages = terms_for(values["plan"], values["people"], values["size"])

        def make() -> Answer:
            made = tournament_create(
                name=values["name"],
                game=game,
                by=request.user,
                terms=terms,
                stages=stages,
                language=values["language"],
                time_zone=values.get("time_zone") or default_zone(),
            )
            made.refresh_from_db()
            location = f"/api/v1/tournaments/{made.slug}/"
            return self.answer(TournamentShape, made, status=201, version=made.version, location=location)

        return self.write(make)


class ChangeTerms(OfTournament):
    @act("tournaments_terms", "Change the terms", TournamentShape, TermsBody)
    def post(self, request: Request, tournament: str) -> Response:
        found, values = self.seen(tournament).tournament, self.sent(TermsBody)
        self.check("change_tournament", found)
        version = self.version_seen()
        terms = read(values["terms"], Terms, found.document)
        stages = None
        if "stages" in values:
            kept = list(found.stages.order_by("number"))
            stages = stages_read(values["stages"], kept)

        def do() -> Answer:
            reason = values["reason"]
            tournament_change(found, version=version, by=request.user, terms=terms, stages=stages, reason=reason)
            found.refresh_from_db()
            return self.answer(TournamentShape, found, version=found.version)

        return self.write(do)


def stages_read(documents: Sequence[dict[str, Any]], kept: Sequence[Stage]) -> list[StageTerms]:
    """The stages that are sent, each upon what stands in its place."""
    rows = [document_of(stage.terms) for stage in kept] + [{}] * len(documents)
    return [read(document, StageTerms, row) for document, row in zip(documents, rows, strict=False)]


def read(document: dict[str, Any], kind: Any, kept: dict[str, Any]) -> Any:
    """Terms of a document upon those that stand. Raises a `Problem` that says what cannot be."""
    try:
        return terms_from({**kept, **document}, kind)
    except (msgspec.ValidationError, ValueError, OverflowError) as problem:
        raise invalid({"terms": [str(problem)]}) from problem


class Cancel(OfTournament):
    @act("tournaments_cancel", "Call a tournament off", TournamentShape, ReasonBody)
    def post(self, request: Request, tournament: str) -> Response:
        found, reason = self.seen(tournament).tournament, self.sent(ReasonBody)["reason"]
        self.check("change_tournament", found)
        version = self.version_seen()

        def do() -> Answer:
            tournament_cancel(found, version=version, by=request.user, reason=reason)
            found.refresh_from_db()
            return self.answer(TournamentShape, found, version=found.version)

        return self.write(do)


class Season(OfTournament):
    @act("tournaments_season", "Another season of divisions", StageShape, status=201)
    def post(self, request: Request, tournament: str) -> Response:
        found = self.seen(tournament).tournament
        self.check("run_rounds", found)
        version = self.version_seen()

        def do() -> Answer:
            made = stage_add(found, version=version, by=request.user)
            made.refresh_from_db()
            return self.answer(StageShape, made, status=201, version=made.version)

        return self.write(do)


class Challenge(StageAct):
    @act("stages_challenge", "Note a challenge of a ladder, or its answer", StageShape, ChallengeBody)
    def post(self, request: Request, tournament: str, number: int) -> Response:
        values = self.sent(ChallengeBody)
        needed = {"make": ("challenger", "challenged"), "table": ()}.get(values["do"], ("challenged",))
        if missing := [name for name in needed if name not in values]:
            raise invalid({name: [serializers.Field.default_error_messages["required"]] for name in missing})

        def note(stage: Stage, *, version: int, by: Any) -> object:
            if values["do"] == "table":
                return challenge_table(stage, values["people"], version=version, by=by)
            if values["do"] == "make":
                return challenge_make(stage, values["challenger"], values["challenged"], version=version, by=by)
            answer = challenge_accept if values["do"] == "accept" else challenge_refuse
            return answer(stage, values["challenged"], version=version, by=by)

        return self.step(tournament, number, note)
