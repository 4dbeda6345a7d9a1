"""What every page needs: the community's name, the reader's language and theme, its own addresses."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import to_locale

from games.models import User
from ladder.models import Role
from ladder.selectors.community import community_name
from ladder.selectors.notices import unread

THEMES = (("auto", _("Automatic")), ("light", _("Light")), ("dark", _("Dark")))
LANGUAGE_NAMES = {"it": "Italiano", "pt-br": "Português", "en": "English"}


def community(request: HttpRequest) -> dict[str, Any]:
    user = getattr(request, "user", None) or AnonymousUser()  # a foreign host is refused before anybody is asked for
    theme = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return {
        "community": {
            "name": community_name(),
            "theme": theme if theme in ("light", "dark") else "auto",
            "themes": THEMES,
            "languages": [(code, LANGUAGE_NAMES[code]) for code, _name in settings.LANGUAGES],
        },
        "addresses": addresses(request),
        "source_url": settings.SOURCE_URL,
        "keeps": keeps(user),
        "unread_notices": unread(user) if user.is_authenticated else 0,
        "log_in": log_in(request),
        "printing": "print" in request.GET,
    }


def keeps(user: User | AnonymousUser) -> bool:
    """Whether the reader has a desk; a role granted just now shows within a minute."""
    if not user.is_authenticated or user.is_superuser:
        return user.is_authenticated
    return bool(cache.get_or_set(f"keeps-{user.pk}", lambda: has_desk(user), 60))


def has_desk(user: User) -> bool:
    """Whether somebody keeps a league, or directs a tournament."""
    return Role.objects.filter(user=user).exists() or user.tournament_roles.filter(kind="director").exists()


def log_in(request: HttpRequest) -> str:
    """The page to log in at, which leads back here; from the pages of accounts it leads where they would."""
    login = reverse("account_login")
    accounts = request.path.startswith(login.removesuffix("login/"))
    back = request.GET.get("next", "") if accounts else request.get_full_path()
    return f"{login}?{urlencode({'next': back})}" if back else login


def addresses(request: HttpRequest) -> dict[str, Any]:
    """The page's one address, and that of each language by its tag (`pt-BR`)."""
    query = request.GET.copy()
    query.pop("lang", None)
    query.pop("print", None)

    def address(**more: str) -> str:
        asked = query.copy()
        asked.update(more)
        return settings.SITE_URL + request.path + (f"?{asked.urlencode()}" if asked else "")

    tags = {to_locale(code).replace("_", "-"): code for code, _name in settings.LANGUAGES}
    return {"canonical": address(), "languages": [(tag, address(lang=code)) for tag, code in tags.items()]}
