"""Old months written into the league: a file kept, imported in one transaction, taken back as a whole.

Importing and taking back are jobs (`ladder.services.import_jobs`); here stands what they do.
"""

import datetime as dt
import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games import storage
from games.engine.text import clean_name
from games.models import Game, Match, Name, Player, User
from games.services.audit import audit
from games.services.bulk import Brought, matches_create
from games.services.changes import match_change
from games.services.locks import recording
from games.services.players import Seen, names_note, player_provisional, players_for
from games.services.results import Result, SeatResult, game_for
from games.services.retry import atomic_retried
from ladder.imports.check import Answers, DryRun, dry_run_of, layout_guess, raw_of, template_of, totals_by_month
from ladder.imports.columns import Template
from ladder.imports.duplicates import PLATFORM, Candidate
from ladder.imports.names import Person, key_of
from ladder.imports.plan import Layout, Total
from ladder.imports.problems import SheetProblem
from ladder.imports.progress import Step
from ladder.models import Import, ImportedMatch, ImportedTotal, ImportTemplate, Ladder, MatchRuling, Season
from ladder.permissions import may
from ladder.selectors.counting import digest_of
from ladder.selectors.rankings import BELIEVED, season_matches, with_seats
from ladder.services.import_traces import BROUGHT, traces_after, traces_before, traces_take_back
from ladder.services.ladders import season_open
from ladder.services.live import matches_changed, tables_ring
from ladder.services.months import month_close

REJECTED_KEPT = 500
State = Import.State


class ImportRefused(Exception):
    """Nothing was done.

    `code`: `role`, `version`, `state`, `running`, `nothing_new`, `built_on`, `month_has_matches` or `errored`.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


def import_start(
    ladder: Ladder, raw: bytes, *, name: str, by: User | None, template: Template | None = None, sheet: str = ""
) -> tuple[Import, bool]:
    """Keep a file and guess how it is written; whether it is new here. The same bytes are the same import.

    Raises `SheetProblem` for what is no table, `ImportRefused`, `storage.StorageFull`.
    """
    role_check(ladder, by)
    layout = layout_guess(raw, sheet=sheet, template=template)
    sha256 = hashlib.sha256(raw).hexdigest()
    known = Import.objects.filter(Q(sha256=sha256) | Q(**{f"summary__{BROUGHT}": sha256}), ladder=ladder).first()
    if known is not None:
        if known.sha256 == sha256:
            storage.store(raw)  # it may have been lost
        return known, False
    fields = {"size": len(raw), "name": clean_name(name), "layout": msgspec.to_builtins(layout), "by": by}
    try:
        with transaction.atomic():
            source = Import.objects.create(ladder=ladder, sha256=sha256, **fields)
            storage.store(raw)
            return source, True
    except IntegrityError:  # the same bytes came a moment ago
        return Import.objects.get(ladder=ladder, sha256=sha256), False


@atomic_retried
def import_change(
    source: Import, *, version: int, by: User | None, layout: Layout | None = None, answers: Answers | None = None
) -> Import:
    """Say how a file is to be read, or who and what is meant in it."""
    now = import_locked(source, version, by)
    if now.state == State.DONE:
        raise ImportRefused("state", state=now.state)
    if layout is not None:
        now.layout = msgspec.to_builtins(layout)
    if answers is not None:
        now.answers = msgspec.to_builtins(answers)
    now.problem, now.version = {}, now.version + 1
    now.save(update_fields=["layout", "answers", "problem", "version"])
    return now


@atomic_retried
def template_save(source: Import, *, name: str, by: User | None) -> ImportTemplate:
    """Keep how this file is written for the next one; a template of that name is replaced."""
    role_check(source.ladder, by)
    body = template_of(msgspec.convert(source.layout, Layout), raw_of(source))
    template, _is_new = ImportTemplate.objects.update_or_create(
        ladder=source.ladder, name=clean_name(name), defaults={"body": msgspec.to_builtins(body)}
    )
    return template


def import_write(now: Import, by: User | None, step: Callable[[Step], None]) -> None:
    """Write what the dry run shows, all or nothing, for a locked import; `step` is told how far it is.

    Raises `ImportRefused` and `SheetProblem`.
    """
    role_check(now.ladder, by)
    step(Step.READING)
    recording()
    run = dry_run_of(now, preview=False)
    if not run.taken and not run.plan.totals:
        raise ImportRefused("nothing_new", duplicates=len(run.duplicates), rejected=len(run.rejected))
    step(Step.WRITING)
    now.state, now.done_at, now.version = State.DONE, timezone.now(), now.version + 1
    before = traces_before(person.player for person in run.people.values() if person.player is not None)
    players = _players(run)
    matches = _matches(now, run, players, by)
    totals = _totals(now, run.plan.totals, players)
    brought = {BROUGHT: now.summary[BROUGHT]} if BROUGHT in now.summary else {}
    now.summary = brought | summary_of(run) | {"totals": totals, "made": traces_after(before, players.values())}
    now.save(update_fields=["state", "done_at", "version", "summary"])
    audit("import.done", now, actor=by, ladder=now.ladder.slug, **_numbers(now.summary))
    step(Step.COUNTING)
    _dispute(run, now, by)
    months = _months_over(now.ladder, matches)
    _take_in(months, matches)
    matches_changed(matches, cause="import.done", by=by)
    tables_ring()
    step(Step.CLOSING)
    _close([*months, *_totals_over(now)], by)


def import_take_back(now: Import, by: User | None, step: Callable[[Step], None]) -> None:
    """Take a locked import back as a whole: its matches are struck out, its totals removed, and who came only with them.

    Raises `ImportRefused` once others built on it.
    """
    role_check(now.ladder, by)
    step(Step.READING)
    recording()
    matches = list(Match.objects.filter(imported__source=now).exclude(state=Match.State.VOID).order_by("pk"))
    built = [match.slug for match in matches if match.version > 1 or match.submissions.exists()]
    if built:
        raise ImportRefused("built_on", matches=built[:10], count=len(built))
    step(Step.WRITING)
    for match in matches:
        table = match.table_id
        if table:
            match.platform, match.table_id = "", ""
            match.save(update_fields=["platform", "table_id"])
        match_change(
            match,
            "match.voided",
            state=Match.State.VOID,
            actor=by,
            reason=_("The import was taken back."),
            table=table,
            **{"import": now.pk},
        )
    now.totals.all().delete()
    names = traces_take_back(now)
    now.state, now.version = State.UNDONE, now.version + 1
    now.save(update_fields=["state", "version"])
    audit("import.undone", now, actor=by, ladder=now.ladder.slug, matches=len(matches), names=names)
    step(Step.COUNTING)
    matches_changed(matches, cause="import.undone", by=by)
    tables_ring()


def _months_over(ladder: Ladder, matches: Sequence[Match]) -> list[Season]:
    """The months of these matches that nobody closed and whose days of grace are over; opened if they were not."""
    games = {game.pk for game in ladder.games.all()}
    ends = {match.ended_at.astimezone(ladder.zone) for match in matches if not games or match.game_id in games}
    months = sorted({(end.year, end.month) for end in ends})
    seasons = [season_open(ladder, year, month) for year, month in months]
    return [season for season in seasons if not season.is_closed and season.grace_until <= timezone.now()]


def _totals_over(source: Import) -> list[Season]:
    seasons = Season.objects.filter(totals__source=source, grace_until__lte=timezone.now(), revision=0).distinct()
    return list(seasons.select_related("ladder", "rules").order_by("pk"))


def _take_in(seasons: Sequence[Season], matches: Sequence[Match]) -> None:
    """What a manager imports is not late: it is taken in, however long its month is over."""
    facts = with_seats(Match.objects.filter(pk__in=[match.pk for match in matches])) if seasons else []
    MatchRuling.objects.bulk_create(
        (
            MatchRuling(season=season, match=match, kind=MatchRuling.Kind.IN, digest=digest_of(match))
            for match in facts
            for season in seasons
            if season.start <= match.ended_at < season.end
        ),
        batch_size=1_000,
    )


def _close(seasons: Sequence[Season], by: User | None) -> None:
    """An imported month closes at once, unless other matches of it are waiting for somebody's word."""
    for season in seasons:
        others = season_matches(season).filter(imported=None).exclude(state=Match.State.VOID)
        if not others.exists():
            month_close(season, by=by, imported=True, reason=_("imported"))


def summary_of(run: DryRun) -> dict[str, Any]:
    """A dry run in numbers, with the first rejected lines."""
    return {
        "rows": run.rows,
        "matches": len(run.taken),
        "duplicates": len(run.duplicates),
        "names": len(run.people),
        "new_names": sum(person.player is None for person in run.people.values()),
        "near": len(run.near),
        "totals": len(run.plan.totals),
        "rejected": len(run.rejected),
        "lines": [msgspec.to_builtins(each) for each in run.rejected[:REJECTED_KEPT]],
    }


def _numbers(summary: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in summary.items() if key not in ("lines", "made")}


def role_check(ladder: Ladder, by: User | None) -> None:
    """A command without an account is the server's keeper."""
    if by is not None and not may(by, "import", ladder):
        raise ImportRefused("role")


def import_locked(source: Import, version: int, by: User | None) -> Import:
    """The import, locked, for somebody who saw this version. Raises `ImportRefused`; also while a worker is at it."""
    now = Import.objects.select_for_update(of=("self",), no_key=True).select_related("ladder").get(pk=source.pk)
    role_check(now.ladder, by)
    if now.version != version:
        raise ImportRefused("version", seen=version, now=now.version)
    if now.job:
        raise ImportRefused("running")
    return now


def _players(run: DryRun) -> dict[str, Player]:
    """The people of the file; those who are new and come with something that is taken are made, and everybody's name is
    noted as seen."""
    coming = {key_of(seat.name, seat.platform_id) for each in run.taken for seat in each.planned.seats}
    coming |= {key_of(total.name, total.platform_id) for total in run.plan.totals}
    spans: dict[str, tuple[dt.datetime, dt.datetime]] = {}
    for each in run.candidates:
        for seat in each.planned.seats:
            key, at = key_of(seat.name, seat.platform_id), each.planned.ended_at
            first, last = spans.get(key, (at, at))
            spans[key] = (min(first, at), max(last, at))
    players = {}
    for key, person in run.people.items():
        if person.player is None and key not in coming:
            continue
        first, last = spans.get(key, (timezone.now(), timezone.now()))
        players[key] = player = _player(person, first)
        for at in {first, last}:
            names_note([(player, clean_name(person.name))], at=at, source=Name.Source.IMPORT)
    return players


def _player(person: Person, at: dt.datetime) -> Player:
    if person.player is not None and not (person.platform_id and person.player.is_provisional):
        return person.player
    name = clean_name(person.name)
    if person.platform_id:
        return players_for([Seen(name, PLATFORM, person.platform_id)], at=at, source=Name.Source.IMPORT)[0]
    return player_provisional(name, at=at, source=Name.Source.IMPORT)


def _matches(source: Import, run: DryRun, players: dict[str, Player], by: User | None) -> list[Match]:
    wanted = {each.planned.game for each in run.taken}
    games = {
        text: game if game is None or game.pk or text not in wanted else _game_new(game)
        for text, game in run.games.items()
    }
    brought = [_brought(each, players, games) for each in run.taken]
    matches = matches_create(brought, by=by, state=Match.State.CONFIRMED, source=source.pk)
    ImportedMatch.objects.bulk_create(
        (
            ImportedMatch(source=source, match=match, lines=each.planned.lines)
            for match, each in zip(matches, run.taken, strict=True)
        ),
        batch_size=1_000,
    )
    return matches


def _brought(each: Candidate, players: dict[str, Player], games: dict[str, Game | None]) -> Brought:
    planned = each.planned
    game = games[planned.game]
    assert game is not None
    people = [players[key_of(seat.name, seat.platform_id)] for seat in planned.seats]
    seats = tuple(
        SeatResult(
            Seen(clean_name(seat.name), PLATFORM if seat.platform_id else "", seat.platform_id or None),
            seat.place,
            seat.score,
            seat.flag,
        )
        for seat in planned.seats
    )
    result = Result(
        game=game.key,
        seats=seats,
        platform=PLATFORM if planned.table else "",
        table_id=planned.table,
        ended_at=planned.ended_at,
        source="typed",
        ending=planned.ending,
    )
    return Brought(result, game, people, [player.pk for player in people])


def _game_new(game: Game) -> Game:
    """A game that was not here: one with an engine under its key, any other under a key made from its name."""
    if game.key:
        return game_for(game.key)
    stem = slugify(game.name).replace("-", "_")[:36] or "game"
    stem = stem if stem[0].isalpha() else f"g_{stem}"
    taken = set(Game.objects.filter(key__startswith=stem).values_list("key", flat=True))
    game.key = next(key for key in (stem, *(f"{stem}_{n}" for n in range(2, 1_000))) if key not in taken)
    game.save()
    return game


def _totals(source: Import, totals: Sequence[Total], players: dict[str, Player]) -> int:
    """Keep the totals of months of which no match is known."""
    rows = []
    for (year, month), lines in sorted(totals_by_month(totals).items()):
        season = season_open(source.ladder, year, month)
        if ImportedTotal.objects.filter(season=season).exists() or _has_matches(season):
            raise ImportRefused("month_has_matches", month=season.key)
        seen: set[int] = set()
        for total in lines:
            player = players[key_of(total.name, total.platform_id)]
            if player.pk in seen:
                raise SheetProblem("total_twice", line=total.line, name=total.name)
            seen.add(player.pk)
            rows.append(
                ImportedTotal(
                    source=source,
                    season=season,
                    player=player,
                    recorded_for=player,
                    points=str(total.points),
                    value=float(total.points),
                    matches=total.matches,
                    rank=total.rank,
                )
            )
    ImportedTotal.objects.bulk_create(rows, batch_size=1_000)
    return len(rows)


def _has_matches(season: Season) -> bool:
    return season_matches(season).filter(state__in=BELIEVED).exists()


def _dispute(run: DryRun, source: Import, by: User | None) -> None:
    """A second, different result for one BGA table opens a dispute."""
    slugs = [each.known for each in run.contradicting]
    disputed = []
    for match in Match.objects.select_for_update(no_key=True).filter(slug__in=slugs).order_by("pk"):
        if match.state in (Match.State.SUBMITTED, Match.State.CONFIRMED, Match.State.VERIFIED):
            act = "match.contradicted"
            disputed.append(match_change(match, act, state=Match.State.DISPUTED, actor=by, **{"import": source.pk}))
    if disputed:
        matches_changed(disputed, cause="match.contradicted", by=by)
