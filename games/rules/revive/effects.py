"""What effects do to the position: one function for each word of the vocabulary, and for the steps inside actions.

A function changes the state at once or puts something on the stack; it never refuses (rules.md 19.4).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from games.engine.events import Seat
from games.rules.revive import events
from games.rules.revive import vocabulary as words
from games.rules.revive.components import Bonus, RewardSpace
from games.rules.revive.counters import count, laid_cards
from games.rules.revive.state import Ask, Changes, Doing, Draw, Player, State
from games.rules.revive.vocabulary import Effects, Passive, WhileInSlot


class _Step(msgspec.Struct, frozen=True, gc=False):
    """A step inside an action; no set can name it."""


class TribeDisc(_Step, frozen=True, gc=False):
    """A disc leaves the tribe board while any is left (19.6.6)."""


class TribeExtra(_Step, frozen=True, gc=False):
    """What the tribe's rules add to a use of the ability."""


class BeginPlay(_Step, frozen=True, gc=False):
    """Set-up is over: the start player's turn begins."""


class Unlock(_Step, frozen=True, gc=False):
    """A reward space is complete: its disc moves, then its reward is taken (rules.md 8)."""

    space: RewardSpace


class TakeReward(_Step, frozen=True, gc=False):
    space: RewardSpace


class TakeNamed(_Step, frozen=True, gc=False):
    """The card named by `explore`, or `"deck"`."""

    card: str


class Reveal(_Step, frozen=True, gc=False):
    slot: str


class Water(_Step, frozen=True, gc=False):
    """The reward of a water space, unless this player has had it (19.6.15); a marker's comes `again`."""

    tile: str
    again: bool = False


class RestCopied(_Step, frozen=True, gc=False):
    """A copied card goes to its owner's resting area."""

    owner: Seat
    card: str


# ---- standing rules


def standing(state: State, player: Player, name: str) -> Sequence[Passive | WhileInSlot]:
    """The rules of that name that hold for a player now: from technologies and from visible halves in slots."""
    rules = player.rules.get(name, ())
    if name not in state.components.slot_rule_names:
        return rules
    held = state.components.slot_rules
    return [
        *rules,
        *(rule for laid in laid_cards(player) for rule in held.get((laid.card.id, laid.half), ()) if rule.name == name),
    ]


# ---- gains


def push_lists(state: State, seat: Seat, lists: Iterable[Effects]) -> None:
    """Several effect lists, to be done in the order given."""
    state.stack.extend(Doing(seat, effects) for effects in reversed(list(lists)))


def gain(state: State, seat: Seat, res: str, units: int) -> None:
    """Units of a named resource. `overflow = immediate`: basics stop at their limit, crystals ask (rules.md 9)."""
    own = state.players[seat].res
    own[res] += units
    if state.options.overflow == "immediate":
        limit = state.components.facts.limits[res]  # type: ignore[index]
        if own[res] > limit:
            if res == "crystal":
                state.stack.append(Ask("overflow", seat))
            else:
                own[res] = limit


def add_points(state: State, seat: Seat, points: int) -> None:
    """Blue points: at once, or with the expansion into the pool of the action (rules.md 11, 13)."""
    if state.options.expansion == "on":
        state.players[seat].pool_points += points
    else:
        move_on_tracks(state, seat, points, 0)


def move_on_tracks(state: State, seat: Seat, points: int, devotion: int) -> None:
    """Move the pawns; bonuses of the score track come before those of the devotion track (19.7)."""
    player, box = state.players[seat], state.components
    bonuses = [
        *_passed(box.score_bonus, player.score, player.score + points),
        *_passed(box.devotion_bonus, player.devotion, player.devotion + devotion),
    ]
    player.score += points
    player.devotion += devotion
    if bonuses:
        push_lists(state, seat, bonuses)


def _passed(bonuses: tuple[Bonus, ...], old: int, new: int) -> list[Effects]:
    return [bonus.effects for bonus in bonuses if old < bonus.space <= new]


def place_disc(state: State, seat: Seat) -> None:
    """A disc arrives on the progress track; its bonus is taken at once."""
    player = state.players[seat]
    player.progress += 1
    bonus = state.components.progress_bonus.get(player.progress)
    if bonus:
        state.stack.append(Doing(seat, bonus))


def advance(state: State, seat: Seat, track: str, steps: int) -> None:
    """Steps on a machine track, one by one, each with all that it unlocks (rules.md 8)."""
    player, box = state.players[seat], state.components
    tracks, last = player.tracks, box.catalogue.board.track.last
    while steps:
        steps -= 1
        if tracks[track] == last:
            if steps:
                state.stack.append(Doing(seat, (words.Advance(track, steps),)))  # type: ignore[arg-type]
            gain(state, seat, box.catalogue.board.track.end_gain[track], 1)  # type: ignore[index]
            return
        tracks[track] += 1
        complete = [
            space
            for space in box.unlocks.get((track, tracks[track]), ())
            if all(tracks[color] >= need for color, need in space.need.items())
        ]
        if complete:
            if steps:
                state.stack.append(Doing(seat, (words.Advance(track, steps),)))  # type: ignore[arg-type]
            state.stack.append(Doing(seat, tuple(Unlock(space) for space in complete)))
            return


def rest(player: Player, card: str) -> None:
    """Move a card from a slot or the active area to the resting area."""
    if card in player.active:
        player.resting[card] = player.active.pop(card)
        return
    laid = next(laid for laid in laid_cards(player) if laid.card.id == card)
    remove_laid(player, card)
    player.resting[card] = laid.card


def remove_laid(player: Player, card: str) -> None:
    """Take a card out of its slot."""
    for slot, pile in player.slots.items():
        player.slots[slot] = [laid for laid in pile if laid.card.id != card]


def lose_card(player: Player, card: str) -> None:
    """A card leaves the game from wherever it lies."""
    player.active.pop(card, None)
    player.resting.pop(card, None)
    remove_laid(player, card)
    player.colors.pop(card, None)


def last_major_gone(state: State, seat: Seat) -> None:
    """`seat` took or removed the last major artifact (rules.md 11, 19.8)."""
    long_four = state.options.long_game == "on" and state.seats == 4
    if not state.majors and not long_four:
        trigger_end(state, seat)


def trigger_end(state: State, seat: Seat) -> None:
    """The end tile goes to `seat`; solo there is none, and the end comes with the cube."""
    if state.seats > 1 and not state.triggered:
        state.triggered = True
        state.players[seat].end_tile = True


# ---- words


def _gain(state: State, doing: Doing, effect: words.Gain) -> None:
    if effect.res == "basic":
        state.stack.append(Ask("basic", doing.seat, effect.n))
    else:
        gain(state, doing.seat, effect.res, effect.n)


def _points(state: State, doing: Doing, effect: words.Points) -> None:
    add_points(state, doing.seat, effect.n)


def _end_points(state: State, doing: Doing, effect: words.EndPoints) -> None:
    state.players[doing.seat].end_points += effect.n


def _devotion(state: State, doing: Doing, effect: words.Devotion) -> None:
    state.players[doing.seat].pool_devotion += effect.n


def _advance(state: State, doing: Doing, effect: words.Advance) -> None:
    if effect.track == "any":
        state.stack.append(Ask("advance", doing.seat, effect.n))
    else:
        advance(state, doing.seat, effect.track, effect.n)


def _energy(state: State, doing: Doing, effect: words.Energy) -> None:
    state.players[doing.seat].energy += effect.n


def _crate(state: State, doing: Doing, effect: words.Crate) -> None:
    state.stack.extend(Draw(events.DrawCrate, doing.seat) for _ in range(effect.n))


def _change(state: State, doing: Doing, effect: Any) -> None:
    """A change waits for the next action of its kind, or belongs to the extra action later in its list."""
    if isinstance(effect, words.AnyColor) and state.options.any_color_scope == "any_card":
        return
    later: tuple[type, ...] = (words.ExtraAction,)
    if isinstance(effect, words.FlipHalf | words.AnyColor):
        later = (words.ExtraAction, words.PlayExtra)
    if any(isinstance(other, later) for other in doing.effects[doing.at :]):
        doing.changes = changes = doing.changes or Changes()
    else:
        player = state.players[doing.seat]
        player.waiting = changes = player.waiting or Changes()
    if isinstance(effect, words.Range):
        changes.range += effect.n
    elif isinstance(effect, words.Discount):
        changes.discounts[effect.action] = changes.discounts.get(effect.action, 0) + effect.n
    elif isinstance(effect, words.ExploreAnywhere):
        changes.anywhere = True
    elif isinstance(effect, words.FlipHalf):
        changes.flip = True
    else:
        changes.any_color = True


def _extra(name: str) -> Callable[[State, Doing, Any], None]:
    """An action or a marker that takes the list's changes and its tribe disc along."""

    def ask_extra(state: State, doing: Doing, effect: Any) -> None:
        ask = Ask(name, doing.seat, 1, effect, doing.source, doing.star, doing.changes, doing.play)
        doing.star, doing.changes = False, None
        state.stack.append(ask)

    return ask_extra


def _asking(name: str) -> Callable[[State, Doing, Any], None]:
    """One decision, whatever `n` says."""

    def ask(state: State, doing: Doing, effect: Any) -> None:
        state.stack.append(Ask(name, doing.seat, 1, effect, doing.source, play=doing.play))

    return ask


def _asking_each(name: str) -> Callable[[State, Doing, Any], None]:
    """`n` decisions one after the other."""

    def ask_each(state: State, doing: Doing, effect: Any) -> None:
        state.stack.append(Ask(name, doing.seat, effect.n, effect))

    return ask_each


def _hibernate_after(state: State, doing: Doing, effect: words.HibernateAfter) -> None:
    if doing.play is not None:
        doing.play.hibernate = True


def _nothing(state: State, doing: Doing, effect: Any) -> None:
    """Holds by lying there (`while_in_slot`)."""


def _per(state: State, doing: Doing, effect: words.Per) -> None:
    units = count(state, state.players[doing.seat], effect.count)
    if effect.cap is not None:
        units = min(units, effect.cap)
    state.stack.extend(Doing(doing.seat, effect.gain, doing.source, play=doing.play) for _ in range(units))


def _passive(state: State, doing: Doing, effect: Passive) -> None:
    player = state.players[doing.seat]
    if effect.name == "tech_machine":
        player.machines[doing.source] = ""
    player.rules.setdefault(effect.name, []).append(effect)


def _unlock_side_slot(state: State, doing: Doing, effect: words.UnlockSideSlot) -> None:
    state.players[doing.seat].side_slot = True


def _switch_ready(state: State, doing: Doing, effect: words.SwitchReady) -> None:
    state.players[doing.seat].switch_used = False


def _scyphoz(state: State, doing: Doing, effect: words.Scyphoz) -> None:
    cards = min(effect.draw, state.scyphoz_fresh + len(state.scyphoz_under))
    if cards:
        state.stack.append(Draw(events.DrawScyphoz, doing.seat, (cards, min(cards, effect.keep))))


# ---- steps inside actions


def _tribe_disc(state: State, doing: Doing, effect: TribeDisc) -> None:
    player = state.players[doing.seat]
    if player.discs:
        player.discs -= 1
        place_disc(state, doing.seat)


def _tribe_extra(state: State, doing: Doing, effect: TribeExtra) -> None:
    rules = standing(state, state.players[doing.seat], "extra_on_tribe")
    push_lists(state, doing.seat, [rule.effects for rule in rules])


def _unlock(state: State, doing: Doing, effect: Unlock) -> None:
    state.players[doing.seat].unlocked[effect.space.id] = None
    state.stack.append(Doing(doing.seat, (TakeReward(effect.space),)))
    place_disc(state, doing.seat)


def _take_reward(state: State, doing: Doing, effect: TakeReward) -> None:
    space = effect.space
    if space.kind == "standard_machine":
        state.players[doing.seat].machines[state.components.standard[space.id].id] = space.id
    elif space.kind == "special_machine":
        state.stack.append(Ask("machine", doing.seat, 1, space))
    elif space.kind == "artifact":
        state.stack.append(Ask("artifact", doing.seat))


def take_card(state: State, seat: Seat, card: str) -> None:
    """A face-up citizen, or the top of the deck, to the active area; then the refill (rules.md 7)."""
    if card == "deck":
        state.stack.append(Draw(events.DrawCitizen, seat))
        return
    player, piece = state.players[seat], state.components.cards[card]
    del state.citizens[card]
    player.active[card] = piece
    for rule in standing(state, player, "resource_per_recruit"):
        if piece.color in rule.map:
            gain(state, seat, rule.map[piece.color], 1)
    state.stack.append(Draw(events.RefillCitizen, seat))


def _take_named(state: State, doing: Doing, effect: TakeNamed) -> None:
    if effect.card == "deck" or effect.card in state.citizens:
        take_card(state, doing.seat, effect.card)


def _reveal(state: State, doing: Doing, effect: Reveal) -> None:
    state.stack.append(Draw(events.RevealTile, doing.seat, effect.slot))


def _water(state: State, doing: Doing, effect: Water) -> None:
    player = state.players[doing.seat]
    if effect.again or effect.tile not in player.waters:
        player.waters[effect.tile] = None
        state.stack.append(Doing(doing.seat, state.components.waters[effect.tile]))


def _rest_copied(state: State, doing: Doing, effect: RestCopied) -> None:
    owner = state.players[effect.owner]
    if any(laid.card.id == effect.card for laid in laid_cards(owner)):
        rest(owner, effect.card)


def _begin_play(state: State, doing: Doing, effect: BeginPlay) -> None:
    state.turn = doing.seat


OPS: dict[type, Callable[[State, Doing, Any], None]] = {
    words.Gain: _gain,
    words.Points: _points,
    words.EndPoints: _end_points,
    words.Devotion: _devotion,
    words.Advance: _advance,
    words.Module: _asking_each("module"),
    words.Star: _asking_each("tribe"),
    words.Energy: _energy,
    words.RecoverEnergy: _asking("recover_energy"),
    words.Crate: _crate,
    words.Artifact: _asking_each("artifact"),
    words.Recruit: _asking("recruit"),
    words.RestCard: _asking("rest_card"),
    words.WakeCard: _asking("wake_card"),
    words.Trade: _asking("trade"),
    words.Range: _change,
    words.ExploreAnywhere: _change,
    words.Discount: _change,
    words.ExtraAction: _extra("extra_action"),
    words.PlayExtra: _extra("play_extra"),
    words.HibernateAfter: _hibernate_after,
    words.Passive: _passive,
    words.WhileInSlot: _nothing,
    words.Per: _per,
    words.Choice: _asking("choice"),
    words.CostOp: _asking("cost"),
    words.FlipHalf: _change,
    words.AnyColor: _change,
    words.ReopenCrate: _asking("reopen_crate"),
    words.TopOfActive: _asking("top_of_active"),
    words.UnlockSideSlot: _unlock_side_slot,
    words.SwitchReady: _switch_ready,
    words.PlaceMarker: _extra("place_marker"),
    words.MovePopulation: _asking("move_population"),
    words.FreePopulate: _asking("free_populate"),
    words.FillResource: _asking("fill_resource"),
    words.Scyphoz: _scyphoz,
    words.DiscardForTop: _asking("discard_for_top"),
    BeginPlay: _begin_play,
    TribeDisc: _tribe_disc,
    TribeExtra: _tribe_extra,
    Unlock: _unlock,
    TakeReward: _take_reward,
    TakeNamed: _take_named,
    Reveal: _reveal,
    Water: _water,
    RestCopied: _rest_copied,
}
