"""Items about people: names that nobody checked."""

from django.db.models import Max, OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Match, Name, Player
from ladder import formats
from ladder.desk.item import Action, Item
from ladder.desk.reach import MOST, Reach


def unchecked(reach: Reach) -> list[Item]:
    """Provisional players who played in these leagues; of one whose matches are all struck out nobody needs to know."""
    played = reach.matches().exclude(state=Match.State.VOID)
    players = Player.objects.filter(state=Player.State.PROVISIONAL, seats__match__in=played).distinct()
    missed = Name.objects.filter(player=OuterRef("pk")).exclude(missed_at=None).order_by("-missed_at")
    players = players.annotate(last=Max("seats__match__ended_at"), missed=Subquery(missed.values("missed_at")[:1]))
    players = players.order_by("created_at", "pk")[:MOST]
    items = []
    for player in players:
        url = reverse("player", args=[player.slug])
        items.append(
            Item(
                "name",
                player.pk,
                player.created_at,
                _("Name not checked: %(name)s") % {"name": player.name},
                url,
                [_("Not found on BGA on %(day)s.") % {"day": formats.day(player.missed, reach.zone, year=True)}]
                if player.missed
                else [],
                _("Find out who it is: give the number on the platform, or join it with the player it is."),
                [Action(_("Look"), url, primary=True, post=False)],
                dismissible=True,
            )
        )
    return items
