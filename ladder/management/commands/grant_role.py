from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand, account
from games.models import User
from ladder.models import Ladder, Role
from ladder.permissions import may
from ladder.services.ladders import admin_grant, role_grant
from ladder.services.roles import LastManager, role_revoke


class Command(KeeperCommand):
    help = "Make an account manager or arbiter of a league, or admin of the site; with --remove take the role away."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("role", choices=[*Role.Kind.values, "admin"])
        parser.add_argument("email")
        parser.add_argument("--league", metavar="SLUG", help="for manager and arbiter")
        parser.add_argument("--remove", action="store_true", help="take it away instead; never from the last manager")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        role, user = options["role"], account(options["email"])
        if (role == "admin") == bool(options["league"]):
            raise CommandError("--league goes with manager and arbiter, not with admin")
        if role == "admin" and options["remove"]:
            raise CommandError("an admin is removed in the accounts of the site, not here")
        if role == "admin":
            self.allow(actor, None)
            is_new, what = admin_grant(user, by=actor), "admin of the site"
        else:
            ladder = Ladder.objects.filter(slug=options["league"]).first()
            if ladder is None:
                raise CommandError(f"no league is called {options['league']}")
            self.allow(actor, ladder)
            if options["remove"]:
                self.remove(user, role, ladder, actor)
                return
            is_new, what = role_grant(user, role, ladder=ladder, by=actor), f"{role} of {ladder.name}"
        self.stdout.write(f"{user.email} is {'now ' if is_new else ''}{what}.")

    def allow(self, actor: User | None, ladder: Ladder | None) -> None:
        """The history names who could have done it on a page; without --as the keeper of the server did."""
        if actor is not None and not (actor.is_superuser or (ladder is not None and may(actor, "grant", ladder))):
            raise CommandError(f"{actor.email} may not grant that role")

    def remove(self, user: User, role: str, ladder: Ladder, actor: User | None) -> None:
        try:
            removed = role_revoke(user, role, ladder=ladder, by=actor)
        except LastManager as problem:
            raise CommandError(
                f"{user.email} is the last manager of {ladder.name}: make another one first"
            ) from problem
        self.stdout.write(f"{user.email} is {'no longer' if removed else 'not'} {role} of {ladder.name}.")
