from argparse import ArgumentParser
from typing import Any

import msgspec
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from games import registry
from games.management.keeper import KeeperCommand, account
from games.models import Game, User
from games.services.results import game_for
from ladder.models import Community
from ladder.services.ladders import ladder_create, role_grant


class Command(KeeperCommand):
    help = "Create a league with the default rules. One that exists stays as it is; managers are added."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("slug", help="its name in addresses, such as torre")
        parser.add_argument("name", help="its name on pages")
        parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES])
        parser.add_argument("--time-zone", help="for example Europe/Rome; without it that of the community")
        parser.add_argument(
            "--manager", action="append", default=[], metavar="EMAIL", help="may be given several times"
        )
        parser.add_argument("--game", action="append", default=[], metavar="KEY", help="only these games count")
        parser.add_argument("--params", default="{}", help="parameters of place_points that differ, as JSON")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        community = Community.objects.first() or Community()
        managers = [account(email) for email in options["manager"]]
        try:
            ladder, is_new = ladder_create(
                slug=options["slug"],
                name=options["name"],
                language=options["language"] or community.language,
                time_zone=options["time_zone"] or community.time_zone,
                games=[known_game(key) for key in options["game"]],
                params=msgspec.json.decode(options["params"]),
                by=actor,
            )
        except ValidationError as problem:
            raise CommandError("; ".join(problem.messages)) from problem
        except (msgspec.DecodeError, msgspec.ValidationError) as problem:
            raise CommandError(f"--params: {problem}") from problem
        for manager in managers:
            role_grant(manager, "manager", ladder=ladder, by=actor)
        self.stdout.write(f"{ladder.name} ({ladder.slug}, {ladder.time_zone}): {'created' if is_new else 'is there'}.")
        if ladder.roles.filter(kind="manager").count() < 2:
            self.stdout.write("It should have two managers: grant_role manager EMAIL --league " + ladder.slug)


def known_game(key: str) -> Game:
    """The row of a game that has an engine or that somebody added. Raises `CommandError`."""
    if key not in registry.ENGINES and not Game.objects.filter(key=key).exists():
        raise CommandError(f"no game has the key {key}; known: {', '.join(sorted(registry.ENGINES))}")
    return game_for(key)
