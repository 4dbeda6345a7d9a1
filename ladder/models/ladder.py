"""Leagues, their rules by version, their months, and who keeps them. On pages: league and month."""

import zoneinfo
from datetime import UTC, datetime, timedelta
from functools import lru_cache, reduce
from operator import or_
from typing import Any

import msgspec
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.models import Game
from ladder.scoring.rules import Rules, rules_from


def check_time_zone(name: str) -> None:
    """Refuse what is no name of the time zone database."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("“%(name)s” is not a time zone; write it like Europe/Rome."), params={"name": name})


class Ladder(models.Model):
    """A competition that goes on month after month, with its own rules and time zone."""

    slug = models.SlugField(unique=True, max_length=40)
    name = models.CharField(_("name"), max_length=64)
    language = models.CharField(_("language"), max_length=8, default="it")
    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Rome", validators=[check_time_zone])
    grace_days = models.PositiveSmallIntegerField(_("days of grace"), default=5)
    close_after_days = models.PositiveSmallIntegerField(_("closes by itself after"), null=True, blank=True)
    """Days after the grace at which a month without anything open closes by itself; None: never."""
    silence_hours = models.PositiveSmallIntegerField(
        _("hours of silence"),
        default=72,
        help_text=_(
            "A result with a table record and no objection is confirmed after so long. 0: a person confirms it."
        ),
    )
    logs_public = models.BooleanField(_("logs public"), default=True)
    games = models.ManyToManyField(Game, blank=True, related_name="ladders", verbose_name=_("games"))
    """Empty: every game counts."""
    rates: bool
    """Whether it has a rating pool that is not paused; known where all leagues are read at once."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("league", args=[self.slug])

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)

    @cached_property
    def game_numbers(self) -> frozenset[int]:
        """The games that count, by number, read once; none: every game does."""
        return frozenset(self.games.values_list("pk", flat=True))

    def takes(self, match: Any) -> bool:
        """Whether the match's game counts here."""
        return not self.game_numbers or match.game_id in self.game_numbers


class LadderRules(models.Model):
    """One version of a league's rules. Never changed; a month keeps the version it was opened with.

    A month that nobody opened yet has the newest version among those whose `since` is not after it.
    """

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="rules")
    version = models.PositiveIntegerField()
    params = models.JSONField(default=dict, blank=True)
    """The whole document (`ladder.scoring.rules.Rules`)."""
    words = models.TextField(_("in the community’s own words"), max_length=5000, blank=True)
    since = models.CharField(max_length=7, blank=True)
    """The first month it is for, such as `2026-11`; empty: from the beginning."""
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-version"]
        verbose_name_plural = "ladder rules"
        constraints = [models.UniqueConstraint(fields=["ladder", "version"], name="rules_version_once")]

    def __str__(self) -> str:
        return f"{self.ladder} v{self.version}"

    @cached_property
    def rules(self) -> Rules:
        """The rules themselves; a version never changes."""
        return _read(msgspec.json.encode(self.params))


@lru_cache(maxsize=1_000)
def _read(document: bytes) -> Rules:
    """Months are read again and again with the same few documents."""
    return rules_from(msgspec.json.decode(document))


class Season(models.Model):
    """One month of a league: `[start, end)` as instants, cut in the league's zone.

    Its state follows from the clock until a manager closes it, so only its last revision is stored.
    """

    class State(models.TextChoices):
        UPCOMING = "upcoming", _("upcoming")
        OPEN = "open", _("open")
        GRACE = "grace", _("grace")
        WAITING = "waiting", _("waiting to be closed")
        CLOSED = "closed", _("closed")

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="seasons")
    rules = models.ForeignKey(LadderRules, models.PROTECT, related_name="seasons")
    year = models.PositiveSmallIntegerField()
    month = models.PositiveSmallIntegerField()
    start = models.DateTimeField()
    end = models.DateTimeField()
    grace_until = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)
    """Rises with every change of the ranking or of the state, and is the number people act upon."""
    revision = models.PositiveIntegerField(default=0)
    """The last published one; 0 until the month is closed."""

    class Meta:
        ordering = ["-start"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "year", "month"], name="season_once_per_month"),
            models.CheckConstraint(condition=Q(month__gte=1, month__lte=12), name="season_month_in_the_calendar"),
            models.CheckConstraint(
                condition=Q(start__lt=F("end"), grace_until__gte=F("end")), name="season_instants_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ladder} {self.key}"

    def get_absolute_url(self) -> str:
        return reverse("month", args=[self.ladder.slug, self.key])

    @property
    def key(self) -> str:
        """The month as it stands in addresses: `2026-10`."""
        return f"{self.year:04}-{self.month:02}"

    @property
    def number(self) -> int:
        """The months of all years, counted on."""
        return self.year * 12 + self.month - 1

    @cached_property
    def beside(self) -> "dict[int, Season]":
        """The month before (-1) and the one after (1), as far as they were opened.

        `ladder.selectors.seasons` reads them together with the month itself.
        """
        others = Season.objects.select_related("rules").filter(around(self.year, self.month), ladder=self.ladder_id)
        return {other.number - self.number: other for other in others if other.number != self.number}

    @property
    def is_closed(self) -> bool:
        return self.revision > 0

    def state_at(self, now: datetime) -> "Season.State":
        """The state at an instant; after the grace it waits for a manager, and the ranking stays live."""
        if self.is_closed:
            return self.State.CLOSED
        if now < self.start:
            return self.State.UPCOMING
        if now < self.end:
            return self.State.OPEN
        return self.State.GRACE if now < self.grace_until else self.State.WAITING


def around(year: int, month: int, reach: int = 1) -> Q:
    """Seasons of a month, and of so many before and after it."""
    months = [divmod(year * 12 + month - 1 + step, 12) for step in range(-reach, reach + 1)]
    return reduce(or_, (Q(year=its_year, month=its_month + 1) for its_year, its_month in months))


def month_instants(zone: zoneinfo.ZoneInfo, year: int, month: int) -> tuple[datetime, datetime]:
    """The first instant of a month in a zone and the first of the next, in UTC.

    >>> month_instants(zoneinfo.ZoneInfo("Europe/Rome"), 2026, 10)[1].isoformat()
    '2026-10-31T23:00:00+00:00'
    """
    following = (year + 1, 1) if month == 12 else (year, month + 1)
    start, end = (datetime(*first, 1, tzinfo=zone).astimezone(UTC) for first in ((year, month), following))
    return start, end


def season_fields(ladder: Ladder, year: int, month: int) -> dict[str, Any]:
    """What the calendar says about a month of a league. The grace is counted in local days."""
    start, end = month_instants(ladder.zone, year, month)
    grace_until = (end.astimezone(ladder.zone) + timedelta(days=ladder.grace_days)).astimezone(UTC)
    return {"year": year, "month": month, "start": start, "end": end, "grace_until": grace_until}


class Role(models.Model):
    """Who may keep a league. An admin of the whole site is an account with `is_superuser`."""

    class Kind(models.TextChoices):
        MANAGER = "manager", _("manager")
        ARBITER = "arbiter", _("arbiter")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="roles")
    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=10, choices=Kind)
    granted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["ladder", "kind", "user"]
        constraints = [
            models.UniqueConstraint(fields=["user", "ladder", "kind"], name="role_once"),
            models.CheckConstraint(condition=Q(kind__in=["manager", "arbiter"]), name="role_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind} of {self.ladder}"
