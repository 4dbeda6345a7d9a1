"""Publishing: the targets of a league's static copy, bringing it there, and going back. Targets are made on their page."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ladder.api.base import Answer, Resource
from ladder.api.keeping import TAG, PublicationShape
from ladder.api.problems import Problem, changed
from ladder.api.schema import operation
from ladder.api.shapes import EmptyBody
from ladder.desk.reach import ladders_of
from ladder.models import Publication, PublishTarget, Scope
from ladder.publishing import services
from ladder.selectors.seasons import season_get

SCOPE = "leagues:manage"


class TargetShape(serializers.Serializer):
    """Where a static copy goes; never its secret."""

    id = serializers.IntegerField(source="pk")
    league = serializers.CharField(source="ladder.slug")
    name = serializers.CharField()
    kind = serializers.ChoiceField(PublishTarget.Kind.values)
    paused = serializers.BooleanField()
    hourly = serializers.BooleanField()
    version = serializers.IntegerField(source="edition")


class BringBody(serializers.Serializer):
    """A month alone; without it the whole copy."""

    month = serializers.RegexField(r"^[0-9]{4}-(0[1-9]|1[0-2])$", required=False)


class RestBody(serializers.Serializer):
    """Whether nothing is brought there for now."""

    paused = serializers.BooleanField()


class Publishing(Resource):
    """What managers alone see."""

    scope = Scope.LEAGUES
    private = True

    def targets(self) -> Any:
        return PublishTarget.objects.filter(ladder__in=ladders_of(self.request.user)).select_related("ladder")

    def target(self, pk: int) -> PublishTarget:
        found: PublishTarget | None = self.targets().filter(pk=pk).first()
        if found is None:
            raise Http404
        self.check("publish", found.ladder)
        return found

    def asked_for(self, pk: int, act: Callable[[PublishTarget], Publication]) -> Response:
        target = self.target(pk)

        def ask() -> Answer:
            made = act(target)
            rows = Publication.objects.select_related("target__ladder", "job", "season")
            return self.answer(PublicationShape, rows.get(pk=made.pk), status=201)

        return self.write(ask)


def act(name: str, summary: str, answer: Any, body: Any = EmptyBody, **more: Any) -> Any:
    return operation(name, summary, answer, tag=TAG, scope=SCOPE, body=body, **more)


class Targets(Publishing):
    @operation(
        "targets_list",
        "Where copies go of the leagues that you manage",
        TargetShape,
        tag=TAG,
        listed=True,
        private=True,
    )
    def get(self, request: Request) -> Response:
        return self.listed(TargetShape, self.targets(), "-pk")


class Bring(Publishing):
    @act("targets_publish", "Bring a copy to a target", PublicationShape, BringBody, status=201)
    def post(self, request: Request, pk: int) -> Response:
        target, key = self.target(pk), self.sent(BringBody).get("month", "")
        season = season_get(target.ladder, key) if key else None
        if key and (season is None or season.pk is None):
            raise Http404
        return self.asked_for(pk, lambda row: services.publish_now(row, by=request.user, season=season))


class RollBack(Publishing):
    @act("targets_back", "Bring the copy before back", PublicationShape, status=201)
    def post(self, request: Request, pk: int) -> Response:
        def back(row: PublishTarget) -> Publication:
            try:
                return services.roll_back(row, by=request.user)
            except services.NoCopyBefore as none:
                text = _("There is no other copy to go back to.")
                raise Problem(409, "target.no_copy_before", text) from none

        return self.asked_for(pk, back)


class PauseTarget(Publishing):
    @act("targets_pause", "Pause a target, or let it go on", TargetShape, RestBody, if_match=True)
    def post(self, request: Request, pk: int) -> Response:
        target, paused, version = self.target(pk), self.sent(RestBody)["paused"], self.version_seen()

        def pause() -> Answer:
            try:
                now = services.target_change(target, edition=version, by=request.user, paused=paused)
            except services.Stale as stale:
                raise changed(getattr(stale.now, "edition", None)) from stale
            return self.answer(TargetShape, now, version=now.edition)

        return self.write(pause)


class Again(Publishing):
    @act("publications_again", "Try a publication at once", PublicationShape)
    def post(self, request: Request, pk: int) -> Response:
        rows = Publication.objects.exclude(job=None).select_related("target__ladder", "job", "season")
        row = rows.filter(target__in=self.targets(), pk=pk).first()
        if row is None:
            raise Http404
        self.check("publish", row.target.ladder)

        def again() -> Answer:
            services.publication_again(row, by=request.user)
            return self.answer(PublicationShape, rows.get(pk=row.pk))

        return self.write(again)
