"""rules.md 11: the two tables of events. Each row: one event that passes, and those that its check must refuse."""

from collections.abc import Callable

import pytest

from games.engine.events import Event
from games.rules.alhambra import events
from games.rules.alhambra.events import (
    Buy,
    Deal,
    DirkTiles,
    Pass,
    Place,
    PlaceLeftover,
    RedesignAdd,
    RedesignRemove,
    RedesignSwap,
    Reshuffle,
    RevealMoney,
    RevealScoring,
    RevealTile,
    StartPlayer,
    TakeMoney,
)
from games.rules.alhambra.state import State
from tests.rules.alhambra.table import BOX, do, empty_bag, new_game, position, refused

Refusals = list[tuple[Event, str]]


def judge_row(make: Callable[[], State], good: Event, bad: Refusals) -> None:
    """`good` passes in the position, each of `bad` is refused with its code."""
    for event, code in bad:
        assert refused(make(), event).code == code
    do(make(), good)


def dealt() -> State:
    return do(new_game(3), *(Deal(seat, ("Y9", "G9", f"B{seat + 2}")) for seat in range(3)))


def money_due() -> State:
    return do(position(), TakeMoney(0, ("O6",)))


def tile_due() -> State:
    state = do(position(hands=["B9"]), Buy(0, 3, ("B9",)), Place(0, "ARC07", "reserve"))
    assert state.phase == "tiles"
    return state


def pending() -> State:
    return do(position(hands=["B9"]), Buy(0, 3, ("B9",)))


def redesigning() -> State:
    return position(boards=[[("ARC08", 1, 0), ("ARC07", 2, 0)]], reserves=["TOW09 TOW06"], market=[None] * 4)


def awarded() -> State:
    state = position(hands=["B9", "Y1"])
    empty_bag(state)
    return do(state, Buy(0, 3, ("B9",)), Place(0, "ARC07", "reserve"))


def test_deal() -> None:
    """11 deal: cards still in the deck; sum below 20 before the last card; one per player in seat order."""
    bad: Refusals = [
        (Deal(1, ("Y9", "G9", "B9")), "chance.not_now"),
        (Deal(0, ("Y9", "Y9", "Y9", "Y9")), "chance.not_in_supply"),
        (Deal(0, ("Y9", "G9")), "chance.deal_sum"),
        (Deal(0, ("Y9", "G9", "B9", "O1")), "chance.deal_sum"),
        (Deal(0, ("Y0", "G9", "B9")), "chance.unknown_component"),
    ]
    judge_row(lambda: new_game(3), Deal(0, ("Y9", "G9", "B9")), bad)


def test_start_player() -> None:
    """11 start_player: per option, once."""
    bad: Refusals = [(StartPlayer(1), "chance.start_player"), (StartPlayer(2), "chance.start_player")]
    judge_row(dealt, StartPlayer(0), bad)
    assert refused(do(dealt(), StartPlayer(0)), StartPlayer(0)).code == "chance.not_now"


def test_dirk_tiles() -> None:
    """11 dirk_tiles: two players only; tiles still in the bag; the right number and reason."""
    six = ("PAV01", "PAV02", "PAV03", "PAV04", "PAV05", "PAV06")
    bad: Refusals = [
        (DirkTiles(six[:5], "setup"), "chance.count"),
        (DirkTiles(six, "round1"), "chance.not_now"),
        (DirkTiles((*six[:5], "FOUNTAIN"), "setup"), "chance.unknown_component"),
        (DirkTiles((*six[:5], six[0]), "setup"), "chance.not_in_supply"),
        (DirkTiles((*six[:5], "?:castle"), "setup"), "chance.unknown_component"),
    ]
    judge_row(lambda: new_game(2), DirkTiles(six, "setup"), bad)
    assert refused(new_game(3), DirkTiles(six, "setup")).code == "chance.not_now"


def test_reveal_money() -> None:
    """11 reveal_money: while the display is short; card still in the deck."""
    bad: Refusals = [(RevealMoney("Z1"), "chance.unknown_component"), (RevealMoney("?"), "chance.unknown_component")]
    judge_row(money_due, RevealMoney("O9"), bad)
    assert refused(position(), RevealMoney("O9")).code == "chance.not_now"


def test_reveal_scoring() -> None:
    """11 reveal_scoring: at a refill; 1 before 2, each once."""
    judge_row(money_due, RevealScoring(1), [(RevealScoring(2), "chance.scoring_order")])
    assert refused(position(), RevealScoring(1)).code == "chance.not_now"
    assert refused(dealt(), RevealScoring(1)).code == "chance.not_now"


def test_reshuffle() -> None:
    """11 reshuffle: exactly when a card is needed and the deck, scoring cards included, is empty."""
    assert refused(money_due(), Reshuffle()).code == "chance.reshuffle"
    assert refused(position(), Reshuffle()).code == "chance.reshuffle"

    def exhausted() -> State:
        state = money_due()
        state.deck.unseen, state.deck.left, state.next_scoring, state.discards = {}, 0, 3, {"B9": 2}
        return state

    judge_row(exhausted, Reshuffle(), [(RevealMoney("B9"), "chance.nothing_to_draw")])


def test_reveal_tile() -> None:
    """11 reveal_tile: lowest empty slot; tile still in the bag."""
    bad: Refusals = [
        (RevealTile(1, "PAV01"), "chance.slot"),
        (RevealTile(3, "ARC07"), "chance.not_in_supply"),
        (RevealTile(3, "PAV99"), "chance.unknown_component"),
    ]
    judge_row(tile_due, RevealTile(3, "PAV01"), bad)
    assert refused(position(), RevealTile(1, "PAV01")).code == "chance.not_now"


def test_take_money() -> None:
    """11 take_money: MAIN; cards distinct, on display; one card, or sum <= 5."""
    bad: Refusals = [
        (TakeMoney(0, ("Y1", "O6")), "illegal.too_much_money"),
        (TakeMoney(0, ("B2", "B2")), "illegal.not_on_display"),
        (TakeMoney(0, ()), "illegal.no_cards"),
        (TakeMoney(1, ("Y1",)), "illegal.not_your_decision"),
    ]
    judge_row(position, TakeMoney(0, ("Y1", "G2", "B2")), bad)
    assert refused(pending(), TakeMoney(0, ("Y1",))).code == "illegal.not_now"


def test_buy() -> None:
    """11 buy: MAIN; slot occupied; cards in hand, all of the slot's colour, sum >= price."""

    def rich() -> State:
        return position(hands=["B5 B3 B1 Y9"], market=["PAV04", None, "ARC07", None])

    bad: Refusals = [
        (Buy(0, 2, ("Y9",)), "illegal.empty_slot"),
        (Buy(0, 3, ("B5", "Y9")), "illegal.wrong_currency"),
        (Buy(0, 3, ("B5", "B1")), "illegal.underpaid"),
        (Buy(0, 3, ("B5", "B4")), "illegal.not_held"),
    ]
    judge_row(rich, Buy(0, 3, ("B5", "B3")), bad)
    assert refused(pending(), Buy(0, 1, ("Y9",))).code == "illegal.not_now"


def test_redesign_add() -> None:
    """11 redesign_add: MAIN; tile in own reserve; section 4."""
    bad: Refusals = [
        (RedesignAdd(0, "TOW10", 0, -1), "illegal.not_in_reserve"),
        (RedesignAdd(0, "TOW09", 1, 0), "illegal.occupied"),
        (RedesignAdd(0, "TOW09", 5, 5), "illegal.not_adjacent"),
        (RedesignAdd(0, "TOW09", 3, 0), "illegal.wall_mismatch"),
    ]
    judge_row(redesigning, RedesignAdd(0, "TOW09", 0, -1), bad)
    assert refused(pending(), RedesignAdd(0, "ARC07", 1, 0)).code == "illegal.not_now"


def test_redesign_remove() -> None:
    """11 redesign_remove: MAIN; section 5."""
    bad: Refusals = [
        (RedesignRemove(0, "ARC08"), "illegal.disconnected"),
        (RedesignRemove(0, "TOW09"), "illegal.not_in_alhambra"),
        (RedesignRemove(0, "FOUNTAIN"), "illegal.fountain"),
    ]
    judge_row(redesigning, RedesignRemove(0, "ARC07"), bad)


def test_redesign_swap() -> None:
    """11 redesign_swap: MAIN; tile in own reserve; a non-fountain tile at (x, y); section 5."""
    bad: Refusals = [
        (RedesignSwap(0, "TOW10", 2, 0), "illegal.not_in_reserve"),
        (RedesignSwap(0, "TOW09", 3, 0), "illegal.empty_cell"),
        (RedesignSwap(0, "TOW09", 0, 0), "illegal.fountain"),
        (RedesignSwap(0, "TOW06", 2, 0), "illegal.wall_mismatch"),
    ]
    judge_row(redesigning, RedesignSwap(0, "TOW09", 2, 0), bad)


def test_pass() -> None:
    """11 pass: only per option, or when nothing else is possible."""
    assert refused(position(), Pass(0)).code == "illegal.cannot_pass"
    assert refused(pending(), Pass(0)).code == "illegal.not_now"
    do(do(position(hands=["B8"], extra_action="optional"), Buy(0, 3, ("B8",))), Pass(0))


def test_place() -> None:
    """11 place: PLACE; tile pending; section 3.4."""
    bad: Refusals = [
        (Place(0, "TOW09", "reserve"), "illegal.not_bought"),
        (Place(0, "ARC07", "alhambra", -1, 0), "illegal.wall_mismatch"),
        (Place(0, "ARC07", "dirk"), "illegal.no_dirk"),
        (Place(1, "ARC07", "reserve"), "illegal.not_your_decision"),
    ]
    judge_row(pending, Place(0, "ARC07", "alhambra", 1, 0), bad)
    assert refused(position(), Place(0, "ARC07", "reserve")).code == "illegal.not_now"


def test_place_leftover() -> None:
    """11 place_leftover: END; the tile was awarded to that player."""
    bad: Refusals = [
        (PlaceLeftover(0, "PAV04", "reserve"), "illegal.not_your_decision"),
        (PlaceLeftover(1, "TOW09", "reserve"), "illegal.not_awarded"),
        (PlaceLeftover(1, "PAV04", "alhambra", 1, 0), "illegal.wall_mismatch"),
    ]
    judge_row(awarded, PlaceLeftover(1, "PAV04", "reserve"), bad)
    assert refused(position(), PlaceLeftover(0, "PAV04", "reserve")).code == "illegal.not_now"


NAMES = {
    "deal", "start_player", "dirk_tiles", "reveal_money", "reveal_scoring", "reshuffle", "reveal_tile", "take_money",
    "buy", "redesign_add", "redesign_remove", "redesign_swap", "pass", "place", "place_leftover",
}  # fmt: skip


def test_records_hold_the_events_of_the_tables_and_no_other() -> None:
    """11: by those names."""
    assert {kind.__struct_config__.tag for kind in events.RecordEvent.__args__} == NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_event_is_named_in_a_test_of_this_file(name: str) -> None:
    """11: no row is forgotten."""
    assert f"test_{name}" in globals()


def test_everything_else_is_derived() -> None:
    """11: header and events determine the whole game; the box holds nothing beyond the component set."""
    state = awarded()
    assert state.leftovers == {"PAV04": 1}
    assert state.discards == {"B9": 1}
    assert set(state.components.tiles) == set(BOX.tiles)
