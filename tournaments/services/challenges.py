"""Acts on a challenge ladder: who challenges whom, what becomes of it, and what the clock ends."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils import timezone

from games.models import Player, User
from games.services.players import player_now
from games.services.retry import atomic_retried
from tournaments.formats import challenge
from tournaments.formats.challenge import Challenge, Standing
from tournaments.formats.challenge_log import Step
from tournaments.formats.errors import Refused as NotPossible
from tournaments.models import Act, Entrant, Pairing, PairingSeat, Round, Stage, StageEntrant, Tournament
from tournaments.selectors.board import Board, board_of
from tournaments.selectors.challenges import day_of, is_ladder, ladder_of, rules_of
from tournaments.selectors.people import entrant_of
from tournaments.services.errors import Refused
from tournaments.services.ladder_steps import noted
from tournaments.services.local_time import days_after, instant
from tournaments.services.work import Work, seen, tournament_locked


@atomic_retried
def challenge_make(
    stage: Stage, challenger: int, challenged: int, *, version: int, by: User, now: datetime | None = None
) -> Act:
    """Challenge somebody a few places above. `version` is the stage's. Raises `Refused` with `format.…` of the rules."""
    work, board, state, day = _ladder(stage, version, by, now)
    _allowed(lambda: challenge.challenge(state, rules_of(board), challenger, challenged, day))
    noted(work, board, Step("challenged", challenger, challenged, day))
    return work.done("challenge.made", board.stage, challenger=challenger, challenged=challenged)


@atomic_retried
def challenge_accept(stage: Stage, challenged: int, *, version: int, by: User, now: datetime | None = None) -> Act:
    """Take up the challenge: the two have a table, to be played within the days of the terms."""
    at = now or timezone.now()
    work, board, state, day = _ladder(stage, version, by, at)
    mine = _challenge(state, challenged)
    _allowed(lambda: challenge.accept(state, rules_of(board), challenged, day))
    round_ = _table(work, board, (challenged, mine.challenger), at)
    noted(work, board, Step("accepted", challenged, day=day, round=round_.number))
    return work.done("challenge.accepted", board.stage, challenged=challenged, round=round_.number)


@atomic_retried
def challenge_refuse(stage: Stage, challenged: int, *, version: int, by: User, now: datetime | None = None) -> Act:
    """Turn it down; as many refusals in a row as the terms name cost a place."""
    work, board, state, day = _ladder(stage, version, by, now)
    _allowed(lambda: challenge.refuse(state, rules_of(board), challenged))
    noted(work, board, Step("refused", challenged, day=day))
    return work.done("challenge.refused", board.stage, challenged=challenged)


@atomic_retried
def challenge_table(stage: Stage, people: Sequence[int], *, version: int, by: User, now: datetime | None = None) -> Act:
    """A table of three and more who agreed to play for their places; the places from first to last reach not too far."""
    at = now or timezone.now()
    work, board, state, _day = _ladder(stage, version, by, at)
    terms = board.terms
    if not max(3, terms.least) <= len(people) <= terms.most or len(set(people)) < len(people):
        raise Refused("table_size", tables=[1], fewest=max(3, terms.least), most=terms.most)
    places = [state.order.index(one) if one in state.order else -1 for one in people]
    if min(places) < 0:
        raise Refused("format.unknown_entrant", found=people[places.index(-1)])
    if max(places) - min(places) > board.stage_terms.reach:
        raise Refused("format.out_of_reach", places=max(places) - min(places), reach=board.stage_terms.reach)
    busy = sorted(_busy(board, state) & set(people))
    if busy:
        raise Refused("format.busy", found=busy)
    round_ = _table(work, board, sorted(people, key=state.order.index), at)
    return work.done("challenge.table", board.stage, entrants=list(people), round=round_.number)


@atomic_retried
def ladder_join(stage: Stage, player: Player, *, version: int, by: User) -> Entrant:
    """Somebody new, at the bottom."""
    work, board, _state, day = _ladder(stage, version, by, None)
    player = player_now(player)
    entrant = entrant_of(work.tournament, player)
    if entrant is not None and entrant.pk in board.seed:
        raise Refused("entered_before", entrant=entrant.pk)
    if entrant is None:
        entrant = work.add(Entrant(tournament=work.tournament, player=player, state=Entrant.State.ACTIVE))
    else:
        work.change(entrant, state=Entrant.State.ACTIVE)
    seed = max(board.seed.values(), default=0) + 1
    work.add(StageEntrant(stage=board.stage, entrant=entrant, seed=seed, reason={"joined": True}))
    noted(work, board, Step("joined", entrant.pk, day=day))
    work.done("entrant.joined", entrant, player=player.pk)
    return entrant


def challenges_expire(now: datetime | None = None) -> int:
    """End challenges whose last day is over: one not accepted is a refusal, one not played leaves the order as it was.

    Safe to run twice. Returns how many ended.
    """
    at = now or timezone.now()
    running = Stage.objects.filter(
        state=Stage.State.RUNNING,
        tournament__state=Tournament.State.RUNNING,
        document__format="challenge",
    )
    return sum(_expire(stage, at) for stage in running.select_related("tournament__game").order_by("pk"))


def _expire(stage: Stage, at: datetime) -> int:
    board = Board(stage)
    if not challenge.expired(ladder_of(board), rules_of(board), day_of(board, at))[1]:
        return 0
    return _expire_now(stage, at)


@atomic_retried
def _expire_now(stage: Stage, at: datetime) -> int:
    tournament = tournament_locked(stage.tournament_id)
    board = board_of(stage.pk)
    work = Work(tournament, None)
    _state, lapses = challenge.expired(ladder_of(board), rules_of(board), day_of(board, at))
    done = 0
    for lapse in lapses:
        mine = lapse.challenge
        if lapse.why == "not_accepted":
            noted(work, board, Step("lapsed", mine.challenged, day=day_of(board, at)))
        elif not _unplayed(work, board, mine):
            continue
        done += 1
    if done:
        told = [[one.challenge.challenger, one.challenge.challenged, one.why] for one in lapses]
        work.done("challenge.lapsed", board.stage, lapses=told)
    return done


def _unplayed(work: Work, board: Board, mine: Challenge) -> bool:
    """The table stays without a result; not one that was reported already, which waits for whoever decides it."""
    people = {mine.challenger, mine.challenged}
    laid = next((one for one in reversed(board.published) if set(one.tables[0].people) == people), None)
    if laid is None or laid.tables[0].state != "open":
        return False
    work.change(laid.tables[0].pairing, no_result=True)
    work.change(laid.round, state=Round.State.COMPLETE)
    noted(work, board, Step("played", round=laid.round.number))
    return True


def _ladder(stage: Stage, version: int, by: User | None, now: datetime | None) -> tuple[Work, Board, Standing, int]:
    """The ladder under the lock, as it was seen."""
    tournament = tournament_locked(stage.tournament_id)
    seen(stage, version)
    board = board_of(stage.pk)
    if not is_ladder(board):
        raise Refused("not_a_ladder", stage=board.stage.number)
    if tournament.state != Tournament.State.RUNNING or board.stage.state != Stage.State.RUNNING:
        raise Refused("stage_state", found=board.stage.state, stage=board.stage.number)
    return Work(tournament, by), board, ladder_of(board), day_of(board, now or timezone.now())


def _allowed(act: Callable[[], Standing]) -> None:
    try:
        act()
    except NotPossible as problem:
        raise Refused(problem.code, **problem.facts) from None


def _challenge(state: Standing, challenged: int) -> Challenge:
    mine = next((one for one in state.open if one.challenged == challenged and not one.accepted), None)
    if mine is None:
        raise Refused("format.no_challenge", found=challenged)
    return mine


def _busy(board: Board, state: Standing) -> set[int]:
    """Who has a challenge or an open table."""
    at_tables = {
        one for laid in board.published for table in laid.tables if not table.is_decided for one in table.people
    }
    return at_tables | {one for open_ in state.open for one in (open_.challenger, open_.challenged)}


def _table(work: Work, board: Board, people: Sequence[int], at: datetime) -> Round:
    """A round of one table, published at once."""
    number = len(board.rounds) + 1
    zone = board.tournament.zone
    local = days_after(at.astimezone(zone).date(), board.stage_terms.play_days, board.terms.round_time, zone)
    round_ = work.add(
        Round(
            stage=board.stage,
            number=number,
            state=Round.State.PUBLISHED,
            lot=f"{board.tournament.lot}/{board.stage.number}/{number}",
            published_at=at,
            deadline_local=local,
            deadline=instant(local, zone, 0),
        )
    )
    pairing = work.add(Pairing(round=round_, number=1, best_of=board.stage_terms.best_of))
    work.add_all(
        PairingSeat(round=round_, pairing=pairing, number=seat, entrant_id=one) for seat, one in enumerate(people)
    )
    return round_
