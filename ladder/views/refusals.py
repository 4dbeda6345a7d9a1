"""Refusals in sentences: what was found, and what to do next."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.services.errors import InvalidResult, NotAllowed
from ladder.formats import listed

CANNOT_BE: dict[str, str | Promise] = {
    "seats": gettext_lazy("People entered: %(found)s; this game is played by %(fewest)s to %(most)s."),
    "player_twice": gettext_lazy("%(name)s would sit twice at the table."),
    "places": gettext_lazy(
        "The places do not fit together: 1, 2, 3 …; who shares a place has the same number (1, 1, 3)."
    ),
    "score": gettext_lazy("A score is at most %(most)s, above or below zero."),
    "in_the_future": gettext_lazy("The end lies in the future."),
    "name_missing": gettext_lazy("A name is missing."),
    "name_too_long": gettext_lazy("A name has more than %(most)s characters."),
    "reason_missing": gettext_lazy("A reason is missing."),
    "reason_too_long": gettext_lazy("The reason has more than %(most)s characters."),
    "nothing_changed": gettext_lazy("That is what stands already: nothing was changed."),
    "replayed_by_itself": gettext_lazy("A match cannot have been played again by itself. Name the other one."),
}
NOT_ALLOWED: dict[str, str | Promise] = {
    "own_report": gettext_lazy("You entered this result, so somebody else of the table must confirm it."),
    "state": gettext_lazy("That is no longer possible: the match is in another state now."),
    "took_part": gettext_lazy("You played in this match, so somebody else has to decide."),
    "settled": gettext_lazy(
        "This match is settled and stands another way. If that is wrong, dispute it and say why: those who keep the "
        "league decide."
    ),
    "not_at_the_table": gettext_lazy(
        "This match is recorded with another result, and you did not sit at the table. Report the error on its page: "
        "those who keep the league look into it."
    ),
    "reported": gettext_lazy("You have reported an error here already; it waits for an answer."),
    "problems": gettext_lazy("Several of your reports wait for an answer. Report the next one when one is answered."),
}


def cannot_be(problem: InvalidResult) -> str:
    """Why a result cannot be."""
    if problem.code == "people":
        return people(problem.facts["extra"], problem.facts["missing"])
    return str(CANNOT_BE[problem.code]) % problem.facts


def people(extra: list[str], missing: list[str]) -> str:
    """Who is named too much, and who too little, for a match that is recorded."""
    parts = [_("The match is recorded with other people.")]
    if extra:
        text = ngettext("%(names)s did not sit there.", "%(names)s did not sit there.", len(extra))
        parts.append(text % {"names": listed(extra)})
    if missing:
        text = ngettext("%(names)s is missing.", "%(names)s are missing.", len(missing))
        parts.append(text % {"names": listed(missing)})
    parts.append(_("If somebody else sat there, report the wrong person on the match’s page."))
    return " ".join(parts)


def not_allowed(refused: NotAllowed) -> str:
    """Why somebody may not do this here."""
    if refused.code == "too_late":
        return _(
            "A log verified this match more than %(hours)s hours ago, so only those who keep the league change it. "
            "Report the error to them."
        ) % {"hours": refused.facts["hours"]}
    return str(NOT_ALLOWED[refused.code])
