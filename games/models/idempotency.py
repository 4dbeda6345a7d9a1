from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class IdempotencyKey(models.Model):
    """A write that was asked for under a key, with its answer; committed with the effect, kept for 24 hours."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    body = models.CharField(max_length=64)
    """SHA-256 of what was sent."""
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField(db_default=Now(), db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once"),
            models.CheckConstraint(condition=~models.Q(key=""), name="idempotency_key_given"),
        ]

    def __str__(self) -> str:
        return self.key
