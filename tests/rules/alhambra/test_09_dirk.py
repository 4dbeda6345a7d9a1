"""rules.md 9: the two-player game and its third party, Dirk."""

import pytest

from games.rules.alhambra.events import Buy, DirkTiles, Place, RevealMoney, RevealScoring, RevealTile, TakeMoney
from games.rules.alhambra.rules import RULES
from games.rules.alhambra.scoring import building_points
from games.rules.alhambra.state import State
from tests.rules.alhambra.table import BOX, do, empty_bag, new_game, position, refused


def after_round(number: int, bag: int) -> State:
    """Round `number` has just been scored; the bag holds `bag` tiles."""
    state = position(seats=2)
    state.next_scoring = number
    left = [name for name in BOX.tiles if state.bag.unseen[name]][:bag]
    empty_bag(state, *left)
    return do(state, TakeMoney(0, ("O6",)), RevealScoring(number), RevealMoney("G1"))


def draw(state: State, number: int, reason: str) -> DirkTiles:
    return DirkTiles(tuple([name for name, left in state.bag.unseen.items() if left][:number]), reason)  # type: ignore[arg-type]


def test_seventy_two_cards_are_used() -> None:
    """9 cards: 72 money cards."""
    assert new_game(2).deck.left == 72


@pytest.mark.parametrize(
    ("number", "bag", "drawn"),
    [
        (1, 30, 6),
        (1, 4, 4),
        (2, 20, 6),
        (2, 8, 2),
    ],
)
def test_dirk_draws_after_rounds_one_and_two(number: int, bag: int, drawn: int) -> None:
    """9 draws, 9 example 2: +6 right after round 1 or what is there, + floor(bag / 3) right after round 2."""
    state, reason = after_round(number, bag), f"round{number}"
    assert refused(state, draw(state, drawn - 1, reason)).code == "chance.count"
    assert refused(state, draw(state, drawn, "setup")).code == "chance.not_now"
    do(state, draw(state, drawn, reason))
    assert state.bag.left == bag - drawn
    assert RULES.to_move(state) == {1}


def test_dirk_draws_nothing_from_two_tiles_after_round_two() -> None:
    """9 example 2: with 2 tiles he draws 0; no event."""
    assert RULES.to_move(after_round(2, 2)) == {1}


def test_dirks_third_is_counted_after_the_market_is_refilled() -> None:
    """9 draws: face-down tiles only."""
    state = position(seats=2, hands=["B8"])
    state.next_scoring = 2
    empty_bag(state, "PAV01", "PAV02", "PAV03", "SER01")
    do(state, Buy(0, 3, ("B8",)), TakeMoney(0, ("O6",)), Place(0, "ARC07", "reserve"))
    do(state, RevealScoring(2), RevealMoney("G1"), RevealTile(3, "PAV01"), DirkTiles(("PAV02",), "round2"))
    assert state.bag.left == 2


def test_dirk_draws_from_the_bag() -> None:
    """9 draws: tiles still in the bag, each once."""
    state = after_round(1, 30)
    six = draw(state, 6, "round1").tiles
    assert refused(state, DirkTiles((*six[:5], "PAV04"), "round1")).code == "chance.not_in_supply"
    assert refused(state, DirkTiles((*six[:5], six[0]), "round1")).code == "chance.not_in_supply"
    assert refused(state, DirkTiles((*six[:5], "TOW99"), "round1")).code == "chance.unknown_component"


def test_a_bought_tile_may_be_given_to_dirk() -> None:
    """9 gift, 3.4: tile by tile; placing some first and giving the rest is the same freedom."""
    state = position(seats=2, hands=["Y5 B9"])
    do(state, Buy(0, 1, ("Y5",)), Buy(0, 3, ("B9",)), Place(0, "ARC07", "alhambra", 1, 0), Place(0, "PAV04", "dirk"))
    assert state.dirk is not None
    assert [tile.id for tile in state.dirk.tiles] == ["PAV04"]


def test_dirk_is_a_full_third_participant() -> None:
    """9 scoring, 9 example 1: A 3, B 2, Dirk 3 towers in round 2: 9, 0, and 9 lost with Dirk."""
    towers = [("TOW09", 1, 0), ("TOW10", 2, 0), ("TOW11", 3, 0)]
    two = [("TOW07", -1, 0), ("TOW06", -2, 0)]
    state = position(seats=2, boards=[towers, two], dirk="TOW01 TOW02 TOW03", market=[None] * 4)
    state.market = [BOX.tiles["PAV04"]] * 4
    state.next_scoring = 2
    empty_bag(state)
    do(state, TakeMoney(0, ("O6",)), RevealScoring(2), RevealMoney("G1"))
    line = state.breakdown[0]
    assert [seat["tower"] for seat in line["seats"]] == [9, 0]
    assert line["dirk"]["tower"] == 9
    assert building_points([3, 2, 3], BOX.points[1][BOX.kinds.index("tower")]) == [9, 0, 9]


def test_dirk_scores_no_walls_and_cannot_win() -> None:
    """9 walls: no wall points for Dirk; all his tiles count; he has no rank."""
    state = position(seats=2, dirk="TOW01 TOW02", boards=[[("PAV07", 1, 0)]])
    empty_bag(state, "SER01")
    do(state, TakeMoney(0, ("O6",)), RevealScoring(1), RevealMoney("G1"), DirkTiles(("SER01",), "round1"))
    dirk = state.breakdown[0]["dirk"]
    assert "walls" not in dirk
    assert dirk["total"] == dirk["tower"] == 6
    assert len(RULES.scores(state)) == len(RULES.ranking(state)) == 2


def test_unknown_tiles_of_dirk_count_by_kind() -> None:
    """9: where a log shows only the kind, the last tiles of that kind cannot come up elsewhere."""
    hidden = DirkTiles(("?:pavilion",) * 6, "setup")
    state = do(new_game(2), hidden, RevealTile(1, "PAV01"))
    assert refused(state, RevealTile(2, "PAV02")).code == "chance.not_in_supply"
    assert RULES.unknown(state) == 6
