"""The terms of a tournament in plain words, made from the parameters that it is played with."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ladder import formats
from ladder.formats import points
from ladder.rulebook import STAGES
from ladder.tournament_pages.tie_breaks import EXPLAINED, tie_break_name
from ladder.tournament_pages.words import stage_name
from tournaments.models import Stage, Tournament
from tournaments.services.entrants import entries_over
from tournaments.services.local_time import entries_end
from tournaments.terms import PLANNED, StageTerms, Terms

LATE: dict[str, str | Promise] = {
    "refused": gettext_lazy("Nobody enters once it runs."),
    "nothing": gettext_lazy("One may enter until half of the rounds have started; rounds missed give nothing."),
    "half_bye": gettext_lazy(
        "One may enter until half of the rounds have started; each round missed gives half a bye: %(points)s points."
    ),
    "bye": gettext_lazy(
        "One may enter until half of the rounds have started; each round missed gives a bye: %(points)s points."
    ),
}
OVERDUE: dict[str, str | Promise] = {
    "wait": gettext_lazy("After that a director decides what to do."),
    "forfeit": gettext_lazy("After that those who were reported as absent lose the table."),
    "arbiter": gettext_lazy("After that the arbiter decides the table."),
    "leader": gettext_lazy("After that the table goes to whoever leads by score at that moment."),
    "no_result": gettext_lazy("After that the table stays without a result."),
}
FILLINGS: dict[str, str | Promise] = {
    "best_next": gettext_lazy("the best of the others fill places that are missing"),
    "byes": gettext_lazy("where places are missing the best seeds have a bye"),
}
TIES: dict[str, str | Promise] = {
    "seed": gettext_lazy(
        "of those level at the last place that goes on the better share of the winner’s score has it, then the better seed"
    ),
    "both": gettext_lazy("those level at the last place that goes on all go on, with one best next fewer for each"),
    "match": gettext_lazy(
        "those level at the last place that goes on play a deciding match; still level, share and seed decide"
    ),
}
SUBSTITUTES: dict[str, str | Promise] = {
    "original": gettext_lazy("Where somebody plays on in the seat of another, the points go to whose seat it was."),
    "substitute": gettext_lazy("Where somebody plays on in the seat of another, the points go to who played on."),
    "share": gettext_lazy("Where somebody plays on in the seat of another, both get half of the points."),
}


@dataclass(frozen=True)
class Part:
    """One heading of the terms with its sentences; `rows` are a table of points by place, by size of the table."""

    title: str
    sentences: Sequence[str] = ()
    items: Sequence[tuple[str, str]] = ()
    rows: Sequence[tuple[int, Sequence[Fraction]]] = field(default=())


def told(tournament: Tournament, stages: Sequence[Stage]) -> list[Part]:
    """Everything that was stated before entries opened."""
    terms = tournament.terms
    parts = [
        Part(
            _("How it is played"),
            [tables(terms), *settings(terms)],
            [(stage_name(one), stage(one.terms, terms)) for one in stages],
        ),
        Part(_("Points"), rows=[(size, terms.points[size]) for size in range(terms.least, terms.most + 1)]),
        Part(
            _("Equal points"), [tie_breaks(terms)], [(tie_break_name(one), explained(one)) for one in terms.tie_breaks]
        ),
        Part(_("Byes and late entries"), [bye(terms), *entries(tournament), late(terms)]),
        Part(_("Deadlines"), deadlines(tournament, terms)),
        Part(_("Who does not come"), absences(terms)),
        Part(_("Leagues"), [leagues(terms)]),
    ]
    if all(one.terms.format in ("single", "double") for one in stages):
        del parts[1:3]
    return parts


def tables(terms: Terms) -> str:
    if terms.is_for_two:
        return _("Two play at each table.")
    if terms.least == terms.most:
        return _("%(n)s play at each table.") % {"n": terms.wanted}
    return _("Tables of %(wanted)s are wanted; the smallest has %(least)s, the largest %(most)s.") % {
        "wanted": terms.wanted,
        "least": terms.least,
        "most": terms.most,
    }


def settings(terms: Terms) -> list[str]:
    """How a table is opened, in the director's words."""
    return [_("Settings of the tables: %(words)s") % {"words": terms.settings}] if terms.settings else []


def stage(one: StageTerms, terms: Terms) -> str:
    """One stage in a sentence or two."""
    said = [str(STAGES.get(one.format, one.format))]
    if one.rounds:
        said.append(ngettext("%(n)s round", "%(n)s rounds", one.rounds) % {"n": one.rounds})
    if one.format in PLANNED and one.twice:
        said.append(_("each meets each twice"))
    if one.format in PLANNED:
        said.append(_("who would meet only people who left has a bye"))
    if one.format == "single" and not terms.is_for_two:
        said += [goes_on(one.advance), str(FILLINGS[one.filling]), str(TIES[one.ties])]
    if one.best_of > 1:
        said.append(_("best of %(n)s") % {"n": one.best_of})
    if one.best_of_final and one.best_of_final != one.best_of:
        said.append(_("the final best of %(n)s") % {"n": one.best_of_final})
    if one.format == "groups":
        said.append(
            ngettext("the first of each goes on", "the first %(n)s of each go on", one.per_group) % {"n": one.per_group}
        )
    if one.format == "double" and not terms.is_for_two:
        said.append(ngettext("with %(n)s life", "with %(n)s lives", one.lives) % {"n": one.lives})
        said.append(goes_on(one.advance))
    if one.format == "challenge":
        said += challenges(one)
    if one.format == "divisions":
        said += divisions(one)
    if one.third_place and one.format == "single" and terms.is_for_two:
        said.append(_("with a match for the third place"))
    if one.format == "double" and terms.is_for_two:
        said.append(_("with a second final if the unbeaten one loses the first") if one.reset else _("with one final"))
    if one.qualify:
        said.append(ngettext("the best %(n)s goes on", "the best %(n)s go on", one.qualify) % {"n": one.qualify})
    text = ", ".join(said)
    return f"{text[:1].upper()}{text[1:]}."


def challenges(one: StageTerms) -> list[str]:
    return [
        ngettext("up to %(n)s place above", "up to %(n)s places above", one.reach) % {"n": one.reach},
        ngettext("%(n)s day to accept", "%(n)s days to accept", one.accept_days) % {"n": one.accept_days},
        ngettext("%(n)s day to play", "%(n)s days to play", one.play_days) % {"n": one.play_days},
        ngettext("%(n)s refusal costs a place", "%(n)s refusals cost a place", one.refusals) % {"n": one.refusals},
    ]


def divisions(one: StageTerms) -> list[str]:
    text = ngettext("%(n)s goes up and down between two", "%(n)s go up and down between two", one.change) % {
        "n": one.change
    }
    said = [_("of %(n)s players each") % {"n": one.division}, text]
    if one.play_off:
        said.append(ngettext("%(n)s more plays for it", "%(n)s more play for it", one.play_off) % {"n": one.play_off})
    return said


CLUBS: dict[str, str | Promise] = {
    "prefer": gettext_lazy("People of one club are kept apart where it costs nothing."),
    "never": gettext_lazy("People of one club are kept apart before anything else."),
}


def goes_on(advance: int | None) -> str:
    if advance is None:
        return _("the better half of each table goes on")
    return ngettext("the first of each table goes on", "the first %(n)s of each table go on", advance) % {"n": advance}


def tie_breaks(terms: Terms) -> str:
    if terms.fide:
        return _("Compared in this order, as FIDE’s handbook of %(year)s has it:") % {"year": terms.fide}
    return _("Compared in this order; as soon as one parts some of them, those still equal begin again from the top:")


def explained(name: str) -> str:
    return str(EXPLAINED.get(name, ""))


def bye(terms: Terms) -> str:
    worth = points(terms.bye_points())
    return _(
        "Who sits a round out because the tables do not come out even has a bye, worth %(points)s points. It goes to the lowest who had none yet."
    ) % {"points": worth}


def entries(tournament: Tournament) -> list[str]:
    """Until when one may enter, where the terms say so."""
    end = entries_end(tournament.terms, tournament.zone)
    if end is None:
        return []
    text = _("Entries are open until %(until)s; who enters later waits in reserve.")
    if entries_over(tournament, timezone.now()):
        text = _("Entries ended %(until)s; who enters now waits in reserve.")
    return [text % {"until": formats.deadline(end, tournament.time_zone)}]


def late(terms: Terms) -> str:
    return str(LATE[terms.late]) % {"points": points(terms.late_points())}


def deadlines(tournament: Tournament, terms: Terms) -> list[str]:
    facts = {"n": terms.round_days, "time": terms.round_time, "city": formats.city(tournament.time_zone)}
    text = ngettext(
        "A round lasts %(n)s day, until %(time)s (%(city)s).",
        "A round lasts %(n)s days, until %(time)s (%(city)s).",
        terms.round_days,
    )
    said = [text % facts]
    if terms.extension_days:
        text = ngettext(
            "A round may be made %(n)s day longer, once.",
            "A round may be made %(n)s days longer, once.",
            terms.extension_days,
        )
        said.append(text % {"n": terms.extension_days})
        if terms.extends == "clock":
            said.append(_("The clock does that by itself."))
    return [*said, str(OVERDUE[terms.overdue])]


def absences(terms: Terms) -> list[str]:
    hours = ngettext(
        "Played turn by turn, %(n)s hour without a move counts as not coming",
        "Played turn by turn, %(n)s hours without a move count as not coming",
        terms.no_show_hours,
    ) % {"n": terms.no_show_hours}
    minutes = ngettext(
        "at an appointed time, being %(n)s minute late.",
        "at an appointed time, being %(n)s minutes late.",
        terms.no_show_minutes,
    ) % {"n": terms.no_show_minutes}
    return [
        _("%(turns)s; %(clock)s") % {"turns": hours, "clock": minutes},
        _("Who does not come has no points; the others at the table keep the points of its full size."),
        _(
            "Who drops out is no longer seated; the results stay. One may come back, without points for the rounds missed."
        ),
        str(SUBSTITUTES[terms.substitute]),
    ]


def leagues(terms: Terms) -> str:
    if terms.feeds_leagues:
        return _("The matches count in the leagues that take tournament matches of this game.")
    return _("The matches count in no league.")


def entry_told(tournament: Tournament, people: int) -> list[str]:
    """How many are in, how many are needed, what happens above that."""
    terms = tournament.terms
    said = [
        ngettext("%(n)s has entered, of at least %(fewest)s.", "%(n)s have entered, of at least %(fewest)s.", people)
        % {"n": people, "fewest": max(terms.fewest, 2)},
        *entries(tournament),
    ]
    if terms.places is not None:
        text = ngettext(
            "There is %(n)s place; who enters later waits in reserve and moves up in the order of entry.",
            "There are %(n)s places; who enters later waits in reserve and moves up in the order of entry.",
            terms.places,
        )
        said.append(text % {"n": terms.places})
    if terms.check_in:
        said.append(_("Only those who check in before the start are seated."))
    if terms.check_in_rounds:
        said.append(_("From the second round on, only those who check in for it are seated."))
    if terms.clubs != "off":
        said.append(str(CLUBS[terms.clubs]))
    return said
