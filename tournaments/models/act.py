"""What was done in a tournament, in order, each with what undoes it."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from tournaments.models.tournament import Tournament


class Act(models.Model):
    """One act. Those of directors and results are a stack: only the last one that stands can be undone.

    `steps` are the rows it changed, before and after; `matches` what it did to matches of people.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="acts")
    number = models.PositiveIntegerField()
    kind = models.SlugField(max_length=40)
    at = models.DateTimeField(db_default=Now())
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """None: the service itself, when people's results came in."""
    reason = models.CharField(max_length=1000, blank=True)
    target_kind = models.SlugField(max_length=20)
    target_id = models.PositiveBigIntegerField()
    facts = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)
    steps = models.JSONField(default=list, blank=True, encoder=DjangoJSONEncoder)
    matches = models.JSONField(default=list, blank=True)
    stacked = models.BooleanField(default=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["tournament", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="act_number_once"),
            models.CheckConstraint(
                condition=Q(stacked=True) | Q(undone_at__isnull=True), name="act_undone_on_the_stack"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"
