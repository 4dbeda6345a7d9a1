"""Files that people bring: kept, judged, and each of them once."""

from typing import Any

from allauth.account.adapter import get_adapter
from django.db.models import Prefetch, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from games import limits
from games.models import Submission, Verification
from games.services.submissions import submission_create
from ladder.api.base import Answer, Json, Resource
from ladder.api.schema import JSON, operation
from ladder.api.shapes import NAME
from ladder.models import Scope
from ladder.permissions import may

TAG = "submissions"


class JudgedShape(serializers.Serializer):
    """The judgement on a file: what it is at, and what came out."""

    id = serializers.IntegerField(source="pk")
    state = serializers.ChoiceField(Verification.State.values)
    outcome = serializers.ChoiceField(["", "agrees", "disagrees", "cannot", "broken"])
    code = serializers.CharField(allow_blank=True)


class SubmissionShape(serializers.Serializer):
    """One file as it came. A log has a judgement; a table record is a result at once."""

    id = serializers.IntegerField(source="pk")
    sha256 = serializers.CharField()
    size = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    kind = serializers.ChoiceField(Submission.Kind.values)
    game = serializers.CharField(source="game.key", allow_null=True, default=None)
    match = serializers.CharField(source="match.slug", allow_null=True, default=None)
    relation = serializers.ChoiceField(["", *Submission.Relation.values])
    created_at = serializers.DateTimeField()
    verification = serializers.SerializerMethodField(
        help_text="The judgement under the present rules; null without one."
    )

    @extend_schema_field(JudgedShape(allow_null=True))
    def get_verification(self, row: Submission) -> Any:
        judged = max(row.verifications.all(), key=lambda one: one.revision, default=None)
        return None if judged is None else JudgedShape(judged).data


class ReceivedShape(serializers.Serializer):
    """The answer to one file; of a zip there are several."""

    new = serializers.BooleanField(help_text="False: the same bytes were here already.")
    submission = SubmissionShape()


class ReceivedAllShape(serializers.Serializer):
    """The answer to an upload."""

    items = ReceivedShape(many=True)


class TextBody(serializers.Serializer):
    """A file as text."""

    text = serializers.CharField(max_length=limits.UPLOAD_BODY, trim_whitespace=False)
    name = serializers.CharField(max_length=NAME, default="", allow_blank=True)


class FileBody(serializers.Serializer):
    """A file as it is: a log, a record, or a zip of them."""

    file = serializers.FileField(allow_empty_file=False, max_length=250)


def with_judgements(rows: QuerySet[Submission]) -> QuerySet[Submission]:
    judged = Verification.objects.only("submission_id", "revision", "state", "verdict", "code")
    return rows.select_related("game", "match").prefetch_related(Prefetch("verifications", judged))


class Submissions(Resource):
    scope = Scope.LOGS
    private = True
    rate = "upload"
    body_limit = limits.UPLOAD_BODY
    parser_classes = [Json, MultiPartParser]

    def count(self, request: Request) -> None:
        self.rate = "upload" if request.method == "POST" else "page"
        super().count(request)

    @operation("submissions_list", "What you brought", SubmissionShape, tag=TAG, listed=True, private=True)
    def get(self, request: Request) -> Response:
        rows = with_judgements(Submission.objects.filter(uploader=request.user))
        return self.listed(SubmissionShape, rows, "-pk")

    @operation(
        "submissions_create", "Bring a file", ReceivedAllShape, tag=TAG, scope="logs:write", status=201,
        body={JSON: TextBody, "multipart/form-data": FileBody}, more={200: ReceivedAllShape}, refusals=(507,),
        description="201 where something of it is new, 200 where all of it was here already. It is judged within seconds: "
        "ask for the submission again.",
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        self.check("upload")
        raw, name = self.file()
        address = get_adapter().get_client_ip(request._request)

        def act() -> Answer:
            received = submission_create(raw, name=name, uploader=request.user, address=address)
            rows = with_judgements(Submission.objects.filter(pk__in=[one.submission.pk for one in received])).in_bulk()
            items = [{"new": one.is_new, "submission": rows[one.submission.pk]} for one in received]
            fresh = any(one.is_new for one in received)
            return self.answer(ReceivedAllShape, {"items": items}, status=201 if fresh else 200)

        return self.write(act)

    def file(self) -> tuple[bytes, str]:
        """The bytes that came, and their name."""
        if self.request.FILES:
            values = self.sent(FileBody)
            return values["file"].read(), values["file"].name
        values: dict[str, Any] = self.sent(TextBody)
        return values["text"].encode(), values["name"]


class OneSubmission(Resource):
    scope = Scope.LOGS

    @operation(
        "submissions_get", "One file", SubmissionShape, tag=TAG,
        description="For who brought it, officials, and everybody where the logs are public.",
    )  # fmt: skip
    def get(self, request: Request, pk: int) -> Response:
        row = get_object_or_404(with_judgements(Submission.objects.all()), pk=pk)
        if not may(request.user, "see_verification", row):
            raise Http404
        return self.found(SubmissionShape, row)
