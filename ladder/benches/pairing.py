"""Pairing, measured: tables, duels, brackets, and what the page of a bracket of 64 weighs."""

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

from django.test import Client
from django.test.utils import override_settings

from games.bench.figure import Figure
from games.models import Player, User
from ladder.benches.months import OWN_CACHE, files, game, make_people
from ladder.benches.scratch import scratch_database
from tournaments.benches.duels import duel_figures
from tournaments.benches.pairing import figure, table_figures
from tournaments.services.entrants import entrant_enter
from tournaments.services.stages import stage_start
from tournaments.services.tournaments import tournament_advance, tournament_create
from tournaments.terms import StageTerms, Terms

ENTRANTS = 64
PAGE_KB = 25.0


def pairing_figures(_folder: Path, repeat: int, _memory_logs: int, tell: Callable[[str], None]) -> Iterator[Figure]:
    """Every figure of the group; the other arguments are for groups that read logs."""
    yield from table_figures(tell)
    yield from duel_figures(repeat, tell)
    tell(f"the page of a bracket of {ENTRANTS}")
    with scratch_database(), override_settings(ALLOWED_HOSTS=["*"], STORAGES=files(), CACHES=OWN_CACHE):
        for format_ in ("single", "double"):
            page = Client().get(bracket_of(format_))
            assert page.status_code == 200
            name = f"page of a bracket of {ENTRANTS}, {format_} elimination, packed"
            yield figure(name, len(gzip.compress(page.content)) / 1000, "kB", PAGE_KB)


def bracket_of(format_: str) -> str:
    """The address of a bracket before its first match."""
    director = User.objects.create_superuser(f"{format_}@example.org", "a good password")
    terms = Terms(wanted=2, least=2, most=2, points={2: (1, 0)}, check_in=False)
    stages = [StageTerms(format=format_)]
    event = tournament_create(name=format_, game=game("pairing"), by=director, terms=terms, stages=stages, lot="lot")
    tournament_advance(event, "entries", version=event.version, by=director)
    first = make_people(ENTRANTS)
    for seed, player in enumerate(Player.objects.filter(pk__gte=first).order_by("pk")[:ENTRANTS], start=1):
        entrant_enter(event, player, by=director, seed=seed)
    event.refresh_from_db()
    tournament_advance(event, "running", version=event.version, by=director)
    stage = event.stages.get()
    stage_start(stage, version=stage.version, by=director)
    return f"/tournaments/{event.slug}/bracket/"
