"""Players for lists, searches and their own pages."""

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

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
