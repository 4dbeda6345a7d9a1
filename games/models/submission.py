"""Uploaded files and the judgements on them. The verification row is the job: the broker only rings a bell."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.match import Match


class Submission(models.Model):
    """One file as it came. Its bytes lie in `games.storage` under their SHA-256; immutable but for `match`."""

    class Kind(models.TextChoices):
        LOG = "bga_log", _("log of Board Game Arena")
        RECORD = "record", _("record of Classifica")
        TABLE_RECORD = "table_record", _("table record of Board Game Arena")
        HISTORY = "history", _("history of Board Game Arena")
        OTHER = "other", _("something else")

    class Relation(models.TextChoices):
        FIRST = "first", _("gave the result")
        WITNESS = "witness", _("second witness")
        OTHER_MOVES = "other_moves", _("same result, other moves")
        OTHER_RESULT = "other_result", _("another result")
        GROUNDS = "grounds", _("brought with an objection")

    sha256 = models.CharField(max_length=64, unique=True)
    size = models.PositiveIntegerField()
    name = models.CharField(_("file name"), max_length=64, blank=True)
    kind = models.CharField(max_length=12, choices=Kind)
    game = models.ForeignKey(Game, models.PROTECT, null=True, blank=True, related_name="submissions")
    uploader = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="submissions"
    )
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="submissions")
    relation = models.CharField(max_length=12, choices=Relation, blank=True)
    """What the file says about its match, beside the other files; empty without a match."""
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["bga_log", "record", "table_record", "history", "other"]),
                name="submission_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(match__isnull=True)
                | Q(relation__in=["first", "witness", "other_moves", "other_result", "grounds"]),
                name="submission_relation_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.sha256[:12]


class Verification(models.Model):
    """The judgement on one submission under one rules revision, from waiting to done.

    Lists by seat are in turn order. `verdict` and what follows it are those of `games.verdict.Verdict`.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        DEAD = "dead", _("given up")

    class Step(models.TextChoices):
        """What the page shows while it lasts (`games.progress`)."""

        QUEUED = "queued", _("in the queue")
        READING = "reading", _("reading")
        REPLAYING = "replaying", _("replaying")
        COMPARING = "comparing", _("comparing")

    class Verdict(models.TextChoices):
        VERIFIED = "verified", _("verified")
        CONSISTENT = "consistent", _("consistent")
        REFUSED = "refused", _("refused")
        UNSUPPORTED = "unsupported", _("unsupported")
        UNREADABLE = "unreadable", _("unreadable")
        ERRORED = "errored", _("could not be judged")

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="verifications")
    revision = models.PositiveIntegerField()
    """The rules revision judged under; 0 for a game without an engine."""

    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    owner = models.CharField(max_length=64)
    """Whose turn it uses up in the queue: an account, or a network for visitors."""
    turn = models.PositiveBigIntegerField(default=0)
    """Place in the queue: lowest first. One owner's rows have rising turns, so that nobody waits behind a crowd."""
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try = models.DateTimeField(db_default=Now())
    lease_until = models.DateTimeField(null=True, blank=True)
    lease_token = models.UUIDField(null=True, blank=True, unique=True)
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)

    verdict = models.CharField(max_length=12, choices=Verdict, blank=True)
    code = models.CharField(max_length=64, blank=True)
    at = models.JSONField(null=True, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    rules = models.CharField(_("rule set"), max_length=20, blank=True)
    components = models.JSONField(null=True, blank=True)
    players = models.JSONField(default=list, blank=True)
    scores = models.JSONField(null=True, blank=True)
    ranks = models.JSONField(null=True, blank=True)
    breakdown = models.JSONField(default=list, blank=True)
    notes = models.JSONField(default=list, blank=True)
    events = models.PositiveIntegerField(default=0)
    claims = models.PositiveIntegerField(default=0)
    ending = models.CharField(max_length=12, blank=True)
    conceded = models.JSONField(default=list, blank=True)
    moves = models.CharField(max_length=64, blank=True, db_index=True)
    """SHA-256 of the normalised moves: equal for two files that tell the same story."""
    intake_ms = models.FloatField(default=0)
    ms = models.FloatField(default=0)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["submission", "revision"], name="verification_once_per_revision"),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running", "done", "dead"]), name="verification_state_known"
            ),
            models.CheckConstraint(
                condition=Q(
                    state__in=["done", "dead"],
                    verdict__in=["verified", "consistent", "refused", "unsupported", "unreadable", "errored"],
                    finished_at__isnull=False,
                )
                | Q(state__in=["queued", "running"], verdict="", finished_at__isnull=True),
                name="verification_ends_with_a_verdict",
            ),
            models.CheckConstraint(
                condition=Q(state="running", lease_until__isnull=False, lease_token__isnull=False)
                | (~Q(state="running") & Q(lease_until__isnull=True, lease_token__isnull=True)),
                name="verification_runs_under_a_lease",
            ),
        ]
        indexes = [
            models.Index(fields=["turn", "id"], condition=Q(state="queued"), name="verification_queue"),
            models.Index(fields=["owner", "turn"], condition=Q(state="queued"), name="verification_owner"),
            models.Index(fields=["lease_until"], condition=Q(state="running"), name="verification_leases"),
        ]

    def __str__(self) -> str:
        return f"{self.submission}: {self.verdict or self.state}"

    def get_absolute_url(self) -> str:
        return reverse("verification", args=[self.pk])

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.DONE, self.State.DEAD)

    @property
    def outcome(self) -> str:
        """The word on the page: `agrees`, `disagrees`, `cannot` (be verified) or `broken`; empty while it runs."""
        return OUTCOME_OF_VERDICT.get(self.verdict, "")


OUTCOME_OF_VERDICT = {
    "verified": "agrees",
    "consistent": "agrees",
    "refused": "disagrees",
    "unsupported": "cannot",
    "errored": "cannot",
    "unreadable": "broken",
}
