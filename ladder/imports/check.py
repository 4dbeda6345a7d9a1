"""The dry run: what an import would do, computed from the file, the answers and what is here now. Writes nothing."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import msgspec

from games import registry, storage
from games.models import Game
from games.models.player import fold
from games.scoring.facts import Result
from games.scoring.facts import Seat as ScoredSeat
from ladder.imports.columns import Kind, Template, guess_columns, guess_kind, looks_like_heads, plain
from ladder.imports.duplicates import Candidate, mark
from ladder.imports.names import Person, key_of, near_pairs, people_of
from ladder.imports.plan import Layout, Plan, Planned, Rejected, Total, make_plan
from ladder.imports.problems import SheetProblem
from ladder.imports.sheets import read_rows, sheet_names
from ladder.imports.values import guess_dates, guess_numbers
from ladder.imports.workbook import Cell, Row
from ladder.models import Import, Ladder, Season
from ladder.scoring.month import verdict_on
from ladder.selectors.rankings import reason_against, result_of, rules_of, season_matches
from ladder.selectors.seasons import season_at
from ladder.standing import ranking as rank_results

ADD = "+"
"""The answer for a game that is not here yet and is to be added."""
TAKE, SKIP = "take", "skip"
SAMPLES = 5
PREVIEWED = 12
"""Months whose ranking is shown beforehand, the latest ones."""


class Answers(msgspec.Struct, kw_only=True):
    """What a person decided: who is meant (slug or `new`), which game (key or `+`), which doubtful matches to take."""

    names: dict[str, str] = {}
    games: dict[str, str] = {}
    choices: dict[str, str] = {}


@dataclass(slots=True)
class Line:
    """One person in a month's ranking as it would be, beside the total that the file has."""

    rank: int | None
    name: str
    points: Fraction
    played: int
    told: Fraction | None = None

    @property
    def differs(self) -> bool:
        return self.told is not None and self.told != self.points


@dataclass(slots=True)
class MonthPreview:
    season: Season
    matches: int
    lines: list[Line]

    @property
    def has_totals(self) -> bool:
        """Whether the file says what somebody had."""
        return any(line.told is not None for line in self.lines)

    @property
    def differences(self) -> int:
        return sum(line.differs for line in self.lines)


@dataclass(slots=True)
class DryRun:
    """What would be done. `taken` are the matches that would be written; `unknown` the games that are not here."""

    plan: Plan
    people: dict[str, Person]
    games: dict[str, Game | None]
    candidates: list[Candidate]
    taken: list[Candidate]
    rejected: list[Rejected]
    months: list[MonthPreview] = field(default_factory=list)

    @property
    def rows(self) -> int:
        """The rows accepted: those of matches and totals that can be read, whether or not they are here already."""
        return sum(len(each.planned.lines) for each in self.candidates) + len(self.plan.totals)

    @property
    def duplicates(self) -> list[Candidate]:
        taken = {id(each) for each in self.taken}
        return [each for each in self.candidates if each.status != "new" and id(each) not in taken]

    @property
    def doubtful(self) -> list[Candidate]:
        """Those of which a person may say whether they are meant."""
        return [each for each in self.candidates if each.status in ("probable", "perhaps")]

    @property
    def contradicting(self) -> list[Candidate]:
        return [each for each in self.candidates if each.status == "other"]

    @property
    def near(self) -> list[tuple[str, str]]:
        return near_pairs(self.people.values())

    @property
    def unknown(self) -> list[str]:
        return [text for text, game in self.games.items() if game is None]

    @property
    def asked(self) -> list[Person]:
        """Those about whom something may be said: first those who must be decided."""
        doubtful = [person for person in self.people.values() if person.offered or person.beside or person.decided]
        return sorted(doubtful, key=lambda person: (not person.must_be_asked, person.name.casefold()))


def layout_guess(raw: bytes, *, sheet: str = "", kind: Kind | None = None, template: Template | None = None) -> Layout:
    """How a file seems to be written. Raises `SheetProblem`."""
    names = sheet_names(raw)
    rows = read_rows(raw, sheet)
    known = template or Template()
    header = looks_like_heads(rows[0]) or bool(set(known.heads) & {plain(cell) for cell in rows[0].cells})
    heads: Sequence[Cell] = rows[0].cells if header else [""] * max(len(row.cells) for row in rows[:50])
    kind = kind or (template.kind if template else guess_kind(heads))
    layout = Layout(
        sheet=sheet if sheet in names else names[0],
        kind=kind,
        header=header,
        columns=guess_columns(heads, kind, known.heads),
        dates=known.dates,
        numbers=known.numbers,
        places=known.places,
        game=known.game,
    )
    body = rows[1:] if header else rows
    layout.dates = layout.dates or guess_dates(_column(body, layout.columns, ("end",)))
    layout.numbers = layout.numbers or guess_numbers(_column(body, layout.columns, ("score", "points")))
    return layout


def template_of(layout: Layout, raw: bytes) -> Template:
    """What of a layout serves for the next file: the heads instead of their places."""
    row = read_rows(raw, layout.sheet)[0]
    heads = {plain(cell): field for cell, field in zip(row.cells, layout.columns, strict=False) if field and cell}
    return Template(
        kind=layout.kind,
        heads=heads if layout.header else {},
        dates=layout.dates,
        numbers=layout.numbers,
        places=layout.places,
        game=layout.game,
        header=layout.header,
    )


def dry_run_of(source: Import, *, preview: bool = True) -> DryRun:
    """The dry run of a stored import. Raises `SheetProblem`."""
    layout = msgspec.convert(source.layout, Layout)
    return dry_run(raw_of(source), layout, msgspec.convert(source.answers, Answers), source.ladder, preview=preview)


def raw_of(source: Import) -> bytes:
    """The file of an import. Raises `SheetProblem` where it is lost or damaged."""
    try:
        return storage.load(source.sha256)
    except FileNotFoundError:
        raise SheetProblem("file_lost") from None


def dry_run(raw: bytes, layout: Layout, answers: Answers, ladder: Ladder, *, preview: bool = True) -> DryRun:
    plan = make_plan(read_rows(raw, layout.sheet), layout, ladder.zone)
    people = people_of(_named(plan), answers.names)
    games = _games({planned.game for planned in plan.matches}, answers.games)
    rejected = list(plan.rejected)
    candidates = []
    numbers = {
        key: person.player.pk if person.player else -number for number, (key, person) in enumerate(people.items(), 1)
    }
    for planned in plan.matches:
        found = _candidate(planned, people, numbers, games, answers)
        if isinstance(found, Candidate):
            candidates.append(found)
        else:
            rejected += found
    mark(candidates, ladder.zone)
    taken = [each for each in candidates if _is_taken(each, answers.choices)]
    rejected.sort(key=lambda each: each.line)
    run = DryRun(plan, people, games, candidates, taken, rejected)
    if preview:
        run.months = _previews(run, ladder)
    return run


def _named(plan: Plan) -> Iterable[tuple[str, str]]:
    for planned in plan.matches:
        for seat in planned.seats:
            yield seat.name, seat.platform_id
    for total in plan.totals:
        yield total.name, total.platform_id


def _column(rows: Sequence[Row], columns: Sequence[str], fields: tuple[str, ...]) -> list[Cell]:
    places = [place for place, name in enumerate(columns) if name in fields]
    return [row.cells[place] for row in rows for place in places if place < len(row.cells)]


def _games(texts: set[str], answers: Mapping[str, str]) -> dict[str, Game | None]:
    """The game behind each word of the file, by key or by its name in any language; one to be added is not saved yet."""
    named: dict[str, Game] = {}
    for key in registry.ENGINES:
        named[fold(key)] = named[fold(key.replace("_", " "))] = Game(key=key, name=key.replace("_", " ").title())
    for game in Game.objects.order_by("-pk"):
        for name in (game.key, game.key.replace("_", " "), game.name, *map(str, game.names.values())):
            named[fold(name)] = game
    found: dict[str, Game | None] = {}
    for text in sorted(texts):
        answer = answers.get(text, "")
        found[text] = named.get(fold(text if answer in ("", ADD) else answer))
        if answer == ADD and fold(text) not in named:
            found[text] = Game(name=text[:64])
    return found


def _candidate(
    planned: Planned,
    people: Mapping[str, Person],
    numbers: Mapping[str, int],
    games: Mapping[str, Game | None],
    answers: Answers,
) -> Candidate | list[Rejected]:
    """A match with its people, or why it cannot be taken, line by line."""
    game = games[planned.game]
    if game is None:
        return [Rejected(line, "game_unknown", {"found": planned.game}) for line in planned.lines]
    if planned.ended_at > dt.datetime.now(dt.UTC):
        return [Rejected(line, "in_the_future") for line in planned.lines]
    if game.pk and not game.seats_min <= len(planned.seats) <= game.seats_max:
        facts = {"found": len(planned.seats), "fewest": game.seats_min, "most": game.seats_max}
        return [Rejected(line, "seats_of_game", facts) for line in planned.lines]
    keys = [key_of(seat.name, seat.platform_id) for seat in planned.seats]
    for key, seat in zip(keys, planned.seats, strict=True):
        if people[key].must_be_asked:
            return _with_others(planned, Rejected(seat.line, "name_ambiguous", {"name": seat.name}))
    players = [numbers[key] for key in keys]
    for place, player in enumerate(players):
        if player in players[:place]:
            seat = planned.seats[place]
            return _with_others(planned, Rejected(seat.line, "player_twice", {"name": seat.name}))
    number = game.pk or -1 - list(games).index(planned.game)
    return Candidate(planned, number, players)


def _with_others(planned: Planned, first: Rejected) -> list[Rejected]:
    others = [Rejected(line, "with_its_match", {"other": first.line}) for line in planned.lines if line != first.line]
    return [first, *others]


def _is_taken(each: Candidate, choices: Mapping[str, str]) -> bool:
    """New ones are, and doubtful ones as they were answered: “probably the same” is left out, “perhaps” taken."""
    if each.status == "new":
        return True
    if each.status in ("same", "other"):
        return False
    return choices.get(each.planned.key, SKIP if each.status == "probable" else TAKE) == TAKE


def _previews(run: DryRun, ladder: Ladder) -> list[MonthPreview]:
    """The rankings of the months touched, from what counts there now and what would come."""
    listed = {game.pk for game in ladder.games.all()}
    months: dict[str, list[Candidate]] = {}
    for each in run.taken:
        if not listed or each.game in listed:
            months.setdefault(month_key(ladder, each.planned.ended_at), []).append(each)
    told = _told(run, ladder)
    return [
        _preview(run, season_at(ladder, months[key][0].planned.ended_at), months[key], told.get(key, {}))
        for key in sorted(months, reverse=True)[:PREVIEWED]
    ]


def _preview(run: DryRun, season: Season, coming: Sequence[Candidate], told: Mapping[int, Fraction]) -> MonthPreview:
    rules = rules_of(season)
    here = [match for match in season_matches(season) if not reason_against(match, season, rules)]
    names = {seat.player_id: seat.player.name for match in here for seat in match.seats.all()}
    results = [(match.ended_at, result_of(match, rules)) for match in here]
    for number, each in enumerate(coming, 1):
        seats = tuple(
            ScoredSeat(player, seat.place, seat.flag, seat.score)
            for player, seat in zip(each.players, each.planned.seats, strict=True)
        )
        names |= {player: seat.name for player, seat in zip(each.players, each.planned.seats, strict=True)}
        game = run.games[each.planned.game]
        result = Result(-number, seats, game=game.key if game else "")
        if not verdict_on(rules, result):
            results.append((each.planned.ended_at, result))
    names |= {person.player.pk: person.player.known_as for person in run.people.values() if person.player}
    results.sort(key=lambda one: one[0])
    rows = rank_results(rules, [result for _ended, result in results], names, season.key)
    lines = [Line(row.rank, names[row.player], row.points, row.played, told.get(row.player)) for row in rows]
    return MonthPreview(season, len(results), lines)


def _told(run: DryRun, ladder: Ladder) -> dict[str, dict[int, Fraction]]:
    """What the points column of a file with one row per seat adds up to, by month and person."""
    told: dict[str, dict[int, Fraction]] = {}
    for each in run.candidates:
        key = month_key(ladder, each.planned.ended_at)
        for player, seat in zip(each.players, each.planned.seats, strict=True):
            if seat.points is not None:
                month = told.setdefault(key, {})
                month[player] = month.get(player, Fraction(0)) + seat.points
    return told


def month_key(ladder: Ladder, instant: dt.datetime) -> str:
    """The month in which an instant lies by the league's clocks: `2026-10`."""
    local = instant.astimezone(ladder.zone)
    return f"{local.year:04}-{local.month:02}"


def totals_by_month(totals: Iterable[Total]) -> dict[tuple[int, int], list[Total]]:
    months: dict[tuple[int, int], list[Total]] = {}
    for total in totals:
        months.setdefault(total.month, []).append(total)
    return months
