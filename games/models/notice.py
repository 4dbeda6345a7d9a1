"""Notices: what somebody is told in the site, on which other channels it goes, and the addresses there."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

STATES = ["waiting", "handed", "sent", "failed", "unknown", "dropped"]
GROUPS = ["public", "managers"]


class Notice(models.Model):
    """One occasion told to one person, or to a chat of many. The same `key` is told to nobody twice.

    `facts` fill the text of its kind, in the reader's language, whenever it is shown. Not `in_site`: only sent.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="notices")
    group = models.CharField(max_length=10, blank=True)
    kind = models.SlugField(max_length=30)
    key = models.CharField(max_length=120)
    about = models.CharField(max_length=80, blank=True)
    """The thing concerned, as `match/k2x9`: of one thing there is one message in ten minutes."""
    link = models.CharField(max_length=200, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    in_site = models.BooleanField(default=True)
    at = models.DateTimeField(db_default=Now())
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], condition=Q(group=""), name="notice_once_per_person"),
            models.UniqueConstraint(fields=["group", "key"], condition=~Q(group=""), name="notice_once_per_group"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, group="") | Q(user__isnull=True, group__in=GROUPS),
                name="notice_has_one_reader",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-id"], condition=Q(in_site=True), name="notice_inbox"),
            models.Index(fields=["user"], condition=Q(in_site=True, read_at=None), name="notice_unread"),
            models.Index(fields=["at"], name="notice_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}: {self.user or self.group}"


class NoticeDelivery(models.Model):
    """A notice on its way over one channel. At most one message is ever handed over for it.

    `handed` is noted before the message leaves. Who dies between that and the end leaves `unknown`: it may have
    arrived, so it is not sent again.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        HANDED = "handed", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        UNKNOWN = "unknown", _("perhaps sent")
        DROPPED = "dropped", _("not wanted any more")

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    channel = models.SlugField(max_length=10)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    due_at = models.DateTimeField(db_default=Now())
    batch = models.UUIDField(null=True, blank=True)
    """The message that it is part of."""
    handed_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    problem = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "notice deliveries"
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel"], name="delivery_once_per_channel"),
            models.CheckConstraint(condition=Q(state__in=STATES), name="delivery_state"),
            models.CheckConstraint(
                condition=Q(state="waiting", batch=None, handed_at=None, ended_at=None)
                | Q(state="handed", batch__isnull=False, handed_at__isnull=False, ended_at=None)
                | Q(state__in=["sent", "unknown"], batch__isnull=False, handed_at__isnull=False, ended_at__isnull=False)
                | Q(state__in=["failed", "dropped"], ended_at__isnull=False),
                name="delivery_in_order",
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="delivery_waiting"),
            models.Index(fields=["handed_at"], name="delivery_by_time"),
            models.Index(fields=["batch"], name="delivery_by_batch"),
        ]

    def __str__(self) -> str:
        return f"{self.notice} by {self.channel}: {self.state}"


class NoticeAddress(models.Model):
    """Where somebody is reached on a channel. Of mail the account knows the address; the row tells of its failures.

    `sealed` is the address, encrypted. It is written to once `confirmed_at` is set, and no more after `off_at`.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notice_addresses")
    channel = models.SlugField(max_length=10)
    sealed = models.TextField(blank=True)
    code = models.CharField(max_length=64, blank=True)
    """Digest of the code that was sent there."""
    code_until = models.DateTimeField(null=True, blank=True)
    code_tries = models.PositiveSmallIntegerField(default=0)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    off_at = models.DateTimeField(null=True, blank=True)
    problem = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["channel"]
        verbose_name_plural = "notice addresses"
        constraints = [
            models.UniqueConstraint(fields=["user", "channel"], name="address_once_per_channel"),
            models.CheckConstraint(
                condition=Q(channel__in=["mail", "telegram", "discord"]), name="address_channel_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.channel}"

    @property
    def is_used(self) -> bool:
        return self.confirmed_at is not None and self.off_at is None


class NoticeSettings(models.Model):
    """What somebody wishes to be told, where he wishes otherwise than the table does, and how gathered."""

    class Digest(models.TextChoices):
        NOW = "now", _("at once")
        DAILY = "daily", _("once a day")
        WEEKLY = "weekly", _("once a week, on Monday")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="notice_settings"
    )
    choices = models.JSONField(default=dict, blank=True)
    """True or False by `games.notices.choice_key`."""
    digest = models.CharField(_("How often"), max_length=6, choices=Digest, default=Digest.NOW)
    hour = models.PositiveSmallIntegerField(_("Hour of the day"), default=8, validators=[MaxValueValidator(23)])
    """Of the person's own zone."""
    calendar = models.PositiveIntegerField(default=0)
    """The number in the private address of his calendar; 0: he has none. The next number ends the address before."""

    devices = models.JSONField(default=list, blank=True)
    """Digests of the programs that logged in last, so that a new one is told."""

    class Meta:
        verbose_name_plural = "notice settings"
        constraints = [
            models.CheckConstraint(condition=Q(digest__in=["now", "daily", "weekly"]), name="digest_known"),
            models.CheckConstraint(condition=Q(hour__lte=23), name="digest_hour"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.digest}"
