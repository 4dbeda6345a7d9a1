"""The one way in which a match changes its state."""

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F

from games import queue
from games.models import Match, User
from games.services.audit import audit
from games.services.errors import Conflict

State = Match.State
COUNTABLE = (State.CONFIRMED, State.VERIFIED)
"""States in which a result is believed."""


def match_change(
    match: Match, act: str, *, actor: User | None, state: State | None = None, reason: str = "", **facts: Any
) -> Match:
    """Bring a locked match to a state (None: back from void), with its audit entry, and tell those above.

    Raises `Conflict` if its version is not the stored one.
    """
    to = State(match.state_before) if state is None else state
    before = (match.state_before or match.state) if to == State.VOID else ""
    changed = Match.objects.filter(pk=match.pk, version=match.version).update(
        state=to, state_before=before, version=F("version") + 1
    )
    if not changed:
        raise Conflict(Match.objects.get(pk=match.pk))
    facts = {"before": match.state, "after": to.value} | facts
    match.state, match.state_before, match.version = to, before, match.version + 1
    audit(act, match, actor=actor, reason=reason, **facts)
    match_announce(match)
    return match


def match_announce(match: Match) -> None:
    """Tell those above, by name and after the commit, that a match is believed."""
    if match.state in COUNTABLE:
        transaction.on_commit(partial(queue.announce, "ladder.match_verified", match.pk))
