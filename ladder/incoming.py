"""First in line for every request: its reference number, the size of its headers, and how long it took."""

import secrets
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games import limits
from ladder.health import HOSTLESS
from ladder.metrics import request_counted

SLOW_SECONDS = 2.0

logger = structlog.get_logger(__name__)


class Incoming:
    """Set `request.reference`, which stands in each of the request's log lines and on the page of an error.

    Headers over the limit get a 431, a body in pieces of unknown number a 411. An answer that is our fault, or slow, and
    each refusal leave a line in the log: the route, never the address, which may hold a secret.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if sum(len(name) + len(value) for name, value in request.headers.items()) > limits.HEADER_BYTES:
            return HttpResponse("Request headers too large\n", content_type="text/plain", status=431)
        if request.META.get("HTTP_TRANSFER_ENCODING"):  # its length is not known before it has come
            return HttpResponse("Say how long it is: Content-Length\n", content_type="text/plain", status=411)
        if request.path in HOSTLESS:
            request.META["HTTP_HOST"] = urlsplit(settings.SITE_URL).netloc
        reference = secrets.token_hex(5)
        request.reference = reference  # type: ignore[attr-defined]
        with structlog.contextvars.bound_contextvars(reference=reference):
            started = time.monotonic()
            response = self.get_response(request)
            self.note(request, response.status_code, time.monotonic() - started)
            return response

    def note(self, request: HttpRequest, status: int, seconds: float) -> None:
        request_counted(request, status, seconds)
        slow = status >= 500 or seconds > SLOW_SECONDS
        if not slow and status < 400:
            return
        facts = {"method": request.method, "status": status, "seconds": round(seconds, 3)}
        facts["route"] = request.resolver_match.route if request.resolver_match else ""
        user = getattr(request, "user", None)
        if not slow and user is not None and user.is_authenticated:
            facts["account"] = user.pk
        logger.warning("request" if slow else "refused", **facts)
