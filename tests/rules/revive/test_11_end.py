"""rules.md 11, 12, 19.8, 19.9: artifacts, last turns, final scoring, ties."""

from typing import Any

import pytest

from games.rules.revive import events as e
from games.rules.revive import vocabulary as words
from games.rules.revive.counters import count
from games.rules.revive.rules import RULES
from games.rules.revive.scoring import CATEGORIES, breakdown, final_points, ranking, scores, solo_rank
from tests.rules.revive.table import Table


def only(table: Table, *majors: str) -> Table:
    """These majors are left on the board."""
    table.state.majors = {name: table.box.artifacts[name] for name in majors}
    return table


def over(table: Table) -> Table:
    table.state.over = True
    return table


def points(table: Table, category: str, seat: int = 0) -> int:
    return final_points(table.state, seat)[category]


# ---- artifacts and the end


def test_any_major_on_the_board_may_be_taken() -> None:
    """11, 16 take_artifact, 19.5 artifact, 000.107: free choice of color; a minor one only when none is left."""
    table = Table().effect(words.Artifact(2))
    table.refuse(e.TakeArtifact(0, "R09"), "illegal.unknown_target", "11")
    table.refuse(e.TakeArtifact(0, "minor"), "illegal.unknown_target", "11")
    table.do(e.TakeArtifact(0, "R05"))
    table.refuse(e.TakeArtifact(0, "R05"), "illegal.unknown_target", "11")
    table.do(e.Decline(0, "artifact"))
    assert list(table.player().majors) == ["R05"]


def test_the_taker_of_the_last_major_gets_the_end_tile_and_all_others_one_more_turn() -> None:
    """11, 000.108, 000.109, 002.79: that turn is finished normally."""
    table = only(Table(3, start=1), "R01").give(1)
    table.effect(words.Artifact(1), seat=1).do(e.TakeArtifact(1, "R01"))
    assert table.player(1).end_tile
    table.do(e.SwitchBasic(1, "gear"), e.NextAction(1), e.PlayCard(1, "B5", "CT1"), e.EndTurn(1))
    for seat in (2, 0):
        assert not RULES.is_over(table.state)
        assert table.state.turn == seat
        table.pass_turn()
    assert RULES.is_over(table.state)
    assert table.legal() == []


def test_later_artifacts_are_minor_ones_worth_two() -> None:
    """11, 12.6, 000.110, 002.80: after the trigger."""
    table = only(Table(), "R01").effect(words.Artifact(3))
    table.do(e.TakeArtifact(0, "R01"), e.TakeArtifact(0, "minor"), e.TakeArtifact(0, "minor"))
    assert (table.player().minors, points(table, "minor_artifacts")) == (2, 4)


def test_the_last_major_taken_in_another_players_turn() -> None:
    """11, 18.2: the active turn ends, then every player except the active one has one last turn."""
    table = only(Table(3), "R01")
    table.effect(words.Artifact(1), seat=2).do(e.TakeArtifact(2, "R01"))
    table.pass_turn()
    order = []
    while not table.state.over:
        order.append(table.state.turn)
        table.pass_turn()
    assert order == [1, 2]
    assert table.player(2).end_tile


def test_the_long_game_for_four_ends_with_the_second_minor() -> None:
    """11, 18.9, 14 long_game=on, 000.111, 000.112: the end tile goes to its taker, removing the last major triggers nothing."""
    table = only(Table(4, long_game="on"), "R01")
    table.effect(words.Artifact(3)).do(e.TakeArtifact(0, "R01"))
    assert not table.state.triggered
    table.do(e.TakeArtifact(0, "minor"))
    assert not table.state.triggered
    table.do(e.Decline(0, "artifact"))
    table.effect(words.Artifact(1), seat=3).do(e.TakeArtifact(3, "minor"))
    assert table.state.triggered
    assert [player.end_tile for player in table.state.players] == [False, False, False, True]
    table = only(Table(4, long_game="on"), "R01").do(e.Hibernate(0))
    table.player().hibernation = 3
    table.do(
        *(e.HibernateStep(0, step) for step in ("wake", "rest", "switch", "energy")),
        e.HibernateStep(0, "track", 1, "R01"),
    )  # type: ignore[arg-type]
    assert not table.state.triggered


@pytest.mark.parametrize("seats", [2, 3])
def test_the_long_game_for_fewer_ends_with_the_last_major(seats: int) -> None:
    """11, 14 long_game=on: as usual, with more of them."""
    table = only(Table(seats, long_game="on"), "R11").effect(words.Artifact(1)).do(e.TakeArtifact(0, "R11"))
    assert table.state.triggered


@pytest.mark.parametrize(
    ("before", "gained", "due"),
    [(7, 1, "draw_crate"), (6, 5, "draw_crate"), (8, 1, ""), (14, 2, "artifact"), (58, 3, "")],
)
def test_reaching_or_passing_a_bonus_space_pays_once(before: int, gained: int, due: str) -> None:
    """11, 19.6.16, 000.100: going round again gives nothing."""
    table = Table()
    table.player().score = before
    assert table.effect(words.Points(gained)).due() == due


def test_several_bonus_spaces_come_one_after_the_other() -> None:
    """11, 19.4.1: the lower first."""
    table = Table()
    table.player().score = 7
    table.effect(words.Points(10))
    assert table.due() == "draw_crate"
    table.do(e.DrawCrate(0, "Q01"))
    assert table.due() == "artifact"


# ---- the categories


@pytest.mark.parametrize(("discs", "value"), [(0, 0), (2, 1), (11, 10), (20, 30)])
def test_the_lowest_visible_number_of_the_progress_track(discs: int, value: int) -> None:
    """12.1, 8, 000.115: by number of discs."""
    table = Table()
    table.player().progress = discs
    assert points(table, "progress") == value


def test_points_on_technologies_count() -> None:
    """12.2: `end_points`."""
    assert points(Table().effect(words.EndPoints(6)), "technologies") == 6


@pytest.mark.parametrize(("place", "value"), [("S00", 5), ("extra", 2), (None, 0)])
def test_each_large_location_populated_scores(place: str | None, value: int) -> None:
    """12.3, 13_extra, 000.117, 000.127: S00 counts the gray track, the extra one here cards."""
    table = Table(expansion="on").hold("GY01", "GY02")
    table.player().tracks["gray"] = 5
    if place:
        table.player().figures[place] = "rime.t1"
    assert points(table, "large_locations") == value


def test_card_bonuses_count_recruited_cards_of_their_color() -> None:
    """12.4, 000.116, 002.85: two each, starting cards never."""
    table = Table().hold("GY01", "GY02", "GN01", "A1").lay("GY03", "CT1", "top")
    assert points(table, "card_bonuses") == 0
    table.player().unlocked = {"W13": None, "W04": None}
    assert points(table, "card_bonuses") == 6


def test_a_scyphoz_card_takes_the_best_color_at_the_end() -> None:
    """12.4, 13_scyphoz, 000.130: by itself, whatever was named in the slot."""
    table = Table(expansion="on").hold("Z01", "GN01").lay("Z02", "CT1", "top", color="gray")
    table.player().unlocked = {"W14": None}
    assert points(table, "card_bonuses") == 6


def test_the_end_tile_is_worth_four() -> None:
    """12.5, 000.118: to its owner."""
    table = Table()
    table.player().end_tile = True
    assert (points(table, "end_tile"), points(table, "end_tile", 1)) == (4, 0)


@pytest.mark.parametrize(
    ("res", "value"), [({"gear": 4}, 0), ({"gear": 4, "crystal": 1}, 1), ({"gear": 6, "book": 6, "food": 2}, 2)]
)
def test_each_five_resources_left_are_a_point(res: dict[str, int], value: int) -> None:
    """12.7, 18.3, 000.119: all four kinds added."""
    assert points(Table().give(**res), "resources") == value


def test_the_artifact_card_of_the_example_scores_41() -> None:
    """12.8, 12_example, 000.104, 000.105, 000.106: 6 energy x (3 + 1) + 4 crates x 2 + 3 pairs x (2 + 1)."""
    table = Table()
    player = table.player()
    player.artifact_card = "AC01"
    player.energy, player.charged, player.machines = 4, {"XGY01": None, "XGY02": None}, {"XGY01": "", "XGY02": ""}
    player.majors = dict.fromkeys(("R05", "R06", "R09", "R03", "R04"))
    player.crates, player.opened = {"Q01": None, "Q02": None}, {"Q03": None, "Q04": None}
    for place, module in enumerate(("M01", "M02", "M03", "M04", "M05", "M06", "M07")):
        slot, space = [("CT1", 0), ("CT1", 1), ("CT1", 2), ("CT2", 0), ("CT2", 1), ("CB1", 0), ("CB1", 1)][place]
        player.modules[slot][space] = module
    assert points(table, "artifact_card") == 24 + 8 + 9 == 41


def test_one_common_card_scores_for_everybody() -> None:
    """12.8, 14 artifact_cards=common, 000.102: each with own artifacts."""
    table = Table(artifact_cards="common")
    table.player(0).energy, table.player(1).energy = 3, 5
    assert [points(table, "artifact_card", seat) for seat in (0, 1)] == [3, 5]


def test_devotion_counts_one_each() -> None:
    """12.9, 000.123: with the expansion."""
    table = Table(expansion="on")
    table.player().devotion = 7
    assert points(table, "devotion") == 7


def test_every_category_adds_to_the_score() -> None:
    """19.9, 12, 000.101: purple points bring no bonus."""
    table = Table(expansion="on").give(gear=5).effect(words.EndPoints(9))
    table.player().score = 6
    assert table.due() == ""
    shown = final_points(table.state, 0)
    assert tuple(shown) == (*CATEGORIES, "total")
    assert shown["total"] == sum(shown[name] for name in CATEGORIES)
    (end,) = breakdown(over(table).state)
    assert end["round"] == "end"
    assert [seat["total"] for seat in end["seats"]] == list(scores(table.state))


def test_counters_of_final_scoring() -> None:
    """12_counting, 19.6.10: crates opened or not, energy anywhere, flasks on resting cards, each water and crystal once."""
    table = Table(expansion="on").hold("GY10")
    player = table.player()
    player.resting["YE10"] = table.box.cards["YE10"]
    player.machines["XGY08"] = "W04"
    player.journeys = {"J01": True, "J02": False}
    assert count(table.state, player, "flasks") == 2 + 2 + 1 + 1
    assert count(table.state, player, "visible_flasks") == 2 + 1 + 1
    player.small = {(-1, 0): None}
    player.figures = {(-2, 0): "rime.t1", "S00": "rime.t2", (1, -2): "rime.t3"}
    assert count(table.state, player, "area_tiles") == 2
    assert count(table.state, player, "population_large") == 1
    assert count(table.state, player, "fixed") == 1


# ---- ties


@pytest.mark.parametrize(
    ("option", "mine", "yours", "expected"),
    [
        ("unscored", {"gear": 4}, {"gear": 6, "book": 4}, (1, 1)),
        ("unscored", {"gear": 4}, {"gear": 3}, (1, 2)),
        ("total", {"gear": 4}, {"gear": 3}, (1, 2)),
        ("total", {"gear": 4, "book": 5}, {"gear": 6}, (1, 2)),
        ("unscored", {"gear": 4, "book": 5}, {"gear": 6}, (1, 2)),
        ("unscored", {"gear": 5}, {"gear": 6, "book": 3}, (2, 1)),
        ("total", {"gear": 6}, {"gear": 6, "book": 3}, (2, 1)),
    ],
)
def test_equal_scores_are_parted_by_resources(option: str, mine: Any, yours: Any, expected: tuple[int, int]) -> None:
    """12_tie, 14 tie_resources=unscored, 14 tie_resources=total: the rest after division by five, or all."""
    table = over(Table(artifact_cards="common", tie_resources=option)).give(0, **mine).give(1, **yours)
    for player in table.state.players:
        player.score = 50 - sum(player.res.values()) // 5
    if expected == (1, 1):
        table.give(1, gear=5, book=4)
        table.player(1).score = 49
    assert scores(table.state)[0] == scores(table.state)[1]
    assert ranking(table.state) == expected


def test_then_by_the_sum_of_the_track_markers_then_shared() -> None:
    """12_tie, 19.9, 002.91: ranks 1, 1, 3."""
    table = over(Table(3, artifact_cards="common"))
    for seat in range(3):
        table.give(seat)
    assert ranking(table.state) == (1, 1, 1)
    table.player(1).tracks["gray"] = 2
    assert ranking(table.state) == (2, 1, 2)
    assert breakdown(table.state)[0]["decided_by"] == "tracks"
    table.player(2).score = 1
    table.player(0).score = 1
    assert ranking(table.state) == (1, 3, 1)


# ---- solo


def test_solo_has_one_action_a_turn_and_a_cube() -> None:
    """19.8, 12_solo: a card 1, hibernation 2 of 20 steps; the end comes with that turn."""
    table = Table(1).do(e.PlayCard(0, "A5", "CT1"))
    table.refuse(e.NextAction(0), "illegal.not_now", "3")
    assert table.state.cube == 1
    table.do(e.EndTurn(0), e.SwitchBasic(0, "gear"), e.EndTurn(0))
    assert (table.state.cube, table.state.over) == (1, False)
    table.state.cube = 18
    table.do(e.Hibernate(0))
    table.do(
        *(e.HibernateStep(0, step) for step in ("wake", "rest", "switch", "energy")), e.HibernateStep(0, "track", 1)
    )  # type: ignore[arg-type]
    table.do(e.PickResource(0, "gear"), e.PickResource(0, "gear"), e.EndTurn(0))
    assert table.state.over


def test_a_hibernate_card_takes_three_steps_and_an_extra_play_none() -> None:
    """19.8: in all."""
    table = Table(1).hold("GY11").do(e.PlayCard(0, "GY11", "CT1"), e.Hibernate(0))
    assert table.state.cube == 3
    table = Table(1).hold("GY13", "A5").do(e.PlayCard(0, "GY13", "CB1"), e.PlayCard(0, "A5", "CT1"))
    assert table.state.cube == 1


def test_solo_knows_no_end_tile() -> None:
    """19.8: the last major triggers nothing, later ones are minors."""
    table = only(Table(1), "R01").effect(words.Artifact(2)).do(e.TakeArtifact(0, "R01"), e.TakeArtifact(0, "minor"))
    assert (table.player().end_tile, table.state.triggered, table.player().minors) == (False, False, 1)


def test_solo_refreshes_the_display_once_a_hibernation() -> None:
    """16 solo_refresh, 19.8: refills follow, citizens, machines by color, modules."""
    table = Table(1)
    some = e.SoloRefresh(0, ("GY01",), ("XYE01", "XGY02"), ("M03",))
    table.refuse(some, "illegal.not_now", "19.8")
    table.do(e.Hibernate(0))
    table.refuse(e.SoloRefresh(0, (), (), ()), "illegal.count", "19.8")
    table.refuse(e.SoloRefresh(0, ("YE13",), (), ()), "illegal.unknown_target", "19.8")
    table.do(
        some,
        e.RefillCitizen("YE13"),
        e.RefillMachine("gray", "XGY09"),
        e.RefillMachine("yellow", "XYE09"),
        e.RefillModule("M48"),
    )
    table.refuse(e.SoloRefresh(0, ("GY02",), (), ()), "illegal.not_now", "19.8")
    Table(2).do(e.Hibernate(0)).refuse(some, "illegal.not_now", "19.8")


@pytest.mark.parametrize(("reached", "rank"), [(49, None), (50, "Survivor"), (129, "Regular victory"), (200, "Utopia")])
def test_solo_ranks(reached: int, rank: str | None) -> None:
    """12_solo: as published."""
    assert solo_rank(Table(1).state, reached) == rank
