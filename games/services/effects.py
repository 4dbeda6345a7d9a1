"""What a judged log or a table record does to its match. A verification never changes a result by itself."""

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
    if submission.match_id is not None:
        if agrees and submission.relation != Relation.OTHER_RESULT:
            match = Match.objects.select_for_update().get(pk=submission.match_id)
            if _verified(match) != match.state:
                _change(match, submission, "match.verified", _verified(match))
        return
    result = _result(document, verdict)
    found = _find(result, submission, verdict.moves or "")
    if found is None or result is None:
        return
    _attach(submission, found, _relation(found, result, verdict, submission), agrees=agrees)


def result_record(submission: Submission, document: Document) -> None:
    """Give a table record to its match: the result is `submitted` if new, and disputed if the match tells otherwise."""
    result = _result(document, None)
    found = _find(result, submission, "")
    if found is None or result is None:
        return
    same = found.is_new or same_result(found.match, result, found.players)
    _attach(submission, found, Relation.FIRST if same else Relation.OTHER_RESULT, contradicts=not same)


def _find(result: Result | None, submission: Submission, moves: str) -> Found | None:
    """The match of a result; None where the document does not tell a whole one."""
    if result is None or not result.is_complete:
        return None
    try:
        return match_find_or_create(result, by=submission.uploader, moves=moves)
    except PlayerTwice:
        return None


def _relation(found: Found, result: Result, verdict: Verdict, submission: Submission) -> Relation:
    """What a log says about its match, beside the logs that were there before it.

    One that was refused is never the measure for others: the first that was not takes its place.
    """
    if found.is_new:
        return Relation.FIRST
    if not same_result(found.match, result, found.players):
        return Relation.OTHER_RESULT
    others = Verification.objects.filter(submission__match=found.match, state=Verification.State.DONE).exclude(
        submission=submission
    )
    told = set(
        others.exclude(verdict="refused").exclude(submission__relation=Relation.OTHER_RESULT).values_list("moves")
    )
    if verdict.verdict == "refused":
        return Relation.OTHER_MOVES if others else Relation.FIRST
    if not told:
        refused = Submission.objects.filter(match=found.match, relation=Relation.FIRST, verifications__in=others)
        refused.update(relation=Relation.OTHER_MOVES)
        return Relation.FIRST
    return Relation.WITNESS if (verdict.moves,) in told else Relation.OTHER_MOVES


def _attach(
    submission: Submission, found: Found, relation: Relation, *, agrees: bool = False, contradicts: bool = False
) -> None:
    """Tie a file to its match, and bring the match to the state that follows, as one change."""
    match = found.match
    submission.match, submission.relation = match, relation
    submission.save(update_fields=["match", "relation"])
    if relation == Relation.OTHER_RESULT and (agrees or contradicts):
        _change(match, submission, "match.contradicted", match.state if match.state == State.VOID else State.DISPUTED)
    elif agrees:
        _change(match, submission, "match.verified", _verified(match))
    elif not found.is_new:
        _change(match, submission, "match.evidence", match.state)


def _verified(match: Match) -> str:
    """The state to which an agreeing log brings a match: only what nobody objected to becomes verified."""
    return State.VERIFIED if match.state in (State.SUBMITTED, State.CONFIRMED) else match.state


def _change(match: Match, submission: Submission, act: str, state: str) -> None:
    """One change because of a file; where the state stays, the history just names the file."""
    facts = {"submission": submission.pk, "relation": submission.relation}
    act = act if state != match.state else "match.evidence"
    match_change(match, act, state=State(state), actor=None, **facts)


def _result(document: Document, verdict: Verdict | None) -> Result | None:
    """The result to go by: the engine's where it followed to the end, else what the document states."""
    judged = verdict if verdict and verdict.ranks else None
    ranks = judged.ranks if judged else document.ranks
    scores = judged.scores if judged else document.scores
    players = judged.players if judged else document.players
    conceded = judged.conceded if judged else document.conceded
    if document.game is None or not ranks or len(ranks) != len(players):
        return None
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
        platform=document.platform or "",
        table_id=document.table or "",
        ended_at=_instant(document.ended),
        source="record" if document.kind == Submission.Kind.TABLE_RECORD else "log",
        ending=judged.ending if judged else document.ending,
    )


def _seen(info: SeatInfo) -> Seen:
    platform, _colon, number = (info.id or "").partition(":")
    return Seen(clean_name(info.name), platform, number or None)


def _instant(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
