"""The silence rule: a result with a table record and no objection is confirmed when its league's time is over."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.db.models.functions import Now

from games.models import Match, User
from games.services.audit import audit
from games.services.changes import match_change, waits_in_silence
from games.services.errors import NotAllowed
from games.services.retry import atomic_retried
from ladder.models import Ladder
from ladder.permissions import ladders_for, may
from ladder.services.live import matches_changed

MOST_SILENCE = 24 * 60
"""Hours of silence, at most: two months."""
MOST = 500
"""Matches of one game in one run; the next takes the rest."""


def silence_hours(match: Match) -> int | None:
    """How long a match waits for an objection: the longest time of the leagues that it concerns.

    None where one of them wants a person to confirm it, or none takes its game.
    """
    return hours_of(ladders_for(match))


def hours_of(ladders: Iterable[Ladder]) -> int | None:
    hours = [ladder.silence_hours for ladder in ladders]
    return max(hours) if hours and all(hours) else None


def silent_until(match: Match, ladders: Iterable[Ladder]) -> datetime | None:
    """When a match of these leagues is confirmed unless somebody objects; None if only a person confirms it."""
    if match.silent_since is None or not waits_in_silence(match.state, match.ending):
        return None
    hours = hours_of(ladders)
    return match.silent_since + timedelta(hours=hours) if hours else None


def silent_matches() -> list[tuple[Match, int]]:
    """Matches whose time is over by the database's clock, with their hours, oldest first."""
    found: list[tuple[Match, int]] = []
    for game in _waiting().order_by().values_list("game_id", flat=True).distinct():
        hours = silence_hours(Match(game_id=game))
        if hours is not None:
            over = _waiting().filter(game_id=game, silent_since__lte=Now() - timedelta(hours=hours))
            found += [(match, hours) for match in over.order_by("silent_since", "pk")[:MOST]]
    return found


def _waiting() -> QuerySet[Match]:
    return Match.objects.filter(state=Match.State.SUBMITTED, silent_since__isnull=False)


def confirm_silent(*, by: User | None = None) -> list[Match]:
    """Confirm what nobody objected to, match by match; safe to run twice, and by several at once."""
    return [match for waiting, hours in silent_matches() if (match := _confirm(waiting, hours, by))]


@atomic_retried
def _confirm(waiting: Match, hours: int, by: User | None) -> Match | None:
    over = Match.objects.select_for_update(no_key=True).filter(
        pk=waiting.pk, silent_since__lte=Now() - timedelta(hours=hours)
    )
    match = over.first()
    if match is None or not waits_in_silence(match.state, match.ending):
        return None
    match_change(match, "match.silent", actor=by, state=Match.State.CONFIRMED, hours=hours)
    matches_changed([match], cause="match.silent", by=by)
    return match


@atomic_retried
def silence_set(ladder: Ladder, *, hours: int, by: User | None) -> Ladder:
    """How many hours a result with a table record waits for an objection; 0: a person confirms it."""
    if by is not None and not may(by, "set_silence", ladder):
        raise NotAllowed("role", act="set_silence")
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    if ladder.silence_hours != hours:
        before, ladder.silence_hours = ladder.silence_hours, hours
        ladder.save(update_fields=["silence_hours"])
        audit("ladder.silence_set", ladder, actor=by, before=before, hours=hours)
    return ladder
