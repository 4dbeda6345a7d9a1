"""Where a match counts, and why not: every league, by the facts or, where its month is closed, by what was published."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.models import Seat
from ladder import explain, formats
from ladder.selectors.published import Published
from ladder.selectors.rankings import Standing


@dataclass(frozen=True)
class Place:
    """One competition of the match: points by seat, or the reason why there are none; `note` tells of a closed month."""

    name: str
    url: str
    points: Sequence[Fraction | None]
    reason: str | Promise
    note: str = ""


def places(standings: Iterable[Standing], seats: Sequence[Seat], published: dict[int, Published]) -> list[Place]:
    """All competitions; closed months that still hold a match which ended elsewhere by now come last."""
    found = []
    left = dict(published)
    for standing in standings:
        season = standing.season
        held = left.pop(season.pk, None) if season is not None and season.pk else None
        if season is not None and season.is_closed:
            found.append(closed_place(held or Published(season), seats, standing))
        else:
            found.append(place(standing, seats))
    elsewhere = (held for held in left.values() if held.since is not None or held.moves)
    return [*found, *(closed_place(held, seats) for held in elsewhere)]


def place(standing: Standing, seats: Sequence[Seat]) -> Place:
    points = [score.points if (score := standing.scores.get(seat.player_id)) else None for seat in seats]
    url = standing.season.get_absolute_url() if standing.season else standing.ladder.get_absolute_url()
    return Place(standing.ladder.name, url, points, explain.REASONS.get(standing.reason, ""))


def closed_place(held: Published, seats: Sequence[Seat], standing: Standing | None = None) -> Place:
    """A closed month as it was published: nothing of it changes before a further revision."""
    season = held.season
    reason: str | Promise = ""
    if held.since is None:
        reason = explain.REASONS.get(standing.reason if standing else "", "") or _("not in what was published")
    points = [held.points.get(seat.player_id) for seat in seats]
    return Place(season.ladder.name, season.get_absolute_url(), points, reason, closed_note(held, standing))


def closed_note(held: Published, standing: Standing | None) -> str:
    """In which revision it counts, and what the pending one would make of it."""
    facts = {
        "month": formats.month(formats.first_day(held.season)),
        "since": held.since,
        "last": held.season.revision,
    }
    if held.since is None:
        text = _("%(month)s is closed, and its revision %(last)s does not count this match.") % facts
    elif held.since == held.season.revision:
        text = _("%(month)s is closed: counted in revision %(last)s.") % facts
    else:
        text = _("%(month)s is closed: counted since revision %(since)s, now revision %(last)s.") % facts
    return f"{text} {pending_note(held, standing)}".strip()


def pending_note(held: Published, standing: Standing | None) -> str:
    if held.moves and not held.stays:
        return _("It would not count in the pending revision, which waits for a manager.")
    if held.moves and held.since is None:
        return _("It would count in the pending revision, which waits for a manager.")
    if held.moves:
        return _("It would count otherwise in the pending revision, which waits for a manager.")
    if held.since is None and standing is not None and standing.scores:
        return _("A manager left it as it was published.")
    return ""
