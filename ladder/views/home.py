from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import User
from games.selectors.todo import to_confirm
from games.services.names_kept import NAMES
from ladder import formats
from ladder.context import keeps
from ladder.exports.own_dates import table_dates
from ladder.models import Ladder, Season, SeasonRevision
from ladder.selectors.archive import last_rows, of_today
from ladder.selectors.kept import lines_kept
from ladder.selectors.rankings import Ranking
from ladder.selectors.seasons import default_zone, season_of_home
from ladder.selectors.todo import Waiting, waiting
from ladder.views.latest import latest
from ladder.views.leagues import keepers_of
from ladder.views.month_table import Filter, table_rows
from ladder.views.month_words import left, tag, until
from tournaments.selectors.lists import GOING_ON, tournaments_shown

TOP = 5
CONFIRMED = 3
"""Matches that can be confirmed here; further ones on the page of the account."""


@dataclass(frozen=True)
class Todo:
    text: str
    url: str


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What needs the reader, the month's top five, the box for files, the latest outcomes."""
    season = season_of_home(timezone.now())
    ladder = season.ladder if season else None
    waits = waiting(request.user) if request.user.is_authenticated else None
    confirm = list(to_confirm(request.user)[:CONFIRMED]) if "confirm" in (waits or ()) else []
    outcomes = latest(TOP, replayed=True, beside=confirm)
    context = {
        "section": "home",
        "todo": [] if waits is None else todo(request.user, waits),
        "confirm": confirm,
        "zone": ladder.time_zone if ladder else default_zone(),
        "latest": outcomes[:TOP],
        "example": next((item for item in outcomes if item.is_replayed), None),
        "tournaments": tournaments_shown().filter(state__in=GOING_ON)[:TOP],
        "ladder": ladder,
        "month": month(request, season) if season else None,
    }
    return render(request, "ladder/home.html", context)


def month(request: HttpRequest, season: Season) -> dict[str, object]:
    now, ladder = timezone.now(), season.ladder
    table: Ranking = lines_kept(season)
    first = table.ranked[:TOP] or table.below[:TOP]
    rows = table_rows(request, table, Filter("", 0, ""), "", season.get_absolute_url(), first)
    return {
        "season": season,
        "first": formats.first_day(season),
        "state": tag(season, now),
        "left": left(season, now),
        "until": until(season, now),
        "rows": rows,
        "people": len(table.ranked) + len(table.below),
        **kept_by(season),
        "export": reverse("month", args=[ladder.slug, season.key]).rstrip("/"),
        "zone": ladder.time_zone,
    }


def last_closed(ladder: Ladder) -> dict[str, object] | None:
    """The latest closed month and who won it, all of them where the first place is shared."""
    firsts = last_rows(ladder).filter(season__revision__gt=0, rank=1).select_related("player", "season")
    rows = of_today(firsts.order_by("-season__start", "position")[:TOP])
    if not rows:
        return None
    season = rows[0].season
    winners = dict.fromkeys(row.player for row in rows if row.season_id == season.pk)
    return {"season": season, "first": formats.first_day(season), "winners": list(winners), "points": rows[0].points}


def kept_by(season: Season) -> dict[str, object]:
    """Who keeps a league, what they changed last, and who won the last closed month. A minute old at most, unless this
    month or the one before it moved; a name that was given up is not kept."""
    ladder, moved = season.ladder, [one.version for one in (season, *season.beside.values())]
    key = f"kept-by-{ladder.pk}-{'-'.join(map(str, moved))}-{get_language()}-{cache.get(NAMES, '')}"

    def made() -> dict[str, object]:
        return {"keepers": keepers_of(ladder), "change": last_change(ladder), "last": last_closed(ladder)}

    return dict(cache.get_or_set(key, made, 60) or {})


def last_change(ladder: Ladder) -> dict[str, object] | None:
    """The last act on a closed month: which month, when, and where to see what it changed."""
    last = SeasonRevision.objects.filter(season__ladder=ladder).select_related("season").order_by("-at").first()
    if last is None:
        return None
    page = "changes" if last.number > 1 else "month"
    return {
        "at": last.at,
        "first": formats.first_day(last.season),
        "revised": last.number > 1,
        "url": reverse(page, args=[ladder.slug, last.season.key]),
    }


def todo(user: User, waits: Mapping[str, Waiting]) -> list[Todo]:
    """What somebody is asked to do, by what waits for him."""
    found = []
    if not keeps(user) and "player" not in waits:
        found.append(Todo(_("Tell which player you are"), reverse("me")))
    for date in islice(table_dates(user), TOP) if "tables" in waits else ():
        until_when = formats.deadline(date.at, user.time_zone or default_zone())
        found.append(Todo(f"{date.title}, {until_when}", date.path))
    if confirm := waits.get("confirm"):
        text = ngettext("%(n)s match to confirm", "%(n)s matches to confirm", confirm.many) % {"n": confirm.many}
        found.append(Todo(text, reverse("match", args=[confirm.first]) if confirm.many == 1 else reverse("account")))
    if vouch := waits.get("vouch"):
        text = ngettext("%(n)s player to vouch for", "%(n)s players to vouch for", vouch.many) % {"n": vouch.many}
        found.append(Todo(text, reverse("player_names", args=[vouch.first])))
    if refused := waits.get("refused"):
        text = ngettext("%(n)s upload refused", "%(n)s uploads refused", refused.many) % {"n": refused.many}
        page = reverse("verification", args=[refused.first]) if refused.many == 1 else reverse("uploads")
        found.append(Todo(text, page))
    return found
