from typing import Any

from games.management.keeper import KeeperCommand
from games.models import User
from tournaments.services.challenges import challenges_expire
from tournaments.services.deadlines import deadlines_run
from tournaments.services.offers import offers_lapse
from tournaments.services.seasons import seasons_run


class Command(KeeperCommand):
    help = (
        "Do what is due in tournaments: extend or decide overdue tables as the terms say, pass on seats that nobody took, "
        "end challenges, replace who did not check in to a season. The worker does so by itself; running it twice does nothing more."
    )

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        overdue, offers, challenges, replaced = deadlines_run(), offers_lapse(), challenges_expire(), seasons_run()
        self.stdout.write(
            f"{overdue} rounds and tables, {offers} offers, {challenges} challenges, {replaced} people replaced."
        )
