"""Where somebody is logged in, and how long: 14 days after the last visit, and never longer than 90."""

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout
from django.http import HttpRequest, HttpResponse

from ladder.models.sessions import BEGAN, DEVICE, SEEN
from ladder.services.logins import device_of

DAY = 24 * 3600
LONGEST = 90 * DAY


def begin(request: HttpRequest) -> None:
    """Somebody has just logged in."""
    request.session[BEGAN] = request.session[SEEN] = int(time.time())
    request.session[DEVICE] = device_of(request.headers.get("User-Agent", "")[:300])


class Bounded:
    """End sessions that are too old, and renew the others once a day: each renewal is a row written."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and SESSION_KEY in request.session:
            now = int(time.time())
            began = request.session.get(BEGAN, now)
            if now - began > LONGEST:
                logout(request)
            elif now - request.session.get(SEEN, 0) > DAY:
                request.session[BEGAN], request.session[SEEN] = began, now
        return self.get_response(request)
