"""How far an import is that a worker has in hand: for people who watch, so it lies in the cache and may be lost."""

from enum import IntEnum

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from games import limits


class Step(IntEnum):
    """What is being done; all of it is one transaction."""

    WAITING = 0
    READING = 1
    WRITING = 2
    COUNTING = 3
    CLOSING = 4


LOOKING = 2
"""Steps of a dry run, which writes nothing."""

WORDS = {
    Step.WAITING: _("It waits for a worker."),
    Step.READING: _("The file is read."),
    Step.WRITING: _("Matches and names are written."),
    Step.COUNTING: _("Their months are counted."),
    Step.CLOSING: _("Old months are closed."),
}


LOOK_WORDS = WORDS | {Step.WRITING: _("It is compared with what is here.")}


def step_note(pk: int, step: Step) -> None:
    cache.set(f"import:{pk}", int(step), limits.IMPORT_HARD_SECONDS)


def step_of(pk: int) -> Step:
    """The step of a job; `WAITING` where nobody noted one."""
    return Step(cache.get(f"import:{pk}", Step.WAITING))
