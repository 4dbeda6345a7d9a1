from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class AuditEntry(models.Model):
    """One change of what others see: who, when, what, why. Written in the transaction of the change.

    `target` is `kind` and `target_id`; `version` is the version to which the change brought it, so a change without
    an entry leaves a gap, and one change cannot have two.
    """

    at = models.DateTimeField(db_default=Now())
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """None: the service itself."""
    act = models.SlugField(max_length=40)
    kind = models.SlugField(max_length=20)
    target_id = models.PositiveBigIntegerField()
    version = models.PositiveIntegerField()
    reason = models.CharField(max_length=1000, blank=True)
    facts = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "audit entries"
        constraints = [
            models.UniqueConstraint(fields=["kind", "target_id", "version"], name="audit_once_per_version"),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.kind} {self.target_id}"
