"""Who enters, checks in, comes late, drops out and comes back. Each change counts from a round on."""

from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Player, User
from games.services.players import player_now
from games.services.retry import atomic_retried
from tournaments.formats.challenge_log import Step
from tournaments.models import Act, Entrant, EntrantChange, Stage, StageEntrant, Tournament
from tournaments.selectors.board import Board, board_of
from tournaments.selectors.brackets import is_bracket, misplaced
from tournaments.selectors.challenges import is_ladder
from tournaments.selectors.people import entrant_of
from tournaments.services.errors import Refused
from tournaments.services.ladder_steps import noted
from tournaments.services.local_time import entries_end
from tournaments.services.notices import promoted_tell
from tournaments.services.settle import settle
from tournaments.services.work import Work, seen, tournament_locked

State = Entrant.State
IN = (State.ENTERED, State.CHECKED_IN, State.ACTIVE)


@atomic_retried
def entrant_enter(
    tournament: Tournament, player: Player, *, by: User, seed: int | None = None, now: datetime | None = None
) -> Entrant:
    """Enter somebody while entries are open or at check-in; in reserve where the places are taken.

    Who enters himself after the entries of the terms have ended waits in reserve, too.

    Entering twice changes nothing. Raises `Refused`.
    """
    tournament = tournament_locked(tournament.pk)
    player = player_now(player)
    _check_game(tournament, Tournament.State.ENTRIES, Tournament.State.CHECK_IN)
    work = Work(tournament, by)
    over = player.user_id == by.pk and entries_over(tournament, now or timezone.now())
    state = State.RESERVE if over or _is_full(tournament) else State.ENTERED
    entrant = entrant_of(tournament, player)
    if entrant is None:
        entrant = work.add(Entrant(tournament=tournament, player=player, seed=seed, state=state))
    elif entrant.state == State.WITHDRAWN:
        work.change(entrant, state=state)
    else:
        return entrant
    work.done("entrant.entered", entrant, stacked=False, player=player.pk, state=state)
    return entrant


def entries_over(tournament: Tournament, at: datetime) -> bool:
    """Whether the time for entries is over. The last minute is still in time."""
    end = entries_end(tournament.terms, tournament.zone)
    return end is not None and at >= end + timedelta(minutes=1)


@atomic_retried
def entrant_seed(entrant: Entrant, seed: int | None, *, version: int, by: User) -> Act:
    """Set somebody's seed before the first stage is seeded."""
    tournament = tournament_locked(entrant.tournament_id)
    entrant = seen(entrant, version)
    if tournament.stages.exclude(state=Stage.State.PLANNED).exists():
        raise Refused("stage_begun")
    work = Work(tournament, by)
    work.change(entrant, seed=seed)
    return work.done("entrant.seeded", entrant, seed=seed)


@atomic_retried
def entrant_withdraw(entrant: Entrant, *, version: int, by: User) -> Act:
    """Leave before the tournament runs; afterwards `entrant_drop`."""
    return _before_running(entrant, version, by, "entrant.withdrawn", (*IN, State.RESERVE), State.WITHDRAWN)


@atomic_retried
def entrant_check_in(entrant: Entrant, *, version: int, by: User) -> Act:
    """Say that somebody is here."""
    return _before_running(entrant, version, by, "entrant.checked_in", (State.ENTERED,), State.CHECKED_IN)


@atomic_retried
def entrant_promote(entrant: Entrant, *, version: int, by: User) -> Act:
    """From reserve to a free place, in the order of entry."""
    tournament = tournament_locked(entrant.tournament_id)
    if _is_full(tournament):
        raise Refused("full", places=tournament.terms.places)
    first = tournament.entrants.filter(state=State.RESERVE).order_by("entered_at", "pk").first()
    if first is None or first.pk != entrant.pk:
        raise Refused("not_next", next=first.pk if first else None)
    act = _before_running(entrant, version, by, "entrant.promoted", (State.RESERVE,), State.ENTERED)
    promoted_tell(Entrant.objects.select_related("tournament", "player").get(pk=entrant.pk), by)
    return act


def _before_running(entrant: Entrant, version: int, by: User, kind: str, allowed: tuple[str, ...], state: str) -> Act:
    tournament = tournament_locked(entrant.tournament_id)
    entrant = seen(entrant, version)
    _check_game(tournament, Tournament.State.ENTRIES, Tournament.State.CHECK_IN)
    if entrant.state not in allowed:
        raise Refused("entrant_state", found=entrant.state, entrant=entrant.pk)
    work = Work(tournament, by)
    before = entrant.state
    work.change(entrant, state=state)
    return work.done(kind, entrant, stacked=False, before=before)


@atomic_retried
def entrant_late(stage: Stage, player: Player, *, by: User) -> Entrant:
    """Enter somebody while the stage runs, until half of its rounds have started. The missed rounds give what the terms say."""
    tournament = tournament_locked(stage.tournament_id)
    player = player_now(player)
    _check_game(tournament, Tournament.State.RUNNING)
    board = _running(stage)
    if tournament.terms.late == "refused" or board.stage_terms.format != "swiss":
        raise Refused("late_refused")
    started = len(board.published)
    if 2 * started > (board.stage_terms.rounds or 0):
        raise Refused("too_late", started=started, rounds=board.stage_terms.rounds)
    entrant = entrant_of(tournament, player)
    if entrant is not None and entrant.state in (State.ACTIVE, State.DROPPED):
        raise Refused("entered_before", entrant=entrant.pk)
    work = Work(tournament, by)
    if entrant is None:
        entrant = work.add(Entrant(tournament=tournament, player=player, state=State.ACTIVE))
    else:
        work.change(entrant, state=State.ACTIVE)
    seed = max(board.seed.values(), default=0) + 1
    work.add(StageEntrant(stage=board.stage, entrant=entrant, seed=seed, reason={"late": started + 1}))
    if started:
        work.add(EntrantChange(entrant=entrant, stage=board.stage, round=started + 1, kind=EntrantChange.Kind.LATE))
    work.done("entrant.late", entrant, round=started + 1, stage=board.stage.number)
    return entrant


@atomic_retried
def entrant_drop(entrant: Entrant, *, version: int, by: User, reason: str = "") -> Act:
    """Out from the next round on: nobody is drafted any more who has left. Results and the present table stay."""
    return _turn(entrant, version, by, reason, State.ACTIVE, State.DROPPED, EntrantChange.Kind.DROPPED)


@atomic_retried
def entrant_back(entrant: Entrant, *, version: int, by: User, reason: str = "") -> Act:
    """In again from the next round on; the rounds missed give nothing."""
    return _turn(entrant, version, by, reason, State.DROPPED, State.ACTIVE, EntrantChange.Kind.BACK)


def _turn(
    entrant: Entrant, version: int, by: User, reason: str, before: str, after: str, kind: EntrantChange.Kind
) -> Act:
    tournament = tournament_locked(entrant.tournament_id)
    entrant = seen(entrant, version)
    _check_game(tournament, Tournament.State.RUNNING)
    if entrant.state != before:
        raise Refused("entrant_state", found=entrant.state, entrant=entrant.pk)
    row = entrant.stages.order_by("-stage__number").select_related("stage").first()
    if row is None:
        raise Refused("entrant_state", found=entrant.state, entrant=entrant.pk)
    board = Board(row.stage)
    number = max((laid.round.number for laid in board.published), default=0) + 1
    work = Work(tournament, by)
    work.change(entrant, state=after)
    turned = [change for change in board.changes.get(entrant.pk, []) if change.round == number]
    if turned and turned[-1].kind != EntrantChange.Kind.LATE:
        work.remove(turned[-1])
    else:
        work.add(EntrantChange(entrant=entrant, stage=row.stage, round=number, kind=kind))
    if is_bracket(board):
        now = board_of(row.stage.pk)
        if after == State.ACTIVE:
            _check_way_back(now, entrant)
        settle(work, now)
    if is_ladder(board):
        step = "left" if kind == EntrantChange.Kind.DROPPED else "joined"
        noted(work, board, Step(step, entrant.pk))
    draft = board.draft
    if draft is not None and kind == EntrantChange.Kind.DROPPED:
        for seat in draft.round.seats.filter(entrant=entrant):
            work.remove(seat)
            if seat.pairing_id is not None:
                for other in draft.round.seats.filter(pairing=seat.pairing_id, number__gt=seat.number):
                    work.change(other, number=other.number - 1)
    return work.done(f"entrant.{kind.value}", entrant, reason=reason, round=number, stage=row.stage.number)


def _check_way_back(board: Board, entrant: Entrant) -> None:
    """In a bracket nobody comes back once others played on upon his walkover."""
    if misplaced(board):
        raise Refused("no_way_back", entrant=entrant.pk)


def _running(stage: Stage) -> Board:
    now = Stage.objects.select_related("tournament__game").get(pk=stage.pk)
    if now.state not in (Stage.State.SEEDED, Stage.State.RUNNING):
        raise Refused("stage_state", found=now.state, stage=now.number)
    return Board(now)


def _is_full(tournament: Tournament) -> bool:
    places = tournament.terms.places
    return places is not None and tournament.entrants.filter(state__in=IN).count() >= places


def _check_game(tournament: Tournament, *states: str) -> None:
    if tournament.state not in states:
        raise Refused("state", found=tournament.state, wanted=states[0])
