"""Standings as pages show them: what everybody did in each round, and the sentence that explains each position."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Player
from ladder.formats import in_points, ordinal, points
from ladder.tournament_pages.people import People
from ladder.tournament_pages.rounds import title_among
from ladder.tournament_pages.tie_breaks import compared, tie_break_name, tie_break_short, value_told
from tournaments.models import EntrantChange, PairingSeat, Round, Stage
from tournaments.selectors.board import Board, LaidRound, LaidTable
from tournaments.selectors.brackets import is_bracket
from tournaments.selectors.cups import cup_step
from tournaments.selectors.groups import group_rows
from tournaments.selectors.ranked import stage_rows
from tournaments.selectors.standings import Placed, placed, qualifiers
from tournaments.standings.criteria import Tally
from tournaments.standings.standings import Row


@dataclass(frozen=True)
class Cell:
    """What somebody did in a round: the place and the size of the table, or a word; `said` is the whole of it."""

    text: str
    size: int | None
    said: str
    points: Fraction
    won: bool = False
    marks: str = ""
    """What was unlucky about it, a sign each: see `MARKS`."""


MARKS: dict[str, str | Promise] = {
    "↻": gettext_lazy("met somebody again"),
    "▾": gettext_lazy("a table shorter than wanted"),
}
"""The small signs in the cells of standings."""


@dataclass
class Line:
    """A row of the standings. `why` explains the place, `met` names those met with their points per match."""

    player: Player
    rank: int
    points: Fraction
    cells: Sequence[Cell]
    values: Sequence[str]
    why: str
    against: Sequence[str] = ()
    met: Sequence[tuple[Player, str]] = field(default=())
    shared: bool = False
    goes_on: bool = False
    cut: bool = False
    """Whether those who go on end here."""
    out: str = ""

    @property
    def question(self) -> str:
        return _("Why is %(name)s %(rank)s?") % {"name": self.player.name, "rank": ordinal(self.rank)}


def columns(board: Board) -> list[tuple[str, str]]:
    """The tie-breaks that have a column: short name and whole name."""
    return [(tie_break_short(name), tie_break_name(name)) for name in _shown(board)]


def _shown(board: Board) -> list[str]:
    return [name for name in board.terms.tie_breaks if name not in ("lot", "direct_meetings", "DE", "TPN")]


BY_POINTS = ("swiss", "round_robin", "groups", "divisions")


def standings_of(board: Board, people: People) -> list[tuple[str, list[Line]]]:
    """The standings of a stage that is decided by points: one, or one for each group; none for other formats."""
    if board.stage_terms.format not in BY_POINTS:
        return []
    cells = _cells(board)
    if board.stage_terms.format == "groups":
        over = board.stage.state in (Stage.State.COMPLETE, Stage.State.LOCKED)
        best_next = {one.entrant for one in qualifiers(board)} if over else set()
        return [
            (
                _("Group %(n)s") % {"n": number},
                _lines(board, rows, cells, people, board.stage_terms.per_group, best_next),
            )
            for number, rows in group_rows(board).items()
        ]
    if board.stage_terms.format == "divisions":
        return [
            (_("Division %(n)s") % {"n": number}, _lines(board, rows, cells, people, 0))
            for number, rows in group_rows(board).items()
        ]
    return [("", _lines(board, stage_rows(board), cells, people, board.stage_terms.qualify or 0))]


def _lines(
    board: Board,
    rows: Sequence[Row],
    cells: dict[int, list[Cell]],
    people: People,
    through: int,
    going: Collection[int] = (),
) -> list[Line]:
    """The rows of one table; the first `through` go on, or just those `going` once that is known."""
    rank = {row.entrant: row.rank for row in rows}
    tally = Tally(board.event())
    found = []
    for number, row in enumerate(rows):
        mine = cells[row.entrant]
        below = rows[number + 1] if number + 1 < len(rows) else None
        found.append(
            Line(
                player=people.player(row.entrant),
                rank=row.rank,
                points=row.points,
                cells=mine,
                values=[value_told(name, row.values[name]) for name in _shown(board)],
                why=sentence(row, mine, people),
                against=_against(rows[number - 1] if number else None, row, below, people),
                met=[
                    (people.player(one), points(tally.strength(one)))
                    for one in sorted(set(row.met), key=rank.__getitem__)
                ],
                shared=row.shared,
                goes_on=row.entrant in going if going else number < through,
                cut=number + 1 == through and below is not None,
                out=_left(board, row.entrant),
            )
        )
    return found


def _left(board: Board, entrant: int) -> str:
    last = board.changes.get(entrant, [])[-1:]
    if last and last[0].kind == EntrantChange.Kind.DROPPED:
        return _("dropped out from round %(n)s") % {"n": last[0].round}
    return ""


def _cells(board: Board) -> dict[int, list[Cell]]:
    """For each entrant what he did in each published round."""
    found: dict[int, list[Cell]] = {one: [] for one in board.field}
    met: set[frozenset[int]] = set()
    for laid in board.published:
        instead = board.stood_in([laid])
        for one in board.field:
            table = next((table for table in laid.tables if one in table.people), None)
            cell = _out_cell(board, laid, one, instead) if table is None else _table_cell(board, laid, table, one, met)
            found[one].append(cell)
        met |= {pair for table in laid.tables for pair in pairs_of(table)}
    return found


def pairs_of(table: LaidTable) -> set[frozenset[int]]:
    """Those who met at a table; who did not come met nobody."""
    absent = {seat.player for seat in table.seats if seat.flag == "no_show"}
    return {frozenset(pair) for pair in combinations([one for one in table.people if one not in absent], 2)}


def _table_cell(board: Board, laid: LaidRound, table: LaidTable, entrant: int, met: set[frozenset[int]]) -> Cell:
    if table.state == "no_result":
        return Cell("–", None, _("no result"), Fraction(0))
    if table.state != "decided":
        return Cell("…", None, _("table %(n)s is being played") % {"n": table.pairing.number}, Fraction(0))
    sat = next(one for one in board.sat(table) if one.entrant == entrant)
    play_off = laid.round.side == Round.Side.PLAY_OFF
    worth = Fraction(0) if play_off else Fraction(sat.points)
    if not sat.here:
        return Cell(_("abs."), None, _("did not come"), worth)
    size = len(table.people)
    if all(seat.flag == "no_show" for seat in table.seats if seat.player != entrant):
        return Cell("+", None, _("nobody else came, %(points)s") % {"points": in_points(worth)}, worth)
    if sat.place is None:
        return Cell("–", size, _("did not play to the end, %(points)s") % {"points": in_points(worth)}, worth)
    same = sum(seat.place == sat.place for seat in table.seats) > 1
    facts = {"place": f"{sat.place}{'=' if same else ''}", "size": size, "points": in_points(worth)}
    said = _("play-off, place %(place)s of %(size)s") if play_off else _("place %(place)s of %(size)s, %(points)s")
    marks = "↻" if any(entrant in pair for pair in pairs_of(table) & met) and not board.is_planned else ""
    marks += "▾" if size < board.terms.wanted else ""
    told = ", ".join([said % facts, *(str(MARKS[mark]) for mark in marks)])
    return Cell(str(facts["place"]), size, told, worth, won=sat.place == 1, marks=marks)


def _out_cell(board: Board, laid: LaidRound, entrant: int, instead: Mapping[int, Fraction]) -> Cell:
    if entrant in instead:
        worth = instead[entrant]
        return Cell(points(worth), None, _("as a substitute, %(points)s") % {"points": in_points(worth)}, worth)
    out = next((seat.out for seat in laid.out if seat.entrant_id == entrant), "")
    if out in OUT_TOLD:
        worth = board.terms.worth_out()[out]
        return Cell(_("bye"), None, str(OUT_TOLD[out]) % {"points": in_points(worth)}, worth)
    if out == PairingSeat.Out.REST:
        return Cell("–", None, _("rests"), Fraction(0))
    if board.presence(entrant, laid.round.number) == "not_in":
        worth = board.terms.late_points()
        return Cell(points(worth), None, _("entered later, %(points)s") % {"points": in_points(worth)}, worth)
    gone = board.presence(entrant, laid.round.number) == "out"
    return Cell("–", None, _("dropped out") if gone else _("did not take part"), Fraction(0))


def sentence(row: Row, cells: Sequence[Cell], people: People) -> str:
    """Who stands where, and how the points add up."""
    sums = " + ".join(points(cell.points) for cell in cells if cell.points) or "0"
    return _("%(name)s is %(rank)s with %(points)s: %(sum)s.") % {
        "name": people.name(row.entrant),
        "rank": ordinal(row.rank),
        "points": in_points(row.points),
        "sum": sums,
    }


def _against(above: Row | None, row: Row, below: Row | None, people: People) -> list[str]:
    """What parts a row from its neighbours."""
    said = []
    if above is not None:
        said.append(_parted(above, row, _("Behind %(name)s by %(what)s."), people.name(above.entrant)))
    if below is not None:
        said.append(_parted(row, below, _("Ahead of %(name)s by %(what)s."), people.name(below.entrant)))
    return said


def _parted(above: Row, below: Row, text: str, name: str) -> str:
    if above.rank == below.rank:
        return _("Level with %(name)s in everything.") % {"name": name}
    if below.tie_break is None:
        what = _("points, %(above)s to %(mine)s") % {"above": points(above.points), "mine": points(below.points)}
    else:
        what = compared(below.tie_break.criterion, below.tie_break.above, below.tie_break.mine)
    return text % {"name": name, "what": what}


OUT_TOLD: dict[str, str | Promise] = {
    PairingSeat.Out.BYE: gettext_lazy("bye, %(points)s"),
    PairingSeat.Out.HALF: gettext_lazy("half a bye, %(points)s"),
    PairingSeat.Out.FULL: gettext_lazy("bye with the points of a win, %(points)s"),
}


@dataclass(frozen=True)
class PlaceLine:
    """A line of an order by places: `place` is a span where it is shared or open."""

    player: Player
    place: str
    why: str
    first: int


def order(board: Board, people: People) -> list[PlaceLine]:
    """The order of an elimination."""
    lost = _lost(board, people) if is_bracket(board) else {}
    return [place_line(one, board, people, lost) for one in placed(board)]


def final_order(places: Sequence[Placed], boards: Sequence[Board], people: People) -> list[PlaceLine]:
    """The order over all stages, each line by the stage in which the person came furthest."""
    by_number = {board.stage.number: board for board in boards}
    lost = {number: _lost(board, people) if is_bracket(board) else {} for number, board in by_number.items()}
    return [place_line(one, by_number[one.reason["stage"]], people, lost[one.reason["stage"]]) for one in places]


def place_line(one: Placed, board: Board, people: People, lost: dict[int, str]) -> PlaceLine:
    place = str(one.first) if one.first == one.last else f"{one.first}–{one.last}"
    return PlaceLine(people.player(one.entrant.pk), place, why_placed(one, board, lost), one.first)


def why_placed(one: Placed, board: Board, lost: dict[int, str]) -> str:
    """Why somebody has this place."""
    facts = one.reason
    if is_bracket(board):
        return lost.get(one.entrant.pk) or _("Still in.")
    if facts.get("final"):
        return _("In the final: %(place)s.") % {"place": _("place %(place)s") % {"place": facts["final"]}}
    if "lives" in facts:
        return lives_told(board, one.entrant.pk, facts["lives"], facts["out"])
    if board.stage_terms.format == "challenge":
        return _("Dropped out.") if "left" in facts else str(MOVED[facts.get("moved", "")]) % facts
    if board.stage_terms.format == "groups":
        text = _("%(place)s of group %(n)s, with %(points)s, %(rate)s for each match.")
        return text % (grouped(facts, facts["place"]) | {"rate": points(Fraction(facts["rate"]))})
    if board.stage_terms.format == "divisions":
        return _("%(place)s of division %(n)s, with %(points)s.") % grouped(facts, facts["rank"])
    if "points" in facts:
        text = in_points(Fraction(facts["points"])) + "."
        if "tie_break" in facts:
            told = compared(facts["tie_break"], Fraction(facts["above"]), Fraction(facts["mine"]))
            text += " " + _("Behind the one above by %(what)s.") % {"what": told}
        return text
    if "left" in facts:
        return _("Dropped out.")
    if "round" not in facts:
        return _("Still in.")
    laid = next(laid for laid in board.published if laid.round.number == facts["round"])
    place = _("without a place") if facts["place"] is None else _("place %(place)s") % {"place": facts["place"]}
    if cup_step(board, laid).is_final:
        return _("In the final: %(place)s.") % {"place": place}
    text = _("Out in %(round)s: %(place)s at the table, seed %(seed)s.")
    if facts["decided"]:
        text = _("Out in %(round)s: %(place)s at the table, behind in the deciding match.")
    return text % {
        "round": title_among(board, laid),
        "place": place,
        "seed": facts["seed"],
    }


MOVED: dict[str, str | Promise] = {
    "": gettext_lazy("Place %(place)s from the start."),
    "played": gettext_lazy("From place %(before)s to %(place)s by the result of round %(round)s."),
    "refused": gettext_lazy("From place %(before)s to %(place)s by challenges that were not taken up."),
    "left": gettext_lazy("From place %(before)s to %(place)s when somebody left."),
    "joined": gettext_lazy("Joined at the bottom, at place %(place)s."),
}
"""What last changed somebody's place on a challenge ladder."""


def grouped(facts: Mapping[str, Any], place: int) -> dict[str, Any]:
    """Place, group and points of somebody, for a sentence."""
    return {"place": ordinal(place), "n": facts["group"], "points": in_points(Fraction(facts["points"]))}


def lives_told(board: Board, entrant: int, left: int, out: int) -> str:
    """The lives that somebody has left, or at which table the last one went."""
    if left:
        return ngettext("Still in, with %(n)s life.", "Still in, with %(n)s lives.", left) % {"n": left}
    laid = board.published[out - 1] if out else None
    seats = [seat for table in laid.tables for seat in table.seats if seat.player == entrant] if laid else []
    if laid is None or board.presence(entrant, laid.round.number + 1) == "out":
        return _("Dropped out.")
    place = _("without a place") if not seats or seats[0].place is None else _("place %(place)s")
    facts = {"round": title_among(board, laid), "place": place % {"place": seats[0].place if seats else ""}}
    return _("Out in %(round)s: %(place)s at the table, no life left.") % facts


def _lost(board: Board, people: People) -> dict[int, str]:
    """The match that ended the way of everybody in a bracket; nothing for those who are still in."""
    found: dict[int, str] = {}
    for laid in board.published:
        title = title_among(board, laid)
        for table in laid.tables:
            if table.state == "no_result":
                found |= dict.fromkeys(table.people, _("No result: %(round)s.") % {"round": title})
            for seat in table.seats:
                others = [one for one in table.people if one != seat.player]
                on = table.pairing.winner_to_id if seat.place == 1 else table.pairing.loser_to_id
                if others and seat.flag == "no_show" and all(other.flag == "no_show" for other in table.seats):
                    found[seat.player] = _("Nobody came: %(round)s.") % {"round": title}
                elif on or not others:
                    found.pop(seat.player, None)
                else:
                    text = _("Beat %(name)s: %(round)s.") if seat.place == 1 else _("Lost to %(name)s: %(round)s.")
                    found[seat.player] = text % {"name": people.name(others[0]), "round": title}
    return found
