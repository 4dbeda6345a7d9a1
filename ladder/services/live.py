"""Facts into rankings: whatever changes a fact says so here, in its own transaction.

A month that is not closed is brought in line at once. A closed one keeps what was published; what the facts say now is
kept beside it, and a pending revision waits on the desk as long as the two differ.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from django.db import connection, transaction
from django.db.models import Case, Count, Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from games import queue
from games.models import Match, User
from games.services.retry import atomic_retried
from ladder.models import Ladder, MatchRuling, PendingRevision, RankingRow, RatingPool, ScoreRow, Season, SeasonMatch
from ladder.models.months import held_at
from ladder.selectors.counting import SCORE, Looked, aggregated, differs, look, look_at_all, rows_of, stays_out
from ladder.selectors.rankings import BELIEVED, read_files, rules_of, season_matches
from ladder.services.ladders import season_open
from ladder.services.rating_requests import ratings_ask
from tournaments.selectors.feeding import stage_as, stage_of, stages_read

CAUSES = 200
"""How many causes of one pending revision are told one by one."""
BATCH = 2_000
MISSED = ~Q(seen=F("match__version"), stage=stage_as("match__"))
"""Rows of a month that did not hear of what became of their match."""
SUMMED = "SELECT count(*), bit_xor(hashint8extended(one, other)) FROM ({pairs}) AS pairs (one, other)"
UNCOUNT = "DELETE FROM ladder_scorerow WHERE season_id = %s AND match_id IN ({matches}) RETURNING player_id"
LINE = "points match_points participation played firsts beaten met missing extra".split()
"""What changes in a live line."""


@transaction.atomic
def matches_changed(matches: Iterable[Match], *, cause: str, by: User | None = None, reason: str = "") -> None:
    """Bring the months of these matches in line with the facts; call it in the transaction that changed them.

    `cause` is the act as the audit names it (`match.corrected`), `by` and `reason` are whose and why. Call it once for
    all matches of an act, after the last of its writes, for it locks their months.
    """
    matches = list(matches)
    ladders = _leagues()
    ratings_ask(matches, ladders, cause=cause)
    concerned = _months_of(matches, ladders.values())
    told = {"act": cause, "by": by.pk if by else None, "reason": reason}
    for season in seasons_locked(concerned, ladders):
        season_follow(season, facts_of(concerned[season.pk]), told)


def tables_ring() -> None:
    """Let tables of tournaments follow what was done to many matches at once, after the commit."""
    transaction.on_commit(partial(queue.ring, "ladder.tables_follow"))


def seasons_locked(pks: Iterable[int], ladders: Mapping[int, Ladder] | None = None) -> list[Season]:
    """These months, locked in the order in which everybody locks them; of these leagues, where they are read already."""
    locked = Season.objects.filter(pk__in=list(pks)).order_by("pk").select_for_update(of=("self",), no_key=True)
    seasons = list(locked.select_related("rules") if ladders else locked.select_related("ladder", "rules"))
    for season in seasons if ladders else ():
        season.ladder = ladders[season.ladder_id]
    return seasons


def _leagues() -> dict[int, Ladder]:
    """All leagues by number, with the games that they take, and whether they rate."""
    ladders: dict[int, Ladder] = {}
    games: dict[int, set[int]] = {}
    rates = Exists(RatingPool.objects.filter(ladder=OuterRef("pk"), paused=False))
    for ladder in Ladder.objects.annotate(game=F("games"), rates=rates).order_by("pk"):
        ladders[ladder.pk] = ladder
        games.setdefault(ladder.pk, set()).update({ladder.game} - {None})
    for pk, ladder in ladders.items():
        ladder.game_numbers = frozenset(games[pk])
    return ladders


def _months_of(matches: Sequence[Match], ladders: Iterable[Ladder]) -> dict[int, list[int]]:
    """The matches by month: where they were counted, and where they belong; opened if a believed one belongs there."""
    concerned: dict[int, set[int]] = {}
    opened: dict[tuple[int, int, int], int] = {}
    counted = SeasonMatch.objects.filter(match__in=matches).order_by()
    for match, season, *key in counted.values_list(
        "match", "season", "season__ladder", "season__year", "season__month"
    ):
        concerned.setdefault(season, set()).add(match)
        opened[tuple(key)] = season
    months: dict[tuple[Ladder, int, int], list[Match]] = {}
    for ladder in ladders:
        for match in matches:
            if match.ended_at is not None and ladder.takes(match):
                local = match.ended_at.astimezone(ladder.zone)
                months.setdefault((ladder, local.year, local.month), []).append(match)
    if unread := {key for key in months if (key[0].pk, *key[1:]) not in opened}:
        years, numbers = {year for _ladder, year, _month in unread}, {month for _ladder, _year, month in unread}
        found = Season.objects.filter(year__in=years, month__in=numbers).order_by()
        opened |= {tuple(key): pk for pk, *key in found.values_list("pk", "ladder", "year", "month")}
    for (ladder, year, month), its in sorted(months.items(), key=lambda one: (one[0][0].pk, *one[0][1:])):
        season = opened.get((ladder.pk, year, month))
        if season is None and any(match.state in BELIEVED for match in its):
            season = season_open(ladder, year, month).pk
        if season is not None:
            concerned.setdefault(season, set()).update(match.pk for match in its)
    return {season: sorted(pks) for season, pks in concerned.items()}


def facts_of(matches: Collection[int] | QuerySet[Match]) -> list[Match]:
    """These matches as a month looks at them, in the order of their end."""
    found = Match.objects.filter(pk__in=matches).select_related("game", "table").prefetch_related("seats")
    facts = sorted(found.order_by(), key=lambda match: (match.ended_at is None, match.ended_at or 0, match.pk))
    stages_read(facts)
    return facts


def season_follow(season: Season, matches: Sequence[Match], cause: dict[str, object]) -> bool:
    """Bring a locked month in line with these matches as they are now. True if its ranking, or the pending one, moved."""
    rules = rules_of(season)
    cause = {**cause, "matches": [match.slug for match in matches][:CAUSES]}
    if rules.entangled:
        kept = SeasonMatch.objects.filter(season=season).values("match")
        others = Q(pk__in=season_matches(season).values("pk")) | Q(pk__in=kept) | Q(pk__in=[one.pk for one in matches])
        matches = facts_of(Match.objects.filter(others))
    return _follow(season, *_looked(season, matches), cause)


def _looked(season: Season, matches: Sequence[Match]) -> tuple[list[Looked], dict[int, MatchRuling]]:
    """These matches as the month sees them now, with the rulings on them; where they are entangled, all of the month."""
    rules = rules_of(season)
    read_files(matches, rules)
    rulings = {ruling.match_id: ruling for ruling in MatchRuling.objects.filter(season=season, match__in=matches)}
    if rules.entangled:
        return look_at_all(season, rules, matches, rulings), rulings
    return [look(match, season, rules, rulings.get(match.pk)) for match in matches], rulings


def _follow(
    season: Season, looked: Sequence[Looked], rulings: dict[int, MatchRuling], cause: dict[str, object]
) -> bool:
    moved = _follow_closed(season, looked, rulings, cause) if season.is_closed else _follow_open(season, looked)
    if moved:
        season.version += 1
        Season.objects.filter(pk=season.pk).update(version=season.version)
    return moved


def _follow_open(season: Season, looked: Sequence[Looked]) -> bool:
    stored = _stored(season, looked)
    changed = []
    for item in looked:
        row = stored.get(item.match.pk)
        if row is None or not item.belongs or differs(row, item):
            changed.append(item)
        elif (row.seen, row.stage) != (item.match.version, stage_of(item.match)):
            known = {"seen": item.match.version, "stage": stage_of(item.match)}
            SeasonMatch.objects.filter(pk=row.pk).update(version=item.match.version, **known)
    changed = [item for item in changed if item.belongs or item.match.pk in stored]
    if not changed:
        return False
    players: set[int] = set()
    before = {item.match.pk: stored[item.match.pk] for item in changed if item.match.pk in stored}
    if counted := [pk for pk, row in before.items() if not row.reason]:
        players |= _uncount(season, counted)
    if gone := [before[item.match.pk].pk for item in changed if not item.belongs]:
        SeasonMatch.objects.filter(pk__in=gone).delete()
    players |= _store(season, changed, since=1)
    live_rows_follow(season, players)
    return True


def _uncount(season: Season, matches: Sequence[int]) -> set[int]:
    """Take away the rows of these matches; gives whose they were."""
    players: set[int] = set()
    with connection.cursor() as cursor:
        for first in range(0, len(matches), BATCH):
            its = matches[first : first + BATCH]
            cursor.execute(UNCOUNT.format(matches=", ".join(["%s"] * len(its))), [season.pk, *its])
            players.update(player for (player,) in cursor.fetchall())
    return players


def _follow_closed(
    season: Season, looked: Sequence[Looked], rulings: dict[int, MatchRuling], cause: dict[str, object]
) -> bool:
    """Keep what the next revision would hold beside what the last one holds."""
    following = season.revision + 1
    stored = _stored(season, looked)
    changed, quiet = [], []
    for item in looked:
        row = stored.get(item.match.pk)
        says = "" if row is None else row.digest
        if item.digest == says or stays_out(rulings.get(item.match.pk), item.said):
            quiet.append(item)
        else:
            changed.append(item)
    before = _delta(season, looked)
    _take_back(season, looked)
    for item in quiet:
        row = stored.get(item.match.pk)
        if row is not None:
            SeasonMatch.objects.filter(pk=row.pk).update(seen=item.match.version, stage=stage_of(item.match))
        elif item.belongs:
            SeasonMatch.objects.create(
                season=season, match=item.match, since=following, until=following, **item.columns()
            )
    pks = [item.match.pk for item in changed]
    for model in (SeasonMatch, ScoreRow):
        model.objects.filter(season=season, match__in=pks, until=None).update(until=following)
    _heard(stored, changed)
    _store(season, changed, since=following)
    moved = before != _delta(season, looked)
    if moved:
        _pending_follow(season, cause)
    return moved


def _heard(stored: dict[int, SeasonMatch], changed: Iterable[Looked]) -> None:
    """What the next revision leaves behind has heard of its match, too: nobody needs to tell it again."""
    rows = []
    for item in changed:
        if row := stored.get(item.match.pk):
            row.seen, row.stage = item.match.version, stage_of(item.match)
            rows.append(row)
    SeasonMatch.objects.bulk_update(rows, ["seen", "stage"], batch_size=BATCH)


def _stored(season: Season, looked: Sequence[Looked]) -> dict[int, SeasonMatch]:
    """What the month holds of these matches: as published last, or live, where every row holds."""
    rows = SeasonMatch.objects.filter(season=season, match__in=[item.match.pk for item in looked])
    if season.is_closed:
        rows = rows.filter(held_at(season.revision))
    return {row.match_id: row for row in rows}


def _delta(season: Season, looked: Sequence[Looked]) -> set[tuple[int, str, bool]]:
    """In what the next revision would differ, over these matches."""
    rows = differing(season).filter(match__in=[item.match.pk for item in looked])
    return {(row.match_id, row.digest, row.since > season.revision) for row in rows}


def differing(season: Season):
    """The rows in which the next revision of a closed month would differ from the last one."""
    following = season.revision + 1
    coming = Q(since=following, until=None)
    going = Q(since__lt=following, until=following)
    return SeasonMatch.objects.filter(coming | going, season=season)


def _take_back(season: Season, looked: Sequence[Looked]) -> None:
    """Make these matches again what the last revision holds of them."""
    following = season.revision + 1
    for model in (SeasonMatch, ScoreRow):
        rows = model.objects.filter(season=season, match__in=[item.match.pk for item in looked])
        rows.filter(since=following).delete()
        rows.filter(until=following).update(until=None)


def _store(season: Season, looked: Sequence[Looked], since: int) -> set[int]:
    """Write the rows of these matches; gives the players of those that count."""
    here = [item for item in looked if item.belongs]
    SeasonMatch.objects.bulk_create(
        (SeasonMatch(season_id=season.pk, match_id=item.match.pk, since=since, **item.columns()) for item in here),
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["season", "match", "since"],
        update_fields=["version", "seen", "stage", "reason", "digest"],
    )
    rows = [row for item in here for row in rows_of(season, item, since)]
    ScoreRow.objects.bulk_create(rows, batch_size=BATCH)
    return {row.player_id for row in rows}


def live_rows_follow(season: Season, players: Collection[int]) -> None:
    """Bring the live lines of these players in line with what is counted of them."""
    lines = aggregated(season, rules_of(season), players=players)
    if gone := set(players) - {line.player_id for line in lines}:
        RankingRow.objects.filter(season=season, revision=0, player__in=gone).delete()
    RankingRow.objects.bulk_create(
        lines,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["season", "revision", "player"],
        update_fields=LINE,
    )


def _pending_follow(season: Season, cause: dict[str, object]) -> None:
    """Let the pending revision of a closed month be there as long as something differs, with all that led to it."""
    pending = PendingRevision.objects.filter(season=season).first()
    if not differing(season).exists():
        if pending is not None:
            pending.delete()
        return
    now = timezone.now()
    told = {**cause, "at": now.isoformat()}
    if pending is None:
        PendingRevision.objects.create(season=season, since=now, causes=[told])
        return
    PendingRevision.objects.filter(pk=pending.pk).update(
        version=F("version") + 1, causes=[*pending.causes, told][-CAUSES:]
    )


def overlooked(season: Season):
    """The matches of a month that changed, came, or moved to or from a tournament, since it was last brought in line."""
    rows = SeasonMatch.objects.filter(season=season, match=OuterRef("pk"))
    missed = season_matches(season).filter(~Exists(rows.filter(seen=OuterRef("version"), stage=OuterRef("as_stage"))))
    missed = missed.filter(Q(state__in=BELIEVED) | Exists(rows))
    held = SeasonMatch.objects.filter(Q(since__lte=max(season.revision, 1)) | Q(until=None), season=season)
    gone = Match.objects.filter(pk__in=held.filter(MISSED).values("match"))
    return missed, gone


def in_line(season: Season) -> bool:
    """Whether an open month has heard of everything, with one look at its matches; `overlooked` takes several.

    Most months hold just what is believed, and are equal to it by their sums. Tournaments are asked only where one of
    its matches is, or was, of one.
    """
    here = Match.objects.filter(ended_at__gte=season.start, ended_at__lt=season.end)
    if season.ladder.game_numbers:
        here = here.filter(game__in=season.ladder.game_numbers)
    rows = SeasonMatch.objects.filter(season=season)
    if connection.vendor == "postgresql" and not here.filter(table__isnull=False).exists():
        of_none = Case(When(stage="", then=F("seen")), default=Value(-1))
        believed = here.filter(state__in=BELIEVED).values_list("pk", "version")
        if _summed(believed) == _summed(rows.values_list("match", of_none)):
            return True
    row = FilteredRelation("season_matches", condition=Q(season_matches__season=season.pk))
    unheard = Q(row=None, state__in=BELIEVED) | Q(row__seen__lt=F("version")) | Q(row__seen__gt=F("version"))
    counts = here.annotate(row=row).aggregate(
        rows=Count("row"), unheard=Count("pk", filter=unheard), staged=Count("pk", filter=Q(row__stage__gt=""))
    )
    if counts["unheard"] or counts["rows"] != rows.count():
        return False
    if not counts["staged"] and not here.filter(table__isnull=False).exists():
        return True
    return not rows.exclude(stage=stage_as("match__")).exists()


def _summed(pairs: QuerySet[Any]) -> tuple[int, int | None]:
    """How many pairs of numbers these are, and what tells two sets of them apart: much cheaper than to join a million."""
    text, facts = pairs.order_by().query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(SUMMED.format(pairs=text), facts)
        count, mixed = cursor.fetchone()
    return count, mixed


@atomic_retried
def season_catch_up(season: Season) -> bool:
    """Bring a month, and the ratings, in line with whatever they did not hear of. True if the month moved."""
    [season] = seasons_locked([season.pk])
    return locked_catch_up(season)


def locked_catch_up(season: Season) -> bool:
    """The same for a month that is locked already."""
    if not season.is_closed and in_line(season):
        return False
    missed, gone = overlooked(season)
    pks = {*missed.values_list("pk", flat=True), *gone.values_list("pk", flat=True)}
    if not pks:
        return False
    facts = facts_of(pks)
    for cause, them in (("match.believed", True), ("match.voided", False)):
        ratings_ask([match for match in facts if (match.state in BELIEVED) is them], _leagues(), cause=cause)
    return season_follow(season, facts, {"act": "match.believed", "by": None, "reason": ""})


@atomic_retried
def season_rebuild(season: Season) -> bool:
    """Count a month again from the facts alone. True if what was kept was not what they say."""
    [season] = seasons_locked([season.pk])
    told = {"act": "season.recomputed", "by": None, "reason": ""}
    kept = SeasonMatch.objects.filter(season=season).values("match")
    pks = set(season_matches(season).values_list("pk", flat=True)) | set(kept.values_list("match", flat=True))
    facts = facts_of(pks)
    if season.is_closed:
        return season_follow(season, facts, told)
    looked, rulings = _looked(season, facts)
    held = _holds(season, looked)
    if not held:
        ScoreRow.objects.filter(season=season).delete()
        SeasonMatch.objects.filter(season=season).delete()
        RankingRow.objects.filter(season=season, revision=0).delete()
    _follow(season, looked, rulings, told)
    return not held


def _holds(season: Season, looked: Sequence[Looked]) -> bool:
    """Whether the rows of an open month, and its live lines, are just those that its matches make."""
    rows_kept = SeasonMatch.objects.filter(season=season).values_list("match", "reason", "digest")
    kept = {match: (reason, digest) for match, reason, digest in rows_kept}
    here = [item for item in looked if item.belongs and (item.match.state in BELIEVED or item.match.pk in kept)]
    if {item.match.pk: (item.reason, item.digest) for item in here} != kept:
        return False
    columns = attrgetter("match_id", "player_id", "told", "flag", "since", "until", *SCORE)
    rows = {columns(row)[:2]: columns(row) for item in here for row in rows_of(season, item, since=1)}
    stored = ScoreRow.objects.filter(season=season)
    told = stored.values_list("match_id", "player_id", "told", "flag", "since", "until", *SCORE)
    if rows != {row[:2]: row for row in told}:
        return False
    columns = attrgetter("player_id", *LINE)
    lines = {line.player_id: columns(line) for line in aggregated(season, rules_of(season))}
    live = RankingRow.objects.filter(season=season, revision=0).values_list("player_id", *LINE)
    return lines == {line[0]: line for line in live}


def sweep() -> int:
    """Bring every month in line with what it missed, because a bell was lost. Returns how many moved."""
    never = _taken().filter(~Exists(SeasonMatch.objects.filter(match=OuterRef("pk"))))
    matches_changed(never.order_by("pk")[:BATCH], cause="match.believed")
    heard = SeasonMatch.objects.filter(season=OuterRef("season"), match=OuterRef("match")).exclude(MISSED)
    left_behind = Q(until__lte=F("season__revision"), until__gt=F("since"))
    changed = SeasonMatch.objects.filter(MISSED).exclude(left_behind).filter(~Exists(heard))
    seasons = Season.objects.filter(pk__in=changed.values("season")).order_by("pk")
    return sum(season_catch_up(season) for season in seasons)


def _taken() -> QuerySet[Match]:
    """The believed matches whose game counts in some league; one that counts in none has no month to come to."""
    believed = Match.objects.filter(state__in=BELIEVED, ended_at__isnull=False)
    if Ladder.objects.filter(games=None).exists():
        return believed
    return believed.filter(game__in=Ladder.games.through.objects.values("game"))
