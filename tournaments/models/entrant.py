"""Who takes part, and from which round on."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Player
from tournaments.models.tournament import Tournament


class Entrant(models.Model):
    """A player in a tournament. What he is in a round, his changes say."""

    class State(models.TextChoices):
        ENTERED = "entered", _("entered")
        RESERVE = "reserve", _("in reserve")
        CHECKED_IN = "checked_in", _("checked in")
        ACTIVE = "active", _("playing")
        DROPPED = "dropped", _("dropped out")
        WITHDRAWN = "withdrawn", _("withdrawn")
        AWAY = "away", _("on leave")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    seed = models.PositiveIntegerField(null=True, blank=True)
    """1 is the best; None: after those who have one, in the order of entry."""
    state = models.CharField(max_length=10, choices=State, default=State.ENTERED)
    club = models.CharField(_("club"), max_length=64, blank=True)
    """Whom the terms may keep apart: people of one club, whatever its spelling's case."""
    version = models.PositiveIntegerField(default=1)
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament", "seed", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entrant_once"),
            models.CheckConstraint(
                condition=Q(state__in=["entered", "reserve", "checked_in", "active", "dropped", "withdrawn", "away"]),
                name="entrant_state_known",
            ),
        ]

    def __str__(self) -> str:
        return self.player.name


class EntrantChange(models.Model):
    """From this round of a stage on somebody is in, or out. No change touches an earlier round."""

    class Kind(models.TextChoices):
        LATE = "late", _("entered late")
        DROPPED = "dropped", _("dropped out")
        BACK = "back", _("came back")

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="changes")
    stage = models.ForeignKey("tournaments.Stage", models.CASCADE, related_name="changes")
    round = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)

    class Meta:
        ordering = ["stage", "round", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["entrant", "stage", "round", "kind"], name="entrant_change_once_per_round"),
            models.CheckConstraint(condition=Q(kind__in=["late", "dropped", "back"]), name="entrant_change_known"),
            models.CheckConstraint(condition=Q(round__gte=1), name="entrant_change_from_round_one"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.kind} from round {self.round}"


class NotToMeet(models.Model):
    """Two entrants who asked not to be paired; nobody but directors sees it."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="not_to_meet")
    first = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    second = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    """The one with the greater number."""
    reason = models.CharField(max_length=1000)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["tournament", "first", "second"]
        verbose_name_plural = "not to meet"
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="not_to_meet_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="not_to_meet_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first}, {self.second}"


class RoundCheckIn(models.Model):
    """Somebody is there for a round, where the terms ask for it before each."""

    stage = models.ForeignKey("tournaments.Stage", models.CASCADE, related_name="check_ins")
    round = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="check_ins")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["stage", "round", "entrant"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "round", "entrant"], name="checked_in_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: round {self.round}"
