from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import User
from ladder.models import PublishTarget
from ladder.publishing.secrets import SecretLost
from ladder.publishing.services import target_reseal
from ladder.services.notice_addresses import addresses_reseal
from ladder.webhooks.services import webhooks_reseal


class Command(KeeperCommand):
    help = "Encrypt the secrets of publishing targets and webhooks, and addresses in chats, anew with the first of SECRETS_KEYS; then the old key may go."

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        lost = []
        targets = list(PublishTarget.objects.exclude(secret="").select_related("ladder").order_by("pk"))
        for target in targets:
            try:
                target_reseal(target, by=actor)
            except SecretLost:
                lost.append(f"{target.ladder.slug}, {target.name}")
        lost += addresses_reseal() + webhooks_reseal()
        if lost:
            raise CommandError("no present key opens the secrets of " + "; ".join(lost))
        self.stdout.write(f"{len(targets)} secrets lie under the first key now.")
