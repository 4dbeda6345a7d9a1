"""Before the first turn: who sits where, the start money, the start player, Dirk's tiles (bga-logs 2, 3)."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from games.bga.packets import Log, Number, number
from games.bga.stream import Cursor, state_changes
from games.engine.errors import MalformedLog, UnsupportedLog
from games.engine.events import LogPosition, Seat
from games.engine.game import SeatInfo
from games.engine.text import clean_name
from games.rules.alhambra.bga.notifications import (
    BuyBuilding,
    Card,
    GameDatas,
    Neutral,
    Seated,
    TakeMoney,
    UpdateMoneyCount,
    decoder,
)
from games.rules.alhambra.bga.pieces import Pieces
from games.rules.alhambra.state import UNSEEN

INITIAL_MONEY: tuple[Number, Number] = (2, "2")
PLAYER_TURN: tuple[Number, Number] = (11, "11")
"""States of the site's machine, in both spellings."""

_HANDS = decoder(dict[str, list[Card]] | tuple[()] | None)
_GAMEDATAS = decoder(GameDatas)
_NEUTRAL = decoder(Neutral)
_TAKE, _BUY, _COUNT = decoder(TakeMoney), decoder(BuyBuilding), decoder(UpdateMoneyCount)


T = TypeVar("T")


class Players(dict[Number, T]):
    """Who somebody is, by the site's player id as number or as text."""

    def __missing__(self, player: Number) -> T:
        raise MalformedLog("unknown_player", found=str(player)[:40])


class Start(msgspec.Struct):
    """Everything before the first turn. Ids are the site's, in turn order; `deals` are by seat, the greatest card last."""

    ids: list[int]
    seats: tuple[SeatInfo, ...]
    deals: list[tuple[str, ...]]
    deals_at: LogPosition
    first: Seat | None
    first_at: LogPosition
    dirk: tuple[str, ...]

    def players(self) -> Players[Seat]:
        """Every seat by its player."""
        return Players({key: seat for seat, player in enumerate(self.ids) for key in (player, str(player))})


class Opening(msgspec.Struct):
    """The first changes of state: hands by player, and who is to act, in the order of their first turns."""

    hands: dict[int, list[Card]]
    hands_at: LogPosition
    order: list[int]
    first_at: LogPosition


def read_start(log: Log, pieces: Pieces) -> Start:
    """Raises `MalformedLog`, or `UnsupportedLog` (`start_unknown`) where the players cannot be made out."""
    seated, dirk = _gamedatas(log, pieces)
    opening = _opening(log, enough=1 if seated else len(log.persons))
    ids = _turn_order(log, seated, opening)
    names = {number(person.id): person.name or "" for person in log.persons}
    names |= {player: who.name for player, who in seated.items() if who.name}
    hands = [_deal(pieces, opening.hands[player]) if player in opening.hands else None for player in ids]
    return Start(
        ids=ids,
        seats=tuple(
            SeatInfo(seat, clean_name(names.get(player, "")) or str(player), f"bga:{player}")
            for seat, player in enumerate(ids)
        ),
        deals=[hand or (UNSEEN,) * _cards_dealt(log, seated, player) for player, hand in zip(ids, hands, strict=True)],
        deals_at=opening.hands_at,
        first=ids.index(opening.order[0]) if opening.order and opening.order[0] in ids else None,
        first_at=opening.first_at,
        dirk=dirk if len(ids) == 2 else (),
    )


def _gamedatas(log: Log, pieces: Pieces) -> tuple[dict[int, Seated], tuple[str, ...]]:
    """From the replay page, where the log has it: the players by id, and Dirk's tiles."""
    if log.gamedatas is None:
        return {}, ()
    try:
        data: GameDatas = _GAMEDATAS.decode(log.gamedatas)
        seated = {number(player): who for player, who in data.players.items()}
        if len(seated) != 2:
            return seated, ()
        neutral: Neutral = _NEUTRAL.decode(data.neutral)
    except msgspec.ValidationError as error:
        raise MalformedLog("schema", notification="gamedatas", found=str(error)) from None
    return seated, tuple(pieces.tile(building) for building in neutral.board.buildings)


def _opening(log: Log, enough: int) -> Opening:
    """Read changes of state until `enough` players have begun a turn; with 0, until the turns come round again."""
    opening = Opening({}, LogPosition(0), [], LogPosition(0))
    last: int | None = None
    for state, change, cursor in state_changes(log):
        if state in INITIAL_MONEY and not opening.hands:
            opening.hands = _hands(change.args, cursor)
            opening.hands_at = cursor.at(0)
            enough = enough if enough == 1 else max(enough, len(opening.hands))
        elif state in PLAYER_TURN and change.active_player is not None:
            player = number(change.active_player)
            if last is None:
                opening.first_at = cursor.at(0)
            if player not in opening.order:
                opening.order.append(player)
            elif player != last and not enough:
                break
            last = player
            if len(opening.order) == enough:
                break
    return opening


def _hands(args: msgspec.Raw, cursor: Cursor) -> dict[int, list[Card]]:
    try:
        hands = _HANDS.decode(args) or {}  # an empty map of the site is a list
        return {number(player): cards for player, cards in hands.items()}
    except msgspec.ValidationError as error:
        raise MalformedLog("schema", at=cursor.at(0), notification="gameStateChange", found=str(error)) from None


def _turn_order(log: Log, seated: dict[int, Seated], opening: Opening) -> list[int]:
    """By `no`; without it, the order of the first turns, then whoever else is known to play."""
    if seated:
        return sorted(seated, key=lambda player: number(seated[player].no))
    known: Iterable[int] = (*opening.order, *opening.hands, *(number(person.id) for person in log.persons))
    order = list(dict.fromkeys(known))
    if not order:
        raise UnsupportedLog("start_unknown")
    return order


def _deal(pieces: Pieces, cards: list[Card]) -> tuple[str, ...]:
    """The log gives a hand in no particular order. With the greatest card last it is a legal deal if any order is."""
    names = pieces.money(cards)
    return tuple(sorted(names, key=lambda name: (name[1:].zfill(2), name)))


def _cards_dealt(log: Log, seated: dict[int, Seated], player: int) -> int:
    """The number of start cards of a hand that was not shown: from `gamedatas`, else from the first change of it."""
    if player in seated and seated[player].cardCount is not None:
        return number(seated[player].cardCount or 0)
    change = 0
    for _, _, notifications in log.steps:
        for notification in notifications:
            if notification.type == "takeMoney":
                took: TakeMoney = _TAKE.decode(notification.args)
                change = len(took.cards) if number(took.player_id) == player else change
            elif notification.type == "buyBuilding":
                paid: BuyBuilding = _BUY.decode(notification.args)
                change = -len(paid.cards) if number(paid.player_id) == player else change
            elif notification.type == "updateMoneyCount" and change:
                count: UpdateMoneyCount = _COUNT.decode(notification.args)
                return number(count.count) - change
    raise UnsupportedLog("start_unknown", found=str(player))
