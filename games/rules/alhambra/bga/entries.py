"""The entries of a script while they are collected, each with its place."""

from games.bga.stream import Cursor
from games.engine.events import Action, Claim, Entry, Event, LogPosition, Seat
from games.rules.alhambra.claims import TakenBack


class Entries:
    """Entries in order. `turn_from` is the first decision of this turn, -1 when there is none yet."""

    def __init__(self) -> None:
        self.list: list[Entry] = []
        self.cursor = Cursor()
        self.turn_from = -1

    def add(self, event: Event) -> None:
        """One more, at the cursor."""
        entries, at = self.list, self.cursor
        entries.append(Entry(event, LogPosition(len(entries), "", at.packet, at.move_id, at.notification)))

    def add_at(self, event: Event, at: LogPosition) -> None:
        """One more, at a place passed before."""
        self.list.append(Entry(event, _numbered(at, len(self.list))))

    def insert(self, index: int, event: Event) -> None:
        """One before others; its place is the cursor's."""
        moved = self.list[index:]
        self.list[index:] = [Entry(event, self.cursor.at(index))]
        for entry in moved:
            self.add_at(entry.event, entry.at)

    def replace(self, index: int, event: Event) -> None:
        """Another event at the same place."""
        self.list[index] = Entry(event, self.list[index].at)

    def here(self) -> LogPosition:
        """The cursor's place, for the next entry."""
        return self.cursor.at(len(self.list))

    def take_back(self, seat: Seat) -> None:
        """Everything decided and stated since `turn_from` becomes one event; what the site did stays."""
        if self.turn_from < 0:
            return
        undone = self.list[self.turn_from :]
        del self.list[self.turn_from :]
        taken = [entry for entry in undone if isinstance(entry.event, Action | Claim)]
        for entry in undone:
            if entry not in taken:
                self.add_at(entry.event, entry.at)
        index = len(self.list)
        parts = {f"events[{number}]": _numbered(entry.at, index) for number, entry in enumerate(taken)}
        self.list.append(Entry(TakenBack(seat, tuple([entry.event for entry in taken])), self.here(), parts))  # type: ignore[misc]
        self.turn_from = len(self.list)


def _numbered(at: LogPosition, event: int) -> LogPosition:
    return LogPosition(event, "", at.packet, at.move_id, at.notification)
