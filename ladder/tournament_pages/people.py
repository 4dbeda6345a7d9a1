"""Who is meant by an entrant, and how the reader may read his name."""

from collections.abc import Iterable, Sequence

from games.models import Player
from ladder.formats import listed
from ladder.views.match_parts import Person
from tournaments.selectors.board import Board


def player_now(player: Player) -> Player:
    """Who he belongs to by now."""
    while player.merged_into is not None:
        player = player.merged_into
    return player


class People:
    """The entrants of some stages by number."""

    def __init__(self, boards: Sequence[Board], reader: Person) -> None:
        self.reader = reader
        self._players = {
            number: player_now(entrant.player) for board in boards for number, entrant in board.entrants.items()
        }

    def player(self, entrant: int) -> Player:
        return self._players[entrant]

    def called(self, player: Player) -> str:
        """The name; of one who hides it, the initials, except for readers who are logged in."""
        return player.known_as if self.reader.is_authenticated else player.name

    def name(self, entrant: int) -> str:
        return self.called(self._players[entrant])

    def names(self, entrants: Iterable[int]) -> str:
        """Ada, Bruno and Carla."""
        return listed([self.name(one) for one in entrants])

    def is_reader(self, player: Player) -> bool:
        return player.user_id is not None and player.user_id == self.reader.pk
