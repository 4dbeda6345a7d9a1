"""Why an act of a player was not done, in sentences: what was found, and what to do next."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.services.errors import Refused

REFUSED: dict[str, str | Promise] = {
    "state": gettext_lazy("That is not possible in the state the tournament is in now."),
    "entrant_state": gettext_lazy("That is not possible any more: your entry is in another state now."),
    "full": gettext_lazy("All places are taken."),
    "not_next": gettext_lazy("Somebody else of the reserve is next."),
    "reason_too_long": gettext_lazy("The reason has more than %(most)s characters."),
}


def told(refused: Refused) -> str:
    text = REFUSED.get(refused.code)
    return str(text) % refused.facts if text else _("That is not possible as things are. Ask a director.")
