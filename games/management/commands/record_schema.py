"""Write the JSON Schema of a game's records."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.record import record_schema
from games.registry import ENGINES


class Command(BaseCommand):
    help = "Write the JSON Schema of a game's records."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(ENGINES))

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(record_schema(options["game"]), indent=2, ensure_ascii=False))
