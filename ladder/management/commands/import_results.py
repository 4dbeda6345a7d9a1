import hashlib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import override

from games import intake, storage
from games.management.keeper import KeeperCommand
from games.models import Submission, User
from games.services.submissions import Received, submission_create
from games.understand import understand
from ladder.management.commands.import_months import league
from ladder.selectors.seasons import season_at


class Command(KeeperCommand):
    help = (
        "Bring results: logs, saved pages, Classifica's records, table records and histories of BGA, also packed. "
        "Logs are judged by the worker; records and histories are results at once."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--league", help="say only of this league in which month each result lies")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        ladder = league(options["league"]) if options["league"] else None
        new, known, refused = 0, 0, 0
        with override("en"):
            for path in map(Path, options["files"]):
                try:
                    raw = path.read_bytes()
                except OSError as problem:
                    raise CommandError(f"{path}: {problem.strerror}") from problem
                if options["dry_run"]:
                    told = self.look(path, raw)
                else:
                    told = [self.line(one, ladder) for one in self.bring(path, raw, actor)]
                for state, line in told:
                    new, known, refused = (
                        new + (state == "new"),
                        known + (state == "known"),
                        refused + (state == "refused"),
                    )
                    self.stdout.write(f"{path}: {line}")
        self.stdout.write(f"{new} new, {known} here already, {refused} refused.")
        if refused and not new and not known:
            raise CommandError("nothing could be read")

    def bring(self, path: Path, raw: bytes, actor: User | None) -> list[Received]:
        try:
            return submission_create(raw, name=path.name, uploader=actor)
        except storage.StorageFull as problem:
            raise CommandError("there is no room for further files") from problem

    def look(self, path: Path, raw: bytes) -> list[tuple[str, str]]:
        """What a file holds, without keeping it."""
        told = []
        for member in intake.unpack(raw, path.name):
            if Submission.objects.filter(sha256=hashlib.sha256(member.raw).hexdigest()).exists():
                told.append(("known", "here already"))
            elif member.body is None:
                told.append(("refused", member.problem.code if member.problem else "empty"))
            else:
                document = understand(member.body)
                taken = document.rows or (document.kind in Submission.Kind.values and document.game)
                told.append(("new" if taken else "refused", f"{document.kind} {document.game or ''}".strip()))
        return told

    def line(self, one: Received, ladder: Any) -> tuple[str, str]:
        submission = one.submission
        if one.verification is not None and one.verification.verdict == "unreadable":
            return "refused", one.verification.code
        what = submission.get_kind_display()
        match = submission.match
        if match is not None:
            what += f", match {match.slug} ({match.state})"
            if ladder is not None and match.ended_at is not None:
                what += f", {ladder.slug} {season_at(ladder, match.ended_at).key}"
        elif one.verification is not None and not one.verification.is_over:
            what += ", waits for the worker"
        return ("new", what) if one.is_new else ("known", f"{what}, here already")
