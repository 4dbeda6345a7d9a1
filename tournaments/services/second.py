"""A result that two people type: the first reports it, the second settles it by typing the same."""

from collections.abc import Mapping

from django.utils import timezone

from games.models import Match, User
from games.scoring.facts import Seat
from games.services.players import Seen
from games.services.results import Result, SeatResult, match_find_or_create
from games.services.retry import atomic_retried
from games.services.statements import check_seats, ending_of
from tournaments.models import Act, Pairing
from tournaments.selectors.board import Board, LaidTable
from tournaments.services.errors import Refused
from tournaments.services.results import Line, _attach, _decided, _of_other_tables, _open, _typed, result_enter


@atomic_retried
def result_report(
    pairing: Pairing, lines: Mapping[int, Line], *, version: int, by: User, held: Board | None = None
) -> Act:
    """Type a result that counts once somebody else has typed the same. As `result_enter`."""
    work, board, table = _open(pairing, version, by, held)
    if table.matches or table.is_decided:
        raise Refused("already_decided", table=pairing.number)
    seats = _typed(board, table, lines)
    ending = ending_of([seat.flag for seat in seats])
    check_seats(seats, ending)
    players = [seat.player for seat in seats if seat.player is not None]
    result = Result(
        game=board.tournament.game.key,
        seats=tuple(
            SeatResult(Seen(player.name), seat.place, seat.score, seat.flag)
            for player, seat in zip(players, seats, strict=True)
        ),
        ended_at=timezone.now(),
        source="typed",
        ending=ending,
    )
    found = match_find_or_create(
        result,
        by=by,
        players=players,
        game=board.tournament.game,
        state=Match.State.SUBMITTED,
        apart_from=_of_other_tables(players),
    )
    if not found.is_new:
        raise Refused("already_decided", table=pairing.number)
    work.matches.append({"match": found.match.pk, "version": found.match.version, "did": "made"})
    _attach(work, table, found.match, is_new=True)
    return _decided(work, board, table, "result.reported", match=found.match.slug)


def first_typed(table: LaidTable, directors: set[int]) -> Match | None:
    """The result that a director typed and that waits for a second person."""
    return next(
        (match for match in table.matches if match.state == "submitted" and match.submitted_by_id in directors), None
    )


@atomic_retried
def result_second(
    pairing: Pairing,
    lines: Mapping[int, Line],
    first: Match,
    *,
    version: int,
    by: User,
    told: str,
    held: Board | None = None,
) -> Act:
    """Settle a result by typing what the first person typed. Refuses another one (`told` is the first), and the same person."""
    _work, board, table = _open(pairing, version, by, held)
    if first.submitted_by_id == by.pk:
        raise Refused("own_report", table=pairing.number)
    typed = {one: Seat(one, line.place, line.flag, line.score) for one, line in lines.items()}
    if board.people_of(first, table.substitutes) != typed:
        raise Refused("differs", table=pairing.number, first=told)
    return result_enter(pairing, lines, version=version, by=by, held=board)
