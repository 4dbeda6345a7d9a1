"""What a match's result was, version by version: a correction never hides what stood before."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from games.models.submission import Submission


class ResultVersion(models.Model):
    """One result of a match as it stood. Version 1 comes with the match; none is ever changed or deleted.

    `seats` is a list in the order of the seats: `player` (the number of the player it was recorded for), `place`,
    `score`, `flag`.
    """

    class Cause(models.TextChoices):
        REPORT = "report", _("as reported")
        FILE = "file", _("as a file tells")
        CORRECTION = "correction", _("corrected")
        DECISION = "decision", _("decided")

    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    number = models.PositiveIntegerField()
    created_at = models.DateTimeField(db_default=Now())
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    cause = models.CharField(max_length=12, choices=Cause)
    reason = models.CharField(max_length=1000, blank=True)
    submission = models.ForeignKey(Submission, models.SET_NULL, null=True, blank=True, related_name="+")
    """The file that this result was taken from, if it was."""
    ending = models.CharField(max_length=12, choices=Match.Ending)
    ended_at = models.DateTimeField(null=True, blank=True)
    seats = models.JSONField()

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="result_version_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="result_version_from_one"),
            models.CheckConstraint(
                condition=Q(cause__in=["report", "file", "correction", "decision"]), name="result_cause_known"
            ),
            models.CheckConstraint(
                condition=Q(cause__in=["report", "file"]) | ~Q(reason=""), name="result_change_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} r{self.number}"
