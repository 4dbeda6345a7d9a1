"""A stage read whole: who is in it, its rounds, tables and results. Everything else is computed from this."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import msgspec
from django.db.models import QuerySet

from games.models import Match, Player
from games.scoring.facts import Seat
from games.services.changes import COUNTABLE, WITHOUT_RESULT
from tournaments.formats.cups import Shape
from tournaments.models import (
    Entrant,
    EntrantChange,
    Pairing,
    PairingSeat,
    Round,
    Stage,
    StageEntrant,
    TableMatch,
)
from tournaments.pairing.field import Apart, Field, Past
from tournaments.points import Games, games, sat
from tournaments.selectors.merged import known_as, known_as_players
from tournaments.selectors.needs import with_needs
from tournaments.standings.criteria import Tally
from tournaments.standings.played import Bye, Event, Sat, Table
from tournaments.terms import PLANNED, StageTerms, Terms

TableState = Literal["open", "reported", "decided", "no_result"]
Presence = Literal["not_in", "in", "out"]


@dataclass(frozen=True)
class LaidTable:
    """A table with its people by seat and the matches played there."""

    pairing: Pairing
    people: tuple[int, ...]
    matches: tuple[Match, ...]
    results: tuple[tuple[Seat, ...], ...]
    """Believed results of just these people, seats in the order of the table."""
    substitutes: dict[int, Player] = field(default_factory=dict)
    """Who plays in somebody's seat instead, by entrant."""

    @cached_property
    def games(self) -> Games:
        """How a best of several stands."""
        return games(self.people, self.results, self.pairing.best_of)

    @property
    def state(self) -> TableState:
        if self.pairing.no_result:
            return "no_result"
        if self.results and (self.pairing.best_of == 1 or self.games.is_decided):
            return "decided"
        if any(match.state in COUNTABLE and match.ending == Match.Ending.NO_RESULT for match in self.matches):
            return "no_result"
        return "reported" if self.matches else "open"

    @property
    def is_decided(self) -> bool:
        return self.state in ("decided", "no_result")

    @property
    def is_owed(self) -> bool:
        """Whether its people still have to play. What is reported waits for others; a best of several goes on."""
        if self.is_decided or len(self.people) < 2:
            return False
        going_on = self.pairing.best_of > 1 and all(match.state in COUNTABLE for match in self.matches)
        return not self.matches or going_on

    def is_overdue(self, now: datetime) -> bool:
        """Whether its deadline has passed. The last minute is still in time."""
        deadline = self.pairing.round.deadline
        return not self.is_decided and deadline is not None and deadline < now

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The result of a decided table; of several games, who won more of them."""
        if self.state != "decided":
            return ()
        if self.pairing.best_of == 1:
            return self.results[0]
        wins, last = self.games.wins, {seat.player: seat for seat in self.results[self.games.played - 1]}
        return tuple(
            Seat(one, 1 + sum(other > wins[one] for other in wins.values()), last[one].flag)
            if last[one].flag != "no_show"
            else Seat(one, None, "no_show")
            for one in self.people
        )


@dataclass(frozen=True)
class LaidRound:
    """A round with its tables, in order, and who is out."""

    round: Round
    tables: tuple[LaidTable, ...]
    out: tuple[PairingSeat, ...]

    @property
    def is_draft(self) -> bool:
        return self.round.state == Round.State.DRAFT

    @property
    def byes(self) -> tuple[int, ...]:
        """Who has as much as somebody to whom the pairing gave a bye."""
        return tuple(seat.entrant_id for seat in self.out if seat.out in (PairingSeat.Out.BYE, PairingSeat.Out.FULL))

    @property
    def asked_off(self) -> dict[int, str]:
        """Who asked for a round of a Swiss off, and how he sits out: with half a bye, or without points."""
        asked = (PairingSeat.Out.HALF, PairingSeat.Out.REST)
        return {seat.entrant_id: seat.out for seat in self.out if seat.out in asked}

    @property
    def arrangement(self) -> tuple[list[list[int]], list[int]]:
        """Tables and byes as lists, to be changed."""
        return [list(table.people) for table in self.tables], [seat.entrant_id for seat in self.out]

    @property
    def all_decided(self) -> bool:
        return all(table.is_decided for table in self.tables if table.people or self.round.side == "")


def _seated(rows: QuerySet[PairingSeat]) -> tuple[dict[int, list[PairingSeat]], dict[int, list[PairingSeat]]]:
    """Seats by table, and who is out by round."""
    seats: dict[int, list[PairingSeat]] = {}
    out: dict[int, list[PairingSeat]] = {}
    for seat in rows.select_related("substitute__merged_into").order_by("number", "pk"):
        if seat.pairing_id is None:
            out.setdefault(seat.round_id, []).append(seat)
        else:
            seats.setdefault(seat.pairing_id, []).append(seat)
    return seats, out


def _played(rows: QuerySet[TableMatch]) -> dict[int | None, list[TableMatch]]:
    """Matches by table."""
    found: dict[int | None, list[TableMatch]] = {}
    for row in rows.order_by("number").select_related("match").prefetch_related("match__seats"):
        found.setdefault(row.pairing_id, []).append(row)
    return found


class Rows:
    """The rows of some stages, read together: for all of them it takes as many questions as for one."""

    def __init__(self, stages: Sequence[Stage]) -> None:
        keys = [stage.pk for stage in stages]
        self.field: dict[int, list[StageEntrant]] = {}
        field_rows = StageEntrant.objects.filter(stage__in=keys).select_related("entrant__player__merged_into")
        for one in field_rows.order_by("stage", "seed"):
            self.field.setdefault(one.stage_id, []).append(one)
        self.changes: dict[int, list[EntrantChange]] = {}
        for change in EntrantChange.objects.filter(stage__in=keys).order_by("round", "pk"):
            self.changes.setdefault(change.stage_id, []).append(change)
        self.rounds: dict[int, list[Round]] = {}
        for round_ in Round.objects.filter(stage__in=keys).order_by("number"):
            self.rounds.setdefault(round_.stage_id, []).append(round_)
        self.seats, self.out = _seated(PairingSeat.objects.filter(round__stage__in=keys))
        self.played = _played(TableMatch.objects.filter(pairing__round__stage__in=keys))
        self.pairings: dict[int, list[Pairing]] = {}
        pairings = Pairing.objects.filter(round__stage__in=keys)
        if any(getattr(stage, "needs", False) for stage in stages):
            pairings = with_needs(pairings)
        for pairing in pairings.order_by("round", "number"):
            self.pairings.setdefault(pairing.round_id, []).append(pairing)


class Board:
    """One stage as it stands in the database now."""

    def __init__(self, stage: Stage, rows: Rows | None = None) -> None:
        rows = rows or Rows([stage])
        self.stage = stage
        self.tournament = stage.tournament
        self.terms: Terms = self.tournament.terms
        self.stage_terms: StageTerms = stage.terms
        people = rows.field.get(stage.pk, [])
        self.field = tuple(row.entrant_id for row in people)
        """Entrants by seed."""
        self.seed = {row.entrant_id: row.seed for row in people}
        self.group = {row.entrant_id: row.group for row in people if row.group is not None}
        """The group or division of each, counted from 1."""
        self.why: dict[int, dict[str, Any]] = {row.entrant_id: row.reason for row in people}
        """What brought everybody into the stage."""
        self.entrants: dict[int, Entrant] = {row.entrant_id: row.entrant for row in people}
        self.changes: dict[int, list[EntrantChange]] = {}
        for change in rows.changes.get(stage.pk, []):
            self.changes.setdefault(change.entrant_id, []).append(change)
        self.rounds = self._rounds(rows)

    def _rounds(self, rows: Rows) -> tuple[LaidRound, ...]:
        return tuple(self._round(round_, rows) for round_ in rows.rounds.get(self.stage.pk, []))

    def reread(self) -> None:
        """Read all rounds anew, after an act that changed them."""
        self.rounds = self._rounds(Rows([self.stage]))

    def reread_tables(self, pairings: Collection[int], *, people: bool = False) -> None:
        """Read the matches of these tables anew, and their `people`, after an act that changed nothing else of the rounds."""
        seats = _seated(PairingSeat.objects.filter(pairing__in=pairings))[0] if people else {}
        played = _played(TableMatch.objects.filter(pairing__in=pairings))

        def now(table: LaidTable) -> LaidTable:
            pk = table.pairing.pk
            if pk not in pairings:
                return table
            if people:
                return self._table(table.pairing, seats.get(pk, []), played.get(pk, []))
            return self._with_matches(table.pairing, table.people, table.substitutes, played.get(pk, []))

        self.rounds = tuple(LaidRound(laid.round, tuple(map(now, laid.tables)), laid.out) for laid in self.rounds)

    def _round(self, round_: Round, rows: Rows) -> LaidRound:
        round_.stage = self.stage
        tables = []
        for pairing in rows.pairings.get(round_.pk, []):
            pairing.round = round_
            tables.append(self._table(pairing, rows.seats.get(pairing.pk, []), rows.played.get(pairing.pk, [])))
        return LaidRound(round_, tuple(tables), tuple(rows.out.get(round_.pk, [])))

    def _table(self, pairing: Pairing, seats: Sequence[PairingSeat], rows: Sequence[TableMatch]) -> LaidTable:
        people = tuple(seat.entrant_id for seat in seats)
        substitutes = {seat.entrant_id: seat.substitute for seat in seats if seat.substitute is not None}
        return self._with_matches(pairing, people, substitutes, rows)

    def _with_matches(
        self, pairing: Pairing, people: tuple[int, ...], substitutes: dict[int, Player], rows: Sequence[TableMatch]
    ) -> LaidTable:
        matches = tuple(row.match for row in rows)
        results = tuple(
            result
            for match in matches
            if match.state in COUNTABLE
            and match.ending not in WITHOUT_RESULT
            and (result := self.result_of(match, people, substitutes)) is not None
        )
        laid = LaidTable(pairing, people, matches, results, substitutes)
        walkover = self._walkover(laid)
        return replace(laid, results=(*results, walkover)) if walkover else laid

    def _walkover(self, table: LaidTable) -> tuple[Seat, ...]:
        """In a bracket for two, who has left loses what he has not played; where both have, nobody goes on."""
        if not self.is_bracket or len(table.people) < 2 or table.state in ("decided", "no_result"):
            return ()
        gone = {one for one in table.people if self.entrants[one].state == Entrant.State.DROPPED}
        if not gone or len(table.results) < len(table.matches):
            return ()
        return tuple(Seat(one, None, "no_show") if one in gone else Seat(one, 1) for one in table.people)

    @property
    def is_bracket(self) -> bool:
        """Whether the stage is a bracket for two."""
        return self.terms.is_for_two and self.stage_terms.format in ("single", "double")

    @cached_property
    def by_player(self) -> dict[int, int]:
        """The entrant of each player, also of whom he was merged into, unless that one has entered himself."""
        every = {pk: one.pk for one in self.entrants.values() for pk in known_as(one.player)}
        return every | {one.player_id: one.pk for one in self.entrants.values()}

    def player(self, entrant: int) -> Player:
        """Who an entrant is by now."""
        return list(known_as_players(self.entrants[entrant].player))[-1]

    def people_of(self, match: Match, substitutes: Mapping[int, Player] = {}) -> dict[int, Seat] | None:
        """The seats of a match by entrant, substitutes for whom they play; None where somebody is none."""
        by_player = self.by_player
        if substitutes:
            instead = {pk: entrant for entrant, player in substitutes.items() for pk in known_as(player)}
            by_player = {pk: one for pk, one in by_player.items() if one not in substitutes} | instead
        found = {}
        for seat in match.seats.all():
            entrant = by_player.get(seat.recorded_for_id) or by_player.get(seat.player_id)
            if entrant is None:
                return None
            found[entrant] = Seat(entrant, seat.place, seat.flag, seat.score)
        return found

    def result_of(
        self, match: Match, people: Sequence[int], substitutes: Mapping[int, Player] = {}
    ) -> tuple[Seat, ...] | None:
        """What a match tells of a table; None where others sat there."""
        seats = self.people_of(match, substitutes)
        if seats is None or seats.keys() != set(people):
            return None
        return tuple(seats[one] for one in people)

    @property
    def published(self) -> tuple[LaidRound, ...]:
        return tuple(laid for laid in self.rounds if not laid.is_draft)

    @property
    def draft(self) -> LaidRound | None:
        return next((laid for laid in self.rounds if laid.is_draft), None)

    def laid(self, round_: Round) -> LaidRound:
        return next(laid for laid in self.rounds if laid.round.pk == round_.pk)

    def table(self, pairing: Pairing) -> LaidTable:
        return next(table for laid in self.rounds for table in laid.tables if table.pairing.pk == pairing.pk)

    def table_at(self, pk: int) -> LaidTable | None:
        """The table with this number of its row; None where it is gone."""
        return next((table for laid in self.rounds for table in laid.tables if table.pairing.pk == pk), None)

    def presence(self, entrant: int, number: int) -> Presence:
        """What somebody is in a round: not yet in, in, or out. Later changes do not touch it."""
        changes = self.changes.get(entrant, [])
        if changes and changes[0].kind == EntrantChange.Kind.LATE and number < changes[0].round:
            return "not_in"
        last = [change for change in changes if change.round <= number]
        return "out" if last and last[-1].kind == EntrantChange.Kind.DROPPED else "in"

    def still_in(self, number: int) -> list[int]:
        """Who has come and has not left by a round, by seed."""
        return [one for one in self.field if self.presence(one, number) == "in"]

    def present(self, number: int) -> tuple[int, ...]:
        """Who takes part in a round, by seed; only those who checked in for it where the terms ask for that."""
        here = self.still_in(number)
        if self.terms.check_in_rounds and number > 1:
            ready = self.checked_in(number)
            here = [one for one in here if one in ready]
        return tuple(here)

    def checked_in(self, number: int) -> set[int]:
        """Who checked in for a round."""
        return set(self.stage.check_ins.filter(round=number).values_list("entrant", flat=True))

    def asked_off(self, number: int) -> dict[int, str]:
        """Who asked for a round off that is drafted or published, and how he sits out; only a Swiss knows that."""
        laid = next((laid for laid in self.rounds if laid.round.number == number), None)
        return laid.asked_off if laid is not None and self.stage_terms.format == "swiss" else {}

    @property
    def shape(self) -> Shape:
        """Of an elimination at tables: their sizes, and who goes on from them."""
        return self.stage_terms.shape(self.terms)

    @property
    def is_planned(self) -> bool:
        """Whether all rounds follow from a plan made at the start."""
        return self.stage_terms.format in PLANNED

    def out_kind(self, entrant: int, number: int) -> str:
        """What somebody is who has no seat in a round: by the plan at rest, or with a bye where others left him alone."""
        tables = self.stage.plan[number - 1 : number] if self.is_planned else []
        sits = any(self.field[one] == entrant for tables_of in tables for table in tables_of for one in table)
        return PairingSeat.Out.BYE if sits or not self.is_planned else PairingSeat.Out.REST

    @property
    def groups(self) -> dict[int, tuple[int, ...]]:
        """Entrants of each group or division, by seed."""
        found: dict[int, list[int]] = {}
        for one in self.field:
            if one in self.group:
                found.setdefault(self.group[one], []).append(one)
        return {number: tuple(people) for number, people in sorted(found.items())}

    def given(self) -> dict[int, Fraction]:
        """What late entrants got for the rounds they missed."""
        worth = self.terms.late_points()
        return {
            entrant: worth * (changes[0].round - 1)
            for entrant, changes in self.changes.items()
            if changes[0].kind == EntrantChange.Kind.LATE
        }

    def sat(self, table: LaidTable) -> tuple[Sat, ...]:
        """What a decided table gave, substitutes' points where the terms want them."""
        found = sat(self.terms, table.seats)
        share = {"original": Fraction(1), "share": Fraction(1, 2)}.get(self.terms.substitute, Fraction(0))
        return tuple(
            msgspec.structs.replace(one, points=one.points * share) if self._scorer(table, one.entrant) else one
            for one in found
        )

    def _scorer(self, table: LaidTable, entrant: int) -> int | None:
        """Who else gets points for somebody's seat at this table."""
        player = table.substitutes.get(entrant)
        if player is None or self.terms.substitute == "original":
            return None
        return next((self.by_player[pk] for pk in known_as(player) if pk in self.by_player), None)

    def stood_in(self, rounds: Sequence[LaidRound]) -> dict[int, Fraction]:
        """What people got for playing in the seats of others."""
        found: dict[int, Fraction] = {}
        for table in (table for laid in rounds for table in laid.tables if table.substitutes):
            whole, left = sat(self.terms, table.seats), self.sat(table)
            for one, rest in zip(whole, left, strict=True):
                scorer = self._scorer(table, one.entrant)
                if scorer is not None:
                    found[scorer] = found.get(scorer, Fraction(0)) + one.points - rest.points
        return found

    def event(self, before: int | None = None, people: Sequence[int] | None = None) -> Event:
        """What has been decided, for standings; `before` leaves out that round and later ones, `people` are a group.

        A play-off gives no points.
        """
        counted = [laid for laid in self.published if laid.round.side != Round.Side.PLAY_OFF]
        rounds = [laid for laid in counted if before is None or laid.round.number < before]
        field = self.field if people is None else tuple(people)
        worth = self.terms.worth_out()
        return Event(
            entrants=field,
            tables=tuple(
                Table(laid.round.number, self.sat(table))
                for laid in rounds
                for table in laid.tables
                if table.state == "decided" and (people is None or set(table.people) <= set(field))
            ),
            byes=tuple(
                Bye(laid.round.number, seat.entrant_id, worth[seat.out])
                for laid in rounds
                for seat in laid.out
                if seat.out in worth and (people is None or seat.entrant_id in field)
            ),
            given=_added(self.given(), self.stood_in(rounds)),
            lot_seed=self.tournament.lot,
        )

    def pairing_field(self, number: int, *, wishes: bool = True) -> Field:
        """What a round is paired from: points before it, then seeds; and all that went before.

        Without `wishes` nothing is read of who should not meet, which only directors see.
        """
        earlier = [laid for laid in self.published if laid.round.number < number]
        totals = Tally(self.event(before=number)).totals
        off = self.asked_off(number)
        byes: dict[int, int] = {}
        for laid in earlier:
            for entrant in laid.byes:
                byes[entrant] = byes.get(entrant, 0) + 1
        return Field(
            standing=tuple(
                sorted((set(self.present(number)) - set(off)), key=lambda one: (-totals[one], self.seed[one]))
            ),
            points=totals,
            past=tuple(self._past(laid, table) for laid in earlier for table in laid.tables if table.people),
            byes=byes,
            apart=self.apart(first=number == 1) if wishes else (),
            wanted=self.terms.wanted,
            least=self.terms.least,
            most=self.terms.most,
        )

    def apart(self, *, first: bool = False) -> tuple[Apart, ...]:
        """Who should not meet: those who asked, clubs where the terms say so, and at the `first` round old groups."""
        hard = {"prefer": False, "never": True}
        rows = self.tournament.not_to_meet.values_list("first", "second")
        found = [Apart(pair, "asked", hard[self.terms.asked]) for pair in rows]
        if self.terms.clubs != "off":
            of = {one: entrant.club.strip().casefold() for one, entrant in self.entrants.items()}
            found += [Apart(members, "club", hard[self.terms.clubs]) for members in _together(self.field, of)]
        if first:
            came_from = {one: reason.get("group") for one, reason in self.why.items()}
            found += [Apart(members, "group") for members in _together(self.field, came_from)]
        return tuple(found)

    def _past(self, laid: LaidRound, table: LaidTable) -> Past:
        absent = frozenset(seat.player for seat in table.seats if seat.flag == "no_show")
        return Past(laid.round.number, table.people, absent)


def _together(people: Sequence[int], of: Mapping[int, object]) -> list[tuple[int, ...]]:
    """Those of one club or group each; who has none is alone."""
    found: dict[object, list[int]] = {}
    for one in people:
        if of.get(one):
            found.setdefault(of[one], []).append(one)
    return [tuple(members) for members in found.values() if len(members) > 1]


def _added(one: Mapping[int, Fraction], other: Mapping[int, Fraction]) -> dict[int, Fraction]:
    return {key: one.get(key, Fraction(0)) + other.get(key, Fraction(0)) for key in {*one, *other}}


def board_of(stage_pk: int) -> Board:
    """The stage as it is now."""
    return Board(Stage.objects.select_related("tournament__game").get(pk=stage_pk))


def boards_of(stages: Sequence[Stage]) -> list[Board]:
    """Stages as they are now, read together; each with its tournament and game already at hand."""
    rows = Rows(stages)
    return [Board(stage, rows) for stage in stages]
