"""The demo community: section by section through the services, so that every rule holds and a second run adds nothing."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Exists, F, QuerySet
from django.utils import timezone

from games.models import Match, Player, User
from games.services import matches
from games.services.notices import muted
from games.services.players import Seen, players_for
from games.services.results import Found, Result, SeatResult, game_for, match_find_or_create
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder.demo.logs import bga_log, cut_off, played_record, underpaid, with_unknown_notification
from ladder.demo.months import ARCHIVE, IDS, OCTOBER, PLAYERS, SEPTEMBER, Planned, lately, planned
from ladder.demo.tournaments import AUTUMN, CUP, WINTER, autumn, now_open
from ladder.models import Ladder
from ladder.services.accounts import account_create
from ladder.services.ladders import (
    admin_grant,
    community_set,
    ladder_create,
    role_grant,
    season_open,
)
from ladder.services.live import matches_changed
from ladder.services.months import grace_lengthen, month_close
from ladder.services.pools import pool_create
from tournaments.models import Tournament

PASSWORD = "sei mura e un giardino"  # noqa: S105 - of the demo alone
KEEPERS = {"zoe": "admin", "sara": "manager", "tito": "manager", "vito": "arbiter", "rosa": "director"}
CLAIMED = {
    "hugo": "hugo_pt",
    "chiara": "chiaraluna",
    "katia": "katia_k",
    "livio": "livio_lupo",
    "gufetta": "gufetta",
    "jacopo": "jacopone",
}
"""Accounts of players, by the part of their address before `@torre.example`."""
POOLS: dict[str, dict[str, object]] = {
    "Tutti i tavoli": {"method": "openskill"},
    "A due": {"method": "glicko2", "seats_min": 2, "seats_max": 2},
}
"""Ratings of the league, with settings that differ from the default."""
TIME_ZONE = "Europe/Rome"
LANGUAGES = {"hugo": "pt-br"}
ARCHIVE_MONTHS = ((2026, 1), (2026, 2), (2026, 3), (2026, 4))
ARCHIVE_GRACE = datetime(2036, 1, 1, tzinfo=UTC)
RECORDS = "T1 L6 L8 U1 U2 U4 V2 V3 V4 X1 Y".split()
"""October's matches that come with a record that agrees."""
TOLD_APART = "T3 T4 X2 L5 L7 L9".split()
TABLES = "7100"
"""How the table numbers of the demo begin."""
EVENING = timedelta(hours=1)


@muted()
def load(say: Callable[[str], None]) -> None:
    """Build what is missing of the demo; `say` is told what is done."""
    if is_complete():
        return
    say("People, leagues and months")
    with transaction.atomic():
        people = accounts()
        torre, _archive = leagues(people)
        september(people)
        october(people)
        for match in lately(timezone.now().astimezone(torre.zone)):
            typed(match, by=people["sara"], confirmed_by=people["tito"])
        for match in planned(ARCHIVE):
            record(match, people)
    say("Replaying the logs")
    while verifications_run():
        pass
    with transaction.atomic():
        afterwards(people)


def is_complete() -> bool:
    """Whether a run came to its end, and no later month wants telling: every match is there, and none is told late."""
    ours = Match.objects.filter(platform="bga", table_id__startswith=TABLES)
    recent = lately(timezone.now().astimezone(ZoneInfo(TIME_ZONE)))
    matches = [*recent, *(match for month in (SEPTEMBER, OCTOBER, ARCHIVE) for match in planned(month))]
    tables = {table_of(match) for match in matches}
    events = Tournament.objects.filter(~Exists(told_late(ours)), slug__in=(AUTUMN, CUP, WINTER))
    return tables <= set(ours.values_list("table_id", flat=True)) and events.count() == 3


def told_late(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.filter(created_at__gt=F("ended_at") + EVENING)


def accounts() -> dict[str, User]:
    """Everybody who can log in, by name; claimed players are tied to their accounts."""
    everybody = {name: account(name) for name in (*KEEPERS, *CLAIMED)}
    players_for(
        [Seen(name, "bga", IDS[name]) for name in PLAYERS], at=datetime(2026, 9, 1, tzinfo=UTC), source="record"
    )
    for name, player in CLAIMED.items():
        Player.objects.filter(identities__platform_id=IDS[player]).update(user=everybody[name])
    return everybody


def account(name: str) -> User:
    email = f"{name}@torre.example"
    user = User.objects.filter(email=email).first()
    called = {"first_name": name.title()} if name in KEEPERS else {}
    return user or account_create(email, PASSWORD, language=LANGUAGES.get(name, "it"), **called)


def leagues(people: dict[str, User]) -> tuple[Ladder, Ladder]:
    admin_grant(people["zoe"])
    community_set(name="Torre", language="it", time_zone=TIME_ZONE, by=people["zoe"])
    torre, _is_new = ladder_create(slug="torre", name="Lega Torre", by=people["zoe"])
    archive, _is_new = ladder_create(
        slug="archivio", name="Archivio", games=[game_for("alhambra")], params={"minimum": 1}, by=people["zoe"]
    )
    for ladder in (torre, archive):
        for name, role in KEEPERS.items():
            if role in ("manager", "arbiter"):
                role_grant(people[name], role, ladder=ladder, by=people["zoe"])
    for pool, settings in POOLS.items():
        if not torre.pools.filter(name=pool).exists():
            pool_create(torre, by=people["sara"], name=pool, **settings)
    for year, month in ARCHIVE_MONTHS:
        season = season_open(archive, year, month)
        if season.grace_until < ARCHIVE_GRACE and not season.is_closed:
            grace_lengthen(season, ARCHIVE_GRACE, by=None)
    return torre, archive


def september(people: dict[str, User]) -> None:
    for match in planned(SEPTEMBER):
        typed(match, by=people["sara"], confirmed_by=people["tito"])


def october(people: dict[str, User]) -> None:
    """Most results come with a record that agrees, some are typed and confirmed; the others have their own story."""
    told = {match.key: match for match in planned(OCTOBER)}
    for key in RECORDS:
        record(told[key], people)
    for key in told.keys() - {*RECORDS, *TOLD_APART}:
        typed(told[key], by=people["sara"], confirmed_by=people["tito"])
    upload(underpaid(bga_log("three", told["T3"], table_of(told["T3"]))), "t3-katia.json", people["katia"])
    upload(bga_log("three", told["T3"], table_of(told["T3"])), "t3-chiara.json", people["chiara"])
    strange = with_unknown_notification(bga_log("other-three", told["T4"], table_of(told["T4"])))
    upload(strange, "t4.json", people["livio"])
    whole = bga_log("four", told["X2"], table_of(told["X2"]))
    upload(cut_off(whole), "semifinale-2-a.json", people["hugo"])
    upload(whole, "semifinale-2.json", people["hugo"])
    azul = typed(told["L5"], by=people["gufetta"])
    if azul.is_new:
        reason = "Avevo gli stessi punti di gufetta."
        match = matches.match_dispute(azul.match, version=1, by=people["jacopo"], reason=reason)
        matches.match_confirm(match, version=2, by=people["vito"], official=True)
    conceded = typed(told["L7"], by=people["livio"], ending="concession")
    if conceded.is_new:
        matches.match_confirm(conceded.match, version=1, by=people["katia"])
    typed(told["L9"], by=people["sara"])


def afterwards(people: dict[str, User]) -> None:
    """Vito confirms what no log could prove, and everything is as if it had been told on its own evening."""
    ours = Match.objects.filter(platform="bga", table_id__startswith=TABLES)
    for match in ours.filter(state=Match.State.SUBMITTED, submissions__verifications__verdict="unsupported"):
        matches.match_confirm(match, version=match.version, by=people["vito"], official=True)
    told_late(ours).update(created_at=F("ended_at") + EVENING)
    matches_changed(ours.exclude(state=Match.State.SUBMITTED), cause="match.believed")
    autumn(people, {match.key: match for match in planned(OCTOBER)}, {m.key: table_of(m) for m in planned(OCTOBER)})
    now_open(people)
    september = season_open(Ladder.objects.get(slug="torre"), 2026, 9)
    if not september.is_closed:
        month_close(september, by=people["sara"], warned=True)


def typed(match: Planned, *, by: User, confirmed_by: User | None = None, ending: str = "normal") -> Found:
    """A result of the plan as somebody typed it, that evening; an official confirms it if told to."""
    people = [Seen(name, "bga" if name in IDS else "", IDS.get(name)) for name, *_ in match.seats]
    result = Result(
        game=match.game,
        seats=tuple(
            SeatResult(seen, place if flag != "no_show" else None, flag=flag)
            for seen, (_name, place, flag) in zip(people, match.seats, strict=True)
        ),
        platform="bga",
        table_id=table_of(match),
        ended_at=match.ended_at,
        source="typed",
        ending=ending,
    )
    found = match_find_or_create(result, by=by)
    if found.is_new and confirmed_by is not None:
        matches.match_confirm(found.match, version=1, by=confirmed_by, official=True)
    return found


def record(match: Planned, people: dict[str, User]) -> None:
    """Upload a record of a match, as one of those who played it and have an account, else as hugo."""
    seated = {name for name, _place, _flag in match.seats}
    by = next((people[name] for name, player in CLAIMED.items() if player in seated), people["hugo"])
    upload(played_record(match, table_of(match)), f"{match.key.lower()}.json", by)


def upload(raw: bytes, name: str, by: User | None) -> None:
    submission_create(raw, name=name, uploader=by)


def table_of(match: Planned) -> str:
    """A table number for a match of the plan, always the same."""
    return f"{TABLES}{int.from_bytes(match.key.encode()):07}"
