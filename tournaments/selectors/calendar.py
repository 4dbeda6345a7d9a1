"""Deadlines and agreed dates of a tournament's tables, and their text as a calendar file (iCalendar, RFC 5545)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec
from django.utils.translation import gettext, override

from games.models import Player
from tournaments.models import Stage, TableDate, Tournament
from tournaments.selectors.board import Board, LaidRound, LaidTable, known_as

Kind = Literal["deadline", "date"]
PLAYS = timedelta(hours=1)
"""How long an agreed date stands in a calendar."""
LINE = 75
"""Octets of a line, at most; what is longer is folded."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a calendar: `uid` stays the same as long as it is about the same thing."""

    uid: str
    kind: Kind
    at: datetime
    tournament: str
    round: int
    table: int
    people: tuple[str, ...]
    changed: datetime


def entries_of(tournament: Tournament, player: Player | None = None) -> list[Entry]:
    """What is to be played, of everybody or at the tables of one player, by time. A decided table has no entry."""
    mine = None if player is None else set(known_as(player))
    found = [one for stage in _running(tournament) for one in _entries(Board(stage), mine)]
    return sorted(found, key=lambda one: (one.at, one.uid))


def _running(tournament: Tournament) -> Iterable[Stage]:
    stages = tournament.stages.filter(state=Stage.State.RUNNING).order_by("number")
    return stages.select_related("tournament__game")


def _entries(board: Board, mine: set[int] | None) -> Iterator[Entry]:
    agreed = {
        date.pairing_id: date
        for date in TableDate.objects.filter(pairing__round__stage=board.stage, agreed_at__isnull=False)
    }
    for laid in board.published:
        for table in laid.tables:
            if len(table.people) < 2 or table.is_decided or (mine is not None and not mine & _players(board, table)):
                continue
            date = agreed.get(table.pairing.pk)
            changed = laid.round.published_at
            if laid.round.deadline is not None and changed is not None:
                yield _entry(board, laid, table, "deadline", laid.round.deadline, changed)
            if date is not None and date.agreed_at is not None:
                yield _entry(board, laid, table, "date", date.at, date.agreed_at)


def _players(board: Board, table: LaidTable) -> set[int]:
    """Who plays at a table: substitutes instead of those for whom they do."""
    players = [table.substitutes.get(one) or board.player(one) for one in table.people]
    return {pk for player in players for pk in known_as(player)}


def _entry(board: Board, laid: LaidRound, table: LaidTable, kind: Kind, at: datetime, changed: datetime) -> Entry:
    players = [table.substitutes.get(one) or board.player(one) for one in table.people]
    return Entry(
        uid=f"{kind}-{table.pairing.pk}",
        kind=kind,
        at=at,
        tournament=board.tournament.name,
        round=laid.round.number,
        table=table.pairing.number,
        people=tuple(player.known_as for player in players),
        changed=changed,
    )


def ical(entries: Sequence[Entry], *, host: str, link: str, language: str) -> str:
    """The file: lines ended by CR LF, texts in this language. `host` makes the numbers unique in the world."""
    with override(language):
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Classifica//Tournaments//EN", "CALSCALE:GREGORIAN"]
        for one in entries:
            lines += [
                "BEGIN:VEVENT",
                f"UID:{one.uid}@{host}",
                f"DTSTAMP:{_instant(one.changed)}",
                f"DTSTART:{_instant(one.at)}",
                f"DTEND:{_instant(one.at + PLAYS if one.kind == 'date' else one.at)}",
                f"SUMMARY:{_text(_summary(one))}",
                f"DESCRIPTION:{_text(', '.join(one.people))}",
                f"URL:{link}",
                "END:VEVENT",
            ]
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in _folded(line))


def _summary(entry: Entry) -> str:
    facts = {"tournament": entry.tournament, "round": entry.round, "table": entry.table}
    if entry.kind == "date":
        return gettext("%(tournament)s: round %(round)d, table %(table)d") % facts
    return gettext("%(tournament)s: deadline of round %(round)d, table %(table)d") % facts


def _instant(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(words: str) -> str:
    for sign in ("\\", ";", ","):
        words = words.replace(sign, f"\\{sign}")
    return " ".join(words.split())


def _folded(line: str) -> Iterator[str]:
    """The line in parts of at most 75 octets; those after the first begin with a space. No letter is cut in two."""
    part, room = "", LINE
    for letter in line:
        size = len(letter.encode())
        if size > room:
            yield part
            part, room = " ", LINE - 1
        part += letter
        room -= size
    yield part
