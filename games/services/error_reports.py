"""Somebody says that a match names the wrong person, or is wrong in another way, or a file tells another end than was
typed; an official answers.

A report changes nothing by itself. It is open until an official answers it, or corrects or strikes out the match.
"""

from datetime import datetime

from games.models import AuditEntry, Match, Submission, User
from games.selectors.error_reports import REPORTED, open_report, open_reports
from games.services.changes import match_as_seen, match_change
from games.services.errors import NotAllowed
from games.services.match_notices import reporters_tell
from games.services.matches import check_reason
from games.services.retry import atomic_retried


@atomic_retried
def match_report_error(match: Match, *, version: int, by: User, reason: str, seat: int | None = None) -> Match:
    """Report an error to those who keep the leagues. One open report a person and match.

    Raises `Conflict`, `InvalidResult` and `NotAllowed`.
    """
    match = match_as_seen(match, version)
    check_reason(reason)
    if open_reports(match).filter(actor=by).exists():
        raise NotAllowed("reported")
    facts = {} if seat is None else {"seat": seat}
    return match_change(match, REPORTED, actor=by, state=Match.State(match.state), reason=reason, **facts)


def end_report(match: Match, ended_at: datetime, submission: Submission) -> None:
    """A file with the result of a locked match tells another end than somebody typed; said once, until it is answered."""
    if not open_reports(match).filter(actor=None).exists():
        facts = {"ended": ended_at.isoformat(), "submission": submission.pk}
        match_change(match, REPORTED, actor=None, state=Match.State(match.state), **facts)


def end_reported(report: AuditEntry) -> datetime | None:
    """The end that a file tells, where a report is about that."""
    ended = report.facts.get("ended")
    return datetime.fromisoformat(ended) if ended else None


@atomic_retried
def match_answer_report(match: Match, *, version: int, by: User, reason: str) -> Match:
    """Answer the open reports of a match without changing it. For officials."""
    match = match_as_seen(match, version)
    check_reason(reason)
    if open_report(match) is None:
        raise NotAllowed("state", state=match.state)
    reporters = list(open_reports(match).exclude(actor=None).values_list("actor", flat=True))
    match = match_change(match, "match.report_answered", actor=by, state=Match.State(match.state), reason=reason)
    reporters_tell("answered", match, reporters, by, reason)
    return match
