"""Matches with the judgements on their logs."""

from collections.abc import Iterable

from django.db.models import Max, Prefetch, QuerySet
from django.db.models.functions import Coalesce

from games.models import Match, Seat, Submission, Verification

STRENGTH = ("agrees", "disagrees", "cannot", "broken")
"""Of several outcomes, the one that marks the match: a log that agrees proves it whatever others say."""


APART = (Submission.Relation.OTHER_RESULT, Submission.Relation.GROUNDS)
"""What files say about their match that leaves them out of its mark."""


def marks_of(matches: Iterable[Match]) -> dict[int, Verification]:
    """The judgement that marks each match, by the match's number; those without a judged log are missing.

    A log of another result says nothing about the one that stands.
    """
    rows = (
        Verification.objects.filter(submission__match__in=[match.pk for match in matches])
        .exclude(verdict="")
        .exclude(submission__relation__in=APART)
        .select_related("submission")
        .only("verdict", "code", "at", "events", "submission__match_id")
        .order_by("pk")
    )
    best: dict[int, Verification] = {}
    for row in rows:
        match = row.submission.match_id
        if match not in best or STRENGTH.index(row.outcome) < STRENGTH.index(best[match].outcome):
            best[match] = row
    return best


def matches_latest(most: int) -> list[Match]:
    """The matches that came, or whose logs were judged, last; void ones apart, with their seats."""
    judged = Max("submissions__verifications__finished_at")
    matches = Match.objects.exclude(state=Match.State.VOID).annotate(at=Coalesce(judged, "created_at"))
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    return list(matches.select_related("game").prefetch_related(seats).order_by("-at", "-pk")[:most])


def submissions_of(match: Match) -> QuerySet[Submission]:
    """The files that tell of a match, oldest first, each with its judgements, newest first."""
    judged = Verification.objects.order_by("-revision").defer("facts", "breakdown", "components", "players", "conceded")
    return (
        match.submissions.select_related("uploader__player")
        .prefetch_related(Prefetch("verifications", judged))
        .order_by("pk")
    )
