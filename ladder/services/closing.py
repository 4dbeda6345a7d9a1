"""A month's ranking as a stored revision: its rows, written by the database where the points add up there."""

import hashlib
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from games.models import User
from games.scoring.place_points import PlacePoints
from ladder.models import RankingRow, Season, SeasonMatch, SeasonRevision
from ladder.models.months import held_at
from ladder.scoring.rules import STAGES, Mean, Rules
from ladder.scoring.units import unit
from ladder.scoring.win_draw_loss import WinDrawLoss
from ladder.selectors.counting import UNIT, line_of, rows_ranked
from ladder.selectors.rankings import rules_of

BATCH = 2_000
NO_LIMIT = 2**31 - 1

SUMMED = """
alike AS (
    SELECT player_id, points, CASE WHEN played THEN 1 ELSE 0 END AS played, count(*) AS times,
        sum(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS firsts, sum(beaten) AS beaten, sum(met) AS met
    FROM ladder_scorerow
    WHERE season_id = %(season)s AND since <= %(number)s AND (until IS NULL OR until > %(number)s)
    GROUP BY 1, 2, 3
), lines AS (
    SELECT alike.*, sum(times) OVER (PARTITION BY player_id ORDER BY played DESC, points DESC) - %(best)s AS over
    FROM alike
), sums AS (
    SELECT player_id, CAST(sum(played * times) AS integer) AS played,
        CAST(sum(points * played * CASE WHEN over <= 0 THEN times WHEN over < times THEN times - over ELSE 0 END)
            AS bigint) AS best,
        CAST(sum(played * firsts) AS integer) AS firsts,
        CAST(sum(beaten) AS integer) AS beaten, CAST(sum(met) AS integer) AS met
    FROM lines GROUP BY player_id
)
"""
"""Of each player's matches the best, summed up. Those that give the same points are counted first and then taken as
often as they are among the best: a player has many matches, but few that differ."""
SUMS = """
WITH {summed}, totals AS (
    SELECT sums.*, CASE WHEN played < %(most)s THEN played ELSE %(most)s END * %(each)s AS taking,
        CASE WHEN played < %(minimum)s THEN %(minimum)s - played ELSE 0 END AS missing,
        CASE WHEN met > 0 THEN CAST(beaten AS double precision) / met ELSE 0 END AS share
    FROM sums
), ordered AS (
    SELECT totals.*, CASE WHEN missing > 0 THEN 1 ELSE 0 END AS below,
        best + taking * %(unit)s AS total
    FROM totals
)
"""
RANKED = """
{sums}, ranked AS (
SELECT player_id,
    row_number() OVER (ORDER BY below, total DESC, firsts DESC, share DESC, name COLLATE {bytewise}, player_id)
        AS position,
    CASE WHEN below = 0 THEN rank() OVER (ORDER BY below, total DESC, firsts DESC, share DESC) END AS rank,
    below = 0 AND count(*) OVER (PARTITION BY below, total, firsts, share) > 1 AS shared,
    CAST(total AS text) || '/{unit}' AS points, CAST(best AS text) || '/{unit}' AS match_points,
    CAST(taking AS text) AS participation, played, firsts, CAST(beaten AS text) || '/2' AS beaten, met, missing
FROM ordered JOIN games_player ON games_player.id = player_id
)
"""
WRITE = """
INSERT INTO ladder_rankingrow (season_id, revision, player_id, position, rank, shared, points, match_points,
    participation, played, firsts, beaten, met, missing)
{ranked} SELECT %(season)s, %(number)s, ranked.* FROM ranked
"""
TURN = """
{ranked}, turned AS (
UPDATE ladder_rankingrow AS line SET revision = %(number)s, position = ranked.position, rank = ranked.rank,
    shared = ranked.shared, points = ranked.points, match_points = ranked.match_points,
    participation = ranked.participation, played = ranked.played, firsts = ranked.firsts, beaten = ranked.beaten,
    met = ranked.met, missing = ranked.missing, extra = NULL
FROM ranked WHERE line.season_id = %(season)s AND line.revision = 0 AND line.player_id = ranked.player_id
RETURNING line.id
)
SELECT (SELECT count(*) FROM ranked) - (SELECT count(*) FROM turned)
"""
"""The live lines become those of the first revision, which costs less than new ones; gives how many were missing."""
PLANNED = "SET LOCAL jit = off; SET LOCAL work_mem = '64MB'"
"""To compile the statement takes a tenth of its time and gains nothing; and a hundred thousand players fit into memory."""
TOLD = "SELECT string_agg(match || ':' || version, ' ') || ' ' FROM ({matches}) AS held (match, version)"

LINES = """
SELECT position || ' ' || player_id || ' ' || coalesce(CAST(rank AS text), 'None') || ' '
        || CASE WHEN shared THEN 'True' ELSE 'False' END,
    points || ' ' || match_points || ' ' || participation || ' ' || played || ' ' || firsts || ' ' || beaten
        || ' ' || met || ' ' || missing
FROM ladder_rankingrow WHERE season_id = %(season)s AND revision = %(number)s ORDER BY position
"""


def revision_write(
    season: Season, *, origin: str, by: User | None, reason: str = "", causes: list[dict[str, Any]] | None = None
) -> SeasonRevision:
    """Store what the month holds now as its next revision, complete. The month is locked."""
    number = season.revision + 1
    rows_write(season, number)
    versions = _versions(matches_held(season, number))
    return SeasonRevision.objects.create(
        season=season,
        number=number,
        at=timezone.now(),
        by=by,
        origin=origin,
        reason=reason,
        causes=causes or [],
        rules=season.rules,
        matches=versions.count(b":"),
        ranked=RankingRow.objects.filter(season=season, revision=number, rank__isnull=False).count(),
        fingerprint=_fingerprint(season, number, versions),
    )


def rows_write(season: Season, number: int) -> None:
    """Store the lines of a revision from the rows that it holds."""
    rules = rules_of(season)
    if in_whole_units(rules):
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute(PLANNED)
            if connection.vendor == "postgresql" and number == 1:
                cursor.execute(*statement(TURN, season, number, rules))
                if cursor.fetchone() == (0,):
                    return
                RankingRow.objects.filter(season=season, revision=number).delete()
            cursor.execute(*statement(WRITE, season, number, rules))
        return
    rows = rows_ranked(season, rules, number)
    RankingRow.objects.bulk_create(
        (line_of(season, row, number, position) for position, row in enumerate(rows, 1)), batch_size=BATCH
    )


def in_whole_units(rules: Rules) -> bool:
    """Whether the statement says what these rules say: points in whole numbers of `UNIT`, and the usual tie-breaks."""
    one = unit(rules)
    return (
        isinstance(rules.scheme, PlacePoints | WinDrawLoss)
        and one is not None
        and UNIT % one.points == 0
        and not isinstance(rules.aggregation, Mean)
        and rules.takes_part.points.denominator == 1
        and all(rules.weights.of(game, stage) for game in ("", *rules.weights.games) for stage in ("", *STAGES))
        and rules.tie_breaks == ("first_places", "share_beaten")
    )


def statement(text: str, season: Season, number: int, rules: Rules, summed: str = SUMMED) -> tuple[str, dict[str, Any]]:
    """A statement over the sums of a month, and its parameters."""
    bytewise = '"C"' if connection.vendor == "postgresql" else "BINARY"
    facts = {
        "season": season.pk,
        "number": number,
        "best": rules.best or NO_LIMIT,
        "most": rules.takes_part.matches,
        "each": int(rules.takes_part.points),
        "minimum": rules.needed,
        "unit": UNIT,
    }
    sums = SUMS.format(summed=summed)
    ranked = RANKED.format(sums=sums, bytewise=bytewise, unit=UNIT)
    return text.format(sums=sums, ranked=ranked), facts


def matches_held(season: Season, number: int):
    """The matches that a revision counts."""
    return SeasonMatch.objects.filter(held_at(number), season=season, reason="")


def fingerprint(season: Season, number: int) -> str:
    """What a revision holds, as one hash: the rules, each match with its version, each line."""
    return _fingerprint(season, number, _versions(matches_held(season, number)))


def _fingerprint(season: Season, number: int, versions: bytes) -> str:
    found = hashlib.sha256(f"{season.key} r{number} rules {season.rules.version}\n".encode())
    found.update(versions)
    with connection.cursor() as cursor:
        cursor.execute(LINES, {"season": season.pk, "number": number})
        while rows := cursor.fetchmany(20_000):
            told = [f"\n{who} {' '.join(map(reduced, what.split()))}" for who, what in rows]
            found.update("".join(told).encode())
    return found.hexdigest()


@lru_cache(maxsize=10_000)
def reduced(text: str) -> str:
    """A fraction in its lowest terms: `270/60` is 9/2."""
    return str(Fraction(text))


def _versions(matches: QuerySet[SeasonMatch]) -> bytes:
    """Each match with its version, as `7:1 8:3 `; put together by the database where it can, for they may be millions."""
    if connection.vendor == "postgresql":
        held = matches.order_by("match_id").values("match", "version")[:NO_LIMIT]  # with a limit they stay in order
        text, facts = held.query.sql_with_params()
        with connection.cursor() as cursor:
            cursor.execute(TOLD.format(matches=text), facts)
            return str(cursor.fetchone()[0] or "").encode()
    told = matches.order_by("match_id").values_list("match", "version")
    return b"".join(b"%d:%d " % each for each in told.iterator(chunk_size=20_000))
