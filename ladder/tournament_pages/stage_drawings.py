"""Stages as drawings with their lists, whatever the format: brackets, groups, divisions over seasons, challenge ladders."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from django.urls import reverse
from django.utils.translation import gettext as _

from ladder.formats import dated, points
from ladder.tournament_pages.bracket import cup_columns, duel_columns, lives_columns, seat_of, url_of
from ladder.tournament_pages.drawing import Box, BoxSeat, Column, Drawing, drawn, stacked
from ladder.tournament_pages.people import People
from ladder.tournament_pages.words import stage_name
from tournaments.models import Stage
from tournaments.selectors.board import Board, LaidTable
from tournaments.selectors.brackets import is_bracket
from tournaments.selectors.challenges import day_told, ladder_of
from tournaments.selectors.groups import group_rows
from tournaments.selectors.ranked import ordered
from tournaments.selectors.seasons import changes_of
from tournaments.selectors.standings import qualifiers
from tournaments.standings.standings import Row

DRAWN = ("single", "double", "groups", "divisions", "challenge")
"""Formats with a drawing; the others have their plan of rounds."""
ONE_SHEET = 16
"""More than these in a double elimination are drawn on two sheets: winners' bracket, and the other one with the final."""
LATELY = 6
"""Tables of a challenge ladder that are shown once they are over."""


@dataclass(frozen=True)
class StageShown:
    """A stage as columns of boxes, as lists and as the drawings made of them: one, but on paper one for each sheet."""

    board: Board
    name: str
    columns: Sequence[Column]
    drawings: Sequence[Drawing]
    people: Sequence[tuple[str, str]]
    """Those whose way can be lit: address and name."""


def stages_shown(boards: Sequence[Board], people: People, lit: str = "", *, on_paper: bool = False) -> list[StageShown]:
    """The stages that have a drawing, the last first. `lit` is the address of the player whose way is shown.

    Seasons of divisions that follow each other are one drawing.
    """
    found = []
    for number, board in reversed(list(enumerate(boards))):
        if board.stage_terms.format not in DRAWN or len(board.field) < 2:
            continue
        after = boards[number + 1] if number + 1 < len(boards) else None
        if is_season(board) and after is not None and is_season(after):
            continue
        if is_bracket(board):
            groups, tail = duel_columns(board, people, lit)
            columns = [*(column for columns in groups for column in columns), *tail]
            apart = on_paper and board.stage_terms.format == "double" and len(board.field) > ONE_SHEET
            drawings = [drawn([groups[0]]), drawn(groups[1:], tail)] if apart else [drawn(groups, tail)]
        else:
            columns = columns_of(board, boards[: number + 1], after, people, lit)
            drawings = [stacked(columns)]
        here = {seat.who for column in columns for box in column.boxes for seat in box.seats if seat.who is not None}
        names = sorted((people.player(one).slug, people.name(one)) for one in here | set(board.field))
        found.append(StageShown(board, stage_name(board.stage), columns, drawings, names))
    return found


def is_season(board: Board) -> bool:
    return board.stage_terms.format == "divisions"


def columns_of(
    board: Board, so_far: Sequence[Board], after: Board | None, people: People, lit: str
) -> Sequence[Column]:
    """The columns of what is no bracket for two; `so_far` are the stages up to this one, `after` the next."""
    match board.stage_terms.format:
        case "single":
            return cup_columns(board, people, lit)
        case "double":
            return lives_columns(board, people, lit)
        case "groups":
            return group_columns(board, after, people, lit)
        case "challenge":
            return ladder_columns(board, people, lit)
    seasons = list(takewhile(is_season, reversed(so_far)))[::-1]
    return [season_column(one, people, lit) for one in seasons]


def ranked_seat(board: Board, row: Row, people: People, lit: str, kind: str = "", note: str = "") -> BoxSeat:
    """Somebody with rank and points."""
    one = row.entrant
    mark = {"up": "↑", "down": "↓"}.get(kind, "")
    drawn_as = {"up": "on", "down": "out"}.get(kind, kind)
    score = f"{points(row.points)} {mark}".strip()
    return BoxSeat(people.name(one), str(row.rank), score, drawn_as, one, people.player(one).slug == lit, note)


def standings_url(board: Board) -> str:
    return f"{reverse('tournament_standings', args=[board.tournament.slug])}#s{board.stage.number}"


# Groups


def group_columns(board: Board, after: Board | None, people: People, lit: str) -> list[Column]:
    """The groups as they stand, and who goes on: people once the stage is complete, until then places."""
    through = field_after(board, after)
    each = board.stage_terms.per_group
    boxes = [
        Box(
            f"g{number}",
            _("Group %(n)s") % {"n": number},
            [ranked_seat(board, row, people, lit, group_kind(row, through)) for row in ordered(board, rows)],
            standings_url(board),
            advance=each,
        )
        for number, rows in group_rows(board).items()
    ]
    if through:
        seats = [
            BoxSeat(people.name(one), str(seed), "", "on", one, people.player(one).slug == lit)
            for seed, one in enumerate(through, start=1)
        ]
    else:
        seats = places_after(board)
    return [Column(_("Groups"), boxes), Column(_("Go on"), [Box("q", _("Go on"), seats)])]


def group_kind(row: Row, through: Sequence[int]) -> str:
    return "" if not through else "on" if row.entrant in through else "out"


def field_after(board: Board, after: Board | None) -> Sequence[int]:
    """Who is in the next stage, or would be if it began now; nobody while this one is played."""
    if after is not None:
        return after.field
    if board.stage.state in (Stage.State.COMPLETE, Stage.State.LOCKED):
        return [one.entrant for one in qualifiers(board)]
    return []


def places_after(board: Board) -> list[BoxSeat]:
    """The places from which one goes on, in the order of seeds: all first ones, then the second ones, then best next."""
    numbers, terms = list(board.groups), board.stage_terms
    named = [
        _("place %(place)s of group %(n)s") % {"place": place, "n": number}
        for place in range(1, terms.per_group + 1)
        for number in numbers
        if len(board.groups[number]) >= place
    ]
    more = max(0, min(terms.qualify or 0, len(board.field)) - len(named))
    named += [_("best next %(n)s") % {"n": number} for number in range(1, more + 1)]
    return [BoxSeat(name, kind="open") for name in named]


# Divisions


def season_column(board: Board, people: People, lit: str) -> Column:
    """The divisions of a season as they stand; lines between seasons show who went up and down."""
    rows = group_rows(board)
    ups, downs = changes_of(board)
    begun = any(row.played for people_of in rows.values() for row in people_of)
    boxes = [
        Box(
            f"s{board.stage.number}.{number}",
            _("Division %(n)s") % {"n": number},
            [
                ranked_seat(
                    board,
                    row,
                    people,
                    lit,
                    *(change_told(place, len(rows[number]), ups[at], downs[at]) if begun else ("", "")),
                )
                for place, row in enumerate(ordered(board, rows[number]))
            ],
            standings_url(board),
            advance=ups[at],
            falls=downs[at],
        )
        for at, number in enumerate(rows)
    ]
    return Column(stage_name(board.stage), boxes)


def change_told(place: int, size: int, ups: int, downs: int) -> tuple[str, str]:
    """How a place of a division is drawn, and the word for it."""
    if place < ups:
        return "up", _("goes up")
    return ("down", _("goes down")) if place >= size - downs else ("", "")


# Challenge ladders


def ladder_columns(board: Board, people: People, lit: str) -> list[Column]:
    """The order, what is open on it, and the tables that were played last."""
    state = ladder_of(board)
    order = [
        BoxSeat(people.name(one), str(place), "", "", one, people.player(one).slug == lit)
        for place, one in enumerate(state.order, start=1)
    ]
    columns = [Column(_("The ladder"), [Box("order", _("The ladder"), order, standings_url(board))])]
    tables = [table for laid in board.published for table in laid.tables if table.people]
    waiting = [one for one in state.open if not one.accepted]
    boxes = [
        Box(
            f"c{one.challenger}",
            _("Challenge"),
            [seat_of(board, one.challenged, people, lit), seat_of(board, one.challenger, people, lit)],
            sub=_("answer by %(day)s") % {"day": dated(day_told(one.due), "j M")},
        )
        for one in waiting
    ]
    boxes += [table_box(board, table, people, lit) for table in tables if not table.is_decided]
    if boxes:
        columns.append(Column(_("Open"), boxes))
    over = [table for table in tables if table.is_decided][-LATELY:]
    if over:
        columns.append(Column(_("Played last"), [table_box(board, table, people, lit) for table in reversed(over)]))
    return columns


def table_box(board: Board, table: LaidTable, people: People, lit: str) -> Box:
    """A table of a challenge: who was challenged first; the winner goes on, which is to say up."""
    told = {seat.player: seat for seat in table.seats}
    seats = []
    for one in table.people:
        seat = seat_of(board, one, people, lit)
        seat.mark = str(told[one].place or "–") if one in told else ""
        seat.kind = "" if one not in told else "on" if told[one].place == 1 else "out"
        seat.score = str(told[one].score) if one in told and told[one].score is not None else ""
        seats.append(seat)
    due = table.pairing.round.deadline
    sub = _("play by %(day)s") % {"day": dated(due.astimezone(board.tournament.zone), "j M")} if due else ""
    number = table.pairing.round.number
    title = _("Round %(number)d") % {"number": number}
    return Box(f"t{number}.{table.pairing.number}", title, seats, url_of(board, table), "" if table.is_decided else sub)
