"""What a merge would do, as lines of text: for commands."""

from collections.abc import Iterator

from django.core.management.base import CommandError

from games.models import Player
from games.services.players import player_now
from ladder import formats
from ladder.selectors.merging import Change, Preview
from ladder.selectors.rankings import RankedPlayer


def player_asked(slug: str) -> Player:
    """The player at an address, or whoever he belongs to by now. Raises `CommandError`."""
    player = Player.objects.filter(slug=slug).first()
    if player is None:
        raise CommandError(f"no player has the address {slug}")
    return player_now(player)


def preview_lines(preview: Preview) -> Iterator[str]:
    yield f"{preview.source.known_as} ({preview.source.slug}) -> {preview.target.known_as} ({preview.target.slug})"
    for player in (preview.source, preview.target):
        names = ", ".join(name.text for name in player.names.all())
        yield f"  {player.slug}: names {names or '-'}; ids {', '.join(map(str, player.identities.all())) or '-'}"
    yield f"  {preview.matches} matches move"
    for match in preview.blocks.matches:
        yield f"  BLOCKED: both sat at match {match.slug}"
    for platform, ids in preview.blocks.platforms:
        yield f"  BLOCKED unless --two-accounts: two ids on {platform}: {', '.join(ids)}"
    for one in preview.tournaments:
        tables = f"tournament {one.tournament.slug}, {one.tables} tables"
        yield f"  BLOCKED unless --two-entrants: both entered {tables}" if one.both else f"  {tables}"
    for effect in preview.months:
        state = "closed: a pending revision" if effect.season.is_closed else "open: at once"
        yield f"  {effect.season.ladder.slug} {effect.season.key}, {effect.matches} matches ({state})"
        for change in effect.changes:
            yield f"    {change_line(change)}"


def change_line(change: Change) -> str:
    return f"{change.player.known_as}: {line(change.before)} -> {line(change.after)}"


def line(row: RankedPlayer | None) -> str:
    if row is None:
        return "not in it"
    return f"{row.rank or 'no rank'}, {formats.points(row.points)} points in {row.row.played} matches"
