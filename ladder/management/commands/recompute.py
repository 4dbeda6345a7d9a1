from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import User
from ladder.management.months import league
from ladder.models import Season
from ladder.selectors.agreement import disagreements
from ladder.services.live import season_rebuild


class Command(KeeperCommand):
    help = (
        "Count months again from the facts: open ones at once, closed ones become pending where they differ. With "
        "--check nothing is changed, and a difference is exit status 1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--league", metavar="SLUG", help="only this league")
        parser.add_argument("--check", action="store_true", help="only compare")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        seasons = Season.objects.select_related("ladder", "rules").order_by("ladder", "start")
        if options["league"]:
            seasons = seasons.filter(ladder=league(options["league"]))
        found = [self.check(season) if options["check"] else self.rebuild(season) for season in seasons]
        if options["check"] and any(found):
            raise CommandError(f"{sum(found)} differences in {len(found)} months")
        self.stdout.write(f"{len(found)} months, {sum(found)} {'differences' if options['check'] else 'changed'}.")

    def check(self, season: Season) -> int:
        rows = list(disagreements(season))
        for row in rows:
            self.stdout.write(row)
        return len(rows)

    def rebuild(self, season: Season) -> int:
        changed = season_rebuild(season)
        if changed:
            self.stdout.write(f"{season}: {'a revision is pending' if season.is_closed else 'counted anew'}")
        return int(changed)
