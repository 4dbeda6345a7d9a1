"""The latest matches with their outcome marks, as a short list."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match, Verification
from games.outcomes import AGREES, DISAGREES, Outcome, outcome_of
from games.selectors.matches import SEATED, marks_of, matches_latest


@dataclass(frozen=True)
class Item:
    url: str
    title: str
    people: str
    note: str
    outcome: Outcome | None

    @property
    def is_replayed(self) -> bool:
        return self.outcome in (AGREES, DISAGREES)


def latest(most: int, *, replayed: bool = False, beside: Sequence[Match] = ()) -> list[Item]:
    """As `matches_latest`. Matches `beside` them on the page get their seats with the same query."""
    matches = matches_latest(most, replayed=replayed)
    prefetch_related_objects([*matches, *beside], SEATED)
    marks = marks_of(matches)
    return [item(match, marks.get(match.pk)) for match in matches]


def item(match: Match, mark: Verification | None) -> Item:
    people = sorted(match.seats.all(), key=lambda seat: (seat.place is None, seat.place or 0))
    return Item(
        url=match.get_absolute_url(),
        title=str(match.game),
        people=", ".join(seat.player.name for seat in people),
        note=note(match, mark),
        outcome=outcome_of(mark.outcome) if mark else None,
    )


def note(match: Match, mark: Verification | None) -> str:
    if mark is None:
        return str(match.get_state_display())
    if mark.outcome == "agrees":
        return ngettext("%(n)s step replayed", "%(n)s steps replayed", mark.events) % {"n": mark.events}
    if mark.outcome == "disagrees" and (mark.at or {}).get("move_id"):
        return _("stops at move %(move)s") % {"move": mark.at["move_id"]}
    return ""
