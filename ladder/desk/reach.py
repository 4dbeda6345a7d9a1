"""Which leagues and matches a person's desk is about."""

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.functional import cached_property

from games.models import Match, Player, User
from ladder.models import Ladder, Role
from ladder.permissions import MAY, roles_of
from ladder.selectors.seasons import default_zone

MOST = 100
"""Items of one kind that the desk shows at most; the oldest come first."""


def ladders_of(user: User, *, arbiter: bool = False) -> QuerySet[Ladder]:
    """The leagues that a person manages, or with `arbiter` those he decides in as well; all for an admin."""
    if user.is_superuser:
        return Ladder.objects.all()
    kinds = [Role.Kind.MANAGER, *([Role.Kind.ARBITER] if arbiter else [])]
    return Ladder.objects.filter(roles__user=user, roles__kind__in=kinds).distinct()


class Reach:
    """What one person's desk is about, each part asked once however many kinds of items need it."""

    def __init__(self, user: User) -> None:
        self.user = user

    @cached_property
    def decided(self) -> list[Ladder]:
        """The leagues that he manages or decides in, with their games and rules."""
        managed = Role.objects.filter(ladder=OuterRef("pk"), user=self.user, kind=Role.Kind.MANAGER)
        ladders = ladders_of(self.user, arbiter=True).annotate(is_managed=Exists(managed))
        return list(ladders.prefetch_related("games", "rules"))

    @cached_property
    def managed(self) -> list[Ladder]:
        """The leagues that he manages."""
        return [ladder for ladder in self.decided if self.user.is_superuser or getattr(ladder, "is_managed", False)]

    def matches(self, *, arbiter: bool = False) -> QuerySet[Match]:
        """The matches of the games that the leagues take which he manages, or with `arbiter` decides in as well."""
        games = [ladder.games.all() for ladder in (self.decided if arbiter else self.managed)]
        if not games:
            return Match.objects.none()
        # a league without games takes all of them
        return (
            Match.objects.filter(game__in={game for some in games for game in some})
            if all(games)
            else Match.objects.all()
        )

    def may(self, act: str) -> bool:
        """Whether he may do this to people, who belong to no league."""
        return bool(self._roles & MAY[act])

    @cached_property
    def _roles(self) -> frozenset[str]:
        return roles_of(self.user, Player())

    @cached_property
    def zone(self) -> str:
        """As `default_zone`."""
        return default_zone()
