"""What the files of a match tell about its result, beside the one that stands."""

from typing import Any

import msgspec

from games import storage
from games.engine.errors import MalformedLog
from games.intake import intake
from games.models import Match, Submission, Verification
from games.services.effects import AGREES, result_of
from games.services.players import players_known
from games.services.results import Result, same_result
from games.understand import understand
from games.verdict import Verdict

Relation = Submission.Relation


def told_by(submission: Submission) -> Result | None:
    """The result that a file tells: the engine's where it was judged, else the file's own words; None without one."""
    row = submission.verifications.filter(state=Verification.State.DONE).exclude(ranks=None).first()
    if row is not None and submission.game is not None:
        return result_of(_verdict(row, submission.game.key))
    try:
        return result_of(understand(intake(storage.load(submission.sha256))))
    except (MalformedLog, FileNotFoundError):
        return None


def _verdict(row: Verification, game: str) -> Verdict:
    """The part of a stored judgement that tells the result."""
    fields: dict[str, Any] = {
        name: getattr(row, name) for name in "verdict facts players scores ranks ending conceded".split()
    }
    return msgspec.convert({**fields, "code": row.code or None, "game": game}, Verdict)


def tells(submission: Submission, match: Match) -> bool | None:
    """Whether a file tells the match's result; None for a file that tells none."""
    result = told_by(submission)
    if result is None:
        return None
    known = players_known([seat.seen for seat in result.seats])
    if len(known) < len(result.seats):
        return False
    return same_result(match, result, [known[seat.seen] for seat in result.seats])


def files_compare(match: Match) -> bool:
    """Say anew of each file of a locked match whether it tells its result, which has changed. True if an agreeing log does."""
    proved, first = False, True
    for submission in match.submissions.order_by("pk"):
        same = tells(submission, match)
        if same is None or submission.relation == Relation.GROUNDS:
            continue
        relation = submission.relation
        if not same:
            relation = Relation.OTHER_RESULT
        elif relation in (Relation.OTHER_RESULT, Relation.FIRST):
            relation = Relation.FIRST if first else Relation.OTHER_MOVES
        if same:
            first = False
            proved = proved or submission.verifications.filter(verdict__in=AGREES).exists()
        if relation != submission.relation:
            submission.relation = relation
            submission.save(update_fields=["relation"])
    return proved
