"""What people of a table are told between publication and result. The rest of a tournament's occasions: `notices`."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.models import User
from tournaments.models import SeatOffer, TableDate, TournamentRole
from tournaments.selectors.board import Board, LaidRound, LaidTable
from tournaments.services.notices import directors, round_facts, tell


def accounts_of(board: Board, table: LaidTable) -> list[int | None]:
    """The accounts of those who play at a table: substitutes instead of those for whom they do."""
    players = [table.substitutes.get(one) or board.player(one) for one in table.people]
    return [(player.merged_into or player).user_id for player in players]


def tables_filled(board: Board, known: Mapping[int, tuple[int, ...]]) -> None:
    """People of a bracket's tables whose last seat was just taken; `known` are those who sat there before."""
    for laid in board.published:
        for table in laid.tables:
            if len(table.people) == 2 and known.get(table.pairing.pk) != table.people and not table.is_decided:
                _filled(board, laid, table)


def _filled(board: Board, laid: LaidRound, table: LaidTable) -> None:
    names = [board.player(one).known_as for one in table.people]
    key = f"{table.pairing.pk}/{'-'.join(map(str, table.people))}"
    own = {
        user: {"table": table.pairing.number, "seat": seat, "people": names}
        for seat, user in enumerate(accounts_of(board, table), start=1)
        if user is not None
    }
    facts = {
        **round_facts(laid.round.number, board.stage),
        **({"due_at": laid.round.deadline} if laid.round.deadline else {}),
    }
    tell("round.published", board.tournament, own, key, own=own, **facts)


def seat_offered(board: Board, table: LaidTable, offer: SeatOffer) -> None:
    """Who is next in reserve: a seat is free until an instant."""
    _tell("seat.free", board, table, [offer.reserve.player.user_id], str(offer.pk), None, until_at=offer.until)


def seat_stays_free(board: Board, table: LaidTable, entrant: int) -> None:
    """The directors: nobody in reserve took the seat."""
    _tell("seat.left", board, table, directors(board.tournament), f"{table.pairing.pk}/{entrant}", None)


def no_show_reported(board: Board, table: LaidTable, absent: int, by: User) -> None:
    """Whom it is about, and the directors."""
    to = [board.player(absent).user_id, *directors(board.tournament)]
    _tell("seat.absent", board, table, to, f"{table.pairing.pk}/{absent}", by)


def table_asked(board: Board, table: LaidTable, by: User) -> None:
    """The arbiters; where there are none, the other directors."""
    arbiters = board.tournament.roles.filter(kind=TournamentRole.Kind.ARBITER)
    to = list(arbiters.values_list("user", flat=True)) or directors(board.tournament)
    link = f"/desk/tournaments/{board.tournament.slug}/tables/{table.pairing.pk}/"
    _tell("table.asked", board, table, to, f"{table.pairing.pk}/{table.pairing.version}", by, link=link)


def date_proposed(board: Board, table: LaidTable, date: TableDate, by: User) -> None:
    """The others of the table."""
    _date("date.proposed", board, table, date, by)


def date_agreed(board: Board, table: LaidTable, date: TableDate, by: User) -> None:
    """The others of the table; whoever answered last knows."""
    _date("date.agreed", board, table, date, by)


def date_opened(board: Board, table: LaidTable, date: TableDate, by: User) -> None:
    """The others of the table: an agreed date does not hold any more."""
    _date("date.opened", board, table, date, by)


def _date(kind: str, board: Board, table: LaidTable, date: TableDate, by: User) -> None:
    answers = "-".join(map(str, sorted(date.answers.values_list("entrant", flat=True))))
    _tell(kind, board, table, accounts_of(board, table), f"{date.pk}/{answers}"[:60], by, when_at=date.at)


def _tell(
    kind: str, board: Board, table: LaidTable, to: Iterable[int | None], key: str, by: User | None, **facts: Any
) -> None:
    round_ = table.pairing.round
    if round_.deadline is not None:
        facts["due_at"] = round_.deadline
    where = {**round_facts(round_.number, board.stage), "table": table.pairing.number}
    tell(kind, board.tournament, to, key, besides=by, **where, **facts)
