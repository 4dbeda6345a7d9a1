"""Players for lists, searches and their own pages."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from rapidfuzz.distance import Levenshtein

from games.models import Match, Merge, Name, Player, Seat
from games.models.player import fold, near_key


def players_list(query: str = "", *, provisional: bool = False, member: bool = False) -> QuerySet[Player]:
    """Players ever seen under a name that holds `query`, with `matches` and `last_match`; void matches apart.

    Merged players are never listed, nor those left without any name, for their import was taken back. To readers who are no `member`, hidden names lead nowhere.
    """
    named = Exists(Name.objects.filter(player=OuterRef("pk")))
    listed = Player.objects.exclude(state=Player.State.MERGED).filter(named | Q(state=Player.State.ANONYMISED))
    players = listed.annotate(
        matches=Count("seats", filter=~void("seats__match")),
        last_match=Max("seats__match__ended_at", filter=~void("seats__match")),
    )
    if folded := fold(query):
        named = Exists(Name.objects.filter(player=OuterRef("pk"), folded__contains=folded))
        players = players.filter(named if member else Q(named, full_name="") | Q(~Q(full_name=""), name__iexact=query))
    if provisional:
        players = players.filter(state=Player.State.PROVISIONAL)
    return players.order_by("name", "pk")


def games_played(players: Iterable[Player]) -> dict[int, list[str]]:
    """The names of the games that each of these players played, in order; void matches apart."""
    seats = Seat.objects.filter(~void("match"), player__in=list(players)).order_by("match__game__name")
    played: dict[int, list[str]] = {}
    for player, game in seats.values_list("player", "match__game__name").distinct():
        played.setdefault(player, []).append(game)
    return played


def void(match: str) -> Q:
    return Q(**{f"{match}__state": Match.State.VOID})


@dataclass(frozen=True)
class Candidates:
    """Who may be meant by a typed name: those seen under exactly it, and near ones to be offered, never taken."""

    exact: list[Player]
    near: list[Player]


NEAR_ONES = 5


def candidates(name: str) -> Candidates:
    """Players behind a typed name. Near: as `is_near` has it."""
    folded = fold(name)
    exact = list(Player.objects.filter(names__folded=folded).distinct())
    return Candidates(exact, [] if exact else near(folded))


def near(folded: str) -> list[Player]:
    """At most five players with a name near this one, the nearest first."""
    seen = Name.objects.filter(_may_be_near(folded)).values_list("folded", "player")
    distance: dict[int, int] = {}
    for text, player in seen:
        if is_near(folded, text):
            distance[player] = min(distance.get(player, 99), Levenshtein.distance(folded, text))
    nearest = sorted(distance, key=lambda player: (distance[player], player))[:NEAR_ONES]
    found = Player.objects.in_bulk(nearest)
    return [found[player] for player in nearest]


def _may_be_near(folded: str) -> Q:
    """What the database can say at once: after one edit one half of a name is still as it was."""
    half = len(folded) // 2
    start, end = folded[:half], folded[half:]
    same_half = Q(folded__endswith=end)
    if start:
        same_half |= Q(folded__startswith=start)
    return same_half | Q(key=near_key(folded))


def is_near(one: str, other: str) -> bool:
    """One edit away, or equal but for punctuation and digits at the end. Both names folded."""
    return near_key(one) == near_key(other) or Levenshtein.distance(one, other, score_cutoff=1) <= 1


def formerly(player: Player) -> list[Player]:
    """The players who were merged into this one, also by way of another."""
    found: list[Player] = []
    waiting = [player]
    while waiting:
        merged = list(Player.objects.filter(merged_into__in=waiting).order_by("pk"))
        found += merged
        waiting = merged
    return found


def merged_now(into: Mapping[int, int | None]) -> dict[int, int]:
    """Who each of these players is today, by number; `into` says whom each was merged into, None for who was not.

    Those who were merged into nobody are left out; where that is everybody, nothing is asked.
    """
    next_ones = {pk: other for pk, other in into.items() if other is not None}
    asked = {other for other in next_ones.values() if other not in into}
    while asked:
        further = dict(Player.objects.filter(pk__in=asked).values_list("pk", "merged_into"))
        next_ones |= {pk: other for pk, other in further.items() if other is not None}
        asked = {other for other in further.values() if other is not None} - next_ones.keys() - further.keys()
    found = {}
    for pk, other in into.items():
        while other is not None:
            found[pk], other = other, next_ones.get(other)
    return found


def merge_of(player: Player) -> Merge | None:
    """The merge by which a player belongs to another at present."""
    return Merge.objects.filter(source=player, undone_at=None).first()


def hiding(match: Match | None) -> list[Player]:
    """The players of a match who show their names to members only."""
    return [] if match is None else list(Player.objects.filter(seats__match=match).exclude(full_name=""))


def names_public(match: Match | None, people: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """People as a file names them, fit for everybody: who hides his name has initials and no number."""
    shown = {player.pk: player.name for player in hiding(match)}
    if not shown:
        return people
    known = dict(Name.objects.filter(player__in=shown).values_list("text", "player"))
    return [
        {**person, "name": shown[known[person["name"]]], "id": None} if person.get("name") in known else person
        for person in people
    ]
