"""What must always hold of tournaments (`doctor` checks it). Each check yields what breaks it."""

from collections import Counter
from collections.abc import Iterator

from django.apps import apps
from django.db.models import Count, Max

from games.models import AuditEntry
from tournaments.formats import bracket_play
from tournaments.models import Act, PairingSeat, Round, Stage
from tournaments.selectors.board import Board
from tournaments.selectors.brackets import bracket_of, is_bracket


def seated_once() -> Iterator[str]:
    """Published tables have seats numbered from 0, at least two people but in a bracket, and those of the stage."""
    for stage in _begun():
        board = Board(stage)
        for laid in board.published:
            people = Counter(one for table in laid.tables for one in table.people)
            people.update(seat.entrant_id for seat in laid.out)
            for entrant, times in people.items():
                if times > 1 or entrant not in board.seed:
                    yield f"{laid.round}: entrant {entrant}, {times} places"
            for table in laid.tables:
                if len(table.people) < 2 and not is_bracket(board):
                    yield f"{table.pairing}: {len(table.people)} people"
    numbers = PairingSeat.objects.exclude(pairing=None).exclude(round__state=Round.State.DRAFT)
    for seats in numbers.filter(pairing__node=None).values("pairing").annotate(n=Count("pk"), last=Max("number")):
        if seats["last"] != seats["n"] - 1:
            yield f"pairing {seats['pairing']}: {seats['n']} seats up to number {seats['last']}"


def played_whole() -> Iterator[str]:
    """A complete round has no open table, and in a bracket everybody sits where the results put him."""
    for stage in _begun():
        board = Board(stage)
        if is_bracket(board):
            seats = bracket_play.seats(bracket_of(board))
            for laid in board.published:
                for table in laid.tables:
                    due = tuple(one for one in seats.get(table.pairing.node or 0, ()) if one not in (None, -1))
                    if due != table.people and not table.matches:
                        yield f"{table.pairing}: {table.people}, should be {due}"
            continue
        for laid in board.published:
            if laid.round.state == Round.State.COMPLETE and not laid.all_decided:
                yield f"{laid.round}: complete with an open table"


def acted_once() -> Iterator[str]:
    """Acts are numbered without a gap, and each change of a row has its audit entry."""
    for row in Act.objects.values("tournament").annotate(rows=Count("pk"), last=Max("number")).order_by():
        if row["rows"] != row["last"]:
            yield f"tournament {row['tournament']}: {row['rows']} acts up to number {row['last']}"
    for name in ("tournament", "stage", "round", "pairing", "entrant"):
        entries = AuditEntry.objects.filter(kind=name).values("target_id").order_by().annotate(last=Max("version"))
        noted = {entry["target_id"]: entry["last"] for entry in entries}
        for pk, version in apps.get_model("tournaments", name)._default_manager.values_list("pk", "version"):
            if version != noted.get(pk, 1):
                yield f"{name} {pk}: version {version}, but entries up to {noted.get(pk, 1)}"


def _begun() -> Iterator[Stage]:
    yield from Stage.objects.exclude(state=Stage.State.PLANNED).select_related("tournament__game")


INVARIANTS = {
    "tournaments seated once": seated_once,
    "tournaments played whole": played_whole,
    "I7 acts noted once": acted_once,
}
