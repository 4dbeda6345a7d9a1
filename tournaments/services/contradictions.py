"""Numbers of the terms that cannot all hold: refused when a tournament is made or changed, not when its day has come."""

from collections.abc import Sequence
from itertools import zip_longest

from games.models import Game
from tournaments.services.errors import Refused
from tournaments.terms import StageTerms, Terms

SMALL = ("round_robin", "groups", "divisions", "challenge")
"""Formats that two can begin, whatever the size of tables."""


def fewest_for(stage: StageTerms, terms: Terms) -> int:
    """How many a stage needs to begin."""
    return 2 if stage.format in SMALL else terms.least


def check_terms(terms: Terms, stages: Sequence[StageTerms], game: Game) -> None:
    """Refuse what the game or our formats cannot do, and what contradicts itself."""
    if not stages:
        raise Refused("stages")
    if terms.wanted > game.seats_max or terms.least < game.seats_min or terms.most > game.seats_max:
        raise Refused("table_sizes", fewest=game.seats_min, most=game.seats_max)
    if terms.is_for_two and terms.draw is not None and terms.draw > terms.points[2][0]:
        raise Refused("draw_above_win")
    if terms.places is not None:
        _check_places(terms.places, terms, stages[0])
    people = terms.places
    for number, (stage, after) in enumerate(zip_longest(stages, stages[1:]), start=1):
        _check_stage(stage, number, terms, people)
        if after is not None:
            _check_next(stage, number, fewest_for(after, terms), people)
        people = _qualified(stage) or people


def _check_places(places: int, terms: Terms, first: StageTerms) -> None:
    """Whether so many places are enough for the table and the start that are wanted."""
    if places < fewest_for(first, terms):
        raise Refused("places_below_table", places=places, least=fewest_for(first, terms))
    if terms.fewest > places:
        raise Refused("fewest_above_places", fewest=terms.fewest, places=places)


def _check_stage(stage: StageTerms, number: int, terms: Terms, people: int | None) -> None:
    """Refuse numbers of a stage that cannot all hold. `people`: how many it has at most, where that is known."""
    if stage.format == "swiss" and stage.rounds is None:
        raise Refused("rounds", stage=number)
    if stage.format == "swiss" and terms.is_for_two and people and (stage.rounds or 0) >= people:
        raise Refused("rounds_above_people", stage=number, most=people - 1)
    if not terms.is_for_two and (stage.best_of > 1 or (stage.best_of_final or 1) > 1):
        raise Refused("best_of_at_tables", stage=number)
    if stage.pairing == "dutch" and not (terms.is_for_two and stage.format == "swiss"):
        raise Refused("dutch_is_for_two", stage=number)
    if stage.format in ("single", "double") and not terms.is_for_two and (stage.advance or 0) >= terms.most:
        raise Refused("all_advance", stage=number, most=terms.most - 1)
    if stage.format == "groups":
        _check_groups(stage, number, people)
    if stage.format == "divisions":
        if stage.division_least > stage.division:
            raise Refused("division_least", stage=number, most=stage.division)
        if 2 * stage.change + stage.play_off > stage.division:
            raise Refused("division_change", stage=number, most=stage.division)


def _check_groups(stage: StageTerms, number: int, people: int | None) -> None:
    if stage.groups is None:
        return
    if people is not None and 2 * stage.groups > people:
        raise Refused("groups_above_people", stage=number, most=people // 2)
    if people is not None and stage.per_group * stage.groups > people:
        raise Refused("per_group_above_people", stage=number, most=people // stage.groups)
    if stage.qualify and stage.qualify < stage.groups * stage.per_group:
        raise Refused("qualify_below_groups", stage=number, least=stage.groups * stage.per_group)


def _check_next(stage: StageTerms, number: int, least: int, people: int | None) -> None:
    """Whether those who go on can play the next stage."""
    going = _qualified(stage)
    if going is not None and going < least:
        raise Refused("qualify_alone", stage=number, least=least)
    if going is not None and people is not None and going > people:
        raise Refused("qualify_above_people", stage=number, most=people)


def _qualified(stage: StageTerms) -> int | None:
    """How many go on from a stage, where the terms say."""
    if stage.qualify is None and stage.format == "groups" and stage.groups:
        return stage.groups * stage.per_group
    return stage.qualify
