"""How the parts of a tournament are called."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from ladder.formats import listed
from ladder.rulebook import STAGES
from tournaments.models import Round, Stage

IN_REPORT_FILES = ("swiss", "round_robin")
"""Formats at tables of two that FIDE's report file can tell."""


def stage_name(stage: Stage) -> str:
    """Its own name, else that of its format; divisions are played season by season, so these by their number."""
    terms = stage.terms
    if terms.format == "divisions" and not terms.name:
        return _("Season %(n)s") % {"n": stage.season}
    name = terms.name or str(STAGES.get(terms.format, terms.format))
    return name[:1].upper() + name[1:]


LATE_ROUNDS: dict[int, str | Promise] = {
    0: gettext_lazy("Final"),
    1: gettext_lazy("Semi-finals"),
    2: gettext_lazy("Quarter-finals"),
}
SIDES: dict[str, str | Promise] = {
    Round.Side.LOSERS: gettext_lazy("Losers’ bracket, round %(number)s"),
    Round.Side.FINAL: gettext_lazy("Final"),
    Round.Side.RESET: gettext_lazy("Second final"),
    Round.Side.THIRD: gettext_lazy("Match for the third place"),
    Round.Side.PLAY_OFF: gettext_lazy("Play-off"),
}


def round_title(side: str, number: int, left: int = 99, double: bool = False) -> str:
    """What a round is called: near the end of a single elimination by how many rounds are `left`, else by its number."""
    if side == Round.Side.WINNERS and double:
        return _("Winners’ bracket, round %(number)s") % {"number": number}
    if side in SIDES:
        return str(SIDES[side]) % {"number": number}
    if side == Round.Side.WINNERS and left in LATE_ROUNDS:
        return str(LATE_ROUNDS[left])
    return _("Round %(number)d") % {"number": number}


def sizes_told(sizes: Sequence[int], byes: int = 0) -> str:
    """2 tables of 4 and 2 tables of 3."""
    parts = [
        ngettext("%(n)s table of %(size)s", "%(n)s tables of %(size)s", sizes.count(size))
        % {"n": sizes.count(size), "size": size}
        for size in sorted(set(sizes), reverse=True)
    ]
    if byes:
        parts.append(ngettext("%(n)s bye", "%(n)s byes", byes) % {"n": byes})
    return listed(parts)


def meetings_told(plan: Sequence[Sequence[Sequence[int]]]) -> str:
    """How often two of a plan meet who can meet at all; empty for no plan. Groups play among themselves."""
    met = Counter(frozenset(pair) for tables in plan for table in tables for pair in combinations(table, 2))
    if not met:
        return ""
    together: dict[int, set[int]] = {}
    for pair in met:
        one, other = pair
        if one in together and other in together[one]:
            continue
        whole = set().union(pair, *(together[one] for one in pair if one in together))
        together |= dict.fromkeys(whole, whole)
    pairs = {frozenset(pair) for people in together.values() for pair in combinations(people, 2)}
    least, most = min(met[pair] for pair in pairs), max(met.values())
    if least == most:
        return ngettext("Every two meet once.", "Every two meet %(n)s times.", most) % {"n": most}
    return _("Two meet %(least)s to %(most)s times.") % {"least": least, "most": most}


TABLE_STATES: dict[str, str | Promise] = {
    "open": pgettext_lazy("a table", "open"),
    "reported": gettext_lazy("reported, waits to be confirmed"),
    "decided": pgettext_lazy("a table", "decided"),
    "no_result": gettext_lazy("stays without a result"),
    "overdue": gettext_lazy("overdue"),
}
