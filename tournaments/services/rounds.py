"""Going back in a round: withdrawn, re-opened or deleted. Results are detached, not lost."""

from collections.abc import Callable

from django.utils.translation import gettext, override

from games.models import User
from games.services.retry import atomic_retried
from tournaments.models import Act, Round, Stage, Tournament
from tournaments.selectors.board import Board, LaidRound, board_of
from tournaments.selectors.brackets import is_bracket
from tournaments.services.errors import Refused
from tournaments.services.hanging import hanging_removed
from tournaments.services.notices import round_back_tell
from tournaments.services.results import detach
from tournaments.services.work import Work, seen, tournament_locked


def round_name(round_: Round) -> str:
    """The round's name in the tournament's language, as a director types it to go back behind results."""
    with override(round_.stage.tournament.language):
        return gettext("Round %(number)d") % {"number": round_.number}


@atomic_retried
def round_withdraw(round_: Round, *, version: int, by: User, reason: str = "") -> Act:
    """A published round without results becomes a draft again."""
    work, board, round_ = _last(round_, version, by)
    laid = board.laid(round_)
    if any(table.state != "open" for table in laid.tables):
        raise Refused("has_results", round=round_.number)
    work.change(round_, state=Round.State.DRAFT, published_at=None, deadline=None, deadline_local="", extended=False)
    act = work.done("round.withdrawn", round_, reason=reason, round=round_.number)
    round_back_tell(round_, by, reason)
    return act


@atomic_retried
def round_reopen(round_: Round, *, version: int, by: User, name: str, reason: str = "") -> Act:
    """A complete round is played again, so that its results can be corrected. They stay attached until then.

    Where points decide, later rounds that are published stay as they are.
    """
    work, _board, round_ = _last(round_, version, by, but_for=stays_as_paired)
    _check_name(round_, name)
    if round_.state != Round.State.COMPLETE:
        raise Refused("round_state", found=round_.state, round=round_.number)
    work.change(round_, state=Round.State.PLAYING)
    return work.done("round.reopened", round_, reason=reason, round=round_.number)


@atomic_retried
def round_complete(round_: Round, *, version: int, by: User) -> Act:
    """Close a re-opened round again, all its tables being decided."""
    work, board, round_ = _last(round_, version, by, but_for=stays_as_paired)
    if round_.state != Round.State.PLAYING or not board.laid(round_).all_decided:
        raise Refused("round_state", found=round_.state, round=round_.number)
    work.change(round_, state=Round.State.COMPLETE)
    return work.done("round.complete", round_, round=round_.number)


@atomic_retried
def round_delete(round_: Round, *, version: int, by: User, name: str, reason: str = "") -> Act:
    """Take a published round away. Its matches stay, and come back to a table at which the same people are paired again."""
    work, board, round_ = _last(round_, version, by)
    _check_name(round_, name)
    laid = board.laid(round_)
    hanging_removed(work, [table.pairing for table in laid.tables])
    for table in laid.tables:
        detach(work, table)
        for seat in table.pairing.seats.all():
            work.remove(seat)
        work.remove(table.pairing)
    for seat in laid.out:
        work.remove(seat)
    work.remove(round_)
    return work.done("round.deleted", round_, reason=reason, round=round_.number)


def stays_as_paired(board: Board, laid: LaidRound) -> bool:
    """Whether a round stays as it is though an earlier result changes: nobody is in it by a result, and people know of it."""
    by_points = board.is_planned or board.stage_terms.format in ("swiss", "challenge")
    return by_points and laid.round.side == Round.Side.NONE and not laid.is_draft


def reopens(board: Board, laid: LaidRound) -> bool:
    """Whether a round can be re-opened as things stand."""
    later = [one for one in board.rounds if one.round.number > laid.round.number]
    return not is_bracket(board) and all(stays_as_paired(board, one) for one in later)


def _nothing_stays(_board: Board, _laid: LaidRound) -> bool:
    return False


def _last(
    round_: Round, version: int, by: User, but_for: Callable[[Board, LaidRound], bool] = _nothing_stays
) -> tuple[Work, Board, Round]:
    """The last round of a stage that goes on, `but_for` later ones that do not matter, under the lock; not a draft."""
    tournament = tournament_locked(round_.stage.tournament_id)
    round_ = seen(round_, version)
    board = board_of(round_.stage_id)
    if tournament.state != Tournament.State.RUNNING:
        raise Refused("state", found=tournament.state, wanted=Tournament.State.RUNNING)
    if board.stage.state != Stage.State.RUNNING:
        raise Refused("stage_state", found=board.stage.state, stage=board.stage.number)
    if is_bracket(board):
        raise Refused("bracket_round")
    if round_.state == Round.State.DRAFT:
        raise Refused("round_state", found=round_.state, round=round_.number)
    rounds = [laid for laid in board.rounds if laid.round.number > round_.number]
    later = [laid.round.number for laid in rounds if not but_for(board, laid)]
    if later:
        raise Refused("later_round", round=later[0])
    return Work(tournament, by), board, round_


def _check_name(round_: Round, name: str) -> None:
    wanted = round_name(round_)
    if name.strip().casefold() != wanted.casefold():
        raise Refused("name_of_the_round", wanted=wanted, found=name)
