"""Stages: seeded, played, complete. Who goes on, and with which seed, follows from the stage before."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from games.models import User
from games.services.retry import atomic_retried
from tournaments.formats import bracket_play
from tournaments.formats.bracket_play import NOBODY
from tournaments.formats.errors import Refused as NotPossible
from tournaments.formats.groups import Qualified, bracket_seeds
from tournaments.models import Act, Entrant, Pairing, PairingSeat, Round, Stage, StageEntrant
from tournaments.selectors.board import Board, board_of
from tournaments.selectors.brackets import bracket_of, is_bracket
from tournaments.selectors.brackets import plan_of as bracket_plan
from tournaments.selectors.challenges import is_ladder
from tournaments.selectors.standings import qualifiers
from tournaments.services.contradictions import fewest_for
from tournaments.services.drafts import rounds_of
from tournaments.services.errors import Refused
from tournaments.services.local_time import days_after, instant
from tournaments.services.plans import groups_drawn, plan_of
from tournaments.services.seasons import divisions_drawn, season_field
from tournaments.services.work import Work, seen, tournament_running


@atomic_retried
def stage_start(stage: Stage, *, version: int, by: User) -> Act:
    """Seed a stage: the first with those who checked in, another with those who go on. The stage before is locked by it."""
    tournament = tournament_running(stage.tournament_id)
    stage = seen(stage, version)
    if stage.state != Stage.State.PLANNED:
        raise Refused("stage_state", found=stage.state, stage=stage.number)
    work = Work(tournament, by)
    people = _first_field(work, stage) if stage.number == 1 else _next_field(work, stage)
    fewest = fewest_for(stage.terms, tournament.terms)
    if len(people) < fewest:
        raise Refused("too_few", found=len(people), fewest=fewest)
    group = _groups(stage, people)
    work.add_all(
        StageEntrant(stage=stage, entrant_id=entrant, seed=seed, reason=reason, group=group.get(entrant))
        for seed, (entrant, reason) in enumerate(people, start=1)
    )
    work.change(stage, state=Stage.State.SEEDED)
    board = board_of(stage.pk)
    if is_bracket(board):
        _bracket(work, board)
    elif board.is_planned:
        work.change(stage, plan=plan_of(board))
    elif is_ladder(board):
        work.change(stage, state=Stage.State.RUNNING)
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


def _groups(stage: Stage, people: Sequence[tuple[int, dict[str, Any]]]) -> dict[int, int]:
    """The group or division of each, counted from 1."""
    numbers = [entrant for entrant, _reason in people]
    if stage.terms.format == "groups":
        clubs = Entrant.objects.filter(pk__in=numbers).exclude(club="").values_list("pk", "club")
        apart = {pk: club.strip().casefold() for pk, club in clubs}
        return groups_drawn(stage, numbers, apart if stage.tournament.terms.clubs != "off" else {})
    if stage.terms.format == "divisions":
        return divisions_drawn(stage, people)
    return {}


def _next_field(work: Work, stage: Stage) -> list[tuple[int, dict[str, Any]]]:
    before = work.tournament.stages.get(number=stage.number - 1)
    if before.state != Stage.State.COMPLETE:
        raise Refused("stage_open", stage=before.number)
    board = board_of(before.pk)
    work.change(before, state=Stage.State.LOCKED)
    if before.terms.format == stage.terms.format == "divisions":
        return season_field(work, board, stage)
    try:
        found = qualifiers(board)
    except NotPossible as problem:
        raise Refused(problem.code, **problem.facts) from None
    people = [(one.entrant, one.reason) for one in found]
    if before.terms.format == "groups" and stage.terms.format in ("single", "double") and board.terms.is_for_two:
        reason = dict(people)
        group = {one: told["group"] for one, told in people}
        seeds = bracket_seeds(Qualified(tuple(reason), (), group))
        return [(one, reason[one]) for one in seeds]
    return people


def _bracket(work: Work, board: Board) -> None:
    """All rounds and tables of a bracket, each with where winner and loser go, and the first people seated."""
    drawn = bracket_plan(board.stage_terms, len(board.field))
    now = timezone.now()
    rounds: dict[tuple[str, int], Round] = {}
    terms, zone = board.terms, board.tournament.zone
    depth = drawn.depths()
    for match in drawn.matches:
        key = (match.side, match.round)
        if key not in rounds:
            number = len(rounds) + 1
            days = terms.round_days * depth[key]
            local = days_after(now.astimezone(zone).date(), days, terms.round_time, zone)
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
    tournament = tournament_running(stage.tournament_id)
    stage = seen(stage, version)
    if stage.state != Stage.State.RUNNING:
        raise Refused("stage_state", found=stage.state, stage=stage.number)
    board = board_of(stage.pk)
    open_round = next((laid for laid in board.rounds if laid.round.state != Round.State.COMPLETE), None)
    if open_round is not None:
        raise Refused("round_open", round=open_round.round.number)
    rounds = len(board.rounds) if is_bracket(board) or is_ladder(board) else rounds_of(board)
    if rounds is None or len(board.rounds) < rounds:
        raise Refused("rounds_left", played=len(board.rounds), rounds=rounds)
    if is_bracket(board) and bracket_play.champion(bracket_of(board)) is None:
        raise Refused("no_champion_yet", stage=stage.number)
    work = Work(tournament, by)
    work.change(stage, state=Stage.State.COMPLETE)
    return work.done("stage.complete", stage, stage=stage.number)
