"""A league's rules in plain words, made from the parameters that the ranking is computed with."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.scoring.facts import Seat
from games.scoring.place_points import PlacePoints
from ladder.explain import CRITERIA
from ladder.formats import in_points, listed, ordinal, points
from ladder.scoring.elo import Elo
from ladder.scoring.rules import Best, Mean, Participation, Rules, Total
from ladder.scoring.win_draw_loss import WinDrawLoss

SCHEMES: dict[str, str | Promise] = {
    "place_points": gettext_lazy("Points by place"),
    "win_draw_loss": gettext_lazy("Win, draw, loss"),
    "share_beaten": gettext_lazy("Share of opponents beaten"),
    "score_share": gettext_lazy("Share of the winner’s score"),
    "elo": gettext_lazy("Elo of the month"),
    "openskill": gettext_lazy("OpenSkill of the month"),
}
"""What each scheme is called."""
STAGES: dict[str, str | Promise] = {
    "free": gettext_lazy("matches of no tournament"),
    "single": gettext_lazy("single elimination"),
    "double": gettext_lazy("double elimination"),
    "swiss": gettext_lazy("Swiss rounds"),
    "round_robin": gettext_lazy("round robin"),
    "groups": gettext_lazy("groups"),
    "challenge": gettext_lazy("challenges"),
    "divisions": gettext_lazy("divisions"),
}


def in_short(rules: Rules) -> list[str]:
    """What a reader of the ranking must know about how it adds up."""
    counted = aggregation(rules)
    if not rules.takes_part.points:
        return [f"{SCHEMES[rules.scheme.name]}.", f"{counted}."] if rules.scheme.kind != "points" else [f"{counted}."]
    return [_("%(counted)s, and %(taking)s.") % {"counted": counted, "taking": taking_part(rules.takes_part)}]


def aggregation(rules: Rules) -> str:
    """How the matches of a month add up, without the full stop."""
    how = rules.aggregation
    if isinstance(how, Best):
        return ngettext("The best match counts", "The %(n)s best matches count", how.n) % {"n": how.n}
    if isinstance(how, Mean):
        return ngettext(
            "The mean of all matches counts, from %(n)s match on",
            "The mean of all matches counts, from %(n)s matches on",
            how.least,
        ) % {"n": how.least}
    return _("Every match counts")


def taking_part(participation: Participation) -> str:
    facts = {"points": in_points(participation.points), "most": participation.matches}
    return _("%(points)s for each match played, up to %(most)s") % facts


def scheme_line(rules: Rules) -> str:
    """What one match gives."""
    scheme = rules.scheme
    if isinstance(scheme, PlacePoints):
        return place_points_line(scheme)
    if isinstance(scheme, WinDrawLoss):
        facts = {"win": points(scheme.win), "draw": points(scheme.draw), "loss": points(scheme.loss)}
        return _("A match of two gives %(win)s points for a win, %(draw)s for a draw, %(loss)s for a loss.") % facts
    if isinstance(scheme, Elo):
        facts = {"start": points(scheme.start), "k": points(scheme.k)}
        return (
            _(
                "Everybody begins the month at %(start)s. Each match moves the rating by %(k)s × (result − expected result), "
                "the mean over all opponents."
            )
            % facts
        )
    return str(
        {
            "share_beaten": _(
                "What counts is the share of opponents beaten, in per cent; somebody on the same place counts half."
            ),
            "score_share": _("What counts is the own score by the winner’s, in per cent, the mean of the matches."),
            "openskill": _(
                "Everybody begins the month at 1500 ± 1000. Each match moves strength and uncertainty by all places at the "
                "table (Plackett-Luce); the rank goes by 60 (μ − 3σ)."
            ),
        }[scheme.name]
    )


def place_points_line(scheme: PlacePoints) -> str:
    means = scheme.means()
    if not scheme.favoured():
        mean = points(next(iter(means.values())))
        text = _(
            "Each match gives points by place, see the table. A seat is worth %(mean)s points on average at every size."
        )
        return text % {"mean": mean}
    told = listed([_("%(mean)s at %(size)s") % {"mean": points(mean), "size": size} for size, mean in means.items()])
    return _("Each match gives points by place, see the table. A seat is worth on average %(means)s.") % {"means": told}


def favoured(rules: Rules) -> str:
    """The warning about a point table that makes one table size worth more than another; empty where none does."""
    scheme = rules.scheme
    if not isinstance(scheme, PlacePoints) or not (sizes := scheme.favoured()):
        return ""
    means = scheme.means()
    facts = {
        "sizes": listed([str(size) for size in sizes]),
        "most": points(means[sizes[0]]),
        "least": points(min(means.values())),
        "worst": listed([str(size) for size, mean in means.items() if mean == min(means.values())]),
    }
    return (
        ngettext(
            "Tables of %(sizes)s are favoured: a seat there is worth %(most)s points on average, at %(worst)s only %(least)s.",
            "Tables of %(sizes)s are favoured: a seat there is worth %(most)s points on average, at %(worst)s only %(least)s.",
            len(sizes),
        )
        % facts
    )


def calendar(city: str) -> str:
    return _(
        "A month goes from its first day, 0:00, to the first day of the next one, by the clocks of %(city)s. A match "
        "belongs to the month in which it ended."
    ) % {"city": city}


def grace(days: int) -> str:
    taken = ngettext(
        "Results of a month are taken for %(n)s day after its end.",
        "Results of a month are taken for %(n)s days after its end.",
        days,
    ) % {"n": days}
    return " ".join([taken, _("Until a manager closes it, its ranking is provisional.")])


def silence(hours: int) -> str:
    """When a result is confirmed though nobody says a word."""
    if not hours:
        return _("A result counts when another player of the table confirms it, or a log verifies it.")
    return ngettext(
        "A result with a table record is confirmed when nobody of the table objects for %(n)s hour.",
        "A result with a table record is confirmed when nobody of the table objects for %(n)s hours.",
        hours,
    ) % {"n": hours}


def shared_places(rules: Rules) -> str:
    """The rule for those level at a table, with the league's own numbers; empty where the scheme has none."""
    scheme = rules.scheme
    if not isinstance(scheme, PlacePoints):
        return ""
    text = _("Players who share a place get the mean of the places they cover.")
    size = 4 if 4 in scheme.tables else max(scheme.tables)
    if size < 3:
        return text
    places = [1, 2, 2, *range(4, size + 1)]
    scores = scheme.scores([Seat(number, place) for number, place in enumerate(places)])
    example = _("For example, the places %(places)s give %(points)s.") % {
        "places": ", ".join(map(str, places)),
        "points": " – ".join(points(score.points) for score in scores.values()),
    }
    return f"{text} {example}"


def minimum(rules: Rules) -> str:
    if not rules.needed:
        return _("Everybody who sat at a table of the month has a rank.")
    return ngettext(
        "A rank needs %(n)s match in the month.", "A rank needs %(n)s matches in the month.", rules.needed
    ) % {"n": rules.needed}


def tie_breaks(rules: Rules) -> str:
    names = [str(CRITERIA[name]) for name in rules.tie_breaks]
    if not names:
        return _("Those with equal points share the rank.")
    text = _("Between equal points decides, in this order: %(criteria)s.") % {"criteria": ", ".join(names)}
    if "lot" in rules.tie_breaks:
        return text
    return " ".join([text, _("If that is equal too, the rank is shared.")])


def inclusion(rules: Rules, games: Sequence[str]) -> str:
    """Which matches count; `games` are those that do, by name, or none where all do."""
    wanted = rules.inclusion
    told = [_("These games count: %(games)s.") % {"games": listed(list(games))}] if games else []
    if not games:
        told.append(_("Every game counts, except those played alone or together against the game."))
    if wanted.sizes:
        told.append(_("Tables of %(sizes)s count.") % {"sizes": listed([str(size) for size in sorted(wanted.sizes)])})
    if not wanted.free:
        told.append(_("Only tournament matches count."))
    if not wanted.tournaments:
        told.append(_("Tournament matches do not count."))
    told.append(_("Training tables count.") if wanted.training else _("Training tables do not count."))
    return " ".join(told)


def belief(rules: Rules) -> str:
    """When a result is believed."""
    wanted = rules.inclusion
    told = [
        _(
            "A result counts once another player of the table has confirmed it, or its log was replayed and agrees. A "
            "disputed match does not count until it is decided."
        )
    ]
    if wanted.only_verified:
        told = [_("A match counts only if its log was replayed and agrees.")]
    if wanted.rule_set:
        told.append(_("The log must name the rule set “%(name)s”.") % {"name": wanted.rule_set})
    if wanted.witness:
        told.append(_("A second person’s file with the same moves is needed."))
    return " ".join(told)


def extras(rules: Rules) -> str:
    """Weights, bonus and repeats; empty where there are none."""
    told = []
    if rules.repeats.worth != "full":
        told.append(
            {
                "half": _("From the %(n)s match of the same people in a month on, a match counts half."),
                "none": _("From the %(n)s match of the same people in a month on, a match does not count."),
            }[rules.repeats.worth]
            % {"n": ordinal(rules.repeats.first)}
        )
    weights = [(name, factor) for name, factor in rules.weights.games.items() if factor != 1]
    weights += [(str(STAGES[name]), factor) for name, factor in rules.weights.stages.items() if factor != 1]
    if weights:
        named = listed([f"{name} × {points(factor)}" for name, factor in weights])
        told.append(_("Not every match weighs the same: %(weights)s.") % {"weights": named})
    if rules.weights.verified:
        told.append(_("A verified match gives %(points)s more.") % {"points": in_points(rules.weights.verified)})
    return " ".join(told)


def forfeits(rules: Rules) -> str:
    policy = rules.forfeits
    left = _(
        "Who leaves or runs out of time gets 0 points and has not played; the others keep their places at the original "
        "table size."
    )
    if policy.left == "as_recorded":
        left = _("Who leaves or runs out of time keeps the place of the result.")
    conceded = _("Who concedes keeps the place of the result.")
    if policy.conceded == "no_points":
        conceded = _("Who concedes gets 0 points and has not played.")
    absent = _("Who does not show up gets 0 points and was met by nobody.")
    return " ".join([left, absent, conceded])


def annual(rules: Rules) -> str:
    if isinstance(rules.annual, Total):
        return _("The table of the year adds up all months.")
    n = rules.annual.n
    return ngettext(
        "The table of the year adds up the best month.", "The table of the year adds up the %(n)s best months.", n
    ) % {"n": n}


@dataclass(frozen=True)
class Part:
    """One line of the rules."""

    key: str
    title: str
    text: str


def parts(rules: Rules, *, games: Sequence[str], city: str, grace_days: int, silence_hours: int) -> list[Part]:
    """The rules in ten lines at most; nothing that is computed is left out of them."""
    adding = in_short(rules) if rules.scheme.kind == "points" else [f"{aggregation(rules)}."]
    told = [
        Part("calendar", _("Months"), f"{calendar(city)} {grace(grace_days)}"),
        Part("inclusion", _("Which matches count"), inclusion(rules, games)),
        Part("belief", _("When a result counts"), f"{belief(rules)} {silence(silence_hours)}"),
        Part("scheme", _("What a match gives"), scheme_line(rules)),
        Part("shared", _("Shared places"), shared_places(rules)),
        Part("aggregation", _("How a month adds up"), " ".join([*adding, annual(rules)])),
        Part("extras", _("Weights and repeats"), extras(rules)),
        Part("minimum", _("Minimum"), minimum(rules)),
        Part("tie_breaks", _("Ties"), tie_breaks(rules)),
        Part("forfeits", _("Forfeits"), forfeits(rules)),
    ]
    return [part for part in told if part.text]


@dataclass(frozen=True)
class Change:
    """A line that reads otherwise in another version."""

    title: str
    before: str
    after: str


def changes(before: Sequence[Part], after: Sequence[Part]) -> list[Change]:
    """What reads otherwise after a change."""
    old, new = ({part.key: part for part in told} for told in (before, after))
    found = []
    for key in dict.fromkeys([*old, *new]):
        one, other = old.get(key), new.get(key)
        if one is None or other is None or one.text != other.text:
            title = (other or one).title  # type: ignore[union-attr]
            found.append(Change(title, one.text if one else "", other.text if other else ""))
    return found


def tables_text(rules: Rules) -> Part:
    """The point tables as a line of its own, for comparing versions."""
    scheme = rules.scheme
    rows = sorted(scheme.tables.items()) if isinstance(scheme, PlacePoints) else []
    told = " · ".join(f"{size}: {' – '.join(map(points, row))}" for size, row in rows)
    return Part("tables", _("Points by place"), told)


FORFEITS: dict[str, tuple[str | Promise, str | Promise, str | Promise]] = {
    "conceded": (gettext_lazy("conceded"), gettext_lazy("yes"), gettext_lazy("yes")),
    "left": (
        gettext_lazy("left, or ran out of time, and the others go on"),
        gettext_lazy("the others yes, who left no"),
        gettext_lazy("the others among themselves; who left loses to all"),
    ),
    "no_show": (gettext_lazy("did not show up"), gettext_lazy("who was there, yes"), gettext_lazy("no")),
    "abandoned": (gettext_lazy("abandoned by all, or stopped by the site"), gettext_lazy("no"), gettext_lazy("no")),
    "deadline": (
        gettext_lazy("stopped by the deadline of a tournament"),
        gettext_lazy("as decided"),
        gettext_lazy("as decided"),
    ),
    "stand_in": (gettext_lazy("a stand-in moved for somebody"), gettext_lazy("yes"), gettext_lazy("yes")),
}
"""The cases: what happened, whether it counts as played, whether it changes ratings."""


@dataclass(frozen=True)
class Forfeit:
    case: str
    points: str
    played: str
    rated: str


def forfeit_table(rules: Rules) -> list[Forfeit]:
    """What happens in each case of a match that was not played to its end by everybody."""
    policy = rules.forfeits
    as_recorded = _("places as recorded")
    nothing = _("last, 0 points; the others keep their places at the original table size")
    conceded = nothing
    if policy.conceded == "as_recorded":
        conceded = "; ".join([as_recorded, _("no share of the score")])
    bye = points(policy.bye_points) if policy.bye_points is not None else _("the mean of a seat")
    if policy.bye_points is None and isinstance(rules.scheme, WinDrawLoss):
        bye = _("those of a win")
    absent = _(
        "who stayed away: 0 points, nothing for taking part; the others play on and are scored at the original size. "
        "Somebody alone at the table gets %(bye)s"
    ) % {"bye": bye}
    told = {
        "conceded": conceded,
        "left": nothing if policy.left == "no_points" else as_recorded,
        "no_show": absent,
        "abandoned": _("no result; a manager is asked: replay, drop or adjudicate"),
        "deadline": _("an arbiter decides, never the system"),
        "stand_in": _("the log cannot be verified from there; the result as recorded"),
    }
    rows = []
    for case, (name, played, rated) in FORFEITS.items():
        if case in ("conceded", "left") and getattr(policy, case) != (
            "as_recorded" if case == "conceded" else "no_points"
        ):
            opposite = FORFEITS["left" if case == "conceded" else "conceded"]
            played, rated = opposite[1], opposite[2] if case == "conceded" else rated
        if case == "stand_in" and not policy.stand_in_rated:
            rated = _("the others only")
        rows.append(Forfeit(str(name), told[case], str(played), str(rated)))
    return rows


def no_show_flag(rules: Rules) -> str:
    policy = rules.forfeits
    if not policy.no_shows:
        return ""
    return ngettext(
        "%(n)s no-show within %(days)s days is pointed out to the managers; nobody is banned by the system.",
        "%(n)s no-shows within %(days)s days are pointed out to the managers; nobody is banned by the system.",
        policy.no_shows,
    ) % {"n": policy.no_shows, "days": policy.no_show_days}


DEFINITIONS: dict[str, str | Promise] = {
    "first_places": gettext_lazy("How often somebody came first; shared first places count, byes do not."),
    "share_beaten": gettext_lazy(
        "People beaten, and half of those on the same place, by people met. Who left was met and beaten; who did not show "
        "up was met by nobody."
    ),
    "best_result": gettext_lazy("The points of the best single match."),
    "direct_meetings": gettext_lazy(
        "A little league of all who are level: 1 for each of the others whom one beat more often than the other way round, "
        "½ where it is even or they never met. Somebody who did not show up lost to those who did. Where it parts some, "
        "those still level are compared anew among themselves."
    ),
    "score_share": gettext_lazy("The own score by the winner’s, the mean of the matches that were played out."),
    "fewer_matches": gettext_lazy("Who needed fewer matches stands ahead."),
    "lot": gettext_lazy(
        "Drawn from a number stored with the rules, anew each month, and the same whenever it is asked."
    ),
}
"""What each tie-break means."""
