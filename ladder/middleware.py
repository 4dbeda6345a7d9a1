"""In which language is answered; what may come in: the size of a body, and how often, before anything reads it."""

import ipaddress
from collections.abc import Callable, Collection
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, UnreadablePostError
from django.middleware.http import ConditionalGetMiddleware
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_cache_control

from games import limits
from games.engine.text import clean_text
from games.models import AuditEntry
from games.services.audit import acting
from ladder import errors, ratelimit
from ladder.ratelimit import View

RATES = {
    "page": limits.PAGES_A_MINUTE,
    "search": limits.SEARCHES_A_MINUTE,
    "upload": limits.UPLOADS_A_MINUTE,
}
AS_GIVEN = ("text", "url")
"""Fields of upload pages that hold files as text."""
SECRET = ("password", "secret")


class Language(LocaleMiddleware):
    """The reader's language; `?lang=` shows one page in another, and nothing of that is kept."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        asked = request.GET.get("lang")
        if asked in dict(settings.LANGUAGES):
            translation.activate(asked)
            request.LANGUAGE_CODE = asked


class Private:
    """Only what was asked for without a cookie or a token, and sets none, may be kept by caches that many use."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.COOKIES or response.cookies or "HTTP_AUTHORIZATION" in request.META:
            patch_cache_control(response, private=True)
        return response


class Unchanged(ConditionalGetMiddleware):
    """An ETag, and 304 for who has it, of what programs ask for again and again: feeds, calendars, tables. Not of pages."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        page = response.headers.get("Content-Type", "").startswith("text/html")
        if response.status_code != 200 or page or response.has_header("ETag"):
            return response
        return super().process_response(request, response)


class Origin:
    """Where the acts of a request come from, for the audit trail: a page, or a program with a token."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = "HTTP_AUTHORIZATION" in request.META and not request.user.is_authenticated  # a session is a browser
        with acting(AuditEntry.Origin.TOKEN if token else AuditEntry.Origin.PAGE):
            return self.get_response(request)


class Gate:
    """Refuse what no address holds (400), too long bodies (413) and too many requests (429); put a 405 in words."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            return errors.wrong_method(request, response.headers["Allow"])
        return response

    def process_view(self, request: HttpRequest, view: View, args: Any, kwargs: Any) -> HttpResponse | None:
        if getattr(view, "is_api", False):  # it counts tokens, and refuses in problem documents
            return None
        uploads = getattr(view, "takes_uploads", False)
        limit = limits.UPLOAD_BODY if uploads else limits.OTHER_BODY
        if body_length(request) > limit:
            return errors.too_large(request, limit)
        fields = limits.LIST_FIELDS if getattr(view, "takes_lists", False) else limits.BODY_FIELDS
        try:
            if "%00" in request.META.get("QUERY_STRING", "") or not form_is_sound(
                request, fields, may_hold_nul=uploads
            ):
                return errors.bad_request(request)
        except (TooManyFilesSent, TooManyFieldsSent):
            return errors.too_many_parts(request, limits.BODY_PARTS, fields)
        if request.method == "POST":
            clean(request, AS_GIVEN if uploads else ())
        kind = "upload" if uploads and request.method == "POST" else "page"
        if getattr(view, "searches", False) and request.GET:
            kind = "search"
        if seconds := ratelimit.hit(kind, who(request), RATES[kind][1 if request.user.is_authenticated else 0]):
            return errors.too_many(request, seconds)
        return None


def clean(request: HttpRequest, as_given: Collection[str]) -> None:
    """Take out of what people typed what nobody sees (`clean_text`); of secrets and pasted files nothing.

    A new line is one character, as the field counted it.
    """
    cleaned = request.POST.copy()
    for name, texts in request.POST.lists():
        if name not in as_given and not any(word in name for word in SECRET):
            cleaned.setlist(name, [clean_text(text.replace("\r\n", "\n")) for text in texts])
    if cleaned != request.POST:
        request.POST = cleaned  # type: ignore[assignment]


def form_is_sound(request: HttpRequest, most: int, *, may_hold_nul: bool) -> bool:
    """Whether a form came whole and holds no U+0000, which nobody types and PostgreSQL keeps in no text.

    Raises `TooManyFilesSent`, and `TooManyFieldsSent` where there are more than `most`.
    """
    try:
        texts = [text for _name, texts in request.POST.lists() for text in texts]
    except UnreadablePostError as problem:
        if errors.no_room(problem):
            raise
        return False  # who sent it is gone
    if len(texts) > most:
        raise TooManyFieldsSent
    return may_hold_nul or not any("\0" in text for text in texts)


def body_length(request: HttpRequest) -> int:
    """The stated length. Without one the body reads as empty, and never more than it is read."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def who(request: HttpRequest) -> str:
    """An account, or for visitors the address: IPv6 by its network of one customer (/64)."""
    if request.user.is_authenticated:
        return f"account-{request.user.pk}"
    address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    if isinstance(address, ipaddress.IPv6Address):
        return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)
