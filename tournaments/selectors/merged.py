"""A player under every number that was his: merges leave the old ones behind."""

from collections.abc import Iterator

from games.models import Player


def known_as(player: Player | None) -> Iterator[int]:
    """A player's number, and of whom he was merged into."""
    return (one.pk for one in known_as_players(player))


def known_as_players(player: Player | None) -> Iterator[Player]:
    """A player, and whom he was merged into."""
    while player is not None:
        yield player
        player = player.merged_into
