"""What a month's ranking is made of, and its numbered snapshots.

Rows of matches and seats say from which revision on they hold (`since`) and from which on no more (`until`): a revision
is what holds at its number, and what it held is never touched by a later one. In a month that nobody closed yet all
hold since 1. In a closed one, what the next revision would hold is kept the same way, before anybody publishes it.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models import Match, Player
from ladder.models.fields import FractionField
from ladder.models.ladder import LadderRules, Season


def held_at(revision: int) -> Q:
    """The rows that a revision holds."""
    return Q(since__lte=revision) & (Q(until=None) | Q(until__gt=revision))


class SeasonMatch(models.Model):
    """A match of a month: at which version it was looked at, and whether it counts."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="season_matches", db_index=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="season_matches")
    since = models.PositiveIntegerField(default=1)
    until = models.PositiveIntegerField(null=True, blank=True)
    """Equal to `since` for one that no revision holds: it was looked at and changes nothing."""
    version = models.PositiveIntegerField()
    """The version of the match that is counted here."""
    seen = models.PositiveIntegerField()
    """The version up to which the match was looked at since, without finding another result."""
    stage = models.CharField(max_length=12, blank=True, db_default="")
    """What tournaments made of it when it was looked at (`tournaments.selectors.feeding.stage_as`)."""
    reason = models.CharField(max_length=16, blank=True)
    """Why it gives no points; empty if it counts."""
    digest = models.CharField(max_length=16, blank=True)
    """What it says, in short: equal ones count alike. Empty if it does not count."""

    class Meta:
        verbose_name_plural = "season matches"
        constraints = [
            models.UniqueConstraint(fields=["season", "match", "since"], name="season_match_once"),
            models.CheckConstraint(condition=Q(until=None) | Q(until__gte=F("since")), name="season_match_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.match_id} v{self.version}"


class ScoreRow(models.Model):
    """One seat of a match that counts in a month: what was said about it, and what it gives.

    The points are `points` of `unit` parts of one; `beaten` is in halves. A scheme that gives a match no points of its
    own has none here.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="score_rows", db_index=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="score_rows")
    player = models.ForeignKey(Player, models.PROTECT, related_name="score_rows")
    since = models.PositiveIntegerField(default=1)
    until = models.PositiveIntegerField(null=True, blank=True)
    told = models.PositiveSmallIntegerField(null=True, blank=True)
    """The place as the result has it."""
    flag = models.CharField(max_length=10)
    points = models.BigIntegerField(default=0)
    unit = models.BigIntegerField(default=1)
    played = models.BooleanField()
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    size = models.PositiveSmallIntegerField()
    tied = models.PositiveSmallIntegerField(default=0)
    beaten = models.PositiveSmallIntegerField(default=0)
    met = models.PositiveSmallIntegerField(default=0)
    extra = models.JSONField(null=True, blank=True)
    """What rules out of the ordinary add: `share`, `bye`, `bonus`, `weight`, `time`, `spread` (`games.scoring.facts`)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "player", "match", "since"], name="score_row_once"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.player_id} {self.points}/{self.unit}"


class RankingRow(models.Model):
    """One player's line of a ranking: of a revision by its number, or of the live month (0), which is not ranked yet."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="ranking_rows", db_index=False)
    revision = models.PositiveIntegerField(default=0)
    player = models.ForeignKey(Player, models.PROTECT, related_name="ranking_rows")
    position = models.PositiveIntegerField(default=0)
    """The order in which the lines stand, from 1."""
    rank = models.PositiveIntegerField(null=True, blank=True)
    shared = models.BooleanField(default=False)
    points = FractionField()
    match_points = FractionField()
    participation = FractionField()
    played = models.PositiveIntegerField()
    firsts = models.PositiveIntegerField()
    beaten = FractionField()
    met = models.PositiveIntegerField()
    missing = models.PositiveIntegerField(default=0)
    extra = models.JSONField(null=True, blank=True)
    """What some tie-breaks and ratings need: `best_result`, `score_share`, `spread` (`ladder.standing.Row`)."""

    class Meta:
        ordering = ["season", "revision", "position"]
        constraints = [
            models.UniqueConstraint(fields=["season", "revision", "player"], name="ranking_row_once"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} r{self.revision}: {self.rank} {self.player_id}"


class SeasonRevision(models.Model):
    """A numbered snapshot of a month's ranking; never altered."""

    class Origin(models.TextChoices):
        CLOSED = "closed"
        REVISED = "revised"
        IMPORTED = "imported"

    season = models.ForeignKey(Season, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    origin = models.CharField(max_length=10, choices=Origin)
    reason = models.CharField(max_length=1000, blank=True)
    causes = models.JSONField(default=list, blank=True)
    """What led to it, each with `act`, `at`, `by`, `reason` and the `matches` by their slugs."""
    rules = models.ForeignKey(LadderRules, models.PROTECT, related_name="+")
    matches = models.PositiveIntegerField()
    ranked = models.PositiveIntegerField()
    fingerprint = models.CharField(max_length=64)

    class Meta:
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="season_revision_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="season_revision_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.season} r{self.number}"


class PendingRevision(models.Model):
    """A closed month that the facts do not bear out any more: what led to it. What would change is in the rows."""

    season = models.OneToOneField(Season, models.CASCADE, related_name="pending")
    version = models.PositiveIntegerField(default=1)
    since = models.DateTimeField()
    causes = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.season} pending"


class MatchRuling(models.Model):
    """A manager's word on a match in a month: taken in although it came late, or left out as long as it says the same."""

    class Kind(models.TextChoices):
        IN = "in"
        OUT = "out"

    season = models.ForeignKey(Season, models.CASCADE, related_name="rulings")
    match = models.ForeignKey(Match, models.CASCADE, related_name="rulings")
    kind = models.CharField(max_length=3, choices=Kind)
    digest = models.CharField(max_length=16, blank=True)
    """What the match said then."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "match"], name="match_ruling_once")]

    def __str__(self) -> str:
        return f"{self.season}: {self.match_id} {self.kind}"


class DeskNote(models.Model):
    """Who has taken an item of the desk (no text), or what somebody said about it."""

    item = models.CharField(max_length=60, db_index=True)
    """Kind and number of the item: `late-17`."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()
    text = models.CharField(max_length=1000, blank=True)
    done = models.BooleanField(default=False)
    """It was put away with these words."""

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["item"], condition=Q(text=""), name="desk_item_taken_once"),
        ]

    def __str__(self) -> str:
        return f"{self.item}: {self.user_id}"
