"""What happens at a log-in, and who signs letters about accounts, besides what allauth does."""

from types import SimpleNamespace
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse

from games.models import User
from ladder.selectors.community import community_name
from ladder.services.logins import login_note


class LoginAdapter(DefaultAccountAdapter):
    def post_login(self, request: HttpRequest, user: User, **facts: Any) -> HttpResponse:
        login_note(user, request.headers.get("User-Agent", "")[:300])
        return super().post_login(request, user, **facts)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """The community speaks, not the name of its host."""
        name = community_name()
        site = {"current_site": SimpleNamespace(name=name, domain=name)}
        super().send_mail(template_prefix, email, site | context)
