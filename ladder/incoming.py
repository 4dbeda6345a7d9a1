"""First in line for every request: its reference number, and the size of its headers."""

import secrets
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse

from games import limits


class Incoming:
    """Set `request.reference`, which stands in each of the request's log lines and on the page of an error.

    Headers over the limit get a 431.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if sum(len(name) + len(value) for name, value in request.headers.items()) > limits.HEADER_BYTES:
            return HttpResponse("Request headers too large\n", content_type="text/plain", status=431)
        reference = secrets.token_hex(5)
        request.reference = reference  # type: ignore[attr-defined]
        with structlog.contextvars.bound_contextvars(reference=reference):
            return self.get_response(request)
