"""What stands between a month and its closing: blocking (■) and warning (□)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Claim, Match, Player
from games.selectors.duplicates import ASKED, Suspicion, asked
from games.selectors.matches import logs_unverifiable as unverifiable
from ladder import formats
from ladder.models import MatchRuling, Season, SeasonMatch
from ladder.selectors.rankings import BELIEVED, season_matches
from ladder.selectors.suspicions import suspicions
from tournaments.selectors.due import open_tables, rounds_due

SHOWN = 20
"""How many matches of a check are named one by one."""
COMPARED = 20_000
"""A month with more matches is not searched for those that are there twice."""


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


def checklist(season: Season, now: datetime, *, warnings: bool = True) -> list[Check]:
    """What is open about a month, the blocking ones first; without `warnings` those alone, which costs much less."""
    suppliers = [*BLOCKING, *WARNING] if warnings else BLOCKING
    return [check for supply in suppliers for check in supply(season, now)]


def undecided(season: Season) -> QuerySet[Match]:
    """The month's matches on which no manager has said anything."""
    out = MatchRuling.objects.filter(season=season.pk, match=OuterRef("pk"), kind=MatchRuling.Kind.OUT)
    return season_matches(season).filter(~Exists(out))


def matches_open(season: Season, now: datetime) -> Iterator[Check]:
    """Disputes, and results that nobody confirmed."""
    its = undecided(season).filter(state__in=(Match.State.DISPUTED, Match.State.SUBMITTED))
    counts = its.order_by().aggregate(
        disputed=Count("pk", filter=Q(state=Match.State.DISPUTED)),
        submitted=Count("pk", filter=Q(state=Match.State.SUBMITTED)),
    )
    if n := counts["disputed"]:
        text = ngettext("%(n)s match is disputed", "%(n)s matches are disputed", n) % {"n": n}
        yield Check("disputed", True, n, text, matches=list(its.filter(state=Match.State.DISPUTED)[:SHOWN]))
    if n := counts["submitted"]:
        text = ngettext("%(n)s match waits for confirmation", "%(n)s matches wait for confirmation", n) % {"n": n}
        yield Check("submitted", True, n, text, matches=list(its.filter(state=Match.State.SUBMITTED)[:SHOWN]))


def results_late(season: Season, now: datetime) -> Iterator[Check]:
    """Late results that nobody took in or left out, and those that came just now."""
    rows = SeasonMatch.objects.filter(season=season.pk, reason="late", match=OuterRef("pk"))
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
    """Claims and merges that touch the month and wait for a word."""
    claims = Claim.objects.filter(state=Claim.State.OPEN)
    here = played_in(season, claims.values_list("player", flat=True))
    if n := claims.filter(player__in=here).count():
        text = ngettext("%(n)s claim on a player waits", "%(n)s claims on players wait", n) % {"n": n}
        yield Check("claims", True, n, text, url=reverse("desk") + "?kind=claim")
    if n := len(touching(season, asked())):
        text = ngettext("%(n)s merge is asked for", "%(n)s merges are asked for", n) % {"n": n}
        yield Check("merges", True, n, text, url=reverse("duplicates"))


def people_alike(season: Season, now: datetime) -> Iterator[Check]:
    """Players of the month who may be one person, though nobody said so."""
    pairs = [one for one in suspicions() if not ASKED & set(one.reasons)]
    if n := len(touching(season, pairs)):
        text = ngettext("%(n)s pair may be one person", "%(n)s pairs may be one person", n) % {"n": n}
        yield Check("duplicates", False, n, text, url=reverse("duplicates"))


def touching(season: Season, pairs: Sequence[Suspicion]) -> list[Suspicion]:
    """Of these pairs, those of whom one played in the month."""
    here = played_in(season, {player.pk for pair in pairs for player in (pair.source, pair.target)})
    return [pair for pair in pairs if here & {pair.source.pk, pair.target.pk}]


def played_in(season: Season, players: Iterable[int]) -> set[int]:
    """Of these players, those with a believed match in the month."""
    concerned = list(players)
    if not concerned:
        return set()
    matches = season_matches(season).filter(state__in=BELIEVED, seats__player__in=concerned)
    return set(matches.order_by().values_list("seats__player", flat=True)) & set(concerned)


def logs_unjudged(season: Season, now: datetime) -> Iterator[Check]:
    """Logs of games that can be replayed which could not be judged."""
    logs = unverifiable(season_matches(season))
    if n := logs.count():
        matches = season_matches(season).filter(pk__in=logs.values("match"))
        text = ngettext("%(n)s log cannot be verified", "%(n)s logs cannot be verified", n) % {"n": n}
        yield Check("unverifiable", False, n, text, matches=list(matches[:SHOWN]))


def tables_overdue(season: Season, now: datetime) -> Iterator[Check]:
    """Tables of tournaments that owe a result which may belong to the month: dealt before its end, their time over."""
    games = set(season.ladder.games.values_list("pk", flat=True))
    n, names, url = 0, [], ""
    for board, laid in rounds_due():
        dealt, due = laid.round.published_at, laid.round.deadline
        taken = board.terms.feeds_leagues and (not games or board.tournament.game_id in games)
        if taken and dealt is not None and due is not None and dealt < season.end and due < now:
            tables = open_tables(laid)
            if not url:
                slug, stage = board.tournament.slug, board.stage.number
                url = (
                    reverse("tournament_round", args=[slug, stage, laid.round.number]) + f"#t{tables[0].pairing.number}"
                )
            n += len(tables)
            names.append(board.tournament.name)
    if n:
        text = ngettext(
            "%(n)s table of a tournament is overdue: %(names)s", "%(n)s tables of tournaments are overdue: %(names)s", n
        )
        listed = formats.listed(list(dict.fromkeys(names))[:SHOWN])
        yield Check("overdue", False, n, text % {"n": n, "names": listed}, url=url)


def matches_alike(season: Season, now: datetime) -> Iterator[Check]:
    """Matches of the same people with the same scores on one day: one may be there twice, under two hours."""
    its = season_matches(season).exclude(state=Match.State.VOID)
    if its.order_by()[: COMPARED + 1].count() > COMPARED:
        return
    seats: dict[tuple[datetime, int, int], list[tuple[int, int | None]]] = {}
    told = its.order_by().values_list("ended_at", "pk", "game", "seats__player", "seats__score")
    for ended, pk, game, player, score in told:
        seats.setdefault((ended, pk, game), []).append((player, score))
    known: set[tuple[object, ...]] = set()
    twice = []
    for (ended, pk, game), table in sorted(seats.items()):
        day = ended.astimezone(season.ladder.zone).date()
        same = (day, game, frozenset(table))
        if same in known and all(score is not None for _player, score in table):
            twice.append(pk)
        known.add(same)
    if n := len(twice):
        text = ngettext(
            "%(n)s match may be there twice: the same people and scores on one day",
            "%(n)s matches may be there twice: the same people and scores on one day",
            n,
        )
        shown = Match.objects.filter(pk__in=twice[:SHOWN]).select_related("game").prefetch_related("seats__player")
        yield Check("alike", False, n, text % {"n": n}, matches=list(shown.order_by("ended_at", "pk")))


def grace_running(season: Season, now: datetime) -> Iterator[Check]:
    """Closing before the end of the grace shuts out results that are on their way."""
    if now < season.grace_until:
        until = formats.deadline(season.grace_until - timedelta(seconds=1), season.ladder.time_zone)
        yield Check("grace", False, 1, _("Results are still taken until %(until)s.") % {"until": until})


BLOCKING: list[Checks] = [matches_open, people_waiting]
WARNING: list[Checks] = [
    results_late,
    names_unchecked,
    people_alike,
    matches_alike,
    logs_unjudged,
    tables_overdue,
    grace_running,
]
"""Who is asked, by what their checks are."""
