from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import User
from games.services.errors import NotAllowed
from ladder.director.acting import names_in
from ladder.director.sentences import refusal
from tournaments.models import PairingJob, Round, Stage
from tournaments.selectors.board import board_of
from tournaments.services.dutch_jobs import round_draft
from tournaments.services.errors import Refused
from tournaments.services.publishing import round_publish

SEED_LENGTH = 20


class Command(KeeperCommand):
    help = (
        "Draft the next round of a tournament's running stage, or its draft anew around the locked tables, and print the "
        "tables. Stages that a worker pairs are asked for."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("tournament", help="its name in addresses, such as alhambra-d-autunno")
        parser.add_argument(
            "--seed", default="", help="other dice than the tournament's; the same seed, the same draft"
        )
        parser.add_argument("--publish", action="store_true", help="publish it at once, with the deadline of the terms")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        stage = stage_of(options["tournament"])
        if len(options["seed"]) > SEED_LENGTH:
            raise CommandError(f"a seed has at most {SEED_LENGTH} characters")
        try:
            made = round_draft(stage, version=stage.version, by=actor, seed=options["seed"])
            if isinstance(made, PairingJob):
                if options["publish"]:
                    raise CommandError(
                        "a worker pairs this stage: leave --publish out, and publish its draft on the desk"
                    )
                self.stdout.write(f"Round {made.round} was asked of a worker; its draft comes to the desk.")
                return
            if options["publish"]:
                round_publish(made, version=made.version, by=actor)
        except Refused as why:
            raise CommandError(refusal(why, names_in(stage.tournament))) from why
        except NotAllowed as why:
            raise CommandError("this account does not direct the tournament") from why
        self.show(made, "published" if options["publish"] else "draft")

    def show(self, round_: Round, state: str) -> None:
        """The tables by name, and who sits out."""
        laid, names = board_of(round_.stage_id).laid(round_), names_in(round_.stage.tournament)
        self.stdout.write(f"Round {round_.number}: {state}")
        for table in laid.tables:
            self.stdout.write(f"{table.pairing.number}. {', '.join(names[one] for one in table.people)}")
        if laid.out:
            self.stdout.write(f"sits out: {', '.join(names[seat.entrant_id] for seat in laid.out)}")


def stage_of(slug: str) -> Stage:
    """The stage of this tournament that is to be paired. Raises `CommandError`."""
    stages = Stage.objects.filter(tournament__slug=slug).select_related("tournament").order_by("number")
    begun = stages.filter(state__in=[Stage.State.SEEDED, Stage.State.RUNNING]).last()
    if begun is None:
        there = "has no stage that was started" if stages else "is not here"
        raise CommandError(f"the tournament {slug} {there}")
    return begun
