from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand, account
from games.models import User
from ladder.models import Ladder, Role
from ladder.services.ladders import admin_grant, role_grant


class Command(KeeperCommand):
    help = "Make an account manager or arbiter of a league, or admin of the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("role", choices=[*Role.Kind.values, "admin"])
        parser.add_argument("email")
        parser.add_argument("--league", metavar="SLUG", help="for manager and arbiter")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        role, user = options["role"], account(options["email"])
        if (role == "admin") == bool(options["league"]):
            raise CommandError("--league goes with manager and arbiter, not with admin")
        if role == "admin":
            is_new, what = admin_grant(user, by=actor), "admin of the site"
        else:
            ladder = Ladder.objects.filter(slug=options["league"]).first()
            if ladder is None:
                raise CommandError(f"no league is called {options['league']}")
            is_new, what = role_grant(user, role, ladder=ladder, by=actor), f"{role} of {ladder.name}"
        self.stdout.write(f"{user.email} is {'now ' if is_new else ''}{what}.")
