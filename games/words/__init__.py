"""What happened, in words: a table of each game from the kind of an event to its sentence.

A sentence has no subject: the page sets the name of who acts before it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.decisions import event_name
from games.engine.events import Event, Seat
from games.words import arctica, res_arcana, revive_effects
from games.words.alhambra import ALHAMBRA, on_slot
from games.words.arctica import ARCTICA, arctica_parts
from games.words.phrases import Scene, Words, phrase
from games.words.res_arcana import RES_ARCANA, in_display
from games.words.revive import REVIVE

WORDS: Mapping[str, Words] = {
    "alhambra": ALHAMBRA,
    "arctica": ARCTICA,
    "res_arcana": RES_ARCANA,
    "revive": REVIVE,
}


NOTES: Mapping[tuple[str, str], Callable[[Any, Any], str | None]] = {
    ("alhambra", "buy"): on_slot,
    ("arctica", "turn"): arctica.behind,
    ("arctica", "round_end"): arctica.behind,
    ("res_arcana", "claim_monument"): in_display,
    ("res_arcana", "use_power"): res_arcana.power_used,
    ("revive", "decline"): revive_effects.behind,
    ("revive", "do_trade"): revive_effects.behind,
    ("revive", "order_rewards"): revive_effects.behind,
    ("revive", "pick_option"): revive_effects.behind,
    ("revive", "tech_trade"): revive_effects.behind,
}
"""What must be noted of the position before an event, so that it can be said later, by game and kind."""


def note(game: str, state: Any, event: Event) -> str | None:
    """What words for this event will need of the position before it."""
    look = NOTES.get((game, event_name(type(event))))
    return look(state, event) if look else None


@dataclass(frozen=True)
class Saying:
    """One event in words: whose it is, and what it holds inside."""

    seat: Seat | None
    text: str
    parts: Sequence["Saying"] = ()


def say(game: str, event: Event, names: Sequence[str], noted: str | None = None) -> Saying:
    """An event in words, with what was noted before it."""
    scene = Scene(game, names, noted)
    text = phrase(event_name(type(event)), event, WORDS[game], scene)
    return Saying(seat_of(event), text, parts_of(event, scene))


def seat_of(event: Event) -> Seat | None:
    """Whose event it is; None where it concerns the table."""
    seat = getattr(event, "seat", getattr(event, "active", None))
    return seat if isinstance(seat, int) else None


def parts_of(event: Event, scene: Scene) -> list[Saying]:
    """What a whole turn holds, or what was taken back, one by one."""
    if scene.game == "arctica":
        return [Saying(seat, text) for seat, text in arctica_parts(event, scene)]
    words = WORDS[scene.game]
    inner = [each for each in getattr(event, "events", ()) if event_name(type(each)) in words]
    return [Saying(seat_of(each), phrase(event_name(type(each)), each, words, scene)) for each in inner]
