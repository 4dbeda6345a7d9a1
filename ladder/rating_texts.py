"""What pages say about ratings: how each method works, and why a rating changed."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Match
from ladder import formats
from ladder.models import RatingPool, RatingRun

Kind = RatingPool.Kind

METHODS: dict[str, list[str | Promise]] = {
    Kind.ELO: [
        gettext_lazy(
            "Before a match, the difference of two ratings says how often one should beat the other: with 400 points "
            "more, ten times out of eleven. Each match compares what you scored against everybody at the table with "
            "what was expected, and moves you by that difference times K, divided by the number of opponents. What "
            "one wins, others lose."
        ),
        gettext_lazy(
            "An example with K 32: 1620, 1500 and 1440 finish second, first and third. The first was expected to beat "
            "1.40 of two and beat one: −6.5. The second 0.92, and beat two: +17.3. The third 0.68, and beat none: −10.8."
        ),
    ],
    Kind.OPENSKILL: [
        gettext_lazy(
            "Every rating is an estimate and how sure it is: 1500 ± 1000 for somebody new. A table of any size is taken "
            "as one result: first of all, then first of the rest, and so on. Whoever beats people rated higher gains "
            "more; the surer a rating is, the less one match moves it. The order goes by what somebody is worth for "
            "almost certain, so new players begin low and climb as they become known."
        ),
        gettext_lazy(
            "An example: four new players finish 1, 2, 2, 4. Afterwards they stand at 1668, 1481, 1481 and 1370, and "
            "are a little better known than before."
        ),
    ],
    Kind.GLICKO2: [
        gettext_lazy(
            "For games of two. All games of a calendar month are rated together, from the ratings at its beginning. "
            "A rating has a deviation: it becomes smaller by playing and larger by staying away, and a win over "
            "somebody well known tells more."
        ),
        gettext_lazy(
            "An example: 1500 ± 200 beats 1400 ± 30 and loses to 1550 ± 100 and 1700 ± 300 in one month. Then it is "
            "1464 ± 152. What stands beside each match is its share of that change."
        ),
    ],
}

CAUSES: dict[str, str | Promise] = {
    "match.confirmed": gettext_lazy("a result of then was confirmed"),
    "match.believed": gettext_lazy("a result of then came in"),
    "match.silent": gettext_lazy("nobody objected to a result of then"),
    "match.reseated": gettext_lazy("somebody else sat at a match"),
    "match.corrected": gettext_lazy("a result was corrected"),
    "match.decided": gettext_lazy("a dispute was decided"),
    "match.disputed": gettext_lazy("a result is disputed"),
    "match.voided": gettext_lazy("a match was struck out"),
    "match.restored": gettext_lazy("a match that was struck out counts again"),
    "match.verified": gettext_lazy("a log agreed"),
    "match.contradicted": gettext_lazy("a file told another result"),
    "import.done": gettext_lazy("old results were imported"),
    "import.undone": gettext_lazy("an import was taken back"),
    "player.merged": gettext_lazy("two players turned out to be one person"),
    "player.unmerged": gettext_lazy("a merge of two players was undone"),
    "pool.changed": gettext_lazy("the settings of these ratings were changed"),
    "pool.resumed": gettext_lazy("these ratings were paused and caught up"),
    "recompute": gettext_lazy("the site’s keeper had everything rated again"),
    "january": gettext_lazy("a new year began"),
}


def settings_told(pool: RatingPool, games: Iterable[Any]) -> list[str]:
    """What a pool rates, in short pieces."""
    names = [str(game) for game in games]
    sizes = _("tables of %(n)s") % {"n": pool.seats_min}
    if pool.seats_max > pool.seats_min:
        sizes = _("tables of %(least)s to %(most)s") % {"least": pool.seats_min, "most": pool.seats_max}
    told = [str(pool.get_method_display()), ", ".join(names) or _("every game of the league"), sizes]
    if pool.method == RatingPool.Kind.ELO:
        told.append(_("K %(k)s") % {"k": pool.k})
    if pool.start != RatingPool._meta.get_field("start").default:
        told.append(_("start value %(start)s") % {"start": pool.start})
    if pool.january != RatingPool.January.KEEP:
        told.append(str(pool.get_january_display()))
    if not pool.stand_ins:
        told.append(_("not with stand-ins"))
    return told


def causes_told(run: RatingRun, matches: Mapping[int, Match], zone: str) -> list[dict[str, Any]]:
    """The causes of a recomputation, each with the match that it is about, if one is."""
    told = []
    for cause in run.causes:
        match = matches.get(cause["match"])
        about = f"{match.game}, {formats.day(match.ended_at, zone, year=True)}" if match and match.ended_at else ""
        told.append({"text": CAUSES.get(cause["cause"], _("a result changed")), "match": match, "about": about})
    if run.more:
        told.append({"text": ngettext("%(n)s more cause", "%(n)s more causes", run.more) % {"n": run.more}})
    return told
