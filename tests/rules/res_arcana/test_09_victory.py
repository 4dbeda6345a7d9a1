"""rules.md 9: victory checks."""

import pytest

from games.rules.res_arcana import events as ev
from games.rules.res_arcana.rules import RULES
from games.rules.res_arcana.scoring import score_lines
from games.rules.res_arcana.state import State
from tests.rules.res_arcana.table import code, do, essences, pool, position, power

USE, DECLINE = ev.VictoryReact(0, "use"), ev.VictoryReact(0, "decline")


def last_pass(state: State) -> State:
    """The only seat that has not passed yet does so."""
    (seat,) = RULES.to_move(state)
    return do(state, ev.Pass(seat, "divination"))


def test_points_come_from_artifacts_monuments_places_formulas_and_the_token() -> None:
    """9: turned components count fully."""
    state = position(
        plays=["bone_dragon nightingale great_pyramid sacred_grove sorcerers_bestiary"],
        on={"sacred_grove": {"life": 2, "gold": 3}},
        turned="bone_dragon great_pyramid",
        display="library",
        token=0,
    )
    assert score_lines(state)[0] == {
        "artifacts": 2, "monuments": 3, "places": 2, "formulas": 5, "token": 1, "reactions": 0, "total": 13,
    }  # fmt: skip
    assert RULES.scores(state) == (13, 0)


def test_sea_serpent_scores_three_in_the_bestiary() -> None:
    """9: Creatures 1, Dragons 2."""
    state = position(plays=["sorcerers_bestiary sea_serpent"], token=1)
    assert RULES.scores(state)[0] == 1 + 3


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        ("sacred_grove", "life"),
        ("alchemists_tower", "gold"),
        ("catacombs_of_the_dead", "death"),
        ("sacrificial_pit", "death"),
        ("sunken_reef", "calm"),
        ("cursed_forge", "gold"),
        ("dwarven_mines", "gold"),
        ("dragons_lair", "gold"),
    ],
)
def test_a_place_counts_its_own_essence_only(place: str, kind: str) -> None:
    """9."""
    on = {place: dict.fromkeys(("life", "death", "elan", "calm", "gold"), 1) | {kind: 3}}
    assert score_lines(position(plays=[place], on=on))[0]["formulas"] == 3


NINE = "great_pyramid colossus sacred_grove bone_dragon nightingale"  # 3 + 2 + 2 + 1 + 1


def test_ten_points_after_all_have_passed_end_the_match() -> None:
    """9: the token's point counts towards the 10 (12.7)."""
    state = last_pass(position(plays=[NINE], display="library", passed=[1], token=0))
    assert RULES.is_over(state)
    assert RULES.scores(state) == (10, 0)
    assert RULES.ranking(state) == (1, 2)


def test_nine_points_do_not_end_it() -> None:
    """9, 10."""
    state = last_pass(position(plays=[NINE], display="library", passed=[1], token=1))
    assert not RULES.is_over(state)
    assert state.round == 2


def test_ten_points_in_mid_round_do_not_end_it_by_themselves() -> None:
    """9: checks are made when all have passed, or by a check power."""
    state = position(plays=[f"{NINE} ring_of_midas"], display="library", token=0)
    do(state, power("ring_of_midas", 1))
    assert RULES.to_move(state) == {1}


@pytest.mark.parametrize("place", ["coral_castle", "sorcerers_bestiary"])
def test_a_check_power_ends_the_match_at_once(place: str) -> None:
    """9: for whoever holds the token then."""
    state = position(plays=[f"{NINE} hawk mermaid {place}"], display="library", token=1)
    do(state, power(place))
    assert RULES.is_over(state)


def test_any_player_may_win_a_check_that_another_caused() -> None:
    """9."""
    state = position(plays=["coral_castle", f"{NINE} ring_of_midas"], display="library", token=1)
    do(state, power("coral_castle"))
    assert RULES.is_over(state)
    assert RULES.ranking(state) == (2, 1)


def test_without_a_winner_play_goes_on_with_the_next_player() -> None:
    """9: mid-round."""
    state = do(position(plays=["coral_castle"]), power("coral_castle"))
    assert RULES.to_move(state) == {1}
    assert state.round == 1


def statue(points: str = "", gold: str = "3 gold", turned: str = "", seat: int = 0) -> State:
    """Seat `seat` has the Golden Statue; seat 1 causes a check."""
    plays = [f"golden_statue {points}", "coral_castle"]
    return do(
        position(plays=plays, pools=[gold], turn=1, turned=turned, display="library", token=1),
        power("coral_castle", seat=1),
    )


def test_the_golden_statue_gives_three_points_for_this_check_only() -> None:
    """9: any owner, whoever caused the check."""
    state = statue("great_pyramid colossus bone_dragon")
    assert RULES.to_move(state) == {0}
    assert code(state, ev.Pass(0, "protection")) == "illegal.not_now"
    do(state, USE)
    assert RULES.is_over(state)
    assert RULES.scores(state)[0] == 10
    assert RULES.breakdown(state)[0]["seats"][0]["reactions"] == 3


def test_if_nobody_wins_gold_and_turn_stay_spent_and_the_points_vanish() -> None:
    """9."""
    state = do(statue(), USE)
    assert pool(state, 0) == {}
    assert state.players[0].tableau["golden_statue"].turned
    assert RULES.scores(state)[0] == 1
    assert RULES.to_move(state) == {0}


def test_the_statue_may_be_declined() -> None:
    """9."""
    state = do(statue("great_pyramid colossus bone_dragon"), DECLINE)
    assert not RULES.is_over(state)
    assert pool(state, 0) == {"gold": 3}


@pytest.mark.parametrize(("gold", "turned"), [("2 gold 9 life", ""), ("3 gold", "golden_statue")])
def test_the_statue_is_not_asked_when_it_cannot_be_used(gold: str, turned: str) -> None:
    """9: turn it and pay 3 Gold."""
    state = statue(gold=gold, turned=turned)
    assert RULES.to_move(state) == {0}
    assert code(state, USE) == "illegal.not_now"


def test_the_statue_may_be_used_again_after_being_straightened() -> None:
    """9, 12.10: and in a check at the end of a round."""
    state = position(plays=["golden_statue"], pools=["6 gold"], passed=[1], token=0)
    last_pass(state)
    do(state, USE)
    assert state.round == 2
    do(state, ev.Pass(0, "protection"), ev.Pass(1, "transmutation"), USE)
    assert pool(state, 0) == {}


def end(first: str, second: str, points: str = "") -> State:
    """Both seats have 10 points (with `points` more for the first); their pools as said."""
    plays = [f"{NINE} dragon_egg {points}", "temple oracle coral_castle dragon_bridle philosophers_stone ring_of_midas"]
    return last_pass(position(plays=plays, pools=[first, second], display="library", passed=[1], token=1))


def test_the_highest_score_wins() -> None:
    """9."""
    state = end("", "9 gold", "jeweled_statuette")
    assert RULES.scores(state) == (11, 11)
    state = end("", "9 gold", "jeweled_statuette fire_dragon")
    assert RULES.scores(state) == (12, 11)
    assert RULES.ranking(state) == (1, 2)
    assert RULES.breakdown(state)[0]["tie_break"] is None


def test_a_tie_goes_to_most_essences_in_the_pool_gold_counting_two() -> None:
    """9."""
    state = end("3 life", "2 gold", "jeweled_statuette")
    assert RULES.ranking(state) == (2, 1)
    assert RULES.breakdown(state)[0]["tie_break"] == {"kind": "essences", "values": [3, 4], "winners": [1]}


def test_still_tied_is_a_shared_victory() -> None:
    """9."""
    state = end("4 life", "2 gold", "jeweled_statuette")
    assert RULES.ranking(state) == (1, 1)
    assert RULES.breakdown(state)[0]["tie_break"]["winners"] == [0, 1]


def test_essences_on_components_do_not_break_a_tie() -> None:
    """9, 1."""
    state = position(
        plays=[f"{NINE} dragon_egg", "temple oracle coral_castle dragon_bridle philosophers_stone"],
        pools=["1 life", "2 life"],
        on={"bone_dragon": {"gold": 9}},
        display="library",
        passed=[1],
        token=1,
    )
    state.players[1].tableau.pop("philosophers_stone")
    state.token = 0
    do(state, ev.Pass(0, "divination"))
    assert RULES.scores(state) == (11, 8)


def test_gold_paid_for_the_statue_no_longer_counts_in_a_tie() -> None:
    """9."""
    state = position(
        plays=["golden_statue great_pyramid colossus bone_dragon", "temple oracle coral_castle dragon_bridle philosophers_stone"],
        pools=["3 gold", "1 life"],
        display="library",
        passed=[1],
        token=1,
    )  # fmt: skip
    state.round_token = False
    state.token = 1
    do(state, ev.Pass(0, "divination"))
    state.token = 1
    do(state, USE)
    assert RULES.scores(state) == (10, 10)
    assert RULES.ranking(state) == (2, 1)


def test_ranks_are_shared_below_the_first_too() -> None:
    """9."""
    state = position(seats=4, plays=[NINE], display="library", token=0, passed=[1, 2, 3])
    last_pass(state)
    assert RULES.ranking(state) == (1, 2, 2, 2)


def test_a_top_claimed_monument_counts_at_once() -> None:
    """9, 5."""
    state = position(plays=[NINE], pools=["4 gold"], display="library", token=0, passed=[1])
    do(state, ev.ClaimMonument(0, "top"), ev.RevealMonument("obelisk"), ev.GainChoice(0, essences("6 life")))
    assert RULES.scores(last_pass(state)) == (11, 0)
