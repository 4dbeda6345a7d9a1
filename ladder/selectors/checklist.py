"""What stands between a month and its closing: blocking (■) and warning (□)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Claim, Match, Player, Submission
from ladder import formats
from ladder.models import MatchRuling, Season, SeasonMatch
from ladder.selectors.rankings import BELIEVED, season_matches
from ladder.selectors.suspicions import suspicions

ASKED = {"claims", "reported"}
"""Reasons for a merge that somebody gave."""
SHOWN = 20
"""How many matches of a check are named one by one."""


@dataclass(frozen=True)
class Check:
    """One thing to look at before closing. `matches` are those it is about, the first of them."""

    code: str
    blocking: bool
    count: int
    text: str
    url: str = ""
    matches: Sequence[Match] = field(default_factory=tuple)


Checks = Callable[[Season, datetime], Iterator[Check]]


def checklist(season: Season, now: datetime) -> list[Check]:
    """What is open about a month, the blocking ones first."""
    found = [check for supply in SUPPLIERS for check in supply(season, now)]
    return sorted(found, key=lambda check: not check.blocking)


def undecided(season: Season) -> QuerySet[Match]:
    """The month's matches on which no manager has said anything."""
    out = MatchRuling.objects.filter(season=season, match=OuterRef("pk"), kind=MatchRuling.Kind.OUT)
    return season_matches(season).filter(~Exists(out))


def matches_open(season: Season, now: datetime) -> Iterator[Check]:
    """Disputes, and results that nobody confirmed."""
    disputed = undecided(season).filter(state=Match.State.DISPUTED)
    if n := disputed.count():
        text = ngettext("%(n)s match is disputed", "%(n)s matches are disputed", n) % {"n": n}
        yield Check("disputed", True, n, text, matches=list(disputed[:SHOWN]))
    submitted = undecided(season).filter(state=Match.State.SUBMITTED)
    if n := submitted.count():
        text = ngettext("%(n)s match waits for confirmation", "%(n)s matches wait for confirmation", n) % {"n": n}
        yield Check("submitted", True, n, text, matches=list(submitted[:SHOWN]))


def results_late(season: Season, now: datetime) -> Iterator[Check]:
    """Late results that nobody took in or left out, and those that came just now."""
    rows = SeasonMatch.objects.filter(season=season, reason="late", match=OuterRef("pk"))
    late = season_matches(season).filter(Exists(rows))
    if n := late.count():
        text = ngettext("%(n)s late result waits for a word", "%(n)s late results wait for a word", n) % {"n": n}
        yield Check("late", False, n, text, matches=list(late[:SHOWN]))
    fresh = season_matches(season).filter(created_at__gt=now - timedelta(hours=1))
    if n := fresh.count():
        text = ngettext("%(n)s match came in the last hour", "%(n)s matches came in the last hour", n) % {"n": n}
        yield Check("fresh", False, n, text, matches=list(fresh[:SHOWN]))


def names_unchecked(season: Season, now: datetime) -> Iterator[Check]:
    """Players of the month whose name nobody checked."""
    seats = season_matches(season).filter(state__in=BELIEVED).order_by().values("seats__player")
    names = Player.objects.filter(state=Player.State.PROVISIONAL, pk__in=seats)
    if n := names.count():
        listed = formats.listed([player.name for player in names[:SHOWN]])
        text = ngettext("%(n)s name not checked: %(names)s", "%(n)s names not checked: %(names)s", n)
        yield Check("names", False, n, text % {"n": n, "names": listed})


def people_waiting(season: Season, now: datetime) -> Iterator[Check]:
    """Claims and merges that touch the month and wait for a word (■), and players who may be one person (□)."""
    played = set(season_matches(season).filter(state__in=BELIEVED).order_by().values_list("seats__player", flat=True))
    claims = Claim.objects.filter(state=Claim.State.OPEN, player__in=played)
    if n := claims.count():
        text = ngettext("%(n)s claim on a player waits", "%(n)s claims on players wait", n) % {"n": n}
        yield Check("claims", True, n, text, url=reverse("desk") + "?kind=claim")
    pairs = [one for one in suspicions() if played & {one.source.pk, one.target.pk}]
    asked = [one for one in pairs if ASKED & set(one.reasons)]
    if n := len(asked):
        text = ngettext("%(n)s merge is asked for", "%(n)s merges are asked for", n) % {"n": n}
        yield Check("merges", True, n, text, url=reverse("duplicates"))
    if n := len(pairs) - len(asked):
        text = ngettext("%(n)s pair may be one person", "%(n)s pairs may be one person", n) % {"n": n}
        yield Check("duplicates", False, n, text, url=reverse("duplicates"))


def logs_unverifiable(season: Season, now: datetime) -> Iterator[Check]:
    """Logs of games that can be replayed which could not be judged."""
    logs = Submission.objects.filter(match=OuterRef("pk"), verifications__verdict="unsupported")
    matches = season_matches(season).filter(Exists(logs), state__in=BELIEVED)
    if n := matches.count():
        text = ngettext("%(n)s log cannot be verified", "%(n)s logs cannot be verified", n) % {"n": n}
        yield Check("unverifiable", False, n, text, matches=list(matches[:SHOWN]))


def grace_running(season: Season, now: datetime) -> Iterator[Check]:
    """Closing before the end of the grace shuts out results that are on their way."""
    if now < season.grace_until:
        until = formats.deadline(season.grace_until - timedelta(seconds=1), season.ladder.time_zone)
        yield Check("grace", False, 1, _("Results are still taken until %(until)s.") % {"until": until})


SUPPLIERS: list[Checks] = [
    matches_open,
    results_late,
    names_unchecked,
    people_waiting,
    logs_unverifiable,
    grace_running,
]
"""Who is asked; the other parts of the service add theirs in `ladder.desk`."""
