"""All items of the desk that a person may see, oldest first."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import User
from ladder.desk import logs, matches, months, names, people, publications, reports
from ladder.desk.item import Item
from ladder.desk.reach import Reach
from ladder.models import DeskNote

OLD = timedelta(hours=48)


@dataclass(frozen=True)
class Kind:
    """A kind of item: how it is called, and who finds the items that a person may act upon."""

    title: str | Promise
    items: Callable[[Reach], list[Item]]


KINDS: dict[str, Kind] = {
    "dispute": Kind(_("disputes"), matches.disputes),
    "files": Kind(_("contradicting files"), logs.contradicting),
    "name": Kind(_("names not checked"), names.unchecked),
    "duplicate": Kind(_("possible duplicates"), people.possible_duplicates),
    "claim": Kind(_("claims"), people.claims),
    "deletion": Kind(_("deletion requests"), people.deletions),
    "waiting": Kind(_("submitted too long"), matches.submitted_long),
    "unverifiable": Kind(_("logs that cannot be verified"), logs.unverifiable),
    "no_result": Kind(_("tables without a result"), matches.without_result),
    "no_end": Kind(_("results without an end"), matches.without_end),
    "reported": Kind(_("reported errors"), reports.reported),
    "problem": Kind(_("reported problems"), reports.problems),
    "absent": Kind(_("people who did not come"), reports.absent),
    "pending": Kind(_("pending revisions"), months.pending),
    "late": Kind(_("late results"), months.late),
    "close": Kind(_("months to close"), months.to_close),
    "publication": Kind(_("failed publications"), publications.failed),
}


@dataclass(frozen=True)
class Queued:
    """An item as the desk shows it: who has taken it, and what was said about it."""

    item: Item
    notes: list[DeskNote]
    is_old: bool

    @property
    def taken(self) -> DeskNote | None:
        return next((note for note in self.notes if not note.text), None)

    @property
    def said(self) -> list[DeskNote]:
        return [note for note in self.notes if note.text]


def queue(user: User, *, kind: str = "", who: str = "", old: bool = False, reach: Reach | None = None) -> list[Queued]:
    """The items, filtered: by kind, by who has taken them (`mine`, `free`), those older than two days."""
    reach = reach or Reach(user)
    wanted = [KINDS[kind]] if kind in KINDS else KINDS.values()
    items = [item for one in wanted for item in one.items(reach)]
    notes: dict[str, list[DeskNote]] = {}
    for note in DeskNote.objects.filter(item__in=[item.key for item in items]).select_related("user__player"):
        notes.setdefault(note.item, []).append(note)
    since = timezone.now() - OLD
    found = [Queued(item, notes.get(item.key, []), item.since < since) for item in items]
    found = [one for one in found if not (one.item.dismissible and any(note.done for note in one.notes))]
    found.sort(key=lambda one: (one.item.since, one.item.key))
    return sifted(found, user, who=who, old=old)


def sifted(found: list[Queued], user: User, *, kind: str = "", who: str = "", old: bool = False) -> list[Queued]:
    """Of these items those that `queue` would give."""
    if kind in KINDS:
        found = [one for one in found if one.item.kind == kind]
    if who == "mine":
        found = [one for one in found if one.taken and one.taken.user_id == user.pk]
    elif who == "free":
        found = [one for one in found if not one.taken]
    return [one for one in found if one.is_old or not old]
