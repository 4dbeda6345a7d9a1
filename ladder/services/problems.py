"""Somebody with an account reports a problem that is about no match; an official answers it.

Like the errors of matches, reports and answers are entries of the audit trail, here about the account that reported.
"""

from django.urls import reverse

from games.models import AuditEntry, User
from games.services.audit import audit
from games.services.errors import NotAllowed
from games.services.matches import check_reason
from games.services.notices import notice_send
from games.services.retry import atomic_retried
from ladder.selectors.problems import problem_open, problems_of

MOST_OPEN = 5
"""Reports of one account that wait for an answer, at most."""


@atomic_retried
def problem_report(*, by: User, words: str, page: str = "") -> AuditEntry:
    """Report a problem, told of on `page`; the same words again are the same report.

    Raises `InvalidResult`, and `NotAllowed` where too many wait for an answer already.
    """
    check_reason(words)
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    waiting = [problem.entry for problem in problems_of(by) if problem.answer is None]
    for entry in waiting:
        if entry.reason == words:
            return entry
    if len(waiting) >= MOST_OPEN:
        raise NotAllowed("problems")
    return audit("problem.reported", by, actor=by, reason=words, page=page)


@atomic_retried
def problem_answer(number: int, *, by: User, words: str) -> AuditEntry | None:
    """Answer an open report. None if nobody waits for an answer to it any more. Raises `InvalidResult`."""
    check_reason(words)
    found = problem_open(number)
    if found is None:
        return None
    reporter = User.objects.select_for_update(no_key=True).get(pk=found.target_id)
    if problem_open(number) is None:
        return None
    notice_send(
        "problem.answered",
        [reporter],
        key=f"problem.answered/{number}",
        link=reverse("problem_report"),
        about=f"problem/{number}",
        besides=by,
        words=found.reason,
        reason=words,
    )
    return audit("problem.answered", reporter, actor=by, reason=words, report=number)
