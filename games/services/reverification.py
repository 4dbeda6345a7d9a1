"""Judging again what was judged under an older rules revision."""

import uuid
from collections.abc import Iterator

import msgspec
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from games.models import Game, Submission, Verification
from games.models.submission import OUTCOME_OF_VERDICT
from games.services.changes import COUNTABLE
from games.services.retry import atomic_retried
from games.services.submissions import JUDGED, revision_for
from games.services.verification import LEASE, Judged, judge, verification_finish


class Rejudged(msgspec.Struct, frozen=True):
    """One log judged under the present revision, beside its last judgement.

    `flips`: the outcome or the ranks are others now. `counted`: its match is believed, so a flip must not be applied.
    """

    submission: Submission
    before: Verification
    judged: Judged
    flips: bool
    counted: bool


def outdated(game: Game) -> QuerySet[Submission]:
    """The logs of a game that were never judged under its present rules revision."""
    present = Verification.objects.filter(submission=OuterRef("pk"), revision=revision_for(game))
    logs = Submission.objects.filter(game=game, kind__in=JUDGED, verifications__state="done").distinct()
    return logs.exclude(Exists(present)).select_related("match").order_by("pk")


def rejudge(game: Game) -> Iterator[Rejudged]:
    """Judge each outdated log again; writes nothing."""
    for submission in outdated(game).iterator(chunk_size=50):
        before = submission.verifications.filter(state="done").latest("revision")
        judged = judge(submission.sha256)
        verdict = judged.verdict
        same = OUTCOME_OF_VERDICT[verdict.verdict] == before.outcome and _listed(verdict.ranks) == before.ranks
        counted = submission.match is not None and submission.match.state in COUNTABLE
        yield Rejudged(submission, before, judged, not same, counted)


@atomic_retried
def rejudged_apply(again: Rejudged) -> bool:
    """Store a new judgement with what follows from it. False, and nothing stored, for a flip on a counted match."""
    if again.flips and again.counted:
        return False
    row = Verification.objects.create(
        submission=again.submission,
        revision=revision_for(again.submission.game),
        owner=again.before.owner,
        state=Verification.State.RUNNING,
        attempts=1,
        lease_token=uuid.uuid4(),
        lease_until=Now() + LEASE,
    )
    return verification_finish(row, again.judged)


def _listed(ranks: tuple[int, ...] | None) -> list[int] | None:
    return None if ranks is None else list(ranks)
