"""Tables of a round, and everybody's place in it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Match, Player
from tournaments.models.entrant import Entrant
from tournaments.models.stage import Round
from tournaments.models.tournament import Tournament


class Pairing(models.Model):
    """A planned match ("table" on the page). Its result is that of the matches attached to it."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    number = models.PositiveSmallIntegerField()
    best_of = models.PositiveSmallIntegerField(default=1)
    locked = models.BooleanField(default=False)
    """Stays as it is when the rest of a draft is paired anew."""
    unrated = models.BooleanField(default=False, db_default=False)
    """A game that a report file tells of as one of less than a move (W, D, L): it counts, but rates nobody."""
    no_result = models.BooleanField(default=False)
    """Decided to stay without a result: nobody gets anything."""
    node = models.PositiveSmallIntegerField(null=True, blank=True)
    """Its place in the plan of a bracket for two."""
    winner_to = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    winner_seat = models.PositiveSmallIntegerField(default=0)
    loser_to = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    loser_seat = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="pairing_number_once"),
            models.CheckConstraint(condition=Q(best_of__in=[1, 3, 5]), name="pairing_best_of_known"),
        ]

    def __str__(self) -> str:
        return f"{self.round} table {self.number}"


class PairingSeat(models.Model):
    """Somebody's one place in a round: a seat at a table, numbered from 0, or out with a bye, a rest and so on."""

    class Out(models.TextChoices):
        NO = "", ""
        BYE = "bye", _("bye")
        REST = "rest", _("rest")
        HALF = "half", _("half a bye")
        FULL = "full", _("bye with the points of a win")

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="seats")
    pairing = models.ForeignKey(Pairing, models.CASCADE, null=True, blank=True, related_name="seats")
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    out = models.CharField(max_length=4, choices=Out, blank=True)
    """A bye is given by the pairing, or by people who left their table. A rest belongs to the plan of a round robin and earns nothing. Half a bye, and one
    with the points of a win whatever a bye gives, come with report files."""
    substitute = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    """Who plays in this seat instead, since `substitute_at`."""
    substitute_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "pairing", "number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="nobody_twice_in_a_round"),
            models.UniqueConstraint(fields=["pairing", "number"], name="pairing_seat_once"),
            models.CheckConstraint(
                condition=Q(pairing__isnull=False, number__isnull=False, out="")
                | Q(pairing__isnull=True, number__isnull=True, out__in=["bye", "rest", "half", "full"]),
                name="seated_or_out",
            ),
            models.CheckConstraint(
                condition=Q(substitute__isnull=True, substitute_at__isnull=True)
                | Q(substitute__isnull=False, substitute_at__isnull=False, pairing__isnull=False),
                name="substitute_since_an_instant",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.pairing or self.out}"


class TableMatch(models.Model):
    """A match that decides a table, or was detached from one and waits for the same people to be paired again."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="table_matches")
    pairing = models.ForeignKey(Pairing, models.SET_NULL, null=True, blank=True, related_name="table_matches")
    match = models.OneToOneField(Match, models.CASCADE, related_name="table")
    number = models.PositiveSmallIntegerField(default=1)
    """1 to 5, where a table plays best of 3 or 5."""

    class Meta:
        ordering = ["pairing", "number"]
        verbose_name_plural = "table matches"
        constraints = [
            models.UniqueConstraint(fields=["pairing", "number"], name="table_match_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=5), name="table_match_number"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.match}"
