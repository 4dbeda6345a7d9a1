"""The round's end (rules.md 8): melting, majority, collapse, endangered animals, events."""

from games.engine.errors import IllegalAction, ImpossibleChance
from games.engine.events import Seat
from games.rules.arctica.circle import NO_SPACE, arrive, landing
from games.rules.arctica.components import GENERATIONS, Card, MapSpace
from games.rules.arctica.ecosystem import remove_card
from games.rules.arctica.effects import resolve, take_from_wheel
from games.rules.arctica.events import EventHit, Step, Token
from games.rules.arctica.hands import draw
from games.rules.arctica.scoring import majority_points, score_end
from games.rules.arctica.source import Source
from games.rules.arctica.state import NOBODY, Player, State
from games.rules.arctica.wheels import gain_flora, pay, spend, spendable

LOST_TOKENS = 3
NEW_CARDS = 4
NEW_FLORA = 2
FIRST_COLLAPSE = 2
LAST_ROUND = 4
ESCAPE = 1
EXTRA_STEP = 1


def end_round(state: State, source: Source) -> None:
    """Play the round's end through and open the next round, or finish the match."""
    seats = state.clockwise(state.active)
    melt(state)
    regions = _regions(state, source)
    majority_points(state, regions)
    if state.round >= FIRST_COLLAPSE:
        _collapses(state, source, seats)
    for seat in seats:
        if endangered_cards(state.players[seat]):
            source.open("endangered", seat)
            _endangered(state, seat, source.endangered(state, seat))
            source.close()
    _events(state, source, seats, regions)
    _clean_up(state)


def melt(state: State) -> None:
    """A65, A66: the tile of the round goes, the tokens on it return to their supplies."""
    space = state.ice.index(state.round)
    state.ice[space] = 0
    for player in state.players:
        families = len(player.supply)
        for family in range(families):
            place = space * families + family
            player.supply[family] += player.circle[place]
            player.circle[place] = 0


def _regions(state: State, source: Source) -> tuple[int, ...]:
    """A64: the card's regions, or (C6) those of the log."""
    box = state.table.box
    if state.table.options.region_source == "round_end_card":
        return box.round_end_cards[state.cards[state.round - 1]].regions
    names = source.regions(state)
    wanted = 3 if state.round == LAST_ROUND else 2
    if len(names) != wanted or len(set(names)) != wanted or any(name not in box.region_index for name in names):
        raise ImpossibleChance("regions", path="regions", expected=wanted, found=list(names), rule="C6")
    return tuple(box.region_index[name] for name in names)


def _collapses(state: State, source: Source, seats: list[Seat]) -> None:
    """A70 to A73: tested for everybody before the first is carried out."""
    due = [(seat, [f for f, left in enumerate(state.players[seat].supply) if not left]) for seat in seats]
    for seat, families in due:
        if families:
            source.open("collapse", seat)
        for family in families:
            _collapse(state, seat, family, source.collapse(state, seat, family))
            draw(state, source, seat, NEW_CARDS)
            gain_flora(state, state.players[seat], NEW_FLORA)
            source.close()


def _collapse(state: State, seat: Seat, family: int, step: Step) -> None:
    """D14: three tokens of the family, or all there are, return to the supply."""
    name = state.table.box.families[family]
    if step.family != name:
        raise IllegalAction("not_now", seat=seat, expected=name, found=step.family, rule="A73")
    wanted = min(LOST_TOKENS, len(collapsible(state, seat, family)))
    if len(step.tokens) != wanted:
        raise IllegalAction("limit", seat=seat, expected=wanted, found=len(step.tokens), rule="A71")
    for token in step.tokens:
        _take_token(state, seat, family, token)
    state.players[seat].supply[family] += wanted


def collapsible(state: State, seat: Seat, family: int) -> list[Token]:
    """The seat's tokens of a family that a collapse may take (A71), each by its place."""
    table = state.table
    player = state.players[seat]
    tokens = [
        Token(space=space.id)
        for space in table.box.spaces
        if space.family == family and state.owners[space.index] == seat
    ]
    for wheel, starts in enumerate(table.starts):
        for segment in range(len(starts) - 1):
            for slot in range(starts[segment], starts[segment + 1]):
                if player.wheels[wheel][slot] == family:
                    name = GENERATIONS[wheel]
                    tokens.append(Token(wheel=name, segment=segment, slot=slot - starts[segment]))  # type: ignore[arg-type]
    tokens += [Token(release=True)] * player.release[family]
    if table.options.collapse_sources == "include_circle":
        for place, on in enumerate(table.box.circle):
            tokens += [Token(circle=on)] * player.circle[place * len(player.supply) + family]
    return tokens


def _take_token(state: State, seat: Seat, family: int, token: Token) -> None:
    """Remove one token from the place that D14 names; raises `IllegalAction` if it is not among `collapsible`."""
    if token not in collapsible(state, seat, family):
        raise IllegalAction("no_such_token", seat=seat, found=token_facts(token), rule="A71")
    player = state.players[seat]
    box = state.table.box
    if token == Token(release=True):
        player.release[family] -= 1
    elif token == Token(space=token.space):
        state.owners[box.space_index[token.space].index] = NOBODY
    elif token == Token(circle=token.circle):
        player.circle[box.circle_index[token.circle] * len(player.supply) + family] -= 1
    else:
        take_from_wheel(state, seat, GENERATIONS.index(token.wheel), token.segment, token.slot, "A71")


def token_facts(token: Token) -> dict[str, object]:
    """A token as a refusal shows it."""
    names = ("space", "wheel", "segment", "slot", "release", "circle", "save", "to")
    return {name: getattr(token, name) for name in names if isinstance(getattr(token, name), str | int)}


def endangered_cards(player: Player) -> list[Card]:
    """Cards of the ecosystem with an endangered badge."""
    return [card for column in player.columns for card in column if card.endangered]


def _endangered(state: State, seat: Seat, step: Step) -> None:
    """D15 (A75 to A77)."""
    player = state.players[seat]
    cards = {card.id: card for card in endangered_cards(player)}
    badges = sum(card.endangered for card in cards.values())
    destroyed = step.destroy
    if len(set(destroyed)) != len(destroyed) or any(card not in cards for card in destroyed):
        raise IllegalAction("destroy", seat=seat, expected=sorted(cards), found=list(destroyed), rule="A76")
    if step.pay > spendable(state, player):
        raise IllegalAction("underpaid", seat=seat, expected=step.pay, found=spendable(state, player), rule="A75")
    values = [cards[card].endangered for card in destroyed]
    if not enough_destroyed(state, badges, step.pay, values):
        raise IllegalAction("destroy", seat=seat, expected=badges - step.pay, found=list(destroyed), rule="A76")
    spend(state, player, step.pay)
    for name in destroyed:
        remove_card(player, cards[name])
        to_pile = state.table.options.destroyed_cards == "discard" and cards[name].family >= 0
        (state.pile if to_pile else state.removed).append(name)


def enough_destroyed(state: State, badges: int, paid: int, values: list[int]) -> bool:
    """A76: whether payment and destroyed cards (their badges) together are right, no card more than needed."""
    if state.table.options.endangered_mode == "all_or_one":
        return (paid, len(values)) in ((badges, 0), (0, 1))
    missing = badges - paid
    return (
        paid >= 0 and missing >= 0 and sum(values) >= missing and all(sum(values) - value < missing for value in values)
    )


def _events(state: State, source: Source, seats: list[Seat], regions: tuple[int, ...]) -> None:
    """A78 to A87; both values of `event_reveal` look the same in a record."""
    all_first = state.table.options.event_reveal == "all_regions_first"
    known = [_hit(state, region, source.event(state, region)) for region in regions] if all_first else []
    for number, region in enumerate(regions):
        subregion = known[number] if all_first else _hit(state, region, source.event(state, region))
        for seat in seats:
            if tokens_in(state, seat, subregion):
                source.open("save", seat)
                _save(state, source, seat, source.save(state, seat, region, subregion), region, subregion)
                source.close()


def _hit(state: State, region: int, hit: EventHit) -> int:
    """C4 (A80)."""
    box = state.table.box
    if box.region_index.get(hit.region) != region:
        raise ImpossibleChance("event", expected=box.regions[region], found=hit.region, rule="C4")
    subregion = box.subregion_index.get(hit.subregion, -1)
    expected = possible_hits(state, region)
    if subregion not in expected:
        names = [box.subregions[index] for index in expected]
        raise ImpossibleChance("event", expected=names, found=hit.subregion, rule="A80")
    state.hits.append(subregion)
    return subregion


def possible_hits(state: State, region: int) -> list[int]:
    """Sub-regions that the event can hit (A80)."""
    own = [sub for sub, of in enumerate(state.table.box.subregion_region) if of == region]
    if state.table.options.event_sampling == "no_repeat":
        return [sub for sub in own if sub not in state.hits] or own
    return own


def tokens_in(state: State, seat: Seat, subregion: int) -> list[MapSpace]:
    """Spaces of a sub-region with a token of the seat."""
    return [s for s in state.table.box.spaces if s.subregion == subregion and state.owners[s.index] == seat]


def _save(state: State, source: Source, seat: Seat, step: Step, region: int, subregion: int) -> None:
    """D16: every token of the seat in the hit sub-region is saved or lost."""
    if step.region != state.table.box.regions[region]:
        raise IllegalAction(
            "not_now", seat=seat, expected=state.table.box.regions[region], found=step.region, rule="D16"
        )
    for token in source.fates(state, seat, step, subregion):
        space = state.table.box.space_index.get(token.space)
        if space is None or space.subregion != subregion or state.owners[space.index] != seat:
            raise IllegalAction("no_such_token", seat=seat, found=token_facts(token), rule="D16")
        keys = Token(space=token.space, save=token.save, to=token.to, redeem=token.redeem)
        if token != keys or isinstance(token.to, str | int) != (token.save is True) or not isinstance(token.save, bool):
            raise IllegalAction("escape", seat=seat, found=token_facts(token), rule="D16")
        state.owners[space.index] = NOBODY
        if token.save:
            _flee(state, source, seat, space, token)
        else:
            state.players[seat].supply[space.family] += 1
            if token.redeem:
                raise IllegalAction("redeem", seat=seat, expected=[], found=list(token.redeem), rule="D16")
    left = [space.id for space in tokens_in(state, seat, subregion)]
    if left:
        raise IllegalAction("limit", seat=seat, expected=left, found=[], rule="D16")


def _flee(state: State, source: Source, seat: Seat, space: MapSpace, token: Token) -> None:
    """A83 to A86."""
    box = state.table.box
    to = box.circle_index.get(token.to, NO_SPACE)
    if to not in escapes(state, space.subregion):
        expected = [box.circle[option] for option in escapes(state, space.subregion)]
        raise IllegalAction("escape", seat=seat, expected=expected, found=token.to, rule="A83")
    price, target = escape_of(state, space.family, to)
    if target == NO_SPACE:
        raise IllegalAction("no_way", seat=seat, family=box.families[space.family], found=token.to, rule="A97")
    pay(state, seat, price, "A84")
    arrive(state, source, seat, space.family, target, token, resolve)


def escapes(state: State, subregion: int) -> tuple[int, ...]:
    """Circle spaces that a saved token may flee to (A83)."""
    spaces = state.table.box.escapes[subregion]
    if len(spaces) > 1 and state.table.options.escape_centre == "any_circle":
        return tuple(range(len(state.ice)))
    return spaces


def escape_of(state: State, family: int, space: int) -> tuple[int, int]:
    """What an escape to `space` costs, and where it ends (A84)."""
    target = landing(state, family, space)
    return (ESCAPE if target == space else ESCAPE + EXTRA_STEP), target


def _clean_up(state: State) -> None:
    """A88; after the last round A89 to A92."""
    options = state.table.options
    state.used.clear()
    state.turn = 0
    if state.round == LAST_ROUND:
        score_end(state)
        state.phase = "over"
        return
    state.round += 1
    state.phase = "card" if options.round_end_reveal == "round_start" else "turn"
    if options.turn_count_mode == "single_active" or options.active_carry == "rotate_start":
        state.active = (state.first + state.round - 1) % state.table.seats
    else:
        state.active = (state.active + 1) % state.table.seats
