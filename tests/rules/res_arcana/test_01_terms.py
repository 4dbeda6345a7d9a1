"""rules.md 1: terms."""

from games.rules.res_arcana import events as ev
from games.rules.res_arcana.scoring import score_lines
from tests.rules.res_arcana.table import code, do, essences, lose, pool, position, power, stored


def test_essences_on_a_component_pay_nothing() -> None:
    """1: all payments come from the pool."""
    state = position(plays=["ring_of_midas"], on={"ring_of_midas": {"gold": 4}})
    assert code(state, ev.ClaimMonument(0, 1)) == "illegal.not_in_pool"


def test_only_athanor_pays_from_itself() -> None:
    """1: "from this component" is Athanor's second power."""
    loaded = position(plays=["athanor"], on={"athanor": {"elan": 6}}, pools=["3 life"])
    do(loaded, power("athanor", 1, x=3, essence="life"))
    assert (pool(loaded, 0), stored(loaded, 0, "athanor")) == ({"gold": 3}, {})
    empty = position(plays=["athanor"], on={"athanor": {"elan": 5}}, pools=["3 life 9 elan"])
    assert code(empty, power("athanor", 1, x=3, essence="life")) == "illegal.not_on_component"


def test_essences_on_a_component_are_not_hit_by_life_loss() -> None:
    """1."""
    state = position(
        plays=["fire_dragon", "tree_of_life"], on={"tree_of_life": {"life": 5}}, pools=["", "1 gold"], turn=0
    )
    do(state, power("fire_dragon"))
    assert code(state, lose(1, "2 life")) == "illegal.not_in_pool"
    do(state, lose(1, "1 gold"))


def test_essences_on_a_component_are_not_counted_by_treant_and_hypnotic_basin() -> None:
    """1."""
    state = position(
        plays=["treant hypnotic_basin", "dancing_sword"],
        on={"dancing_sword": {"death": 3, "elan": 2}},
        pools=["", "1 death 4 elan"],
    )
    do(state, power("treant"), ev.RivalTarget(0, 1))
    assert pool(state, 0) == {"elan": 1}
    do(state, ev.Pass(1, "protection"), power("hypnotic_basin"), ev.RivalTarget(0, 1))
    assert pool(state, 0) == {"elan": 1, "calm": 4}


def test_everything_placed_or_claimed_enters_straightened() -> None:
    """1."""
    state = position(hands=["hawk"], pools=["9 life 9 calm 9 gold"], places="sacred_grove", passed=[1])
    do(state, ev.PlaceArtifact(0, "hawk", essences("1 life 1 calm")), ev.ClaimPlace(0, "sacred_grove"))
    do(state, ev.ClaimMonument(0, 2), ev.RevealMonument("library"))
    assert not any(state.players[0].tableau[name].turned for name in ("hawk", "sacred_grove", "mausoleum"))


def test_a_victory_formula_works_while_the_component_is_turned() -> None:
    """1: abilities do not need a straightened component."""
    state = position(plays=["dragons_lair"], on={"dragons_lair": {"gold": 4}}, turned="dragons_lair", passed=[1])
    assert state.players[0].tableau["dragons_lair"].turned
    do(state, ev.Pass(0, "protection"))
    assert score_lines(state)[0]["formulas"] == 4


def test_the_supply_is_unlimited() -> None:
    """1: more than the 30 tokens of a kind can be had."""
    state = position(plays=["hand_of_glory"], pools=["60 death"])
    do(state, power("hand_of_glory"))
    assert pool(state, 0) == {"death": 62}
