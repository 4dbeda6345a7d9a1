"""What every page needs: the community's name, the reader's language and theme."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from ladder.selectors.community import community_name

THEMES = (("auto", _("Automatic")), ("light", _("Light")), ("dark", _("Dark")))
LANGUAGE_NAMES = {"it": "Italiano", "pt-br": "Português", "en": "English"}


def community(request: HttpRequest) -> dict[str, Any]:
    theme = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return {
        "community": {
            "name": community_name(),
            "theme": theme if theme in ("light", "dark") else "auto",
            "themes": THEMES,
            "languages": [(code, LANGUAGE_NAMES[code]) for code, _name in settings.LANGUAGES],
        }
    }
