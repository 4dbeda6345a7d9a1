"""From the address to the tournament, for whoever may see it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest

from ladder.permissions import may
from tournaments.models import Entrant, Stage, Tournament, TournamentRole
from tournaments.selectors.board import Board, boards_of
from tournaments.selectors.standings import Placed, classified


@dataclass
class Shown:
    """A tournament as somebody sees it. `me` is the reader's own entry, `directs` whether he directs it."""

    tournament: Tournament
    stages: list[Stage]
    me: Entrant | None
    directs: bool

    @cached_property
    def boards(self) -> list[Board]:
        """The stages that have begun."""
        begun = [stage for stage in self.stages if stage.state != Stage.State.PLANNED]
        return boards_of(begun) if begun else []

    @cached_property
    def places(self) -> list[Placed]:
        """The order over all stages, the best first."""
        return classified(self.boards)

    @property
    def zone(self) -> str:
        return self.tournament.time_zone


def shown(request: HttpRequest, slug: str) -> Shown:
    """The tournament of an address. What is not public yet, or not for everybody, is there for those who run it or play."""
    user = request.user
    directing = TournamentRole.objects.filter(tournament=OuterRef("tournament"), user=user.pk, kind="director")
    rows = Stage.objects.filter(tournament__slug=slug).select_related("tournament__game").order_by("number")
    stages = list(rows.annotate(directs=Exists(directing)))
    if not stages:
        raise Http404(slug)
    tournament, me = stages[0].tournament, None
    for stage in stages:
        stage.tournament = tournament
    directs = user.is_authenticated and (user.is_superuser or stages[0].directs)
    if user.is_authenticated:
        me = tournament.entrants.filter(player__user=user).exclude(state=Entrant.State.WITHDRAWN).first()
    public = tournament.state != Tournament.State.DRAFT and (me is not None or tournament.terms.public)
    if not (public or directs or may(user, "see_hidden_tournament", tournament)):
        raise Http404(slug)
    return Shown(tournament, stages, me, directs)


def frame(seen: Shown, tab: str, **more: Any) -> dict[str, Any]:
    """What every page of a tournament needs."""
    return {
        "section": "tournaments",
        "tournament": seen.tournament,
        "zone": seen.zone,
        "directs": seen.directs,
        "me": seen.me,
        "tab": tab,
        **more,
    }
