"""What is done on the desk: items taken and commented, matches of a month taken in, left out, reminded of."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Match
from games.services.match_notices import waiting_remind
from ladder.api.base import Answer, Resource
from ladder.api.field_acts import ToldShape
from ladder.api.keeping import TAG, ItemShape
from ladder.api.months import SCOPE, MonthShape, OfMonth
from ladder.api.months import TAG as MONTHS
from ladder.api.problems import Problem
from ladder.api.schema import operation
from ladder.api.shapes import REASON
from ladder.desk.queue import KINDS, Queued, queue
from ladder.models import Scope
from ladder.selectors.rankings import season_matches
from ladder.services import desk as services
from ladder.services.months import match_leave_out, match_take_in
from ladder.views.audit_parts import actor_name


class ItemBody(serializers.Serializer):
    """Which item, by the key that `queue` tells."""

    key = serializers.RegexField(r"^[a-z_]{1,20}-[!-~]{1,100}$")


class TakeItemBody(ItemBody):
    """The same, and whether it is taken or given back."""

    release = serializers.BooleanField(default=False)


class ItemCommentBody(ItemBody):
    """The same, and what is said; `done` puts it away."""

    text = serializers.CharField(max_length=REASON)
    done = serializers.BooleanField(default=False)


class HandledShape(serializers.Serializer):
    """The item as it stands now; null where it is put away."""

    item = ItemShape(allow_null=True)


class RuleBody(serializers.Serializer):
    """A match, and whether it is taken into the month or left out for now."""

    match = serializers.SlugField(max_length=16)
    kind = serializers.ChoiceField(["in", "out"])


class MatchBody(serializers.Serializer):
    """A match."""

    match = serializers.SlugField(max_length=16)


class ItemAct(Resource):
    """An act upon an item of one’s own desk."""

    scope = Scope.LEAGUES

    def do(self, key: str, act: Callable[[], object]) -> Response:
        self.check("desk")
        if self.item(key) is None:
            raise Http404

        def acted() -> Answer:
            act()
            return self.answer(HandledShape, {"item": self.item(key)})

        return self.write(acted)

    def item(self, key: str) -> Queued | None:
        kind = key.partition("-")[0]
        found = queue(self.request.user, kind=kind) if kind in KINDS else []
        return next((one for one in found if one.item.key == key), None)


class Take(ItemAct):
    @operation("queue_take", "Take an item, or give it back", HandledShape, tag=TAG, scope=SCOPE, body=TakeItemBody)
    def post(self, request: Request) -> Response:
        values = self.sent(TakeItemBody)

        def take() -> None:
            if values["release"]:
                services.item_release(values["key"], by=request.user)
                return
            try:
                services.item_take(values["key"], by=request.user)
            except services.Taken as taken:
                text = _("Somebody else took it a moment ago.")
                raise Problem(409, "queue.taken", text, by=actor_name(taken.note.user)) from None

        return self.do(values["key"], take)


class CommentItem(ItemAct):
    @operation("queue_comment", "Say something about an item", HandledShape, tag=TAG, scope=SCOPE, body=ItemCommentBody)
    def post(self, request: Request) -> Response:
        values = self.sent(ItemCommentBody)
        return self.do(
            values["key"],
            lambda: services.item_comment(values["key"], values["text"], by=request.user, done=values["done"]),
        )


class Rule(OfMonth):
    @operation(
        "months_rule", "Take a match into a month, or leave it out", MonthShape, tag=MONTHS, scope=SCOPE, body=RuleBody,
        if_match=True, description="Of an open month: late results, and what blocks its closing. If-Match bears the "
        "version of the match.",
    )  # fmt: skip
    def post(self, request: Request, league: str, month: str) -> Response:
        season = self.opened(league, month)
        self.check("rule_month", season.ladder)
        values, version = self.sent(RuleBody), self.version_seen()
        match = get_object_or_404(Match, slug=values["match"])
        act: Any = match_take_in if values["kind"] == "in" else match_leave_out

        def do() -> Answer:
            now = act(season, match, by=request.user, version=version)
            return self.answer(MonthShape, now, version=now.version)

        return self.write(do)


class RemindMatch(OfMonth):
    @operation(
        "months_remind", "Remind those who could confirm a match", ToldShape, tag=MONTHS, scope=SCOPE, body=MatchBody,
        description="Each of them at most once a day.",
    )  # fmt: skip
    def post(self, request: Request, league: str, month: str) -> Response:
        season = self.opened(league, month)
        self.check("rule_month", season.ladder)
        match = get_object_or_404(season_matches(season), slug=self.sent(MatchBody)["match"])
        return self.write(lambda: self.answer(ToldShape, {"told": waiting_remind(match, request.user)}))
