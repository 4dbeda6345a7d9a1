"""What those who keep leagues read: the queue of the desk, the audit trail, publications."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import AuditEntry
from ladder.api.base import Resource
from ladder.api.paging import ListQuery
from ladder.api.schema import operation
from ladder.api.shapes import NAME, Address, Facts
from ladder.desk.queue import KINDS, Queued, queue
from ladder.desk.reach import ladders_of
from ladder.models import Publication
from ladder.publishing.words import problem_words
from ladder.selectors.audit import entries_for, found
from ladder.views.audit_parts import act_words, actor_name

TAG = "keeping"


class QueueQuery(ListQuery):
    """Which items."""

    kind = serializers.ChoiceField(list(KINDS), required=False)
    who = serializers.ChoiceField(["mine", "free"], required=False, help_text="Taken by you, or by nobody.")
    old = serializers.BooleanField(default=False, help_text="Only what waits for two days.")


class ItemShape(serializers.Serializer):
    """One thing that needs somebody."""

    key = serializers.CharField(source="item.key")
    kind = serializers.ChoiceField(list(KINDS), source="item.kind")
    since = serializers.DateTimeField(source="item.since")
    title = serializers.CharField(source="item.title")
    facts = serializers.ListField(source="item.facts", child=serializers.CharField())
    proposal = serializers.CharField(source="item.proposal", allow_blank=True)
    page = Address(source="item.url")
    old = serializers.BooleanField(source="is_old")
    taken_by = serializers.SerializerMethodField()

    def get_taken_by(self, one: Queued) -> str | None:
        return actor_name(one.taken.user) if one.taken else None


class Queue(Resource):
    private = True

    @operation(
        "queue_list", "What waits on your desk", ItemShape, tag=TAG, listed=True, query=[QueueQuery], private=True,
        description="Oldest first.",
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        asked = self.asked(QueueQuery)
        self.check("desk")
        items = queue(request.user, kind=asked.get("kind", ""), who=asked.get("who", ""), old=asked["old"])
        return self.listed(ItemShape, items, asked=asked)


class AuditQuery(ListQuery):
    """Which entries."""

    text = serializers.CharField(max_length=NAME, required=False, help_text="Part of the reason, or of the act.")
    who = serializers.CharField(max_length=NAME, required=False)
    act = serializers.RegexField(r"^[a-z_.]{1,40}$", required=False)
    kind = serializers.SlugField(max_length=20, required=False)
    target = serializers.IntegerField(min_value=1, max_value=2**62, required=False)
    origin = serializers.ChoiceField(AuditEntry.Origin.values, required=False)
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)


class AuditShape(serializers.Serializer):
    """One change of what others see; never altered."""

    id = serializers.IntegerField(source="pk")
    at = serializers.DateTimeField()
    who = serializers.SerializerMethodField()
    role = serializers.CharField(allow_blank=True)
    origin = serializers.ChoiceField(AuditEntry.Origin.values)
    act = serializers.CharField()
    told = serializers.SerializerMethodField()
    kind = serializers.CharField()
    target = serializers.IntegerField(source="target_id")
    version = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    facts = Facts()

    def get_who(self, entry: AuditEntry) -> str:
        return actor_name(entry.actor)

    def get_told(self, entry: AuditEntry) -> str:
        return act_words(entry.act)


class Audit(Resource):
    private = True

    @operation(
        "audit_list", "The audit trail", AuditShape, tag=TAG, listed=True, query=[AuditQuery], private=True,
        description="What you may see of it, newest first.",
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        asked = self.asked(AuditQuery)
        self.check("desk")
        wanted: dict[str, Any] = {name: value for name, value in asked.items() if name not in ("cursor", "limit")}
        return self.listed(AuditShape, found(entries_for(request.user), **wanted), "-pk", asked=asked)


class PublicationShape(serializers.Serializer):
    """One bringing of a league’s copy to a target."""

    id = serializers.IntegerField(source="pk")
    league = serializers.CharField(source="target.ladder.slug")
    target = serializers.CharField(source="target.name")
    month = serializers.CharField(source="season.key", allow_null=True, default=None)
    cause = serializers.ChoiceField(Publication.Cause.values)
    state = serializers.CharField(source="job.state")
    problem = serializers.SerializerMethodField()
    changed = serializers.IntegerField()
    sent = serializers.IntegerField()
    removed = serializers.IntegerField()
    created_at = serializers.DateTimeField()

    def get_problem(self, row: Publication) -> str:
        return problem_words(row.job.problem) if row.job else ""


class Publications(Resource):
    private = True

    @operation(
        "publications_list", "Publications of the leagues that you manage", PublicationShape, tag=TAG, listed=True,
        private=True, description="Newest first.",
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        self.check("desk")
        rows = Publication.objects.filter(target__ladder__in=ladders_of(request.user)).exclude(job=None)
        return self.listed(PublicationShape, rows.select_related("target__ladder", "job", "season"), "-pk")
