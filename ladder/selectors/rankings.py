"""The ranking of a month from the facts at this moment, and why each match counts or not.

What pages show is kept (`ladder.selectors.kept`); this is what it must agree with.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from django.db.models import Exists, OuterRef, Prefetch, QuerySet, prefetch_related_objects

from games.models import Match, Player, Submission, Verification
from games.models import Seat as MatchSeat
from games.scoring.facts import Result, Score, Seat
from games.scoring.parting import TieBreak
from games.services.changes import WITHOUT_RESULT
from ladder.models import Ladder, MatchRuling, Season
from ladder.scoring.month import scored, verdict_on
from ladder.scoring.rules import Rules
from ladder.selectors.seasons import YEARS, SeasonBook, season_before
from ladder.standing import Line, Row
from ladder.standing import ranking as rank_results
from tournaments.selectors.feeding import UNFED, stage_as, stage_of, stages_read

BELIEVED = (Match.State.CONFIRMED, Match.State.VERIFIED)


@dataclass(frozen=True, slots=True)
class Played:
    """A match of a player in a month; where it does not count, `reason` says why (`ladder.standing.Line`)."""

    match: Match
    score: Score
    counts: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Aside:
    """A match of a player in a month that gives nobody points. `reason` as in `reason_against`."""

    match: Match
    reason: str


@dataclass(slots=True)
class RankedPlayer:
    """One line of the ranking, with all that the "why?" panel says. `move` is None for somebody new."""

    player: Player
    row: Row
    played: list[Played]
    aside: list[Aside]
    above: "RankedPlayer | None" = None
    move: int | None = None
    last: list[Score] = field(default_factory=list)
    """What the last five matches gave, newest last."""

    @property
    def rank(self) -> int | None:
        return self.row.rank

    @property
    def shared(self) -> bool:
        return self.row.shared

    @property
    def missing(self) -> int:
        return self.row.missing

    @property
    def points(self) -> Fraction:
        return self.row.points

    @property
    def tie_break(self) -> TieBreak | None:
        return self.row.tie_break

    @property
    def counted(self) -> list[Played]:
        return [line for line in self.played if line.counts]

    @property
    def dropped(self) -> list[Played]:
        return [line for line in self.played if not line.counts]

    @property
    def verified_share(self) -> Fraction:
        """The share of the player's matches with a log that agrees."""
        agree = sum(line.match.state == Match.State.VERIFIED for line in self.played)
        return Fraction(agree, len(self.played)) if self.played else Fraction(0)


@dataclass(slots=True)
class Ranking:
    """A month as it stands. `below` are those under the minimum; `matches` counts those that give points.

    `revision` is the one that was read; 0 is the live month.
    """

    season: Season
    rules: Rules
    ranked: list[RankedPlayer] = field(default_factory=list)
    below: list[RankedPlayer] = field(default_factory=list)
    matches: int = 0
    revision: int = 0

    def of(self, player: Player) -> RankedPlayer | None:
        """The line of a player, ranked or below."""
        return next((line for line in (*self.ranked, *self.below) if line.player == player), None)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match counts, or why it does not; `scores` by player where it does."""

    ladder: Ladder
    season: Season | None
    reason: str
    scores: dict[int, Score]

    def reason_for(self, player: int) -> str:
        """Why it gives a player at the table nothing: `other_player` where what was published is somebody else's."""
        return self.reason or ("other_player" if self.scores and player not in self.scores else "")


Belongs = Callable[[MatchSeat], Player | None]
"""To whom a seat would belong; None where nothing changes."""


def ranking(season: Season, belongs: Belongs | None = None) -> Ranking:
    """The ranking of a month, computed from its matches, with moves against the month before.

    With `belongs`, as it would be if seats belonged to other players than they do.
    """
    rules, before = rules_of(season), season_before(season)
    both = reseated(_matches(season.ladder, before.start, season.end), belongs)
    matches = [match for match in both if match.ended_at >= season.start]
    players = {seat.player_id: seat.player for match in matches for seat in match.seats.all()}
    read_files(matches, rules)
    rulings = {ruling.match_id: ruling for ruling in MatchRuling.objects.filter(season=season.pk)}
    reasons = {match.pk: reason_against(match, season, rules, rulings.get(match.pk)) for match in matches}
    counting = [match for match in matches if not reasons[match.pk]]
    names = {pk: player.name for pk, player in players.items()}
    rows = rank_results(rules, (result_of(match, rules) for match in counting), names, season.key)
    ranks_before = _ranks(before, [match for match in both if match.ended_at < before.end])
    by_pk = {match.pk: match for match in counting}
    aside = _aside(matches, reasons)
    table = Ranking(season, rules, matches=len(counting))
    for row in rows:
        line = RankedPlayer(players[row.player], row, _played(row.lines, by_pk), aside.get(row.player, []))
        if row.rank is None:
            table.below.append(line)
            continue
        line.above = table.ranked[-1] if table.ranked else None
        line.move = ranks_before[row.player] - row.rank if row.player in ranks_before else None
        table.ranked.append(line)
    return table


def reseated(matches: QuerySet[Match], belongs: Belongs | None) -> Sequence[Match]:
    """The same matches with their seats given to whom they would belong; only in memory."""
    if belongs is not None:
        for match in matches:
            for seat in match.seats.all():
                seat.player = belongs(seat) or seat.player
    return list(matches)


def reason_against(match: Match, season: Season, rules: Rules, ruling: MatchRuling | None = None) -> str:
    """Why a match of a month does not count; empty if it does.

    `submitted`, `disputed` or `void` (its state), `no_result`, `unfed` (its tournament feeds no league), `late` (it came after the grace, and no manager took it
    in; in a closed month nothing is late), `left_out` (by a manager), what the rules leave out (`ladder.scoring.inclusion`), or what the scheme
    cannot score (`games.scoring.facts.Unscorable`).
    """
    reason = unheard(match, season, ruling) or verdict_on(rules, result_of(match, rules))
    return "left_out" if not reason and not season.is_closed and left_out(ruling, match) else reason


def unheard(match: Match, season: Season, ruling: MatchRuling | None) -> str:
    """The part of `reason_against` that needs neither the rules nor the seats; empty if they have the word."""
    if match.state not in BELIEVED:
        return match.state
    if match.ending in WITHOUT_RESULT:
        return "no_result"
    if stage_of(match) == UNFED:
        return "unfed"
    taken_in = season.is_closed or (ruling is not None and ruling.kind == MatchRuling.Kind.IN)
    return "late" if match.created_at >= season.grace_until and not taken_in else ""


def left_out(ruling: MatchRuling | None, match: Match) -> bool:
    """Whether a manager left out just what the match says now."""
    return ruling is not None and ruling.kind == MatchRuling.Kind.OUT and ruling.digest == digest_of(match)


def digest_of(match: Match) -> str:
    """What a result says, in short: who sat there in which place, and how they left."""
    told = sorted(f"{seat.player_id}:{seat.place or 0}:{seat.flag}" for seat in match.seats.all())
    return hashlib.sha256(" ".join(told).encode()).hexdigest()[:16]


def where_it_counts(match: Match) -> list[Standing]:
    """Every league, with what the match gives there or the reason why it gives nothing."""
    return where_they_count([match])[match.pk]


def where_they_count(matches: Sequence[Match], book: SeasonBook | None = None) -> dict[int, list[Standing]]:
    """The same for many matches with as many queries, by the number of the match.

    Besides the reasons of `reason_against`: `game` (the league does not take it) and `no_end` (no end instant known).
    """
    book = book or SeasonBook()
    stages_read(matches)
    months: dict[tuple[int, str], dict[int, dict[int, Score]]] = {}
    rulings = _rulings(matches, book)
    return {match.pk: [_standing(match, ladder, book, months, rulings) for ladder in book.ladders] for match in matches}


def _rulings(matches: Sequence[Match], book: SeasonBook) -> dict[tuple[int | None, int], MatchRuling]:
    """The managers' words on these matches, by month and match; asked for only where a month has any."""
    taken = ((ladder, match) for match in matches for ladder in book.ladders if book.takes(ladder, match.game_id))
    if not any(match.ended_at and book.decided(book.at(ladder, match.ended_at)) for ladder, match in taken):
        return {}
    words = MatchRuling.objects.filter(match__in=[match.pk for match in matches])
    return {(ruling.season_id, ruling.match_id): ruling for ruling in words}


def _standing(
    match: Match,
    ladder: Ladder,
    book: SeasonBook,
    months: dict[tuple[int, str], dict[int, dict[int, Score]]],
    rulings: Mapping[tuple[int | None, int], MatchRuling],
) -> Standing:
    if not book.takes(ladder, match.game_id):
        return Standing(ladder, None, "game", {})
    if match.ended_at is None:
        return Standing(ladder, None, "no_end", {})
    season = book.at(ladder, match.ended_at)
    rules = rules_of(season)
    reason = reason_against(match, season, rules, rulings.get((season.pk, match.pk)))
    if reason:
        return Standing(ladder, season, reason, {})
    if not rules.entangled:
        return Standing(ladder, season, "", dict(next(scored(rules, [result_of(match, rules)]))[1]))
    month = (ladder.pk, season.key)
    if month not in months:
        months[month] = month_scores(season, rules)
    scores = months[month].get(match.pk, {})
    reason = "repeat" if any(score.played and not score.weight for score in scores.values()) else ""
    return Standing(ladder, season, reason, {} if reason else scores)


def month_scores(season: Season, rules: Rules) -> dict[int, dict[int, Score]]:
    """What each counting match of a month gives, by its number, where matches depend on each other."""
    matches = list(season_matches(season))
    read_files(matches, rules)
    rulings = {ruling.match_id: ruling for ruling in MatchRuling.objects.filter(season=season.pk)}
    reasons = (reason_against(match, season, rules, rulings.get(match.pk)) for match in matches)
    counting = [result_of(match, rules) for match, reason in zip(matches, reasons, strict=True) if not reason]
    return {result.match: scores for result, scores in scored(rules, counting)}


def rules_of(season: Season) -> Rules:
    return season.rules.rules


def season_matches(season: Season) -> QuerySet[Match]:
    """All matches of a month that the league takes, in order of their end, whether they count or not."""
    return _matches(season.ladder, season.start, season.end)


def has_page(season: Season, now: datetime) -> bool:
    """Whether there is anything to tell of a month: it was opened, is not over, was played in, or others were before."""
    if season.pk is not None or season.end > now or season.year not in YEARS:
        return season.pk is not None or season.end > now
    before = Season.objects.filter(ladder=season.ladder_id, start__lt=season.start)
    told = Exists(before.order_by()) | Exists(season_matches(season).order_by())
    return Ladder.objects.filter(told, pk=season.ladder_id).exists()


def _matches(ladder: Ladder, start: datetime, end: datetime) -> QuerySet[Match]:
    """The matches that a league takes and that ended in `[start, end)`, in order, with game, seats and players."""
    games = Ladder.games.through.objects.filter(ladder=ladder)
    taken = ~Exists(games) | Exists(games.filter(game=OuterRef("game")))
    return with_seats(Match.objects.filter(taken, ended_at__gte=start, ended_at__lt=end)).order_by("ended_at", "pk")


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The same matches with all that a ranking asks of them."""
    seats = Prefetch("seats", MatchSeat.objects.select_related("player"))
    return matches.select_related("game").prefetch_related(seats).annotate(as_stage=stage_as())


def read_files(matches: Iterable[Match], rules: Rules) -> None:
    """Read what the rules ask of the files of these matches, at once for all."""
    unread = [match for match in matches if not hasattr(match, "told")]
    if unread and (rules.inclusion.rule_set or rules.inclusion.witness):
        agreeing = Verification.objects.filter(verdict__in=("verified", "consistent")).order_by("pk")
        told = Submission.objects.filter(relation__in=("first", "witness")).order_by("pk")
        judged = told.prefetch_related(Prefetch("verifications", agreeing, "agreeing"))
        prefetch_related_objects(unread, Prefetch("submissions", judged, "told"))


def result_of(match: Match, rules: Rules) -> Result:
    """The match as a ranking sees it."""
    read_files([match], rules)
    files = getattr(match, "told", ())
    rule_sets = [row.rules for file in files for row in file.agreeing if row.rules]
    return Result(
        match=match.pk,
        seats=tuple(Seat(seat.player_id, seat.place, seat.flag, seat.score) for seat in match.seats.all()),
        game=match.game.key,
        stage=stage_of(match),
        verified=match.state == Match.State.VERIFIED,
        training=match.training,
        rule_set=rule_sets[0] if rule_sets else "",
        witnesses=witnesses(files),
    )


def witnesses(files: Iterable[Submission]) -> int:
    """How many other people brought a file with the same moves; what visitors brought tells of no other person."""
    first = {file.uploader_id for file in files if file.relation == "first"}
    return len({file.uploader_id for file in files if file.relation == "witness"} - first - {None})


def _ranks(season: Season, matches: Iterable[Match]) -> dict[int, int]:
    """The ranks of a month by player."""
    rules = rules_of(season)
    counting = [match for match in matches if not reason_against(match, season, rules)]
    names = {seat.player_id: seat.player.name for match in counting for seat in match.seats.all()}
    rows = rank_results(rules, (result_of(match, rules) for match in counting), names, season.key)
    return {row.player: row.rank for row in rows if row.rank is not None}


def _played(lines: Sequence[Line], matches: dict[int, Match]) -> list[Played]:
    return [Played(matches[line.match], line.score, line.counts, line.reason) for line in lines]


def _aside(matches: Iterable[Match], reasons: dict[int, str]) -> dict[int, list[Aside]]:
    """The matches that do not count, by player."""
    aside: dict[int, list[Aside]] = {}
    for match in matches:
        if reasons[match.pk]:
            for seat in match.seats.all():
                aside.setdefault(seat.player_id, []).append(Aside(match, reasons[match.pk]))
    return aside
