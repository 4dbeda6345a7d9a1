"""What happens at a log-in, besides what allauth does."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse

from games.models import User
from ladder.services.logins import login_note


class LoginAdapter(DefaultAccountAdapter):
    def post_login(self, request: HttpRequest, user: User, **facts: Any) -> HttpResponse:
        login_note(user, request.headers.get("User-Agent", "")[:300])
        return super().post_login(request, user, **facts)
