"""Somebody plays in a seat instead of its entrant, from an instant on."""

from datetime import datetime

from django.utils import timezone

from games.models import Player, User
from games.services.players import player_now
from games.services.retry import atomic_retried
from tournaments.models import Act, Pairing, PairingSeat, Round, Stage, Tournament
from tournaments.selectors.board import Board, LaidTable, board_of
from tournaments.services.errors import Refused
from tournaments.services.notices import substitute_tell
from tournaments.services.tournaments import check_reason
from tournaments.services.work import Work, seen, tournament_locked


@atomic_retried
def seat_substitute(
    pairing: Pairing,
    entrant: int,
    player: Player | None,
    *,
    version: int,
    by: User,
    reason: str,
    at: datetime | None = None,
) -> Act:
    """Let somebody play in the seat of an entrant at an undecided table; None: the entrant himself again.

    Who gets the points, the terms say. Whoever sits at a table of the round cannot be it, and who is to score must be in
    the stage.
    """
    stage = Stage.objects.get(rounds__pairings=pairing)
    tournament = tournament_locked(stage.tournament_id)
    pairing = seen(pairing, version)
    check_reason(reason)
    board = board_of(stage.pk)
    player = player_now(player) if player is not None else None
    work = Work(tournament, by)
    seat_take(work, board, board.table(pairing), entrant, player, at or timezone.now())
    facts = {"entrant": entrant, "player": player.pk if player is not None else None, "table": pairing.number}
    act = work.done("seat.substituted", pairing, reason=reason, **facts)
    substitute_tell(pairing, player.user_id if player is not None else None, by, reason)
    return act


def seat_take(work: Work, board: Board, table: LaidTable, entrant: int, player: Player | None, at: datetime) -> None:
    """Let somebody play in a seat, as part of an act."""
    pairing = table.pairing
    if work.tournament.state != Tournament.State.RUNNING or pairing.round.state == Round.State.DRAFT:
        raise Refused("not_published", table=pairing.number)
    if table.matches or table.is_decided:
        raise Refused("already_decided", table=pairing.number)
    seat = pairing.seats.filter(entrant=entrant).first()
    if seat is None:
        raise Refused("not_at_the_table", entrant=entrant, table=pairing.number)
    if player is not None:
        own = board.by_player.get(player.pk)
        seated = PairingSeat.objects.filter(round=pairing.round_id, pairing__isnull=False)
        if seated.filter(entrant=own).exists() or seated.filter(substitute=player).exclude(pk=seat.pk).exists():
            raise Refused("seated_already", player=player.pk)
        if own is None and board.terms.substitute != "original":
            raise Refused("not_in_the_stage", player=player.pk)
    who, since = (player.pk, at) if player is not None else (None, None)
    work.change(seat, substitute_id=who, substitute_at=since)
