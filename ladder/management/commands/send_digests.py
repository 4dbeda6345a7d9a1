from typing import Any

from games.management.keeper import KeeperCommand, account
from games.models import AuditEntry
from games.services.audit import acting, audit
from games.services.notices import OUTBOX
from games.services.outbox import due, outbox_run
from ladder.models import Community
from ladder.notices import sending
from ladder.services.notice_sweep import deliveries_ring

SENDERS = {OUTBOX: sending.SENDER}


class Command(KeeperCommand):
    help = "Send the messages and digests that are due. The worker does so by itself; running it twice sends nothing twice."

    def handle(self, *args: Any, **options: Any) -> None:
        """Each message is sent by itself, so that what went out is noted whatever comes after."""
        actor = account(options["actor"]) if options["actor"] else None
        if options["dry_run"]:
            self.stdout.write(f"{due(SENDERS).count()} are due. Dry run: nothing was sent.")
            return
        deliveries_ring()
        sent = 0
        while batch := outbox_run(SENDERS):
            sent += batch
        community = Community.objects.first() if sent else None
        if community is not None:
            with acting(AuditEntry.Origin.COMMAND):
                audit("community.messages_sent", community, actor=actor, messages=sent)
        self.stdout.write(f"{sent} tried.")
