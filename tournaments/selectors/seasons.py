"""Divisions over their seasons: each stage is one season. Who plays off, and who is where in the next one."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tournaments.formats.divisions import Changes, Divisions, Move, Rules, next_season, play_offs, sure_changes
from tournaments.models import Entrant, Round, Stage
from tournaments.selectors.board import Board, LaidTable
from tournaments.selectors.groups import group_rows
from tournaments.selectors.ranked import ordered


def rules_of(stage: Stage) -> Rules:
    """How many change places, and sizes."""
    terms = stage.terms
    return Rules(change=terms.change, play_off=terms.play_off, size=terms.division, least=terms.division_least)


def divisions_of(board: Board) -> Divisions:
    """Who plays where in this season, and the divisions (counted from 0) of those on leave."""
    away = {int(one): tier for one, tier in board.stage.notes.get("away", {}).items()}
    return Divisions(tuple(board.groups.values()), away)


def division_standings(board: Board) -> list[list[int]]:
    """Each division's people, best first; who shares a rank stands by seed."""
    return [[row.entrant for row in ordered(board, rows)] for rows in group_rows(board).values()]


def changes_of(board: Board) -> tuple[list[int], list[int]]:
    """How many of each division go up for sure, and down."""
    between = sure_changes(list(board.groups.values()), rules_of(board.stage))
    return [0, *between], [*between, 0]


def play_off_pairs(board: Board) -> tuple[tuple[int, int], ...]:
    """Who plays for a place once all rounds of the plan are over: the one of the upper division first."""
    if board.stage_terms.format != "divisions" or not board.stage_terms.play_off:
        return ()
    planned = [laid for laid in board.published if laid.round.side != Round.Side.PLAY_OFF]
    if len(planned) < len(board.stage.plan) or not all(laid.all_decided for laid in planned):
        return ()
    return play_offs(divisions_of(board), division_standings(board), rules_of(board.stage))


def play_off_winners(board: Board) -> tuple[int, ...]:
    """Who won: of a draw, and where nobody came, the one of the upper division."""
    return tuple(
        _winner(table) for laid in board.published if laid.round.side == Round.Side.PLAY_OFF for table in laid.tables
    )


def _winner(table: LaidTable) -> int:
    places = {seat.player: seat.place for seat in table.seats if seat.flag != "no_show" and seat.place is not None}
    upper = table.people[0]
    return min(places, key=lambda one: (places[one], one != upper), default=upper)


def newcomers_of(board: Board) -> list[Entrant]:
    """Who plays in the tournament and was not in this season, in the order of entry."""
    known = {*board.field, *divisions_of(board).away}
    playing = board.tournament.entrants.filter(state=Entrant.State.ACTIVE).order_by("entered_at", "pk")
    return [one for one in playing if one.pk not in known]


def season_after(board: Board) -> tuple[Divisions, Sequence[Move]]:
    """The divisions of the season that follows, and why anybody moves. Raises `formats.errors.Refused`."""
    state = divisions_of(board)
    entrants = board.tournament.entrants.filter(pk__in=[*board.field, *state.away]).values_list("pk", "state")
    gone = (Entrant.State.DROPPED, Entrant.State.WITHDRAWN)
    changes = Changes(
        leaving=tuple(pk for pk, is_ in entrants if is_ in gone),
        on_leave=tuple(pk for pk, is_ in entrants if is_ == Entrant.State.AWAY and pk not in state.away),
        newcomers=tuple(one.pk for one in newcomers_of(board)),
        play_off_winners=play_off_winners(board),
    )
    return next_season(state, division_standings(board), rules_of(board.stage), changes)


FIRST_WEEK = timedelta(days=7)


def asks_check_in(board: Board) -> bool:
    """Whether people say anew that they play: in every season after the first, where the terms ask for a check-in."""
    return board.stage_terms.format == "divisions" and board.terms.check_in and board.stage.number > 1


def first_week_end(board: Board) -> datetime | None:
    """When the check-in of a season ends; None before its first round is published."""
    first = next((laid.round.published_at for laid in board.published), None)
    return first and first + FIRST_WEEK


def check_in_round(board: Board, now: datetime) -> int | None:
    """The round for which people check in now: the next one, or in a season's first week the first; None where for none."""
    if board.terms.check_in_rounds:
        return len(board.published) + 1
    end = first_week_end(board)
    return 1 if asks_check_in(board) and (end is None or now < end) else None


def not_checked_in(board: Board, now: datetime) -> list[int]:
    """Who is to be replaced: the first week is over, and he neither checked in nor has played; by seed.

    Who plays instead of one of them is not asked to check in once more.
    """
    end = first_week_end(board)
    if not asks_check_in(board) or end is None or now < end:
        return []
    here = set(board.stage.check_ins.values_list("entrant", flat=True))
    here.update(one for one, reason in board.why.items() if "instead" in reason)
    for laid in board.published:
        for table in laid.tables:
            here.update(table.people if table.matches else ())
    return [one for one in board.still_in(len(board.published) + 1) if one not in here]
