"""What the commands of a server's keeper have in common."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError, transaction
from django.utils.translation import override

from games import storage
from games.engine.text import clean_text
from games.models import AuditEntry, Submission, User
from games.services.audit import acting

TYPED = ("name", "reason")
"""Options that are kept as texts, by the same rules as those of forms."""
LANGUAGE = "en"
"""Of what commands print, whatever the language of the site."""


class EnglishCommand(BaseCommand):
    """A command whose sentences are those of pages, said in one language."""

    def execute(self, *args: Any, **options: Any) -> Any:
        with override(LANGUAGE):
            try:
                return super().execute(*args, **options)
            except (OperationalError, ProgrammingError) as problem:
                words = str(problem).strip().partition("\n")[0]
                raise CommandError(
                    f"the database cannot be used ({words}): is it there, and did `migrate` run?"
                ) from problem
            except storage.StorageAway as problem:
                raise CommandError(f"the storage of files does not answer: {problem}") from problem


class KeeperCommand(EnglishCommand):
    """A command that changes something: `--dry-run` does it and takes it back, `--as` says who did it.

    Exit status 0; 1 refused, nothing done; 2 bad usage. Subclasses write `change`.
    """

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="show what would be done, and do nothing")
        parser.add_argument("--as", dest="actor", metavar="EMAIL", help="the account that the history names")

    def handle(self, *args: Any, **options: Any) -> None:
        actor = account(options["actor"]) if options["actor"] else None
        options |= {key: clean_text(options[key]) for key in TYPED if isinstance(options.get(key), str)}
        done = False
        with storage.new_files() as new:
            try:
                with acting(AuditEntry.Origin.COMMAND), transaction.atomic():
                    self.change(actor, options)
                    if options["dry_run"]:
                        transaction.set_rollback(True)
                        self.stdout.write("Dry run: nothing was changed.")
                done = not options["dry_run"]
            finally:
                if not done:
                    files_without_rows(new)

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        raise NotImplementedError


def files_without_rows(new: list[str]) -> None:
    """What was taken back leaves no file behind, unless somebody brought the same one meanwhile."""
    for sha256 in new:
        if not Submission.objects.filter(sha256=sha256).exists():
            storage.remove(sha256)


def account(email: str) -> User:
    """The account with this address. Raises `CommandError`."""
    user = User.objects.filter(email=email.strip().lower()).first()
    if user is None:
        raise CommandError(f"no account has the address {email}")
    return user
