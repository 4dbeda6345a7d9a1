"""Rounds that a worker pairs, since it takes longer than a page may. The row is the job; the broker only rings a bell."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from tournaments.models.stage import Stage


class PairingJob(models.Model):
    """One round to be paired. It is of use only while the stage is as it was when somebody asked (`stage_version`)."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="jobs")
    stage_version = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    lease_token = models.UUIDField(null=True, blank=True, unique=True)
    made_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)
    problem = models.JSONField(default=dict, blank=True)
    """Why it failed: `code`, and its facts."""

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage"], condition=Q(state__in=["queued", "running"]), name="pairing_job_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(state="running", lease_until__isnull=False, lease_token__isnull=False)
                | (~Q(state="running") & Q(lease_until__isnull=True, lease_token__isnull=True)),
                name="pairing_job_runs_under_a_lease",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running", "done", "failed"]), name="pairing_job_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage} round {self.round}: {self.state}"

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.DONE, self.State.FAILED)
