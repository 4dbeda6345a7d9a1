"""What happens by itself between decisions: collecting, turns, victory checks, the end of a round (rules.md 3-5, 9, 10)."""

from functools import cache

from games.engine.events import Event, Seat
from games.rules.res_arcana import events
from games.rules.res_arcana.essences import NOTHING
from games.rules.res_arcana.payments import add
from games.rules.res_arcana.scoring import reached, score_lines, tie_break
from games.rules.res_arcana.state import Context, Pending, Player, State, Step

MAIN: tuple[type[Event], ...] = (
    events.PlaceArtifact,
    events.ClaimMonument,
    events.ClaimPlace,
    events.Discard,
    events.UsePower,
    events.Pass,
)
COLLECT: tuple[type[Event], ...] = (events.CollectChoice, events.TakeStored, events.ForgeCost)


@cache
def main_action(seat: Seat) -> Pending:
    """The one action of a turn."""
    return Pending(frozenset({seat}), MAIN)


def begin_round(state: State, _: object = None) -> None:
    """Collect: what is certain comes at once, the rest is asked (rules.md 4)."""
    state.round += 1
    state.phase = "collect"
    for player in state.players:
        _collect(player)
    state.stack.append(Step(begin_actions))
    ask_to_collect(state)


def _collect(player: Player) -> None:
    for name, piece in player.tableau.items():
        card = piece.card
        if card.collects != NOTHING:
            add(player.pool, card.collects)
        if card.choice is not None:
            player.choices[name] = card.choice
        if any(piece.essences):
            player.stored.add(name)
        if card.collect_cost is not None:
            player.forge = name
    settle_forge(player)


def settle_forge(player: Player) -> None:
    """When all else is collected and its price is not there, the Forge turns (rules.md 4)."""
    if player.forge is None or player.choices or player.stored:
        return
    piece = player.tableau[player.forge]
    cost = piece.card.collect_cost or NOTHING
    if any(asked > there for asked, there in zip(cost, player.pool, strict=True)):
        piece.turned = True
        player.forge = None


def ask_to_collect(state: State) -> None:
    """Ask all seats together that have something left to decide in this Collect."""
    seats = [seat for seat, player in enumerate(state.players) if player.choices or player.stored or player.forge]
    if seats:
        state.stack.append(Pending(frozenset(seats), COLLECT))


def begin_actions(state: State, _: object = None) -> None:
    """The holder of the token has the first turn (rules.md 5)."""
    state.phase = "actions"
    state.round_token = False
    state.turn = state.token
    state.stack.append(NEXT_TURN)
    state.stack.append(main_action(state.turn))


def next_turn(state: State, _: object = None) -> None:
    """The next seat clockwise that has not passed; when all have, the round ends (rules.md 5)."""
    players = state.players
    seats = len(players)
    seat = state.turn
    for _step in range(seats):
        seat = (seat + 1) % seats
        if not players[seat].passed:
            state.turn = seat
            state.stack.append(NEXT_TURN)
            state.stack.append(main_action(seat))
            return
    state.stack.append(Step(end_round))
    begin_check(state)


NEXT_TURN = Step(next_turn)


def begin_check(state: State) -> None:
    """A victory check; who can react to it is asked first (rules.md 9)."""
    state.stack.append(Step(judge))
    for seat, player in enumerate(state.players):
        for piece in player.tableau.values():
            power = piece.card.victory_power
            if power is None or (piece.turned and (power.usable == "when_straightened" or never_turned(state))):
                continue
            if all(asked <= there for asked, there in zip(power.pay, player.pool, strict=True)):
                context = Context(seat, piece, power)
                state.stack.append(Pending(frozenset({seat}), (events.VictoryReact,), seat=seat, context=context))


def never_turned(state: State) -> bool:
    """Rules.md 12.15: no power of a turned component at all."""
    return state.options.turned_powers == "never"


def judge(state: State, _: object = None) -> None:
    """Has anybody enough points? Then the match is over (rules.md 9)."""
    lines = score_lines(state)
    if any(reached(state, line) for line in lines):
        totals = [line["total"] for line in lines]
        state.breakdown.append({"round": "end", "seats": lines, "tie_break": tie_break(state, totals)})
        state.phase = "over"
        state.stack.clear()
        return
    for player in state.players:
        player.temporary = 0


def end_round(state: State, _: object = None) -> None:
    """Straighten everything and begin the next round (rules.md 10)."""
    for player in state.players:
        player.passed = False
        for piece in player.tableau.values():
            piece.turned = False
    begin_round(state)
