"""What is said about a match without changing its result: errors reported and answered, comments."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.forms import MOST_SEATS
from games.models import Match
from games.selectors.history import history_of
from ladder.api.base import Resource
from ladder.api.matches import TAG, MatchAct, act
from ladder.api.schema import operation
from ladder.api.shapes import ReasonBody
from ladder.services import matches as services
from ladder.views.match_parts import Names, told
from ladder.views.matches import found


class EntryShape(serializers.Serializer):
    """Something that happened to a match, as its page tells it."""

    at = serializers.DateTimeField()
    told = serializers.CharField(source="text")
    who = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)


class History(Resource):
    @operation(
        "matches_history", "What happened to a match", EntryShape, tag=TAG, listed=True,
        description="Oldest first: results, objections, decisions, comments.",
    )  # fmt: skip
    def get(self, request: Request, match: str) -> Response:
        row = found(match)
        names = Names(row)
        return self.listed(EntryShape, [told(entry, names) for entry in history_of(row)])


class ErrorBody(ReasonBody):
    """What is wrong; at which seat, where it is about one."""

    seat = serializers.IntegerField(min_value=0, max_value=MOST_SEATS, required=False)


class ReportError(MatchAct):
    @act("report_error", "Report an error in a match", ErrorBody, "Those who keep the league answer.")
    def post(self, request: Request, match: str) -> Response:
        values = self.sent(ErrorBody)

        def report(row: Match, version: int) -> None:
            self.check("report_error", row)
            seat, reason = values.get("seat"), values["reason"]
            services.match_report_error(row, version=version, by=request.user, reason=reason, seat=seat)

        return self.do(match, report)


class AnswerReport(MatchAct):
    @act(
        "answer_report",
        "Answer the errors reported in a match",
        ReasonBody,
        "As an official; the match stays as it is.",
    )
    def post(self, request: Request, match: str) -> Response:
        reason = self.sent(ReasonBody)["reason"]

        def answer(row: Match, version: int) -> None:
            self.check("answer_report", row)
            services.match_answer_report(row, version=version, by=request.user, reason=reason)

        return self.do(match, answer)


class Comment(MatchAct):
    @act("comment", "Comment on a match", ReasonBody, "As an official; everybody can read it.")
    def post(self, request: Request, match: str) -> Response:
        reason = self.sent(ReasonBody)["reason"]

        def comment(row: Match, version: int) -> None:
            self.check("comment", row)
            services.match_comment(row, version=version, by=request.user, reason=reason)

        return self.do(match, comment)
