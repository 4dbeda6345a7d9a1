"""rules.md 4: Collect."""

import pytest

from games.rules.res_arcana import events as ev
from games.rules.res_arcana.rules import RULES
from tests.rules.res_arcana.table import MAGES, code, do, essences, pool, position, power, stored


def choice(name: str, gains: str, seat: int = 0) -> ev.CollectChoice:
    return ev.CollectChoice(seat, name, essences(gains))


@pytest.mark.parametrize(
    ("name", "gained"),
    [
        ("chalice_of_fire", {"elan": 2}),
        ("chalice_of_life", {"calm": 1, "life": 1}),
        ("corrupt_altar", {"life": 1, "death": 1}),
        ("dancing_sword", {"death": 1, "elan": 1}),
        ("elemental_spring", {"calm": 1, "life": 1, "elan": 1}),
        ("flaming_pit", {"elan": 1}),
        ("fountain_of_youth", {"life": 1}),
        ("hawk", {"calm": 1}),
        ("hypnotic_basin", {"calm": 2}),
        ("mermaid", {"calm": 1}),
        ("treant", {"life": 2}),
        ("temple", {"life": 1}),
        ("catacombs_of_the_dead", {"death": 1}),
        ("sunken_reef", {"gold": 1}),
        ("dwarven_mines", {"gold": 1}),
    ],
)
def test_what_is_certain_comes_by_itself(name: str, gained: dict[str, int]) -> None:
    """4: collect gains are not optional."""
    assert pool(position(plays=[name], collect=True), 0) == gained


@pytest.mark.parametrize(
    ("mage", "gained"), [("druid", "life"), ("duelist", "elan"), ("necromancer", "death"), ("seer", "calm")]
)
def test_mages_collect(mage: str, gained: str) -> None:
    """4."""
    assert pool(position(mages=(mage, "scholar"), collect=True), 0) == {gained: 1}


@pytest.mark.parametrize(
    ("name", "options"),
    [("healer", "calm life"), ("witch", "life death"), ("calm_elan", "calm elan"), ("death_life", "death life")],
)
def test_a_slash_is_one_of_them(name: str, options: str) -> None:
    """4."""
    mages = (name, "scholar") if name in ("healer", "witch") else MAGES
    items = (name, "alchemy") if name in ("calm_elan", "death_life") else ("alchemy", "research")
    for kind in ("life", "death", "elan", "calm", "gold"):
        state = position(mages=mages, items=items, collect=True)
        if kind in options.split():
            assert pool(do(state, choice(name, f"1 {kind}")), 0) == {kind: 1}
        else:
            assert code(state, choice(name, f"1 {kind}")) == "illegal.gain_kind"
    first, second = options.split()
    assert code(state, choice(name, f"1 {first} 1 {second}")) == "illegal.gain"
    assert code(state, choice(name, "")) == "illegal.gain"


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("celestial_horse", "1 life 1 calm", "1 life 1 death"),
        ("celestial_horse", "2 elan", "1 gold 1 elan"),
        ("hanging_gardens", "3 death", "2 death 1 gold"),
        ("alchemists_tower", "1 life 1 death 1 elan", "3 gold"),
    ],
)
def test_a_number_is_a_free_mix_under_the_printed_restriction(name: str, right: str, wrong: str) -> None:
    """4."""
    state = position(plays=[name], collect=True)
    assert code(state, choice(name, wrong)) == "illegal.gain_kind"
    assert code(state, choice(name, "1 life")) == "illegal.gain"
    do(state, choice(name, right))
    assert code(state, choice(name, right)) == "illegal.not_now"


def test_players_collect_at_the_same_time_in_any_order() -> None:
    """4, 12.13."""
    state = position(plays=["celestial_horse", "hanging_gardens"], on={"celestial_horse": {"gold": 1}}, collect=True)
    assert RULES.to_move(state) == {0, 1}
    do(state, choice("celestial_horse", "2 life"), choice("hanging_gardens", "3 life", 1))
    assert RULES.to_move(state) == {0}
    do(state, ev.TakeStored(0, "celestial_horse", "take"))
    assert state.phase == "actions"


def test_take_moves_all_and_leave_nothing() -> None:
    """4: a separate choice for each component; partial taking is not an event."""
    state = position(plays=["ring_of_midas mausoleum"], on={"ring_of_midas": {"gold": 3}, "mausoleum": {"death": 2}}, display="library", collect=True)  # fmt: skip
    do(state, ev.TakeStored(0, "ring_of_midas", "take"), ev.TakeStored(0, "mausoleum", "leave"))
    assert pool(state, 0) == {"gold": 3}
    assert stored(state, 0, "ring_of_midas") == {}
    assert stored(state, 0, "mausoleum") == {"death": 2}


def test_taking_from_a_place_of_power_costs_its_points() -> None:
    """4."""
    state = position(plays=["dragons_lair"], on={"dragons_lair": {"gold": 4}}, collect=True)
    assert RULES.scores(state)[0] == 5
    do(state, ev.TakeStored(0, "dragons_lair", "take"))
    assert RULES.scores(state)[0] == 1


def test_only_where_something_lies_something_can_be_taken_or_left() -> None:
    """4: an empty component has nothing to leave."""
    state = position(plays=["ring_of_midas vault"], on={"ring_of_midas": {"gold": 1}}, collect=True)
    assert code(state, ev.TakeStored(0, "vault", "leave")) == "illegal.nothing_to_collect"
    assert code(state, ev.TakeStored(0, "hawk", "take")) == "illegal.nothing_to_collect"
    assert code(state, choice("vault", "2 life")) == "illegal.nothing_to_collect"


def test_the_forge_may_be_paid_with_death_collected_in_this_step() -> None:
    """4: decided last."""
    state = position(plays=["cursed_forge corrupt_altar"], collect=True)
    do(state, ev.ForgeCost(0, "pay"))
    assert pool(state, 0) == {"life": 1}
    assert not state.players[0].tableau["cursed_forge"].turned


def test_the_forge_may_be_turned_although_death_is_there() -> None:
    """4: pay or turn."""
    state = do(position(plays=["cursed_forge"], pools=["2 death"], collect=True), ev.ForgeCost(0, "turn"))
    assert state.players[0].tableau["cursed_forge"].turned
    assert pool(state, 0) == {"death": 2}


def test_the_forge_turns_by_itself_without_death() -> None:
    """4: if no Death is available, the Forge is turned."""
    state = position(plays=["cursed_forge"], collect=True)
    assert state.players[0].tableau["cursed_forge"].turned
    assert state.phase == "actions"


def test_death_taken_from_a_component_pays_the_forge() -> None:
    """4: within one player, any order."""
    state = position(plays=["cursed_forge mausoleum"], on={"mausoleum": {"death": 1}}, display="library", collect=True)
    assert code(state, ev.ForgeCost(0, "pay")) == "illegal.not_in_pool"
    do(state, ev.TakeStored(0, "mausoleum", "take"), ev.ForgeCost(0, "pay"))
    assert pool(state, 0) == {}


def test_the_forge_turns_once_the_last_hope_for_death_is_gone() -> None:
    """4."""
    state = position(plays=["cursed_forge mausoleum"], on={"mausoleum": {"death": 1}}, display="library", collect=True)
    do(state, ev.TakeStored(0, "mausoleum", "leave"))
    assert state.players[0].tableau["cursed_forge"].turned
    assert state.phase == "actions"


def test_who_has_no_forge_owes_nothing() -> None:
    """4."""
    state = position(plays=["celestial_horse"], pools=["1 death"], collect=True)
    assert code(state, ev.ForgeCost(0, "pay")) == "illegal.nothing_to_collect"


def test_vault_pays_two_when_gold_is_left_on_it() -> None:
    """4: any 2 non-Gold, once, whatever the number of Gold."""
    state = position(plays=["vault"], on={"vault": {"gold": 3}}, collect=True)
    do(state, ev.TakeStored(0, "vault", "leave"))
    assert code(state, choice("vault", "1 life 1 gold")) == "illegal.gain_kind"
    do(state, choice("vault", "1 life 1 death"))
    assert state.phase == "actions"
    assert stored(state, 0, "vault") == {"gold": 3}


@pytest.mark.parametrize(("on", "taken"), [({"gold": 1}, "take"), ({"life": 2}, "leave")])
def test_vault_pays_nothing_when_taken_or_without_gold(on: dict[str, int], taken: str) -> None:
    """4."""
    state = position(plays=["vault"], on={"vault": on}, collect=True)
    do(state, ev.TakeStored(0, "vault", taken))  # type: ignore[arg-type]
    assert state.phase == "actions"


def test_death_from_the_vault_pays_the_forge() -> None:
    """4."""
    state = position(plays=["vault cursed_forge"], on={"vault": {"gold": 1}}, collect=True)
    do(state, ev.TakeStored(0, "vault", "leave"), choice("vault", "2 death"), ev.ForgeCost(0, "pay"))
    assert pool(state, 0) == {"death": 1}


def test_windup_man_grows_as_in_the_rulebooks_example() -> None:
    """4 example: Gold 1 -> left: 3 Gold; +1 Elan by power -> left: 5 Gold, 3 Elan -> taken: 8 essences."""
    state = position(plays=["windup_man"], on={"windup_man": {"gold": 1}}, pools=["1 elan"], collect=True)
    do(state, ev.TakeStored(0, "windup_man", "leave"))
    assert stored(state, 0, "windup_man") == {"gold": 3}
    do(state, power("windup_man", payment="1 elan"), ev.Pass(1, "protection"), ev.Pass(0, "divination"))
    do(state, ev.TakeStored(0, "windup_man", "leave"))
    assert stored(state, 0, "windup_man") == {"gold": 5, "elan": 3}
    do(state, ev.Pass(1, "alchemy"), ev.Pass(0, "reanimate"), ev.TakeStored(0, "windup_man", "take"))
    assert pool(state, 0) == {"gold": 5, "elan": 3}


def test_the_magic_item_taken_when_passing_collects_in_the_next_round() -> None:
    """4, 5.1."""
    state = position()
    do(state, ev.Pass(0, "calm_elan"), ev.Pass(1, "protection"))
    assert RULES.to_move(state) == {0}
    do(state, choice("calm_elan", "1 elan"))


def test_collect_never_causes_a_reaction() -> None:
    """4: the next question after Collect is the first player's action."""
    state = position(plays=["", "tree_of_life"], pools=["", "1 life"], collect=True)
    assert state.phase == "actions"
    assert RULES.to_move(state) == {0}
