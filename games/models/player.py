"""Who played: players, their identities on platforms, and every name they were seen under."""

import unicodedata

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


def fold(name: str) -> str:
    """The form in which names compare: without case, accents and outer spaces. Never by likeness."""
    decomposed = unicodedata.normalize("NFKD", name.strip().casefold())
    return unicodedata.normalize("NFC", "".join(sign for sign in decomposed if not unicodedata.combining(sign)))


class Player(models.Model):
    """A person in results; may have no account."""

    class State(models.TextChoices):
        PROVISIONAL = "provisional", _("name not checked")
        IDENTIFIED = "identified", _("identified")

    slug = models.SlugField(unique=True, max_length=80)
    name = models.CharField(_("name"), max_length=64)
    state = models.CharField(max_length=16, choices=State, default=State.PROVISIONAL)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="player",
        verbose_name=_("account"),
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=["provisional", "identified"]), name="player_state_known"),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_provisional(self) -> bool:
        return self.state == self.State.PROVISIONAL


class Identity(models.Model):
    """Who a player is on a platform. Ids never change there; names do."""

    platform = models.SlugField(max_length=20)
    platform_id = models.CharField(max_length=64)
    player = models.ForeignKey(Player, models.PROTECT, related_name="identities")

    class Meta:
        verbose_name_plural = "identities"
        constraints = [
            models.UniqueConstraint(fields=["platform", "platform_id"], name="identity_once_per_platform"),
            models.CheckConstraint(condition=~Q(platform="") & ~Q(platform_id=""), name="identity_is_complete"),
        ]

    def __str__(self) -> str:
        return f"{self.platform}:{self.platform_id}"


class Name(models.Model):
    """A name a player was seen under, and when. Which one is shown, the services decide."""

    class Source(models.TextChoices):
        LOG = "log", _("log")
        RECORD = "record", _("table record")
        TYPED = "typed", _("typed")

    player = models.ForeignKey(Player, models.CASCADE, related_name="names")
    text = models.CharField(max_length=64)
    folded = models.CharField(max_length=200, db_index=True)
    first_seen = models.DateTimeField()
    last_seen = models.DateTimeField()
    source = models.CharField(max_length=8, choices=Source)

    class Meta:
        ordering = ["-last_seen", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "text"], name="name_once_per_player"),
            models.CheckConstraint(condition=Q(first_seen__lte=models.F("last_seen")), name="name_seen_in_order"),
            models.CheckConstraint(condition=Q(source__in=["log", "record", "typed"]), name="name_source_known"),
        ]

    def __str__(self) -> str:
        return self.text
