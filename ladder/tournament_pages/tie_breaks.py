"""The tie-breaks of tournaments in words: their names, what they compare, and what parted two neighbours."""

from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ladder.formats import points

NAMES: dict[str, str | Promise] = {
    "first_places": gettext_lazy("First places"),
    "opponents_points": gettext_lazy("Opponents’ points per match"),
    "direct_meetings": gettext_lazy("Direct meetings"),
    "score_share": gettext_lazy("Share of the winner’s score"),
    "median_buchholz": gettext_lazy("Median Buchholz"),
    "sonneborn_berger": gettext_lazy("Sonneborn-Berger"),
    "lot": gettext_lazy("Drawn lot"),
    "DE": gettext_lazy("Direct encounter"),
    "BH": gettext_lazy("Buchholz"),
    "BH/C1": gettext_lazy("Buchholz without the lowest"),
    "BH/C2": gettext_lazy("Buchholz without the two lowest"),
    "BH/M1": gettext_lazy("Median Buchholz"),
    "BH/M2": gettext_lazy("Median Buchholz without two on each side"),
    "FB": gettext_lazy("Fore Buchholz"),
    "SB": gettext_lazy("Sonneborn-Berger"),
    "PS": gettext_lazy("Progressive score"),
    "KS": gettext_lazy("Koya"),
    "AOB": gettext_lazy("Average of the opponents’ Buchholz"),
    "ARO": gettext_lazy("Average rating of the opponents"),
    "WIN": gettext_lazy("Rounds won"),
    "WON": gettext_lazy("Games won"),
    "BPG": gettext_lazy("Games with Black"),
    "BWG": gettext_lazy("Games won with Black"),
    "REP": gettext_lazy("Rounds one chose to play"),
    "TPN": gettext_lazy("Seed"),
}
SHORT: dict[str, str | Promise] = {
    "first_places": pgettext_lazy("column of standings", "Firsts"),
    "opponents_points": pgettext_lazy("column of standings", "Opponents"),
    "score_share": pgettext_lazy("column of standings", "Share"),
    "median_buchholz": pgettext_lazy("column of standings", "Buchholz"),
    "sonneborn_berger": pgettext_lazy("column of standings", "S.-B."),
}
EXPLAINED: dict[str, str | Promise] = {
    "first_places": gettext_lazy("How many tables one won; a shared first place counts."),
    "opponents_points": gettext_lazy(
        "For everybody really met: points at tables by matches played; then the mean of these. So nobody loses by having "
        "met somebody who dropped out."
    ),
    "direct_meetings": gettext_lazy("Who was ahead of whom more often, among just those who are equal."),
    "score_share": gettext_lazy("Own score by the best score of the table, the mean over all matches with scores."),
    "median_buchholz": gettext_lazy("The points of those met, without the highest and the lowest."),
    "sonneborn_berger": gettext_lazy("The points of those beaten, and half the points of those with whom one shared."),
    "lot": gettext_lazy("Drawn once before the first round, the same whenever one asks."),
    "DE": gettext_lazy("The games among just those who are equal."),
    "BH": gettext_lazy("The points of all opponents."),
    "BH/C1": gettext_lazy("The points of all opponents but the lowest."),
    "BH/C2": gettext_lazy("The points of all opponents but the two lowest."),
    "BH/M1": gettext_lazy("The points of all opponents but the highest and the lowest."),
    "BH/M2": gettext_lazy("The points of all opponents but the two highest and the two lowest."),
    "SB": gettext_lazy("The points of those beaten, and half the points of those with whom one drew."),
    "PS": gettext_lazy("The points after each round, added up."),
    "KS": gettext_lazy("Points against those who have at least half of what could be had."),
    "AOB": gettext_lazy("The mean of the opponents’ Buchholz."),
    "ARO": gettext_lazy("The mean rating of the opponents."),
    "WIN": gettext_lazy("Rounds with as many points as a win gives."),
    "WON": gettext_lazy("Games won at the board."),
    "BPG": gettext_lazy("Games played with the black pieces."),
    "BWG": gettext_lazy("Games won with the black pieces."),
}
COMPARED: dict[str, str | Promise] = {
    "first_places": gettext_lazy("first places, %(above)s to %(mine)s"),
    "opponents_points": gettext_lazy("opponents’ points per match, %(above)s to %(mine)s"),
    "direct_meetings": gettext_lazy("direct meetings, %(above)s to %(mine)s"),
    "score_share": gettext_lazy("the share of the winner’s score, %(above)s to %(mine)s"),
    "lot": gettext_lazy("a drawn lot"),
    "DE": gettext_lazy("the games among those who are equal"),
    "TPN": gettext_lazy("the better seed"),
}
WITHOUT_NUMBERS = ("lot", "DE", "TPN")


def tie_break_name(name: str) -> str:
    return str(NAMES.get(name, name))


def tie_break_short(name: str) -> str:
    """The head of its column; FIDE's are known by their abbreviation."""
    return str(SHORT.get(name, name))


def value_told(name: str, value: Fraction) -> str:
    """A number of a tie-break as people read it."""
    if name == "score_share":
        return _("%(share)s %%") % {"share": points(100 * value)}
    return points(value)


def compared(name: str, above: Fraction, mine: Fraction) -> str:
    """Opponents’ points per match, 5.25 to 5.12."""
    if name in WITHOUT_NUMBERS:
        return str(COMPARED[name])
    facts = {"above": value_told(name, above), "mine": value_told(name, mine), "name": tie_break_name(name)}
    return str(COMPARED.get(name, gettext_lazy("%(name)s, %(above)s to %(mine)s"))) % facts
