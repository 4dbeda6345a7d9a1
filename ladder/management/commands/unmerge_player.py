from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import Merge, User
from games.services.errors import NotAllowed, PersonRefused
from ladder.people_texts import preview_lines
from ladder.people_words import refused
from ladder.selectors.merging import late_matches, undo_preview
from ladder.services.people import merge_undo


class Command(KeeperCommand):
    help = "Take the merge of a player back. Matches entered since under the old name go with it, unless --stay names them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("source", metavar="A", help="old address of the player who was merged away")
        parser.add_argument("--reason", required=True)
        parser.add_argument("--stay", action="append", default=[], metavar="MATCH", help="a later match that stays")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        merges = Merge.objects.filter(source__slug=options["source"], undone_at=None)
        merge = merges.select_related("source", "target").first()
        if merge is None:
            raise CommandError(f"no player at {options['source']} is merged into another")
        for line in preview_lines(undo_preview(merge)):
            self.stdout.write(line)
        late = {match.slug: match for match in late_matches(merge)}
        if unknown := set(options["stay"]) - late.keys():
            raise CommandError(f"--stay: not entered since then under the old name: {', '.join(sorted(unknown))}")
        for slug in late:
            self.stdout.write(f"  entered since: {slug} {'stays' if slug in options['stay'] else 'goes'}")
        stay = [late[slug] for slug in options["stay"]]
        try:
            merge_undo(merge, by=actor, reason=options["reason"], stay=stay)
        except PersonRefused as problem:
            raise CommandError(refused(problem)) from problem
        except NotAllowed as problem:
            raise CommandError("this account may not merge players") from problem
        self.stdout.write("The merge is taken back.")
