import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandError
from django.utils.translation import override

from games.management.keeper import KeeperCommand
from games.models import User
from ladder.imports import messages
from ladder.imports.check import Answers, DryRun, dry_run, layout_guess
from ladder.imports.columns import Template
from ladder.imports.problems import SheetProblem
from ladder.models import Import, ImportTemplate, Ladder
from ladder.services.import_jobs import import_ask, import_work, problem_of
from ladder.services.imports import ImportRefused, import_start, summary_of

SHOWN = 20
WAIT_SECONDS = 0.5


class Command(KeeperCommand):
    help = (
        "Import old months of a league from a CSV or XLSX: rows per player, rows per match, or totals. Without --map "
        "the columns are guessed from their heads. Matches that are here already are left out."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", help="CSV or XLSX")
        parser.add_argument("--league", help="its name in addresses; may be left out where there is one league")
        parser.add_argument("--map", dest="template", help="a template of the league by its name, or a JSON file")
        parser.add_argument("--sheet", default="", help="the sheet of a workbook; without it the first one")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        ladder = league(options["league"])
        path = Path(options["file"])
        try:
            raw = path.read_bytes()
        except OSError as problem:
            raise CommandError(f"{path}: {problem.strerror}") from problem
        template = self.template(ladder, options["template"])
        with override("en"):
            try:
                self.work(ladder, raw, path.name, template, actor, options)
            except SheetProblem as problem:
                raise CommandError(f"{path}: {messages.of_sheet(problem.code, problem.facts)}") from problem
            except ImportRefused as refused:
                raise CommandError(messages.of_refusal(refused.code, refused.facts)) from refused

    def work(
        self, ladder: Ladder, raw: bytes, name: str, template: Template | None, by: User | None, options: dict[str, Any]
    ) -> None:
        """Look first, and keep the file only if something in it is new."""
        layout = layout_guess(raw, sheet=options["sheet"], template=template)
        run = dry_run(raw, layout, Answers(), ladder, preview=False)
        self.told(run)
        if options["dry_run"] or (run.duplicates and not run.taken and not run.plan.totals):
            return
        if not run.taken and not run.plan.totals:
            raise ImportRefused("nothing_new", duplicates=len(run.duplicates), rejected=len(run.rejected))
        source, _is_new = import_start(ladder, raw, name=name, by=by, template=template, sheet=options["sheet"])
        import_ask(source, Import.Job.RUN, version=source.version, by=by)
        while (done := Import.objects.get(pk=source.pk)).job:
            if not import_work(source.pk):  # a worker was faster
                time.sleep(WAIT_SECONDS)
        if problem := problem_of(done):
            raise problem

    def told(self, run: DryRun) -> None:
        summary = summary_of(run)
        for line in summary["lines"][:SHOWN]:
            self.stdout.write(f"line {line['line']}: {messages.of_line(line['code'], line['facts'])}")
        if summary["rejected"] > SHOWN:
            self.stdout.write(f"… {summary['rejected'] - SHOWN} lines more")
        for one, other in run.near:
            self.stdout.write(f"near: {one} / {other}, kept apart")
        self.stdout.write(
            f"{summary['rows']} rows accepted, {summary['rejected']} rejected; {summary['names']} names, "
            f"{summary['new_names']} of them new, {summary['near']} near; {summary['duplicates']} duplicates, "
            f"{summary['matches'] + summary['totals']} new."
        )

    def template(self, ladder: Ladder, name: str | None) -> Template | None:
        if not name:
            return None
        known = ImportTemplate.objects.filter(ladder=ladder, name=name).first()
        try:
            return (
                msgspec.convert(known.body, Template)
                if known
                else msgspec.json.decode(Path(name).read_bytes(), type=Template)
            )
        except OSError as problem:
            raise CommandError(f"{name}: neither a template of {ladder.slug} nor a file") from problem
        except (msgspec.DecodeError, msgspec.ValidationError) as problem:
            raise CommandError(f"{name}: {problem}") from problem


def league(slug: str | None) -> Ladder:
    """The league by its slug, or the only one. Raises `CommandError`."""
    ladders = list(Ladder.objects.filter(slug=slug) if slug else Ladder.objects.all()[:2])
    if len(ladders) != 1:
        raise CommandError(f"no league {slug}" if slug else "say which one: --league SLUG")
    return ladders[0]
