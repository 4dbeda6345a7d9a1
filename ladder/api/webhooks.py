"""Webhooks of leagues, for their managers, and those of the site, for admins (docs/webhooks.md)."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ladder.api.base import Answer, Resource
from ladder.api.problems import invalid
from ladder.api.schema import operation
from ladder.api.shapes import EmptyBody, slugs
from ladder.desk.reach import ladders_of
from ladder.models import Ladder, Scope, Webhook, WebhookDelivery
from ladder.webhooks import services
from ladder.webhooks.events import EVENTS
from ladder.webhooks.forms import WebhookForm, problem_words

TAG = "webhooks"
SCOPE = "leagues:manage"


class WebhookShape(serializers.Serializer):
    """An address that is told what happens. Its secret is told once, when it is made."""

    id = serializers.IntegerField(source="pk")
    league = serializers.CharField(
        source="ladder.slug", allow_null=True, default=None, help_text="Null: the whole site."
    )
    url = serializers.CharField()
    events = serializers.ListField(child=serializers.CharField())
    paused = serializers.BooleanField()
    failing_since = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(source="edition")
    created_at = serializers.DateTimeField()


class NewWebhookShape(WebhookShape):
    """A webhook that was just made, with its secret; null where the answer is given again under its key."""

    secret = serializers.CharField(source="told_now", allow_null=True, default=None)


class DeliveryShape(serializers.Serializer):
    """One event for one address."""

    id = serializers.IntegerField(source="pk")
    event = serializers.CharField()
    type = serializers.CharField()
    state = serializers.SerializerMethodField(help_text="Of the sending; empty where it is forgotten.")
    status = serializers.IntegerField(allow_null=True, help_text="Of the last answer over http.")
    problem = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    arrived_at = serializers.DateTimeField(allow_null=True)

    def get_state(self, row: Any) -> str:
        return row.job.state if row.job else ""

    def get_problem(self, row: Any) -> str:
        return problem_words(row.job.problem) if row.job else ""


class WebhookBody(serializers.Serializer):
    """Where to, and which events."""

    url = serializers.CharField(max_length=500)
    events = serializers.ListField(child=serializers.ChoiceField(list(EVENTS)), min_length=1, max_length=len(EVENTS))


class NewWebhookBody(WebhookBody):
    """The same, and of which league; without one of the whole site."""

    league = slugs(required=False)


class PauseBody(serializers.Serializer):
    """Whether nothing is sent there for now."""

    paused = serializers.BooleanField()


def kept_by(user: Any) -> QuerySet[Webhook]:
    """The webhooks that somebody may keep."""
    mine = Q(ladder__in=ladders_of(user))
    return Webhook.objects.filter(mine | Q(ladder=None) if user.is_superuser else mine).select_related("ladder")


class Webhooks(Resource):
    scope = Scope.LEAGUES
    private = True

    @operation("webhooks_list", "The webhooks that you keep", WebhookShape, tag=TAG, listed=True, private=True)
    def get(self, request: Request) -> Response:
        return self.listed(WebhookShape, kept_by(request.user), "-pk")

    @operation(
        "webhooks_create", "Make a webhook", NewWebhookShape, tag=TAG, scope=SCOPE, body=NewWebhookBody, status=201,
        description="Keep its secret: no later answer has it.",
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        values = self.sent(NewWebhookBody)
        ladder = get_object_or_404(Ladder, slug=values["league"]) if "league" in values else None
        if not services.may_keep(request.user, ladder):
            raise PermissionDenied
        url, secrets = checked(values), [""]

        def act() -> Answer:
            webhook, secrets[0] = services.webhook_add(ladder, url=url, events=values["events"], by=request.user)
            webhook.refresh_from_db()
            location = f"/api/v1/webhooks/{webhook.pk}/"
            return self.answer(NewWebhookShape, webhook, status=201, version=webhook.edition, location=location)

        made = self.write(act)
        made.data["secret"] = secrets[0] or None  # not in the answer that is kept with the key
        return made


def checked(values: dict[str, Any]) -> str:
    """The address, if it may be called."""
    form = WebhookForm(values)
    if not form.is_valid():
        raise invalid({name: [str(text) for text in texts] for name, texts in form.errors.items()})
    return str(form.cleaned_data["url"])


class OfWebhook(Resource):
    """Something of one webhook."""

    scope = Scope.LEAGUES

    def webhook(self, pk: int) -> Webhook:
        found = kept_by(self.request.user).filter(pk=pk).first() if self.request.user.is_authenticated else None
        if found is None:
            raise Http404
        return found

    def do(self, pk: int, act: Callable[[Webhook, int], Webhook | None]) -> Response:
        """An act with the version that was read."""
        row, version = self.webhook(pk), self.version_seen()

        def acted() -> Answer:
            now = act(row, version) or row
            return self.answer(WebhookShape, now, version=now.edition)

        return self.write(acted)

    def queued(self, send: Callable[[], WebhookDelivery]) -> Response:
        """An act that sends something to the address."""

        def act() -> Answer:
            sent = send()
            sent.refresh_from_db()
            return self.answer(DeliveryShape, sent, status=201)

        return self.write(act)


class OneWebhook(OfWebhook):
    private = True

    @operation("webhooks_get", "One webhook", WebhookShape, tag=TAG, private=True)
    def get(self, request: Request, pk: int) -> Response:
        row = self.webhook(pk)
        return self.found(WebhookShape, row, row.edition)


class Deliveries(OfWebhook):
    private = True

    @operation("webhooks_deliveries", "What it was told", DeliveryShape, tag=TAG, listed=True, private=True)
    def get(self, request: Request, pk: int) -> Response:
        return self.listed(DeliveryShape, self.webhook(pk).deliveries.select_related("job"), "-pk")


class Change(OfWebhook):
    @operation(
        "webhooks_change",
        "Another address, or other events",
        WebhookShape,
        tag=TAG,
        scope=SCOPE,
        body=WebhookBody,
        if_match=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        self.webhook(pk)
        values = self.sent(WebhookBody)
        url, events = checked(values), values["events"]
        return self.do(
            pk, lambda row, seen: services.webhook_change(row, edition=seen, by=request.user, url=url, events=events)
        )


class Pause(OfWebhook):
    @operation(
        "webhooks_pause",
        "Pause a webhook, or let it go on",
        WebhookShape,
        tag=TAG,
        scope=SCOPE,
        body=PauseBody,
        if_match=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        paused = self.sent(PauseBody)["paused"]
        return self.do(pk, lambda row, seen: services.webhook_pause(row, edition=seen, paused=paused, by=request.user))


class Remove(OfWebhook):
    @operation(
        "webhooks_remove", "Forget a webhook", WebhookShape, tag=TAG, scope=SCOPE, body=EmptyBody, if_match=True,
        description="The answer is as it was.",
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        def remove(row: Webhook, seen: int) -> None:
            services.webhook_remove(row, edition=seen, by=request.user)

        return self.do(pk, remove)


class Renew(OfWebhook):
    @operation(
        "webhooks_renew", "Give a webhook another secret", NewWebhookShape, tag=TAG, scope=SCOPE, body=EmptyBody,
        if_match=True, description="Keep it: no later answer has it.",
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        row, version, secrets = self.webhook(pk), self.version_seen(), [""]

        def renew() -> Answer:
            now, secrets[0] = services.webhook_renew(row, edition=version, by=request.user)
            return self.answer(NewWebhookShape, now, version=now.edition)

        renewed = self.write(renew)
        renewed.data["secret"] = secrets[0] or None  # not in the answer that is kept with the key
        return renewed


class SendAgain(OfWebhook):
    @operation(
        "webhooks_send_again",
        "Send an event once more",
        DeliveryShape,
        tag=TAG,
        scope=SCOPE,
        body=EmptyBody,
        status=201,
    )
    def post(self, request: Request, pk: int, delivery: int) -> Response:
        row = get_object_or_404(self.webhook(pk).deliveries.select_related("webhook__ladder"), pk=delivery)
        return self.queued(lambda: services.delivery_again(row, by=request.user))


class Try(OfWebhook):
    @operation(
        "webhooks_try",
        "Send an event that means nothing",
        DeliveryShape,
        tag=TAG,
        scope=SCOPE,
        body=EmptyBody,
        status=201,
    )
    def post(self, request: Request, pk: int) -> Response:
        row = self.webhook(pk)
        return self.queued(lambda: services.webhook_try(row, by=request.user))
