from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.views.decorators.http import require_POST

from ladder.context import THEMES
from ladder.local import is_local

YEAR = 365 * 24 * 3600


def local_path(request: HttpRequest, path: str | None) -> str:
    """`path` if it is an address of this site, else the home page."""
    return path if path and is_local(path) else "/"


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
