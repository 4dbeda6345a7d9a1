"""Players: who they are, their results and ratings, whom they met."""

import datetime as dt
from typing import Any

from django.db.models import Prefetch
from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Match, Player, Seat
from games.selectors.meetings import meetings, record
from games.selectors.players import formerly, players_list
from games.services.players import player_now
from ladder.api.base import Resource
from ladder.api.matches import CountShape, counts_of
from ladder.api.paging import ListQuery
from ladder.api.schema import operation
from ladder.api.shapes import NAME, Address, MatchRef, PlayerRef, SeatShape
from ladder.models import Rating, Scope
from ladder.ratings.lines import Line
from ladder.selectors.published import as_published
from ladder.selectors.rankings import where_they_count
from ladder.selectors.ratings import player_lines, player_ratings
from ladder.selectors.seasons import SeasonBook
from ladder.views.finding import sought
from tournaments.selectors.feeding import matches_at, stage_as

TAG = "players"


class PlayerShape(PlayerRef):
    """A person in results; may have no account."""

    state = serializers.ChoiceField(Player.State.values, help_text="`provisional`: the name is not checked.")
    formerly = serializers.SerializerMethodField(help_text="Names of players who were merged into this one.")
    page = Address(source="get_absolute_url")

    def get_formerly(self, player: Player) -> list[str]:
        if player.is_anonymised or (player.is_hidden and not self.context.get("member")):
            return []
        return sorted({part.name for part in formerly(player)} - {player.name})


class ListedPlayerShape(PlayerRef):
    """A player in the list; void matches apart."""

    state = serializers.ChoiceField(Player.State.values)
    matches = serializers.IntegerField()
    last_match = serializers.DateTimeField(allow_null=True)


class PlayersQuery(ListQuery):
    """Which players."""

    q = serializers.CharField(max_length=NAME, default="", allow_blank=True, help_text="Part of any name ever used.")
    bga_id = serializers.RegexField(r"^[0-9]{1,20}$", required=False, help_text="The number on Board Game Arena.")
    provisional = serializers.BooleanField(default=False, help_text="Only names that are not checked.")


class ResultShape(serializers.Serializer):
    """A match of a player, and what it gives in each league that takes it."""

    match = MatchRef()
    place = serializers.IntegerField(allow_null=True)
    size = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True)
    flag = serializers.ChoiceField(Seat.Flag.values)
    counts = CountShape(many=True)


class RatingLineShape(serializers.Serializer):
    """What one match did to a rating."""

    match = serializers.CharField(allow_null=True)
    ended_at = serializers.DateTimeField()
    before = serializers.FloatField()
    after = serializers.FloatField()
    expected = serializers.FloatField()
    scored = serializers.FloatField()


class RatingShape(serializers.Serializer):
    """What a player is worth in a pool now."""

    league = serializers.CharField(source="pool.ladder.slug")
    pool = serializers.CharField(source="pool.slug")
    value = serializers.FloatField()
    spread = serializers.FloatField()
    matches = serializers.IntegerField(source="played")
    provisional = serializers.BooleanField(source="is_provisional")
    change = serializers.FloatField(help_text="By the last match.")
    last_match = serializers.DateTimeField(source="last_at")
    lines = serializers.SerializerMethodField(help_text="What the last matches did, oldest first.")

    @extend_schema_field(RatingLineShape(many=True))
    def get_lines(self, rating: Rating) -> list[Any]:
        lines = player_lines(rating.pool, rating.player, least=LINES)[-LINES:]
        slugs = dict(Match.objects.filter(pk__in=[line.match for line in lines]).values_list("pk", "slug"))
        return list(RatingLineShape([line_told(line, slugs) for line in lines], many=True).data)


LINES = 25


def line_told(line: Line, slugs: dict[int, str]) -> dict[str, Any]:
    return {
        "match": slugs.get(line.match),
        "ended_at": dt.datetime.fromtimestamp(line.ended, dt.UTC),
        "before": line.before,
        "after": line.after,
        "expected": line.expected,
        "scored": line.scored,
    }


class MeetingShape(serializers.Serializer):
    """A match at which both sat."""

    match = MatchRef()
    mine = SeatShape()
    theirs = SeatShape()


class VersusShape(serializers.Serializer):
    """Two players against each other, seen from the first."""

    player = PlayerRef()
    other = PlayerRef()
    met = serializers.IntegerField()
    ahead = serializers.IntegerField()
    level = serializers.IntegerField()
    behind = serializers.IntegerField()
    matches = MeetingShape(many=True)


class OfPlayer(Resource):
    """Something of one player. An address that was given up leads on to who it is now."""

    scope = Scope.RESULTS

    def player(self, slug: str) -> Player:
        return player_now(sought(slug, member=self.request.user.is_authenticated))


class Players(Resource):
    @operation(
        "players_list", "Players", ListedPlayerShape, tag=TAG, listed=True, query=[PlayersQuery],
        description="By name. Merged players are never listed.",
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        asked = self.asked(PlayersQuery)
        member = request.user.is_authenticated
        rows = players_list(asked["q"], provisional=asked["provisional"], member=member)
        if "bga_id" in asked:
            rows = rows.filter(identities__platform="bga", identities__platform_id=asked["bga_id"])
            rows = rows if member else rows.filter(full_name="")
        return self.listed(ListedPlayerShape, rows, "name", "pk", asked=asked)


class OnePlayer(OfPlayer):
    @operation(
        "players_get", "One player", PlayerShape, tag=TAG, refusals=(410,),
        description="The address of somebody who was merged into another gives that one.",
    )  # fmt: skip
    def get(self, request: Request, player: str) -> Response:
        return self.found(PlayerShape, self.player(player))


class Results(OfPlayer):
    @operation(
        "players_results", "The results of a player", ResultShape, tag=TAG, listed=True, refusals=(410,),
        description="Those entered last come first.",
    )  # fmt: skip
    def get(self, request: Request, player: str) -> Response:
        seats = (
            Seat.objects.filter(player=self.player(player))
            .select_related("match__game")
            .prefetch_related(Prefetch("match__seats", Seat.objects.select_related("player")))
            .annotate(as_stage=stage_as("match__"))
        )
        return self.listed(ResultShape, seats, "-pk", prepare=results_told)


def results_told(seats: list[Seat]) -> list[dict[str, Any]]:
    """Seats with what their matches give in each league."""
    standings = as_published(where_they_count(matches_at(seats), SeasonBook())) if seats else {}
    return [
        {
            "match": seat.match,
            "place": seat.place,
            "size": len(seat.match.seats.all()),
            "score": seat.score,
            "flag": seat.flag,
            "counts": counts_of(standings[seat.match_id], [seat]),
        }
        for seat in seats
    ]


class Ratings(OfPlayer):
    @operation("players_ratings", "The ratings of a player", RatingShape, tag=TAG, listed=True, refusals=(410,))
    def get(self, request: Request, player: str) -> Response:
        person = self.player(player)
        rows = player_ratings(person)
        for row in rows:
            row.player = person
        return self.listed(RatingShape, rows)


class Versus(OfPlayer):
    @operation("players_vs", "Two players against each other", VersusShape, tag=TAG, refusals=(410,))
    def get(self, request: Request, player: str, other: str) -> Response:
        one, rival = self.player(player), self.player(other)
        if one == rival:
            raise Http404
        rows = meetings(one, rival)
        total = record(one, rows, rival)
        told = {
            "player": one,
            "other": rival,
            "met": total.met,
            "ahead": total.ahead,
            "level": total.level,
            "behind": total.behind,
            "matches": [{"match": match, "mine": mine, "theirs": theirs} for match, mine, theirs in rows],
        }
        return self.found(VersusShape, told)
