"""Who takes part in a tournament, in groups."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Player
from ladder.tournament_pages.finding import Shown
from ladder.tournament_pages.people import player_now
from tournaments.models import Entrant, EntrantChange, Stage, StageEntrant

State = Entrant.State


@dataclass(frozen=True)
class Participant:
    """A line of the list; `note` says since which round somebody is in or out."""

    number: int
    player: Player
    state: str
    note: str
    club: str = ""


@dataclass(frozen=True)
class Group:
    title: str
    rows: Sequence[Participant]
    lede: str = ""


def participants(seen: Shown) -> list[Group]:
    """Those who are in by seed, the reserve in its order, those who left."""
    rows = seen.tournament.entrants.select_related("player__merged_into").order_by("entered_at", "pk")
    rows = list(rows.prefetch_related("changes"))
    seeds = dict(StageEntrant.objects.filter(stage=seen.stages[0]).values_list("entrant", "seed"))
    rows.sort(key=lambda row: (seeds.get(row.pk, row.seed) is None, seeds.get(row.pk, row.seed) or 0))
    begun = seen.stages[0].state != Stage.State.PLANNED
    waiting = [row for row in rows if row.state in (State.ENTERED, State.CHECKED_IN)]
    groups = [
        Group(_("In"), listed([row for row in rows if row.state == State.ACTIVE or (row in waiting and not begun)])),
        Group(_("Did not check in"), listed(waiting if begun else [])),
        Group(
            _("In reserve"),
            listed([row for row in rows if row.state == State.RESERVE]),
            _("They move up in this order when a place becomes free."),
        ),
        Group(_("On leave"), listed([row for row in rows if row.state == State.AWAY])),
        Group(_("Dropped out"), listed([row for row in rows if row.state == State.DROPPED])),
        Group(_("Withdrawn before the start"), listed([row for row in rows if row.state == State.WITHDRAWN])),
    ]
    return [group for group in groups if group.rows]


def listed(rows: Sequence[Entrant]) -> list[Participant]:
    return [
        Participant(number, player_now(row.player), row.get_state_display(), note_of(row), row.club)
        for number, row in enumerate(rows, start=1)
    ]


def note_of(row: Entrant) -> str:
    """Late, out, back: each from which round on."""
    words = {
        EntrantChange.Kind.LATE: _("entered late, from round %(n)s"),
        EntrantChange.Kind.DROPPED: _("dropped out from round %(n)s"),
        EntrantChange.Kind.BACK: _("came back from round %(n)s"),
    }
    return ", ".join(words[EntrantChange.Kind(change.kind)] % {"n": change.round} for change in row.changes.all())
