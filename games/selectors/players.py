"""Players for lists, searches and their own pages."""

from dataclasses import dataclass

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from rapidfuzz.distance import Levenshtein

from games.models import Match, Name, Player
from games.models.player import fold


def players_list(query: str = "", *, provisional: bool = False) -> QuerySet[Player]:
    """Players ever seen under a name that holds `query`, with `matches` and `last_match`; void matches apart."""
    players = Player.objects.annotate(
        matches=Count("seats", filter=~void("seats__match")),
        last_match=Max("seats__match__ended_at", filter=~void("seats__match")),
    )
    if folded := fold(query):
        players = players.filter(Exists(Name.objects.filter(player=OuterRef("pk"), folded__contains=folded)))
    if provisional:
        players = players.filter(state=Player.State.PROVISIONAL)
    return players.order_by("name", "pk")


def void(match: str) -> Q:
    return Q(**{f"{match}__state": Match.State.VOID})


@dataclass(frozen=True)
class Candidates:
    """Who may be meant by a typed name: those seen under exactly it, and near ones to be offered, never taken."""

    exact: list[Player]
    near: list[Player]


NEAR_ONES = 5


def candidates(name: str) -> Candidates:
    """Players behind a typed name. Near: one edit away, a digit at the end more or less, or equal without punctuation."""
    folded = fold(name)
    exact = list(Player.objects.filter(names__folded=folded).distinct())
    if exact:
        return Candidates(exact, [])
    seen = Name.objects.values_list("folded", "player")
    near = dict.fromkeys(player for text, player in seen if is_near(folded, text))
    found = Player.objects.in_bulk(list(near)[:NEAR_ONES])
    return Candidates([], [found[pk] for pk in near if pk in found])


def is_near(one: str, other: str) -> bool:
    if Levenshtein.distance(one, other, score_cutoff=1) <= 1:
        return True
    bare = [text.rstrip("0123456789") for text in (one, other)]
    if bare[0] and bare[0] == bare[1]:
        return True
    letters = ["".join(sign for sign in text if sign.isalnum()) for text in (one, other)]
    return bool(letters[0]) and letters[0] == letters[1]
