"""Shapes that many resources share."""

from fractions import Fraction
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import Match, Player, Seat

NAME = 64
REASON = 1_000
SLUG = 80


@extend_schema_field(
    {
        "type": "object",
        "properties": {
            "exact": {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$", "example": "9/2"},
            "number": {"type": "number", "example": 4.5},
        },
        "required": ["exact", "number"],
        "additionalProperties": False,
    }
)
class Points(serializers.Field):
    """An exact number: as a fraction in lowest terms, and as a decimal that may be rounded."""

    def to_representation(self, value: Fraction | int) -> dict[str, Any]:
        return {"exact": str(Fraction(value)), "number": float(value)}


@extend_schema_field({"type": "object", "additionalProperties": True})
class Facts(serializers.Field):
    """An object whose keys depend on what it tells of."""

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field({})
class Anything(serializers.Field):
    """Any JSON value."""

    def to_representation(self, value: Any) -> Any:
        return value


class Address(serializers.URLField):
    """A page of the site, from a path."""

    def to_representation(self, value: Any) -> str:
        return f"{settings.SITE_URL}{value}"


class PlayerRef(serializers.Serializer):
    """A player, named as the reader may name him."""

    slug = serializers.CharField(help_text="The address under /players/.")
    name = serializers.SerializerMethodField()

    def get_name(self, player: Player) -> str:
        return player.known_as if self.context.get("member") else player.name


class SeatShape(serializers.Serializer):
    """One person at the table. Place decides, not score; no score is not 0, and no place is not last."""

    number = serializers.IntegerField(help_text="From 0, in turn order where it is known.")
    player = PlayerRef()
    place = serializers.IntegerField(allow_null=True, help_text="Ties share it: 1, 1, 3.")
    score = serializers.IntegerField(allow_null=True)
    flag = serializers.ChoiceField(Seat.Flag.values)


class WorthShape(serializers.Serializer):
    """What a match gives somebody."""

    player = PlayerRef()
    points = Points()


class MatchRef(serializers.Serializer):
    """A match in a few words."""

    slug = serializers.CharField()
    game = serializers.CharField(source="game.key")
    state = serializers.ChoiceField(Match.State.values)
    ended_at = serializers.DateTimeField(allow_null=True)


class ReasonBody(serializers.Serializer):
    """Why; others read it."""

    reason = serializers.CharField(max_length=REASON)


class OptionalReasonBody(serializers.Serializer):
    """Why, where there is something to say; others read it."""

    reason = serializers.CharField(max_length=REASON, default="", allow_blank=True)


class EmptyBody(serializers.Serializer):
    """Nothing has to be said."""


class PreviewQuery(serializers.Serializer):
    """With `preview=1` nothing is done: the answer says what would come of it."""

    preview = serializers.BooleanField(default=False)


def slugs(**options: Any) -> serializers.SlugField:
    return serializers.SlugField(max_length=SLUG, **options)
