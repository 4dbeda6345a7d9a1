from celery import shared_task

from games import limits
from games.models import Match
from games.services.notices import OUTBOX as NOTICE
from games.services.outbox import Sender, outbox_run
from ladder.backup import nightly
from ladder.clocks import by_the_clock
from ladder.notices import sending
from ladder.publishing import bring, due
from ladder.publishing.services import publish_hourly as ask_hourly
from ladder.services import notice_addresses, strays
from ladder.services.import_jobs import import_work, imports_ring
from ladder.services.leaving import deletions_run
from ladder.services.live import matches_changed, sweep
from ladder.services.months import months_close_due
from ladder.services.notice_sweep import notices_sweep as tell_by_the_clock
from ladder.services.person_export import exports_build
from ladder.services.rating_requests import ratings_ring
from ladder.services.sessions import sessions_clear
from ladder.services.silence import confirm_silent
from ladder.webhooks import sending as webhooks
from tournaments.services.apart import wishes_forget
from tournaments.services.challenges import challenges_expire
from tournaments.services.deadlines import deadlines_run
from tournaments.services.dutch_jobs import jobs_run, jobs_sweep
from tournaments.services.following import matches_follow, tables_follow
from tournaments.services.offers import offers_lapse
from tournaments.services.publishing import rounds_publish_due
from tournaments.services.seasons import seasons_run

RATING_SECONDS = 600
"""A ladder of a million matches that is rated for the first time needs its time."""

SENDERS: dict[str, Sender] = {
    due.KIND: bring.SENDER,
    NOTICE: sending.SENDER,
    notice_addresses.CODE: notice_addresses.SENDER,
    webhooks.KIND: webhooks.SENDER,
}
"""How each kind of row in the outbox is sent."""


@shared_task(name="ladder.match_verified", ignore_result=True)
def match_verified(*match_ids: int) -> None:
    """These matches are believed now: months of leagues that take them, and tables of tournaments, come in line."""
    matches = Match.objects.filter(pk__in=match_ids)
    matches_changed(matches, cause="match.believed")
    matches_follow(matches)


@shared_task(name="ladder.match_reported", ignore_result=True)
def match_reported(*match_ids: int) -> None:
    """These matches are there, or changed, and nobody believes them yet: tables of tournaments show them."""
    matches_follow(Match.objects.filter(pk__in=match_ids))


@shared_task(name="ladder.tables_follow", ignore_result=True)
def tables_follow_missed() -> None:
    """Let tables follow matches of which no bell was heard: lost ones, and those of imports and merges."""
    tables_follow()


@shared_task(
    name="ladder.tournaments_run",
    ignore_result=True,
    soft_time_limit=limits.OUTBOX_SOFT_SECONDS,
    time_limit=limits.OUTBOX_HARD_SECONDS,
)
@by_the_clock
def tournaments_run() -> None:
    """What is due in tournaments: reminders, deadlines, offered seats, challenges, check-ins to a season. Safe to run twice, and to die."""
    deadlines_run()
    offers_lapse()
    challenges_expire()
    seasons_run()
    jobs_sweep()


@shared_task(
    name="ladder.dutch_run",
    ignore_result=True,
    soft_time_limit=limits.OUTBOX_SOFT_SECONDS,
    time_limit=limits.OUTBOX_HARD_SECONDS,
)
def dutch_run() -> None:
    """Somebody asked for rounds that a worker pairs. Each is done by one of those who hear the bell."""
    jobs_run()


@shared_task(name="ladder.strays_remove", ignore_result=True)
def strays_remove() -> None:
    """Take away files whose rows were never written. Safe to run twice, and to die."""
    strays.strays_remove()


@shared_task(name="ladder.wishes_forget", ignore_result=True)
@by_the_clock
def tournament_wishes_forget() -> None:
    """Forget who asked not to meet whom, a month after a tournament."""
    wishes_forget()


@shared_task(name="ladder.rounds_publish", ignore_result=True)
@by_the_clock
def rounds_publish() -> None:
    """Publish the rounds whose time has come. Safe to run twice."""
    rounds_publish_due()


def months_close_alone() -> None:
    months_close_due()


@shared_task(
    name="ladder.months_sweep",
    ignore_result=True,
    soft_time_limit=limits.MONTHS_SOFT_SECONDS,
    time_limit=limits.MONTHS_HARD_SECONDS,
)
def months_sweep() -> None:
    """Bring the months in line with what they missed, and close those that close by themselves. Safe to run twice."""
    sweep()
    by_the_clock(months_close_alone)()
    ratings_ring()
    imports_ring()


@shared_task(
    name="ladder.outbox_send",
    ignore_result=True,
    soft_time_limit=limits.OUTBOX_SOFT_SECONDS,
    time_limit=limits.OUTBOX_HARD_SECONDS,
)
def outbox_send(*row_ids: int) -> None:
    """Somebody rang for a row of the outbox. It is sent in its turn, with whatever is due."""
    outbox_run(SENDERS)


@shared_task(name="ladder.confirm_silent", ignore_result=True)
def confirm_silent_matches() -> None:
    """Confirm the results to which nobody objected in time."""
    confirm_silent()


@shared_task(
    name="ladder.ratings_run", ignore_result=True, soft_time_limit=RATING_SECONDS, time_limit=RATING_SECONDS + 30
)
def ratings_run(*pools: int) -> None:
    """Somebody asked for these pools to be rated. Who has no such work does not load numba for it."""
    from ladder.services.ratings import pool_rate

    for pool in set(pools):
        pool_rate(pool)


@shared_task(name="ladder.publish_hourly", ignore_result=True)
def publish_hourly() -> None:
    """Bring copies that follow an open month by the hour; where nothing changed nothing is sent."""
    ask_hourly()


@shared_task(
    name="ladder.person_exports_build",
    ignore_result=True,
    soft_time_limit=limits.OUTBOX_SOFT_SECONDS,
    time_limit=limits.OUTBOX_HARD_SECONDS,
)
def person_exports_build() -> None:
    """Build the files that people asked for of their data, and remove old ones. Safe to run twice."""
    exports_build()


@shared_task(
    name="ladder.people_sweep",
    ignore_result=True,
    soft_time_limit=limits.OUTBOX_SOFT_SECONDS,
    time_limit=limits.OUTBOX_HARD_SECONDS,
)
@by_the_clock
def people_sweep() -> None:
    """Forget whoever asked for it seven days ago, clear sessions that are over, build what waits. Safe to run twice."""
    deletions_run()
    sessions_clear()
    exports_build()


@shared_task(
    name="ladder.imports_run",
    ignore_result=True,
    soft_time_limit=limits.IMPORT_SOFT_SECONDS,
    time_limit=limits.IMPORT_HARD_SECONDS,
)
def imports_run(*pks: int) -> None:
    """Somebody asked for these imports to be written or taken back. Safe to run twice."""
    for pk in pks:
        import_work(pk)


@shared_task(
    name="ladder.backup_nightly",
    ignore_result=True,
    soft_time_limit=limits.BACKUP_SOFT_SECONDS,
    time_limit=limits.BACKUP_HARD_SECONDS,
)
def backup_nightly() -> None:
    """Make the backup of the night and try whether it comes back. Safe to run twice, and to die."""
    nightly.backup_nightly()


@shared_task(
    name="ladder.notices_sweep",
    ignore_result=True,
    soft_time_limit=limits.OUTBOX_SOFT_SECONDS,
    time_limit=limits.OUTBOX_HARD_SECONDS,
)
@by_the_clock
def notices_sweep() -> None:
    """Tell people what the clock tells: deadlines, months that end, what waits. Safe to run twice."""
    tell_by_the_clock()
    webhooks.deliveries_forget()
