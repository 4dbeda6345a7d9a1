"""What must always hold (`doctor` checks it, and every fault test ends with it). Each check yields what breaks it."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from math import inf

from django.db.models import Count, F, Max, Q
from django.db.models.functions import Now

from games import storage
from games.models import (
    AuditEntry,
    Identity,
    Match,
    Merge,
    Name,
    Notice,
    NoticeAddress,
    NoticeDelivery,
    OutboxRow,
    Player,
    Seat,
    Submission,
    Verification,
)
from games.services.versions import seats_told
from ladder.models import RatingPool, Season
from ladder.selectors.agreement import disagreements, revision_faults
from ladder.selectors.files import files_named
from ladder.selectors.rankings import ranking
from ladder.services.closing import fingerprint
from ladder.services.live import sweep
from tournaments import invariants as tournaments

PATIENCE = timedelta(minutes=5)
"""How long a row may wait or run while a worker is alive."""


def judged_once(*, worker_alive: bool = True) -> Iterator[str]:
    """Each file has one verification per rules revision, and none waits for ever."""
    told_at_once = (Submission.Kind.TABLE_RECORD, Submission.Kind.HISTORY)
    broken = Submission.objects.exclude(kind__in=told_at_once).annotate(
        rows=Count("verifications"), revisions=Count("verifications__revision", distinct=True)
    )
    for submission in broken.filter(Q(rows=0) | ~Q(rows=F("revisions"))):
        yield f"submission {submission.pk}: {submission.rows} verifications of {submission.revisions} revisions"
    if worker_alive:
        stale = Q(state="queued", next_try__lt=Now() - PATIENCE) | Q(state="running", lease_until__lt=Now() - PATIENCE)
        for row in Verification.objects.filter(stale):
            yield f"verification {row.pk}: {row.state} since {row.next_try:%Y-%m-%d %H:%M} UTC"


def counted_once() -> Iterator[str]:
    """One match for each table of a platform, one submission for each content, one player for each identity."""
    tables = Match.objects.exclude(table_id="").values("platform", "table_id").annotate(rows=Count("pk")).order_by()
    for table in tables.filter(rows__gt=1):
        yield f"table {table['platform']}:{table['table_id']}: {table['rows']} matches"
    contents = Submission.objects.values("sha256").annotate(rows=Count("pk")).order_by()
    for content in contents.filter(rows__gt=1):
        yield f"content {content['sha256']}: {content['rows']} submissions"


def seated_well() -> Iterator[str]:
    """Seats are numbered 0 to n-1, nobody sits twice, and places are ranks: 1, 1, 3. The last result version says the same."""
    for match in Match.objects.prefetch_related("seats", "results"):
        seats = list(match.seats.all())
        if sorted(seat.number for seat in seats) != list(range(len(seats))) or len(seats) < 2:
            yield f"match {match.slug}: seats {[seat.number for seat in seats]}"
        if len({seat.player_id for seat in seats}) < len(seats):
            yield f"match {match.slug}: a player sits twice"
        places = [seat.place for seat in seats if seat.place is not None]
        if any(place != 1 + sum(other < place for other in places) for place in places):
            yield f"match {match.slug}: places {sorted(places)}"
        results = list(match.results.all())
        if [result.number for result in results] != list(range(1, len(results) + 1)) or not results:
            yield f"match {match.slug}: result versions {[result.number for result in results]}"
        elif (results[-1].ending, results[-1].ended_at, results[-1].seats) != (
            match.ending,
            match.ended_at,
            seats_told(seats),
        ):
            yield f"match {match.slug}: its seats are not those of result version {results[-1].number}"


def ranked_whole() -> Iterator[str]:
    """In each month every match of every player stands in his line once: counted, dropped, or aside with its reason."""
    for season in Season.objects.select_related("ladder", "rules"):
        found = ranking(season)
        told: Counter[tuple[int, int]] = Counter()
        for line in (*found.ranked, *found.below):
            told.update((line.player.pk, played.match.pk) for played in line.played)
            told.update((line.player.pk, aside.match.pk) for aside in line.aside)
        lines = {player for player, _match in told}
        matches = Match.objects.filter(ended_at__gte=season.start, ended_at__lt=season.end)
        games = list(season.ladder.games.all())
        if games:
            matches = matches.filter(game__in=games)
        facts = Counter(Seat.objects.filter(match__in=matches, player__in=lines).values_list("player", "match"))
        for player, match in (facts - told) + (told - facts):
            yield f"{season}: player {player}, match {match}: {facts[player, match]} times, told {told[player, match]}"


def ranked_as_facts() -> Iterator[str]:
    """A month's kept ranking, and each of its revisions, is what its matches make; what no bell told is heard first."""
    sweep()
    for season in Season.objects.select_related("ladder", "rules"):
        yield from disagreements(season)


def revised_whole() -> Iterator[str]:
    """A closed month has its revisions 1 to n, each complete, with the right fingerprint; an open one has none."""
    for season in Season.objects.select_related("ladder", "rules"):
        yield from revision_faults(season, fingerprint)


def noted_once() -> Iterator[str]:
    """Each version of a match has its audit entry, and each entry its match."""
    entries = AuditEntry.objects.filter(kind="match").values("target_id").order_by()
    noted = {
        entry["target_id"]: (entry["rows"], entry["last"])
        for entry in entries.annotate(rows=Count("pk"), last=Max("version"))
    }
    for pk, slug, version in Match.objects.values_list("pk", "slug", "version"):
        if (found := noted.pop(pk, (0, 0))) != (version, version):
            yield f"match {slug}: version {version}, but {found[0]} entries up to {found[1]}"
    for pk in noted:
        yield f"audit: entries for match {pk}, which is not there"


def kept_well() -> Iterator[str]:
    """Each raw file has its row, each row its file, and each file the content it is named by."""
    before, files, coming = files_named(), set(storage.hashes()), set(storage.strays(inf))
    rows = files_named()  # others bring files and take them away meanwhile
    for sha256 in sorted(before & rows - files):
        yield f"file {sha256}: missing"
    for sha256 in sorted(files - rows - coming):
        yield f"file {sha256}: no row"
    for sha256 in sorted(rows & files):
        try:
            storage.load(sha256)
        except storage.Damaged:
            yield f"file {sha256}: another content"
        except FileNotFoundError:  # removed since, by a wish to be forgotten
            continue


def named_well() -> Iterator[str]:
    """A provisional player has no identity, and an identified one has one; nothing names who asked to be forgotten."""
    players = Player.objects.annotate(ids=Count("identities", distinct=True), texts=Count("names", distinct=True))
    for player in players.filter(Q(state="provisional", ids__gt=0) | Q(state="identified", ids=0)):
        yield f"player {player.slug}: {player.state} with {player.ids} identities"
    for player in players.filter(Q(texts__gt=0) | Q(user__is_active=True), state="anonymised"):
        yield f"player {player.slug}: anonymised with {player.texts} names or an account in use"


def belonging_well() -> Iterator[str]:
    """Seats, names and identities belong to whoever the player became for whom they were recorded."""
    parents = dict(Player.objects.filter(merged_into__isnull=False).values_list("pk", "merged_into"))

    def root(player: int) -> int:
        while player in parents:
            player = parents[player]
        return player

    for model in (Seat, Name, Identity):
        moved = model._default_manager.filter(~Q(player=F("recorded_for")) | Q(player__in=parents)).order_by("pk")
        for pk, player, recorded in moved.values_list("pk", "player", "recorded_for"):
            if player != root(recorded):
                yield f"{model._meta.model_name} {pk}: belongs to player {player}, recorded for {recorded}"
    merged = set(Merge.objects.filter(undone_at=None).values_list("source", flat=True))
    for player in merged ^ set(parents):
        yield f"player {player}: merged without a merge, or the other way round"


def told_once() -> Iterator[str]:
    """Each notice is announced at most once on each channel, after it was there; none hangs, and none is for who left."""
    sent = NoticeDelivery.objects.filter(handed_at__isnull=False)
    twice = sent.values("channel", "notice__user", "notice__group", "notice__key").order_by().annotate(rows=Count("pk"))
    for row in twice.filter(rows__gt=1):
        yield f"notice {row['notice__key']}: sent {row['rows']} times by {row['channel']}"
    for row in sent.filter(handed_at__lt=F("notice__at")):
        yield f"delivery {row.pk}: sent before it was told"
    waiting = NoticeDelivery.objects.filter(state="waiting", due_at__lt=Now() - PATIENCE)
    jobs = set(
        OutboxRow.objects.filter(kind="notice").exclude(state__in=["done", "dead"]).values_list("key", flat=True)
    )
    for row in waiting:
        if f"notice/{row.pk}" not in jobs:
            yield f"delivery {row.pk}: waits, and nothing will send it"
    left = Q(user__isnull=False, user__is_active=False)
    for model in (Notice, NoticeAddress):
        for pk in model._default_manager.filter(left, user__email__endswith="@account.invalid").values_list(
            "pk", flat=True
        ):
            yield f"{model._meta.model_name} {pk}: of somebody who left"


def rated_well() -> Iterator[str]:
    """Ratings are those that follow from the matches. Without pools there is nothing to load numba for."""
    if RatingPool.objects.exists():
        from ladder.services.ratings import pools_check

        yield from pools_check()


INVARIANTS: dict[str, Callable[[], Iterator[str]]] = {
    "I1 judged once": judged_once,
    "I2 counted once": counted_once,
    "I3 seated well": seated_well,
    "I4 ranked whole": ranked_whole,
    "I4 rated well": rated_well,
    "I4 ranked as the facts say": ranked_as_facts,
    "I5 revised whole": revised_whole,
    "I6 told once": told_once,
    "I7 noted once": noted_once,
    "I8 kept well": kept_well,
    "players named well": named_well,
    "people belong well": belonging_well,
    **tournaments.INVARIANTS,
}


def broken() -> list[str]:
    """Every row that breaks an invariant, with the invariant's name before it."""
    return [f"{name}: {row}" for name, check in INVARIANTS.items() for row in check()]
