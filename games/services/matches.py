"""The life of a match: submitted, confirmed, verified, disputed, void, restored.

Every act carries the version that the person saw. Whether a person holds a role is asked above (`ladder.services`),
which passes `official`; what holds for everybody is asked here.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from games import limits
from games.models import Match, Name, Player, User
from games.services.changes import match_as_seen, match_change
from games.services.errors import InvalidResult, NotAllowed
from games.services.players import names_note
from games.services.retry import atomic_retried

State = Match.State
OBJECTION = timedelta(hours=limits.OBJECTION_HOURS)


def match_confirm(
    match: Match, *, version: int, by: User, reason: str = "", official: bool = False, **facts: Any
) -> Match:
    """Believe the result: another player of the table than the one who reported it, or an official, also in a dispute.

    Of an official who reported it himself the history says so (`own_report`).
    Raises `NotAllowed` or `Conflict`.
    """

    def check(now: Match) -> None:
        _check_state(now, State.SUBMITTED, *([State.DISPUTED] if official else []))
        if official:
            facts.update({"own_report": True} if now.submitted_by_id == by.pk else {})
            return
        _check_at_the_table(now, by)
        if now.submitted_by_id == by.pk:
            raise NotAllowed("own_report")

    if official:
        facts["official"] = True
    return _act(
        match, "match.confirmed", check, version=version, by=by, reason=reason, state=State.CONFIRMED, facts=facts
    )


def match_dispute(match: Match, *, version: int, by: User, reason: str, official: bool = False, **facts: Any) -> Match:
    """Object to the result, with grounds: it does not count until somebody decides. Raises as `match_confirm`.

    What a log verified, those at the table may dispute for `limits.OBJECTION_HOURS`.
    """

    def check(now: Match) -> None:
        check_reason(reason)
        _check_state(now, State.SUBMITTED, State.CONFIRMED, State.VERIFIED)
        if not official:
            _check_at_the_table(now, by)
            if now.state == State.VERIFIED and not can_object(now):
                raise NotAllowed("too_late", hours=limits.OBJECTION_HOURS)

    if official:
        facts["official"] = True
    return _act(
        match, "match.disputed", check, version=version, by=by, reason=reason, state=State.DISPUTED, facts=facts
    )


def can_object(match: Match) -> bool:
    """Whether a verified match may still be disputed by those at the table, by the database's clock."""
    return Match.objects.filter(pk=match.pk, settled_at__gt=Now() - OBJECTION).exists()


def match_void(
    match: Match, *, version: int, by: User, reason: str, replayed_by: Match | None = None, **facts: Any
) -> Match:
    """Strike the match out, with a reason; it is kept and can be restored. For officials.

    `replayed_by` is the match that was played in its place.
    """

    def check(now: Match) -> None:
        check_reason(reason)
        _check_state(now, State.SUBMITTED, State.CONFIRMED, State.VERIFIED, State.DISPUTED)
        if replayed_by is not None and replayed_by.pk == now.pk:
            raise InvalidResult("replayed_by_itself")

    fields = {"replayed_by": replayed_by} if replayed_by else {}
    return _act(
        match,
        "match.voided",
        check,
        version=version,
        by=by,
        reason=reason,
        state=State.VOID,
        facts=facts,
        fields=fields,
    )


def match_restore(match: Match, *, version: int, by: User, **facts: Any) -> Match:
    """Undo a void: the match is again what it was. For officials.

    People whose names went when their import was taken back are found by them again.
    """
    restored = _act(
        match,
        "match.restored",
        lambda now: _check_state(now, State.VOID),
        version=version,
        by=by,
        state=None,
        facts=facts,
        fields={"replayed_by": None},
    )
    nameless = Player.objects.filter(seats__match=restored, names=None).exclude(state=Player.State.ANONYMISED)
    seen = [(player, player.known_as) for player in nameless]
    names_note(seen, at=restored.ended_at or restored.created_at, source=Name.Source.IMPORT)
    return restored


@atomic_retried
def _act(
    match: Match,
    act: str,
    check: Callable[[Match], None],
    *,
    version: int,
    by: User,
    state: State | None,
    facts: dict[str, Any],
    fields: dict[str, Any] | None = None,
    reason: str = "",
) -> Match:
    now = match_as_seen(match, version)
    check(now)
    return match_change(now, act, state=state, actor=by, reason=reason, fields=fields, **facts)


def _check_state(match: Match, *allowed: str) -> None:
    if match.state not in allowed:
        raise NotAllowed("state", state=match.state)


def _check_at_the_table(match: Match, by: User) -> None:
    if not match.seats.filter(player__user=by).exists():
        raise NotAllowed("not_at_the_table")


def check_reason(reason: str) -> None:
    if not reason.strip():
        raise InvalidResult("reason_missing")
    if len(reason) > limits.REASON_LENGTH:
        raise InvalidResult("reason_too_long", most=limits.REASON_LENGTH)
