"""Stages: seeded, played, complete. Who goes on, and with which seed, follows from the stage before."""

import random
from typing import Any

from django.utils import timezone

from games.models import User
from games.services.retry import atomic_retried
from tournaments.formats import bracket_play
from tournaments.formats.bracket_play import NOBODY
from tournaments.models import Act, Entrant, Pairing, PairingSeat, Round, Stage, StageEntrant, Tournament
from tournaments.pairing.circle import circle
from tournaments.pairing.plans import plan
from tournaments.selectors.board import Board, board_of
from tournaments.selectors.brackets import bracket_of, is_bracket, plan_of
from tournaments.selectors.standings import qualifiers
from tournaments.services.drafts import rounds_of
from tournaments.services.errors import Refused
from tournaments.services.local_time import days_after, instant
from tournaments.services.work import Work, seen, tournament_locked


@atomic_retried
def stage_start(stage: Stage, *, version: int, by: User) -> Act:
    """Seed a stage: the first with those who checked in, another with those who go on. The stage before is locked by it."""
    tournament = tournament_locked(stage.tournament_id)
    stage = seen(stage, version)
    if tournament.state != Tournament.State.RUNNING:
        raise Refused("state", found=tournament.state, wanted=Tournament.State.RUNNING)
    if stage.state != Stage.State.PLANNED:
        raise Refused("stage_state", found=stage.state, stage=stage.number)
    work = Work(tournament, by)
    people = _first_field(work, stage) if stage.number == 1 else _next_field(work, stage)
    if len(people) < max(2, 2 if stage.terms.format == "round_robin" else tournament.terms.least):
        raise Refused("too_few", found=len(people), fewest=tournament.terms.least)
    work.add_all(
        StageEntrant(stage=stage, entrant_id=entrant, seed=seed, reason=reason)
        for seed, (entrant, reason) in enumerate(people, start=1)
    )
    work.change(stage, state=Stage.State.SEEDED)
    board = board_of(stage.pk)
    if is_bracket(board):
        _bracket(work, board)
    elif board.stage_terms.format == "round_robin":
        work.change(stage, plan=_plan(board))
    return work.done("stage.seeded", stage, stage=stage.number, entrants=len(people))


def _first_field(work: Work, stage: Stage) -> list[tuple[int, dict[str, Any]]]:
    """Those who are here, by seed, then in the order of entry. From now on they play."""
    ready = [Entrant.State.CHECKED_IN, Entrant.State.ACTIVE]
    if not work.tournament.terms.check_in:
        ready.append(Entrant.State.ENTERED)
    rows = list(work.tournament.entrants.filter(state__in=ready))
    rows.sort(key=lambda row: (row.seed is None, row.seed or 0, row.entered_at, row.pk))
    for row in rows:
        work.change(row, state=Entrant.State.ACTIVE)
    return [(row.pk, {"seed": row.seed}) for row in rows]


def _next_field(work: Work, stage: Stage) -> list[tuple[int, dict[str, Any]]]:
    before = work.tournament.stages.get(number=stage.number - 1)
    if before.state != Stage.State.COMPLETE:
        raise Refused("stage_open", stage=before.number)
    found = qualifiers(board_of(before.pk))
    work.change(before, state=Stage.State.LOCKED)
    return [(one.entrant, one.reason) for one in found]


def _plan(board: Board) -> list[Any]:
    """All rounds of a round robin, as places in the field."""
    people, terms = len(board.field), board.terms
    if terms.is_for_two:
        return [list(map(list, tables)) for tables in circle(people, twice=board.stage_terms.twice)]
    dice = random.Random(f"{board.tournament.lot}/{board.stage.number}")  # noqa: S311, anybody may repeat it
    size = min(terms.wanted, people)
    found = plan(people, size, dice, least=min(terms.least, size), rounds=board.stage_terms.rounds)
    return [[list(table) for table in tables] for tables in found.rounds]


def _bracket(work: Work, board: Board) -> None:
    """All rounds and tables of a bracket, each with where winner and loser go, and the first people seated."""
    drawn = plan_of(board.stage_terms, len(board.field))
    now = timezone.now()
    rounds: dict[tuple[str, int], Round] = {}
    terms, zone = board.terms, board.tournament.zone
    for match in drawn.matches:
        key = (match.side, match.round)
        if key not in rounds:
            number = len(rounds) + 1
            local = days_after(now.astimezone(zone).date(), terms.round_days * number, terms.round_time)
            rounds[key] = work.add(
                Round(
                    stage=board.stage,
                    number=number,
                    side=match.side,
                    side_number=match.round,
                    state=Round.State.PUBLISHED,
                    published_at=now,
                    lot=board.tournament.lot,
                    deadline_local=local,
                    deadline=instant(local, zone, 0),
                )
            )
    tables = work.add_all(
        Pairing(round=rounds[match.side, match.round], number=match.number, node=match.id, best_of=match.best_of)
        for match in drawn.matches
    )
    for match, table in zip(drawn.matches, tables, strict=True):
        edges: dict[str, Any] = {}
        if match.winner_to:
            edges |= {"winner_to_id": tables[match.winner_to.match].pk, "winner_seat": match.winner_to.seat}
        if match.loser_to:
            edges |= {"loser_to_id": tables[match.loser_to.match].pk, "loser_seat": match.loser_to.seat}
        work.change(table, **edges)
    seats = bracket_play.seats(bracket_play.start(drawn, board.field))
    work.add_all(
        PairingSeat(round=table.round, pairing=table, number=number, entrant_id=one)
        for table in tables
        for number, one in enumerate(seats[table.node or 0])
        if one is not None and one != NOBODY
    )
    work.change(board.stage, state=Stage.State.RUNNING)


@atomic_retried
def stage_complete(stage: Stage, *, version: int, by: User) -> Act:
    """End a stage once its rounds are played."""
    tournament = tournament_locked(stage.tournament_id)
    stage = seen(stage, version)
    if stage.state != Stage.State.RUNNING:
        raise Refused("stage_state", found=stage.state, stage=stage.number)
    board = board_of(stage.pk)
    open_round = next((laid for laid in board.rounds if laid.round.state != Round.State.COMPLETE), None)
    if open_round is not None:
        raise Refused("round_open", round=open_round.round.number)
    rounds = rounds_of(board) if not is_bracket(board) else len(board.rounds)
    if rounds is None or len(board.rounds) < rounds:
        raise Refused("rounds_left", played=len(board.rounds), rounds=rounds)
    if is_bracket(board) and bracket_play.champion(bracket_of(board)) is None:
        raise Refused("no_champion_yet", stage=stage.number)
    work = Work(tournament, by)
    work.change(stage, state=Stage.State.COMPLETE)
    return work.done("stage.complete", stage, stage=stage.number)
