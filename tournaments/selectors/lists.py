"""Lists of tournaments, and of somebody's entries."""

from django.db.models import Count, F, OuterRef, QuerySet, Subquery
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


def stages_entered(player: Player) -> QuerySet[Stage]:
    """The stages of every tournament that somebody entered and everybody may read, the newest tournament first.

    Each has its tournament and game, and `entry_state`, what the player is there.
    """
    found = Stage.objects.filter(tournament__entrants__player=player)
    found = found.annotate(entry_state=F("tournament__entrants__state")).exclude(entry_state=Entrant.State.WITHDRAWN)
    found = found.exclude(tournament__state=Tournament.State.DRAFT).exclude(tournament__document__public=False)
    return found.select_related("tournament__game").order_by("-tournament__created_at", "-tournament", "number")
