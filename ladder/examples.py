"""Worked examples of a league's rules: made-up matches, scored by the very code and parameters of the ranking."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.scoring.facts import Result, Score, Seat, Unscorable
from games.scoring.place_points import PlacePoints
from ladder.formats import in_points, listed, points, signed, worth
from ladder.scoring.elo import UNIT, Elo, changes
from ladder.scoring.month import Month
from ladder.scoring.openskill import OpenSkill
from ladder.scoring.rules import Rules
from ladder.scoring.score_share import ScoreShare
from ladder.scoring.share_beaten import ShareBeaten
from ladder.scoring.win_draw_loss import WinDrawLoss
from ladder.standing import Row, ranking

NAMES = ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Fabio")


@dataclass(frozen=True)
class Example:
    """One part of the rules, worked out."""

    title: str
    text: str


def examples(rules: Rules) -> list[Example]:
    """An example for each part that these rules have."""
    told = [
        Example(_("A match"), match_example(rules)),
        Example(_("A month"), month_example(rules)),
        Example(_("Too few matches"), minimum_example(rules)),
        Example(_("The same people again"), repeat_example(rules)),
        Example(_("Somebody leaves"), forfeit_example(rules, "left")),
        Example(_("Somebody does not show up"), forfeit_example(rules, "no_show")),
        Example(_("Alone at the table"), bye_example(rules)),
    ]
    return [example for example in told if example.text]


def sizes_of(rules: Rules) -> list[int]:
    """The table sizes that these rules score."""
    scheme = rules.scheme
    able = sorted(scheme.tables) if isinstance(scheme, PlacePoints) else [2, 3, 4, 5, 6]
    able = [2] if isinstance(scheme, WinDrawLoss) else able
    wanted = rules.inclusion.sizes
    return [size for size in able if not wanted or size in wanted]


def usual_size(rules: Rules) -> int:
    sizes = sizes_of(rules) or [2]
    return 4 if 4 in sizes else sizes[-1]


def seats_of(places: Sequence[int], flags: Sequence[str] = ()) -> tuple[Seat, ...]:
    given = [*flags, *["played"] * (len(places) - len(flags))]
    return tuple(Seat(number, place, flag) for number, (place, flag) in enumerate(zip(places, given, strict=True)))


def plain(rules: Rules, result: Result) -> Result:
    """The match with everything that the rules ask of one."""
    wanted = rules.inclusion
    return Result(
        result.match,
        result.seats,
        game=wanted.games[0] if wanted.games else "",
        stage="" if wanted.free else "swiss",
        verified=wanted.only_verified,
        rule_set=wanted.rule_set,
        witnesses=int(wanted.witness),
    )


def gives(rules: Rules, places: Sequence[int], flags: Sequence[str] = ()) -> dict[int, Score] | str:
    """What a first match of the month with these places gives, by seat; or why it gives nothing."""
    try:
        return Month(rules).take(plain(rules, Result(1, seats_of(places, flags))))
    except Unscorable as problem:
        return problem.code


def shown(rules: Rules, score: Score) -> str:
    """What a match gives, as its scheme shows it."""
    if rules.scheme.kind == "rating":
        return signed(score.points, 1)
    return worth(rules.scheme.name, score.points)


def match_example(rules: Rules) -> str:
    scheme = rules.scheme
    if isinstance(scheme, Elo):
        return elo_example(scheme)
    if isinstance(scheme, OpenSkill):
        return openskill_example(rules)
    if isinstance(scheme, ScoreShare):
        score = scheme.scores([Seat(0, 1, score=148), Seat(1, 2, score=131)])[1]
        return _("131 where the winner has 148 is %(share)s.") % {"share": worth(scheme.name, score.points)}
    if isinstance(scheme, ShareBeaten):
        return share_example(rules)
    size = usual_size(rules)
    places = [1, 2, 2, *range(4, size + 1)][:size] if size > 2 else [1, 1]
    found = gives(rules, places)
    if isinstance(found, str):
        return ""
    facts = {"places": ", ".join(map(str, places)), "points": " – ".join(shown(rules, one) for one in found.values())}
    return _("Places %(places)s give %(points)s.") % facts


def share_example(rules: Rules) -> str:
    results = [
        Result(1, (Seat(0, 1), Seat(11, 2), Seat(12, 3), Seat(13, 4))),
        Result(2, (Seat(14, 1), Seat(0, 2), Seat(15, 2), Seat(16, 4))),
        Result(3, (Seat(17, 1), Seat(18, 2), Seat(0, 3))),
    ]
    row = row_for(Rules(scheme=ShareBeaten()), results)
    facts = {"beaten": points(row.beaten), "met": row.met, "share": worth("share_beaten", row.points)}
    text = _(
        "First of four (3 of 3), second together with another of four (1½ of 3) and third of three (0 of 2) make "
        "%(beaten)s of %(met)s: %(share)s."
    )
    return text % facts


def elo_example(scheme: Elo) -> str:
    before = {0: 1620, 1: 1500, 2: 1440}
    moved = changes([(1, 1), (0, 2), (2, 3)], {who: rating * UNIT for who, rating in before.items()}, scheme.k)
    told = [
        _("%(name)s (%(before)s) %(change)s")
        % {"name": NAMES[who], "before": rating, "change": signed(Fraction(moved[who], UNIT), 1)}
        for who, rating in before.items()
    ]
    text = _("With K %(k)s, when %(order)s finish in this order: %(changes)s. Together that is 0.")
    return text % {
        "k": points(scheme.k),
        "order": listed([NAMES[1], NAMES[0], NAMES[2]]),
        "changes": ", ".join(told),
    }


def openskill_example(rules: Rules) -> str:
    rows = ranking(Rules(scheme=rules.scheme, minimum=0), [Result(1, seats_of([1, 2, 2, 4]))], dict(enumerate(NAMES)))
    told = [worth("openskill", row.points, row.spread) for row in sorted(rows, key=lambda row: row.player)]
    return _("Four newcomers with the places 1, 2, 2, 4 stand at %(ratings)s.") % {"ratings": ", ".join(told)}


def row_for(rules: Rules, results: Sequence[Result]) -> Row:
    """The month of the first player."""
    names = {seat.player: str(seat.player) for result in results for seat in result.seats}
    asked = [plain(rules, result) for result in results]
    return next((row for row in ranking(rules, asked, names) if row.player == 0), empty_row())


def empty_row() -> Row:
    nothing = Fraction(0)
    return Row(
        player=0, points=nothing, match_points=nothing, participation=nothing, played=0, firsts=0, beaten=nothing,
        met=0, lines=(),
    )  # fmt: skip


def one_players_month(rules: Rules, matches: int) -> list[Result]:
    """Matches of the first player against ever other people, in changing places."""
    size = usual_size(rules)
    results = []
    for number in range(matches):
        mine = number % size
        seats = [Seat(0 if place == mine else 100 * (number + 1) + place, place + 1) for place in range(size)]
        results.append(Result(number, tuple(seats)))
    return results


def month_example(rules: Rules) -> str:
    if rules.scheme.kind != "points" or not sizes_of(rules):
        return ""
    row = row_for(rules, one_players_month(rules, max(8, (rules.best or 6) + 2) if (rules.best or 6) < 12 else 8))
    counted = [line.score.points for line in row.lines if line.counts]
    dropped = [line.score.points for line in row.lines if not line.counts]
    facts = {
        "counted": ", ".join(points(value) for value in sorted(counted, reverse=True)),
        "dropped": ", ".join(points(value) for value in sorted(dropped, reverse=True)),
        "sum": points(row.match_points),
        "part": points(row.participation),
        "total": in_points(row.points),
        "n": len(row.lines),
    }
    told = [_("In %(n)s matches Ada has %(counted)s: that makes %(sum)s.") % facts]
    if dropped:
        told = [_("In %(n)s matches Ada has %(counted)s, which makes %(sum)s; %(dropped)s are dropped.") % facts]
    if row.participation:
        told.append(_("With %(part)s for taking part she has %(total)s.") % facts)
    return " ".join(told)


def minimum_example(rules: Rules) -> str:
    if rules.needed < 2:
        return ""
    row = row_for(rules, one_players_month(rules, rules.needed - 1))
    return ngettext(
        "With %(played)s Ada stands below the line, without a rank: %(n)s more match.",
        "With %(played)s Ada stands below the line, without a rank: %(n)s more matches.",
        row.missing,
    ) % {"n": row.missing, "played": played(row.played)}


def played(count: int) -> str:
    return ngettext("%(n)s match", "%(n)s matches", count) % {"n": count}


def repeat_example(rules: Rules) -> str:
    if rules.repeats.worth == "full" or rules.scheme.kind != "points":
        return ""
    size = usual_size(rules)
    month, told = Month(rules), []
    for number in range(rules.repeats.first):
        told.append(month.take(plain(rules, Result(number, seats_of(range(1, size + 1)))))[0].points)
    text = _("Ada wins against the same people again and again: %(points)s.")
    return text % {"points": ", ".join(points(value) for value in told)}


def forfeit_example(rules: Rules, flag: str) -> str:
    size = next((size for size in sizes_of(rules) if size > 2), 0)
    if not size:
        return ""
    places = list(range(1, size + 1))
    found = gives(rules, places, ["played"] * (size - 1) + [flag])
    if isinstance(found, str):
        return ""
    told = ", ".join(
        _("%(name)s %(points)s") % {"name": NAMES[who % 6], "points": shown(rules, score)}
        for who, score in found.items()
    )
    text = _("At a table of %(size)s %(name)s leaves: %(points)s.")
    if flag == "no_show":
        text = _("At a table of %(size)s %(name)s does not come, and the others play on: %(points)s.")
    return text % {"size": size, "name": NAMES[(size - 1) % 6], "points": told}


def bye_example(rules: Rules) -> str:
    if rules.scheme.kind != "points" or 2 not in sizes_of(rules):
        return ""
    found = gives(rules, [1, 2], ["played", "no_show"])
    if isinstance(found, str):
        return ""
    return _("Ada’s only opponent does not come: she gets %(points)s.") % {"points": points(found[0].points)}
