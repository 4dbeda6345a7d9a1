"""Leagues and their rules."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ladder import rulebook
from ladder.api.base import Resource
from ladder.api.schema import operation
from ladder.api.shapes import Address, Facts
from ladder.models import Ladder, LadderRules, Scope
from ladder.selectors.seasons import season_at

TAG = "leagues"


class LeagueShape(serializers.Serializer):
    """A competition that goes on month after month."""

    slug = serializers.CharField()
    name = serializers.CharField()
    language = serializers.CharField()
    time_zone = serializers.CharField(help_text="By its clocks the months are cut.")
    grace_days = serializers.IntegerField(help_text="Days after a month in which its results still come in.")
    silence_hours = serializers.IntegerField(
        help_text="After so long without objection a result with a table record is confirmed; 0: never."
    )
    logs_public = serializers.BooleanField()
    games = serializers.SerializerMethodField(help_text="Keys of the games that count; none: every game does.")
    month = serializers.SerializerMethodField(help_text="The present month: `2026-10`.")
    page = Address(source="get_absolute_url")

    def get_games(self, ladder: Ladder) -> list[str]:
        return sorted(game.key for game in ladder.games.all())

    def get_month(self, ladder: Ladder) -> str:
        return season_at(ladder, timezone.now()).key


class RulesShape(serializers.Serializer):
    """One version of a league's rules; a month keeps the one with which it was opened."""

    version = serializers.IntegerField()
    since = serializers.CharField(help_text="The first month that it is for; empty: from the beginning.")
    created_at = serializers.DateTimeField()
    lines = serializers.SerializerMethodField(help_text="The rules in short, in words.")
    words = serializers.CharField(help_text="What the community says besides.")
    document = Facts(source="params", help_text="The whole, as it is computed with.")

    def get_lines(self, row: LadderRules) -> list[str]:
        return rulebook.in_short(row.rules)


class Leagues(Resource):
    @operation("leagues_list", "All leagues", LeagueShape, tag=TAG, listed=True)
    def get(self, request: Request) -> Response:
        return self.listed(LeagueShape, list(Ladder.objects.prefetch_related("games")))


class OfLeague(Resource):
    """Something of one league."""

    scope = Scope.LEAGUES

    def league(self, league: str) -> Ladder:
        return get_object_or_404(Ladder.objects.prefetch_related("games"), slug=league)


class League(OfLeague):
    @operation("leagues_get", "One league", LeagueShape, tag=TAG)
    def get(self, request: Request, league: str) -> Response:
        return self.found(LeagueShape, self.league(league))


class Rules(OfLeague):
    @operation(
        "leagues_rules", "The versions of its rules", RulesShape, tag=TAG, listed=True, description="Newest first."
    )
    def get(self, request: Request, league: str) -> Response:
        rows: Any = LadderRules.objects.filter(ladder=self.league(league)).order_by("-version")
        return self.listed(RulesShape, list(rows))
