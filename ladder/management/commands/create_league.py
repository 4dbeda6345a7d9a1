from argparse import ArgumentParser
from pathlib import Path
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
from ladder.services.months import LONGEST_GRACE
from ladder.services.silence import MOST_SILENCE

BAD_USAGE = 2


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
        parser.add_argument("--grace-days", type=int, metavar="N", help="days after a month in which results come (5)")
        parser.add_argument("--silence-hours", type=int, metavar="N", help="until a table record confirms itself (72)")
        parser.add_argument(
            "--private-logs", action="store_true", help="logs and replays are for those concerned alone"
        )
        rules = parser.add_mutually_exclusive_group()
        rules.add_argument("--rules", metavar="FILE", type=Path, help="the first rules as a file, JSON or TOML")
        rules.add_argument("--params", default="{}", help="what differs from the default rules, as JSON")

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
                params=first_rules(options["rules"], options["params"]),
                by=actor,
                **settings_of(options),
            )
        except ValidationError as problem:
            raise CommandError("; ".join(problem.messages)) from problem
        except (msgspec.DecodeError, msgspec.ValidationError) as problem:
            raise CommandError(f"{'--rules' if options['rules'] else '--params'}: {problem}") from problem
        except OSError as problem:
            raise CommandError(f"--rules: {problem}") from problem
        for manager in managers:
            role_grant(manager, "manager", ladder=ladder, by=actor)
        self.stdout.write(f"{ladder.name} ({ladder.slug}, {ladder.time_zone}): {'created' if is_new else 'is there'}.")
        if ladder.roles.filter(kind="manager").count() < 2:
            self.stdout.write("It should have two managers: grant_role manager EMAIL --league " + ladder.slug)


def settings_of(options: dict[str, Any]) -> dict[str, Any]:
    """What a league keeps beside its rules, as far as it is said. Raises `CommandError`."""
    found = {"logs_public": False} if options["private_logs"] else {}
    for name, most in (("grace_days", LONGEST_GRACE.days), ("silence_hours", MOST_SILENCE)):
        if options[name] is None:
            continue
        if not 0 <= options[name] <= most:
            raise CommandError(f"--{name.replace('_', '-')}: a number up to {most}", returncode=BAD_USAGE)
        found[name] = options[name]
    return found


def first_rules(file: Path | None, params: str) -> dict[str, Any]:
    """The document of the rules. Raises `OSError` and `msgspec.DecodeError`."""
    if file is None:
        return msgspec.json.decode(params, type=dict[str, Any])
    decode = msgspec.toml.decode if file.suffix == ".toml" else msgspec.json.decode
    return decode(file.read_bytes(), type=dict[str, Any])


def known_game(key: str) -> Game:
    """The row of a game that has an engine or that somebody added. Raises `CommandError`."""
    if key not in registry.ENGINES and not Game.objects.filter(key=key).exists():
        raise CommandError(f"no game has the key {key}; known: {', '.join(sorted(registry.ENGINES))}")
    return game_for(key)
