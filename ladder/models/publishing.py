"""Where a league's static copy goes, what lies there, and each publication. The texts and frames to take away."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import OutboxRow
from ladder.models.ladder import Ladder, Season


class PublishTarget(models.Model):
    """A place for the static copy of a league. Without one, the site itself is the publication."""

    class Kind(models.TextChoices):
        FOLDER = "folder", _("folder on this server")
        SFTP = "sftp", _("SFTP")
        FTPS = "ftps", _("FTP with TLS")
        FTP = "ftp", _("FTP without encryption")
        S3 = "s3", _("S3 or compatible")

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="publish_targets")
    name = models.CharField(_("name"), max_length=64)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    place = models.JSONField(default=dict, blank=True)
    """Host, port, user, path and the like, by kind (`ladder.publishing.targets`); never a secret."""
    secret = models.TextField(blank=True, editable=False)
    """Encrypted (`ladder.publishing.secrets`); written by forms, shown by nothing."""
    fingerprint = models.CharField(max_length=100, blank=True)
    """The server's key, or its certificate, that a manager confirmed."""
    offered = models.CharField(max_length=100, blank=True)
    """The key or certificate that the server showed last and that nobody confirmed yet."""
    paused = models.BooleanField(_("paused"), default=False)
    hourly = models.BooleanField(_("also hourly while the month is open"), default=False)
    holder = models.PositiveBigIntegerField(null=True, blank=True)
    """The publication that is under way, for two at once would mix; it lets go by ending."""
    edition = models.PositiveIntegerField(default=1)
    """Rises with each change of its fields, for forms; its audit entries are more, for publications have theirs, too."""
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["ladder", "name"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "name"], name="publish_target_name_once"),
            models.CheckConstraint(
                condition=Q(kind__in=["folder", "sftp", "ftps", "ftp", "s3"]), name="publish_target_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("publish_target", args=[self.ladder.slug, self.pk])

    @property
    def shows_certificate(self) -> bool:
        """Whether the server proves itself by a certificate; else by a key."""
        return self.kind == self.Kind.FTPS


class CopyFile(models.Model):
    """The content of one file of a copy, packed; kept as long as some publication to roll back to names it."""

    sha256 = models.CharField(max_length=64, primary_key=True)
    core = models.CharField(max_length=64)
    """SHA-256 without the line that says when it was copied: equal cores need no new copy."""
    size = models.PositiveIntegerField()
    packed = models.BinaryField()

    def __str__(self) -> str:
        return self.sha256[:12]


class TargetFile(models.Model):
    """What lies at a target under a path, as far as we brought it there: the manifest, one row a file."""

    target = models.ForeignKey(PublishTarget, models.CASCADE, related_name="files")
    path = models.CharField(max_length=100)
    sha256 = models.CharField(max_length=64)
    core = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["target", "path"], name="target_file_once")]

    def __str__(self) -> str:
        return self.path


class Publication(models.Model):
    """One bringing of a copy to a target. Its state is that of its row in the outbox."""

    class Cause(models.TextChoices):
        CLOSE = "close", _("month closed")
        REVISION = "revision", _("month revised")
        HAND = "hand", _("published by hand")
        MONTH = "month", _("one month, by hand")
        HOURLY = "hourly", _("hourly")
        ROLLBACK = "rollback", _("back to the previous copy")

    target = models.ForeignKey(PublishTarget, models.CASCADE, related_name="publications")
    job = models.OneToOneField(OutboxRow, models.PROTECT, related_name="publication", null=True)
    season = models.ForeignKey(Season, models.SET_NULL, null=True, blank=True, related_name="+")
    """The month that caused it; with `month` the only one that is brought."""
    cause = models.CharField(max_length=10, choices=Cause)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    files = models.JSONField(default=dict, blank=True)
    """The copy: SHA-256 by path; empty until it is built."""
    changed = models.PositiveIntegerField(default=0)
    sent = models.PositiveIntegerField(default=0)
    removed = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(cause__in=["close", "revision", "hand", "month", "hourly", "rollback"]),
                name="publication_cause_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.target}: {self.cause}"


class TakeAway(models.Model):
    """What a league says about its pieces to take away: one row at most; without it, the defaults."""

    ladder = models.OneToOneField(Ladder, models.CASCADE, related_name="take_away")
    embed_sites = models.JSONField(default=list, blank=True)
    """Origins such as `https://torre.example` that may show the embedded ranking."""
    lines = models.PositiveSmallIntegerField(_("lines of the text"), default=5)
    texts = models.JSONField(default=dict, blank=True)
    """Templates of the text by language, with fixed place-holders (`ladder.publishing.texts`)."""
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return str(self.ladder)
