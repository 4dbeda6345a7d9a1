"""The life of a month: late results, closing, pending revisions. Every act carries the version that the person saw."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games import limits
from games.models import Match, User
from games.services.audit import audit
from games.services.errors import NotAllowed
from games.services.retry import atomic_retried
from ladder.models import Ladder, MatchRuling, PendingRevision, RankingRow, Season, SeasonMatch, SeasonRevision
from ladder.permissions import may
from ladder.publishing.due import publication_due
from ladder.selectors.checklist import Check, checklist
from ladder.selectors.rankings import digest_of, with_seats
from ladder.services.closing import revision_write
from ladder.services.ladder_notices import closed_tell, revised_tell
from ladder.services.ladders import season_open
from ladder.services.live import differing, locked_catch_up, season_follow, seasons_locked

LONGEST_GRACE = timedelta(days=365)
MOST_AFTER = 60
"""Days after the grace in which a month closes by itself, at most."""


class MonthRefused(Exception):
    """The month stays as it is.

    `code`: `not_over`, `grace_over`, `grace_until` (not after the present end, or too late), `closed` (already), `open` (not yet), `blocked` or `warnings` (with `checks`), `nothing_pending`,
    `elsewhere` (the match is not of this month), `reason_missing` or `reason_too_long`.
    """

    def __init__(self, code: str, season: Season, checks: Sequence[Check] = (), **facts: Any) -> None:
        super().__init__(code, season.key)
        self.code = code
        self.season = season
        self.checks = checks
        self.facts = facts


class MonthConflict(Exception):
    """The month is not as the person saw it any more; `season` is as it is now.

    `version` is that of what the person told a version of: the month, its pending revision, or one of its matches.
    """

    def __init__(self, season: Season, version: int | None = None) -> None:
        self.version = season.version if version is None else version
        super().__init__(self.version)
        self.season = season


@atomic_retried
def month_close(
    season: Season,
    *,
    by: User | None,
    version: int | None = None,
    warned: bool = False,
    imported: bool = False,
    reason: str = "",
) -> SeasonRevision:
    """Write revision 1. `warned`: whoever closes has seen what the checklist warns of.

    An imported month closes at once, whatever the clock and the checklist say. What came late and nobody decided on is
    in the pending revision that follows. Raises `NotAllowed`, `MonthRefused` or `MonthConflict`.
    """
    season = _month_for("close_month", season, by)
    if season.is_closed:
        raise MonthRefused("closed", season)
    locked_catch_up(season)
    if version is not None and season.version != version:
        raise MonthConflict(season)
    now = timezone.now()
    if not imported:
        _check_closing(season, now, warned)
    origin = SeasonRevision.Origin.IMPORTED if imported else SeasonRevision.Origin.CLOSED
    revision = revision_write(season, origin=origin, by=by, reason=reason)
    RankingRow.objects.filter(season=season, revision=0).delete()
    late = SeasonMatch.objects.filter(season=season, reason="late").values("match")
    waiting = list(with_seats(Match.objects.filter(pk__in=late)).order_by("ended_at", "pk"))
    _changed(season, "season.closed", by, reason, revision=revision.number)
    publication_due(season, "close", by=by)
    if not imported:
        closed_tell(season, revision, by)
    if waiting:
        season_follow(season, waiting, {"act": "match.late", "by": None, "reason": ""})
    return revision


def _check_closing(season: Season, now: datetime, warned: bool) -> None:
    if now < season.end:
        raise MonthRefused("not_over", season)
    checks = checklist(season, now, warnings=not warned)
    if blocking := [check for check in checks if check.blocking]:
        raise MonthRefused("blocked", season, blocking)
    if checks:
        raise MonthRefused("warnings", season, checks)


@atomic_retried
def month_revise(season: Season, *, by: User | None, reason: str, version: int | None = None) -> SeasonRevision:
    """Publish the pending revision, with all its causes, as the next one. `version` is that of the pending revision."""
    season = _month_for("revise_month", season, by)
    pending = _pending(season, version)
    _check_reason(season, reason)
    revision = revision_write(season, origin="revised", by=by, reason=reason, causes=pending.causes)
    pending.delete()
    _changed(season, "season.revised", by, reason, revision=revision.number)
    publication_due(season, "revision", by=by)
    revised_tell(season, revision, by)
    return revision


@atomic_retried
def month_decline(season: Season, *, by: User | None, reason: str, version: int | None = None) -> Season:
    """Leave the month as it was published: what its matches say now is left out until they say something else."""
    season = _month_for("revise_month", season, by)
    _pending(season, version)
    _check_reason(season, reason)
    rows = differing(season)
    matches = list(with_seats(Match.objects.filter(pk__in=rows.values("match"))).order_by("ended_at", "pk"))
    coming = dict(rows.filter(until=None).values_list("match", "digest"))
    for match in matches:
        _rule(season, match, MatchRuling.Kind.OUT, digest_of(match) if coming.get(match.pk) else "")
    season_follow(season, matches, {"act": "season.declined", "by": by.pk if by else None, "reason": reason})
    slugs = [match.slug for match in matches]
    return _changed(season, "season.declined", by, reason, revision=season.revision, matches=slugs, same=True)


@atomic_retried
def match_take_in(season: Season, match: Match, *, by: User | None, version: int | None = None) -> Season:
    """Count a result of the month although it came after the grace, or was left out."""
    return _ruled(season, match, MatchRuling.Kind.IN, by, "", version)


@atomic_retried
def match_leave_out(
    season: Season, match: Match, *, by: User | None, reason: str = "", version: int | None = None
) -> Season:
    """Leave a result of the month out as long as it says the same; a dispute or an unconfirmed one is decided later."""
    return _ruled(season, match, MatchRuling.Kind.OUT, by, reason, version)


@atomic_retried
def grace_lengthen(season: Season, until: datetime, *, by: User | None, version: int | None = None) -> Season:
    """Take results of a month until a later instant, as long as its grace is not over; never shortens.

    The server's keeper (`by` None) may do so after its end as well. Raises `NotAllowed`, `MonthRefused`, `MonthConflict`.
    """
    season = _month_for("close_month", season, by)
    if season.is_closed:
        raise MonthRefused("closed", season)
    if version is not None and season.version != version:
        raise MonthConflict(season)
    if by is not None and timezone.now() >= season.grace_until:
        raise MonthRefused("grace_over", season)
    too_late = by is not None and until > season.end + LONGEST_GRACE
    if until <= season.grace_until or too_late:
        raise MonthRefused("grace_until", season)
    before, season.grace_until = season.grace_until, until
    season.save(update_fields=["grace_until"])
    late = Match.objects.filter(season_matches__season=season, season_matches__reason="late").order_by("ended_at", "pk")
    season_follow(season, list(with_seats(late)), {})
    return _changed(
        season, "season.grace_lengthened", by, "", same=True, before=before.isoformat(), until=until.isoformat()
    )


def months_close_due(now: datetime | None = None) -> list[Season]:
    """Close the months of leagues that let them close by themselves, where nothing is open; gives those closed."""
    now = now or timezone.now()
    closed = []
    waiting = Season.objects.filter(revision=0, ladder__close_after_days__isnull=False, grace_until__lte=now)
    for season in waiting.select_related("ladder", "rules").order_by("pk"):
        if season.grace_until + timedelta(days=season.ladder.close_after_days or 0) > now:
            continue
        try:
            month_close(season, by=None, warned=True)
        except MonthRefused:
            continue
        closed.append(season)
    return closed


@atomic_retried
def closing_set(ladder: Ladder, *, days: int | None, by: User | None) -> Ladder:
    """Let months close by themselves so many days after the grace; None: a manager closes each."""
    if by is not None and not may(by, "close_month", ladder):
        raise NotAllowed("role", act="close_month")
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    if ladder.close_after_days != days:
        ladder.close_after_days = days
        ladder.save(update_fields=["close_after_days"])
        audit("ladder.closing_set", ladder, actor=by, days=days)
    return ladder


def _ruled(
    season: Season, match: Match, kind: MatchRuling.Kind, by: User | None, reason: str, version: int | None
) -> Season:
    season = _month_for("rule_month", season, by)
    if season.is_closed:
        raise MonthRefused("closed", season)
    facts = list(with_seats(Match.objects.filter(pk=match.pk)))
    if version is not None and facts[0].version != version:
        raise MonthConflict(season, facts[0].version)
    ended = facts[0].ended_at
    if ended is None or not season.start <= ended < season.end:
        raise MonthRefused("elsewhere", season)
    _rule(season, match, kind, digest_of(facts[0]) if facts[0].state in ("confirmed", "verified") else "")
    season_follow(season, facts, {})
    act = "season.taken_in" if kind == MatchRuling.Kind.IN else "season.left_out"
    return _changed(season, act, by, reason, match=match.slug, same=True)


def _rule(season: Season, match: Match, kind: MatchRuling.Kind, digest: str) -> None:
    MatchRuling.objects.update_or_create(season=season, match=match, defaults={"kind": kind, "digest": digest})


def _month_for(act: str, season: Season, by: User | None) -> Season:
    """The month, locked, for somebody who may do this with it."""
    if by is not None and not may(by, act, season.ladder):
        raise NotAllowed("role", act=act)
    if season.pk is None:  # nothing was played in it
        season = season_open(season.ladder, season.year, season.month)
    [season] = seasons_locked([season.pk])
    return season


def _pending(season: Season, version: int | None) -> PendingRevision:
    if not season.is_closed:
        raise MonthRefused("open", season)
    locked_catch_up(season)
    pending = PendingRevision.objects.filter(season=season).first()
    if pending is None:
        raise MonthRefused("nothing_pending", season)
    if version is not None and pending.version != version:
        raise MonthConflict(season, pending.version)
    return pending


def _check_reason(season: Season, reason: str) -> None:
    if not reason.strip():
        raise MonthRefused("reason_missing", season)
    if len(reason) > limits.REASON_LENGTH:
        raise MonthRefused("reason_too_long", season, most=limits.REASON_LENGTH)


def _changed(season: Season, act: str, by: User | None, reason: str, *, same: bool = False, **facts: Any) -> Season:
    """Bring the month to its next revision (the same with `same`) and its next version, with the audit entry."""
    if not same:
        season.revision += 1
    season.version += 1
    season.save(update_fields=["revision", "version"])
    audit(act, season, actor=by, reason=reason, **facts)
    return season
