"""Rating pools: what is rated how, and what came out of it month by month.

All but the pool and its requests follows from the matches, and is written anew from the first changed month on.
"""

import datetime as dt

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game, Match, Player
from ladder.models.ladder import Ladder
from ladder.ratings.scales import Method

PROVISIONAL_UNTIL = 8
"""Matches after which a rating is no longer provisional."""


class RatingPool(models.Model):
    """Matches of a league that are rated together. `version` rises with every change of its settings."""

    class Kind(models.TextChoices):
        ELO = "elo", _("Elo")
        OPENSKILL = "openskill", _("OpenSkill")
        GLICKO2 = "glicko2", _("Glicko-2")

    class January(models.TextChoices):
        KEEP = "keep", _("ratings go on")
        PULL = "pull", _("each January everybody comes 25 % nearer to the start")
        RESET = "reset", _("each January everybody starts anew")

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="pools")
    slug = models.SlugField(max_length=40)
    name = models.CharField(_("name"), max_length=64)
    games = models.ManyToManyField(Game, blank=True, related_name="+", verbose_name=_("games"))
    """Empty: every game that the league takes."""
    seats_min = models.PositiveSmallIntegerField(_("fewest players at a table"), default=2)
    seats_max = models.PositiveSmallIntegerField(_("most players at a table"), default=6)
    method = models.CharField(_("method"), max_length=10, choices=Kind, default=Kind.OPENSKILL)
    start = models.PositiveSmallIntegerField(_("start value"), default=1500)
    k = models.PositiveSmallIntegerField(_("K (Elo only)"), default=32)
    january = models.CharField(_("at the turn of the year"), max_length=5, choices=January, default=January.KEEP)
    stand_ins = models.BooleanField(_("rate matches in which a stand-in moved for somebody"), default=True)
    paused = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    rated_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "slug"], name="pool_slug_once_in_a_league"),
            models.CheckConstraint(
                condition=Q(seats_min__gte=2, seats_max__gte=F("seats_min"), seats_max__lte=20),
                name="pool_table_sizes_in_order",
            ),
            models.CheckConstraint(
                condition=~Q(method="glicko2") | Q(seats_min=2, seats_max=2), name="pool_glicko_for_games_of_two"
            ),
            models.CheckConstraint(
                condition=Q(method__in=["elo", "openskill", "glicko2"], january__in=["keep", "pull", "reset"]),
                name="pool_settings_known",
            ),
            models.CheckConstraint(
                condition=Q(k__gte=1, k__lte=400, start__gte=100, start__lte=5000), name="pool_numbers_sensible"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("rating_pool", args=[self.ladder.slug, self.slug])

    @property
    def rating(self) -> Method:
        """The settings that the arithmetic needs."""
        return Method(self.method, float(self.start), float(self.k), self.january)

    def month_of(self, instant: dt.datetime) -> dt.date:
        """The first day of the month in which an instant lies by the league's clocks."""
        return instant.astimezone(self.ladder.zone).date().replace(day=1)

    @property
    def has_spread(self) -> bool:
        return self.method != self.Kind.ELO


class RatingRequest(models.Model):
    """A month of a pool whose results may have changed (None: all). Rows only come here; whoever rates takes them away.

    So a change of a match never waits for a recomputation, and none is forgotten.
    """

    pool = models.ForeignKey(RatingPool, models.CASCADE, related_name="requests")
    month = models.DateField(null=True, blank=True)
    cause = models.CharField(max_length=40)
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.pool}: {self.cause} {self.month or ''}"


class RatingMonth(models.Model):
    """The rated results of a calendar month of a pool, what each did, and what everybody was worth after them.

    `facts`, `lines` and `state` are packed (`ladder.ratings`): a ladder of a million matches has some dozens of rows.
    When an earlier month changes, `facts` stays.
    """

    pool = models.ForeignKey(RatingPool, models.CASCADE, related_name="months")
    first = models.DateField()
    matches = models.PositiveIntegerField()
    facts = models.BinaryField()
    lines = models.BinaryField()
    state = models.BinaryField()

    class Meta:
        ordering = ["pool", "first"]
        constraints = [models.UniqueConstraint(fields=["pool", "first"], name="rating_month_once")]

    def __str__(self) -> str:
        return f"{self.pool} {self.first:%Y-%m}"


class Rating(models.Model):
    """What a player is worth in a pool now, on the scale that people see. `order` decides the rank."""

    pool = models.ForeignKey(RatingPool, models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    value = models.FloatField()
    spread = models.FloatField()
    order = models.FloatField()
    played = models.PositiveIntegerField()
    change = models.FloatField()
    last_at = models.DateTimeField()

    class Meta:
        ordering = ["pool", "-order", "player"]
        constraints = [models.UniqueConstraint(fields=["pool", "player"], name="rating_once")]
        indexes = [models.Index(fields=["pool", "-order"], name="rating_in_order")]

    def __str__(self) -> str:
        return f"{self.player} {self.value:.0f}"

    @property
    def is_provisional(self) -> bool:
        return self.played < PROVISIONAL_UNTIL


class RatingRun(models.Model):
    """A recomputation that moved ratings of people who had not just played: why, from which month on, and whom."""

    pool = models.ForeignKey(RatingPool, models.CASCADE, related_name="runs")
    at = models.DateTimeField(default=timezone.now)
    since = models.DateField()
    causes = models.JSONField(default=list)
    """`{"cause": …, "match": number}` each, the first twenty."""
    more = models.PositiveIntegerField(default=0)
    """How many further causes there were."""
    moved = models.PositiveIntegerField()
    moves = models.BinaryField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.pool} from {self.since:%Y-%m}: {self.moved}"
