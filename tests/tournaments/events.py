"""Tournaments for tests, made and directed through the services."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from games.models import Game, Player, User
from tests.factories import a_player, a_user
from tournaments.models import Act, Entrant, Pairing, Round, Stage
from tournaments.selectors.board import Board, LaidRound, board_of
from tournaments.selectors.standings import placed, stage_rows
from tournaments.services.drafts import draft_arrange, round_pair
from tournaments.services.entrants import entrant_check_in, entrant_enter
from tournaments.services.publishing import round_publish
from tournaments.services.results import Line, result_enter
from tournaments.services.stages import stage_complete, stage_start
from tournaments.services.tournaments import tournament_advance, tournament_create
from tournaments.terms import StageTerms, Terms

OCTOBER = datetime(2026, 10, 2, 18, tzinfo=UTC)
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
TWO = Terms(wanted=2, least=2, most=2, points={2: (1, 0)}, check_in=False)


class Event:
    """A tournament with its director; people go by name."""

    def __init__(
        self,
        names: Sequence[str],
        terms: Terms | None = None,
        stages: Sequence[StageTerms] = (StageTerms(rounds=3),),
        *,
        start: bool = True,
        by: User | None = None,
    ) -> None:
        self.by = by or a_user("rosa")
        game, _ = Game.objects.get_or_create(key="alhambra", defaults={"name": "Alhambra"})
        self.tournament = tournament_create(
            name="Alhambra d’autunno", game=game, by=self.by, terms=terms, stages=stages, lot="lot"
        )
        self.advance("entries")
        for seed, name in enumerate(names, start=1):
            player = Player.objects.filter(name=name).first() or a_player(name)
            entrant_enter(self.tournament, player, by=self.by, seed=seed)
        if start:
            self.start()

    def start(self) -> None:
        """Check everybody in and begin the first stage."""
        self.advance("check_in")
        for entrant in self.tournament.entrants.filter(state="entered"):
            entrant_check_in(entrant, version=entrant.version, by=self.by)
        self.advance("running")
        self.start_stage()

    def advance(self, to: str) -> Act:
        self.tournament.refresh_from_db()
        return tournament_advance(self.tournament, to, version=self.tournament.version, by=self.by)

    def start_stage(self, number: int = 1) -> Stage:
        stage = self.stage(number)
        stage_start(stage, version=stage.version, by=self.by)
        return self.stage(number)

    def complete_stage(self, number: int = 1) -> Act:
        stage = self.stage(number)
        return stage_complete(stage, version=stage.version, by=self.by)

    def stage(self, number: int = 1) -> Stage:
        return self.tournament.stages.get(number=number)

    def entrant(self, name: str) -> Entrant:
        return self.tournament.entrants.get(player__name=name)

    def board(self, number: int = 1) -> Board:
        return board_of(self.stage(number).pk)

    def name(self, entrant: int) -> str:
        return Entrant.objects.get(pk=entrant).player.name

    def pair(self, stage: int = 1) -> Round:
        now = self.stage(stage)
        return round_pair(now, version=now.version, by=self.by)

    def publish(self, round_: Round, **more: object) -> Act:
        round_.refresh_from_db()
        return round_publish(round_, version=round_.version, by=self.by, **more)

    def arrange(self, round_: Round, *tables: str, byes: str = "", reason: str = "as agreed") -> Act:
        """The draft by hand: each table its names in order of seats."""
        round_.refresh_from_db()
        rows = [[self.entrant(name).pk for name in table.split()] for table in tables]
        out = [self.entrant(name).pk for name in byes.split()]
        return draft_arrange(round_, rows, byes=out, version=round_.version, by=self.by, reason=reason).act

    def next_round(self, *tables: str, stage: int = 1, byes: str = "") -> Round:
        """Pair the next round, by hand where tables are given, and publish it."""
        round_ = self.pair(stage)
        if tables:
            self.arrange(round_, *tables, byes=byes)
        self.publish(round_, now=BEGAN)
        round_.refresh_from_db()
        return round_

    def laid(self, round_: Round) -> LaidRound:
        return board_of(round_.stage_id).laid(round_)

    def tables(self, round_: Round) -> list[str]:
        """Names at each table, in order of seats."""
        return [" ".join(self.name(one) for one in table.people) for table in self.laid(round_).tables]

    def byes(self, round_: Round) -> list[str]:
        return [self.name(one) for one in self.laid(round_).byes]

    def table(self, *names: str, stage: int = 1) -> Pairing:
        """The last table at which these people sit."""
        people = {self.entrant(name).pk for name in names}
        rounds = self.board(stage).rounds
        return next(table.pairing for laid in reversed(rounds) for table in laid.tables if people <= set(table.people))

    def result(self, told: str, *, stage: int = 1, ended_at: datetime | None = None) -> Act:
        """`ada 131, bea = cleo 101, dora -`: in order of place, `=` shares it, `-` did not come; scores may be missing."""
        lines = lines_of(told)
        pairing = self.table(*lines, stage=stage)
        return result_enter(pairing, self.by_entrant(lines), version=pairing.version, by=self.by, ended_at=ended_at)

    def by_entrant(self, lines: Mapping[str, Line]) -> dict[int, Line]:
        return {self.entrant(name).pk: line for name, line in lines.items()}

    def ranking(self, stage: int = 1) -> list[tuple[int, str, str]]:
        """Rank, name and points of a stage."""
        rows = stage_rows(self.board(stage))
        return [(row.rank, self.name(row.entrant), str(row.points)) for row in rows]

    def places(self, stage: int = 1) -> list[tuple[int, str]]:
        return [(one.first, one.entrant.player.name) for one in placed(self.board(stage))]


def lines_of(told: str) -> dict[str, Line]:
    """See `Event.result`."""
    found: dict[str, Line] = {}
    place = 1
    for part in told.split(","):
        level = [one.split() for one in part.split("=")]
        scores = [int(words[1]) for words in level if len(words) > 1 and words[1] != "-"]
        for words in level:
            if words[-1] == "-":
                found[words[0]] = Line(None, flag="no_show")
            else:
                found[words[0]] = Line(place, scores[-1] if scores else None)
        place += sum(words[-1] != "-" for words in level)
    return found
