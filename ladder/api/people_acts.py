"""More about who is who: names and numbers, duplicates, and what becomes of claims."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import limits
from games.models import Claim, Player
from games.services import claims
from ladder.api.base import Answer, Resource
from ladder.api.people import ClaimShape
from ladder.api.players import TAG, OfPlayer, PlayerShape
from ladder.api.schema import operation
from ladder.api.shapes import REASON, EmptyBody, OptionalReasonBody, slugs
from ladder.models import Scope
from ladder.permissions import may
from ladder.services import people

RESULTS, LEAGUES = "results:write", "leagues:manage"


class RenameBody(serializers.Serializer):
    """The name that is shown; the old ones are still found."""

    name = serializers.CharField(max_length=limits.NAME_LENGTH)


class IdentityBody(serializers.Serializer):
    """Under which number a platform knows somebody."""

    platform = serializers.RegexField(r"^[a-z][a-z0-9_-]{0,19}$", default="bga")
    platform_id = serializers.RegexField(r"^[!-~]{1,64}$")


class HideBody(serializers.Serializer):
    """Whether the public sees initials alone."""

    hidden = serializers.BooleanField()


class OtherBody(serializers.Serializer):
    """The other player, and what speaks for it."""

    other = slugs()
    words = serializers.CharField(max_length=REASON, default="", allow_blank=True)


class NewcomerBody(serializers.Serializer):
    """The name under which one plays from now on."""

    name = serializers.CharField(max_length=limits.NAME_LENGTH)


class PersonAct(OfPlayer):
    """An act about one player; the answer is who he is then."""

    def do(self, slug: str, allowed: str, act: Callable[[Player], object]) -> Response:
        person = self.player(slug)
        self.check(allowed, person)

        def acted() -> Answer:
            act(person)
            return self.answer(PlayerShape, Player.objects.get(pk=person.pk))

        return self.write(acted)


def act(name: str, summary: str, body: Any, scope: str, description: str = "") -> Any:
    return operation(
        f"players_{name}",
        summary,
        PlayerShape,
        tag=TAG,
        scope=scope,
        body=body,
        refusals=(410,),
        description=description,
    )


class Rename(PersonAct):
    scope = Scope.LEAGUES

    @act("rename", "Call a player otherwise", RenameBody, LEAGUES)
    def post(self, request: Request, player: str) -> Response:
        name = self.sent(RenameBody)["name"]
        return self.do(player, "edit_player", lambda row: people.player_rename(row, name, by=request.user))


class AddIdentity(PersonAct):
    scope = Scope.LEAGUES

    @act("identify", "Say under which number a platform knows a player", IdentityBody, LEAGUES)
    def post(self, request: Request, player: str) -> Response:
        values = self.sent(IdentityBody)
        return self.do(
            player,
            "edit_player",
            lambda row: people.identity_add(row, values["platform"], values["platform_id"], by=request.user),
        )


class Hide(PersonAct):
    @act(
        "hide", "Show the public initials, or the name again", HideBody, RESULTS,
        "Yourself, or as who keeps players. The address changes with the name.",
    )  # fmt: skip
    def post(self, request: Request, player: str) -> Response:
        hidden = self.sent(HideBody)["hidden"]
        return self.do(player, "hide_name", lambda row: people.name_hide(row, hidden=hidden, by=request.user))


class Same(PersonAct):
    @act("same", "Report that two players are one person", OtherBody, RESULTS, "A manager looks at both.")
    def post(self, request: Request, player: str) -> Response:
        values = self.sent(OtherBody)
        other, words = self.player(values["other"]), values["words"]
        return self.do(
            player,
            "report_duplicate",
            lambda row: people.duplicate_report(row, other, by=request.user, words=words),
        )


class Different(PersonAct):
    scope = Scope.LEAGUES

    @act("different", "Say that two players are two people", OtherBody, LEAGUES, "They are never proposed again.")
    def post(self, request: Request, player: str) -> Response:
        other = self.player(self.sent(OtherBody)["other"])
        return self.do(player, "merge", lambda row: people.different_people(row, other, by=request.user))


class Claims(Resource):
    scope = Scope.RESULTS
    private = True

    @operation(
        "claims_list", "Claims", ClaimShape, tag=TAG, listed=True, private=True,
        description="Yours; for managers those, too, that wait for somebody to decide.",
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        wanted = Q(user=request.user)
        if may(request.user, "decide_claim", Player()):
            wanted |= Q(state=Claim.State.OPEN)
        return self.listed(ClaimShape, Claim.objects.filter(wanted).select_related("player"), "-pk")

    @operation(
        "claims_create", "Say that you are new here", ClaimShape, tag=TAG, scope=RESULTS, body=NewcomerBody, status=201,
        description="A player of this name is made, and claimed; somebody who has played here claims his player instead.",
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        name = self.sent(NewcomerBody)["name"]

        def make() -> Answer:
            made = people.newcomer_make(name, by=request.user)
            return self.answer(ClaimShape, Claim.objects.select_related("player").get(pk=made.pk), status=201)

        return self.write(make)


class ClaimAct(Resource):
    """What becomes of a claim."""

    scope = Scope.RESULTS

    def do(self, pk: int, act: Callable[[Claim], object]) -> Response:
        row = get_object_or_404(Claim.objects.select_related("player", "user"), pk=pk)

        def acted() -> Answer:
            act(row)
            return self.answer(ClaimShape, Claim.objects.select_related("player").get(pk=row.pk))

        return self.write(acted)


def claim_act(name: str, summary: str, body: Any = EmptyBody, description: str = "") -> Any:
    return operation(f"claims_{name}", summary, ClaimShape, tag=TAG, scope=RESULTS, body=body, description=description)


class Vouch(ClaimAct):
    @claim_act("vouch", "Vouch for a claim", description="As a player who met him in the last three months.")
    def post(self, request: Request, pk: int) -> Response:
        return self.do(pk, lambda row: claims.claim_vouch(row, by=request.user))


class Accept(ClaimAct):
    @claim_act("accept", "Accept a claim", description="As a manager.")
    def post(self, request: Request, pk: int) -> Response:
        return self.do(pk, lambda row: people.claim_accept(row, by=request.user))


class DeclineClaim(ClaimAct):
    @claim_act("decline", "Decline a claim", OptionalReasonBody, "As a manager.")
    def post(self, request: Request, pk: int) -> Response:
        reason = self.sent(OptionalReasonBody)["reason"]
        return self.do(pk, lambda row: people.claim_decline(row, by=request.user, reason=reason))
