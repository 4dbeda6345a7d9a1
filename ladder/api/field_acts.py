"""More about who takes part, and who runs it: places, seeds, clubs, who is kept apart, roles, messages."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.limits import TEXT_LENGTH
from games.models import User
from ladder.api.base import Answer
from ladder.api.matches import meant
from ladder.api.problems import invalid
from ladder.api.schema import operation
from ladder.api.shapes import NAME, EmptyBody, ReasonBody, slugs
from ladder.api.tournament_acts import EntrantAct, StageAct, act
from ladder.api.tournament_shapes import EntrantShape, StageShape
from ladder.api.tournaments import OfTournament
from ladder.director.entrants import stage_now
from ladder.views.audit_parts import actor_name
from tournaments.models import NotToMeet, Stage, Tournament, TournamentRole
from tournaments.services.apart import entrant_club, not_to_meet_add, not_to_meet_remove
from tournaments.services.at_tables import round_check_ins
from tournaments.services.entrants import entrant_back, entrant_promote, entrant_seed
from tournaments.services.errors import Refused
from tournaments.services.notices import check_in_remind, message_send
from tournaments.services.seasons import entrant_leave, entrant_replace, entrant_return
from tournaments.services.tournaments import role_grant, role_take_away

TAG = "entrants"
IDS = {"min_value": 1, "max_value": 2**62}


class SeedBody(serializers.Serializer):
    """The seed; null: none."""

    seed = serializers.IntegerField(min_value=1, max_value=9_999, allow_null=True)


class ClubBody(serializers.Serializer):
    """The club; empty: none."""

    club = serializers.CharField(max_length=NAME, allow_blank=True)


class HereBody(serializers.Serializer):
    """Whether he plays the coming round."""

    round = serializers.IntegerField(min_value=1, max_value=999)
    here = serializers.BooleanField()


class ReplaceBody(ReasonBody):
    """Whose place it is, who has it from now on, and why."""

    absent = serializers.IntegerField(**IDS)
    player = slugs()


class ApartBody(ReasonBody):
    """Two entrants, and why."""

    first = serializers.IntegerField(**IDS)
    second = serializers.IntegerField(**IDS)


class ApartShape(serializers.Serializer):
    """Two who are not to meet; only directors see it."""

    id = serializers.IntegerField(source="pk")
    first = serializers.IntegerField(source="first_id")
    second = serializers.IntegerField(source="second_id")
    reason = serializers.CharField()


class EventRoleBody(serializers.Serializer):
    """Whom, by the address of the account, and which role."""

    email = serializers.EmailField(max_length=254)
    role = serializers.ChoiceField(TournamentRole.Kind.values)


class HeldShape(serializers.Serializer):
    """A role that somebody has."""

    id = serializers.IntegerField(source="pk")
    role = serializers.CharField(source="kind")
    who = serializers.SerializerMethodField()

    def get_who(self, role: Any) -> str:
        return actor_name(role.user)


class MessageBody(serializers.Serializer):
    """To all who take part, or to those of a round."""

    words = serializers.CharField(max_length=TEXT_LENGTH)
    round = serializers.IntegerField(required=False, help_text="The id of a round.", **IDS)


class ToldShape(serializers.Serializer):
    """How many accounts are told."""

    told = serializers.IntegerField()


def pressed(name: str, summary: str, allowed: str, service: Callable[..., object], description: str = "") -> Any:
    """A view for what one press does to an entrant."""

    class Pressed(EntrantAct):
        @act(f"entrants_{name}", summary, EntrantShape, description=description)
        def post(self, request: Request, tournament: str, pk: int) -> Response:
            return self.do(tournament, pk, allowed, lambda row, seen: service(row, version=seen, by=request.user))

    return Pressed.as_view()


promote = pressed("promote", "Let somebody move up from the reserve", "check_in", entrant_promote)
away = pressed("away", "Sit out the next season", "withdraw", entrant_leave, "Of divisions; the place is kept.")
back = pressed("return", "Play the next season again", "withdraw", entrant_return)


class Back(EntrantAct):
    @act("entrants_back", "Let somebody come back who had dropped out", EntrantShape)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        self.check("enter_late", self.seen(tournament).tournament)
        return self.do(tournament, pk, "withdraw", lambda row, seen: entrant_back(row, version=seen, by=request.user))


class SeedEntrant(EntrantAct):
    @act("entrants_seed", "Seed somebody", EntrantShape, SeedBody)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        seed = self.sent(SeedBody)["seed"]
        return self.do(tournament, pk, "seed", lambda row, seen: entrant_seed(row, seed, version=seen, by=request.user))


class Club(EntrantAct):
    @act("entrants_club", "Name somebody’s club", EntrantShape, ClubBody)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        club = self.sent(ClubBody)["club"]
        return self.do(tournament, pk, "seed", lambda row, seen: entrant_club(row, club, version=seen, by=request.user))


def stage_of(tournament: Tournament) -> Stage:
    """The stage that is played now."""
    stage = stage_now(list(tournament.stages.order_by("number")))
    if stage is None:
        raise Refused("stage_state", found=Stage.State.PLANNED, stage=1)
    return stage


class Here(EntrantAct):
    @act(
        "entrants_here", "Check in for the coming round", EntrantShape, HereBody, if_match=False,
        description="Where the terms ask for it before each round: yourself, or anybody as a director.",
    )  # fmt: skip
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        values, row = self.sent(HereBody), self.entrant(tournament, pk, "check_in")

        def note() -> Answer:
            stage = stage_of(row.tournament)
            round_check_ins(stage, {row.pk: values["here"]}, by=request.user, number=values["round"])
            return self.answer(EntrantShape, row, version=row.version)

        return self.write(note)


class Replace(StageAct):
    @act("stages_replace", "Let somebody else have the place of one who has not begun", StageShape, ReplaceBody)
    def post(self, request: Request, tournament: str, number: int) -> Response:
        values = self.sent(ReplaceBody)

        def instead(stage: Stage, *, version: int, by: Any) -> object:
            absent = get_object_or_404(stage.tournament.entrants, pk=values["absent"])
            player, _name = meant(values, 0)
            if player is None:
                raise Http404
            return entrant_replace(stage, absent, player, version=version, by=by, reason=values["reason"])

        return self.step(tournament, number, instead)


class Directed(OfTournament):
    """What directors alone see."""

    private = True

    def event(self, slug: str, allowed: str) -> Tournament:
        found = self.seen(slug).tournament
        self.check(allowed, found)
        return found


class Apart(Directed):
    @operation("apart_list", "Who is not to meet", ApartShape, tag=TAG, listed=True, private=True)
    def get(self, request: Request, tournament: str) -> Response:
        return self.listed(ApartShape, list(self.event(tournament, "run_rounds").not_to_meet.all()))

    @act(
        "apart_add", "Keep two apart from the next draft on", ApartShape, ApartBody, status=201, if_match=False, tag=TAG
    )
    def post(self, request: Request, tournament: str) -> Response:
        found, values = self.event(tournament, "run_rounds"), self.sent(ApartBody)
        first, second = (get_object_or_404(found.entrants, pk=values[name]) for name in ("first", "second"))

        def add() -> Answer:
            row = not_to_meet_add(found, first, second, by=request.user, reason=values["reason"])
            return self.answer(ApartShape, row, status=201)

        return self.write(add)


class NotApart(Directed):
    @act(
        "apart_remove",
        "Let two be paired again",
        ApartShape,
        if_match=False,
        tag=TAG,
        description="The answer is as it was.",
    )
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        row = get_object_or_404(NotToMeet, tournament=self.event(tournament, "run_rounds"), pk=pk)
        told = dict(ApartShape(row).data)

        def remove() -> Answer:
            not_to_meet_remove(row, by=request.user)
            return self.answer(None, told)

        return self.write(remove)


class Roles(Directed):
    @operation("event_roles_list", "Who runs the tournament", HeldShape, tag=TAG, listed=True, private=True)
    def get(self, request: Request, tournament: str) -> Response:
        found = self.event(tournament, "grant_arbiter")
        return self.listed(HeldShape, list(found.roles.select_related("user__player")))

    @act("event_roles_grant", "Give a role in the tournament", HeldShape, EventRoleBody, status=201, if_match=False)
    def post(self, request: Request, tournament: str) -> Response:
        values = self.sent(EventRoleBody)
        found = self.event(tournament, f"grant_{values['role']}")
        user = account(values["email"])
        return self.write(
            lambda: self.answer(HeldShape, role_grant(found, user, values["role"], by=request.user), status=201)
        )


def account(email: str) -> User:
    """The account with this address."""
    user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    if user is None:
        raise invalid({"email": [_("No account has this address. Whoever it is must sign up first.")]})
    return user


class TakeRole(OfTournament):
    @act(
        "event_roles_remove", "Take a role away, or lay yours down", HeldShape, EmptyBody, if_match=False,
        description="The answer is as it was.",
    )  # fmt: skip
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        found = self.seen(tournament).tournament
        role = found.roles.select_related("user__player").filter(pk=pk).first()
        if role is None:
            raise PermissionDenied
        self.check("resign_tournament" if role.user_id == request.user.pk else f"grant_{role.kind}", found)
        told = dict(HeldShape(role).data)

        def take() -> Answer:
            role_take_away(role, by=request.user)
            return self.answer(None, told)

        return self.write(take)


class Message(Directed):
    @act("tournaments_message", "Write to those who take part", ToldShape, MessageBody, if_match=False)
    def post(self, request: Request, tournament: str) -> Response:
        found, values = self.event(tournament, "message_round"), self.sent(MessageBody)
        rounds = [stage.rounds.filter(pk=values["round"]).first() for stage in found.stages.all() if "round" in values]
        if rounds and not any(rounds):
            raise Http404
        round_ = next(filter(None, rounds), None)
        return self.write(
            lambda: self.answer(
                ToldShape, {"told": message_send(found, values["words"], by=request.user, round_=round_)}
            )
        )


class Remind(Directed):
    @act(
        "tournaments_remind", "Remind those who have not checked in", ToldShape, if_match=False,
        description="Each of them at most once an hour.",
    )  # fmt: skip
    def post(self, request: Request, tournament: str) -> Response:
        found = self.event(tournament, "message_round")
        if found.state != Tournament.State.CHECK_IN:
            raise Refused("state", found=found.state)
        return self.write(lambda: self.answer(ToldShape, {"told": check_in_remind(found, request.user)}))
