"""Five years of a league, for who wants to see the site full: 300 players, 5,000 matches, 1,500 of them with their logs.

For a site of its own: the league Torre counts whatever is played. They come as they would on a site: logs are uploaded
and judged, the other results imported from a sheet, and all months but the last one closed.
"""

import csv
import io
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache

import msgspec
from django.db.models import F

from games.engine.game import Script, SeatInfo, Source
from games.models import Match, User
from games.play import self_play
from games.record import write_record
from games.registry import ENGINES
from games.services.notices import muted
from games.services.results import game_for
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder.demo.story import EVENING, KEEPERS, TIME_ZONE, account, told_late
from ladder.models import Import, Ladder
from ladder.services.import_jobs import import_ask, import_work, problem_of
from ladder.services.imports import import_start
from ladder.services.ladders import admin_grant, community_set, ladder_create, role_grant
from ladder.services.live import matches_changed
from ladder.services.months import month_close

SLUG = "cinque-anni"
YEARS, PEOPLE, MATCHES, LOGS = 5, 300, 5_000, 1_500
GAME, MOST, PLAYED = "alhambra", 4, 60
"""The game, the most who sit at a table of it, and how many matches are really played: others bear their moves."""
FIRST_ID, FIRST_TABLE = 95_000_000, 720_000_000
OF_SEAT = ("player {}", "player id {}", "place {}")
HEADS = ["table", "game", "end", *(head.format(seat) for seat in range(1, MOST + 1) for head in OF_SEAT)]


class Planned(msgspec.Struct, frozen=True):
    """One match: its number, when it ended, and who came first, second and so on, as numbers of players."""

    number: int
    ended_at: datetime
    seats: tuple[int, ...]

    @property
    def table(self) -> str:
        return str(FIRST_TABLE + self.number)


@muted()
def load(say: Callable[[str], None]) -> None:
    """Load what is missing of the five years."""
    ladder, zoe = kept_by()
    months = ladder.seasons.filter(end__lt=end_of(ladder)).order_by("start")
    if months.exists() and not months.filter(revision=0).exists():
        return
    plan = list(planned(ladder))
    say(f"{LOGS} logs of five years")
    with_log = {match.number for match in plan[:: MATCHES // LOGS][:LOGS]}
    for match in plan:
        if match.number in with_log:
            submission_create(record(match), name=f"{match.table}.json", uploader=zoe)
    while verifications_run():
        pass
    logged = Match.objects.filter(platform="bga", table_id__in=[match.table for match in plan])
    told_late(logged).update(created_at=F("ended_at") + EVENING)
    matches_changed(logged, cause="match.believed")
    say(f"{MATCHES - LOGS} results of five years")
    bring(ladder, sheet([match for match in plan if match.number not in with_log]), zoe)
    say("Closing five years of months")
    for season in months.filter(revision=0):
        month_close(season, by=zoe, warned=True)


def kept_by() -> tuple[Ladder, User]:
    """The league, with the managers of the demo, and its admin."""
    people = {name: account(name) for name in KEEPERS}
    admin_grant(people["zoe"])
    community_set(name="Cinque anni", language="it", time_zone=TIME_ZONE, by=people["zoe"])
    ladder, _is_new = ladder_create(slug=SLUG, name="Cinque anni", games=[game_for(GAME)], by=people["zoe"])
    for name, role in KEEPERS.items():
        if role == "manager":
            role_grant(people[name], role, ladder=ladder, by=people["zoe"])
    return ladder, people["zoe"]


def planned(ladder: Ladder) -> Iterator[Planned]:
    """The matches in order of time, the same ones each time."""
    dice = random.Random(SLUG)  # noqa: S311  (no secret hangs on it)
    over = end_of(ladder)
    gap = (over - over.replace(year=over.year - YEARS)) / (MATCHES + 1)
    for number in range(MATCHES):
        ended_at = (over - gap * (MATCHES - number)).astimezone(UTC).replace(microsecond=0)
        yield Planned(number, ended_at, tuple(dice.sample(range(PEOPLE), dice.randint(2, MOST))))


def end_of(ladder: Ladder) -> datetime:
    """The five years end with the last whole month before they were loaded."""
    made = ladder.created_at.astimezone(ladder.zone)
    return made.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def record(match: Planned) -> bytes:
    """The record of a match: moves that the bots made, by the people who sat there."""
    script = script_of(len(match.seats), match.number % PLAYED)
    seats = tuple(SeatInfo(seat, name(who), f"bga:{FIRST_ID + who}") for seat, who in enumerate(match.seats))
    source = Source("bga", match.table, int(match.ended_at.timestamp()))
    return write_record(msgspec.structs.replace(script, seats=seats, source=source))


@cache
def script_of(seats: int, number: int) -> Script:
    engine = ENGINES[GAME]
    dice = random.Random(f"{SLUG} {seats} {number}")  # noqa: S311
    return self_play(engine, engine.setup(seats, "bga"), dice, rules="bga", bot="greedy")


def sheet(matches: list[Planned]) -> bytes:
    """A row for each match."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(HEADS)
    for match in matches:
        seats = [cell for place, who in enumerate(match.seats, 1) for cell in (name(who), FIRST_ID + who, place)]
        writer.writerow([match.table, GAME, match.ended_at.isoformat(), *seats])
    return text.getvalue().encode()


def bring(ladder: Ladder, raw: bytes, by: User) -> None:
    """Import a sheet, or what a run that was stopped left of it."""
    source, _is_new = import_start(ladder, raw, name=f"{SLUG}.csv", by=by)
    if source.state != Import.State.DONE:
        import_ask(source, Import.Job.RUN, version=source.version, by=by)
        while Import.objects.get(pk=source.pk).job:
            import_work(source.pk)
        if problem := problem_of(Import.objects.get(pk=source.pk)):
            raise problem


def name(who: int) -> str:
    return f"giocatore{who:03}"
