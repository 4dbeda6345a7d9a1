from typing import Any

from games.management.keeper import KeeperCommand
from games.models import Notice, User
from ladder.services.months import months_close_due
from ladder.services.notice_sweep import months_tell


class Command(KeeperCommand):
    help = (
        "Tell players and managers which months are about to be closed or wait for it, and close those that close by "
        "themselves. The worker does so by itself; running it twice does nothing more."
    )

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        before = Notice.objects.count()
        months_tell()
        closed = months_close_due()
        for season in closed:
            self.stdout.write(f"{season}: closed")
        self.stdout.write(f"{Notice.objects.count() - before} notices, {len(closed)} months closed.")
