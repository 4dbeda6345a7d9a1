from argparse import ArgumentParser
from typing import Any

from games.management.keeper import KeeperCommand
from games.models import User
from ladder.management.months import carried_out, month
from ladder.selectors.revisions import pending_changes
from ladder.services.months import month_decline, month_revise


class Command(KeeperCommand):
    help = "Publish the pending revision of a closed month, or decline it. Shows the lines that move."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("league", help="its name in addresses, such as torre")
        parser.add_argument("month", help="such as 2026-10")
        parser.add_argument("--reason", required=True, help="stands beside the revision")
        parser.add_argument("--decline", action="store_true", help="leave the month as it was published")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        season = month(options["league"], options["month"])
        for change in pending_changes(season) if season.is_closed else []:
            before, after = change.before, change.after
            told = [f"{place.rank or '–'}. {float(place.points):g}" if place else "–" for place in (before, after)]
            self.stdout.write(f"{change.player.name}: {' → '.join(told)}")
        act = month_decline if options["decline"] else month_revise
        done = carried_out(lambda: act(season, by=actor, reason=options["reason"]))
        self.stdout.write(f"{season}: declined" if options["decline"] else f"{done}: published")
