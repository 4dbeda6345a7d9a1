"""Months of a league: their rankings, why each rank is what it is, their revisions, and closing and revising them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from ladder import refusals
from ladder.api.base import Answer
from ladder.api.leagues import OfLeague
from ladder.api.paging import ListQuery
from ladder.api.schema import operation
from ladder.api.shapes import (
    REASON,
    Address,
    MatchRef,
    PlayerRef,
    Points,
    PreviewQuery,
    ReasonBody,
    WorthShape,
)
from ladder.api.whys import WhyShape, why_of
from ladder.models import PendingRevision, Season, SeasonRevision
from ladder.selectors.archive import Month as ArchiveMonth
from ladder.selectors.archive import months_of
from ladder.selectors.checklist import Check, checklist
from ladder.selectors.kept import lines_kept, played_fill
from ladder.selectors.rankings import Ranking, has_page
from ladder.selectors.revisions import MatchChange, match_changes, pending_changes, revision_changes, revisions_of
from ladder.selectors.seasons import season_get
from ladder.services.live import season_catch_up
from ladder.services.months import MonthRefused, grace_lengthen, month_close, month_decline, month_revise
from ladder.views.audit_parts import actor_name

TAG = "months"
SCOPE = "leagues:manage"


class MonthShape(serializers.Serializer):
    """One scoring period of a league. `version` rises with every change of its ranking or state."""

    key = serializers.CharField()
    league = serializers.CharField(source="ladder.slug")
    state = serializers.SerializerMethodField()
    start = serializers.DateTimeField()
    end = serializers.DateTimeField()
    grace_until = serializers.DateTimeField()
    revision = serializers.IntegerField(help_text="The last one published; 0 until the month is closed.")
    version = serializers.IntegerField()
    rules = serializers.IntegerField(source="rules.version", help_text="The version of the rules.")
    page = Address(source="get_absolute_url")

    def get_state(self, season: Season) -> str:
        return str(season.state_at(timezone.now()))


class ArchivedMonthShape(serializers.Serializer):
    """A month with what came of it."""

    month = MonthShape(source="season")
    matches = serializers.IntegerField()
    players = serializers.IntegerField()
    winners = PlayerRef(many=True)
    only_totals = serializers.BooleanField(help_text="Imported without its matches.")


class RowShape(serializers.Serializer):
    """One line of a ranking; `rank` is null under the minimum of matches."""

    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    move = serializers.IntegerField(
        allow_null=True, help_text="Ranks won since the month before; null for somebody new."
    )
    player = PlayerRef()
    points = Points()
    match_points = Points(source="row.match_points")
    participation = Points(source="row.participation")
    matches = serializers.IntegerField(source="row.played")
    first_places = serializers.IntegerField(source="row.firsts")
    beaten = Points(source="row.beaten", help_text="People beaten; a tie is a half.")
    met = serializers.IntegerField(source="row.met")
    missing = serializers.IntegerField(help_text="Matches that are missing for a rank.")


RANKING_FACTS = {
    "month": MonthShape(),
    "revision": serializers.IntegerField(help_text="The one shown; 0 is the live month."),
}


class RevisionQuery(ListQuery):
    """Which state of a ranking."""

    revision = serializers.IntegerField(
        min_value=1, max_value=10**6, required=False, help_text="An older revision; without it the last one."
    )


class CauseShape(serializers.Serializer):
    """What led to a revision."""

    text = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField(allow_null=True)
    matches = serializers.ListField(child=serializers.CharField())


class RevisionShape(serializers.Serializer):
    """A numbered snapshot of a month; it is never altered."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.SerializerMethodField()
    origin = serializers.ChoiceField(SeasonRevision.Origin.values)
    reason = serializers.CharField(allow_blank=True)
    causes = serializers.SerializerMethodField()
    rules = serializers.IntegerField(source="rules.version")
    matches = serializers.IntegerField()
    ranked = serializers.IntegerField()
    fingerprint = serializers.CharField(help_text="SHA-256 of what it holds.")

    def get_by(self, row: SeasonRevision) -> str:
        return actor_name(row.by)

    @extend_schema_field(CauseShape(many=True))
    def get_causes(self, row: SeasonRevision) -> list[dict[str, Any]]:
        return causes_told(row.causes)


def causes_told(causes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [dict(CauseShape(refusals.cause(cause)).data) for cause in causes]


class PlaceShape(serializers.Serializer):
    """Where a player stands in a ranking."""

    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    points = Points()
    matches = serializers.IntegerField()


class ChangeShape(serializers.Serializer):
    """One player's line before and after; null where there is none."""

    player = PlayerRef()
    before = PlaceShape(allow_null=True)
    after = PlaceShape(allow_null=True)


class MatchChangeShape(serializers.Serializer):
    """A match that counts otherwise; nobody gets anything where it does not count."""

    match = MatchRef()
    before = WorthShape(many=True)
    after = WorthShape(many=True)


class DiffShape(serializers.Serializer):
    """What one revision changed against the one before it."""

    revision = serializers.IntegerField()
    rows = ChangeShape(many=True)
    matches = MatchChangeShape(many=True)


class PendingShape(serializers.Serializer):
    """What the next revision would change, and what led to it. Nothing of it is published."""

    version = serializers.IntegerField(help_text="For If-Match of the act.")
    since = serializers.DateTimeField()
    causes = serializers.SerializerMethodField()
    rows = ChangeShape(many=True)
    matches = MatchChangeShape(many=True)

    @extend_schema_field(CauseShape(many=True))
    def get_causes(self, told: Mapping[str, Any]) -> list[dict[str, Any]]:
        return causes_told(told["causes"])


class CheckShape(serializers.Serializer):
    """One thing to look at before closing."""

    code = serializers.CharField()
    blocking = serializers.BooleanField()
    count = serializers.IntegerField()
    text = serializers.CharField()
    matches = serializers.SerializerMethodField()

    def get_matches(self, check: Check) -> list[str]:
        return [match.slug for match in check.matches]


class ClosingShape(serializers.Serializer):
    """Whether the month can be closed."""

    version = serializers.IntegerField(help_text="For If-Match of the act.")
    over = serializers.BooleanField()
    blocked = serializers.BooleanField()
    checks = CheckShape(many=True)


class CloseBody(serializers.Serializer):
    """Closing; `warned` says that the warnings were seen."""

    warned = serializers.BooleanField(default=False)
    reason = serializers.CharField(max_length=REASON, default="", allow_blank=True)


class GraceBody(serializers.Serializer):
    """Until when results are taken."""

    until = serializers.DateTimeField()


class OfMonth(OfLeague):
    """Something of one month."""

    def month(self, league: str, month: str) -> Season:
        season = season_get(self.league(league), month)
        if season is None or not has_page(season, timezone.now()):
            raise Http404
        return season

    def opened(self, league: str, month: str) -> Season:
        """A month that something can be done with."""
        season = self.month(league, month)
        if season.pk is None:
            raise Http404
        return season

    def ranking(self, league: str, month: str) -> tuple[Ranking, dict[str, Any]]:
        asked = self.asked(RevisionQuery)
        season = self.month(league, month)
        if asked.get("revision", 0) > season.revision:
            raise Http404
        return lines_kept(season, asked.get("revision")), asked


class Months(OfLeague):
    @operation(
        "months_list", "The months of a league", ArchivedMonthShape, tag=TAG, listed=True, description="Newest first."
    )
    def get(self, request: Request, league: str) -> Response:
        found: list[ArchiveMonth] = months_of(self.league(league))
        return self.listed(ArchivedMonthShape, found)


class Month(OfMonth):
    @operation("months_get", "One month", MonthShape, tag=TAG)
    def get(self, request: Request, league: str, month: str) -> Response:
        season = self.month(league, month)
        return self.found(MonthShape, season, season.version)


class RankingOf(OfMonth):
    @operation(
        "months_ranking",
        "The ranking of a month",
        RowShape,
        tag=TAG,
        listed=True,
        facts=RANKING_FACTS,
        query=[RevisionQuery],
        description="The last one published, or the live one. Who has too few matches stands at the end, without a rank.",
    )
    def get(self, request: Request, league: str, month: str) -> Response:
        table, asked = self.ranking(league, month)
        facts = {"month": self.shaped(MonthShape, table.season), "revision": table.revision}
        return self.listed(RowShape, [*table.ranked, *table.below], asked=asked, facts=facts)


class Why(OfMonth):
    @operation(
        "months_why", "Why a player has this rank", WhyShape, tag=TAG, query=[RevisionQuery],
        description="The parts of the sum, every match with the reason why it counts or not, and the tie-breaks in words.",
    )  # fmt: skip
    def get(self, request: Request, league: str, month: str, player: str) -> Response:
        table, _asked = self.ranking(league, month)
        line = next((line for line in (*table.ranked, *table.below) if line.player.slug == player), None)
        if line is None:
            raise Http404
        played_fill(table, [line])
        return self.found(WhyShape, why_of(line, table))


class Revisions(OfMonth):
    @operation("months_revisions", "The revisions of a closed month", RevisionShape, tag=TAG, listed=True)
    def get(self, request: Request, league: str, month: str) -> Response:
        return self.listed(RevisionShape, revisions_of(self.opened(league, month)))


class Diff(OfMonth):
    @operation("months_diff", "What a revision changed", DiffShape, tag=TAG)
    def get(self, request: Request, league: str, month: str, number: int) -> Response:
        season = self.opened(league, month)
        if not 1 <= number <= season.revision:
            raise Http404
        matches = match_changes(season, number - 1, number) if number > 1 else []
        told = {"revision": number, "rows": revision_changes(season, number), "matches": changes_told(matches)}
        return self.found(DiffShape, told)


def changes_told(changes: list[MatchChange]) -> list[dict[str, Any]]:
    return [
        {"match": change.match, "before": worths(change.before), "after": worths(change.after)} for change in changes
    ]


def worths(points: Mapping[Player, Fraction]) -> list[dict[str, Any]]:
    return [{"player": player, "points": value} for player, value in points.items()]


class Close(OfMonth):
    @operation(
        "months_close", "Close a month", RevisionShape, tag=TAG, scope=SCOPE, body=CloseBody, query=[PreviewQuery],
        status=201, more={200: ClosingShape}, if_match=True,
        description="Writes revision 1. What blocks must be settled first; warnings must have been seen (`warned`). "
        "With `preview=1` the answer is the checklist, and nothing is done.",
    )  # fmt: skip
    def post(self, request: Request, league: str, month: str) -> Response:
        season = self.month(league, month)
        if self.asked(PreviewQuery)["preview"]:
            self.check("desk", season.ladder)
            if season.pk is not None:
                season_catch_up(season)
                season.refresh_from_db()
            return self.found(ClosingShape, closing(season), season.version)
        self.check("close_month", season.ladder)
        values, version = self.sent(CloseBody), self.version_seen()

        def act() -> Answer:
            revision = month_close(
                season, by=request.user, version=version, warned=values["warned"], reason=values["reason"]
            )
            return self.answer(RevisionShape, revision, status=201, version=revision.season.version)

        return self.write(act)


def closing(season: Season) -> dict[str, Any]:
    """The checklist of a month that is not closed yet. Raises `MonthRefused`."""
    if season.is_closed:
        raise MonthRefused("closed", season)
    now = timezone.now()
    checks = checklist(season, now)
    blocked = any(check.blocking for check in checks)
    return {"version": season.version, "over": now >= season.end, "blocked": blocked, "checks": checks}


def pending_told(season: Season) -> dict[str, Any]:
    """What the next revision of a closed month would change. Raises `MonthRefused` where nothing waits."""
    if not season.is_closed:
        raise MonthRefused("open", season)
    season_catch_up(season)
    pending = PendingRevision.objects.filter(season=season).first()
    if pending is None:
        raise MonthRefused("nothing_pending", season)
    return {
        "version": pending.version,
        "since": pending.since,
        "causes": pending.causes,
        "rows": pending_changes(season),
        "matches": changes_told(match_changes(season, season.revision, season.revision + 1)),
    }


class Grace(OfMonth):
    @operation(
        "months_grace", "Take results of a month for longer", MonthShape, tag=TAG, scope=SCOPE, body=GraceBody,
        if_match=True, description="As long as its grace is not over; never shortens.",
    )  # fmt: skip
    def post(self, request: Request, league: str, month: str) -> Response:
        season = self.opened(league, month)
        self.check("close_month", season.ladder)
        until, version = self.sent(GraceBody)["until"], self.version_seen()

        def act() -> Answer:
            now = grace_lengthen(season, until, by=request.user, version=version)
            return self.answer(MonthShape, now, version=now.version)

        return self.write(act)


class Revise(OfMonth):
    @operation(
        "months_revise", "Publish the next revision of a closed month", RevisionShape, tag=TAG, scope=SCOPE,
        body=ReasonBody, query=[PreviewQuery], status=201, more={200: PendingShape}, if_match=True,
        description="If-Match bears the version of what is pending, which `preview=1` tells together with all that would "
        "change.",
    )  # fmt: skip
    def post(self, request: Request, league: str, month: str) -> Response:
        season = self.opened(league, month)
        if self.asked(PreviewQuery)["preview"]:
            self.check("desk", season.ladder)
            told = pending_told(season)
            return self.found(PendingShape, told, told["version"])
        self.check("revise_month", season.ladder)
        reason, version = self.sent(ReasonBody)["reason"], self.version_seen()

        def act() -> Answer:
            revision = month_revise(season, by=request.user, reason=reason, version=version)
            season.refresh_from_db()
            return self.answer(RevisionShape, revision, status=201, version=season.version)

        return self.write(act)


class Decline(OfMonth):
    @operation(
        "months_decline", "Leave a closed month as it is", MonthShape, tag=TAG, scope=SCOPE, body=ReasonBody,
        if_match=True, description="What is pending is left out until the matches say something else. If-Match as for revising.",
    )  # fmt: skip
    def post(self, request: Request, league: str, month: str) -> Response:
        season = self.opened(league, month)
        self.check("revise_month", season.ladder)
        reason, version = self.sent(ReasonBody)["reason"], self.version_seen()

        def act() -> Answer:
            now = month_decline(season, by=request.user, reason=reason, version=version)
            return self.answer(MonthShape, now, version=now.version)

        return self.write(act)
