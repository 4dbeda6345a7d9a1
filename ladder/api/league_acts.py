"""What managers settle of a league: its rules, its roles, when results and months settle themselves, its ratings, games."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Game
from games.selectors.games import games_played
from ladder.api.base import Answer
from ladder.api.field_acts import HeldShape, account
from ladder.api.games import TAG as GAMES
from ladder.api.games import Games, GameShape
from ladder.api.leagues import TAG, LeagueShape, OfLeague, Rules, RulesShape
from ladder.api.problems import Problem, changed, invalid
from ladder.api.schema import operation
from ladder.api.shapes import NAME, EmptyBody, PlayerRef
from ladder.models import Ladder, RatingPool, Role, Scope
from ladder.permissions import may
from ladder.selectors.ratings import ratings_of
from ladder.services import pools
from ladder.services.games import game_add
from ladder.services.ladders import ladder_change
from ladder.services.months import LONGEST_GRACE, MOST_AFTER, closing_set
from ladder.services.roles import LastManager, role_grant, role_revoke
from ladder.services.rules import RulesConflict, RulesRefused, rules_change
from ladder.services.silence import silence_set
from ladder.views.desk import MOST_SILENCE

SCOPE = "leagues:manage"
WORDS = 10_000


class RulesBody(serializers.Serializer):
    """The parts that change, by their names in `document`; and what the community says besides."""

    document = serializers.DictField(default=dict)
    words = serializers.CharField(max_length=WORDS, required=False, allow_blank=True)


class RoleBody(serializers.Serializer):
    """Whom, by the address of the account, and which role."""

    email = serializers.EmailField(max_length=254)
    role = serializers.ChoiceField(Role.Kind.values)


class SettlingBody(serializers.Serializer):
    """What changes; what is not sent stays."""

    name = serializers.CharField(max_length=NAME, required=False)
    grace_days = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_GRACE.days,
        required=False,
        help_text="For months in which nothing was played yet; the others keep their end of grace.",
    )
    logs_public = serializers.BooleanField(
        required=False, help_text="Whether everybody may see logs and replays, those of old matches too."
    )
    silence_hours = serializers.IntegerField(min_value=0, max_value=MOST_SILENCE, required=False)
    close_after_days = serializers.IntegerField(
        min_value=0,
        max_value=MOST_AFTER,
        allow_null=True,
        required=False,
        help_text="Days after the grace; null: by a manager.",
    )


class PoolBody(serializers.Serializer):
    """The settings of a rating."""

    name = serializers.CharField(max_length=NAME)
    method = serializers.ChoiceField(RatingPool.Kind.values, default=RatingPool.Kind.OPENSKILL)
    games = serializers.ListField(child=serializers.SlugField(max_length=40), default=list, max_length=100)
    seats_min = serializers.IntegerField(min_value=2, max_value=20, default=2)
    seats_max = serializers.IntegerField(min_value=2, max_value=20, default=6)
    start = serializers.IntegerField(min_value=100, max_value=5_000, default=1_500)
    k = serializers.IntegerField(min_value=1, max_value=400, default=32)
    january = serializers.ChoiceField(RatingPool.January.values, default=RatingPool.January.values[0])
    stand_ins = serializers.BooleanField(default=True)


class PausedBody(serializers.Serializer):
    """Whether it rests."""

    paused = serializers.BooleanField()


class PoolShape(serializers.Serializer):
    """A rating: which matches, and how."""

    slug = serializers.CharField()
    name = serializers.CharField()
    method = serializers.CharField()
    games = serializers.SerializerMethodField(help_text="None: every game of the league.")
    seats_min = serializers.IntegerField()
    seats_max = serializers.IntegerField()
    start = serializers.IntegerField()
    k = serializers.IntegerField()
    january = serializers.CharField()
    stand_ins = serializers.BooleanField()
    paused = serializers.BooleanField()
    version = serializers.IntegerField()

    def get_games(self, pool: RatingPool) -> list[str]:
        return sorted(game.key for game in pool.games.all())


class GameBody(serializers.Serializer):
    """A game whose results players confirm; without a key it is made of the name."""

    name = serializers.CharField(max_length=64)
    key = serializers.SlugField(max_length=40, required=False)
    seats_min = serializers.IntegerField(min_value=2, max_value=20, default=2)
    seats_max = serializers.IntegerField(min_value=2, max_value=20, default=6)
    names = serializers.DictField(
        child=serializers.CharField(max_length=64),
        default=dict,
        help_text="By language (it, pt, en), where it differs.",
    )


class AllGames(Games):
    """The list, and adding to it."""

    scope = Scope.LEAGUES

    @operation(
        "games_create", "Add a game without rules here", GameShape, tag=GAMES, scope=SCOPE, body=GameBody, status=201,
        description="Its results count once a player confirms them. One that is here already stays as it is.",
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        values = self.sent(GameBody)
        names = {language: values["names"].get(language, "") for language in ("it", "pt", "en")}
        if values["seats_max"] < values["seats_min"]:
            raise invalid({"seats_max": [_("The most cannot be fewer than the fewest.")]})

        def add() -> Answer:
            settings = {name: values[name] for name in ("name", "seats_min", "seats_max")}
            kept = {language: name for language, name in names.items() if name}
            made, _is_new = checked(
                lambda: game_add(key=values.get("key", ""), names=kept, by=request.user, **settings)
            )
            played = next(one for one in games_played() if one.game.pk == made.pk)
            return self.answer(GameShape, played, status=201, location=f"/api/v1/games/{made.key}/")

        return self.write(add)


def checked(act: Callable[[], Any]) -> Any:
    """Do it, or say which fields cannot be."""
    try:
        return act()
    except ValidationError as problem:
        found = problem.message_dict if hasattr(problem, "error_dict") else {"": problem.messages}
        raise invalid(found) from problem


class ChangeRules(Rules):
    @operation(
        "leagues_rules_change", "Write the next version of the rules", RulesShape, tag=TAG, scope=SCOPE, body=RulesBody,
        status=201, if_match=True, description="For the months from the next one on. If-Match bears the newest version.",
    )  # fmt: skip
    def post(self, request: Request, league: str) -> Response:
        ladder, values, version = self.league(league), self.sent(RulesBody), self.version_seen()
        self.check("edit_rules", ladder)
        latest = ladder.rules.latest("version")
        document = {**latest.params, **values["document"]}

        def change() -> Answer:
            try:
                words = values.get("words", latest.words)
                made = rules_change(ladder, document, words=words, version=version, by=request.user)
            except RulesConflict as conflict:
                raise changed(conflict.latest.version) from conflict
            except RulesRefused as refused:
                raise Problem(409, "rules.unchanged", _("These are the rules as they are.")) from refused
            except (msgspec.ValidationError, ValueError, TypeError) as problem:
                raise invalid({"document": [str(problem)]}) from problem
            made.refresh_from_db()
            return self.answer(RulesShape, made, status=201, version=made.version)

        return self.write(change)


class LeagueRoles(OfLeague):
    private = True

    @operation("roles_list", "Who keeps a league", HeldShape, tag=TAG, listed=True, private=True)
    def get(self, request: Request, league: str) -> Response:
        ladder = self.league(league)
        self.check("see_people", ladder)
        return self.listed(HeldShape, list(ladder.roles.select_related("user__player")))

    @operation(
        "roles_grant", "Make somebody manager or arbiter of a league", HeldShape, tag=TAG, scope=SCOPE, body=RoleBody,
        status=201, description="Who has the role already keeps it.",
    )  # fmt: skip
    def post(self, request: Request, league: str) -> Response:
        ladder, values = self.league(league), self.sent(RoleBody)
        self.check("grant", ladder)
        user = account(values["email"])

        def grant() -> Answer:
            role_grant(user, values["role"], ladder=ladder, by=request.user)
            held = ladder.roles.select_related("user__player").get(user=user, kind=values["role"])
            return self.answer(HeldShape, held, status=201)

        return self.write(grant)


class RevokeRole(OfLeague):
    @operation(
        "roles_revoke", "Take a role of a league away, or lay yours down", HeldShape, tag=TAG, scope=SCOPE,
        body=EmptyBody, description="The answer is as it was.",
    )  # fmt: skip
    def post(self, request: Request, league: str, pk: int) -> Response:
        ladder = self.league(league)
        role = ladder.roles.select_related("user__player").filter(pk=pk).first()
        own = role is not None and role.user_id == request.user.pk
        if not may(request.user, "resign" if own else "grant", ladder):
            raise PermissionDenied
        if role is None:
            raise Http404
        told = dict(HeldShape(role).data)

        def revoke() -> Answer:
            try:
                role_revoke(role.user, role.kind, ladder=ladder, by=request.user)
            except LastManager as last:
                text = _("This is the last manager. Make somebody else a manager first.")
                raise Problem(409, "role.last_manager", text) from last
            return self.answer(None, told)

        return self.write(revoke)


class Settling(OfLeague):
    @operation(
        "leagues_settling", "Name, grace, logs, and when results and months settle themselves", LeagueShape, tag=TAG, scope=SCOPE,
        body=SettlingBody,
    )  # fmt: skip
    def post(self, request: Request, league: str) -> Response:
        ladder, values = self.league(league), self.sent(SettlingBody)
        self.check("close_month", ladder)

        def settle() -> Answer:
            if fields := {name: values[name] for name in ("name", "grace_days", "logs_public") if name in values}:
                checked(lambda: ladder_change(ladder, by=request.user, **fields))
            if "silence_hours" in values:
                silence_set(ladder, hours=values["silence_hours"], by=request.user)
            if "close_after_days" in values:
                closing_set(ladder, days=values["close_after_days"], by=request.user)
            return self.answer(LeagueShape, Ladder.objects.get(pk=ladder.pk))

        return self.write(settle)


class Pools(OfLeague):
    @operation("pools_list", "The ratings of a league", PoolShape, tag=TAG, listed=True)
    def get(self, request: Request, league: str) -> Response:
        return self.listed(PoolShape, list(self.league(league).pools.prefetch_related("games").order_by("name")))

    @operation(
        "pools_create", "Make a rating", PoolShape, tag=TAG, scope=SCOPE, body=PoolBody, status=201,
        description="It rates all that the league has; the numbers appear in a moment.",
    )  # fmt: skip
    def post(self, request: Request, league: str) -> Response:
        ladder, values = self.league(league), self.sent(PoolBody)
        self.check("rate", ladder)
        games = games_named(values.pop("games"))

        def make() -> Answer:
            made = checked(lambda: pools.pool_create(ladder, by=request.user, games=games, **values))
            made.refresh_from_db()
            return self.answer(PoolShape, made, status=201, version=made.version)

        return self.write(make)


def games_named(keys: Iterable[str]) -> list[Game]:
    """The games with these keys."""
    found = {game.key: game for game in Game.objects.filter(key__in=list(keys))}
    if unknown := [key for key in keys if key not in found]:
        raise invalid({"games": [_("There is none of that name."), *unknown]})
    return list(found.values())


class RatedShape(serializers.Serializer):
    """What somebody is worth in a rating now; those who are provisional have no rank."""

    rank = serializers.SerializerMethodField()
    player = PlayerRef()
    value = serializers.FloatField()
    spread = serializers.FloatField()
    matches = serializers.IntegerField(source="played")
    provisional = serializers.BooleanField(source="is_provisional")
    change = serializers.FloatField(help_text="By the last match.")
    last_match = serializers.DateTimeField(source="last_at")

    def get_rank(self, row: Any) -> int | None:
        return None if row.is_provisional else row.rank


class PoolRatings(OfLeague):
    @operation(
        "pools_ratings", "The table of a rating", RatedShape, tag=TAG, listed=True, description="The best first."
    )
    def get(self, request: Request, league: str, pool: str) -> Response:
        row = get_object_or_404(self.league(league).pools, slug=pool)
        return self.listed(RatedShape, list(ratings_of(row)))


class PoolAct(OfLeague):
    """An act upon a rating."""

    def do(self, league: str, pool: str, act: Callable[[RatingPool, int], object]) -> Response:
        ladder = self.league(league)
        self.check("rate", ladder)
        row, version = get_object_or_404(ladder.pools, slug=pool), self.version_seen()

        def acted() -> Answer:
            try:
                checked(lambda: act(row, version))
            except pools.PoolConflict as conflict:
                raise changed(conflict.pool.version) from conflict
            now = RatingPool.objects.get(pk=row.pk)
            return self.answer(PoolShape, now, version=now.version)

        return self.write(acted)


class OnePool(OfLeague):
    @operation("pools_get", "One rating", PoolShape, tag=TAG)
    def get(self, request: Request, league: str, pool: str) -> Response:
        row = get_object_or_404(self.league(league).pools, slug=pool)
        return self.found(PoolShape, row, row.version)


class ChangePool(PoolAct):
    @operation(
        "pools_change", "Change a rating", PoolShape, tag=TAG, scope=SCOPE, body=PoolBody, if_match=True,
        description="All settings are sent; everything is rated anew by them.",
    )  # fmt: skip
    def post(self, request: Request, league: str, pool: str) -> Response:
        values = self.sent(PoolBody)
        games = games_named(values.pop("games"))
        return self.do(
            league,
            pool,
            lambda row, version: pools.pool_change(row, version=version, by=request.user, games=games, **values),
        )


class PausePool(PoolAct):
    @operation(
        "pools_pause", "Let a rating rest, or go on", PoolShape, tag=TAG, scope=SCOPE, body=PausedBody, if_match=True
    )
    def post(self, request: Request, league: str, pool: str) -> Response:
        paused = self.sent(PausedBody)["paused"]
        return self.do(
            league, pool, lambda row, version: pools.pool_pause(row, version=version, by=request.user, paused=paused)
        )
