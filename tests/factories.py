"""Small things for tests: people, matches, leagues. Alice manages, Bob and Bice play, Charlie is a stranger."""

from datetime import UTC, datetime
from typing import Any

from django.db.models import Max

from games.models import Identity, Match, Player, User
from games.services.changes import match_change
from games.services.players import Seen, players_for
from games.services.results import Result, SeatResult, match_find_or_create
from games.services.retry import atomic_retried
from ladder.demo.months import Planned
from ladder.models import Ladder
from ladder.services.ladders import ladder_create
from ladder.services.live import matches_changed

NOON = datetime(2026, 10, 3, 12, tzinfo=UTC)


def a_user(name: str, **fields: Any) -> User:
    return User.objects.create_user(f"{name}@example.org", "correct horse battery", **fields)


def a_player(name: str, user: User | None = None) -> Player:
    """An identified player."""
    number = (Identity.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
    [player] = players_for([Seen(name, "bga", str(80000000 + number))], at=NOON, source="log")
    if user is not None:
        player.user = user
        player.save()
    return player


def a_match(
    *names: str,
    state: str = "confirmed",
    game: str = "alhambra",
    ended_at: datetime | None = NOON,
    by: User | None = None,
    **fields: Any,
) -> Match:
    """A match of players by name, in order of place; they are made if nobody has the name."""
    if ended_at is None:
        fields["ended_at"] = None
    planned = Planned("", ended_at or NOON, game, tuple((name, place, "played") for place, name in enumerate(names, 1)))
    return a_planned_match(planned, state=state, by=by, **fields)


@atomic_retried
def a_planned_match(planned: Planned, *, state: str = "confirmed", by: User | None = None, **fields: Any) -> Match:
    """A match of the demo's plan, through the services, told when it ended, and what `fields` say otherwise."""
    seats = tuple(SeatResult(Seen(name), place, flag=flag) for name, place, flag in planned.seats)
    players = [Player.objects.filter(name=name).first() or a_player(name) for name, _place, _flag in planned.seats]
    result = Result(planned.game, seats, ended_at=planned.ended_at, source="log")
    match = match_find_or_create(result, by=by, players=players).match
    if state != match.state:
        match_change(match, f"match.{state}", state=Match.State(state), actor=None)
    Match.objects.filter(pk=match.pk).update(**{"created_at": planned.ended_at} | fields)
    match.refresh_from_db()
    matches_changed([match], cause=f"match.{state}")
    return match


def a_league(slug: str = "torre", **fields: Any) -> Ladder:
    ladder, _is_new = ladder_create(slug=slug, name=f"Lega {slug.title()}", **fields)
    return ladder
