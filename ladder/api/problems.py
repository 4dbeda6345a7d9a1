"""What went wrong, as problem documents (RFC 9457): one code, one sentence and the facts for each refusal."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
import structlog
from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, JsonResponse, UnreadablePostError
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from games.services.errors import Conflict, InvalidResult, MaybeHere, NotAllowed, PersonRefused
from games.services.once import KeyReused, KeyRunning
from ladder import refusals
from ladder.director.acting import names_in
from ladder.director.sentences import refusal
from ladder.errors import BUSY_SECONDS, is_away, no_room
from ladder.people_words import refused as person_words
from ladder.services.months import MonthConflict, MonthRefused
from ladder.views.finding import Gone
from ladder.views.refusals import cannot_be, not_allowed
from ladder.views.webhooks import REFUSED as WEBHOOK
from ladder.webhooks.services import WebhookRefused, WebhookStale
from tournaments.services.errors import Changed, Refused

logger = structlog.get_logger(__name__)
TYPE = "application/problem+json"
FIELDS_422 = ("reason_missing", "reason_too_long", "name_missing", "name_too_long")
"""Refusals of services that are about what was sent, not about how things are."""
FORBIDDEN = ("took_part", "not_at_the_table")


class Problem(Exception):
    """A refusal of the API itself, or of a service in its words."""

    def __init__(
        self, status: int, code: str, message: str, *, headers: Mapping[str, str] | None = None, **facts: Any
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.message = message
        self.headers = dict(headers or {})
        self.facts = facts

    @property
    def document(self) -> dict[str, Any]:
        return {
            "type": f"{settings.SITE_URL}{reverse('api_docs')}#code-{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "message": self.message,
            "facts": msgspec.to_builtins(self.facts, enc_hook=str),
        }


def handler(exception: Exception, context: Mapping[str, Any]) -> Response | None:
    """What Django REST framework asks for each exception of a view; None for faults of ours."""
    problem = problem_of(exception, context["view"])
    if problem is None:
        return None
    return Response(problem.document, status=problem.status, headers=problem.headers, content_type=TYPE)


def plain_answer(problem: Problem) -> JsonResponse:
    """A problem where no view of the API was reached."""
    return JsonResponse(problem.document, status=problem.status, content_type=TYPE, headers=problem.headers)


def problem_of(exception: Exception, view: Any = None) -> Problem | None:
    """The problem that an exception is; None for one that nobody expects."""
    if isinstance(exception, Problem):
        return exception
    if no_room(exception):
        text = _("There is no room for further files just now. Those who keep the site can help.")
        return Problem(507, "storage.full", text)
    if is_away(exception):
        return _busy(exception)
    for kind, translate in TRANSLATED.items():
        if isinstance(exception, kind):
            return translate(exception, view)
    return None


def changed(version: int | None) -> Problem:
    """Somebody was faster: the version that was sent is not the present one."""
    headers = {} if version is None else {"ETag": f'"{version}"'}
    text = _("It was changed since you read it. Read it again, then decide.")
    return Problem(412, "version.changed", text, headers=headers, version=version)


def not_found() -> Problem:
    return Problem(404, "not_found", _("Nothing is there, or you may not see it."))


def forbidden() -> Problem:
    return Problem(403, "auth.forbidden", _("You may not do this here."))


def token_missing() -> Problem:
    text = _("This needs a token: make one on the page of your account.")
    return Problem(401, "auth.missing", text, headers={"WWW-Authenticate": "Bearer"})


def invalid(fields: Mapping[str, Any]) -> Problem:
    text = _("Some fields cannot be used as they are; the facts say which, and why.")
    return Problem(422, "invalid", text, fields=fields)


def malformed(what: str = "") -> Problem:
    return Problem(400, "request.malformed", _("The request cannot be read."), what=what[:200])


def _not_allowed(refused: NotAllowed, _view: Any) -> Problem:
    if refused.code == "role":
        return forbidden()
    status = 403 if refused.code in FORBIDDEN else 409
    return Problem(status, f"match.{refused.code}", not_allowed(refused), **refused.facts)


def _month(refused: MonthRefused, _view: Any) -> Problem:
    checks = [
        {"code": check.code, "blocking": check.blocking, "count": check.count, "text": check.text}
        for check in refused.checks
    ]
    facts = refused.facts | ({"checks": checks} if checks else {})
    return Problem(status_of(refused.code), f"month.{refused.code}", refusals.month(refused), **facts)


def _person(refused: PersonRefused, _view: Any) -> Problem:
    if refused.code == "changed":
        return changed(None)
    return Problem(status_of(refused.code), f"person.{refused.code}", person_words(refused), **refused.facts)


def _tournament(refused: Refused, view: Any) -> Problem:
    tournament = getattr(view, "tournament", None)
    text = refusal(refused, names_in(tournament) if tournament else {})
    return Problem(status_of(refused.code), f"tournament.{refused.code}", text, **refused.facts)


def status_of(code: str) -> int:
    """Whether a refusal of a service is about what was sent, or about how things are."""
    return 422 if code in FIELDS_422 else 409


def _of_framework(exception: exceptions.APIException, _view: Any) -> Problem:
    match exception:
        case exceptions.ValidationError():
            return invalid(exception.detail if isinstance(exception.detail, dict) else {"": exception.detail})
        case exceptions.ParseError():
            return malformed(str(exception.detail))
        case exceptions.AuthenticationFailed():
            text = _("This token does not work: it is unknown or was revoked.")
            return Problem(401, "auth.token", text, headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
        case exceptions.NotAuthenticated():
            return token_missing()
        case exceptions.PermissionDenied():
            return forbidden()
        case exceptions.MethodNotAllowed():
            return Problem(405, "request.method", _("This address takes other methods."))
        case exceptions.NotAcceptable():
            return Problem(406, "request.accept", _("The answer is JSON: accept application/json."))
        case exceptions.UnsupportedMediaType():
            return Problem(415, "request.media_type", _("Send JSON, with Content-Type: application/json."))
    return Problem(exception.status_code, "request.refused", str(exception.detail))


def _busy(problem: Exception) -> Problem:
    """The database gave up on it, or it or the storage is away: nothing was done."""
    logger.error("busy", problem=str(problem))
    text = _("Too much is going on just now, or the database is away. Nothing was saved; try again in a few seconds.")
    return Problem(503, "busy", text, headers={"Retry-After": str(BUSY_SECONDS)})


def _denied(_exception: Exception, view: Any) -> Problem:
    known = view is not None and view.request.user.is_authenticated
    return forbidden() if known else token_missing()


TRANSLATED: dict[type[Exception], Callable[[Any, Any], Problem]] = {
    exceptions.APIException: _of_framework,
    Http404: lambda _problem, _view: not_found(),
    Gone: lambda _problem, _view: Problem(410, "gone", _("The person behind this address wished to be forgotten.")),
    PermissionDenied: _denied,
    NotAllowed: _not_allowed,
    Conflict: lambda conflict, _view: changed(conflict.match.version),
    InvalidResult: lambda problem, _view: Problem(422, f"result.{problem.code}", cannot_be(problem), **problem.facts),
    MaybeHere: lambda perhaps, _view: Problem(
        409,
        "match.maybe_here",
        _(
            "The same people have a match of about that time with another result, or of that day with the same scores. Say "
            "which it is with “about”."
        ),
        match=perhaps.match.slug,
    ),
    KeyReused: lambda _problem, _view: Problem(
        422, "key.reused", _("This Idempotency-Key came before with another request.")
    ),
    KeyRunning: lambda _problem, _view: Problem(
        409,
        "key.running",
        _("What came under this Idempotency-Key before is not over yet."),
        headers={"Retry-After": "1"},
    ),
    MonthRefused: _month,
    MonthConflict: lambda conflict, _view: changed(conflict.version),
    PersonRefused: _person,
    WebhookStale: lambda stale, _view: changed(stale.now.edition),
    WebhookRefused: lambda refused, _view: Problem(409, f"webhook.{refused.code}", str(WEBHOOK[refused.code])),
    Refused: _tournament,
    Changed: lambda conflict, _view: changed(getattr(conflict.now, "version", None)),
    RequestDataTooBig: lambda _problem, _view: Problem(413, "request.too_large", _("The body is too large.")),
    SuspiciousOperation: lambda _problem, _view: malformed(),
    BadRequest: lambda problem, _view: malformed(str(problem)),
    UnreadablePostError: lambda _problem, _view: malformed(),
}
