"""Whole pages kept for visitors who have no session: each gets his own token in its forms."""

import hashlib
import re
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token

from games.services.names_kept import NAMES

SECONDS = 300
MARK = "the-visitors-own-token"
TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")[A-Za-z0-9]+')
PRIVATE = (settings.SESSION_COOKIE_NAME, "messages")
"""Cookies of those who may see something that others do not."""


def kept_page(request: HttpRequest, stamp: tuple[object, ...], draw: Callable[[], HttpResponse]) -> HttpResponse:
    """The page as it was drawn for the same stamp, address, language and theme; `draw` makes it where there is none.

    `stamp` must change with whatever the page shows, but for names: once somebody is called otherwise, no page that was
    drawn before is shown any more (`games.services.names_kept`).
    """
    if getattr(request, "fresh", False) or any(name in request.COOKIES for name in PRIVATE):
        return draw()
    theme = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    asked = (request.get_host(), request.get_full_path(), request.LANGUAGE_CODE, theme, bool(request.htmx), *stamp)
    key = f"page-{hashlib.sha256(repr(asked).encode()).hexdigest()}"
    found = cache.get_many([key, NAMES])
    names = found.get(NAMES, "")
    drawn_with, kept = found.get(key, ("", None))
    if kept is not None and drawn_with == names:
        return HttpResponse(kept.replace(MARK, get_token(request)))
    response = draw()
    if response.status_code == 200:
        cache.set(key, (names, TOKEN.sub(rf"\g<1>{MARK}", response.content.decode())), SECONDS)
    return response
