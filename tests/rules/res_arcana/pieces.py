"""What test_every_game.py asks of Res Arcana: every piece counted, and positions with other secrets."""

from collections import Counter
from collections.abc import Iterable
from random import Random

from games.engine.events import Action, Seat
from games.rules.res_arcana import events as ev
from games.rules.res_arcana.state import Player, State

STANDS_FOR_OTHERS: tuple[type[Action], ...] = (
    ev.PlaceArtifact,
    ev.PlaceFromPower,
    ev.UsePower,
    ev.LifeLossAnswer,
    ev.GainChoice,
    ev.CollectChoice,
)
"""Actions with a payment, gain, loss or X of one's choice: of those not every one is listed."""


def pieces(state: State) -> Counter[str]:
    """Artifacts, mages, magic items, monuments: each name once, wherever it lies; tiles by number."""
    found: Counter[str] = Counter([*state.unseen, *state.unseen_mages, *state.items])
    found.update(name for name in state.display if name is not None)
    found.update(name for layer in state.monuments.layers for name in layer.named)
    found.update(f"tile {tile}" for tile in state.tiles)
    found.update(f"tile {card.tile}" for card in state.places.values())
    for player in state.players:
        found.update(_of(player))
    return found


def _of(player: Player) -> Iterable[str]:
    yield from (f"tile {piece.card.tile}" if piece.card.tile else name for name, piece in player.tableau.items())
    yield from player.hand
    yield from player.discards
    yield from (name for layer in player.deck.layers for name in layer.named)
    yield from (name for name in player.mages if name not in player.tableau)


def with_other_secrets(state: State, viewer: Seat | None, rng: Random) -> State:
    """Exchange among each other all cards that `viewer`, or the public, has not seen."""
    others = [player for seat, player in enumerate(state.players) if seat != viewer]
    _deal_artifacts_anew(state, viewer, others, rng)
    _deal_mages_anew(state, others, rng)
    known = state.players[viewer].monuments_known if viewer is not None else []
    _deal_anew([layer.named for layer in state.monuments.layers if not layer.named & set(known)], rng)
    for player in others:
        player.monuments_known = []
    return state


def _deal_artifacts_anew(state: State, viewer: Seat | None, others: list[Player], rng: Random) -> None:
    zones = [state.unseen, *(player.hand for player in others)]
    zones += [layer.named for player in others for layer in player.deck.layers]
    held = {name for packet in state.packets.values() for name in packet.named}
    own = state.packets[viewer].named if viewer is not None and viewer in state.packets else set()
    state.unseen -= held
    zones += [packet.named for packet in state.packets.values() if packet.named is not own]
    _deal_anew(zones, rng)
    state.unseen |= {name for packet in state.packets.values() for name in packet.named}


def _deal_mages_anew(state: State, others: list[Player], rng: Random) -> None:
    hidden = [player for player in others if player.mages and player.mage not in player.tableau]
    dealt = [name for player in hidden for name in player.mages]
    pool = sorted([*state.unseen_mages, *dealt])
    rng.shuffle(pool)
    for player in hidden:
        at = player.mages.index(player.mage) if player.mage is not None else None
        player.mages = [pool.pop() for _ in player.mages]
        player.mage = None if at is None else player.mages[at]
    state.unseen_mages = set(pool)


def _deal_anew(zones: list[set[str]], rng: Random) -> None:
    cards = sorted(name for zone in zones for name in zone)
    rng.shuffle(cards)
    for zone in zones:
        size = len(zone)
        zone.clear()
        zone.update(cards.pop() for _ in range(size))
