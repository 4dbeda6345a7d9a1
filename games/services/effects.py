"""What a judged log or a table record does to its match. A verification never changes a result by itself."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from games.engine.game import SeatInfo
from games.models import Match, Submission, Verification
from games.services.matches import match_change
from games.services.players import Seen, clean_name
from games.services.results import Found, PlayerTwice, Result, SeatResult, match_find_or_create, same_result
from games.understand import Document
from games.verdict import Verdict

AGREES = ("verified", "consistent")
State = Match.State
Relation = Submission.Relation


def result_judged(submission: Submission, verdict: Verdict, document: Document) -> None:
    """Give a judged log to its match: made if need be, verified if the log agrees, disputed if it tells otherwise.

    A log that does not agree can still say how the match ended: then the match is there, `submitted`, and people may
    confirm it. Call it in the transaction that ends the verification.
    """
    agrees = verdict.verdict in AGREES
    result = _result(document, verdict)
    if result is None or not result.is_complete:
        return
    try:
        found = match_find_or_create(result, by=submission.uploader, moves=verdict.moves or "")
    except PlayerTwice:
        return
    match = found.match
    relation = _relation(found, result, verdict.moves or "", submission)
    _attach(submission, found, relation)
    if agrees and relation == Relation.OTHER_RESULT:
        _contradict(match, submission)
    elif agrees and match.state in (State.SUBMITTED, State.CONFIRMED):
        match_change(match, "match.verified", state=State.VERIFIED, actor=None, submission=submission.pk)


def result_record(submission: Submission, document: Document) -> None:
    """Give a table record to its match: the result is `submitted` if new, and disputed if the match tells otherwise."""
    result = _result(document, None)
    if result is None or not result.is_complete:
        return
    try:
        found = match_find_or_create(result, by=submission.uploader)
    except PlayerTwice:
        return
    relation = Relation.FIRST
    if not found.is_new and not same_result(found.match, result, found.players):
        relation = Relation.OTHER_RESULT
    _attach(submission, found, relation)
    if relation == Relation.OTHER_RESULT:
        _contradict(found.match, submission)


def _relation(found: Found, result: Result, moves: str, submission: Submission) -> Relation:
    """What a log says about its match, beside the logs that were there before it."""
    if found.is_new:
        return Relation.FIRST
    if not same_result(found.match, result, found.players):
        return Relation.OTHER_RESULT
    others = (
        Verification.objects.filter(submission__match=found.match)
        .exclude(submission=submission)
        .exclude(submission__relation=Relation.OTHER_RESULT)
        .exclude(verdict="")
    )
    told = set(others.values_list("moves", flat=True))
    if not told:
        return Relation.FIRST
    return Relation.WITNESS if moves and moves in told else Relation.OTHER_MOVES


def _attach(submission: Submission, found: Found, relation: Relation) -> None:
    submission.match, submission.relation = found.match, relation
    submission.save(update_fields=["match", "relation"])
    if not found.is_new:
        match_change(
            found.match,
            "match.evidence",
            state=State(found.match.state),
            actor=submission.uploader,
            submission=submission.pk,
            relation=relation.value,
        )


def _contradict(match: Match, submission: Submission) -> None:
    if match.state in (State.SUBMITTED, State.CONFIRMED, State.VERIFIED):
        match_change(match, "match.contradicted", state=State.DISPUTED, actor=None, submission=submission.pk)


def _result(document: Document, verdict: Verdict | None) -> Result | None:
    """The result to go by: the engine's where it followed to the end, else what the document states."""
    ranks = (verdict and verdict.ranks) or document.ranks
    scores = (verdict and verdict.scores) or document.scores
    players = (verdict and verdict.players) or document.players
    if document.game is None or not ranks or len(ranks) != len(players):
        return None
    conceded = verdict.conceded if verdict else document.conceded
    return Result(
        game=document.game,
        seats=tuple(
            SeatResult(
                seen=_seen(info),
                place=ranks[index],
                score=scores[index] if scores else None,
                flag="conceded" if info.seat in conceded else "played",
            )
            for index, info in enumerate(players)
        ),
        ...
    )
