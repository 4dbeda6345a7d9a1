"""Rounds and their tables as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Match, Player
from ladder.formats import deadline, in_points, ordinal
from ladder.tournament_pages.people import People
from ladder.tournament_pages.words import TABLE_STATES, round_title, sizes_told, stage_name
from tournaments.models import PairingSeat, Round
from tournaments.pairing.price import Price, TablePrice, price
from tournaments.selectors.board import Board, LaidRound, LaidTable
from tournaments.selectors.brackets import is_bracket
from tournaments.selectors.cups import cup_going, is_cup

FLAGS: dict[str, str | Promise] = {
    "conceded": gettext_lazy("conceded"),
    "timed_out": gettext_lazy("ran out of time"),
    "left": gettext_lazy("left"),
    "no_show": gettext_lazy("did not come"),
    "stand_in": gettext_lazy("replaced by a stand-in"),
}


@dataclass
class SeatShown:
    """A seat, numbered from 1 in turn order; place, score and points once the table is decided."""

    number: int
    entrant: int
    player: Player
    place: int | None = None
    score: int | None = None
    points: Fraction | None = None
    flag: str | Promise = ""
    goes_on: bool = False
    substitute: Player | None = None

    @property
    def plays(self) -> Player:
        """Who sits there: the substitute, where there is one."""
        return self.substitute or self.player


@dataclass
class TableShown:
    """A table; `notes` say what it costs, `mine` whether the reader sits there."""

    table: LaidTable
    state: str
    seats: Sequence[SeatShown]
    mine: bool = False
    notes: Sequence[str] = ()
    games: str = ""
    settings: str = ""
    """For the reader's own table while it is open: how to open it where it is played, to be copied."""
    points: bool = True
    """Whether points are won here: not in a bracket, nor for one game of several."""

    @property
    def number(self) -> int:
        return self.table.pairing.number

    @property
    def anchor(self) -> str:
        return f"t{self.number}"

    @property
    def word(self) -> str:
        return str(TABLE_STATES[self.state])

    @property
    def tone(self) -> str:
        return {"decided": "ok", "overdue": "warn"}.get(self.state, "")

    @property
    def matches(self) -> Sequence[Match]:
        return self.table.matches

    @property
    def is_decided(self) -> bool:
        return self.table.is_decided

    @property
    def by_place(self) -> list[SeatShown]:
        """Best first where it is decided, else in turn order."""
        return sorted(self.seats, key=lambda seat: (seat.place is None, seat.place or 0, seat.number))


@dataclass
class RoundShown:
    """A published round. `out` are those who sit it out, with the word for it."""

    board: Board
    laid: LaidRound
    title: str
    tables: Sequence[TableShown]
    out: Sequence[tuple[Player, str]] = field(default=())
    notes: Sequence[str] = ()

    @property
    def round(self) -> Round:
        return self.laid.round

    @property
    def mine(self) -> TableShown | None:
        """The reader's own table."""
        return next((table for table in self.tables if table.mine), None)

    @property
    def sizes(self) -> str:
        return sizes_told([len(table.seats) for table in self.tables if table.seats], len(self.laid.byes))

    @property
    def decided(self) -> int:
        return sum(table.is_decided for table in self.tables)


def is_final(laid: LaidRound) -> bool:
    """Whether everybody who is left in an elimination at tables of several sits at one table."""
    return len(laid.tables) == 1 and not laid.byes and laid.round.side != Round.Side.PLAY_OFF


def title_of(board: Board, laid: LaidRound) -> str:
    """What a round is called in its stage."""
    if is_cup(board) and not laid.is_draft and is_final(laid):
        return _("Final")
    double = board.stage_terms.format == "double"
    number = laid.round.side_number if laid.round.side else laid.round.number
    winners = [one.round.side_number for one in board.rounds if one.round.side == Round.Side.WINNERS]
    return round_title(laid.round.side, number, max(winners, default=99) - number, double)


def title_among(board: Board, laid: LaidRound) -> str:
    """What a round is called in its tournament: in a later stage with the stage, as each begins with a round 1."""
    title = title_of(board, laid)
    return f"{stage_name(board.stage)}: {title}" if board.stage.number > 1 else title


def present(boards: Sequence[Board]) -> tuple[Board, LaidRound] | None:
    """The round that is played now: the first open one of the last stage, else its last one."""
    for board in reversed(boards):
        published = board.published
        if published:
            still = [laid for laid in published if laid.round.state != Round.State.COMPLETE]
            return board, next((laid for laid in still if any(table.people for table in laid.tables)), published[-1])
    return None


def round_shown(board: Board, laid: LaidRound, people: People, now: datetime) -> RoundShown:
    """A round with everything that its page says."""
    priced = price_of(board, laid)
    going = going_on(board, laid)
    tables = [
        table_shown(board, table, people, now, going, priced.tables[number] if priced else None)
        for number, table in enumerate(laid.tables)
    ]
    out = [(people.player(seat.entrant_id), str(PairingSeat.Out(seat.out).label)) for seat in laid.out]
    notes = []
    if laid.round.notes.get("unavoidable"):
        notes.append(_("No arrangement of this round is without a repeat."))
    return RoundShown(board, laid, title_of(board, laid), tables, out, notes)


def price_of(board: Board, laid: LaidRound) -> Price | None:
    """What the round cost when it was paired; None where tables follow from a plan."""
    if board.stage_terms.format != "swiss":
        return None
    known = board.pairing_field(laid.round.number, wishes=False)
    here = set(known.standing)
    return price(known, [table.people for table in laid.tables], [one for one in laid.byes if one in here])


def going_on(board: Board, laid: LaidRound) -> frozenset[int]:
    """Who goes on from a round of an elimination, as far as it is known."""
    if is_bracket(board):
        return frozenset(
            seat.player
            for table in laid.tables
            if table.pairing.winner_to_id
            for seat in table.seats
            if seat.place == 1
        )
    return cup_going(board, laid) if is_cup(board) and not laid.is_draft else frozenset()


def table_shown(
    board: Board, table: LaidTable, people: People, now: datetime, going: frozenset[int], cost: TablePrice | None
) -> TableShown:
    result = {seat.player: seat for seat in table.seats}
    worth = {sat.entrant: sat.points for sat in board.sat(table)} if result and not is_bracket(board) else {}
    seats = []
    for number, one in enumerate(table.people, start=1):
        told = result.get(one)
        seats.append(
            SeatShown(
                number,
                one,
                people.player(one),
                place=told.place if told else None,
                score=told.score if told else None,
                points=Fraction(worth[one]) if one in worth else None,
                flag=FLAGS.get(told.flag, "") if told else "",
                goes_on=one in going,
                substitute=table.substitutes.get(one),
            )
        )
    mine = any(people.is_reader(seat.plays) for seat in seats)
    state = "overdue" if table.is_overdue(now) and table.people else table.state
    games = games_told(table)
    notes = told_price(cost, people) if cost else ()
    text = settings_told(board, table, seats) if mine and not table.is_decided else ""
    return TableShown(table, state, seats, mine, notes, games, text, points=not games and not is_bracket(board))


def settings_told(board: Board, table: LaidTable, seats: Sequence[SeatShown]) -> str:
    """Which table this is, its game, options and speed, who sits where and until when: a line each."""
    tournament, pairing = board.tournament, table.pairing
    facts = {"tournament": tournament.name, "round": pairing.round.number, "table": pairing.number}
    said = [_("%(tournament)s, round %(round)s, table %(table)s") % facts, str(tournament.game)]
    if board.terms.settings:
        said.append(board.terms.settings)
    said += [f"{seat.number}. {seat.plays.known_as}" for seat in seats]
    if pairing.round.deadline:
        said.append(_("until %(until)s") % {"until": deadline(pairing.round.deadline, tournament.time_zone)})
    return "\n".join(said)


def games_told(table: LaidTable) -> str:
    """How a best of several stands: 2 to 1."""
    if table.pairing.best_of == 1 or len(table.people) != 2:
        return ""
    wins = table.games.wins
    return _("best of %(n)s: %(one)s to %(other)s") % {
        "n": table.pairing.best_of,
        "one": wins[table.people[0]],
        "other": wins[table.people[1]],
    }


def told_price(cost: TablePrice, people: People) -> list[str]:
    """What a table costs, in sentences: repeats with their rounds, short tables, points apart, seats."""
    said = []
    for one in cost.repeats:
        text = ngettext("%(names)s met in round %(rounds)s.", "%(names)s met in rounds %(rounds)s.", len(one.rounds))
        rounds = ", ".join(map(str, one.rounds))
        said.append(text % {"names": people.names((one.first, one.second)), "rounds": rounds})
    said += [
        _("%(name)s sits at a short table for the %(time)s time.")
        % {"name": people.name(short.entrant), "time": ordinal(short.time)}
        for short in cost.short
    ]
    if cost.spread:
        said.append(
            _("From the first to the last here it is %(points)s.") % {"points": in_points(Fraction(cost.spread))}
        )
    said += [
        _("%(name)s has seat %(seat)s once more, having had another one less often.")
        % {"name": people.name(seat.entrant), "seat": seat.seat + 1}
        for seat in cost.seats
    ]
    return said
