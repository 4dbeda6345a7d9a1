"""What people are told of their matches and files."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from games.models import Match, User, Verification
from games.selectors.error_reports import CLOSES, open_reports
from games.services.notices import notice_send
from games.verdict import Verdict

TOLD = {
    "match.stated": "match.disputed",
    "match.disputed": "match.disputed",
    "match.contradicted": "match.disputed",
    "match.played_before": "match.disputed",
    "match.decided": "match.decided",
    "match.corrected": "match.corrected",
    "match.voided": "match.void",
    "match.restored": "match.restored",
}
"""The notice of each act on a match that the people of its table hear of."""


def table_of(match: Match) -> list[int]:
    """The accounts of those who sit at a match."""
    seats = match.seats.filter(player__user__isnull=False)
    return [pk for pk in seats.values_list("player__user", flat=True) if pk is not None]


def match_facts(match: Match) -> dict[str, Any]:
    """What every text about a match says of it."""
    facts: dict[str, Any] = {"game": match.game.name}
    return facts | ({"played_at": match.ended_at} if match.ended_at else {})


def entered_tell(match: Match, by: User | None) -> None:
    """A result waits for those of the table who did not enter it; one that came with a log may be disputed by them."""
    if match.state == Match.State.SUBMITTED:
        _tell(match, "result.entered", by)
    elif match.state == Match.State.VERIFIED:
        verified_tell(match, by)


def verified_tell(match: Match, by: User | None) -> None:
    """A log agrees, which does not prove that the match took place: the others at the table may say so."""
    _tell(match, "match.verified", by)


def waiting_remind(match: Match, by: User) -> int:
    """Ask those who could confirm a result once more, at most once a day. Returns how many are told."""
    if match.state != Match.State.SUBMITTED:
        return 0
    return notice_send(
        "result.entered",
        [account for account in table_of(match) if account != match.submitted_by_id],
        key=f"result.waits/{match.pk}/{datetime.now(UTC):%Y%m%d}",
        about=f"match/{match.slug}",
        link=match.get_absolute_url(),
        besides=by,
        **match_facts(match),
    )


def changed_tell(match: Match, act: str, by: User | None, reason: str) -> None:
    """Something happened to a match that its table should know, and those who had reported an error."""
    if act not in TOLD:
        return
    _tell(match, TOLD[act], by, reason=reason)
    if act in CLOSES:
        reporters = set(open_reports(match, before=match.version).values_list("actor", flat=True))
        reporters_tell("followed", match, reporters - set(table_of(match)), by, reason)


def reporters_tell(what: str, match: Match, reporters: Iterable[int | None], by: User | None, reason: str) -> None:
    """Those who reported an error are told the answer (`answered`), or that the match was changed (`followed`)."""
    notice_send(
        f"report.{what}",
        reporters,
        key=f"report.{what}/{match.pk}/{match.version}",
        about=f"match/{match.slug}",
        link=match.get_absolute_url(),
        besides=by,
        **match_facts(match),
        reason=reason,
    )


def _tell(match: Match, kind: str, by: User | None, **facts: Any) -> None:
    table = table_of(match)
    if not table:
        return
    notice_send(
        kind,
        table,
        key=f"{kind}/{match.pk}/{match.version}",
        about=f"match/{match.slug}",
        link=match.get_absolute_url(),
        besides=by,
        **match_facts(match),
        **facts,
    )


def judged_tell(verification: Verification, verdict: Verdict) -> None:
    """The outcome of a file, for who brought it. Judged again with the same outcome, it is not told again."""
    submission = verification.submission
    if submission.uploader_id is None:
        return
    notice_send(
        "upload.judged",
        [submission.uploader_id],
        key=f"judged/{submission.pk}/{verdict.verdict}/{verdict.code or ''}"[:120],
        about=f"file/{submission.pk}",
        link=verification.get_absolute_url(),
        verdict=verdict.verdict,
        file=submission.name,
    )
