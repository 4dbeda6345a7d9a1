import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import User
from ladder.models import Community
from ladder.services.accounts import account_create
from ladder.services.ladders import admin_grant, community_set


class Command(KeeperCommand):
    help = "Name the community and its first admin. Asks for what is not given; may be run again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--name", help="of the community")
        parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES])
        parser.add_argument("--time-zone", help="for example Europe/Rome")
        parser.add_argument("--admin", metavar="EMAIL", help="the first admin's address")
        parser.add_argument("--password", help="of a new admin; asked for if not given, and then not shown")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        now = Community.objects.first() or Community(name=settings.SITE_NAME)
        name, language, time_zone = (
            options[key] or ask(text, getattr(now, key))
            for key, text in (("name", "Name"), ("language", "Language"), ("time_zone", "Time zone"))
        )
        email = options["admin"] or ask("E-mail address of the first admin", "")
        admin = User.objects.filter(email=email.strip().lower()).first()
        try:
            community_set(name=name, language=language, time_zone=time_zone, by=actor or admin)
            if admin is None:
                admin = account_create(
                    email, options["password"] or ask_password(), language=language, time_zone=time_zone
                )
        except ValidationError as problem:
            raise CommandError("; ".join(problem.messages)) from problem
        admin_grant(admin, by=actor)
        self.stdout.write(f"{name} ({language}, {time_zone}) is kept by {admin.email}. Next: create_league.")


def ask_password() -> str:
    if not sys.stdin.isatty():
        raise CommandError("give --password: there is no terminal to ask at")
    return getpass.getpass("Password: ")


def ask(text: str, default: str) -> str:
    """An answer from the terminal; without one the default, or an error where there is none."""
    answer = input(f"{text} [{default}]: ").strip() if sys.stdin.isatty() else ""
    if not (answer or default):
        raise CommandError(f"{text}: not given")
    return answer or default
