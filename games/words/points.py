"""Where points come from, in words: the categories of each game's breakdown."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import pgettext, pgettext_lazy

from games.glossary import piece

CATEGORIES: Mapping[str, Mapping[str, str | Promise]] = {
    "alhambra": {"walls": pgettext_lazy("points for", "wall")},
    "arctica": {
        "play": pgettext_lazy("points for", "during the game"),
        "tokens": pgettext_lazy("points for", "own tokens on the board"),
        "flora": pgettext_lazy("points for", "Flora"),
        "cards": pgettext_lazy("points for", "cards in the ecosystem"),
    },
    "res_arcana": {
        "artifacts": pgettext_lazy("points for", "artifacts"),
        "monuments": pgettext_lazy("points for", "monuments"),
        "places": pgettext_lazy("points for", "places of power"),
        "formulas": pgettext_lazy("points for", "essences and cards that a component counts"),
        "token": pgettext_lazy("points for", "first player token"),
        "reactions": pgettext_lazy("points for", "reactions to the check"),
    },
    "revive": {
        "track": pgettext_lazy("points for", "score track"),
        "progress": pgettext_lazy("points for", "progress track"),
        "technologies": pgettext_lazy("points for", "technologies"),
        "large_locations": pgettext_lazy("points for", "large locations"),
        "card_bonuses": pgettext_lazy("points for", "card bonuses"),
        "end_tile": pgettext_lazy("points for", "end tile"),
        "minor_artifacts": pgettext_lazy("points for", "minor artifacts"),
        "resources": pgettext_lazy("points for", "resources"),
        "artifact_card": pgettext_lazy("points for", "artifact card"),
        "devotion": pgettext_lazy("points for", "devotion"),
    },
}


def category(game: str, name: str) -> str:
    """What a line of a breakdown counts: a kind of piece, a region of Arctica, or one of the words above."""
    known = CATEGORIES.get(game, {})
    if name in known:
        return str(known[name])
    if game == "arctica":
        return pgettext("points for", "region %(name)s") % {"name": name}
    return piece(game, name)
