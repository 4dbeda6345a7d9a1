"""Pages of the site as a visitor who is not logged in gets them, without a web server."""

from io import BytesIO
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.wsgi import WSGIRequest
from django.http import Http404
from django.urls import Resolver404, resolve
from django.utils import translation


def page(path: str) -> bytes | None:
    """What the site answers to a visitor at this address, in the active language; None where it has no such page."""
    address = urlsplit(path)
    try:
        match = resolve(address.path)
        request = _request(address.path, address.query)
        request.resolver_match = match
        answer = match.func(request, *match.args, **match.kwargs)
    except (Resolver404, Http404):
        return None
    if hasattr(answer, "render") and not getattr(answer, "is_rendered", True):
        answer.render()
    return bytes(answer.content) if answer.status_code == 200 else None


def _request(path: str, query: str) -> WSGIRequest:
    site = urlsplit(settings.SITE_URL)
    port = site.port or (443 if site.scheme == "https" else 80)
    request = WSGIRequest(
        {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": site.hostname or "localhost",
            "SERVER_PORT": str(port),
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.url_scheme": site.scheme,
            "wsgi.input": BytesIO(),
        }
    )
    request.user = AnonymousUser()
    request.htmx = False  # type: ignore[attr-defined]
    request.fresh = True  # type: ignore[attr-defined]  # a copy outlives the minute for which a page is kept
    request.LANGUAGE_CODE = translation.get_language()  # type: ignore[attr-defined]
    return request
