"""The stack of acts, and what of it everybody may read."""

from django.db.models import Q, QuerySet

from tournaments.models import Act, Tournament

HIDDEN = (
    "draft.",
    "result.reported",
    "apart.",
    "seat.declined",
    "seat.lapsed",
    "entrant.checked_in",
    "table.asked",
    "role.",
)
"""Acts of a draft are nobody's concern until it is published; the audit has them all."""


def stack(tournament: Tournament) -> QuerySet[Act]:
    """Acts that stand and can be undone, the last first. Only the first of these can be undone now."""
    return tournament.acts.filter(stacked=True, undone_at=None).order_by("-number")


def diary(tournament: Tournament) -> QuerySet[Act]:
    """What was done, for everybody: decisions, rounds and what was undone of them, but no drafts."""
    hidden = Q()
    for prefix in HIDDEN:
        hidden |= Q(kind__startswith=prefix)
    return tournament.acts.exclude(hidden).order_by("-number")
