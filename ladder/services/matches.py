"""Acts on a match by a person: whether he may, in which role, and then the service below."""

from typing import Any

from games.models import Match, User, Verification
from games.services import matches, verification
from games.services.errors import NotAllowed
from games.services.retry import atomic_retried
from ladder.permissions import JUDGES, MAY, OFFICIALS, PLAYER, Thing, may, roles_of
from ladder.services.live import matches_changed


@atomic_retried
def match_confirm(match: Match, *, version: int, by: User) -> Match:
    """Confirm as another player of the table, or as an official, who may also end a dispute."""
    act = "decide" if match.state == Match.State.DISPUTED else "confirm"
    official, facts = _standing(by, act, match)
    changed = matches.match_confirm(match, version=version, by=by, official=official, **facts)
    matches_changed([changed], cause="match.confirmed", by=by)
    return changed


@atomic_retried
def match_dispute(match: Match, *, version: int, by: User, reason: str) -> Match:
    official, facts = _standing(by, "dispute", match)
    changed = matches.match_dispute(match, version=version, by=by, reason=reason, official=official, **facts)
    matches_changed([changed], cause="match.disputed", by=by, reason=reason)
    return changed


@atomic_retried
def match_void(match: Match, *, version: int, by: User, reason: str) -> Match:
    _official, facts = _standing(by, "void", match)
    changed = matches.match_void(match, version=version, by=by, reason=reason, **facts)
    matches_changed([changed], cause="match.voided", by=by, reason=reason)
    return changed


@atomic_retried
def match_restore(match: Match, *, version: int, by: User) -> Match:
    _official, facts = _standing(by, "restore", match)
    changed = matches.match_restore(match, version=version, by=by, **facts)
    matches_changed([changed], cause="match.restored", by=by)
    return changed


def verification_rerun(row: Verification, *, by: User) -> Verification:
    """Judge a log once more."""
    _standing(by, "rerun", row)
    return verification.verification_rerun(row)


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
