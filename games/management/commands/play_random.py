"""Play a complete legal match by itself and write its record: same arguments, same bytes."""

import random
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.engine.errors import BadComponents
from games.play import BOTS, one_sided, self_play
from games.record import write_record
from games.registry import ENGINES, Engine

BAD_USAGE = 2


class Command(BaseCommand):
    help = "Play a complete legal match by itself and write its record."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(ENGINES))
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--seed", type=int, required=True, metavar="S")
        parser.add_argument("--rules", default="official", metavar="R", help="name of a rule set (default: official)")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
        parser.add_argument("--components", type=Path, metavar="FILE", help="another component set")
        parser.add_argument("--view", type=int, metavar="SEAT", help="write what this seat saw, counted from 0")
        parser.add_argument("--bot", choices=BOTS, default="random")
        parser.add_argument("--out", type=Path, metavar="FILE", help="where to write (default: standard output)")

    def handle(self, *args: Any, **options: Any) -> None:
        engine = ENGINES[options["game"]]
        players, rules, view, out = options["players"], options["rules"], options["view"], options["out"]
        fewest, most = engine.seats
        if not fewest <= players <= most:
            raise CommandError(f"--players: {fewest} to {most}, not {players}", returncode=BAD_USAGE)
        if rules not in engine.rule_sets:
            raise CommandError(f"--rules: one of {', '.join(engine.rule_sets)}, not {rules}", returncode=BAD_USAGE)
        if view is not None and not 0 <= view < players:
            raise CommandError(f"--view: a seat from 0 to {players - 1}, not {view}", returncode=BAD_USAGE)
        box = None if options["components"] is None else components_from(engine, options["components"])
        setup = engine.setup(players, rules, dict(options_from(engine, options["option"])), box)
        rng = random.Random(options["seed"])  # noqa: S311 - the same matches again, no secrets
        script = self_play(engine, setup, rng, rules=rules, bot=options["bot"])
        record = write_record(script if view is None else one_sided(engine, script, view))
        if out is None:
            self.stdout.write(record.decode(), ending="")
            return
        try:
            out.write_bytes(record)
        except OSError as error:
            raise CommandError(f"--out: {error}", returncode=BAD_USAGE) from None


def components_from(engine: Engine, path: Path) -> Any:
    """The component set in a file, or a `CommandError` that says what is wrong with it."""
    try:
        return engine.load_components(path.read_bytes(), str(path))
    except (OSError, BadComponents) as error:
        raise CommandError(f"--components: {error}", returncode=BAD_USAGE) from None


def options_from(engine: Engine, given: Iterable[str]) -> Iterable[tuple[str, Any]]:
    """Options of `NAME=VALUE` with their values typed, or a `CommandError` that names what would do."""
    fields = {field.name: field.type for field in msgspec.structs.fields(engine.options)}
    for text in given:
        name, equals, value = text.partition("=")
        if name not in fields or not equals:
            known = ", ".join(f"{field}=…" for field in fields)
            raise CommandError(f"--option: {text} is none of {known}", returncode=BAD_USAGE)
        try:
            yield name, msgspec.convert(value, fields[name], strict=False)
        except msgspec.ValidationError:
            known = " or ".join(map(str, get_args(fields[name]))) or "true or false"
            raise CommandError(f"--option: {text}: the value is {known}", returncode=BAD_USAGE) from None
