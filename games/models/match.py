"""Matches and their seats: what happened, in which state of belief."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.player import Player

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_slug() -> str:
    """A public name for a match: 10 signs that nobody confuses when reading aloud."""
    return "".join(secrets.choice(_ALPHABET) for _sign in range(10))


class Match(models.Model):
    """One play of a game that has a result. `version` rises with every change and is the number people act upon."""

    class State(models.TextChoices):
        SUBMITTED = "submitted", _("submitted")
        CONFIRMED = "confirmed", _("confirmed")
        VERIFIED = "verified", _("verified")
        DISPUTED = "disputed", _("disputed")
        VOID = "void", _("void")

    class Ending(models.TextChoices):
        NORMAL = "normal", _("played to the end")
        CONCESSION = "concession", _("conceded")
        FORFEIT = "forfeit", _("won by forfeit")
        ADJUDICATED = "adjudicated", _("adjudicated")
        NO_RESULT = "no_result", _("no result")
        ABANDONED = "abandoned", _("abandoned")
        UNFINISHED = "unfinished", _("not finished")

    class EndedSource(models.TextChoices):
        LOG = "log", _("log")
        RECORD = "record", _("table record")
        TYPED = "typed", _("typed")

    slug = models.SlugField(unique=True, max_length=16, default=new_slug, editable=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="matches")
    state = models.CharField(max_length=10, choices=State, default=State.SUBMITTED)
    state_before = models.CharField(max_length=10, choices=State, blank=True)
    """The state to which restoring a void match returns; empty unless void."""
    version = models.PositiveIntegerField(default=1)
    platform = models.SlugField(max_length=20, blank=True)
    table_id = models.CharField(max_length=64, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True, db_index=True)
    ended_source = models.CharField(max_length=8, choices=EndedSource, blank=True)
    ending = models.CharField(max_length=12, choices=Ending, default=Ending.NORMAL)
    """`abandoned` and `unfinished` wait for an official; `no_result` is what he may decide."""
    silent_since = models.DateTimeField(null=True, blank=True)
    """Since when a result with a table record waits for an objection; None where only a person can confirm it."""
    settled_at = models.DateTimeField(null=True, blank=True)
    """When it was last confirmed, decided or verified."""
    replayed_by = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="replays")
    """The match that was played in place of this one."""
    training = models.BooleanField(default=False)
    """Played in training mode: what Board Game Arena calls unranked."""
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="submitted_matches"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "matches"
        ordering = ["-ended_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["platform", "table_id"], condition=~Q(table_id=""), name="match_once_per_table"
            ),
            models.CheckConstraint(condition=Q(table_id="") | ~Q(platform=""), name="match_table_has_a_platform"),
            models.CheckConstraint(
                condition=Q(state__in=["submitted", "confirmed", "verified", "disputed", "void"]),
                name="match_state_known",
            ),
            models.CheckConstraint(
                condition=Q(state="void", state_before__in=["submitted", "confirmed", "verified", "disputed"])
                | (~Q(state="void") & Q(state_before="")),
                name="match_void_remembers_its_state",
            ),
            models.CheckConstraint(
                condition=Q(
                    ending__in=[
                        "normal",
                        "concession",
                        "forfeit",
                        "adjudicated",
                        "no_result",
                        "abandoned",
                        "unfinished",
                    ]
                ),
                name="match_ending_known",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_source="")
                | Q(ended_at__isnull=False, ended_source__in=["log", "record", "typed"]),
                name="match_end_has_a_source",
            ),
        ]
        indexes = [
            models.Index(fields=["silent_since"], condition=Q(state="submitted"), name="match_silence"),
        ]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.slug])


class Seat(models.Model):
    """One person at the table. Place decides, not score; no score is not 0, no place is not last."""

    class Flag(models.TextChoices):
        PLAYED = "played", _("played")
        CONCEDED = "conceded", _("conceded")
        TIMED_OUT = "timed_out", _("ran out of time")
        LEFT = "left", _("left")
        NO_SHOW = "no_show", _("did not show up")
        STAND_IN = "stand_in", _("replaced by a stand-in")

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    """0-based, in turn order where it is known."""
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    recorded_for = models.ForeignKey(Player, models.PROTECT, related_name="+")
    """The player as the result named him; stays when players are merged."""
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.BigIntegerField(null=True, blank=True)
    flag = models.CharField(max_length=10, choices=Flag, default=Flag.PLAYED)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["match", "player"], name="seat_player_once_at_a_table"),
            models.CheckConstraint(condition=Q(place__isnull=True) | Q(place__gte=1), name="seat_place_from_one"),
            models.CheckConstraint(
                condition=Q(flag__in=["played", "conceded", "timed_out", "left", "no_show", "stand_in"]),
                name="seat_flag_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.place}"
