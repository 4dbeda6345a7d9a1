"""Tournaments to take away: as tables, dates for calendars, FIDE's report file, brackets for another viewer."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games import limits
from ladder import formats
from ladder.exports.ical import Date
from ladder.exports.table import Column, Table
from ladder.tournament_pages import why
from ladder.tournament_pages.finding import Shown
from ladder.tournament_pages.participants import participants
from ladder.tournament_pages.people import People
from ladder.tournament_pages.rounds import title_among, title_of
from ladder.tournament_pages.stage_drawings import StageShown
from ladder.tournament_pages.words import IN_REPORT_FILES, stage_name
from tournaments.models import TableDate, Tournament
from tournaments.selectors.board import Board, LaidRound, LaidTable
from tournaments.selectors.brackets import is_bracket
from tournaments.selectors.trf_files import trf_text
from tournaments.services.local_time import entries_end
from tournaments.trf import Edition


def tournaments_table(rows: Sequence[Tournament]) -> Table:
    """The list of tournaments, newest first."""
    return Table(
        title=_("Tournaments"),
        name="tournaments",
        columns=[
            Column("tournament", _("Tournament")),
            Column("slug", _("Address"), for_programs=True),
            Column("game", _("Game")),
            Column("state", _("State")),
            Column("players", _("Players"), "number"),
            Column("deadline", _("Next deadline"), "instant"),
            Column("time_zone", _("Time zone"), for_programs=True),
        ],
        rows=[
            {
                "tournament": one.name,
                "slug": one.slug,
                "game": str(one.game),
                "state": one.state,
                "players": one.people,
                "deadline": one.next_deadline,
                "time_zone": one.time_zone,
            }
            for one in rows[: limits.EXPORT_ROWS]
        ],
    )


def _table(seen: Shown, title: str, name: str, columns: Sequence[Column], rows: Sequence[dict[str, Any]]) -> Table:
    return Table(
        title=title,
        name=f"{seen.tournament.slug}-{name}" if name else seen.tournament.slug,
        zone=seen.zone,
        columns=columns,
        rows=rows,
        facts={"tournament": seen.tournament.slug, "state": seen.tournament.state, "time_zone": seen.zone},
    )


def _people(*more: Column) -> list[Column]:
    return [Column("player", _("Player")), Column("slug", _("Address"), for_programs=True), *more]


def order_table(seen: Shown, people: People) -> Table:
    """The order over all stages."""
    lines = why.final_order(seen.places, seen.boards, people)
    columns = [Column("place", _("Place")), *_people(Column("why", _("Why")))]
    rows = [
        {"place": line.place, "player": line.player.name, "slug": line.player.slug, "why": line.why} for line in lines
    ]
    return _table(seen, seen.tournament.name, "", columns, rows)


def standings_tables(seen: Shown, people: People) -> list[Table]:
    """The standings of each stage by points, in their order; groups one below the other."""
    found = [(board, why.standings_of(board, people)) for board in seen.boards]
    return [standings_table(seen, board, groups) for board, groups in found if groups]


def standings_table(seen: Shown, board: Board, groups: Sequence[tuple[str, Sequence[why.Line]]]) -> Table:
    heads = why.columns(board)
    names = [f"tie_break_{number}" for number in range(1, len(heads) + 1)]
    rounds = [laid.round.number for laid in board.published]
    columns = [
        *([Column("group", _("Group"))] if groups[0][0] else []),
        Column("rank", _("Rank"), "number"),
        *_people(),
        *(Column(f"round_{number}", _("Round %(number)d") % {"number": number}) for number in rounds),
        *(Column(name, head) for name, (_short, head) in zip(names, heads, strict=True)),
        Column("points", _("Points"), "points"),
        Column("why", _("Why")),
    ]
    rows = [
        {
            "group": group,
            "rank": line.rank,
            "player": line.player.name,
            "slug": line.player.slug,
            "points": line.points,
            "why": " ".join([line.why, *line.against]),
        }
        | {
            f"round_{number}": f"{cell.text}/{cell.size}" if cell.size else cell.text
            for number, cell in zip(rounds, line.cells, strict=True)
        }
        | dict(zip(names, line.values, strict=True))
        for group, lines in groups
        for line in lines
    ]
    title = f"{seen.tournament.name}, {stage_name(board.stage)}"
    return _table(seen, title, f"standings-{board.stage.number}", columns, rows)


def rounds_table(seen: Shown, people: People, only: tuple[Board, LaidRound] | None = None) -> Table:
    """One row a seat: of all published rounds, or of one."""
    chosen = [only] if only else [(board, laid) for board in seen.boards for laid in board.published]
    columns = [
        Column("stage", _("Stage"), "number"),
        Column("round", _("Round"), "number"),
        Column("table", _("Table"), "number"),
        Column("seat", _("Seat"), "number"),
        *_people(),
        Column("place", _("Place"), "number"),
        Column("score", _("Score"), "number"),
        Column("points", _("Points"), "points"),
        Column("flag", _("Flag"), for_programs=True),
        Column("state", _("State"), for_programs=True),
        Column("match", _("Match"), for_programs=True),
        Column("deadline", _("Deadline"), "instant"),
    ]
    rows = [row for board, laid in chosen for row in round_rows(board, laid, people)]
    title = f"{seen.tournament.name}, {title_of(*only)}" if only else f"{seen.tournament.name}, {_('Rounds')}"
    name = f"round-{only[0].stage.number}-{only[1].round.number}" if only else "rounds"
    return _table(seen, title, name, columns, rows)


def round_rows(board: Board, laid: LaidRound, people: People) -> list[dict[str, Any]]:
    rows = []
    for table in laid.tables:
        told = {seat.player: seat for seat in table.seats}
        worth = {sat.entrant: sat.points for sat in board.sat(table)} if told and not is_bracket(board) else {}
        for number, one in enumerate(table.people, start=1):
            seat = told.get(one)
            rows.append(
                {
                    "stage": board.stage.number,
                    "round": laid.round.number,
                    "table": table.pairing.number,
                    "seat": number,
                    "player": people.player(one).name,
                    "slug": people.player(one).slug,
                    "place": seat.place if seat else None,
                    "score": seat.score if seat else None,
                    "points": worth.get(one),
                    "flag": seat.flag if seat else "",
                    "state": table.state,
                    "match": " ".join(match.slug for match in table.matches),
                    "deadline": laid.round.deadline,
                }
            )
    for seat in laid.out:
        player = people.player(seat.entrant_id)
        rows.append(
            {
                "stage": board.stage.number,
                "round": laid.round.number,
                "player": player.name,
                "slug": player.slug,
                "flag": seat.out,
            }
        )
    return rows


def entrants_table(seen: Shown) -> Table:
    """Everybody who ever entered."""
    rows = [
        {
            "group": group.title,
            "number": row.number,
            "player": row.player.name,
            "slug": row.player.slug,
            "state": row.state,
            "note": row.note,
            "club": row.club,
        }
        for group in participants(seen)
        for row in group.rows
    ]
    columns = [
        Column("group", _("Group")),
        Column("number", _("Number"), "number"),
        *_people(Column("state", _("State")), Column("note", _("Note")), Column("club", _("Club"))),
    ]
    return _table(seen, f"{seen.tournament.name}, {_('Players')}", "players", columns, rows)


def bracket_table(seen: Shown, brackets: Sequence[StageShown]) -> Table:
    """The bracket as its list says it: one row a seat."""
    rows = [
        {
            "stage": shown.board.stage.number,
            "round": column.title,
            "match": box.title,
            "mark": seat.mark,
            "player": seat.name,
            "score": seat.score,
            "goes_on": seat.kind == "on",
        }
        for shown in brackets
        for column in shown.columns
        for box in column.boxes
        for seat in box.seats
    ]
    columns = [
        Column("stage", _("Stage"), "number"),
        Column("round", _("Round")),
        Column("match", _("Match")),
        Column("mark", _("Place or seed")),
        Column("player", _("Player")),
        Column("score", _("Score")),
        Column("goes_on", _("Goes on"), "flag"),
    ]
    return _table(seen, f"{seen.tournament.name}, {_('Bracket')}", "bracket", columns, rows)


def dates_of(seen: Shown, people: People) -> list[Date]:
    """Until when one enters, the deadline of every table still to be played, and the dates that tables agreed upon.

    Agreed dates stay when they are past: a calendar that fetches them again would lose them otherwise.
    """
    if seen.tournament.state == Tournament.State.CANCELLED:
        return []
    agreed = {
        date.pairing_id: date
        for date in TableDate.objects.filter(pairing__round__stage__tournament=seen.tournament, agreed_at__isnull=False)
    }
    found = entry_dates(seen)
    for board in seen.boards:
        for laid in board.published:
            for table in laid.tables:
                if len(table.people) > 1:
                    found += table_dates(seen, board, laid, table, agreed.get(table.pairing.pk), people)
    return sorted(found, key=lambda date: (date.at, date.key))


def entry_dates(seen: Shown) -> list[Date]:
    """Until when entries are taken, while they are."""
    until = entries_end(seen.tournament.terms, seen.tournament.zone)
    if until is None or seen.tournament.state not in (Tournament.State.ANNOUNCED, Tournament.State.ENTRIES):
        return []
    title = _("%(tournament)s: entries end") % {"tournament": seen.tournament.name}
    path = reverse("tournament", args=[seen.tournament.slug])
    return [Date(f"entries-{seen.tournament.pk}", until, title, path, sequence=seen.tournament.version)]


def table_dates(
    seen: Shown, board: Board, laid: LaidRound, table: LaidTable, agreed: TableDate | None, people: People
) -> list[Date]:
    facts = {"tournament": seen.tournament.name, "round": title_among(board, laid), "table": table.pairing.number}
    address = reverse("tournament_round", args=[seen.tournament.slug, board.stage.number, laid.round.number])
    path, names = f"{address}#t{table.pairing.number}", people.names(table.people)
    found = []
    if laid.round.deadline is not None and not table.is_decided:
        title = _("%(tournament)s: %(round)s, table %(table)s ends") % facts
        text = f"{formats.deadline(laid.round.deadline, seen.zone)}: {names}"
        found.append(Date(f"deadline-{table.pairing.pk}", laid.round.deadline, title, path, text, laid.round.version))
    if agreed is not None:
        title = _("%(tournament)s: %(round)s, table %(table)s") % facts
        text = f"{formats.deadline(agreed.at, seen.zone)}: {names}"
        found.append(Date(f"date-{table.pairing.pk}", agreed.at, title, path, text))
    return found


def report_file(seen: Shown, edition: Edition) -> str | None:
    """FIDE's report file of the last stage at tables of two with a standing; None where there is none."""
    for board in reversed(seen.boards):
        if board.terms.is_for_two and board.stage_terms.format in IN_REPORT_FILES:
            return trf_text(board, edition)
    return None
