"""Eliminations for pages: the boxes of each round, from the plan and the results; the lists that also the drawing is made of."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ladder.formats import points
from ladder.tournament_pages.drawing import Box, BoxSeat, Column
from ladder.tournament_pages.people import People
from ladder.tournament_pages.rounds import is_final, title_of
from ladder.tournament_pages.words import round_title, sizes_told
from tournaments.formats import bracket_play
from tournaments.formats.bracket_play import NOBODY, Bracket
from tournaments.formats.brackets import Match, Plan
from tournaments.formats.cups import Step, cup
from tournaments.models import Stage
from tournaments.pairing.sizes import split
from tournaments.selectors.board import Board, LaidRound, LaidTable
from tournaments.selectors.brackets import bracket_of, plan_of
from tournaments.selectors.cups import cup_expected, cup_going, cup_undecided
from tournaments.selectors.lives import is_over, lives_by_round, lives_of
from tournaments.terms import Terms

# For two


def duel_columns(board: Board, people: People, lit: str) -> tuple[list[list[Column]], list[Column]]:
    """The columns of each side, and those of the final."""
    bracket = bracket_of(board)
    boxes = DuelBoxes(board, bracket, people, lit)
    double = board.stage_terms.format == "double"
    sides: dict[str, list[Column]] = {}
    for (side, number), matches in groupby(boxes.matches, key=lambda one: (one.side, one.round)):
        rows = list(matches)
        column = Column(round_title(side, number, boxes.last - number, double), [boxes.box(match) for match in rows])
        sides.setdefault(side, []).append(column)
    winners = sides["winners"]
    for number, column in enumerate(winners[1:]):
        winners[number].boxes = boxes.with_byes(winners[number].boxes, column.boxes)
    groups = [winners, *([sides["losers"]] if "losers" in sides else [])]
    tail = [*sides.get("final", []), *sides.get("reset", [])]
    if "third" in sides:
        groups.append(sides["third"])
    return groups, tail


class DuelBoxes:
    """Makes the boxes of a bracket for two."""

    def __init__(self, board: Board, bracket: Bracket, people: People, lit: str) -> None:
        self.board, self.people, self.lit = board, people, lit
        self.bracket = bracket
        self.matches = bracket_play.matches(bracket)
        self.seats = bracket_play.seats(bracket)
        self.last = max(match.round for match in self.matches if match.side == "winners")
        self.tables = {
            table.pairing.node: table
            for laid in board.published
            for table in laid.tables
            if table.pairing.node is not None
        }
        self.from_: dict[tuple[int, int], tuple[Match, bool]] = {}
        for match in self.matches:
            for edge, loses in ((match.winner_to, False), (match.loser_to, True)):
                if edge:
                    self.from_[edge.match, edge.seat] = match, loses
        self.byes: dict[str, Box] = {}

    def box(self, match: Match) -> Box:
        table = self.tables.get(match.id)
        outcome = self.bracket.outcomes.get(match.id)
        seats = [
            self.seat(match, number, table, None if outcome is None else outcome.winner == number) for number in (0, 1)
        ]
        sub = _("best of %(n)s") % {"n": match.best_of} if match.best_of > 1 else ""
        return Box(
            key=f"m{match.id}",
            title=label(match),
            seats=seats,
            url=url_of(self.board, table) if table else "",
            sub=sub,
            goes_to=f"m{match.winner_to.match}" if match.winner_to else "",
        )

    def seat(self, match: Match, number: int, table: LaidTable | None, won: bool | None) -> BoxSeat:
        who = self.seats[match.id][number]
        if who is None:
            before, loses = self.from_[match.id, number]
            text = _("loser of %(match)s") if loses else _("winner of %(match)s")
            return BoxSeat(text % {"match": label(before)}, kind="open")
        if who == NOBODY:
            return BoxSeat(_("nobody"), kind="open")
        player = self.people.player(who)
        return BoxSeat(
            self.people.name(who),
            str(self.board.seed[who]),
            score_of(table, who),
            "" if won is None else "on" if won else "out",
            who,
            player.slug == self.lit,
        )

    def with_byes(self, boxes: Sequence[Box], after: Sequence[Box]) -> list[Box]:
        """A round with the byes among its matches, each before the match in which it ends."""
        found: list[Box] = []
        for box in after:
            match = self.matches[int(box.key[1:])] if not box.is_bye else None
            for number in (0, 1) if match else ():
                before = self.from_.get((match.id, number))
                if before:
                    found += [one for one in boxes if one.key == f"m{before[0].id}"]
                elif match.round > 1:
                    seat = box.seats[number]
                    shown = BoxSeat(seat.name, seat.mark, "", "on", seat.who, seat.lit)
                    found.append(Box(f"b{seat.who}", _("bye"), [shown], is_bye=True, goes_to=box.key))
        return found


LETTERS = {"winners": "W", "losers": "L", "final": "F", "reset": "F2", "third": "3P"}


def label(match: Match) -> str:
    """A short name of a match: W2.1 in the winners' bracket, L3.2 in the losers', F the final."""
    letter = LETTERS[match.side]
    return f"{letter}{match.round}.{match.number}" if match.side in ("winners", "losers") else letter


def score_of(table: LaidTable | None, who: int) -> str:
    """Games of a best of several, else the score; nothing before the end, a word where somebody did not come."""
    if table is None or table.state != "decided" or who not in table.people:
        return ""
    seat = next(seat for seat in table.seats if seat.player == who)
    if seat.flag == "no_show":
        return _("abs.")
    if table.pairing.best_of > 1:
        return str(table.games.wins[who])
    return "" if seat.score is None else str(seat.score)


def url_of(board: Board, table: LaidTable) -> str:
    """The match that decides a table, else the table in its round."""
    if len(table.matches) == 1:
        return table.matches[0].get_absolute_url()
    address = reverse("tournament_round", args=[board.tournament.slug, board.stage.number, table.pairing.round.number])
    return f"{address}#t{table.pairing.number}"


# At tables of several


def cup_columns(board: Board, people: People, lit: str) -> list[Column]:
    """Who came in, the rounds that are published, and those that follow from their number."""
    columns = [qualified(board, people, lit)]
    columns += [cup_column(board, laid, people, lit, cup_going(board, laid)) for laid in board.published]
    return [*columns, *future(board, cup_expected(board), len(board.published) + bool(cup_undecided(board)))]


def qualified(board: Board, people: People, lit: str) -> Column:
    """Everybody who starts, by seed."""
    seats = [
        BoxSeat(
            people.name(one),
            str(board.seed[one]),
            points(Fraction(board.why[one]["points"])) if "points" in board.why[one] else "",
            "",
            one,
            people.player(one).slug == lit,
        )
        for one in board.field
    ]
    title = _("Qualified") if board.stage.number > 1 else _("Players")
    return Column(title, [Box("q", title, seats)])


def cup_column(board: Board, laid: LaidRound, people: People, lit: str, going: Collection[int]) -> Column:
    """The tables of a round, and its byes; `going` go on."""
    boxes = [cup_box(board, laid, table, people, lit, going) for table in laid.tables]
    boxes += [
        Box(
            f"b{one}",
            _("bye"),
            [BoxSeat(people.name(one), str(board.seed[one]), "", "on", one, people.player(one).slug == lit)],
            is_bye=True,
        )
        for one in laid.byes
    ]
    return Column(cup_title(board, laid), boxes)


def cup_title(board: Board, laid: LaidRound) -> str:
    return _("Final") if is_final(laid) else title_of(board, laid)


def cup_box(board: Board, laid: LaidRound, table: LaidTable, people: People, lit: str, going: Collection[int]) -> Box:
    told = {seat.player: seat for seat in table.seats}
    order: Callable[[int], tuple[int, int]] = lambda one: (  # noqa: E731
        (told[one].place or 99) if one in told else 0,
        table.people.index(one),
    )
    final = is_final(laid)
    seats = []
    for number, one in enumerate(sorted(table.people, key=order), start=1):
        seat = told.get(one)
        mark = str(number) if seat is None else str(seat.place or "–")
        score = (
            ""
            if seat is None
            else _("abs.")
            if seat.flag == "no_show"
            else ""
            if seat.score is None
            else str(seat.score)
        )
        won = one in going or (final and seat is not None and seat.place == 1)
        kind = "" if seat is None else "on" if won else "out"
        seats.append(BoxSeat(people.name(one), mark, score, kind, one, people.player(one).slug == lit))
    by_place = sum(seat.kind == "on" for seat in seats) if table.is_decided else 0
    return Box(
        f"t{laid.round.number}.{table.pairing.number}",
        _("Table %(n)s") % {"n": table.pairing.number},
        seats,
        url_of(board, table),
        "",
        by_place,
    )


def lives_columns(board: Board, people: People, lit: str) -> list[Column]:
    """Who came in, the rounds that are published, and who is still in with how many lives."""
    columns = [qualified(board, people, lit)]
    state = lives_of(board).lives.lives
    steps = lives_by_round(board)
    for number, laid in enumerate(board.published):
        before, after = steps[number] if number < len(steps) else ({}, {})
        kept = {one for one, lives in after.items() if lives and lives == before[one]}
        columns.append(cup_column(board, laid, people, lit, kept))
    left = []
    for number in sorted(set(state.values()) - {0}, reverse=True):
        title = ngettext("%(n)s life", "%(n)s lives", number) % {"n": number}
        seats = [seat_of(board, one, people, lit) for one in board.field if state[one] == number]
        left.append(Box(f"l{number}", title, seats))
    return [*columns, Column(_("Still in"), left)] if board.published and not is_over(board) else columns


def seat_of(board: Board, one: int, people: People, lit: str) -> BoxSeat:
    """Somebody with his seed."""
    return BoxSeat(people.name(one), str(board.seed[one]), "", "", one, people.player(one).slug == lit)


def future(board: Board, people: int, played: int) -> list[Column]:
    """Rounds that are not paired yet: sizes are known, people are not."""
    columns = []
    for number, step in enumerate(cup(people, board.shape), start=1):
        title = _("Final") if step.is_final else _("Round %(number)d") % {"number": played + number}
        boxes = [
            Box(
                f"f{number}.{table}", _("Table %(n)s") % {"n": table}, [BoxSeat(_("not known yet"), kind="open")] * size
            )
            for table, size in enumerate(step.sizes, start=1)
        ]
        columns.append(Column(title, boxes))
    return columns


# The plan of stages


@dataclass(frozen=True)
class PlanLine:
    """A round of the plan: how many sit down, at which tables, how many go on."""

    title: str
    tables: str
    on: str = ""


def stage_plan(terms: Terms, stage: Stage, people: int) -> list[PlanLine]:
    """The rounds of a stage in advance, for so many people; none where that follows from something else."""
    stage_terms = stage.terms
    if people < 2:
        return []
    if stage_terms.format == "single" and not terms.is_for_two:
        steps = cup(people, stage_terms.shape(terms))
        return [cup_line(step, number) for number, step in enumerate(steps, start=1)]
    if stage_terms.format in ("single", "double"):
        return duel_lines(plan_of(stage_terms, people), stage_terms.format == "double")
    if stage_terms.format == "swiss":
        found = split(people, terms.wanted, terms.least, terms.most)
        text = sizes_told(found.sizes, found.byes)
        return [PlanLine(_("Round %(number)d") % {"number": n}, text) for n in range(1, (stage_terms.rounds or 0) + 1)]
    return [
        PlanLine(_("Round %(number)d") % {"number": n}, sizes_told([len(table) for table in tables]))
        for n, tables in enumerate(stage.plan, start=1)
    ]


def swiss_plan(board: Board) -> list[PlanLine]:
    """The rounds of a Swiss that runs: those published as they are, the others for who is still in."""
    played = [
        PlanLine(title_of(board, laid), sizes_told([len(table.people) for table in laid.tables], len(laid.byes)))
        for laid in board.published
    ]
    coming = stage_plan(board.terms, board.stage, len(board.still_in(len(played) + 1)))
    return [*played, *coming[len(played) :]]


def duel_lines(plan: Plan, double: bool) -> list[PlanLine]:
    lines = []
    last = max(match.round for match in plan.matches if match.side == "winners")
    for (side, number), matches in groupby(plan.matches, key=lambda one: (one.side, one.round)):
        n = len(list(matches))
        text = ngettext("%(n)s match", "%(n)s matches", n) % {"n": n}
        lines.append(PlanLine(round_title(side, number, last - number, double), text))
    return lines


def cup_line(step: Step, number: int) -> PlanLine:
    if step.is_final:
        return PlanLine(_("Final"), sizes_told(step.sizes))
    text = ngettext("%(n)s goes on", "%(n)s go on", step.go_on) % {"n": step.go_on}
    if step.best_next:
        more = ngettext("%(n)s of them as best next", "%(n)s of them as best next", step.best_next) % {
            "n": step.best_next
        }
        text = f"{text}, {more}"
    return PlanLine(_("Round %(number)d") % {"number": number}, sizes_told(step.sizes, step.byes), text)
