import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction

from games.management.keeper import KeeperCommand, account
from games.models import AuditEntry, OutboxRow, User
from games.services.audit import acting
from games.services.outbox import outbox_claim, outbox_send
from ladder.models import Ladder, Publication, PublishTarget, Season
from ladder.publishing import bring, due, services
from ladder.publishing.words import problem_words
from ladder.selectors.seasons import season_get

BUSY_SECONDS = 1
SENDERS = {due.KIND: bring.SENDER}


class Command(KeeperCommand):
    help = "Bring the static copy to its targets now, and wait for it: all of it, one month, or the copy before."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--league", metavar="SLUG", help="only the targets of this league")
        parser.add_argument("--target", metavar="NAME", help="only the target of this name")
        parser.add_argument("--month", metavar="2026-10", help="only the pages of this month")
        parser.add_argument("--rollback", action="store_true", help="bring back the copy that lay there before")

    def handle(self, *args: Any, **options: Any) -> None:
        """The work is done outside of one great transaction, so that what was brought is noted whatever comes after."""
        actor = account(options["actor"]) if options["actor"] else None
        if options["month"] and options["rollback"]:
            raise CommandError("--month and --rollback do not go together")
        targets = self.targets(options)
        failed = 0
        with acting(AuditEntry.Origin.COMMAND):
            for target in targets:
                if options["dry_run"]:
                    self.stdout.write(f"{target.ladder.slug}, {target.name}: would be published")
                else:
                    failed += not self.publish(target, actor, options)
        if options["dry_run"]:
            self.stdout.write("Dry run: nothing was changed.")
        if failed:
            raise CommandError(f"{failed} of {len(targets)} targets failed; see the publishing page of the league")

    def targets(self, options: dict[str, Any]) -> list[PublishTarget]:
        found = PublishTarget.objects.select_related("ladder").order_by("ladder__slug", "name")
        if options["league"]:
            if not Ladder.objects.filter(slug=options["league"]).exists():
                raise CommandError(f"no league is called {options['league']}")
            found = found.filter(ladder__slug=options["league"])
        if options["target"]:
            found = found.filter(name=options["target"])
        if not found:
            raise CommandError("there is no such target" if options["target"] else "there are no targets")
        return list(found)

    def publish(self, target: PublishTarget, actor: User | None, options: dict[str, Any]) -> bool:
        """Ask for the publication and make the attempt here. True if everything was brought."""
        try:
            with transaction.atomic():
                publication = self.ask(target, actor, options)
        except services.NoCopyBefore:
            self.stdout.write(f"{target.ladder.slug}, {target.name}: no other copy to go back to")
            return False
        self.bring(publication)
        publication = Publication.objects.select_related("job").filter(pk=publication.pk).first() or publication
        job = publication.job
        assert job is not None
        job.refresh_from_db()
        told = problem_words(job.problem) or f"{publication.sent} files brought, {publication.removed} removed"
        self.stdout.write(f"{target.ladder.slug}, {target.name}: {told}")
        return job.state == OutboxRow.State.DONE

    def ask(self, target: PublishTarget, actor: User | None, options: dict[str, Any]) -> Publication:
        if options["rollback"]:
            return services.roll_back(target, by=actor)
        return services.publish_now(target, by=actor, season=self.month(target, options["month"]))

    def month(self, target: PublishTarget, key: str | None) -> Season | None:
        season = season_get(target.ladder, key) if key else None
        if key and (season is None or season.pk is None):
            raise CommandError(f"{target.ladder.slug} has no month {key}")
        return season

    def bring(self, publication: Publication) -> None:
        """Attempt until it is there or a fault stops it; a worker that was faster does it instead."""
        assert publication.job_id is not None
        while row := outbox_claim(SENDERS, publication.job_id):
            attempts = row.attempts
            if outbox_send(row, SENDERS[row.kind]):
                return
            row.refresh_from_db()
            if row.attempts == attempts:  # charged, so it failed
                return
            time.sleep(BUSY_SECONDS)
