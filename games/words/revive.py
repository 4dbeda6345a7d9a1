"""Revive's events in words."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import pgettext, pgettext_lazy

from games.words.phrases import Scene, Text, Words, cell, in_words
from games.words.revive_effects import ASKED, known, told

GAME = "revive"


def _paid(words: Text, *cells: str) -> Callable[[Any, Scene], str]:
    """A template whose parameters named in `cells` are places, followed by what was paid."""

    def told(event: Any, _scene: Scene) -> str:
        values = {name: in_words(getattr(event, name), GAME) for name in event.__struct_fields__}
        values |= {name: cell(getattr(event, name)) for name in cells}
        text = str(words) % values
        if getattr(event, "pay", None):
            return pgettext("Revive", "%(act)s, paying %(pay)s") % {"act": text, "pay": values["pay"]}
        return text

    return told


def _tiles(event: Any, _scene: Scene) -> str:
    return pgettext("Revive", "The map is laid: %(start)s start tiles, %(area)s tiles face down") % {
        "start": len(event.start),
        "area": len(event.area),
    }


def _lakes(event: Any, _scene: Scene) -> str:
    lakes = ", ".join(f"{each.lake} ({each.slot})" for each in event.lakes)
    return pgettext("Revive", "The lakes are laid: %(lakes)s") % {"lakes": lakes}


def _corners(event: Any, _scene: Scene) -> str:
    corners = ", ".join(f"{each.tile}{each.side} ({each.slot})" for each in event.corners)
    return pgettext("Revive", "The large locations are laid: %(corners)s") % {"corners": corners}


def _tribes(event: Any, scene: Scene) -> str:
    tribes = ", ".join(f"{scene.name(seat)} {in_words(tribe, GAME)}" for seat, tribe in enumerate(event.tribes))
    return pgettext("Revive", "The tribes: %(tribes)s") % {"tribes": tribes}


def _display(event: Any, _scene: Scene) -> str:
    pieces = [*event.citizens, *(each for machines in event.machines.values() for each in machines), *event.modules]
    return pgettext("Revive", "The display: %(pieces)s") % {"pieces": in_words(pieces, GAME)}


def _artifact_card(event: Any, _scene: Scene) -> str:
    cards = in_words(event.cards if event.cards is not None else (event.card,), GAME)
    if event.seat is None:
        return pgettext("Revive", "The artifact card for all is %(cards)s") % {"cards": cards}
    return pgettext("Revive", "is dealt the artifact card %(cards)s") % {"cards": cards}


def _play(event: Any, _scene: Scene) -> str:
    values = {"card": in_words(event.card, GAME), "slot": event.slot}
    return pgettext("Revive", "plays %(card)s into slot %(slot)s") % values


def _copy(event: Any, scene: Scene) -> str:
    return pgettext("Revive", "copies %(card)s of %(name)s with the switch") % {
        "card": in_words(event.card, GAME),
        "name": scene.name(event.owner),
    }


def _explore(event: Any, scene: Scene) -> str:
    text = _paid(pgettext_lazy("Revive", "explores the tile at %(slot)s"))(event, scene)
    if event.recruit == "deck":
        return pgettext("Revive", "%(act)s, and recruits the top card of the deck") % {"act": text}
    if event.recruit not in (None, "none"):
        return pgettext("Revive", "%(act)s, and recruits %(card)s") % {
            "act": text,
            "card": in_words(event.recruit, GAME),
        }
    return text


STEPS: dict[str, Text] = {
    "wake": pgettext_lazy("Revive", "hibernates: cards wake"),
    "rest": pgettext_lazy("Revive", "hibernates: cards rest"),
    "switch": pgettext_lazy("Revive", "hibernates: the switch is free again"),
    "energy": pgettext_lazy("Revive", "hibernates: energy comes back"),
    "track": pgettext_lazy("Revive", "hibernates: the pawn moves on"),
}


def _trade(event: Any, scene: Scene) -> str:
    noted = known(scene.noted)
    pay, get = event.pay or noted.pay, event.get or noted.get
    text = pgettext("Revive", "trades %(pay)s for %(get)s") % {"pay": in_words(pay, GAME), "get": in_words(get, GAME)}
    often = "" if (event.pay and event.get) or event.times == 1 else f" × {event.times}"
    return f"{text}{often}"


def _module(event: Any, _scene: Scene) -> str:
    values = {"module": in_words(event.module, GAME), "slot": event.slot, "old": in_words(event.discard, GAME)}
    if event.discard:
        return pgettext("Revive", "takes the module %(module)s to slot %(slot)s in place of %(old)s") % values
    return pgettext("Revive", "takes the module %(module)s to slot %(slot)s") % values


def _minor(event: Any, _scene: Scene) -> str:
    if event.artifact == "minor":
        return pgettext("Revive", "takes a minor artifact")
    return pgettext("Revive", "takes the artifact %(artifact)s") % {"artifact": in_words(event.artifact, GAME)}


def _card(event: Any, _scene: Scene) -> str:
    if event.card == "deck":
        return pgettext("Revive", "recruits the top card of the deck")
    return pgettext("Revive", "recruits %(card)s") % {"card": in_words(event.card, GAME)}


def _option(event: Any, scene: Scene) -> str:
    values = {"what": told(scene.noted), "pay": in_words(event.pay or known(scene.noted).pay, GAME)}
    if isinstance(event.choice, int) and not known(scene.noted).gives:
        return pgettext("Revive", "chooses something that is not offered")
    if isinstance(event.choice, int):
        return pgettext("Revive", "chooses: %(what)s") % values
    if event.choice == "pay":
        return pgettext("Revive", "pays %(pay)s for: %(what)s") % values
    if event.choice == "skip":
        return pgettext("Revive", "does not pay %(pay)s for: %(what)s") % values
    values["crate"] = event.choice
    return pgettext("Revive", "opens the crate %(crate)s again: %(what)s") % values


def _reward(event: Any, scene: Scene) -> str:
    return pgettext("Revive", "takes the next reward: %(what)s") % {"what": told(scene.noted)}


def _decline(event: Any, scene: Scene) -> str:
    what = str(ASKED[event.what]) if event.what in ASKED else told(scene.noted)
    return pgettext("Revive", "lets an effect go: %(what)s") % {"what": what}


def _build(event: Any, scene: Scene) -> str:
    if event.size == "large":
        return _paid(pgettext_lazy("Revive", "builds a large building at %(space)s"), "space")(event, scene)
    return _paid(pgettext_lazy("Revive", "builds a small building at %(space)s"), "space")(event, scene)


REVIVE: Words = {
    "start_player": pgettext_lazy("Revive", "begins"),
    "tribes": _tribes,
    "lakes": _lakes,
    "tiles_placed": _tiles,
    "large_locations": _corners,
    "extra_location": pgettext_lazy("Revive", "The large location beside the map is %(tile)s%(side)s"),
    "display": _display,
    "journey_deck": pgettext_lazy("Revive", "The journeys: %(face_up)s"),
    "start_set": pgettext_lazy("Revive", "gets the starting cards %(set)s"),
    "start_split": pgettext_lazy("Revive", "lets %(rest)s rest"),
    "artifact_card": _artifact_card,
    "reveal_tile": pgettext_lazy("Revive", "The tile at %(slot)s is %(tile)s"),
    "refill_citizen": pgettext_lazy("Revive", "The citizen %(card)s comes up"),
    "refill_module": pgettext_lazy("Revive", "The module %(module)s comes up"),
    "refill_journey": pgettext_lazy("Revive", "The journey %(journey)s comes up"),
    "refill_machine": pgettext_lazy("Revive", "The machine %(machine)s comes up"),
    "draw_citizen": pgettext_lazy("Revive", "draws the citizen %(card)s"),
    "draw_crate": pgettext_lazy("Revive", "draws the crate %(crate)s"),
    "draw_scyphoz": pgettext_lazy("Revive", "draws the Scyphoz cards %(cards)s"),
    "choose_tribe": pgettext_lazy("Revive", "chooses the tribe %(id)s"),
    "choose_artifact_card": pgettext_lazy("Revive", "keeps the artifact card %(id)s"),
    "play_card": _play,
    "switch_basic": pgettext_lazy("Revive", "takes 1 %(res)s with the switch"),
    "switch_copy": _copy,
    "switch_journey": pgettext_lazy("Revive", "gives up %(destroy)s for the journey %(journey)s"),
    "explore": _explore,
    "turn_tile": lambda event, _scene: (
        pgettext("Revive", "turns the new tile round") if event.turn else pgettext("Revive", "leaves the new tile so")
    ),
    "build": _build,
    "populate": _paid(pgettext_lazy("Revive", "populates %(location)s from %(technology)s"), "location"),
    "hibernate": pgettext_lazy("Revive", "begins to hibernate"),
    "hibernate_step": lambda event, _scene: str(STEPS[event.step]),
    "use_tribe": _paid(pgettext_lazy("Revive", "uses the tribe’s ability")),
    "use_machine": pgettext_lazy("Revive", "uses the machine %(machine)s"),
    "open_crate": pgettext_lazy("Revive", "opens the crate %(crate)s"),
    "tech_trade": _trade,
    "trade_crystal": pgettext_lazy("Revive", "trades a crystal for 1 %(res)s"),
    "overflow_crystal": pgettext_lazy("Revive", "turns a crystal above the limit into 1 %(res)s"),
    "resolve_journey": pgettext_lazy("Revive", "ends the journey %(journey)s at level %(level)s"),
    "take_module": _module,
    "take_machine": pgettext_lazy("Revive", "takes the machine %(machine)s to %(space)s"),
    "take_artifact": _minor,
    "take_card": _card,
    "advance_any": pgettext_lazy("Revive", "steps on in the track %(track)s"),
    "pick_resource": pgettext_lazy("Revive", "takes 1 %(choice)s"),
    "pick_option": _option,
    "pick_card": pgettext_lazy("Revive", "moves %(cards)s"),
    "pick_energy": pgettext_lazy("Revive", "takes energy back from %(machines)s"),
    "order_rewards": _reward,
    "place_marker": _paid(pgettext_lazy("Revive", "puts a marker at %(space)s"), "space"),
    "move_population": _paid(
        pgettext_lazy("Revive", "moves a figure from %(source)s to %(target)s"), "source", "target"
    ),
    "keep_scyphoz": pgettext_lazy("Revive", "keeps the Scyphoz card %(card)s"),
    "settle_points": pgettext_lazy(
        "Revive",
        "takes the pool onto the tracks: %(to_devotion)s devotion for points, %(to_points)s points for devotion",
    ),
    "do_trade": _trade,
    "decline": _decline,
    "solo_refresh": pgettext_lazy("Revive", "throws out %(citizens)s; %(machines)s; %(modules)s"),
    "next_action": pgettext_lazy("Revive", "goes on to the second action"),
    "end_turn": pgettext_lazy("Revive", "ends the turn"),
}
