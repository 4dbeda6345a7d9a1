"""“Why this rank?” in sentences: the parts of a row, and what parts it from its neighbours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.scoring.facts import Score
from games.scoring.place_points import PlacePoints
from ladder.formats import in_points, listed, ordinal, points, signed, worth
from ladder.scoring.elo import Elo
from ladder.scoring.openskill import OpenSkill
from ladder.scoring.rules import Mean, Rules
from ladder.scoring.share_beaten import ShareBeaten
from ladder.selectors.rankings import Played, RankedPlayer
from ladder.standing import Row

REASONS: dict[str, str | Promise] = {
    "submitted": gettext_lazy("waits for another player to confirm it"),
    "disputed": gettext_lazy("disputed"),
    "void": gettext_lazy("struck out"),
    "no_result": gettext_lazy("ended without a result"),
    "unfed": gettext_lazy("the matches of its tournament count in no league"),
    "left_out": gettext_lazy("left out of the month by a manager"),
    "late": gettext_lazy("came after the month’s days of grace"),
    "no_places": gettext_lazy("a place is missing"),
    "no_scores": gettext_lazy("the scores are missing, or the winner has none above 0"),
    "table_size": gettext_lazy("no points for a table of this size"),
    "too_few": gettext_lazy("nobody played to the end"),
    "game": gettext_lazy("the league does not take this game"),
    "size": gettext_lazy("the league does not take tables of this size"),
    "training": gettext_lazy("a training table"),
    "free": gettext_lazy("only tournament matches count"),
    "tournament": gettext_lazy("tournament matches do not count"),
    "unverified": gettext_lazy("only verified matches count"),
    "rule_set": gettext_lazy("the log does not name the rule set that the league prescribes"),
    "witness": gettext_lazy("a second person’s file with the same moves is missing"),
    "repeat": gettext_lazy("the same people met too often in this month"),
    "unpublished": gettext_lazy("not in what was published"),
    "other_player": gettext_lazy("published for another player until the next revision"),
    "no_end": gettext_lazy("it is not known when it ended"),
}
"""Why a match gives no points (`ladder.selectors.rankings`)."""

CRITERIA: dict[str, str | Promise] = {
    "first_places": gettext_lazy("first places"),
    "share_beaten": gettext_lazy("opponents beaten"),
    "best_result": gettext_lazy("the best single result"),
    "direct_meetings": gettext_lazy("direct meetings"),
    "score_share": gettext_lazy("the share of the winner’s score"),
    "fewer_matches": gettext_lazy("fewer matches"),
    "lot": gettext_lazy("a drawn lot"),
}
"""What each tie-break compares."""

COMPARISONS: dict[str, str | Promise] = {
    "first_places": gettext_lazy("%(mine)s first places to %(theirs)s"),
    "share_beaten": gettext_lazy("opponents beaten %(mine)s to %(theirs)s"),
    "best_result": gettext_lazy("the best single result %(mine)s to %(theirs)s"),
    "direct_meetings": gettext_lazy("direct meetings %(mine)s to %(theirs)s"),
    "score_share": gettext_lazy("%(mine)s of the winner’s score on average to %(theirs)s"),
    "fewer_matches": gettext_lazy("%(mine)s matches to %(theirs)s"),
    "lot": gettext_lazy("the drawn lot %(mine)s to %(theirs)s"),
}
NUMBERED: tuple[str | Promise, ...] = (
    gettext_lazy("That is the first tie-break of the rules."),
    gettext_lazy("That is the second tie-break of the rules."),
    gettext_lazy("That is the third tie-break of the rules."),
    gettext_lazy("That is the fourth tie-break of the rules."),
    gettext_lazy("That is the fifth tie-break of the rules."),
    gettext_lazy("That is the sixth tie-break of the rules."),
    gettext_lazy("That is the seventh tie-break of the rules."),
)


@dataclass(frozen=True)
class Block:
    """A counted result in the drawing of the sum; `width` is one of the style sheet's steps, 1 to 12."""

    points: Fraction
    width: int


@dataclass(frozen=True)
class Why:
    """The panel of one row. `against` compares with the row above and the row below; `rule` names the scheme's rule."""

    sentence: str
    blocks: Sequence[Block]
    participation: Fraction
    points: str
    against: Sequence[str] = ()
    raising: str = ""
    rule: str = ""

    @property
    def participation_width(self) -> int:
        return step(self.participation)


def step(value: Fraction) -> int:
    return min(max(round(value), 1), 12)


def why(line: RankedPlayer, below: RankedPlayer | None, rules: Rules, names: Mapping[int, str] | None = None) -> Why:
    row = line.row
    counted = sorted((played.score.points for played in line.counted), reverse=True)
    against = []
    if line.above:
        against.append(parted(line, line.above, line, rules, names or {}))
    if below:
        against.append(parted(line, line, below, rules, names or {}))
    sums = rules.scheme.kind == "points" and not isinstance(rules.aggregation, Mean)
    return Why(
        sentence=sentence(row, len(counted), line.player.name, rules),
        blocks=[Block(value, step(value)) for value in counted] if sums else [],
        participation=row.participation if sums else Fraction(0),
        points=worth(rules.scheme.name, row.points, row.spread),
        against=against,
        raising=raising(row, rules, counted),
        rule=str(RULES[rules.scheme.name]),
    )


RULES: dict[str, str | Promise] = {
    "place_points": gettext_lazy("The rule “points by place”"),
    "win_draw_loss": gettext_lazy("The rule “win, draw, loss”"),
    "share_beaten": gettext_lazy("The rule “share of opponents beaten”"),
    "score_share": gettext_lazy("The rule “share of the winner’s score”"),
    "elo": gettext_lazy("The rule “Elo”"),
    "openskill": gettext_lazy("The rule “OpenSkill”"),
}


def sentence(row: Row, counted: int, name: str, rules: Rules) -> str:
    """Who stands where, and what the number is made of."""
    facts = {
        "name": name,
        "worth": with_unit(rules, row),
        "parts": made_of(row, counted, rules),
        "n": row.missing,
    }
    if row.rank is None:
        text = ngettext(
            "%(name)s has %(worth)s and no rank yet: %(n)s more match is needed. So far: %(parts)s.",
            "%(name)s has %(worth)s and no rank yet: %(n)s more matches are needed. So far: %(parts)s.",
            row.missing,
        )
        return text % facts
    return _("%(name)s is %(rank)s with %(worth)s: %(parts)s.") % {**facts, "rank": ordinal(row.rank)}


def with_unit(rules: Rules, row: Row) -> str:
    """51 points; 56.25 %; a rating of 1517.3."""
    shown = worth(rules.scheme.name, row.points, row.spread)
    if rules.scheme.kind == "points":
        return in_points(row.points)
    return _("a rating of %(rating)s") % {"rating": shown} if rules.scheme.kind == "rating" else shown


def made_of(row: Row, counted: int, rules: Rules) -> str:
    """What the matches that count make together, and what taking part adds."""
    scheme = rules.scheme
    facts = {"n": counted, "sum": points(row.match_points), "beaten": beaten(row)}
    if isinstance(scheme, OpenSkill):
        text = ngettext(
            "60 μ ± 120 σ after %(n)s match, ranked by 60 (μ − 3σ) = %(sum)s",
            "60 μ ± 120 σ after %(n)s matches, ranked by 60 (μ − 3σ) = %(sum)s",
            counted,
        )
        return text % facts
    if isinstance(scheme, Elo):
        facts |= {"start": points(scheme.start), "sum": signed(row.match_points, 1)}
        return (
            ngettext(
                "%(start)s at the start of the month, %(sum)s from %(n)s match",
                "%(start)s at the start of the month, %(sum)s from %(n)s matches",
                counted,
            )
            % facts
        )
    if scheme.kind == "share":
        return share_of(rules, row, counted)
    text = sum_of(rules, counted) % facts
    if not rules.takes_part.points:
        return text
    return _("%(matches)s and %(part)s for taking part") % {"matches": text, "part": points(row.participation)}


def sum_of(rules: Rules, counted: int) -> str:
    if isinstance(rules.aggregation, Mean):
        return ngettext("the result of %(n)s match (%(sum)s)", "the mean of %(n)s matches (%(sum)s)", counted)
    if rules.best:
        return ngettext("the best result (%(sum)s)", "the %(n)s best results (%(sum)s)", counted)
    return ngettext("%(n)s result (%(sum)s)", "all %(n)s results (%(sum)s)", counted)


def share_of(rules: Rules, row: Row, counted: int) -> str:
    facts = {"n": counted, "beaten": beaten(row)}
    if not isinstance(rules.scheme, ShareBeaten):
        text = ngettext(
            "the share of the winner’s score in %(n)s match",
            "the mean share of the winner’s score in %(n)s matches",
            counted,
        )
    elif rules.best or not rules.weights.neutral or rules.repeats.worth == "half":
        text = ngettext(
            "the share of opponents beaten in %(n)s match, as the rules weigh it",
            "the share of opponents beaten in %(n)s matches, as the rules weigh them",
            counted,
        )
    else:
        text = _("%(beaten)s opponents beaten")
    return text % facts


def beaten(row: Row) -> str:
    """7½ of 17, as people would say it."""
    return _("%(beaten)s of %(met)s") % {"beaten": points(row.beaten), "met": row.met}


def parted(of: RankedPlayer, above: RankedPlayer, below: RankedPlayer, rules: Rules, names: Mapping[int, str]) -> str:
    """What parts two neighbouring rows, told of one of them."""
    ahead = of is above
    other = below if ahead else above
    scheme = rules.scheme.name
    mine, theirs = (worth(scheme, line.row.points, line.row.spread) for line in (of, other))
    facts = {"name": other.player.name, "mine": mine, "theirs": theirs}
    broken = below.tie_break
    if broken is None:
        text = _("Ahead of %(name)s by points: %(mine)s to %(theirs)s.")
        if not ahead:
            text = _("Behind %(name)s by points: %(mine)s to %(theirs)s.")
        return text % facts
    if broken.criterion == "shared":
        return level(other, of, rules)
    text = _("Ahead of %(name)s, who has %(mine)s as well: %(comparison)s.")
    if not ahead:
        text = _("Behind %(name)s, who has %(mine)s as well: %(comparison)s.")
    pair = [compared(broken.criterion, value, line) for value, line in ((broken.above, above), (broken.mine, below))]
    facts["comparison"] = COMPARISONS[broken.criterion] % dict(
        zip(("mine", "theirs"), pair if ahead else reversed(pair), strict=True)
    )
    told = [text % facts]
    if broken.criterion == "direct_meetings" and len(broken.group) > 2:
        told.append(mini_league(broken.group, names))
    number = [str(name) for name in rules.tie_breaks].index(broken.criterion)
    told.append(str(NUMBERED[number]))
    return " ".join(told)


def compared(criterion: str, value: Fraction, line: RankedPlayer) -> str:
    """One side of a comparison, as people would say it."""
    if criterion == "share_beaten":
        return beaten(line.row)
    if criterion == "score_share":
        return worth("score_share", 100 * value)
    if criterion == "fewer_matches":
        return points(-value)
    return points(value) if criterion != "lot" else lot_shown(value)


def lot_shown(value: Fraction) -> str:
    """The front of a lot: enough to see which one is higher."""
    return str(value.numerator).zfill(20)[:6]


def mini_league(group: Sequence[int], names: Mapping[int, str]) -> str:
    """Who took part when more than two were level."""
    people = listed([names.get(player, "?") for player in group])
    text = _(
        "Level were %(people)s: among them each counts 1 for everybody whom he beat more often than the other way round, "
        "½ for everybody with whom he is even or whom he did not meet."
    )
    return text % {"people": people}


def level(other: RankedPlayer, of: RankedPlayer, rules: Rules) -> str:
    """Two rows that nothing parts."""
    if not rules.tie_breaks:
        return _("Level with %(name)s in points: the rank is shared.") % {"name": other.player.name}
    row = of.row
    told = {
        "first_places": _("first places (%(n)s)") % {"n": row.firsts},
        "share_beaten": _("opponents beaten (%(share)s)") % {"share": beaten(row)},
        "best_result": _("the best single result (%(points)s)") % {"points": points(row.best_result)},
        "fewer_matches": _("matches (%(n)s)") % {"n": row.played},
    }
    criteria = listed([_("points"), *(told.get(name) or str(CRITERIA[name]) for name in rules.tie_breaks)])
    text = _("Level with %(name)s in %(criteria)s: the rank is shared.")
    return text % {"name": other.player.name, "criteria": criteria}


def raising(row: Row, rules: Rules, counted: Sequence[Fraction]) -> str:
    """What a further result would change for this player; nothing about others."""
    if not rules.best:
        return _("Every match counts.")
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
    if score.bye:
        return _("alone at the table")
    if score.place is None:
        return "–"
    shared = "=" if score.tied else ""
    return _("%(place)s of %(size)s") % {"place": f"{shared}{ordinal(score.place)}", "size": score.size}


def weighed(score: Score) -> str:
    """What weights, bonus and repetition made of a match that counts; empty where nothing."""
    told = []
    if score.weight != 1:
        told.append(_("counts × %(factor)s") % {"factor": points(score.weight)})
    if score.bonus:
        told.append(_("%(bonus)s for the log") % {"bonus": signed(score.bonus)})
    return ", ".join(told)


def uncounted(played: Played, rules: Rules) -> str:
    """Why a match that was scored is not in the sum."""
    score = played.score
    if played.reason == "forfeit":
        return _("not played to the end")
    if played.reason == "repeat":
        return _("match %(n)s of the same people") % {"n": score.time}
    if played.reason == "weight":
        return _("this game or stage gives nothing")
    return ngettext("not the best", "not among the %(n)s best", rules.best or 0) % {"n": rules.best}


def tallest(rules: Rules) -> Fraction:
    """The most that a match can give, for drawings."""
    scheme = rules.scheme
    if isinstance(scheme, PlacePoints):
        return max(max(row) for row in scheme.tables.values())
    if scheme.kind == "share":
        return Fraction(100)
    if isinstance(scheme, Elo):
        return scheme.k
    return Fraction(300) if isinstance(scheme, OpenSkill) else scheme.win
