"""The bracket for brackets-viewer holds the rules of that package's data model, whatever was played."""

from itertools import pairwise
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser

from ladder.tournament_pages.brackets_viewer import matches_of, viewer_data
from ladder.tournament_pages.people import People
from tests.tournaments.events import TWO, Event
from tournaments.formats import bracket_play
from tournaments.formats.bracket_play import Bracket, Outcome
from tournaments.formats.brackets import Plan, double_elimination, single_elimination
from tournaments.terms import StageTerms


def played(plan: Plan, dice: Random, results: int) -> Bracket:
    """A bracket after so many results; some match is lost by both."""
    bracket = bracket_play.start(plan, tuple(range(100, 100 + plan.entrants)))
    for _result in range(results):
        ready = bracket_play.open_matches(bracket)
        if not ready:
            break
        node = dice.choice(ready)
        one, other = bracket_play.seats(bracket)[node]
        assert one is not None
        assert other is not None
        winner = dice.choice([0, 1, 1, 0, None])
        bracket = bracket_play.decide(bracket, node, Outcome((one, other), winner, forfeit=winner is None))
    return bracket


def check(bracket: Bracket) -> None:
    people = range(bracket.plan.entrants)
    places = 1 << (len(people) - 1).bit_length()
    double = any(match.side == "final" for match in bracket.plan.matches)
    rows, games = matches_of(bracket)
    assert games == []
    assert [row["id"] for row in rows] == list(range(len(rows)))
    rounds: dict[int, list[dict]] = {}
    for row in rows:
        rounds.setdefault(row["round_id"], []).append(row)
    assert len({row["round_id"]: row["group_id"] for row in rows}) == len(rounds)
    assert all([row["number"] for row in rounds[one]] == list(range(1, len(rounds[one]) + 1)) for one in rounds)
    sizes = {group: [len(rounds[one]) for one in sorted(rounds) if one // 100 == group] for group in range(3)}
    winners = [places >> number for number in range(1, places.bit_length())]
    if len(people) > 2:
        assert sizes[0] == winners
        assert sizes[1] == (sorted(2 * winners[1:], reverse=True) if double else sizes[1])
    for row in rows:
        both = [row["opponent1"], row["opponent2"]]
        assert row["stage_id"] == 0
        assert row["status"] in (0, 1, 2, 4)
        assert all(one is None or one["id"] is None or one["id"] in people for one in both)
        assert sorted(one["result"] for one in both if one and "result" in one) in (
            [],
            ["win"],
            ["loss", "win"],
            ["loss", "loss"],
        )
        first = row["round_id"] == 0
        assert all(("position" in one) == first for one in both if one and row["group_id"] == 0)
        if double and row["group_id"] == 1 and row["round_id"] % 2:  # losers come down into every second round
            assert row["opponent1"] is None or "position" in row["opponent1"]
            assert row["opponent2"] is None or "position" not in row["opponent2"]
    for group in (0, 1) if double else (0,):
        lines = [rounds[one] for one in sorted(rounds) if one // 100 == group]
        for now, after in pairwise(lines):
            for row in now:
                follows_on(row, after[(row["number"] - 1) * len(after) // len(now)])


def follows_on(row: dict, after: dict) -> None:
    """Who won sits at the place that the viewer joins to this one."""
    won = [one["id"] for one in (row["opponent1"], row["opponent2"]) if one and one.get("result") == "win"]
    there = [one["id"] for one in (after["opponent1"], after["opponent2"]) if one]
    assert not won or won[0] in there


@pytest.mark.parametrize("people", [2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 21, 33])
def test_every_bracket_has_the_whole_shape_with_its_byes(people: int) -> None:
    dice = Random(people)
    for results in (0, people // 2, 3 * people):
        check(played(single_elimination(people, third_place=people > 3), dice, results))
        check(played(double_elimination(people), dice, results))


@pytest.mark.django_db
def test_every_game_of_a_best_of_three_belongs_to_its_match() -> None:
    event = Event(["ada", "bea", "cleo"], TWO, [StageTerms(format="double", best_of=3)])
    event.result("cleo 30, bea 20")
    event.result("bea 41, cleo 9")
    people = People([event.board()], AnonymousUser())
    data = viewer_data(event.board(), people)
    assert data["stages"][0]["settings"] == {"size": 4, "grandFinal": "double", "matchesChildCount": 3}
    ids = {match["id"]: match for match in data["matches"]}
    assert all(game["parent_id"] in ids for game in data["matchGames"])
    assert len({game["id"] for game in data["matchGames"]}) == len(data["matchGames"])
    for match in data["matches"]:
        assert sum(game["parent_id"] == match["id"] for game in data["matchGames"]) == match["child_count"]
    [running] = [match for match in data["matches"] if match["status"] == 3]
    assert [running["opponent1"]["id"], running["opponent2"]["id"]] == [1, 2]
    own = [game for game in data["matchGames"] if game["parent_id"] == running["id"]]
    assert [game["status"] for game in own] == [4, 4, 2]
    assert own[0]["opponent2"] == {"id": 2, "result": "win", "score": 30}
    event.result("cleo 12, bea 11")
    data = viewer_data(event.board(), people)
    [over] = [match for match in data["matches"] if match["status"] == 4]
    assert [over["opponent1"]["score"], over["opponent2"]["score"]] == [1, 2]
