"""Items about months: what came late, what differs from what was published, what waits to be closed."""

from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.matches import SEATED
from ladder import formats
from ladder.desk.item import Action, Item
from ladder.desk.matches import named, people
from ladder.desk.reach import MOST, Reach
from ladder.models import PendingRevision, Season, SeasonMatch


def desk_url(season: Season) -> str:
    return reverse("desk_month", args=[season.ladder.slug, season.key])


def title(season: Season) -> str:
    """October 2026, Lega Torre."""
    return f"{formats.month(formats.first_day(season))}, {season.ladder.name}"


def late(reach: Reach) -> list[Item]:
    """Results after the grace of a month that is not closed: one press takes them in or leaves them out."""
    rows = SeasonMatch.objects.filter(season__ladder__in=reach.managed, season__revision=0, reason="late")
    rows = rows.select_related("season__ladder", "match__game").prefetch_related(
        Prefetch("match__seats", SEATED.queryset)
    )
    items = []
    for row in rows.order_by("match__created_at", "pk")[:MOST]:
        url = reverse("desk_rule", args=[row.season.ladder.slug, row.season.key])
        fields = {"match": row.match.slug, "version": row.match.version}
        items.append(
            Item(
                "late",
                row.pk,
                row.match.created_at,
                _("Came late: %(match)s") % {"match": named(row.match, reach.zone)},
                row.match.get_absolute_url(),
                [people(row.match), title(row.season)],
                _("Take it in if the players could not bring it earlier."),
                [
                    Action(_("Take it in"), url, primary=True, fields={**fields, "kind": "in"}),
                    Action(_("Leave it out"), url, fields={**fields, "kind": "out"}),
                ],
            )
        )
    return items


def pending(reach: Reach) -> list[Item]:
    """Closed months that the facts do not bear out any more."""
    rows = PendingRevision.objects.filter(season__ladder__in=reach.managed).select_related("season__ladder")
    items = []
    for row in rows.order_by("since")[:MOST]:
        n = len(row.causes)
        items.append(
            Item(
                "pending",
                row.pk,
                row.since,
                _("Pending revision: %(month)s") % {"month": title(row.season)},
                desk_url(row.season),
                [ngettext("%(n)s cause", "%(n)s causes", n) % {"n": n}],
                _("Look at what would change; then publish it or decline it, with a reason."),
                [Action(_("Look"), desk_url(row.season), primary=True, post=False)],
            )
        )
    return items


def to_close(reach: Reach) -> list[Item]:
    """Months whose grace is over and that nobody has closed."""
    seasons = Season.objects.filter(ladder__in=reach.managed, revision=0, grace_until__lte=timezone.now())
    return [
        Item(
            "close",
            season.pk,
            season.grace_until,
            _("To close: %(month)s") % {"month": title(season)},
            desk_url(season),
            [],
            _("Go through its checklist and close it."),
            [Action(_("To the checklist"), desk_url(season), primary=True, post=False)],
        )
        for season in seasons.select_related("ladder").order_by("grace_until")[:MOST]
    ]
