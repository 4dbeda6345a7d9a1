from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import User
from ladder.management.months import league
from ladder.models import Ladder, RatingPool, Season
from ladder.selectors.agreement import disagreements
from ladder.services.live import season_rebuild


class Command(KeeperCommand):
    help = (
        "Count months again from the facts: open ones at once, closed ones become pending where they differ; rate all "
        "rating pools again. With --check nothing is changed, and a difference is exit status 1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--league", metavar="SLUG", help="only this league")
        parser.add_argument("--check", action="store_true", help="only compare")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        ladder = league(options["league"]) if options["league"] else None
        seasons = Season.objects.select_related("ladder", "rules").order_by("ladder", "start")
        if ladder:
            seasons = seasons.filter(ladder=ladder)
        wrong = self.ratings(ladder, check=options["check"])
        found = [self.differences(season) if options["check"] else self.rebuild(season) for season in seasons]
        if options["check"] and (wrong or any(found)):
            raise CommandError(f"{sum(found)} differences in {len(found)} months, {wrong} in ratings")
        self.stdout.write(f"{len(found)} months, {sum(found)} {'differences' if options['check'] else 'changed'}.")

    def ratings(self, ladder: Ladder | None, *, check: bool) -> int:
        """Rate everything again, or tell what is not right and how much that is. Loads numba only where there are pools."""
        if not RatingPool.objects.exists():
            return 0
        from ladder.services.ratings import pools_check, pools_recompute

        lines = list(pools_check(ladder)) if check else []
        for line in lines:
            self.stdout.write(f"ratings {line}")
        rated = {} if check else pools_recompute(ladder)
        for name, months in rated.items():
            self.stdout.write(f"ratings {name}: {months} months rated")
        return len(lines)

    def differences(self, season: Season) -> int:
        rows = list(disagreements(season))
        for row in rows:
            self.stdout.write(row)
        return len(rows)

    def rebuild(self, season: Season) -> int:
        changed = season_rebuild(season)
        if changed:
            self.stdout.write(f"{season}: {'a revision is pending' if season.is_closed else 'counted anew'}")
        return int(changed)
