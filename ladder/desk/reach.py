"""Which leagues and matches a person's desk is about."""

from django.db.models import QuerySet

from games.models import Match, User
from ladder.models import Ladder, Role

MOST = 100
"""Items of one kind that the desk shows at most; the oldest come first."""


def ladders_of(user: User, *, arbiter: bool = False) -> QuerySet[Ladder]:
    """The leagues that a person manages, or with `arbiter` those he decides in as well; all for an admin."""
    if user.is_superuser:
        return Ladder.objects.all()
    kinds = [Role.Kind.MANAGER, *([Role.Kind.ARBITER] if arbiter else [])]
    return Ladder.objects.filter(roles__user=user, roles__kind__in=kinds).distinct()


def matches_of(user: User, *, arbiter: bool = False) -> QuerySet[Match]:
    """The matches of the games that these leagues take."""
    games = set(ladders_of(user, arbiter=arbiter).values_list("games", flat=True))
    if not games:
        return Match.objects.none()
    # a league without games takes all of them
    return Match.objects.all() if None in games else Match.objects.filter(game__in=games)
