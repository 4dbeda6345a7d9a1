"""Lists of tournaments, and of somebody's entries."""

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Player
from tournaments.models import Entrant, Round, Stage, Tournament

IN = (Entrant.State.ENTERED, Entrant.State.CHECKED_IN, Entrant.State.ACTIVE)
GOING_ON = (Tournament.State.RUNNING, Tournament.State.CHECK_IN, Tournament.State.ENTRIES)
OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)


def tournaments_shown(game: str = "") -> QuerySet[Tournament]:
    """Tournaments that everybody may read, newest first, each with its game, how many are in (`people`) and the next
    deadline of a round that is played (`next_deadline`). `game` is a game's key."""
    people = Entrant.objects.filter(tournament=OuterRef("pk"), state__in=(*IN, Entrant.State.DROPPED))
    counted = people.order_by().values("tournament").annotate(n=Count("pk")).values("n")
    rounds = Round.objects.filter(
        stage__tournament=OuterRef("pk"), state__in=[Round.State.PUBLISHED, Round.State.PLAYING]
    )
    found = Tournament.objects.exclude(state=Tournament.State.DRAFT).exclude(document__public=False)
    if game:
        found = found.filter(game__key=game)
    return found.select_related("game").annotate(
        people=Coalesce(Subquery(counted), 0),
        next_deadline=Subquery(rounds.order_by("deadline").values("deadline")[:1]),
    )


def entries_of(player: Player) -> QuerySet[Entrant]:
    """A player's entries in tournaments that everybody may read, newest first; those withdrawn left out."""
    found = player.entries.exclude(state=Entrant.State.WITHDRAWN).exclude(tournament__state=Tournament.State.DRAFT)
    found = found.exclude(tournament__document__public=False)
    return found.select_related("tournament__game", "player").order_by("-tournament__created_at", "-pk")


def stages_begun(tournaments: list[int]) -> list[Stage]:
    """The stages of these tournaments that have begun, in order, with their tournaments and games."""
    rows = Stage.objects.filter(tournament__in=tournaments).exclude(state=Stage.State.PLANNED)
    return list(rows.select_related("tournament__game").order_by("tournament", "number"))
