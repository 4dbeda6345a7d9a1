"""Divisions, season after season: a further stage, who joins, who takes leave, who is replaced."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext, override

from games.models import Player, User
from games.services.players import player_now
from games.services.retry import atomic_retried
from tournaments.formats.errors import Refused as NotPossible
from tournaments.models import Act, Entrant, PairingSeat, Stage, StageEntrant, Tournament
from tournaments.selectors.board import Board, board_of
from tournaments.selectors.people import entrant_of
from tournaments.selectors.seasons import not_checked_in, season_after
from tournaments.services.contradictions import check_terms
from tournaments.services.errors import Changed, Refused
from tournaments.services.tournaments import check_reason
from tournaments.services.work import Work, seen, tournament_locked
from tournaments.terms import StageTerms, document_of

Reasons = list[tuple[int, dict[str, Any]]]


def divisions_drawn(stage: Stage, people: Sequence[tuple[int, dict[str, Any]]]) -> dict[int, int]:
    """The division of each, counted from 1: as the season before left them, else by seed from the top."""
    if any("division" in reason for _one, reason in people):
        return {one: reason["division"] for one, reason in people}
    size, least = stage.terms.division, stage.terms.division_least
    whole, rest = divmod(len(people), size)
    last = max(1, whole + (rest >= least))
    return {one: min(number // size + 1, last) for number, (one, _reason) in enumerate(people)}


def season_field(work: Work, before: Board, stage: Stage) -> Reasons:
    """Everybody of the next season, the first division's first; those whose leave is over play again."""
    try:
        state, moves = season_after(before)
    except NotPossible as problem:
        raise Refused(problem.code, **problem.facts) from None
    work.change(stage, notes={**stage.notes, "away": {str(one): tier for one, tier in state.away.items()}})
    why = {move.entrant: {"why": move.why, "from": None if move.before is None else move.before + 1} for move in moves}
    playing = [(one, number) for number, tier in enumerate(state.tiers, start=1) for one in tier]
    for row in Entrant.objects.filter(pk__in=[one for one, _tier in playing], state=Entrant.State.AWAY):
        work.change(row, state=Entrant.State.ACTIVE)
    return [(one, {"stage": before.stage.number, "division": tier} | why.get(one, {})) for one, tier in playing]


@atomic_retried
def stage_add(tournament: Tournament, *, version: int, by: User, terms: StageTerms | None = None) -> Stage:
    """A further stage of a running tournament, such as another season of divisions: without `terms` like the last one."""
    tournament = tournament_locked(tournament.pk)
    tournament = seen(tournament, version)
    if tournament.state != Tournament.State.RUNNING:
        raise Refused("state", found=tournament.state, wanted=Tournament.State.RUNNING)
    rows = list(tournament.stages.order_by("number"))
    last = rows[-1]
    if terms is None and last.terms.format != "divisions":
        raise Refused("stages")
    check_terms(tournament.terms, [*(row.terms for row in rows), terms or last.terms], tournament.game)
    work = Work(tournament, by)
    document = last.document if terms is None else document_of(terms)
    stage = work.add(Stage(tournament=tournament, number=last.number + 1, document=document))
    work.done("stage.added", tournament, stage=stage.number)
    return stage


@atomic_retried
def entrant_join(tournament: Tournament, player: Player, *, by: User) -> Entrant:
    """Enter somebody for the next season of running divisions: he begins in the last one. Twice changes nothing."""
    tournament = tournament_locked(tournament.pk)
    player = player_now(player)
    if tournament.state != Tournament.State.RUNNING:
        raise Refused("state", found=tournament.state, wanted=Tournament.State.RUNNING)
    if not any(stage.terms.format == "divisions" for stage in tournament.stages.all()):
        raise Refused("late_refused")
    work = Work(tournament, by)
    entrant = entrant_of(tournament, player)
    if entrant is None:
        entrant = work.add(Entrant(tournament=tournament, player=player, state=Entrant.State.ACTIVE))
    elif entrant.state in (Entrant.State.WITHDRAWN, Entrant.State.DROPPED, Entrant.State.RESERVE):
        work.change(entrant, state=Entrant.State.ACTIVE)
    else:
        return entrant
    work.done("entrant.joined", entrant, player=player.pk)
    return entrant


@atomic_retried
def entrant_leave(entrant: Entrant, *, version: int, by: User, reason: str = "") -> Act:
    """Sit out the next season and keep the division. What is being played now is played to its end."""
    return _leave(entrant, version, by, reason, Entrant.State.ACTIVE, Entrant.State.AWAY, "entrant.away")


@atomic_retried
def entrant_return(entrant: Entrant, *, version: int, by: User, reason: str = "") -> Act:
    """Play the next season after all, where it has not begun."""
    return _leave(entrant, version, by, reason, Entrant.State.AWAY, Entrant.State.ACTIVE, "entrant.returned")


def _leave(entrant: Entrant, version: int, by: User, reason: str, before: str, after: str, kind: str) -> Act:
    tournament = tournament_locked(entrant.tournament_id)
    entrant = seen(entrant, version)
    if tournament.state != Tournament.State.RUNNING:
        raise Refused("state", found=tournament.state, wanted=Tournament.State.RUNNING)
    if entrant.state != before:
        raise Refused("entrant_state", found=entrant.state, entrant=entrant.pk)
    if not entrant.stages.filter(stage__document__format="divisions").exists():
        raise Refused("entrant_state", found=entrant.state, entrant=entrant.pk)
    work = Work(tournament, by)
    work.change(entrant, state=after)
    return work.done(kind, entrant, reason=reason)


@atomic_retried
def entrant_replace(
    stage: Stage, absent: Entrant, instead: Player, *, version: int, by: User | None, reason: str
) -> Act:
    """Let somebody else have the place of one who did not check in: group, seed and open tables. `version`: the stage's.

    Refused once a table of his is decided; then a substitute or a drop-out is what remains.
    """
    tournament = tournament_locked(stage.tournament_id)
    seen(stage, version)
    check_reason(reason)
    board = board_of(stage.pk)
    if not board.is_planned or board.stage.state not in (Stage.State.SEEDED, Stage.State.RUNNING):
        raise Refused("stage_state", found=board.stage.state, stage=board.stage.number)
    row = StageEntrant.objects.filter(stage=board.stage, entrant=absent).first()
    if row is None:
        raise Refused("not_in_the_stage", player=absent.player_id)
    mine = [table for laid in board.rounds for table in laid.tables if absent.pk in table.people]
    begun = [table.pairing.number for table in mine if table.matches or table.is_decided]
    if begun:
        raise Refused("already_decided", table=begun[0])
    work = Work(tournament, by)
    new = _instead(work, board, player_now(instead))
    work.change(row, entrant_id=new.pk, reason={**row.reason, "instead": absent.pk})
    for seat in PairingSeat.objects.filter(round__stage=board.stage, entrant=absent):
        work.change(seat, entrant_id=new.pk)
    for change in board.stage.changes.filter(entrant=absent):
        work.remove(change)
    now = Entrant.objects.get(pk=absent.pk)
    work.change(now, state=Entrant.State.DROPPED)
    return work.done("entrant.replaced", board.stage, reason=reason, absent=absent.pk, entrant=new.pk)


def _instead(work: Work, board: Board, player: Player) -> Entrant:
    entrant = entrant_of(work.tournament, player)
    if entrant is not None and entrant.pk in board.seed:
        raise Refused("entered_before", entrant=entrant.pk)
    if entrant is None:
        return work.add(Entrant(tournament=work.tournament, player=player, state=Entrant.State.ACTIVE))
    return work.change(entrant, state=Entrant.State.ACTIVE)


def seasons_run(now: datetime | None = None) -> int:
    """Replace from the reserve, in the order of entry, who did not check in to a season in its first week.

    Safe to run twice. Where nobody is in reserve a director replaces by hand. Returns how many were replaced.
    """
    at = now or timezone.now()
    waiting = Entrant.objects.filter(tournament=OuterRef("tournament"), state=Entrant.State.RESERVE)
    running = Stage.objects.filter(
        Exists(waiting), state=Stage.State.RUNNING, document__format="divisions", number__gt=1
    )
    running = running.filter(tournament__state=Tournament.State.RUNNING)
    return sum(_replaced(board_of(pk), at) for pk in running.order_by("pk").values_list("pk", flat=True))


def _replaced(board: Board, at: datetime) -> int:
    reserve = board.tournament.entrants.filter(state=Entrant.State.RESERVE).order_by("entered_at", "pk")
    pairs = zip(not_checked_in(board, at), reserve.select_related("player"), strict=False)
    return sum(_replace(board, absent, instead.player) for absent, instead in pairs)


def _replace(board: Board, absent: int, player: Player) -> int:
    """One of them, as an act of its own; what a person does at the same moment goes first."""
    stage = Stage.objects.get(pk=board.stage.pk)
    with override(board.tournament.language):
        reason = gettext("Did not check in during the first week.")
    try:
        entrant_replace(stage, board.entrants[absent], player, version=stage.version, by=None, reason=reason)
    except (Refused, Changed):
        return 0
    return 1
