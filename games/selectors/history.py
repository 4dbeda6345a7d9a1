"""What happened to a match, from its audit entries."""

from django.db.models import QuerySet

from games.models import AuditEntry, Match


def history_of(match: Match) -> QuerySet[AuditEntry]:
    """The entries of a match, oldest first, with who acted."""
    entries = AuditEntry.objects.filter(kind="match", target_id=match.pk)
    return entries.select_related("actor__player").order_by("pk")
