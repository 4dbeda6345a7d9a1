"""What test_every_game.py asks of Revive: every piece counted, and positions with other secrets."""

from collections import Counter
from collections.abc import Iterable
from random import Random

from games.engine.events import Action, Seat
from games.rules.revive import events as e
from games.rules.revive.state import Ask, Player, State

STANDS_FOR_OTHERS: tuple[type[Action], ...] = (
    e.PlayCard,
    e.DoTrade,
    e.TechTrade,
    e.SettlePoints,
    e.OverflowCrystal,
    e.SoloRefresh,
    e.PickCard,
    e.PickEnergy,
)
"""Actions of which not every order, payment or number is listed, or which are open to other seats too."""


def pieces(state: State) -> Counter[str]:
    """Every card, module, machine, crate, artifact, journey, tile and disc once, wherever it lies; `gone` are thrown away."""
    box = state.components
    found: Counter[str] = Counter([*state.citizen_deck, *state.citizens, *state.module_deck, *state.modules])
    found.update([*state.crates.unseen, *state.journey_deck, *state.journeys, *state.majors])
    found.update(name for deck in (*state.machine_decks.values(), *state.machines.values()) for name in deck)
    found.update([*state.scyphoz_unseen, *state.scyphoz_under])
    found.update(card for item in state.stack if isinstance(item, Ask) for card in item.cards)
    for player in state.players:
        found.update(_of(player))
    for crate, number in state.crates.unseen.items():
        if not number:
            found[crate] -= 1
    started = all(player.start_set for player in state.players)
    everything = Counter(
        [*box.citizens, *box.scyphoz, *box.modules, *box.special, *box.crates, *box.artifacts, *box.journeys]
    )
    for player in state.players:
        everything.update(box.start_sets[player.start_set] if player.start_set else ())
        assert len(player.small) <= box.facts.buildings["small"]
        assert len(player.large) <= box.facts.buildings["large"]
        assert len(player.figures) == len(player.technologies) <= 7
        if started and player.tribe:
            tribe = box.tribes[player.tribe]
            assert player.progress == len(player.unlocked) + tribe.discs - player.discs
            assert player.markers_left + len(player.markers) == tribe.markers
        assert min(player.res.values()) >= 0
    assert not found - everything, found - everything
    assert state.crates.left + sum(player.hidden_crates for player in state.players) == sum(
        state.crates.unseen.values()
    )
    assert set(state.buildings) == {cell for player in state.players for cell in (*player.small, *player.large)}
    return Counter({"box": 1})


def _of(player: Player) -> Iterable[str]:
    yield from player.active
    yield from player.resting
    yield from (laid.card.id for pile in player.slots.values() for laid in pile)
    yield from (name for places in player.modules.values() for name in places if name)
    yield from (name for name in player.machines if name[0] == "X")
    yield from (*player.crates, *player.opened, *player.majors, *player.journeys)


def with_other_secrets(state: State, viewer: Seat | None, rng: Random) -> State:
    """Artifact cards, closed crates, unkept Scyphoz cards and decks that `viewer` has not seen, dealt anew."""
    others = [player for seat, player in enumerate(state.players) if seat != viewer]
    _artifact_cards(state, others, rng)
    closed = [crate for player in others for crate in player.crates]
    unseen = [crate for crate, number in state.crates.unseen.items() if number]
    pool = closed + unseen
    rng.shuffle(pool)
    for player in others:
        player.crates = dict.fromkeys(pool.pop() for _ in range(len(player.crates)))
    state.crates.unseen = dict.fromkeys(pool, 1)
    for deck in (state.citizen_deck, state.module_deck, state.journey_deck, *state.machine_decks.values()):
        order = list(deck)
        rng.shuffle(order)
        deck.clear()
        deck.update(dict.fromkeys(order))
    asks = [item for item in state.stack if isinstance(item, Ask) and item.cards and item.seat != viewer]
    cards = [*state.scyphoz_unseen, *(card for ask in asks for card in ask.cards)]
    rng.shuffle(cards)
    for ask in asks:
        ask.cards = tuple(cards.pop() for _ in ask.cards)
    state.scyphoz_unseen = dict.fromkeys(cards)
    _faces(state, rng)
    return state


def _artifact_cards(state: State, others: list[Player], rng: Random) -> None:
    """Secret until the end."""
    if state.over:
        return
    pool = [card for card in state.components.artifact_cards if card not in state.known_cards]
    dealt = [player for player in others if player.artifact_card and not player.dealt_cards]
    pool += [player.artifact_card for player in dealt]
    rng.shuffle(pool)
    for player in dealt:
        player.artifact_card = pool.pop()
    for player in others:
        if player.dealt_cards:
            shuffled = [*player.dealt_cards]
            rng.shuffle(shuffled)
            player.dealt_cards = tuple(shuffled)
            player.artifact_card = player.artifact_card and shuffled[0]


def _faces(state: State, rng: Random) -> None:
    """Face-down tiles of one back are not told apart."""
    down = [slot for slot in state.backs if slot not in state.face_up]
    for slot in down:
        same = [other for other in down if state.backs[other] == state.backs[slot]]
        other = rng.choice(same)
        state.tiles[slot], state.tiles[other] = state.tiles[other], state.tiles[slot]
