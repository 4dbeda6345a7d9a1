"""What must be sent after a change: messages, publications. The row is the job; the broker only rings a bell."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class OutboxRow(models.Model):
    """One thing to send, written in the transaction that decided it. `key` says what, once and for all."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        DEAD = "dead", _("given up")

    kind = models.SlugField(max_length=20)
    key = models.CharField(max_length=100, unique=True)
    facts = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=6)
    """Attempts after which it is given up."""
    next_try = models.DateTimeField(db_default=Now())
    lease_until = models.DateTimeField(null=True, blank=True)
    lease_token = models.UUIDField(null=True, blank=True, unique=True)
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)
    problem = models.JSONField(default=dict, blank=True)
    """Of the last attempt, if it failed: `code`, and what else the kind tells."""

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=["queued", "running", "done", "dead"]), name="outbox_state"),
            models.CheckConstraint(
                condition=Q(state="running", lease_until__isnull=False, lease_token__isnull=False)
                | (~Q(state="running") & Q(lease_until__isnull=True, lease_token__isnull=True)),
                name="outbox_runs_under_a_lease",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["done", "dead"], finished_at__isnull=False)
                | Q(state__in=["queued", "running"], finished_at__isnull=True),
                name="outbox_ends_at_an_instant",
            ),
        ]
        indexes = [
            models.Index(fields=["next_try", "id"], condition=Q(state="queued"), name="outbox_queue"),
            models.Index(fields=["lease_until"], condition=Q(state="running"), name="outbox_leases"),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.state}"

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.DONE, self.State.DEAD)
