"""Errors that people report about a match, and what settles such a report."""

from django.db.models import QuerySet

from games.models import AuditEntry, Match

REPORTED = "match.error_reported"
CLOSES = ("match.report_answered", "match.corrected", "match.decided", "match.voided")


def open_report(match: Match) -> AuditEntry | None:
    """The oldest report that nobody has answered."""
    return open_reports(match).first()


def open_reports(match: Match, before: int | None = None) -> QuerySet[AuditEntry]:
    """The reports that nobody has answered, oldest first; with `before` those of before that version of the match."""
    entries = AuditEntry.objects.filter(kind="match", target_id=match.pk)
    if before is not None:
        entries = entries.filter(version__lt=before)
    closed = entries.filter(act__in=CLOSES).order_by("-version").values_list("version", flat=True).first()
    return entries.filter(act=REPORTED, version__gt=closed or 0).order_by("version")
