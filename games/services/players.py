"""People in results: found by their identity on a platform, else by exact name, else made anew."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain, count

import msgspec
from django.db import transaction
from django.db.models import F, Q
from django.utils.crypto import salted_hmac
from django.utils.text import slugify

from games.models import Identity, Name, OldAddress, Player, User
from games.models.player import fold, near_key
from games.services.audit import audit
from games.services.locks import recording
from games.services.names_kept import names_changed


class Seen(msgspec.Struct, frozen=True):
    """Somebody as a document or a person names him. `platform_id` is None where only the name is known."""

    name: str
    platform: str = ""
    platform_id: str | None = None


@transaction.atomic(savepoint=False)
def players_for(people: Sequence[Seen], *, at: datetime, source: Name.Source, by: User | None = None) -> list[Player]:
    """The players behind `people`, in their order; those who are new are made.

    A known id decides alone. An id seen for the first time belongs to the only player ever seen under exactly that name
    if he is provisional, and identifies him. Somebody without one is the only player of that name, or else a new
    provisional one. The names are noted as seen at `at`; `by`, who brings them, may change those shown.
    """
    players, bearers = _known(people)
    if len(players) < len(set(people)) or any(_identifies(person, player) for person, player in players.items()):
        recording()
        players, bearers = _known(people)
        for person in people:
            if person not in players:
                players[person] = _player_new(person)
            elif _identifies(person, players[person]):
                _identify(players[person], person, by)
    seen = [(players[person], person.name) for person in players]
    names_note(seen, at=at, source=source, bearers=bearers)
    if source == Name.Source.RECORD or (by is not None and _may_name(by, players.values())):
        _names_show(seen, at=at)
    return [players[person] for person in people]


def players_known(people: Sequence[Seen]) -> dict[Seen, Player]:
    """Those of `people` who are known; makes nobody."""
    return _known(people)[0]


def _known(people: Sequence[Seen]) -> tuple[dict[Seen, Player], dict[tuple[int, str], int]]:
    """The players who are there already, and of merged ones who it is that bears a name."""
    ids = [stored for person in people if person.platform_id for stored in stored_ids(person)]
    identities = Identity.objects.select_related("player").filter(platform_id__in=ids)
    by_identity = {(identity.platform, identity.platform_id): identity for identity in identities}
    players: dict[Seen, Player] = {}
    bearers: dict[tuple[int, str], int] = {}
    for person in people:
        identity = next((by_identity[key] for key in keys(person) if key in by_identity), None)
        player = identity.player if identity else player_by_name(person.name)
        if identity is None and person.platform_id and player is not None:
            player = player if player.is_provisional and player not in players.values() else None
        if player is not None:
            players[person] = player
        if identity is not None and identity.recorded_for_id != identity.player_id:
            bearers[identity.player_id, person.name] = identity.recorded_for_id
    return players, bearers


def _identifies(person: Seen, player: Player) -> bool:
    """Whether this is the first id that is seen of a player known by a bare name."""
    return bool(person.platform_id) and player.is_provisional


def _identify(player: Player, person: Seen, by: User | None) -> None:
    Identity.objects.create(platform=person.platform, platform_id=str(person.platform_id), player=player)
    player.state = Player.State.IDENTIFIED
    player.save(update_fields=["state"])
    audit("player.identified", player, actor=by, platform=person.platform)


def keys(person: Seen) -> list[tuple[str, str]]:
    return [(person.platform, stored) for stored in stored_ids(person)] if person.platform_id else []


def stored_ids(person: Seen) -> tuple[str, str]:
    """How an id may be stored: as it is, or unreadable, where the name of its player was removed."""
    return str(person.platform_id), unreadable(person.platform, str(person.platform_id))


def unreadable(platform: str, platform_id: str) -> str:
    """An id in a form that still recognises it and shows it to nobody."""
    return "~" + salted_hmac("games.identity", f"{platform}:{platform_id}").hexdigest()


def player_by_name(name: str) -> Player | None:
    """The one player who was ever seen under exactly this name (case and accents apart); None if none or several."""
    found = Player.objects.filter(names__folded=fold(name)).distinct()[:2]
    return found[0] if len(found) == 1 else None


def players_now(players: Sequence[Player]) -> list[Player]:
    """These players, or whom they were merged into meanwhile. Call it after `recording()`."""
    gone = set(
        Player.objects.filter(pk__in=[player.pk for player in players], state=Player.State.MERGED).values_list(
            "pk", flat=True
        )
    )
    return [player_now(player) if player.pk in gone else player for player in players]


def player_now(player: Player) -> Player:
    """Whom a player was merged into in the end; himself if he was not."""
    now = Player.objects.get(pk=player.pk)
    while now.merged_into_id is not None:
        now = Player.objects.get(pk=now.merged_into_id)
    return now


def recorded_for(seen: Sequence[tuple[Player, Seen]]) -> list[int]:
    """For whom a seat is recorded: of merged players, the one whose id or name the result bears."""
    players = {player.pk for player, _person in seen}
    if not Player.objects.filter(merged_into__in=players).exists():
        return [player.pk for player, _person in seen]
    moved = ~Q(recorded_for=F("player"))
    ids = Identity.objects.filter(moved, player__in=players).values_list("platform", "platform_id", "recorded_for")
    by_id = {(platform, platform_id): pk for platform, platform_id, pk in ids}
    by_name: dict[tuple[int, str], int] = {}
    for player, folded, pk in Name.objects.filter(player__in=players).values_list("player", "folded", "recorded_for"):
        if pk == player or (player, folded) not in by_name:
            by_name[player, folded] = pk

    def one(player: Player, person: Seen) -> int:
        if person.platform_id:
            return by_id.get((person.platform, person.platform_id), player.pk)
        return by_name.get((player.pk, fold(person.name)), player.pk)

    return [one(player, person) for player, person in seen]


def names_note(
    seen: Iterable[tuple[Player, str]],
    *,
    at: datetime,
    source: Name.Source,
    bearers: Mapping[tuple[int, str], int] | None = None,
) -> None:
    """Note that these players bore these names at an instant. `bearers`: for whom a name is noted, of merged players."""
    bearers = bearers or {}
    seen = [(player, name) for player, name in seen if name and not player.is_anonymised]
    named = Name.objects.filter(player__in=[player.pk for player, _name in seen], text__in={name for _, name in seen})
    wanted = {(player.pk, name) for player, name in seen}
    rows: dict[tuple[int, str], Name] = {}
    for row in named:
        key = (row.player_id, row.text)
        if key in wanted and (key not in rows or row.recorded_for_id == bearers.get(key, row.player_id)):
            rows[key] = row
    unseen = [pair for pair in seen if (pair[0].pk, pair[1]) not in rows]
    Name.objects.bulk_create(
        (
            name_new(player, name, at=at, source=source, bearer=bearers.get((player.pk, name)))
            for player, name in unseen
        ),
        ignore_conflicts=True,
    )
    if any(at < row.first_seen for row in rows.values()):
        Name.objects.filter(pk__in=[row.pk for row in rows.values()], first_seen__gt=at).update(first_seen=at)
    if any(at > row.last_seen for row in rows.values()):
        Name.objects.filter(pk__in=[row.pk for row in rows.values()], last_seen__lt=at).update(last_seen=at)


def name_new(player: Player, text: str, *, at: datetime, source: Name.Source, bearer: int | None = None) -> Name:
    """The row of a name seen for the first time, not stored yet."""
    folded = fold(text)
    return Name(
        player=player,
        recorded_for_id=bearer or player.pk,
        text=text,
        folded=folded,
        key=near_key(folded),
        first_seen=at,
        last_seen=at,
        source=source,
    )


def _may_name(by: User, players: Iterable[Player]) -> bool:
    """Whether somebody's word on these names is taken in public: who sat at the table himself, or an admin."""
    return by.is_superuser or any(player.user_id == by.pk for player in players)


def _names_show(seen: Iterable[tuple[Player, str]], *, at: datetime) -> None:
    """Show these names, unless the one shown was seen later; of players with an account it stays."""
    for player, name in seen:
        if not name or name == player.known_as or player.user_id is not None or player.is_anonymised:
            continue
        if not player.names.filter(text=player.known_as, last_seen__gt=at).exists():
            name_show(player, name)


def name_show(player: Player, name: str) -> None:
    """Call a player so: for everybody, or by initials if he hides his name."""
    if player.is_hidden:
        player.name, player.full_name = initials(name), name
    else:
        player.name = name
    player.save(update_fields=["name", "full_name"])
    names_changed()


def initials(name: str) -> str:
    """The first letter of each part of a name.

    >>> initials("nuno_mar")
    'N. M.'
    """
    parts = "".join(sign if sign.isalnum() else " " for sign in name).split() or ["?"]
    return " ".join(f"{part[0].upper()}." for part in parts[:4])


def player_provisional(name: str, *, at: datetime, source: Name.Source = Name.Source.TYPED) -> Player:
    """A new player who is known by a bare name alone."""
    recording()
    player = _player_new(Seen(name))
    names_note([(player, name)], at=at, source=source)
    return player


def player_named(name: str, *, at: datetime) -> Player:
    """Somebody new whom a person names; two who name him at once mean the same one. Call it in a transaction."""
    recording()
    return player_by_name(name) or player_provisional(name, at=at)


def _player_new(person: Seen) -> Player:
    """A player under a free slug: the name's own, else with a number behind it."""
    name = person.name or f"{person.platform} {person.platform_id}"
    state = Player.State.IDENTIFIED if person.platform_id else Player.State.PROVISIONAL
    player = Player.objects.create(slug=slug_free(name), name=name, state=state)
    if person.platform_id:
        Identity.objects.create(platform=person.platform, platform_id=person.platform_id, player=player)
    return player


def slug_free(name: str) -> str:
    """An address for this name that nobody has, and that nobody had who gave it up."""
    stem = slugify(name)[:70] or "player"
    taken = set(Player.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    candidates = chain([stem], (f"{stem}-{number}" for number in count(2)))
    return next(slug for slug in candidates if slug not in taken and not given_up(slug))


def given_up(slug: str) -> bool:
    return OldAddress.objects.filter(digest=OldAddress.digest_of(slug)).exists()
