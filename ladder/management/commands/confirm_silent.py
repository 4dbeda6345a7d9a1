from typing import Any

from games.management.keeper import KeeperCommand
from games.models import User
from ladder.services.silence import confirm_silent


class Command(KeeperCommand):
    help = (
        "Confirm matches with a table record to which nobody objected in their league's time. The worker does so by "
        "itself; running it twice does nothing more."
    )

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        done = confirm_silent(by=actor)
        for match in done:
            self.stdout.write(f"{match.slug}: confirmed")
        self.stdout.write(f"{len(done)} matches confirmed, for nobody objected.")
