"""Set-up and round-end cards (rules.md 2, C1 and C5)."""

from collections.abc import Iterator

from games.engine.errors import ImpossibleChance, ImpossibleSetup
from games.rules.arctica.components import GENERATIONS
from games.rules.arctica.ecosystem import add_card
from games.rules.arctica.events import UNSEEN, Opening, RoundCard
from games.rules.arctica.hands import receive
from games.rules.arctica.state import State


def check_opening(state: State, event: Opening) -> None:
    """C1."""
    if state.phase != "setup":
        raise ImpossibleChance("not_now", expected=[state.phase], found="setup", rule="C1")
    table = state.table
    box = table.box
    if not 0 <= event.first < table.seats:
        raise ImpossibleSetup("first_seat", path="first", expected=table.seats - 1, found=event.first, rule="A9")
    if event.orientations.keys() != set(box.wheels) or not set(event.orientations.values()) <= {0, 1, 2, 3}:
        raise ImpossibleSetup(
            "orientations", path="orientations", expected=list(box.wheels), found=event.orientations, rule="C1"
        )
    for name, number, expected in (
        ("generation", len(event.generation), table.seats),
        ("hands", len(event.hands), table.seats),
        ("round_end_cards", len(event.round_end_cards), _cards_at_start(state)),
    ):
        if number != expected:
            raise ImpossibleSetup("count", path=name, expected=expected, found=number, rule="C1")
    _check_generation(state, event)
    _check_hands(state, event)
    drawn: list[str] = []
    for number, card in enumerate(event.round_end_cards):
        check_round_card(state, drawn, card, f"round_end_cards[{number}]")
        drawn.append(card)


def _cards_at_start(state: State) -> int:
    return 0 if state.table.options.round_end_reveal == "round_start" else state.table.box.catalogue.meta.rounds


def _check_generation(state: State, event: Opening) -> None:
    seen: set[str] = set()
    for seat, cards in enumerate(event.generation):
        for number, name in enumerate((cards.long, cards.short)):
            path = f"generation[{seat}].{GENERATIONS[number]}"
            card = state.table.box.generation.get(name)
            if card is None or card.generation != number:
                raise ImpossibleSetup("unknown_component", path=path, seat=seat, found=name, rule="A8")
            if name in seen:
                raise ImpossibleSetup("duplicate_component", path=path, seat=seat, found=name, rule="C1")
            seen.add(name)


def _check_hands(state: State, event: Opening) -> None:
    wanted = state.table.box.catalogue.setup.hand
    seen: set[str] = set()
    for seat, hand in enumerate(event.hands):
        if len(hand) != wanted:
            raise ImpossibleSetup(
                "count", path=f"hands[{seat}]", seat=seat, expected=wanted, found=len(hand), rule="A7"
            )
        for number, card in enumerate(hand):
            path = f"hands[{seat}][{number}]"
            if card == UNSEEN:
                continue
            if card not in state.table.box.fauna:
                raise ImpossibleSetup("unknown_component", path=path, seat=seat, found=card, rule="C1")
            if card in seen:
                raise ImpossibleSetup("duplicate_component", path=path, seat=seat, found=card, rule="C1")
            seen.add(card)


def check_round_card(state: State, drawn: list[str], name: str, path: str) -> None:
    """The conditions of C1 on one round-end card, after those drawn for earlier rounds."""
    if name not in state.table.box.round_end_cards:
        raise ImpossibleSetup("unknown_component", path=path, found=name, rule="C1")
    expected = list(possible_cards(state, drawn))
    if name not in expected:
        raise ImpossibleSetup("round_end_card", path=path, expected=expected, found=name, rule="A10")


def possible_cards(state: State, drawn: list[str]) -> Iterator[str]:
    """Cards that may be the next round's: allowed in it, no pair of regions twice in rounds 1-3 (C1)."""
    cards = state.table.box.round_end_cards
    pairs = [set(cards[name].regions) for name in drawn]
    for name, card in cards.items():
        if len(drawn) + 1 in card.rounds and name not in drawn and set(card.regions) not in pairs:
            yield name


def apply_opening(state: State, event: Opening) -> None:
    """Deal, turn the wheels, lay out the cards."""
    box = state.table.box
    state.first = state.active = event.first
    state.orientations = [event.orientations[wheel] for wheel in box.wheels]
    state.cards = list(event.round_end_cards)
    for seat, player in enumerate(state.players):
        for name in (event.generation[seat].long, event.generation[seat].short):
            add_card(player, box.generation[name])
        receive(state, seat, event.hands[seat], len(event.hands[seat]))
    state.phase = "turn" if state.cards else "card"


def check_card(state: State, event: RoundCard) -> None:
    """C5."""
    if state.phase != "card":
        raise ImpossibleChance("not_now", expected=[state.phase], found="round_end_card", rule="C5")
    if event.round != state.round:
        raise ImpossibleChance("round_end_card", path="round", expected=state.round, found=event.round, rule="C5")
    check_round_card(state, state.cards, event.id, "id")


def apply_card(state: State, event: RoundCard) -> None:
    """The card of the round is open."""
    state.cards.append(event.id)
    state.phase = "turn"
