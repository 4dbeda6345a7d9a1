"""What happens in a bracket: results in, seats out. Everything follows from the plan, the seeds and the outcomes."""

from collections import Counter
from collections.abc import Collection, Mapping

import msgspec

from tournaments.formats.brackets import Edge, Match, Plan
from tournaments.formats.errors import Refused

NOBODY = -1
"""A seat that nobody will take: who sits opposite goes through as by a bye."""

Seat = int | None
"""An entrant, `NOBODY`, or None where it is not known yet."""


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended between two entrants. `winner` is 0 or 1; None if both forfeited, and then nobody goes on.

    `wins` counts the games of a best of 3 or 5; a forfeit needs none.
    """

    entrants: tuple[int, int]
    winner: int | None
    wins: tuple[int, int] = (0, 0)
    forfeit: bool = False


class Bracket(msgspec.Struct, frozen=True):
    """A plan with the entrants by seed and what was played."""

    plan: Plan
    entrants: tuple[int, ...]
    outcomes: Mapping[int, Outcome] = {}


def start(plan: Plan, entrants: tuple[int, ...]) -> Bracket:
    """A bracket before its first match; entrants best seed first."""
    if len(set(entrants)) != plan.entrants or len(entrants) != plan.entrants or min(entrants) < 0:
        raise Refused("entrants", expected=plan.entrants, found=len(set(entrants)))
    return Bracket(plan, entrants)


def matches(bracket: Bracket) -> tuple[Match, ...]:
    """The matches there are now: a second final exists only once the unbeaten finalist lost the first."""
    plan = bracket.plan
    last = plan.matches[-1]
    first_final = bracket.outcomes.get(last.id)
    if not (plan.reset and last.side == "final" and first_final and first_final.winner == 1):
        return plan.matches
    fed = msgspec.structs.replace(last, winner_to=Edge(len(plan.matches), 1), loser_to=Edge(len(plan.matches), 0))
    second = Match(id=fed.id + 1, side="reset", round=1, number=1, best_of=last.best_of, seeds=(None, None))
    return (*plan.matches[:-1], fed, second)


def seats(bracket: Bracket) -> dict[int, tuple[Seat, Seat]]:
    """Who sits at each match, as far as it is known."""
    every = matches(bracket)
    filled: dict[int, list[Seat]] = {
        match.id: [None if seed is None else bracket.entrants[seed - 1] for seed in match.seeds] for match in every
    }
    for match in every:
        winner, loser = _ends(filled[match.id], bracket.outcomes.get(match.id))
        for edge, who in ((match.winner_to, winner), (match.loser_to, loser)):
            if edge:
                filled[edge.match][edge.seat] = who
    return {match: (both[0], both[1]) for match, both in filled.items()}


def ends(bracket: Bracket) -> dict[int, tuple[Seat, Seat]]:
    """Winner and loser of each match, as far as they are known."""
    return {match: _ends(list(both), bracket.outcomes.get(match)) for match, both in seats(bracket).items()}


def _ends(both: list[Seat], outcome: Outcome | None) -> tuple[Seat, Seat]:
    """Winner and loser of a match with these seats; None where not yet known."""
    if NOBODY in both:
        other = both[1] if both[0] == NOBODY else both[0]
        return other, NOBODY
    if outcome is None or list(outcome.entrants) != both:
        return None, None
    if outcome.winner is None:
        return NOBODY, NOBODY
    return both[outcome.winner], both[1 - outcome.winner]


def decide(bracket: Bracket, match: int, outcome: Outcome) -> Bracket:
    """The bracket after a first result."""
    if match in bracket.outcomes:
        raise Refused("already_decided", match=match)
    _check(bracket, match, outcome)
    return _with(bracket, {**bracket.outcomes, match: outcome})


def falling(bracket: Bracket, match: int, outcome: Outcome | None) -> tuple[int, ...]:
    """Later matches whose result would fall with a correction, since others would sit there."""
    if outcome:
        _check(bracket, match, outcome)
    kept = _valid(_with(bracket, _replaced(bracket.outcomes, match, outcome)))
    return tuple(sorted(set(bracket.outcomes) - set(kept.outcomes) - {match}))


def correct(bracket: Bracket, match: int, outcome: Outcome | None, confirmed: Collection[int] = ()) -> Bracket:
    """The bracket with another result for a decided match, or with none.

    Refused with the matches concerned, unless exactly those whose results fall are confirmed.
    """
    if match not in bracket.outcomes:
        raise Refused("not_decided", match=match)
    falls = falling(bracket, match, outcome)
    if set(falls) != set(confirmed):
        raise Refused("results_fall", match=match, expected=list(falls), found=sorted(confirmed))
    return _valid(_with(bracket, _replaced(bracket.outcomes, match, outcome)))


def _replaced(outcomes: Mapping[int, Outcome], match: int, outcome: Outcome | None) -> dict[int, Outcome]:
    rest = {key: value for key, value in outcomes.items() if key != match}
    return rest if outcome is None else {**rest, match: outcome}


def _with(bracket: Bracket, outcomes: Mapping[int, Outcome]) -> Bracket:
    return Bracket(bracket.plan, bracket.entrants, outcomes)


def _valid(bracket: Bracket) -> Bracket:
    """Without the results of people who no longer sit there; each that falls may let others fall."""
    while True:
        taken = seats(bracket)
        kept = {key: one for key, one in bracket.outcomes.items() if taken.get(key) == one.entrants}
        if len(kept) == len(bracket.outcomes):
            return bracket
        bracket = _with(bracket, kept)


def _check(bracket: Bracket, number: int, outcome: Outcome) -> None:
    """Refuse a result for people who do not sit there, or with wins that do not end a match."""
    match = next((one for one in matches(bracket) if one.id == number), None)
    if match is None:
        raise Refused("unknown_match", match=number)
    both = seats(bracket)[number]
    if None in both or NOBODY in both:
        raise Refused("not_ready", match=number)
    if both != outcome.entrants:
        raise Refused("other_people", match=number, wanted=list(both), found=list(outcome.entrants))
    if outcome.winner not in (0, 1, None) or (outcome.winner is None and not outcome.forfeit):
        raise Refused("winner", match=number)
    needed = match.best_of // 2 + 1
    if match.best_of > 1 and not outcome.forfeit:
        assert outcome.winner is not None
        if outcome.wins[outcome.winner] != needed or not 0 <= outcome.wins[1 - outcome.winner] < needed:
            raise Refused("wins", match=number, needed=needed, found=list(outcome.wins))


def losses(bracket: Bracket) -> dict[int, int]:
    """How often each entrant lost."""
    count = dict.fromkeys(bracket.entrants, 0)
    for outcome in bracket.outcomes.values():
        for seat, entrant in enumerate(outcome.entrants):
            count[entrant] += outcome.winner != seat
    return count


def open_matches(bracket: Bracket) -> tuple[int, ...]:
    """Matches that can be played now."""
    taken = seats(bracket)
    return tuple(
        match.id
        for match in matches(bracket)
        if match.id not in bracket.outcomes and None not in taken[match.id] and NOBODY not in taken[match.id]
    )


def champion(bracket: Bracket) -> Seat:
    """Who won; None while that is open, `NOBODY` if both finalists forfeited."""
    every = matches(bracket)
    final = max((match for match in every if match.side != "third" and not match.winner_to), key=lambda one: one.id)
    taken = seats(bracket)[final.id]
    return _ends(list(taken), bracket.outcomes.get(final.id))[0]


def places(bracket: Bracket) -> dict[int, tuple[int, int]]:
    """First and last place that is everybody's: equal where settled, a span where shared or still open.

    Who is out earlier stands lower; those who are out in the same round share their places, also with those who still
    will be. Without a champion the first place stays empty.
    """
    double = any(match.side == "losers" for match in bracket.plan.matches)
    taken = seats(bracket)
    out: dict[tuple[int, int], list[int]] = {}
    coming: Counter[tuple[int, int]] = Counter()
    waiting: list[int] = []
    for match in matches(bracket):
        outcome = bracket.outcomes.get(match.id)
        if outcome is None and NOBODY not in taken[match.id]:
            coming.update(_stage(match, won, double) for won in _ending(match))
        if outcome is None and match.side == "third":
            waiting = [one for one in taken[match.id] if one is not None and one != NOBODY]
            if NOBODY in taken[match.id]:
                out[_stage(match, True, double)], waiting = waiting, []
        for seat, entrant in enumerate(outcome.entrants if outcome else ()):
            won = outcome is not None and outcome.winner == seat
            goes_on = won or (match.loser_to is not None and outcome is not None and outcome.winner is not None)
            if match.side == "third" or not goes_on:
                out.setdefault(_stage(match, won, double), []).append(entrant)
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    last = len(bracket.entrants)
    for stage in sorted({*out, *coming}):
        first = last + 1 - len(out.get(stage, ())) - coming[stage]
        spans[stage], last = (max(2, first), last), first - 1
    found = {one: spans[stage] for stage, people in out.items() for one in people}
    if len(waiting) == 2:
        found |= dict.fromkeys(waiting, (spans[1, 1][0], spans[1, 0][1]))
    open_ = [one for one in bracket.entrants if one not in found]
    return found | dict.fromkeys(open_, (1, len(open_)))


def _ending(match: Match) -> tuple[bool, ...]:
    """Who will be out after a match: its loser where he goes nowhere else, after that for the third place both."""
    if match.side == "third":
        return (False, True)
    return () if match.loser_to else (False,)


def _stage(match: Match, won: bool, double: bool) -> tuple[int, int]:
    """How far somebody came whose last match this was; greater is better."""
    if match.side == "third":
        return 1, int(won)
    if match.winner_to is None:
        return 2, 0
    return 0, 2 * match.round - 2 if double and match.side == "winners" else match.round
