"""Who is who: claims, merges with their preview, and merges taken back."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Claim, Merge
from games.selectors.players import merge_of
from games.services.errors import PersonRefused
from games.services.players import player_now
from ladder.api.base import Answer
from ladder.api.months import PlaceShape
from ladder.api.players import TAG, OfPlayer
from ladder.api.problems import changed
from ladder.api.schema import operation
from ladder.api.shapes import REASON, MatchRef, PlayerRef, PreviewQuery, slugs
from ladder.models import Scope
from ladder.selectors.merging import Change, MonthEffect, Preview, late_matches, merge_preview, undo_preview
from ladder.selectors.rankings import RankedPlayer
from ladder.services import people
from ladder.views.finding import sought


class ClaimBody(serializers.Serializer):
    """A word to those who decide."""

    words = serializers.CharField(max_length=REASON, default="", allow_blank=True)


class ClaimShape(serializers.Serializer):
    """“This is me”: an account says that it is a player."""

    id = serializers.IntegerField(source="pk")
    player = PlayerRef()
    state = serializers.ChoiceField(Claim.State.values)
    at = serializers.DateTimeField()


class MergeBody(serializers.Serializer):
    """Into whom, and why."""

    into = slugs(help_text="The player who stays.")
    reason = serializers.CharField(max_length=REASON, required=False, help_text="Needed for the act itself.")
    two_accounts = serializers.BooleanField(default=False, help_text="One person with two accounts on a platform.")
    two_entrants = serializers.BooleanField(default=False, help_text="Both may stay in a tournament that both entered.")


class UnmergeBody(serializers.Serializer):
    """Why, and which matches go back that came after the merge under the old name."""

    reason = serializers.CharField(max_length=REASON, required=False, help_text="Needed for the act itself.")
    back = serializers.ListField(child=slugs(), default=list, max_length=1_000)


class MovedShape(serializers.Serializer):
    """A line of a month that moves."""

    player = PlayerRef()
    before = serializers.SerializerMethodField()
    after = serializers.SerializerMethodField()

    @extend_schema_field(PlaceShape(allow_null=True))
    def get_before(self, change: Change) -> Any:
        return place_told(change.before)

    @extend_schema_field(PlaceShape(allow_null=True))
    def get_after(self, change: Change) -> Any:
        return place_told(change.after)


def place_told(line: RankedPlayer | None) -> Any:
    if line is None:
        return None
    told = {"rank": line.rank, "shared": line.shared, "points": line.points, "matches": line.row.played}
    return PlaceShape(told).data


class EffectShape(serializers.Serializer):
    """A month that is touched; a closed one gets a pending revision."""

    league = serializers.CharField(source="season.ladder.slug")
    month = serializers.CharField(source="season.key")
    closed = serializers.BooleanField(source="season.is_closed")
    matches = serializers.IntegerField()
    rows = serializers.SerializerMethodField()

    @extend_schema_field(MovedShape(many=True))
    def get_rows(self, effect: MonthEffect) -> Any:
        return MovedShape(effect.changes, many=True, context=self.context).data


class MergePreviewShape(serializers.Serializer):
    """All that a merge, or taking it back, would do. `seen` is for If-Match of the act."""

    seen = serializers.CharField()
    source = PlayerRef()
    target = PlayerRef()
    matches = serializers.IntegerField()
    together = MatchRef(source="blocks.matches", many=True, help_text="Both sat there, so they are two people.")
    platforms = serializers.SerializerMethodField(help_text="Where both have an id of their own.")
    tournaments = serializers.SerializerMethodField(help_text="Tournaments that both entered.")
    months = EffectShape(many=True)
    late = MatchRef(many=True, help_text="Of a merge to be taken back: matches that came later under the old name.")

    def get_platforms(self, told: dict[str, Any]) -> list[str]:
        return [platform for platform, _ids in told["blocks"].platforms]

    def get_tournaments(self, told: dict[str, Any]) -> list[str]:
        return [one.tournament.slug for one in told["two_entrants"]]


def preview_told(preview: Preview, late: Any = ()) -> dict[str, Any]:
    names = "seen source target matches blocks months two_entrants".split()
    return {name: getattr(preview, name) for name in names} | {"late": late}


class MergedShape(serializers.Serializer):
    """A merge as it stands."""

    id = serializers.IntegerField(source="pk")
    source = PlayerRef()
    target = PlayerRef()
    undone = serializers.SerializerMethodField()

    def get_undone(self, merge: Merge) -> bool:
        return merge.undone_at is not None


class ClaimPlayer(OfPlayer):
    scope = Scope.RESULTS

    @operation(
        "players_claim", "Say “this is me”", ClaimShape, tag=TAG, scope="results:write", body=ClaimBody, status=201,
        refusals=(410,), description="A manager, or two players who met you lately, decide.",
    )  # fmt: skip
    def post(self, request: Request, player: str) -> Response:
        person, words = self.player(player), self.sent(ClaimBody)["words"]

        def act() -> Answer:
            claim = people.claim_make(person, by=request.user, words=words)
            claim.refresh_from_db()
            return self.answer(ClaimShape, claim, status=201)

        return self.write(act)


class MergePlayer(OfPlayer):
    scope = Scope.LEAGUES

    @operation(
        "players_merge", "Merge a player into another", MergedShape, tag=TAG, scope="leagues:manage", body=MergeBody,
        query=[PreviewQuery], status=201, more={200: MergePreviewShape}, if_match=True, refusals=(410,),
        description="If-Match bears `seen` of the preview, so that nothing moves that nobody saw.",
    )  # fmt: skip
    def post(self, request: Request, player: str) -> Response:
        source = self.player(player)
        self.check("merge", source)
        values = self.sent(MergeBody)
        target = self.player(values["into"])
        if self.asked(PreviewQuery)["preview"]:
            preview = merge_preview(source, target)
            return self.found(MergePreviewShape, preview_told(preview), preview.seen)
        seen = self.token_seen()
        flags = {name: values[name] for name in ("two_accounts", "two_entrants")}

        def act() -> Answer:
            reason = values.get("reason", "")
            merge = people.players_merge(source, target, by=request.user, reason=reason, seen=seen, **flags)
            return self.answer(MergedShape, merge, status=201)

        return self.write(act)


class UnmergePlayer(OfPlayer):
    scope = Scope.LEAGUES

    @operation(
        "players_unmerge", "Take a merge back", MergedShape, tag=TAG, scope="leagues:manage", body=UnmergeBody,
        query=[PreviewQuery], status=201, more={200: MergePreviewShape}, if_match=True, refusals=(410,),
        description="At the address of the player who was merged away. If-Match as for merging.",
    )  # fmt: skip
    def post(self, request: Request, player: str) -> Response:
        person = sought(player, member=True)
        merge = merge_of(person)
        self.check("merge", player_now(person))
        if merge is None:
            raise Http404
        values, preview, late = self.sent(UnmergeBody), undo_preview(merge), late_matches(merge)
        if self.asked(PreviewQuery)["preview"]:
            return self.found(MergePreviewShape, preview_told(preview, late), preview.seen)
        if self.token_seen() != preview.seen:
            raise changed(None)
        if not values.get("reason"):
            raise PersonRefused("reason_missing")
        stay = [match for match in late if match.slug not in values["back"]]

        def act() -> Answer:
            undone = people.merge_undo(merge, by=request.user, reason=values["reason"], stay=stay)
            return self.answer(MergedShape, undone, status=201)

        return self.write(act)
