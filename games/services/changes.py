"""The one way in which a match changes its state."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from games import queue
from games.models import Match, User
from games.services.audit import audit
from games.services.errors import Conflict
from games.services.follows import believed_tell
from games.services.match_notices import changed_tell
from games.services.notices import is_muted

State = Match.State
COUNTABLE = (State.CONFIRMED, State.VERIFIED)
"""States in which a result is believed."""
WITHOUT_RESULT = (Match.Ending.ABANDONED, Match.Ending.UNFINISHED, Match.Ending.NO_RESULT)
"""Endings that give nobody a place: the first two wait for an official, the last is what he decided."""


def waits_in_silence(state: str, ending: str) -> bool:
    """Whether a result with a table record is confirmed when nobody objects: not one that a person must decide."""
    return state == State.SUBMITTED and ending not in WITHOUT_RESULT


def match_as_seen(match: Match, version: int) -> Match:
    """The match, locked until the transaction ends; raises `Conflict` where it is not at the version that was seen."""
    now = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    if now.version != version:
        raise Conflict(now)
    return now


def match_change(
    match: Match,
    act: str,
    *,
    actor: User | None,
    state: State | None = None,
    reason: str = "",
    fields: Mapping[str, Any] | None = None,
    **facts: Any,
) -> Match:
    """Bring a locked match to a state (None: back from void), with its audit entry, and tell those above.

    `fields` are other columns that change with it. Raises `Conflict` if its version is not the stored one.
    """
    to = State(match.state_before) if state is None else state
    before = (match.state_before or match.state) if to == State.VOID else ""
    changes = _instants(match, to) | dict(fields or {})
    changed = Match.objects.filter(pk=match.pk, version=match.version).update(
        state=to, state_before=before, version=F("version") + 1, **changes
    )
    if not changed:
        raise Conflict(Match.objects.get(pk=match.pk))
    facts = {"before": match.state, "after": to.value} | facts
    if changes:
        match.refresh_from_db(fields=list(changes))
    was, match.state, match.state_before, match.version = match.state, to, before, match.version + 1
    audit(act, match, actor=actor, reason=reason, **facts)
    match_announce(match, was)
    changed_tell(match, act, actor, reason)
    return match


def _instants(match: Match, to: State) -> dict[str, Any]:
    """When it was settled, where it is now; and silence begins anew for what comes back from void."""
    if match.state == State.VOID:
        return {"silent_since": Now()} if match.silent_since and to == State.SUBMITTED else {}
    return {"settled_at": Now()} if to in COUNTABLE and to != match.state else {}


def match_announce(match: Match, was: str = "") -> None:
    """Tell those above, by name and after the commit, that a match is or was believed, or that one was reported."""
    if match.state in COUNTABLE and was not in COUNTABLE and not is_muted():
        believed_tell(match)
    believed = match.state in COUNTABLE or was in COUNTABLE
    task = "ladder.match_verified" if believed else "ladder.match_reported"
    transaction.on_commit(partial(queue.announce, task, match.pk))
