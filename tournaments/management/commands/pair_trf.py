"""Pair a round of a tournament that comes as a FIDE report file: no database, no broker."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.dutch import NoPairing, pair_dutch
from tournaments.trf import TrfProblem, decoded, read_trf

BAD_USAGE = 2


class Command(BaseCommand):
    help = (
        "Pair a round by FIDE's Dutch system (2026). Prints the number of boards, then White and Black of each; 0 for"
        " Black is the bye. Exit code 1: there is no legal pairing; 2: bad usage, or no report file."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="TRF16 or TRF26, or - for standard input")
        parser.add_argument("--round", type=int, metavar="N", help="which round (default: the one after the last)")
        parser.add_argument("--json", action="store_true", help="one JSON object instead")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            trf = read_trf(decoded(raw))
            number = options["round"] or trf.played + 1
            paired = pair_dutch(trf, number)
        except OSError as error:
            raise CommandError(str(error), returncode=BAD_USAGE) from None
        except TrfProblem as problem:
            at = f"line {problem.line}: " if problem.line else ""
            raise CommandError(f"{at}{problem.code} {problem.found}".strip(), returncode=BAD_USAGE) from None
        except NoPairing:
            raise CommandError("There is no legal pairing of this round.") from None
        if options["json"]:
            self.stdout.write(json.dumps({"round": number, "pairs": paired.pairs, "bye": paired.bye or None}))
            return
        boards = [*paired.pairs, *([(paired.bye, 0)] if paired.bye else [])]
        self.stdout.write("\n".join([str(len(boards)), *(f"{white} {black}" for white, black in boards)]))
