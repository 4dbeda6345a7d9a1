"""Who wants to hear of what he is no part of."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now


class Follow(models.Model):
    """An account follows a player, a league or a tournament: `kind` and `target_id`, as in the audit trail."""

    class Kind(models.TextChoices):
        PLAYER = "player"
        LADDER = "ladder"
        TOURNAMENT = "tournament"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows")
    kind = models.CharField(max_length=10, choices=Kind)
    target_id = models.PositiveBigIntegerField()
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "target_id"], name="follow_once"),
            models.CheckConstraint(condition=Q(kind__in=["player", "ladder", "tournament"]), name="follow_kind_known"),
        ]
        indexes = [models.Index(fields=["kind", "target_id"], name="follow_by_target")]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind} {self.target_id}"
