"""Tables follow the matches of their people: whoever reports, believes, corrects or strikes one out tells it here.

The bell may be lost, so `tables_follow` looks again at every running stage.
"""

from collections.abc import Collection, Iterator
from datetime import timedelta
from itertools import chain

from django.db.models import Q, QuerySet

from games.models import Match, Seat
from games.services.changes import COUNTABLE, WITHOUT_RESULT
from games.services.retry import atomic_retried
from tournaments.models import Act, Pairing, Round, Stage, TableMatch, Tournament
from tournaments.selectors.board import Board, board_of
from tournaments.selectors.merged import known_as
from tournaments.services.errors import Changed, Refused
from tournaments.services.results import match_attach
from tournaments.services.settle import is_behind, settle
from tournaments.services.work import Work, tournament_locked

State = Match.State
PLAYED = (Round.State.PUBLISHED, Round.State.PLAYING)
FUZZ = timedelta(minutes=10)


def match_follow(match: Match) -> Act | None:
    """A match was reported, believed, corrected or struck out: its table follows. Call it after that is committed.

    A new one is attached to the open table of the same people, if it ended after the round was published. Safe to run
    twice. None where nothing changed.
    """
    row = TableMatch.objects.filter(match=match).select_related("pairing__round").first()
    if row is not None:
        return _settle_again(row) if row.pairing is not None else None
    if match.state == State.VOID or (match.ending in WITHOUT_RESULT and match.state not in COUNTABLE):
        return None
    for pairing in _open_tables(match):
        try:
            return match_attach(pairing, match, version=pairing.version, by=None)
        except (Refused, Changed):
            continue
    return None


def matches_follow(matches: Collection[Match]) -> None:
    """The same for many at once: most are of no tournament, and few statements tell which."""
    pks = [match.pk for match in matches]
    people: dict[int, set[int]] = {pk: set() for pk in pks}
    for pk, *players in Seat.objects.filter(match__in=pks).values_list("match", "player", "recorded_for"):
        people[pk].update(players)
    tables = _tables_with(set().union(*people.values())).order_by()
    seated = set(chain.from_iterable(tables.values_list("seats__entrant__player", "seats__substitute")))
    attached = TableMatch.objects.filter(match__in=pks).select_related("pairing__round").order_by("pk")
    rows = {row.match_id: row for row in attached}
    stages = {row.pairing.round.stage_id: row for row in rows.values() if row.pairing is not None}
    settled = [_settle_again(row) for row in stages.values()]  # once for all of a stage
    moved = any(act is not None for act in settled)  # what one match moves may open the table of another
    for match in matches:
        if match.pk not in rows and (moved or people[match.pk] & seated):
            moved = match_follow(match) is not None or moved


def _tables_with(players: Collection[int]) -> QuerySet[Pairing]:
    """Published tables of running tournaments at which one of these players sits."""
    return Pairing.objects.filter(
        Q(seats__entrant__player__in=players) | Q(seats__substitute__in=players),
        round__stage__tournament__state=Tournament.State.RUNNING,
        round__state__in=PLAYED,
    )


def _open_tables(match: Match) -> list[Pairing]:
    """Published tables of running tournaments of this game at which one of the match sits, newest first."""
    players = [number for seat in match.seats.all() for number in (seat.player_id, seat.recorded_for_id)]
    found = _tables_with(players).filter(round__stage__tournament__game=match.game_id)
    if match.ended_at is not None:
        found = found.filter(round__published_at__lte=match.ended_at + FUZZ)
    return list(found.distinct().order_by("-round__published_at", "pk"))


@atomic_retried
def _settle_again(row: TableMatch) -> Act | None:
    assert row.pairing is not None
    stage = Stage.objects.get(rounds__pairings=row.pairing)
    tournament = tournament_locked(stage.tournament_id)
    if tournament.state != Tournament.State.RUNNING or stage.state == Stage.State.LOCKED:
        return None
    board = board_of(stage.pk)
    of_results = Q(kind="round.reopened") | Q(kind__startswith="result.")
    last = tournament.acts.filter(of_results, stacked=True, undone_at=None).order_by("-number").first()
    reopened = last is not None and last.kind == "round.reopened"
    if reopened:
        return None
    work = Work(tournament, None)
    settle(work, board)
    if not work.steps:
        return None
    return work.done("result.followed", row.pairing, match=row.match.slug)


def tables_follow() -> int:
    """Let every running stage follow what its people played, whatever was not heard of. Safe to run twice, or to die."""
    running = Stage.objects.filter(state=Stage.State.RUNNING, tournament__state=Tournament.State.RUNNING)
    return sum(_stage_follow(Board(stage)) for stage in running.select_related("tournament__game").order_by("pk"))


def _stage_follow(board: Board) -> int:
    acts = [match_follow(match) for match in unheard(board)]
    if is_behind(board):
        row = TableMatch.objects.filter(pairing__round__stage=board.stage).select_related("pairing", "match").last()
        acts.append(_settle_again(row) if row is not None else None)
    return sum(act is not None for act in acts)


def unheard(board: Board) -> Iterator[Match]:
    """Matches of just the people of an open table that were played since its round was published, and decide nothing."""
    for laid in board.published:
        tables = [table for table in laid.tables if not table.is_decided and len(table.people) > 1]
        if laid.round.state not in PLAYED or not tables or laid.round.published_at is None:
            continue
        since = laid.round.published_at - FUZZ
        players = [board.entrants[one].player for table in tables for one in table.people]
        players += [player for table in tables for player in table.substitutes.values()]
        pks = set(chain.from_iterable(known_as(player) for player in players))
        found = Match.objects.filter(
            Q(ended_at__gte=since) | Q(ended_at=None, created_at__gte=since),
            game=board.tournament.game_id,
            table=None,
            seats__player__in=pks,
        )
        for match in found.exclude(state=State.VOID).distinct().prefetch_related("seats").order_by("pk"):
            if any(board.result_of(match, table.people, table.substitutes) is not None for table in tables):
                yield match
