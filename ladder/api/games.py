"""Games: what is played, and what of it is verified."""

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.games import Played, games_played
from ladder.api.base import Resource
from ladder.api.schema import operation

TAG = "games"


class GameShape(serializers.Serializer):
    """A game with its matches that stand, the files of it that were judged, and how many of them agree."""

    key = serializers.CharField(source="game.key")
    name = serializers.SerializerMethodField()
    seats_min = serializers.IntegerField(source="game.seats_min")
    seats_max = serializers.IntegerField(source="game.seats_max")
    verified = serializers.BooleanField(source="game.has_engine", help_text="Whether logs of it are judged.")
    revision = serializers.IntegerField(
        allow_null=True, help_text="The rules revision under which logs are judged now."
    )
    matches = serializers.IntegerField()
    judged = serializers.IntegerField()
    agreed = serializers.IntegerField()

    def get_name(self, played: Played) -> str:
        return str(played.game)


class Games(Resource):
    @operation("games_list", "All games", GameShape, tag=TAG, listed=True)
    def get(self, request: Request) -> Response:
        return self.listed(GameShape, games_played())


class OneGame(Resource):
    @operation("games_get", "One game", GameShape, tag=TAG)
    def get(self, request: Request, key: str) -> Response:
        found = next((played for played in games_played() if played.game.key == key), None)
        if found is None:
            raise Http404
        return self.found(GameShape, found)
