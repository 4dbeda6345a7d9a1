"""Why an act of a player was not done, in sentences: what was found, and what to do next."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ladder.states_found import in_words
from tournaments.services.errors import Refused

REFUSED: dict[str, str | Promise] = {
    "state": gettext_lazy("That is not possible now: the tournament is “%(found)s”."),
    "entrant_state": gettext_lazy("That is not possible now: your entry is “%(found)s”."),
    "full": gettext_lazy("All places are taken."),
    "not_next": gettext_lazy("Somebody else of the reserve is next."),
    "date_past": gettext_lazy("That time has passed already."),
    "too_many_dates": gettext_lazy("There are %(most)s proposals already. Answer one of them."),
    "grace": gettext_lazy("It is too early for that: the time of grace is not over."),
    "already_decided": gettext_lazy("Table %(table)s is decided already."),
    "not_published": gettext_lazy("The tournament does not run, or the round of table %(table)s is not published."),
    "not_at_the_table": gettext_lazy("That person does not sit at table %(table)s."),
    "time": gettext_lazy("This is no time of the form 2026-10-08 23:59."),
    "time_skipped": gettext_lazy("The clocks jump over this time that night. Choose another."),
    "time_twice": gettext_lazy("The clocks show this time twice that night. Say which one you mean."),
    "offer_over": gettext_lazy("This offer is over: it was answered, or its time has passed."),
    "seated_already": gettext_lazy("You sit at a table of this round already."),
    "no_check_in": gettext_lazy("There is no check-in for round %(round)s now."),
    "reason_too_long": gettext_lazy("The reason has more than %(most)s characters."),
}


def told(refused: Refused) -> str:
    text = REFUSED.get(refused.code)
    return str(text) % in_words(refused) if text else _("That is not possible as things are. Ask a director.")
