from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from ladder.context import THEMES

YEAR = 365 * 24 * 3600


def local_path(request: HttpRequest, path: str | None) -> str:
    """`path` if it is an address of this site, else the home page."""
    if (
        path
        and path.startswith("/")
        and path.isprintable()
        and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    ):
        return path
    return "/"


def set_cookie(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")


@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    """Keep the chosen language or theme in a cookie; the language of an account also for its letters."""
    language, theme = request.POST.get("language"), request.POST.get("theme")
    response = HttpResponseRedirect(local_path(request, request.POST.get("next")))
    if language in dict(settings.LANGUAGES):
        set_cookie(response, settings.LANGUAGE_COOKIE_NAME, language)
        if request.user.is_authenticated and request.user.language != language:
            request.user.language = language
            request.user.save(update_fields=["language"])
    elif theme in dict(THEMES):
        set_cookie(response, settings.THEME_COOKIE_NAME, theme)
    else:
        return HttpResponseBadRequest()
    return response
