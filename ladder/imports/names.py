"""Who is meant by the names of a file: known, near to somebody, or new."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from games.models import Identity, Name, Player
from games.models.player import fold
from games.selectors.players import is_near, near
from games.services.players import Seen, stored_ids

NEW = "new"
"""The answer for somebody who is nobody of those offered."""
ASKED = 2_000
"""Names for which near ones are looked up; a file with more new names than that is no month's."""


@dataclass(slots=True)
class Person:
    """A name of the file, with its id where the file has one.

    `player` is who it is, None for somebody new or not decided; `offered` are those who may be meant; `beside` are the
    other names of the file that are near to it.
    """

    name: str
    platform_id: str = ""
    rows: int = 0
    player: Player | None = None
    offered: list[Player] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)
    several: bool = False
    decided: bool = False

    @property
    def key(self) -> str:
        return key_of(self.name, self.platform_id)

    @property
    def must_be_asked(self) -> bool:
        """Several bear just this name: nothing is taken before somebody says who."""
        return self.several and not self.decided

    @property
    def is_near(self) -> bool:
        return self.player is None and bool((self.offered and not self.several) or self.beside)


def key_of(name: str, platform_id: str = "") -> str:
    return f"{fold(name)}#{platform_id}" if platform_id else fold(name)


def people_of(named: Iterable[tuple[str, str]], answers: Mapping[str, str]) -> dict[str, Person]:
    """Everybody in a file, by key. `answers` hold a slug or `new` by key; a near name is never taken without one."""
    people: dict[str, Person] = {}
    for (name, platform_id), rows in Counter(named).items():
        person = people.setdefault(key_of(name, platform_id), Person(name, platform_id))
        person.rows += rows
    _known_ids(people)
    _known_names(people)
    _answered(people, answers)
    unknown = [
        person for person in people.values() if person.player is None and not person.decided and not person.several
    ]
    if len(unknown) <= ASKED:
        for person in unknown:
            person.offered = near(fold(person.name))
    _beside(people)
    return people


def near_pairs(people: Iterable[Person]) -> list[tuple[str, str]]:
    """The pairs of names in a file, or of a name and a player, that may be one person."""
    pairs = {tuple(sorted((person.name, other))) for person in people for other in person.beside}
    pairs |= {(player.name, person.name) for person in people if not person.several for player in person.offered}
    return sorted((one, other) for one, other in pairs)


def _known_ids(people: Mapping[str, Person]) -> None:
    with_id = {
        stored: person
        for person in people.values()
        if person.platform_id
        for stored in stored_ids(Seen(person.name, "bga", person.platform_id))
    }
    for identity in Identity.objects.filter(platform="bga", platform_id__in=with_id).select_related("player"):
        with_id[identity.platform_id].player = identity.player


def _known_names(people: Mapping[str, Person]) -> None:
    unknown = [person for person in people.values() if person.player is None]
    folded = {fold(person.name) for person in unknown}
    bearers: dict[str, dict[int, Player]] = {}
    for name in Name.objects.filter(folded__in=folded).select_related("player"):
        bearers.setdefault(name.folded, {})[name.player_id] = name.player
    for person in unknown:
        found = list(bearers.get(fold(person.name), {}).values())
        if len(found) == 1 and (found[0].is_provisional or not person.platform_id):
            person.player = found[0]
        elif found and not person.platform_id:
            person.offered, person.several = found, True


def _answered(people: Mapping[str, Person], answers: Mapping[str, str]) -> None:
    slugs = {slug for key, slug in answers.items() if key in people and slug != NEW}
    players = {player.slug: player for player in Player.objects.filter(slug__in=slugs)}
    for key, slug in answers.items():
        person = people.get(key)
        if person is None or person.platform_id:
            continue
        if slug == NEW:
            person.player, person.decided = None, True
        elif slug in players:
            person.player, person.decided = players[slug], True


def _beside(people: Mapping[str, Person]) -> None:
    """Names of the file that are near to each other, found by what is left of them after one edit."""
    alike: dict[str, list[Person]] = {}
    for person in people.values():
        for sign in signatures(fold(person.name)):
            alike.setdefault(sign, []).append(person)
    for group in alike.values():
        if 1 < len(group) <= 20:
            for person in group:
                for other in group:
                    apart = person is not other and other.name not in person.beside
                    if apart and is_near(fold(person.name), fold(other.name)) and _may_be_one(person, other):
                        person.beside.append(other.name)


def _may_be_one(person: Person, other: Person) -> bool:
    if person.player is not None and other.player is not None:
        return False
    return not (person.decided or other.decided)


def signatures(text: str) -> set[str]:
    """Two texts one edit apart share one of these; so do those that differ in punctuation and digits at the end."""
    bare = "".join(sign for sign in text if sign.isalnum()).rstrip("0123456789")
    return {text, f"~{bare}", *(text[:place] + text[place + 1 :] for place in range(len(text)))}
