"""What people say about who is who: claims, duplicates, merges; and what is left of somebody who wants to be forgotten."""

import hashlib

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from games.models.player import Player


class Merge(models.Model):
    """Two players who are one person: `source` belongs to `target` until it is undone.

    What belongs to whom follows from `Player.merged_into` and from `recorded_for` of seats, names and identities, so
    nothing else has to be remembered to undo it.
    """

    source = models.ForeignKey(Player, models.PROTECT, related_name="merges_away")
    target = models.ForeignKey(Player, models.PROTECT, related_name="merges_here")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """The account that `source` had; given back when the merge is undone."""
    two_accounts = models.BooleanField(default=False)
    """One person with two ids on one platform, said expressly."""
    at = models.DateTimeField(db_default=Now())
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["source"], condition=Q(undone_at=None), name="merge_once_at_a_time"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="merge_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.source} → {self.target}"


class Claim(models.Model):
    """“This is me”: an account says that it is a player."""

    class State(models.TextChoices):
        OPEN = "open", _("waits")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        ENDED = "ended", _("no longer holds")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, models.PROTECT, related_name="claims")
    words = models.CharField(max_length=1000, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    at = models.DateTimeField(db_default=Now())
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """The manager; None where players vouched."""

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "player"], condition=Q(state__in=["open", "accepted"]), name="claim_once"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "accepted", "declined", "ended"]), name="claim_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.player}"


class Voucher(models.Model):
    """A player who knows the claimant from the table and says that the claim is right."""

    claim = models.ForeignKey(Claim, models.CASCADE, related_name="vouchers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["claim", "player"], name="voucher_once_per_player"),
            models.UniqueConstraint(fields=["claim", "user"], name="voucher_once_per_account"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.claim}"


class Pair(models.Model):
    """What was said about two players; `one` has the lower number."""

    one = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.one}, {self.other}"


class DifferentPeople(Pair):
    """Two players who are not one person: never proposed as duplicates again."""

    class Meta:
        verbose_name_plural = "pairs of different people"
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="different_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="different_in_order"),
        ]


class DuplicateReport(Pair):
    """Somebody says that two players are one person."""

    words = models.CharField(max_length=1000, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other", "by"], name="duplicate_report_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="duplicate_report_in_order"),
        ]


class OldAddress(models.Model):
    """An address that a player had before his name was hidden or removed, kept as a digest that shows no name."""

    digest = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")

    class Meta:
        verbose_name_plural = "old addresses"

    def __str__(self) -> str:
        return self.digest

    @staticmethod
    def digest_of(slug: str) -> str:
        return hashlib.sha256(f"player:{slug}".encode()).hexdigest()


class Deletion(models.Model):
    """A wish to be forgotten. It is carried out at `due_at`, unless it is taken back before.

    The wish of somebody without an account waits for a manager, who checks who asks: until then `due_at` is empty.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("to be checked")
        DUE = "due", _("waits for its day")
        TAKEN_BACK = "taken_back", _("taken back")
        DECLINED = "declined", _("declined")
        DONE = "done", _("done")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="deletions")
    player = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="deletions")
    contact = models.EmailField(blank=True)
    words = models.CharField(max_length=1000, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.ASKED)
    at = models.DateTimeField(db_default=Now())
    due_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["asked", "due", "taken_back", "declined", "done"]), name="deletion_state_known"
            ),
            models.CheckConstraint(condition=~Q(state="due") | Q(due_at__isnull=False), name="deletion_due_has_a_day"),
            models.UniqueConstraint(fields=["user"], condition=Q(state="due"), name="deletion_once_per_account"),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.user}: {self.state}"


class PersonExport(models.Model):
    """All that is kept about an account, as one file; the worker builds it, and it is kept for a week."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="exports")
    token = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(db_default=Now())
    ready_at = models.DateTimeField(null=True, blank=True)
    size = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.user}: {self.at}"
