"""Old months out of spreadsheets: the file, how it was read, and what came of it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games import limits
from games.models import Match, Player
from ladder.models.ladder import Ladder, Season


class Import(models.Model):
    """One file for one league. Its bytes lie in `games.storage`; the same bytes are the same import."""

    class State(models.TextChoices):
        DRAFT = "draft", _("not imported yet")
        DONE = "done", _("imported")
        UNDONE = "undone", _("taken back")

    class Job(models.TextChoices):
        LOOK = "look", _("being looked at")
        RUN = "run", _("being imported")
        UNDO = "undo", _("being taken back")

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="imports")
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    name = models.CharField(_("file name"), max_length=64, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.DRAFT)
    version = models.PositiveIntegerField(default=1)
    layout = models.JSONField(default=dict, blank=True)
    """How the file is read (`ladder.imports.plan.Layout`)."""
    answers = models.JSONField(default=dict, blank=True)
    """What a person decided: `names`, `games`, `choices`."""
    summary = models.JSONField(default=dict, blank=True)
    """What was done, in numbers, and the rejected lines; `made`: the players and names that came with it."""
    look = models.JSONField(default=dict, blank=True)
    """The dry run of a large file as a worker made it (`ladder.imports.look.Look`); it holds for its `version`."""
    job = models.CharField(max_length=4, choices=Job, blank=True)
    """What a worker is asked to do with it; empty: nothing."""
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """Who asked for the job; None: the server's keeper."""
    origin = models.CharField(max_length=10, blank=True)
    """From where he asked (`AuditEntry.Origin`)."""
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    """Until then a worker is at it; one that died gives it back by this."""
    problem = models.JSONField(default=dict, blank=True)
    """Why the last job did nothing: `kind` (`refusal` or `sheet`), `code`, `facts`."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """Who brought the file."""
    created_at = models.DateTimeField(db_default=Now())
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "sha256"], name="import_once_per_file"),
            models.CheckConstraint(condition=Q(state__in=["draft", "done", "undone"]), name="import_state_known"),
            models.CheckConstraint(condition=~Q(state="done") | Q(done_at__isnull=False), name="import_done_at_a_time"),
            models.CheckConstraint(
                condition=Q(job__in=["look", "run", "undo"]) | Q(job="", lease_until__isnull=True),
                name="import_job_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.sha256[:12]

    def get_absolute_url(self) -> str:
        return reverse("import", args=[self.ladder.slug, self.pk])

    @property
    def is_open(self) -> bool:
        """Whether it can still be said how it is read: neither imported nor in a worker's hands."""
        return self.state != self.State.DONE and not self.job

    @property
    def is_large(self) -> bool:
        """Whether its dry run takes too long for a request, so that a worker makes it."""
        return self.size > limits.IMPORT_AT_ONCE_BYTES

    @property
    def state_words(self) -> str:
        """The state as a page shows it."""
        return str(self.get_job_display() if self.job else self.get_state_display())


class ImportedMatch(models.Model):
    """A match that came from an import, and the lines that told it."""

    source = models.ForeignKey(Import, models.CASCADE, related_name="imported")
    match = models.OneToOneField(Match, models.CASCADE, related_name="imported")
    lines = models.JSONField(default=list)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.source_id}: {self.match_id}"


class ImportedTotal(models.Model):
    """One person's total of a month of which no matches are known: text in the archive, never counted with others."""

    source = models.ForeignKey(Import, models.CASCADE, related_name="totals")
    season = models.ForeignKey(Season, models.CASCADE, related_name="totals")
    player = models.ForeignKey(Player, models.PROTECT, related_name="totals")
    recorded_for = models.ForeignKey(Player, models.PROTECT, related_name="+")
    points = models.CharField(max_length=40)
    """An exact fraction."""
    value = models.FloatField()
    """The nearest number, to sort by."""
    matches = models.PositiveIntegerField(null=True, blank=True)
    rank = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["season", "rank", "-value", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "recorded_for"], name="total_once_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.player_id} {self.points}"


class ImportTemplate(models.Model):
    """How the files of a league are written, kept under a name for the next one."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="import_templates")
    name = models.CharField(_("name"), max_length=64)
    body = models.JSONField(default=dict)
    """`ladder.imports.columns.Template`."""

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "name"], name="import_template_once"),
        ]

    def __str__(self) -> str:
        return self.name
