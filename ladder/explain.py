"""“Why this rank?” in sentences: the parts of a row, and what parts it from its neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ladder.formats import ordinal, points
from ladder.scoring import PlacePoints, Score
from ladder.selectors.rankings import RankedPlayer
from ladder.standing import Row

REASONS: dict[str, str | Promise] = {
    "submitted": gettext_lazy("waits for another player to confirm it"),
    "disputed": gettext_lazy("disputed"),
    "void": gettext_lazy("struck out"),
    "no_result": gettext_lazy("ended without a result"),
    "late": gettext_lazy("came after the month’s days of grace"),
    "no_places": gettext_lazy("a place is missing"),
    "table_size": gettext_lazy("no points for a table of this size"),
    "too_few": gettext_lazy("fewer than two played on"),
    "game": gettext_lazy("the league does not take this game"),
    "no_end": gettext_lazy("it is not known when it ended"),
}
"""Why a match gives no points (`ladder.selectors.rankings`)."""


@dataclass(frozen=True)
class Block:
    """A counted result in the drawing of the sum; `width` is one of the style sheet's steps, 1 to 12."""

    points: Fraction
    width: int


@dataclass(frozen=True)
class Why:
    """The panel of one row. `against` compares with the row above and the row below."""

    sentence: str
    blocks: Sequence[Block]
    participation: int
    points: Fraction
    against: Sequence[str] = ()
    raising: str = ""

    @property
    def participation_width(self) -> int:
        return step(Fraction(self.participation))


def step(value: Fraction) -> int:
    return min(max(round(value), 1), 12)


def why(line: RankedPlayer, below: RankedPlayer | None, rules: PlacePoints) -> Why:
    row = line.row
    counted = sorted((played.score.points for played in line.counted), reverse=True)
    against = []
    if line.above:
        against.append(parted(line, line.above, line))
    if below:
        against.append(parted(line, line, below))
    return Why(
        sentence=sentence(row, len(counted), line.player.name),
        blocks=[Block(worth, step(worth)) for worth in counted],
        participation=row.participation,
        points=row.points,
        against=against,
        raising=raising(row, rules, counted),
    )


def sentence(row: Row, counted: int, name: str) -> str:
    facts = {
        "name": name,
        "points": points(row.points),
        "best": points(row.match_points),
        "n": counted,
        "part": row.participation,
    }
    parts = ngettext(
        "the best result (%(best)s) and %(part)s for taking part",
        "the %(n)s best results (%(best)s) and %(part)s for taking part",
        counted,
    )
    if row.rank is None:
        missing = ngettext(
            "%(name)s has %(points)s points and no rank yet: %(n)s more match is needed. So far: %(parts)s.",
            "%(name)s has %(points)s points and no rank yet: %(n)s more matches are needed. So far: %(parts)s.",
            row.missing,
        )
        return missing % {**facts, "n": row.missing, "parts": parts % facts}
    return _("%(name)s is %(rank)s with %(points)s points: %(parts)s.") % {
        **facts,
        "rank": ordinal(row.rank),
        "parts": parts % facts,
    }


def parted(of: RankedPlayer, above: RankedPlayer, below: RankedPlayer) -> str:
    """What parts two neighbouring rows, told of one of them."""
    ahead = of is above
    other = below if ahead else above
    facts = {"name": other.player.name, "mine": points(of.points), "theirs": points(other.points)}
    if below.tie_break is None:
        text = _("Ahead of %(name)s by points: %(mine)s to %(theirs)s.")
        if not ahead:
            text = _("Behind %(name)s by points: %(mine)s to %(theirs)s.")
        return text % facts
    facts = {"name": other.player.name, "points": points(of.points), "mine": of.row.firsts, "theirs": other.row.firsts}
    if below.tie_break.criterion == "first_places":
        text = _("Ahead of %(name)s, who has %(points)s as well: %(mine)s first places to %(theirs)s.")
        if not ahead:
            text = _("Behind %(name)s, who has %(points)s as well: %(mine)s first places to %(theirs)s.")
        return " ".join([text % facts, _("That is the first tie-break of the rules.")])
    facts |= {"mine": share(of.row), "theirs": share(other.row)}
    if below.tie_break.criterion == "share_beaten":
        text = _("Ahead of %(name)s with equal points and first places: opponents beaten %(mine)s to %(theirs)s.")
        if not ahead:
            text = _("Behind %(name)s with equal points and first places: opponents beaten %(mine)s to %(theirs)s.")
        return " ".join([text % facts, _("That is the second tie-break of the rules.")])
    text = _("Level with %(name)s in points, first places and opponents beaten (%(mine)s): the rank is shared.")
    return text % facts


def share(row: Row) -> str:
    """7½ of 17, as people would say it."""
    return _("%(beaten)s of %(met)s") % {"beaten": points(row.beaten), "met": row.met}


def raising(row: Row, rules: PlacePoints, counted: Sequence[Fraction]) -> str:
    """What a further result would change for this player; nothing about others."""
    if len(counted) < rules.best:
        return ngettext(
            "%(n)s match so far, and every one counts: up to %(best)s do.",
            "%(n)s matches so far, and every one counts: up to %(best)s do.",
            row.played,
        ) % {"n": row.played, "best": rules.best}
    return _("The lowest of the %(best)s best is worth %(lowest)s: only a higher result would change it.") % {
        "best": rules.best,
        "lowest": points(counted[-1]),
    }


def place(score: Score) -> str:
    """1st of 4; = marks a shared place."""
    if score.place is None:
        return "–"
    shared = "=" if score.tied else ""
    return _("%(place)s of %(size)s") % {"place": f"{shared}{ordinal(score.place)}", "size": score.size}


def uncounted(score: Score, rules: PlacePoints) -> str:
    """Why a match that was scored is not in the sum."""
    if not score.played:
        return _("not played to the end")
    return ngettext("not the best", "not among the %(n)s best", rules.best) % {"n": rules.best}
