"""Carries out effects described as data: each word of the vocabulary is one function (rules.md 7, 8)."""

from collections.abc import Callable
from typing import Any

from games.engine.events import Event, Seat
from games.rules.res_arcana import events
from games.rules.res_arcana import vocabulary as words
from games.rules.res_arcana.essences import INDEX
from games.rules.res_arcana.payments import add
from games.rules.res_arcana.rounds import begin_check
from games.rules.res_arcana.state import Context, Pending, Piece, Player, State, Step

Carry = Callable[[State, Context, Any], None]


def begin_effects(state: State, context: Context) -> None:
    """Carry out the effects of a power in order; what asks something goes on the stack."""
    effects = context.power.effects
    if len(effects) == 1:
        effect = effects[0]
        EFFECTS[type(effect)](state, context, effect)
        return
    for effect in reversed(effects):
        state.stack.append(Step(_carry_out, (context, effect)))


def _carry_out(state: State, argument: tuple[Context, words.Op]) -> None:
    context, effect = argument
    EFFECTS[type(effect)](state, context, effect)


def ask(state: State, context: Context, effect: words.Op, answer: type[Event], amount: int = 0) -> None:
    """Put a question to the owner of the power."""
    state.stack.append(
        Pending(frozenset({context.seat}), (answer,), seat=context.seat, context=context, effect=effect, amount=amount)
    )


def _gain(state: State, context: Context, effect: words.Gain) -> None:
    add(state.players[context.seat].pool, effect.essences.counts())


def _gain_any(state: State, context: Context, effect: words.GainAny | words.PlaceAnyOnSelf) -> None:
    ask(state, context, effect, events.GainChoice, effect.amount)


def _gain_x_of(state: State, context: Context, effect: words.GainXOf) -> None:
    state.players[context.seat].pool[INDEX[effect.essence]] += context.x


def _gain_same(state: State, context: Context, effect: words.GainSame) -> None:
    if context.x:
        ask(state, context, effect, events.GainChoice, context.x)


def _gain_by_cost(state: State, context: Context, effect: words.GainByCost) -> None:
    amount = context.remembered + effect.bonus
    if effect.kind is not None:
        state.players[context.seat].pool[INDEX[effect.kind]] += amount
    elif amount:
        ask(state, context, effect, events.GainChoice, amount)


def _gain_equal_to_rival(state: State, context: Context, effect: words.GainEqualToRival) -> None:
    ask(state, context, effect, events.RivalTarget)


def _rivals_gain(state: State, context: Context, effect: words.RivalsGain) -> None:
    counts = effect.essences.counts()
    for seat, player in enumerate(state.players):
        if seat != context.seat:
            add(player.pool, counts)


def _place_on_self(state: State, context: Context, effect: words.PlaceOnSelf) -> None:
    add(context.piece.essences, effect.essences.counts())


def _place_paid(state: State, context: Context, effect: words.PlacePaid) -> None:
    if effect.scope == "self":
        add(context.piece.essences, context.paid)
    else:
        ask(state, context, effect, events.PlaceTarget)


def _straighten(state: State, context: Context, effect: words.Straighten) -> None:
    ask(state, context, effect, events.StraightenTarget)


def _straighten_self(state: State, context: Context, effect: words.StraightenSelf) -> None:
    context.piece.turned = False


def _draw(state: State, context: Context, effect: words.Draw) -> None:
    draw_cards(state, (context.seat, effect.amount, context))


def _draw_then_discard(state: State, context: Context, effect: words.DrawThenDiscard) -> None:
    state.stack.append(Step(_ask_to_discard, (context, effect)))
    draw_cards(state, (context.seat, effect.draw, context))


def _ask_to_discard(state: State, argument: tuple[Context, words.Op]) -> None:
    context, effect = argument
    if context.drawn:
        ask(state, context, effect, events.DiscardChoice, context.drawn)


def draw_cards(state: State, argument: tuple[Seat, int, Context | None]) -> None:
    """Draw up to so many cards, one by one, reshuffling when one is needed (rules.md 5.2)."""
    seat, amount, context = argument
    player = state.players[seat]
    if not amount or not (player.deck.layers or player.discards):
        return
    if player.deck.layers:
        state.stack.append(Pending(frozenset(), (events.Draw,), seat=seat, context=context, amount=amount))
    else:
        state.stack.append(Step(draw_cards, argument))
        ask_to_reshuffle(state, seat)


def ask_to_reshuffle(state: State, seat: Seat) -> None:
    """The discard pile of `seat` is due to be shuffled."""
    state.stack.append(Pending(frozenset(), (events.Reshuffle,), seat=seat))


def _look_reorder(state: State, context: Context, effect: words.LookReorder) -> None:
    player = state.players[context.seat]
    if context.deck == "own_artifact_deck" and player.deck.size() < effect.amount and player.discards:
        state.stack.append(Step(_look, (context, effect)))
        ask_to_reshuffle(state, context.seat)
    else:
        _look(state, (context, effect))


def _look(state: State, argument: tuple[Context, words.LookReorder]) -> None:
    context, effect = argument
    own = context.deck == "own_artifact_deck"
    pile = state.players[context.seat].deck if own else state.monuments
    amount = min(effect.amount, pile.size())
    if amount:
        state.stack.append(
            Pending(frozenset(), (events.Look,), seat=context.seat, context=context, effect=effect, amount=amount)
        )


def _rivals_lose_life(state: State, context: Context, effect: words.RivalsLoseLife) -> None:
    """Every rival who has not passed is asked, clockwise from the attacker (rules.md 8)."""
    seats = len(state.players)
    for step in range(seats - 1, 0, -1):
        seat = (context.seat + step) % seats
        if not state.players[seat].passed:
            question = Pending(
                frozenset({seat}),
                (events.LifeLossAnswer,),
                seat=seat,
                context=context,
                effect=effect,
                amount=effect.amount,
            )
            state.stack.append(question)


def _place_artifact(state: State, context: Context, effect: words.PlaceArtifact) -> None:
    ask(state, context, effect, events.PlaceFromPower)


def _check_victory(state: State, context: Context, effect: words.CheckVictory) -> None:
    if state.options.mid_round_check == "yes":
        begin_check(state)


def _temp_points(state: State, context: Context, effect: words.TempPoints) -> None:
    state.players[context.seat].temporary += effect.amount


def _nothing(state: State, context: Context, effect: words.IgnoreTrigger) -> None:
    """The loss has been ignored by answering at all."""


EFFECTS: dict[type[words.Op], Carry] = {
    words.Gain: _gain,
    words.GainAny: _gain_any,
    words.GainXOf: _gain_x_of,
    words.GainSame: _gain_same,
    words.GainByCost: _gain_by_cost,
    words.GainEqualToRival: _gain_equal_to_rival,
    words.RivalsGain: _rivals_gain,
    words.PlaceOnSelf: _place_on_self,
    words.PlaceAnyOnSelf: _gain_any,
    words.PlacePaid: _place_paid,
    words.Straighten: _straighten,
    words.StraightenSelf: _straighten_self,
    words.Draw: _draw,
    words.DrawThenDiscard: _draw_then_discard,
    words.LookReorder: _look_reorder,
    words.RivalsLoseLife: _rivals_lose_life,
    words.IgnoreTrigger: _nothing,
    words.PlaceArtifact: _place_artifact,
    words.CheckVictory: _check_victory,
    words.TempPoints: _temp_points,
}


def put_in_play(player: Player, piece: Piece) -> None:
    """A component enters play, straightened, and its abilities begin."""
    player.tableau[piece.card.id] = piece
    player.discounts.extend(piece.card.discounts)


def leave_play(player: Player, name: str) -> Piece:
    """A component leaves play, and its abilities end."""
    piece = player.tableau.pop(name)
    if piece.card.discounts:
        player.discounts = [word for other in player.tableau.values() for word in other.card.discounts]
    return piece


def destroy(player: Player, name: str) -> None:
    """An artifact goes to the discard pile of the player who has it; essences on it go to the supply (rules.md 7)."""
    leave_play(player, name)
    player.discards.append(name)
