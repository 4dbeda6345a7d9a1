"""People in results: found by their identity on a platform, else by exact name, else made anew."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import chain, count

import msgspec
from django.db import transaction
from django.utils.text import slugify

from games.models import Identity, Name, Player, User
from games.models.player import fold
from games.services.locks import recording


class Seen(msgspec.Struct, frozen=True):
    """Somebody as a document or a person names him. `platform_id` is None where only the name is known."""

    name: str
    platform: str = ""
    platform_id: str | None = None


@transaction.atomic(savepoint=False)
def players_for(people: Sequence[Seen], *, at: datetime, source: Name.Source, by: User | None = None) -> list[Player]:
    """The players behind `people`, in their order; those who are new are made.

    An id decides alone. Somebody without one is the only player ever seen under exactly that name, or else a new
    provisional player. The names are noted as seen at `at`; `by`, who brings them, may change those shown.
    """
    players = _known(people)
    if len(players) < len(set(people)):
        recording()
        players = _known(people)
        for person in people:
            if person not in players:
                players[person] = _player_new(person)
    seen = [(players[person], person.name) for person in players]
    names_note(seen, at=at, source=source)
    if source == Name.Source.RECORD or (by is not None and _may_name(by, players.values())):
        _names_show(seen, at=at)
    return [players[person] for person in people]


def _known(people: Sequence[Seen]) -> dict[Seen, Player]:
    ids = [person.platform_id for person in people if person.platform_id]
    identities = Identity.objects.select_related("player").filter(platform_id__in=ids)
    by_identity = {(identity.platform, identity.platform_id): identity.player for identity in identities}
    found = {
        person: by_identity.get((person.platform, person.platform_id))
        if person.platform_id
        else player_by_name(person.name)
        for person in people
    }
    return {person: player for person, player in found.items() if player is not None}


def player_by_name(name: str) -> Player | None:
    """The one player who was ever seen under exactly this name (case and accents apart); None if none or several."""
    found = Player.objects.filter(names__folded=fold(name)).distinct()[:2]
    return found[0] if len(found) == 1 else None


def names_note(seen: Iterable[tuple[Player, str]], *, at: datetime, source: Name.Source) -> None:
    """Note that these players bore these names at an instant."""
    seen = [(player, name) for player, name in seen if name]
    named = Name.objects.filter(player__in=[player for player, _name in seen], text__in={name for _, name in seen})
    wanted = {(player.pk, name) for player, name in seen}
    rows = {key: row for row in named if (key := (row.player_id, row.text)) in wanted}
    unseen = [pair for pair in seen if (pair[0].pk, pair[1]) not in rows]
    Name.objects.bulk_create(
        (
            Name(player=player, text=name, folded=fold(name), first_seen=at, last_seen=at, source=source)
            for player, name in unseen
        ),
        ignore_conflicts=True,
    )
    if any(at < row.first_seen for row in rows.values()):
        Name.objects.filter(pk__in=[row.pk for row in rows.values()], first_seen__gt=at).update(first_seen=at)
    if any(at > row.last_seen for row in rows.values()):
        Name.objects.filter(pk__in=[row.pk for row in rows.values()], last_seen__lt=at).update(last_seen=at)


def _may_name(by: User, players: Iterable[Player]) -> bool:
    """Whether somebody's word on these names is taken in public: who sat at the table himself, or an admin."""
    return by.is_superuser or any(player.user_id == by.pk for player in players)


def _names_show(seen: Iterable[tuple[Player, str]], *, at: datetime) -> None:
    """Show these names, unless the one shown was seen later; of players with an account it stays."""
    for player, name in seen:
        if not name or name == player.name or player.user_id is not None:
            continue
        if not player.names.filter(text=player.name, last_seen__gt=at).exists():
            player.name = name
            player.save(update_fields=["name"])


def player_provisional(name: str, *, at: datetime) -> Player:
    """A new player who is known by a typed name alone."""
    recording()
    player = _player_new(Seen(name))
    names_note([(player, name)], at=at, source=Name.Source.TYPED)
    return player


def _player_new(person: Seen) -> Player:
    """A player under a free slug: the name's own, else with a number behind it."""
    name = person.name or f"{person.platform} {person.platform_id}"
    stem = slugify(name)[:70] or "player"
    taken = set(Player.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    numbered = (f"{stem}-{number}" for number in count(2))
    slug = next(slug for slug in chain([stem], numbered) if slug not in taken)
    state = Player.State.IDENTIFIED if person.platform_id else Player.State.PROVISIONAL
    player = Player.objects.create(slug=slug, name=name, state=state)
    if person.platform_id:
        Identity.objects.create(platform=person.platform, platform_id=person.platform_id, player=player)
    return player
