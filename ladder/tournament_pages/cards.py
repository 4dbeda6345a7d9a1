"""The picture that other sites show beside a link to a tournament."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ladder import formats
from ladder.publishing.cards import Card
from ladder.selectors.community import community_name
from ladder.tournament_pages.finding import shown
from ladder.tournament_pages.people import People
from ladder.tournament_pages.rounds import present, title_among
from ladder.tournament_pages.why import final_order
from ladder.views.cards import TOP, community_language, drawn
from tournaments.models import Tournament


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, state, and who won or which round is played; of one that everybody may read."""
    request.user = AnonymousUser()
    seen = shown(request, slug)
    event = seen.tournament

    def make() -> Card:
        people, below, lines = People(seen.boards, request.user), str(event.get_state_display()), []
        if event.state == Tournament.State.FINISHED:
            placed = final_order(seen.places[:TOP], seen.boards, people)
            lines = [(line.place, line.player.name, "") for line in placed]
        elif event.state == Tournament.State.RUNNING and (now := present(seen.boards)):
            due = now[1].round.deadline
            until = _("until %(until)s") % {"until": formats.deadline(due, event.time_zone)} if due else ""
            lines = [("", line, "") for line in (title_among(*now), until) if line]
        return Card(f"{community_name()} · {event.game}", event.name, below, lines)

    return drawn(community_language(), make)
