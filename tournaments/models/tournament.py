"""Tournaments and who directs them."""

import zoneinfo
from functools import cached_property

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Game
from tournaments.terms import Terms, terms_from


class Tournament(models.Model):
    """A competition that ends. `version` rises with every change of it, and is the number people act upon."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        ANNOUNCED = "announced", _("announced")
        ENTRIES = "entries", _("entries open")
        CHECK_IN = "check_in", _("check-in")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    slug = models.SlugField(unique=True, max_length=60)
    name = models.CharField(_("name"), max_length=80)
    game = models.ForeignKey(Game, models.PROTECT, related_name="tournaments")
    language = models.CharField(_("language"), max_length=8, default="it")
    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Rome")
    document = models.JSONField(default=dict, blank=True)
    """The terms (`tournaments.terms.Terms`)."""
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    lot = models.CharField(max_length=32)
    """What every drawing of lots in it follows from."""
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    state__in=["draft", "announced", "entries", "check_in", "running", "finished", "cancelled"]
                ),
                name="tournament_state_known",
            ),
            models.CheckConstraint(condition=~Q(lot=""), name="tournament_has_a_lot"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def terms(self) -> Terms:
        return terms_from(self.document, Terms)

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)

    @cached_property
    def seasons(self) -> list[int]:
        """The numbers of its stages that are played in divisions."""
        return list(self.stages.filter(document__format="divisions").values_list("number", flat=True))


class TournamentRole(models.Model):
    """Who directs a tournament, or decides its disputes."""

    class Kind(models.TextChoices):
        DIRECTOR = "director", _("director")
        ARBITER = "arbiter", _("arbiter")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tournament_roles")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=10, choices=Kind)
    granted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament", "kind", "user"]
        constraints = [
            models.UniqueConstraint(fields=["user", "tournament", "kind"], name="tournament_role_once"),
            models.CheckConstraint(condition=Q(kind__in=["director", "arbiter"]), name="tournament_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind} of {self.tournament}"
