"""Matches with the judgements on their logs."""

from collections.abc import Iterable
from operator import itemgetter

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Window
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce, RowNumber

from games.models import Match, Seat, Submission, Verification

STRENGTH = ("agrees", "disagrees", "cannot", "broken")
"""Of several outcomes, the one that marks the match: a log that agrees proves it whatever others say."""


APART = (Submission.Relation.OTHER_RESULT, Submission.Relation.GROUNDS)
"""What files say about their match that leaves them out of its mark."""
ACCEPTED = (Verification.Verdict.VERIFIED, Verification.Verdict.CONSISTENT)
REPLAYED = (*ACCEPTED, Verification.Verdict.REFUSED)
"""The verdicts on logs that can be replayed, to their end or to where they stop."""
SEATED = Prefetch("seats", Seat.objects.select_related("player"))
"""With matches, their seats and who sat there."""
LOOKED_AT = 50
NEW = """
SELECT id FROM (SELECT id FROM games_match WHERE state <> 'void' ORDER BY id DESC LIMIT %s) AS came
UNION SELECT match_id FROM (
    SELECT match_id FROM games_verification JOIN games_submission ON games_submission.id = submission_id
    WHERE finished_at IS NOT NULL ORDER BY games_verification.id DESC LIMIT %s
) AS judged
"""
"""The matches among which the latest are, found without a look at all that there are."""


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


def matches_latest(most: int, *, replayed: bool = False) -> list[Match]:
    """The matches that came, or whose logs were judged, last; void ones apart, without their seats (`SEATED`).

    With `replayed` the last one whose log was replayed follows, if it is not among them.
    """
    judged = Verification.objects.filter(submission__match=OuterRef("pk")).order_by(
        F("finished_at").desc(nulls_last=True)
    )
    told = judged.filter(verdict__in=REPLAYED).exclude(submission__relation__in=APART)
    new = Match.objects.filter(pk__in=RawSQL(NEW, [LOOKED_AT, LOOKED_AT]))  # noqa: S611  (nothing in it comes from outside)
    last = Coalesce(Subquery(judged.values("finished_at")[:1]), "created_at")
    matches = new.exclude(state=Match.State.VOID).annotate(at=last)
    if replayed:
        newest = [F("at").desc(), F("pk").desc()]
        matches = matches.annotate(
            has_replay=Exists(told),
            nth=Window(RowNumber(), order_by=newest),
            nth_replay=Window(RowNumber(), partition_by="has_replay", order_by=newest),
        ).filter(Q(nth__lte=most) | Q(has_replay=True, nth_replay=1))
    found = matches.select_related("game").order_by("-at", "-pk")
    return list(found if replayed else found[:most])


def submissions_of(match: Match) -> QuerySet[Submission]:
    """The files that tell of a match, oldest first, each with its judgements, newest first."""
    judged = Verification.objects.order_by("-revision").defer("facts", "breakdown", "components", "players", "conceded")
    return (
        match.submissions.select_related("uploader__player")
        .prefetch_related(Prefetch("verifications", judged))
        .order_by("pk")
    )


def replay_of(files: Iterable[Submission]) -> Verification | None:
    """Of the judgements on a match's files, the one to be replayed: the newest accepted, else the newest refused."""
    rated = [
        ((file.relation != Submission.Relation.OTHER_RESULT, row.verdict in ACCEPTED, file.pk), row)
        for file in files
        if file.relation != Submission.Relation.GROUNDS
        for row in list(file.verifications.all())[:1]
        if row.verdict in REPLAYED
    ]
    return max(rated, key=itemgetter(0))[1] if rated else None


def logs_unverifiable(matches: QuerySet[Match]) -> QuerySet[Submission]:
    """The logs of these matches that could not be judged, unless another one proved the match or nobody believes it."""
    return Submission.objects.filter(
        match__in=matches.order_by(),
        match__state__in=(Match.State.SUBMITTED, Match.State.CONFIRMED),
        verifications__verdict="unsupported",
    ).distinct()
