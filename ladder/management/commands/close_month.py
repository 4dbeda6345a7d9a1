from argparse import ArgumentParser
from typing import Any

from games.management.keeper import KeeperCommand
from games.models import User
from ladder.management.months import carried_out, month
from ladder.services.months import month_close


class Command(KeeperCommand):
    help = "Close a month of a league: write and publish revision 1. What the checklist blocks stays open."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("league", help="its name in addresses, such as torre")
        parser.add_argument("month", help="such as 2026-10")
        parser.add_argument("--force", action="store_true", help="also with warnings (□); never with what blocks (■)")
        parser.add_argument("--reason", default="", help="stands beside the revision")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        season = month(options["league"], options["month"])
        revision = carried_out(lambda: month_close(season, by=actor, warned=options["force"], reason=options["reason"]))
        self.stdout.write(f"{revision}: {revision.matches} matches, {revision.ranked} ranked, {revision.fingerprint}")
