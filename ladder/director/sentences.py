"""Refusals, warnings and prices of the desk in sentences: what was found, and what to do next."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ladder.formats import in_points, listed
from ladder.states_found import in_words
from tournaments.pairing.price import ByePrice, TablePrice
from tournaments.services.errors import Refused

Names = Mapping[int, str]
"""What people are called, by entrant."""

REFUSALS: dict[str, str | Promise] = {
    "stage_state": gettext_lazy("Stage %(stage)s is “%(found)s” now, so this cannot be done."),
    "bracket_is_paired": gettext_lazy("A bracket is drawn whole: there is nothing to pair."),
    "round_open": gettext_lazy("Round %(round)s still has tables without a result."),
    "no_more_rounds": gettext_lazy("All %(rounds)s rounds of this stage were played. Complete the stage."),
    "locks": gettext_lazy("The locked tables leave no way to seat the others. Unlock one."),
    "too_few": gettext_lazy("Too few people: %(found)s, and at least %(fewest)s are needed."),
    "not_in_the_draft": gettext_lazy("That place is not in the draft, or it is where the person sits already."),
    "warned": gettext_lazy("This makes the draft worse. Give a reason to do it all the same."),
    "not_a_draft": gettext_lazy("Round %(round)s is no draft any more."),
    "deadline_past": gettext_lazy("That deadline has passed already."),
    "date_past": gettext_lazy("That time has passed already."),
    "too_many_dates": gettext_lazy("There are %(most)s proposals already. Answer one of them."),
    "time": gettext_lazy("This is no time of the form 2026-10-08 23:59."),
    "time_skipped": gettext_lazy("The clocks jump over this time that night. Choose another."),
    "time_twice": gettext_lazy("The clocks show this time twice that night. Say which one you mean."),
    "state": gettext_lazy("The tournament is “%(found)s” now, so this cannot be done."),
    "entrant_state": gettext_lazy("This person is “%(found)s” now, so this cannot be done."),
    "full": gettext_lazy("All %(places)s places are taken."),
    "not_next": gettext_lazy("Somebody else is first in the reserve: it moves up in the order of entry."),
    "stage_begun": gettext_lazy("A stage has begun, so this stays as it is."),
    "late_refused": gettext_lazy("The terms take no late entries, or the format cannot."),
    "too_late": gettext_lazy("%(started)s of %(rounds)s rounds have started: late entries end after half of them."),
    "entered_before": gettext_lazy("This person was in the tournament before. Let them come back instead."),
    "already_decided": gettext_lazy("Table %(table)s is decided already. Correct its result instead."),
    "not_published": gettext_lazy("The round of table %(table)s is not published, or the tournament does not run."),
    "not_ready": gettext_lazy("Table %(table)s waits for people."),
    "match_elsewhere": gettext_lazy(
        "That match decides table %(table)s of round %(round)s already. Detach it there first."
    ),
    "match_void": gettext_lazy("The match of this table was struck out. Restore it first, or detach it."),
    "games": gettext_lazy("All games of this table were played."),
    "nobody_goes_on": gettext_lazy("Nobody would go on from table %(table)s: it needs one winner."),
    "not_decided": gettext_lazy("Table %(table)s has no result yet."),
    "round_complete": gettext_lazy("Round %(round)s is complete. Re-open it first, then correct."),
    "results_fall": gettext_lazy("Other people would sit at later tables. Their results fall if you confirm it below."),
    "other_game": gettext_lazy("That match is of %(found)s, and the tournament is of %(wanted)s."),
    "other_people": gettext_lazy("Other people sat at that match: %(found)s. At this table sit %(wanted)s."),
    "round_state": gettext_lazy("Round %(round)s is “%(found)s” now, so this cannot be done."),
    "extended_before": gettext_lazy("Round %(round)s was extended once already."),
    "has_results": gettext_lazy("Round %(round)s has results. Re-open or delete it, typing its name."),
    "name_of_the_round": gettext_lazy("Type the name of the round to go on: %(wanted)s."),
    "later_round": gettext_lazy("Round %(round)s comes after it. Delete that one first."),
    "bracket_round": gettext_lazy("A round of a bracket stays. Correct single tables instead."),
    "no_champion_yet": gettext_lazy("The bracket has no winner yet."),
    "rounds_left": gettext_lazy("%(played)s of %(rounds)s rounds were played."),
    "stage_open": gettext_lazy("Stage %(stage)s is not complete yet."),
    "not_at_the_table": gettext_lazy("This person does not sit at table %(table)s."),
    "seated_already": gettext_lazy("The substitute sits at a table of this round already."),
    "no_way_back": gettext_lazy("Others played on in the bracket since, so nobody comes back to it. Undo that first."),
    "not_in_the_stage": gettext_lazy("By the terms the substitute gets points, so it must be somebody of this stage."),
    "name": gettext_lazy("Give it a name of at most %(most)s characters."),
    "time_zone": gettext_lazy("There is no such time zone."),
    "table_sizes": gettext_lazy("This game is played by %(fewest)s to %(most)s."),
    "stages": gettext_lazy("A tournament has one stage at least."),
    "dutch_is_for_two": gettext_lazy("The Dutch system is for a Swiss at tables of two."),
    "paired_by_a_worker": gettext_lazy("A worker pairs this stage. Ask for the draft on the desk."),
    "ladder_is_not_paired": gettext_lazy("On a challenge ladder nobody is paired: people challenge each other."),
    "format.groups": gettext_lazy("There are too few people for %(found)s groups; %(expected)s are possible."),
    "format.play_off_open": gettext_lazy("A play-off between two divisions has not been played yet."),
    "too_late_for_reserves": gettext_lazy(
        "Half of the time of the round is over, so nobody comes in from the reserve."
    ),
    "no_reserve": gettext_lazy("Nobody else is in reserve who could be asked."),
    "offer_over": gettext_lazy("This offer is over."),
    "grace": gettext_lazy("It is too early to report that somebody did not come."),
    "no_check_in": gettext_lazy("There is no check-in for round %(round)s now."),
    "club_too_long": gettext_lazy("The name of a club has at most %(most)s characters."),
    "not_two_entrants": gettext_lazy("Choose two different people of this tournament."),
    "reported": gettext_lazy("A result was reported already; it waits for somebody to confirm or decide it."),
    "rounds": gettext_lazy("Say how many rounds stage %(stage)s has."),
    "fewest_above_places": gettext_lazy("%(fewest)s people are needed to start, but there are only %(places)s places."),
    "draw_above_win": gettext_lazy("A draw cannot give more than a win."),
    "qualify_alone": gettext_lazy("At least %(least)s go on from stage %(stage)s, or the next one cannot be played."),
    "qualify_above_people": gettext_lazy("From stage %(stage)s at most %(most)s can go on: it has no more places."),
    "places_below_table": gettext_lazy("There are %(places)s places, but the first table needs %(least)s people."),
    "places_taken": gettext_lazy("%(found)s people have a place by now, so there cannot be only %(places)s."),
    "rounds_above_people": gettext_lazy(
        "In stage %(stage)s nobody meets anybody twice, so there are at most %(most)s rounds."
    ),
    "groups_above_people": gettext_lazy("Stage %(stage)s has places for at most %(most)s groups, of two at least."),
    "per_group_above_people": gettext_lazy(
        "From a group of stage %(stage)s at most %(most)s can go on: it has no more people."
    ),
    "all_advance": gettext_lazy("From a table of stage %(stage)s at most %(most)s can go on: somebody must be out."),
    "qualify_below_groups": gettext_lazy(
        "From the groups of stage %(stage)s at least %(least)s go on: so many places times groups."
    ),
    "division_least": gettext_lazy("The last division of stage %(stage)s needs at most as many as one has: %(most)s."),
    "division_change": gettext_lazy(
        "More people of stage %(stage)s would go up and down than a division has: %(most)s."
    ),
    "best_of_at_tables": gettext_lazy("Best of several is for tables of two."),
    "sizes_while_running": gettext_lazy("Table sizes stay as they are while the tournament runs."),
    "last_director": gettext_lazy("This is the last director. Give somebody else the role first."),
    "reason_missing": gettext_lazy("Say why: others read it."),
    "reason_too_long": gettext_lazy("The reason has more than %(most)s characters."),
    "changed_since": gettext_lazy(
        "Something that this act made was changed since. Undo that first, or correct by hand."
    ),
    "format.busy": gettext_lazy("One of the two has a challenge or an open table already."),
    "format.no_challenge": gettext_lazy("There is no such challenge any more."),
    "format.out_of_reach": gettext_lazy("That is %(places)s places above; up to %(reach)s are allowed."),
    "format.unknown_entrant": gettext_lazy("Somebody of them is not on the ladder."),
    "format.entered_already": gettext_lazy("This person is in it already."),
    "not_dutch": gettext_lazy("This stage is paired by our own rules."),
    "not_a_ladder": gettext_lazy("This stage is no challenge ladder."),
    "groups": gettext_lazy("So many groups do not fit that number of people."),
    "qualifiers": gettext_lazy("So many cannot go on from these groups."),
    "words_missing": gettext_lazy("Write something first."),
    "nobody_ticked": gettext_lazy("Nobody is ticked, or whoever was is not there any more."),
    "own_table": gettext_lazy("You play at table %(table)s, so somebody else enters its result."),
    "who": gettext_lazy("%(text)s"),
    "own_report": gettext_lazy("You typed the first result of table %(table)s, so a second person must type it too."),
    "differs": gettext_lazy("Table %(table)s was typed differently before: %(first)s. Compare, then type it again."),
}
"""By the code of the refusal, filled with its facts."""


def refusal(why: Refused, names: Names) -> str:
    """Why it was not done."""
    if why.code == "people":
        return people(why.facts, names)
    if why.code == "table_size":
        tables = listed([str(number) for number in why.facts["tables"]])
        text = _("Tables have %(fewest)s to %(most)s people; look at table %(tables)s.")
        if why.facts["fewest"] == why.facts["most"]:
            text = _("Tables have %(most)s people; look at table %(tables)s.")
        return text % {**why.facts, "tables": tables}
    text = REFUSALS.get(why.code)
    if text is None:
        return _("This cannot be done as things are (%(code)s).") % {"code": why.code}
    return str(text) % in_words(why)


def people(facts: Mapping[str, Any], names: Names) -> str:
    """Who has no place, two of them, or one that is not his."""
    parts = []
    for key, words in (
        ("missing", _("Without a place: %(names)s.")),
        ("twice", _("Placed twice: %(names)s.")),
        ("extra", _("Not in this round: %(names)s.")),
    ):
        if facts.get(key):
            parts.append(words % {"names": called(facts[key], names)})
    return " ".join(parts)


def called(entrants: Iterable[int], names: Names) -> str:
    return listed([names.get(one, f"#{one}") for one in entrants])


def warning(told: Mapping[str, Any], names: Names) -> str:
    """One warning of a change by hand."""
    who = called(told["entrants"], names)
    match told["kind"]:
        case "repeat":
            return met(who, told["rounds"])
        case "short":
            return _("%(who)s would sit at a short table for the %(time)s. time") % {"who": who, "time": told["time"]}
        case "seat":
            text = ngettext(
                "%(who)s gets seat %(seat)s again, having had it %(had)s time",
                "%(who)s gets seat %(seat)s again, having had it %(had)s times",
                int(told["had"]),
            )
            return text % {"who": who, **told}
        case "distance":
            return _("%(who)s are %(points)s apart") % {"who": who, "points": in_points(Fraction(told["points"]))}
        case "bye":
            return _("%(who)s would sit out though others should first") % {"who": who}
        case _:
            return _("%(who)s should not meet") % {"who": who}


def met(who: str, rounds: Iterable[int]) -> str:
    """Two who met before."""
    numbers = [str(number) for number in rounds]
    text = ngettext("%(who)s met in round %(rounds)s", "%(who)s met in rounds %(rounds)s", len(numbers))
    return text % {"who": who, "rounds": listed(numbers)}


def price_of_table(price: TablePrice, names: Names) -> list[str]:
    """What one table costs, the heaviest first; nothing where it costs nothing but a distance."""
    found = [_("%(who)s should not meet") % {"who": called((one.first, one.second), names)} for one in price.together]
    found += [met(called((one.first, one.second), names), one.rounds) for one in price.repeats]
    found += [
        _("short table for %(who)s for the %(time)s. time") % {"who": names.get(one.entrant, ""), "time": one.time}
        for one in price.short
    ]
    found += [
        _("seat %(seat)s again for %(who)s") % {"seat": one.seat + 1, "who": names.get(one.entrant, "")}
        for one in price.seats
    ]
    return found


def price_of_bye(price: ByePrice, names: Names) -> str:
    """Why a bye costs something; empty where it does not."""
    who = names.get(price.entrant, "")
    if price.had > price.fewest:
        return _("%(who)s had %(had)s byes already") % {"who": who, "had": price.had}
    if price.below:
        text = ngettext("%(n)s person below %(who)s plays", "%(n)s people below %(who)s play", price.below)
        return text % {"n": price.below, "who": who}
    return ""
