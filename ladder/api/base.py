"""What all resources share: who asks, how often, under which version, and only once under a key."""

import codecs
import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.parsers import BaseParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import limits
from games.engine.errors import MalformedLog
from games.engine.text import clean_text
from games.models import AuditEntry
from games.services.audit import acting
from games.services.once import once, once_answered
from games.services.retry import atomic_retried
from games.strict_json import check_json
from ladder.api.auth import TokenAuthentication
from ladder.api.fresh import fresh
from ladder.api.paging import ListQuery, page_of
from ladder.api.problems import Problem, invalid, malformed, token_missing
from ladder.middleware import RATES, body_length, who
from ladder.models import ApiToken, Scope
from ladder.permissions import Thing, may
from ladder.ratelimit import Allowance, taken

KEY = re.compile(r"[\x21-\x7e]{8,64}")
VERSION = re.compile(r'(?:W/)?"?(?:([0-9]{1,9})|([0-9a-f]{32}))(?:-[0-9a-f]{16})?"?')
OF_VISITORS, OF_TOKENS = 0, 2
"""Which number of a limit is whose (`games.limits`)."""
Answer = dict[str, Any]


class DoneBefore(Exception):
    """The request came before under its key, and was done; this is what was answered."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


class Json(BaseParser):
    """JSON by the same rules as that of a log: UTF-8, not too deep, no key twice, no number or text that nobody can keep."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        body = stream.read().removeprefix(codecs.BOM_UTF8)
        most = parser_context["view"].body_limit if parser_context else limits.OTHER_BODY
        try:
            check_json(
                body, most if most > limits.OTHER_BODY else limits.JSON_STRING
            )  # a whole log may come as one text
        except MalformedLog as problem:
            raise malformed(problem.code.removeprefix("malformed.")) from None
        told = json.loads(body)
        return told if most > limits.OTHER_BODY else cleaned(told)


def cleaned(value: Any) -> Any:
    """The same document with its texts as they may be kept (`clean_text`)."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [cleaned(one) for one in value]
    if isinstance(value, dict):
        return {key: cleaned(one) for key, one in value.items()}
    return value


class Resource(APIView):
    """A view of the API. `scope` is what writing needs of a token; with it, or with `account:read`, one reads as oneself.

    A token with neither reads what everybody reads. `private` ones are read with `account:read` alone.
    """

    scope = ""
    private = False
    rate = "page"
    body_limit = limits.OTHER_BODY
    authentication_classes = [TokenAuthentication]
    permission_classes: list[Any] = []
    throttle_classes: list[Any] = []
    renderer_classes: list[Any] = [JSONRenderer]
    parser_classes: list[Any] = [Json]
    allowance: Allowance | None = None

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        view = super().as_view(**initkwargs)
        view.is_api = True  # ladder.middleware.Gate leaves limits and words to us
        return view

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        with acting(AuditEntry.Origin.TOKEN):
            return fresh(request, super().dispatch(request, *args, **kwargs))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.format_kwarg = None
        try:
            self.perform_authentication(request)
        except AuthenticationFailed:
            request.user, request.auth = AnonymousUser(), None
            self.count(request)
            raise
        self.count(request)
        if body_length(request) > self.body_limit:
            raise Problem(413, "request.too_large", _("The body is too large."), most=self.body_limit)
        if "%00" in request.META.get("QUERY_STRING", ""):
            raise malformed("nul")
        self.check_token(request)
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)
        if request.method == "POST":
            self.check_body(request)
            key = self.key()
            known = once_answered(request.user, key, self._digest()) if key else None
            if known is not None:  # before anything is looked for that the first one may have taken away
                raise DoneBefore(known)

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, DoneBefore):
            return self._written(exc.answer, replayed=True)
        return super().handle_exception(exc)

    def count(self, request: Request) -> None:
        """One request more of this token, or of this visitor's address."""
        kind = self.rate
        whose, number = who(request), OF_VISITORS
        if isinstance(request.auth, ApiToken):
            whose, number = f"token-{request.auth.pk}", OF_TOKENS
        self.allowance = taken(kind, whose, RATES[kind][number])
        if self.allowance.wait:
            text = _("Too many requests. Wait %(n)s seconds.") % {"n": self.allowance.wait}
            headers = {"Retry-After": str(self.allowance.wait)}
            raise Problem(429, "too_many", text, headers=headers, seconds=self.allowance.wait)

    def check_token(self, request: Request) -> None:
        """Whether the token may be used for this; somebody whose token says nothing of reading reads as a visitor."""
        scopes = set(request.auth.scopes) if isinstance(request.auth, ApiToken) else set()
        writing = request.method not in SAFE_METHODS
        needed = self.scope if writing else Scope.ACCOUNT if self.private else ""
        if (writing or self.private) and request.auth is None:
            raise token_missing()
        if needed and needed not in scopes:
            text = _("The token may not be used for this: it needs the scope %(scope)s.") % {"scope": needed}
            raise Problem(403, "auth.scope", text, scope=str(needed))
        if not writing and not scopes & {Scope.ACCOUNT, self.scope}:
            request.user = AnonymousUser()

    def check_body(self, request: Request) -> None:
        """An object in sound JSON, or nothing: also where nothing of it is asked for."""
        if not isinstance(request.data, dict):
            raise invalid({"": [_("Send an object.")]})

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        if not hasattr(request, "accepted_renderer"):
            request.accepted_renderer, request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.allowance is not None:
            response["RateLimit-Limit"] = str(self.allowance.limit)
            response["RateLimit-Remaining"] = str(self.allowance.remaining)
            response["RateLimit-Reset"] = str(self.allowance.reset)
        patch_vary_headers(response, ["Accept-Language", "Authorization"])
        if request.META.get("HTTP_AUTHORIZATION"):
            response["Cache-Control"] = "private, no-store"
        return response

    # Asking

    def shaped(self, shape: type[serializers.Serializer], data: Any, *, many: bool = False, **context: Any) -> Any:
        """Data in a shape, as this reader may see it."""
        member = self.request.user.is_authenticated
        return shape(data, many=many, context={"request": self.request, "member": member, **context}).data

    def asked(self, shape: type[serializers.Serializer]) -> dict[str, Any]:
        """The query of the address, checked."""
        read = shape(data=self.request.query_params)
        read.is_valid(raise_exception=True)
        return dict(read.validated_data)

    def sent(self, shape: type[serializers.Serializer]) -> dict[str, Any]:
        """The body, checked."""
        read = shape(data=self.request.data)
        read.is_valid(raise_exception=True)
        return dict(read.validated_data)

    def check(self, act: str, thing: Thing | None = None) -> None:
        if not may(self.request.user, act, thing):
            raise PermissionDenied

    def version_seen(self) -> int:
        """The version in If-Match: what is to be changed, as it was read."""
        found = VERSION.fullmatch(self._if_match())
        if found is None or found[1] is None:
            raise malformed("If-Match")
        return int(found[1])

    def token_seen(self) -> str:
        """The same where the version is a digest."""
        found = VERSION.fullmatch(self._if_match())
        if found is None:
            raise malformed("If-Match")
        return found[1] or found[2]

    def _if_match(self) -> str:
        header: str = self.request.headers.get("If-Match", "").strip()
        if not header:
            text = _("Say in If-Match which version you have read: its ETag.")
            raise Problem(428, "version.missing", text)
        return header

    # Answering

    def found(self, shape: type[serializers.Serializer], data: Any, version: object = None, **context: Any) -> Response:
        """One thing, with its ETag where it can be changed."""
        headers = {} if version is None else {"ETag": f'"{version}"'}
        return Response(self.shaped(shape, data, **context), headers=headers)

    def listed(
        self,
        shape: type[serializers.Serializer],
        rows: Any,
        *keys: str,
        asked: dict[str, Any] | None = None,
        facts: dict[str, Any] | None = None,
        prepare: Callable[[Any], Any] | None = None,
        **context: Any,
    ) -> Response:
        """One page of a list, with `facts` about the whole; `prepare` makes of its rows what the shape wants."""
        page = page_of(self.request, rows, self.asked(ListQuery) if asked is None else asked, *keys)
        items = page.items if prepare is None else prepare(page.items)
        body = {**(facts or {}), "items": self.shaped(shape, items, many=True, **context), "next": page.next}
        return Response(body, headers={"Link": f'<{page.next}>; rel="next"'} if page.next else {})

    def answer(
        self,
        shape: type[serializers.Serializer] | None,
        data: Any,
        *,
        status: int = 200,
        version: object = None,
        location: str = "",
        **context: Any,
    ) -> Answer:
        """What a write answers, in a form that can be kept with its key."""
        body = data if shape is None else self.shaped(shape, data, **context)
        return {
            "status": status,
            "body": JSONRenderer().render(body).decode(),  # as text, so that its order is kept
            "version": None if version is None else str(version),
            "location": location,
        }

    def write(self, act: Callable[[], Answer]) -> Response:
        """Do it in one transaction; under an Idempotency-Key once, and the same key again gets the same answer."""
        key = self.key()
        if not key:
            return self._written(atomic_retried(act)(), replayed=False)
        done: list[bool] = []

        def acted() -> Answer:
            done.append(True)
            return act()

        return self._written(once(self.request.user, key, self._digest(), acted, wait=False), replayed=not done)

    def key(self) -> str:
        """The Idempotency-Key that was sent, as this token’s own; empty without one."""
        sent = self.request.headers.get("Idempotency-Key", "").strip()
        if sent and not KEY.fullmatch(sent):
            raise Problem(422, "key", _("An Idempotency-Key has 8 to 64 characters, without spaces."))
        own = f"{self.request.auth.pk} {sent}"
        return f"api:{hashlib.sha256(own.encode()).hexdigest()}"[:64] if sent else ""

    def _written(self, answer: Answer, *, replayed: bool) -> Response:
        headers = {"Idempotency-Replayed": "true"} if replayed else {}
        if answer["version"] is not None:
            headers["ETag"] = f'"{answer["version"]}"'
        if answer["location"]:
            headers["Location"] = answer["location"]
        return Response(json.loads(answer["body"]), status=answer["status"], headers=headers)

    def _digest(self) -> bytes:
        """What was sent and where to: the same whatever the boundary of a form, or the order of a document."""
        data = self.request.data
        plain = dict(data.lists()) if hasattr(data, "lists") else data
        files = {name: [_file_digest(file) for file in self.request.FILES.getlist(name)] for name in self.request.FILES}
        said = {name: value for name, value in plain.items() if name not in files} if isinstance(plain, dict) else plain
        told = [self.request.method, self.request.get_full_path(), self.request.headers.get("If-Match"), said, files]
        return json.dumps(told, sort_keys=True, default=str).encode()


def _file_digest(file: Any) -> str:
    digest = hashlib.sha256(file.read()).hexdigest()
    file.seek(0)
    return digest
