"""Matches: the list, each with what it gives, and everything that is done about them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.core.validators import MinValueValidator
from django.db.models import Exists, OuterRef
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import limits
from games.forms import EARLIEST, MOST_SEATS
from games.models import Game, Match, Player, Seat, Verification
from games.selectors.matches import STRENGTH, marks_of
from games.selectors.players import candidates
from games.services.statements import TypedSeat
from ladder import explain
from ladder.api.base import Answer, Resource
from ladder.api.paging import ListQuery
from ladder.api.problems import Problem, invalid
from ladder.api.schema import operation
from ladder.api.shapes import (
    NAME,
    REASON,
    SLUG,
    Address,
    EmptyBody,
    OptionalReasonBody,
    ReasonBody,
    SeatShape,
    WorthShape,
)
from ladder.models import Scope
from ladder.selectors.match_list import filter_read, matches_list
from ladder.selectors.published import as_published
from ladder.selectors.rankings import Standing, where_they_count
from ladder.services import matches as services
from ladder.views.matches import found

TAG = "matches"
SCOPE = "results:write"
VERSIONED = "If-Match bears the version of the match that you have read."


class CountShape(serializers.Serializer):
    """Where a match counts, or why it does not: `reason` is a code, `told` says it in words."""

    league = serializers.CharField()
    month = serializers.CharField(allow_null=True)
    counts = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True)
    told = serializers.CharField(allow_blank=True)
    points = WorthShape(many=True)


def counts_of(standings: Iterable[Standing], seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """What a match gives to those who sit there, in every league that takes its game."""
    return [
        {
            "league": standing.ladder.slug,
            "month": standing.season.key if standing.season else None,
            "counts": not standing.reason,
            "reason": standing.reason,
            "told": str(explain.REASONS.get(standing.reason, "")),
            "points": [
                {"player": seat.player, "points": score.points}
                for seat in seats
                if (score := standing.scores.get(seat.player_id)) is not None and score.played
            ],
        }
        for standing in standings
        if standing.reason != "game"
    ]


class ListedMatchShape(serializers.Serializer):
    """One play of a game that has a result. `version` rises with every change, and is what acts are based upon."""

    slug = serializers.CharField()
    game = serializers.CharField(source="game.key")
    state = serializers.ChoiceField(Match.State.values)
    version = serializers.IntegerField()
    platform = serializers.CharField(allow_blank=True)
    table_id = serializers.CharField(allow_blank=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    ended_source = serializers.ChoiceField(["", *Match.EndedSource.values])
    ending = serializers.ChoiceField(Match.Ending.values)
    training = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    outcome = serializers.ChoiceField(["", *STRENGTH], help_text="Of its logs; empty without a judged one.")
    seats = SeatShape(many=True)
    page = Address(source="get_absolute_url")


class MatchShape(ListedMatchShape):
    """A match with all that it gives."""

    replayed_by = serializers.CharField(source="replayed_by.slug", allow_null=True, default=None)
    counts = CountShape(many=True)
    verifications = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The judgements on its logs, oldest first; who may see them reads them.",
    )


class MatchesQuery(ListQuery):
    """Which matches."""

    state = serializers.ChoiceField(Match.State.values, required=False)
    game = serializers.SlugField(max_length=40, required=False)
    league = serializers.SlugField(max_length=40, required=False)
    month = serializers.RegexField(r"^[0-9]{4}-(0[1-9]|1[0-2])$", required=False, help_text="By the league’s clocks.")
    size = serializers.IntegerField(min_value=2, max_value=20, required=False)
    text = serializers.CharField(max_length=NAME, required=False, help_text="Part of the name of somebody who played.")
    player = serializers.SlugField(max_length=SLUG, required=False)
    table_id = serializers.RegexField(r"^[0-9]{1,20}$", required=False, help_text="The table’s number on BGA.")


class SeatBody(serializers.Serializer):
    """One person at the table: `player` is an address; a `name` finds a player, or with `new` makes one."""

    player = serializers.SlugField(max_length=SLUG, required=False)
    name = serializers.CharField(max_length=NAME, required=False)
    new = serializers.BooleanField(default=False, help_text="Nobody here is meant; the name will be checked.")
    place = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, allow_null=True, default=None)
    score = serializers.IntegerField(min_value=-limits.SCORE, max_value=limits.SCORE, allow_null=True, default=None)
    flag = serializers.ChoiceField(Seat.Flag.values, default="played")


class ResultBody(serializers.Serializer):
    """A result as you say it was."""

    game = serializers.SlugField(max_length=40)
    ended_at = serializers.DateTimeField(validators=[MinValueValidator(EARLIEST)])
    table_id = serializers.RegexField(r"^[0-9]{1,20}$", required=False, help_text="The table’s number on BGA.")
    seats = SeatBody(many=True, min_length=2, max_length=MOST_SEATS)
    about = serializers.ChoiceField(
        ["same", "apart"], required=False, help_text="Whether it is the match that a refusal named, or another one."
    )


class StateBody(serializers.Serializer):
    """What the result of a recorded match is; just its people are named."""

    seats = SeatBody(many=True, min_length=2, max_length=MOST_SEATS)


class CorrectBody(StateBody):
    """What is to stand instead."""

    ending = serializers.ChoiceField(Match.Ending.values, default="normal")
    ended_at = serializers.DateTimeField(
        validators=[MinValueValidator(EARLIEST)], required=False, help_text="Without it the end stays as it is."
    )
    reason = serializers.CharField(max_length=REASON)


class VoidBody(ReasonBody):
    """Why it is struck out."""

    replayed_by = serializers.SlugField(
        max_length=16, required=False, help_text="The match that was played in its place."
    )


class StatedShape(serializers.Serializer):
    """What a report led to."""

    outcome = serializers.ChoiceField(["new", "same", "settled", "disputed", "replaced"])
    match = MatchShape()


def told(match: Match) -> Match:
    """A match with its mark and with what it gives."""
    [match] = marked([match])
    seats = list(match.seats.all())
    match.counts = counts_of(as_published(where_they_count([match]))[match.pk], seats)
    judged = Verification.objects.filter(submission__match=match).order_by("pk")
    match.verifications = list(judged.values_list("pk", flat=True))
    return match


def marked(matches: Iterable[Match]) -> list[Match]:
    """Matches with the outcome of their logs."""
    rows = list(matches)
    marks = marks_of(rows)
    for match in rows:
        match.outcome = marks[match.pk].outcome if match.pk in marks else ""
    return rows


def typed(values: Sequence[dict[str, Any]]) -> list[TypedSeat]:
    """Seats as the services take them. Near names are offered, never taken."""
    return [
        TypedSeat(
            one["place"],
            *meant(one, number),
            score=one["score"],
            flag=one["flag"],
        )
        for number, one in enumerate(values)
    ]


def meant(values: dict[str, Any], number: int) -> tuple[Player | None, str]:
    """Who is meant by an address or a name: the player, or a new name. Raises a `Problem` where that is not clear."""
    if "player" in values:
        player = Player.objects.filter(slug=values["player"]).first()
        if player is None:
            text = _("No player has the address %(slug)s.") % {"slug": values["player"]}
            raise Problem(422, "player.unknown", text, seat=number, near=[])
        return player, ""
    name = values.get("name", "")
    if not name:
        raise invalid({"seats": {str(number): [_("Say who it is: player, or name.")]}})
    found = candidates(name)
    if values.get("new") and not found.exact:
        return None, name
    if len(found.exact) == 1:
        return found.exact[0], ""
    near = [{"slug": player.slug, "name": player.name} for player in found.exact or found.near]
    if found.exact:
        text = _("Several players bear the name %(name)s. Send the address of one.") % {"name": name}
        raise Problem(422, "player.ambiguous", text, seat=number, near=near)
    text = _("Nobody named %(name)s has played here. Send the address of somebody, or say that the name is new.")
    raise Problem(422, "player.unknown", text % {"name": name}, seat=number, near=near)


class Matches(Resource):
    scope = Scope.RESULTS

    @operation(
        "matches_list", "Matches", ListedMatchShape, tag=TAG, listed=True, query=[MatchesQuery],
        description="Those entered last come first.",
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        asked = self.asked(MatchesQuery)
        own = ("cursor", "limit", "player", "table_id")
        chosen = filter_read({name: str(asked[name]) for name in asked if name not in own})
        if chosen.unknown:
            raise invalid({name: [_("There is none of that name.")] for name, _value in chosen.unknown})
        rows = matches_list(chosen)
        if "player" in asked:
            rows = rows.filter(Exists(Seat.objects.filter(match=OuterRef("pk"), player__slug=asked["player"])))
        if "table_id" in asked:
            rows = rows.filter(platform="bga", table_id=asked["table_id"])
        return self.listed(ListedMatchShape, rows, "-pk", asked=asked, prepare=marked)

    @operation(
        "matches_create", "Report a result", StatedShape, tag=TAG, scope=SCOPE, body=ResultBody, status=201,
        more={200: StatedShape},
        description="A new match waits for another player of the table. Of one that is here already, an equal report settles "
        "it, another one makes a dispute.",
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        self.check("upload")
        values = self.sent(ResultBody)
        game = Game.objects.filter(key=values["game"]).first()
        if game is None:
            raise invalid({"game": [_("There is none of that name.")]})

        def act() -> Answer:
            stated = services.result_state(
                game=game,
                ended_at=values["ended_at"],
                table_id=values.get("table_id", ""),
                seats=typed(values["seats"]),
                by=request.user,
                about=values.get("about", ""),
            )
            return stated_answer(self, stated)

        return self.write(act)


def stated_answer(view: Resource, stated: Any) -> Answer:
    match = told(found(stated.match.slug))
    return view.answer(
        StatedShape,
        {"outcome": stated.outcome, "match": match},
        status=201 if stated.outcome == "new" else 200,
        version=match.version,
        location=f"/api/v1/matches/{match.slug}/",
    )


class OneMatch(Resource):
    """Something of one match."""

    scope = Scope.RESULTS

    @operation("matches_get", "One match", MatchShape, tag=TAG)
    def get(self, request: Request, match: str) -> Response:
        row = told(found(match))
        return self.found(MatchShape, row, row.version)


class MatchAct(Resource):
    """An act upon a match, with the version that was read."""

    scope = Scope.RESULTS

    def do(self, slug: str, act: Callable[[Match, int], object]) -> Response:
        match, version = found(slug), self.version_seen()

        def acted() -> Answer:
            act(match, version)
            now = told(found(slug))
            return self.answer(MatchShape, now, version=now.version)

        return self.write(acted)


def act(name: str, summary: str, body: Any, description: str = "") -> Any:
    text = f"{description} {VERSIONED}".strip()
    return operation(
        f"matches_{name}", summary, MatchShape, tag=TAG, scope=SCOPE, body=body, if_match=True, description=text
    )


class Confirm(MatchAct):
    @act(
        "confirm",
        "Confirm a result",
        OptionalReasonBody,
        "As another player of the table, or as an official; ends a dispute.",
    )
    def post(self, request: Request, match: str) -> Response:
        reason = self.sent(OptionalReasonBody)["reason"]
        return self.do(
            match, lambda row, version: services.match_confirm(row, version=version, by=request.user, reason=reason)
        )


class Dispute(MatchAct):
    @act("dispute", "Object to a result", ReasonBody, "It does not count until somebody decides.")
    def post(self, request: Request, match: str) -> Response:
        reason = self.sent(ReasonBody)["reason"]
        return self.do(
            match, lambda row, version: services.match_dispute(row, version=version, by=request.user, reason=reason)
        )


class State(MatchAct):
    @operation(
        "matches_state", "Say what the result is", StatedShape, tag=TAG, scope=SCOPE, body=StateBody, if_match=True,
        more={201: StatedShape}, description=f"An equal report settles the match, another one makes a dispute. {VERSIONED}",
    )  # fmt: skip
    def post(self, request: Request, match: str) -> Response:
        row, seats, version = found(match), self.sent(StateBody)["seats"], self.version_seen()
        return self.write(
            lambda: stated_answer(self, services.match_state(row, version=version, by=request.user, seats=typed(seats)))
        )


class Correct(MatchAct):
    @act("correct", "Put another result in place", CorrectBody, "As an official. What stood before stays readable.")
    def post(self, request: Request, match: str) -> Response:
        values = self.sent(CorrectBody)

        def correct(row: Match, version: int) -> None:
            self.check("correct", row)
            services.match_correct(
                row,
                version=version,
                by=request.user,
                reason=values["reason"],
                seats=typed(values["seats"]),
                ending=values["ending"],
                ended_at=values.get("ended_at", row.ended_at),
            )

        return self.do(match, correct)


class Void(MatchAct):
    @act("void", "Strike a match out", VoidBody, "As an official. It is kept, counts nowhere, and can be restored.")
    def post(self, request: Request, match: str) -> Response:
        values = self.sent(VoidBody)

        def void(row: Match, version: int) -> None:
            self.check("void", row)
            other = values.get("replayed_by")
            replay = get_object_or_404(Match, slug=other) if other else None
            services.match_void(row, version=version, by=request.user, reason=values["reason"], replayed_by=replay)

        return self.do(match, void)


class Restore(MatchAct):
    @act("restore", "Take a striking out back", EmptyBody, "As an official.")
    def post(self, request: Request, match: str) -> Response:
        return self.do(match, lambda row, version: services.match_restore(row, version=version, by=request.user))
