"""Stages of a tournament, who is in them, and their rounds."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entrant import Entrant
from tournaments.models.tournament import Tournament
from tournaments.terms import StageTerms, terms_from


class Stage(models.Model):
    """A part of a tournament under one format."""

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        SEEDED = "seeded", _("seeded")
        RUNNING = "running", _("running")
        COMPLETE = "complete", _("complete")
        LOCKED = "locked", _("locked")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    document = models.JSONField(default=dict, blank=True)
    """The terms (`tournaments.terms.StageTerms`)."""
    plan = models.JSONField(default=list, blank=True)
    """Of a round robin, groups and divisions: all rounds, tables of places in the field, counted from 0."""
    notes = models.JSONField(default=dict, blank=True)
    """Of a challenge ladder: `steps`, what happened there. Of divisions: `away`, those on leave with their division."""
    state = models.CharField(max_length=8, choices=State, default=State.PLANNED)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once"),
            models.CheckConstraint(
                condition=Q(state__in=["planned", "seeded", "running", "complete", "locked"]), name="stage_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"

    @property
    def terms(self) -> StageTerms:
        return terms_from(self.document, StageTerms)

    @property
    def season(self) -> int:
        """Of divisions: the how-manieth time they are played; stages of other formats are no seasons."""
        return sum(number <= self.number for number in self.tournament.seasons)


class StageEntrant(models.Model):
    """Somebody who starts in a stage, and why: `reason` tells what brought him there."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="field")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="stages")
    seed = models.PositiveIntegerField()
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    """The group or division, counted from 1; 1 is the highest division."""
    reason = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["stage", "seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entrant"], name="stage_entrant_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="stage_seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.seed} {self.entrant}"


class Round(models.Model):
    """A round of a stage. The deadline is a local time of the tournament's zone, kept with its instant."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        PLAYING = "playing", _("playing")
        COMPLETE = "complete", _("complete")

    class Side(models.TextChoices):
        NONE = "", ""
        WINNERS = "winners", _("winners’ bracket")
        LOSERS = "losers", _("losers’ bracket")
        FINAL = "final", _("final")
        RESET = "reset", _("second final")
        THIRD = "third", _("third place")
        PLAY_OFF = "play_off", _("play-off")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=8, choices=Side, blank=True)
    """Of a bracket for two; there rounds of one side have their own numbers in `side_number`."""
    side_number = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    lot = models.CharField(max_length=64)
    """The seed of the draft: the same field and the same seed give the same tables."""
    notes = models.JSONField(default=dict, blank=True)
    """What the draft told: the best `alternative`, and whether repeats were `unavoidable`."""
    deadline_local = models.CharField(max_length=16, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    extended = models.BooleanField(default=False)
    publish_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once"),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "published", "playing", "complete"]), name="round_state_known"
            ),
            models.CheckConstraint(
                condition=Q(deadline_local="", deadline__isnull=True)
                | (~Q(deadline_local="") & Q(deadline__isnull=False)),
                name="round_deadline_is_an_instant",
            ),
            models.CheckConstraint(
                condition=Q(state="draft", published_at__isnull=True)
                | ~Q(state="draft") & Q(published_at__isnull=False),
                name="round_published_at_an_instant",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage} round {self.number}"
