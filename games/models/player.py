"""Who played: players, their identities on platforms, and every name they were seen under."""

import unicodedata
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

FOLDED = 200
"""Characters of a folded name that are kept: a single sign of some scripts unfolds to a whole phrase."""


def fold(name: str) -> str:
    """The form in which names compare: without case, accents and outer spaces. Never by likeness."""
    decomposed = unicodedata.normalize("NFKD", name.strip().casefold())
    return unicodedata.normalize("NFC", "".join(sign for sign in decomposed if not unicodedata.combining(sign)))[
        :FOLDED
    ]


def near_key(folded: str) -> str:
    """Equal for folded names that differ by punctuation or by digits at the end; never empty for a name."""
    letters = "".join(sign for sign in folded if sign.isalnum())
    return letters.rstrip("0123456789") or letters or folded


class Player(models.Model):
    """A person in results; may have no account.

    `name` is what everybody may read. Of somebody who hides his name it holds the initials, and `full_name` the name
    for readers who are logged in; else `full_name` is empty.
    """

    class State(models.TextChoices):
        PROVISIONAL = "provisional", _("name not checked")
        IDENTIFIED = "identified", _("identified")
        MERGED = "merged", _("merged into another player")
        ANONYMISED = "anonymised", _("name removed")

    slug = models.SlugField(unique=True, max_length=80)
    name = models.CharField(_("name"), max_length=64)
    full_name = models.CharField(_("full name"), max_length=64, blank=True)
    state = models.CharField(max_length=16, choices=State, default=State.PROVISIONAL)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged")
    """The player who he turned out to be, who may be merged in his turn."""
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
            models.CheckConstraint(
                condition=Q(state="merged", merged_into__isnull=False)
                | Q(state__in=["provisional", "identified", "anonymised"], merged_into__isnull=True),
                name="player_state_known",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.slug])

    @property
    def is_provisional(self) -> bool:
        return self.state == self.State.PROVISIONAL

    @property
    def is_merged(self) -> bool:
        return self.state == self.State.MERGED

    @property
    def is_anonymised(self) -> bool:
        return self.state == self.State.ANONYMISED

    @property
    def is_hidden(self) -> bool:
        return self.full_name != ""

    @property
    def known_as(self) -> str:
        """The name for readers who are logged in."""
        return self.full_name or self.name


class Recorded(models.Model):
    """What was recorded for one player and belongs to another while the two are merged."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.recorded_for_id is None:
            self.recorded_for_id = self.player_id
        super().save(*args, **kwargs)


class Identity(Recorded):
    """Who a player is on a platform. Ids never change there; names do."""

    platform = models.SlugField(max_length=20)
    platform_id = models.CharField(max_length=64)
    player = models.ForeignKey(Player, models.PROTECT, related_name="identities")
    recorded_for = models.ForeignKey(Player, models.PROTECT, related_name="+")

    class Meta:
        verbose_name_plural = "identities"
        constraints = [
            models.UniqueConstraint(fields=["platform", "platform_id"], name="identity_once_per_platform"),
            models.CheckConstraint(condition=~Q(platform="") & ~Q(platform_id=""), name="identity_is_complete"),
        ]

    def __str__(self) -> str:
        return f"{self.platform}:{self.platform_id}"


class Name(Recorded):
    """A name a player was seen under, and when. Which one is shown, the services decide."""

    class Source(models.TextChoices):
        LOG = "log", _("log")
        RECORD = "record", _("table record")
        TYPED = "typed", _("typed")
        IMPORT = "import", _("import")

    player = models.ForeignKey(Player, models.CASCADE, related_name="names")
    recorded_for = models.ForeignKey(Player, models.CASCADE, related_name="+")
    text = models.CharField(max_length=64)
    folded = models.CharField(max_length=200, db_index=True)
    key = models.CharField(max_length=200, db_index=True)
    """`near_key` of `folded`."""
    first_seen = models.DateTimeField()
    last_seen = models.DateTimeField()
    source = models.CharField(max_length=8, choices=Source)
    missed_at = models.DateTimeField(null=True, blank=True)
    """When the platform's search for this name found nobody who is called exactly so."""

    class Meta:
        ordering = ["-last_seen", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["recorded_for", "text"], name="name_once_per_player"),
            models.CheckConstraint(condition=Q(first_seen__lte=models.F("last_seen")), name="name_seen_in_order"),
            models.CheckConstraint(
                condition=Q(source__in=["log", "record", "typed", "import"]), name="name_source_known"
            ),
        ]

    def __str__(self) -> str:
        return self.text

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.key = near_key(self.folded)
        super().save(*args, **kwargs)
