"""What the tables of the project get (steps 10 and 11)."""

from typing import Any

from games.messages import UNSUPPORTED, Message
from games.registry import Engine
from ladder.game_texts import Checked
from tests.fifth_game.pebbles import components, drawing, events, play, rules, state

ENGINE = Engine(
    rules=rules.RULES,
    events=events.RecordEvent,
    options=state.Options,
    rule_sets=state.RULE_SETS,
    seats=state.SEATS,
    base_components=components.base_components,
    load_components=components.load_components,
    dealer=play.Dealer,
    greedy=play.Greedy,
    seen_by=lambda event, _seat: event,
    board=drawing.BOARD,
    board_text=drawing.board_text,
)
MESSAGES = {
    "illegal.mixed_pebbles": Message(
        "%(who)s took pebbles of several kinds.", "Several pebbles are taken only of one kind.", ways=UNSUPPORTED
    )
}
WORDS = {"reveal_pebble": "%(pebble)s comes out of the bag", "take_pebbles": "takes %(pebbles)s"}
CATEGORIES = {"pebbles": "pebbles"}
CHECKED = Checked(yes=("The whole game for 2 to 4 players.",), no=("Logs of any site.",))


def piece(name: str) -> str:
    """A kind of pebble by its word."""
    return f"a {name}" if name in components.base_components().copies else name


def contents(box: Any) -> list[tuple[str, list[str]]]:
    """What is in the box, in words."""
    return [("Pebbles", [f"{kind} × {copies}" for kind, copies in box.copies.items()])]
