from argparse import ArgumentParser
from typing import Any

from games.management.keeper import EnglishCommand
from games.services.notices import OUTBOX
from games.services.outbox import due, outbox_run
from ladder.notices import sending
from ladder.services.notice_sweep import deliveries_ring

SENDERS = {OUTBOX: sending.SENDER}


class Command(EnglishCommand):
    help = "Send the messages and digests that are due. The worker does so by itself; running it twice sends nothing twice."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say how many are due, and send nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["dry_run"]:
            self.stdout.write(f"{due(SENDERS).count()} are due. Dry run: nothing was sent.")
            return
        deliveries_ring()
        sent = 0
        while batch := outbox_run(SENDERS):
            sent += batch
        self.stdout.write(f"{sent} tried.")
