"""What belongs to the account of the token: its notices, what it follows, the problems that it reported."""

from typing import Any

from django.conf import settings
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import limits
from games.models import NoticeSettings, Player, User
from games.notices import CHANNELS, KINDS, NEVER, ON, ROWS, choice_key
from games.services.errors import NotAllowed
from games.services.follows import TooMany, follow_set
from games.services.notices import notices_read, settings_of, settings_save, wants
from games.services.players import player_now
from ladder.api.base import Answer, Resource
from ladder.api.me import TAG
from ladder.api.problems import Problem
from ladder.api.schema import operation
from ladder.api.shapes import REASON, SLUG, Address, ReasonBody
from ladder.models import Scope
from ladder.notices.texts import told
from ladder.selectors.notices import inbox
from ladder.selectors.problems import Problem as Reported
from ladder.selectors.problems import problem_open, problems_of
from ladder.services.problems import MOST_OPEN, problem_answer, problem_report
from ladder.views.accounts import zones
from ladder.views.follows import MODELS, followed, hidden_from
from ladder.views.refusals import not_allowed
from tournaments.models import Tournament

SCOPE = "results:write"


class NoticeShape(serializers.Serializer):
    """Something that you were told."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)
    title = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField(help_text="Where it leads; empty where it leads nowhere.")

    def get_title(self, notice: Any) -> str:
        return self._told(notice).title

    def get_text(self, notice: Any) -> str:
        return self._told(notice).text

    def get_page(self, notice: Any) -> str:
        return self._told(notice).link

    def _told(self, notice: Any) -> Any:
        return told(notice, self.context["request"].user.time_zone)


class ReadBody(serializers.Serializer):
    """Which ones; none named: all."""

    notices = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62), required=False, max_length=1_000
    )


class ReadShape(serializers.Serializer):
    """How many are read by this."""

    read = serializers.IntegerField()


class WishShape(serializers.Serializer):
    """Whether notices of a row are told on a channel."""

    row = serializers.ChoiceField(list(ROWS))
    channel = serializers.ChoiceField(CHANNELS)
    wanted = serializers.BooleanField()


class SettingsShape(serializers.Serializer):
    """What you are told, where and how often. A pair that is not listed is as the table has it, or never told."""

    digest = serializers.ChoiceField(NoticeSettings.Digest.values)
    hour = serializers.IntegerField(min_value=0, max_value=23, help_text="Of your day, for what is gathered.")
    wishes = WishShape(many=True)


class SettingsBody(serializers.Serializer):
    """What changes of it."""

    digest = serializers.ChoiceField(NoticeSettings.Digest.values, required=False)
    hour = serializers.IntegerField(min_value=0, max_value=23, required=False)
    wishes = WishShape(many=True, default=list, max_length=len(ROWS) * len(CHANNELS))


class ChangeBody(serializers.Serializer):
    """What changes of the account."""

    language = serializers.ChoiceField([code for code, _name in settings.LANGUAGES], required=False)
    time_zone = serializers.ChoiceField(zones(), required=False, help_text="Named by a city: `Europe/Rome`.")


class FollowedShape(serializers.Serializer):
    """Something that you follow."""

    kind = serializers.ChoiceField(list(MODELS))
    slug = serializers.CharField()
    name = serializers.CharField()
    page = Address(source="url")


class ChangedShape(serializers.Serializer):
    """The account as it is then."""

    language = serializers.CharField()
    time_zone = serializers.CharField()


class FollowBody(serializers.Serializer):
    """What, and whether you follow it."""

    kind = serializers.ChoiceField(list(MODELS), help_text="`ladder` is a league.")
    slug = serializers.SlugField(max_length=SLUG)
    wanted = serializers.BooleanField(default=True)


class FollowsShape(serializers.Serializer):
    """All that you follow then."""

    items = FollowedShape(many=True)


class ProblemBody(serializers.Serializer):
    """What does not work, and on which page."""

    words = serializers.CharField(max_length=REASON)
    page = serializers.CharField(max_length=200, default="", allow_blank=True)


class ReportedShape(serializers.Serializer):
    """A problem that you reported."""

    id = serializers.IntegerField(source="entry.pk")
    at = serializers.DateTimeField(source="entry.at")
    words = serializers.CharField(source="entry.reason")
    answer = serializers.SerializerMethodField()

    def get_answer(self, problem: Reported) -> str | None:
        return problem.answer.reason if problem.answer else None


class Own(Resource):
    """What only its account sees."""

    scope = Scope.RESULTS
    private = True


class Notices(Own):
    @operation(
        "notices_list",
        "What you were told",
        NoticeShape,
        tag=TAG,
        listed=True,
        private=True,
        description="Newest first.",
    )
    def get(self, request: Request) -> Response:
        return self.listed(NoticeShape, inbox(request.user), "-pk")


class ReadNotices(Own):
    @operation("notices_read", "Mark notices as read", ReadShape, tag=TAG, scope=SCOPE, body=ReadBody)
    def post(self, request: Request) -> Response:
        named = self.sent(ReadBody).get("notices")
        return self.write(lambda: self.answer(ReadShape, {"read": notices_read(request.user, named)}))


def settings_told(user: User) -> dict[str, Any]:
    """Somebody's wishes, those alone that can be wished."""
    kinds = {row: kind for kind, row in KINDS.items()}
    own = settings_of(user)
    wishes = [
        {"row": row, "channel": channel, "wanted": wants(user, kinds[row], channel)}
        for row, its in ROWS.items()
        for channel in CHANNELS
        if its.default(channel) != NEVER
    ]
    return {"digest": own.digest, "hour": own.hour, "wishes": wishes}


class Settings(Own):
    @operation("notices_settings", "What you are told, and where", SettingsShape, tag=TAG, private=True)
    def get(self, request: Request) -> Response:
        return self.found(SettingsShape, settings_told(request.user))

    @operation(
        "notices_settings_change", "Change what you are told", SettingsShape, tag=TAG, scope=SCOPE, body=SettingsBody,
        description="Addresses of chats are given and confirmed on the page.",
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        values, own = self.sent(SettingsBody), settings_of(request.user)
        choices = dict(own.choices)
        for wish in values["wishes"]:
            default = ROWS[wish["row"]].default(wish["channel"])
            choices.pop(key := choice_key(wish["row"], wish["channel"]), None)
            if default != NEVER and wish["wanted"] != (default == ON):
                choices[key] = wish["wanted"]

        def save() -> Answer:
            digest, hour = values.get("digest", own.digest), values.get("hour", own.hour)
            settings_save(request.user, choices, digest=digest, hour=hour)
            return self.answer(SettingsShape, settings_told(User.objects.get(pk=request.user.pk)))

        return self.write(save)


class Change(Own):
    @operation(
        "me_change", "Change your language, or your time zone", ChangedShape, tag=TAG, scope=SCOPE, body=ChangeBody
    )
    def post(self, request: Request) -> Response:
        values = self.sent(ChangeBody)

        def change() -> Answer:
            user = User.objects.select_for_update(no_key=True).get(pk=request.user.pk)
            for name, value in values.items():
                setattr(user, name, value)
            user.save(update_fields=list(values))
            return self.answer(ChangedShape, user)

        return self.write(change)


class Follows(Own):
    @operation("follows_list", "What you follow", FollowedShape, tag=TAG, listed=True, private=True)
    def get(self, request: Request) -> Response:
        return self.listed(FollowedShape, followed(request.user))

    @operation("follows_set", "Follow something, or no more", FollowsShape, tag=TAG, scope=SCOPE, body=FollowBody)
    def post(self, request: Request) -> Response:
        values = self.sent(FollowBody)
        thing = MODELS[values["kind"]].objects.filter(slug=values["slug"]).first()
        if thing is None or (isinstance(thing, Tournament) and hidden_from(request, thing)):
            raise Http404
        thing = player_now(thing) if isinstance(thing, Player) else thing

        def follow() -> Answer:
            try:
                follow_set(request.user, values["kind"], thing.pk, wanted=values["wanted"])
            except TooMany:
                text = _("You follow as much as one can. Your account lists it.")
                raise Problem(409, "follows.too_many", text, most=limits.FOLLOWS) from None
            return self.answer(FollowsShape, {"items": followed(request.user)})

        return self.write(follow)


class Problems(Own):
    @operation(
        "problems_list", "The problems that you reported", ReportedShape, tag=TAG, listed=True, private=True,
        description="Newest first, each with its answer.",
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        return self.listed(ReportedShape, problems_of(request.user))

    @operation(
        "problems_create", "Report a problem", ReportedShape, tag=TAG, scope=SCOPE, body=ProblemBody, status=201,
        description="For an error in one match report that. The same words again are the same report.",
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        values = self.sent(ProblemBody)

        def report() -> Answer:
            try:
                entry = problem_report(by=request.user, words=values["words"], page=values["page"])
            except NotAllowed as refused:
                raise Problem(409, "problems.too_many", not_allowed(refused), most=MOST_OPEN) from None
            return self.answer(ReportedShape, Reported(entry, None), status=201)

        return self.write(report)


class AnswerProblem(Resource):
    scope = Scope.LEAGUES

    @operation(
        "problems_answer", "Answer a reported problem", ReportedShape, tag=TAG, scope="leagues:manage", body=ReasonBody,
        description="As who keeps a league; `queue` lists them.",
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        self.check("desk", Player())
        entry, words = problem_open(pk), self.sent(ReasonBody)["reason"]
        if entry is None:
            raise Http404

        def answer() -> Answer:
            given = problem_answer(pk, by=request.user, words=words)
            if given is None:
                raise Http404
            return self.answer(ReportedShape, Reported(entry, given))

        return self.write(answer)
