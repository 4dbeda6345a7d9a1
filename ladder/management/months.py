"""What the commands about months have in common."""

from collections.abc import Callable

from django.core.management.base import CommandError
from django.utils import timezone

from games.services.errors import NotAllowed
from ladder import refusals
from ladder.models import Ladder, Season, SeasonRevision
from ladder.selectors.rankings import has_page
from ladder.selectors.seasons import season_get
from ladder.services.months import MonthRefused


def league(slug: str) -> Ladder:
    """The league of this name. Raises `CommandError`."""
    ladder = Ladder.objects.filter(slug=slug).first()
    if ladder is None:
        known = ", ".join(Ladder.objects.values_list("slug", flat=True)) or "none"
        raise CommandError(f"no league is called {slug}; there are: {known}")
    return ladder


def month(slug: str, key: str) -> Season:
    """The month of a league, such as 2026-10. Raises `CommandError`."""
    season = season_get(league(slug), key)
    if season is None or not has_page(season, timezone.now()):
        raise CommandError(f"league {slug} has no month {key}; write it like 2026-10")
    return season


def carried_out(act: Callable[[], SeasonRevision | Season]) -> SeasonRevision | Season:
    """Do it, or say why not. Raises `CommandError`."""
    try:
        return act()
    except NotAllowed as refused:
        raise CommandError("this account does not manage the league") from refused
    except MonthRefused as refused:
        lines = [refusals.month(refused)]
        for check in refused.checks:
            lines.append(f"{'■' if check.blocking else '□'} {check.text}")
            lines += [f"    {match.get_absolute_url()}" for match in check.matches]
        raise CommandError("\n".join(lines)) from refused
