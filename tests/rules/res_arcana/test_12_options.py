"""rules.md 12: every option both ways, and the named rule sets."""

import msgspec
import pytest

from games.engine.errors import UnsupportedLog
from games.rules.res_arcana import events as ev
from games.rules.res_arcana.rules import RULES
from games.rules.res_arcana.state import RULE_SETS, Options, State
from tests.rules.res_arcana.table import code, do, essences, lose, new_game, pool, position, power, setup, stored

DEFAULTS = {
    "monument_display": 2,
    "monument_top_claim": "yes",
    "monument_cost": 4,
    "reshuffle": "lazy",
    "life_first": "yes",
    "partial_pair": "lose",
    "mid_round_check": "yes",
    "token_counts_for_threshold": "yes",
    "item_essence": "supply",
    "x_may_be_zero": "yes",
    "turned_powers": "rb",
    "setup": "standard",
}


def test_the_defaults_are_those_of_the_table() -> None:
    assert msgspec.structs.asdict(Options()) == DEFAULTS


def test_the_named_rule_sets() -> None:
    """12: official and bga are the defaults, seed the user's own reading."""
    assert RULE_SETS["official"] == RULE_SETS["bga"] == {}
    assert RULE_SETS["seed"] == {
        "monument_display": 3,
        "monument_top_claim": "no",
        "monument_cost": 5,
        "reshuffle": "eager",
        "mid_round_check": "no",
        "token_counts_for_threshold": "no",
        "turned_powers": "never",
    }


@pytest.mark.parametrize(("name", "value"), [("monument_display", 4), ("reshuffle", "often"), ("colour", "red")])
def test_an_unknown_option_is_unsupported_and_named(name: str, value: object) -> None:
    with pytest.raises(UnsupportedLog) as refused:
        RULES.new_game(setup(**{name: value}))
    assert refused.value.code == "unsupported.option"
    assert refused.value.facts == {"option": name, "found": value}


@pytest.mark.parametrize(("display", "slots"), [(2, 2), (3, 3)])
def test_monument_display(display: int, slots: int) -> None:
    """12.1."""
    state = new_game(monument_display=display)
    for name in ("obelisk", "temple", "oracle")[:slots]:
        do(state, ev.RevealMonument(name))
    assert None not in state.display
    assert code(state, ev.RevealMonument("library")) == "chance.not_now"


def test_monument_display_of_three_has_a_third_slot() -> None:
    """12.1."""
    state = position(monument_display=3, display="temple library oracle", pools=["4 gold"])
    do(state, ev.ClaimMonument(0, 3), ev.RevealMonument("colossus"))
    assert state.display == ["temple", "library", "colossus"]


def test_monument_top_claim() -> None:
    """12.1."""
    do(position(pools=["4 gold"]), ev.ClaimMonument(0, "top"))
    state = position(pools=["4 gold"], monument_top_claim="no")
    assert code(state, ev.ClaimMonument(0, "top")) == "illegal.no_top_claim"


def test_monument_cost() -> None:
    """12.2."""
    assert pool(do(position(pools=["6 gold"]), ev.ClaimMonument(0, 1)), 0) == {"gold": 2}
    state = position(pools=["6 gold"], monument_cost=5)
    assert pool(do(state, ev.ClaimMonument(0, 1)), 0) == {"gold": 1}
    state = position(pools=["4 gold"], monument_cost=5)
    assert code(state, ev.ClaimMonument(0, 1)) == "illegal.not_in_pool"
    assert code(state, ev.ClaimMonument(0, "top")) == "illegal.not_in_pool"


def test_reshuffle_eager_shuffles_when_the_deck_is_exhausted() -> None:
    """12.3; the lazy way is tested under 5.2."""
    state = position(decks=["hawk"], discards=["prism vault"], reshuffle="eager")
    do(state, ev.Pass(0, "protection"), ev.Draw(0, "hawk"))
    assert RULES.to_move(state) == frozenset()
    do(state, ev.Reshuffle(0, ("prism", "vault")))
    assert state.players[0].deck.size() == 2
    assert RULES.to_move(state) == {1}


def test_reshuffle_eager_without_discards_waits_until_a_card_is_needed() -> None:
    """12.3."""
    state = position(decks=["hawk"], passed=[1], reshuffle="eager")
    do(state, ev.Pass(0, "protection"), ev.Draw(0, "hawk"), ev.Discard(0, "hawk", essences("1 gold")))
    do(state, ev.Pass(1, "transmutation"), ev.Pass(0, "divination"))
    do(state, ev.Reshuffle(0, ("hawk",)), ev.Draw(0, "hawk"))


def test_reshuffle_eager_goes_on_drawing() -> None:
    """12.3: three cards by Divination, one of them left in the deck."""
    state = position(
        items=("divination", "alchemy"), decks=["hawk"], discards=["prism vault treant"], reshuffle="eager"
    )
    do(state, power("divination"), ev.Draw(0, "hawk"), ev.Reshuffle(0, ("prism", "vault", "treant")))
    do(state, ev.Draw(0, "vault"), ev.Draw(0, "prism"), ev.DiscardChoice(0, ("hawk", "vault", "prism")))


def attacked(pool_: str, **options: object) -> State:
    state = position(plays=["fire_dragon"], pools=["", pool_], **options)  # type: ignore[arg-type]
    return do(state, power("fire_dragon"))


@pytest.mark.parametrize("lost", ["2 life", "1 life 2 gold", "4 gold"])
def test_life_first_no_lets_life_be_kept_at_two_others_each(lost: str) -> None:
    """12.4."""
    do(attacked("2 life 4 gold", life_first="no"), lose(1, lost))
    if lost != "2 life":
        assert code(attacked("2 life 4 gold"), lose(1, lost)) == "illegal.life_loss"


def test_life_first_no_asks_the_full_price_for_life_kept() -> None:
    """12.4."""
    state = attacked("2 life 3 gold", life_first="no")
    assert code(state, lose(1, "3 gold")) == "illegal.life_loss"
    assert code(state, lose(1, "1 life 1 gold")) == "illegal.life_loss"


def test_partial_pair() -> None:
    """12.5: the odd single one."""
    do(attacked("1 life 1 gold"), lose(1, "1 life 1 gold"))
    state = attacked("1 life 1 gold", partial_pair="keep")
    assert code(state, lose(1, "1 life 1 gold")) == "illegal.life_loss"
    do(state, lose(1, "1 life"))
    do(attacked("3 gold", partial_pair="keep"), lose(1, "2 gold"))


def test_mid_round_check() -> None:
    """12.6: with `no` the power does nothing."""
    plays = ["coral_castle great_pyramid colossus sacred_grove"]
    assert RULES.is_over(do(position(plays=plays, display="library"), power("coral_castle")))
    state = do(position(plays=plays, display="library", mid_round_check="no"), power("coral_castle"))
    assert not RULES.is_over(state)
    assert state.players[0].tableau["coral_castle"].turned
    assert RULES.to_move(state) == {1}


def test_token_counts_for_threshold() -> None:
    """12.7: nine points and the token."""
    plays = ["great_pyramid colossus sacred_grove bone_dragon nightingale"]
    state = position(plays=plays, display="library", passed=[1], token=0)
    assert RULES.is_over(do(state, ev.Pass(0, "protection")))
    state = position(plays=plays, display="library", passed=[1], token=0, token_counts_for_threshold="no")
    assert not RULES.is_over(do(state, ev.Pass(0, "protection")))


def test_the_token_still_is_a_point_when_another_ends_the_match() -> None:
    """12.7."""
    plays = ["great_pyramid colossus sacred_grove bone_dragon nightingale dragon_egg"]
    state = position(plays=plays, display="library", passed=[1], token=0, token_counts_for_threshold="no")
    do(state, ev.Pass(0, "protection"))
    assert RULES.scores(state) == (11, 0)


@pytest.mark.parametrize(("option", "left"), [("supply", {}), ("stay", {"gold": 1})])
def test_item_essence(option: str, left: dict[str, int]) -> None:
    """12.8: an essence on a magic item that is handed back."""
    state = position(plays=["mermaid"], pools=["1 gold"], item_essence=option)
    do(state, power("mermaid", payment="1 gold"), ev.PlaceTarget(0, "alchemy"), ev.Pass(1, "protection"))
    do(state, ev.Pass(0, "divination"))
    assert RULES.view(state, None)["items"]["alchemy"] == left
    if left:
        do(state, ev.Pass(1, "alchemy"), ev.Pass(0, "research"))
        assert stored(state, 1, "alchemy") == left
        do(state, ev.TakeStored(1, "alchemy", "take"))


@pytest.mark.parametrize(
    ("name", "index", "parameters"),
    [("athanor", 1, {}), ("philosophers_stone", 0, {"payment": "2 life"}), ("prism", 1, {})],
)
def test_x_may_be_zero(name: str, index: int, parameters: dict[str, str]) -> None:
    """12.11."""
    on = {"athanor": {"elan": 6}}
    nothing = power(name, index, x=0, **parameters)
    state = do(position(plays=[name], pools=["2 life"], on=on), nothing)
    assert RULES.to_move(state) == {1}
    assert code(position(plays=[name], pools=["2 life"], on=on, x_may_be_zero="no"), nothing) == "illegal.x_zero"


def test_witch_and_reanimate_may_straighten_themselves() -> None:
    """12.12: turned as cost, straightened as effect."""
    state = position(mages=("witch", "scholar"), items=("reanimate", "alchemy"), pools=["3 life"], passed=[1])
    do(state, power("witch", payment="2 life"), ev.StraightenTarget(0, "witch"))
    do(state, power("reanimate", payment="1 life"), ev.StraightenTarget(0, "reanimate"))
    assert not state.players[0].tableau["witch"].turned


def test_x_may_be_turned_into_the_kind_just_paid() -> None:
    """12.17: Prism; Gold with Athanor and Philosopher's Stone."""
    state = position(plays=["prism"], pools=["2 life"])
    do(state, power("prism", 1, x=2, essence="life"), ev.GainChoice(0, essences("2 life")))
    state = position(plays=["athanor"], on={"athanor": {"elan": 6}}, pools=["3 gold"])
    assert pool(do(state, power("athanor", 1, x=3, essence="gold")), 0) == {"gold": 3}


def test_turned_powers_never() -> None:
    """12.15: Guard Dog's first power and reacts of turned components."""
    state = position(plays=["guard_dog"], pools=["1 elan"], turned="guard_dog", turned_powers="never")
    assert code(state, power("guard_dog")) == "illegal.turned"
    react = ev.LifeLossAnswer(1, react="tree_of_life", power=1)
    for turned, option, refusal in (("", "never", ""), ("tree_of_life", "rb", ""), ("tree_of_life", "never", "turned")):
        state = position(
            plays=["fire_dragon", "tree_of_life"], pools=["", "1 life"], turned=turned, turned_powers=option
        )
        do(state, power("fire_dragon"))
        if refusal:
            assert code(state, react) == f"illegal.{refusal}"
        else:
            do(state, react)


def test_setup() -> None:
    """2, 12: standard, draft and first_game; each is played under test_02_setup.py."""
    assert code(new_game(), ev.DealPacket(0, ("hawk", "prism", "vault", "crypt"))) == "chance.not_now"
    assert code(new_game(setup="draft"), ev.DealArtifacts(0, ("hawk",) * 8)) == "chance.not_now"
    assert code(new_game(setup="first_game"), ev.ChooseSides(1, "sun")) == "chance.not_now"
