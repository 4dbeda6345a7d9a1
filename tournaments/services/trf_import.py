"""A tournament from a FIDE report file: what it would become is shown first, with everything that stands in its way."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction

from games.models import Game, Match, Player, User
from games.scoring.facts import Seat
from games.services.bulk import Brought, matches_create
from games.services.players import Seen, player_by_name, player_provisional
from games.services.results import Result, SeatResult
from games.services.retry import atomic_retried
from games.services.statements import ending_of
from tournaments.models import (
    Entrant,
    EntrantChange,
    Pairing,
    PairingSeat,
    Round,
    Stage,
    StageEntrant,
    TableMatch,
    Tournament,
)
from tournaments.selectors.board import board_of
from tournaments.services.errors import Refused
from tournaments.services.settle import settle
from tournaments.services.tournaments import tournament_create
from tournaments.services.work import Work, tournament_locked
from tournaments.terms import StageTerms, Terms
from tournaments.trf import Cell, Entry, Trf, read_trf, trf_problems

MOST = 500
"""Players of a file that becomes a tournament; larger ones can be paired from the command line."""
KIND = Match.State.CONFIRMED
BYES = {"U": PairingSeat.Out.BYE, **dict.fromkeys("F+", PairingSeat.Out.FULL), "H": PairingSeat.Out.HALF}
"""What somebody has who was not paired and gets something all the same: a bye of the pairing, a win, a draw."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with a line (0: with the whole file). Only those that are `blocking` stand in the way."""

    code: str
    line: int = 0
    found: str = ""
    blocking: bool = True


@dataclass(frozen=True)
class Preview:
    """What a file would become."""

    name: str
    began: date | None
    rounds: int
    played: int
    players: tuple[tuple[int, str, Player | None], ...]
    """Start number, name, and who is known by exactly that name."""
    matches: int
    problems: tuple[Problem, ...]

    @property
    def is_possible(self) -> bool:
        return not any(problem.blocking for problem in self.problems)


def trf_preview(text: str) -> Preview:
    """Read a file for somebody to look at; nothing is written."""
    wrong = tuple(Problem(one.code, one.line, one.found) for one in trf_problems(text))
    if wrong:
        return Preview("", None, 0, 0, (), 0, wrong)
    trf = read_trf(text)
    players = tuple((entry.start, name_of(entry), player_by_name(name_of(entry))) for entry in trf.entries)
    return Preview(
        name=_record(trf, "012"),
        began=_began(trf),
        rounds=trf.rounds,
        played=played_of(trf),
        players=players,
        matches=sum(1 for _tables in _tables(trf)),
        problems=tuple(_objections(trf, text, players)),
    )


def name_of(entry: Entry) -> str:
    """`Rossi, Ada` is Ada Rossi; a name without a comma stays."""
    family, comma, given = entry.name.partition(",")
    return " ".join(f"{given} {family}".split()) if comma else " ".join(entry.name.split())


def _objections(trf: Trf, text: str, players: tuple[tuple[int, str, Player | None], ...]) -> Iterator[Problem]:
    lines = {int(line[4:8]): number for number, line in enumerate(text.splitlines(), 1) if line[:3] == "001"}
    if len(trf.entries) > MOST:
        yield Problem("too_many_players", found=str(len(trf.entries)))
    if len(trf.entries) < 2:
        yield Problem("too_few_players", found=str(len(trf.entries)))
    seen: dict[object, int] = {}
    for start, name, player in players:
        key: object = player.pk if player is not None else name.casefold()
        if not name:
            yield Problem("no_name", lines[start])
        elif key in seen:
            yield Problem("same_name", lines[start], name)
        seen[key] = start
    for entry in trf.entries:
        for number, cell in enumerate(entry.cells, start=1):
            if cell.is_game and cell.result == " " and number < played_of(trf):
                yield Problem("no_result", lines[entry.start], f"{number}")
            if number > played_of(trf) and cell.result in "ZHF":
                yield Problem("absent_next", lines[entry.start], f"{number}", blocking=False)
    if any(trf.worth[sign] for sign in "Z-"):
        yield Problem("absence_points", found=f"{float(trf.worth['Z']):g}", blocking=False)
    for entry in trf.entries:
        counted = sum((trf.worth[cell.result] for cell in entry.cells), Fraction(0))
        if counted != entry.points:
            yield Problem("points", lines[entry.start], f"{float(entry.points):g}", blocking=False)


def played_of(trf: Trf) -> int:
    """The rounds that were paired; what stands behind them are wishes not to be paired in the next one."""
    paired = [
        number
        for entry in trf.entries
        for number, cell in enumerate(entry.cells, start=1)
        if cell.is_game or cell.result == "U"
    ]
    return max(paired, default=0)


@atomic_retried
def trf_import(
    text: str,
    *,
    game: Game,
    by: User,
    name: str = "",
    began: date | None = None,
    language: str = "it",
    time_zone: str = "Europe/Rome",
) -> Tournament:
    """Make a running tournament of a file: its players, rounds and results. Players are found by exactly their names.

    Its matches feed no league. Raises `Refused` with the first blocking problem.
    """
    preview = trf_preview(text)
    wrong = next((one for one in preview.problems if one.blocking), None)
    if wrong is not None:
        raise Refused(f"trf.{wrong.code}", line=wrong.line, found=wrong.found)
    if not game.seats_min <= 2 <= game.seats_max:
        raise Refused("table_sizes", fewest=game.seats_min, most=game.seats_max)
    trf = read_trf(text)
    tournament = tournament_create(
        name=(name or preview.name or game.name)[:80],
        game=game,
        by=by,
        terms=_terms(trf),
        stages=[StageTerms(rounds=trf.rounds or 1, pairing="dutch")],
        lot=secrets.token_hex(8),
        language=language,
        time_zone=time_zone,
    )
    tournament = tournament_locked(tournament.pk)
    work = Work(tournament, by)
    day = began or preview.began or datetime.now(UTC).date() - timedelta(days=played_of(trf))
    _Import(work, trf, day).run(preview)
    work.change(tournament, state=Tournament.State.RUNNING)
    work.done("imported", tournament, stacked=False, entrants=len(trf.entries), rounds=played_of(trf))
    return tournament


class _Import:
    """One file on its way into the rows of a tournament."""

    def __init__(self, work: Work, trf: Trf, day: date) -> None:
        self.work = work
        self.trf = trf
        self.played = played_of(trf)
        self.day = day
        self.entrants: dict[int, Entrant] = {}

    def run(self, preview: Preview) -> None:
        work, tournament = self.work, self.work.tournament
        stage = tournament.stages.get()
        at = self.at(1)
        order = sorted(preview.players)
        people = [(start, player or player_provisional(name, at=at)) for start, name, player in order]
        rows = work.add_all(
            Entrant(tournament=tournament, player=player, seed=start, state=self._state(start))
            for start, player in people
        )
        self.entrants = {start: row for (start, _player), row in zip(people, rows, strict=True)}
        work.add_all(
            StageEntrant(stage=stage, entrant=self.entrants[start], seed=seed, reason={"seed": start})
            for seed, (start, _player) in enumerate(people, start=1)
        )
        work.change(stage, state=Stage.State.RUNNING if self.played else Stage.State.SEEDED)
        work.add_all(self._changes(stage))
        for number in range(1, self.played + 1):
            self._round(stage, number)
        settle(work, board_of(stage.pk))

    def at(self, number: int) -> datetime:
        """When a round was published: a day each, at noon."""
        return datetime.combine(self.day + timedelta(days=number - 1), time(12), tzinfo=self.work.tournament.zone)

    def _cells(self, number: int) -> dict[int, Cell]:
        return {
            entry.start: entry.cells[number - 1] if len(entry.cells) >= number else Cell(0, "-", "Z")
            for entry in self.trf.entries
        }

    def _state(self, start: int) -> str:
        entry = next(one for one in self.trf.entries if one.start == start)
        cells = [*entry.cells, *[Cell(0, "-", "Z")] * self.played][: self.played]
        gone = bool(cells) and not self._takes_part(cells[-1])
        return Entrant.State.DROPPED if gone else Entrant.State.ACTIVE

    def _changes(self, stage: Stage) -> Iterator[EntrantChange]:
        """Late entries, and rounds that somebody was out."""
        for entry in self.trf.entries:
            here = [self._takes_part(self._cells(number)[entry.start]) for number in range(1, self.played + 1)]
            kind = EntrantChange.Kind
            for number, (before, now) in enumerate(zip([True, *here], here, strict=False), start=1):
                entrant = self.entrants[entry.start]
                if now and not before:
                    late = not any(here[: number - 1])
                    change = kind.LATE if late else kind.BACK
                    yield EntrantChange(entrant=entrant, stage=stage, round=number, kind=change)
                if before and not now and any(here[: number - 1]):
                    yield EntrantChange(entrant=entrant, stage=stage, round=number, kind=kind.DROPPED)
            if here and not any(here):
                yield EntrantChange(
                    entrant=self.entrants[entry.start], stage=stage, round=1, kind=EntrantChange.Kind.DROPPED
                )

    def _takes_part(self, cell: Cell) -> bool:
        return cell.is_game or cell.result in BYES

    def _round(self, stage: Stage, number: int) -> None:
        work, cells = self.work, self._cells(number)
        deadline = self.at(number) + timedelta(days=1)
        round_ = work.add(
            Round(
                stage=stage,
                number=number,
                state=Round.State.PUBLISHED,
                lot=f"{work.tournament.lot}/{stage.number}/{number}",
                published_at=self.at(number),
                deadline=deadline,
                deadline_local=f"{deadline:%Y-%m-%dT%H:%M}",
            )
        )
        pairs = list(_pairs(cells))
        pairings = work.add_all(
            Pairing(round=round_, number=at, unrated=all(cells[start].result in "WDL" for start in pair))
            for at, pair in enumerate(pairs, start=1)
        )
        work.add_all(
            PairingSeat(round=round_, pairing=pairing, number=seat, entrant=self.entrants[start])
            for pairing, pair in zip(pairings, pairs, strict=True)
            for seat, start in enumerate(pair)
        )
        work.add_all(
            PairingSeat(round=round_, entrant=self.entrants[start], out=BYES[cell.result])
            for start, cell in cells.items()
            if not cell.is_game and cell.result in BYES
        )
        self._matches(pairings, pairs, cells, self.at(number))

    def _matches(
        self, pairings: list[Pairing], pairs: list[tuple[int, int]], cells: Mapping[int, Cell], at: datetime
    ) -> None:
        decided = [
            (pairing, pair) for pairing, pair in zip(pairings, pairs, strict=True) if cells[pair[0]].result != " "
        ]
        brought = [self._brought(pair, cells, at) for _pairing, pair in decided]
        matches = matches_create(brought, by=self.work.by, state=KIND)
        self.work.add_all(
            TableMatch(tournament=self.work.tournament, pairing=pairing, match=match, number=1)
            for (pairing, _pair), match in zip(decided, matches, strict=True)
        )

    def _brought(self, pair: tuple[int, int], cells: Mapping[int, Cell], at: datetime) -> Brought:
        players = [self.entrants[start].player for start in pair]
        seats = [_seat(start, cells[start].result) for start in pair]
        result = Result(
            game=self.work.tournament.game.key,
            seats=tuple(
                SeatResult(Seen(player.name), seat.place, None, seat.flag)
                for player, seat in zip(players, seats, strict=True)
            ),
            ended_at=at,
            source="typed",
            ending=ending_of([seat.flag for seat in seats]),
        )
        return Brought(result, self.work.tournament.game, players, [player.pk for player in players])


def _seat(start: int, sign: str) -> Seat:
    if sign == "-":
        return Seat(start, None, "no_show")
    return Seat(start, 2 if sign in "0L" else 1, "played")  # of a draw both have the first place


def _pairs(cells: Mapping[int, Cell]) -> Iterator[tuple[int, int]]:
    """White and Black of each board; where no colour is told, the lower number first."""
    for start, cell in cells.items():
        if not cell.is_game:
            continue
        if cell.colour == "w" or (cell.colour == "-" and start < cell.opponent):
            yield start, cell.opponent


def _tables(trf: Trf) -> Iterator[tuple[int, int]]:
    for number in range(played_of(trf)):
        yield from _pairs({one.start: one.cells[number] for one in trf.entries if len(one.cells) > number})


def _terms(trf: Trf) -> Terms:
    worth = trf.worth
    return Terms(
        wanted=2,
        least=2,
        most=2,
        points={2: (worth["1"], worth["0"])},
        draw=worth["="],
        bye=worth["U"],
        late="nothing",
        fide="2026",
        tie_breaks=("BH/C1", "BH", "SB", "DE"),
        check_in=False,
        fewest=2,
        feeds_leagues=False,
    )


def _record(trf: Trf, kind: str) -> str:
    return next((" ".join(line[4:].split()) for line in trf.records if line[:3] == kind), "")


def _began(trf: Trf) -> date | None:
    """Record 042: the first day, as `2026/10/03`."""
    try:
        return datetime.strptime(_record(trf, "042"), "%Y/%m/%d").replace(tzinfo=UTC).date()
    except ValueError:
        return None
