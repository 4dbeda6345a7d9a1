"""The demo's tournaments: the one of October with its matches, a cup that is being played, one that takes entries."""

from collections.abc import Sequence
from datetime import UTC, datetime

from django.utils import timezone

from games.models import Match, Player, User
from games.services.results import game_for
from ladder.demo.months import IDS, Planned
from tournaments.models import Entrant, Pairing, Round, Stage, Tournament
from tournaments.services.drafts import draft_arrange, round_pair
from tournaments.services.entrants import entrant_check_in, entrant_drop, entrant_enter, entrant_late
from tournaments.services.publishing import round_publish
from tournaments.services.results import match_attach
from tournaments.services.stages import stage_complete, stage_start
from tournaments.services.tournaments import role_grant, tournament_advance, tournament_create
from tournaments.terms import StageTerms, Terms

AUTUMN, CUP, WINTER = "alhambra-dautunno", "coppa-res-arcana", "torneo-dinverno"
"""The addresses of the three, as their names make them."""
ENTRANTS = (
    "adamanta brunello3 chiaraluna dado_storto elenaditroia fabio_faro gufetta hugo_pt ines_lx jacopone katia_k "
    "livio_lupo martabella nuno_mar"
).split()
SEATED: dict[int, tuple[str, ...]] = {
    2: (
        "hugo_pt dado_storto chiaraluna gufetta",
        "livio_lupo adamanta jacopone katia_k",
        "ines_lx olga_o martabella",
        "brunello3 fabio_faro elenaditroia",
    ),
    3: (
        "dado_storto fabio_faro ines_lx jacopone",
        "adamanta elenaditroia martabella chiaraluna",
        "livio_lupo brunello3 hugo_pt",
        "gufetta katia_k olga_o",
    ),
}
"""The tables that the director arranged by hand, seats in order."""
ROUNDS: tuple[tuple[int, datetime, str], ...] = (
    (1, datetime(2026, 10, 2, 18, tzinfo=UTC), "T1 T2 T3 T4"),
    (1, datetime(2026, 10, 8, 20, tzinfo=UTC), "U1 U2 U3 U4"),
    (1, datetime(2026, 10, 14, 19, tzinfo=UTC), "V1 V2 V3 V4"),
    (2, datetime(2026, 10, 21, 19, tzinfo=UTC), "X1 X2"),
    (2, datetime(2026, 10, 27, 21, tzinfo=UTC), "Y"),
)
"""Stage, when the round was published, and the matches that decide it."""


def autumn(people: dict[str, User], told: dict[str, Planned], table_of: dict[str, str]) -> None:
    """Three rounds at tables, then the best eight; everything at the instants of October. Nothing where it is there."""
    if Tournament.objects.filter(slug=AUTUMN).exists():
        return
    rosa = people["rosa"]
    tournament = tournament_create(
        name="Alhambra d’autunno",
        game=game_for("alhambra"),
        by=rosa,
        terms=Terms(round_days=6, late="half_bye"),
        stages=[StageTerms(rounds=3, qualify=8), StageTerms(format="single", advance=2)],
        lot="autunno",
    )
    role_grant(tournament, people["vito"], "arbiter", by=rosa)
    begin(tournament, ENTRANTS, rosa)
    stage_begin(tournament, 1, rosa)
    dated(tournament, 0, datetime(2026, 10, 2, 18, tzinfo=UTC))
    for number, (stage, at, keys) in enumerate(ROUNDS, start=1):
        last = newest(tournament)
        if number == 2:
            change_people(tournament, rosa)
        if number == 4:
            stage_end(tournament, 1, rosa)
            stage_begin(tournament, 2, rosa)
        publish(tournament, stage, at, SEATED.get(number, ()), rosa)
        dated(tournament, last, at)
        for key in keys.split():
            last = newest(tournament)
            attach(tournament, Match.objects.get(platform="bga", table_id=table_of[key]), rosa)
            dated(tournament, last, told[key].ended_at)
    last = newest(tournament)
    stage_end(tournament, 2, rosa)
    advance(tournament, "finished", rosa)
    dated(tournament, last, datetime(2026, 11, 1, 9, tzinfo=UTC))


def now_open(people: dict[str, User]) -> None:
    """A cup for two whose first matches can be played, and a tournament that one can enter."""
    rosa = people["rosa"]
    if not Tournament.objects.filter(slug=CUP).exists():
        cup = tournament_create(
            name="Coppa Res Arcana",
            game=game_for("res_arcana"),
            by=rosa,
            terms=Terms(wanted=2, least=2, most=2, check_in=False),
            stages=[StageTerms(format="double", best_of_final=3)],
            lot="coppa",
        )
        begin(cup, ENTRANTS[:6], rosa)
        stage_begin(cup, 1, rosa)
    if not Tournament.objects.filter(slug=WINTER).exists():
        winter = tournament_create(
            name="Torneo d’inverno",
            game=game_for("alhambra"),
            by=rosa,
            terms=Terms(places=16, fewest=8),
            stages=[StageTerms(rounds=4, qualify=4), StageTerms(format="single", advance=1)],
            lot="inverno",
        )
        advance(winter, "entries", rosa)
        for name in ENTRANTS[:5]:
            entrant_enter(winter, player(name), by=rosa)


def begin(tournament: Tournament, names: Sequence[str], by: User) -> None:
    """Enter everybody by seed, check in where the terms ask for it, and start."""
    advance(tournament, "entries", by)
    for seed, name in enumerate(names, start=1):
        entrant_enter(tournament, player(name), by=by, seed=seed)
    if tournament.terms.check_in:
        advance(tournament, "check_in", by)
        for entrant in tournament.entrants.filter(state=Entrant.State.ENTERED):
            entrant_check_in(entrant, version=entrant.version, by=by)
    advance(tournament, "running", by)


def player(name: str) -> Player:
    return Player.objects.get(identities__platform="bga", identities__platform_id=IDS[name])


def advance(tournament: Tournament, to: str, by: User) -> None:
    tournament.refresh_from_db()
    tournament_advance(tournament, to, version=tournament.version, by=by)


def stage_of(tournament: Tournament, number: int) -> Stage:
    return tournament.stages.get(number=number)


def stage_begin(tournament: Tournament, number: int, by: User) -> None:
    stage = stage_of(tournament, number)
    stage_start(stage, version=stage.version, by=by)


def stage_end(tournament: Tournament, number: int, by: User) -> None:
    stage = stage_of(tournament, number)
    stage_complete(stage, version=stage.version, by=by)


def change_people(tournament: Tournament, by: User) -> None:
    """After the first round one leaves and one comes."""
    nuno = tournament.entrants.get(player=player("nuno_mar"))
    entrant_drop(nuno, version=nuno.version, by=by, reason="Non ha più tempo")
    entrant_late(stage_of(tournament, 1), player("olga_o"), by=by)


def publish(tournament: Tournament, stage: int, at: datetime, seated: Sequence[str], by: User) -> None:
    """Pair the next round, by hand where tables are given, and publish it at that instant."""
    now = stage_of(tournament, stage)
    round_ = round_pair(now, version=now.version, by=by)
    if seated:
        entrants = {row.player.name: row.pk for row in tournament.entrants.select_related("player")}
        rows = [[entrants[name] for name in names.split()] for names in seated]
        round_.refresh_from_db()
        draft_arrange(round_, rows, version=round_.version, by=by, reason="Come d’accordo")
    round_.refresh_from_db()
    round_publish(round_, version=round_.version, by=by, now=at)


def attach(tournament: Tournament, match: Match, by: User) -> None:
    """Let a match decide the table of its people, if it does not yet."""
    players = set(match.seats.values_list("player", flat=True))
    tables = Pairing.objects.filter(round__stage__tournament=tournament).exclude(round__state=Round.State.DRAFT)
    for table in tables.order_by("-round__stage__number", "-round__number"):
        if players == set(table.seats.values_list("entrant__player", flat=True)):
            if not table.table_matches.exists():
                match_attach(table, match, version=table.version, by=by)
            return


def newest(tournament: Tournament) -> int:
    """The number of its last act."""
    return tournament.acts.values_list("number", flat=True).order_by("-number").first() or 0


def dated(tournament: Tournament, after: int, at: datetime) -> None:
    """The acts after that one happened at this instant."""
    tournament.acts.filter(number__gt=after).update(at=min(at, timezone.now()))
