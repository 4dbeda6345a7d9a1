"""“Why this rank?” as data: the parts of the sum, every match, and the sentences of the page."""

from itertools import pairwise
from typing import Any

from rest_framework import serializers

from ladder import explain
from ladder.api.shapes import MatchRef, PlayerRef, Points
from ladder.selectors.rankings import Played, RankedPlayer, Ranking


class WhyMatchShape(serializers.Serializer):
    """A match of the player in the month. `reason` is a code, `told` says it in words; both are empty where it counts."""

    match = MatchRef()
    counts = serializers.BooleanField()
    place = serializers.IntegerField(allow_null=True)
    size = serializers.IntegerField(allow_null=True)
    points = Points(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    told = serializers.CharField(allow_blank=True)


class WhyShape(serializers.Serializer):
    """What a rank is made of."""

    player = PlayerRef()
    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    points = Points()
    match_points = Points()
    participation = Points()
    sentence = serializers.CharField()
    against = serializers.ListField(
        child=serializers.CharField(), help_text="What parts the player from the line above and the line below."
    )
    raising = serializers.CharField(allow_blank=True, help_text="What a further result would change.")
    rule = serializers.CharField()
    tie_break = serializers.CharField(allow_null=True, help_text="What parts the player from the line above.")
    matches = WhyMatchShape(many=True)


def why_of(line: RankedPlayer, table: Ranking) -> dict[str, Any]:
    """The panel of one line whose matches are read."""
    below = next((lower for upper, lower in pairwise(table.ranked) if upper is line), None)
    names = {one.player.pk: one.player.name for one in (*table.ranked, *table.below)}
    told = explain.why(line, below, table.rules, names)
    return {
        "player": line.player,
        "rank": line.rank,
        "shared": line.shared,
        "points": line.points,
        "match_points": line.row.match_points,
        "participation": line.row.participation,
        "sentence": told.sentence,
        "against": told.against,
        "raising": told.raising,
        "rule": told.rule,
        "tie_break": line.tie_break.criterion if line.tie_break else None,
        "matches": [*(_played(one, table) for one in line.played), *(_aside(one) for one in line.aside)],
    }


def _played(one: Played, table: Ranking) -> dict[str, Any]:
    told = explain.weighed(one.score) if one.counts else explain.uncounted(one, table.rules)
    return {
        "match": one.match,
        "counts": one.counts,
        "place": one.score.place,
        "size": one.score.size,
        "points": one.score.points if one.score.played else None,
        "reason": one.reason,
        "told": told,
    }


def _aside(one: Any) -> dict[str, Any]:
    told = str(explain.REASONS[one.reason])
    nothing = {"place": None, "size": None, "points": None}
    return {"match": one.match, "counts": False, "reason": one.reason, "told": told, **nothing}
