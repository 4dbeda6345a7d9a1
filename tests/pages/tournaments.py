"""Tournaments for the pages: one of three rounds at tables that runs, a bracket for two, one that can be entered."""

from dataclasses import dataclass

from games.models import User
from tests.factories import a_player
from tests.tournaments.events import TWO, Event
from tests.tournaments.test_autumn import (
    ROUND_3,
    autumn,
    correct_fourth_table,
    first_round,
    late_and_gone,
    second_round,
)
from tournaments.models import Tournament
from tournaments.services.entrants import entrant_enter
from tournaments.services.tournaments import tournament_advance, tournament_create
from tournaments.terms import StageTerms, Terms


@dataclass
class Events:
    """`tables` is in its third round, `cup` in its semi-finals, `open` takes entries; `rosa` directs all of them."""

    tables: Event
    cup: Event
    open: Tournament
    people: dict[str, User]

    @property
    def rosa(self) -> User:
        return self.tables.by


def build(people: dict[str, User]) -> Events:
    """`people` are accounts by the name of the player they are."""
    for name, user in people.items():
        a_player(name, user)
    tables = autumn()
    first_round(tables)
    late_and_gone(tables)
    second_round(tables)
    correct_fourth_table(tables)
    tables.next_round(*ROUND_3)
    tables.result("livio_lupo 129, brunello3 124, hugo_pt 112")
    cup = Event(
        "adamanta brunello3 chiaraluna dado_storto elenaditroia fabio_faro".split(),
        TWO,
        [StageTerms(format="single", third_place=True)],
        by=tables.by,
    )
    cup.result("dado_storto, elenaditroia")
    cup.result("fabio_faro, chiaraluna")
    cup.result("adamanta, dado_storto")
    return Events(tables, cup, entries_open(tables), people)


def entries_open(tables: Event) -> Tournament:
    tournament = tournament_create(
        name="Coppa d’inverno",
        game=tables.tournament.game,
        by=tables.by,
        terms=Terms(places=2, fewest=2, least=2),
        stages=[StageTerms(rounds=3)],
        lot="lot",
    )
    tournament_advance(tournament, "entries", version=1, by=tables.by)
    for name in ("gufetta", "livio_lupo"):
        entrant_enter(tournament, tables.entrant(name).player, by=tables.by)
    tournament.refresh_from_db()
    return tournament
