"""The four outcomes that people read, each with icon, word and meaning; colour is never alone."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Outcome:
    """`tone` is a class of the style sheet, `icon` a name in the site's icon file."""

    slug: str
    tone: str
    icon: str
    word: str | Promise
    meaning: str | Promise


AGREES = Outcome(
    "agrees",
    "ok",
    "check",
    _("agrees"),
    _("Every move was legal and the match ended as stated. The match is marked ✓."),
)
DISAGREES = Outcome(
    "disagrees",
    "bad",
    "x",
    _("disagrees"),
    _("A move, a draw or a number in the log cannot be. The result of the match stays as it was."),
)
CANNOT = Outcome(
    "cannot",
    "none",
    "dash",
    _("cannot be verified"),
    _("The log holds something that cannot be judged here. Nobody is to blame and the result can count all the same."),
)
BROKEN = Outcome(
    "broken", "warn", "warn", _("broken file"), _("The file could not be read to its end. Another copy is needed.")
)
WAITING = Outcome("", "none", "clock", _("being checked"), _("The log waits for its turn or is being replayed."))

OUTCOMES = (AGREES, DISAGREES, CANNOT, BROKEN)
_BY_SLUG = {outcome.slug: outcome for outcome in (*OUTCOMES, WAITING)}


def outcome_of(slug: str) -> Outcome:
    """The outcome by its slug (`Verification.outcome`); the empty slug is a log still being checked."""
    return _BY_SLUG[slug]
