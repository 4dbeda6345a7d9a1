import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.checks import run_checks
from django.core.management.base import CommandError
from django.db.models import Count, Q
from kombu.exceptions import OperationalError
from redis import RedisError

from games import limits
from games.management.keeper import EnglishCommand
from games.models import Verification
from ladder.backup_standing import standing
from ladder.clocks import clocks_apart
from ladder.invariants import INVARIANTS, judged_once
from ladder.models import Ladder, PublishTarget
from ladder.publishing.words import problem_words
from ladder.services.notice_sweep import OLD_BACKUP

CLOCK_SECONDS = 5
DISK_SPARE = 512 * limits.MB


class Command(EnglishCommand):
    help = "Check the site: what must always hold (exit status 1 if it does not), and what somebody should look at."

    def handle(self, *args: Any, **options: Any) -> None:
        alive = self.workers()
        failed = 0
        for name, check in INVARIANTS.items():
            rows = list(judged_once(worker_alive=alive) if check is judged_once else check())
            failed += bool(rows)
            self.stdout.write(f"{name:<28}{'BROKEN' if rows else 'ok'}")
            for row in rows:
                self.stdout.write(f"    {row}")
        for warning in self.warnings(alive):
            self.stdout.write(self.style.WARNING(f"warning: {warning}"))
        if failed:
            raise CommandError(f"{failed} of {len(INVARIANTS)} checks found something broken")

    def workers(self) -> bool:
        try:
            return bool(current_app.control.ping(timeout=1))
        except (OperationalError, RedisError, OSError):
            return False

    def warnings(self, alive: bool) -> Iterator[str]:
        """What is no fault of the data: settings, clock, queue, disk, backups, keepers."""
        for message in run_checks(include_deployment_checks=True):
            if not message.is_silenced():
                yield f"{message.id} {message.msg}"
        if (apart := clocks_apart()) > CLOCK_SECONDS:
            yield f"the clock of the database and that of this machine are {apart:.0f} s apart"
        if not alive:
            yield "no worker answers; logs wait until one runs"
        waiting = Verification.objects.filter(state="queued").count()
        if waiting:
            yield f"{waiting} logs wait to be judged"
        dead = Verification.objects.filter(state="dead").count()
        if dead:
            yield f"{dead} logs could not be judged, through our own fault; their pages have a button to try again"
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(settings.DATA_DIR).free < DISK_SPARE:
            yield f"less than {DISK_SPARE // limits.MB} MB of disk are free for uploads"
        yield from backups()
        for target in PublishTarget.objects.select_related("ladder"):
            last = target.publications.exclude(job=None).select_related("job").first()
            if last is not None and last.job is not None and last.job.state == "dead":
                yield f"league {target.ladder.slug}, target {target.name}: {problem_words(last.job.problem)}"
        managers = Count("roles", filter=Q(roles__kind="manager", roles__user__is_active=True))
        for ladder in Ladder.objects.annotate(managers=managers).filter(managers__lt=2):
            yield f"league {ladder.slug}: {'only one manager' if ladder.managers else 'no manager'}"


def backups() -> Iterator[str]:
    """What is wrong with the backups, if anybody said that any are made."""
    found = standing()
    if found is None:
        return
    if found.made is None:
        yield "no backup was ever made"
    elif found.made < datetime.now(UTC) - OLD_BACKUP:
        yield f"the last backup is of {found.made:%Y-%m-%d %H:%M} UTC"
    if found.drill is not None and found.drill.problem:
        yield f"the last backup does not come back: {found.drill.problem}"
