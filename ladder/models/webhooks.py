"""Addresses of other programs that are told what happens, and what each was told."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse

from games.models import OutboxRow
from ladder.models.ladder import Ladder


class Webhook(models.Model):
    """One address. Of a league, what concerns that; without one, everything on the site."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, null=True, blank=True, related_name="webhooks")
    url = models.CharField(max_length=500)
    secret = models.TextField(editable=False)
    """Encrypted (`ladder.publishing.secrets`); shown once, when it is made."""
    events = models.JSONField(default=list)
    """Types of events (`ladder.webhooks.events`)."""
    paused = models.BooleanField(default=False)
    failing_since = models.DateTimeField(null=True, blank=True)
    """When the first of the attempts failed since which none has arrived."""
    tried_at = models.DateTimeField(null=True, blank=True)
    """When an attempt failed last."""
    edition = models.PositiveIntegerField(default=1)
    """Rises with each change by a person, for forms; its audit entries are more."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "url"], name="webhook_once_per_league"),
            models.UniqueConstraint(fields=["url"], condition=Q(ladder=None), name="webhook_once_for_the_site"),
        ]

    def __str__(self) -> str:
        return self.url

    def get_absolute_url(self) -> str:
        if self.ladder is None:
            return reverse("site_webhook", args=[self.pk])
        return reverse("webhook", args=[self.ladder.slug, self.pk])


class WebhookDelivery(models.Model):
    """One event for one address, in the very bytes that are sent. Its state is that of its row in the outbox."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=40)
    """The event's own number, the same for each address and each attempt."""
    type = models.CharField(max_length=40)
    body = models.TextField()
    job = models.OneToOneField(OutboxRow, models.SET_NULL, null=True, related_name="webhook_delivery")
    sendings = models.PositiveSmallIntegerField(default=0)
    """How often it was put on its way: once, and once more for each press of a person."""
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    """Of the last answer over http, if any came."""
    arrived_at = models.DateTimeField(null=True, blank=True)
    """When the server took it: an answer of 200 to 299. Put on its way again, it has not arrived."""
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "webhook deliveries"
        constraints = [models.UniqueConstraint(fields=["webhook", "event"], name="webhook_event_once")]
        indexes = [models.Index(fields=["created_at"], name="webhook_delivery_by_age")]

    def __str__(self) -> str:
        return f"{self.type} {self.event}"
