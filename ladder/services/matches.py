"""Acts on a match by a person: whether he may, in which role, the service below, and what follows for the rankings."""

from typing import Any

from games.models import Match, User, Verification
from games.services import comments, corrections, error_reports, matches, statements, verification
from games.services.errors import NotAllowed
from games.services.retry import atomic_retried
from games.services.statements import Stated
from games.services.submissions import submission_create
from ladder.models import Role
from ladder.permissions import JUDGES, MAY, OFFICIALS, PLAYER, Thing, ladders_for, may, roles_of
from ladder.services.live import matches_changed


@atomic_retried
def match_confirm(match: Match, *, version: int, by: User, reason: str = "") -> Match:
    """Confirm as another player of the table, or as an official, who may also end a dispute and say why."""
    act = "decide" if match.state == Match.State.DISPUTED else "confirm"
    official, facts = _standing(by, act, match)
    done = matches.match_confirm(match, version=version, by=by, reason=reason, official=official, **facts)
    return _told(done, "match.confirmed", by, reason)


@atomic_retried
def match_dispute(match: Match, *, version: int, by: User, reason: str, file: tuple[str, bytes] | None = None) -> Match:
    """Object with grounds; `file`, its name and its bytes, is kept with the match. Raises `storage.StorageFull`."""
    official, facts = _standing(by, "dispute", match)
    done = matches.match_dispute(match, version=version, by=by, reason=reason, official=official, **facts)
    if file is not None:
        name, raw = file
        submission_create(raw, name=name, uploader=by, about=done)
        done.refresh_from_db()
    return _told(done, "match.disputed", by, reason)


@atomic_retried
def match_correct(match: Match, *, version: int, by: User, reason: str, **result: Any) -> Match:
    """Give a match another result (`games.services.corrections.match_correct`)."""
    _official, facts = _standing(by, "correct", match)
    done = corrections.match_correct(match, version=version, by=by, reason=reason, **result, **facts)
    return _told(done, "match.corrected", by, reason)


@atomic_retried
def match_void(match: Match, *, version: int, by: User, reason: str, replayed_by: Match | None = None) -> Match:
    _official, facts = _standing(by, "void", match)
    done = matches.match_void(match, version=version, by=by, reason=reason, replayed_by=replayed_by, **facts)
    return _told(done, "match.voided", by, reason)


@atomic_retried
def match_restore(match: Match, *, version: int, by: User) -> Match:
    _official, facts = _standing(by, "restore", match)
    return _told(matches.match_restore(match, version=version, by=by, **facts), "match.restored", by)


@atomic_retried
def match_state(match: Match, *, version: int, by: User, **result: Any) -> Stated:
    """State the result of a match that is recorded (`games.services.statements.match_state`)."""
    official, _facts = _standing(by, "state", match)
    stated = statements.match_state(match, version=version, by=by, official=official, **result)
    _told(stated.match, "match.stated", by)
    return stated


@atomic_retried
def result_state(*, by: User, **result: Any) -> Stated:
    """Report a typed result (`games.services.statements.result_state`)."""
    concerned = ladders_for(Match(game=result["game"]))
    official = by.is_superuser or Role.objects.filter(user=by, ladder__in=concerned).exists()
    stated = statements.result_state(by=by, official=official, **result)
    if stated.outcome != "new":
        _told(stated.match, "match.stated", by)
    return stated


def match_report_error(match: Match, *, version: int, by: User, reason: str, seat: int | None = None) -> Match:
    """Tell those who keep the leagues that a match is wrong, as anybody with an account may."""
    _standing(by, "report_error", match)
    return error_reports.match_report_error(match, version=version, by=by, reason=reason, seat=seat)


def match_answer_report(match: Match, *, version: int, by: User, reason: str) -> Match:
    _standing(by, "answer_report", match)
    return error_reports.match_answer_report(match, version=version, by=by, reason=reason)


def match_comment(match: Match, *, version: int, by: User, reason: str) -> Match:
    """Say something about a match, as those who judge it may (`games.services.comments.match_comment`)."""
    _standing(by, "comment", match)
    return comments.match_comment(match, version=version, by=by, reason=reason)


def verification_rerun(row: Verification, *, by: User) -> Verification:
    """Judge a log once more."""
    _standing(by, "rerun", row)
    return verification.verification_rerun(row)


def _told(match: Match, cause: str, by: User, reason: str = "") -> Match:
    """Bring the rankings in line, in the same transaction."""
    matches_changed([match], cause=cause, by=by, reason=reason)
    return match


def _standing(by: User, act: str, thing: Thing) -> tuple[bool, dict[str, Any]]:
    """Whether `by` acts as an official, and what the history must say about that. Raises `NotAllowed`.

    A person at the table acts as a player; where he must judge for lack of others, the decision carries a mark.
    """
    roles = roles_of(by, thing)
    if not may(by, act, thing):
        raise NotAllowed("took_part" if roles & MAY[act] else "role", act=act)
    judging = act in JUDGES
    official = bool(roles & OFFICIALS) and (judging or PLAYER not in roles)
    return official, {"by_participant": True} if judging and PLAYER in roles else {}
