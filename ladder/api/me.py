"""The account of the token: who it is, what it may do, what waits for it."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import User
from games.selectors.todo import to_confirm
from ladder.api.base import Resource
from ladder.api.schema import operation
from ladder.api.shapes import MatchRef, PlayerRef
from ladder.models import ApiToken, Role, Scope
from tournaments.models import TournamentRole

TAG = "me"


class RoleShape(serializers.Serializer):
    """A role: in a league or in a tournament; an admin’s is in neither."""

    role = serializers.CharField()
    league = serializers.CharField(allow_null=True)
    tournament = serializers.CharField(allow_null=True)


class MeShape(serializers.Serializer):
    """An account."""

    email = serializers.EmailField()
    language = serializers.CharField()
    time_zone = serializers.CharField()
    player = PlayerRef(allow_null=True)
    roles = RoleShape(many=True)
    token = serializers.CharField(help_text="The name of the token.")
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.values))
    to_confirm = MatchRef(many=True, help_text="Matches that wait for your word.")


def roles_of(user: User) -> list[dict[str, Any]]:
    """All roles of an account."""
    found = [{"role": "admin", "league": None, "tournament": None}] if user.is_superuser else []
    leagues = Role.objects.filter(user=user).values_list("kind", "ladder__slug")
    events = TournamentRole.objects.filter(user=user).values_list("kind", "tournament__slug")
    found += [{"role": kind, "league": slug, "tournament": None} for kind, slug in leagues]
    return found + [{"role": kind, "league": None, "tournament": slug} for kind, slug in events]


class Me(Resource):
    private = True

    @operation("me_get", "The account of the token", MeShape, tag=TAG, private=True)
    def get(self, request: Request) -> Response:
        user, token = request.user, request.auth
        assert isinstance(token, ApiToken)
        told = {
            "email": user.email,
            "language": user.language,
            "time_zone": user.time_zone,
            "player": getattr(user, "player", None),
            "roles": roles_of(user),
            "token": token.name,
            "scopes": token.scopes,
            "to_confirm": list(to_confirm(user)),
        }
        return self.found(MeShape, told)
