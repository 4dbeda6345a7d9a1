"""What people of a table settle among themselves: when to play, who did not come, who takes a free seat."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.entrant import Entrant
from tournaments.models.pairing import Pairing


class TableDate(models.Model):
    """An instant that somebody of a table proposed; agreed once all others of the table accepted it."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="dates")
    at = models.DateTimeField()
    proposed_by = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    agreed_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pairing", "at"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "at"], name="table_date_once"),
            models.UniqueConstraint(
                fields=["pairing"], condition=Q(agreed_at__isnull=False), name="table_date_agreed_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.at:%Y-%m-%d %H:%M}"


class TableDateAnswer(models.Model):
    """Somebody can at that time."""

    date = models.ForeignKey(TableDate, models.CASCADE, related_name="answers")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="+")

    class Meta:
        ordering = ["date", "entrant"]
        constraints = [models.UniqueConstraint(fields=["date", "entrant"], name="table_date_answered_once")]

    def __str__(self) -> str:
        return f"{self.date}: {self.entrant}"


class NoShow(models.Model):
    """Somebody of an open table was reported as not having come. A director, or the terms, decide what follows."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="no_shows")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="no_shows")
    told_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pairing", "entrant"]
        constraints = [models.UniqueConstraint(fields=["pairing", "entrant"], name="no_show_once")]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.entrant}"


class SeatOffer(models.Model):
    """The seat of somebody who cannot play, offered to one in reserve until an instant; then to the next."""

    class Answer(models.TextChoices):
        OPEN = "", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("lapsed")

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="offers")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    """Whose seat it is."""
    reserve = models.ForeignKey(Entrant, models.CASCADE, related_name="offers")
    until = models.DateTimeField()
    answer = models.CharField(max_length=8, choices=Answer, blank=True)
    version = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pairing", "entrant", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "entrant", "reserve"], name="seat_offered_once_to_each"),
            models.UniqueConstraint(
                fields=["pairing", "entrant"], condition=Q(answer=""), name="seat_offered_to_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(answer__in=["", "accepted", "declined", "lapsed"]), name="seat_offer_answer_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.reserve} for {self.entrant}"
