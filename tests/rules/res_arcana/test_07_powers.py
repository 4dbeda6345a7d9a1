"""rules.md 7: powers. Those of every single component stand in test_components_powers.py."""

import pytest

from games.rules.res_arcana import events as ev
from games.rules.res_arcana.rules import RULES
from tests.rules.res_arcana.table import code, do, essences, lose, pool, position, power, stored


def test_a_power_needs_its_component_straightened() -> None:
    """7."""
    assert code(position(plays=["hand_of_glory"], turned="hand_of_glory"), power("hand_of_glory")) == "illegal.turned"


def test_a_power_without_turning_needs_it_too() -> None:
    """7."""
    state = position(plays=["ring_of_midas"], pools=["4 life"], turned="ring_of_midas")
    assert code(state, power("ring_of_midas")) == "illegal.turned"


def test_guard_dogs_first_power_works_only_when_turned() -> None:
    """7: the one power of a turned component on the owner's turn."""
    state = position(plays=["guard_dog"], pools=["1 elan"])
    assert code(state, power("guard_dog")) == "illegal.not_turned"
    state = do(position(plays=["guard_dog"], pools=["1 elan"], turned="guard_dog"), power("guard_dog"))
    assert not state.players[0].tableau["guard_dog"].turned
    assert pool(state, 0) == {}


def test_a_power_needs_the_owners_turn_and_component() -> None:
    """7."""
    state = position(plays=["hand_of_glory", "horn_of_plenty"])
    assert code(state, power("horn_of_plenty", 1, seat=1)) == "illegal.not_your_decision"
    assert code(state, power("horn_of_plenty", 1)) == "illegal.not_in_play"
    assert code(state, power("nonsense", 1)) == "illegal.not_in_play"


def test_only_action_powers_are_used_on_ones_turn() -> None:
    """7: not the react powers, not what happens on claiming, none that is not there."""
    state = position(plays=["tree_of_life obelisk hawk"], pools=["3 life"])
    for name, index in (("tree_of_life", 1), ("obelisk", 0), ("hawk", 2), ("alchemy", 5)):
        assert code(state, power(name, index)) == "illegal.unknown_power"


def test_all_parts_of_the_cost_must_be_paid() -> None:
    """7."""
    state = position(plays=["dwarven_mines sacrificial_dagger"], pools=["3 death 2 elan"])
    assert code(state, power("dwarven_mines", 1)) == "illegal.not_in_pool"
    assert code(state, power("sacrificial_dagger", 1, discard="hawk")) == "illegal.not_held"


def test_powers_that_turn_a_component_exclude_each_other_until_it_is_straightened() -> None:
    """7."""
    state = position(plays=["horn_of_plenty"], passed=[1], items=("reanimate", "alchemy"))
    do(state, power("horn_of_plenty", 1))
    assert code(state, power("horn_of_plenty", 0)) == "illegal.turned"
    do(state, power("reanimate", payment="1 gold"), ev.StraightenTarget(0, "horn_of_plenty"))
    do(state, power("horn_of_plenty", 0), ev.GainChoice(0, essences("3 life")))


def test_a_power_without_turning_may_be_repeated() -> None:
    """7: one action each time."""
    state = position(plays=["fountain_of_youth", "prism"], pools=["4 death"], passed=[1])
    do(state, power("fountain_of_youth"), power("fountain_of_youth"))
    assert stored(state, 0, "fountain_of_youth") == {"calm": 4, "life": 2}
    both = do(position(plays=["fountain_of_youth"], pools=["4 death"]), power("fountain_of_youth"))
    assert RULES.to_move(both) == {1}


@pytest.mark.parametrize("name", ["dragon_egg", "jeweled_statuette", "sacrificial_dagger"])
def test_a_destroy_self_power_needs_the_card_straightened(name: str) -> None:
    """7."""
    index = 0 if name == "dragon_egg" else 1
    parameters = {"discard": "hawk"} if name == "sacrificial_dagger" else {}
    state = position(plays=[name], hands=["hawk"], turned=name)
    assert code(state, power(name, index, **parameters)) == "illegal.turned"


def test_the_cost_is_gone_before_gains_are_chosen() -> None:
    """7: and gains may be of the types paid."""
    state = position(mages=("transmuter", "scholar"), pools=["2 life"])
    do(state, power("transmuter", payment="2 life"))
    assert pool(state, 0) == {}
    assert code(state, ev.GainChoice(0, essences("2 life 1 gold"))) == "illegal.gain_kind"
    do(state, ev.GainChoice(0, essences("3 life")))
    assert pool(state, 0) == {"life": 3}


def test_a_power_may_be_used_although_nothing_comes_of_it() -> None:
    """7: its cost is still paid; no target, nothing to draw, no card placed."""
    state = position(mages=("witch", "druid"), plays=["library dragon_egg"], pools=["2 gold"], display="mausoleum colossus", passed=[1])  # fmt: skip
    do(state, power("library"))
    do(state, power("witch", payment="2 gold"), ev.StraightenTarget(0, None))
    do(state, power("dragon_egg"), ev.PlaceFromPower(0, None))
    assert pool(state, 0) == {}
    assert state.players[0].discards == ["dragon_egg"]
    assert RULES.to_move(state) == {0}


def test_turning_another_component_does_not_use_its_power() -> None:
    """7: Sacred Grove turns a Creature, Dragon's Lair a Dragon, which must be straightened."""
    state = position(plays=["sacred_grove hawk mermaid"], turned="mermaid")
    assert code(state, power("sacred_grove", 1, turn_target="mermaid")) == "illegal.turned"
    assert code(state, power("sacred_grove", 1, turn_target="scholar")) == "illegal.unknown_target"
    assert code(state, power("sacred_grove", 1, turn_target="treant")) == "illegal.not_in_play"
    do(state, power("sacred_grove", 1, turn_target="hawk"))
    assert RULES.to_move(state) == {1}
    assert state.players[0].tableau["hawk"].turned
    assert stored(state, 0, "sacred_grove") == {"life": 1}


def test_the_lair_turns_a_dragon_without_an_attack() -> None:
    """7."""
    state = position(plays=["dragons_lair fire_dragon"], pools=["", "2 life"])
    do(state, power("dragons_lair", 1, turn_target="fire_dragon"))
    assert pool(state, 1) == {"life": 2}
    assert stored(state, 0, "dragons_lair") == {"gold": 2}


def test_discarding_as_a_cost_gives_no_discard_gain() -> None:
    """7: Sacrificial Dagger."""
    state = position(plays=["sacrificial_dagger"], hands=["hawk"])
    do(state, power("sacrificial_dagger", 1, discard="hawk"))
    assert pool(state, 0) == {}
    do(state, ev.GainChoice(0, essences("2 death")))
    assert pool(state, 0) == {"death": 2}
    assert state.players[0].discards == ["hawk", "sacrificial_dagger"] or state.players[0].discards == [
        "sacrificial_dagger",
        "hawk",
    ]


def test_essences_may_be_put_on_turned_components() -> None:
    """7: Mermaid on a turned Cursed Forge."""
    state = position(plays=["mermaid cursed_forge"], turned="cursed_forge", pools=["1 gold"])
    do(state, power("mermaid", payment="1 gold"))
    assert code(state, ev.PlaceTarget(0, "hawk")) == "illegal.not_in_play"
    do(state, ev.PlaceTarget(0, "cursed_forge"))
    assert stored(state, 0, "cursed_forge") == {"gold": 1}


@pytest.mark.parametrize("payment", ["1 death", "1 elan"])
def test_mermaid_pays_calm_life_or_gold(payment: str) -> None:
    """7."""
    state = position(plays=["mermaid"], pools=["3 death 3 elan"])
    assert code(state, power("mermaid", payment=payment)) == "illegal.wrong_kinds"


def test_a_look_sees_the_own_deck_or_the_monuments_and_orders_them() -> None:
    """7: never a rival's deck."""
    state = position(plays=["hawk"], decks=["prism vault treant crypt", "athanor"])
    do(state, power("hawk", deck="own_artifact_deck"))
    assert code(state, ev.Look(0, "monument_deck", ("oracle", "library", "temple"))) == "chance.deck"
    assert code(state, ev.Look(0, "own_artifact_deck", ("prism", "vault"))) == "chance.count"
    assert code(state, ev.Look(0, "own_artifact_deck", ("prism", "vault", "athanor"))) == "chance.not_in_supply"
    assert code(state, ev.Look(0, "own_artifact_deck", ("prism", "vault", "vault"))) == "chance.not_in_supply"
    do(state, ev.Look(0, "own_artifact_deck", ("prism", "vault", "treant")))
    order = ("treant", "prism", "vault")
    assert code(state, ev.Reorder(0, "monument_deck", order)) == "illegal.deck"
    assert code(state, ev.Reorder(0, "own_artifact_deck", ("treant", "prism", "crypt"))) == "illegal.order"
    assert code(state, ev.Reorder(0, "own_artifact_deck", ("treant", "prism"))) == "illegal.order"
    do(state, ev.Reorder(0, "own_artifact_deck", order), ev.Pass(1, "protection"), ev.Draw(1, "athanor"))
    do(state, ev.Pass(0, "divination"))
    assert code(state, ev.Draw(0, "prism")) == "chance.not_in_supply"
    do(state, ev.Draw(0, "treant"))


def test_monuments_come_as_they_were_ordered() -> None:
    """7."""
    state = position(plays=["oracle"], pools=["8 gold"], passed=[1])
    do(state, power("oracle", deck="monument_deck"))
    assert code(state, ev.Look(0, "monument_deck", ("library", "temple", "great_pyramid"))) == "chance.not_in_supply"
    do(state, ev.Look(0, "monument_deck", ("library", "temple", "obelisk")))
    do(state, ev.Reorder(0, "monument_deck", ("obelisk", "library", "temple")), ev.ClaimMonument(0, "top"))
    assert code(state, ev.RevealMonument("library")) == "chance.not_in_supply"
    do(state, ev.RevealMonument("obelisk"), ev.GainChoice(0, essences("6 life")), ev.ClaimMonument(0, 1))
    assert code(state, ev.RevealMonument("colossus")) == "chance.not_in_supply"
    do(state, ev.RevealMonument("library"))


def test_a_look_shows_all_if_fewer_are_left() -> None:
    """7, the word look_reorder."""
    state = position(plays=["hawk"], decks=["prism vault"])
    do(state, power("hawk", deck="own_artifact_deck"), ev.Look(0, "own_artifact_deck", ("vault", "prism")))
    do(state, ev.Reorder(0, "own_artifact_deck", ("prism", "vault")))


def test_a_short_deck_is_filled_up_before_the_look() -> None:
    """5.2: what is left lies on top, then come the reshuffled cards."""
    state = position(plays=["hawk"], decks=["prism"], discards=["vault treant crypt"])
    do(state, power("hawk", deck="own_artifact_deck"))
    assert code(state, ev.Look(0, "own_artifact_deck", ("prism",))) == "chance.not_now"
    do(state, ev.Reshuffle(0, ("vault", "treant", "crypt")))
    assert code(state, ev.Look(0, "own_artifact_deck", ("vault", "prism", "crypt"))) == "chance.not_in_supply"
    do(state, ev.Look(0, "own_artifact_deck", ("prism", "vault", "crypt")))
    do(state, ev.Reorder(0, "own_artifact_deck", ("crypt", "vault", "prism")), ev.Pass(1, "protection"))
    do(state, ev.Pass(0, "divination"), ev.Draw(0, "crypt"))


def test_an_empty_deck_shows_nothing() -> None:
    """7: a power may be used although its effect does nothing."""
    state = do(position(plays=["hawk"]), power("hawk", deck="own_artifact_deck"))
    assert RULES.to_move(state) == {1}


def test_destroyed_cards_go_to_their_owners_discard_pile_and_essences_to_the_supply() -> None:
    """7: a turned artifact may be destroyed."""
    state = position(plays=["fiery_whip vault"], turned="vault", on={"vault": {"gold": 3}})
    assert code(state, power("fiery_whip", 1, destroy_target="fiery_whip")) == "illegal.unknown_target"
    assert code(state, power("fiery_whip", 1, destroy_target="scholar")) == "illegal.unknown_target"
    do(state, power("fiery_whip", 1, destroy_target="vault"), ev.GainChoice(0, essences("4 elan")))
    assert state.players[0].discards == ["vault"]
    assert pool(state, 0) == {"elan": 4}


def test_corrupt_altar_may_destroy_itself() -> None:
    """7."""
    state = position(plays=["corrupt_altar"], on={"corrupt_altar": {"elan": 3}})
    do(state, power("corrupt_altar", 1, destroy_target="corrupt_altar"), ev.GainChoice(0, essences("7 death")))
    assert list(state.players[0].tableau) == ["scholar", "alchemy"]
    assert pool(state, 0) == {"death": 7}


def test_only_dragons_and_creatures_go_into_the_sacrificial_pit() -> None:
    """7."""
    state = position(plays=["sacrificial_pit hawk vault"], pools=["1 death"])
    assert code(state, power("sacrificial_pit", 1, destroy_target="vault")) == "illegal.unknown_target"
    do(state, power("sacrificial_pit", 1, destroy_target="hawk"))
    assert pool(state, 0) == {"gold": 2}


def test_a_taken_dragon_belongs_to_its_present_owner() -> None:
    """7, 12.9: destroyed later, it goes to the pile of who has it now."""
    state = position(
        plays=["sorcerers_bestiary corrupt_altar", ""],
        discards=["", "fire_dragon"],
        pools=["4 life 6 elan"],
        passed=[1],
    )
    do(state, power("sorcerers_bestiary", 1, payment="4 life"), ev.PlaceFromPower(0, "fire_dragon", essences("6 elan")))
    do(state, power("corrupt_altar", 1, destroy_target="fire_dragon"), ev.GainChoice(0, essences("8 death")))
    assert [player.discards for player in state.players] == [["fire_dragon"], []]


def test_bestiary_places_only_dragons_out_of_discard_piles() -> None:
    """7."""
    state = position(plays=["sorcerers_bestiary"], hands=["water_dragon"], discards=["hawk"], pools=["4 life 9 calm"])
    do(state, power("sorcerers_bestiary", 1, payment="4 life"))
    assert code(state, ev.PlaceFromPower(0, "water_dragon", essences("6 calm"))) == "illegal.not_discarded"
    assert code(state, ev.PlaceFromPower(0, "hawk", essences("1 life 1 calm"))) == "illegal.unknown_target"
    assert code(state, ev.PlaceFromPower(0, None, essences("1 calm"))) == "illegal.overpaid"
    do(state, ev.PlaceFromPower(0, None))


def test_dragon_teeth_place_a_dragon_free() -> None:
    """7, the word place_artifact."""
    state = position(plays=["dragon_teeth"], hands=["sea_serpent hawk"], pools=["3 elan 1 gold"])
    do(state, power("dragon_teeth", 1))
    assert code(state, ev.PlaceFromPower(0, "hawk")) == "illegal.unknown_target"
    assert code(state, ev.PlaceFromPower(0, "sea_serpent", essences("1 gold"))) == "illegal.overpaid"
    do(state, ev.PlaceFromPower(0, "sea_serpent"))
    assert not state.players[0].tableau["sea_serpent"].turned


def test_crypt_looks_only_into_the_own_discard_pile() -> None:
    """7."""
    state = position(plays=["crypt", ""], discards=["", "hawk"], pools=["1 death 1 life 1 calm"])
    do(state, power("crypt", 1))
    assert code(state, ev.PlaceFromPower(0, "hawk")) == "illegal.not_discarded"


def test_divination_may_discard_from_the_old_hand() -> None:
    """7: exactly the number drawn."""
    state = position(items=("divination", "alchemy"), hands=["hawk"], decks=["prism vault treant crypt"])
    do(state, power("divination"), *(ev.Draw(0, card) for card in ("prism", "vault", "treant")))
    assert code(state, ev.DiscardChoice(0, ("hawk", "prism"))) == "illegal.count"
    assert code(state, ev.DiscardChoice(0, ("hawk", "hawk", "prism"))) == "illegal.count"
    assert code(state, ev.DiscardChoice(0, ("hawk", "crypt", "prism"))) == "illegal.not_held"
    do(state, ev.DiscardChoice(0, ("hawk", "vault", "prism")))
    assert state.players[0].hand == {"treant"}
    assert state.players[0].discards == ["hawk", "vault", "prism"]


def test_a_straighten_target_is_an_own_turned_component() -> None:
    """7, 12.16: own only."""
    state = position(mages=("witch", "scholar"), plays=["hawk vault", "prism"], turned="vault prism", pools=["2 life"])
    do(state, power("witch", payment="2 life"))
    assert code(state, ev.StraightenTarget(0, "prism")) == "illegal.not_in_play"
    assert code(state, ev.StraightenTarget(0, "hawk")) == "illegal.not_turned"
    do(state, ev.StraightenTarget(0, "vault"))
    assert not state.players[0].tableau["vault"].turned


def test_druid_straightens_creatures_only() -> None:
    """7."""
    state = position(mages=("druid", "scholar"), plays=["hawk vault"], turned="vault hawk")
    do(state, power("druid"))
    assert code(state, ev.StraightenTarget(0, "vault")) == "illegal.unknown_target"
    assert code(state, ev.StraightenTarget(0, "druid")) == "illegal.unknown_target"
    do(state, ev.StraightenTarget(0, "hawk"))


def test_a_rival_target_is_a_rival() -> None:
    """7."""
    state = do(position(plays=["treant"]), power("treant"))
    for seat in (0, 2, -1):
        assert code(state, ev.RivalTarget(0, seat)) == "illegal.unknown_target"


@pytest.mark.parametrize(
    "parameters",
    [{}, {"payment": "2 life", "x": 0}, {"payment": "2 life", "deck": "monument_deck"}, {"x": 1, "essence": "life"}],
)
def test_exactly_the_choices_of_the_cost_are_given(parameters: dict[str, object]) -> None:
    """5: parameters of use_power; Transmuter asks for a payment."""
    state = position(mages=("transmuter", "scholar"), pools=["5 life"])
    assert code(state, power("transmuter", **parameters)) == "illegal.parameter"


def test_a_power_without_a_choice_takes_no_parameter() -> None:
    """5."""
    assert code(position(plays=["hand_of_glory"]), power("hand_of_glory", payment="")) == "illegal.parameter"


@pytest.mark.parametrize(("payment", "refusal"), [("1 life", "underpaid"), ("3 life", "overpaid"), ("2 gold", "not_in_pool")])  # fmt: skip
def test_a_chosen_payment_is_exact(payment: str, refusal: str) -> None:
    """7."""
    state = position(mages=("transmuter", "scholar"), pools=["5 life"])
    assert code(state, power("transmuter", payment=payment)) == f"illegal.{refusal}"


def test_x_is_of_one_kind_and_in_the_pool_beside_the_rest() -> None:
    """7: Philosopher's Stone pays 2 any and X of one kind."""
    state = position(plays=["philosophers_stone"], pools=["5 life 2 gold"], passed=[1])
    assert code(state, power("philosophers_stone", payment="2 life", x=4, essence="life")) == "illegal.not_in_pool"
    assert code(state, power("philosophers_stone", payment="2 life", x=1)) == "illegal.parameter"
    do(state, power("philosophers_stone", payment="2 gold", x=5, essence="life"))
    assert pool(state, 0) == {"gold": 5}


def test_prism_turns_x_into_as_many_of_one_other_kind() -> None:
    """7."""
    state = position(plays=["prism"], pools=["3 gold"])
    do(state, power("prism", 1, x=3, essence="gold"))
    assert code(state, ev.GainChoice(0, essences("2 life 1 calm"))) == "illegal.gain_kind"
    assert code(state, ev.GainChoice(0, essences("3 gold"))) == "illegal.gain_kind"
    do(state, ev.GainChoice(0, essences("3 life")))


def test_reacting_and_losing_are_no_actions_of_ones_turn() -> None:
    """7, 8."""
    state = position(pools=["2 life"])
    assert code(state, lose(0, "2 life")) == "illegal.not_now"
