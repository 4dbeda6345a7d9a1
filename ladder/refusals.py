"""Why something about a month was refused, and what led to a revision, in sentences: the one place where they stand."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ladder import formats
from ladder.services.months import LONGEST_GRACE, MonthRefused

ACTS: dict[str, str | Promise] = {
    "match.believed": gettext_lazy("a result came in"),
    "match.late": gettext_lazy("a result that came late"),
    "match.confirmed": gettext_lazy("a match was confirmed"),
    "match.verified": gettext_lazy("a log agreed"),
    "match.disputed": gettext_lazy("a match was disputed"),
    "match.contradicted": gettext_lazy("a file told another result"),
    "match.corrected": gettext_lazy("a result was corrected"),
    "match.decided": gettext_lazy("a dispute was decided"),
    "match.voided": gettext_lazy("a match was struck out"),
    "match.restored": gettext_lazy("a match was restored"),
    "match.silent": gettext_lazy("nobody objected to a result in time"),
    "match.reseated": gettext_lazy("somebody else sat at a match"),
    "import.done": gettext_lazy("old results were imported"),
    "import.undone": gettext_lazy("an import was taken back"),
    "player.merged": gettext_lazy("two players became one"),
    "player.unmerged": gettext_lazy("two players became two again"),
    "season.recomputed": gettext_lazy("the month was counted again"),
    "season.declined": gettext_lazy("a change was declined"),
}
"""What led to a revision, by the act in the audit."""


def cause(told: dict[str, Any]) -> dict[str, Any]:
    """A cause of a revision as a page shows it."""
    act = ACTS.get(told.get("act", ""), _("something changed"))
    at = told.get("at")
    return {
        "text": act,
        "reason": told.get("reason", ""),
        "at": datetime.fromisoformat(at) if at else None,
        "matches": told.get("matches", []),
    }


def causes_in_short(causes: Sequence[dict[str, Any]] | None) -> list[str]:
    """What led to a revision that waits: each kind of cause once, the latest last; nothing where none waits."""
    return list(dict.fromkeys(str(cause(told)["text"]) for told in causes or ()))


def month(refused: MonthRefused) -> str:
    """What was found, and what to do next."""
    season = refused.season
    facts = {
        "month": formats.month(formats.first_day(season)),
        "end": formats.deadline(season.end, season.ladder.time_zone),
        "grace": formats.deadline(season.grace_until - timedelta(seconds=1), season.ladder.time_zone),
        "latest": formats.day(season.end + LONGEST_GRACE, season.ladder.time_zone, year=True),
        "revision": season.revision,
        **refused.facts,
    }
    n = len(refused.checks)
    texts: dict[str, str] = {
        "not_over": _("%(month)s goes on until %(end)s. It can be closed after that."),
        "grace_over": _(
            "The days of grace of %(month)s are over since %(grace)s. What comes late is taken in match by match, on the "
            "checklist."
        ),
        "grace_until": _(
            "Results of %(month)s are taken until %(grace)s already. Give a later day, at most %(latest)s."
        ),
        "closed": _("%(month)s is closed already, with revision %(revision)s. What changes now waits as pending."),
        "open": _("%(month)s is not closed yet, so there is nothing to revise: results still count at once."),
        "blocked": ngettext(
            "%(n)s thing must be settled first: decide it, or leave it out for now.",
            "%(n)s things must be settled first: decide them, or leave them out for now.",
            n,
        ),
        "warnings": ngettext(
            "There is %(n)s warning. Look at it, then close once more and say that you have seen it.",
            "There are %(n)s warnings. Look at them, then close once more and say that you have seen them.",
            n,
        ),
        "nothing_pending": _("Nothing is pending for %(month)s: what was published agrees with the results."),
        "elsewhere": _("This match did not end in %(month)s."),
        "reason_missing": _("Say why, so that everybody can read it beside the revision."),
        "reason_too_long": _("The reason is too long: %(most)s characters at most."),
    }
    return texts[refused.code] % {**facts, "n": n}
