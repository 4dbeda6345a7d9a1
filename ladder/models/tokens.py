"""Tokens with which programs act for an account."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """What a token may be used for. What its account may not do, no scope allows."""

    RESULTS = "results:write", _("enter, confirm and dispute results, and judge them where you may")
    LOGS = "logs:write", _("upload logs")
    TOURNAMENTS = "tournaments:manage", _("enter tournaments, and direct yours")
    LEAGUES = "leagues:manage", _("keep your leagues: months, players")
    ACCOUNT = "account:read", _("read what only you may see")


class ApiToken(models.Model):
    """A secret that stands for an account; only its digest is kept. One that is revoked never works again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=64)
    prefix = models.CharField(max_length=12)
    """How it begins, so that people know it again."""
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the whole; a random secret of 32 bytes needs no slower one."""
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(db_default=Now())
    last_used_at = models.DateTimeField(null=True, blank=True)
    """To the minute."""
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
