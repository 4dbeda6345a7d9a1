"""Who has taken an item of the desk, and what is said about it. Seen by those who keep the league, so without an audit."""

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import limits
from games.models import User
from ladder.models import DeskNote


class Taken(Exception):
    """Somebody else has it; `note` says who."""

    def __init__(self, note: DeskNote) -> None:
        super().__init__(note.item)
        self.note = note


def item_take(item: str, *, by: User) -> DeskNote:
    """Take an item, so that nobody else does the same. Raises `Taken`."""
    try:
        with transaction.atomic():
            return DeskNote.objects.create(item=item, user=by, at=timezone.now())
    except IntegrityError:
        note = DeskNote.objects.select_related("user").get(item=item, text="")
        if note.user_id == by.pk:
            return note
        raise Taken(note) from None


def item_release(item: str, *, by: User) -> bool:
    """Give an item back; also one that somebody else took and cannot finish."""
    return bool(DeskNote.objects.filter(item=item, text="").delete()[0])


def item_comment(item: str, text: str, *, by: User, done: bool = False) -> DeskNote | None:
    """Say something about an item, or put it away with a word (`done`); nothing is said by an empty text."""
    text = " ".join(text.split())[: limits.REASON_LENGTH]
    return DeskNote.objects.create(item=item, user=by, at=timezone.now(), text=text, done=done) if text else None
