from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class AppendOnly(Exception):
    """Somebody tried to change or delete what is only ever added to."""


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    def update(self, **fields: Any) -> int:
        raise AppendOnly("audit entries are never changed")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AppendOnly("audit entries are never deleted")


class AuditEntry(models.Model):
    """One change of what others see: who, when, what, why. Written in the transaction of the change, never changed.

    `target` is `kind` and `target_id`; `version` is the version to which the change brought it, so a change without
    an entry leaves a gap, and one change cannot have two.
    """

    class Origin(models.TextChoices):
        PAGE = "page", _("page")
        TOKEN = "token", _("API token")
        COMMAND = "command", _("command")
        SERVICE = "service", _("the service itself")

    at = models.DateTimeField(db_default=Now())
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """None: the service itself."""
    role = models.CharField(max_length=20, blank=True)
    """The role that allowed it; empty where no permission was asked for."""
    origin = models.CharField(max_length=10, choices=Origin, default=Origin.SERVICE)
    act = models.SlugField(max_length=40)
    kind = models.SlugField(max_length=20)
    target_id = models.PositiveBigIntegerField()
    version = models.PositiveIntegerField()
    reason = models.CharField(max_length=1000, blank=True)
    facts = models.JSONField(default=dict, blank=True)

    objects = AuditQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "audit entries"
        constraints = [
            models.UniqueConstraint(fields=["kind", "target_id", "version"], name="audit_once_per_version"),
            models.CheckConstraint(
                condition=models.Q(origin__in=["page", "token", "command", "service"]), name="audit_origin_known"
            ),
        ]
        indexes = [models.Index(fields=["actor", "-id"], name="audit_by_actor")]

    def __str__(self) -> str:
        return f"{self.act} {self.kind} {self.target_id}"

    def save(self, *args: Any, **options: Any) -> None:
        if not self._state.adding:
            raise AppendOnly("audit entries are never changed")
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnly("audit entries are never deleted")
