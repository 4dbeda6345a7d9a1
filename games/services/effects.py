"""What a judged log or a table record does to its match. A verification never changes a result by itself."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from django.db.models.functions import Now

from games.engine.events import Seat
from games.engine.game import SeatInfo, Source
from games.engine.text import clean_name, table_number
from games.instants import in_our_days
from games.models import Match, Submission, Verification
from games.services.changes import match_change, waits_in_silence
from games.services.error_reports import end_report
from games.services.match_notices import verified_tell
from games.services.players import Seen
from games.services.results import (
    FINGERPRINT_WINDOW,
    GAME_KEY,
    Found,
    PlayerTwice,
    Result,
    SeatResult,
    match_find_or_create,
    same_result,
)
from games.services.versions import Cause, version_add
from games.understand import Document, understand
from games.verdict import Verdict

AGREES = ("verified", "consistent")
MOST_SEATS = 20
BGA = "bga"
PLATFORM = re.compile(r"[a-z][a-z0-9_-]{0,19}")
NUMBER = re.compile(r"[A-Za-z0-9_-]{1,64}")
State = Match.State
Relation = Submission.Relation


def result_judged(submission: Submission, verdict: Verdict, body: bytes) -> None:
    """Give a judged log to its match: made if need be, verified if the log agrees, disputed if it tells otherwise.

    A log that does not agree can still say how the match ended: then the match is there, `submitted`, and people may
    confirm it. Call it in the transaction that ends the verification.
    """
    agrees = verdict.verdict in AGREES
    about = submission.match if submission.relation == Relation.GROUNDS else None
    if submission.match_id is not None and about is None:
        if agrees and submission.relation != Relation.OTHER_RESULT:
            match = Match.objects.select_for_update(no_key=True).get(pk=submission.match_id)
            if _verified(match) != match.state:
                _change(match, submission, "match.verified", _verified(match))
        return
    result = result_of(verdict) or result_of(understand(body))
    found = _find(result, submission, verdict.moves or "", State.VERIFIED if agrees else State.SUBMITTED, about)
    if found is None or result is None:
        return
    if agrees:
        _end_told(found, result, submission)
    _attach(submission, found, _relation(found, result, verdict, submission), agrees=agrees)
    if found.played_before and agrees:
        _change(found.match, submission, "match.played_before", State.DISPUTED)


def result_record(submission: Submission, document: Document, about: Match | None = None) -> None:
    """Give a table record to its match: the result is `submitted` if new, and disputed if the match tells otherwise.

    `about` is the match about which it was brought.
    """
    result = result_of(document)
    found = _find(result, submission, "", State.SUBMITTED, about)
    if found is None or result is None:
        return
    same = found.is_new or same_result(found.match, result, found.players)
    match = found.match
    if same and match.silent_since is None and waits_in_silence(match.state, match.ending):
        Match.objects.filter(pk=match.pk).update(silent_since=Now())
    if same and result.training:
        _training(match, submission)
    _end_told(found, result, submission)
    _attach(submission, found, Relation.FIRST if same else Relation.OTHER_RESULT, contradicts=not same)


def results_history(submission: Submission, document: Document) -> None:
    """Give each row of a history to its match: new ones are `submitted`, another result opens a dispute.

    A history knows the instant of the end; a match of which nobody knew it gets it from there.
    """
    for row in document.rows:
        result = result_of(row)
        found = _find(result, submission, "", State.SUBMITTED)
        if found is None or result is None or found.is_new:
            continue
        facts = {"submission": submission.pk}
        if not same_result(found.match, result, found.players):
            match = found.match
            if match.state in (State.SUBMITTED, State.CONFIRMED, State.VERIFIED):
                match_change(match, "match.contradicted", state=State.DISPUTED, actor=None, **facts)
            continue
        _end_told(found, result, submission)
        if result.training:
            _training(found.match, submission)


def _training(match: Match, submission: Submission) -> None:
    """It becomes known that the match was played in training mode: leagues and ratings look at it again."""
    if not match.training:
        match.training = True
        match.save(update_fields=["training"])
        match_change(match, "match.evidence", state=State(match.state), actor=None, submission=submission.pk)


def _end_told(found: Found, result: Result, submission: Submission) -> None:
    """The end of a match, told by a file with the same result: a further version where nobody knew it.

    A file that tells another end than somebody typed changes nothing by itself: those who keep the league hear of it.
    """
    match = found.match
    if result.ended_at is None or found.is_new or not same_result(match, result, found.players):
        return
    if match.ended_at is not None:
        typed = match.ended_source == Match.EndedSource.TYPED and match.state != State.VOID
        if typed and abs(match.ended_at - result.ended_at) > FINGERPRINT_WINDOW:
            end_report(match, result.ended_at, submission)
        return
    match.ended_at = result.ended_at
    match.ended_source = Match.EndedSource.LOG if result.source == "log" else Match.EndedSource.RECORD
    match.save(update_fields=["ended_at", "ended_source"])
    version_add(match, match.seats.all(), author=submission.uploader, cause=Cause.FILE, submission=submission)
    match_change(match, "match.evidence", state=State(match.state), actor=None, submission=submission.pk)


def _find(
    result: Result | None, submission: Submission, moves: str, state: State, about: Match | None = None
) -> Found | None:
    """The match of a result, a new one in `state`; None where the document does not tell a whole one."""
    if result is None or not result.is_complete:
        return None
    try:
        return match_find_or_create(
            result, by=submission.uploader, moves=moves, game=submission.game, state=state, about=about
        )
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
    if found.is_new:
        return
    if relation == Relation.OTHER_RESULT and (agrees or contradicts):
        _change(match, submission, "match.contradicted", match.state if match.state == State.VOID else State.DISPUTED)
    elif agrees:
        _change(match, submission, "match.verified", _verified(match))
    else:
        _change(match, submission, "match.evidence", match.state)


def _verified(match: Match) -> str:
    """The state to which an agreeing log brings a match: only what nobody objected to becomes verified."""
    return State.VERIFIED if match.state in (State.SUBMITTED, State.CONFIRMED) else match.state


def _change(match: Match, submission: Submission, act: str, state: str) -> None:
    """One change because of a file; where the state stays, the history just names the file."""
    facts = {"submission": submission.pk, "relation": submission.relation}
    act = act if state != match.state else "match.evidence"
    match_change(match, act, state=State(state), actor=None, **facts)
    if act == "match.verified":
        verified_tell(match, submission.uploader)


def result_of(told: Verdict | Document) -> Result | None:
    """The result that a verdict or a document tells; None where it does not name everybody's place.

    What was written by somebody is taken only where it fits: a platform and a table number of sane length, an end
    in our days. Places are put into the form 1, 1, 3.
    """
    ranks: Sequence[int | None] = told.ranks or ()
    if isinstance(told, Document) and told.ending == "abandoned" and not ranks:
        ranks = [None] * len(told.players)
    if not GAME_KEY.fullmatch(told.game or "") or len(ranks) != len(told.players) or not 2 <= len(ranks) <= MOST_SEATS:
        return None
    source = told.source if isinstance(told, Verdict) else Source(told.platform, told.table, told.ended)
    platform = _fitting(PLATFORM, source.platform)
    table = table_number(source.table) if platform == BGA else _fitting(NUMBER, source.table)
    return Result(
        game=told.game or "",
        seats=tuple(
            SeatResult(
                seen=_seen(info),
                place=_place(ranks, index),
                score=told.scores[index] if told.scores else None,
                flag=_flag(told, index, info.seat),
            )
            for index, info in enumerate(told.players)
        ),
        platform=platform if table else "",
        table_id=table if platform else "",
        ended_at=_instant(source.ended),
        source="record" if isinstance(told, Document) and told.kind == Submission.Kind.TABLE_RECORD else "log",
        ending=told.ending,
        training=isinstance(told, Document) and told.training,
    )


def _flag(told: Verdict | Document, index: int, seat: Seat) -> str:
    """How somebody's match ended; the site may have moved for him."""
    if seat in told.conceded:
        return "conceded"
    if isinstance(told, Document):
        return told.flags[index] if told.flags else "played"
    return "stand_in" if told.code == "unsupported.stand_in" and told.facts.get("seat") == seat else "played"


def _place(ranks: Sequence[int | None], index: int) -> int | None:
    mine = ranks[index]
    return None if mine is None else 1 + sum(other is not None and other < mine for other in ranks)


def _seen(info: SeatInfo) -> Seen:
    platform, _colon, number = (info.id or "").partition(":")
    if _fitting(PLATFORM, platform) and _fitting(NUMBER, number):
        return Seen(clean_name(info.name), platform, number)
    return Seen(clean_name(info.name))


def _fitting(pattern: re.Pattern[str], text: str | None) -> str:
    return text if text and pattern.fullmatch(text[:100]) else ""


def _instant(seconds: int | None) -> datetime | None:
    known = in_our_days(seconds)
    return None if known is None else datetime.fromtimestamp(known, UTC)
